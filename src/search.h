/* SPDX-License-Identifier: MIT */
/* fenmill help WORD: all tables and the cookbook are searched, and what fits best is printed first:
 * names before meanings, tables before prose. */
#ifndef FM_SRC_SEARCH_H
#define FM_SRC_SEARCH_H
#include "settings.h"

/** Search commands, options, keys and their values, fields, formats, programs, variants, languages,
 * reasons, words of other programs, profiles and the cookbook for these words, print the rows that
 * have all of them, and flush. @param[out] status  as that of fm_profiles_each(), or
 * FM_OUTPUT_FAILED, FM_PIPE_CLOSED. @return false, and nothing printed: there is no such row. */
bool fm_search_print(const char *words, enum fm_status *status);
/** Is there one? */
bool fm_search_finds(const char *words);

#endif
