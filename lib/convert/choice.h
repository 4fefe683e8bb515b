/* Which outputs take a game, before its replay and after it. They are the worker's active ones. */
#ifndef FM_CONVERT_CHOICE_H
#define FM_CONVERT_CHOICE_H
#include "convert/worker.h"

/** The outputs that take this game: the first that fits, or all, as the profile says. Why the others
 * do not is in worker->lost. The answer counts only if facts->context->status is FM_OK after it. */
void fm_choose_routes(struct fm_worker *worker, const struct fm_game_facts *facts);
/** Which of them keep the game, now that its end is known; the others lose what they were given.
 * @return FM_NOT_LOST, or where the game is lost if none of them does. */
size_t fm_choose_at_end(struct fm_worker *worker, unsigned plies);
/** Note a castling style that an active output of records has no letters for. */
void fm_note_lost_styles(struct fm_worker *worker);

#endif
