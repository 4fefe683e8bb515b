/* SPDX-License-Identifier: MIT */
/* What is counted of a group, and the same in few bits. */
#ifndef FM_OPS_GROUP_COUNTS_H
#define FM_OPS_GROUP_COUNTS_H
#include "base/base.h"

/* Numbers of occurrences, in all and by result: `count` is the sum of the next three and of
 * those without a result. */
struct fm_counts {
    uint64_t count;
    uint64_t wins, draws, losses; /* results for White */
    uint64_t mover_wins; /* wins of the side to move; its losses are the other decided results */
};

/** The counts of one occurrence. @param half_points  White's result: 2, 1, 0, or -1: none. */
static inline struct fm_counts fm_counts_of_one(int half_points, bool black)
{
    const bool win = half_points == 2, loss = half_points == 0;
    return (struct fm_counts){1, win, half_points == 1, loss, black ? loss : win};
}

/* Counts in few bits: five fields, of which the lowest is the number of occurrences. */
enum { FM_COUNT_BITS = 9, FM_COUNT_MAX = (1 << FM_COUNT_BITS) - 1, FM_COUNTS_BYTES = 6 };

/** @return 0: they are too large. */
static inline uint64_t fm_counts_pack(const struct fm_counts *counts)
{
    if (counts->count > FM_COUNT_MAX)
        return 0;
    return counts->count | counts->wins << FM_COUNT_BITS | counts->draws << 2 * FM_COUNT_BITS |
           counts->losses << 3 * FM_COUNT_BITS | counts->mover_wins << 4 * FM_COUNT_BITS;
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
