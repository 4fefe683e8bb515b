/* SPDX-License-Identifier: MIT */
/* What becomes of each span of a block: counts, its line in the log, its bytes in --rejects or
 * --unselected. The log has one line of JSON for each game and each stray span, and the spans tile
 * every input; its keys: docs/log.md. */
#ifndef FM_CONVERT_ACCOUNT_H
#define FM_CONVERT_ACCOUNT_H
#include "convert/worker.h"

/** Account for one span: counts, log line, bytes to the output, --rejects or --unselected. */
FM_MUST_CHECK enum fm_status fm_work_account(struct fm_worker *worker, size_t begin, size_t end,
                                             size_t ordinal,
                                             const struct fm_result_of_game *result);
/** Write the log line of a span, if there is a log. */
FM_MUST_CHECK enum fm_status fm_work_log(struct fm_worker *worker, size_t begin, size_t end,
                                         size_t ordinal, const struct fm_result_of_game *result);
/** A game or line that is larger than the limit or cut off by damage: reject it, unread. */
FM_MUST_CHECK enum fm_status fm_work_refuse(struct fm_worker *worker, enum fm_reason reason,
                                            size_t begin, size_t end, size_t ordinal);
/** Is the game or record one of `games.range`? */
static inline bool fm_work_in_range(const struct fm_worker *worker, size_t ordinal)
{
    const struct fm_range *range = &worker->plan->profile->games.range;
    if (FM_LIKELY(!range->set)) /* then the block may not be numbered yet */
        return true;
    const int64_t number = (int64_t)(worker->block->run_base + ordinal + 1);
    return number >= range->from && number <= range->to;
}
/** It is not: account for a record of a list. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_outside(struct fm_worker *worker, size_t begin, size_t end,
                                             size_t ordinal);
/** So many games and records of the block are accounted for. @return FM_OK, or FM_STOPPED if the
 * last one of `games.range` is among them or before the block. */
FM_MUST_CHECK static inline enum fm_status fm_work_ends(struct fm_worker *worker, uint64_t number)
{
    const struct fm_range *range = &worker->plan->profile->games.range;
    if (FM_LIKELY(!range->set) || worker->block->run_base + number < (uint64_t)range->to)
        return FM_OK;
    worker->block->ends = true;
    return FM_STOPPED;
}
/** Do all of a block's work that needs no other block: by the work on its kind, as worker.h has it.
 */
FM_MUST_CHECK enum fm_status fm_work_block(struct fm_worker *worker);
/** A block of pieces of what is larger than the limit. */
FM_MUST_CHECK enum fm_status fm_work_oversize(struct fm_worker *worker);

/** Count the game or record that the worker has decided on, and its positions.
 * @param mark  not NULL: they can be taken back with fm_funnel_drop(). @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_funnel_game(struct fm_worker *worker,
                                            const struct fm_result_of_game *result,
                                            struct fm_game_mark *mark);
/** Count a game or record that is rejected unread. */
void fm_funnel_reject(const struct fm_plan *plan, struct fm_block *block);
/** Take back the counts of a game that is a duplicate, or excluded. */
void fm_funnel_drop(const struct fm_plan *plan, struct fm_block *block,
                    const struct fm_game_mark *mark);

/** Append the line of a game, with the reason that it lacks. */
FM_MUST_CHECK enum fm_status fm_log_reason(struct fm_buf *out, struct fm_text line,
                                           enum fm_reason reason);
/** Append a whole line for a game or line that is too large, whose pieces went by already. */
FM_MUST_CHECK enum fm_status fm_log_oversize(struct fm_buf *out, const char *input, uint64_t offset,
                                             uint64_t length, uint64_t line, uint64_t game);
/** The same for stray text. */
FM_MUST_CHECK enum fm_status fm_log_stray(struct fm_buf *out, const char *input, uint64_t offset,
                                          uint64_t length, uint64_t line);

/** Append a line for the input that the run ends in: what is after what was worked is not read. */
FM_MUST_CHECK enum fm_status fm_log_unread(struct fm_buf *out, const struct fm_block *block);
/** Append a line for an input that failed or was skipped, after the spans of what was read of it.
 * @param unverified  byte of the input, or UINT64_MAX. */
FM_MUST_CHECK enum fm_status fm_log_input(struct fm_buf *out, const struct fm_error *failure,
                                          bool skipped, uint64_t unverified);

/** Append a log line for a warning about a record that was merged: it is known at the end only. */
FM_MUST_CHECK enum fm_status fm_log_merged(struct fm_buf *out, const struct fm_error *found);

#endif
