/* SPDX-License-Identifier: MIT */
/* fenmill help: the tables of the library as users read them, and completion scripts. */
#ifndef FM_SRC_HELP_H
#define FM_SRC_HELP_H
#include "fenmill.h"

enum { FM_HELP_TOPICS_MAX = 16 };

/** The name of a table: "fields", "formats", ... @return NULL after the last, of at most
 * FM_HELP_TOPICS_MAX. */
const char *fm_help_topic(size_t index);

/** Print the table of this name, or what a key of profiles takes, to standard output and flush it.
 * @param[out] status  FM_OK, FM_OUTPUT_FAILED, FM_PIPE_CLOSED, FM_NO_MEMORY. @return false, and
 * nothing printed: there is no such table. */
bool fm_help_print(const char *topic, enum fm_status *status);
/** `fenmill help completions SHELL`: print the script of a shell to standard output.
 * `fenmill help completions -- WORD...`: print the words that the last of the words after the
 * program's name may be. Each is on a line, with a tab and its meaning if it has one; `*` means
 * names of files.
 * @return as fm_help_print()'s status, or FM_BAD_USE: no such shell. */
FM_MUST_CHECK enum fm_status fm_completion_print(int argc, char **argv);

#endif
