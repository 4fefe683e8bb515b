/* The end of a run in words, on standard error. */
#ifndef FM_SRC_SUMMARY_H
#define FM_SRC_SUMMARY_H
#include "report.h"

/** One or a few lines; nothing with -q. */
void fm_summary_print(const struct fm_settings *settings, const struct fm_report *report);

#endif
