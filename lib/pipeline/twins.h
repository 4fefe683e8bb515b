/* Games that were there before (`duplicates: drop`): the same players, start and moves. The ordered
 * commit keeps the first and takes back what a later one has written. Games that are the beginning
 * of others are named in the log, and kept. */
#ifndef FM_PIPELINE_TWINS_H
#define FM_PIPELINE_TWINS_H
#include "pipeline/block.h"
#include "pipeline/plan.h"
#include "pipeline/work.h"
#include "select/kinship.h"
#include "select/unique.h"

struct fm_twins {
    const struct fm_plan *plan;
    struct fm_unique *seen;     /* NULL = duplicates are kept; owned */
    struct fm_kinship *kinship; /* of those that are kept; owned */
};

/** @return as fm_unique_new(). fm_twins_free() after any outcome. */
FM_MUST_CHECK enum fm_status fm_twins_start(struct fm_twins *twins, const struct fm_plan *plan,
                                            struct fm_error *error);
/** Take duplicates out of a block: their records, counts and log lines; what they are goes to
 * --unselected. @return as fm_unique_probe(). */
FM_MUST_CHECK enum fm_status fm_twins_sift(struct fm_twins *twins, struct fm_block *block,
                                           struct fm_error *error);
void fm_twins_free(struct fm_twins *twins);

#endif
