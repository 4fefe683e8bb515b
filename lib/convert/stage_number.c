/* SPDX-License-Identifier: MIT */
/* Numbers of records ({record}): each output counts what it is given, after everything that decides
 * on it, and the numbers take the place of the marks that the records have so far. That is done where
 * blocks are written in order; it costs one pass over the text of those outputs. */
#include <config.h>
#include "convert/runs.h"
#include "convert/stage.h"
#include <stdlib.h>
#include "record/record_mark.h"

struct number_stage {
    const struct fm_plan *plan;
    uint64_t *written; /* records of each route so far; owned */
};

static void stop(void *self)
{
    struct number_stage *stage = self;
    free(stage->written);
    free(stage);
}

static enum fm_status start(struct fm_stage_run *run, void **self, struct fm_error *error)
{
    (void)error;
    if (!(run->plan->needs & FM_NEEDS_RECORD))
        return FM_OK;
    struct number_stage *stage = calloc(1, sizeof *stage);
    if (stage == NULL)
        return FM_NO_MEMORY;
    *self = stage;
    stage->plan = run->plan;
    stage->written = calloc(run->plan->route_count + 1, sizeof *stage->written);
    if (stage->written == NULL)
        return FM_NO_MEMORY;
    return FM_OK;
}

/* A record has moved: so have the parts of the buffer that begin or end there. */
struct moved {
    struct fm_segment *segment;
    struct fm_run *run;
    size_t runs; /* from `run` on */
};

static void move_parts(struct moved *parts, unsigned sink, size_t from, size_t from_end, size_t to,
                       size_t to_end)
{
    for (; parts->runs > 0 && parts->run->at <= from; parts->runs--)
        (parts->run++)->at = to;
    while (parts->segment != NULL && (parts->segment->sink != sink || parts->segment->end <= from))
        parts->segment = parts->segment->next;
    if (parts->segment == NULL)
        return;
    if (parts->segment->begin == from)
        parts->segment->begin = to;
    if (parts->segment->end == from_end) {
        parts->segment->end = to_end;
        parts->segment = parts->segment->next;
    }
}

static void number_route(struct number_stage *stage, struct fm_block *block, size_t i)
{
    const unsigned sink = stage->plan->routes[i].sink;
    struct fm_buf *out = &block->out[sink];
    struct fm_key_mark *marks = (void *)block->keys[sink].p;
    const size_t count = block->keys[sink].n / sizeof *marks;
    if (count == 0)
        return;
    struct moved parts = {block->segments, fm_runs_of(block, sink), fm_runs_count(block, sink)};
    unsigned char *to = out->p;
    for (size_t k = 0, from = 0; k < count; k++) {
        const size_t end = marks[k].end, begin = (size_t)(to - out->p);
        to = fm_record_marks_fill((struct fm_text){out->p + from, end - from}, ++stage->written[i],
                                  to);
        marks[k].end = (size_t)(to - out->p);
        move_parts(&parts, sink, from, end, begin, marks[k].end);
        from = end;
    }
    out->n = marks[count - 1].end;
}

static enum fm_status write_block(void *self, struct fm_block *block, struct fm_error *error)
{
    struct number_stage *stage = self;
    (void)error;
    for (size_t i = 0; i < stage->plan->route_count; i++)
        if (stage->plan->routes[i].needs & FM_NEEDS_RECORD)
            number_route(stage, block, i);
    return FM_OK;
}

const struct fm_stage fm_stage_number = {.start = start, .write = write_block, .free = stop};
