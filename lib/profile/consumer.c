/* The table of consumers. Castling: a program that reads X-FEN gets X-FEN, which is plain FEN
 * wherever plain FEN can express the rights. */
#include <config.h>
#include "profile/consumer.h"

#define FEN (1u << FM_FORMAT_FEN)
#define EPD (1u << FM_FORMAT_EPD)
#define PGN (1u << FM_FORMAT_PGN)

/* X(name, format, formats, castling, en passant, J, set variant, variant first, Variant tag,
 * doubts, note) */
#define CONSUMERS(X) \
    X("stockfish", FEN, FEN | EPD, XFEN, LEGAL, false, false, false, "Chess960", 0, \
      "reads KQkq, X-FEN and Shredder-FEN; refuses an en passant square on the wrong rank") \
    X("lc0", FEN, FEN, XFEN, PSEUDO_LEGAL, false, false, false, "Chess960", FM_DOUBT_EN_PASSANT, \
      "wants all six fields and refuses operations") \
    X("cutechess", EPD, EPD | PGN, XFEN, PSEUDO_LEGAL, true, true, false, "fischerandom", 0, \
      "openings in EPD with hmvc and fmvn, or PGN; games of unknown variants are dropped") \
    X("fastchess", EPD, FEN | EPD | PGN, XFEN, LEGAL, false, true, false, "Chess960", 0, \
      "FEN or EPD, never mixed in a file") \
    X("python-chess", FEN, FEN | EPD | PGN, XFEN, LEGAL, false, true, false, "Chess960", 0, \
      "its EPD reader refuses counters as fields, its FEN reader operations") \
    X("lichess", PGN, FEN | PGN, XFEN, LEGAL, false, true, false, "Chess960", 0, \
      "a right of an inner rook may become one of the outer rook") \
    X("arena", EPD, FEN | EPD | PGN, XFEN, PSEUDO_LEGAL, false, false, false, "Chess960", \
      FM_DOUBT_EN_PASSANT | FM_DOUBT_SHAPE, \
      "reads X-FEN and Shredder-FEN; users report that old versions lose file letters") \
    X("chessbase", PGN, FEN | PGN, SHREDDER, ALWAYS, false, false, false, "Chess960", \
      FM_DOUBT_CASTLING | FM_DOUBT_EN_PASSANT | FM_DOUBT_SHAPE, \
      "Shredder-FEN by old reports of users; Fritz too") \
    X("fritz", PGN, FEN | PGN, SHREDDER, ALWAYS, false, false, false, "Chess960", \
      FM_DOUBT_CASTLING | FM_DOUBT_EN_PASSANT | FM_DOUBT_SHAPE, "as chessbase") \
    X("shredder", FEN, FEN | EPD | PGN, SHREDDER, ALWAYS, false, false, false, "Chess960", \
      FM_DOUBT_EN_PASSANT | FM_DOUBT_SHAPE, "the program that Shredder-FEN is named after") \
    X("xboard", FEN, FEN | PGN, XFEN, ALWAYS, true, true, true, "fischerandom", 0, \
      "the Variant tag must be before the FEN tag") \
    X("winboard", FEN, FEN | PGN, XFEN, ALWAYS, true, true, true, "fischerandom", 0, \
      "as xboard; the Variant tag must be before the FEN tag") \
    X("fairy-stockfish", FEN, FEN | EPD, XFEN, PSEUDO_LEGAL, true, false, false, "Chess960", 0, \
      "10x8 too; reads no castling prefix s or m: set the variant in the program") \
    X("scid", PGN, FEN | EPD | PGN, XFEN, PSEUDO_LEGAL, false, false, false, "Chess960", 0, \
      "reads KQkq and file letters") \
    X("nibbler", PGN, FEN | PGN, SHREDDER, LEGAL, false, false, false, "Chess960", 0, \
      "needs file letters: K and Q can give it rights to several rooks of a side")

#define ROW(name_, format_, formats_, castling_, ep_, j_, set_, first_, tag_, doubts_, note_) \
    {.name = name_, \
     .format = FM_FORMAT_##format_, \
     .formats = formats_, \
     .castling = FM_CASTLING_##castling_, \
     .en_passant = FM_EP_##ep_, \
     .letter_j = j_, \
     .set_variant = set_, \
     .variant_first = first_, \
     .chess960 = tag_, \
     .doubts = doubts_, \
     .note = note_},
#define NAME(name_, ...) name_,

const struct fm_consumer fm_consumers[] = {CONSUMERS(ROW)};
const size_t fm_consumer_count = FM_COUNT_OF(fm_consumers);
const char *const fm_consumer_names[] = {CONSUMERS(NAME) NULL};
