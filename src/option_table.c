/* SPDX-License-Identifier: MIT */
/* The table of all options, and the functions of those that set neither a key of the profile nor a
 * plain field of the settings. */
#include <config.h>
#include "option.h"
#include <stdlib.h>
#include <string.h>
#include "message.h"
#include "print.h"

enum {
    RUN = FM_IN_CONVERT | FM_IN_CHECK,
    READ = RUN | FM_IN_SHOW,                /* reads inputs */
    PROFILED = RUN | FM_IN_PROFILE,         /* has a profile */
    WRITES = FM_IN_CONVERT | FM_IN_PROFILE, /* has a profile with outputs */
    ANY = READ | FM_IN_PERFT | FM_IN_PROFILE | FM_IN_MERGE
};

enum fm_status fm_settings_change(struct fm_settings *settings, struct fm_change change)
{
    struct fm_change *grown =
        realloc(settings->changes, (settings->change_count + 1) * sizeof *grown);
    if (grown == NULL) {
        free(change.owned);
        return FM_NO_MEMORY;
    }
    settings->changes = grown;
    settings->changes[settings->change_count++] = change;
    return FM_OK;
}

static enum fm_status set_profile(struct fm_settings *settings, const struct fm_option *option,
                                  const char *value)
{
    (void)option;
    const char **grown = realloc(settings->profiles, (settings->profile_count + 1) * sizeof *grown);
    if (grown == NULL)
        return FM_NO_MEMORY;
    settings->profiles = grown;
    settings->profiles[settings->profile_count++] = value;
    return FM_OK;
}

static enum fm_status set_include(struct fm_settings *settings, const struct fm_option *option,
                                  const char *value)
{
    (void)option;
    const size_t n = settings->include_count;
    const char **grown = realloc(settings->include, (n + 2) * sizeof *grown);
    if (grown == NULL)
        return FM_NO_MEMORY;
    settings->include = grown;
    grown[n] = value;
    grown[n + 1] = NULL;
    settings->include_count++;
    return FM_OK;
}

/* Options override the profile, but not each other: of two rules on one tag none is dropped. */
static enum fm_status set_rule(struct fm_settings *settings, const struct fm_change *change)
{
    for (size_t i = 0; i < settings->change_count; i++) {
        const struct fm_change *other = &settings->changes[i];
        if (other->option->set == NULL || strcmp(other->key, change->key) != 0)
            continue;
        const char *option = change->option->name;
        free(change->owned);
        return fm_message_usage(settings->command,
                                "--%s: there is a rule on this already; write one range or one "
                                "~ regex, or games.any in a profile",
                                option);
    }
    return fm_settings_change(settings, *change);
}

static bool is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* `WhiteElo >= 2400`, also without blanks around the sign. */
static enum fm_status set_tag(struct fm_settings *settings, const struct fm_option *option,
                              const char *value)
{
    static const char head[] = "games.tags.";
    const char *rule = value + strspn(value, " ");
    const char *name = rule;
    while (is_name_byte(*rule))
        rule++;
    const size_t n = (size_t)(rule - name);
    rule += strspn(rule, " ");
    if (n == 0 || *rule == '\0')
        return fm_message_usage(
            settings->command,
            "--%s \"%s\": the name of a tag and a rule are needed, as 'WhiteElo >= 2400'",
            option->name, value);
    char *key = malloc(sizeof head + n);
    if (key == NULL)
        return FM_NO_MEMORY;
    memcpy(key, head, sizeof head - 1);
    memcpy(key + sizeof head - 1, name, n);
    key[sizeof head - 1 + n] = '\0';
    return set_rule(settings,
                    &(struct fm_change){.option = option, .key = key, .value = rule, .owned = key});
}

static enum fm_status set_date(struct fm_settings *settings, const struct fm_option *option,
                               const char *value)
{
    return set_rule(settings,
                    &(struct fm_change){.option = option, .key = option->key, .value = value});
}

/* A regular expression for just this text, in any case. */
static enum fm_status set_player(struct fm_settings *settings, const struct fm_option *option,
                                 const char *value)
{
    if (value[strspn(value, " ")] == '\0')
        return fm_message_usage(settings->command,
                                "--%s \"%s\": a name, or a part of one, is needed", option->name,
                                value);
    char *pattern = malloc(2 * strlen(value) + 4);
    if (pattern == NULL)
        return FM_NO_MEMORY;
    char *end = stpcpy(pattern, "~* ");
    for (; *value != '\0'; value++) {
        const bool literal = is_name_byte(*value) || *value == ' ' || (*value & 0x80) != 0;
        if (!literal)
            *end++ = '\\';
        *end++ = *value;
    }
    *end = '\0';
    return set_rule(settings,
                    &(struct fm_change){
                        .option = option, .key = option->key, .value = pattern, .owned = pattern});
}

/* `1..9/10` */
static enum fm_status set_split(struct fm_settings *settings, const struct fm_option *option,
                                const char *value)
{
    const char *slash = strchr(value, '/');
    if (slash == NULL || slash == value || slash[1] == '\0')
        return fm_message_usage(settings->command,
                                "--%s \"%s\": parts and their number are needed, as 1..9/10",
                                option->name, value);
    char *part = strndup(value, (size_t)(slash - value));
    if (part == NULL)
        return FM_NO_MEMORY;
    const enum fm_status status = fm_settings_change(
        settings,
        (struct fm_change){
            .option = option, .key = "positions.split.part", .value = part, .owned = part});
    return status != FM_OK
               ? status
               : fm_settings_change(settings, (struct fm_change){.option = option,
                                                                 .key = "positions.split.of",
                                                                 .value = slash + 1});
}

/* Of all that is drawn. */
static enum fm_status set_seed(struct fm_settings *settings, const struct fm_option *option,
                               const char *value)
{
    static const char *const keys[] = {"positions.sample.seed", "positions.split.seed"};
    enum fm_status status = FM_OK;
    for (size_t i = 0; i < sizeof keys / sizeof *keys && status == FM_OK; i++)
        status = fm_settings_change(
            settings, (struct fm_change){.option = option, .key = keys[i], .value = value});
    return status;
}

/* `id={White}` */
/* NAME=TEMPLATE: the key of that name, after its head, gets the template; NULL: its own name. */
static enum fm_status set_member(struct fm_settings *settings, const struct fm_option *option,
                                 const char *head, const char *value, const char *template)
{
    const size_t n = (size_t)(strchr(value, '=') - value), head_n = strlen(head);
    char *key = malloc(head_n + n + 1);
    if (key == NULL)
        return FM_NO_MEMORY;
    memcpy(key, head, head_n);
    memcpy(key + head_n, value, n);
    key[head_n + n] = '\0';
    return fm_settings_change(
        settings, (struct fm_change){.option = option,
                                     .key = key,
                                     .value = template == NULL ? key + head_n : template,
                                     .owned = key});
}

static enum fm_status set_op(struct fm_settings *settings, const struct fm_option *option,
                             const char *value)
{
    const char *equals = strchr(value, '=');
    if (equals == NULL || equals == value)
        return fm_message_usage(
            settings->command,
            "--%s \"%s\": an operation and its template are needed, as 'sm={next}'", option->name,
            value);
    return equals[1] == '\0' ? set_member(settings, option, "output.drop-ops.", value, NULL)
                             : set_member(settings, option, "output.ops.", value, equals + 1);
}

static enum fm_status set_game_tag(struct fm_settings *settings, const struct fm_option *option,
                                   const char *value)
{
    const char *equals = strchr(value, '=');
    if (equals == NULL || equals == value)
        return fm_message_usage(
            settings->command,
            "--%s \"%s\": a tag and its template are needed, as 'PlyCount={plies}'", option->name,
            value);
    return set_member(settings, option, "output.pgn.set-tags.", value, equals + 1);
}

static enum fm_status set_key(struct fm_settings *settings, const struct fm_option *option,
                              const char *value)
{
    const char *equals = strchr(value, '=');
    if (equals == NULL || equals == value)
        return fm_message_usage(
            settings->command, "--set \"%s\": KEY=VALUE is needed, as output.castling=xfen", value);
    char *key = strndup(value, (size_t)(equals - value));
    if (key == NULL)
        return FM_NO_MEMORY;
    return fm_settings_change(
        settings,
        (struct fm_change){.option = option, .key = key, .value = equals + 1, .owned = key});
}

static enum fm_status set_number(const struct fm_settings *settings, const struct fm_option *option,
                                 const char *value, uint64_t least, uint64_t most, uint64_t *out)
{
    uint64_t number = 0;
    if (!fm_number_read(value, &number) || number < least || number > most)
        return fm_message_usage(settings->command,
                                "--%s \"%s\": a number from %llu to %llu is needed", option->name,
                                value, (unsigned long long)least, (unsigned long long)most);
    *out = number;
    return FM_OK;
}

static enum fm_status set_threads(struct fm_settings *settings, const struct fm_option *option,
                                  const char *value)
{
    uint64_t number = 0;
    const enum fm_status status = set_number(settings, option, value, 1, 256, &number);
    if (status == FM_OK)
        settings->threads = (unsigned)number;
    return status;
}

static enum fm_status set_sp(struct fm_settings *settings, const struct fm_option *option,
                             const char *value)
{
    uint64_t number = 0;
    const enum fm_status status = set_number(settings, option, value, 0, 959, &number);
    if (status == FM_OK)
        settings->sp = (int)number;
    return status;
}

static enum fm_status set_limit(struct fm_settings *settings, const struct fm_option *option,
                                const char *value)
{
    return set_number(settings, option, value, 1, 1000000, &settings->limit);
}

static enum fm_status set_min_count(struct fm_settings *settings, const struct fm_option *option,
                                    const char *value)
{
    return set_number(settings, option, value, 1, UINT64_MAX, &settings->min_count);
}

static enum fm_status set_messages(struct fm_settings *settings, const struct fm_option *option,
                                   const char *value)
{
    if (strcmp(value, "all") == 0)
        settings->messages = UINT64_MAX;
    else if (!fm_number_read(value, &settings->messages))
        return fm_message_usage(settings->command, "--%s \"%s\": a number or all is needed",
                                option->name, value);
    return FM_OK;
}

static enum fm_status set_quiet(struct fm_settings *settings, const struct fm_option *option,
                                const char *value)
{
    (void)option;
    (void)value;
    settings->quiet++;
    return FM_OK;
}

/* @param words  ends with NULL. @param needed  the words, for the message. */
static enum fm_status take_word(const struct fm_settings *settings, const struct fm_option *option,
                                const char *value, const char *const *words, const char *needed,
                                unsigned *out)
{
    for (unsigned i = 0; words[i] != NULL; i++) {
        if (strcmp(value, words[i]) == 0) {
            *out = i;
            return FM_OK;
        }
    }
    return fm_message_usage(settings->command, "--%s \"%s\": %s is needed", option->name, value,
                            needed);
}

static enum fm_status set_progress(struct fm_settings *settings, const struct fm_option *option,
                                   const char *value)
{
    static const char *const words[] = {[FM_PROGRESS_AUTO] = "auto",
                                        [FM_PROGRESS_ALWAYS] = "always",
                                        [FM_PROGRESS_NEVER] = "never",
                                        NULL};
    unsigned word = FM_PROGRESS_AUTO;
    const enum fm_status status =
        take_word(settings, option, value, words, "auto, always or never", &word);
    settings->progress = (enum fm_progress_when)word;
    return status;
}

static enum fm_status set_sandbox(struct fm_settings *settings, const struct fm_option *option,
                                  const char *value)
{
    static const char *const words[] = {[FM_SANDBOX_AUTO] = "auto", [FM_SANDBOX_OFF] = "off", NULL};
    unsigned word = FM_SANDBOX_AUTO;
    const enum fm_status status = take_word(settings, option, value, words, "auto or off", &word);
    settings->sandbox = (enum fm_sandbox_when)word;
    return status;
}

#define AT(field) (offsetof(struct fm_settings, field) + 1)
#define ROW(in, letter_, name_, argument_, help_) \
    .commands = (in), .letter = (letter_), .name = (name_), .argument = (argument_), .help = (help_)
/* Opens a group of the help. */
#define HEADING(text_) \
    { \
        .heading = (text_) \
    }
/* Sets a key of the profile to its argument. */
#define KEYED(in, letter_, name_, argument_, key_, help_) \
    { \
        ROW(in, letter_, name_, argument_, help_), .key = (key_) \
    }
/* Sets a key of the profile to a fixed value. */
#define FIXED(in, name_, key_, value_, help_) \
    { \
        ROW(in, 0, name_, NULL, help_), .key = (key_), .value = (value_) \
    }
/* Sets a field to its argument, or to true, or does more. */
#define TEXT(in, letter_, name_, argument_, field_, help_) \
    { \
        ROW(in, letter_, name_, argument_, help_), .text = AT(field_) \
    }
#define FLAG(in, letter_, name_, field_, help_) \
    { \
        ROW(in, letter_, name_, NULL, help_), .flag = AT(field_) \
    }
/* Makes the value of a key. */
#define MADE(in, name_, argument_, key_, set_, help_) \
    { \
        ROW(in, 0, name_, argument_, help_), .key = (key_), .set = set_ \
    }
#define CALL(in, letter_, name_, argument_, set_, help_) \
    { \
        ROW(in, letter_, name_, argument_, help_), .set = set_ \
    }

const struct fm_option fm_options[] = {
    HEADING("Profile"),
    CALL(PROFILED, 'p', "profile", "NAME|FILE", set_profile,
         "load settings from a profile; options override it"),
    CALL(PROFILED, 0, "set", "KEY=VALUE", set_key,
         "set any key of the profile: --set positions.every=2"),
    FLAG(FM_IN_PROFILE, 'a', "all", all, "print: also the keys that have their default value"),

    HEADING("Input"),
    FLAG(READ, 'r', "recursive", recursive, "also read the directories inside directories"),
    TEXT(READ, 0, "files-from", "LIST", files_from,
         "read the inputs listed in this file, one on each line"),
    CALL(READ, 0, "include", "GLOB", set_include,
         "in directories and ZIP archives, read only files with such names: '*.pgn'"),
    KEYED(PROFILED, 0, "on-input-error", "ACTION", "input.on-input-error",
          "when an input cannot be read:"),
    KEYED(PROFILED, 0, "shard", "I/N", "input.shard",
          "read part I of N alone; what the N runs write is put together by cat"),
    KEYED(PROFILED, 0, "variant", "NAME", "input.variant",
          "rules to use where neither position nor tags name them (fenmill help variants)"),
    TEXT(FM_IN_SHOW | FM_IN_PERFT, 0, "variant", "NAME", variant,
         "variant of the position (fenmill help variants)"),
    KEYED(PROFILED, 0, "letters", "LANG", "input.letters",
          "piece letters of the moves (fenmill help languages)"),
    KEYED(PROFILED, 0, "encoding", "NAME", "input.encoding", "encoding of the input:"),
    KEYED(PROFILED, 0, "openings", "FILE", "input.openings",
          "name openings by position: lichess's tables (eco, name, pgn), or PGN with ECO tags"),
    KEYED(PROFILED, 0, "aliases", "FILE", "input.aliases",
          "other names of players: on each line of FILE as found, a TAB, as wanted"),
    KEYED(PROFILED, 0, "on-error", "ACTION", "input.on-error", "when a game is broken:"),
    KEYED(PROFILED, 0, "max-errors", "N|P%", "input.max-errors",
          "end with status 1 when more games are rejected; P% from the 1,000th on"),
    FIXED(PROFILED, "strict", "input.strict", "true",
          "reject every game or record that has a warning"),
    FIXED(PROFILED, "repair", "input.repair", "true",
          "repair what is known to be wrong, and report it"),
    FIXED(FM_IN_CONVERT | FM_IN_PROFILE, "check-moves", "input.check-moves", "true",
          "PGN to PGN: replay every move"),
    FIXED(FM_IN_CHECK | FM_IN_PROFILE, "tags-only", "input.tags-only", "true",
          "check only classes and tags, replay no moves"),

    HEADING("Selection"),
    KEYED(PROFILED, 0, "class", "LIST", "games.class", "games of these classes:"),
    MADE(PROFILED, "player", "TEXT", "games.player", set_player,
         "games of a player: any part of either name, in any case"),
    CALL(PROFILED, 0, "tag", "'NAME RULE'", set_tag,
         "games whose tag fits: 'WhiteElo >= 2400', 'Event ~ rapid|blitz'"),
    KEYED(PROFILED, 0, "elo", "RANGE", "games.elo.both", "both ratings: 2400.., 1800..2200"),
    MADE(PROFILED, "date", "RANGE", "games.tags.Date", set_date,
         "games of this time: 2010.., 2010..2019.05, 2024.05.31"),
    KEYED(PROFILED, 0, "result", "LIST", "games.result", "games with these results:"),
    KEYED(PROFILED, 0, "range", "A..B", "games.range",
          "only these numbers of the run, before all other conditions: 1001..2000"),
    KEYED(PROFILED, 0, "reached", "MOVES|FEN", "games.reached",
          "games that reach this position: '1. e4 c5', or a FEN"),
    FIXED(PROFILED, "dedupe", "games.duplicates", "drop",
          "of games that are the same, keep the first"),
    KEYED(WRITES | FM_IN_SHOW, 0, "plies", "RANGE", "positions.plies",
          "positions to take: 16..120, 20.., last"),
    KEYED(WRITES, 0, "side", "SIDE", "positions.side", "side to move:"),
    FIXED(WRITES, "quiet-positions", "positions.quiet", "true",
          "not in check, and the next move is no capture, promotion or check"),
    KEYED(WRITES, 0, "pieces", "RANGE", "positions.pieces",
          "pieces on the board, kings and pawns included: ..7"),
    KEYED(WRITES, 0, "material", "PIECES", "positions.material",
          "these pieces: KRPvKR; or at least: '{white: Q.., black: R..}'"),
    KEYED(WRITES, 0, "eval", "RANGE", "positions.eval",
          "centipawns for White, from [%eval]: -50..50"),
    KEYED(WRITES, 0, "unique", "KEY", "positions.unique.key",
          "write the first of equal positions; what is compared:"),
    KEYED(WRITES, 0, "sample", "N|N/game", "positions.sample",
          "a random sample: N positions of the run, or N of each game"),
    MADE(WRITES, "split", "A..B/N", "positions.split.part", set_split,
         "only these of N parts that games are divided into at random: 1..9/10"),
    MADE(WRITES, "seed", "N", "positions.sample.seed", set_seed,
         "another seed, another sample and another split"),

    HEADING("Output"),
    KEYED(WRITES, 'o', "output", "FILE", "output.to",
          "output file, default standard output; .gz and .zst compress"),
    TEXT(FM_IN_SHOW | FM_IN_MERGE, 'o', "output", "FILE", output, "default: standard output"),
    KEYED(WRITES, 0, "level", "N", "output.level",
          "compress the output more or less: .gz 1 to 9, .zst 1 to 19"),
    KEYED(WRITES, 'f', "format", "FORMAT", "output.format", "format of the output:"),
    KEYED(WRITES, 0, "castling", "DIALECT", "output.castling", "how castling rights are written:"),
    KEYED(WRITES, 0, "en-passant", "RULE", "output.en-passant",
          "when an en passant square is written:"),
    KEYED(WRITES, 0, "counters", "WHERE", "output.counters",
          "where the move counters are written:"),
    KEYED(WRITES, 0, "rows", "KIND", "output.rows",
          "records of: positions, games, groups (counts), moves (counts of each):"),
    KEYED(WRITES, 0, "by", "FIELDS", "output.by",
          "groups by these fields: result,ply/10 (fenmill help fields)"),
    KEYED(WRITES, 0, "min-count", "N", "output.min-count",
          "groups with so many positions at least"),
    KEYED(WRITES, 0, "sort", "FIELDS", "output.sort",
          "order of the records or games: -WhiteElo,Date (fenmill help fields)"),
    KEYED(WRITES, 0, "for", "CONSUMER", "output.for",
          "write what this program reads best (fenmill help consumers)"),
    KEYED(WRITES, 0, "layout", "LAYOUT", "output.pgn.layout",
          "of games in PGN; export writes them anew by the PGN standard:"),
    KEYED(WRITES, 0, "notation", "NAME", "output.pgn.notation",
          "moves of games in PGN are written anew like this:"),
    KEYED(WRITES, 0, "letters-out", "LANG", "output.pgn.letters",
          "and with these piece letters (fenmill help languages)"),
    KEYED(WRITES, 0, "comments", "WHICH", "output.pgn.comments", "comments of games in PGN:"),
    KEYED(WRITES, 0, "variations", "WHICH", "output.pgn.variations", "variations of games in PGN:"),
    KEYED(WRITES, 0, "nags", "HOW", "output.pgn.nags", "NAGs ($1, !) of games in PGN:"),
    KEYED(WRITES, 0, "width", "N", "output.pgn.width",
          "lines of games written anew have fewer characters than this; 0: any number"),
    KEYED(WRITES, 0, "encoding-out", "NAME", "output.encoding", "encoding of the output:"),
    CALL(WRITES, 0, "op", "NAME=TEMPLATE", set_op,
         "an EPD operation of each record: 'sm={next}'; 'acd=' leaves it out"),
    KEYED(WRITES, 0, "merge-ops", "OPCODES", "output.merge-ops",
          "with --unique, EPD: operations that all records of a position give: bm,am,id"),
    KEYED(WRITES, 0, "tags", "WHICH", "output.pgn.tags",
          "tags of games in PGN, in this order: roster,ECO,White*"),
    CALL(WRITES, 0, "set-tag", "NAME=TEMPLATE", set_game_tag,
         "a tag of each game in PGN: 'PlyCount={plies}'; 'Annotator=' drops it"),
    KEYED(WRITES, 0, "columns", "FIELDS", "output.columns",
          "columns of tables (fenmill help fields): fen,next,result"),
    KEYED(WRITES, 0, "line", "TEMPLATE", "output.line",
          "with -f text, the line of a record: '{fen} | {result.score}'"),
    FIXED(WRITES, "no-header", "output.header", "false",
          "csv and tsv: leave out the line of the columns' names"),
    KEYED(WRITES, 0, "limit", "N", "output.limit",
          "records or games to write; then the rest of the input is not read"),
    KEYED(WRITES, 0, "chunk", "N", "output.chunk",
          "records or games of a file; {chunk} in its name is its number: part-{chunk}.pgn"),
    FIXED(WRITES, "verify", "output.verify", "true", "read every record back and compare it"),
    CALL(FM_IN_MERGE, 0, "min-count", "N", set_min_count,
         "tables: groups with so many positions at least, in all files"),
    FLAG(READ | FM_IN_MERGE, 0, "force", force, "replace existing files"),

    HEADING("Reports"),
    TEXT(RUN, 0, "rejects", "FILE", rejects, "write the rejected games here, byte for byte"),
    TEXT(RUN, 0, "unselected", "FILE", unselected,
         "write the games that no condition selected here"),
    TEXT(RUN, 0, "log", "FILE", log, "write what happened to every game, as JSON lines"),
    TEXT(RUN, 0, "stats", "FILE", stats,
         "write all counts, as JSON, or as a table if FILE ends in .txt"),
    TEXT(FM_IN_CHECK, 0, "report", "FILE", report,
         "write all counts, and what is wrong with boards where games broke, as a web page"),
    CALL(RUN, 0, "progress", "WHEN", set_progress,
         "show progress: auto (on a terminal), always or never"),
    CALL(READ, 0, "messages", "N|all", set_messages,
         "messages about games and records, N for each reason; default 20"),
    CALL(READ, 'q', "quiet", NULL, set_quiet,
         "no warnings, no summary; -qq: no messages about games and records"),
    FLAG(READ, 'v', "verbose", verbose, "show warnings too"),

    HEADING("Drawing"),
    FLAG(FM_IN_SHOW, 0, "ascii", ascii, "draw pieces as letters, whatever the terminal can show"),
    FLAG(FM_IN_SHOW, 0, "svg", svg, "draw as SVG"),
    FLAG(FM_IN_SHOW, 0, "html", html, "draw as a web page"),
    CALL(FM_IN_SHOW, 0, "sp", "N", set_sp, "the Chess960 start position N, 0 to 959"),
    CALL(FM_IN_SHOW, 0, "limit", "N", set_limit, "positions to draw from inputs; default 20"),

    HEADING("Counting"),
    FLAG(FM_IN_PERFT, 0, "divide", divide, "also print the count of each move"),

    HEADING("Other"),
    CALL(RUN, 'j', "threads", "N", set_threads, "number of threads, 1 to 256; default: all cores"),
    CALL(READ | FM_IN_MERGE, 0, "sandbox", "WHEN", set_sandbox,
         "open only the files of the run: auto (where the system can see to that) or off"),
    FLAG(ANY | FM_IN_MAIN, 'h', "help", help, "this text"),
    FLAG(ANY | FM_IN_MAIN, 'V', "version", version, "the version, and what this build can read"),
    {.name = NULL},
};
_Static_assert(sizeof fm_options / sizeof *fm_options <= FM_OPTIONS_MAX,
               "all rows fit in the tables of option.c");
