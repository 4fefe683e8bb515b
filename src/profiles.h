/* SPDX-License-Identifier: MIT */
/* Profiles by name: where they are looked for, which there are, reading one. */
#ifndef FM_SRC_PROFILES_H
#define FM_SRC_PROFILES_H
#include "settings.h"

/** The file that holds the profile of a name; the name itself where there is none.
 * @param[out] out  to be freed with free(). @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_profiles_path(const char *name, char **out);
/** The profile of a command line: the default, the profiles named, then the options that set keys.
 * A name is a file if it has a / or ends in .yaml. Else NAME.yaml is looked for in
 * $FENMILL_PROFILES (folders with colons between them), $XDG_CONFIG_HOME/fenmill, the tree of a
 * program that was not installed, and the installed profiles; the first is taken.
 * @param[out] out  finished; to be freed with fm_profile_free().
 * @return FM_OK; FM_BAD_USE, FM_BAD_PROFILE, FM_INPUT_FAILED (the message has been printed);
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_profiles_of(const struct fm_settings *settings,
                                            struct fm_profile **out);
/** Is one of two keys the other, or a group that it is in? */
bool fm_key_is_within(struct fm_text one, const char *other);
/** Print a fault that only the whole profile shows, with the option that it comes from: the last
 * that sets the key at fault, or else whose value has the text at fault. @return the status of the
 * error. */
enum fm_status fm_profiles_report(const struct fm_settings *settings, const struct fm_error *error);
/** Call @p each with the name, the first line's comment and the file of each profile that can be
 * named; it ends at the first one that cannot be read, or where @p each returns another status.
 * @return as fm_profiles_of(), or that status. */
FM_MUST_CHECK enum fm_status fm_profiles_each(enum fm_status (*each)(void *user, const char *name,
                                                                     struct fm_text meaning,
                                                                     const char *file),
                                              void *user);
/** Print the name, the first comment and the file of each profile that can be named. It ends at the
 * first one that cannot be read. @param names  print the names alone. @return as
 * fm_profiles_of(). */
FM_MUST_CHECK enum fm_status fm_profiles_list(bool names);

#endif
