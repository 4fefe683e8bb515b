/* A run of the converter, as `convert` and `check` make it: profile, inputs, outputs, reports. */
#ifndef FM_SRC_RUN_H
#define FM_SRC_RUN_H
#include "option.h"

/** Read everything that the command line names. @param writes  false: nothing but reports is
 * written.
 * @return what the run came to; every message but that of FM_NO_MEMORY has been printed. Does not
 * return when a signal ends the run. */
FM_MUST_CHECK enum fm_status fm_run(const struct fm_settings *settings, bool writes);
/** The inputs of a command line: directories opened up, lists read, standard input if nothing is
 * named.
 * @param[out] out  to be freed with fm_inputs_free(). @return as fm_inputs_expand(); the message
 * has been printed. */
FM_MUST_CHECK enum fm_status fm_run_inputs(const struct fm_settings *settings,
                                           struct fm_inputs *out);
/** Print why a run of the converter has ended, unless that was reported already.
 * @return what the run came to: FM_INPUT_FAILED where an input failed and nothing worse. */
enum fm_status fm_run_result(enum fm_status status, struct fm_error *error,
                             const struct fm_totals *totals);

#endif
