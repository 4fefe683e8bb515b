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

/* Where an integer is missing, until it is known that the column is one of doubles. */
#define MISSING INT64_MIN

struct py_table *py_table_new(const enum py_kind *kinds, size_t columns)
{
    struct py_table *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    table->column = calloc(columns, sizeof *table->column);
    table->columns = table->column == NULL ? 0 : columns;
    for (size_t i = 0; i < table->columns; i++)
        table->column[i].kind = kinds[i];
    if (table->columns == columns)
        return table;
    py_table_free(table);
    return NULL;
}

void py_table_free(struct py_table *table)
{
    if (table == NULL)
        return;
    for (size_t i = 0; i < table->columns; i++) {
        free(table->column[i].bytes);
        free(table->column[i].offsets);
    }
    free(table->column);
    free(table->rest);
    free(table);
}

/* Make room for `more` bytes after the first `used` of *p. */
static bool reserve(unsigned char **p, size_t *room, size_t used, size_t more)
{
    /* Nothing of it is used before it is written. So large a block is one that malloc() takes from the system: that
     * grows without a copy. */
    enum { LEAST = 40 << 20 };
    if (more <= *room - used)
        return true;
    if (more > SIZE_MAX / 4 || used > SIZE_MAX / 4)
        return false;
    const size_t wanted = (used + more) * 2 < LEAST ? LEAST : (used + more) * 2;
    unsigned char *const grown = realloc(*p, wanted);
    if (grown == NULL)
        return false;
    *p = grown;
    *room = wanted;
    return true;
}

/* Room in each column for the cells of one more row but for the bytes of texts. */
static bool reserve_row(struct py_table *table)
{
    if (table->rows + 1 < table->offsets_room)
        return true;
    const size_t room = table->offsets_room == 0 ? (size_t)5 << 20 : table->offsets_room * 2;
    if (room > SIZE_MAX / 2 / sizeof(int64_t))
        return false;
    for (size_t i = 0; i < table->columns; i++) {
        struct py_column *const column = &table->column[i];
        const size_t cell = column->kind == PY_SWITCH ? 1 : sizeof(int64_t);
        void *const grown =
            realloc(column->kind == PY_TEXT ? (void *)column->offsets : column->bytes, room * cell);
        if (grown == NULL)
            return false;
        if (column->kind == PY_TEXT)
            column->offsets = grown;
        else
            column->bytes = grown;
    }
    table->offsets_room = room;
    return true;
}

/* Copy the bytes before the first tab or line end, and what is after them, in all STEP. No other byte of a
 * row is below a blank, the library sees to that. Returns how many are before it, STEP if there is none. */
#ifdef __SSE2__
enum { STEP = 16 };
static unsigned copy_step(unsigned char *to, const unsigned char *from)
{
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)from);
    const __m128i end = _mm_set1_epi8('\n');
    _mm_storeu_si128((__m128i *)(void *)to, bytes);
    const int ends = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(bytes, end), bytes));
    return ends == 0 ? (unsigned)STEP : (unsigned)__builtin_ctz((unsigned)ends);
}
#else
enum { STEP = 8 };
static unsigned copy_step(unsigned char *to, const unsigned char *from)
{
    const uint64_t each = 0x0101010101010101, high = each << 7;
    uint64_t word;
    memcpy(&word, from, sizeof word);
    memcpy(to, &word, sizeof word);
#    if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#    endif
    const uint64_t below = (word - each * ('\n' + 1)) & ~word & high;
    return below == 0 ? (unsigned)STEP : (unsigned)__builtin_ctzll(below) / 8;
}
#endif

/* What reads a cell returns its end, which is a tab, a line end, or the end of the bytes; or NULL: no
 * memory. */
static const unsigned char *put_cell(struct py_column *column, const unsigned char *p,
                                     const unsigned char *end)
{
    unsigned n = STEP;
    while (n == STEP && end - p >= STEP) {
        if (!reserve(&column->bytes, &column->room, column->used, STEP))
            return NULL;
        n = copy_step(column->bytes + column->used, p);
        column->used += n;
        p += n;
    }
    if (n < STEP)
        return p;
    for (; p<end && * p> '\n'; p++) {
        if (!reserve(&column->bytes, &column->room, column->used, 1))
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
    int64_t number = MISSING;
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
    if (!reserve_row(table))
        return ENOMEM;
    for (size_t i = 0; i < table->columns; i++)
        if (table->column[i].kind == PY_TEXT)
            table->column[i].offsets[table->rows] = (int64_t)table->column[i].used;
    *next = NULL;
    for (size_t i = 0; i < table->columns; i++) {
        struct py_column *const column = &table->column[i];
        p = column->kind == PY_TEXT     ? put_cell(column, p, end)
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
            if (table->column[i].kind == PY_TEXT)
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
    if (!reserve(&table->rest, &table->rest_room, table->rest_used, n))
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

/* In their place: both have eight bytes. */
static void to_doubles(struct py_column *column, size_t rows)
{
    for (size_t i = 0; i < rows; i++) {
        int64_t number;
        memcpy(&number, column->bytes + i * sizeof number, sizeof number);
        const double value = number == MISSING ? (double)NAN : (double)number;
        memcpy(column->bytes + i * sizeof value, &value, sizeof value);
    }
}

int py_table_end(struct py_table *table)
{
    if (!reserve_row(table))
        return ENOMEM;
    for (size_t i = 0; i < table->columns; i++) {
        struct py_column *const column = &table->column[i];
        if (column->kind == PY_TEXT) {
            column->offsets[table->rows] = (int64_t)column->used;
            unsigned char *offsets = (unsigned char *)column->offsets;
            shrink(&offsets, (table->rows + 1) * sizeof *column->offsets);
            column->offsets = (int64_t *)(void *)offsets;
        } else {
            column->used = table->rows * (column->kind == PY_SWITCH ? 1 : sizeof(int64_t));
        }
        if (column->kind == PY_INTEGER && column->missing)
            to_doubles(column, table->rows);
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
