/* SPDX-License-Identifier: MIT */
/* A game's movetext written anew, as it is replayed: moves from the board, everything else as its
 * layout has it (pgn/write_moves.h). A template like the replay. */
#ifndef FM_GAME_MOVETEXT_H
#define FM_GAME_MOVETEXT_H
#include "game/replay.h"
#include "pgn/write_moves.h"

/** Write the movetext without its result. @p r was begun with options.tokens.
 * @param line  gets its moves; NULL = they are not kept.
 * @return FM_OK; FM_REJECTED: r->error, and what is good is written; FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status BFN(movetext_write)(struct BFN(replay) * r, struct fm_movetext *m,
                                                 struct fm_line *line);

#endif
