/* The end of a run in JSON, for --stats. */
#ifndef FM_SRC_STATS_H
#define FM_SRC_STATS_H
#include "stream.h"
#include "report.h"

/** @param table  for people; false: JSON. */
void fm_stats_put(struct fm_stream *to, const struct fm_report *report, bool table);
/** Does the name ask for a table, by its suffix .txt? */
bool fm_stats_is_table(const char *name);

#endif
