/* How games are written anew in PGN: what of a movetext is kept, and its layout, the standard's
 * export format (PGN standard 3.2, 8.2). */
#ifndef FM_PGN_WRITE_MOVES_H
#define FM_PGN_WRITE_MOVES_H
#include "board/languages.h"
#include "pgn/result.h"

/* Of what an output keeps, 0 is `keep`: all keys `keep` and the game is copied byte for byte. */
enum fm_pgn_notation { FM_PGN_NOTATION_KEEP, FM_PGN_SAN, FM_PGN_LAN, FM_PGN_UCI, FM_PGN_ICCF };
enum fm_pgn_comments { FM_PGN_COMMENTS_KEEP, FM_PGN_COMMENTS_COMMANDS, FM_PGN_COMMENTS_DROP };
enum fm_pgn_nags { FM_PGN_NAGS_KEEP, FM_PGN_NAGS_NUMERIC, FM_PGN_NAGS_GLYPH, FM_PGN_NAGS_DROP };

/* `output.pgn`, but for its tags and plies. */
struct fm_pgn_style {
    bool exports; /* `layout: export`; else the other keys have no effect */
    enum fm_pgn_notation notation;
    const struct fm_language *letters; /* NULL = keep: English, as the standard wants */
    enum fm_pgn_comments comments;
    bool drops_variations;
    enum fm_pgn_nags nags;
    uint64_t width; /* lines are shorter than this; 0 = any length */
};

#endif
