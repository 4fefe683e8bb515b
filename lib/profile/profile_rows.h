/* SPDX-License-Identifier: MIT */
/* What the records of an output are of (`output.rows`): positions, games, or groups of positions. */
#ifndef FM_PROFILE_PROFILE_ROWS_H
#define FM_PROFILE_PROFILE_ROWS_H
#include "profile/profile.h"

/* Two keys that exclude each other; path NULL: there are none. */
struct fm_rows_clash {
    const char *path; /* of the key that is blamed */
    const char *detail;
};

/** Fill in what follows from the keys that are set: `rows: moves` is groups by fen and next.uci, as are
 * fields of `by` groups, and counts in rows of positions groups by fen. The format is known. */
void fm_rows_settle(const struct fm_profile *profile, struct fm_profile_output *output);
/** After that. */
struct fm_rows_clash fm_rows_clash_of(const struct fm_profile *profile,
                                      const struct fm_profile_output *output);
/** Is the output written when all of the input is known, as rows of groups? */
static inline bool fm_rows_counted(const struct fm_profile_output *output)
{
    return output->rows == FM_ROWS_GROUPS;
}

#endif
