/* Where blocks go: the files of the plan, and those whose names are made from the games (`to:
 * "{class}/{year}.pgn"`). The last of the stages. */
#ifndef FM_CONVERT_SINKS_H
#define FM_CONVERT_SINKS_H
#include "convert/stage.h"

extern const struct fm_stage fm_stage_sinks;

/** The run begins; see fm_stages_begin(). @p self is what the stage's start() made. An output that
 * fails, or that nobody reads any more, is removed from then on, and the others go on.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_sinks_begin(void *self, const struct fm_inputs *inputs,
                                            const struct fm_events *events);

#endif
