/* SPDX-License-Identifier: MIT */
/* The first field of a FEN: where the pieces are. */
#ifndef FM_BOARD_PLACEMENT_H
#define FM_BOARD_PLACEMENT_H
#include "board/setup.h"

/** The names of the instruction sets that the readers use. */
enum fm_plain_path { FM_PLAIN_ANY, FM_PLAIN_BMI2, FM_PLAIN_AVX512 };
enum fm_plain_path fm_plain_best_path(void);

/** Read the placement that begins a text, if it is of 8x8 and in plain form: letters, digits 1 to 8
 * of which no two are neighbours, slashes. The result is that of fm_placement_read().
 * @param[out] rows as in struct fm_setup; undefined if 0 is returned. NULL: only the sets are
 * wanted.
 * @param[out] pieces  likewise.
 * @return bytes of the field, which a blank or the end follows; 0: it is not in plain form, and
 *         fm_placement_read() decides. */
size_t fm_placement_read_plain(struct fm_text text, unsigned char rows[FM_RANKS][FM_MAX_FILES],
                               struct fm_plain *pieces);
/** The same with chosen instructions. @param path  FM_PLAIN_ANY, or what fm_plain_best_path()
 * returns. */
size_t fm_placement_read_plain_by(enum fm_plain_path path, struct fm_text text,
                                  unsigned char rows[FM_RANKS][FM_MAX_FILES],
                                  struct fm_plain *pieces);
/** The placement that begins a text. */
struct fm_placed {
    size_t n; /* bytes of it; 0: it is not in plain form, or not known to be */
    struct fm_plain sets;
    unsigned char squares[FM_RANKS * 8]; /* the letters, 0 = empty; where they are wanted */
};
/** Read the placements that begin several texts. Quicker than one by one; what is not, is not
 * read. @param squares  the letters are wanted, too. */
void fm_placements_read_plain(const struct fm_text *texts, size_t count, bool squares,
                              struct fm_placed *placed);
/** Read a whole field of either width.
 * @param[out] setup     pieces and files; undefined on failure.
 * @param[out] letter_j  there is a J in it.
 * @param[out] bad       on failure the rank or field that is wrong.
 * @return false if it is no placement of 8x8 or 10x8. */
bool fm_placement_read(struct fm_text field, struct fm_setup *setup, bool *letter_j,
                       struct fm_text *bad);

/** The letters of 64 squares as rows of a setup. */
FM_INLINE void plain_put_rows(const unsigned char squares[FM_RANKS * 8],
                              unsigned char rows[FM_RANKS][FM_MAX_FILES])
{
    for (unsigned i = 0; i < FM_RANKS; i++) {
        memcpy(rows[i], squares + 8 * i, 8);
        memset(rows[i] + 8, 0, FM_MAX_FILES - 8);
    }
}

/* For the readers, which set `fits` of the pieces that they read: compiled into each of them, so
 * that bits are counted with its instructions. */
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
