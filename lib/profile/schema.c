/* SPDX-License-Identifier: MIT */
/* The table of keys.
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
#include "board/dialect.h"
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
/* Of a condition: how a profile has it, a game (or record) that it takes and one that it leaves
 * out, and what it says of records of lists. tests/cli/conditions.test runs each. */
#define EXAMPLE(lists_, profile_, takes_, leaves_) \
    .condition = &(const struct fm_condition) \
    { \
        .profile = (profile_), .takes = (takes_), .leaves = (leaves_), \
        .lists = FM_RECORDS_##lists_ \
    }

/* In the order in which they are printed. The keys of one mapping must be next to each other:
 * printing opens a mapping at its first key and closes it at the first key of another;
 * fm_key_fault() finds repeated names in the same way. */
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
    {KEY(
        TEXT, "input.book", INPUT(book),
        "repertoire or opening book: PGN with variations, PolyGlot (.bin), or a list of FENs; read "
        "before the run")},
    {KEY(TEXT, "input.aliases", INPUT(aliases),
         "file of players' names: on each line as found, a TAB, as wanted")},
    {KEY(VARIANT, "input.variant", INPUT(variant),
         "auto | standard | chess960 | capablanca | ...: the rules to play by"),
     .preset = "auto"},
    {CHOICE(
        "input.dialect", INPUT(dialect),
        "any | fen | xfen | shredder | lichess | stockfish: FENs of another dialect are warned of",
        "any", FM_DIALECT_NAMES)},
    {SWITCH("input.variations", INPUT(replay_variations), "skip | replay", "skip", "replay")},
    {CHOICE(
        "input.eval-of", INPUT(eval_of),
        "position of the score after a move: auto ([%eval]: after the move; comments of engine matches: before it) | after | before",
        "auto", "after", "before")},
    {CHOICE("input.on-error", INPUT(on_error),
            "skip the game | truncate it before the error | stop", "skip", "truncate", "stop")},
    {CHOICE("input.on-input-error", INPUT(on_input_error),
            "an input that cannot be read: go on with the next | stop, and write nothing", "next",
            "stop")},
    {BOOL(
        "input.verify", INPUT(verify),
        "true: compressed files are read twice: first for their checksums; nothing unverified is used")},
    {KEY(SHARE, "input.max-errors", INPUT(max_errors),
         "end at the rejected game that is one too many: 10, or 0.5% (from the 1,000th on)"),
     .flags = FM_KEY_UNSET},
    {KEY(PART, "input.shard", INPUT(shard),
         "read this part of the inputs alone, cut where games begin: 2/7, the second of seven; "
         "2@plan.json, of a plan (fenmill plan)"),
     .max = 1000000, .flags = FM_KEY_UNSET},
    {BOOL("input.strict", INPUT(strict),
          "true: nothing is tolerated: a game or record with a warning is rejected")},
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
     .flags = FM_KEY_GLOBAL,
     EXAMPLE(SAME, "games: {range: 1}", "1. e4 *", "1. e4 * [White \"B\"] 1. d4 *")},
    {KEY(SET, "games.class", GAMES(classes),
         "classic chess960 setup variant unsupported broken; []: all that can be replayed"),
     .names = fm_class_names,
     EXAMPLE(SAME, "games: {class: chess960}", "[FEN \"1k6/8/8/8/8/8/8/5RKR w HF - 0 1\"] 1. Re1 *",
             "1. e4 *")},
    {SWITCH("games.classic", GAMES(classic_no_fen_tag),
            "start-array (no FEN tag, or a FEN tag of the start array) | no-fen-tag", "start-array",
            "no-fen-tag"),
     .flags = FM_KEY_GLOBAL,
     EXAMPLE(NONE, "games: {class: classic, classic: no-fen-tag}", "1. e4 *",
             "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"] 1. e4 *")},
    {KEY(TAGS, "games.tags", GAMES(tags),
         "rules: \">= 2400\" \"2010..2019\" \"~ regex\" \"!= text\" \"*\"; a list: any"),
     EXAMPLE(NONE, "games: {tags: {WhiteElo: \">= 2400\"}}", "[WhiteElo \"2400\"] 1. e4 *",
             "[WhiteElo \"2399\"] 1. e4 *")},
    {RANGE("games.plies", GAMES(plies), 0, INT32_MAX,
           "plies of the whole game: 20.., ..200, 20..200"),
     EXAMPLE(SAME, "games: {plies: 3..}", "1. e4 e5 2. Nf3 *", "1. e4 e5 *")},
    {KEY(TAG_SETS, "games.any", GAMES(any),
         "a list of rules as under `tags`, of which one must hold"),
     EXAMPLE(NONE, "games: {any: [{White: Ann}, {Black: Ann}]}", "[Black \"Ann\"] 1. e4 *",
             "[Black \"Bob\"] 1. e4 *")},
    {KEY(TAG_SETS, "games.none", GAMES(none),
         "a list of rules as under `tags`, of which none may hold"),
     EXAMPLE(ALL, "games: {none: [{White: Ann}, {Black: Ann}]}", "[Black \"Bob\"] 1. e4 *",
             "[Black \"Ann\"] 1. e4 *")},
    {KEY(RULE, "games.player", GAMES(player),
         "a rule on the player's name that holds for White or Black: \"@ carlsen\""),
     WORDS("White"),
     EXAMPLE(NONE, "games: {player: Ann}", "[Black \"Ann\"] 1. e4 *", "[Black \"Anna\"] 1. e4 *")},
    {KEY(RULE, "games.opponent", GAMES(opponent),
         "a rule on the name of the other player than the one of `player`"),
     WORDS("White"),
     EXAMPLE(NONE, "games: {player: \"@ ann\", opponent: \"@ bob\"}",
             "[White \"Bob\"] [Black \"Ann\"] 1. e4 *", "[White \"Ann\"] [Black \"Eve\"] 1. e4 *")},
    {KEY(RULE, "games.elo.both", GAMES(elo_both),
         "a rule that holds for both ratings: \">= 2400\""),
     WORDS("WhiteElo"),
     EXAMPLE(NONE, "games: {elo: \">= 2400\"}", "[WhiteElo \"2400\"] [BlackElo \"2500\"] 1. e4 *",
             "[WhiteElo \"2300\"] [BlackElo \"2500\"] 1. e4 *")},
    {KEY(RULE, "games.elo.either", GAMES(elo_either), "a rule that holds for one rating at least"),
     WORDS("WhiteElo"),
     EXAMPLE(NONE, "games: {elo: {either: \">= 2400\"}}",
             "[WhiteElo \"2300\"] [BlackElo \"2500\"] 1. e4 *",
             "[WhiteElo \"2300\"] [BlackElo \"2300\"] 1. e4 *")},
    {KEY(RULE, "games.elo.mean", GAMES(elo_mean), "a rule on half the sum of the ratings"),
     WORDS("WhiteElo"),
     EXAMPLE(NONE, "games: {elo: {mean: \">= 2400\"}}",
             "[WhiteElo \"2300\"] [BlackElo \"2500\"] 1. e4 *",
             "[WhiteElo \"2300\"] [BlackElo \"2400\"] 1. e4 *")},
    {RANGE("games.elo.difference", GAMES(elo_difference), -INT32_MAX, INT32_MAX,
           "rating of White minus Black's: -50..50, 200.."),
     EXAMPLE(NONE, "games: {elo: {difference: 100..}}",
             "[WhiteElo \"2500\"] [BlackElo \"2400\"] 1. e4 *",
             "[WhiteElo \"2400\"] [BlackElo \"2500\"] 1. e4 *")},
    {KEY(SET, "games.has", GAMES(has),
         "annotations that the game has, all of these: comments variations evaluations clocks"),
     WORDS("comments", "variations", "evaluations", "clocks"),
     EXAMPLE(NONE, "games: {has: [comments, clocks]}", "1. e4 {[%clk 0:05:00] best by test} *",
             "1. e4 {[%clk 0:05:00]} *")},
    {KEY(SET, "games.time", GAMES(times),
         "by TimeControl: bullet blitz rapid classical correspondence unknown"),
     .names = fm_time_class_names,
     EXAMPLE(NONE, "games: {time: blitz}", "[TimeControl \"180+2\"] 1. e4 *",
             "[TimeControl \"60\"] 1. e4 *")},
    {KEY(SET, "games.result", GAMES(results), "1-0 0-1 1/2-1/2 \"*\""), .names = fm_result_names,
     EXAMPLE(SAME, "games: {result: 1-0}", "1. e4 e5 1-0", "1. e4 e5 0-1")},
    {KEY(SET, "games.final", GAMES(finals),
         "state of the last position: mate stalemate check insufficient fifty-moves repetition other"),
     WORDS("mate", "stalemate", "check", "insufficient", "fifty-moves", "repetition", "other"),
     EXAMPLE(SAME, "games: {final: mate}", "1. f3 e5 2. g4 Qh4# 0-1", "1. f3 e5 2. g4 *")},
    {KEY(TEXTS, "games.reached", GAMES(reached),
         "a position that the game reaches, as FEN or moves: 1. e4 c5; a list: one of several"),
     EXAMPLE(SAME, "games: {reached: [1. e4 c5, 1. d4 d5]}", "1. e4 c5 *", "1. e4 e5 *")},
    {KEY(TEXT, "games.reached-file", GAMES(reached_file),
         "file of lines: games that reach the last position of one of its games, or one of its list"),
     .flags = FM_KEY_GLOBAL,
     EXAMPLE(SAME, "games: {reached-file: seen.pgn}", "1. e4 e5 *", "1. d4 d5 *")},
    {KEY(MATERIAL, "games.contains.material", GAMES(contains.material),
         "at some position, as positions.material; all of `contains` at the same one: KRPvKR"),
     EXAMPLE(SAME, "games: {contains: {material: KvKR}}",
             "[FEN \"4k3/8/8/8/8/8/4r3/4K2R w K - 0 1\"] 1. Kxe2 *", "1. e4 *")},
    {KEY(TEXT, "games.contains.board", GAMES(contains.board),
         "a picture of that board, as positions.board: */*/*/*/*/*/5PPP/6K1"),
     EXAMPLE(SAME, "games: {contains: {board: '*/*/*/*/4P3/*/*/*'}}", "1. e4 e5 *", "1. d4 d5 *")},
    {KEY(SET, "games.contains.moves", GAMES(contains.moves),
         "the move played there is one of these; as positions.next: [underpromotion]"),
     .names = moves,
     EXAMPLE(NONE, "games: {contains: {moves: capture}}", "1. e4 d5 2. exd5 *", "1. e4 d5 *")},
    {KEY(RULE, "games.opening.eco", GAMES(opening.eco),
         "a rule on the code of the game's opening in input.openings: B20..B99"),
     WORDS("ECO"), EXAMPLE(SAME, "games: {opening: {eco: B20}}", "1. e4 c5 *", "1. e4 e5 *")},
    {KEY(RULE, "games.opening.name", GAMES(opening.name), "a rule on its name: \"~ Najdorf\""),
     WORDS("Opening"),
     EXAMPLE(SAME, "games: {opening: {name: ~ Sicilian}}", "1. e4 c5 *", "1. e4 e5 *")},
    {RANGE("games.book", GAMES(book), 0, INT32_MAX,
           "ply of the game's last position in input.book: ..10, 20.."),
     EXAMPLE(SAME, "games: {book: 2..}", "1. e4 e5 *", "1. e4 c5 *")},
    {CHOICE(
         "games.duplicates.keep", GAMES(duplicates),
         "games kept of those that are the same: all | first | longest | best (of the longest, most tags); "
         "short: `duplicates: drop`",
         "all", "first", "longest", "best"),
     .flags = FM_KEY_GLOBAL,
     EXAMPLE(ALL, "games: {duplicates: drop}",
             "[White \"Ann\"] [Black \"Bob\"] 1. e4 * [White \"Ann\"] [Black \"Bob\"] 1. d4 *",
             "[White \"Ann\"] [Black \"Bob\"] 1. e4 * [White \"Ann\"] [Black \"Bob\"] 1. e4 *")},
    {KEY(SET, "games.duplicates.key", GAMES(duplicate_key),
         "properties that agree in duplicates: players result moves date round surnames; []: the first "
         "three"),
     WORDS("players", "result", "moves", "date", "round", "surnames"), .flags = FM_KEY_GLOBAL,
     EXAMPLE(ALL, "games: {duplicates: {keep: first, key: moves}}",
             "[White \"Ann\"] 1. e4 * [White \"Bob\"] 1. d4 *",
             "[White \"Ann\"] 1. e4 * [White \"Bob\"] 1. e4 *")},
    {KEY(TEXT, "games.exclude", GAMES(sets[FM_SET_EXCLUDE]),
         "file of games that are not written, by the key of duplicates"),
     .flags = FM_KEY_GLOBAL,
     EXAMPLE(ALL, "games: {exclude: seen.pgn}", "[White \"Ann\"] [Black \"Bob\"] 1. d4 d5 *",
             "[White \"Ann\"] [Black \"Bob\"] 1. e4 e5 *")},
    {KEY(TEXT, "games.only", GAMES(sets[FM_SET_ONLY]),
         "file of games: only these are written, by the key of duplicates"),
     .flags = FM_KEY_GLOBAL,
     EXAMPLE(NONE, "games: {only: seen.pgn}", "[White \"Ann\"] [Black \"Bob\"] 1. e4 e5 *",
             "[White \"Ann\"] [Black \"Bob\"] 1. d4 d5 *")},
    {NUMBER(
         "games.sample", GAMES(sample), 0, INT64_MAX, "0",
         "random sample: at most this many games of those that all other conditions leave; 0: all"),
     .flags = FM_KEY_GLOBAL,
     EXAMPLE(SAME, "games: {sample: 2}", "[Event \"a\"] 1. e4 * [Event \"b\"] 1. d4 *",
             "[Event \"a\"] 1. e4 * [Event \"b\"] 1. d4 * [Event \"c\"] 1. c4 *")},

    {KEY(PLIES, "positions.plies", POSITIONS(plies),
         "16..120; ply 0 is the start position; -10.. counts from the end; last"),
     .min = -INT32_MAX, .max = INT32_MAX, .preset = "1..",
     EXAMPLE(SAME, "positions: {plies: 1..2}", "1. e4 e5 *", "1. e4 e5 2. Nf3 *")},
    {NUMBER("positions.every", POSITIONS(every), 1, INT32_MAX, "1", "every Nth of these plies"),
     EXAMPLE(SAME, "positions: {plies: 1.., every: 2}", "1. e4 *", "1. e4 e5 *")},
    {CHOICE("positions.side", POSITIONS(side), "side to move: any | white | black", "any", "white",
            "black"),
     EXAMPLE(SAME, "positions: {side: black}", "1. e4 e5 *", "1. e4 e5 2. Nf3 *")},
    {BOOL("positions.quiet", POSITIONS(quiet),
          "true: not in check, and the next move is there and no capture, promotion or check"),
     EXAMPLE(SAME, "positions: {quiet: true}", "1. e4 d5 2. Nf3 *", "1. e4 d5 2. exd5 *")},
    {CHOICE("positions.check", POSITIONS(check), "the side to move is in check: any | yes | no",
            "any", "yes", "no"),
     EXAMPLE(SAME, "positions: {check: yes}", "1. f3 e5 2. e3 Qh4+ 3. g3 *", "1. f3 e5 2. e3 *")},
    {RANGE("positions.pieces", POSITIONS(pieces), 0, 80,
           "pieces on the board, kings and pawns included: 3..32"),
     EXAMPLE(SAME, "positions: {pieces: ..31}", "1. e4 d5 2. exd5 Qxd5 *", "1. e4 d5 2. exd5 *")},
    {KEY(MATERIAL, "positions.material", POSITIONS(material),
         "KRPvKR, or {white: Q.., black: R}: the pieces beside the kings, .. for more"),
     EXAMPLE(SAME, "positions: {material: KRvKR}",
             "[FEN \"4k3/8/8/8/8/8/4r3/4K2R w K - 0 1\"] 1. Kxe2 *", "1. e4 *")},
    {RANGE("positions.material-points", POSITIONS(material_points), 0, INT32_MAX,
           "points of both sides' pieces, as {material.points}: 17..78"),
     EXAMPLE(SAME, "positions: {material-points: ..69}",
             "1. e4 d5 2. exd5 Qxd5 3. Qh5 Qxh5 4. Nf3 *", "1. e4 d5 2. exd5 Qxd5 *")},
    {RANGE("positions.halfmove", POSITIONS(halfmove), 0, INT32_MAX,
           "plies since the last capture or pawn move: 0..40"),
     EXAMPLE(SAME, "positions: {halfmove: 1..}", "1. Nf3 Nf6 *", "1. e4 e5 *")},
    {RANGE("positions.fullmove", POSITIONS(fullmove), 0, INT32_MAX,
           "number of the next move: 8..120"),
     EXAMPLE(SAME, "positions: {fullmove: 2..}", "1. e4 e5 2. Nf3 *", "1. e4 *")},
    {KEY(TEXT, "positions.board", POSITIONS(board),
         "FEN's first field with ? for any square and * for any rank: */*/*/*/*/*/5PPP/6K1"),
     EXAMPLE(SAME, "positions: {board: '*/*/*/*/4P3/*/*/*'}", "1. e4 e5 *", "1. d4 d5 *")},
    {KEY(TEXT, "positions.reached", POSITIONS(reached),
         "positions from this one on, given as FEN or moves: 1. e4 c5"),
     EXAMPLE(SAME, "positions: {reached: 1. e4 c5}", "1. e4 c5 2. Nf3 *", "1. e4 e5 2. Nf3 *")},
    {KEY(RULE, "positions.opening.eco", POSITIONS(opening.eco),
         "rule on the code of the last opening known up to the position: B20..B99"),
     WORDS("ECO"),
     EXAMPLE(SAME, "positions: {opening: {eco: B20}}", "1. e4 c5 2. Nf3 *", "1. e4 e5 2. Nf3 *")},
    {KEY(RULE, "positions.opening.name", POSITIONS(opening.name),
         "a rule on its name: \"~ Najdorf\""),
     WORDS("Opening"),
     EXAMPLE(SAME, "positions: {opening: {name: ~ Sicilian}}", "1. e4 c5 2. Nf3 *",
             "1. e4 e5 2. Nf3 *")},
    {CHOICE(
         "positions.book", POSITIONS(book),
         "any | in input.book | out of it | leaves: in it, and the next move leads out, the first "
         "time | left: the one after that",
         "any", "in", "out", "leaves", "left"),
     EXAMPLE(SAME, "positions: {book: in}", "1. e4 c5 *", "1. d4 d5 *")},
    {KEY(CHOICE, "positions.eval.field", POSITIONS(eval_field),
         "the field that is looked at: eval.position, eval, eval.next; .mover"),
     WORDS("eval.position", "eval.position.mover", "eval", "eval.mover", "eval.next",
           "eval.next.mover"),
     .preset = "eval.position",
     EXAMPLE(NONE, "positions: {eval: {range: 50.., field: eval.next}}",
             "1. e4 {[%eval 0.2]} e5 {[%eval 0.6]} *", "1. e4 {[%eval 0.6]} e5 {[%eval 0.2]} *")},
    {RANGE("positions.eval.range", POSITIONS(eval), -INT32_MAX, INT32_MAX,
           "centipawns; short, of {eval.position}, for White: `eval: -300..300`"),
     EXAMPLE(SAME, "positions: {eval: 50..}", "1. e4 {[%eval 0.6]} e5 *",
             "1. e4 {[%eval 0.4]} e5 *")},
    {BOOL("positions.eval.absolute", POSITIONS(eval_absolute),
          "true: the range is of the amount, whoever is better"),
     EXAMPLE(SAME, "positions: {eval: {range: 50.., absolute: true}}", "1. e4 {[%eval -0.6]} e5 *",
             "1. e4 {[%eval -0.4]} e5 *")},
    {KEY(SET, "positions.marks", POSITIONS(marks),
         "the next move is marked good mistake brilliant blunder interesting dubious"),
     WORDS("good", "mistake", "brilliant", "blunder", "interesting", "dubious"), .min = 1,
     EXAMPLE(NONE, "positions: {marks: blunder}", "1. e4 f6?? *", "1. e4 f6? *")},
    {KEY(SET, "positions.next", POSITIONS(next),
         "the next move is one of these: capture promotion underpromotion check mate stalemate "
         "castling kingside-castling queenside-castling en-passant null-move"),
     .names = moves,
     EXAMPLE(SAME, "positions: {next: capture}", "1. e4 d5 2. exd5 *", "1. e4 d5 2. Nf3 *")},
    {KEY(SET, "positions.not-next", POSITIONS(not_next),
         "there is a next move, and it is none of these"),
     .names = moves,
     EXAMPLE(SAME, "positions: {not-next: capture}", "1. e4 d5 2. Nf3 *", "1. e4 d5 2. exd5 *")},
    {RANGE("positions.swing", POSITIONS(swing), -INT32_MAX, INT32_MAX,
           "centipawns that the next move loses, from [%eval] before and after it: 150.."),
     EXAMPLE(NONE, "positions: {swing: 150..}", "1. e4 {[%eval 0.3]} f6 {[%eval 2.0]} *",
             "1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} *")},
    {RANGE("positions.split.part", POSITIONS(split_part), 1, 1000000,
           "parts to write, of those that games or positions are divided into at random: 1..9"),
     EXAMPLE(SAME, "positions: {split: {part: 2, of: 3}}", "1. e4 e5 *", "1. d4 d5 *")},
    {NUMBER("positions.split.of", POSITIONS(split_of), 0, 1000000, "0",
            "number of the parts, which together are all; 0: no split"),
     EXAMPLE(SAME, "positions: {split: {part: 1, of: 3}}", "1. d4 d5 *", "1. e4 e5 *")},
    {CHOICE("positions.split.by", POSITIONS(split_by),
            "game (by its start and moves, all positions of it) | position: equal ones in one part",
            "game", "position"),
     EXAMPLE(SAME, "positions: {split: {part: 2, of: 2, by: position}}", "1. e4 e5 *",
             "1. d4 d5 *")},
    {NUMBER("positions.split.seed", POSITIONS(split_seed), 0, INT64_MAX, "1",
            "another seed divides differently; parts of one seed are disjoint"),
     EXAMPLE(SAME, "positions: {split: {part: 2, of: 2, seed: 2}}", "1. e4 e5 *", "1. d4 d5 *")},
    {KEY(TEXT, "positions.only", POSITIONS(sets[FM_SET_ONLY]),
         "file of positions: only these are written: every one of its games, or its records"),
     EXAMPLE(SAME, "positions: {only: seen.pgn}", "1. e4 e5 *", "1. d4 d5 *")},
    {KEY(TEXT, "positions.exclude", POSITIONS(sets[FM_SET_EXCLUDE]),
         "file of positions that are not written: every one of its games, or its records"),
     EXAMPLE(SAME, "positions: {exclude: seen.pgn}", "1. d4 d5 *", "1. e4 e5 *")},
    {KEY(TAGS, "positions.ops", POSITIONS(ops),
         "rules on EPD operations that records of lists have: {acd: \">= 10\", id: \"~* mate\"}"),
     EXAMPLE(SAME, "positions: {ops: {acd: \">= 10\"}}", "4k3/8/8/8/8/8/8/4K2R w K - acd 12;",
             "4k3/8/8/8/8/8/8/4K2R w K - acd 9;")},
    {NUMBER("positions.sample.per-game", POSITIONS(sample_per_game), 0, INT32_MAX, "0",
            "random sample: at most this many positions per game; 0: all"),
     EXAMPLE(ALL, "positions: {plies: 1.., sample: 2/game}", "1. e4 e5 *", "1. e4 e5 2. Nf3 *")},
    {NUMBER("positions.sample.total", POSITIONS(sample_total), 0, INT64_MAX, "0",
            "random sample: at most this many positions of the run; 0: all"),
     EXAMPLE(SAME, "positions: {plies: 1.., sample: 2}", "1. e4 e5 *", "1. e4 e5 2. Nf3 *")},
    {KEY(BY, "positions.sample.by", POSITIONS(sample_by),
         "the sample of the run is of each group: at most `total` positions with equal values of these fields: [result, ply/10]"),
     EXAMPLE(SAME, "positions: {plies: 1.., sample: {total: 1, by: [side]}}", "1. e4 e5 *",
             "1. e4 e5 2. Nf3 *")},
    {NUMBER("positions.sample.seed", POSITIONS(sample_seed), 0, INT64_MAX, "0",
            "the same seed gives the same sample, another seed another one")},
    {CHOICE("positions.unique.key", POSITIONS(unique_key),
            "none | fen | position (no counters, en passant if legal) | board: one of equals",
            "none", "fen", "position", "board"),
     EXAMPLE(SAME, "positions: {plies: 1.., unique: position}", "1. Nf3 Nf6 *",
             "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 *")},
    {CHOICE("positions.unique.scope", POSITIONS(unique_scope), "unique within the run | the game",
            "run", "game"),
     EXAMPLE(ALL, "positions: {plies: 1.., unique: {key: position, scope: game}}",
             "1. e4 e5 * [White \"B\"] 1. e4 e5 *", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 *")},
    {KEY(TEXT, "positions.unique.store", POSITIONS(unique_store),
         "file that keeps the keys between runs; "
         "a position seen in an earlier run is not written again"),
     EXAMPLE(SAME, "positions: {plies: 1.., unique: {key: position, store: seen.store}}",
             "1. d4 d5 *", "1. e4 e5 *")},
    {SIZE("positions.memory", POSITIONS(memory), MIB, TIB, "1G",
          "memory for unique positions, samples, counts, duplicates and what is excluded; "
          "what is more goes to a file in TMPDIR")},

    {KEY(CONSUMER, "output.for", OUTPUT(consumer),
         "the program that reads the output; decides the keys that are not set"),
     .flags = FM_KEY_UNSET | FM_KEY_FIRST},
    {KEY(CHOICE, "output.format", OUTPUT(format),
         "auto (by the suffix of `to`, else fen)" FM_FORMAT_HELP),
     .names = fm_format_names, .preset = "auto"},
    {KEY(CHOICE, "output.dialect", OUTPUT(dialect),
         "fen | xfen | shredder | lichess | stockfish (as it prints with UCI_Chess960); decides "
         "castling, en-passant and counters"),
     WORDS(FM_DIALECT_NAMES), .flags = FM_KEY_UNSET | FM_KEY_FIRST | FM_KEY_BY_CONSUMER},
    {KEY(CHOICE, "output.castling", OUTPUT(style.castling),
         "keep | fen | xfen | shredder; not given: xfen after a replay, else keep"),
     WORDS("keep", "fen", "xfen", "shredder"),
     .flags = FM_KEY_UNSET | FM_KEY_BY_CONSUMER | FM_KEY_BY_DIALECT},
    {KEY(CHOICE, "output.en-passant", OUTPUT(style.en_passant),
         "keep | always | pseudo-legal | legal; not given: as the castling dialect, or keep"),
     WORDS("keep", "always", "pseudo-legal", "legal"),
     .flags = FM_KEY_UNSET | FM_KEY_BY_CONSUMER | FM_KEY_BY_DIALECT},
    {KEY(CHOICE, "output.counters", OUTPUT(style.counters),
         "keep | fields (FEN) | ops (hmvc, fmvn) | none; not given: as the format, or keep"),
     WORDS("keep", "fields", "ops", "none"),
     .flags = FM_KEY_UNSET | FM_KEY_BY_CONSUMER | FM_KEY_BY_DIALECT},
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
            "notation of moves: keep (export: san) | san | lan | uci | iccf", "keep", "san", "lan",
            "uci", "iccf")},
    {KEY(LETTERS, "output.pgn.letters", OUTPUT(pgn.letters),
         "piece letters of moves: keep (export: en) | en | de | ... | figurine"),
     .preset = "keep"},
    {KEY(SET, "output.pgn.comments", OUTPUT(pgn.comments),
         "keep | commands ([%clk 0:05:00] and the like alone) | drop | what of them is kept: text "
         "evaluations clocks marks"),
     WORDS("keep", "commands", "drop", "text", "evaluations", "clocks", "marks"), .preset = "keep"},
    {KEY(SET, "output.pgn.commands", OUTPUT(pgn.commands),
         "what engines wrote as text, +0.25/12 3.1s, as commands in comments: none | eval ([%eval] after the move before, White's view) emt clk"),
     WORDS("none", "eval", "emt", "clk"), .preset = "none"},
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
    {KEY(FACTOR, "output.eval-scale", OUTPUT(eval_scale),
         "factor of scores that are written, but of mates: 0.36; conditions are about the scores of the input"),
     .max = 1000, .preset = "1"},
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
    {CHOICE(
        "output.weights", OUTPUT(weights),
        "weights of a book's moves: results (2 a win, 1 a draw of the side that moves) | counts | uniform",
        "results", "counts", "uniform")},
    {CHOICE(
        "output.rows", OUTPUT(rows),
        "one record for each of: positions | games (their last position) | groups (counts) | moves (groups by fen and next.uci) | lines (PGN: a game of each line of a game) | trees (PGN: all games of a start are one)",
        "positions", "games", "groups", "moves", "lines", "trees")},
    {CHOICE("output.tree.order", OUTPUT(tree.order),
            "branches of a tree: count (most frequent first) | first (first seen first)", "count",
            "first")},
    {SWITCH(
        "output.tree.transpositions", OUTPUT(tree.joins),
        "a position that another order of moves has reached: keep (its moves, too) | join (a comment names where it goes on)",
        "keep", "join")},
    {KEY(TEXT, "output.tree.comment", OUTPUT(tree.comment),
         "template of a comment at each branch of a tree, of counts and fields of `by`: \"{count} {score}\""),
     .flags = FM_KEY_TEMPLATE},
    {KEY(TEXT, "output.tree.names", OUTPUT(tree.names),
         "template of a comment where each game of a tree ends: \"{White} - {Black} {year}\""),
     .flags = FM_KEY_TEMPLATE},
    {KEY(BY, "output.by", OUTPUT(by),
         "fields of groups: [fen, next.uci]; numbers in steps of N: [result, ply/10]")},
    {NUMBER(
        "output.min-count", OUTPUT(min_count), 1, INT64_MAX, "1",
        "groups, or moves of a book, with at least this number of positions; branches of a tree with so many games")},
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
            "level of compression, higher for smaller files: 1 to 9 for .gz, 1 to 19 for .zst"),
     .flags = FM_KEY_UNSET},

    {KEY(SWITCH, "match", PROFILE(first_match),
         "a game goes to the first | all of the outputs that it fits"),
     WORDS("all", "first"), .preset = "first"},
    {KEY(OUTPUTS, "outputs", PROFILE(outputs),
         "a list, each with keys of `output`, and `when` and `positions`")},
};

const size_t fm_key_count = FM_COUNT_OF(fm_keys);
_Static_assert(FM_COUNT_OF(fm_keys) <= FM_KEYS_MAX, "all keys fit into one list");

const struct fm_key *fm_key_find(struct fm_text path)
{
    for (size_t i = 0; i < fm_key_count; i++)
        if (path.n == fm_keys[i].path_size && memcmp(path.p, fm_keys[i].path, path.n) == 0)
            return &fm_keys[i];
    return NULL;
}

const struct fm_condition *fm_condition(const char *key)
{
    const struct fm_key *row = fm_key_find(fm_text_of(key));
    return row == NULL ? NULL : row->condition;
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
