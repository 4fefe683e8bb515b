/* SPDX-License-Identifier: MIT */
/* Numbers of records ({record}): each output counts what it is given, after everything that
 * decides on it, and the numbers take the place of the marks that the records have so far. That
 * is done where blocks are written in order; it costs one pass over the text of those outputs. */
#include <config.h>
#include "run/stage.h"
#include "record/record_mark.h"

struct number_stage {
    const struct fm_plan *plan;
    uint64_t written[]; /* number of records of each route so far */
};

static enum fm_status number_start(void *self, struct fm_stage_run *run, struct fm_error *error)
{
    (void)error;
    struct number_stage *stage = self;
    stage->plan = run->plan;
    return FM_OK;
}

static void number_route(struct number_stage *stage, struct fm_block *block, size_t i)
{
    const unsigned sink = stage->plan->routes[i].sink;
    struct fm_buf *out = &block->out[sink];
    struct fm_row *rows = fm_rows_of(block, sink);
    const size_t count = out->n == 0 ? 0 : fm_rows_count(block, sink);
    unsigned char *to = out->p;
    for (size_t k = 0, from = 0; k < count; k++) {
        const struct fm_text text = {out->p + from, rows[k].end - from};
        stage->written[i] += rows[k].records;
        from = rows[k].end;
        to = fm_record_marks_fill(text, stage->written[i], to);
        rows[k].end = (size_t)(to - out->p);
    }
    if (count > 0)
        out->n = rows[count - 1].end;
}

static enum fm_status number_write_block(void *self, struct fm_block *block, struct fm_error *error)
{
    struct number_stage *stage = self;
    (void)error;
    for (size_t i = 0; i < stage->plan->route_count; i++)
        if (stage->plan->routes[i].needs & FM_NEEDS_RECORD)
            number_route(stage, block, i);
    return FM_OK;
}

const struct fm_stage fm_stage_number = {.bytes = sizeof(struct number_stage),
                                         .sink_bytes = sizeof(uint64_t),
                                         .start = number_start,
                                         .write = number_write_block};
