/* SPDX-License-Identifier: MIT */
/* A sample of each group of records of a run: of each group those with the smallest hashes, of
 * equal ones the earlier, given in the order in which they came; exactly, and in bounded memory
 * however many groups there are. Used by one thread. */
#ifndef FM_OPS_GROUP_SAMPLE_H
#define FM_OPS_GROUP_SAMPLE_H
#include "ops/sorter.h"
#include "base/hash.h"

struct fm_group_sample;

/** @param spool   temporary file for data that does not fit in memory; must outlive @p out.
 * @param memory  bytes for records. @param size  number of records of each group, at least 1.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_group_sample_new(struct fm_spool *spool, uint64_t memory,
                                                 uint64_t size, struct fm_group_sample **out);
/** May be NULL. */
void fm_group_sample_free(struct fm_group_sample *sample);
/** Offer a record of a group; its text is copied. @return FM_OK, FM_OUTPUT_FAILED (the temporary
 * file; error filled), FM_NO_MEMORY, FM_CANCELLED. */
FM_MUST_CHECK enum fm_status fm_group_sample_offer(struct fm_group_sample *sample,
                                                   struct fm_hash128 group, uint64_t hash,
                                                   struct fm_text text, struct fm_error *error);
/** Give what was drawn; end with the first status of @p each that is not FM_OK. Nothing may be
 * offered afterwards. Returns that, or as fm_group_sample_offer(). */
FM_MUST_CHECK enum fm_status fm_group_sample_each(struct fm_group_sample *sample,
                                                  enum fm_status (*each)(void *user,
                                                                         struct fm_text text,
                                                                         struct fm_error *error),
                                                  void *user, struct fm_error *error);

#endif
