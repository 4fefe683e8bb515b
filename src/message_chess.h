/* Why a move or a FEN was refused, in plain words. Used by message.c alone. */
#ifndef FM_SRC_MESSAGE_CHESS_H
#define FM_SRC_MESSAGE_CHESS_H
#include <stdio.h>
#include "fenmill.h"

/** Print what a reason means for this very error: why the move is refused, which field of the FEN,
 * which faults. */
void fm_chess_put(FILE *to, const struct fm_error *error);
/** Print "game 56 (Smith - Jones, 1998): 12. Nf3 (ply 23): ", as far as it is known. */
void fm_chess_put_place(FILE *to, const struct fm_error *error);

#endif
