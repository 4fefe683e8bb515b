/* SPDX-License-Identifier: MIT */
/* Scores as fields have them: in centipawns for White, times `output.eval-scale`. All return false
 * where there is none. */
#ifndef FM_RECORD_SCORE_FIELDS_H
#define FM_RECORD_SCORE_FIELDS_H
#include "record/record.h"

/** The score in the comment after a move. */
bool fm_score_after(const struct fm_record_input *in, const struct fm_comment *comment,
                    bool after_black, int *centipawns);
/** That after the last move, whatever position it is of; after the next one. */
bool fm_score_last(const struct fm_record_input *in, int *centipawns);
bool fm_score_next(const struct fm_record_input *in, int *centipawns);
/** That of the position itself. */
bool fm_score_position(const struct fm_record_input *in, int *centipawns);
/** The score before the next move minus the one after it. */
bool fm_score_swing(const struct fm_record_input *in, int *centipawns);
/** As Stockfish's scoreWDLstat counts that of the position. */
bool fm_score_wdl(const struct fm_record_input *in, int *centipawns);
/** The distance of the mate after the last move, in moves. */
bool fm_score_mate(const struct fm_record_input *in, int *moves);
/** The comment of the search whose score is the position's; without a score that of the last
 * move. */
const struct fm_comment *fm_score_search(const struct fm_record_input *in);

#endif
