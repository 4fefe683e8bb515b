/* A hash of bytes that is the same on every platform. Not for security. */
#ifndef FM_BASE_HASH_H
#define FM_BASE_HASH_H
#include "fenmill.h"

struct fm_hash128 {
    uint64_t lo, hi;
};

/** MurmurHash3_x64_128 (Austin Appleby, public domain); a seed below 2^32 gives the published
 * values. Output samples depend on it: it must never change. */
struct fm_hash128 fm_hash128_of(const void *bytes, size_t n, uint64_t seed);
/** One number to another, bijective, every bit mixed (the finaliser of the same hash). */
uint64_t fm_hash_mix(uint64_t number);

#endif
