/* SPDX-License-Identifier: MIT */
/* Blocks in the temporary file: see held.h. The same process reads what it has written, so
 * arrays are written as they are; rows, of which there are as many as records, in few bytes. */
#include <config.h>
#include "run/held.h"
#include <stdlib.h>

/* Data of a held block in front of its arrays. */
struct head {
    uint64_t offset, line_base, game_base;
    size_t name; /* bytes of the input's name that follow, NUL included */
    bool listed, input_first, counted_items, open_games;
};

static enum fm_status put_held(struct fm_held *held, const void *bytes, size_t n,
                               struct fm_error *error)
{
    return fm_stream_append(held->spool, &held->stream, bytes, n, error);
}

static enum fm_status put_array(struct fm_held *held, const struct fm_buf *array,
                                struct fm_error *error)
{
    FM_TRY(fm_stream_append_number(held->spool, &held->stream, array->n, error));
    return put_held(held, array->p, array->n, error);
}

static enum fm_status get_array(struct fm_held *held, struct fm_buf *array, struct fm_error *error)
{
    uint64_t n;
    FM_TRY(fm_stream_read_number(held->spool, &held->stream, &n, error));
    return fm_stream_read_to(held->spool, &held->stream, array, (size_t)n, error);
}

/* Each row is what it adds to the one before. */
static enum fm_status pack_rows(struct fm_held *held, const struct fm_block *block, unsigned sink)
{
    enum { PACKED_MAX = 4 * FM_NUMBER_MAX + 1 };
    const struct fm_row *rows = fm_rows_of(block, sink);
    const size_t count = fm_rows_count(block, sink);
    struct fm_row last = {.end = 0};
    held->packed.n = 0;
    FM_TRY(fm_buf_reserve(&held->packed, FM_NUMBER_MAX + count * PACKED_MAX));
    unsigned char *p = fm_number_put(held->packed.p, count);
    for (size_t i = 0; i < count; last = rows[i++]) {
        p = fm_number_put(p, rows[i].end - last.end);
        p = fm_number_put(p, rows[i].item - last.item);
        p = fm_number_put(p, rows[i].records);
        p = fm_number_put(p, rows[i].name);
        *p++ = (unsigned char)(rows[i].fate | (rows[i].half_points + 1) << 2 | rows[i].black << 4);
    }
    held->packed.n = (size_t)(p - held->packed.p);
    return FM_OK;
}

static enum fm_status unpack_rows(const struct fm_held *held, struct fm_block *block, unsigned sink)
{
    uint64_t count, n;
    const unsigned char *p = fm_number_get(held->packed.p, &count);
    struct fm_buf *rows = &block->rows[sink].rows;
    struct fm_row row = {.end = 0};
    FM_TRY(fm_buf_reserve(rows, (size_t)count * sizeof row));
    for (; count > 0; count--) {
        p = fm_number_get(p, &n);
        row.end += n;
        p = fm_number_get(p, &n);
        row.item += (uint32_t)n;
        p = fm_number_get(p, &n);
        row.records = (uint32_t)n;
        p = fm_number_get(p, &n);
        row.name = (uint32_t)n;
        row.fate = *p & 3;
        row.half_points = (signed char)((*p >> 2 & 3) - 1);
        row.black = *p++ >> 4;
        FM_TRY(fm_buf_append(rows, &row, sizeof row));
    }
    return FM_OK;
}

/* Keys are most of what is held, so of a record no more is written than a stage from this one on
 * reads: all of them its answer, those before and beside uniqueness the rest. */
static bool holds_keys(const struct fm_held *held, unsigned sink)
{
    const struct fm_route *route = &held->plan->routes[sink];
    return (held->what & FM_HOLD_KEYS) || fm_route_gathers(route);
}

static enum fm_status put_keys(struct fm_held *held, const struct fm_block *block, unsigned sink,
                               struct fm_error *error)
{
    const struct fm_row_key *keys = fm_rows_keys(block, sink);
    const size_t count = fm_rows_key_count(block, sink);
    if (holds_keys(held, sink))
        return put_array(held, &block->rows[sink].keys, error);
    held->packed.n = 0;
    for (size_t i = 0; i < count; i++)
        FM_TRY(fm_buf_append_short(&held->packed, &keys[i].answer, 1));
    return put_array(held, &held->packed, error);
}

/* In a block that was settled each row has a key. */
static enum fm_status get_keys(struct fm_held *held, struct fm_block *block, unsigned sink,
                               struct fm_error *error)
{
    struct fm_buf *keys = &block->rows[sink].keys;
    if (holds_keys(held, sink))
        return get_array(held, keys, error);
    held->packed.n = 0;
    FM_TRY(get_array(held, &held->packed, error));
    for (size_t i = 0; i < held->packed.n; i++) {
        const struct fm_row_key key = {.row = (uint32_t)i, .answer = held->packed.p[i]};
        FM_TRY(fm_buf_append(keys, &key, sizeof key));
    }
    return FM_OK;
}

/* Items are needed as long as their games may be dropped; names of files always. */
static enum fm_status each_of_block(struct fm_held *held, struct fm_block *block,
                                    enum fm_status (*array)(struct fm_held *held,
                                                            struct fm_buf *array,
                                                            struct fm_error *error),
                                    struct fm_error *error)
{
    FM_TRY(array(held, &block->texts, error));
    if (!block->decision.open_games)
        return FM_OK;
    FM_TRY(array(held, &block->items, error));
    FM_TRY(array(held, &block->steps, error));
    return array(held, &block->compared, error);
}

static enum fm_status put_any(struct fm_held *held, struct fm_buf *array, struct fm_error *error)
{
    return put_array(held, array, error);
}

enum fm_status fm_held_put(struct fm_held *held, struct fm_block *block, struct fm_error *error)
{
    struct head head;
    memset(&head, 0, sizeof head); /* its padding too: all of it is written */
    head.offset = block->offset;
    head.line_base = block->numbers.lines_before;
    head.game_base = block->numbers.games_before;
    head.name = block->input.name == NULL ? 0 : strlen(block->input.name) + 1;
    head.listed = block->listed;
    head.input_first = block->input.first;
    head.counted_items = block->decision.counted_items;
    head.open_games = block->decision.open_games;
    FM_TRY(put_held(held, &head, sizeof head, error));
    FM_TRY(put_held(held, block->input.name, head.name, error));
    FM_TRY(each_of_block(held, block, put_any, error));
    for (unsigned sink = 0; sink < held->plan->sinks; sink++) {
        FM_TRY(put_array(held, &block->out[sink], error));
        FM_TRY(pack_rows(held, block, sink));
        FM_TRY(put_array(held, &held->packed, error));
        FM_TRY(put_array(held, &block->rows[sink].joints, error));
        if (sink < held->plan->route_count)
            FM_TRY(put_keys(held, block, sink, error));
        FM_TRY(fm_stream_append_number(held->spool, &held->stream, block->rows[sink].plain, error));
    }
    held->count++;
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
    FM_TRY(fm_stream_read(held->spool, &held->stream, &head, sizeof head, error));
    block->input.path.n = 0;
    FM_TRY(fm_stream_read_to(held->spool, &held->stream, &block->input.path, head.name, error));
    block->input.name = head.name == 0 ? NULL : (const char *)block->input.path.p;
    block->offset = head.offset;
    block->numbers.lines_before = head.line_base;
    block->numbers.games_before = head.game_base;
    block->listed = head.listed;
    block->input.first = head.input_first;
    block->decision.counted_items = head.counted_items;
    block->decision.open_games = head.open_games;
    FM_TRY(each_of_block(held, block, get_array, error));
    for (unsigned sink = 0; sink < block->sinks; sink++) {
        FM_TRY(get_array(held, &block->out[sink], error));
        held->packed.n = 0;
        FM_TRY(get_array(held, &held->packed, error));
        FM_TRY(unpack_rows(held, block, sink));
        FM_TRY(get_array(held, &block->rows[sink].joints, error));
        if (sink < held->plan->route_count)
            FM_TRY(get_keys(held, block, sink, error));
        FM_TRY(fm_stream_read_number(held->spool, &held->stream, &block->rows[sink].plain, error));
    }
    return FM_OK;
}

void fm_held_free(struct fm_held *held)
{
    if (held->spool != NULL)
        fm_stream_drop(held->spool, &held->stream);
    fm_buf_free(&held->packed);
    *held = (struct fm_held){.plan = NULL};
}
