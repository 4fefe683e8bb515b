/* SPDX-License-Identifier: MIT */
/* Pairs in memory, as the sorter has them, and sorting their entries: by the bytes of keys,
 * eight at a time, as most keys of games begin equally. */
#ifndef FM_OPS_SLAB_SORT_H
#define FM_OPS_SLAB_SORT_H
#include "base/lanes.h"
#include "ops/spool.h"

/* A record begins with the number of bytes of its key, then come these; the sorter knows the
 * rest. */
struct fm_pair_entry {
    /* First bytes of the key as a number; once sorted, the code of the key against the one before
     * it: most comparisons need only this. */
    uint64_t word;
    unsigned char *record;
};

/** The key of a record. */
static inline struct fm_text fm_pair_key(const unsigned char *record)
{
    uint64_t n;
    const unsigned char *const key = fm_number_get(record, &n);
    return (struct fm_text){key, (size_t)n};
}

/** Eight bytes of a key from @p at on, as a number whose order is theirs; those that it does not
 * have count as 0. */
static inline uint64_t fm_pair_word(struct fm_text key, size_t at)
{
    uint64_t word = 0;
    if (at + sizeof word <= key.n)
        return fm_big_endian(key.p + at, sizeof word);
    for (size_t i = at; i < at + sizeof word; i++)
        word = word << 8 | (i < key.n ? key.p[i] : 0);
    return word;
}

/* A code compares a key with an earlier one, its base: how many blocks of bytes both have in
 * common, then the next block of the key. Of two keys with the same base, the one with the smaller
 * code is the smaller one, as the one that goes along with the base for longer is nearer to it. If
 * their codes are equal, they are equal up to the end of that block, and are compared from there
 * on. If not, the code of the larger one against the smaller one is the same as against the base:
 * that is why there are blocks. (Conner 1977, offset value coding; Do and Graefe 2023.)
 * From the high bits: 13 bits for the blocks in common, inverted; 6 bytes of the next one; 3 bits,
 * how many of them the key has. */
enum { FM_CODE_BLOCK = 6, FM_CODE_SAME_MAX = (1 << 13) - 1 };

#define FM_CODE_LAST UINT64_MAX /* larger than that of any key */

/** How many bytes a code says that key and base have in common. */
static inline size_t fm_code_same(uint64_t code)
{
    return (FM_CODE_SAME_MAX - (size_t)(code >> 51)) * FM_CODE_BLOCK;
}

/** The length of the key, if the code goes up to its end; else SIZE_MAX. */
static inline size_t fm_code_end(uint64_t code)
{
    const size_t rest = (size_t)(code & 7);
    return rest < FM_CODE_BLOCK ? fm_code_same(code) + rest : SIZE_MAX;
}

/** The code of a key. @param same  bytes that it has in common with its base. */
static inline uint64_t fm_code_of(struct fm_text key, size_t same)
{
    const size_t whole = same / FM_CODE_BLOCK;
    const size_t blocks = whole < FM_CODE_SAME_MAX ? whole : FM_CODE_SAME_MAX;
    const size_t at = blocks * FM_CODE_BLOCK, rest = key.n - at;
    return (uint64_t)(FM_CODE_SAME_MAX - blocks) << 51 | fm_pair_word(key, at) >> 16 << 3 |
           (rest < FM_CODE_BLOCK ? rest : FM_CODE_BLOCK);
}

/** How many bytes two keys have in common. @param from  so many are known to be. */
size_t fm_keys_same(struct fm_text one, struct fm_text other, size_t from);

/** Sort entries by their keys; of equal ones, the record that is first in memory comes first. Each
 * entry's word is that of its key's beginning before, and its code against the one before it
 * afterwards; that of the first, against the empty key. */
void fm_pairs_sort(struct fm_pair_entry *entries, size_t count);

#endif
