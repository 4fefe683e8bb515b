/* Records that are written once only: the ordered commit keeps the first of each key, so the choice
 * depends neither on threads nor on blocks. */
#ifndef FM_PIPELINE_ONCE_H
#define FM_PIPELINE_ONCE_H
#include "pipeline/block.h"
#include "pipeline/plan.h"
#include "select/unique.h"

/* What the committing thread keeps for it. */
struct fm_once {
    const struct fm_plan *plan;
    struct fm_unique *
        *uniques; /* one a route; NULL where not asked for, or of one game alone; owned */
    bool *fresh;  /* of one batch; owned */
    size_t fresh_cap;
};

/** @return as fm_unique_new(). fm_once_free() after any outcome. */
FM_MUST_CHECK enum fm_status fm_once_start(struct fm_once *once, const struct fm_plan *plan,
                                           struct fm_error *error);
/** Take the repeated records out of a block's buffers; counts them in its totals. @return as
 * fm_unique_probe(). */
FM_MUST_CHECK enum fm_status fm_once_sift(struct fm_once *once, struct fm_block *block,
                                          struct fm_error *error);
/** Make lasting stores hold what was seen. @return as fm_unique_commit(). */
FM_MUST_CHECK enum fm_status fm_once_commit(struct fm_once *once, struct fm_error *error);
void fm_once_free(struct fm_once *once);

#endif
