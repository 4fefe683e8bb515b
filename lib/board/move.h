/* A legal move on one board; squares are the board's own numbers. */
#ifndef FM_BOARD_MOVE_H
#define FM_BOARD_MOVE_H
#include <stdint.h>

enum fm_move_type { FM_MOVE_NORMAL, FM_MOVE_DOUBLE_STEP, FM_MOVE_EN_PASSANT, FM_MOVE_CASTLE, FM_MOVE_NULL };

struct fm_move {
    uint8_t from, to;  /* castling: the king's square and the own rook's square */
    uint8_t kind;      /* enum fm_kind of the mover */
    uint8_t promotion; /* enum fm_kind, FM_NO_KIND = none */
    uint8_t type;      /* enum fm_move_type */
    uint8_t captured;  /* enum fm_kind, FM_NO_KIND = none */
    uint8_t side;      /* enum fm_side of castling */
};

enum { FM_MOVES_MAX = 512 }; /* legal moves of any position that fm_setup_faults() lets pass (10x8 with 20 queens included) */

#endif
