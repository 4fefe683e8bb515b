/* SPDX-License-Identifier: MIT */
/* The work on a block of games: class, choice, replay, outcome; and the identity of a kept game,
 * for comparison with others (work_identify.c). */
#ifndef FM_RUN_WORK_GAMES_H
#define FM_RUN_WORK_GAMES_H
#include "run/worker.h"

/** The game was just accounted for and kept: the stages decide whether it is a duplicate.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_identify(struct fm_worker *worker, const struct fm_game *game);
/** Make the boards of a thread's replays. fm_games_stop() after any outcome.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_games_start(struct fm_worker *worker);
void fm_games_stop(struct fm_worker *worker);
/** @return FM_OK, FM_STOPPED (`on-error: stop`), FM_NO_MEMORY, FM_CANCELLED. */
FM_MUST_CHECK enum fm_status fm_work_games(struct fm_worker *worker);
/** Work one game of a block. Returns as fm_work_games(). */
FM_MUST_CHECK enum fm_status fm_work_game(struct fm_worker *worker, const struct fm_game *game,
                                          size_t ordinal);

#endif
