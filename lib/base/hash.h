/* SPDX-License-Identifier: MIT */
/* A hash of bytes that is the same on every platform. Not for security. */
#ifndef FM_BASE_HASH_H
#define FM_BASE_HASH_H
#include <stddef.h>
#include "fenmill.h"
#include "base/lanes.h"
#include "base/macros.h"

struct fm_hash128 {
    uint64_t lo, hi;
};

/** MurmurHash3_x64_128 (Austin Appleby, public domain); a seed below 2^32 gives the published
 * values. Output samples depend on it: it must never change. */
struct fm_hash128 fm_hash128_of(const void *bytes, size_t n, uint64_t seed);

/* The same in steps, for who hashes at every ply and knows how much: begin with the seed in both
 * halves, go on by 16 bytes, end with at most 8. Bytes are taken as little-endian on every
 * machine. */
#define FM_HASH_C1 UINT64_C(0x87c37b91114253d5)
#define FM_HASH_C2 UINT64_C(0x4cf5ad432745937f)

FM_INLINE uint64_t fm_hash_rotate(uint64_t x, unsigned by)
{
    return x << by | x >> (64 - by);
}

FM_INLINE void fm_hash_go_on(struct fm_hash128 *h, const unsigned char *p)
{
    h->lo ^= fm_hash_rotate(fm_eight_load(p) * FM_HASH_C1, 31) * FM_HASH_C2;
    h->lo = (fm_hash_rotate(h->lo, 27) + h->hi) * 5 + 0x52dce729;
    h->hi ^= fm_hash_rotate(fm_eight_load(p + 8) * FM_HASH_C2, 33) * FM_HASH_C1;
    h->hi = (fm_hash_rotate(h->hi, 31) + h->lo) * 5 + 0x38495ab5;
}

/** One number to another, bijective, every bit mixed (the finaliser of the same hash). */
FM_INLINE uint64_t fm_hash_mix(uint64_t number)
{
    number = (number ^ number >> 33) * UINT64_C(0xff51afd7ed558ccd);
    number = (number ^ number >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return number ^ number >> 33;
}

/* @param last  the bytes left, the first lowest. @param n  of all bytes. */
FM_INLINE struct fm_hash128 fm_hash_end(struct fm_hash128 h, uint64_t last, size_t n)
{
    h.lo ^= fm_hash_rotate(last * FM_HASH_C1, 31) * FM_HASH_C2;
    h.lo ^= n;
    h.hi ^= n;
    h.lo += h.hi;
    h.hi += h.lo;
    h.lo = fm_hash_mix(h.lo);
    h.hi = fm_hash_mix(h.hi);
    h.lo += h.hi;
    h.hi += h.lo;
    return h;
}

/* fm_hash128_of() of a text that comes in pieces, but for the end of it, which is zeros up to 16
 * bytes. Zero-initialised is the empty text. */
struct fm_digest {
    struct fm_hash128 hash; /* of the whole sixteens before `held` */
    unsigned char held[16]; /* bytes after them; zeros after those */
    uint64_t bytes;         /* number of all bytes */
};
void fm_digest_add(struct fm_digest *digest, const void *bytes, size_t n);
struct fm_hash128 fm_digest_end(const struct fm_digest *digest);

enum { FM_HEX_DIGITS = 16 };
/** Write a number as FM_HEX_DIGITS lower-case digits. */
void fm_hex_put(uint64_t number, unsigned char *out);
/** Read what was written of both halves, `hi` first. @return false: it is anything else. */
FM_MUST_CHECK bool fm_hex_read(struct fm_text text, struct fm_hash128 *out);

#endif
