/* SPDX-License-Identifier: MIT */
/* How many records or games an output gets (`output.limit`): the first of those that all other
 * stages left, in the order of the input. When no output needs more, the run ends (late.h). */
#include <config.h>
#include "convert/account.h"
#include "convert/runs.h"
#include "convert/stage.h"
#include <stdlib.h>
#include "base/lanes.h"

struct limit_stage {
    struct fm_stage_run *run;
    uint64_t *left; /* one a route; UINT64_MAX where there is no limit; owned */
};

/* The run needs as much as the output that needs most. */
static uint64_t most_left(const struct limit_stage *stage)
{
    uint64_t most = 0;
    for (size_t i = 0; i < stage->run->plan->route_count; i++)
        most = stage->left[i] > most ? stage->left[i] : most;
    return most;
}

static enum fm_status start(struct fm_stage_run *run, void **self, struct fm_error *error)
{
    const struct fm_plan *plan = run->plan;
    (void)error;
    run->left = UINT64_MAX;
    if (!(plan->needs & FM_NEEDS_LIMIT))
        return FM_OK;
    struct limit_stage *stage = calloc(1, sizeof *stage);
    if (stage == NULL)
        return FM_NO_MEMORY;
    *self = stage;
    stage->run = run;
    stage->left = calloc(plan->route_count, sizeof *stage->left);
    if (stage->left == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < plan->route_count; i++)
        stage->left[i] = plan->routes[i].spec->limit > 0 ? plan->routes[i].spec->limit : UINT64_MAX;
    if (plan->ends_early)
        run->left = most_left(stage);
    return FM_OK;
}

static void stop(void *self)
{
    struct limit_stage *stage = self;
    free(stage->left);
    free(stage);
}

/* Records without marks are lines: see fm_route.plain. */
static uint64_t count_records(const struct fm_block *block, unsigned sink)
{
    const struct fm_buf *out = &block->out[sink], *keys = &block->keys[sink];
    if (keys->n > 0 || block->listed || out->n == 0)
        return keys->n / sizeof(struct fm_key_mark);
    return fm_count_lines((struct fm_text){out->p, out->n}, 0);
}

/* Where record number @p count, 1.., of a sink ends. */
static size_t end_of(const struct fm_block *block, unsigned sink, uint64_t count)
{
    const struct fm_key_mark *marks = (const void *)block->keys[sink].p;
    const struct fm_buf *out = &block->out[sink];
    size_t end = 0;
    if (block->keys[sink].n > 0)
        return count == 0 ? 0 : marks[count - 1].end;
    for (; count > 0 && end < out->n; end++)
        count -= out->p[end] == '\n';
    return end;
}

/* Cut the block's records for one sink, and all that tells where they are. */
static void cut(struct fm_block *block, unsigned sink, uint64_t count)
{
    const size_t end = end_of(block, sink, count);
    const struct fm_run *runs = fm_runs_of(block, sink);
    size_t kept = fm_runs_count(block, sink);
    block->out[sink].n = end;
    if (block->keys[sink].n > 0)
        block->keys[sink].n = count * sizeof(struct fm_key_mark);
    while (kept > 0 && runs[kept - 1].at >= end)
        kept--;
    block->runs[sink].n = kept * sizeof *runs;
    for (struct fm_segment *segment = block->segments; segment != NULL; segment = segment->next) {
        if (segment->sink != sink)
            continue;
        segment->begin = segment->begin > end ? end : segment->begin;
        segment->end = segment->end > end ? end : segment->end;
    }
}

static void limit_route(struct limit_stage *stage, struct fm_block *block, size_t i)
{
    const struct fm_route *route = &stage->run->plan->routes[i];
    const uint64_t count = count_records(block, route->sink), left = stage->left[i];
    if (left == UINT64_MAX)
        return;
    if (count <= left) {
        stage->left[i] -= count;
        return;
    }
    cut(block, route->sink, left);
    stage->left[i] = 0;
    if (route->format == FM_FORMAT_PGN)
        block->totals.games_written -= count - left;
    else
        block->totals.records -= count - left;
    block->funnel[route->positions_step + 1 + FM_POSITION_LIMIT].lost += count - left;
}

static enum fm_status write_block(void *self, struct fm_block *block, struct fm_error *error)
{
    struct limit_stage *stage = self;
    const struct fm_plan *plan = stage->run->plan;
    (void)error;
    for (size_t i = 0; i < plan->route_count; i++)
        limit_route(stage, block, i);
    if (!plan->ends_early || stage->run->left == 0)
        return FM_OK;
    stage->run->left = most_left(stage);
    const bool logs = stage->run->left == 0 && plan->log != FM_NO_SINK && !block->ends &&
                      fm_block_leaves_input(block);
    return logs ? fm_log_unread(&block->out[plan->log], block) : FM_OK;
}

const struct fm_stage fm_stage_limit = {.start = start, .write = write_block, .free = stop};
