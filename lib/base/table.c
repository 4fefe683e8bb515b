/* SPDX-License-Identifier: MIT */
/* Open addressing with linear probes: see table.h. The place of a key is its `lo` as a fraction of
 * 2^64. So a table may have any size, it can grow by half as well as to twice, and it grows in its
 * place: going through the rows from the last to the first, each moves up, or stays. Probes begin
 * at a cache line, so that most of them end in the same one. */
#include <config.h>
#include "base/table.h"
#include <assert.h>
#include <string.h>
#include "base/memory.h"

enum {
    /* Small, so that tests of a few dozen keys see the table grow. */
    FIRST_CAP = 32,
    LINE = 64,
    SET_ROW = sizeof(struct fm_hash128),
    SET_LINE = LINE / SET_ROW,
    /* Keys of which the lines are on their way into the cache: a core can wait for about as many at
     * a time. */
    AHEAD = 32
};

__extension__ typedef unsigned __int128 wide;

static bool is_zero(struct fm_hash128 key)
{
    return (key.lo | key.hi) == 0;
}

static struct fm_hash128 key_of(const unsigned char *row)
{
    return *(const struct fm_hash128 *)(const void *)row;
}

/* Where the search for a key begins, as the number of a row. */
FM_INLINE size_t place_of(struct fm_hash128 key, size_t cap, size_t line)
{
    return (size_t)((wide)key.lo * cap >> 64) & ~(line - 1);
}

FM_INLINE unsigned char *row_at(const struct fm_table *table, size_t i)
{
    return table->rows + i * table->row;
}

/* The row of a key, or the free one where it would go: there is one, as the table is never full. */
FM_INLINE unsigned char *probe(const struct fm_table *table, struct fm_hash128 key)
{
    const unsigned char *const end = row_at(table, table->cap);
    unsigned char *row = row_at(table, place_of(key, table->cap, table->line));
    if (FM_UNLIKELY(is_zero(key)))
        return row_at(table, table->cap);
    for (;;) {
        const struct fm_hash128 there = key_of(row);
        if ((there.lo == key.lo && there.hi == key.hi) || is_zero(there))
            return row;
        row += table->row;
        if (FM_UNLIKELY(row == end))
            row = table->rows;
    }
}

void fm_table_free(struct fm_table *table)
{
    fm_pages_free(table->rows, fm_table_bytes(table));
    *table = (struct fm_table){.row = table->row};
}

/* Keys that so many places are for: more make searches long. */
static size_t keys_of(size_t cap)
{
    return cap - cap / 4;
}

static bool is_full(const struct fm_table *table, size_t more)
{
    return table->count + more > keys_of(table->cap);
}

static size_t line_of(const struct fm_table *table)
{
    return LINE % table->row == 0 ? LINE / table->row : 1;
}

/* The places that so many bytes have, whole lines of them; one line is the key {0, 0}'s. */
static size_t cap_of(const struct fm_table *table, size_t bytes)
{
    const size_t line = line_of(table);
    return bytes / table->row / line * line - line;
}

/* To four times as many while it is small, then to twice, and by half in large pages, as memory
 * that was never used is slow. */
static size_t next_table_cap(const struct fm_table *table)
{
    enum { SMALL = 16 * 1024 };
    const size_t bytes = fm_table_bytes(table), page = FM_LARGE_PAGE;
    if (table->cap == 0)
        return FIRST_CAP;
    return cap_of(table, bytes < SMALL      ? 4 * bytes
                         : bytes < page / 2 ? 2 * bytes
                                            : (bytes + bytes / 2 + page - 1) / page * page);
}

size_t fm_table_growth(const struct fm_table *table, size_t more)
{
    return is_full(table, more)
               ? (next_table_cap(table) + line_of(table)) * table->row - fm_table_bytes(table)
               : 0;
}

/* How many rows of a line are used: the first ones, as a search begins at the first. All are
 * counted, as a branch on each could not be foreseen. */
FM_INLINE size_t used_of(const unsigned char *row, size_t n, size_t line)
{
    size_t used = 0;
    FM_UNROLLED
    for (size_t i = 0; i < line; i++)
        used += !is_zero(key_of(row + i * n));
    return used;
}

/* Move the rows of a table that had @p cap places to where they belong now. A row goes to a line at
 * or after its own: there all rows were moved already. The few that belong before it, near the
 * front, or would wrap around the end, wait until all others are done.
 * @param n  bytes of a row, and @p line its lines, constants where that is worth it. */
FM_INLINE enum fm_status spread(struct fm_table *table, size_t cap, size_t n, size_t line,
                                struct fm_buf *waiting)
{
    unsigned char kept[LINE];
    for (size_t from = cap; from > 0;) {
        from -= line;
        memcpy(kept, table->rows + from * n, line * n);
        memset(table->rows + from * n, 0, line * n);
        for (size_t i = 0, used = used_of(kept, n, line); i < used; i++) {
            size_t to = place_of(key_of(kept + i * n), table->cap, line), there = line;
            if (FM_LIKELY(to >= from))
                while (to < table->cap && (there = used_of(table->rows + to * n, n, line)) == line)
                    to += line;
            if (FM_LIKELY(there < line))
                memcpy(table->rows + (to + there) * n, kept + i * n, n);
            else
                FM_TRY(fm_buf_append(waiting, kept + i * n, n));
        }
    }
    return FM_OK;
}

static enum fm_status grow(struct fm_table *table, size_t cap)
{
    const size_t before = table->cap, n = table->row, line = line_of(table);
    struct fm_buf waiting = {NULL, 0, 0};
    enum fm_status status = FM_OK;
    if (cap >= PTRDIFF_MAX / n)
        return FM_NO_MEMORY;
    assert(before == 0 || n * line <= LINE);
    unsigned char *rows = fm_pages_grow(table->rows, fm_table_bytes(table), (cap + line) * n);
    FM_TRY_MADE(rows);
    table->rows = rows;
    table->cap = cap;
    table->line = line;
    memmove(row_at(table, cap), row_at(table, before), n);
    if (before > 0 && cap > before) /* a place like all others now */
        memset(row_at(table, before), 0, n);
    if (n == SET_ROW)
        status = spread(table, before, SET_ROW, SET_LINE, &waiting); /* half the time */
    else
        status = spread(table, before, n, line, &waiting);
    for (size_t at = 0; at < waiting.n && status == FM_OK; at += n)
        memcpy(probe(table, key_of(waiting.p + at)), waiting.p + at, n);
    fm_buf_free(&waiting);
    return status;
}

void *fm_table_find(const struct fm_table *table, struct fm_hash128 key)
{
    if (table->cap == 0)
        return NULL;
    unsigned char *row = probe(table, key);
    const bool there = is_zero(key) ? table->zero : !is_zero(key_of(row));
    return there ? row : NULL;
}

void *fm_table_add(struct fm_table *table, struct fm_hash128 key, bool *fresh)
{
    if (FM_UNLIKELY(is_full(table, 1)) && grow(table, next_table_cap(table)) != FM_OK)
        return NULL;
    unsigned char *row = probe(table, key);
    if (FM_UNLIKELY(is_zero(key))) {
        *fresh = !table->zero;
        table->zero = true;
        return row;
    }
    *fresh = is_zero(key_of(row));
    if (*fresh) {
        memcpy(row, &key, sizeof key);
        table->count++;
    }
    return row;
}

/* The place to look at after a place: in the line, in the same line of the next part, of the next
 * pass; `cap` after the last. */
static size_t place_after(const struct fm_table *table, size_t i)
{
    enum { PASS = 512 }; /* most lines of a pass */
    const size_t line = table->line, apart = (table->cap / line / PASS + 1) * line;
    if ((i + 1) % line != 0)
        return i + 1;
    const size_t begin = i + 1 - line, next = begin + apart;
    if (next < table->cap)
        return next;
    return begin % apart + line < apart ? begin % apart + line : table->cap;
}

/* Rows lie by the size of their keys. In that order they would crowd the front of a smaller table
 * that they are added to, where searches become as long as it is full. So they go in passes over
 * the whole table, of few lines each. */
void *fm_table_next(const struct fm_table *table, const void *row)
{
    size_t i = table->cap;
    if (table->rows == NULL || row == row_at(table, i))
        return NULL;
    for (i = row == NULL ? 0
                         : place_after(table, (size_t)((const unsigned char *)row - table->rows) /
                                                  table->row);
         i < table->cap && is_zero(key_of(row_at(table, i)));)
        i = place_after(table, i);
    return i < table->cap || table->zero ? row_at(table, i) : NULL;
}

/* Sets are tables of keys alone: a search goes through one line of the cache, seldom two. */

/* The line of a key, and the next one, where one in ten searches ends when a set is nearly full. */
FM_INLINE void fetch_one(const struct fm_table *set, struct fm_hash128 key)
{
    const unsigned char *line = set->rows + place_of(key, set->cap, SET_LINE) * SET_ROW;
    FM_PREFETCH(line);
    FM_PREFETCH(line + LINE);
}

/* Before the key of number i of a batch is looked up. */
FM_INLINE void fetch(const struct fm_table *set, const struct fm_hash128 *keys, size_t count,
                     size_t i)
{
    for (size_t k = 0; i == 0 && k < count && k < AHEAD; k++)
        fetch_one(set, keys[k]);
    if (i + AHEAD < count)
        fetch_one(set, keys[i + AHEAD]);
}

/* Lines are looked at as a whole, as whether a key is new is a branch that cannot be foreseen.
 * @param[out] free_row  where it goes if it is missing. */
FM_INLINE bool is_missing(const struct fm_table *set, struct fm_hash128 key,
                          struct fm_hash128 **free_row)
{
    struct fm_hash128 *const rows = (void *)set->rows;
    for (size_t at = place_of(key, set->cap, SET_LINE);;
         at = at + SET_LINE == set->cap ? 0 : at + SET_LINE) {
        struct fm_hash128 *const line = rows + at;
        const size_t used = used_of((const unsigned char *)line, SET_ROW, SET_LINE);
        unsigned same = 0;
        FM_UNROLLED
        for (unsigned i = 0; i < SET_LINE; i++)
            same |= ((line[i].lo ^ key.lo) | (line[i].hi ^ key.hi)) == 0;
        *free_row = line + used;
        if (same)
            return false;
        if (FM_LIKELY(used < SET_LINE))
            return true;
    }
}

size_t fm_set_add(struct fm_table *set, const struct fm_hash128 *keys, size_t count,
                  unsigned char *fresh)
{
    size_t i = 0;
    for (size_t room = keys_of(set->cap) - set->count; i < count && room > 0; i++) {
        struct fm_hash128 *row;
        fetch(set, keys, count, i);
        if (FM_UNLIKELY(is_zero(keys[i]))) {
            fresh[i] = !set->zero;
            set->zero = true;
            continue;
        }
        fresh[i] = is_missing(set, keys[i], &row);
        if (fresh[i]) {
            *row = keys[i];
            set->count++;
            room--;
        }
    }
    return i;
}

void fm_set_find(const struct fm_table *set, const struct fm_hash128 *keys, size_t count,
                 unsigned char *missing)
{
    for (size_t i = 0; i < count; i++) {
        struct fm_hash128 *row;
        if (set->cap > 0)
            fetch(set, keys, count, i);
        missing[i] =
            is_zero(keys[i]) ? !set->zero : set->cap == 0 || is_missing(set, keys[i], &row);
    }
}

enum fm_status fm_set_grow(struct fm_table *set, uint64_t most, bool *grown)
{
    size_t cap = next_table_cap(set);
    if (set->cap > 0 && (cap + SET_LINE) * SET_ROW > most)
        cap = most > fm_table_bytes(set) ? cap_of(set, (size_t)most) : set->cap;
    *grown = cap > set->cap;
    return *grown ? grow(set, cap) : FM_OK;
}
