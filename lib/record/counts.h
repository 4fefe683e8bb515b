/* SPDX-License-Identifier: MIT */
/* The fields of a group of positions: its counts, and the mean of its results. */
#ifndef FM_RECORD_COUNTS_H
#define FM_RECORD_COUNTS_H
#include "record/record.h"

/** Append the mean of results in ten thousandths, a half rounded up; nothing if there are none.
 * @param wins  two half points each. @param scored  games with a result. @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_put_mean(struct fm_buf *out, uint64_t wins, uint64_t draws,
                                         uint64_t scored);

/* Each appends a value of in->counts, as fm_field.put does; a mean of no results is nothing.
 * Returns FM_OK or FM_NO_MEMORY. */

FM_MUST_CHECK enum fm_status fm_put_mover_losses(struct fm_buf *out,
                                                 const struct fm_record_input *in);
FM_MUST_CHECK enum fm_status fm_put_group_score(struct fm_buf *out,
                                                const struct fm_record_input *in);
FM_MUST_CHECK enum fm_status fm_put_mover_group_score(struct fm_buf *out,
                                                      const struct fm_record_input *in);

#endif
