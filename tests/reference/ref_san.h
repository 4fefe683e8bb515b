/* SPDX-License-Identifier: MIT */
/* The witness writes moves as text, and reads them by comparing texts. */
#ifndef FM_TESTS_REF_SAN_H
#define FM_TESTS_REF_SAN_H
#include "reference/ref.h"

enum { REF_MOVE_SIZE = 16 };

/** Write one of the @p count legal @p moves in SAN, with + or #. */
void ref_write_san(const struct ref_position *pos, const struct ref_move *moves, int count,
                   int which, char out[REF_MOVE_SIZE]);
/** Write a move in UCI; castling as king takes rook, or (8x8) as the king's step of two. */
void ref_write_uci(const struct ref_move *move, bool king_takes_rook, char out[REF_MOVE_SIZE]);
/** The legal move whose SAN the text is; marks of check, capture, promotion and comment, and
 * needless origin squares do not matter. @return its index, -1 = none, -2 = several. */
int ref_find_san(const struct ref_position *pos, const struct ref_move *moves, int count,
                 const char *text);
/** The legal move whose UCI (king takes rook) the text is, or -1. */
int ref_find_uci(const struct ref_move *moves, int count, const char *text);

#endif
