/* SPDX-License-Identifier: MIT */
/* The line of a game: its moves as they were read, each with the place of its token in the movetext. A replay that walks it takes the move of
 * a token from there, and reads all else as if there were no line: so it gives what reading gives, whatever is between the moves, and a line
 * may end before its game does. */
#ifndef FM_GAME_LINE_H
#define FM_GAME_LINE_H
#include "base/base.h"
#include "base/memory.h"
#include "board/move.h"

struct fm_line_move {
    struct fm_move move;
    uint32_t at, end;    /* of its token, in the movetext */
    uint32_t tolerances; /* that reading it took: set of 1 << kind (game/options.h) */
};

/* Zero-initialise; reused game after game; the owner frees `buf`. */
struct fm_line {
    struct fm_buf buf; /* of struct fm_line_move, in the order of their tokens */
    size_t count;      /* of them */
    bool known;        /* it has the moves of the game worked on */
    bool clean;        /* between its moves nothing is noted: a walk may go from move to move */
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
    line->known = line->clean = line->full = false;
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
