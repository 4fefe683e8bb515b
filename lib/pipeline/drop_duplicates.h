/* Duplicates of games (`games.duplicates`). The ordered commit keeps the first of them and takes back
 * what a later one has written. Games that are the beginning of others are named in the log, and
 * kept. */
#ifndef FM_PIPELINE_DROP_DUPLICATES_H
#define FM_PIPELINE_DROP_DUPLICATES_H
#include "pipeline/block.h"
#include "pipeline/plan.h"
#include "pipeline/work.h"

struct fm_drop_duplicates {
    const struct fm_plan *plan;
    struct fm_duplicates *seen; /* NULL = duplicates are kept; owned */
};

/** @return FM_OK or FM_NO_MEMORY. fm_drop_duplicates_free() after any outcome. */
FM_MUST_CHECK enum fm_status fm_drop_duplicates_start(struct fm_drop_duplicates *stage,
                                                      const struct fm_plan *plan);
/** Take duplicates out of a block: their records, counts and log lines; what they are goes to
 * --unselected. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_drop_duplicates_take(struct fm_drop_duplicates *stage,
                                                     struct fm_block *block);
void fm_drop_duplicates_free(struct fm_drop_duplicates *stage);

#endif
