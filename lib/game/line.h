/* SPDX-License-Identifier: MIT */
/* The line of a game: its moves as they were read, each with its place in the game and that of its token in the movetext. A replay that
 * walks it takes the move of a token from there, and reads all else as if there were no line: so it gives what reading gives, whatever is
 * between the moves, and a line may end before its game does. */
#ifndef FM_GAME_LINE_H
#define FM_GAME_LINE_H
#include "base/base.h"
#include "base/memory.h"
#include "board/move.h"

struct fm_line_move {
    struct fm_move move;
    uint32_t ply, depth; /* before it; of variations, 0 = the main line */
    uint32_t at, end;    /* of its token, in the movetext */
    uint32_t tolerances; /* that reading it took: set of 1 << kind (game/options.h) */
};

/* Zero-initialise; reused game after game; the owner frees `buf`. What is true of it is known when it is. */
struct fm_line {
    struct fm_buf buf; /* of struct fm_line_move, in the order of their tokens */
    size_t count;      /* of them */
    bool known;        /* it has the moves of the game worked on */
    bool clean;        /* nothing is noted between them, and no variation: a walk may jump on */
    bool moves_only;   /* the game has nothing but moves without marks, and their numbers */
    bool whole;        /* it has all moves that can be played, those of variations, too */
    bool full;         /* there was no room for a move; no more are added */
};
/* A line with so many bytes is full: more than any real game has, with all of its variations. */
enum { FM_LINE_BYTES = 1024 * 1024 };

static inline const struct fm_line_move *fm_line_moves(const struct fm_line *line)
{
    return (const void *)line->buf.p;
}
static inline void fm_line_begin(struct fm_line *line)
{
    line->buf.n = line->count = 0;
    line->known = line->full = false;
    line->moves_only = line->whole = true; /* until something else is seen */
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
