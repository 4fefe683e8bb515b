/* SPDX-License-Identifier: MIT */
/* A sample of the games of a run (`games.sample`): those with the smallest hashes, of equal ones
 * the earlier. Every kept game is offered, and all blocks are held until all came. Games that can
 * be none of the sample any more are dropped before that, so that their rows are not held. */
#include <config.h>
#include "run/stage.h"
#include "ops/run_sample.h"

struct draw_games {
    const struct fm_plan *plan;
    struct fm_run_sample *sample; /* owned */
    bool settled;                 /* true: all games were offered */
};

static enum fm_status draw_start(void *self, struct fm_stage_run *run, struct fm_error *error)
{
    (void)error;
    struct draw_games *stage = self;
    stage->plan = run->plan;
    return fm_run_sample_new(run->spool, run->plan->profile->positions.memory / run->shares,
                             run->plan->profile->games.sample, false, &stage->sample);
}

static void draw_stop(void *self)
{
    struct draw_games *stage = self;
    fm_run_sample_free(stage->sample);
}

static enum fm_status draw_decide(void *self, struct fm_block *block, bool *undecided,
                                  struct fm_error *error)
{
    struct draw_games *stage = self;
    const struct fm_block_game *games = (const void *)block->compared.p;
    const size_t count = block->compared.n / sizeof *games;
    for (size_t i = 0; i < count; i++) {
        struct fm_block_item *item = &fm_block_items(block)[games[i].item];
        if (item->dropped)
            continue;
        if (!stage->settled)
            FM_TRY(fm_run_sample_offer(stage->sample, games[i].drawn, FM_NO_TEXT, error));
        const bool drawn = stage->settled ? fm_run_sample_takes(stage->sample, games[i].drawn)
                                          : games[i].drawn <= fm_run_sample_bound(stage->sample);
        if (!drawn)
            fm_stage_drop(stage->plan, item, FM_GAME_SAMPLE, FM_REASON_NONE);
    }
    fm_stage_drop_keys(stage->plan, block);
    *undecided = block->decision.open_games = !stage->settled;
    return FM_OK;
}

static enum fm_status draw_settle(void *self, struct fm_error *error)
{
    struct draw_games *stage = self;
    stage->settled = true;
    return fm_run_sample_settle(stage->sample, error);
}

const struct fm_stage fm_stage_draw = {.holds = FM_HOLD_KEYS | FM_HOLD_GAMES,
                                       .bytes = sizeof(struct draw_games),
                                       .needed = fm_plan_draws,
                                       .start = draw_start,
                                       .decide = draw_decide,
                                       .settle = draw_settle,
                                       .free = draw_stop};
