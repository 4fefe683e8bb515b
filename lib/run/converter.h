/* SPDX-License-Identifier: MIT */
/* Functions of a converter for the reader (lib/reader), in addition to the public interface. */
#ifndef FM_RUN_CONVERTER_H
#define FM_RUN_CONVERTER_H
#include "run/item.h"

/** Let a converter with such an output deliver its blocks; before fm_converter_to(). It must
 * outlive the run. */
void fm_converter_deliver(struct fm_converter *converter, struct fm_delivery *delivery);

/* fm_converter_run() in steps. A run that has begun, or has failed to, is ended, early too: a
 * run of one thread between any two steps, one of several only after fm_converter_cancel(). */

/** @param inputs, events  fm_given() knows them; they must outlive the run; events may be NULL.
 * @return FM_OK; else the run is over, and fm_converter_end() says why. */
enum fm_status fm_converter_begin(struct fm_converter *converter, const struct fm_inputs *inputs,
                                  const struct fm_events *events);
/** Read and work the next blocks in the caller's thread, beside the others. @return false: there
 * are no more. */
bool fm_converter_step(struct fm_converter *converter);
/** @return as fm_converter_run(). */
FM_MUST_CHECK enum fm_status fm_converter_end(struct fm_converter *converter,
                                              struct fm_error *error);

#endif
