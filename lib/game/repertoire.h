/* SPDX-License-Identifier: MIT */
/* Positions of a repertoire or opening book (`input.book`), with the moves that it plays there.
 * Positions are compared, not orders of moves. Filled before a run by one thread; then const. */
#ifndef FM_GAME_REPERTOIRE_H
#define FM_GAME_REPERTOIRE_H
#include "base/base.h"
#include "base/memory.h"
#include "base/table.h"

enum {
    /* Most positions of a book, and most moves. A table that grows to twice its size has 24 bytes
     * for each of 32 Mi places then, and the moves have 12 for each of 16 Mi, once more while they
     * grow: */
    FM_REPERTOIRE_MAX = 12 << 20,
    FM_REPERTOIRE_BYTES = 1 << 30
};

/* A move of a book in a position. */
struct fm_repertoire_move {
    uint32_t code;   /* fm_move_code() */
    uint32_t weight; /* of a PolyGlot book its weight; else how often the book has the move */
    uint32_t next;   /* index of the next move of the position, in order; 0 = none */
};

/** Zero-initialised is empty, and no position is in it. fm_repertoire_free() after any use. */
struct fm_repertoire {
    struct fm_table table;            /* position to its first move */
    struct fm_repertoire_move *moves; /* [1..count]; owned */
    size_t count, cap;                /* moves; room for moves */
    bool polyglot;                    /* true: keys are those of PolyGlot's books */
};

void fm_repertoire_free(struct fm_repertoire *book);
/** Is the file a PolyGlot book, by its name? */
bool fm_repertoire_is_polyglot(const char *name);
/** The key of a position in a PolyGlot book, by PolyGlot's own (view_key()). */
struct fm_hash128 fm_repertoire_key(uint64_t polyglot);
/** Read a PolyGlot book: entries of 16 bytes in the order of their keys. Those of weight 0, which
 * PolyGlot never plays, are left out.
 * @return FM_OK, FM_INPUT_FAILED (also: it is damaged or too large; error: input, offset, detail),
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_repertoire_read(const char *name, struct fm_repertoire *book,
                                                struct fm_error *error);
/** Add a position, and a move in it.
 * @param code  fm_move_code(); 0 = none. @return FM_OK, FM_NO_MEMORY, FM_INPUT_FAILED (the book is
 * too large; error: detail). */
FM_MUST_CHECK enum fm_status fm_repertoire_add(struct fm_repertoire *book,
                                               struct fm_hash128 position, unsigned code,
                                               unsigned weight, struct fm_error *error);
/** Put the moves of each position in order, the heaviest first; of equal weight the one that came
 * first. After the last position. */
void fm_repertoire_finish(struct fm_repertoire *book);
/** Is the position in the book?
 * @param[out] move  index of its first move; 0 = the book has no move there. */
bool fm_repertoire_find(const struct fm_repertoire *book, struct fm_hash128 position,
                        unsigned *move);

#endif
