/* SPDX-License-Identifier: MIT */
/* Counts by group over a run. A group is a string of bytes that the caller chooses. Counts are
 * exact, whatever the size of memory: two groups are the same if their bytes are; equal hashes
 * are not enough. Groups are given in the order of their bytes. Used by one thread. */
#ifndef FM_OPS_GROUPS_H
#define FM_OPS_GROUPS_H
#include "ops/spool.h"

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

struct fm_groups;

/** @param spool   temporary file for data that does not fit in memory; must outlive @p out.
 * @param memory  bytes that the groups may take. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_groups_new(struct fm_spool *spool, uint64_t memory,
                                           struct fm_groups **out);
/** May be NULL. */
void fm_groups_free(struct fm_groups *groups);
/** Add counts to those of a group.
 * @param hash   of its bytes. @param group  copied. @param more  below 2^32 each.
 * @return FM_OK, FM_OUTPUT_FAILED (the temporary file; error filled), FM_NO_MEMORY,
 * FM_CANCELLED. */
FM_MUST_CHECK enum fm_status fm_groups_add(struct fm_groups *groups, struct fm_hash128 hash,
                                           struct fm_text group, const struct fm_counts *more,
                                           struct fm_error *error);

/* Gets a group, whose bytes last until it returns. */
typedef enum fm_status fm_groups_put(void *user, struct fm_text group,
                                     const struct fm_counts *counts, struct fm_error *error);

/** Give every group one time, in the order of bytes, and end with the first status of @p put
 * that is not FM_OK. Nothing may be added afterwards. Returns that, or as fm_groups_add(). */
FM_MUST_CHECK enum fm_status fm_groups_each(struct fm_groups *groups, fm_groups_put *put,
                                            void *user, struct fm_error *error);

#endif
