/* Errors of profiles: what is wrong, where, and what may have been meant. */
#ifndef FM_PROFILE_PROFILE_FAULT_H
#define FM_PROFILE_PROFILE_FAULT_H
#include "profile/profile.h"

/* Where something stands in a profile. */
struct fm_place {
    const char *input;     /* name of the profile; NULL: set as an option */
    uint64_t line, column; /* 0 = none */
};

/** Fill the error record with copies that the profile's arena owns. @return FM_BAD_PROFILE or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_profile_fault(struct fm_profile *profile, struct fm_error *error,
                                              struct fm_place place, struct fm_text what,
                                              struct fm_text hint, struct fm_text detail);
/** Words one after the other, in the arena; empty when memory is out. @param words
 * NULL-terminated. */
struct fm_text fm_words(struct fm_arena *arena, const char *const *words);

#endif
