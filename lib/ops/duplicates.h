/* SPDX-License-Identifier: MIT */
/* Finds games that are the same as earlier ones (`games.duplicates`) or as those of a file
 * (`games.exclude`, `games.only`): their keys are equal, and their results and dates do not
 * contradict each other. Of several such games the first or the longest is kept, no excluded one,
 * and, where a file has those that are wanted, no other. Used by one thread at a time.
 *
 * Games are remembered in memory until that is full. Then all of them go to a sorter, and so
 * does every later game, which is undecided. When all games were given, those with equal keys
 * are compared, and the answers are sorted back into the order of the games. So answers do not
 * depend on the size of memory. If the longest are kept, every game is undecided until all were
 * given: see longest.h. */
#ifndef FM_OPS_DUPLICATES_H
#define FM_OPS_DUPLICATES_H
#include "base/base.h"
#include "filter/selection.h"
#include "ops/game_identity.h"
#include "ops/spool.h"

struct fm_duplicates;

/** @param spool   temporary file for data that does not fit in memory; must outlive @p out.
 * @param memory   bytes for remembered games, and for chunks of streams.
 * @param keep     choice among games that are the same; `all`: only games equal to excluded ones
 * are found.
 * @param only     games that are not the same as one of the set FM_SET_ONLY are dropped.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_duplicates_new(struct fm_spool *spool, uint64_t memory,
                                               enum fm_keep_duplicates keep, bool only,
                                               struct fm_duplicates **out);
/** May be NULL. */
void fm_duplicates_free(struct fm_duplicates *duplicates);

/* All below return FM_OK, FM_NO_MEMORY, FM_CANCELLED, or FM_OUTPUT_FAILED (error filled). */

/** Add a game to a set, before any is looked up. */
FM_MUST_CHECK enum fm_status fm_duplicates_list(struct fm_duplicates *duplicates, enum fm_set set,
                                                const struct fm_game_identity *game,
                                                struct fm_error *error);
/** Look a game up, and remember it unless it is the same as one before. */
FM_MUST_CHECK enum fm_status fm_duplicates_add(struct fm_duplicates *duplicates,
                                               const struct fm_game_identity *game,
                                               struct fm_duplicate *out, struct fm_error *error);
/** Whether answers may be undecided from here on. */
bool fm_duplicates_overflows(const struct fm_duplicates *duplicates);
/** All games were given: settle the undecided ones. */
FM_MUST_CHECK enum fm_status fm_duplicates_settle(struct fm_duplicates *duplicates,
                                                  struct fm_error *error);
/** After that, once for each game in the order in which they were given: an undecided answer is
 * replaced by the decided one. */
FM_MUST_CHECK enum fm_status fm_duplicates_decide(struct fm_duplicates *duplicates,
                                                  struct fm_duplicate *answer,
                                                  struct fm_error *error);

#endif
