/* Blocks whose fate is known at the end of the run only: a stage of the commit writes them to the
 * temporary file, and reads them back when it can decide. */
#ifndef FM_CONVERT_HELD_H
#define FM_CONVERT_HELD_H
#include "convert/block.h"
#include "convert/plan.h"
#include "store/spool.h"

/* What of a block is held, beside what it has to write. */
enum {
    FM_HOLD_KEYS = 1, /* keys of its records: uniqueness has not taken it yet */
    FM_HOLD_GAMES = 2 /* its game marks */
};

/* Set `plan`, `spool` and `what`, zero the rest. */
struct fm_held {
    const struct fm_plan *plan;
    struct fm_spool *spool;
    unsigned what; /* set of FM_HOLD_ */
    struct fm_stream stream;
    uint64_t count; /* blocks in it */
    bool reading;   /* all were put */
};

/* All return FM_OK, FM_OUTPUT_FAILED (the temporary file; error filled), FM_NO_MEMORY or
 * FM_CANCELLED. */

/** Hold the results of a block. Its totals are to be counted now: what they lose or gain later is in
 * those of the block that is read back, where less than nothing wraps around. */
FM_MUST_CHECK enum fm_status fm_held_put(struct fm_held *held, const struct fm_block *block,
                                         struct fm_error *error);
/** Read the next block back, in order; nothing can be held any more from then on.
 * @param block  made for as many sinks, and empty. @param[out] more  false: there is none. */
FM_MUST_CHECK enum fm_status fm_held_next(struct fm_held *held, struct fm_block *block, bool *more,
                                          struct fm_error *error);
void fm_held_free(struct fm_held *held);

#endif
