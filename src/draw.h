/* SPDX-License-Identifier: MIT */
/* Drawings of positions: as text, SVG or a web page; what there is to show of each. */
#ifndef FM_SRC_DRAW_H
#define FM_SRC_DRAW_H
#include "message.h"
#include "print.h"
#include "stream.h"

enum { FM_VIEW_TEXT = 512, FM_VIEW_FACTS = 8 };

/* A line beside the board. */
struct fm_view_fact {
    const char *title; /* "X-FEN" */
    char text[FM_VIEW_TEXT];
    bool code; /* for programs to read, not words */
};

struct fm_view {
    struct fm_board board;
    const char *caption;      /* of the caller; NULL = none */
    char title[FM_VIEW_TEXT]; /* the X-FEN, or what the board was read from */
    struct fm_view_fact facts[FM_VIEW_FACTS];
    size_t count;
};

void fm_view_make(struct fm_view *view, const struct fm_position *position, const char *caption);
/** The same of a board that is no position. @param fen  what it was read from. */
void fm_view_make_board(struct fm_view *view, const struct fm_board *board, struct fm_text fen,
                        const char *caption);

/* One way to draw. Errors stay in the stream; fm_stream_close() returns them. */
struct fm_drawer {
    void (*begin)(struct fm_stream *to); /* NULL = nothing to do */
    void (*draw)(struct fm_stream *to, const struct fm_view *view);
    void (*end)(struct fm_stream *to); /* NULL = nothing to do */
    bool one;                          /* a document holds one position only */
};

extern const struct fm_drawer fm_draw_letters;   /* text, pieces as letters */
extern const struct fm_drawer fm_draw_figurines; /* text, pieces as UTF-8 figurines */
extern const struct fm_drawer fm_draw_svg;
extern const struct fm_drawer fm_draw_html;

#endif
