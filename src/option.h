/* SPDX-License-Identifier: MIT */
/* The command line: the one table of options, which fills the settings. */
#ifndef FM_SRC_OPTION_H
#define FM_SRC_OPTION_H
#include "settings.h"

/* The commands, as a set. */
enum fm_command_set {
    FM_IN_CONVERT = 1 << 0,
    FM_IN_CHECK = 1 << 1,
    FM_IN_SHOW = 1 << 2,
    FM_IN_PERFT = 1 << 3,
    FM_IN_PROFILE = 1 << 4,
    FM_IN_MAIN = 1 << 5, /* no command at all */
    FM_IN_MERGE = 1 << 6,
    FM_IN_PLAN = 1 << 7
};

/* The kinds of options, and the members of a row that each kind uses. */
enum fm_option_kind {
    FM_OPTION_HEADING, /* no option: the row opens a group of the help */
    FM_OPTION_KEY,     /* sets `key` of the profile to its argument, or to `value` */
    FM_OPTION_CALL,    /* calls `set` */
    FM_OPTION_TEXT,    /* sets the const char * at `at` to its argument */
    FM_OPTION_NAMES,   /* adds its argument to the struct fm_names at `at` */
    FM_OPTION_FLAG,    /* sets the bool at `at` */
    FM_OPTION_COUNT,   /* adds 1 to the unsigned at `at` */
    FM_OPTION_NUMBER,  /* sets the uint64_t at `at`: a number, or UINT64_MAX for the word `value` */
    FM_OPTION_WORD     /* sets the unsigned at `at` to the index of a word of `value` */
};

/* One row of the table. */
struct fm_option {
    enum fm_option_kind kind;
    const char *name;     /* long name without its dashes; title of a heading */
    char letter;          /* short name; 0 = none */
    const char *argument; /* name of the argument in the help; NULL = no argument */
    unsigned commands;    /* set of enum fm_command_set */
    /* Key of the profile that the option sets. With `set`: the key whose value `set` makes, or
     * its group. */
    const char *key;
    /* Words of FM_OPTION_WORD: "auto or off"; else see enum fm_option_kind. */
    const char *value;
    size_t at;            /* offset in struct fm_settings */
    uint64_t least, most; /* bounds of a number */
    enum fm_status (*set)(struct fm_settings *settings, const struct fm_option *option,
                          const char *value);
    /* meaning; where it ends in a colon, the words of the key follow */
    const char *help;
};

enum { FM_OPTIONS_MAX = 160 }; /* rows */

/* Ends with a row without a name. */
extern const struct fm_option fm_options[];

/** Does the command have this row's option? Headings belong to none. */
static inline bool fm_option_of(const struct fm_option *option, enum fm_command_set command)
{
    return (option->commands & (unsigned)command) != 0;
}
/** The row after @p option (NULL: the first) whose option the command has; NULL after the last. */
const struct fm_option *fm_option_next(const struct fm_option *option, enum fm_command_set command);

/** A word that the option itself takes, of no key. @param[out] n  its length in bytes. @return
 * NULL after the last. */
const char *fm_option_word(const struct fm_option *option, unsigned index, size_t *n);

enum { FM_OPTION_MEANING_SIZE = 1024 };
/** What an option does: its help, with the values of its key where the help ends in a colon. */
void fm_option_meaning(const struct fm_option *option, char out[FM_OPTION_MEANING_SIZE]);

/** Parse a command line. Long options are written in full; short ones, their values and operands
 * may be mixed as getopt_long() has it.
 * @param command   one of enum fm_command_set.
 * @param argv      argv[0] is the command's name; operands are moved after the options.
 * @param[out] out  to be freed with fm_settings_free(), whatever the status.
 * @return FM_OK, FM_BAD_USE (the message has been printed), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_options_parse(enum fm_command_set command, int argc, char **argv,
                                              struct fm_settings *out);
/** Print the options of a command, each with its line. */
void fm_options_help(enum fm_command_set command);
enum { FM_SCREEN_WIDTH = 80 };
/** Print some options of a command, each on a line that fits on the screen.
 * @param common  their names, with a blank between them; NULL = all. */
void fm_options_brief(enum fm_command_set command, const char *common);
void fm_settings_free(struct fm_settings *settings);
/** Note a key of the profile that is to be set; takes change.owned over, whatever the status.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_settings_change(struct fm_settings *settings,
                                                struct fm_change change);
/** Print that a command does not have an option, and what may have been meant by it.
 * @param word  as written, without its dashes and without "=VALUE".
 * @param dash  "-" or "--". @return FM_BAD_USE. */
enum fm_status fm_option_refuse(enum fm_command_set command, const char *dash, const char *word,
                                size_t length);
/** Print that there is no command of this name, and what may have been meant: a command, an option
 * of `convert`, or what other programs call so. @return FM_BAD_USE. */
enum fm_status fm_option_refuse_command(const char *word);

#endif
