/* SPDX-License-Identifier: MIT */
/* Lines of a start position and the moves from there, as the UCI protocol has them: `position
 * startpos moves e2e4 e7e5`, `position fen FEN moves ...`, `startpos moves ...`, `FEN moves ...`.
 * Each is a game. */
#ifndef FM_RECORD_UCI_LINE_H
#define FM_RECORD_UCI_LINE_H
#include "record/columns.h"

/** Is the line such a game? Without the word `moves`, moves must be all that follows the FEN: two
 * at least, as one after a FEN is the best move in many lists.
 * @param alone  one is enough.
 * @param[out] out  a row of a FEN, empty for the standard start position, and moves, which may be
 * empty; untouched if it is not. */
bool fm_uci_line_read(struct fm_text line, bool alone, struct fm_cells *out);
/** Is the line `position startpos` or `startpos`, and nothing more? */
bool fm_uci_line_is_start(struct fm_text line);

#endif
