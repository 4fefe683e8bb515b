/* What the unit tests of the boards ask of each board's own functions, which no public call leads
 * to alone. */
#ifndef FM_TESTS_BOARDCASE_H
#define FM_TESTS_BOARDCASE_H
#include "board/move.h"
#include "board/setup.h"

/** Read one move by the short path. @return its length, and its UCI text (castling: king takes
 * rook), NUL-terminated; or -1. */
int fm_case_read_8x8(const struct fm_setup *setup, const char *text, char uci[FM_MOVE_TEXT_MAX]);
int fm_case_read_10x8(const struct fm_setup *setup, const char *text, char uci[FM_MOVE_TEXT_MAX]);
/** Move a man along a rank, for every set of men on it, on every rank. @return the first set after
 * which the FEN is not the one that a plain writer gives, or 0. @param shuffles  by byte shuffle,
 * where there is one. */
unsigned fm_case_ranks_8x8(bool shuffles);
unsigned fm_case_ranks_10x8(bool shuffles);
/** Is a position made from a setup, asked for its setup and made again the same in every byte? */
bool fm_case_remade_8x8(const struct fm_setup *setup);
bool fm_case_remade_10x8(const struct fm_setup *setup);

#endif
