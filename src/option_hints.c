/* SPDX-License-Identifier: MIT */
/* Hints for an unknown option: it may be an option of another command, a short form, a key of the
 * profile, an option of pgn-extract, or a misspelling. */
#include <config.h>
#include <stdio.h>
#include <string.h>
#include "message.h"
#include "command.h"
#include "option.h"

enum { HINT_SIZE = 1024 };

/* Options of fenmill that do the same as options of pgn-extract (19-04 to 25-01). Short ones
 * may have a value after them (-Wepd); of two rows with the same beginning the longer is
 * first. An option that has no equivalent has no row. */
static const struct {
    const char *option, *ours;
} pgn_extract[] = {
    {"-7", "-f pgn --tags roster"},
    {"-a", "-f pgn -o FILE"},
    {"-b", "--set games.plies=40..200"},
    {"-C", "-f pgn --comments drop"},
    {"-c", "--set games.exclude=FILE"},
    {"-D", "--dedupe"},
    {"-d", "--dedupe --unselected FILE"},
    {"-E", "-f pgn -o '{ECO}.pgn'"},
    {"-F", "-f fen --plies last"},
    {"-L", "--log FILE"},
    {"-l", "--log FILE"},
    {"-M", "--set games.final=mate"},
    {"-N", "-f pgn --nags drop"},
    {"-n", "--unselected FILE"},
    {"-R", "-f pgn --tags 'White,Black'"},
    {"-s", "-q"},
    {"-T", "--tag 'NAME RULE'"},
    {"-t", "--tag 'NAME RULE'"},
    {"-Wxolalg", "-f pgn --notation lan"},
    {"-Welalg", "-f pgn --notation lan"},
    {"-Wxlalg", "-f pgn --notation lan"},
    {"-Whalg", "-f pgn --notation lan"},
    {"-Wlalg", "-f pgn --notation uci"},
    {"-Wepd", "-f epd"},
    {"-Wfen", "-f fen"},
    {"-Wsan", "-f pgn --letters-out LANG"},
    {"-Wuci", "-f uci"},
    {"-W", "-f FORMAT"},
    {"-w", "-f pgn --width N"},
    {"-x", "--reached '1. e4 c5'"},
    {"-z", "--set games.contains.material=KRPvKR"},
    {"--append", "-f pgn -o FILE"},
    {"--btm", "--side black"},
    {"--checkfile", "--set games.exclude=FILE"},
    {"--checkmate", "--set games.final=mate"},
    {"--dropply", "--plies N.."},
    {"--duplicates", "--dedupe --unselected FILE"},
    {"--fifty", "--set games.final=fifty-moves"},
    {"--fiftymove", "--set games.final=fifty-moves"},
    {"--fixresulttags", "--repair"},
    {"--insufficient", "--set games.final=insufficient"},
    {"--json", "-f jsonl"},
    {"--keepbroken", "--on-error truncate"},
    {"--linelength", "-f pgn --width N"},
    {"--maxmoves", "--set games.plies=..200"},
    {"--maxply", "--set games.plies=..200"},
    {"--minmoves", "--set games.plies=40.."},
    {"--minply", "--set games.plies=40.."},
    {"--nobadresults", "--strict"},
    {"--nocomments", "-f pgn --comments drop"},
    {"--noduplicates", "--dedupe"},
    {"--nofauxep", "--en-passant legal"},
    {"--nonags", "-f pgn --nags drop"},
    {"--nosetuptags", "--class classic"},
    {"--novars", "-f pgn --variations drop"},
    {"--onlysetuptags", "--class setup"},
    {"--plycount", "-f pgn --set-tag 'PlyCount={plies}'"},
    {"--plylimit", "-f pgn --set output.pgn.plies=..N"},
    {"--quiescent", "--quiet-positions"},
    {"--repetition", "--set games.final=repetition"},
    {"--selectonly", "--range A..B"},
    {"--seven", "-f pgn --tags roster"},
    {"--skipmatching", "--range A..B"},
    {"--splitvariants", "--set input.variations=replay"},
    {"--stalemate", "--set games.final=stalemate"},
    {"--stopafter", "--limit N"},
    {"--tagsubstr", "--tag 'NAME ~ text'"},
    {"--underpromotion", "--set games.contains.moves=underpromotion"},
    {"--wtm", "--side white"},
    {"--xroster", "-f pgn --tags 'White,Black'"},
};

/* The word of the user, as it was written. */
struct word {
    enum fm_command_set command;
    const char *dash, *text; /* "-" or "--", and the word, not NUL-terminated */
    size_t length;
    char hint[HINT_SIZE]; /* text after the message; empty = no hint */
};

static bool is_long(const struct word *word)
{
    return word->dash[1] == '-';
}

static bool begins(const char *name, const struct word *word)
{
    return strncmp(name, word->text, word->length) == 0;
}

static bool is_name(const char *name, const struct word *word)
{
    return begins(name, word) && name[word->length] == '\0';
}

/* The same option with two dashes: "-castling". */
static bool hint_dash(struct word *word)
{
    for (const struct fm_option *row = NULL; (row = fm_option_next(row, word->command)) != NULL;) {
        const size_t n = strlen(row->name);
        if (is_long(word) || n < 2 || strncmp(row->name, word->text, n) != 0 ||
            (word->text[n] != '\0' && word->text[n] != '='))
            continue;
        snprintf(word->hint, sizeof word->hint, "; did you mean --%s?", row->name);
        return true;
    }
    return false;
}

static bool hint_beginning(struct word *word)
{
    size_t used = 0;
    for (const struct fm_option *row = NULL; (row = fm_option_next(row, word->command)) != NULL;)
        if (is_long(word) && begins(row->name, word) && used < sizeof word->hint)
            used +=
                (size_t)snprintf(word->hint + used, sizeof word->hint - used, "%s--%s",
                                 used == 0 ? "; options are written in full: " : ", ", row->name);
    return used > 0;
}

static bool hint_pgn_extract(struct word *word)
{
    const size_t dashes = strlen(word->dash);
    for (size_t i = 0; i < FM_COUNT_OF(pgn_extract); i++) {
        const char *const option = pgn_extract[i].option, *const name = option + dashes;
        const bool same =
            strspn(option, "-") == dashes &&
            (is_long(word) ? is_name(name, word) : strncmp(word->text, name, strlen(name)) == 0);
        if (!same)
            continue;
        snprintf(word->hint, sizeof word->hint, "; for %s of pgn-extract use %s", option,
                 pgn_extract[i].ours);
        return true;
    }
    return false;
}

/* The options that set a key, if the command has one, else --set with the key up to where the word
 * ends in it. */
static bool hint_key_at(struct word *word, const char *key, size_t end)
{
    bool has_set = false;
    for (const struct fm_option *row = NULL; (row = fm_option_next(row, word->command)) != NULL;) {
        has_set |= strcmp(row->name, "set") == 0;
        if (row->key != NULL && row->value == NULL && strcmp(row->key, key) == 0) {
            snprintf(word->hint, sizeof word->hint, "; did you mean --%s?", row->name);
            return true;
        }
    }
    if (has_set)
        snprintf(word->hint, sizeof word->hint, "; the profile has this key: --set %.*s=VALUE",
                 (int)end, key);
    return has_set;
}

/* A part of a key ("every", "unique"), or all of it. */
static bool hint_key(struct word *word)
{
    struct fm_list_item item;
    for (size_t i = 0; is_long(word) && fm_list_item(FM_LIST_KEYS, i, &item); i++) {
        for (const char *part = item.name; part != NULL;) {
            const size_t end = (size_t)(part - item.name) + word->length;
            const bool whole = begins(part, word) && item.name[end] == '\0';
            const bool inner = begins(part, word) && item.name[end] == '.' && part != item.name;
            if (whole || inner)
                return hint_key_at(word, item.name, end);
            const char *point = strchr(part, '.');
            part = point == NULL ? NULL : point + 1;
        }
    }
    return false;
}

static bool hint_near(struct word *word)
{
    const char *names[FM_OPTIONS_MAX + 1];
    size_t count = 0;
    for (const struct fm_option *row = NULL; (row = fm_option_next(row, word->command)) != NULL;)
        names[count++] = row->name;
    names[count] = NULL;
    const struct fm_text text = {(const unsigned char *)word->text, word->length};
    const char *near = is_long(word) ? fm_name_suggest(text, names) : NULL;
    if (near != NULL)
        snprintf(word->hint, sizeof word->hint, "; did you mean --%s?", near);
    return near != NULL;
}

/* The set of commands that have an option of this name, or this letter. */
static unsigned commands_with(const struct word *word)
{
    unsigned commands = 0;
    for (const struct fm_option *row = fm_options; row->name != NULL; row++)
        if (row->kind != FM_OPTION_HEADING && word->length > 0 &&
            (is_long(word) ? is_name(row->name, word) : row->letter == *word->text))
            commands |= row->commands;
    return commands;
}

/* An option before any command: name one that has it. */
static enum fm_status refuse_alone(const struct word *word, int shown, unsigned commands)
{
    const struct fm_command *row = fm_commands;
    while ((commands & (unsigned)row->set) == 0)
        row++;
    return fm_message_usage(NULL, "a command is needed before %s%.*s: fenmill %s %s%.*s ...",
                            word->dash, shown, word->text, row->name, word->dash, shown,
                            word->text);
}

static enum fm_status refuse_elsewhere(const struct word *word, const char *name, unsigned commands)
{
    char list[HINT_SIZE] = "";
    size_t used = 0;
    for (const struct fm_command *row = fm_commands; row->name != NULL; row++)
        if ((commands & (unsigned)row->set) != 0)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used == 0 ? "" : ", ",
                                     row->name);
    return fm_message_usage(name, "--%.*s is not an option of this command, but of: %s",
                            (int)word->length, word->text, list);
}

enum fm_status fm_option_refuse(enum fm_command_set command, const char *dash, const char *text,
                                size_t length)
{
    struct word word = {.command = command, .dash = dash, .text = text, .length = length};
    const char *name = NULL;
    for (const struct fm_command *row = fm_commands; row->name != NULL; row++)
        if (row->set == command)
            name = row->name;
    /* Of a word with one dash it is the first letter that is not known. */
    const int shown = is_long(&word) ? (int)length : 1;
    const unsigned elsewhere = commands_with(&word);
    if (elsewhere != 0 && name == NULL)
        return refuse_alone(&word, shown, elsewhere);
    if (elsewhere != 0 && is_long(&word))
        return refuse_elsewhere(&word, name, elsewhere);
    if (length > 0)
        (void)(hint_dash(&word) || hint_beginning(&word) || hint_pgn_extract(&word) ||
               hint_key(&word) || hint_near(&word));
    return fm_message_usage(name, "unknown option %s%.*s%s", dash, shown, text, word.hint);
}
