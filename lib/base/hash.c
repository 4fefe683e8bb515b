/* MurmurHash3_x64_128, written from its published constants; bytes are taken as little-endian on
 * every machine. */
#include <config.h>
#include "base/hash.h"
#include "base/macros.h"

static const uint64_t c1 = UINT64_C(0x87c37b91114253d5), c2 = UINT64_C(0x4cf5ad432745937f);

FM_INLINE uint64_t rotate(uint64_t x, unsigned by)
{
    return x << by | x >> (64 - by);
}

/* Compilers make one load of it where the machine is little-endian. */
FM_INLINE uint64_t load8(const unsigned char *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
           (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 |
           (uint64_t)p[7] << 56;
}

static uint64_t load_few(const unsigned char *p, size_t n)
{
    uint64_t x = 0;
    for (size_t i = 0; i < n; i++)
        x |= (uint64_t)p[i] << (8 * i);
    return x;
}

uint64_t fm_hash_mix(uint64_t number)
{
    number = (number ^ number >> 33) * UINT64_C(0xff51afd7ed558ccd);
    number = (number ^ number >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return number ^ number >> 33;
}

struct fm_hash128 fm_hash128_of(const void *bytes, size_t n, uint64_t seed)
{
    const unsigned char *p = bytes;
    const size_t blocks = n / 16, rest = n % 16;
    uint64_t h1 = seed, h2 = seed;
    for (size_t i = 0; i < blocks; i++, p += 16) {
        h1 ^= rotate(load8(p) * c1, 31) * c2;
        h1 = (rotate(h1, 27) + h2) * 5 + 0x52dce729;
        h2 ^= rotate(load8(p + 8) * c2, 33) * c1;
        h2 = (rotate(h2, 31) + h1) * 5 + 0x38495ab5;
    }
    if (rest > 8)
        h2 ^= rotate(load_few(p + 8, rest - 8) * c2, 33) * c1;
    h1 ^= rotate(load_few(p, rest < 8 ? rest : 8) * c1, 31) * c2;
    h1 ^= n;
    h2 ^= n;
    h1 += h2;
    h2 += h1;
    h1 = fm_hash_mix(h1);
    h2 = fm_hash_mix(h2);
    h1 += h2;
    h2 += h1;
    return (struct fm_hash128){h1, h2};
}
