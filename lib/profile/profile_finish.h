/* SPDX-License-Identifier: MIT */
/* Checks that need the whole profile: values that follow from other keys, keys that exclude
 * each other. */
#ifndef FM_PROFILE_PROFILE_FINISH_H
#define FM_PROFILE_PROFILE_FINISH_H
#include "profile/key_fault.h"

/** Check and resolve a whole profile; see fm_profile_finish(). On failure the caller calls
 * fm_profile_unfinish().
 * @return FM_OK, FM_BAD_PROFILE, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_profile_resolve(const struct fm_key_reader *reader);
/** Free what does not live in the arena. */
void fm_profile_unfinish(struct fm_profile *profile);

#endif
