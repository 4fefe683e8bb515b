/* A set of 128-bit keys in memory. At 128 bits two positions of one key are not to be met in
 * practice: with 10^12 positions the chance is below 10^-14. */
#ifndef FM_SELECT_KEYSET_H
#define FM_SELECT_KEYSET_H
#include "base/base.h"

/* Open addressing, at most three quarters full; zero-initialised is empty. */
struct fm_keyset {
    struct fm_hash128 *keys; /* cap places; {0, 0} is free; owned */
    size_t count, cap;       /* cap: a power of two, or 0; `count` without the key {0, 0} */
    bool zero;               /* the key {0, 0} is in the set */
};

void fm_keyset_free(struct fm_keyset *set);
/** Forget all keys, keep the memory. */
void fm_keyset_clear(struct fm_keyset *set);
/** Bytes that the set would take after one more key. */
size_t fm_keyset_next_bytes(const struct fm_keyset *set);
/** @param[out] fresh  the key was not in the set; now it is. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_keyset_add(struct fm_keyset *set, struct fm_hash128 key,
                                           bool *fresh);

#endif
