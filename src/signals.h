/* SPDX-License-Identifier: MIT */
/* SIGINT, SIGTERM and SIGHUP end a run cleanly: the converter is cancelled, leaves no unfinished
 * file, and the program ends by the same signal. */
#ifndef FM_SRC_SIGNALS_H
#define FM_SRC_SIGNALS_H
#include "fenmill.h"

/** Writing to a closed pipe, or beyond a limit, becomes an error that can be handled. To be called
 * first. */
void fm_signals_start(void);
/** Catch signals from now on and cancel this converter; NULL: there is none yet, but files are
 * made. */
void fm_signals_watch(struct fm_converter *converter);
/** Let signals wait until the program ends: the files of the run get their names. */
void fm_signals_hold(void);
/** The converter is about to be freed; signals are still caught. */
void fm_signals_unwatch(void);
/** Stop catching. If a signal was caught, this ends the program by it and does not return. */
void fm_signals_done(void);

#endif
