/* SPDX-License-Identifier: MIT */
/* The work on a block, by its kind: of FEN and EPD lines each is a record, rewritten in its place
 * with all that is around it. Blank lines and comment lines are stray, and copied where a list is
 * rewritten as it is. Lines of UCI moves are games. */
#ifndef FM_RUN_WORK_LINES_H
#define FM_RUN_WORK_LINES_H
#include "run/worker.h"

/** Do all of a block's work that needs no other block: by the work on its kind.
 * @return FM_OK, FM_STOPPED (`on-error: stop`), FM_NO_MEMORY, FM_CANCELLED. */
FM_MUST_CHECK enum fm_status fm_work_block(struct fm_worker *worker);

#endif
