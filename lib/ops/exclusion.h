/* SPDX-License-Identifier: MIT */
/* A set of keys that is filled before a run and then read by all of its threads: positions that
 * must not be written (`positions.exclude`). Keys are in memory until that is full. Then all of
 * them are sorted (sorter.h) into a temporary file, and only a filter stays in memory, which
 * rejects most keys that are not in the set. Answers do not depend on the size of memory. */
#ifndef FM_OPS_EXCLUSION_H
#define FM_OPS_EXCLUSION_H
#include "ops/spool.h"

struct fm_exclusion;

/** @param folder, cancelled  as for fm_spool_new(). @param memory  bytes that it may take.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_exclusion_new(const char *folder, uint64_t memory,
                                              const atomic_bool *cancelled,
                                              struct fm_exclusion **out);
/** May be NULL. */
void fm_exclusion_free(struct fm_exclusion *exclusion);

/* Return FM_OK, FM_NO_MEMORY, FM_CANCELLED, FM_OUTPUT_FAILED (the temporary file; error filled). */

/** Add a key; one thread. */
FM_MUST_CHECK enum fm_status fm_exclusion_add(struct fm_exclusion *exclusion, struct fm_hash128 key,
                                              struct fm_error *error);
/** All keys were added. */
FM_MUST_CHECK enum fm_status fm_exclusion_finish(struct fm_exclusion *exclusion,
                                                 struct fm_error *error);
/** Is the key in the set? Called after fm_exclusion_finish(), by any thread. If the file cannot
 * be read, the answer is true, and fm_exclusion_check() fails. */
bool fm_exclusion_has(struct fm_exclusion *exclusion, struct fm_hash128 key);
/** Check after the last look-up that every answer was right. */
FM_MUST_CHECK enum fm_status fm_exclusion_check(struct fm_exclusion *exclusion,
                                                struct fm_error *error);

#endif
