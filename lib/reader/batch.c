/* SPDX-License-Identifier: MIT */
/* Values become numbers here, and not where they are written: who wants texts pays nothing for
 * that. A batch is filled item by item; it ends where the reader would turn to the next chunk, so
 * the items of its games stay where they are. */
#include <config.h>
#include "reader/batch.h"
#include <stdlib.h>
#include "reader/reader_state.h"
#include "record/field_put.h"
#include "record/fields.h"

/* A column that is filled. */
struct fm_batch_column {
    enum fm_value_type type;
    struct fm_buf cells; /* integers, reals, or offsets */
    struct fm_buf bytes; /* of texts */
    struct fm_buf valid;
    size_t missing;
};

enum fm_value_type fm_field_type(const char *name)
{
    struct fm_text text = fm_text_of(name);
    if (text.n > 2 && text.p[0] == '{' && text.p[text.n - 1] == '}')
        text = (struct fm_text){text.p + 1, text.n - 2};
    const unsigned char *const slash = text.n == 0 ? NULL : memchr(text.p, '/', text.n);
    if (slash != NULL)
        text.n = (size_t)(slash - text.p);
    const struct fm_field *field = fm_field_find(text);
    if (field == NULL)
        return FM_TYPE_TEXT;
    return field->kind == FM_FIELD_INTEGER   ? FM_TYPE_INTEGER
           : field->kind == FM_FIELD_DECIMAL ? FM_TYPE_REAL
                                             : FM_TYPE_TEXT;
}

/* [-]digits[.digits], as the library writes numbers, of at most 18 digits: these are exact, and the
 * power of ten is, too, so one division rounds once. */
static bool read_number(struct fm_text text, int64_t *digits, unsigned *after)
{
    enum { MOST = 18 };
    const bool negative = text.n > 0 && text.p[0] == '-';
    unsigned count = 0;
    bool point = false;
    *digits = 0;
    *after = 0;
    for (size_t i = negative; i < text.n; i++) {
        const unsigned digit = text.p[i] - (unsigned)'0';
        if (text.p[i] == '.' && !point && count > 0) {
            point = true;
            continue;
        }
        if (digit > 9 || ++count > MOST)
            return false;
        *digits = *digits * 10 + digit;
        *after += point;
    }
    if (negative)
        *digits = -*digits;
    return count > 0;
}

/* A text that is no such number is missing. */
static struct fm_value value_of(enum fm_value_type type, struct fm_text text)
{
    struct fm_value value = {.type = type, .text = text, .missing = text.n == 0};
    int64_t digits;
    unsigned after;
    if (type == FM_TYPE_TEXT || value.missing)
        return value;
    value.missing = !read_number(text, &digits, &after) || (type == FM_TYPE_INTEGER && after > 0);
    if (value.missing)
        return value;
    value.integer = digits;
    value.real = (double)digits;
    double scale = 1;
    while (after-- > 0)
        scale *= 10;
    value.real /= scale;
    if (type == FM_TYPE_REAL)
        value.integer = 0;
    else
        value.real = 0;
    return value;
}

/* @param types  must outlive it. @return NULL: no memory. */
static struct fm_batch_memory *make_batch(const enum fm_value_type *types, size_t columns)
{
    struct fm_batch_memory *batch = calloc(1, sizeof *batch);
    if (batch == NULL)
        return NULL;
    batch->making = calloc(columns + 1, sizeof *batch->making);
    batch->columns = calloc(columns + 1, sizeof *batch->columns);
    if (batch->making == NULL || batch->columns == NULL) {
        fm_batch_free(batch);
        return NULL;
    }
    batch->shown.columns = batch->columns;
    batch->shown.column_count = columns;
    for (size_t i = 0; i < columns; i++)
        batch->making[i].type = types[i];
    return batch;
}

void fm_batch_free(struct fm_batch_memory *batch)
{
    if (batch == NULL)
        return;
    for (size_t i = 0; i < batch->shown.column_count; i++) {
        fm_buf_free(&batch->making[i].cells);
        fm_buf_free(&batch->making[i].bytes);
        fm_buf_free(&batch->making[i].valid);
    }
    free(batch->making);
    free(batch->columns);
    fm_buf_free(&batch->plies);
    fm_buf_free(&batch->depths);
    fm_buf_free(&batch->games);
    fm_buf_free(&batch->starts);
    fm_buf_free(&batch->start_places);
    free(batch);
}

static enum fm_status clear(struct fm_batch_memory *batch)
{
    static const uint32_t zero = 0;
    batch->plies.n = batch->depths.n = batch->games.n = batch->starts.n = 0;
    batch->shown.count = batch->shown.start_count = 0;
    batch->shown.fault = NULL;
    for (size_t i = 0; i < batch->shown.column_count; i++) {
        struct fm_batch_column *const column = &batch->making[i];
        column->cells.n = column->bytes.n = column->valid.n = column->missing = 0;
        if (column->type == FM_TYPE_TEXT)
            FM_TRY(fm_buf_append(&column->cells, &zero, sizeof zero));
    }
    return FM_OK;
}

static enum fm_status add_cell(struct fm_batch_column *column, size_t row, struct fm_text text)
{
    const struct fm_value value = value_of(column->type, text);
    static const unsigned char none = 0;
    if (row % 8 == 0)
        FM_TRY(fm_buf_append(&column->valid, &none, sizeof none));
    column->valid.p[row / 8] |= (unsigned char)(!value.missing << row % 8);
    column->missing += value.missing;
    if (column->type == FM_TYPE_INTEGER)
        return fm_buf_append(&column->cells, &value.integer, sizeof value.integer);
    if (column->type == FM_TYPE_REAL)
        return fm_buf_append(&column->cells, &value.real, sizeof value.real);
    FM_TRY(fm_buf_append_text(&column->bytes, text));
    const uint32_t end = (uint32_t)column->bytes.n;
    return fm_buf_append(&column->cells, &end, sizeof end);
}

static enum fm_status add_row(struct fm_batch_memory *batch, const struct fm_item *item)
{
    const uint32_t ply = item->ply, depth = item->depth,
                   game = (uint32_t)batch->shown.start_count - 1;
    FM_TRY(fm_buf_append(&batch->plies, &ply, sizeof ply));
    FM_TRY(fm_buf_append(&batch->depths, &depth, sizeof depth));
    FM_TRY(fm_buf_append(&batch->games, &game, sizeof game));
    for (size_t i = 0; i < batch->shown.column_count; i++)
        FM_TRY(add_cell(&batch->making[i], batch->shown.count, item->values[i]));
    batch->shown.count++;
    return FM_OK;
}

static enum fm_status add_start(struct fm_batch_memory *batch, const struct fm_item *item)
{
    struct fm_item start = *item;
    start.kind = FM_ITEM_GAME_START;
    start.ply = start.depth = 0;
    start.fen = FM_NO_TEXT;
    start.values = NULL;
    start.value_count = 0;
    start.position = NULL;
    start.next = NULL;
    batch->shown.start_count++;
    return fm_buf_append(&batch->starts, &start, sizeof start);
}

static enum fm_status show(struct fm_batch_memory *batch)
{
    static const unsigned char none[1]; /* so that texts without bytes have a place, too */
    struct fm_batch *const shown = &batch->shown;
    shown->plies = (const void *)batch->plies.p;
    shown->depths = (const void *)batch->depths.p;
    shown->games = (const void *)batch->games.p;
    batch->start_places.n = 0;
    FM_TRY(fm_buf_reserve(&batch->start_places, shown->start_count * sizeof *shown->starts));
    const struct fm_item **const places = (void *)batch->start_places.p;
    for (size_t i = 0; i < shown->start_count; i++)
        places[i] = (const struct fm_item *)(const void *)batch->starts.p + i;
    shown->starts = places;
    for (size_t i = 0; i < shown->column_count; i++) {
        const struct fm_batch_column *const made = &batch->making[i];
        const void *const cells = made->cells.p;
        batch->columns[i] =
            (struct fm_column){.type = made->type,
                               .bytes = made->bytes.p == NULL ? none : made->bytes.p,
                               .valid = made->valid.p,
                               .missing = made->missing};
        if (made->type == FM_TYPE_INTEGER)
            batch->columns[i].integers = cells;
        else if (made->type == FM_TYPE_REAL)
            batch->columns[i].reals = cells;
        else
            batch->columns[i].offsets = cells;
    }
    return FM_OK;
}

/* Offsets have 32 bits. */
static bool is_full(const struct fm_batch_memory *batch, size_t rows)
{
    enum { MOST_BYTES = 1 << 30 };
    for (size_t i = 0; i < batch->shown.column_count; i++)
        if (batch->making[i].bytes.n >= MOST_BYTES)
            return true;
    return batch->shown.count == rows || batch->shown.fault != NULL;
}

static enum fm_status add_item(struct fm_batch_memory *batch, const struct fm_item *item)
{
    switch (item->kind) {
    case FM_ITEM_GAME_START:
        return add_start(batch, item);
    case FM_ITEM_POSITION:
        return add_row(batch, item);
    case FM_ITEM_VARIATION_START:
    case FM_ITEM_VARIATION_END:
    case FM_ITEM_GAME_END:
        return FM_OK;
    case FM_ITEM_REJECTED:
    case FM_ITEM_WARNING:
    case FM_ITEM_INPUT_FAILED:
        break;
    }
    batch->shown.fault = item;
    return FM_OK;
}

/* Fill a batch with the next positions. @param item  of the reader's last call. */
static enum fm_status fill(struct fm_batch_memory *batch, struct fm_reader *reader,
                           const struct fm_item *item, size_t rows, struct fm_error *error)
{
    enum fm_status status = clear(batch);
    const bool begun = item->error == NULL && item->kind != FM_ITEM_GAME_END && item->number > 0;
    if (status == FM_OK && begun)
        status = add_start(batch, item);
    while (status == FM_OK && !is_full(batch, rows) &&
           (batch->shown.count == 0 || fm_reader_has_more(reader))) {
        status = fm_reader_next(reader, &item, error);
        if (status != FM_OK)
            return status;
        status = add_item(batch, item);
    }
    FM_NEXT(status, show(batch));
    if (status != FM_OK && error != NULL)
        *error = (struct fm_error){.status = status};
    return status;
}

bool fm_reader_value(const struct fm_reader *reader, size_t index, struct fm_value *out)
{
    const struct fm_item *item = &reader->item;
    if (item->kind != FM_ITEM_POSITION || index >= item->value_count)
        return false;
    *out = value_of(reader->plan.types[index], item->values[index]);
    return true;
}

enum fm_status fm_reader_next_batch(struct fm_reader *reader, size_t rows,
                                    const struct fm_batch **batch, struct fm_error *error)
{
    if (reader->batch == NULL)
        reader->batch = make_batch(reader->plan.types, reader->plan.options.field_count);
    if (rows == 0 || reader->batch == NULL) {
        const enum fm_status status = rows == 0 ? FM_BAD_USE : FM_NO_MEMORY;
        if (error != NULL)
            *error = (struct fm_error){.status = status};
        return status;
    }
    const enum fm_status status = fill(reader->batch, reader, &reader->item, rows, error);
    *batch = &reader->batch->shown;
    return status;
}
