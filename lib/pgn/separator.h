/* SPDX-License-Identifier: MIT */
/* Finds the text that must be written between two games that did not follow each other in an input,
 * so that fm_split_block() finds both again. The rules are those of docs/game-boundaries.md, seen
 * from the writer's side. */
#ifndef FM_PGN_SEPARATOR_H
#define FM_PGN_SEPARATOR_H
#include "pgn/split.h"

/* Where the reader is when a span is read to its end. */
enum fm_span_state {
    FM_SPAN_NOTHING,   /* nothing was written */
    FM_SPAN_RESULT,    /* the span ends after a result: the game is complete */
    FM_SPAN_MOVES,     /* the span ends in movetext without a result */
    FM_SPAN_FORFEIT,   /* the span ends with a result that counts only where it is last, as `0-0` */
    FM_SPAN_TAGS,      /* the span ends after tag pairs: there is no movetext */
    FM_SPAN_VARIATION, /* the span ends in a variation that is not closed */
    FM_SPAN_COMMENT,   /* the span ends in a comment that is not closed */
    FM_SPAN_LINE,      /* the span ends after a line of a list, or other text that is no game */
    FM_SPAN_UNKNOWN    /* the game is too large: its text is not looked at */
};

/* How a span ends. */
struct fm_span_tail {
    uint8_t state; /* enum fm_span_state */
    uint8_t style; /* kind of line ends: 0 LF, 1 CR LF, 2 CR */
    bool ended;    /* the last line has an end */
    bool empty;    /* the last line is empty, and has an end */
    bool tagged;   /* true: the last byte, blanks apart, ends a tag pair */
    bool glues;    /* ` *` may follow on its last line */
    bool event;    /* there is an Event tag */
};

enum fm_span_kind {
    FM_SPAN_TAG,   /* a tag pair is first */
    FM_SPAN_WORD,  /* a move, or its number */
    FM_SPAN_OTHER, /* what would belong to a complete game before it: comment, result */
    FM_SPAN_RECORD /* a line of a list */
};

/* How a span begins. */
struct fm_span_head {
    uint8_t kind;  /* enum fm_span_kind */
    bool clean;    /* nothing but blanks is before that */
    bool hard;     /* the tag pair is a hard boundary, if an empty line is before the span */
    bool closes;   /* a comment before it would close one that is open */
    bool own_line; /* the tag pair is complete and the first on its line */
    bool event;    /* there is an Event tag, though not `hard` */
    bool numbered; /* the move has a number and a period, and is the first on its line */
};

enum { FM_SEPARATOR_MAX = 32 };

/** How a game of a split begins, and how it ends.
 * @param block    padded, as it was split.
 * @param written  the game as it was written, which may differ in its tag section. */
struct fm_span_head fm_span_head_of(const struct fm_split *split, const struct fm_game *game,
                                    const unsigned char *block);
struct fm_span_tail fm_span_tail_of(const struct fm_split *split, const struct fm_game *game,
                                    const unsigned char *block, struct fm_text written);
/** How a text of a game begins. @param text  padded. @param event  it has an Event tag. */
struct fm_span_head fm_span_head_of_text(struct fm_text text, bool event);
/** How a text ends, if its state is known: a line of a list, or a game that is too large. */
struct fm_span_tail fm_span_tail_of_text(enum fm_span_state state, struct fm_text written);
/** The text to write between the two. @param[out] out  FM_SEPARATOR_MAX bytes. @return its length;
 * 0 = nothing. */
size_t fm_separator(const struct fm_span_tail *tail, const struct fm_span_head *head,
                    unsigned char *out);

#endif
