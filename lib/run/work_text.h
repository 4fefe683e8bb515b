/* SPDX-License-Identifier: MIT */
/* Kept games as PGN: byte for byte, but for their tag sections (work_text.c, work_tags.c) and
 * tags that files of the profile change (work_names.c). */
#ifndef FM_RUN_WORK_TEXT_H
#define FM_RUN_WORK_TEXT_H
#include "run/worker.h"

/** Change the tags of a game of the block as the files of the profile have it. @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_changed_tags_apply(struct fm_worker *worker,
                                                   const struct fm_game *game);
/** Give the game back its tags from the input. */
void fm_changed_tags_restore(struct fm_worker *worker);
/** The game worked on, with its tags as they are in the input. */
static inline const struct fm_game *fm_own_tags_of(const struct fm_worker *worker)
{
    return worker->changed.game != NULL ? &worker->changed.own : worker->game;
}
/** Change them in a tag section that was just begun with the tags of the input.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_changed_tags_set(struct fm_worker *worker,
                                                 struct fm_tag_section *section);
/** The tag section of the game worked on in an output: its tags as the output sets them, and those
 * that follow from the game itself.
 * @param in    for templates; NULL: no tag is set by one.
 * @param anew  the movetext is written anew: FEN, SetUp, Variant and Result are to agree with it.
 * @param[out] section  in worker->scratch. @return FM_OK, FM_REJECTED (*fault; `what` is in the
 * block or empty), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_work_tags(struct fm_worker *worker, const struct fm_route *route,
                                          const struct fm_record_input *in, bool anew,
                                          struct fm_tag_section *section, struct fm_error *fault);
/** The result of the game worked on, by a value of the Result tag and what else shows it. */
enum fm_result fm_work_result(const struct fm_worker *worker, struct fm_text tag);
/** Append the tag section, in new form. @param out  NULL: it is not wanted.
 * @param[out] result  result that the movetext must end with. Returns as fm_work_tags(). */
FM_MUST_CHECK enum fm_status fm_work_export_tags(struct fm_worker *worker,
                                                 const struct fm_route *route,
                                                 const struct fm_record_input *in,
                                                 struct fm_buf *out, enum fm_result *result,
                                                 struct fm_error *fault);
/** The game worked on cannot be written: its outcome, and a message.
 * @param fault  `what` is in the block or empty. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_game_reject(struct fm_worker *worker, struct fm_error *fault,
                                            struct fm_result_of_game *result);
/** Append a game to a PGN output. One that cannot be written (a FEN tag that the output's dialect
 * cannot express) is rejected: then *result is changed, a message remembered, and what was appended
 * taken back. @param in  of the game, where tags are set, dropped or ordered.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_game_write(struct fm_worker *worker, struct fm_active_route *active,
                                           const struct fm_game *game,
                                           const struct fm_record_input *in,
                                           struct fm_result_of_game *result);

#endif
