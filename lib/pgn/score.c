/* SPDX-License-Identifier: MIT */
/* Scores from the view of White. */
#include <config.h>
#include "pgn/score.h"

/* A mate in plies: the side that mates moves in the first and in the last. */
static int mate_plies(const struct fm_comment *comment, bool mating_side_moves)
{
    const int distance = comment->mate < 0 ? -comment->mate : comment->mate;
    return comment->mate_in_plies ? distance : distance == 0 ? 0 : 2 * distance - mating_side_moves;
}

/* Must the sign of the score change to make it White's? */
static bool is_for_black(const struct fm_comment *comment, bool after_black)
{
    return comment->view != FM_SCORE_FOR_WHITE && after_black;
}

int fm_comment_white_score(const struct fm_comment *comment, bool after_black, bool black)
{
    const int turn = is_for_black(comment, after_black) ? -1 : 1;
    if (!comment->is_mate)
        return turn * comment->centipawns;
    /* `#0` has no sign: who is to move has been mated. */
    const bool white_mates = comment->mate == 0 ? black : (comment->mate < 0) == (turn < 0);
    const int score = FM_MATE_SCORE - mate_plies(comment, white_mates != black);
    return white_mates ? score : -score;
}

bool fm_comment_eval_white(const struct fm_comment *comment, enum fm_eval_of of, bool after_black,
                           int *centipawns)
{
    if (!comment->has_score)
        return false;
    *centipawns = fm_comment_white_score(comment, after_black,
                                         fm_comment_is_before(comment, of) == after_black);
    return true;
}

bool fm_position_eval_white(const struct fm_comment *here, const struct fm_comment *ahead,
                            enum fm_eval_of of, bool black, int *centipawns)
{
    const struct fm_comment *comment = fm_comment_of_position(here, ahead, of);
    if (comment == NULL)
        return false;
    *centipawns = fm_comment_white_score(comment, (comment == here) != black, black);
    return true;
}

int fm_score_scale(int centipawns, uint64_t scale)
{
    enum { MOST = 100000 };
    if (scale == 0 || scale == FM_SCORE_SCALE_ONE)
        return centipawns;
    const uint64_t amount = (uint64_t)(centipawns < 0 ? -(int64_t)centipawns : centipawns);
    const uint64_t scaled = (amount * scale + FM_SCORE_SCALE_ONE / 2) / FM_SCORE_SCALE_ONE;
    const int most = scaled > MOST ? MOST : (int)scaled;
    return centipawns < 0 ? -most : most;
}

bool fm_comment_mate_white(const struct fm_comment *comment, bool after_black, int *moves)
{
    if (!comment->has_score || !comment->is_mate)
        return false;
    const int distance =
        comment->mate_in_plies ? (comment->mate + (comment->mate < 0 ? -1 : 1)) / 2 : comment->mate;
    *moves = is_for_black(comment, after_black) ? -distance : distance;
    return true;
}
