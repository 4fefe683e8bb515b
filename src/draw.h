/* SPDX-License-Identifier: MIT */
/* Drawings of positions, as text, SVG or a web page, and the facts to show of each position. */
#ifndef FM_SRC_DRAW_H
#define FM_SRC_DRAW_H
#include "message.h"
#include "print.h"
#include "stream.h"

enum { FM_VIEW_MARKS = 64 };

/* A line beside the board. */
struct fm_view_fact {
    const char *title; /* title: "X-FEN"; owned where `own` is not NULL */
    char *own;         /* memory of `title`; NULL = a constant */
    /* Text as in the input: it is escaped where it is printed; owned. */
    char *text;
    bool code; /* true: text for programs, not words */
};

enum fm_mark_kind {
    FM_MARK_LAST, /* the squares of the last move */
    FM_MARK_GREEN,
    FM_MARK_RED,
    FM_MARK_YELLOW,
    FM_MARK_BLUE
};

/* A mark on a square, or an arrow between two. */
struct fm_view_mark {
    enum fm_mark_kind kind;
    bool arrow; /* true: an arrow; false: a marked square */
    /* Squares, numbered from 0; of a marked square both are the same. */
    unsigned char from_file, from_rank, to_file, to_rank;
};

struct fm_view {
    struct fm_board board;
    uint64_t number; /* number of the position in its page, from 1; 0 = the only one */
    bool tells_side; /* true: the side to move is known */
    char *caption;   /* owned; NULL = none */
    char *title;     /* X-FEN, or the text that the board was read from; owned */
    struct fm_view_fact *facts;
    size_t count, room;
    /* Marks and arrows; what is more is not drawn. */
    struct fm_view_mark marks[FM_VIEW_MARKS];
    size_t mark_count;
    bool failed; /* true: there was no memory for all of it */
};

/* A position to draw, in texts; any but the FEN may be empty. All but that are UTF-8. */
enum fm_shown_field {
    FM_SHOWN_FEN,
    FM_SHOWN_WHITE,
    FM_SHOWN_BLACK,
    FM_SHOWN_EVENT,
    FM_SHOWN_DATE,
    FM_SHOWN_RESULT,
    FM_SHOWN_LAST,     /* last move in SAN */
    FM_SHOWN_LAST_UCI, /* last move in UCI */
    FM_SHOWN_COMMENT,
    FM_SHOWN_COMMANDS, /* commands: [%csl Gd4][%cal Ge2e4] */
    FM_SHOWN_OPS,      /* EPD operations */
    FM_SHOWN_FIELDS
};

/** @param position  NULL: a board that is no position, @p board. @param shown  FM_SHOWN_FIELDS
 * texts. fm_view_free() after it, whatever view->failed. */
void fm_view_make(struct fm_view *view, const struct fm_position *position,
                  const struct fm_board *board, const struct fm_text *shown, uint64_t number);
/** The board alone, without facts: of a game that broke there. @param square  to be marked, "h3";
 * empty = none. */
void fm_view_make_broken(struct fm_view *view, const struct fm_board *board, const char *square);
void fm_view_free(struct fm_view *view);

/* One way to draw. Errors stay in the stream; fm_stream_close() returns them. */
struct fm_drawer {
    /* Begin a document, as fm_page_begin() does; NULL = nothing to do. */
    void (*begin)(struct fm_stream *to, const char *what, const char *of);
    void (*draw)(struct fm_stream *to, const struct fm_view *view);
    /* End a document; NULL = nothing to do. */
    void (*end)(struct fm_stream *to, uint64_t drawn);
    bool one; /* true: a document holds one position only */
};

extern const struct fm_drawer fm_draw_letters;   /* text, pieces as letters */
extern const struct fm_drawer fm_draw_figurines; /* text, pieces as UTF-8 figurines */
extern const struct fm_drawer fm_draw_svg;
extern const struct fm_drawer fm_draw_html;

#endif
