/* SPDX-License-Identifier: MIT */
/* The log: one line of JSON for each item, so that the lines tile every input, and what happened to
 * inputs; its keys: docs/log.md. A line is made when the stages have decided on its item. */
#ifndef FM_CONVERT_LOG_H
#define FM_CONVERT_LOG_H
#include "convert/worker.h"

/** What the line of the item worked on has beside what becomes of it. @param[out] place  of it in the
 * block's texts, + 1; not set: nothing. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_log_details(struct fm_worker *worker,
                                            const struct fm_result_of_game *result,
                                            uint32_t *place);
/** Write the lines of all items of a block, before what its log has already. @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_log_items(const struct fm_plan *plan, struct fm_block *block);

/* Append a line. All return FM_OK or FM_NO_MEMORY. */

/** For a game or line that is too large, whose pieces went by already. */
FM_MUST_CHECK enum fm_status fm_log_oversize(struct fm_buf *out, const char *input, uint64_t offset,
                                             uint64_t length, uint64_t line, uint64_t game);
/** The same for stray text. */
FM_MUST_CHECK enum fm_status fm_log_stray(struct fm_buf *out, const char *input, uint64_t offset,
                                          uint64_t length, uint64_t line);
/** For the input that the run ends in: what is after what was worked is not read. */
FM_MUST_CHECK enum fm_status fm_log_unread(struct fm_buf *out, const struct fm_block *block);
/** For an input that failed or was skipped, after the spans of what was read of it.
 * @param unverified  byte of the input, or UINT64_MAX. */
FM_MUST_CHECK enum fm_status fm_log_input(struct fm_buf *out, const struct fm_error *failure,
                                          bool skipped, uint64_t unverified);
/** For a warning about a record that was merged: it is known at the end only. */
FM_MUST_CHECK enum fm_status fm_log_merged(struct fm_buf *out, const struct fm_error *found);

#endif
