/* SPDX-License-Identifier: MIT */
/* Boards of training data: the set of occupied squares, and a code of four bits for each of them.
 * What they have in common: bulletformat, viriformat, binpack. Included with BOARD_FILES 8. */
#ifndef FM_RECORD_PACKED_BOARD_H
#define FM_RECORD_PACKED_BOARD_H
#include "base/base.h"
#include "board/board.h"

/* Bytes of a packed position with all that belongs to it, in each of these formats. */
enum { FM_PACKED_BYTES = 32 };

/** Write a number, the lowest byte first (little) or the highest (big). Compilers make one store of
 * it. @return the end. */
FM_INLINE unsigned char *fm_put_little16(unsigned char *at, unsigned number)
{
    at[0] = (unsigned char)number;
    at[1] = (unsigned char)(number >> 8);
    return at + 2;
}
FM_INLINE unsigned char *fm_put_big16(unsigned char *at, unsigned number)
{
    at[0] = (unsigned char)(number >> 8);
    at[1] = (unsigned char)number;
    return at + 2;
}
FM_INLINE unsigned char *fm_put_little32(unsigned char *at, uint32_t number)
{
    at[0] = (unsigned char)number;
    at[1] = (unsigned char)(number >> 8);
    at[2] = (unsigned char)(number >> 16);
    at[3] = (unsigned char)(number >> 24);
    return at + 4;
}
FM_INLINE unsigned char *fm_put_little64(unsigned char *at, uint64_t number)
{
    at[0] = (unsigned char)number;
    at[1] = (unsigned char)(number >> 8);
    at[2] = (unsigned char)(number >> 16);
    at[3] = (unsigned char)(number >> 24);
    at[4] = (unsigned char)(number >> 32);
    at[5] = (unsigned char)(number >> 40);
    at[6] = (unsigned char)(number >> 48);
    at[7] = (unsigned char)(number >> 56);
    return at + 8;
}
FM_INLINE unsigned char *fm_put_big64(unsigned char *at, uint64_t number)
{
    return fm_put_little64(at, __builtin_bswap64(number));
}

/** The piece of a promotion: 0 to 3 for N, B, R, Q. */
FM_INLINE unsigned fm_packed_promotion(struct fm_move move)
{
    static const unsigned char codes[FM_KINDS] = {[FM_BISHOP] = 1, [FM_ROOK] = 2, [FM_QUEEN] = 3};
    return codes[move.promotion];
}

/** Copy the letters of a board; rooks that may castle become U and u. */
FM_INLINE void fm_mark_castling(const struct BFN(position) * pos, unsigned char board[SQUARES])
{
    memcpy(board, pos->board, SQUARES);
    for (unsigned left = pos->rights; left != 0; left &= left - 1) {
        const unsigned right = (unsigned)__builtin_ctz(left), colour = right / 2;
        board[pos->castles[colour][right % 2].rook_from] = colour == FM_BLACK ? 'u' : 'U';
    }
}

/** Write the codes of the pieces in 16 bytes, in the order of squares, the first in the lowest
 * bits; the rest is 0.
 * @param left   the occupied squares, 32 at most.
 * @param board  letters by square. @param codes  code by letter.
 * @param turn   56: ranks are turned around. @param other_case  0x20: so is the case of letters.
 * @return the end. */
FM_INLINE unsigned char *fm_put_codes(unsigned char *at, uint64_t left, const unsigned char *board,
                                      const unsigned char codes[128], unsigned turn,
                                      unsigned other_case)
{
    for (unsigned half = 0; half < 2; half++) {
        uint64_t out = 0;
        for (unsigned shift = 0; left != 0 && shift < 64; shift += 4)
            out |= (uint64_t)codes[board[bb_pop(&left) ^ turn] ^ other_case] << shift;
        at = fm_put_little64(at, out);
    }
    return at;
}

#endif
