/* SPDX-License-Identifier: MIT */
/* The fields of a FEN in its usual form. */
#ifndef FM_BOARD_FEN_FIELDS_H
#define FM_BOARD_FEN_FIELDS_H
#include "board/setup.h"

/** Where the fields of a FEN or EPD are in its text, for rewriting one and keeping the others. */
struct fm_fen_fields {
    /* empty where missing */
    struct fm_text placement, side, castling, en_passant, halfmove, fullmove;
    struct fm_text rest; /* text after the last field (opcodes, comments), without leading blanks */
};

/** Read w or b, by a bit: no branch on who is to move, which cannot be guessed. @return false: it
 * is neither. */
static inline bool fm_fen_side(unsigned char side, bool *black)
{
    *black = !(side & 1);
    return side == 'b' + ('w' - 'b') * (side & 1);
}
/** Find the fields after a placement of 8x8 where they are as in nearly every record: of usual
 * lengths, with one blank between two, and two counters in their range and maybe text, or letters
 * after the fields, or nothing. Where they end is no branch, as it cannot be guessed.
 * @param placed       bytes of the placement that begins the text.
 * @param[out] setup   who is to move, and the counters.
 * @param[out] fields  all of them.
 * @return false: they are not, or what is in them is to be looked at byte by byte; what was written
 * is not to be used. */
bool fm_fen_fields_split(struct fm_text text, size_t placed, struct fm_setup *setup,
                         struct fm_fen_fields *fields);

#endif
