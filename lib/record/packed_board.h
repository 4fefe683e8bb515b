/* SPDX-License-Identifier: MIT */
/* Boards of training data: the set of occupied squares, and a code of four bits for each of them.
 * What they have in common: bulletformat, viriformat, binpack. Included with BOARD_FILES 8. */
#ifndef FM_RECORD_PACKED_BOARD_H
#define FM_RECORD_PACKED_BOARD_H
#include "base/lanes.h"
#include "board/board.h"

/* Bytes of a packed position with all that belongs to it, in each of these formats. */
enum { FM_PACKED_BYTES = 32 };

/** Write a number of n bytes, the lowest byte first (little) or the highest (big). Of a constant n
 * compilers make one store. @return the end. */
FM_INLINE unsigned char *fm_put_little(unsigned char *at, size_t n, uint64_t number)
{
    fm_little_endian_store(at, n, number);
    return at + n;
}
FM_INLINE unsigned char *fm_put_big(unsigned char *at, size_t n, uint64_t number)
{
    fm_big_endian_store(at, n, number);
    return at + n;
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
        at = fm_put_little(at, 8, out);
    }
    return at;
}

#endif
