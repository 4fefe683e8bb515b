/* SPDX-License-Identifier: MIT */
/* The table of keys, and searching it.
 *
 * A row has everything that is known of a key: its path, how its value is written, where that is
 * kept, its limits, its default as text and a line of help. Reading, printing, options, hints, the
 * manual and the completions take it from here, so a key is added in one place. Defaults are texts,
 * read like any value: so no default can be outside the limits, and the manual shows what is read.
 *
 * A choice is kept as the index of its word: the order of the words is that of the enum that the
 * section's struct has, and a new word goes to the end of both. */
#include <config.h>
#include "profile/schema.h"
#include <assert.h>
#include "pgn/encoding.h"
#include "pgn/result.h"
#include "filter/tagvalue.h"

static const char *const moves[] = {
    "capture",           "promotion",          "check",     "castling",
    "underpromotion",    "en-passant",         "mate",      "stalemate",
    "kingside-castling", "queenside-castling", "null-move", NULL};
#define KIB INT64_C(1024)
#define MIB (KIB * KIB)
#define GIB (KIB * MIB)
#define TIB (KIB * GIB)

/* Where a value is kept: a struct, and an offset in it. There is one struct of each section for the
 * profile, and one for each entry of `outputs:`; fm_key_slot() finds it. */
#define PROFILE(field) .section = FM_SECTION_PROFILE, .offset = offsetof(struct fm_profile, field)
#define INPUT(field) .section = FM_SECTION_INPUT, .offset = offsetof(struct fm_profile_input, field)
#define GAMES(field) .section = FM_SECTION_GAMES, .offset = offsetof(struct fm_profile_games, field)
#define POSITIONS(field) \
    .section = FM_SECTION_POSITIONS, .offset = offsetof(struct fm_profile_positions, field)
#define OUTPUT(field) \
    .section = FM_SECTION_OUTPUT, .offset = offsetof(struct fm_profile_output, field)

/* The columns of a row: path, place, help, then what the type has: words, of which the first is the
 * default of a choice or switch; limits and default before the help of a number. */
#define WORDS(...) \
    .names = (const char *const[]) \
    { \
        __VA_ARGS__, NULL \
    }
#define ROW(type_, path_, help_, ...) \
    .path = path_, .path_size = sizeof(path_) - 1, .type = FM_KEY_##type_, \
    .kind = &fm_key_kinds[FM_KEY_##type_], .help = help_, __VA_ARGS__
#define KEY(type, path, place, help) ROW(type, path, help, place)
#define CHOICE(path, place, help, first, ...) \
    ROW(CHOICE, path, help, place), .preset = first, WORDS(first, __VA_ARGS__)
#define SWITCH(path, place, help, first, second) \
    ROW(SWITCH, path, help, place), .preset = first, WORDS(first, second)
#define BOOL(path, place, help) ROW(BOOL, path, help, place), .preset = "false"
#define RANGE(path, place, min_, max_, help) ROW(RANGE, path, help, place), .min = min_, .max = max_
#define NUMBER(path, place, min_, max_, preset_, help) \
    ROW(NUMBER, path, help, place), .min = min_, .max = max_, .preset = preset_
#define SIZE(path, place, min_, max_, preset_, help) \
    ROW(SIZE, path, help, place), .min = min_, .max = max_, .preset = preset_

/* In the order in which they are printed. The keys of one mapping must be next to each other:
 * printing opens a mapping at its first key and closes it at the first key of another; fm_key_fault()
 * finds repeated names in the same way. */
const struct fm_key fm_keys[] = {
    {NUMBER("fenmill", PROFILE(version), 1, 1, "1", "version of this schema")},

    {CHOICE("input.format", INPUT(format),
            "auto | pgn | epd | fen | puzzles (lichess's CSV) | uci (a game a line)", "auto", "pgn",
            "epd", "fen", "puzzles", "uci")},
    {CHOICE("input.lists", INPUT(lists),
            "FEN and EPD lists in folders and archives: auto (skipped where games are selected "
            "for PGN) | read | skip",
            "auto", "read", "skip")},
    {KEY(CHOICE, "input.encoding", INPUT(encoding),
         "auto (UTF-8, else Windows-1252) | utf-8 | latin-1" FM_ENCODING_HELP),
     .names = fm_encoding_names, .preset = "auto"},
    {KEY(LETTERS, "input.letters", INPUT(letters),
         "piece letters of the moves: auto | en | de | nl | pl | fr | ... | figurine"),
     .preset = "auto"},
    {KEY(TEXT, "input.openings", INPUT(openings),
         "file of openings by position: lichess's tables (eco, name, pgn), or PGN with ECO tags")},
    {KEY(TEXT, "input.aliases", INPUT(aliases),
         "file of players' names: on each line as found, a TAB, as wanted")},
    {KEY(VARIANT, "input.variant", INPUT(variant),
         "auto | standard | chess960 | capablanca | ...: the rules to play by"),
     .preset = "auto"},
    {SWITCH("input.variations", INPUT(replay_variations), "skip | replay", "skip", "replay")},
    {CHOICE(
        "input.eval-of", INPUT(eval_of),
        "the position that the score after a move is of: auto (after the move by [%eval], before "
        "it by the comments of engines in matches) | after | before",
        "auto", "after", "before")},
    {CHOICE("input.on-error", INPUT(on_error),
            "skip the game | truncate it before the error | stop", "skip", "truncate", "stop")},
    {CHOICE("input.on-input-error", INPUT(on_input_error),
            "an input that cannot be read: go on with the next | stop, and write nothing", "next",
            "stop")},
    {KEY(SHARE, "input.max-errors", INPUT(max_errors),
         "end at the rejected game that is one too many: 10, or 0.5% (from the 1,000th on)"),
     .flags = FM_KEY_UNSET},
    {KEY(PART, "input.shard", INPUT(shard),
         "read this part of the inputs alone, cut where games begin: 2/7, the second of seven"),
     .max = 1000000, .flags = FM_KEY_UNSET},
    {BOOL("input.strict", INPUT(strict), "true: every tolerance is off, a warning rejects")},
    {BOOL("input.repair", INPUT(repair),
          "true: known wrong or missing rights, starts and results are repaired, each reported")},
    {SWITCH(
        "input.validate", INPUT(notation),
        "rules | notation (of FEN and EPD input: no kings, pawns anywhere; games keep the rules)",
        "rules", "notation")},
    {CHOICE(
        "input.check-moves", INPUT(check_moves),
        "auto (PGN to PGN: where classes are named, or strict, repair, on-error: truncate) | true | false",
        "auto", "true", "false")},
    {BOOL("input.tags-only", INPUT(tags_only),
          "true: `check` looks at classes and tags and replays no moves")},
    {SIZE("input.max-game", INPUT(max_game_bytes), 1, 64 * GIB, "16M",
          "bytes of a game; a longer one is rejected")},
    {SIZE("input.max-output", INPUT(max_output_bytes), 1, 64 * GIB, "16M",
          "bytes of all records of a game; one that gives more is rejected")},
    {NUMBER("input.max-plies", INPUT(max_plies), 1, 1000000, "20000",
            "plies of a game; a longer one is rejected")},
    {NUMBER("input.max-tags", INPUT(max_tags), 1, 65535, "1000",
            "tags of a game; one with more is rejected")},
    {NUMBER("input.max-match-steps", INPUT(match_steps), 1, INT64_MAX, "10000000",
            "steps that a regular expression may take on one tag; more reject the game")},
    {SIZE("input.max-match-memory", INPUT(match_memory), KIB, TIB, "16M",
          "memory that a regular expression may take on one tag; more rejects the game")},
    {SIZE("input.block", INPUT(block_bytes), 1, GIB, "64K",
          "bytes that a thread takes at a time; no result depends on it")},

    {RANGE("games.range", GAMES(range), 1, INT64_MAX,
           "numbers of games and records in the run, before other conditions: 1001..2000"),
     .flags = FM_KEY_GLOBAL},
    {KEY(SET, "games.class", GAMES(classes),
         "classic chess960 setup variant unsupported broken; []: all that can be replayed"),
     .names = fm_class_names},
    {SWITCH("games.classic", GAMES(classic_no_fen_tag),
            "start-array (no FEN tag, or a FEN tag of the start array) | no-fen-tag", "start-array",
            "no-fen-tag"),
     .flags = FM_KEY_GLOBAL},
    {KEY(TAGS, "games.tags", GAMES(tags),
         "rules: \">= 2400\" \"2010..2019\" \"~ regex\" \"!= text\" \"*\"; a list: any")},
    {RANGE("games.plies", GAMES(plies), 0, INT32_MAX,
           "plies of the whole game: 20.., ..200, 20..200")},
    {KEY(TAG_SETS, "games.any", GAMES(any),
         "a list of rules as under `tags`, of which one must hold")},
    {KEY(TAG_SETS, "games.none", GAMES(none),
         "a list of rules as under `tags`, of which none may hold")},
    {KEY(RULE, "games.player", GAMES(player),
         "a rule on the player's name that holds for White or Black: \"~ ^Carlsen\""),
     WORDS("White")},
    {KEY(RULE, "games.elo.both", GAMES(elo_both),
         "a rule that holds for both ratings: \">= 2400\""),
     WORDS("WhiteElo")},
    {KEY(RULE, "games.elo.either", GAMES(elo_either), "a rule that holds for one rating at least"),
     WORDS("WhiteElo")},
    {KEY(RULE, "games.elo.mean", GAMES(elo_mean), "a rule on half the sum of the ratings"),
     WORDS("WhiteElo")},
    {KEY(SET, "games.time", GAMES(times),
         "by TimeControl: bullet blitz rapid classical correspondence unknown"),
     .names = fm_time_class_names},
    {KEY(SET, "games.result", GAMES(results), "1-0 0-1 1/2-1/2 \"*\""), .names = fm_result_names},
    {KEY(SET, "games.final", GAMES(finals),
         "on the board at the end: mate stalemate check insufficient fifty-moves repetition other"),
     WORDS("mate", "stalemate", "check", "insufficient", "fifty-moves", "repetition", "other")},
    {KEY(TEXT, "games.reached", GAMES(reached),
         "a position that the game reaches, as FEN or moves: 1. e4 c5")},
    {KEY(MATERIAL, "games.contains.material", GAMES(contains.material),
         "at some position, as positions.material; all of `contains` at the same one: KRPvKR")},
    {KEY(TEXT, "games.contains.board", GAMES(contains.board),
         "a picture of that board, as positions.board: */*/*/*/*/*/5PPP/6K1")},
    {KEY(SET, "games.contains.moves", GAMES(contains.moves),
         "the move played there is one of these; as positions.next: [underpromotion]"),
     .names = moves},
    {KEY(RULE, "games.opening.eco", GAMES(opening.eco),
         "a rule on the code of the game's opening in input.openings: B20..B99"),
     WORDS("ECO")},
    {KEY(RULE, "games.opening.name", GAMES(opening.name), "a rule on its name: \"~ Najdorf\""),
     WORDS("Opening")},
    {CHOICE("games.duplicates.keep", GAMES(duplicates),
            "of games that are the same: all | first | longest; short: `duplicates: drop`", "all",
            "first", "longest"),
     .flags = FM_KEY_GLOBAL},
    {KEY(SET, "games.duplicates.key", GAMES(duplicate_key),
         "what agrees in them: players result moves date round; []: the first three"),
     WORDS("players", "result", "moves", "date", "round"), .flags = FM_KEY_GLOBAL},
    {KEY(TEXT, "games.exclude", GAMES(exclude),
         "file of games that are not written, by the key of duplicates"),
     .flags = FM_KEY_GLOBAL},

    {KEY(PLIES, "positions.plies", POSITIONS(plies),
         "16..120; ply 0 is the start position; -10.. counts from the end; last"),
     .min = -INT32_MAX, .max = INT32_MAX, .preset = "1.."},
    {NUMBER("positions.every", POSITIONS(every), 1, INT32_MAX, "1", "every Nth of these plies")},
    {CHOICE("positions.side", POSITIONS(side), "side to move: any | white | black", "any", "white",
            "black")},
    {BOOL("positions.quiet", POSITIONS(quiet),
          "true: not in check, and the next move is there and no capture, promotion or check")},
    {CHOICE("positions.check", POSITIONS(check), "the side to move is in check: any | yes | no",
            "any", "yes", "no")},
    {RANGE("positions.pieces", POSITIONS(pieces), 0, 80,
           "pieces on the board, kings and pawns included: 3..32")},
    {KEY(MATERIAL, "positions.material", POSITIONS(material),
         "KRPvKR, or {white: Q.., black: R}: the pieces beside the kings, .. for more")},
    {RANGE("positions.halfmove", POSITIONS(halfmove), 0, INT32_MAX,
           "plies since the last capture or pawn move: 0..40")},
    {KEY(TEXT, "positions.board", POSITIONS(board),
         "FEN's first field with ? for any square and * for any rank: */*/*/*/*/*/5PPP/6K1")},
    {KEY(TEXT, "positions.reached", POSITIONS(reached),
         "from this position of the game on, as FEN or moves: 1. e4 c5")},
    {KEY(RULE, "positions.opening.eco", POSITIONS(opening.eco),
         "a rule on the code of the last opening known on the way here: B20..B99"),
     WORDS("ECO")},
    {KEY(RULE, "positions.opening.name", POSITIONS(opening.name),
         "a rule on its name: \"~ Najdorf\""),
     WORDS("Opening")},
    {KEY(CHOICE, "positions.eval.field", POSITIONS(eval_field),
         "the field that is looked at: eval.position, eval, eval.next; .mover"),
     WORDS("eval.position", "eval.position.mover", "eval", "eval.mover", "eval.next",
           "eval.next.mover"),
     .preset = "eval.position"},
    {RANGE("positions.eval.range", POSITIONS(eval), -INT32_MAX, INT32_MAX,
           "centipawns; short, of {eval.position}, for White: `eval: -300..300`")},
    {BOOL("positions.eval.absolute", POSITIONS(eval_absolute),
          "true: the range is of the amount, whoever is better")},
    {KEY(SET, "positions.marks", POSITIONS(marks),
         "the next move is marked good mistake brilliant blunder interesting dubious"),
     WORDS("good", "mistake", "brilliant", "blunder", "interesting", "dubious"), .min = 1},
    {KEY(SET, "positions.next", POSITIONS(next),
         "the next move is one of these: capture promotion underpromotion check mate stalemate "
         "castling kingside-castling queenside-castling en-passant null-move"),
     .names = moves},
    {KEY(SET, "positions.not-next", POSITIONS(not_next),
         "the next move is there, and none of these"),
     .names = moves},
    {RANGE("positions.swing", POSITIONS(swing), -INT32_MAX, INT32_MAX,
           "centipawns that the next move loses, from [%eval] before and after it: 150..")},
    {RANGE("positions.split.part", POSITIONS(split_part), 1, 1000000,
           "parts to write, of those that games or positions are divided into at random: 1..9")},
    {NUMBER("positions.split.of", POSITIONS(split_of), 0, 1000000, "0",
            "number of the parts, which together are all; 0: no split")},
    {CHOICE("positions.split.by", POSITIONS(split_by),
            "game (by its start and moves, all positions of it) | position: equal ones in one part",
            "game", "position")},
    {NUMBER("positions.split.seed", POSITIONS(split_seed), 0, INT64_MAX, "1",
            "another seed divides differently; parts of one seed are disjoint")},
    {KEY(TEXT, "positions.exclude", POSITIONS(exclude),
         "file of positions that are not written: every one of its games, or its records")},
    {KEY(TAGS, "positions.ops", POSITIONS(ops),
         "rules on EPD operations that records of lists have: {acd: \">= 10\", id: \"~* mate\"}")},
    {NUMBER("positions.sample.per-game", POSITIONS(sample_per_game), 0, INT32_MAX, "0",
            "random sample: at most this many positions per game; 0: all")},
    {NUMBER("positions.sample.total", POSITIONS(sample_total), 0, INT64_MAX, "0",
            "random sample: at most this many positions of the run; 0: all")},
    {NUMBER("positions.sample.seed", POSITIONS(sample_seed), 0, INT64_MAX, "0",
            "the same seed gives the same sample, another seed another one")},
    {CHOICE("positions.unique.key", POSITIONS(unique_key),
            "none | fen | position (no counters, en passant if legal) | board: one of equals",
            "none", "fen", "position", "board")},
    {CHOICE("positions.unique.scope", POSITIONS(unique_scope), "unique within the run | the game",
            "run", "game")},
    {KEY(TEXT, "positions.unique.store", POSITIONS(unique_store),
         "file that keeps the keys between runs; "
         "a position seen in an earlier run is not written again")},
    {SIZE("positions.memory", POSITIONS(memory), MIB, TIB, "1G",
          "memory for unique positions, samples, counts, duplicates and what is excluded; "
          "what is more goes to a file in TMPDIR")},

    {KEY(CONSUMER, "output.for", OUTPUT(consumer),
         "the program that reads the output; decides the keys that are not set"),
     .flags = FM_KEY_UNSET | FM_KEY_FIRST},
    {KEY(CHOICE, "output.format", OUTPUT(format),
         "auto (by the suffix of `to`, else fen)" FM_FORMAT_HELP),
     .names = fm_format_names, .preset = "auto"},
    {KEY(CHOICE, "output.castling", OUTPUT(style.castling),
         "keep | fen | xfen | shredder; not given: xfen after a replay, else keep"),
     WORDS("keep", "fen", "xfen", "shredder"), .flags = FM_KEY_UNSET | FM_KEY_BY_CONSUMER},
    {KEY(CHOICE, "output.en-passant", OUTPUT(style.en_passant),
         "keep | always | pseudo-legal | legal; not given: as the castling dialect, or keep"),
     WORDS("keep", "always", "pseudo-legal", "legal"), .flags = FM_KEY_UNSET | FM_KEY_BY_CONSUMER},
    {KEY(CHOICE, "output.counters", OUTPUT(style.counters),
         "keep | fields (FEN) | ops (hmvc, fmvn) | none; not given: as the format, or keep"),
     WORDS("keep", "fields", "ops", "none"), .flags = FM_KEY_UNSET | FM_KEY_BY_CONSUMER},
    {SWITCH("output.archbishop", OUTPUT(style.letter_j),
            "letter of Janus's archbishop in FEN and in moves written anew: a | j", "a", "j"),
     .flags = FM_KEY_BY_CONSUMER},
    {SWITCH("output.variant-tag", OUTPUT(set_variant),
            "PGN to PGN: keep | set (where the position needs a Variant tag)", "keep", "set"),
     .flags = FM_KEY_BY_CONSUMER},
    {SWITCH("output.tag-order", OUTPUT(variant_first),
            "PGN to PGN: keep | variant-first (before the FEN tag)", "keep", "variant-first"),
     .flags = FM_KEY_BY_CONSUMER},
    {SWITCH("output.pgn.layout", OUTPUT(pgn.exports),
            "PGN to PGN: keep (byte for byte) | export (written anew, as the PGN standard has it)",
            "keep", "export")},
    {CHOICE("output.pgn.notation", OUTPUT(pgn.notation),
            "of moves: keep (export: san) | san | lan | uci | iccf", "keep", "san", "lan", "uci",
            "iccf")},
    {KEY(LETTERS, "output.pgn.letters", OUTPUT(pgn.letters),
         "piece letters of moves: keep (export: en) | en | de | ... | figurine"),
     .preset = "keep"},
    {CHOICE("output.pgn.comments", OUTPUT(pgn.comments),
            "keep | commands ([%clk 0:05:00] and the like alone) | drop", "keep", "commands",
            "drop")},
    {SWITCH("output.pgn.variations", OUTPUT(pgn.drops_variations), "keep | drop", "keep", "drop")},
    {CHOICE("output.pgn.nags", OUTPUT(pgn.nags),
            "keep (export: numeric) | numeric ($1) | glyph (! where there is one) | drop", "keep",
            "numeric", "glyph", "drop")},
    {NUMBER("output.pgn.width", OUTPUT(pgn.width), 0, 1000000, "80",
            "lines have fewer characters than this; 0: each movetext is one line")},
    {RANGE("output.pgn.plies", OUTPUT(pgn_plies), 0, INT32_MAX,
           "moves after these are left out: ..16 for an opening book")},
    {KEY(TAG_NAMES, "output.pgn.tags", OUTPUT(tags),
         "tags that are written, in this order: keep | roster | [White, Black, \"*Elo\"]"),
     .preset = "keep"},
    {KEY(SET_TAGS, "output.pgn.set-tags", OUTPUT(set_tags),
         "tags of games, name: template, as in PlyCount: \"{plies}\"; \"\" drops the tag")},
    {SWITCH("output.encoding", OUTPUT(utf8), "keep | utf-8", "keep", "utf-8")},
    {BOOL("output.normalize", OUTPUT(normalize),
          "EPD input, true: operations sorted and quoted as the EPD standard requires")},
    {BOOL("output.verify", OUTPUT(verify),
          "true: every record is read back and compared with the position it came from")},
    {KEY(OPS, "output.ops", OUTPUT(fields.ops),
         "EPD operations, opcode: template, as in sm: \"{next}\"")},
    {KEY(OPCODES, "output.drop-ops", OUTPUT(fields.drops),
         "EPD operations of the input that are not written: [acd, acs]")},
    {KEY(MERGES, "output.merge-ops", OUTPUT(fields.merges),
         "with `unique`, EPD: operations that all records of a position give: [bm, am, id]")},
    {KEY(COLUMNS, "output.columns", OUTPUT(fields.columns),
         "columns of tables: [fen, {move: next.uci}]; not given: fen, ply, next, result")},
    {KEY(BOOL, "output.header", OUTPUT(header),
         "false: csv and tsv without the line of their columns' names"),
     .preset = "true"},
    {KEY(TEXT, "output.line", OUTPUT(fields.line),
         "template of a line of `format: text`; skipped where a field has no value"),
     .flags = FM_KEY_TEMPLATE},
    {CHOICE("output.weights", OUTPUT(weights),
            "of a book's moves: results (2 a win, 1 a draw of the side that moves) | counts | "
            "uniform",
            "results", "counts", "uniform")},
    {CHOICE("output.rows", OUTPUT(rows),
            "what a record is of: positions | games (each with its last position) | groups (of "
            "positions, with counts) | moves (groups by fen and next.uci)",
            "positions", "games", "groups", "moves")},
    {KEY(BY, "output.by", OUTPUT(by),
         "fields of groups: [fen, next.uci]; numbers in steps of N: [result, ply/10]")},
    {NUMBER("output.min-count", OUTPUT(min_count), 1, INT64_MAX, "1",
            "groups, or moves of a book, with so many positions at least")},
    {KEY(SORT, "output.sort", OUTPUT(sort),
         "order of the records or games: fields, -field for descending: [-WhiteElo, Date]")},
    {NUMBER("output.limit", OUTPUT(limit), 1, INT64_MAX, NULL,
            "records (or games) written at most; the run ends when no output needs more"),
     .flags = FM_KEY_UNSET},
    {NUMBER("output.chunk", OUTPUT(chunk), 1, INT64_MAX, NULL,
            "records (or games) of a file; {chunk} in its name is its number: part-{chunk}.pgn"),
     .flags = FM_KEY_UNSET},
    {KEY(WHEN, "output.when", OUTPUT(when), "keys of `games`: the games of this output"),
     .flags = FM_KEY_ENTRY},
    {KEY(POSITIONS, "output.positions", OUTPUT(positions),
         "keys of `positions` that differ for this output"),
     .flags = FM_KEY_ENTRY},
    {KEY(TEXT, "output.to", OUTPUT(to),
         "file name, .gz or .zst after it compresses; \"\" or \"-\": standard output")},
    {NUMBER("output.level", OUTPUT(level), 1, 19, NULL,
            "of compression, higher for smaller files: 1 to 9 for .gz, 1 to 19 for .zst"),
     .flags = FM_KEY_UNSET},

    {KEY(SWITCH, "match", PROFILE(first_match),
         "a game goes to the first | all of the outputs that it fits"),
     WORDS("all", "first"), .preset = "first"},
    {KEY(OUTPUTS, "outputs", PROFILE(outputs),
         "a list, each with keys of `output`, and `when` and `positions`")},
};
/* A word in place of a group's mapping, and the one key of the group that it sets. The first row
 * that fits is taken; NULL means any word. */
static const struct fm_key_short shorts[] = {
    {"games.duplicates", "drop", NULL, "games.duplicates.keep", "first"},
    {"games.duplicates", "keep", NULL, "games.duplicates.keep", "all"},
    {"games.elo", NULL, NULL, "games.elo.both", NULL},
    {"positions.eval", NULL, NULL, "positions.eval.range", NULL},
    {"positions.sample", NULL, "/game", "positions.sample.per-game", NULL},
    {"positions.sample", NULL, NULL, "positions.sample.total", NULL},
    {"positions.unique", NULL, NULL, "positions.unique.key", NULL},
};

const size_t fm_key_count = FM_COUNT_OF(fm_keys);

const struct fm_key *fm_key_find(struct fm_text path)
{
    for (size_t i = 0; i < fm_key_count; i++)
        if (path.n == fm_keys[i].path_size && memcmp(path.p, fm_keys[i].path, path.n) == 0)
            return &fm_keys[i];
    return NULL;
}

bool fm_key_is_group(struct fm_text path)
{
    for (size_t i = 0; i < fm_key_count; i++)
        if (fm_text_begins(fm_text_of(fm_keys[i].path), path))
            return true;
    return false;
}

const struct fm_key_short *fm_key_short_find(struct fm_text group, struct fm_text word)
{
    for (size_t i = 0; i < FM_COUNT_OF(shorts); i++) {
        const struct fm_key_short *const row = &shorts[i];
        const size_t n = row->ending == NULL ? 0 : strlen(row->ending);
        if (fm_text_equal(group, fm_text_of(row->group)) &&
            (row->word == NULL || fm_text_equal(word, fm_text_of(row->word))) &&
            (n == 0 || (word.n >= n && memcmp(word.p + word.n - n, row->ending, n) == 0)))
            return row;
    }
    return NULL;
}

enum { NAME_MAX_BYTES = 24 };

_Static_assert(FM_COUNT_OF(fm_keys) <= FM_KEYS_MAX, "all keys fit into one list");

/* The whole path of a key whose last name is the nearest to a word: a key under a wrong heading. */
static struct fm_text path_ending_in(struct fm_text word)
{
    const char *names[FM_KEYS_MAX + 1];
    for (size_t i = 0; i < fm_key_count; i++) {
        const char *point = strrchr(fm_keys[i].path, '.');
        names[i] = point == NULL ? fm_keys[i].path : point + 1;
    }
    names[fm_key_count] = NULL;
    const char *nearest = fm_name_suggest(word, names);
    for (size_t i = 0; nearest != NULL && i < fm_key_count; i++)
        if (names[i] == nearest)
            return fm_text_of(fm_keys[i].path);
    return FM_NO_TEXT;
}

/* Names of the same level first: a slip of the pen is more likely than a wrong heading. */
struct fm_text fm_key_fault(struct fm_text prefix, struct fm_text word, bool entry)
{
    char names[FM_KEYS_MAX][NAME_MAX_BYTES]; /* NUL-terminated copies: paths go on after a name */
    const char *list[FM_KEYS_MAX + 1],
        *places[FM_KEYS_MAX]; /* the copies; the names in their paths */
    size_t count = 0;
    for (size_t i = 0; i < fm_key_count; i++) {
        if (!fm_text_begins(fm_text_of(fm_keys[i].path), prefix) ||
            !fm_key_allowed(&fm_keys[i], entry))
            continue;
        const char *const name = fm_keys[i].path + prefix.n;
        const size_t n = strcspn(name, ".");
        assert(n < NAME_MAX_BYTES);
        memcpy(names[count], name, n);
        names[count][n] = 0;
        if (count > 0 &&
            strcmp(names[count - 1], names[count]) == 0) /* equal ones are neighbours */
            continue;
        list[count] = names[count];
        places[count++] = name;
    }
    list[count] = NULL;
    const char *nearest = fm_name_suggest(word, list);
    for (size_t i = 0; nearest != NULL && i < count; i++)
        if (nearest == list[i])
            return (struct fm_text){(const unsigned char *)places[i], strlen(nearest)};
    return path_ending_in(word);
}

struct fm_text fm_key_path_hint(struct fm_text path)
{
    const char *paths[FM_KEYS_MAX + 1];
    for (size_t i = 0; i < fm_key_count; i++)
        paths[i] = fm_keys[i].path;
    paths[fm_key_count] = NULL;
    const char *nearest = fm_name_suggest(path, paths);
    if (nearest != NULL)
        return fm_text_of(nearest);
    /* No whole path is near: try its last name under any heading. */
    size_t name = path.n;
    while (name > 0 && path.p[name - 1] != '.')
        name--;
    return path_ending_in((struct fm_text){path.p + name, path.n - name});
}

void *fm_key_slot(const struct fm_key *key, struct fm_profile *profile,
                  struct fm_profile_output *output)
{
    void *section = profile;
    switch (key->section) {
    case FM_SECTION_PROFILE:
        break;
    case FM_SECTION_INPUT:
        section = &profile->input;
        break;
    case FM_SECTION_GAMES:
        section = fm_games_of(profile, output);
        break;
    case FM_SECTION_POSITIONS:
        section = fm_positions_of(profile, output);
        break;
    case FM_SECTION_OUTPUT:
        section = output;
        break;
    }
    return (unsigned char *)section + key->offset;
}
