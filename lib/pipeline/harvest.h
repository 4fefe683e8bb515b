/* Records that are written at the end of a run: a sample of the whole (`sample: total`), and counts
 * by position ({count}, {score}). The ordered commit gathers them, so neither threads nor blocks
 * make a difference. */
#ifndef FM_PIPELINE_HARVEST_H
#define FM_PIPELINE_HARVEST_H
#include "pipeline/block.h"
#include "pipeline/plan.h"
#include "pipeline/sinks.h"
#include "select/sample_run.h"
#include "select/key_counts.h"

struct fm_harvest {
    const struct fm_plan *plan;
    struct fm_draw *draws;     /* one a route; size 0 where nothing is drawn; owned */
    struct fm_tally **tallies; /* one a route; NULL where nothing is counted; owned */
};

/** @return FM_OK or FM_NO_MEMORY. fm_harvest_free() after any outcome. */
FM_MUST_CHECK enum fm_status fm_harvest_start(struct fm_harvest *harvest,
                                              const struct fm_plan *plan);
/** Take the records that wait for the end out of a block's buffers, and out of its totals.
 * @return FM_OK, FM_OUTPUT_FAILED (the disk; error filled), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_harvest_take(struct fm_harvest *harvest, struct fm_block *block,
                                             struct fm_error *error);
/** Write what was gathered and count it. Returns as fm_output_write() and fm_harvest_take(). */
FM_MUST_CHECK enum fm_status fm_harvest_write(struct fm_harvest *harvest, struct fm_sinks *sinks,
                                              struct fm_totals *totals, struct fm_error *error);
void fm_harvest_free(struct fm_harvest *harvest);

#endif
