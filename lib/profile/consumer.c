/* SPDX-License-Identifier: MIT */
/* The table of consumers. Castling: a program that reads X-FEN gets X-FEN, which is plain FEN
 * wherever plain FEN can express the rights. */
#include <config.h>
#include "profile/consumer.h"

#define FEN (1u << FM_FORMAT_FEN)
#define EPD (1u << FM_FORMAT_EPD)
#define PGN (1u << FM_FORMAT_PGN)

/* The sources of what is here are in docs/consumers.md. */
/* A castling style that they do not know is another reason (board/castling.h). */
#define BOARD8 (1u << FM_STANDARD | 1u << FM_CHESS960 | 1u << FM_CHESS480 | 1u << FM_CHESS480_LEWIS)
#define BOARD10 \
    (1u << FM_CAPABLANCA | 1u << FM_CAPARANDOM | 1u << FM_GOTHIC | 1u << FM_EMBASSY | \
     1u << FM_JANUS)

/* Neither [%draw], nor [%evp] and [%egt], which only ChessBase has. */
#define LISTS_ALONE (FM_MARKING_LISTS | FM_MARKING_EVAL | FM_MARKING_EMT)

static const struct fm_pgn_reader any_reader = {0, 0, "Chess960", NULL, NULL};
static const struct fm_pgn_reader chessbase = {0, FM_MARKING_LISTS, "Chess960", NULL, NULL};
static const struct fm_pgn_reader cutechess = {FM_PGN_VARIANT_TAG | FM_PGN_VARIANT_ALWAYS |
                                                   FM_PGN_START | FM_PGN_UTF8 | FM_PGN_BRACKETS |
                                                   FM_PGN_NO_NULL_MOVES | FM_PGN_KING_CASTLES,
                                               0, "fischerandom", "standard", "standard"};
static const struct fm_pgn_reader fastchess = {FM_PGN_VARIANT_TAG | FM_PGN_ONE_LINE |
                                                   FM_PGN_BRACKETS | FM_PGN_NO_NULL_MOVES,
                                               0, "Chess960", NULL, NULL};
static const struct fm_pgn_reader lichess = {FM_PGN_VARIANT_TAG | FM_PGN_LETTER_TAGS | FM_PGN_UTF8 |
                                                 FM_PGN_ORDERED | FM_PGN_NO_NULL_MOVES,
                                             LISTS_ALONE, "Chess960", "Standard", "From Position"};
static const struct fm_pgn_reader nibbler = {FM_PGN_UTF8 | FM_PGN_BRACKETS | FM_PGN_NO_NULL_MOVES,
                                             0, "Chess960", NULL, NULL};
static const struct fm_pgn_reader pychess = {FM_PGN_VARIANT_TAG, 0, "Fischerandom", "Standard",
                                             "Standard"};
static const struct fm_pgn_reader python_chess = {
    FM_PGN_VARIANT_TAG | FM_PGN_UTF8 | FM_EPD_STANDARD_CASTLING, LISTS_ALONE, "Chess960",
    "Standard", "From Position"};
static const struct fm_pgn_reader scid = {FM_PGN_UTF8, FM_MARKING_DRAW | FM_MARKING_EVAL,
                                          "Chess960", NULL, NULL};
static const struct fm_pgn_reader xboard = {FM_PGN_VARIANT_TAG | FM_PGN_VARIANT_FIRST |
                                                FM_PGN_START | FM_PGN_KING_CASTLES,
                                            0, "fischerandom", "normal", "normal"};

#define TEXT (1u << FM_FORMAT_TEXT)
#define BULLET (1u << FM_FORMAT_BULLETFORMAT)
#define PLAIN (1u << FM_FORMAT_PLAIN)
#define BINPACK (1u << FM_FORMAT_BINPACK)
#define VIRIFORMAT (1u << FM_FORMAT_VIRIFORMAT)
#define TABLES (1u << FM_FORMAT_CSV | 1u << FM_FORMAT_TSV | 1u << FM_FORMAT_JSONL)

/* Keys of readers of data. A mate is 32767 less its plies, which is no amount of centipawns; and
 * scores are kept in 16 bits. */
#define WITHOUT_MATES "positions.eval.range", "-31000..31000"
static const char *const bullet_keys[] = {
    "output.line",     "'{fen} | {eval.position} | {result.score}'",
    "positions.quiet", "true",
    WITHOUT_MATES,     NULL};
static const char *const nnue_keys[] = {WITHOUT_MATES, NULL};
static const char *const viridithas_keys[] = {NULL}; /* whole games, mates too */
static const char *const texel_keys[] = {"output.line", "'{fen} {result.bracket}'",
                                         "positions.quiet", "true", NULL};
static const char *const c_chess_cli_keys[] = {
    "output.line", "'{fen},{eval.position.mover},{result.twice.mover}'", NULL};
/* Names without a point, which SQL and attributes of objects have another meaning for. */
static const char *const table_keys[] = {
    "output.columns",
    "[game, ply, fen, {move: next}, {uci: next.uci}, {eval: eval.position}, {score: result.score}, "
    "result, White, Black, {white_elo: white.elo}, {black_elo: black.elo}, {date: Date}, eco]",
    NULL};

/* X(name, format, formats, variants, castling, en passant, J, reader of PGN, doubts, note) */
#define CONSUMERS(X) \
    X("stockfish", FEN, FEN | EPD, BOARD8, XFEN, LEGAL, false, any_reader, 0, \
      "reads KQkq, X-FEN and Shredder-FEN; refuses an en passant square on the wrong rank") \
    X("lc0", FEN, FEN, BOARD8, XFEN, PSEUDO_LEGAL, false, any_reader, FM_DOUBT_EN_PASSANT, \
      "wants all six fields and refuses operations") \
    X("cutechess", EPD, EPD | PGN, BOARD8 | BOARD10, XFEN, PSEUDO_LEGAL, true, cutechess, 0, \
      "openings in EPD with hmvc and fmvn, or PGN; games of unknown variants are dropped") \
    X("fastchess", EPD, FEN | EPD | PGN, BOARD8, XFEN, LEGAL, false, fastchess, 0, \
      "FEN or EPD, never mixed in a file; a movetext is one line") \
    X("python-chess", FEN, FEN | EPD | PGN, BOARD8, XFEN, LEGAL, false, python_chess, 0, \
      "its EPD reader refuses counters as fields, its FEN reader operations") \
    X("lichess", PGN, FEN | PGN, BOARD8, XFEN, LEGAL, false, lichess, 0, \
      "a right of an inner rook may become one of the outer rook; refuses null moves") \
    X("arena", EPD, FEN | EPD | PGN, BOARD8, XFEN, PSEUDO_LEGAL, false, any_reader, \
      FM_DOUBT_EN_PASSANT | FM_DOUBT_SHAPE, \
      "reads X-FEN and Shredder-FEN; users report that old versions lose file letters") \
    X("chessbase", PGN, FEN | PGN, BOARD8, SHREDDER, ALWAYS, false, chessbase, \
      FM_DOUBT_CASTLING | FM_DOUBT_EN_PASSANT | FM_DOUBT_SHAPE, \
      "Shredder-FEN by old reports of users; fritz is a second name") \
    X("shredder", FEN, FEN | EPD | PGN, BOARD8, SHREDDER, ALWAYS, false, any_reader, \
      FM_DOUBT_EN_PASSANT | FM_DOUBT_SHAPE, "the program that Shredder-FEN is named after") \
    X("xboard", FEN, FEN | PGN, (BOARD8 | BOARD10) & ~(1u << FM_EMBASSY), XFEN, ALWAYS, true, \
      xboard, 0, "the Variant tag must be before the FEN tag; winboard is a second name") \
    X("fairy-stockfish", FEN, FEN | EPD, BOARD8 | BOARD10, XFEN, PSEUDO_LEGAL, true, any_reader, \
      0, "10x8 too; reads no castling prefix s or m: set the variant in the program") \
    X("scid", PGN, FEN | EPD | PGN, BOARD8, XFEN, PSEUDO_LEGAL, false, scid, 0, \
      "reads KQkq and file letters") \
    X("nibbler", PGN, FEN | PGN, BOARD8, SHREDDER, LEGAL, false, nibbler, 0, \
      "needs file letters: K and Q can give it rights to several rooks of a side") \
    X("pgn-extract", PGN, PGN, BOARD8, XFEN, ALWAYS, false, any_reader, 0, \
      "null moves of a game itself need --allownullmoves") \
    X("pychess", PGN, FEN | EPD | PGN, BOARD8, XFEN, LEGAL, false, pychess, 0, \
      "reads text as Latin-1, as UTF-8 in files named lichess_...")

/* Readers of data, which know no chess but the FEN. X(name, format, formats, variants,
 * keys, note) */
#define DATA_READERS(X) \
    X("bullet", TEXT, TEXT | BULLET, BOARD8, bullet_keys, \
      "FEN | centipawns | 1.0, 0.5 or 0.0, both for White; quiet positions, no mates") \
    X("nnue-pytorch", PLAIN, PLAIN | BINPACK, BOARD8, nnue_keys, \
      "blocks that Stockfish's tools make binpacks of, or a binpack; no mates, no castling of Chess960") \
    X("viridithas", VIRIFORMAT, VIRIFORMAT, BOARD8, viridithas_keys, \
      "whole games with scores, mates too; it leaves out positions itself") \
    X("texel", TEXT, TEXT, BOARD8, texel_keys, \
      "FEN [1.0], [0.5] or [0.0] for White; quiet positions: tuners of evaluations") \
    X("c-chess-cli", TEXT, TEXT, BOARD8, c_chess_cli_keys, \
      "FEN,centipawns,2 1 or 0, both for the side to move: as its own samples, without a header") \
    X("duckdb", CSV, TABLES, BOARD8 | BOARD10, table_keys, \
      "a row a position; names of columns without a point; pandas is a second name")

/* X(second name, name): programs that read the same. */
#define SECOND_NAMES(X) X("fritz", "chessbase") X("winboard", "xboard") X("pandas", "duckdb")

#define ROW(name_, format_, formats_, variants_, castling_, ep_, j_, reader_, doubts_, note_) \
    {.name = name_, \
     .format = FM_FORMAT_##format_, \
     .formats = formats_, \
     .variants = variants_, \
     .castling = FM_CASTLING_##castling_, \
     .en_passant = FM_EP_##ep_, \
     .letter_j = j_, \
     .pgn = &reader_, \
     .doubts = doubts_, \
     .note = note_},
#define DATA_ROW(name_, format_, formats_, variants_, keys_, note_) \
    {.name = name_, \
     .format = FM_FORMAT_##format_, \
     .formats = formats_, \
     .variants = variants_, \
     .keys = keys_, \
     .castling = FM_CASTLING_XFEN, \
     .en_passant = FM_EP_LEGAL, \
     .standard_castling = ((formats_)&PLAIN) != 0, /* Stockfish's converter knows no `c8b8` */ \
     .pgn = &any_reader, \
     .note = note_},
#define NAME(name_, ...) name_,

const struct fm_consumer fm_consumers[] = {CONSUMERS(ROW) DATA_READERS(DATA_ROW)};
const size_t fm_consumer_count = FM_COUNT_OF(fm_consumers);
const char *const fm_consumer_names[] = {CONSUMERS(NAME) DATA_READERS(NAME) SECOND_NAMES(NAME)
                                             NULL};

#define TARGET(second_, name_) name_,
static const char *const second_name_of[] = {SECOND_NAMES(TARGET)};

const struct fm_consumer *fm_consumer_of(size_t index)
{
    if (index < fm_consumer_count)
        return &fm_consumers[index];
    const char *name = second_name_of[index - fm_consumer_count];
    const struct fm_consumer *row = fm_consumers;
    while (strcmp(row->name, name) != 0)
        row++;
    return row;
}

bool fm_consumer_plays(const struct fm_profile_output *output, enum fm_variant_id id)
{
    if (fm_format_has(output->format, FM_FORMAT_BINARY) && (BOARD10 >> id & 1))
        return false;
    return output->consumer == NULL || (output->consumer->variants >> id & 1);
}

bool fm_consumer_needs(const struct fm_profile_output *output, enum fm_pgn_need need)
{
    return output->consumer != NULL && (output->consumer->pgn->needs & need);
}
