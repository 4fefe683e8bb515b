/* Records that are written once only: the ordered commit keeps the first of each key, so the choice
 * depends neither on threads nor on blocks, nor on how much fits in memory. */
#ifndef FM_CONVERT_UNIQUE_STAGE_H
#define FM_CONVERT_UNIQUE_STAGE_H
#include "convert/held.h"
#include "store/unique.h"

/* What the committing thread keeps for it. */
struct fm_unique_stage {
    const struct fm_plan *plan;
    struct fm_unique **uniques; /* one a route; NULL where all records are written; owned */
    struct fm_store **stores;   /* one a route; NULL = none; owned */
    struct fm_hash128 *keys;    /* of one batch, `cap` places; owned */
    unsigned char *answers;     /* of the same; owned */
    size_t cap;
    bool holds;            /* answers may be undecided: blocks are held from here on */
    struct fm_held held;   /* these */
    struct fm_arena texts; /* of stores and their errors */
};

/** Whether an output is made unique over the run by this stage. */
bool fm_unique_stage_wants(const struct fm_route *route);
/** Open the stores, and read them.
 * @param shares  the memory of each output is divided by it.
 * @return as fm_store_open() and fm_unique_probe(). fm_unique_stage_free() after any outcome. */
FM_MUST_CHECK enum fm_status fm_unique_stage_start(struct fm_unique_stage *stage,
                                                   const struct fm_plan *plan,
                                                   struct fm_spool *spool, unsigned shares,
                                                   struct fm_error *error);
/** Take repeated records out of a block's buffers; counts them in its totals.
 * @param[out] held  the block is held until fm_unique_stage_finish(). @return as
 * fm_unique_probe(). */
FM_MUST_CHECK enum fm_status fm_unique_stage_take(struct fm_unique_stage *stage,
                                                  struct fm_block *block, bool *held,
                                                  struct fm_error *error);
/** All blocks were taken: pass on those that were held, in order. @return as fm_unique_probe(), or
 * the first status of @p pass that is not FM_OK. */
FM_MUST_CHECK enum fm_status fm_unique_stage_finish(struct fm_unique_stage *stage,
                                                    fm_pass_block *pass, void *user,
                                                    struct fm_error *error);
/** Bring new stores to the disk, not yet under their names. @return as fm_store_finish(). */
FM_MUST_CHECK enum fm_status fm_unique_stage_prepare(struct fm_unique_stage *stage,
                                                     struct fm_error *error);
/** Give them their names: what they know is in outputs that have theirs. @return as
 * fm_store_commit(). */
FM_MUST_CHECK enum fm_status fm_unique_stage_commit(struct fm_unique_stage *stage,
                                                    struct fm_error *error);
void fm_unique_stage_free(struct fm_unique_stage *stage);

#endif
