/* SPDX-License-Identifier: MIT */
/* Markings: the commands in comments that colour squares, draw arrows, and give scores and times,
 * each in the spelling of the program that an output is for. ChessBase, lichess and python-chess
 * have `[%csl Gd4,Re5]` and `[%cal Ge2e4]`, Scid `[%draw circle,d4,green]`, `[%draw
 * arrow,e2,e4,green]`, and before that `[%mark d4 green]` and `[%arrow e2 e4 green]`. ChessBase's
 * `[%evp 0,2,17,25,-8]` has the scores of all positions of the game, in centipawns for White: the
 * first ply, the last one, a value for each. `[%egt]` is the time that a side has used so far,
 * `[%emt]` that for one move. */
#ifndef FM_PGN_MARKINGS_H
#define FM_PGN_MARKINGS_H
#include "base/memory.h"
#include "base/text.h"
#include "pgn/score_commands.h"

/* What a program reads; a set. Without any, commands are copied. */
enum fm_marking_form {
    FM_MARKING_LISTS = 1 << 0, /* one [%csl] and one [%cal] of a comment */
    FM_MARKING_DRAW = 1 << 1,  /* [%draw] */
    FM_MARKING_EVAL = 1 << 2,  /* [%eval] in pawns after its move, no [%evp] */
    FM_MARKING_EMT = 1 << 3    /* [%emt], no [%egt] */
};

/* The markings of a game on its way. Zero-initialise but for `forms`; the owner frees the
 * buffers. */
struct fm_markings {
    unsigned forms;                /* set of enum fm_marking_form */
    uint64_t scale;                /* factor of the scores of commands: fm_score_scale() */
    struct fm_buf squares, arrows; /* items of the comment: "Gd4,Re5"; owned */
    bool listed;                   /* the items of this comment are written */
    uint64_t elapsed[2];           /* milliseconds of the last [%egt] of White, of Black */
    struct fm_text values;         /* values of [%evp] that are not written yet */
    uint64_t ply, value_ply; /* plies of the main line so far; the ply of the first of `values` */
    /* Commands that the last move gets: of these values, or of what engines wrote as text. */
    unsigned char score[FM_SCORE_COMMANDS_MAX];
    size_t score_n; /* their length; 0 = none */
    bool black;     /* the last move is Black's */
    bool changed;   /* a command was written in another way */
    bool dropped;   /* something that the program cannot have was left out */
};

/** Are the scores of commands multiplied? */
static inline bool fm_markings_scale(const struct fm_markings *m)
{
    return m->scale != 0 && m->scale != FM_SCORE_SCALE_ONE;
}

/** Look at all commands of a comment before it is written. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_markings_begin(struct fm_markings *m, struct fm_text comment);
/** Write a command as the program reads it. @param command  from `[%` to `]`.
 * @param comment  that it is in, of the main line or a variation.
 * @param[out] copied  it is to be copied as it is, and nothing was written.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_marking_put(struct fm_markings *m, struct fm_text command,
                                            struct fm_text comment, bool main_line,
                                            struct fm_buf *out, bool *copied);
/** A move of the main line was written: its score, of an [%evp] before. @param[out] out  the
 * command; empty: there is none. @return its length. */
size_t fm_markings_eval(struct fm_markings *m, unsigned char out[FM_SCORE_COMMANDS_MAX]);
void fm_markings_free(struct fm_markings *m);

#endif
