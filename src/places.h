/* Two outputs in one file, or an output that is also an input, would destroy what a user has: both
 * are refused. */
#ifndef FM_SRC_PLACES_H
#define FM_SRC_PLACES_H
#include "settings.h"

/** Check the inputs and every output of a run before any is opened.
 * @param profile  finished; NULL = its outputs are not written.
 * @return FM_OK, FM_BAD_USE (the message has been printed), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_places_check(const struct fm_settings *settings,
                                             const struct fm_profile *profile, char *const *inputs,
                                             size_t count);

#endif
