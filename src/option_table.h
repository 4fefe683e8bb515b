/* Options: one const table says for each its names, its argument, the commands that take it, what
 * it sets and its line of help. */
#ifndef FM_SRC_OPTION_TABLE_H
#define FM_SRC_OPTION_TABLE_H
#include "option_parse.h"

/* One row of the table. Exactly one of `key`, `text`, `flag` and `set` says what the option does.
 */
struct fm_option {
    const char *heading;  /* a row that only opens a group of the help; all else is unused then */
    const char *name;     /* without its dashes */
    char letter;          /* 0 = none */
    const char *argument; /* its name in the help; NULL = takes none */
    unsigned commands;    /* set of enum fm_command_set */
    const char *key;      /* of the profile; its value is the argument, or `value` */
    const char *value;
    size_t text, flag; /* offset + 1 in struct fm_settings of a const char * or bool; 0 = none */
    enum fm_status (*set)(struct fm_settings *settings, const struct fm_option *option,
                          const char *value);
    const char *help;
};

enum { FM_OPTIONS_MAX = 64 }; /* rows */

/* Ends with a row that has neither heading nor name. */
extern const struct fm_option fm_options[];

/** Note a key of the profile that is to be set; takes change.owned over, whatever the status.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_settings_change(struct fm_settings *settings,
                                                struct fm_change change);

#endif
