/* SPDX-License-Identifier: MIT */
/* A game that was written anew becomes its lines, a game of each (`rows: lines`). */
#ifndef FM_RUN_WORK_TREE_H
#define FM_RUN_WORK_TREE_H
#include "run/worker.h"

/** Replace the game that was appended to its output from @p begin on by its lines, each with the
 * tags and the result of the game and a row of its own.
 * @return FM_OK, FM_REJECTED (they are larger than `max-output`), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_lines(struct fm_worker *worker, struct fm_active_route *active,
                                           size_t begin);

#endif
