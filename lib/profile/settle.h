/* SPDX-License-Identifier: MIT */
/* Values of keys that are not given, where they follow from other keys: format, dialect,
 * rows, layout. */
#ifndef FM_PROFILE_SETTLE_H
#define FM_PROFILE_SETTLE_H
#include "profile/profile.h"

/** Complete an output. An entry of `outputs:` takes over from `output:` and `positions:` first.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_settle_output(struct fm_profile *profile,
                                              struct fm_profile_output *output);
/** Does a column, operation or line have a count of positions? */
bool fm_settle_counts(const struct fm_profile_output *output);
/** Does one of these fields have a count of positions? */
bool fm_settle_counted_in(const struct fm_record_field *fields, size_t count);
/** Is anything of the games to be written in another way than it is found? */
bool fm_settle_rewrites(const struct fm_profile_output *output);

#endif
