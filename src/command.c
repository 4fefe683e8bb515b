/* SPDX-License-Identifier: MIT */
/* The table of commands. */
#include <config.h>
#include "command.h"
#include <string.h>

const struct fm_task fm_first_tasks[FM_TASKS] = {
    {"The games of a player, in a file of their own:",
     "fenmill convert -f pgn --player morphy -o morphy.pgn games.pgn"},
    {"Which games are broken, and why; the others, repaired and without duplicates:",
     "fenmill convert -f pgn --repair --dedupe -o good.pgn games.pgn"},
    {"Every position as FEN, EPD, a table, data for an engine:",
     "fenmill convert -f csv --columns fen,next,result -o positions.csv games.pgn"},
};

static const struct fm_task check[FM_TASKS] = {
    {"Which games are broken, and why:", "fenmill check games.pgn"},
    {"Everything that is unusual, too:", "fenmill check -v games.pgn"},
    {"How many games of which kind, as a table:", "fenmill check --stats counts.txt games.pgn"},
};
static const struct fm_task show[FM_TASKS] = {
    {"The start position of Chess960 with this number:", "fenmill show --sp 518"},
    {"A position:", "fenmill show '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'"},
    {"The last positions of three games, as a page:",
     "fenmill show --html --plies last --limit 3 -o boards.html games.pgn"},
};
static const struct fm_task perft[FM_TASKS] = {
    {"Legal paths of four moves from the start:", "fenmill perft 4"},
    {"The count of each move:", "fenmill perft --divide 3"},
    {"From another position:", "fenmill perft 3 '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'"},
};
static const struct fm_task profile[FM_TASKS] = {
    {"The profiles that there are:", "fenmill profile list"},
    {"All settings of a profile:", "fenmill profile print --all classic-only"},
    {"Options as a profile, to be kept:", "fenmill profile print -f pgn --player morphy"},
};
static const struct fm_task plan[FM_TASKS] = {
    {"A plan for two machines:", "fenmill plan 2 -o plan.json games.pgn"},
    {"The first of its two parts:",
     "fenmill convert --shard 1@plan.json -o 1.fen --stats 1.json games.pgn"},
    {"The parts that are not done:", "fenmill plan --missing plan.json ."},
};
static const struct fm_task merge[FM_TASKS] = {
    {"A part of a run, of which there are more:",
     "fenmill convert --shard 1/2 -o 1.fen --stats 1.json games.pgn"},
    {"The other one:", "fenmill convert --shard 2/2 -o 2.fen --stats 2.json games.pgn"},
    {"Both as one:", "fenmill merge -o all.fen 1.json 2.json"},
};

const struct fm_command fm_commands[] = {
    {"convert", FM_IN_CONVERT, fm_cmd_convert, "[INPUT]...",
     "select games or positions, and write them in any format",
     "player tag elo date result reached dedupe plies repair sort comments format output",
     fm_first_tasks},
    {"check", FM_IN_CHECK, fm_cmd_check, "[INPUT]...",
     "read and replay everything, report errors, write no records",
     "recursive class player tag strict repair rejects log stats report messages quiet verbose",
     check},
    {"show", FM_IN_SHOW, fm_cmd_show, "[INPUT|FEN]...",
     "draw positions on the terminal, as SVG or HTML",
     "variant plies limit output ascii svg html sp", show},
    {"perft", FM_IN_PERFT, fm_cmd_perft, "DEPTH [FEN]",
     "count legal move paths; the last line is the count alone", NULL, perft},
    {"profile", FM_IN_PROFILE, fm_cmd_profile, "list|print|check [NAME]",
     "list profiles, print the merged profile, check profiles", "profile set all", profile},
    {"plan", FM_IN_PLAN, fm_cmd_plan, "N [INPUT]...",
     "plan a run in N shards, for --shard I@FILE; find the shards that were not done",
     "profile set recursive files-from root missing output", plan},
    {"merge", FM_IN_MERGE, fm_cmd_merge, "FILE...",
     "join what the shards of a run wrote: outputs, statistics, tables of counts", NULL, merge},
    {.name = NULL},
};
_Static_assert(FM_COUNT_OF(fm_commands) <= FM_COMMANDS_MAX, "all names fit");

const char fm_help_of_help[] =
    "options of a command; a table; the values of a key; all that has these words";

const struct fm_command *fm_command_find(const char *name)
{
    for (const struct fm_command *command = fm_commands; command->name != NULL; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}
