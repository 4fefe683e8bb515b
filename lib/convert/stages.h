/* The stages of a run, in their order: duplicates of games, uniqueness of records, merged records, records that are
 * written at the end, their order, limits of outputs, numbers of records, the outputs. See stage.h for what a stage is. */
#ifndef FM_CONVERT_STAGES_H
#define FM_CONVERT_STAGES_H
#include "convert/stage.h"

/* Blocks that can be decided only at the end of the run: a stage writes them to the temporary file,
 * and reads them back when it can decide (held.c). */

/* The blocks held for one stage. Set `plan`, `spool` and `what`, zero the rest. */
struct fm_held {
    const struct fm_plan *plan;
    struct fm_spool *spool;
    unsigned what; /* set of FM_HOLD_ */
    struct fm_stream stream;
    uint64_t count; /* blocks in it */
    bool reading;   /* all blocks were put; none can be put any more */
};

/* All return FM_OK, FM_OUTPUT_FAILED (the temporary file; error filled), FM_NO_MEMORY or
 * FM_CANCELLED. */

/** Hold the results of a block. The caller counts its totals now; those of the block that is read
 * back are zero, and hold later what the stages add or take back (where they wrap around). */
FM_MUST_CHECK enum fm_status fm_held_put(struct fm_held *held, const struct fm_block *block,
                                         struct fm_error *error);
/** Read the next block back, in order; nothing can be held any more from then on.
 * @param block  made for as many sinks, and empty. @param[out] more  false: there is none. */
FM_MUST_CHECK enum fm_status fm_held_next(struct fm_held *held, struct fm_block *block, bool *more,
                                          struct fm_error *error);
void fm_held_free(struct fm_held *held);

enum { FM_STAGES = 9 };

struct fm_stages {
    struct fm_stage_run run;
    void *self[FM_STAGES];          /* what each stage keeps; NULL = nothing to do; owned */
    struct fm_held held[FM_STAGES]; /* blocks that wait for it */
    struct fm_block block;          /* at the end of the run: the one that is read back or made */
    struct fm_totals *totals;       /* of the run; blocks that were held change them */
    struct fm_funnel_count *funnel; /* the same */
    bool started;
};

/** Open everything that is read or written beside the inputs.
 * @param to         destinations, of which names outlive the stages.
 * @param cancelled  ends long work at the end of the run, too.
 * @param pool       compresses the outputs.
 * @return as the start() of each stage. fm_stages_free() after any outcome. */
FM_MUST_CHECK enum fm_status fm_stages_start(struct fm_stages *stages, const struct fm_plan *plan,
                                             const struct fm_destinations *to,
                                             const atomic_bool *cancelled,
                                             struct fm_encode_pool *pool, struct fm_totals *totals,
                                             struct fm_funnel_count *funnel,
                                             struct fm_error *error);
/** The run begins: what it reads, which no output may replace, and whom failures of outputs are
 * reported to (NULL = nobody). @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_stages_begin(struct fm_stages *stages,
                                             const struct fm_inputs *inputs,
                                             const struct fm_events *events);

/* The phases of a block, in this order; the threads that may call them: stage.h. */

FM_MUST_CHECK enum fm_status fm_stages_decide(struct fm_stages *stages, struct fm_block *block,
                                              struct fm_error *error);
FM_MUST_CHECK enum fm_status fm_stages_finish(const struct fm_stages *stages,
                                              struct fm_block *block, struct fm_error *error);
/** The block's totals are afterwards those to be counted. @return as the stages; FM_PIPE_CLOSED
 * where the only reader of the outputs has gone. */
FM_MUST_CHECK enum fm_status fm_stages_write(struct fm_stages *stages, struct fm_block *block,
                                             struct fm_error *error);

/** All blocks were written: decide on what was held, and write it and what was gathered. Returns as
 * fm_stages_write(). */
FM_MUST_CHECK enum fm_status fm_stages_end(struct fm_stages *stages, struct fm_error *error);
/** Give outputs their names, and then stores theirs: whatever fails in between, no store knows a
 * position that is not in an output. */
FM_MUST_CHECK enum fm_status fm_stages_commit(struct fm_stages *stages, struct fm_error *error);
/** Discard what is not committed, and free. */
void fm_stages_free(struct fm_stages *stages);

#endif
