/* SPDX-License-Identifier: MIT */
/* The commands: one table. Each is a file cmd_*.c, or run.c. */
#ifndef FM_SRC_COMMAND_H
#define FM_SRC_COMMAND_H
#include "option.h"

struct fm_command {
    const char *name;
    enum fm_command_set set;
    /* Runs the command. Every message but that of FM_NO_MEMORY has been printed when
     * it returns, and standard output has been flushed. */
    enum fm_status (*run)(const struct fm_settings *settings);
    const char *operands; /* rest of a command line after the options */
    const char *help;
    const char *common; /* options that -h shows, with a blank between them; NULL = all */
    /* Three tasks, each with the command for it, which reads games.pgn. */
    const struct fm_task {
        const char *task, *command;
    } * tasks;
};
enum { FM_TASKS = 3 };

enum { FM_COMMANDS_MAX = 9 };

/* Ends with a row without a name; at most FM_COMMANDS_MAX rows. */
extern const struct fm_command fm_commands[];
/* The help text of `fenmill help`, which is no command. */
extern const char fm_help_of_help[];
/* What people come for: the tasks of the program's own help. */
extern const struct fm_task fm_first_tasks[FM_TASKS];
/** By name, exactly; NULL if unknown. */
const struct fm_command *fm_command_find(const char *name);

enum fm_status fm_cmd_convert(const struct fm_settings *settings);
enum fm_status fm_cmd_check(const struct fm_settings *settings);
enum fm_status fm_cmd_show(const struct fm_settings *settings);
enum fm_status fm_cmd_perft(const struct fm_settings *settings);
enum fm_status fm_cmd_merge(const struct fm_settings *settings);
enum fm_status fm_cmd_plan(const struct fm_settings *settings);
enum fm_status fm_cmd_profile(const struct fm_settings *settings);

#endif
