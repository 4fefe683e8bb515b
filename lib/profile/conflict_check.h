/* SPDX-License-Identifier: MIT */
/* Checks of a profile against the table of conflicts. */
#ifndef FM_PROFILE_CONFLICT_CHECK_H
#define FM_PROFILE_CONFLICT_CHECK_H
#include "profile/profile.h"

/** Check the rows that concern the whole profile. @return FM_OK, FM_BAD_PROFILE, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_conflicts_of_profile(struct fm_profile *profile,
                                                     struct fm_error *error);
/** Check the rows that concern one output, whose defaults are filled. Outputs are checked in their
 * order. Returns the same. */
FM_MUST_CHECK enum fm_status fm_conflicts_of_output(struct fm_profile *profile,
                                                    struct fm_profile_output *output,
                                                    struct fm_error *error);

#endif
