/* SPDX-License-Identifier: MIT */
/* A game that was written anew becomes its lines: a game of each (`rows: lines`), or an entry of a
 * tree (`rows: trees`, record/tree_entry.h). */
#ifndef FM_RUN_WORK_TREE_H
#define FM_RUN_WORK_TREE_H
#include "run/worker.h"

/** Replace the game that was appended to its output from @p begin on by its lines. As games each
 * has the tags and the result of the game, and a row of its own.
 * @param in  of the game; for trees.
 * @return FM_OK, FM_REJECTED (they are larger than `max-output`), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_lines(struct fm_worker *worker, struct fm_active_route *active,
                                           const struct fm_record_input *in, size_t begin);

#endif
