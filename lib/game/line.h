/* SPDX-License-Identifier: MIT */
/* The line of a game: its moves as they were read, each with the place of its token in the movetext. A replay that walks it takes the move of
 * a token from there, and reads all else as if there were no line: so it gives what reading gives, whatever is between the moves, and a line
 * may end before its game does. */
#ifndef FM_GAME_LINE_H
#define FM_GAME_LINE_H
#include "base/base.h"
#include "board/move.h"

struct fm_line_move {
    struct fm_move move;
    uint32_t at, end;    /* of its token, in the movetext */
    uint32_t tolerances; /* that reading it took: set of 1 << kind (game/options.h) */
};

/* Zero-initialise; reused game after game. */
struct fm_line {
    struct fm_line_move *moves; /* in the order of their tokens; owned */
    size_t count, cap;
    bool known; /* it has the moves of the game worked on */
    bool clean; /* between its moves nothing is noted: a walk may go from move to move */
    bool full;  /* there was no room for a move; no more are added */
};
/* Bytes of moves that a line has at most: more than any real game, with all of its variations. */
enum { FM_LINE_BYTES = 1024 * 1024 };

static inline void fm_line_begin(struct fm_line *line)
{
    line->count = 0;
    line->known = line->clean = line->full = false;
}
/* Make room for more moves, or leave it `full`. */
void fm_line_grow(struct fm_line *line);
static inline void fm_line_add(struct fm_line *line, struct fm_line_move move)
{
    if (FM_UNLIKELY(line->count == line->cap) && !line->full)
        fm_line_grow(line);
    if (FM_LIKELY(!line->full))
        line->moves[line->count++] = move;
}
void fm_line_free(struct fm_line *line);

#endif
