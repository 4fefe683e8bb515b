/* SPDX-License-Identifier: MIT */
/* The line of a game: its moves as they were read, each with its ply and the place of its token
 * in the movetext. A replay that walks a line takes the move of each token from it, and reads
 * everything else as without a line. So the result is the same as that of reading, and a line
 * may end before its game does. */
#ifndef FM_GAME_LINE_H
#define FM_GAME_LINE_H
#include "base/base.h"
#include "base/memory.h"
#include "board/move.h"

struct fm_line_move {
    struct fm_move move;
    /* number of plies before the move; depth of variations, 0 = the main line */
    uint32_t ply, depth;
    uint32_t at, end;    /* offsets of its token in the movetext */
    uint32_t tolerances; /* tolerances needed to read it: set of 1 << kind (game/options.h) */
};

/* Zero-initialise; reused game after game; the owner frees `buf`. The flags are valid when
 * `known` is true. */
struct fm_line {
    struct fm_buf buf; /* array of struct fm_line_move, in the order of their tokens */
    size_t count;      /* number of moves in `buf` */
    bool known;        /* true: the line has the moves of the current game */
    /* true: reading it needed no tolerance and gave no warning, and no variation was walked; so
     * a walk may jump from move to move */
    bool clean;
    bool moves_only; /* true: the game has only moves without marks, and move numbers */
    bool whole;      /* true: the line has all moves that can be played, in variations too */
    bool full;       /* true: there was no memory for a move, so no more are added */
};
/* Most bytes of a line: more than any real game needs, with all of its variations. */
enum { FM_LINE_BYTES = 1024 * 1024 };

static inline const struct fm_line_move *fm_line_moves(const struct fm_line *line)
{
    return (const void *)line->buf.p;
}
static inline void fm_line_begin(struct fm_line *line)
{
    line->buf.n = line->count = 0;
    line->known = line->full = false;
    line->moves_only = line->whole = true; /* true until a token shows otherwise */
}
static inline void fm_line_add(struct fm_line *line, struct fm_line_move move)
{
    if (FM_UNLIKELY(line->full))
        return;
    const enum fm_status status =
        line->buf.n >= FM_LINE_BYTES ? FM_NO_MEMORY : fm_buf_reserve(&line->buf, sizeof move);
    line->full = status != FM_OK;
    if (FM_UNLIKELY(line->full))
        return;
    memcpy(line->buf.p + line->buf.n, &move, sizeof move);
    line->buf.n += sizeof move;
    line->count++;
}

#endif
