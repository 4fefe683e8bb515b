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
    READ = RUN | FM_IN_SHOW,                     /* reads inputs */
    NAMED = READ | FM_IN_PLAN,                   /* takes the names of inputs */
    PROFILED = RUN | FM_IN_PROFILE | FM_IN_PLAN, /* has a profile */
    WRITES = FM_IN_CONVERT | FM_IN_PROFILE,      /* has a profile with outputs */
    SHAPED = WRITES | FM_IN_PLAN,                /* and says what they are like */
    ANY = READ | FM_IN_PERFT | FM_IN_PROFILE | FM_IN_MERGE | FM_IN_PLAN
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

/* The key is a head and a name. @param value  is copied; NULL: the name. @param rule  options
 * override the profile, but not each other: of two rules on one tag none is dropped. */
static enum fm_status add_change(struct fm_settings *settings, const struct fm_option *option,
                                 const char *head, struct fm_text name, const char *value,
                                 bool rule)
{
    const size_t n = strlen(head) + name.n + 1, most = n + (value == NULL ? 0 : strlen(value) + 1);
    char *key = malloc(most);
    FM_TRY_MADE(key);
    snprintf(key, n, "%s%.*s", head, (int)name.n, name.n > 0 ? (const char *)name.p : "");
    if (value != NULL)
        memcpy(key + n, value, most - n);
    for (size_t i = 0; rule && i < settings->change_count; i++) {
        const struct fm_change *other = &settings->changes[i];
        if (other->option->kind != FM_OPTION_CALL || strcmp(other->key, key) != 0)
            continue;
        free(key);
        return fm_message_usage(settings->command,
                                "--%s: there is a rule on this already; write one range or one "
                                "~ regex, or games.any in a profile",
                                option->name);
    }
    return fm_settings_change(
        settings, (struct fm_change){option, key, value == NULL ? key + strlen(head) : key + n,
                                     .owned = key});
}

static bool is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* `WhiteElo >= 2400`, also without blanks around the sign. */
static enum fm_status set_tag(struct fm_settings *settings, const struct fm_option *option,
                              const char *value)
{
    const char *name = value + strspn(value, " "), *end = name;
    while (is_name_byte(*end))
        end++;
    const char *const rule = end + strspn(end, " ");
    if (end == name || *rule == '\0')
        return fm_message_usage(
            settings->command,
            "--%s \"%s\": the name of a tag and a rule are needed, as 'WhiteElo >= 2400'",
            option->name, value);
    return add_change(settings, option, "games.tags.",
                      (struct fm_text){(const unsigned char *)name, (size_t)(end - name)}, rule,
                      true);
}

static enum fm_status set_date(struct fm_settings *settings, const struct fm_option *option,
                               const char *value)
{
    return add_change(settings, option, option->key, (struct fm_text){NULL, 0}, value, true);
}

/* The words of a name; after `~`, a part of one. The second name is that of the opponent. */
static enum fm_status set_player(struct fm_settings *settings, const struct fm_option *option,
                                 const char *value)
{
    const char *key = option->key;
    for (size_t i = 0; i < settings->change_count; i++)
        if (settings->changes[i].option == option)
            key = "games.opponent";
    const char *const name = value + strspn(value, " ");
    if (name[strspn(name, "~ ")] == '\0')
        return fm_message_usage(settings->command,
                                "--%s \"%s\": a name is needed; or ~ and a part of one",
                                option->name, value);
    char *const rule = malloc(strlen(name) + sizeof "@ ");
    FM_TRY_MADE(rule);
    (void)stpcpy(stpcpy(rule, *name == '~' ? "@" : "@ "), name);
    const enum fm_status status =
        add_change(settings, option, key, (struct fm_text){NULL, 0}, rule, true);
    free(rule);
    return status;
}

/* `1..9/10` */
static enum fm_status set_split(struct fm_settings *settings, const struct fm_option *option,
                                const char *value)
{
    const char *slash = strchr(value, '/');
    if (slash == NULL || slash == value || slash[1] == '\0')
        return fm_message_usage(settings->command,
                                "--%s \"%s\": parts and their number are needed, as 1..9/10; files "
                                "of N games: --chunk N -o 'part-{chunk}.pgn'",
                                option->name, value);
    char *part = strndup(value, (size_t)(slash - value));
    const enum fm_status status =
        part == NULL ? FM_NO_MEMORY
                     : fm_settings_change(
                           settings, (struct fm_change){option, option->key, part, .owned = part});
    return status != FM_OK
               ? status
               : fm_settings_change(
                     settings, (struct fm_change){option, "positions.split.of", slash + 1, NULL});
}

/* Of all that is drawn. */
static enum fm_status set_seed(struct fm_settings *settings, const struct fm_option *option,
                               const char *value)
{
    const enum fm_status status =
        fm_settings_change(settings, (struct fm_change){option, option->key, value, NULL});
    return status != FM_OK
               ? status
               : fm_settings_change(
                     settings, (struct fm_change){option, "positions.split.seed", value, NULL});
}

/* NAME=VALUE: the key of that name, in the group of the option. An EPD operation without a template
 * is left out: the key `drop-ops` has its name. */
static enum fm_status set_member(struct fm_settings *settings, const struct fm_option *option,
                                 const char *value)
{
    const char *const equals = strchr(value, '=');
    const bool drops = strcmp(option->name, "op") == 0 && equals != NULL && equals[1] == '\0';
    if (equals == NULL || equals == value)
        return fm_message_usage(settings->command, "--%s \"%s\": %s", option->name, value,
                                option->value);
    return add_change(settings, option, drops ? "output.drop-ops." : option->key,
                      (struct fm_text){(const unsigned char *)value, (size_t)(equals - value)},
                      drops ? NULL : equals + 1, false);
}

#define AT(field) .at = offsetof(struct fm_settings, field)
#define ROW(kind_, in, letter_, name_, argument_, help_) \
    .kind = FM_OPTION_##kind_, .commands = (in), .letter = (letter_), .name = (name_), \
    .argument = (argument_), .help = (help_)
/* Opens a group of the help. */
#define HEADING(text_) \
    { \
        .kind = FM_OPTION_HEADING, .name = (text_) \
    }
/* Sets a key of the profile to its argument. */
#define KEYED(in, letter_, name_, argument_, key_, help_) \
    { \
        ROW(KEY, in, letter_, name_, argument_, help_), .key = (key_) \
    }
/* Sets a key of the profile to a fixed value. */
#define FIXED(in, name_, key_, value_, help_) \
    { \
        ROW(KEY, in, 0, name_, NULL, help_), .key = (key_), .value = (value_) \
    }
/* Makes the value of a key, or has a key in the group `key_` for each name; what it needs
 * otherwise. */
#define MADE(in, letter_, name_, argument_, key_, set_, needed_, help_) \
    { \
        ROW(CALL, in, letter_, name_, argument_, help_), .key = (key_), .set = set_, \
                                                         .value = (needed_) \
    }
/* Sets a field to its argument; adds the argument to names; sets a field to true; counts. */
#define TEXT(in, letter_, name_, argument_, field_, help_) \
    { \
        ROW(TEXT, in, letter_, name_, argument_, help_), AT(field_) \
    }
#define NAMES(in, letter_, name_, argument_, field_, help_) \
    { \
        ROW(NAMES, in, letter_, name_, argument_, help_), AT(field_) \
    }
#define FLAG(in, letter_, name_, field_, help_) \
    { \
        ROW(FLAG, in, letter_, name_, NULL, help_), AT(field_) \
    }
#define COUNT(in, letter_, name_, field_, help_) \
    { \
        ROW(COUNT, in, letter_, name_, NULL, help_), AT(field_) \
    }
/* Sets a field to a number within bounds, or to that of a word among these. */
#define NUMBER(in, letter_, name_, field_, least_, most_, help_) \
    { \
        ROW(NUMBER, in, letter_, name_, "N", help_), AT(field_), .least = (least_), \
                                                                 .most = (most_) \
    }
#define WORD(in, name_, field_, words_, help_) \
    { \
        ROW(WORD, in, 0, name_, "WHEN", help_), AT(field_), .value = (words_) \
    }

const struct fm_option fm_options[] = {
    HEADING("Profile"),
    NAMES(PROFILED, 'p', "profile", "NAME|FILE", profiles,
          "load settings from a profile; options override it"),
    MADE(PROFILED, 0, "set", "KEY=VALUE", "", set_member,
         "KEY=VALUE is needed, as output.castling=xfen",
         "set any key of the profile: --set positions.every=2"),
    FLAG(FM_IN_PROFILE, 'a', "all", all, "print: also the keys that have their default value"),

    HEADING("Input"),
    FLAG(NAMED, 'r', "recursive", recursive, "also read the directories inside directories"),
    TEXT(NAMED, 0, "files-from", "LIST", files_from,
         "read the inputs listed in this file, one on each line"),
    NAMES(NAMED, 0, "include", "GLOB", include,
          "in directories and ZIP archives, read only files with such names: '*.pgn'"),
    KEYED(PROFILED, 0, "on-input-error", "ACTION", "input.on-input-error",
          "when an input cannot be read:"),
    FIXED(PROFILED, "verify-input", "input.verify", "true",
          "read compressed files twice, and use only what their checksums verify"),
    KEYED(RUN | FM_IN_PROFILE, 0, "shard", "I/N|I@PLAN", "input.shard",
          "read part I of N alone, or of a plan; `fenmill merge` joins what the N runs write"),
    TEXT(RUN | FM_IN_PLAN, 0, "root", "DIR", root,
         "folder that names in a plan are relative to; default: the current one"),
    TEXT(FM_IN_PLAN, 0, "missing", "PLAN", missing,
         "print the shards of PLAN of which the folder that follows has no statistics"),
    KEYED(PROFILED, 0, "variant", "NAME", "input.variant",
          "rules to use where neither position nor tags name them (fenmill help variants)"),
    TEXT(FM_IN_SHOW | FM_IN_PERFT, 0, "variant", "NAME", variant,
         "variant of the position (fenmill help variants)"),
    KEYED(FM_IN_CHECK, 0, "dialect", "DIALECT", "input.dialect",
          "count FENs that this dialect writes in another way:"),
    KEYED(PROFILED, 0, "letters", "LANG", "input.letters",
          "piece letters of the moves (fenmill help languages)"),
    KEYED(PROFILED, 0, "encoding", "NAME", "input.encoding", "encoding of the input:"),
    KEYED(PROFILED, 0, "openings", "FILE", "input.openings",
          "name openings by position: lichess's tables (eco, name, pgn), or PGN with ECO tags"),
    KEYED(PROFILED, 0, "book", "FILE", "input.book",
          "repertoire or opening book, PGN or PolyGlot: {book.last}, {book.next}, positions.book"),
    KEYED(PROFILED, 0, "aliases", "FILE", "input.aliases",
          "other names of players: on each line of FILE as found, a TAB, as wanted"),
    KEYED(PROFILED, 0, "tag-table", "FILE", "input.tag-table",
          "fill in tags from CSV or TSV: Player,PlayerFideId,PlayerElo or ECO,Opening or ..."),
    KEYED(PROFILED, 0, "tag-table-by", "HEADING", "input.tag-table-by",
          "look up this column of the table (default: the first)"),
    FIXED(PROFILED, "tag-table-replace", "input.tag-table-replace", "true",
          "replace tags that have a value, too"),
    KEYED(PROFILED, 0, "on-error", "ACTION", "input.on-error", "when a game is broken:"),
    KEYED(PROFILED, 0, "max-errors", "N|P%", "input.max-errors",
          "end with status 1 when more games are rejected; P% from the 1,000th on"),
    FIXED(PROFILED, "strict", "input.strict", "true",
          "reject every game or record that has a warning"),
    FIXED(PROFILED, "repair", "input.repair", "true",
          "repair what is known to be wrong, and report it"),
    FIXED(SHAPED, "check-moves", "input.check-moves", "true", "PGN to PGN: replay every move"),
    FIXED(FM_IN_CHECK | FM_IN_PROFILE | FM_IN_PLAN, "tags-only", "input.tags-only", "true",
          "check only classes and tags, replay no moves"),

    HEADING("Selection"),
    KEYED(PROFILED, 0, "class", "LIST", "games.class", "games of these classes:"),
    MADE(PROFILED, 0, "player", "NAME", "games.player", set_player, NULL,
         "games of a player: these words of a name, in any case, or ~ and a part; twice: of both"),
    MADE(PROFILED, 0, "tag", "'NAME RULE'", NULL, set_tag, NULL,
         "games whose tag fits: 'WhiteElo >= 2400', 'Event ~ rapid|blitz'"),
    KEYED(PROFILED, 0, "elo", "RANGE", "games.elo.both", "both ratings: 2400.., 1800..2200"),
    MADE(PROFILED, 0, "date", "RANGE", "games.tags.Date", set_date, NULL,
         "games of this time: 2010.., 2010..2019.05, 2024.05.31"),
    KEYED(PROFILED, 0, "result", "LIST", "games.result", "games with these results:"),
    KEYED(PROFILED, 0, "range", "A..B", "games.range",
          "only these numbers of the run, before all other conditions: 1001..2000"),
    KEYED(PROFILED, 0, "reached", "MOVES|FEN", "games.reached",
          "games that reach this position: '1. e4 c5', or a FEN"),
    KEYED(PROFILED, 0, "reached-file", "FILE", "games.reached-file",
          "games that reach the end of a game of FILE, or a position of its list"),
    FIXED(PROFILED, "dedupe", "games.duplicates", "drop",
          "of games that are the same, keep the first"),
    KEYED(PROFILED, 0, "exclude-games", "FILE", "games.exclude",
          "without the games of FILE, by players, result and moves"),
    KEYED(PROFILED, 0, "only-games", "FILE", "games.only", "the games of FILE alone"),
    KEYED(PROFILED, 0, "sample-games", "N", "games.sample",
          "N random games of all that are wanted"),
    KEYED(SHAPED | FM_IN_SHOW, 0, "plies", "RANGE", "positions.plies",
          "positions to take: 16..120, 20.., last"),
    KEYED(SHAPED, 0, "side", "SIDE", "positions.side", "side to move:"),
    FIXED(SHAPED, "quiet-positions", "positions.quiet", "true",
          "not in check, and the next move is no capture, promotion or check"),
    KEYED(SHAPED, 0, "pieces", "RANGE", "positions.pieces",
          "pieces on the board, kings and pawns included: ..7"),
    KEYED(SHAPED, 0, "material", "PIECES", "positions.material",
          "these pieces: KRPvKR; or at least: '{white: Q.., black: R..}'"),
    KEYED(SHAPED, 0, "eval", "RANGE", "positions.eval",
          "centipawns for White, from [%eval]: -50..50"),
    KEYED(SHAPED, 0, "unique", "KEY", "positions.unique.key",
          "write the first of equal positions; what is compared:"),
    KEYED(SHAPED, 0, "exclude-positions", "FILE", "positions.exclude",
          "without the positions of FILE, games or a list"),
    KEYED(SHAPED, 0, "only-positions", "FILE", "positions.only", "the positions of FILE alone"),
    KEYED(SHAPED, 0, "sample", "N|N/game", "positions.sample",
          "a random sample: N positions of the run, or N of each game"),
    KEYED(SHAPED, 0, "sample-by", "FIELDS", "positions.sample.by",
          "with --sample N: N positions of each group by these fields: result,ply/10"),
    MADE(SHAPED, 0, "split", "A..B/N", "positions.split.part", set_split, NULL,
         "only these of N parts that games are divided into at random: 1..9/10"),
    MADE(SHAPED, 0, "seed", "N", "positions.sample.seed", set_seed, NULL,
         "another seed, another sample and another split"),

    HEADING("Output"),
    KEYED(WRITES, 'o', "output", "FILE", "output.to",
          "output file, default standard output; .gz and .zst compress"),
    TEXT(FM_IN_SHOW | FM_IN_PLAN, 'o', "output", "FILE", output, "default: standard output"),
    NAMES(FM_IN_MERGE, 'o', "output", "FILE", joined,
          "default: standard output; .json: the sum of statistics; again for each more output"),
    KEYED(SHAPED, 0, "level", "N", "output.level",
          "compress the output more or less: .gz 1 to 9, .zst 1 to 19"),
    KEYED(SHAPED, 'f', "format", "FORMAT", "output.format", "format of the output:"),
    KEYED(SHAPED, 0, "dialect", "DIALECT", "output.dialect",
          "castling, en passant and counters of FENs as these write them:"),
    KEYED(SHAPED, 0, "castling", "DIALECT", "output.castling", "how castling rights are written:"),
    KEYED(SHAPED, 0, "en-passant", "RULE", "output.en-passant",
          "when an en passant square is written:"),
    KEYED(SHAPED, 0, "counters", "WHERE", "output.counters",
          "where the move counters are written:"),
    KEYED(
        SHAPED, 0, "rows", "KIND", "output.rows",
        "records of: positions, games, groups (counts), moves (counts of each), lines, trees (PGN):"),
    KEYED(SHAPED, 0, "tree-order", "ORDER", "output.tree.order", "branches of trees:"),
    KEYED(SHAPED, 0, "transpositions", "HOW", "output.tree.transpositions",
          "positions that other moves of a tree reached:"),
    KEYED(SHAPED, 0, "tree-comment", "TEXT", "output.tree.comment",
          "comment at each branch of trees: '{count} {score}'"),
    KEYED(SHAPED, 0, "tree-names", "TEXT", "output.tree.names",
          "comment where a game of a tree ends: '{White} - {Black}'"),
    KEYED(SHAPED, 0, "by", "FIELDS", "output.by",
          "groups by these fields: result,ply/10; of games: ECO,year"),
    KEYED(SHAPED, 0, "min-count", "N", "output.min-count",
          "groups with so many positions at least"),
    KEYED(SHAPED, 0, "sort", "FIELDS", "output.sort",
          "order of the records or games: -WhiteElo,Date (fenmill help fields)"),
    KEYED(SHAPED, 0, "for", "CONSUMER", "output.for",
          "write what this program reads best (fenmill help consumers)"),
    KEYED(SHAPED, 0, "layout", "LAYOUT", "output.pgn.layout",
          "of games in PGN; export writes them anew by the PGN standard:"),
    KEYED(SHAPED, 0, "notation", "NAME", "output.pgn.notation",
          "moves of games in PGN are written anew like this:"),
    KEYED(SHAPED, 0, "letters-out", "LANG", "output.pgn.letters",
          "and with these piece letters (fenmill help languages)"),
    KEYED(SHAPED, 0, "comments", "WHICH", "output.pgn.comments", "comments of games in PGN:"),
    KEYED(SHAPED, 0, "commands", "WHICH", "output.pgn.commands",
          "write what engines wrote as text as [%eval] and the like:"),
    KEYED(SHAPED, 0, "eval-scale", "FACTOR", "output.eval-scale",
          "multiply the scores that are written: 0.36"),
    KEYED(SHAPED, 0, "variations", "WHICH", "output.pgn.variations", "variations of games in PGN:"),
    KEYED(SHAPED, 0, "nags", "HOW", "output.pgn.nags", "NAGs ($1, !) of games in PGN:"),
    KEYED(SHAPED, 0, "width", "N", "output.pgn.width",
          "lines of games written anew have fewer characters than this; 0: any number"),
    KEYED(SHAPED, 0, "encoding-out", "NAME", "output.encoding", "encoding of the output:"),
    MADE(SHAPED, 0, "op", "NAME=TEMPLATE", "output.ops.", set_member,
         "an operation and its template are needed, as 'sm={next}'",
         "an EPD operation of each record: 'sm={next}'; 'acd=' leaves it out"),
    KEYED(SHAPED, 0, "merge-ops", "OPCODES", "output.merge-ops",
          "with --unique, EPD: operations that all records of a position give: bm,am,id"),
    KEYED(SHAPED, 0, "tags", "WHICH", "output.pgn.tags",
          "tags of games in PGN, in this order: roster,ECO,White*"),
    MADE(SHAPED, 0, "set-tag", "NAME=TEMPLATE", "output.pgn.set-tags.", set_member,
         "a tag and its template are needed, as 'PlyCount={plies}'",
         "a tag of each game in PGN: 'PlyCount={plies}'; 'Annotator=' drops it"),
    KEYED(SHAPED, 0, "columns", "FIELDS", "output.columns",
          "columns of tables (fenmill help fields): fen,next,result"),
    KEYED(SHAPED, 0, "line", "TEMPLATE", "output.line",
          "with -f text, the line of a record: '{fen} | {result.score}'"),
    FIXED(SHAPED, "no-header", "output.header", "false",
          "csv and tsv: leave out the line of the columns' names"),
    KEYED(SHAPED, 0, "limit", "N", "output.limit",
          "records or games to write; then the rest of the input is not read"),
    KEYED(SHAPED, 0, "chunk", "N", "output.chunk",
          "records or games of a file; {chunk} in its name is its number: part-{chunk}.pgn"),
    FIXED(SHAPED, "verify", "output.verify", "true", "read every record back and compare it"),
    NUMBER(FM_IN_MERGE, 0, "min-count", min_count, 1, UINT64_MAX,
           "tables: groups with so many positions at least, in all files"),
    FLAG(FM_IN_MERGE, 0, "incomplete", incomplete,
         "join the shards that are there, though some are missing or have failed"),
    FLAG(READ | FM_IN_MERGE | FM_IN_PLAN, 0, "force", force, "replace existing files"),

    HEADING("Reports"),
    TEXT(RUN | FM_IN_MERGE, 0, "rejects", "FILE", rejects,
         "write the rejected games here, byte for byte"),
    TEXT(RUN | FM_IN_MERGE, 0, "unselected", "FILE", unselected,
         "write the games that no condition selected here"),
    FLAG(RUN, 0, "reasons", reasons,
         "in both, write a comment before each game: the reason, or the condition that failed"),
    TEXT(RUN | FM_IN_MERGE, 0, "log", "FILE", log,
         "write what happened to every game, as JSON lines"),
    TEXT(RUN | FM_IN_MERGE, 0, "stats", "FILE", stats,
         "write all counts, as JSON, or as a table if FILE ends in .txt"),
    NUMBER(RUN, 0, "explain", explain, 1, UINT64_MAX,
           "say at the end what became of game or record N, and why"),
    TEXT(FM_IN_CHECK, 0, "report", "FILE", report,
         "write all counts, and what is wrong with boards where games broke, as a web page"),
    WORD(RUN, "progress", progress, "auto, always or never",
         "show progress: auto (on a terminal), always or never"),
    {ROW(NUMBER, READ, 0, "messages", "N|all",
         "messages about games and records, N for each reason; default 20"),
     AT(messages), .most = UINT64_MAX, .value = "all"},
    COUNT(READ | FM_IN_MERGE, 'q', "quiet", quiet,
          "no warnings, no summary; -qq: no messages about games and records"),
    FLAG(READ, 'v', "verbose", verbose, "show warnings too"),

    HEADING("Drawing"),
    FLAG(FM_IN_SHOW, 0, "ascii", ascii, "draw pieces as letters, whatever the terminal can show"),
    FLAG(FM_IN_SHOW, 0, "svg", svg, "draw as SVG"),
    FLAG(FM_IN_SHOW, 0, "html", html, "draw as a web page"),
    NUMBER(FM_IN_SHOW, 0, "sp", sp, 0, 959, "the Chess960 start position N, 0 to 959"),
    NUMBER(FM_IN_SHOW, 0, "limit", limit, 1, 1000000, "positions to draw from inputs; default 20"),

    HEADING("Counting"),
    FLAG(FM_IN_PERFT, 0, "divide", divide, "also print the count of each move"),

    HEADING("Other"),
    NUMBER(RUN, 'j', "threads", threads, 1, 256, "number of threads, 1 to 256; default: all cores"),
    WORD(READ | FM_IN_MERGE | FM_IN_PLAN, "sandbox", sandbox, "auto or off",
         "open only the files of the run: auto (where the system can see to that) or off"),
    FLAG(ANY | FM_IN_MAIN, 'h', "help", help, "this text; -h: one screen of it"),
    FLAG(ANY | FM_IN_MAIN, 'V', "version", version, "the version, and what this build can read"),
    {.name = NULL},
};
_Static_assert(FM_COUNT_OF(fm_options) <= FM_OPTIONS_MAX, "all rows fit in the tables of option.c");

void fm_option_meaning(const struct fm_option *option, char out[FM_OPTION_MEANING_SIZE])
{
    const bool list = option->key != NULL && option->help[strlen(option->help) - 1] == ':';
    size_t used = (size_t)snprintf(out, FM_OPTION_MEANING_SIZE, "%s", option->help);
    for (size_t i = 0; list && fm_key_word(option->key, i) != NULL && used < FM_OPTION_MEANING_SIZE;
         i++)
        used += (size_t)snprintf(out + used, FM_OPTION_MEANING_SIZE - used, "%s %s",
                                 i > 0 ? "," : "", fm_key_word(option->key, i));
}
