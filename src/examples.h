/* SPDX-License-Identifier: MIT */
/* The first messages of each reason, kept for the page of `check --report`. What is kept is bounded, however
 * many there are. */
#ifndef FM_SRC_EXAMPLES_H
#define FM_SRC_EXAMPLES_H
#include "fenmill.h"

enum {
    FM_EXAMPLES_REJECTED = 100, /* of a reason, for what is rejected or failed */
    FM_EXAMPLES_WARNINGS = 10,
    FM_EXAMPLE_TEXT = 1024 /* bytes of a message, and of a FEN; what is more is cut off */
};

/* A message, and the board that it is about. */
struct fm_example {
    char *text; /* fm_error_text(); owned */
    char *fen;  /* owned; NULL = there is no board */
    char to[3]; /* the square that the move at fault should go to; empty = unknown */
};

/* Those of one reason. */
struct fm_example_list {
    struct fm_example *of; /* owned */
    size_t count;
    uint64_t seen;
};

/* Zero-initialise; fm_examples_free(). */
struct fm_examples {
    struct fm_example_list rejected[FM_REASON_COUNT], warnings[FM_REASON_COUNT];
    bool failed; /* there was no memory for one: the page is not whole */
};

/** Keep a message, if it is one of the first. */
void fm_examples_keep(struct fm_examples *examples, const struct fm_error *error);
void fm_examples_free(struct fm_examples *examples);

#endif
