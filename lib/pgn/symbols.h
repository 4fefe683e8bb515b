/* SPDX-License-Identifier: MIT */
/* Symbols of annotation that are no tokens of PGN (`+-`, U+00B1, `N`), and the NAGs that mean the
 * same. */
#ifndef FM_PGN_SYMBOLS_H
#define FM_PGN_SYMBOLS_H
#include "base/base.h"

/** The NAG of a symbol; 0 = it is none. @param follows  it is directly after a move, its marks or
 * NAGs: only there letters of their own and `=` are symbols. */
unsigned fm_symbol_nag(struct fm_text text, bool follows);
/** The NAG of the symbol that the text of a move ends with (`d4+-`, marks apart); 0 = none. Letters
 * and `=` are parts of moves. */
unsigned fm_symbol_after(struct fm_text move);

#endif
