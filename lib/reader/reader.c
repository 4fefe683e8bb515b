/* SPDX-License-Identifier: MIT */
/* The items of a reader: the records of a run, which end with the chunk that they are in. Its
 * messages come between the games by their place in the input, block by block. */
#include <config.h>
#include "fenmill.h"
#include "base/parts.h"
#include "reader/batch.h"
#include "reader/reader_state.h"
#include "record/record_mark.h"

/* Bytes: so far ahead of a record memory is fetched, which another thread has written. */
enum { PREFETCHED = 256 };

static unsigned depth_of(struct fm_text path)
{
    unsigned depth = path.n > 0;
    for (size_t i = 0; i < path.n; i++)
        depth += path.p[i] == '/';
    return depth;
}

/* The first @p depth steps of a path. */
static struct fm_text cut_path(struct fm_text path, unsigned depth)
{
    size_t n = 0;
    while (depth > 0 && n < path.n)
        if (++n == path.n || path.p[n] == '/')
            depth--;
    return (struct fm_text){path.p, n};
}

/* Clear the members that only an item of a position has. */
static void clear_position(struct fm_item *item)
{
    item->ply = item->depth = 0;
    item->fen = FM_NO_TEXT;
    item->values = NULL;
    item->value_count = 0;
    item->position = NULL;
    item->next = NULL;
}

/* One step from the path of the last position towards another one. @return false: it is that. */
static bool step_path(struct fm_reader *reader, struct fm_text to)
{
    const unsigned from_depth = depth_of(reader->path), to_depth = depth_of(to);
    unsigned common = from_depth < to_depth ? from_depth : to_depth;
    while (!fm_text_equal(cut_path(reader->path, common), cut_path(to, common)))
        common--;
    struct fm_item *item = &reader->item;
    if (from_depth == common && to_depth == common)
        return false;
    clear_position(item);
    if (from_depth > common) {
        item->kind = FM_ITEM_VARIATION_END;
        item->depth = from_depth;
        reader->path = cut_path(reader->path, from_depth - 1);
    } else {
        item->kind = FM_ITEM_VARIATION_START;
        item->depth = common + 1;
        reader->path = cut_path(to, common + 1);
    }
    return true;
}

/* The path of a position of variations. @return false: the item is a step towards it. */
static FM_NOINLINE bool take_path(struct fm_reader *reader, struct fm_text path)
{
    if (fm_text_is(path, "main"))
        path.n = 0;
    if (step_path(reader, path))
        return false;
    reader->path = path;
    reader->item.depth = depth_of(path);
    return true;
}

/* The number of the record takes the place of its marks, which are longer. */
static void number_values(struct fm_reader *reader)
{
    reader->records++;
    for (size_t i = 0; i < reader->plan.options.field_count; i++) {
        struct fm_text *const value = &reader->values[i];
        unsigned char *const to = (unsigned char *)(uintptr_t)value->p; /* the chunk's own */
        value->n = (size_t)(fm_record_marks_fill(*value, reader->records, to) - to);
    }
}

/* Values that are not the FEN alone. @return the end of the record, or NULL: the item is a step of
 * the path to it. */
static FM_NOINLINE const unsigned char *take_values(struct fm_reader *reader,
                                                    const unsigned char *at)
{
    struct fm_text *const values = reader->values;
    const size_t count = reader->plan.options.field_count;
    for (size_t i = 0; i < reader->plan.columns; i++)
        at = fm_value_take(at, &values[i]);
    if (reader->plan.columns > count && !take_path(reader, values[count]))
        return NULL;
    if (reader->delivery.numbers)
        number_values(reader);
    if (reader->plan.fen_at != SIZE_MAX)
        reader->item.fen = values[reader->plan.fen_at];
    return at;
}

static bool is_move(const struct fm_move *move)
{
    uint64_t word;
    memcpy(&word, move, sizeof word);
    return word != 0;
}

/* The end of the part of a record that lends a position. */
static const unsigned char *end_of_lent(const unsigned char *at)
{
    struct fm_item_position placed;
    const unsigned char *const end = at + sizeof(struct fm_move);
    if (at[FM_ITEM_MARK] == 0)
        return end;
    memcpy(&placed, end, sizeof placed);
    return end + sizeof placed + placed.size;
}

/* Take a position that is in its record. @return as take_lent(). */
static FM_NOINLINE const unsigned char *take_placed(struct fm_reader *reader,
                                                    const unsigned char *at)
{
    struct fm_position *const line = reader->line;
    struct fm_item_position placed;
    const unsigned char *const board = at + sizeof(struct fm_move) + sizeof placed;
    memcpy(&placed, at + sizeof(struct fm_move), sizeof placed);
    memcpy(&reader->line_next, at, sizeof reader->line_next);
    reader->line_next.zero = 0;
    memcpy(line->board, board, placed.size);
    reader->item.ply = placed.ply;
    reader->item.position = line;
    reader->item.next = NULL;
    if (is_move(&reader->line_next)) {
        line->ops->describe(line->board, reader->line_next, &reader->next);
        reader->item.next = &reader->next;
    }
    return board + placed.size;
}

/* Take the position that is lent: from the record, or by the move of the one before, which takes a
 * tenth of the time of reading a FEN. @return the end of its part of the record. */
FM_INLINE const unsigned char *take_lent(struct fm_reader *reader, const unsigned char *at)
{
    struct fm_position *const line = reader->line;
    const struct fm_move *const next = (const void *)at; /* of bytes alone: it may be anywhere */
    if (FM_UNLIKELY(next->zero != 0))
        return take_placed(reader, at);
    reader->item.ply++;
    if (FM_LIKELY(is_move(next))) {
        line->ops->step(line->board, &reader->line_next, next, &reader->next);
        reader->line_next = *next;
    } else {
        line->ops->play(line->board, reader->line_next);
        reader->item.next = NULL;
    }
    return at + sizeof *next;
}

/* Take what is lent and the values. @return the end of the record, or NULL: the item is a step of
 * the path to it. */
static FM_NOINLINE const unsigned char *take_lent_values(struct fm_reader *reader,
                                                         const unsigned char *at)
{
    const unsigned char *const values = end_of_lent(at);
    const unsigned char *const end = reader->values == &reader->item.fen
                                         ? fm_value_take(values, &reader->item.fen)
                                         : take_values(reader, values);
    if (end != NULL)
        (void)take_lent(reader, at);
    return end;
}

FM_INLINE void take_position(struct fm_reader *reader)
{
    struct fm_item *const item = &reader->item;
    const unsigned char *at = reader->at;
    __builtin_prefetch(at + PREFETCHED);
    if (reader->line != NULL) {
        at = FM_LIKELY(reader->plan.columns == 0) ? take_lent(reader, at)
                                                  : take_lent_values(reader, at);
    } else {
        memcpy(&item->ply, at, sizeof item->ply);
        at += sizeof item->ply;
        at = reader->values == &item->fen ? fm_value_take(at, &item->fen) : take_values(reader, at);
    }
    if (FM_UNLIKELY(at == NULL))
        return;
    reader->at = at;
    if (FM_UNLIKELY(item->kind != FM_ITEM_POSITION)) {
        item->kind = FM_ITEM_POSITION;
        item->values = reader->values;
        item->value_count = reader->plan.options.field_count;
    }
}

/* Rows of the chunk that follow each other and have one name are those of a game. A game without
 * records is skipped. @param[out] start  of the next game. @return false: there is none. */
static bool look_at_game(struct fm_reader *reader, struct fm_item *start, struct fm_text *tags)
{
    const struct fm_chunk *chunk = reader->chunk;
    if (chunk == NULL)
        return false;
    const struct fm_row *rows = (const void *)chunk->rows.p;
    const size_t count = chunk->rows.n / sizeof *rows;
    const size_t begin = reader->row == 0 ? 0 : rows[reader->row - 1].end;
    while (reader->row < count && rows[reader->row].end == begin)
        reader->row++;
    if (reader->row == count)
        return false;
    const size_t place = rows[reader->row].name - 1;
    struct fm_text texts = fm_buf_text_from(&chunk->texts, place);
    struct fm_text input = FM_NO_TEXT;
    if (!fm_part_take(&texts, tags))
        return false;
    memcpy(start, tags->p, sizeof *start);
    *tags = fm_text_after(*tags, sizeof *start);
    const bool whole = fm_part_take(tags, &input);
    start->input = (const char *)input.p;
    return whole;
}

static void begin_game(struct fm_reader *reader, const struct fm_item *start, struct fm_text tags)
{
    const struct fm_chunk *chunk = reader->chunk;
    const struct fm_row *rows = (const void *)chunk->rows.p;
    const uint32_t name = rows[reader->row].name;
    reader->item = *start;
    reader->tags = tags;
    reader->at = chunk->records.p + (reader->row == 0 ? 0 : rows[reader->row - 1].end);
    while (reader->row < chunk->rows.n / sizeof *rows && rows[reader->row].name == name)
        reader->end = chunk->records.p + rows[reader->row++].end;
    reader->path = FM_NO_TEXT;
    if (reader->line != NULL) {
        reader->line->variant = fm_variant_named(fm_text_of(start->variant));
        reader->line->files = reader->line->variant->files;
        reader->line->ops = fm_board_ops_for(reader->line->files);
    }
    reader->in_game = true;
}

static void give_report(struct fm_reader *reader)
{
    struct fm_reader_message *report = reader->reports;
    const struct fm_error *error = &report->error;
    const bool input = error->status == FM_INPUT_FAILED && !error->warning;
    reader->reports = report->next;
    report->next = NULL;
    fm_reader_messages_free(reader->given);
    reader->given = report;
    reader->tags = FM_NO_TEXT;
    reader->item = (struct fm_item){.kind = error->warning ? FM_ITEM_WARNING
                                            : input        ? FM_ITEM_INPUT_FAILED
                                                           : FM_ITEM_REJECTED,
                                    .error = error};
}

/* Turn to the next chunk; what was reported of it comes after what is left of the one before. */
static enum fm_status next_chunk(struct fm_reader *reader)
{
    struct fm_chunk *used = reader->chunk;
    reader->chunk = NULL;
    reader->row = 0;
    while (!reader->started && fm_exchange_waits(&reader->exchange))
        (void)fm_reader_step(reader);
    FM_TRY(fm_exchange_next(&reader->exchange, used, &reader->chunk));
    struct fm_reader_message **last = &reader->reports;
    while (*last != NULL)
        last = &(*last)->next;
    *last = reader->chunk->reports;
    reader->chunk->reports = NULL;
    return FM_OK;
}

/* An item that is no position. */
static FM_NOINLINE enum fm_status next_other(struct fm_reader *reader)
{
    struct fm_item start;
    struct fm_text tags;
    if (reader->in_game) {
        if (step_path(reader, FM_NO_TEXT))
            return FM_OK;
        clear_position(&reader->item);
        reader->item.kind = FM_ITEM_GAME_END;
        reader->in_game = false;
        return FM_OK;
    }
    if (!reader->ended && fm_reader_is_forked(reader))
        return FM_BAD_USE;
    for (;;) {
        const bool game = look_at_game(reader, &start, &tags);
        const bool over = reader->chunk == NULL || !reader->chunk->part;
        if (reader->reports != NULL &&
            (game ? reader->reports->error.offset < start.offset : over)) {
            give_report(reader);
            return FM_OK;
        }
        if (game) {
            begin_game(reader, &start, tags);
            return FM_OK;
        }
        const enum fm_status status = next_chunk(reader);
        if (status == FM_END && reader->reports != NULL)
            continue;
        FM_TRY(status);
    }
}

/* There is no item. @param status  FM_END: the run is over, but maybe not with that. */
static FM_NOINLINE enum fm_status end(struct fm_reader *reader, enum fm_status status,
                                      struct fm_error *error)
{
    const bool over = status == FM_END || status == FM_CANCELLED;
    const bool fails = status == FM_END && reader->status != FM_OK && reader->status != FM_REJECTED;
    reader->ended = reader->ended || over;
    if (error != NULL)
        *error = fails ? reader->error : (struct fm_error){.status = status};
    return fails ? reader->status : status;
}

enum fm_status fm_reader_next(struct fm_reader *reader, const struct fm_item **item,
                              struct fm_error *error)
{
    *item = &reader->item;
    if (FM_LIKELY(reader->at < reader->end)) {
        take_position(reader);
        return FM_OK;
    }
    const enum fm_status status = next_other(reader);
    return status == FM_OK ? FM_OK : end(reader, status, error);
}

bool fm_reader_has_more(struct fm_reader *reader)
{
    struct fm_item start;
    struct fm_text tags;
    return reader->at < reader->end || reader->in_game || look_at_game(reader, &start, &tags);
}

enum fm_status fm_reader_skip(struct fm_reader *reader, uint64_t games, struct fm_error *error)
{
    const struct fm_item *item;
    for (;;) {
        if (reader->in_game) { /* what is left of it is its end */
            reader->at = reader->end;
            reader->in_game = false;
        }
        if (games == 0)
            return FM_OK;
        const enum fm_status status = fm_reader_next(reader, &item, error);
        if (status != FM_OK)
            return status;
        games -= item->kind == FM_ITEM_GAME_START || item->kind == FM_ITEM_REJECTED;
    }
}

struct fm_game_place fm_reader_place(const struct fm_reader *reader)
{
    const struct fm_item *item = &reader->item;
    return (struct fm_game_place){item->offset, item->line, item->number};
}

enum fm_status fm_reader_visit(struct fm_reader *reader, const struct fm_visitor *given,
                               struct fm_error *error)
{
    const struct fm_item *item;
    struct fm_visitor made;
    const struct fm_visitor *visitor = &made;
    enum fm_status status;
    if (!fm_given(&made, sizeof made, given))
        return FM_BAD_USE;
    while ((status = fm_reader_next(reader, &item, error)) == FM_OK) {
        bool (*call)(void *user, struct fm_reader *from, const struct fm_item *of) =
            item->kind == FM_ITEM_POSITION          ? visitor->position
            : item->kind == FM_ITEM_GAME_START      ? visitor->game_start
            : item->kind == FM_ITEM_GAME_END        ? visitor->game_end
            : item->kind == FM_ITEM_VARIATION_START ? visitor->variation_start
            : item->kind == FM_ITEM_VARIATION_END   ? visitor->variation_end
                                                    : visitor->fault;
        if (call != NULL && !call(visitor->user, reader, item))
            return FM_CANCELLED;
    }
    return status;
}

bool fm_reader_tag(const struct fm_reader *reader, size_t index, struct fm_text *name,
                   struct fm_text *value)
{
    struct fm_text tags = reader->tags;
    for (size_t i = 0; i <= index; i++)
        if (!fm_part_take(&tags, name) || !fm_part_take(&tags, value))
            return false;
    return true;
}

bool fm_reader_tag_value(const struct fm_reader *reader, const char *name, struct fm_text *value)
{
    struct fm_text tags = reader->tags, found, wanted = fm_text_of(name), text;
    while (fm_part_take(&tags, &found) && fm_part_take(&tags, &text))
        if (fm_text_equal(found, wanted)) {
            *value = text;
            return true;
        }
    return false;
}

enum fm_status fm_reader_position(const struct fm_reader *reader, struct fm_position **out,
                                  struct fm_error *error)
{
    const struct fm_item *const item = &reader->item;
    const bool reads = item->kind == FM_ITEM_POSITION && reader->plan.fen_at != SIZE_MAX;
    if (item->position == NULL && reads)
        return fm_position_new(item->fen, item->variant, out, error);
    const enum fm_status status =
        item->position != NULL ? fm_position_copy(item->position, out) : FM_BAD_USE;
    if (status != FM_OK && error != NULL)
        *error = (struct fm_error){.status = status};
    return status;
}

const struct fm_totals *fm_reader_totals(const struct fm_reader *reader)
{
    return reader->ended ? fm_converter_totals(reader->converter) : NULL;
}
