/* SPDX-License-Identifier: MIT */
/* The second half of rewriting a line: what is after the fields, operations or other text. */
#ifndef FM_RECORD_REWRITE_AFTER_H
#define FM_RECORD_REWRITE_AFTER_H
#include "record/fen_edit.h"

/** Fill the counters of the setup from the operations hmvc and fmvn (PGN standard 16.2) if there are
 * no fields 5 and 6, cut to the same limits. */
void fm_fen_edit_read_counters(struct fm_fen_edit *edit);
/** Does a line that is no EPD become EPD? Then all of it is written anew: operations as the standard requires,
 * or as they are where that would be a guess; other text as the comment c0. */
bool fm_after_is_made(const struct fm_fen_edit *edit);
/** Is the whole line written anew, with nothing around it: as a FEN, or as EPD that it was not? */
bool fm_after_is_anew(const struct fm_fen_edit *edit, const struct fm_rewrite *wanted);
/** Can its operations be written as the standard requires, as far as it is known? `counters: none` removes
 * hmvc and fmvn where they are. */
bool fm_after_may_be_normal(const struct fm_fen_edit *edit);
/** Does the line lose anything if only its fields are written? Its hmvc and fmvn become fields. */
bool fm_after_is_lost(const struct fm_fen_edit *edit);
/** Append what is after the fields. Counters move between fields and operations only if that was
 * requested; otherwise the text is copied, with the blanks before it.
 * @return FM_OK, FM_NO_MEMORY, or FM_REJECTED and edit->normal is false: operations cannot be normalized
 * without a guess. */
FM_MUST_CHECK enum fm_status fm_after_put(struct fm_fen_edit *edit, struct fm_buf *out);
/** Check the operations, and play their moves. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_after_play(struct fm_fen_edit *edit);

#endif
