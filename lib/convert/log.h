/* --log: one line of JSON for each game and each stray span; the spans tile every input. Keys:
 * docs/log.md. */
#ifndef FM_CONVERT_LOG_H
#define FM_CONVERT_LOG_H
#include "convert/work.h"

/** Append the line for the span begin..end of the worker's block. @p line counts from the input's
 * start. */
FM_MUST_CHECK enum fm_status fm_log_span(struct fm_worker *worker, size_t begin, size_t end,
                                         uint64_t line, size_t ordinal,
                                         const struct fm_result_of_game *result);
/** Add a warning to the game's line that stands last in the log. */
FM_MUST_CHECK enum fm_status fm_log_note(struct fm_buf *out, enum fm_reason reason);
/** Append a whole line for a game or line that is too large, whose pieces went by already. */
FM_MUST_CHECK enum fm_status fm_log_oversize(struct fm_buf *out, const char *input, uint64_t offset,
                                             uint64_t length, uint64_t line, uint64_t game);
/** The same for stray text. */
FM_MUST_CHECK enum fm_status fm_log_stray(struct fm_buf *out, const char *input, uint64_t offset,
                                          uint64_t length, uint64_t line);

/** Append a line for an input that failed or was skipped, after the spans of what was read of it.
 * @param unverified  byte of the input, or UINT64_MAX. */
FM_MUST_CHECK enum fm_status fm_log_input(struct fm_buf *out, const struct fm_error *failure,
                                          bool skipped, uint64_t unverified);

#endif
