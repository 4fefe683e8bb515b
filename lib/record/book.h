/* SPDX-License-Identifier: MIT */
/* Opening books: a position, as its key, and the moves that were played there, each with a weight.
 * The worker appends a move when it is played; when all moves are counted, the positions are
 * written in the order of their keys. */
#ifndef FM_RECORD_BOOK_H
#define FM_RECORD_BOOK_H
#include "base/base.h"
#include "base/memory.h"
#include "board/move.h"

/* `output.weights`: how the weight of a move is counted, for the side that made it. */
enum fm_book_weights {
    FM_WEIGHTS_RESULTS, /* 2 for each win, 1 for each draw */
    FM_WEIGHTS_COUNTS,  /* number of times that the move was played */
    FM_WEIGHTS_UNIFORM  /* 1 for every move */
};

/* Bytes of a played move until it is counted, and of an entry of a book. */
enum { FM_BOOK_MOVE = 10, FM_BOOK_ENTRY = 16 };

/* The position that is being written. */
struct fm_book {
    uint64_t key;        /* key of the position */
    struct fm_buf moves; /* moves of the position with their weights; owned */
};

/** Append a played move as FM_BOOK_MOVE bytes. Moves that are sorted by these bytes are in the
 * order of a book.
 * @param key  of the position. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_book_put_move(struct fm_buf *out, uint64_t key,
                                              struct fm_move move);
/** Take a move with its weight. Moves come in the order of their bytes. With the first move of
 * another position the entries of the position before are appended; a move of weight 0 has no
 * entry.
 * @param book  zeroed before the first. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_book_add(struct fm_book *book, struct fm_text move, uint64_t weight,
                                         struct fm_buf *out);
/** Append the entries of the last position, after all moves. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_book_end(struct fm_book *book, struct fm_buf *out);
void fm_book_free(struct fm_book *book);

#endif
