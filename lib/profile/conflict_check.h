/* SPDX-License-Identifier: MIT */
/* Checks of a profile against the table of conflicts. */
#ifndef FM_PROFILE_CONFLICT_CHECK_H
#define FM_PROFILE_CONFLICT_CHECK_H
#include "profile/conflicts.h"
#include "profile/key_fault.h"

/** Check the rows of a scope: those of outputs for the output that is read, whose defaults are
 * filled. Outputs are checked in their order. @return FM_OK, FM_BAD_PROFILE, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_conflicts_check(const struct fm_key_reader *reader,
                                                enum fm_conflict_scope scope);

#endif
