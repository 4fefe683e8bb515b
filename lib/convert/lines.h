/* The work on a block of FEN and EPD lines: each is a record, rewritten in its place with all
 * that is around it. Blank lines and comment lines are stray, and copied where a list is rewritten
 * as it is. */
#ifndef FM_CONVERT_LINES_H
#define FM_CONVERT_LINES_H
#include "convert/worker.h"

/** Returns as fm_work_games(). */
FM_MUST_CHECK enum fm_status fm_work_lines(struct fm_worker *worker);

#endif
