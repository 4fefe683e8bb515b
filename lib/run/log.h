/* SPDX-License-Identifier: MIT */
/* The log: one line of JSON for each item, so that the lines tile every input, and what happened to
 * inputs; its keys: docs/log.md. A line is made when the stages have decided on its item. */
#ifndef FM_RUN_LOG_H
#define FM_RUN_LOG_H
#include "run/plan.h"
#include "run/rows.h"

/** Write the lines of all items of a block, before what its log has already. @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_log_items(const struct fm_plan *plan, struct fm_block *block);

/** With `reasons`: write a comment with outcome and reason before each row of the rejected and the
 * unselected games. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_log_comments(const struct fm_plan *plan, struct fm_block *block);

/* Append to a line. All return FM_OK or FM_NO_MEMORY. @param key  what comes before the value. */
FM_MUST_CHECK enum fm_status fm_log_number(struct fm_buf *out, const char *key, uint64_t number);
FM_MUST_CHECK enum fm_status fm_log_string(struct fm_buf *out, const char *key,
                                           struct fm_text value);

/* Append a line. All return FM_OK or FM_NO_MEMORY. */

/** For an item. */
FM_MUST_CHECK enum fm_status fm_log_item(const struct fm_plan *plan, const struct fm_block *block,
                                         const struct fm_block_item *item, struct fm_buf *out);
/* A game that is too large comes in pieces; its log line is written with the last one. */
struct fm_oversize {
    uint64_t offset, length, line, game; /* line and game are 0 where they are not known */
};
/** For a game or line that is too large, or for stray text. */
FM_MUST_CHECK enum fm_status fm_log_oversize(struct fm_buf *out, const char *input,
                                             const struct fm_oversize *found, bool stray);
/** For the input that the run ends in: the rest after the worked bytes is not read. */
FM_MUST_CHECK enum fm_status fm_log_unread(struct fm_buf *out, const struct fm_block *block);
/** For an input that failed or was skipped, after the spans of what was read of it.
 * @param from  its first byte that no checksum has verified. @param unverified  games after
 * that. */
FM_MUST_CHECK enum fm_status fm_log_input(struct fm_buf *out, const struct fm_error *failure,
                                          uint64_t from, uint64_t unverified);
/** For a warning about a record that was merged: it is known at the end only. */
FM_MUST_CHECK enum fm_status fm_log_merged(struct fm_buf *out, const struct fm_error *found);

#endif
