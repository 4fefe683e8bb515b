/* Records that are written at the end of a run: a sample of the whole (`sample: total`), and counts
 * by position ({count}, {score}). The ordered commit gathers them, so neither threads nor blocks
 * make a difference. */
#ifndef FM_CONVERT_DEFERRED_H
#define FM_CONVERT_DEFERRED_H
#include "convert/block.h"
#include "convert/plan.h"
#include "convert/sinks.h"
#include "store/key_counts.h"
#include "store/run_sample.h"

struct fm_deferred {
    const struct fm_plan *plan;
    struct fm_run_sample **samples; /* one a route; NULL where nothing is drawn; owned */
    struct fm_key_counts **counts;  /* one a route; NULL where nothing is counted; owned */
    uint64_t *undrawn; /* one a route: records that were offered to a sample and not drawn; owned */
};

/** @param shares  the memory of each output is divided by it.
 * @return FM_OK or FM_NO_MEMORY. fm_deferred_free() after any outcome. */
FM_MUST_CHECK enum fm_status fm_deferred_start(struct fm_deferred *deferred,
                                               const struct fm_plan *plan, struct fm_spool *spool,
                                               unsigned shares);
/** Take the records that wait for the end out of a block's buffers, and out of its totals.
 * @return FM_OK, FM_OUTPUT_FAILED (the temporary file; error filled), FM_NO_MEMORY, FM_CANCELLED. */
FM_MUST_CHECK enum fm_status fm_deferred_take(struct fm_deferred *deferred, struct fm_block *block,
                                              struct fm_error *error);
/** Write what was gathered and count it. Returns as fm_output_write() and fm_deferred_take(). */
FM_MUST_CHECK enum fm_status fm_deferred_write(struct fm_deferred *deferred, struct fm_sinks *sinks,
                                               struct fm_totals *totals, struct fm_error *error);
void fm_deferred_free(struct fm_deferred *deferred);

#endif
