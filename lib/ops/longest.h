/* SPDX-License-Identifier: MIT */
/* Keeps the longest game among duplicates (`games.duplicates: {keep: longest}`). Games with one
 * key are taken from the longest to the shortest, of equal length those with most tags (`keep:
 * best`), then the earliest first. Each is a
 * duplicate of the longest kept game that agrees with it (result, date) and, where moves are
 * compared, begins with its moves. If there is no such game, it is kept. Games that are the same
 * as an excluded one are found, too. Used by one thread at a time. */
#ifndef FM_OPS_LONGEST_H
#define FM_OPS_LONGEST_H
#include "filter/selection.h"
#include "ops/game_identity.h"
#include "ops/sorter.h"

/** A game in the order of its bytes: those of its key, then, where moves are in
 * the key, its moves and a byte that sorts after all others; of equal bytes
 * games of files first, then the longest, then those with most tags. */
struct fm_sorted_game {
    struct fm_text bytes;
    unsigned listed; /* 1 + enum fm_set of a game of a file; 0: a game of the run */
    uint64_t number; /* number in the order of the input, 0.. */
    uint64_t length; /* number of bytes of moves */
    unsigned tags;   /* number of known tags; 0 where it does not count */
    struct fm_identity_facts facts;
};

/** Zero-initialise all but `answers` and `only`: no game was seen. */
struct fm_longest {
    /* receiver of the answers: key: number of the game, value: struct fm_duplicate; owned by the
     * caller */
    struct fm_sorter *answers;
    struct fm_buf last;       /* sort bytes of the last game */
    struct fm_buf levels;     /* array of struct level, by depth */
    struct fm_buf candidates; /* array of struct candidate, of all levels */
    bool only;                /* true: only games of the set FM_SET_ONLY are kept */
    /* arrays of struct fm_identity_facts, of games of files with the bytes of the last game */
    struct fm_buf listed[FM_SETS];
};

/* All below return FM_OK, FM_NO_MEMORY, FM_CANCELLED, or FM_OUTPUT_FAILED (error filled). */

/** Give the answer for a game to a sorter. */
FM_MUST_CHECK enum fm_status fm_duplicate_answer(struct fm_sorter *answers, uint64_t number,
                                                 const struct fm_duplicate *answer,
                                                 struct fm_error *error);
/** Take the next game in order. */
FM_MUST_CHECK enum fm_status fm_longest_see(struct fm_longest *longest,
                                            const struct fm_sorted_game *game,
                                            struct fm_error *error);
/** No game of the last one's key comes any more: give all answers that are not
 * given yet. */
FM_MUST_CHECK enum fm_status fm_longest_end(struct fm_longest *longest, struct fm_error *error);
void fm_longest_free(struct fm_longest *longest);

#endif
