/* SPDX-License-Identifier: MIT */
/* What became of one game or record, and why: --explain. */
#ifndef FM_SRC_EXPLAIN_H
#define FM_SRC_EXPLAIN_H
#include "report.h"

/** Print it to standard error, after the run. @param profile  of the run. */
void fm_explain_print(uint64_t number, const struct fm_profile *profile,
                      const struct fm_report *report);

#endif
