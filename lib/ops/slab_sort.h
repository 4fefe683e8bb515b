/* SPDX-License-Identifier: MIT */
/* Pairs in memory, as the sorter has them, and sorting their entries: by the bytes of keys,
 * eight at a time, as most keys of games begin equally. */
#ifndef FM_OPS_SLAB_SORT_H
#define FM_OPS_SLAB_SORT_H
#include "base/base.h"

/* Sizes before the bytes of a record, which are its key and then its value. */
struct fm_pair_head {
    size_t key, value; /* bytes */
};

struct fm_pair_entry {
    uint64_t word; /* first bytes of the key as a number: most comparisons need only this */
    unsigned char *record;
};

/** The key of a record. */
static inline struct fm_text fm_pair_key(const unsigned char *record)
{
    struct fm_pair_head head;
    memcpy(&head, record, sizeof head);
    return (struct fm_text){record + sizeof head, head.key};
}

/** Eight bytes of a key from @p at on, as a number whose order is theirs; those that it does not
 * have count as 0. */
static inline uint64_t fm_pair_word(struct fm_text key, size_t at)
{
    uint64_t word = 0;
    for (size_t i = at; i < at + sizeof word; i++)
        word = word << 8 | (i < key.n ? key.p[i] : 0);
    return word;
}

/** Sort entries by their keys; of equal ones, the record that is first in memory comes first. Each
 * entry's word is that of its key's beginning, before and after. */
void fm_pairs_sort(struct fm_pair_entry *entries, size_t count);

#endif
