/* SPDX-License-Identifier: MIT */
/* Opening books: a position, as its key, and the moves that were played there, each with a weight.
 * The worker appends a move when it is played; when all moves are counted, the positions are written
 * in the order of their keys. */
#ifndef FM_RECORD_BOOK_H
#define FM_RECORD_BOOK_H
#include "base/base.h"
#include "base/memory.h"
#include "board/move.h"

/* `output.weights`: what the weight of a move is, for the side that made it. */
enum fm_book_weights {
    FM_WEIGHTS_RESULTS, /* 2 for a win, 1 for a draw */
    FM_WEIGHTS_COUNTS,  /* how often it was played */
    FM_WEIGHTS_UNIFORM  /* 1 */
};

/* Bytes of a move that was played, and of an entry of a book. */
enum { FM_BOOK_MOVE = 10, FM_BOOK_ENTRY = 16 };

/* The position that is being written. */
struct fm_book {
    uint64_t key;
    struct fm_buf moves; /* owned */
};

/** Append a move that was played: bytes of which the order is that of positions in a book.
 * @param key  of the position. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_book_put_move(struct fm_buf *out, uint64_t key,
                                              struct fm_move move);
/** Take a move of which the weight is known; the moves come in the order of their bytes. When all of
 * a position came, its entries are appended; a move of no weight has none. @param book  zeroed before
 * the first. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_book_add(struct fm_book *book, struct fm_text move, uint64_t weight,
                                         struct fm_buf *out);
/** All moves came: append the entries of the last position. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_book_end(struct fm_book *book, struct fm_buf *out);
void fm_book_free(struct fm_book *book);

#endif
