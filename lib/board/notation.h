/* SPDX-License-Identifier: MIT */
/* A move as text, taken apart without a board: what piece, from where, to where, as far as it
 * tells. */
#ifndef FM_BOARD_NOTATION_H
#define FM_BOARD_NOTATION_H
#include "board/languages.h"
#include "board/setup.h"

struct fm_notation {
    enum { FM_NOTE_MOVE, FM_NOTE_CASTLE, FM_NOTE_NULL } type;
    uint16_t kinds;              /* set of (1 << enum fm_kind) that the mover may be */
    int8_t from_file, from_rank; /* -1 = not given */
    int8_t to_file, to_rank;     /* to_rank -1: `exd` */
    int8_t promotion;            /* enum fm_kind, FM_NO_KIND = none given */
    enum fm_side side;           /* side of castling */
    bool capture;                /* there is a capture mark */
    uint32_t tolerances; /* bit (reason - FM_REASON_MOVE_LETTER_CASE) for each that was needed */
};

/** Take apart one move token: SAN, long algebraic, UCI, ICCF (8x8), castling, null moves, and what
 * else is found in files; with the marks after it, blanks between or not ("e5xd6 e.p.", "Bf7 dis
 * ch").
 *
 * Figurines are understood beside every language, and where it leaves them free Q, P for a pawn and
 * (10x8) A, J, C. A move without a letter that names its whole origin may be any kind's (`kinds` is
 * then all). `from` is as written, `capture` a mark, e.p. included. l, I and | are 1 where
 * nothing else fits.
 * @param language  of the piece letters; not NULL.
 * @param files     8 or 10.
 * @param[out] out  the readings, the likelier first: in small letters `bxc3` is a pawn's move, else
 *        a bishop's.
 * @return number of readings, 0 = no move at all, 1 or 2. The first that is legal counts. */
unsigned fm_notation_read(struct fm_text token, const struct fm_language *language, unsigned files,
                          struct fm_notation out[2]);

#endif
