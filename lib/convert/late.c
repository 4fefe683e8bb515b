/* SPDX-License-Identifier: MIT */
/* Blocks in which the run may end: see late.h. */
#include <config.h>
#include "convert/late.h"
#include "convert/account.h"
#include "convert/runs.h"

static bool write_now(struct fm_late *late, struct fm_block *block)
{
    fm_commit_decide_now(late->commit, block);
    fm_commit_finish(late->commit, block);
    return fm_commit_write(late->commit, block);
}

/* One game, and text that belongs to none. */
static bool write_game(void *user, struct fm_block *block)
{
    struct fm_late *late = user;
    fm_runs_close(block);
    const bool more = write_now(late, block);
    fm_block_clear_outputs(block);
    return more;
}

/* The numbers before the block are known, as all blocks before it are written. */
static void know_numbers(void *user, struct fm_block *block)
{
    (void)user;
    (void)block;
}

static enum fm_status make_worker(struct fm_late *late)
{
    if (late->made)
        return FM_OK;
    late->made = true;
    FM_TRY(fm_worker_start(&late->worker, late->commit->plan));
    FM_TRY(fm_games_start(&late->worker));
    late->worker.late = true;
    late->worker.wait_numbers = know_numbers;
    late->worker.write_part = write_game;
    late->worker.user = late;
    return FM_OK;
}

/* The results that the block has are dropped; those that were written as a part of it stay. */
static enum fm_status work_again(struct fm_late *late, struct fm_block *block)
{
    struct fm_worker *worker = &late->worker;
    const bool part = block->part;
    FM_TRY(make_worker(late));
    worker->from = block->passed;
    worker->to = part ? block->worked : block->n;
    fm_block_clear_outputs(block);
    block->worked = block->passed;
    block->ends = false;
    block->status = FM_OK;
    fm_worker_begin(worker, block);
    FM_TRY(fm_funnel_begin(&worker->plan->funnel, &block->arena, &block->funnel));
    block->part = true;
    const enum fm_status status = fm_work_block(worker);
    block->part = part;
    fm_runs_close(block);
    return status;
}

bool fm_late_write(struct fm_late *late, struct fm_block *block)
{
    struct fm_commit *commit = late->commit;
    const bool games = block->kind == FM_BLOCK_GAMES || block->kind == FM_BLOCK_LINES;
    block->late = false;
    commit->late--;
    if (games && commit->decides && fm_commit_may_end(commit, block))
        block->status = work_again(late, block);
    if (block->status == FM_NO_MEMORY)
        fm_commit_fail(commit, FM_NO_MEMORY, NULL);
    return write_now(late, block);
}

void fm_late_free(struct fm_late *late)
{
    if (!late->made)
        return;
    fm_games_stop(&late->worker);
    fm_worker_free(&late->worker);
    late->made = false;
}
