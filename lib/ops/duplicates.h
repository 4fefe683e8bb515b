/* SPDX-License-Identifier: MIT */
/* Which games are the same as earlier ones (`games.duplicates`), or as games that are excluded
 * (`games.exclude`): equal in what the key names, with results and dates that do not contradict each
 * other. The first or the longest of several is kept, and none that is excluded. Used by one thread at a time.
 *
 * Games are remembered in memory until that is full. Then all of them go to a sorter, and so does
 * every game from then on: it is undecided. When all games were given, those of one key are looked
 * at together, and the answers are sorted back into the order of the games. So answers do not
 * depend on the memory.
 * Which game is the longest is known when all were given, and all are undecided: see longest.h. */
#ifndef FM_OPS_DUPLICATES_H
#define FM_OPS_DUPLICATES_H
#include "base/base.h"
#include "filter/selection.h"
#include "ops/game_identity.h"
#include "ops/spool.h"

struct fm_duplicates;

/** @param spool   for what does not fit in memory; must outlive it.
 * @param memory   bytes for what is remembered, and for chunks of streams.
 * @param keep     of games that are the same; all: only those are found that are as excluded ones.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_duplicates_new(struct fm_spool *spool, uint64_t memory,
                                               enum fm_keep_duplicates keep,
                                               struct fm_duplicates **out);
/** May be NULL. */
void fm_duplicates_free(struct fm_duplicates *duplicates);

/* All below return FM_OK, FM_NO_MEMORY, FM_CANCELLED, or FM_OUTPUT_FAILED (error filled). */

/** Exclude a game, before any is looked up. */
FM_MUST_CHECK enum fm_status fm_duplicates_exclude(struct fm_duplicates *duplicates,
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
