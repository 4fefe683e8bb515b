/* Faults of a position whose squares lie in one row. */
#ifndef FM_BOARD_VALIDATE_H
#define FM_BOARD_VALIDATE_H
#include "board/setup.h"

enum { FM_SQUARES_8X8 = 64 };

/** As fm_setup_faults(), of 8x8.
 * @param squares  FM_SQUARES_8X8 FEN letters or 0, in the order of a FEN: a8, b8, ... h1. */
unsigned fm_faults_of_squares(const unsigned char *squares, bool black);

#endif
