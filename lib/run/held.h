/* SPDX-License-Identifier: MIT */
/* Blocks that can be decided only at the end of the run: a stage writes them to the temporary file,
 * and reads them back when it can decide. */
#ifndef FM_RUN_HELD_H
#define FM_RUN_HELD_H
#include "run/stage.h"

/* The blocks held for one stage. Set `plan`, `spool` and `what`, zero the rest. */
struct fm_held {
    const struct fm_plan *plan;
    struct fm_spool *spool;
    unsigned what; /* kinds of data that are kept: set of FM_HOLD_ */
    struct fm_stream stream;
    struct fm_buf packed; /* buffer: rows of one sink in the form that the stream has */
    uint64_t count;       /* number of blocks in the stream */
    bool reading;         /* true: blocks are read back, and none can be added */
};

/* All return FM_OK, FM_OUTPUT_FAILED (the temporary file; error filled), FM_NO_MEMORY or
 * FM_CANCELLED. */

/** Hold the results of a block: write its arrays to the stream. */
FM_MUST_CHECK enum fm_status fm_held_put(struct fm_held *held, struct fm_block *block,
                                         struct fm_error *error);
/** Read the next block back, in order; nothing can be held any more from then on.
 * @param block  made for as many sinks, and empty. @param[out] more  false: there is none. */
FM_MUST_CHECK enum fm_status fm_held_next(struct fm_held *held, struct fm_block *block, bool *more,
                                          struct fm_error *error);
void fm_held_free(struct fm_held *held);

#endif
