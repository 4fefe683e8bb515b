/* Kept games as PGN: byte for byte, or with the FEN tag rewritten and nothing else. */
#ifndef FM_PIPELINE_GAME_TEXT_H
#define FM_PIPELINE_GAME_TEXT_H
#include "pipeline/work.h"

/** Append a game to a PGN output. A FEN tag that the output's dialect cannot say rejects the game:
 * then *result is changed, a message remembered, and what was appended taken back. @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_game_write(struct fm_worker *worker, const struct fm_route *route,
                                           const struct fm_game *game,
                                           struct fm_result_of_game *result);

#endif
