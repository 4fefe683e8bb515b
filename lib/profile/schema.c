/* SPDX-License-Identifier: MIT */
/* The table of keys, and searching it.
 *
 * A row has everything that is known of a key: its path, how its value is written, where that is
 * kept, its limits, its default as text and a line of help. Reading, printing, options, hints, the
 * manual and the completions take it from here, so a key is added in one place. Defaults are texts,
 * read like any value: so no default can be outside the limits, and the manual shows what is read.
 *
 * The lists of words are first. A value is kept as the index of its word: the order is that of the
 * enum that the section's struct has, and a new word goes to the end of both. */
#include <config.h>
#include "profile/schema.h"
#include "pgn/encoding.h"
#include "pgn/result.h"
#include "filter/tagvalue.h"

#define MARK_NAMES \
    { \
        "good", "mistake", "brilliant", "blunder", "interesting", "dubious", NULL \
    }

static const char *const input_formats[] = {"auto", "pgn", "epd", "fen", "puzzles", "uci", NULL};
static const char *const lists[] = {"auto", "read", "skip", NULL};
static const char *const on_errors[] = {"skip", "truncate", "stop", NULL};
static const char *const checks[] = {"auto", "true", "false", NULL};
static const char *const on_input_errors[] = {"next", "stop", NULL};
static const char *const variations[] = {"skip", "replay", NULL};
static const char *const evals_of[] = {"auto", "after", "before", NULL};
static const char *const validations[] = {"rules", "notation", NULL};
static const char *const classics[] = {"start-array", "no-fen-tag", NULL};
static const char *const sides[] = {"any", "white", "black", NULL};
static const char *const any_yes_no[] = {"any", "yes", "no", NULL};
static const char *const marks[] = MARK_NAMES; /* NAG 1 to 6 (PGN standard 10), hence .min = 1 */
static const char *const moves[] = {
    "capture",           "promotion",          "check",     "castling",
    "underpromotion",    "en-passant",         "mate",      "stalemate",
    "kingside-castling", "queenside-castling", "null-move", NULL};
static const char *const finals[] = {"mate",        "stalemate",  "check", "insufficient",
                                     "fifty-moves", "repetition", "other", NULL};
static const char *const duplicates[] = {"all", "first", "longest", NULL};
static const char *const duplicate_keys[] = {"players", "result", "moves", "date", "round", NULL};
/* A tag whose rules have the same form: for FM_KEY_RULE, which is about no single tag. */
static const char *const player_tag[] = {"White", NULL};
static const char *const elo_tag[] = {"WhiteElo", NULL};
static const char *const eco_tag[] = {"ECO", NULL};
static const char *const opening_tag[] = {"Opening", NULL};
static const char *const unique_keys[] = {"none", "fen", "position", "board", NULL};
static const char *const eval_fields[] = {
    "eval.position", "eval.position.mover", "eval", "eval.mover",
    "eval.next",     "eval.next.mover",     NULL};
static const char *const split_bys[] = {"game", "position", NULL};
static const char *const scopes[] = {"run", "game", NULL};
static const char *const castlings[] = {"keep", "fen", "xfen", "shredder", NULL};
static const char *const en_passants[] = {"keep", "always", "pseudo-legal", "legal", NULL};
static const char *const counters[] = {"keep", "fields", "ops", "none", NULL};
static const char *const output_encodings[] = {"keep", "utf-8", NULL};
static const char *const archbishops[] = {"a", "j", NULL};
static const char *const variant_tags[] = {"keep", "set", NULL};
static const char *const tag_orders[] = {"keep", "variant-first", NULL};
static const char *const layouts[] = {"keep", "export", NULL};
static const char *const notations[] = {"keep", "san", "lan", "uci", "iccf", NULL};
static const char *const comments[] = {"keep", "commands", "drop", NULL};
static const char *const keep_drop[] = {"keep", "drop", NULL};
static const char *const nags[] = {"keep", "numeric", "glyph", "drop", NULL};
static const char *const weights[] = {"results", "counts", "uniform", NULL};
static const char *const rows[] = {"positions", "games", "groups", "moves", NULL};
static const char *const matches[] = {"all", "first", NULL};

#define KIB INT64_C(1024)
#define MIB (KIB * KIB)
#define GIB (KIB * MIB)
#define TIB (KIB * GIB)

/* Where a value is kept: a struct, and an offset in it. There is one struct of each section for the
 * profile, and one for each entry of `outputs:`; fm_target_section() finds it. */
#define PROFILE(field) .section = FM_SECTION_PROFILE, .offset = offsetof(struct fm_profile, field)
#define INPUT(field) .section = FM_SECTION_INPUT, .offset = offsetof(struct fm_profile_input, field)
#define GAMES(field) .section = FM_SECTION_GAMES, .offset = offsetof(struct fm_profile_games, field)
#define POSITIONS(field) \
    .section = FM_SECTION_POSITIONS, .offset = offsetof(struct fm_profile_positions, field)
#define OUTPUT(field) \
    .section = FM_SECTION_OUTPUT, .offset = offsetof(struct fm_profile_output, field)

/* In the order in which they are printed. The keys of one mapping must be next to each other:
 * printing opens a mapping at its first key and closes it at the first key of another; level_add()
 * finds repeated names in the same way. */
const struct fm_key fm_keys[] = {
    {"fenmill", FM_KEY_NUMBER, PROFILE(version), .min = 1, .max = 1, .preset = "1",
     .help = "version of this schema"},

    {"input.format", FM_KEY_CHOICE, INPUT(format), .names = input_formats, .preset = "auto",
     .help = "auto | pgn | epd | fen | puzzles (lichess's CSV) | uci (a game a line)"},
    {"input.lists", FM_KEY_CHOICE, INPUT(lists), .names = lists, .preset = "auto",
     .help = "FEN and EPD lists in folders and archives: auto (skipped where games are selected "
             "for PGN) | read | skip"},
    {"input.encoding", FM_KEY_CHOICE, INPUT(encoding), .names = fm_encoding_names, .preset = "auto",
     .help = "auto (UTF-8, else Windows-1252) | utf-8 | latin-1" FM_ENCODING_HELP},
    {"input.letters", FM_KEY_LETTERS, INPUT(letters), .preset = "auto",
     .help = "piece letters of the moves: auto | en | de | nl | pl | fr | ... | figurine"},
    {"input.openings", FM_KEY_TEXT, INPUT(openings),
     .help =
         "file of openings by position: lichess's tables (eco, name, pgn), or PGN with ECO tags"},
    {"input.aliases", FM_KEY_TEXT, INPUT(aliases),
     .help = "file of players' names: on each line as found, a TAB, as wanted"},
    {"input.variant", FM_KEY_VARIANT, INPUT(variant), .preset = "auto",
     .help = "auto | standard | chess960 | capablanca | ...: the rules to play by"},
    {"input.variations", FM_KEY_SWITCH, INPUT(replay_variations), .names = variations,
     .preset = "skip", .help = "skip | replay"},
    {"input.eval-of", FM_KEY_CHOICE, INPUT(eval_of), .names = evals_of, .preset = "auto",
     .help =
         "the position that the score after a move is of: auto (after the move by [%eval], before "
         "it by the comments of engines in matches) | after | before"},
    {"input.on-error", FM_KEY_CHOICE, INPUT(on_error), .names = on_errors, .preset = "skip",
     .help = "skip the game | truncate it before the error | stop"},
    {"input.on-input-error", FM_KEY_CHOICE, INPUT(on_input_error), .names = on_input_errors,
     .preset = "next",
     .help = "an input that cannot be read: go on with the next | stop, and write nothing"},
    {"input.max-errors", FM_KEY_SHARE, INPUT(max_errors), .flags = FM_KEY_UNSET,
     .help = "end at the rejected game that is one too many: 10, or 0.5% (from the 1,000th on)"},
    {"input.shard", FM_KEY_PART, INPUT(shard), .max = 1000000, .flags = FM_KEY_UNSET,
     .help = "read this part of the inputs alone, cut where games begin: 2/7, the second of seven"},
    {"input.strict", FM_KEY_BOOL, INPUT(strict), .preset = "false",
     .help = "true: every tolerance is off, a warning rejects"},
    {"input.repair", FM_KEY_BOOL, INPUT(repair), .preset = "false",
     .help = "true: known wrong or missing rights, starts and results are repaired, each reported"},
    {"input.validate", FM_KEY_SWITCH, INPUT(notation), .names = validations, .preset = "rules",
     .help =
         "rules | notation (of FEN and EPD input: no kings, pawns anywhere; games keep the rules)"},
    {"input.check-moves", FM_KEY_CHOICE, INPUT(check_moves), .names = checks, .preset = "auto",
     .help =
         "auto (PGN to PGN: where classes are named, or strict, repair, on-error: truncate) | true | false"},
    {"input.tags-only", FM_KEY_BOOL, INPUT(tags_only), .preset = "false",
     .help = "true: `check` looks at classes and tags and replays no moves"},
    {"input.max-game", FM_KEY_SIZE, INPUT(max_game_bytes), .min = 1, .max = 64 * GIB,
     .preset = "16M", .help = "bytes of a game; a longer one is rejected"},
    {"input.max-output", FM_KEY_SIZE, INPUT(max_output_bytes), .min = 1, .max = 64 * GIB,
     .preset = "16M", .help = "bytes of all records of a game; one that gives more is rejected"},
    {"input.max-plies", FM_KEY_NUMBER, INPUT(max_plies), .min = 1, .max = 1000000,
     .preset = "20000", .help = "plies of a game; a longer one is rejected"},
    {"input.max-tags", FM_KEY_NUMBER, INPUT(max_tags), .min = 1, .max = 65535, .preset = "1000",
     .help = "tags of a game; one with more is rejected"},
    {"input.max-match-steps", FM_KEY_NUMBER, INPUT(match_steps), .min = 1, .max = INT64_MAX,
     .preset = "10000000",
     .help = "steps that a regular expression may take on one tag; more reject the game"},
    {"input.max-match-memory", FM_KEY_SIZE, INPUT(match_memory), .min = KIB, .max = TIB,
     .preset = "16M",
     .help = "memory that a regular expression may take on one tag; more rejects the game"},
    {"input.block", FM_KEY_SIZE, INPUT(block_bytes), .min = 1, .max = GIB, .preset = "64K",
     .help = "bytes that a thread takes at a time; no result depends on it"},

    {"games.range", FM_KEY_RANGE, GAMES(range), .min = 1, .max = INT64_MAX, .flags = FM_KEY_GLOBAL,
     .help = "numbers of games and records in the run, before other conditions: 1001..2000"},
    {"games.class", FM_KEY_SET, GAMES(classes), .names = fm_class_names,
     .help = "classic chess960 setup variant unsupported broken; []: all that can be replayed"},
    {"games.classic", FM_KEY_SWITCH, GAMES(classic_no_fen_tag), .names = classics,
     .preset = "start-array", .flags = FM_KEY_GLOBAL,
     .help = "start-array (no FEN tag, or a FEN tag of the start array) | no-fen-tag"},
    {"games.tags", FM_KEY_TAGS, GAMES(tags),
     .help = "rules: \">= 2400\" \"2010..2019\" \"~ regex\" \"!= text\" \"*\"; a list: any"},
    {"games.plies", FM_KEY_RANGE, GAMES(plies), .min = 0, .max = INT32_MAX,
     .help = "plies of the whole game: 20.., ..200, 20..200"},
    {"games.any", FM_KEY_TAG_SETS, GAMES(any),
     .help = "a list of rules as under `tags`, of which one must hold"},
    {"games.none", FM_KEY_TAG_SETS, GAMES(none),
     .help = "a list of rules as under `tags`, of which none may hold"},
    {"games.player", FM_KEY_RULE, GAMES(player), .names = player_tag,
     .help = "a rule on the player's name that holds for White or Black: \"~ ^Carlsen\""},
    {"games.elo.both", FM_KEY_RULE, GAMES(elo_both), .names = elo_tag,
     .help = "a rule that holds for both ratings: \">= 2400\""},
    {"games.elo.either", FM_KEY_RULE, GAMES(elo_either), .names = elo_tag,
     .help = "a rule that holds for one rating at least"},
    {"games.elo.mean", FM_KEY_RULE, GAMES(elo_mean), .names = elo_tag,
     .help = "a rule on half the sum of the ratings"},
    {"games.time", FM_KEY_SET, GAMES(times), .names = fm_time_class_names,
     .help = "by TimeControl: bullet blitz rapid classical correspondence unknown"},
    {"games.result", FM_KEY_SET, GAMES(results), .names = fm_result_names,
     .help = "1-0 0-1 1/2-1/2 \"*\""},
    {"games.final", FM_KEY_SET, GAMES(finals), .names = finals,
     .help =
         "on the board at the end: mate stalemate check insufficient fifty-moves repetition other"},
    {"games.reached", FM_KEY_TEXT, GAMES(reached),
     .help = "a position that the game reaches, as FEN or moves: 1. e4 c5"},
    {"games.contains.material", FM_KEY_MATERIAL, GAMES(contains.material),
     .help = "at some position, as positions.material; all of `contains` at the same one: KRPvKR"},
    {"games.contains.board", FM_KEY_TEXT, GAMES(contains.board),
     .help = "a picture of that board, as positions.board: */*/*/*/*/*/5PPP/6K1"},
    {"games.contains.moves", FM_KEY_SET, GAMES(contains.moves), .names = moves,
     .help = "the move played there is one of these; as positions.next: [underpromotion]"},
    {"games.opening.eco", FM_KEY_RULE, GAMES(opening.eco), .names = eco_tag,
     .help = "a rule on the code of the game's opening in input.openings: B20..B99"},
    {"games.opening.name", FM_KEY_RULE, GAMES(opening.name), .names = opening_tag,
     .help = "a rule on its name: \"~ Najdorf\""},
    {"games.duplicates.keep", FM_KEY_CHOICE, GAMES(duplicates), .names = duplicates,
     .preset = "all", .flags = FM_KEY_GLOBAL,
     .help = "of games that are the same: all | first | longest; short: `duplicates: drop`"},
    {"games.duplicates.key", FM_KEY_SET, GAMES(duplicate_key), .names = duplicate_keys,
     .flags = FM_KEY_GLOBAL,
     .help = "what agrees in them: players result moves date round; []: the first three"},
    {"games.exclude", FM_KEY_TEXT, GAMES(exclude), .flags = FM_KEY_GLOBAL,
     .help = "file of games that are not written, by the key of duplicates"},

    {"positions.plies", FM_KEY_PLIES, POSITIONS(plies), .min = -INT32_MAX, .max = INT32_MAX,
     .preset = "1..",
     .help = "16..120; ply 0 is the start position; -10.. counts from the end; last"},
    {"positions.every", FM_KEY_NUMBER, POSITIONS(every), .min = 1, .max = INT32_MAX, .preset = "1",
     .help = "every Nth of these plies"},
    {"positions.side", FM_KEY_CHOICE, POSITIONS(side), .names = sides, .preset = "any",
     .help = "side to move: any | white | black"},
    {"positions.quiet", FM_KEY_BOOL, POSITIONS(quiet), .preset = "false",
     .help = "true: not in check, and the next move is there and no capture, promotion or check"},
    {"positions.check", FM_KEY_CHOICE, POSITIONS(check), .names = any_yes_no, .preset = "any",
     .help = "the side to move is in check: any | yes | no"},
    {"positions.pieces", FM_KEY_RANGE, POSITIONS(pieces), .min = 0, .max = 80,
     .help = "pieces on the board, kings and pawns included: 3..32"},
    {"positions.material", FM_KEY_MATERIAL, POSITIONS(material),
     .help = "KRPvKR, or {white: Q.., black: R}: the pieces beside the kings, .. for more"},
    {"positions.halfmove", FM_KEY_RANGE, POSITIONS(halfmove), .max = INT32_MAX,
     .help = "plies since the last capture or pawn move: 0..40"},
    {"positions.board", FM_KEY_TEXT, POSITIONS(board),
     .help = "FEN's first field with ? for any square and * for any rank: */*/*/*/*/*/5PPP/6K1"},
    {"positions.reached", FM_KEY_TEXT, POSITIONS(reached),
     .help = "from this position of the game on, as FEN or moves: 1. e4 c5"},
    {"positions.opening.eco", FM_KEY_RULE, POSITIONS(opening.eco), .names = eco_tag,
     .help = "a rule on the code of the last opening known on the way here: B20..B99"},
    {"positions.opening.name", FM_KEY_RULE, POSITIONS(opening.name), .names = opening_tag,
     .help = "a rule on its name: \"~ Najdorf\""},
    {"positions.eval.field", FM_KEY_CHOICE, POSITIONS(eval_field), .names = eval_fields,
     .preset = "eval.position",
     .help = "the field that is looked at: eval.position, eval, eval.next; .mover"},
    {"positions.eval.range", FM_KEY_RANGE, POSITIONS(eval), .min = -INT32_MAX, .max = INT32_MAX,
     .help = "centipawns; short, of {eval.position}, for White: `eval: -300..300`"},
    {"positions.eval.absolute", FM_KEY_BOOL, POSITIONS(eval_absolute), .preset = "false",
     .help = "true: the range is of the amount, whoever is better"},
    {"positions.marks", FM_KEY_SET, POSITIONS(marks), .names = marks, .min = 1,
     .help = "the next move is marked good mistake brilliant blunder interesting dubious"},
    {"positions.next", FM_KEY_SET, POSITIONS(next), .names = moves,
     .help = "the next move is one of these: capture promotion underpromotion check mate stalemate "
             "castling kingside-castling queenside-castling en-passant null-move"},
    {"positions.not-next", FM_KEY_SET, POSITIONS(not_next), .names = moves,
     .help = "the next move is there, and none of these"},
    {"positions.swing", FM_KEY_RANGE, POSITIONS(swing), .min = -INT32_MAX, .max = INT32_MAX,
     .help = "centipawns that the next move loses, from [%eval] before and after it: 150.."},
    {"positions.split.part", FM_KEY_RANGE, POSITIONS(split_part), .min = 1, .max = 1000000,
     .help = "parts to write, of those that games or positions are divided into at random: 1..9"},
    {"positions.split.of", FM_KEY_NUMBER, POSITIONS(split_of), .max = 1000000, .preset = "0",
     .help = "number of the parts, which together are all; 0: no split"},
    {"positions.split.by", FM_KEY_CHOICE, POSITIONS(split_by), .names = split_bys, .preset = "game",
     .help =
         "game (by its start and moves, all positions of it) | position: equal ones in one part"},
    {"positions.split.seed", FM_KEY_NUMBER, POSITIONS(split_seed), .max = INT64_MAX, .preset = "1",
     .help = "another seed divides differently; parts of one seed are disjoint"},
    {"positions.exclude", FM_KEY_TEXT, POSITIONS(exclude),
     .help = "file of positions that are not written: every one of its games, or its records"},
    {"positions.ops", FM_KEY_TAGS, POSITIONS(ops),
     .help =
         "rules on EPD operations that records of lists have: {acd: \">= 10\", id: \"~* mate\"}"},
    {"positions.sample.per-game", FM_KEY_NUMBER, POSITIONS(sample_per_game), .max = INT32_MAX,
     .preset = "0", .help = "random sample: at most this many positions per game; 0: all"},
    {"positions.sample.total", FM_KEY_NUMBER, POSITIONS(sample_total), .max = INT64_MAX,
     .preset = "0", .help = "random sample: at most this many positions of the run; 0: all"},
    {"positions.sample.seed", FM_KEY_NUMBER, POSITIONS(sample_seed), .max = INT64_MAX,
     .preset = "0", .help = "the same seed gives the same sample, another seed another one"},
    {"positions.unique.key", FM_KEY_CHOICE, POSITIONS(unique_key), .names = unique_keys,
     .preset = "none",
     .help = "none | fen | position (no counters, en passant if legal) | board: one of equals"},
    {"positions.unique.scope", FM_KEY_CHOICE, POSITIONS(unique_scope), .names = scopes,
     .preset = "run", .help = "unique within the run | the game"},
    {"positions.unique.store", FM_KEY_TEXT, POSITIONS(unique_store),
     .help = "file that keeps the keys between runs; "
             "a position seen in an earlier run is not written again"},
    {"positions.memory", FM_KEY_SIZE, POSITIONS(memory), .min = MIB, .max = TIB, .preset = "1G",
     .help = "memory for unique positions, samples, counts, duplicates and what is excluded; "
             "what is more goes to a file in TMPDIR"},

    {"output.for", FM_KEY_CONSUMER, OUTPUT(consumer), .flags = FM_KEY_UNSET | FM_KEY_FIRST,
     .help = "the program that reads the output; decides the keys that are not set"},
    {"output.format", FM_KEY_CHOICE, OUTPUT(format), .names = fm_format_names, .preset = "auto",
     .help = "auto (by the suffix of `to`, else fen)" FM_FORMAT_HELP},
    {"output.castling", FM_KEY_CHOICE, OUTPUT(style.castling), .names = castlings,
     .flags = FM_KEY_UNSET | FM_KEY_BY_CONSUMER,
     .help = "keep | fen | xfen | shredder; not given: xfen after a replay, else keep"},
    {"output.en-passant", FM_KEY_CHOICE, OUTPUT(style.en_passant), .names = en_passants,
     .flags = FM_KEY_UNSET | FM_KEY_BY_CONSUMER,
     .help = "keep | always | pseudo-legal | legal; not given: as the castling dialect, or keep"},
    {"output.counters", FM_KEY_CHOICE, OUTPUT(style.counters), .names = counters,
     .flags = FM_KEY_UNSET | FM_KEY_BY_CONSUMER,
     .help = "keep | fields (FEN) | ops (hmvc, fmvn) | none; not given: as the format, or keep"},
    {"output.archbishop", FM_KEY_SWITCH, OUTPUT(style.letter_j), .names = archbishops,
     .preset = "a", .flags = FM_KEY_BY_CONSUMER,
     .help = "letter of Janus's archbishop in FEN and in moves written anew: a | j"},
    {"output.variant-tag", FM_KEY_SWITCH, OUTPUT(set_variant), .names = variant_tags,
     .preset = "keep", .flags = FM_KEY_BY_CONSUMER,
     .help = "PGN to PGN: keep | set (where the position needs a Variant tag)"},
    {"output.tag-order", FM_KEY_SWITCH, OUTPUT(variant_first), .names = tag_orders,
     .preset = "keep", .flags = FM_KEY_BY_CONSUMER,
     .help = "PGN to PGN: keep | variant-first (before the FEN tag)"},
    {"output.pgn.layout", FM_KEY_SWITCH, OUTPUT(pgn.exports), .names = layouts, .preset = "keep",
     .help =
         "PGN to PGN: keep (byte for byte) | export (written anew, as the PGN standard has it)"},
    {"output.pgn.notation", FM_KEY_CHOICE, OUTPUT(pgn.notation), .names = notations,
     .preset = "keep", .help = "of moves: keep (export: san) | san | lan | uci | iccf"},
    {"output.pgn.letters", FM_KEY_LETTERS, OUTPUT(pgn.letters), .preset = "keep",
     .help = "piece letters of moves: keep (export: en) | en | de | ... | figurine"},
    {"output.pgn.comments", FM_KEY_CHOICE, OUTPUT(pgn.comments), .names = comments,
     .preset = "keep", .help = "keep | commands ([%clk 0:05:00] and the like alone) | drop"},
    {"output.pgn.variations", FM_KEY_SWITCH, OUTPUT(pgn.drops_variations), .names = keep_drop,
     .preset = "keep", .help = "keep | drop"},
    {"output.pgn.nags", FM_KEY_CHOICE, OUTPUT(pgn.nags), .names = nags, .preset = "keep",
     .help = "keep (export: numeric) | numeric ($1) | glyph (! where there is one) | drop"},
    {"output.pgn.width", FM_KEY_NUMBER, OUTPUT(pgn.width), .max = 1000000, .preset = "80",
     .help = "lines have fewer characters than this; 0: each movetext is one line"},
    {"output.pgn.plies", FM_KEY_RANGE, OUTPUT(pgn_plies), .max = INT32_MAX,
     .help = "moves after these are left out: ..16 for an opening book"},
    {"output.pgn.tags", FM_KEY_TAG_NAMES, OUTPUT(tags), .preset = "keep",
     .help = "tags that are written, in this order: keep | roster | [White, Black, \"*Elo\"]"},
    {"output.pgn.set-tags", FM_KEY_SET_TAGS, OUTPUT(set_tags),
     .help = "tags of games, name: template, as in PlyCount: \"{plies}\"; \"\" drops the tag"},
    {"output.encoding", FM_KEY_SWITCH, OUTPUT(utf8), .names = output_encodings, .preset = "keep",
     .help = "keep | utf-8"},
    {"output.normalize", FM_KEY_BOOL, OUTPUT(normalize), .preset = "false",
     .help = "EPD input, true: operations sorted and quoted as the EPD standard requires"},
    {"output.verify", FM_KEY_BOOL, OUTPUT(verify), .preset = "false",
     .help = "true: every record is read back and compared with the position it came from"},
    {"output.ops", FM_KEY_OPS, OUTPUT(fields.ops),
     .help = "EPD operations, opcode: template, as in sm: \"{next}\""},
    {"output.drop-ops", FM_KEY_OPCODES, OUTPUT(fields.drops),
     .help = "EPD operations of the input that are not written: [acd, acs]"},
    {"output.merge-ops", FM_KEY_MERGES, OUTPUT(fields.merges),
     .help = "with `unique`, EPD: operations that all records of a position give: [bm, am, id]"},
    {"output.columns", FM_KEY_COLUMNS, OUTPUT(fields.columns),
     .help = "columns of tables: [fen, {move: next.uci}]; not given: fen, ply, next, result"},
    {"output.header", FM_KEY_BOOL, OUTPUT(header), .preset = "true",
     .help = "false: csv and tsv without the line of their columns' names"},
    {"output.line", FM_KEY_TEXT, OUTPUT(fields.line), .flags = FM_KEY_TEMPLATE,
     .help = "template of a line of `format: text`; skipped where a field has no value"},
    {"output.weights", FM_KEY_CHOICE, OUTPUT(weights), .names = weights, .preset = "results",
     .help = "of a book's moves: results (2 a win, 1 a draw of the side that moves) | counts | "
             "uniform"},
    {"output.rows", FM_KEY_CHOICE, OUTPUT(rows), .names = rows, .preset = "positions",
     .help = "what a record is of: positions | games (each with its last position) | groups (of "
             "positions, with counts) | moves (groups by fen and next.uci)"},
    {"output.by", FM_KEY_BY, OUTPUT(by),
     .help = "fields of groups: [fen, next.uci]; numbers in steps of N: [result, ply/10]"},
    {"output.min-count", FM_KEY_NUMBER, OUTPUT(min_count), .min = 1, .max = INT64_MAX,
     .preset = "1", .help = "groups, or moves of a book, with so many positions at least"},
    {"output.sort", FM_KEY_SORT, OUTPUT(sort),
     .help = "order of the records or games: fields, -field for descending: [-WhiteElo, Date]"},
    {"output.limit", FM_KEY_NUMBER, OUTPUT(limit), .min = 1, .max = INT64_MAX,
     .flags = FM_KEY_UNSET,
     .help = "records (or games) written at most; the run ends when no output needs more"},
    {"output.chunk", FM_KEY_NUMBER, OUTPUT(chunk), .min = 1, .max = INT64_MAX,
     .flags = FM_KEY_UNSET,
     .help = "records (or games) of a file; {chunk} in its name is its number: part-{chunk}.pgn"},
    {"output.when", FM_KEY_WHEN, OUTPUT(when), .flags = FM_KEY_ENTRY,
     .help = "keys of `games`: the games of this output"},
    {"output.positions", FM_KEY_POSITIONS, OUTPUT(positions), .flags = FM_KEY_ENTRY,
     .help = "keys of `positions` that differ for this output"},
    {"output.to", FM_KEY_TEXT, OUTPUT(to),
     .help = "file name, .gz or .zst after it compresses; \"\" or \"-\": standard output"},
    {"output.level", FM_KEY_NUMBER, OUTPUT(level), .min = 1, .max = 19, .flags = FM_KEY_UNSET,
     .help = "of compression, higher for smaller files: 1 to 9 for .gz, 1 to 19 for .zst"},

    {"match", FM_KEY_SWITCH, PROFILE(first_match), .names = matches, .preset = "first",
     .help = "a game goes to the first | all of the outputs that it fits"},
    {"outputs", FM_KEY_OUTPUTS, PROFILE(outputs),
     .help = "a list, each with keys of `output`, and `when` and `positions`"},
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
        if (fm_text_equal(path, fm_text_of(fm_keys[i].path)))
            return &fm_keys[i];
    return NULL;
}

/* Is the path longer than the prefix, and begins with it? */
static bool begins_with(const char *path, struct fm_text prefix)
{
    return strlen(path) > prefix.n && (prefix.n == 0 || memcmp(path, prefix.p, prefix.n) == 0);
}

bool fm_key_is_group(struct fm_text path)
{
    for (size_t i = 0; i < fm_key_count; i++)
        if (begins_with(fm_keys[i].path, path))
            return true;
    return false;
}

static bool ends_in(struct fm_text word, struct fm_text ending)
{
    return word.n >= ending.n && memcmp(word.p + word.n - ending.n, ending.p, ending.n) == 0;
}

const struct fm_key_short *fm_key_short_find(struct fm_text group, struct fm_text word)
{
    for (size_t i = 0; i < FM_COUNT_OF(shorts); i++)
        if (fm_text_equal(group, fm_text_of(shorts[i].group)) &&
            (shorts[i].word == NULL || fm_text_equal(word, fm_text_of(shorts[i].word))) &&
            (shorts[i].ending == NULL || ends_in(word, fm_text_of(shorts[i].ending))))
            return &shorts[i];
    return NULL;
}

/* The names at one level of the table without repetitions, in the form that fm_name_suggest()
 * takes. */
enum { NAME_MAX_BYTES = 24, LEVEL_MAX = 160 };
struct level {
    char names[LEVEL_MAX][NAME_MAX_BYTES]; /* NUL-terminated copies: paths go on after a name */
    const char *list[LEVEL_MAX + 1];       /* pointers to them, NULL-terminated */
    const struct fm_key *keys[LEVEL_MAX];  /* a key that begins with the name */
    size_t count;
};

_Static_assert(FM_COUNT_OF(fm_keys) <= LEVEL_MAX, "all keys fit into one list");

/* Add the name that begins at `skip` in the key's path, unless the last key had it, too: equal
 * names are next to each other in the table. */
static void level_add(struct level *level, const struct fm_key *key, size_t skip)
{
    const char *name = key->path + skip;
    const size_t n = strcspn(name, ".");
    const size_t last = level->count - 1;
    const bool again = level->count > 0 && strlen(level->names[last]) == n &&
                       memcmp(level->names[last], name, n) == 0;
    if (again || level->count == LEVEL_MAX || n >= NAME_MAX_BYTES)
        return;
    memcpy(level->names[level->count], name, n);
    level->names[level->count][n] = 0;
    level->list[level->count] = level->names[level->count];
    level->keys[level->count] = key;
    level->list[++level->count] = NULL;
}

/* The whole path of a key whose last name is the nearest to a word: a key under a wrong heading. */
static struct fm_text path_ending_in(struct fm_text word)
{
    const char *names[LEVEL_MAX + 1];
    for (size_t i = 0; i < fm_key_count; i++) {
        const char *point = strrchr(fm_keys[i].path, '.');
        names[i] = point == NULL ? fm_keys[i].path : point + 1;
    }
    names[fm_key_count] = NULL;
    const char *nearest = fm_name_suggest(word, names);
    for (size_t i = 0; nearest != NULL && i < fm_key_count; i++)
        if (names[i] == nearest)
            return fm_text_of(fm_keys[i].path);
    return (struct fm_text){NULL, 0};
}

/* Names of the same level first: a slip of the pen is more likely than a wrong heading. */
struct fm_text fm_key_fault(struct fm_text prefix, struct fm_text word, bool entry)
{
    struct level level = {.count = 0};
    for (size_t i = 0; i < fm_key_count; i++)
        if (begins_with(fm_keys[i].path, prefix) && fm_key_allowed(&fm_keys[i], entry))
            level_add(&level, &fm_keys[i], prefix.n);
    const char *nearest = fm_name_suggest(word, level.list);
    for (size_t i = 0; nearest != NULL && i < level.count; i++)
        if (nearest == level.list[i])
            return (struct fm_text){(const unsigned char *)level.keys[i]->path + prefix.n,
                                    strlen(nearest)};
    return path_ending_in(word);
}

struct fm_text fm_key_path_hint(struct fm_text path)
{
    const char *paths[LEVEL_MAX + 1];
    for (size_t i = 0; i < fm_key_count; i++)
        paths[i] = fm_keys[i].path;
    paths[fm_key_count] = NULL;
    const char *nearest = fm_name_suggest(path, paths);
    if (nearest != NULL)
        return fm_text_of(nearest);
    /* No whole path is near: try its last name under any heading. */
    while (path.n > 0 && memchr(path.p, '.', path.n) != NULL) {
        path.p++;
        path.n--;
    }
    return path_ending_in(path);
}

struct fm_target fm_target_main(struct fm_profile *profile)
{
    return (struct fm_target){profile, &profile->games, &profile->positions, &profile->output, 0};
}

struct fm_target fm_target_entry(struct fm_profile *profile, struct fm_profile_output *entry)
{
    return (struct fm_target){profile, &entry->when, &entry->positions, entry, entry->instance};
}

void *fm_target_section(const struct fm_target *target, const struct fm_key *key)
{
    switch (key->section) {
    case FM_SECTION_PROFILE:
        return target->profile;
    case FM_SECTION_INPUT:
        return &target->profile->input;
    case FM_SECTION_GAMES:
        return target->games;
    case FM_SECTION_POSITIONS:
        return target->positions;
    case FM_SECTION_OUTPUT:
        return target->output;
    }
    return NULL;
}
