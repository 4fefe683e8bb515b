/* SPDX-License-Identifier: MIT */
/* The keys of an output's operations, columns and lines: which exclude each other. */
#ifndef FM_PROFILE_PROFILE_FIELDS_H
#define FM_PROFILE_PROFILE_FIELDS_H
#include "profile/profile.h"

/* A key to blame, and why. */
struct fm_fields_clash {
    const char *path, *detail; /* NULL: there is none */
};
/** Does a key of a settled output have no effect, or one that nobody can want? */
struct fm_fields_clash fm_fields_clash_of(const struct fm_profile *profile,
                                          const struct fm_profile_output *output);

#endif
