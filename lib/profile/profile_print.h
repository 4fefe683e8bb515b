/* The profile as YAML: fm_profile_print() of the public header. */
#ifndef FM_PROFILE_PROFILE_PRINT_H
#define FM_PROFILE_PROFILE_PRINT_H
#include "profile/profile.h"

#endif
