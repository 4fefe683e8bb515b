/* SPDX-License-Identifier: MIT */
/* fenmill help: the tables of the library as users read them, and completion scripts. */
#ifndef FM_SRC_HELP_H
#define FM_SRC_HELP_H
#include "fenmill.h"

enum { FM_HELP_TOPICS_MAX = 16 };

/* "fields", "formats", ...; NULL-terminated, at most FM_HELP_TOPICS_MAX. */
extern const char *const fm_help_topics[];

/** Print the table of this name, or what a key of profiles takes, to standard output and flush it.
 * @param[out] status  FM_OK, FM_OUTPUT_FAILED, FM_PIPE_CLOSED, FM_NO_MEMORY. @return false, and
 * nothing printed: there is no such table. */
bool fm_help_print(const char *topic, enum fm_status *status);
/** Print the completion script of a shell ("bash", "zsh", "fish") to standard output, made from the
 * tables of commands, options and keys. @return false, and nothing printed: no such shell. */
bool fm_completion_print(const char *shell);

#endif
