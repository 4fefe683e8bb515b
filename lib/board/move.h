/* SPDX-License-Identifier: MIT */
/* A legal move on one board; squares are the board's own numbers. */
#ifndef FM_BOARD_MOVE_H
#define FM_BOARD_MOVE_H
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum fm_move_type {
    FM_MOVE_NORMAL,
    FM_MOVE_DOUBLE_STEP,
    FM_MOVE_EN_PASSANT,
    FM_MOVE_CASTLE,
    FM_MOVE_NULL
};

/* Eight bytes, written and read as one word: a move goes from the reader to the board at every
 * ply. */
struct fm_move {
    uint8_t from;      /* castling: the king's square; null move: the king's too */
    uint8_t to;        /* castling: the own rook's square; null move: the king's */
    uint8_t kind;      /* enum fm_kind of the mover */
    uint8_t promotion; /* enum fm_kind, FM_NO_KIND = none */
    uint8_t type;      /* enum fm_move_type */
    uint8_t captured;  /* enum fm_kind, FM_NO_KIND = none; en passant: the pawn */
    uint8_t side;      /* enum fm_side of castling, else 0 */
    uint8_t zero;      /* 0, so that moves can be compared as bytes */
};
_Static_assert(sizeof(struct fm_move) == sizeof(uint64_t), "a move is one word");

/* Bytes that any move written here fits in, a final NUL included. */
enum { FM_MOVE_TEXT_MAX = 16 };
/* Legal moves of any position that fm_setup_faults() lets pass; a bound for 10x8 is 460. */
enum { FM_MOVES_MAX = 512 };
/* Bounds the stack; nobody waits for the end of 20. */
enum { FM_PERFT_DEPTH_MAX = 100 };

/* The key of a move among those of one position: from, to and promotion, in 24 bits. */
static inline unsigned fm_move_code(struct fm_move move)
{
    return move.from | (unsigned)move.to << 8 | (unsigned)move.promotion << 16;
}

/* A move from its parts, without byte stores that a load of the word would have to wait for. */
static inline struct fm_move fm_move_of(unsigned from, unsigned to, unsigned kind,
                                        unsigned promotion, unsigned type, unsigned captured,
                                        unsigned side)
{
    struct fm_move move;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    const uint64_t word = (uint64_t)(from | to << 8 | kind << 16 | promotion << 24) |
                          (uint64_t)(type | captured << 8 | side << 16) << 32;
    memcpy(&move, &word, sizeof move);
#else
    move = (struct fm_move){(uint8_t)from, (uint8_t)to,       (uint8_t)kind, (uint8_t)promotion,
                            (uint8_t)type, (uint8_t)captured, (uint8_t)side, 0};
#endif
    return move;
}

#endif
