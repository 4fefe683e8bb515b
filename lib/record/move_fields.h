/* SPDX-License-Identifier: MIT */
/* Fields of the moves that lead to a position. */
#ifndef FM_RECORD_MOVE_FIELDS_H
#define FM_RECORD_MOVE_FIELDS_H
#include "record/record.h"

/** Append the moves as a movetext has them: 1. e4 e5 2. Nf3, or 41... e1=Q+ 42. Ka2.
 * @param in  with FM_NEEDS_SANS and FM_NEEDS_MOVES.
 * @return FM_OK or FM_NO_MEMORY, as the next two. */
FM_MUST_CHECK enum fm_status fm_put_numbered_moves(struct fm_buf *out,
                                                   const struct fm_record_input *in);
/** Append the moves that follow in the game, in SAN. @param in  with FM_NEEDS_FOLLOWING. */
FM_MUST_CHECK enum fm_status fm_put_following(struct fm_buf *out, const struct fm_record_input *in);
/** Append those of the first variation, or its first move. @param in  with FM_NEEDS_BETTER. */
FM_MUST_CHECK enum fm_status fm_put_better(struct fm_buf *out, const struct fm_record_input *in);
FM_MUST_CHECK enum fm_status fm_put_better_move(struct fm_buf *out,
                                                const struct fm_record_input *in);
/** Append them as an array of JSON. @param in  with FM_NEEDS_SANS. */
FM_MUST_CHECK enum fm_status fm_put_sans(struct fm_buf *out, const struct fm_record_input *in);
/** The same in UCI. @param in  with FM_NEEDS_MOVES. */
FM_MUST_CHECK enum fm_status fm_put_ucis(struct fm_buf *out, const struct fm_record_input *in);

#endif
