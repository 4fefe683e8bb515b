/* Records that are written at the end of a run: a sample of the whole (`sample: total`), and counts
 * by position ({count}, {score}). This stage gathers them in the order of the input, so neither
 * threads nor blocks make a difference. */
#ifndef FM_CONVERT_DEFERRED_H
#define FM_CONVERT_DEFERRED_H
#include "convert/stage.h"

extern const struct fm_stage fm_stage_deferred;

#endif
