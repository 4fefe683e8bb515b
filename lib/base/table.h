/* SPDX-License-Identifier: MIT */
/* The one hash table: rows that are found by a 128-bit key, which is a hash already. At 128 bits
 * two texts of one key are not to be met in practice: with 10^12 positions the chance is below
 * 10^-14. */
#ifndef FM_BASE_TABLE_H
#define FM_BASE_TABLE_H
#include <string.h>
#include "base/hash.h"
#include "base/macros.h"

/** A row is a struct of the owner's whose first member is its struct fm_hash128. Set `row`, zero
 * the rest; the owner calls fm_table_free(). */
struct fm_table {
    /** Bytes of a row, a multiple of 8. */
    size_t row;
    /** `cap` places and a few more, of which the first is the key {0, 0}'s; a place whose key is
     * {0, 0} is free. */
    unsigned char *rows;
    /** Places, and how many of them are used: at most three quarters. */
    size_t cap, count;
    /** Rows of a cache line, in which the place of a key begins; 1 where rows do not fill lines. */
    size_t line;
    /** The key {0, 0} is in the table. */
    bool zero;
};

/** Free all rows; the table is then empty and may be used again. */
void fm_table_free(struct fm_table *table);
/** Bytes that the table takes. */
static inline size_t fm_table_bytes(const struct fm_table *table)
{
    return table->rows == NULL ? 0 : (table->cap + table->line) * table->row;
}
/** Forget all rows, keep the memory. */
static inline void fm_table_clear(struct fm_table *table)
{
    if (table->count > 0 || table->zero)
        memset(table->rows, 0, fm_table_bytes(table));
    table->count = 0;
    table->zero = false;
}
/** Bytes that the table takes more once so many keys, one or two, are added; 0 = no more. */
size_t fm_table_growth(const struct fm_table *table, size_t more);
/** @return the row of a key, valid until the next key is added; NULL = it is not in the table. */
void *fm_table_find(const struct fm_table *table, struct fm_hash128 key);
/** Find the row of a key, or add one, with zeros after the key.
 * @param[out] fresh  it was added.
 * @return the row, valid until the next key is added, or NULL: no memory, and the table can only be
 * freed. */
FM_MUST_CHECK void *fm_table_add(struct fm_table *table, struct fm_hash128 key, bool *fresh);

/* A set: the rows are keys alone. Keys are looked up in batches, so that the cache lines of the
 * next ones are fetched meanwhile. */

/** Find or add keys in their order, until as many are in the table as it takes without growing.
 * @param[out] fresh  for each key: 1: added, 0: it was there. @return how many were looked at. */
size_t fm_set_add(struct fm_table *set, const struct fm_hash128 *keys, size_t count,
                  unsigned char *fresh);
/** Look keys up. @param[out] missing  for each key: 0: it is there, 1: it is not. */
void fm_set_find(const struct fm_table *set, const struct fm_hash128 *keys, size_t count,
                 unsigned char *missing);
/** Make a set larger, but not beyond @p most bytes; an empty one always takes some keys.
 * @return FM_OK; FM_NO_MEMORY: it can only be freed. @param[out] grown  false: it may not grow. */
FM_MUST_CHECK enum fm_status fm_set_grow(struct fm_table *set, uint64_t most, bool *grown);
/** Go through all rows, in an order in which they can be added to another table.
 * @param row  NULL for the first, then the last result. @return NULL after the last. */
void *fm_table_next(const struct fm_table *table, const void *row);

#endif
