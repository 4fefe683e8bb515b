/* SPDX-License-Identifier: MIT */
/* Duplicates of games (`games.duplicates`), and the games of files (`games.exclude`, `games.only`).
 * The worker leaves the compared properties of each kept game. The stage keeps the first of several
 * in the order of the input, or the longest, and flags the items of the others. Their rows are not
 * written, and the games go to --unselected. As soon as the memory is full, blocks are held until
 * all games are known; for the longest all blocks are. */
#include <config.h>
#include "run/stage.h"

struct drop_duplicates {
    const struct fm_plan *plan;
    struct fm_duplicates *seen; /* games seen so far; owned */
    bool settled;               /* true: all blocks were given, so every answer is known */
};

static enum fm_status duplicates_start(void *self, struct fm_stage_run *run, struct fm_error *error)
{
    (void)error;
    struct drop_duplicates *stage = self;
    stage->plan = run->plan;
    const uint64_t memory = run->plan->profile->positions.memory / run->shares;
    const enum fm_keep_duplicates keep = run->plan->profile->games.duplicates;
    const bool only = run->plan->profile->games.sets[FM_SET_ONLY].n > 0;
    FM_TRY(fm_duplicates_new(run->spool, memory, keep, only, &stage->seen));
    run->games = stage->seen;
    return FM_OK;
}

static void duplicates_stop(void *self)
{
    struct drop_duplicates *stage = self;
    fm_duplicates_free(stage->seen);
}

void fm_stage_drop(const struct fm_plan *plan, struct fm_block_item *item, enum fm_game_step step,
                   enum fm_reason reason)
{
    item->dropped = true;
    item->outcome = FM_UNSELECTED;
    item->reason = (unsigned char)reason;
    item->lost = (uint32_t)(FM_FUNNEL_TAGS + plan->profile->games.tag_count + step);
}

static void drop(const struct fm_plan *plan, const struct fm_duplicate *answer,
                 struct fm_block_item *item)
{
    if (answer->excluded)
        fm_stage_drop(plan, item, FM_GAME_EXCLUDE, FM_REASON_EXCLUDED_GAME);
    else if (answer->unlisted)
        fm_stage_drop(plan, item, FM_GAME_ONLY, FM_REASON_UNLISTED_GAME);
    else
        fm_stage_drop(plan, item, FM_GAME_DUPLICATES,
                      answer->shorter ? FM_REASON_SHORTER_DUPLICATE : FM_REASON_DUPLICATE_GAME);
}

/* Remove the keys of dropped games, as their records are not compared with others. */
static void drop_keys(struct fm_block *block, unsigned sink)
{
    const struct fm_block_item *items = fm_block_items(block);
    const struct fm_row *rows = fm_rows_of(block, sink);
    struct fm_row_key *keys = fm_rows_keys(block, sink);
    const size_t count = fm_rows_key_count(block, sink);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!items[rows[keys[i].row].item].dropped)
            keys[kept++] = keys[i];
    block->rows[sink].keys.n = kept * sizeof *keys;
}

void fm_stage_drop_keys(const struct fm_plan *plan, struct fm_block *block)
{
    for (unsigned sink = 0; sink < plan->route_count; sink++)
        drop_keys(block, sink);
}

static enum fm_status duplicates_decide(void *self, struct fm_block *block, bool *undecided,
                                        struct fm_error *error)
{
    struct drop_duplicates *stage = self;
    struct fm_block_game *games = (void *)block->compared.p;
    const size_t count = block->compared.n / sizeof *games;
    for (size_t i = 0; i < count; i++)
        FM_TRY(stage->settled
                   ? fm_duplicates_decide(stage->seen, &games[i].answer, error)
                   : fm_duplicates_add(stage->seen, &games[i].identity, &games[i].answer, error));
    *undecided = !stage->settled && fm_duplicates_overflows(stage->seen);
    block->decision.open_games = *undecided;
    if (*undecided)
        return FM_OK;
    for (size_t i = 0; i < count; i++)
        if (games[i].answer.dropped)
            drop(stage->plan, &games[i].answer, &fm_block_items(block)[games[i].item]);
    fm_stage_drop_keys(stage->plan, block);
    return FM_OK;
}

static enum fm_status duplicates_settle(void *self, struct fm_error *error)
{
    struct drop_duplicates *stage = self;
    stage->settled = true;
    return fm_duplicates_settle(stage->seen, error);
}

const struct fm_stage fm_stage_duplicates = {.holds = FM_HOLD_KEYS | FM_HOLD_GAMES,
                                             .bytes = sizeof(struct drop_duplicates),
                                             .needed = fm_plan_compares,
                                             .start = duplicates_start,
                                             .decide = duplicates_decide,
                                             .settle = duplicates_settle,
                                             .free = duplicates_stop};
