/* SPDX-License-Identifier: MIT */
/* Operations of records: the rules of `positions.ops` (work_ops.c), and the values that a merge
 * uses (work_merge.c). */
#ifndef FM_RUN_WORK_OPS_H
#define FM_RUN_WORK_OPS_H
#include "run/worker.h"

/** Do the rules of `positions.ops` hold for these operations? Without an answer
 * worker->written.rule_status is set. @param[out] lacks  true: the first rule that fails has no
 * operation to compare with. */
bool fm_work_ops_hold(struct fm_worker *worker, const struct fm_profile_positions *positions,
                      struct fm_text ops, bool *lacks);
/** Leave out the operations of a record of EPD with castling that the program of the output
 * refuses, which is noted (operations-dropped). @param begin  of the record in the output. */
void fm_work_drop_castling(struct fm_worker *worker, const struct fm_route *route, size_t begin);
/** Append the values that the record gives to a merge (work_merge.c).
 * @param begin  offset of the record, with its sort key. @param at  offset of its text. @return
 * FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_merge_part(struct fm_worker *worker,
                                                const struct fm_route *route,
                                                const struct fm_record_input *in, size_t begin,
                                                size_t at);

#endif
