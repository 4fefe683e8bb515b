/* How positions are written; filled once per output. */
#ifndef FM_BOARD_FEN_STYLE_H
#define FM_BOARD_FEN_STYLE_H
#include "base/base.h"

struct fm_fen_style {
    enum fm_castling_dialect castling; /* not KEEP */
    enum fm_en_passant en_passant;     /* not KEEP */
    bool counters;                     /* fields 5 and 6 */
    bool letter_j;                     /* J for A where the variant is Janus */
    bool no_prefix;                    /* X-FEN without s and m: the reader knows the variant */
};

#endif
