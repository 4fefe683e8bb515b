/* Template: the position of one board, with the text of its rights kept ready for writing. */
#include "board/castling.h"
#include "board/geom.h"
#include "board/move.h"
#include "board/notation.h"
#include "board/setup.h"

/* One right to castle: all that its legality and its effect depend on. */
struct BFN(castle) {
    bb empty; /* squares that must be empty but for this king and this rook */
    bb path;  /* squares that must not be attacked, the king's own and its target included */
    uint8_t king_from, rook_from, king_to, rook_to;
};

struct BFN(position) {
    /* [colour][kind]; [FM_NO_KIND] is always empty, so that captures need no test */
    bb pieces[2][FM_KINDS + 1];
    bb all[2];                    /* [colour] */
    unsigned char board[SQUARES]; /* FEN letters, 0 = empty */
    uint32_t halfmove;            /* plies since the last pawn move or capture */
    uint32_t fullmove;            /* 1.. */
    bool black;                   /* Black is to move */
    uint8_t ep;                   /* passed over by a double step just made, else NO_SQUARE */
    uint8_t rights;               /* set of 1 << (2 * colour + side) */
    bool shuffles;                /* the machine has a byte shuffle */
    /* [dialect - FM_CASTLING_FEN]; made anew when rights or rooks change */
    struct fm_castling_text castling[FM_CASTLING_TEXTS];
    /* [colour][side]; as at the start, whether or not the right is left */
    struct BFN(castle) castles[2][2];
    const struct fm_variant *variant;
    uint16_t promotions; /* set of 1 << enum fm_kind */
    uint8_t style;       /* enum fm_style */
    bool style_given;    /* these three as in the setup */
    bool ep_exact;
    bool counters_given;
};
