/* SPDX-License-Identifier: MIT */
/* Lines for maintainers on standard error, in builds that were configured with --enable-trace: the
 * plan of a run, each of its routes, and each block of input that is written. In other builds the
 * calls are nothing, and trace.c is not compiled. */
#ifndef FM_RUN_TRACE_H
#define FM_RUN_TRACE_H
#include "run/block.h"
#include "run/plan.h"

#ifdef FM_TRACE
/** Print a line of the plan, and one of each of its routes. */
void fm_trace_plan(const struct fm_plan *plan);
/** Print a line of a block that is to be written. */
void fm_trace_block(const struct fm_block *block);
#else
#    define fm_trace_plan(plan) ((void)(plan))
#    define fm_trace_block(block) ((void)(block))
#endif

#endif
