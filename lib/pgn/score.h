/* SPDX-License-Identifier: MIT */
/* The score that a comment or an operation gives, with its search and its clocks: whose view it is,
 * and which position's. */
#ifndef FM_PGN_SCORE_H
#define FM_PGN_SCORE_H
#include "base/base.h"

/* Whose advantage a positive score is. */
enum fm_score_view {
    FM_SCORE_FOR_WHITE,
    FM_SCORE_FOR_MOVER, /* who has just moved */
    FM_SCORE_BY_GAME    /* one of them: fm_game_score_view() */
};

/* The position that the score in the comment of a move belongs to (`input.eval-of`). AUTO: [%eval]
 * the one after the move, scores of cutechess, fastchess and TCEC the one before it, which the
 * engine searched. */
enum fm_eval_of { FM_EVAL_OF_AUTO, FM_EVAL_OF_AFTER, FM_EVAL_OF_BEFORE };

/* The score of a mate in no plies. */
enum { FM_MATE_SCORE = 32767, FM_SCORE_SCALE_ONE = 1000000 };

/* Zero-initialised is empty. Filled by fm_comment_read(). */
struct fm_comment {
    bool has_score; /* centipawns or mate, and view are filled */
    bool is_mate;   /* the score is a mate */
    enum fm_score_view view;
    bool before;    /* the score is of the position before the comment's move: engines in matches */
    bool own;       /* the score is the position's for any `input.eval-of`: `ce` of an EPD record */
    int centipawns; /* -100000..100000; 0 for a mate */
    int mate;       /* distance, negative: against the view's side; in plies or in moves */
    bool mate_in_plies; /* cutechess and TCEC; false: moves, as [%eval #-3] */
    bool has_depth;
    unsigned depth; /* depth of the search in plies, 0..9999 */
    bool has_clock;
    uint64_t clock_ms; /* left on the mover's clock, milliseconds */
    bool has_elapsed;
    uint64_t elapsed_ms; /* spent on the move, milliseconds */
};

/** The score in centipawns for White. A mate is 32767 - plies, as in the EPD opcode `ce`, counted
 * from the position of the score.
 * @param after_black  the move before the comment was Black's.
 * @return false if there is no score. */
bool fm_comment_eval_white(const struct fm_comment *comment, enum fm_eval_of of, bool after_black,
                           int *centipawns);
/* Is the score of the position before the comment's move? */
static inline bool fm_comment_is_before(const struct fm_comment *comment, enum fm_eval_of of)
{
    return of == FM_EVAL_OF_AUTO || comment->own ? comment->before : of == FM_EVAL_OF_BEFORE;
}

/** The comment that has the score of the position between two moves.
 * @param here   of the move that led there.
 * @param ahead  of the next move; empty if there is none. @return NULL: it has no score. */
static inline const struct fm_comment *fm_comment_of_position(const struct fm_comment *here,
                                                              const struct fm_comment *ahead,
                                                              enum fm_eval_of of)
{
    if (here->has_score && !fm_comment_is_before(here, of))
        return here;
    return ahead->has_score && fm_comment_is_before(ahead, of) ? ahead : NULL;
}

/** The score of that position, as fm_comment_eval_white(); a mate is counted from there.
 * @param black  Black is to move. @return false if it has none. */
bool fm_position_eval_white(const struct fm_comment *here, const struct fm_comment *ahead,
                            enum fm_eval_of of, bool black, int *centipawns);
/** The score of a comment for White. @param after_black  as above. @param black  Black is to move
 * in the position from which a mate is counted. */
int fm_comment_white_score(const struct fm_comment *comment, bool after_black, bool black);
/** A score times a factor in millionths, rounded half away from zero, at most 100,000; 0 and a
 * million change nothing. Not for mates. */
int fm_score_scale(int centipawns, uint64_t scale);
/** The mate's distance in moves, negative if Black mates. @return false if there is no mate. */
bool fm_comment_mate_white(const struct fm_comment *comment, bool after_black, int *moves);

#endif
