/* SPDX-License-Identifier: MIT */
/* MurmurHash3_x64_128, written from its published constants. */
#include <config.h>
#include "base/hash.h"

static uint64_t load_few(const unsigned char *p, size_t n)
{
    uint64_t x = 0;
    for (size_t i = 0; i < n; i++)
        x |= (uint64_t)p[i] << (8 * i);
    return x;
}

struct fm_hash128 fm_hash128_of(const void *bytes, size_t n, uint64_t seed)
{
    const unsigned char *p = bytes, *const end = p + n - n % 16;
    const size_t rest = n % 16;
    struct fm_hash128 h = {seed, seed};
    for (; p < end; p += 16)
        fm_hash_go_on(&h, p);
    if (rest > 8)
        h.hi ^= fm_hash_rotate(load_few(p + 8, rest - 8) * FM_HASH_C2, 33) * FM_HASH_C1;
    return fm_hash_end(h, load_few(p, rest < 8 ? rest : 8), n);
}
