/* SPDX-License-Identifier: MIT */
/* What cannot be done in a shard of a run: whatever depends on what is before it. */
#ifndef FM_PROFILE_CLASH_SHARD_H
#define FM_PROFILE_CLASH_SHARD_H
#include "profile/profile.h"

/* A key to blame, and why. */
struct fm_shard_clash {
    const char *path, *detail; /* NULL: there is none */
};
/** @param output  that is settled, or NULL: of the profile itself. */
struct fm_shard_clash fm_shard_clash_of(const struct fm_profile *profile,
                                        const struct fm_profile_output *output);

#endif
