/* SPDX-License-Identifier: MIT */
/* The table of commands. */
#include <config.h>
#include "command.h"
#include <string.h>

const struct fm_command fm_commands[] = {
    {"convert", FM_IN_CONVERT, fm_cmd_convert, "[INPUT]...",
     "convert any input to any output, as the profile says"},
    {"check", FM_IN_CHECK, fm_cmd_check, "[INPUT]...",
     "read and replay everything, report errors, write no records"},
    {"show", FM_IN_SHOW, fm_cmd_show, "[INPUT|FEN]...",
     "draw positions on the terminal, as SVG or HTML"},
    {"perft", FM_IN_PERFT, fm_cmd_perft, "DEPTH [FEN]",
     "count legal move paths; the last line is the count alone"},
    {"profile", FM_IN_PROFILE, fm_cmd_profile, "list|print|check [NAME]",
     "list profiles, print the merged profile, check profiles"},
    {"plan", FM_IN_PLAN, fm_cmd_plan, "N [INPUT]...",
     "plan a run in N shards, for --shard I@FILE; find the shards that were not done"},
    {"merge", FM_IN_MERGE, fm_cmd_merge, "FILE...",
     "join what the shards of a run wrote: outputs, statistics, tables of counts"},
    {.name = NULL},
};
_Static_assert(FM_COUNT_OF(fm_commands) <= FM_COMMANDS_MAX, "all names fit");

const char fm_help_of_help[] = "options of a command; a table; the values of a key";

const struct fm_command *fm_command_find(const char *name)
{
    for (const struct fm_command *command = fm_commands; command->name != NULL; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}
