/* A picture of the board to look for: FEN's first field with `?` for a square that does not
 * matter and `*` for a rank that does not: five ranks of `*` and `5PPP` say that three pawns
 * stand there. Digits are empty squares. */
#ifndef FM_FILTER_BOARDMASK_H
#define FM_FILTER_BOARDMASK_H
#include "base/base.h"

enum { FM_MASK_RANKS = 8, FM_MASK_FILES = 10 };

struct fm_board_mask {
    unsigned count; /* squares that matter */
    unsigned files; /* 8 or 10; 0 = no rank says it: any board fits */
    struct fm_mask_square {
        uint8_t file, rank;   /* 0.., rank 0 is the first */
        unsigned char letter; /* FEN letter, 0 = empty */
    } squares[FM_MASK_RANKS * FM_MASK_FILES];
};

/** @return false if the text is no such picture. */
FM_MUST_CHECK bool fm_board_mask_read(struct fm_text text, struct fm_board_mask *out);

#endif
