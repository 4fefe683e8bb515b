/* Duplicates of games (`games.duplicates`). The ordered commit keeps the first of them and takes back
 * what a later one has written. Games that are the beginning of others are named in the log, and
 * kept. From where the memory is full, blocks are held until all games are known. */
#ifndef FM_CONVERT_DROP_DUPLICATES_H
#define FM_CONVERT_DROP_DUPLICATES_H
#include "convert/block.h"
#include "convert/held.h"
#include "convert/plan.h"
#include "convert/work.h"

struct fm_drop_duplicates {
    const struct fm_plan *plan;
    struct fm_duplicates *seen; /* NULL = duplicates are kept; owned */
    struct fm_held held;        /* from where that overflows */
};

/** @param memory  of what is remembered; @p spool takes what is more.
 * @return FM_OK or FM_NO_MEMORY. fm_drop_duplicates_free() after any outcome. */
FM_MUST_CHECK enum fm_status fm_drop_duplicates_start(struct fm_drop_duplicates *stage,
                                                      const struct fm_plan *plan,
                                                      struct fm_spool *spool, uint64_t memory);
/** Take duplicates out of a block: their records, counts and log lines; what they are goes to
 * --unselected.
 * @param[out] held  the block is held until fm_drop_duplicates_finish().
 * @return as fm_duplicates_add(). */
FM_MUST_CHECK enum fm_status fm_drop_duplicates_take(struct fm_drop_duplicates *stage,
                                                     struct fm_block *block, bool *held,
                                                     struct fm_error *error);
/** All blocks were taken: pass on those that were held, in order. @return as fm_duplicates_add(), or
 * the first status of @p pass that is not FM_OK. */
FM_MUST_CHECK enum fm_status fm_drop_duplicates_finish(struct fm_drop_duplicates *stage,
                                                       fm_pass_block *pass, void *user,
                                                       struct fm_error *error);
void fm_drop_duplicates_free(struct fm_drop_duplicates *stage);

#endif
