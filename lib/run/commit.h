/* SPDX-License-Identifier: MIT */
/* The ordered part of a run: the results of block after block go to the stages, the messages to
 * the caller, and all counts into one sum. Used by the thread that is in an ordered step of the
 * ring, but for fm_commit_finish(). */
#ifndef FM_RUN_COMMIT_H
#define FM_RUN_COMMIT_H
#include <stdatomic.h>
#include "run/log.h"
#include "run/stages.h"

/* Findings in the blocks of one input so far. */
struct fm_input_sum {
    uint64_t games;         /* number of games or records */
    bool text;              /* true: there is stray text other than blanks and comments */
    uint64_t archive_games; /* number of games or records in the members of an archive so far */
    bool archive_text;
};

struct fm_commit {
    const struct fm_plan *plan;
    const atomic_bool *cancelled;
    struct fm_stages stages;
    struct fm_account account;
    struct fm_oversize oversize;
    struct fm_input_sum input;         /* findings in the input that is being written */
    struct fm_warnings input_reported; /* reasons already reported for the current input */
    bool decides;                      /* true: no block so far has ended the run */
    /* true: an output limit or the end of `games.range` was reached; later blocks are ignored */
    bool ended;
    /* number of the block in which the current input ended, where the reader did not know it
     * (claim.h); UINT64_MAX = none */
    uint64_t input_over;
    struct fm_error error; /* the first whose status is not FM_OK ends the run */
    /* Texts of `error`: copies, as those in blocks do not outlive the run. */
    struct fm_buf what, name;
};

/** Open everything that is written.
 * @return as fm_stages_start(); fm_commit_free() after any. */
FM_MUST_CHECK enum fm_status fm_commit_start(struct fm_commit *commit, const struct fm_plan *plan,
                                             const struct fm_destinations *to,
                                             const atomic_bool *cancelled,
                                             struct fm_encode_pool *pool, struct fm_error *error);
void fm_commit_free(struct fm_commit *commit);

/* The three steps of a block, see ring.h. A failure is kept in the block until it is to be written,
 * then here. */

void fm_commit_decide(struct fm_commit *commit, struct fm_block *block);
/** May be called for several blocks at the same time. */
void fm_commit_finish(const struct fm_commit *commit, struct fm_block *block);
/** The run may end in the block, by an output limit or by `max-errors`: then nothing after that
 * item counts.
 * @return false where the run is to stop. */
bool fm_commit_write(struct fm_commit *commit, struct fm_block *block);

/** The run fails, unless it has before. @p error may be NULL; its texts are copied. */
void fm_commit_fail(struct fm_commit *commit, enum fm_status status, const struct fm_error *error);
/** An input is not there: known before the work. */
void fm_commit_missing(struct fm_commit *commit, const struct fm_error *error);
/** End the run after the last block or a failure. Outputs get their names only if nothing has
 * failed.
 * @return commit->error.status, or FM_INPUT_FAILED or FM_REJECTED. */
enum fm_status fm_commit_end(struct fm_commit *commit);

#endif
