/* SPDX-License-Identifier: MIT */
/* Scores of EPD records: the operations ce, dm, acd and acs as an engine's comment has them. */
#ifndef FM_RECORD_EPD_SCORE_H
#define FM_RECORD_EPD_SCORE_H
#include "pgn/score.h"
#include "record/epd.h"

/** Take what an operation says of the search: ce its score, else dm; acd its depth, acs its
 * seconds. A score within 767 of 32767 is a mate. Any other operation changes nothing.
 * @param black  the side to move is Black, which ce and dm are of.
 * @param[in,out] score  its view is White's. */
void fm_epd_score_read(const struct fm_epd_op *op, bool black, struct fm_comment *score);

#endif
