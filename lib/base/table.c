/* Open addressing with linear probes: see table.h. The place of a key is its `lo` as a fraction of
 * 2^64. So a table may have any size, it can grow by half instead of to twice, and growing walks
 * through the old and the new rows in the same direction. */
#include <config.h>
#include "base/table.h"
#include <string.h>
#include "base/memory.h"

/* Small, so that tests of a few dozen keys see the table grow. */
enum { FIRST_CAP = 32 };

__extension__ typedef unsigned __int128 wide;

static bool is_zero(struct fm_hash128 key)
{
    return (key.lo | key.hi) == 0;
}

static struct fm_hash128 key_of(const unsigned char *row)
{
    return *(const struct fm_hash128 *)(const void *)row;
}

FM_INLINE unsigned char *row_at(const struct fm_table *table, size_t i)
{
    return table->rows + i * table->row;
}

FM_INLINE unsigned char *place_of(const struct fm_table *table, struct fm_hash128 key)
{
    return row_at(table, (size_t)((wide)key.lo * table->cap >> 64));
}

/* The row of a key, or the free one where it would go: there is one, as the table is never full. */
FM_INLINE unsigned char *probe(const struct fm_table *table, struct fm_hash128 key)
{
    const unsigned char *const end = row_at(table, table->cap);
    unsigned char *row = place_of(table, key);
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

void fm_table_clear(struct fm_table *table)
{
    if (table->count > 0 || table->zero)
        memset(table->rows, 0, fm_table_bytes(table));
    table->count = 0;
    table->zero = false;
}

static bool is_full(const struct fm_table *table, size_t more)
{
    return table->count + more > table->cap - table->cap / 4;
}

static size_t next_cap(const struct fm_table *table)
{
    return table->cap == 0 ? FIRST_CAP : table->cap + table->cap / 2;
}

size_t fm_table_growth(const struct fm_table *table, size_t more)
{
    return is_full(table, more) ? (next_cap(table) + 1) * table->row : 0;
}

/* Each key is new to the grown table, so the first free place is its own. Rows are a few words:
 * calls of memcpy() would take longer. @param n  bytes of a row, a constant where that is worth it.
 */
FM_INLINE void move_rows(const struct fm_table *from, const struct fm_table *to, size_t n)
{
    const unsigned char *const end = from->rows + from->cap * n, *const to_end =
                                                                     to->rows + to->cap * n;
    for (const unsigned char *row = from->rows; row < end; row += n) {
        const struct fm_hash128 key = key_of(row);
        if (is_zero(key))
            continue;
        unsigned char *place = to->rows + (size_t)((wide)key.lo * to->cap >> 64) * n;
        while (!is_zero(key_of(place)))
            place = place + n == to_end ? to->rows : place + n;
        for (size_t i = 0; i < n; i += sizeof(uint64_t))
            memcpy(place + i, row + i, sizeof(uint64_t));
    }
    memcpy(to->rows + to->cap * n, end, n);
}

static bool grow(struct fm_table *table)
{
    struct fm_table grown = *table;
    grown.cap = next_cap(table);
    if (grown.cap >= PTRDIFF_MAX / table->row)
        return false;
    grown.rows = fm_pages_alloc((grown.cap + 1) * table->row);
    if (grown.rows == NULL)
        return false;
    if (table->cap > 0 && table->row == sizeof(struct fm_hash128))
        move_rows(table, &grown, sizeof(struct fm_hash128)); /* a set of keys: half the time */
    else if (table->cap > 0)
        move_rows(table, &grown, table->row);
    fm_pages_free(table->rows, fm_table_bytes(table));
    *table = grown;
    return true;
}

void fm_table_prefetch(const struct fm_table *table, struct fm_hash128 key)
{
#if defined(__GNUC__)
    if (table->cap > 0)
        __builtin_prefetch(place_of(table, key), 1);
#endif
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
    if (FM_UNLIKELY(is_full(table, 1)) && !grow(table))
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

void *fm_table_next(const struct fm_table *table, const void *row)
{
    if (table->rows == NULL)
        return NULL;
    const unsigned char *const end = row_at(table, table->cap);
    unsigned char *next = table->rows;
    if (row != NULL)
        next += (const unsigned char *)row - table->rows + (ptrdiff_t)table->row;
    while (next < end && is_zero(key_of(next)))
        next += table->row;
    return next < end || (next == end && table->zero) ? next : NULL;
}
