/* SPDX-License-Identifier: MIT */
/* A stage: one step of a block on its way to the outputs. The stages of a run are rows of a table
 * (stages.c), and each block goes through them in phases:
 *
 *   decide   in the order of blocks, by one thread at a time: what depends on the blocks before.
 *            Items and rows are flagged; no text is touched.
 *   answer   by any worker, of several blocks at the same time: where decide() only gives the block
 *            its place in the order, the answers are found here. No later stage decides.
 *   (then, by the same worker, what is flagged is taken out, and the log is written: stages.c)
 *   write    in the order of blocks again: what is in the buffers is counted, taken or written.
 *
 * decide and write never run at the same time, so what they alone touch needs no lock. A stage that
 * cannot decide yet has the block held (held.c) until all blocks came; it decides on it again after
 * settle, in the same order. The outputs are the same whether blocks are held or not. */
#ifndef FM_RUN_STAGE_H
#define FM_RUN_STAGE_H
#include <stdatomic.h>
#include "run/account.h"
#include "run/rows.h"
#include "io/encode_pool.h"
#include "run/shard_output.h"
#include "ops/spool.h"

/* Data of a held block that is kept in addition to its output. */
enum {
    FM_HOLD_KEYS = 1, /* keys of its records, for later stages */
    FM_HOLD_GAMES = 2 /* the block's array of struct fm_block_game */
};

/* Data shared by the stages of a run. */
struct fm_stage_run {
    const struct fm_plan *plan;
    const struct fm_destinations *to; /* set while the stages start; NULL afterwards */
    const atomic_bool *cancelled;     /* flag of the caller that ends long work on one block */
    struct fm_encode_pool *pool;      /* pool that compresses the outputs; owned by the caller */
    struct fm_spool *spool;           /* temporary file for data that does not fit in memory */
    /* set of games in stage_duplicates.c, which receives excluded games; NULL = none */
    struct fm_duplicates *games;
    unsigned shares; /* number of parts that the memory for remembered data is divided into; 1.. */
    struct fm_account *account;     /* counts of the run */
    const struct fm_events *events; /* the caller's, from begin() on; before without functions */
    uint64_t left;                  /* most records that any output still needs; 0 ends the run */
    /* number of records that each output still takes; written by stage_limit.c */
    const uint64_t *limits;
    bool followed; /* true: the run is a shard, and another one reads the text after its part */
    /* offset in the last input where that other shard begins; UINT64_MAX = in another input */
    uint64_t followed_at;
    /* for a shard: where its part begins and ends inside of an input; input 0 = at its edge */
    struct fm_shard_place begins, ends;
    bool lost; /* true: an output was removed, so no store may take the keys of this run */
    uint64_t outputs_failed; /* number of failed outputs; counted by the sinks */
};

/* Pass a block to the stages after the calling one; the block is empty afterwards. */
typedef enum fm_status fm_pass_block(void *user, struct fm_block *block, struct fm_error *error);

/* A NULL function is a phase that the stage has no part in. `self` is the stage's own struct, which
 * is zero before start(); at its end it may have an array of one member for each sink of the plan,
 * of which those of the outputs come first. Functions return FM_OK, FM_NO_MEMORY, FM_CANCELLED,
 * FM_OUTPUT_FAILED (error filled), and what each names. */
struct fm_stage {
    unsigned holds;           /* set of FM_HOLD_: what decide() needs of a block that was held */
    size_t bytes, sink_bytes; /* size of the struct, and of a member of the array at its end */
    /* Has the stage anything to do in this run? NULL = always. */
    bool (*needed)(const struct fm_plan *plan);
    /* free() is called after any outcome. Also FM_BAD_USE, FM_STORE_... of stores. */
    enum fm_status (*start)(void *self, struct fm_stage_run *run, struct fm_error *error);
    /* Begin the run: @p inputs are its inputs. */
    enum fm_status (*begin)(void *self, const struct fm_inputs *inputs);
    /* @param[out] undecided  set to true: hold the block. */
    enum fm_status (*decide)(void *self, struct fm_block *block, bool *undecided,
                             struct fm_error *error);
    /* Called for each block that decide() was called for, whatever fails. The same. */
    enum fm_status (*answer)(void *self, struct fm_block *block, bool *undecided,
                             struct fm_error *error);
    /* Also called for a block that this stage holds, before it is held. */
    enum fm_status (*write)(void *self, struct fm_block *block, struct fm_error *error);
    /* Called after the last block was given. */
    enum fm_status (*settle)(void *self, struct fm_error *error);
    /* After the last block that was held: pass on what was gathered. @p block is empty. */
    enum fm_status (*end)(void *self, struct fm_block *block, fm_pass_block *pass, void *user,
                          struct fm_error *error);
    /* Bring files to the disk, not yet under their names; the last stage does so first. */
    enum fm_status (*prepare)(void *self, struct fm_error *error);
    /* Give them their names; the last stage does so first. */
    enum fm_status (*commit)(void *self, struct fm_error *error);
    void (*free)(void *self); /* free what is in the struct */
};

/* The stages, each in a file of its name; see there. */
extern const struct fm_stage fm_stage_duplicates, fm_stage_draw, fm_stage_unique, fm_stage_merge,
    fm_stage_deferred, fm_stage_trees, fm_stage_sort, fm_stage_limit, fm_stage_number,
    fm_stage_sinks;

/** Report something to the caller, if it wants messages. */
static inline void fm_stage_report(const struct fm_stage_run *run, const struct fm_error *error)
{
    if (run->events->message != NULL)
        run->events->message(run->events->user, error);
}
/** A stage does not select a kept game.
 * @param step  the condition that it is lost to. @param reason  in the log; FM_REASON_NONE = the
 * name of the condition. */
void fm_stage_drop(const struct fm_plan *plan, struct fm_block_item *item, enum fm_game_step step,
                   enum fm_reason reason);
/** Remove the keys of dropped items, as their records are not compared with others. */
void fm_stage_drop_keys(const struct fm_plan *plan, struct fm_block *block);
/** The number of items of a decided block after which no output needs more records; SIZE_MAX =
 * an output may need more than the block has. */
size_t fm_limit_items(const struct fm_stage_run *run, const struct fm_block *block);

#endif
