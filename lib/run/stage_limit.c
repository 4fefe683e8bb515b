/* SPDX-License-Identifier: MIT */
/* How many records or games an output gets (`output.limit`): the first of those that all other
 * stages left, in the order of the input. When no output needs more, the run ends: commit.c cuts
 * the block after the item in which that is. */
#include <config.h>
#include "run/stage.h"

struct limit_stage {
    struct fm_stage_run *run;
    uint64_t left[]; /* records that each route still takes; UINT64_MAX where there is no limit */
};

/* The most records that any output still takes: the run goes on until no output takes more. */
static uint64_t most_left(const struct limit_stage *stage)
{
    uint64_t most = 0;
    for (size_t i = 0; i < stage->run->plan->route_count; i++)
        most = stage->left[i] > most ? stage->left[i] : most;
    return most;
}

static enum fm_status limit_start(void *self, struct fm_stage_run *run, struct fm_error *error)
{
    const struct fm_plan *plan = run->plan;
    (void)error;
    struct limit_stage *stage = self;
    stage->run = run;
    for (size_t i = 0; i < plan->route_count; i++)
        stage->left[i] = plan->routes[i].spec->limit > 0 ? plan->routes[i].spec->limit : UINT64_MAX;
    run->limits = stage->left;
    if (plan->ends_early)
        run->left = most_left(stage);
    return FM_OK;
}

/* Find the row of a sink that has record number *wanted, 1..; *wanted becomes its number in the
 * row. */
static size_t find_row(const struct fm_block *block, unsigned sink, uint64_t *wanted)
{
    const struct fm_row *rows = fm_rows_of(block, sink);
    const size_t count = fm_rows_count(block, sink);
    size_t i = 0;
    for (; i < count && rows[i].records < *wanted; i++)
        *wanted -= rows[i].records;
    return i;
}

/* The end of record number @p count of a row. If a row has several records, each is a line. */
static size_t end_of(const struct fm_block *block, unsigned sink, size_t row, uint64_t count)
{
    const struct fm_row *in = &fm_rows_of(block, sink)[row];
    size_t end = fm_row_begin(block, sink, row);
    if (count == in->records)
        return in->end;
    for (; count > 0 && end < in->end; end++)
        count -= block->out[sink].p[end] == '\n';
    return end;
}

static void limit_route(struct limit_stage *stage, struct fm_block *block, size_t i)
{
    const struct fm_route *route = &stage->run->plan->routes[i];
    const unsigned sink = route->sink;
    const uint64_t left = stage->left[i];
    uint64_t wanted = left;
    if (left == UINT64_MAX)
        return;
    const uint64_t count = fm_rows_records(block, sink);
    if (count <= left) {
        stage->left[i] -= count;
        return;
    }
    stage->left[i] = 0;
    fm_account_lost(stage->run->account, route, FM_POSITION_LIMIT, count - left);
    if (left == 0) {
        fm_rows_clear(block, sink);
        return;
    }
    const size_t row = find_row(block, sink, &wanted);
    fm_rows_cut(block, sink, row + 1, end_of(block, sink, row, wanted));
    fm_rows_of(block, sink)[row].records = (uint32_t)wanted;
}

static enum fm_status limit_write_block(void *self, struct fm_block *block, struct fm_error *error)
{
    struct limit_stage *stage = self;
    (void)error;
    for (size_t i = 0; i < stage->run->plan->route_count; i++)
        limit_route(stage, block, i);
    if (stage->run->plan->ends_early)
        stage->run->left = most_left(stage);
    return FM_OK;
}

size_t fm_limit_items(const struct fm_stage_run *run, const struct fm_block *block)
{
    size_t items = 0;
    if (!run->plan->ends_early) /* where records are gathered first, it does not */
        return SIZE_MAX;
    for (size_t i = 0; i < run->plan->route_count; i++) {
        uint64_t wanted = run->limits[i];
        if (wanted == 0)
            continue;
        const unsigned sink = run->plan->routes[i].sink;
        const size_t row = find_row(block, sink, &wanted);
        if (row == fm_rows_count(block, sink))
            return SIZE_MAX;
        const size_t last = (size_t)fm_rows_of(block, sink)[row].item + 1;
        items = last > items ? last : items;
    }
    return items;
}

const struct fm_stage fm_stage_limit = {.bytes = sizeof(struct limit_stage),
                                        .sink_bytes = sizeof(uint64_t),
                                        .start = limit_start,
                                        .write = limit_write_block};
