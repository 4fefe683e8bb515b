/* SPDX-License-Identifier: MIT */
/* Blocks in which the run may end, by an output limit or by `max-errors`. Where exactly depends on
 * all that was written before, and nothing after that place may count: no line of the log, no key,
 * no message. So these blocks are decided on when they are to be written; where the end may be in
 * one, it is worked a second time, and passed on to the stages game by game. */
#ifndef FM_CONVERT_LATE_H
#define FM_CONVERT_LATE_H
#include "convert/commit.h"
#include "convert/worker.h"

/* Set `commit`, zero the rest. Used by the thread that is in an ordered step of the ring. */
struct fm_late {
    struct fm_commit *commit;
    struct fm_worker worker; /* for the second time; made when it is needed */
    bool made;
};

/** Decide on a block, finish it and write it; all blocks before it are written.
 * @return false where the run is to stop. */
bool fm_late_write(struct fm_late *late, struct fm_block *block);
void fm_late_free(struct fm_late *late);

#endif
