/* SPDX-License-Identifier: MIT */
/* Options of a replay, and the annotations of its moves; the same for every board. */
#ifndef FM_GAME_OPTIONS_H
#define FM_GAME_OPTIONS_H
#include "board/notation.h"
#include "pgn/game_list.h"
#include "pgn/comment.h"

enum { FM_FOLLOWING_MAX = 20 }; /* moves of replay_follow() */
enum { FM_HINT_MAX = 128 };     /* bytes of the text that suggests other moves */
/* Kinds of tolerance in reading moves: FM_REASON_MOVE_LETTER_CASE and those after it. */
enum { FM_TOLERANCES = 32 };

#define FM_TOLERANCE(symbol) (1u << (FM_REASON_MOVE_##symbol - FM_REASON_MOVE_LETTER_CASE))
/* The forms of moves in UCI. */
#define FM_UCI_FORMS \
    (FM_TOLERANCE(LONG) | FM_TOLERANCE(COORDINATES) | FM_TOLERANCE(PROMOTION) | \
     FM_TOLERANCE(CASTLING))

/* Options for one game; const while it is replayed. */
struct fm_replay_options {
    const struct fm_language *language;
    uint64_t max_plies; /* most plies; with more the game is rejected, FM_REASON_TOO_MANY_PLIES */
    bool strict;        /* true: each tolerance is a fault */
    uint32_t regular;   /* forms that are normal in this game and no tolerances: set of 1 << kind */
    uint32_t refused;   /* tolerances that are faults: set of 1 << kind */
    bool numbers;       /* true: check move numbers; a wrong one is the tolerance MOVE_NUMBER */
    bool variations;    /* true: walk variations; false: skip them */
    bool tokens;        /* true: tokens between moves are steps; then `annotations` is false */
    bool annotations;   /* true: read NAGs and comments after each move */
    bool times;         /* true: read clocks and times in comments, too */
    /* facts about the comments of this movetext, as far as they are known */
    struct fm_comments comments;
    bool before; /* true: keep the position before the last move */
};

/* May a movetext have variations? Without them a replay is quicker. */
static inline bool fm_may_vary(struct fm_text moves)
{
    return moves.n > 0 && memchr(moves.p, '(', moves.n) != NULL;
}

/* Annotations that follow a move. */
struct fm_annotation {
    unsigned marks;            /* set of 1 << NAG, for NAGs 1..6 */
    struct fm_comment comment; /* score and clocks; see pgn/comment.h */
    /* Begin of its remarks in the movetext (pgn/remarks.h). */
    const unsigned char *after;
};

#endif
