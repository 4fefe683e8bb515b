/* What the ordered commit does with blocks: one stage after the other decides what is written, the
 * last one writes it. A stage may hold blocks until all were taken. Used by one thread at a time. */
#ifndef FM_CONVERT_STAGES_H
#define FM_CONVERT_STAGES_H
#include "convert/deferred.h"
#include "convert/drop_duplicates.h"
#include "convert/sinks.h"
#include "convert/unique_stage.h"

struct fm_stages {
    struct fm_spool *spool; /* what does not fit in memory; owned */
    struct fm_drop_duplicates drop_duplicates;
    struct fm_unique_stage unique;
    struct fm_deferred deferred;
    struct fm_sinks sinks;
    const struct fm_plan *plan;
    struct fm_totals *totals;       /* of the run; blocks that were held change them */
    struct fm_funnel_count *funnel; /* the same */
};

/** Open everything that is read or written beside the inputs.
 * @param to         destinations, of which names outlive the stages.
 * @param cancelled  ends long work at the end of the run, too.
 * @return as fm_unique_stage_start() and fm_sinks_open(). fm_stages_free() after any outcome. */
FM_MUST_CHECK enum fm_status fm_stages_start(struct fm_stages *stages, const struct fm_plan *plan,
                                             const struct fm_destinations *to,
                                             const atomic_bool *cancelled, struct fm_totals *totals,
                                             struct fm_funnel_count *funnel,
                                             struct fm_error *error);
/** Take a block; its totals are then those to be counted. @return as fm_unique_stage_take(),
 * fm_deferred_take() and fm_sinks_write(). */
FM_MUST_CHECK enum fm_status fm_stages_take(struct fm_stages *stages, struct fm_block *block,
                                            struct fm_error *error);
/** All blocks were taken: write what was held and deferred. Returns as fm_stages_take(). */
FM_MUST_CHECK enum fm_status fm_stages_finish(struct fm_stages *stages, struct fm_error *error);
/** Give outputs their names, and then stores theirs: whatever fails in between, no store knows a
 * position that is not in an output. @return as fm_sinks_commit() and fm_store_commit(). */
FM_MUST_CHECK enum fm_status fm_stages_commit(struct fm_stages *stages, struct fm_error *error);
/** Discard what is not committed, and free. */
void fm_stages_free(struct fm_stages *stages);

void fm_totals_add(struct fm_totals *sum, const struct fm_totals *more);

#endif
