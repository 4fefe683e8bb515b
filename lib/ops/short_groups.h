/* SPDX-License-Identifier: MIT */
/* Groups of a fixed number of bytes, 10 at most, with their counts: 16 bytes each, sorted as
 * numbers. A small table adds up those that come often before they take more memory. */
#ifndef FM_OPS_SHORT_GROUPS_H
#define FM_OPS_SHORT_GROUPS_H
#include "ops/group_counts.h"

enum { FM_SHORT_GROUP_MAX = 10 };

struct fm_short_groups;

/** @param bytes   of each group. @param memory  what they may take.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_short_groups_new(size_t bytes, uint64_t memory,
                                                 struct fm_short_groups **out);
/** May be NULL. */
void fm_short_groups_free(struct fm_short_groups *groups);
/** Add packed counts, of one occurrence or more, to those of a group. @return FM_OK, FM_NO_MEMORY,
 * FM_NO_ROOM: memory is full, and the group is not added: all are to be taken, by the next. */
FM_MUST_CHECK enum fm_status fm_short_groups_add(struct fm_short_groups *groups,
                                                 const unsigned char *group, uint64_t packed);

/* Gets a group and its packed counts. */
typedef enum fm_status fm_short_groups_put(void *user, struct fm_text group, uint64_t packed,
                                           struct fm_error *error);

/** Give all groups in the order of bytes, and forget them. One with many occurrences is given
 * several times. Returns the first status of @p put that is not FM_OK, or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_short_groups_take(struct fm_short_groups *groups,
                                                  fm_short_groups_put *put, void *user,
                                                  struct fm_error *error);
#endif
