/* SPDX-License-Identifier: MIT */
/* What is counted of a group, and the same in few bits. */
#ifndef FM_OPS_GROUP_COUNTS_H
#define FM_OPS_GROUP_COUNTS_H
#include "base/base.h"
#include "base/lanes.h"

/* Numbers of occurrences, in all and by result: `count` is the sum of the next three and of
 * those without a result. */
struct fm_counts {
    uint64_t count;
    uint64_t wins, draws, losses; /* results for White */
    uint64_t mover_wins; /* wins of the side to move; its losses are the other decided results */
};

/* Counts in few bits: five fields, of which the lowest is the number of occurrences. */
enum { FM_COUNT_BITS = 9, FM_COUNT_MAX = (1 << FM_COUNT_BITS) - 1, FM_COUNTS_BYTES = 6 };

/** Packed counts of one occurrence. @param half_points  White's result: 2, 1, 0, or -1: none. */
static inline uint64_t fm_counts_of_one(int half_points, bool black)
{
    const uint64_t win = half_points == 2, draw = half_points == 1, loss = half_points == 0;
    return 1 | win << FM_COUNT_BITS | draw << 2 * FM_COUNT_BITS | loss << 3 * FM_COUNT_BITS |
           (black ? loss : win) << 4 * FM_COUNT_BITS;
}

/** Packed counts as FM_COUNTS_BYTES bytes. */
static inline void fm_counts_store(unsigned char *at, uint64_t packed)
{
    fm_little_endian_store(at, 4, packed);
    fm_little_endian_store(at + 4, 2, packed >> 32);
}
static inline uint64_t fm_counts_load(const unsigned char *at)
{
    return fm_little_endian(at, 4) | fm_little_endian(at + 4, 2) << 32;
}

/** Can both be added, as numbers? Of the fields only the number of occurrences can become too
 * large, as no other is larger. */
static inline bool fm_counts_fit(uint64_t one, uint64_t other)
{
    return (one & FM_COUNT_MAX) + (other & FM_COUNT_MAX) <= FM_COUNT_MAX;
}

/** Add packed counts to others. */
static inline void fm_counts_add(uint64_t packed, struct fm_counts *sum)
{
    sum->count += packed & FM_COUNT_MAX;
    sum->wins += packed >> FM_COUNT_BITS & FM_COUNT_MAX;
    sum->draws += packed >> 2 * FM_COUNT_BITS & FM_COUNT_MAX;
    sum->losses += packed >> 3 * FM_COUNT_BITS & FM_COUNT_MAX;
    sum->mover_wins += packed >> 4 * FM_COUNT_BITS & FM_COUNT_MAX;
}

#endif
