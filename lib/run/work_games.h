/* SPDX-License-Identifier: MIT */
/* The work on a block of games: class, choice, replay, outcome; and the identity of a kept game,
 * for stages that decide on it by others (work_identify.c). */
#ifndef FM_RUN_WORK_GAMES_H
#define FM_RUN_WORK_GAMES_H
#include "run/worker.h"

/** The game or record was just accounted for and kept: the stages decide whether it stays.
 * @param game  NULL: it is not compared with others, only drawn.
 * @param begin, end  its span of the block. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_identify(struct fm_worker *worker, const struct fm_game *game,
                                              size_t begin, size_t end);
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
