/* Kept games as PGN: byte for byte, or with the FEN tag rewritten and nothing else. */
#ifndef FM_CONVERT_GAME_TEXT_H
#define FM_CONVERT_GAME_TEXT_H
#include "convert/worker.h"

/** Append a game to a PGN output. A FEN tag that the output's dialect cannot express rejects the
 * game: then *result is changed, a message remembered, and what was appended taken back. @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_game_write(struct fm_worker *worker, struct fm_active_route *active,
                                           const struct fm_game *game,
                                           struct fm_result_of_game *result);
/** `encoding: utf-8`: what was appended from @p begin on, in worker->encoding, becomes UTF-8.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_to_utf8(const struct fm_worker *worker, struct fm_buf *out,
                                             size_t begin);

#endif
