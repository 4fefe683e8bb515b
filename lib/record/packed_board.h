/* SPDX-License-Identifier: MIT */
/* Boards of training data: the set of occupied squares, and a code of four bits for each of them.
 * What they have in common: bulletformat, viriformat, binpack. Included with BOARD_FILES 8. */
#ifndef FM_RECORD_PACKED_BOARD_H
#define FM_RECORD_PACKED_BOARD_H
#include "base/lanes.h"
#include "board/board.h"
#include "board/placement.h"

/* Bytes of a packed position with all that belongs to it, in each of these formats. */
enum { FM_PACKED_BYTES = 32, FM_CODE_BITS = 4 };

/* The codes of a board, as the squares that have each bit of theirs. */
struct fm_packed_board {
    uint64_t occupied; /* at most 32 squares */
    uint64_t bits[FM_CODE_BITS];
};

/* Functions with the instructions of FM_PLAIN_BMI2. */
#if defined(__x86_64__) && defined(__GNUC__)
#    define FM_PACKED_BMI2 __attribute__((target("bmi2,popcnt")))
#endif

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

/** The codes of a board: 0 to 5 for P, N, B, R, Q, K, and one bit for those of a side.
 * @param kind  place of the lowest of the three bits of the piece. @param side  that of the side.
 * @param of  the side that has this bit. */
FM_INLINE void fm_packed_begin(const struct BFN(position) * pos, unsigned kind, unsigned side,
                               unsigned of, struct fm_packed_board *out)
{
    const bb *const white = pos->pieces[FM_WHITE], *const black = pos->pieces[FM_BLACK];
    const bb rooks = white[FM_ROOK] | black[FM_ROOK], kings = white[FM_KING] | black[FM_KING];
    out->occupied = pos->all[FM_WHITE] | pos->all[FM_BLACK];
    out->bits[kind] = white[FM_KNIGHT] | black[FM_KNIGHT] | rooks | kings;
    out->bits[kind + 1] = white[FM_BISHOP] | black[FM_BISHOP] | rooks;
    out->bits[kind + 2] = white[FM_QUEEN] | black[FM_QUEEN] | kings;
    out->bits[side] = pos->all[of];
}

/** Give pieces another code. */
FM_INLINE void fm_packed_recode(struct fm_packed_board *board, bb squares, unsigned code)
{
    FM_UNROLLED
    for (unsigned i = 0; i < FM_CODE_BITS; i++)
        board->bits[i] = code >> i & 1 ? board->bits[i] | squares : board->bits[i] & ~squares;
}

/** The rooks with which a side may castle. */
FM_INLINE bb fm_castling_rooks(const struct BFN(position) * pos, unsigned colour)
{
    bb rooks = 0;
    for (unsigned side = 0; side < 2; side++)
        if (pos->rights >> (2 * colour + side) & 1)
            rooks |= bb_of(pos->castles[colour][side].rook_from);
    return rooks;
}

/** Write the codes of the pieces in 16 bytes, in the order of squares, the first in the lowest
 * bits; the rest is 0. @return the end. */
unsigned char *fm_packed_put(unsigned char *at, const struct fm_packed_board *board);
/** The same with chosen instructions: FM_PLAIN_ANY, or what fm_plain_best_path() returns. */
unsigned char *fm_packed_put_by(enum fm_plain_path path, unsigned char *at,
                                const struct fm_packed_board *board);

#endif
