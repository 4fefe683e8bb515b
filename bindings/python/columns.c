/* SPDX-License-Identifier: MIT */
/* Tables of native.h: each cell is appended to the memory of its column, where it stays. */
#include "native.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#ifdef __SSE2__
#    include <emmintrin.h>
#endif

struct py_table *py_table_new(const enum py_kind *kinds, size_t columns)
{
    struct py_table *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    table->column = calloc(columns, sizeof *table->column);
    table->columns = table->column == NULL ? 0 : columns;
    table->users = 1;
    for (size_t i = 0; i < table->columns; i++)
        table->column[i].kind = kinds[i];
    if (table->columns == columns)
        return table;
    py_table_free(table);
    return NULL;
}

struct py_table *py_table_like(const struct py_table *table)
{
    enum py_kind *const kinds = malloc((table->columns + 1) * sizeof *kinds);
    if (kinds == NULL)
        return NULL;
    for (size_t i = 0; i < table->columns; i++)
        kinds[i] = table->column[i].kind;
    struct py_table *const made = py_table_new(kinds, table->columns);
    free(kinds);
    return made;
}

void py_table_free(struct py_table *table)
{
    if (table == NULL || __atomic_fetch_sub(&table->users, 1, __ATOMIC_ACQ_REL) > 1)
        return;
    for (size_t i = 0; i < table->columns; i++) {
        free(table->column[i].bytes);
        free(table->column[i].offsets);
    }
    free(table->column);
    free(table->rest);
    free(table);
}

/* What rows of tab-separated values get at the least: nothing of it is used before it is written, and so large a block
 * is one that malloc() takes from the system, which grows without a copy. */
enum { LEAST_BYTES = 40 << 20, LEAST_ROWS = 5 << 20 };

/* Make room for `more` bytes after the first `used` of *p. */
static bool reserve(unsigned char **p, size_t *room, size_t used, size_t more, size_t least)
{
    if (more <= *room - used)
        return true;
    if (more > SIZE_MAX / 4 || used > SIZE_MAX / 4)
        return false;
    const size_t doubled = used == 0 ? more : (used + more) * 2;
    const size_t wanted = doubled < least ? least : doubled;
    unsigned char *const grown = realloc(*p, wanted);
    if (grown == NULL)
        return false;
    *p = grown;
    *room = wanted;
    return true;
}

static bool has_texts(const struct py_column *column)
{
    return column->kind == PY_TEXT || column->kind == PY_TAG;
}

/* Room in each column for the cells of more rows but for the bytes of texts, and for the end of the last text. */
static bool reserve_rows(struct py_table *table, size_t more, size_t least)
{
    if (table->rows + more < table->offsets_room)
        return true;
    const size_t wanted = (table->rows + more) * (table->rows == 0 ? 1 : 2) + 1;
    const size_t room = wanted < least ? least : wanted;
    if (room > SIZE_MAX / 2 / sizeof(int64_t))
        return false;
    for (size_t i = 0; i < table->columns; i++) {
        struct py_column *const column = &table->column[i];
        const size_t cell = column->kind == PY_SWITCH ? 1 : sizeof(int64_t);
        void *const grown =
            realloc(has_texts(column) ? (void *)column->offsets : column->bytes, room * cell);
        if (grown == NULL)
            return false;
        if (has_texts(column))
            column->offsets = grown;
        else
            column->bytes = grown;
    }
    table->offsets_room = room;
    return true;
}

/* Copy the bytes before the first tab or line end, and what is after them, in all STEP, or WIDE for texts as
 * long as a FEN: a cell is mostly done with one step, as each wrong guess of its length costs more than the bytes. No other
 * byte of a row is below a blank, the library sees to that. Returns how many are before it; STEP, or WIDE, if
 * there is none. */
enum { STEP = 16, WIDE = 96 };
#ifdef __SSE2__
static inline unsigned copy_16(unsigned char *to, const unsigned char *from)
{
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)from);
    const __m128i end = _mm_set1_epi8('\n');
    _mm_storeu_si128((__m128i *)(void *)to, bytes);
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(bytes, end), bytes));
}

static inline unsigned copy_step(unsigned char *to, const unsigned char *from)
{
    return (unsigned)__builtin_ctz(copy_16(to, from) | 1U << STEP);
}

static inline unsigned copy_wide(unsigned char *to, const unsigned char *from)
{
    uint64_t first = 0, rest = (uint64_t)1 << (WIDE - 64);
    for (unsigned i = 0; i < 64; i += STEP)
        first |= (uint64_t)copy_16(to + i, from + i) << i;
    for (unsigned i = 64; i < WIDE; i += STEP)
        rest |= (uint64_t)copy_16(to + i, from + i) << (i - 64);
    const unsigned within = (unsigned)__builtin_ctzll(first | 1ULL << 63);
    const unsigned after = 64 + (unsigned)__builtin_ctzll(rest);
    return first != 0 ? within : after;
}
#else
static unsigned copy_step(unsigned char *to, const unsigned char *from)
{
    unsigned n = 0;
    memcpy(to, from, STEP);
    while (n < STEP && from[n] > '\n')
        n++;
    return n;
}

static unsigned copy_wide(unsigned char *to, const unsigned char *from)
{
    unsigned n = 0;
    memcpy(to, from, WIDE);
    while (n < WIDE && from[n] > '\n')
        n++;
    return n;
}
#endif

/* What reads a cell returns its end, which is a tab, a line end, or the end of the bytes; or NULL: no
 * memory. */
static const unsigned char *put_cell(struct py_column *column, size_t row, const unsigned char *p,
                                     const unsigned char *end)
{
    const bool wide = column->used / 24 > row;
    const unsigned step = wide ? WIDE : STEP;
    unsigned n = step;
    while (n == step && (size_t)(end - p) >= step) {
        if (!reserve(&column->bytes, &column->room, column->used, step, LEAST_BYTES))
            return NULL;
        unsigned char *const to = column->bytes + column->used;
        n = wide ? copy_wide(to, p) : copy_step(to, p);
        column->used += n;
        p += n;
    }
    if (n < step)
        return p;
    for (; p<end && * p> '\n'; p++) {
        if (!reserve(&column->bytes, &column->room, column->used, 1, LEAST_BYTES))
            return NULL;
        column->bytes[column->used++] = *p;
    }
    return p;
}

/* [-]digits[.digits], as the library writes it. `point` counts the digits after the point; `*good` is false
 * for anything else, and for more than 18 digits. */
static const unsigned char *read_number(const unsigned char *p, const unsigned char *end,
                                        int64_t *number, unsigned *point, bool *good)
{
    enum { MOST = 18 };
    const bool negative = p < end && *p == '-';
    const unsigned char *const first = p + negative, *dot = NULL;
    uint64_t value = 0;
    for (p = first; p<end && * p> '\n'; p++) {
        const unsigned digit = *p - (unsigned)'0';
        if (digit < 10)
            value = value * 10 + digit;
        else if (*p == '.' && dot == NULL && p > first)
            dot = p;
        else
            *good = false;
    }
    *good = *good && p > first && p - first <= MOST && dot != p - 1;
    *number = negative ? -(int64_t)value : (int64_t)value;
    *point = dot == NULL || !*good ? 0 : (unsigned)(p - dot - 1);
    return p;
}

/* Both are exact, and so the quotient is the nearest double (of numbers up to 2^53). */
static double decimal(int64_t number, unsigned point)
{
    static const double powers[] = {1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                                    1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
    return (double)number / powers[point];
}

static const unsigned char *put_number(struct py_column *column, size_t row, const unsigned char *p,
                                       const unsigned char *end, bool *good)
{
    int64_t number = PY_MISSING;
    unsigned point = 0;
    const bool missing = p == end || *p <= '\n';
    if (!missing)
        p = read_number(p, end, &number, &point, good);
    if (column->kind == PY_DECIMAL) {
        ((double *)(void *)column->bytes)[row] = missing ? (double)NAN : decimal(number, point);
    } else {
        column->missing |= missing;
        *good = *good && point == 0;
        ((int64_t *)(void *)column->bytes)[row] = number;
    }
    return p;
}

static const unsigned char *put_switch(struct py_column *column, size_t row, const unsigned char *p,
                                       const unsigned char *end)
{
    column->bytes[row] = p < end && *p == 't';
    while (p<end && * p> '\n')
        p++;
    return p;
}

/* One row. @param[out] next  after its line end; NULL: that is not there yet, and the row is not put. */
static int put_row(struct py_table *table, const unsigned char *p, const unsigned char *end,
                   const unsigned char **next)
{
    bool good = true;
    if (!reserve_rows(table, 1, LEAST_ROWS))
        return ENOMEM;
    for (size_t i = 0; i < table->columns; i++)
        if (has_texts(&table->column[i]))
            table->column[i].offsets[table->rows] = (int64_t)table->column[i].used;
    *next = NULL;
    for (size_t i = 0; i < table->columns; i++) {
        struct py_column *const column = &table->column[i];
        p = has_texts(column)           ? put_cell(column, table->rows, p, end)
            : column->kind == PY_SWITCH ? put_switch(column, table->rows, p, end)
                                        : put_number(column, table->rows, p, end, &good);
        if (p == NULL)
            return ENOMEM;
        if (p == end)
            break;
        const bool last = i + 1 == table->columns;
        if (*p++ != (last ? '\n' : '\t'))
            return EBADMSG;
        if (last)
            *next = p;
    }
    if (*next == NULL) {
        for (size_t i = 0; i < table->columns; i++)
            if (has_texts(&table->column[i]))
                table->column[i].used = (size_t)table->column[i].offsets[table->rows];
        return 0;
    }
    table->rows++;
    return good ? 0 : EBADMSG;
}

static int keep_rest(struct py_table *table, const unsigned char *p, size_t n)
{
    if (n == 0)
        return 0;
    if (!reserve(&table->rest, &table->rest_room, table->rest_used, n, LEAST_BYTES))
        return ENOMEM;
    memcpy(table->rest + table->rest_used, p, n);
    table->rest_used += n;
    return 0;
}

/* The end of the row whose beginning was kept. */
static int put_rest(struct py_table *table, const unsigned char **p, const unsigned char *end)
{
    const unsigned char *next, *const line = memchr(*p, '\n', (size_t)(end - *p));
    const unsigned char *const stop = line == NULL ? end : line + 1;
    int fault = keep_rest(table, *p, (size_t)(stop - *p));
    *p = stop;
    if (fault != 0 || line == NULL)
        return fault;
    fault = put_row(table, table->rest, table->rest + table->rest_used, &next);
    table->rest_used = 0;
    return fault;
}

int py_table_write(void *user, const void *bytes, size_t n)
{
    struct py_table *const table = user;
    const unsigned char *p = bytes, *const end = p + n, *next = p;
    if (n == 0)
        return 0;
    int fault = table->rest_used > 0 ? put_rest(table, &p, end) : 0;
    while (fault == 0 && p < end) {
        fault = put_row(table, p, end, &next);
        if (next == NULL)
            break;
        p = next;
    }
    return fault != 0 ? fault : keep_rest(table, p, (size_t)(end - p));
}

/* What was not used is given back; a failure to do that is none. */
static void shrink(unsigned char **p, size_t n)
{
    unsigned char *const less = realloc(*p, n > 0 ? n : 1);
    *p = less != NULL ? less : *p;
}

void py_doubles(double *out, const int64_t *numbers, size_t rows)
{
    for (size_t i = 0; i < rows; i++)
        out[i] = numbers[i] == PY_MISSING ? (double)NAN : (double)numbers[i];
}

int py_table_end(struct py_table *table)
{
    if (!reserve_rows(table, 1, LEAST_ROWS))
        return ENOMEM;
    for (size_t i = 0; i < table->columns; i++) {
        struct py_column *const column = &table->column[i];
        if (has_texts(column)) {
            column->offsets[table->rows] = (int64_t)column->used;
            unsigned char *offsets = (unsigned char *)column->offsets;
            shrink(&offsets, (table->rows + 1) * sizeof *column->offsets);
            column->offsets = (int64_t *)(void *)offsets;
        } else {
            column->used = table->rows * (column->kind == PY_SWITCH ? 1 : sizeof(int64_t));
        }
        shrink(&column->bytes, column->used);
    }
    return table->rest_used > 0 ? EBADMSG : 0;
}

void py_pad(unsigned char *out, size_t width, const unsigned char *bytes, const int64_t *offsets,
            size_t rows)
{
    for (size_t i = 0; i < rows; i++)
        memcpy(out + i * width, bytes + offsets[i], (size_t)(offsets[i + 1] - offsets[i]));
}

/* Batches: a row is added to a table that was not ended; the sizes of both ends are known, so nothing is searched for. */
static bool add_texts(struct py_column *column, size_t row, const struct fm_column *from, size_t n)
{
    const uint32_t first = from->offsets[0];
    const size_t used = from->offsets[n] - first;
    if (!reserve(&column->bytes, &column->room, column->used, used + 1, 0))
        return false;
    for (size_t i = 0; i <= n; i++)
        column->offsets[row + i] = (int64_t)(column->used + from->offsets[i] - first);
    if (used > 0)
        memcpy(column->bytes + column->used, from->bytes + first, used);
    column->used += used;
    return true;
}

static bool is_valid(const struct fm_column *column, size_t row)
{
    return column->missing == 0 || (column->valid[row / 8] >> row % 8 & 1) != 0;
}

static void add_numbers(struct py_column *column, size_t row, const struct fm_column *from,
                        size_t n)
{
    int64_t *const integers = (int64_t *)(void *)column->bytes + row;
    double *const reals = (double *)(void *)column->bytes + row;
    for (size_t i = 0; i < n && column->kind == PY_INTEGER; i++)
        integers[i] = is_valid(from, i) ? from->integers[i] : PY_MISSING;
    for (size_t i = 0; i < n && column->kind == PY_DECIMAL; i++)
        reals[i] = is_valid(from, i) ? from->reals[i] : (double)NAN;
    for (size_t i = 0; i < n && column->kind == PY_SWITCH; i++)
        column->bytes[row + i] =
            from->offsets[i + 1] > from->offsets[i] && from->bytes[from->offsets[i]] == 't';
    column->missing |= from->missing > 0;
}

bool py_table_add(struct py_table *table, const struct fm_batch *batch)
{
    const size_t n = batch->count;
    if (n == 0)
        return true;
    if (!reserve_rows(table, n, 0))
        return false;
    for (size_t i = 0; i < table->columns; i++) {
        struct py_column *const column = &table->column[i];
        if (!has_texts(column))
            add_numbers(column, table->rows, &batch->columns[i], n);
        else if (!add_texts(column, table->rows, &batch->columns[i], n))
            return false;
    }
    table->rows += n;
    return true;
}
