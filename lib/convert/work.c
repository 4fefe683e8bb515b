/* The work on one block, whatever its kind: see work.h. Games are games.c, lines and pieces of what
 * is too large lines.c. */
#include <config.h>
#include "convert/work.h"
#include "convert/runs.h"

void fm_worker_run(struct fm_worker *worker, struct fm_block *block)
{
    worker->block = block;
    if (worker->plan->needs & FM_NEEDS_CENSUS)
        memset(&block->census, 0, sizeof block->census);
    worker->game = worker->span = NULL;
    worker->lines = (struct fm_line_count){0, 0, 0};
    block->status = fm_funnel_begin(worker->plan, block);
    if (block->status != FM_OK)
        return;
    switch (block->kind) {
    case FM_BLOCK_GAMES:
        block->status = fm_work_games(worker);
        break;
    case FM_BLOCK_LINES:
        block->status = fm_work_lines(worker);
        break;
    case FM_BLOCK_OVERSIZE:
        block->status = fm_work_oversize(worker);
        break;
    case FM_BLOCK_NOTHING:
        block->lines = block->games = 0;
        worker->wait_numbers(worker->user, block);
        block->status = FM_OK;
        break;
    }
    fm_runs_close(worker);
}
