/* SPDX-License-Identifier: MIT */
/* The stages of a run, in their order: duplicates of games, uniqueness of records, merged
 * records, records that are written at the end, their order, limits of outputs, numbers of
 * records, the outputs. See stage.h for what a stage is. */
#ifndef FM_RUN_STAGES_H
#define FM_RUN_STAGES_H
#include "run/held.h"
#include "run/stage.h"

struct fm_stages {
    struct fm_stage_run run;
    void *self[FM_STAGES]; /* state of each stage; NULL = the stage has nothing to do; owned */
    struct fm_held held[FM_STAGES]; /* blocks held for each stage */
    struct fm_block block;          /* block that is read back or made at the end of the run */
    bool started;
};

/** Open everything that is read or written beside the inputs.
 * @param to         destinations, of which names outlive the stages.
 * @param cancelled  ends long work at the end of the run, too.
 * @param pool       compresses the outputs.
 * @param account    of the run; must outlive the stages.
 * @return as the start() of each stage. fm_stages_free() after any outcome. */
FM_MUST_CHECK enum fm_status fm_stages_start(struct fm_stages *stages, const struct fm_plan *plan,
                                             const struct fm_destinations *to,
                                             const atomic_bool *cancelled,
                                             struct fm_encode_pool *pool,
                                             struct fm_account *account, struct fm_error *error);
/** Begin the run. @p inputs are read, so no output may replace them; @p events gets failures of
 * outputs and may be NULL; it must outlive the run. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_stages_begin(struct fm_stages *stages,
                                             const struct fm_inputs *inputs,
                                             const struct fm_events *events);

/* The phases of a block, in this order; the threads that may call them: stage.h. */

FM_MUST_CHECK enum fm_status fm_stages_decide(struct fm_stages *stages, struct fm_block *block,
                                              struct fm_error *error);
FM_MUST_CHECK enum fm_status fm_stages_finish(const struct fm_stages *stages,
                                              struct fm_block *block, struct fm_error *error);
/** Write a block and count its rows; the caller counts the outcome of its items. @return as the
 * stages; FM_PIPE_CLOSED where the only reader of the outputs has gone. */
FM_MUST_CHECK enum fm_status fm_stages_write(struct fm_stages *stages, struct fm_block *block,
                                             struct fm_error *error);

/** All blocks were written: decide on what was held, and write it and what was gathered. Returns as
 * fm_stages_write(). */
FM_MUST_CHECK enum fm_status fm_stages_end(struct fm_stages *stages, struct fm_error *error);
/** Bring everything to the disk. */
FM_MUST_CHECK enum fm_status fm_stages_prepare(struct fm_stages *stages, struct fm_error *error);
/** Give outputs their names, and then stores theirs: whatever fails in between, no store knows a
 * position that is not in an output. */
FM_MUST_CHECK enum fm_status fm_stages_commit(struct fm_stages *stages, struct fm_error *error);
/** Discard what is not committed, and free. */
void fm_stages_free(struct fm_stages *stages);

#endif
