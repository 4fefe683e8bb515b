/* SPDX-License-Identifier: MIT */
/* --explain: the outcome of one game or record, and the reason. */
#ifndef FM_SRC_EXPLAIN_H
#define FM_SRC_EXPLAIN_H
#include "report.h"

/** Print the explanation to standard error, after the run. @param profile  of the run. */
void fm_explain_print(uint64_t number, const struct fm_profile *profile,
                      const struct fm_report *report);

#endif
