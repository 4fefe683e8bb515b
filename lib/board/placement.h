/* The first field of a FEN: where the men stand. */
#ifndef FM_BOARD_PLACEMENT_H
#define FM_BOARD_PLACEMENT_H
#include "board/validate.h"

/** Read the field that begins a text, 8x8 and in plain form: the fast way.
 * @param[out] men      undefined if it is not in plain form.
 * @param[out] squares  the same in one row, as fm_faults_of_squares() takes it: FM_SQUARES_8X8.
 * @return bytes of the field, which a blank or the end follows; 0: it must be read with care. */
size_t fm_placement_read_plain(struct fm_text text, unsigned char men[FM_RANKS][FM_MAX_FILES],
                               unsigned char squares[FM_SQUARES_8X8]);

/** Read a whole field of either width, any fault found.
 * @param[out] setup     men and files; undefined on failure.
 * @param[out] letter_j  a J stands in it.
 * @param[out] bad       on failure where it is wrong.
 * @return false if it is no placement of 8x8 or 10x8. */
bool fm_placement_read(struct fm_text field, struct fm_setup *setup, bool *letter_j,
                       struct fm_text *bad);

#endif
