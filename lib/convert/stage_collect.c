/* SPDX-License-Identifier: MIT */
/* The only stage of a run that collects what another one is to exclude (excluded.h): the keys of
 * records, or what is compared of games. */
#include <config.h>
#include "convert/stage.h"

static enum fm_status collect_start(struct fm_stage_run *run, void **self, struct fm_error *error)
{
    (void)error;
    run->left = UINT64_MAX; /* all of the input is read */
    *self = run;
    return FM_OK;
}

static void collect_stop(void *self)
{
    (void)self;
}

static enum fm_status collect_games(struct fm_duplicates *games, const struct fm_block *block,
                                    struct fm_error *error)
{
    bool read = false;
    for (size_t i = 0; block->listed && i < fm_block_item_count(block); i++)
        read = read || fm_block_items(block)[i].outcome != FM_STRAY;
    if (read) {
        *error = (struct fm_error){
            .status = FM_BAD_USE,
            .what = fm_text_of(block->input.name),
            .detail = FM_TEXT("a list of positions; `games.exclude` is a file of games")};
        return FM_BAD_USE;
    }
    const struct fm_block_game *game = (const void *)block->compared.p;
    for (size_t i = 0; i < block->compared.n / sizeof *game; i++)
        FM_TRY(fm_duplicates_exclude(games, &game[i].identity, error));
    return FM_OK;
}

static enum fm_status collect_write_block(void *self, struct fm_block *block,
                                          struct fm_error *error)
{
    const struct fm_stage_run *run = self;
    const struct fm_collection *to = run->plan->collects;
    if (to->positions == NULL)
        return collect_games(to->games, block, error);
    const struct fm_row_key *keys = fm_rows_keys(block, 0);
    for (size_t i = 0; i < fm_rows_key_count(block, 0); i++)
        FM_TRY(fm_exclusion_add(to->positions, keys[i].key, error));
    return FM_OK;
}

const struct fm_stage fm_stage_collect = {
    .start = collect_start, .write = collect_write_block, .free = collect_stop};
