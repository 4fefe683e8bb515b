/* SPDX-License-Identifier: MIT */
/* Conditions that exclude each other, or that no game or position can meet. */
#ifndef FM_PROFILE_CLASH_SELECT_H
#define FM_PROFILE_CLASH_SELECT_H
#include "profile/profile.h"

/** What games and positions are selected by. */
struct fm_selection {
    const struct fm_profile_input *input;
    const struct fm_profile_games *games;         /* of the profile, or `when:` of an output */
    const struct fm_profile_positions *positions; /* NULL = of games alone */
    bool whole_games;                             /* the output has games, not records */
};

/** Is there such a condition? @param[out] path  of the key that is blamed. @param[out] detail  why. */
bool fm_selection_clashes(const struct fm_selection *selection, const char **path,
                          const char **detail);

#endif
