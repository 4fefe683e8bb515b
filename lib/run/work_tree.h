/* SPDX-License-Identifier: MIT */
/* A game that was written anew becomes its lines: a game of each (`rows: lines`), or an entry of a
 * tree (`rows: trees`, record/tree_entry.h). */
#ifndef FM_RUN_WORK_TREE_H
#define FM_RUN_WORK_TREE_H
#include "run/worker.h"

/** Begin a game that becomes lines. It is then written to worker->exported.whole.
 * @param in  of the game; for trees.
 * @param[out] tagged  true: its tags are wanted. @return FM_OK, FM_REJECTED, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_begin_lines(struct fm_worker *worker,
                                                 const struct fm_route *route,
                                                 const struct fm_record_input *in, bool *tagged);
/** Append its lines to the output of the route. As games each has the tags and the result of the
 * game, and a row of its own.
 * @return FM_OK, FM_REJECTED (they are larger than `max-output`), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_lines(struct fm_worker *worker, struct fm_active_route *active,
                                           const struct fm_record_input *in);
/** The same of the game that was appended to that output from @p begin on, in its place. */
FM_MUST_CHECK enum fm_status fm_work_lines_of_listed(struct fm_worker *worker,
                                                     struct fm_active_route *active,
                                                     const struct fm_record_input *in,
                                                     size_t begin);

#endif
