/* SPDX-License-Identifier: MIT */
/* Reads scores and clocks, which programs write into comments. [%eval] [%clk] [%emt], cutechess's
 * `+0.25/12 3.1s`, TCEC's `d=40, mt=11200, tl=1662212, wv=0.25`. Everything else in a comment is
 * passed over. */
#ifndef FM_PGN_COMMENT_H
#define FM_PGN_COMMENT_H
#include "pgn/score.h"

/** Read the values in a comment; those that it does not have stay as they are, so that several
 * comments after one move add up.
 * @param text  the inside of the comment; padded (FM_TEXT_PADDING).
 * @param times  false: [%clk] and [%emt] are not wanted, and may be left out. */
void fm_comment_read(struct fm_text text, bool times, struct fm_comment *out);
/** The first embedded command of a comment, `[%clk 0:05:00]`; @p end if there is none.
 * @param[out] close  the place after it. */
const unsigned char *fm_comment_command(const unsigned char *p, const unsigned char *end,
                                        const unsigned char **close);
/** Does a comment have the embedded command of this name? */
bool fm_comment_has(struct fm_text comment, const char *name);
/** Whose view the engine scores of a game are whose comments do not show it, `-0.35/12 5`: White's
 * if there are positive ones without a plus, as ChessBase and Shredder write, or minus ones alone;
 * else the mover's. */
enum fm_score_view fm_game_score_view(struct fm_text movetext);
#endif
