/* SPDX-License-Identifier: MIT */
/* Many bytes compared and counted in one step: eight in a word, thirty-two in a vector. */
#ifndef FM_BASE_LANES_H
#define FM_BASE_LANES_H
#include <stdint.h>
#include <string.h>
#include "fenmill.h"

/* Eight bytes in a word; the first is in the lowest bits on every machine. */

#define FM_EIGHT(byte) ((byte)*UINT64_C(0x0101010101010101))

static inline uint64_t fm_eight_load(const unsigned char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static inline void fm_eight_store(unsigned char *p, uint64_t word)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    memcpy(p, &word, sizeof word);
}

/* A little-endian number of n bytes, 8 at most. */
static inline uint64_t fm_little_endian(const unsigned char *p, size_t n)
{
    uint64_t number = 0;
    while (n > 0)
        number = number << 8 | p[--n];
    return number;
}

static inline void fm_little_endian_store(unsigned char *p, size_t n, uint64_t number)
{
    for (size_t i = 0; i < n; i++)
        p[i] = (unsigned char)(number >> 8 * i);
}

/* The same, the highest byte first. */
static inline uint64_t fm_big_endian(const unsigned char *p, size_t n)
{
    uint64_t number = 0;
    for (size_t i = 0; i < n; i++)
        number = number << 8 | p[i];
    return number;
}

/* The same of eight bytes, in one step. */
static inline uint64_t fm_eight_big(const unsigned char *p)
{
    return __builtin_bswap64(fm_eight_load(p));
}

static inline void fm_big_endian_store(unsigned char *p, size_t n, uint64_t number)
{
    for (size_t i = n; i > 0; number >>= 8)
        p[--i] = (unsigned char)number;
}

/* 1 in each byte that is 0, else 0. */
static inline uint64_t fm_eight_zero(uint64_t word)
{
    const uint64_t low = FM_EIGHT(0x7F);
    return ~(((word & low) + low) | word | low) >> 7;
}

/* 1 in each byte that is this one, else 0. */
static inline uint64_t fm_eight_equal(uint64_t word, unsigned char byte)
{
    return fm_eight_zero(word ^ FM_EIGHT(byte));
}

/* The first byte that is a blank or a control character, given that those before are ASCII; 7 if
 * there is none. The next move waits for this, so it depends on nothing else. */
static inline unsigned fm_eight_blank(uint64_t word)
{
    const uint64_t ends = ~(word | (word + FM_EIGHT(0x80 - ' ' - 1))) & FM_EIGHT(0x80);
    return (unsigned)__builtin_ctzll(ends | UINT64_C(1) << 63) / 8;
}

/* 1 in each byte that is no printable ASCII: control characters, DEL, and 0x80 on; else 0. */
static inline uint64_t fm_eight_unprintable(uint64_t word)
{
    const uint64_t low = word & FM_EIGHT(0x7F); /* so that no sum leaves its byte */
    return (word | (low + FM_EIGHT(1)) | ~(low + FM_EIGHT(0x80 - ' '))) >> 7 & FM_EIGHT(1);
}

/* Bytes of 0 and 1 to bits: byte i to bit i. */
static inline unsigned fm_eight_bits(uint64_t flags)
{
    return (unsigned)((flags * UINT64_C(0x0102040810204080)) >> 56);
}

/* Sixteen bytes in one of GCC's vectors, where the machine can collect bits of it. Comparisons give
 * lanes of all ones or all zeros. */

#if defined(__SSE2__)
#    define FM_LANES_NAME "sse2"
#    define FM_LANES_BITS(v) \
        (uint64_t)(unsigned) __builtin_ia32_pmovmskb128((char __attribute__((vector_size(16))))(v))
#elif defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)
#    include <arm_neon.h>
#    define FM_LANES_NAME "neon"
#elif defined(__wasm_simd128__)
#    define FM_LANES_NAME "wasm"
#    define FM_LANES_BITS(v) (uint64_t) __builtin_wasm_bitmask_i8x16(v)
#endif

#ifdef FM_LANES_NAME
typedef unsigned char fm_lanes __attribute__((vector_size(16)));

static inline fm_lanes fm_lanes_load(const unsigned char *p)
{
    fm_lanes lanes;
    memcpy(&lanes, p, sizeof lanes);
    return lanes;
}

/* The highest bit of each of 64 bytes, the first byte's in the lowest bit. */
static inline uint64_t fm_lanes_signs(fm_lanes a, fm_lanes b, fm_lanes c, fm_lanes d)
{
#    ifdef FM_LANES_BITS
    return FM_LANES_BITS(a) | FM_LANES_BITS(b) << 16 | FM_LANES_BITS(c) << 32 |
           FM_LANES_BITS(d) << 48;
#    else
    /* Each lane keeps the bit of its place among eight; then neighbours are added three times. */
    typedef signed char signs __attribute__((vector_size(16)));
    const fm_lanes place = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t low = vpaddq_u8((uint8x16_t)((fm_lanes)((signs)a < 0) & place),
                                     (uint8x16_t)((fm_lanes)((signs)b < 0) & place));
    const uint8x16_t high = vpaddq_u8((uint8x16_t)((fm_lanes)((signs)c < 0) & place),
                                      (uint8x16_t)((fm_lanes)((signs)d < 0) & place));
    const uint8x16_t all = vpaddq_u8(low, high);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
#    endif
}
#endif

/* Lines in a text, and what bytes it has. */

struct fm_survey {
    uint64_t lines; /* number of line ends: LF, CR LF and a lone CR count one each */
    bool ascii;     /* true: every byte is below 0x80 */
    bool rare;      /* true: a byte is `&` or 0x03, which are rare in games: fm_codec_search() */
};

/** All of it, in one pass. A CR at the very end counts unless @p next (the byte after, 0 if none)
 * is LF. Reads nothing outside the text. */
struct fm_survey fm_survey_text(struct fm_text text, unsigned char next);

#endif
