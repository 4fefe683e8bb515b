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

/* Zero-initialise; reused game after game; the owner calls fm_line_release(). The flags are valid
 * when `known` is true. */
struct fm_line {
    struct fm_buf buf; /* array of struct fm_line_move, in the order of their tokens */
    size_t count;      /* number of moves in `buf` */
    /* array of positions, one after each FM_LINE_STRIDE moves of the line, from its beginning on
     * as far as they were kept */
    struct fm_buf places;
    bool known; /* true: the line has the moves of the current game */
    /* true: reading it needed no tolerance and gave no warning, and no variation was walked; so
     * a walk may jump from move to move */
    bool clean;
    bool moves_only; /* true: the game has only moves without marks, and move numbers */
    bool whole;      /* true: the line has all moves that can be played, in variations too */
    bool full;       /* true: there was no memory for a move, so no more are added */
};
/* Most bytes of a line: more than any real game needs, with all of its variations. */
enum { FM_LINE_BYTES = 1024 * 1024 };
/* Moves from one position that is kept to the next. */
enum { FM_LINE_STRIDE = 8 };

static inline const struct fm_line_move *fm_line_moves(const struct fm_line *line)
{
    return (const void *)line->buf.p;
}
static inline void fm_line_release(struct fm_line *line)
{
    fm_buf_free(&line->buf);
    fm_buf_free(&line->places);
}
static inline void fm_line_begin(struct fm_line *line)
{
    line->buf.n = line->places.n = line->count = 0;
    line->known = line->full = false;
    line->moves_only = line->whole = true; /* true until a token shows otherwise */
}
/* Room for one move more, which is to be filled; NULL: it is not added. */
static inline struct fm_line_move *fm_line_add(struct fm_line *line)
{
    const size_t n = sizeof(struct fm_line_move);
    if (FM_UNLIKELY(line->full))
        return NULL;
    line->full = line->buf.n >= FM_LINE_BYTES || fm_buf_reserve(&line->buf, n) != FM_OK;
    if (FM_UNLIKELY(line->full))
        return NULL;
    line->buf.n += n;
    return (struct fm_line_move *)(void *)line->buf.p + line->count++;
}
/* Keep the position after the moves that were added. Without memory there are fewer. */
static inline void fm_line_place(struct fm_line *line, const void *position, size_t n)
{
    const size_t before = (line->count / FM_LINE_STRIDE - 1) * n;
    if (line->places.n == before && before + n <= FM_LINE_BYTES) {
        const enum fm_status status = fm_buf_append(&line->places, position, n);
        line->full |= status != FM_OK;
    }
}

#endif
