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

void fm_digest_add(struct fm_digest *digest, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    const size_t size = sizeof digest->held, at = digest->bytes % size;
    digest->bytes += n;
    if (at + n < size) {
        if (n > 0)
            memcpy(digest->held + at, p, n);
        return;
    }
    memcpy(digest->held + at, p, size - at);
    fm_hash_go_on(&digest->hash, digest->held);
    for (p += size - at, n -= size - at; n >= size; p += size, n -= size)
        fm_hash_go_on(&digest->hash, p);
    memset(digest->held, 0, size);
    if (n > 0)
        memcpy(digest->held, p, n);
}

struct fm_hash128 fm_digest_end(const struct fm_digest *digest)
{
    struct fm_hash128 hash = digest->hash;
    fm_hash_go_on(&hash, digest->held);
    hash.lo ^= digest->bytes >> 32;
    return fm_hash_end(hash, 0, (size_t)(digest->bytes & UINT32_MAX));
}

void fm_hex_put(uint64_t number, unsigned char *out)
{
    for (unsigned i = FM_HEX_DIGITS; i-- > 0; number >>= 4)
        out[i] = (unsigned char)"0123456789abcdef"[number & 15];
}

bool fm_hex_read(struct fm_text text, struct fm_hash128 *out)
{
    uint64_t halves[2] = {0, 0};
    for (size_t i = 0; i < text.n; i++) {
        const unsigned char c = text.p[i];
        const bool letter = c >= 'a' && c <= 'f';
        if (!letter && (c < '0' || c > '9'))
            return false;
        halves[i / FM_HEX_DIGITS & 1] <<= 4;
        halves[i / FM_HEX_DIGITS & 1] |= (unsigned)c - (letter ? 'a' - 10 : '0');
    }
    *out = (struct fm_hash128){.hi = halves[0], .lo = halves[1]};
    return text.n == 2 * FM_HEX_DIGITS;
}

/* FNV-1a: for texts of some thousand bytes, in steps of any length. */
uint64_t fm_text_check(uint64_t check, struct fm_text text)
{
    check ^= UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < text.n; i++)
        check = (check ^ text.p[i]) * UINT64_C(0x100000001b3);
    return check ^ UINT64_C(0xcbf29ce484222325);
}
