/* SPDX-License-Identifier: MIT */
/* The first messages of each reason, kept for the page of `check --report`. Their number is
 * limited for each reason. */
#ifndef FM_SRC_EXAMPLES_H
#define FM_SRC_EXAMPLES_H
#include "fenmill.h"

enum {
    FM_EXAMPLES_REJECTED = 100, /* messages of a reason that are no warnings */
    FM_EXAMPLES_WARNINGS = 10,  /* warnings of a reason */
    /* Bytes of a message, which is cut to this size. A FEN of this size or more is not kept. */
    FM_EXAMPLE_TEXT = 1024
};

/* A message, and the board that it is about. */
struct fm_example {
    char *text; /* message, by fm_error_text(); owned */
    char *fen;  /* FEN of the board; owned; NULL = there is no board */
    char to[3]; /* square that the move at fault should go to; empty = unknown */
};

/* The examples of one reason. */
struct fm_example_list {
    struct fm_example *of; /* first messages; owned */
    size_t count;
    uint64_t seen; /* number of all messages */
};

/* Zero-initialise; fm_examples_free(). */
struct fm_examples {
    struct fm_example_list rejected[FM_REASON_COUNT], warnings[FM_REASON_COUNT];
    /* True: there was no memory for a message, and the page is not whole. */
    bool failed;
};

/** Keep a message, if it is one of the first. */
void fm_examples_keep(struct fm_examples *examples, const struct fm_error *error);
void fm_examples_free(struct fm_examples *examples);

#endif
