/* SPDX-License-Identifier: MIT */
/* Pieces of blocks in a new order: see pieces.h. A piece has the number of the game that it begins
 * with, or whose place it takes. A dropped game ends a piece, so none has two places in it; and the
 * game that takes a place comes after all that was before that place. */
#include <config.h>
#include "convert/pieces.h"
#include <stdlib.h>
#include "convert/runs.h"
#include "store/sorter.h"

struct fm_pieces {
    const struct fm_stage_run *run;
    struct fm_sorter *sorter; /* owned */
    uint64_t games;           /* of the blocks before */
    uint64_t inputs;          /* begun so far */
    struct fm_buf value;      /* of one piece */
};

/* A piece is this, and for each output a struct part and what it counts. */
struct head {
    uint64_t input; /* which one it comes from */
    bool listed;
};

struct part {
    size_t bytes, keys, runs, segments; /* how many of each; a segment is followed by its name */
};

enum fm_status fm_pieces_new(const struct fm_stage_run *run, uint64_t memory,
                             struct fm_pieces **out)
{
    struct fm_pieces *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->run = run;
    const enum fm_status status = fm_sorter_new(run->spool, memory, &made->sorter);
    if (status == FM_OK)
        *out = made;
    else
        free(made);
    return status;
}

void fm_pieces_free(struct fm_pieces *pieces)
{
    if (pieces == NULL)
        return;
    fm_sorter_free(pieces->sorter);
    fm_buf_free(&pieces->value);
    free(pieces);
}

/* How far one output of a block has been cut. */
struct cursor {
    size_t at, key, run;
    struct fm_segment *segment; /* the next one, of any output */
};

/* All is counted from the beginning of its piece. */
static enum fm_status pack_keys(struct fm_buf *value, const struct fm_buf *keys,
                                struct cursor *cursor, size_t end, size_t *count)
{
    const struct fm_key_mark *marks = (const void *)keys->p;
    const size_t first = cursor->key;
    for (; cursor->key < keys->n / sizeof *marks && marks[cursor->key].end <= end; cursor->key++) {
        struct fm_key_mark mark;
        memcpy(&mark, &marks[cursor->key], sizeof mark);
        mark.end -= cursor->at;
        FM_TRY(fm_buf_append(value, &mark, sizeof mark));
    }
    *count = cursor->key - first;
    return FM_OK;
}

static enum fm_status pack_runs(struct fm_buf *value, const struct fm_buf *runs,
                                struct cursor *cursor, size_t end, size_t *count)
{
    const struct fm_run *all = (const void *)runs->p;
    const size_t first = cursor->run;
    for (; cursor->run < runs->n / sizeof *all && all[cursor->run].at < end; cursor->run++) {
        struct fm_run run;
        memcpy(&run, &all[cursor->run], sizeof run);
        run.at -= cursor->at;
        FM_TRY(fm_buf_append(value, &run, sizeof run));
    }
    *count = cursor->run - first;
    return FM_OK;
}

/* A segment may go on after the piece. */
static enum fm_status pack_segments(struct fm_buf *value, unsigned sink, struct cursor *cursor,
                                    size_t end, size_t *count)
{
    *count = 0;
    for (; cursor->segment != NULL; cursor->segment = cursor->segment->next) {
        const struct fm_segment *segment = cursor->segment;
        if (segment->sink != sink || segment->end <= cursor->at)
            continue;
        if (segment->begin >= end)
            return FM_OK;
        struct fm_segment part;
        memcpy(&part, segment, sizeof part);
        part.begin = segment->begin < cursor->at ? 0 : segment->begin - cursor->at;
        part.end = (segment->end < end ? segment->end : end) - cursor->at;
        FM_TRY(fm_buf_append(value, &part, sizeof part));
        FM_TRY(fm_buf_append_text(value, segment->name));
        ++*count;
        if (segment->end > end)
            return FM_OK;
    }
    return FM_OK;
}

static enum fm_status pack(struct fm_buf *value, const struct fm_block *block, unsigned sink,
                           struct cursor *cursor, size_t end)
{
    struct part part = {.bytes = end - cursor->at};
    const size_t at = value->n;
    FM_TRY(fm_buf_append(value, &part, sizeof part));
    if (part.bytes > 0)
        FM_TRY(fm_buf_append(value, block->out[sink].p + cursor->at, part.bytes));
    FM_TRY(pack_keys(value, &block->keys[sink], cursor, end, &part.keys));
    FM_TRY(pack_runs(value, &block->runs[sink], cursor, end, &part.runs));
    FM_TRY(pack_segments(value, sink, cursor, end, &part.segments));
    memcpy(value->p + at, &part, sizeof part);
    cursor->at = end;
    return FM_OK;
}

/* A block that is cut, for each output from its cursor on. */
struct cutting {
    struct fm_pieces *pieces;
    const struct fm_block *block;
    struct cursor *cursors; /* one a route */
};

/* Cut the next piece off. @param ends  where it ends, for each output; NULL = with the block.
 * @param place  of the piece. */
static enum fm_status cut(const struct cutting *cutting, const size_t *ends, uint64_t place,
                          struct fm_error *error)
{
    struct fm_pieces *pieces = cutting->pieces;
    const struct fm_block *block = cutting->block;
    struct fm_buf *value = &pieces->value;
    struct head head;
    bool any = false;
    memset(&head, 0, sizeof head); /* its padding, too: all of it may be written */
    head.input = pieces->inputs;
    head.listed = block->listed;
    value->n = 0;
    FM_TRY(fm_buf_append(value, &head, sizeof head));
    for (unsigned sink = 0; sink < pieces->run->plan->route_count; sink++) {
        const size_t end = ends == NULL ? block->out[sink].n : ends[sink];
        any = any || end > cutting->cursors[sink].at;
        FM_TRY(pack(value, block, sink, &cutting->cursors[sink], end));
    }
    unsigned char key[sizeof place];
    for (size_t i = 0; i < sizeof key; i++) /* numbers as bytes in their order */
        key[i] = (unsigned char)(place >> (8 * (sizeof key - 1 - i)));
    return any ? fm_sorter_add(pieces->sorter, (struct fm_text){key, sizeof key},
                               (struct fm_text){value->p, value->n}, error)
               : FM_OK;
}

/* Nothing is written of this part of the block. */
static void skip(const struct cutting *cutting, const size_t *ends)
{
    const size_t count = cutting->pieces->run->plan->route_count;
    for (unsigned sink = 0; sink < count; sink++) {
        struct cursor *cursor = &cutting->cursors[sink];
        const struct fm_buf *keys = &cutting->block->keys[sink],
                            *runs = &cutting->block->runs[sink];
        const struct fm_key_mark *marks = (const void *)keys->p;
        const struct fm_run *all = (const void *)runs->p;
        cursor->at = ends[sink];
        while (cursor->key < keys->n / sizeof *marks && marks[cursor->key].end <= cursor->at)
            cursor->key++;
        while (cursor->run < runs->n / sizeof *all && all[cursor->run].at < cursor->at)
            cursor->run++;
    }
}

static enum fm_status cut_games(const struct cutting *cutting, struct fm_error *error)
{
    struct fm_pieces *pieces = cutting->pieces;
    uint64_t first = pieces->games; /* the game that the next piece begins with */
    for (struct fm_game_mark *mark = cutting->block->game_marks; mark != NULL; mark = mark->next) {
        const uint64_t number = pieces->games++;
        if (!mark->answer.same && mark->answer.place == number)
            continue;
        FM_TRY(cut(cutting, mark->from, first, error));
        if (mark->answer.same)
            skip(cutting, mark->to);
        else
            FM_TRY(cut(cutting, mark->to, mark->answer.place, error));
        first = pieces->games;
    }
    return cut(cutting, NULL, first, error);
}

/* The block writes nothing any more but its reports, and so do its games. */
static void clear_routes(const struct fm_plan *plan, struct fm_block *block)
{
    for (size_t sink = 0; sink < plan->route_count; sink++)
        block->out[sink].n = block->keys[sink].n = block->runs[sink].n = 0;
    for (struct fm_game_mark *mark = block->game_marks; mark != NULL; mark = mark->next)
        for (size_t sink = 0; sink < plan->route_count; sink++)
            mark->from[sink] = mark->to[sink] = 0;
    block->segments = block->segment_last = NULL;
    block->segment_tail = &block->segments;
}

enum fm_status fm_pieces_take(struct fm_pieces *pieces, struct fm_block *block,
                              struct fm_error *error)
{
    const struct fm_plan *plan = pieces->run->plan;
    struct cutting cutting = {.pieces = pieces, .block = block};
    cutting.cursors = fm_arena_alloc(&block->arena, plan->route_count * sizeof *cutting.cursors);
    if (cutting.cursors == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < plan->route_count; i++)
        cutting.cursors[i] = (struct cursor){.segment = block->segments};
    pieces->inputs += block->input_first;
    FM_TRY(cut_games(&cutting, error));
    clear_routes(plan, block);
    return FM_OK;
}

/* Where pieces go. */
struct writing {
    struct fm_pieces *pieces;
    struct fm_block *block;
    fm_pass_block *pass;
    void *user;
    uint64_t input; /* of the piece before */
};

/* @return what is after the bytes that were copied. */
static const unsigned char *take(const unsigned char *from, void *to, size_t n)
{
    memcpy(to, from, n);
    return from + n;
}

static enum fm_status unpack_segments(struct fm_block *block, unsigned sink, size_t at,
                                      size_t count, const unsigned char **from)
{
    for (; count > 0; count--) {
        struct fm_segment *made = fm_arena_alloc(&block->arena, sizeof *made);
        if (made == NULL)
            return FM_NO_MEMORY;
        *from = take(*from, made, sizeof *made);
        const struct fm_text name = {*from, made->name.n};
        *from += name.n;
        made->next = NULL;
        made->sink = sink;
        made->name = fm_arena_copy(&block->arena, name);
        if (made->name.n < name.n)
            return FM_NO_MEMORY;
        made->begin += at;
        made->end += at;
        *block->segment_tail = block->segment_last = made;
        block->segment_tail = &made->next;
    }
    return FM_OK;
}

static enum fm_status unpack(struct fm_block *block, unsigned sink, const unsigned char **from)
{
    const size_t at = block->out[sink].n;
    struct part part;
    *from = take(*from, &part, sizeof part);
    if (part.bytes > 0)
        FM_TRY(fm_buf_append(&block->out[sink], *from, part.bytes));
    *from += part.bytes;
    for (; part.keys > 0; part.keys--) {
        struct fm_key_mark mark;
        *from = take(*from, &mark, sizeof mark);
        mark.end += at;
        FM_TRY(fm_buf_append(&block->keys[sink], &mark, sizeof mark));
    }
    for (; part.runs > 0; part.runs--) {
        struct fm_run run;
        *from = take(*from, &run, sizeof run);
        run.at += at;
        FM_TRY(fm_buf_append(&block->runs[sink], &run, sizeof run));
    }
    return unpack_segments(block, sink, at, part.segments, from);
}

static bool is_full(const struct writing *writing, bool other_input)
{
    enum { ENOUGH = 256 * 1024 };
    size_t bytes = 0;
    for (size_t sink = 0; sink < writing->pieces->run->plan->route_count; sink++)
        bytes += writing->block->out[sink].n;
    return bytes >= (other_input ? 1 : ENOUGH);
}

static enum fm_status pass_on(const struct writing *writing, struct fm_error *error)
{
    if (atomic_load_explicit(writing->pieces->run->cancelled, memory_order_relaxed))
        return FM_CANCELLED;
    return writing->pass(writing->user, writing->block, error);
}

/* What comes from another input begins a block, as if the input did. */
static enum fm_status put(void *user, struct fm_text key, struct fm_text value,
                          struct fm_error *error)
{
    struct writing *writing = user;
    struct fm_block *block = writing->block;
    struct head head;
    const unsigned char *from = take(value.p, &head, sizeof head);
    const bool other = head.input != writing->input;
    (void)key;
    if (is_full(writing, other))
        FM_TRY(pass_on(writing, error));
    block->listed = head.listed;
    block->input_first = block->input_first || other;
    writing->input = head.input;
    for (unsigned sink = 0; sink < writing->pieces->run->plan->route_count; sink++)
        FM_TRY(unpack(block, sink, &from));
    return FM_OK;
}

enum fm_status fm_pieces_each(struct fm_pieces *pieces, struct fm_block *block, fm_pass_block *pass,
                              void *user, struct fm_error *error)
{
    struct writing writing = {.pieces = pieces, .block = block, .pass = pass, .user = user};
    FM_TRY(fm_sorter_each(pieces->sorter, put, &writing, error));
    return pass(user, block, error);
}
