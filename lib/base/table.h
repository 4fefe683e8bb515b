/* The one hash table: rows that are found by a 128-bit key, which is a hash already. At 128 bits
 * two texts of one key are not to be met in practice: with 10^12 positions the chance is below
 * 10^-14. */
#ifndef FM_BASE_TABLE_H
#define FM_BASE_TABLE_H
#include "base/hash.h"
#include "base/macros.h"

/** A row is a struct of the owner's whose first member is its struct fm_hash128. Set `row`, zero
 * the rest; the owner calls fm_table_free(). */
struct fm_table {
    /** Bytes of a row, a multiple of 8. */
    size_t row;
    /** `cap` places and one more, which is the key {0, 0}'s; a place whose key is {0, 0} is free.
     */
    unsigned char *rows;
    /** Places, and how many of them are used: at most three quarters. */
    size_t cap, count;
    /** The key {0, 0} is in the table. */
    bool zero;
};

/** Free all rows; the table is then empty and may be used again. */
void fm_table_free(struct fm_table *table);
/** Forget all rows, keep the memory. */
void fm_table_clear(struct fm_table *table);
/** Bytes that the table takes. */
static inline size_t fm_table_bytes(const struct fm_table *table)
{
    return table->rows == NULL ? 0 : (table->cap + 1) * table->row;
}
/** Bytes that adding so many keys, one or two, would allocate beside those there are; 0 = none. */
size_t fm_table_growth(const struct fm_table *table, size_t more);
/** Bring the place of a key into the cache: a batch of keys is looked up faster if the places of
 * the next dozen are fetched meanwhile. */
void fm_table_prefetch(const struct fm_table *table, struct fm_hash128 key);
/** @return the row of a key, valid until the next key is added; NULL = it is not in the table. */
void *fm_table_find(const struct fm_table *table, struct fm_hash128 key);
/** Find the row of a key, or add one, with zeros after the key.
 * @param[out] fresh  it was added.
 * @return the row, valid until the next key is added, or NULL: no memory, and the table is as it
 * was. */
FM_MUST_CHECK void *fm_table_add(struct fm_table *table, struct fm_hash128 key, bool *fresh);
/** Go through all rows, in no particular order. @param row  NULL for the first, then the last
 * result.
 * @return NULL after the last. */
void *fm_table_next(const struct fm_table *table, const void *row);

#endif
