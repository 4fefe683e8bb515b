/* SPDX-License-Identifier: MIT */
/* Combinations of keys that exclude each other. */
#ifndef FM_PROFILE_PROFILE_CLASH_H
#define FM_PROFILE_PROFILE_CLASH_H
#include "profile/profile.h"

/** Check what concerns the whole profile. @return FM_OK, FM_BAD_PROFILE, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_clash_of_profile(struct fm_profile *profile,
                                                 struct fm_error *error);
/** Check one output, after its format is known and its defaults are filled. Returns the same. */
FM_MUST_CHECK enum fm_status fm_clash_of_output(struct fm_profile *profile,
                                                const struct fm_profile_output *output,
                                                struct fm_error *error);

#endif
