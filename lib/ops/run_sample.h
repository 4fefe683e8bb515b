/* SPDX-License-Identifier: MIT */
/* A sample of a whole run: the records with the smallest hashes, of equal ones the earlier, given
 * in the order in which they came; exactly, and in bounded memory however many are wanted. Used by
 * one thread. */
#ifndef FM_OPS_RUN_SAMPLE_H
#define FM_OPS_RUN_SAMPLE_H
#include "ops/spool.h"

struct fm_run_sample;

/** @param spool   temporary file for data that does not fit in memory; must outlive @p out.
 * @param memory  bytes for records. @param size  number of records in the sample.
 * @param texts  true: records have texts, for fm_run_sample_each(); false: hashes alone, for
 * fm_run_sample_takes().
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_run_sample_new(struct fm_spool *spool, uint64_t memory,
                                               uint64_t size, bool texts,
                                               struct fm_run_sample **out);
/** May be NULL. */
void fm_run_sample_free(struct fm_run_sample *sample);
/** Offer a record. @return FM_OK, FM_OUTPUT_FAILED (the temporary file; error filled),
 * FM_NO_MEMORY, FM_CANCELLED. */
FM_MUST_CHECK enum fm_status fm_run_sample_offer(struct fm_run_sample *sample, uint64_t hash,
                                                 struct fm_text text, struct fm_error *error);
/** Records with larger hashes are not wanted any more; UINT64_MAX as long as all are. */
uint64_t fm_run_sample_bound(const struct fm_run_sample *sample);
/** All were offered: find which are drawn. @return as fm_run_sample_offer(). */
FM_MUST_CHECK enum fm_status fm_run_sample_settle(struct fm_run_sample *sample,
                                                  struct fm_error *error);
/** After that, for each record in the order in which they were offered: is it drawn? */
bool fm_run_sample_takes(struct fm_run_sample *sample, uint64_t hash);
/** Settle, and give what was drawn; end with the first status of @p each that is not FM_OK. Nothing
 * may be offered afterwards. Returns that, or as fm_run_sample_offer(). */
FM_MUST_CHECK enum fm_status fm_run_sample_each(struct fm_run_sample *sample,
                                                enum fm_status (*each)(void *user,
                                                                       struct fm_text text,
                                                                       struct fm_error *error),
                                                void *user, struct fm_error *error);

#endif
