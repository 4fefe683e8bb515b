/* The work on a block of games: class, choice, replay, outcome. */
#ifndef FM_CONVERT_GAMES_H
#define FM_CONVERT_GAMES_H
#include "convert/worker.h"

/** Make the boards of a thread's replays. fm_games_stop() after any outcome.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_games_start(struct fm_worker *worker);
void fm_games_stop(struct fm_worker *worker);
/** @return FM_OK, FM_STOPPED (`on-error: stop`), FM_NO_MEMORY, FM_CANCELLED. */
FM_MUST_CHECK enum fm_status fm_work_games(struct fm_worker *worker);

#endif
