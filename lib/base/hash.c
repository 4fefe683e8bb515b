/* SPDX-License-Identifier: MIT */
/* MurmurHash3_x64_128, written from its published constants. */
#include <config.h>
#include "base/hash.h"

struct fm_hash128 fm_hash128_of(const void *bytes, size_t n, uint64_t seed)
{
    const unsigned char *p = bytes, *const end = p + n - n % 16;
    const size_t rest = n % 16;
    struct fm_hash128 h = {seed, seed};
    for (; p < end; p += 16)
        fm_hash_go_on(&h, p);
    if (rest > 8)
        h.hi ^= fm_hash_rotate(fm_little_endian(p + 8, rest - 8) * FM_HASH_C2, 33) * FM_HASH_C1;
    return fm_hash_end(h, fm_little_endian(p, rest < 8 ? rest : 8), n);
}
