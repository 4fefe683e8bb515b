/* What there is to show of a position: its board, and the facts beside it in words. */
#ifndef FM_SRC_VIEW_H
#define FM_SRC_VIEW_H
#include "fenmill.h"

enum { FM_VIEW_TEXT = 160, FM_VIEW_FACTS = 8 };

/* A line beside the board. */
struct fm_view_fact {
    const char *title; /* "X-FEN" */
    char text[FM_VIEW_TEXT];
    bool code; /* for programs to read, not words */
};

struct fm_view {
    const struct fm_position *position; /* of the caller, for as long as the view */
    const char *caption;                /* of the caller; NULL = none */
    unsigned files;                     /* 8 or 10 */
    struct fm_view_fact facts[FM_VIEW_FACTS];
    size_t count;
};

void fm_view_make(struct fm_view *view, const struct fm_position *position, const char *caption);

#endif
