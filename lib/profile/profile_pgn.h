/* SPDX-License-Identifier: MIT */
/* The keys of `output.pgn`: what follows from them, and which exclude each other. */
#ifndef FM_PROFILE_PROFILE_PGN_H
#define FM_PROFILE_PROFILE_PGN_H
#include "profile/profile.h"

/** Whatever is to change in the moves has games written anew: `layout: export`, unless it is set.
 * Letters beyond ASCII make the output UTF-8. */
void fm_pgn_settle(const struct fm_profile *profile, struct fm_profile_output *output);

/* A key to blame, and why. */
struct fm_pgn_clash {
    const char *path, *detail; /* NULL: there is none */
};
/** Does a key of a settled output have no effect, or one that nobody can want? */
struct fm_pgn_clash fm_pgn_clash_of(const struct fm_profile *profile,
                                    const struct fm_profile_output *output);

#endif
