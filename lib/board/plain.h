/* Positions of 8x8 whose placement is written in plain form: read and judged without a branch that
 * could be guessed wrongly. Nearly every FEN and EPD record comes through here. */
#ifndef FM_BOARD_PLAIN_H
#define FM_BOARD_PLAIN_H
#include "board/setup.h"

/** The pieces as sets of squares, bit 8 * rank + file. */
struct fm_plain {
    uint64_t colour[2], pawns, knights, kings;
    uint64_t diagonal, straight; /* bishops and queens; rooks and queens */
    bool fits;                   /* one king each, no more pieces and pawns than chess has, no pawn
                                    on the first or last rank */
};

/** Which instructions the reading uses. */
enum fm_plain_path { FM_PLAIN_ANY, FM_PLAIN_BMI2 };
enum fm_plain_path fm_plain_best_path(void);

/** Read the placement that begins a text.
 * @param path       FM_PLAIN_ANY, or what fm_plain_best_path() says.
 * @param[out] rows  as in struct fm_setup; undefined if it is not taken.
 * @param[out] pieces   likewise.
 * @return bytes of the field, which a blank or the end follows; 0: it is not in plain form and is
 *         to be read with care. */
size_t fm_plain_read(enum fm_plain_path path, struct fm_text text,
                     unsigned char rows[FM_RANKS][FM_MAX_FILES], struct fm_plain *pieces);
/** Whether nothing is wrong with the position: fm_setup_faults() would find no fault. */
bool fm_plain_possible(const struct fm_plain *pieces, bool black);

/* For the readers, which set `fits` of the pieces that they read: compiled into each of them, so that
 * bits are counted with its instructions. */
FM_INLINE bool plain_fits(const struct fm_plain *pieces)
{
    enum { PIECES = 16, PAWNS = 8 };
    bool fits = (pieces->pawns & UINT64_C(0xFF000000000000FF)) == 0;
    FM_UNROLLED
    for (unsigned colour = FM_WHITE; colour <= FM_BLACK; colour++) {
        const uint64_t own = pieces->colour[colour], king = pieces->kings & own;
        fits &= king != 0 && (king & (king - 1)) == 0;
        fits &= __builtin_popcountll(own) <= PIECES;
        fits &= __builtin_popcountll(pieces->pawns & own) <= PAWNS;
    }
    return fits;
}

#endif
