/* SPDX-License-Identifier: MIT */
/* The only stage of a run that collects what another one is to exclude (excluded.h): the keys of
 * records, or what is compared of games. */
#include <config.h>
#include "convert/stage.h"

static enum fm_status start(struct fm_stage_run *run, void **self, struct fm_error *error)
{
    (void)error;
    run->left = UINT64_MAX; /* all of the input is read */
    *self = run;
    return FM_OK;
}

static void stop(void *self)
{
    (void)self;
}

static enum fm_status collect_games(struct fm_duplicates *games, const struct fm_block *block,
                                    struct fm_error *error)
{
    if (block->listed && block->totals.games > 0) {
        *error = (struct fm_error){
            .status = FM_BAD_USE,
            .what = fm_text_of(block->input),
            .detail = FM_TEXT("a list of positions; `games.exclude` is a file of games")};
        return FM_BAD_USE;
    }
    for (const struct fm_game_mark *mark = block->game_marks; mark != NULL; mark = mark->next)
        FM_TRY(fm_duplicates_exclude(games, &mark->identity, error));
    return FM_OK;
}

static enum fm_status write_block(void *self, struct fm_block *block, struct fm_error *error)
{
    const struct fm_stage_run *run = self;
    const struct fm_collection *to = run->plan->collects;
    if (to->positions == NULL)
        return collect_games(to->games, block, error);
    const struct fm_key_mark *marks = (const void *)block->keys[0].p;
    for (size_t i = 0; i < block->keys[0].n / sizeof *marks; i++)
        FM_TRY(fm_exclusion_add(to->positions, marks[i].key, error));
    return FM_OK;
}

const struct fm_stage fm_stage_collect = {.start = start, .write = write_block, .free = stop};
