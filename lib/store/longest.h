/* SPDX-License-Identifier: MIT */
/* Of games that are duplicates, the longest (`games.duplicates: {keep: longest}`): games with one key
 * are taken from the longest to the shortest, of equal length the earliest first. Each joins the
 * longest kept game that it agrees with (result, date) and, where moves are in the key, is the
 * beginning of; where there is none, it is kept. Excluded games are found, too: those that are the
 * same as one.
 *
 * All games are sorted, in bounded memory, so that all that one can join come just before it; the
 * answers are sorted back into the order of the games. Used by one thread at a time. */
#ifndef FM_STORE_LONGEST_H
#define FM_STORE_LONGEST_H
#include "store/game_identity.h"
#include "store/spool.h"

struct fm_longest;

/** @param spool  for what does not fit in memory; must outlive it. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_longest_new(struct fm_spool *spool, uint64_t memory,
                                            struct fm_longest **out);
/** May be NULL. */
void fm_longest_free(struct fm_longest *longest);

/* All below return FM_OK, FM_NO_MEMORY, FM_CANCELLED, or FM_OUTPUT_FAILED (error filled). */

/** Exclude a game, before any is added. */
FM_MUST_CHECK enum fm_status fm_longest_exclude(struct fm_longest *longest,
                                                const struct fm_game_identity *game,
                                                struct fm_error *error);
/** Add a game. @param number  0.., in the order of the input. */
FM_MUST_CHECK enum fm_status fm_longest_add(struct fm_longest *longest,
                                            const struct fm_game_identity *game, uint64_t number,
                                            struct fm_error *error);
/** All games were added: find the answers. */
FM_MUST_CHECK enum fm_status fm_longest_settle(struct fm_longest *longest, struct fm_error *error);
/** After that, once for each game that was added, in that order. */
FM_MUST_CHECK enum fm_status fm_longest_next(struct fm_longest *longest,
                                             struct fm_duplicate *answer, struct fm_error *error);

#endif
