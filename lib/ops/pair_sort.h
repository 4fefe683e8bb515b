/* SPDX-License-Identifier: MIT */
/* Pairs of a key and a value as they lie in memory, and sorting entries of them by the bytes of
 * their keys, seven at a time, as most keys of games begin equally. */
#ifndef FM_OPS_PAIR_SORT_H
#define FM_OPS_PAIR_SORT_H
#include "base/lanes.h"
#include "base/memory.h"
#include "ops/spool.h"

/* Where in a key the text is that a value may begin with, too. */
enum { FM_PAIR_TEXT = 1 };

/* A record: the number of bytes of its key; twice that of the rest of its value, and one more if
 * the value begins with bytes of the key, which are not stored again: then their number; the key;
 * the rest of the value. */
struct fm_pair {
    struct fm_text key, rest;
    size_t shared; /* bytes of the key, from FM_PAIR_TEXT on, that the value begins with */
};

FM_INLINE struct fm_pair fm_pair_read(const unsigned char *record)
{
    uint64_t key, rest, shared = 0;
    const unsigned char *at = fm_number_get(fm_number_get(record, &key), &rest);
    if (rest & 1)
        at = fm_number_get(at, &shared);
    return (struct fm_pair){{at, (size_t)key}, {at + key, (size_t)(rest >> 1)}, (size_t)shared};
}

/* The bytes of the key that the value begins with. */
FM_INLINE struct fm_text fm_pair_shared(const struct fm_pair *pair)
{
    return pair->shared == 0 ? FM_NO_TEXT
                             : (struct fm_text){pair->key.p + FM_PAIR_TEXT, pair->shared};
}

/* An entry is sorted in place of its record. */
struct fm_pair_entry {
    uint64_t word; /* some bytes of the key: fm_pair_word() */
    unsigned char *record;
};

/** The bytes of a key from @p at on, eight at most, the first one high; zeros after its end. */
FM_INLINE uint64_t fm_key_eight(struct fm_text key, size_t at)
{
    const size_t n = at < key.n ? key.n - at : 0;
    if (FM_LIKELY(n >= 8))
        return fm_eight_big(key.p + at);
    if (n >= 4)
        return fm_big_endian(key.p + at, 4) << 32 | fm_big_endian(key.p + key.n - 4, 4)
                                                        << (64 - 8 * n);
    return n == 0 ? 0 : fm_big_endian(key.p + at, n) << (64 - 8 * n);
}

/* Seven bytes of a key as a number whose order is theirs; its low byte says how many of them the
 * key has, or that it has more: so keys with equal words are equal or go on. */
enum { FM_PAIR_WORD = 7, FM_PAIR_MORE = 8 };

FM_INLINE uint64_t fm_pair_word(struct fm_text key, size_t at)
{
    const size_t rest = key.n - at;
    if (FM_LIKELY(rest > FM_PAIR_WORD))
        return (fm_eight_big(key.p + at) & ~UINT64_C(0xFF)) | FM_PAIR_MORE;
    return fm_key_eight(key, at) | rest;
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

/** Sort entries by their keys; equal ones keep their order. Each entry's word is that of its key
 * from @p at on; so many bytes are the same in all keys.
 * @param spare  room for as many entries.
 * @param stack  a buffer. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_pairs_sort(struct fm_pair_entry *entries,
                                           struct fm_pair_entry *spare, size_t count, size_t at,
                                           struct fm_buf *stack);

#endif
