/* SPDX-License-Identifier: MIT */
/* The comments that programs for matches of engines write after a move: `+0.25/12 3.1s` of
 * cutechess, fastchess and XBoard, and TCEC's `d=40, mt=11200, tl=1662212, wv=0.25`. docs/scores.md
 * has all forms, and what looks like one of them and is not read. */
#ifndef FM_PGN_MATCH_COMMENT_H
#define FM_PGN_MATCH_COMMENT_H
#include "pgn/score.h"

/** Read a comment that begins with a score and a depth, or with a time. @param text  padded.
 * @return where the reading ended; NULL: it has another form, and @p out is as it was. */
const unsigned char *fm_match_comment_read(struct fm_text text, struct fm_comment *out);
/** Does the comment begin with `name=`, as TCEC's do? */
bool fm_is_tcec_comment(struct fm_text text);
/** Read a comment of TCEC's. */
void fm_tcec_comment_read(struct fm_text text, struct fm_comment *out);

#endif
