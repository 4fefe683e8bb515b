/* SPDX-License-Identifier: MIT */
/* Counts by group over a run. A group is a string of bytes that the caller chooses. Counts are
 * exact, whatever the size of memory: two groups are the same if their bytes are; equal hashes
 * are not enough. Groups are given in the order of their bytes. Used by one thread. */
#ifndef FM_OPS_GROUPS_H
#define FM_OPS_GROUPS_H
#include "ops/group_counts.h"
#include "ops/spool.h"

struct fm_groups;

/** @param spool   temporary file for data that does not fit in memory; must outlive @p out.
 * @param bytes   of each group, if all have as many: 10 or less take less time; 0 = any number.
 * @param memory  bytes that the groups may take. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_groups_new(struct fm_spool *spool, size_t bytes, uint64_t memory,
                                           struct fm_groups **out);
/** May be NULL. */
void fm_groups_free(struct fm_groups *groups);
/* A record of a group. */
struct fm_grouped {
    struct fm_text group;
    uint64_t counts; /* packed, of one occurrence */
    uint64_t hash;   /* of the group; set by fm_groups_add() */
};
enum { FM_GROUPED_MOST = 32 };

/** Add records to their groups, whose bytes are copied. Where in memory a group has its counts is
 * not foreseen, so several are looked for in one step.
 * @param count  FM_GROUPED_MOST or less.
 * @return FM_OK, FM_OUTPUT_FAILED (the temporary file; error filled), FM_NO_MEMORY,
 * FM_CANCELLED. */
FM_MUST_CHECK enum fm_status fm_groups_add(struct fm_groups *groups, struct fm_grouped *records,
                                           size_t count, struct fm_error *error);

/* Gets a group, whose bytes last until it returns. */
typedef enum fm_status fm_groups_put(void *user, struct fm_text group,
                                     const struct fm_counts *counts, struct fm_error *error);

/** Give every group one time, in the order of bytes, and end with the first status of @p put
 * that is not FM_OK. Nothing may be added afterwards. Returns that, or as fm_groups_add(). */
FM_MUST_CHECK enum fm_status fm_groups_each(struct fm_groups *groups, fm_groups_put *put,
                                            void *user, struct fm_error *error);

#endif
