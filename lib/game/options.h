/* SPDX-License-Identifier: MIT */
/* What a caller wants of a replay, and what is noted beside its moves; the same for every board. */
#ifndef FM_GAME_OPTIONS_H
#define FM_GAME_OPTIONS_H
#include "board/notation.h"
#include "pgn/game_list.h"
#include "pgn/comment.h"

enum { FM_HINT_MAX = 128 }; /* bytes of what a move may have meant */
/* Kinds of tolerance in reading moves: FM_REASON_MOVE_LETTER_CASE and those after it. */
enum { FM_TOLERANCES = 32 };

#define FM_TOLERANCE(symbol) (1u << (FM_REASON_MOVE_##symbol - FM_REASON_MOVE_LETTER_CASE))
/* The forms of moves in UCI. */
#define FM_UCI_FORMS \
    (FM_TOLERANCE(LONG) | FM_TOLERANCE(COORDINATES) | FM_TOLERANCE(PROMOTION) | \
     FM_TOLERANCE(CASTLING))

/* What the caller wants of each game; const while it is replayed. */
struct fm_replay_options {
    const struct fm_language *language;
    uint64_t max_plies;          /* more is FM_REASON_TOO_MANY_PLIES */
    bool strict;                 /* a tolerance is a fault */
    uint32_t regular;            /* tolerances that are none in this game: set of 1 << kind */
    uint32_t refused;            /* tolerances that are faults: set of 1 << kind */
    bool numbers;                /* look at move numbers: MOVE_NUMBER where one is wrong */
    bool variations;             /* walk variations; false: skip them */
    bool tokens;                 /* give what is between moves as steps; annotations is false */
    bool annotations;            /* read NAGs and comments after each move */
    bool times;                  /* also clocks and times in comments */
    struct fm_comments comments; /* of this game's movetext, as far as they are known */
    bool before;                 /* keep the position before the last move */
};

/* May a movetext have variations? Without them a replay is quicker. */
static inline bool fm_may_vary(struct fm_text moves)
{
    return moves.n > 0 && memchr(moves.p, '(', moves.n) != NULL;
}

/* What follows a move. */
struct fm_annotation {
    unsigned marks;            /* set of 1 << NAG, for NAGs 1..6 */
    struct fm_comment comment; /* score and clocks; see pgn/comment.h */
    /* Its remarks (pgn/remarks.h) are from here on, in the movetext. */
    const unsigned char *after;
};

#endif
