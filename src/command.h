/* The commands. Each is a file of its own, cmd_*.c. */
#ifndef FM_SRC_COMMAND_H
#define FM_SRC_COMMAND_H
#include "option.h"

/* What a command does with its command line. Returns what it came to; every message but that of
 * FM_NO_MEMORY has been printed, standard output has been flushed. */
typedef enum fm_status fm_command(const struct fm_settings *settings);

fm_command fm_cmd_convert, fm_cmd_check, fm_cmd_show, fm_cmd_perft, fm_cmd_profile;

#endif
