/* The end of a run in JSON, for --stats. */
#ifndef FM_SRC_STATS_H
#define FM_SRC_STATS_H
#include <stdio.h>
#include "tally.h"

void fm_stats_put(FILE *to, const struct fm_tally *tally);

#endif
