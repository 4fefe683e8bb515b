/* SPDX-License-Identifier: MIT */
/* The library's short path for moves, position_read_san(), which nothing public leads to alone. */
#ifndef FM_TESTS_HOT_H
#define FM_TESTS_HOT_H
#include <stdbool.h>
#include "board/fen_read.h"

enum { HOT_FEN_SIZE = FM_FEN_MAX + 1 };

/** Play one move by the short path and write the Shredder-FEN reached, en passant always.
 * @param fen   of a possible position.
 * @param text  the move; the bytes after it in memory do not matter.
 * @return false if the short path leaves the move to the careful one. */
bool hot_play(const char *fen, const char *variant, const char *text, char out[HOT_FEN_SIZE]);

bool fm_hot_play_8x8(const struct fm_setup *setup, const unsigned char *text,
                     char out[HOT_FEN_SIZE]);
bool fm_hot_play_10x8(const struct fm_setup *setup, const unsigned char *text,
                      char out[HOT_FEN_SIZE]);

#endif
