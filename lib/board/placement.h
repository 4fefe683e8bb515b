/* The first field of a FEN: where the pieces stand. */
#ifndef FM_BOARD_PLACEMENT_H
#define FM_BOARD_PLACEMENT_H
#include "board/setup.h"

/** Read a whole field of either width, any fault found.
 * @param[out] setup     pieces and files; undefined on failure.
 * @param[out] letter_j  a J stands in it.
 * @param[out] bad       on failure where it is wrong.
 * @return false if it is no placement of 8x8 or 10x8. */
bool fm_placement_read(struct fm_text field, struct fm_setup *setup, bool *letter_j,
                       struct fm_text *bad);

#endif
