/* Why nothing was written. */
#ifndef FM_SRC_NOTHING_H
#define FM_SRC_NOTHING_H
#include "report.h"

/** For each output that was given nothing though there was something to read, print which condition
 * left nothing; and where fields of evaluations never found one, say so. */
void fm_nothing_explain(const struct fm_settings *settings, const struct fm_report *report);

#endif
