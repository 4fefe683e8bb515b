/* SPDX-License-Identifier: MIT */
/* Runs of the converter: its inputs, how it ended, and the positions that it makes of inputs. */
#ifndef FM_SRC_RUN_H
#define FM_SRC_RUN_H
#include "draw.h"
#include "settings.h"

/** The inputs of a command line: directories opened up, lists read; if nothing is named, those of
 * the plan that the profile names, else standard input.
 * @param profile  may be NULL.
 * @param[out] out  to be freed with fm_inputs_free(). @return as fm_inputs_expand(); the message
 * has been printed. */
FM_MUST_CHECK enum fm_status fm_run_inputs(const struct fm_settings *settings,
                                           const struct fm_profile *profile,
                                           struct fm_inputs **out);
/** Print why a run of the converter has ended, unless that was reported already.
 * @return the status of the whole: FM_INPUT_FAILED where an input failed and nothing worse
 * happened. */
enum fm_status fm_run_result(enum fm_status status, struct fm_error *error,
                             const struct fm_totals *totals);

/** Call @p each with every position of the inputs, in order, until it returns false: its
 * FM_SHOWN_FIELDS texts last until it returns. Of a game, the last position is taken unless --plies
 * is given. Messages about the inputs are printed.
 * @return FM_OK, FM_REJECTED (some records were), or what went wrong; the message has been printed.
 * Does not return when a signal ends the run. */
FM_MUST_CHECK enum fm_status fm_feed_run(const struct fm_settings *settings,
                                         const struct fm_inputs *inputs,
                                         bool (*each)(void *user, const struct fm_text *shown),
                                         void *user);

#endif
