/* SPDX-License-Identifier: MIT */
/* Messages: error records become text here and nowhere else. All go to standard error, one line
 * each. */
#ifndef FM_SRC_MESSAGE_H
#define FM_SRC_MESSAGE_H
#include "settings.h"

/* The exit statuses of the program. */
enum fm_exit {
    FM_EXIT_DONE = 0,
    FM_EXIT_REJECTED = 1, /* done, but records were rejected */
    FM_EXIT_USAGE = 2,
    FM_EXIT_FAILED = 3 /* an input, an output or memory failed */
};

/** The exit status for a call's status. */
enum fm_exit fm_exit_of(enum fm_status status);

/* The number of printed messages about games and records, by reason; zero-initialise. */
struct fm_message_counts {
    uint64_t of[FM_REASON_COUNT];
};

/** Are messages about warnings printed? */
bool fm_message_warns(const struct fm_settings *settings);
/** Print a message about a game or record, unless the settings rule it out or enough of its reason
 * were printed (--messages). */
void fm_message_record(struct fm_message_counts *counts, const struct fm_settings *settings,
                       const struct fm_error *error);
/** Is the next message of that reason printed? */
bool fm_message_due(const struct fm_message_counts *counts, const struct fm_settings *settings,
                    const struct fm_error *error);
/** Print how many messages of each reason were not printed. */
void fm_message_rest(const struct fm_message_counts *counts, const struct fm_settings *settings);
/** Print a fault or warning of the input, a fault of a profile, of an input or of an output.
 * Nothing for FM_NO_MEMORY: main() prints that at the end.
 * @return its status. */
enum fm_status fm_message_print(const struct fm_error *error);
/** fm_message_print() of a call that has failed with this status; FM_OK: nothing. @return the
 * status. */
enum fm_status fm_message_failed(enum fm_status status, struct fm_error *error);
/** Print that the program was called wrongly, and where help is. @param command  NULL = the program
 * itself.
 * @return FM_BAD_USE, for the caller to return. */
enum fm_status fm_message_usage(const char *command, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/** Print that a word is none of the possible ones. @param what  "variant". @param names  ends
 * with NULL; the nearest is named. */
enum fm_status fm_message_unknown(const char *command, const char *what, const char *word,
                                  const char *const *names);

#endif
