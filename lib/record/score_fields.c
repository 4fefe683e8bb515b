/* SPDX-License-Identifier: MIT */
/* Scores as fields have them: see score_fields.h. */
#include <config.h>
#include "record/score_fields.h"
#include <stdlib.h>

/* A mate is no amount that could be multiplied; `ce` says it by 32767 less plies, training data by
 * other large numbers. */
static bool score_is_mate(const struct fm_comment *comment, int centipawns)
{
    enum { MATES = 30000 };
    return comment->is_mate || (comment->own && abs(centipawns) >= MATES);
}

static int score_times(const struct fm_record_input *in, const struct fm_comment *comment,
                       int centipawns)
{
    if (in->eval_scale == FM_SCORE_SCALE_ONE || score_is_mate(comment, centipawns))
        return centipawns;
    return fm_score_scale(centipawns, in->eval_scale);
}

bool fm_score_after(const struct fm_record_input *in, const struct fm_comment *comment,
                    bool after_black, int *centipawns)
{
    if (!fm_comment_eval_white(comment, in->eval_of, after_black, centipawns))
        return false;
    *centipawns = score_times(in, comment, *centipawns);
    return true;
}

bool fm_score_last(const struct fm_record_input *in, int *centipawns)
{
    return fm_score_after(in, &in->comment, !in->black, centipawns);
}

bool fm_score_next(const struct fm_record_input *in, int *centipawns)
{
    return fm_score_after(in, &in->next_comment, in->black, centipawns);
}

bool fm_score_position(const struct fm_record_input *in, int *centipawns)
{
    const struct fm_comment *const comment =
        fm_comment_of_position(&in->comment, &in->next_comment, in->eval_of);
    if (comment == NULL)
        return false;
    *centipawns = score_times(
        in, comment,
        fm_comment_white_score(comment, (comment == &in->comment) != in->black, in->black));
    return true;
}

/* As the filter `positions.swing` has it, but for the factor. */
bool fm_score_swing(const struct fm_record_input *in, int *centipawns)
{
    int after;
    if (!fm_score_last(in, centipawns) || !fm_score_next(in, &after))
        return false;
    *centipawns -= after;
    return true;
}

bool fm_score_mate(const struct fm_record_input *in, int *moves)
{
    return fm_comment_mate_white(&in->comment, !in->black, moves);
}

const struct fm_comment *fm_score_search(const struct fm_record_input *in)
{
    const struct fm_comment *comment =
        fm_comment_of_position(&in->comment, &in->next_comment, in->eval_of);
    return comment != NULL ? comment : &in->comment;
}

/* As Stockfish's scoreWDLstat counts scores: the nearest multiple of 5 centipawns up to 1000, of a
 * number that it makes in single precision and cuts off, so that 0.53 is 52 and counts as 50; and
 * 1001 for a mate. */
bool fm_score_wdl(const struct fm_record_input *in, int *centipawns)
{
    enum { WIDTH = 5, MOST = 1000 };
    if (!fm_score_position(in, centipawns))
        return false;
    const int sign = *centipawns < 0 ? -1 : 1;
    const float pawns = (float)(sign * *centipawns) / 100.0F, scaled = 100.0F * pawns;
    const int size = (int)scaled > MOST ? MOST : (int)scaled;
    const bool mate = score_is_mate(fm_score_search(in), *centipawns);
    *centipawns = sign * (mate ? MOST + 1 : (size + WIDTH / 2) / WIDTH * WIDTH);
    return true;
}
