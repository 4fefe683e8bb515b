/* A set of 128-bit keys in memory: the one hash table of keys. At 128 bits two positions of one key
 * are not to be met in practice: with 10^12 positions the chance is below 10^-14. */
#ifndef FM_STORE_KEYSET_H
#define FM_STORE_KEYSET_H
#include "base/base.h"

/* Open addressing, at most three quarters full; zero-initialised is empty. */
struct fm_keyset {
    struct fm_hash128 *keys; /* cap places; {0, 0} is free; owned */
    size_t count, cap;       /* `count` without the key {0, 0} */
    bool zero;               /* the key {0, 0} is in the set */
};

void fm_keyset_free(struct fm_keyset *set);
/** Forget all keys, keep the memory. */
void fm_keyset_clear(struct fm_keyset *set);
/** Bytes that adding one more key would allocate, beside those there are; 0 = none. */
size_t fm_keyset_growth(const struct fm_keyset *set);
/** Bytes that the set takes. */
static inline size_t fm_keyset_bytes(const struct fm_keyset *set)
{
    return set->cap * sizeof *set->keys;
}
/** Bring the place of a key into the cache. */
void fm_keyset_prefetch(const struct fm_keyset *set, struct fm_hash128 key);
bool fm_keyset_has(const struct fm_keyset *set, struct fm_hash128 key);
/** @param[out] fresh  the key was not in the set; now it is. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_keyset_add(struct fm_keyset *set, struct fm_hash128 key,
                                           bool *fresh);

/* Keys that do not fit in memory are parted by some of their bits, level after level. */
enum { FM_KEY_PARTS = 64, FM_KEY_LEVELS = 22 };

/** The part of a key. @param level  0.. FM_KEY_LEVELS - 1, after which all keys are parted. */
static inline unsigned fm_key_part(struct fm_hash128 key, unsigned level)
{
    const unsigned bits = 6, at = level * bits % 64;
    const bool low = level * bits >= 64;
    const uint64_t word = low ? key.lo : key.hi, next = low ? 0 : key.lo;
    const uint64_t from = at == 0 ? word : word << at | next >> (64 - at);
    return (unsigned)(from >> (64 - bits));
}

#endif
