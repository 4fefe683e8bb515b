/* SPDX-License-Identifier: MIT */
/* One condition of a profile, tried alone on one game or record. */
#ifndef FM_SRC_ALONE_H
#define FM_SRC_ALONE_H
#include "fenmill.h"

/** Count what a condition holds for if no other condition is set: what --explain reports of a
 * condition that the game did not reach in the run.
 * @param yaml            the profile, as of fm_profile_print().
 * @param text            the game or record in the input.
 * @param[in,out] found   condition; `in` and `left` are set.
 * @return false: the condition needs the rest of the run, or the text is rejected; @p found is as
 * before. */
bool fm_alone_count(const char *yaml, struct fm_text text, struct fm_condition_count *found);

#endif
