/* SPDX-License-Identifier: MIT */
/* Blocks in the temporary file: see held.h. The same process reads what it has written, so
 * structs are written as they are, and what they point to after them. */
#include <config.h>
#include "convert/held.h"
#include <stdlib.h>

/* Of a block, what stages need that is not in a list. */
struct head {
    size_t segments, games; /* that follow */
    bool listed, input_first;
};

/* What is kept of a record depends on what the later stages decide by: keys and samples are most of
 * what is held, so none is written that nobody reads. */
struct needs {
    bool any, key, sample;
};

static struct needs needs_of(const struct fm_held *held, size_t sink)
{
    const struct fm_plan *plan = held->plan;
    if (sink >= plan->route_count || !(plan->routes[sink].needs & FM_NEEDS_DECISION))
        return (struct needs){false, false, false};
    const struct fm_route *route = &plan->routes[sink];
    return (struct needs){true, (route->needs & FM_NEEDS_GROUPS) || (held->what & FM_HOLD_KEYS),
                          (route->needs & FM_NEEDS_RUN_SAMPLE) != 0};
}

static enum fm_status put(struct fm_held *held, const void *bytes, size_t n, struct fm_error *error)
{
    return fm_stream_append(held->spool, &held->stream, bytes, n, error);
}

FM_INLINE unsigned char *copy(unsigned char *to, const void *from, size_t n)
{
    memcpy(to, from, n);
    return to + n;
}

/* Lengths are written, not ends: as numbers of few bytes they are short. All marks go to the stream
 * in one piece, as there are as many as records. */
static enum fm_status pack_marks(struct fm_held *held, const struct fm_buf *keys,
                                 struct needs needs)
{
    enum { PACKED_MAX = FM_NUMBER_MAX + sizeof(struct fm_key_mark) };
    const struct fm_key_mark *marks = (const void *)keys->p;
    const size_t count = keys->n / sizeof *marks;
    size_t begin = 0;
    held->packed.n = 0;
    FM_TRY(fm_buf_reserve(&held->packed, count * PACKED_MAX));
    unsigned char *p = held->packed.p;
    for (size_t i = 0; i < count; i++) {
        p = fm_number_put(p, marks[i].end - begin);
        *p++ = marks[i].answer;
        *p++ = (unsigned char)((marks[i].half_points + 1) << 1 | marks[i].black);
        if (needs.key)
            p = copy(p, &marks[i].key, sizeof marks[i].key);
        if (needs.sample)
            p = copy(p, &marks[i].sample, sizeof marks[i].sample);
        begin = marks[i].end;
    }
    held->packed.n = (size_t)(p - held->packed.p);
    return FM_OK;
}

static enum fm_status put_marks(struct fm_held *held, const struct fm_buf *keys, struct needs needs,
                                struct fm_error *error)
{
    const uint64_t count = keys->n / sizeof(struct fm_key_mark);
    FM_TRY(pack_marks(held, keys, needs));
    FM_TRY(fm_stream_append_number(held->spool, &held->stream, count, error));
    FM_TRY(fm_stream_append_number(held->spool, &held->stream, held->packed.n, error));
    return put(held, held->packed.p, held->packed.n, error);
}

/* The struct as it is, then what its pointers have; get_game() reads in the same order. */
static enum fm_status put_game(struct fm_held *held, const struct fm_game_mark *mark, size_t sinks,
                               struct fm_error *error)
{
    FM_TRY(put(held, mark, sizeof *mark, error));
    FM_TRY(put(held, mark->from, sinks * sizeof *mark->from, error));
    FM_TRY(put(held, mark->to, sinks * sizeof *mark->to, error));
    FM_TRY(put(held, mark->shares, mark->share_count * sizeof *mark->shares, error));
    FM_TRY(put(held, mark->text.p, mark->text.n, error));
    return put(held, mark->line.p, mark->line.n, error);
}

static enum fm_status put_head(struct fm_held *held, const struct fm_block *block,
                               struct fm_error *error)
{
    struct head head;
    memset(&head, 0, sizeof head); /* its padding too: all of it is written */
    head.listed = block->listed;
    head.input_first = block->input_first;
    for (const struct fm_segment *segment = block->segments; segment != NULL;
         segment = segment->next)
        head.segments++;
    if (held->what & FM_HOLD_GAMES)
        for (const struct fm_game_mark *mark = block->game_marks; mark != NULL; mark = mark->next)
            head.games++;
    return put(held, &head, sizeof head, error);
}

enum fm_status fm_held_put(struct fm_held *held, const struct fm_block *block,
                           struct fm_error *error)
{
    FM_TRY(put_head(held, block, error));
    for (size_t sink = 0; sink < held->plan->sinks; sink++) {
        const struct needs needs = needs_of(held, sink);
        const struct fm_buf *out = &block->out[sink];
        FM_TRY(fm_stream_append_number(held->spool, &held->stream, out->n, error));
        FM_TRY(put(held, out->p, out->n, error));
        if (needs.any)
            FM_TRY(put_marks(held, &block->keys[sink], needs, error));
        const struct fm_buf *runs = &block->runs[sink];
        FM_TRY(fm_stream_append_number(held->spool, &held->stream, runs->n, error));
        FM_TRY(put(held, runs->p, runs->n, error));
    }
    for (const struct fm_segment *segment = block->segments; segment != NULL;
         segment = segment->next) {
        FM_TRY(put(held, segment, sizeof *segment, error));
        FM_TRY(put(held, segment->name.p, segment->name.n, error));
    }
    if (held->what & FM_HOLD_GAMES)
        for (const struct fm_game_mark *mark = block->game_marks; mark != NULL; mark = mark->next)
            FM_TRY(put_game(held, mark, held->plan->sinks, error));
    held->count++;
    return FM_OK;
}

static enum fm_status get(struct fm_held *held, void *to, size_t n, struct fm_error *error)
{
    return fm_stream_read(held->spool, &held->stream, to, n, error);
}

/* Read n bytes into the block's arena. @param out  where the pointer to them goes. */
static enum fm_status get_new(struct fm_held *held, struct fm_block *block, void *out, size_t n,
                              struct fm_error *error)
{
    void *made = fm_arena_alloc(&block->arena, n);
    if (made == NULL)
        return FM_NO_MEMORY;
    FM_TRY(get(held, made, n, error));
    memcpy(out, &made, sizeof made);
    return FM_OK;
}

static enum fm_status get_text(struct fm_held *held, struct fm_block *block, struct fm_text *text,
                               struct fm_error *error)
{
    return text->n == 0 ? FM_OK : get_new(held, block, &text->p, text->n, error);
}

static void unpack_marks(const struct fm_held *held, struct needs needs, struct fm_key_mark *marks,
                         size_t count)
{
    const unsigned char *p = held->packed.p;
    size_t end = 0;
    for (size_t i = 0; i < count; i++) {
        struct fm_key_mark mark = {.sample = 0};
        uint64_t n;
        p = fm_number_get(p, &n);
        end += n;
        mark.end = end;
        mark.answer = *p++;
        mark.half_points = (int)(*p >> 1) - 1;
        mark.black = *p++ & 1;
        if (needs.key) {
            memcpy(&mark.key, p, sizeof mark.key);
            p += sizeof mark.key;
        }
        if (needs.sample) {
            memcpy(&mark.sample, p, sizeof mark.sample);
            p += sizeof mark.sample;
        }
        marks[i] = mark;
    }
}

static enum fm_status get_marks(struct fm_held *held, struct fm_buf *keys, struct needs needs,
                                struct fm_error *error)
{
    uint64_t count, n;
    FM_TRY(fm_stream_read_number(held->spool, &held->stream, &count, error));
    FM_TRY(fm_stream_read_number(held->spool, &held->stream, &n, error));
    held->packed.n = 0;
    FM_TRY(fm_stream_read_to(held->spool, &held->stream, &held->packed, n, error));
    FM_TRY(fm_buf_reserve(keys, count * sizeof(struct fm_key_mark)));
    if (count > 0)
        unpack_marks(held, needs, (void *)keys->p, count);
    keys->n = count * sizeof(struct fm_key_mark);
    return FM_OK;
}

static enum fm_status get_segment(struct fm_held *held, struct fm_block *block,
                                  struct fm_error *error)
{
    struct fm_segment *made;
    FM_TRY(get_new(held, block, &made, sizeof *made, error));
    made->next = NULL;
    FM_TRY(get_text(held, block, &made->name, error));
    *block->segment_tail = block->segment_last = made;
    block->segment_tail = &made->next;
    return FM_OK;
}

static enum fm_status get_game(struct fm_held *held, struct fm_block *block, struct fm_error *error)
{
    struct fm_game_mark *made;
    FM_TRY(get_new(held, block, &made, sizeof *made, error));
    made->next = made->next_dropped = NULL;
    made->identity.moves = (struct fm_text){NULL, 0}; /* compared when the game came */
    FM_TRY(get_new(held, block, &made->from, block->sinks * sizeof *made->from, error));
    FM_TRY(get_new(held, block, &made->to, block->sinks * sizeof *made->to, error));
    if (made->share_count > 0)
        FM_TRY(
            get_new(held, block, &made->shares, made->share_count * sizeof *made->shares, error));
    FM_TRY(get_text(held, block, &made->text, error));
    FM_TRY(get_text(held, block, &made->line, error));
    *block->game_tail = made;
    block->game_tail = &made->next;
    return FM_OK;
}

enum fm_status fm_held_next(struct fm_held *held, struct fm_block *block, bool *more,
                            struct fm_error *error)
{
    struct head head;
    if (!held->reading)
        FM_TRY(fm_stream_finish(held->spool, &held->stream, error));
    held->reading = true;
    *more = held->count > 0;
    if (!*more)
        return FM_OK;
    held->count--;
    FM_TRY(get(held, &head, sizeof head, error));
    block->listed = head.listed;
    block->input_first = head.input_first;
    for (size_t sink = 0; sink < block->sinks; sink++) {
        const struct needs needs = needs_of(held, sink);
        uint64_t n;
        FM_TRY(fm_stream_read_number(held->spool, &held->stream, &n, error));
        FM_TRY(fm_stream_read_to(held->spool, &held->stream, &block->out[sink], n, error));
        if (needs.any)
            FM_TRY(get_marks(held, &block->keys[sink], needs, error));
        FM_TRY(fm_stream_read_number(held->spool, &held->stream, &n, error));
        FM_TRY(fm_stream_read_to(held->spool, &held->stream, &block->runs[sink], n, error));
    }
    for (; head.segments > 0; head.segments--)
        FM_TRY(get_segment(held, block, error));
    for (; head.games > 0; head.games--)
        FM_TRY(get_game(held, block, error));
    return FM_OK;
}

void fm_held_free(struct fm_held *held)
{
    if (held->spool != NULL)
        fm_stream_drop(held->spool, &held->stream);
    fm_buf_free(&held->packed);
    *held = (struct fm_held){.plan = NULL};
}
