/* SPDX-License-Identifier: MIT */
/* Sixty-four squares as bytes, and the sets of those that hold some byte: square i is bit i. */
#ifndef FM_BOARD_SQUARES_H
#define FM_BOARD_SQUARES_H
#include "base/lanes.h"

#if defined(__SSE2__)
#    include <emmintrin.h>

struct fm_squares {
    __m128i a, b, c, d; /* 16 squares each */
};

/* Written out, as compilers leave such loops rolled. */
#    define FM_SQUARES_EACH(s, f, with) \
        ((struct fm_squares){f((s).a, with), f((s).b, with), f((s).c, with), f((s).d, with)})

static inline __m128i fm_squares_load_part(const unsigned char *bytes, int part)
{
    return _mm_loadu_si128((const __m128i *)(const void *)(bytes + 16 * part));
}

static inline struct fm_squares fm_squares_load(const unsigned char *bytes)
{
    return (struct fm_squares){fm_squares_load_part(bytes, 0), fm_squares_load_part(bytes, 1),
                               fm_squares_load_part(bytes, 2), fm_squares_load_part(bytes, 3)};
}

/* Each byte without bit 5: capitals of letters. */
static inline struct fm_squares fm_squares_capitals(struct fm_squares s)
{
    const __m128i capital = _mm_set1_epi8((char)0xDF);
    return FM_SQUARES_EACH(s, _mm_and_si128, capital);
}

/* Squares whose byte has bit 7. */
static inline uint64_t fm_squares_signs(struct fm_squares s)
{
    return (uint64_t)(unsigned)_mm_movemask_epi8(s.a) |
           (uint64_t)(unsigned)_mm_movemask_epi8(s.b) << 16 |
           (uint64_t)(unsigned)_mm_movemask_epi8(s.c) << 32 |
           (uint64_t)(unsigned)_mm_movemask_epi8(s.d) << 48;
}

/* Squares whose byte has this bit (0..7). */
static inline uint64_t fm_squares_with_bit(struct fm_squares s, int bit)
{
    const __m128i shift = _mm_cvtsi32_si128(7 - bit);
    return fm_squares_signs(FM_SQUARES_EACH(s, _mm_sll_epi16, shift));
}

static inline uint64_t fm_squares_equal(struct fm_squares s, unsigned char byte)
{
    const __m128i all = _mm_set1_epi8((char)byte);
    return fm_squares_signs(FM_SQUARES_EACH(s, _mm_cmpeq_epi8, all));
}

#else

struct fm_squares {
    uint64_t part[8];
};

static inline struct fm_squares fm_squares_load(const unsigned char *bytes)
{
    struct fm_squares s;
    for (int i = 0; i < 8; i++)
        s.part[i] = fm_eight_load(bytes + 8 * i);
    return s;
}

static inline struct fm_squares fm_squares_capitals(struct fm_squares s)
{
    for (int i = 0; i < 8; i++)
        s.part[i] &= FM_EIGHT(0xDF);
    return s;
}

static inline uint64_t fm_squares_with_bit(struct fm_squares s, int bit)
{
    uint64_t set = 0;
    for (int i = 0; i < 8; i++)
        set |= (uint64_t)fm_eight_bits(s.part[i] >> bit & FM_EIGHT(1)) << (8 * i);
    return set;
}

static inline uint64_t fm_squares_equal(struct fm_squares s, unsigned char byte)
{
    uint64_t set = 0;
    for (int i = 0; i < 8; i++)
        set |= (uint64_t)fm_eight_bits(fm_eight_equal(s.part[i], byte)) << (8 * i);
    return set;
}

#endif
#endif
