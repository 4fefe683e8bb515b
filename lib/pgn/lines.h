/* SPDX-License-Identifier: MIT */
/* The lines of a movetext that was written by write_moves.h: its main line, and each variation from
 * the first move of the game on. Nothing is played: a variation replaces the move before it, so the
 * text of each move means the same in its line. */
#ifndef FM_PGN_LINES_H
#define FM_PGN_LINES_H
#include "pgn/write_moves.h"

/* In a comment, the command of a line that ends where others go on: what is after it in the comment
 * belongs to that line alone. */
#define FM_LINE_END "[%end]"

/* A NAG or a comment. */
struct fm_lines_note {
    struct fm_text text; /* of a comment: its inside, without FM_LINE_END; of a NAG: its number */
    uint32_t next;       /* index of the next note of the same move; 0 = none */
    unsigned nag;        /* the NAG; UINT_MAX = a comment */
    bool ends;           /* true: a comment of the line that ends here */
};

/* A move; the first of the array is none, but what is before the first move. */
struct fm_lines_move {
    struct fm_text text; /* without marks */
    uint32_t before;     /* index of the move before it */
    uint32_t ply;        /* number of the move in its line, 1.. */
    /* Indices of the first and the last note, 0 = none: [0] of those before the first move of a
     * variation, [1] of those after a move. */
    uint32_t first[2], last[2];
    bool ended; /* true: a line ends here, where another goes on */
};

/* A line, by its last move. */
struct fm_lines_line {
    uint32_t end;   /* index of its last move */
    uint32_t own;   /* index of its first move that no earlier line has; 0 = it has none */
    bool ends_here; /* true: another line goes on after it */
};

/* Zero-initialised is empty. The texts are those of the movetext that was read. */
struct fm_lines {
    struct fm_buf moves; /* array of struct fm_lines_move, in the order of the text */
    struct fm_buf notes; /* array of struct fm_lines_note; the first is none */
    struct fm_buf lines; /* array of struct fm_lines_line: the main line, then as they begin */
    struct fm_buf open;  /* array of struct fm_lines_level: the variations that are read */
    struct fm_buf path;  /* array of uint32_t: the moves of the line that is written */
    unsigned number;     /* number of the first move */
    bool black;          /* true: Black makes it */
};

void fm_lines_free(struct fm_lines *lines);
/** Read a movetext without its result; @p text is padded (FM_TEXT_PADDING).
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_lines_read(struct fm_lines *lines, struct fm_text text);
static inline size_t fm_lines_count(const struct fm_lines *lines)
{
    return lines->lines.n / sizeof(struct fm_lines_line);
}
static inline const struct fm_lines_line *fm_lines_at(const struct fm_lines *lines, size_t i)
{
    return (const struct fm_lines_line *)(void *)lines->lines.p + i;
}
static inline struct fm_lines_move *fm_lines_moves(const struct fm_lines *lines)
{
    return (void *)lines->moves.p;
}
static inline struct fm_lines_note *fm_lines_notes(const struct fm_lines *lines)
{
    return (void *)lines->notes.p;
}
/** Has a move a NAG or a comment? */
static inline bool fm_lines_are_noted(const struct fm_lines *lines)
{
    return lines->notes.n > sizeof(struct fm_lines_note);
}
/** The moves of a line, from the first one on: indices. @param[out] count  their number.
 * @return NULL: no memory. */
const uint32_t *fm_lines_path(struct fm_lines *lines, size_t line, size_t *count);
/** Write the moves of a line with their notes, without a result: those of moves that it shares with
 * others are in each. @p m has begun.
 * @return FM_OK, FM_REJECTED (more than m->most bytes), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_lines_write(struct fm_lines *lines, size_t line,
                                            struct fm_movetext *m);

/** How lines are written of a game that was written in a style: what is kept was decided then. */
static inline struct fm_pgn_style fm_lines_style(const struct fm_pgn_style *style)
{
    return (struct fm_pgn_style){.exports = true,
                                 .nags = style->nags == FM_PGN_NAGS_GLYPH ? FM_PGN_NAGS_GLYPH
                                                                          : FM_PGN_NAGS_KEEP,
                                 .width = style->width};
}

/** Write a move; one of its NAGs is its mark, with `nags: glyph`. @param glyph  that NAG; 0 = none.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_lines_put_move(struct fm_movetext *m, unsigned number, bool black,
                                               struct fm_text move, unsigned glyph);

#endif
