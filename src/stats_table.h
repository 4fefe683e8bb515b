/* The end of a run as a table for people. */
#ifndef FM_SRC_STATS_TABLE_H
#define FM_SRC_STATS_TABLE_H
#include "stream.h"
#include "report.h"

void fm_stats_table_put(struct fm_stream *to, const struct fm_report *report);

#endif
