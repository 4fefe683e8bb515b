/* SPDX-License-Identifier: MIT */
/* Sixty-four squares as bytes, and the sets of those that hold some byte: square i is bit i. */
#ifndef FM_BOARD_SQUARES_H
#define FM_BOARD_SQUARES_H
#include "base/lanes.h"

#ifdef FM_LANES_NAME

struct fm_squares {
    fm_lanes a, b, c, d; /* 16 squares each */
};

static inline struct fm_squares fm_squares_load(const unsigned char *bytes)
{
    return (struct fm_squares){fm_lanes_load(bytes), fm_lanes_load(bytes + 16),
                               fm_lanes_load(bytes + 32), fm_lanes_load(bytes + 48)};
}

/* Each byte without bit 5: capitals of letters. */
static inline struct fm_squares fm_squares_capitals(struct fm_squares s)
{
    return (struct fm_squares){s.a & 0xDF, s.b & 0xDF, s.c & 0xDF, s.d & 0xDF};
}

/* Shifts of bytes are no instruction everywhere; what comes from the neighbour is below the highest
 * bit. */
static inline fm_lanes fm_squares_raise(fm_lanes lanes, int bit)
{
    typedef uint16_t pairs __attribute__((vector_size(16)));
    return (fm_lanes)((pairs)lanes << (7 - bit));
}

/* Squares whose byte has this bit (0..7). */
static inline uint64_t fm_squares_with_bit(struct fm_squares s, int bit)
{
    return fm_lanes_signs(fm_squares_raise(s.a, bit), fm_squares_raise(s.b, bit),
                          fm_squares_raise(s.c, bit), fm_squares_raise(s.d, bit));
}

static inline uint64_t fm_squares_equal(struct fm_squares s, unsigned char byte)
{
    return fm_lanes_signs((fm_lanes)(s.a == byte), (fm_lanes)(s.b == byte), (fm_lanes)(s.c == byte),
                          (fm_lanes)(s.d == byte));
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
