/* SPDX-License-Identifier: MIT */
/* Messages and warnings of games and lines, and their details for the log. They wait in the
 * block until it is written; until then lines and games are counted from its start. */
#ifndef FM_RUN_WORK_MESSAGES_H
#define FM_RUN_WORK_MESSAGES_H
#include "run/worker.h"

/** Collect details of the current item for the log, apart from its outcome. @param[out] place
 * of it in the block's texts, + 1; not set: nothing. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_details(struct fm_worker *worker,
                                             const struct fm_result_of_game *result,
                                             uint32_t *place);
/** Line and column of a byte of the block, both 1.., the line counted from the block's start. */
void fm_work_locate(struct fm_worker *worker, size_t at, uint64_t *line, uint64_t *column);
/** Remember a message; line, column and game are filled from @p at and @p ordinal (in the block,
 * 0..).
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_message(struct fm_worker *worker, const struct fm_error *error,
                                             size_t at, size_t ordinal);
/** Remember a message of which each input gets one, however many of its games cause it. */
FM_MUST_CHECK enum fm_status fm_work_input_message(struct fm_worker *worker,
                                                   const struct fm_error *error, size_t at,
                                                   size_t ordinal);
/** Each warning of a game becomes a message, if those are wanted. */
FM_MUST_CHECK enum fm_status fm_work_warnings(struct fm_worker *worker,
                                              const struct fm_warnings *notes,
                                              const uint32_t *tolerated, size_t at, size_t ordinal);
/** Reject a game that has a warning, under a strict profile. */
FM_MUST_CHECK enum fm_status fm_work_strict(struct fm_worker *worker, size_t at, size_t ordinal,
                                            struct fm_result_of_game *result);
/** The encoding of a game or line, into worker->encoding: that of the profile, else UTF-8 if all of
 * it is, else Windows-1252. Text that is not UTF-8 is noted, and reported one time for an input.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_find_encoding(struct fm_worker *worker, struct fm_text text,
                                                   size_t ordinal);

#endif
