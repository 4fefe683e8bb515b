/* Options: parsing, help and hints, all from the one table of option_table.h. */
#ifndef FM_SRC_OPTION_PARSE_H
#define FM_SRC_OPTION_PARSE_H
#include "settings.h"

/* The commands, as a set. */
enum fm_command_set {
    FM_IN_CONVERT = 1 << 0,
    FM_IN_CHECK = 1 << 1,
    FM_IN_SHOW = 1 << 2,
    FM_IN_PERFT = 1 << 3,
    FM_IN_PROFILE = 1 << 4,
    FM_IN_MAIN = 1 << 5 /* no command at all */
};

/** Parse a command line.
 * @param command   one of enum fm_command_set.
 * @param argv      argv[0] is the command's name; operands are moved after the options.
 * @param[out] out  to be freed with fm_settings_free(), whatever the status.
 * @return FM_OK, FM_BAD_USE (the message has been printed), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_options_parse(enum fm_command_set command, int argc, char **argv,
                                              struct fm_settings *out);
/** Print the options of a command, each with its line. */
void fm_options_help(enum fm_command_set command);
void fm_settings_free(struct fm_settings *settings);

#endif
