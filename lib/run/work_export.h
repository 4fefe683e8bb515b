/* SPDX-License-Identifier: MIT */
/* Kept games are written in new form, and read back with --verify. */
#ifndef FM_RUN_WORK_EXPORT_H
#define FM_RUN_WORK_EXPORT_H
#include "run/worker.h"

/** How a record becomes a game of an output. @param letters  letters of the moves in its
 * operations. */
struct fm_epd_game fm_export_of_list(const struct fm_worker *worker, const struct fm_route *route,
                                     const struct fm_record_input *in, const struct fm_setup *setup,
                                     const struct fm_language *letters);
/** Begin the movetext of the game worked on. @param moves  movetext that the game is made from.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_export_begin(struct fm_worker *worker,
                                             struct fm_active_route *active, struct fm_text moves,
                                             struct fm_movetext *m);
/** End the movetext after the last move: write the comments that follow the result in the input,
 * then the result. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_export_end(struct fm_worker *worker,
                                           const struct fm_active_route *active,
                                           struct fm_movetext *m);
/** Append the game to its output. Returns as fm_game_write(). */
FM_MUST_CHECK enum fm_status fm_game_export(struct fm_worker *worker,
                                            struct fm_active_route *active,
                                            const struct fm_record_input *in,
                                            struct fm_result_of_game *result);
/** The letters of the moves; NULL = English. */
const struct fm_language *fm_export_letters(const struct fm_worker *worker,
                                            const struct fm_profile_output *spec);
/** Read the game back that was appended to its output from @p begin on.
 * @param[out] same  true: it equals the game that it was made from. @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_reread(struct fm_worker *worker,
                                            const struct fm_active_route *active, size_t begin,
                                            enum fm_result result, bool *same);

#endif
