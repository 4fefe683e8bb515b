/* SPDX-License-Identifier: MIT */
/* Entries of training data: see chain.h. */
#include <config.h>
#define BOARD_FILES 8
#include "record/chain.h"
#include "board/board.h"
#include "record/score_fields.h"

/* Positions of variations come between those of a game, so their places are not known. */
static void name_places(const struct fm_record_input *in, struct fm_chain_entry *out)
{
    out->here = out->next = 0;
    if (in->depth > 0)
        return;
    if (in->game_place != 0) {
        out->here = in->game_place + in->ply;
        out->next = out->here + 1;
        return;
    }
    struct fm_position_8x8 after = *in->position;
    fm_position_play_8x8(&after, *in->next);
    out->here = fm_view_hash_8x8(&in->position->view).lo;
    out->next = fm_view_hash_8x8(&after.view).lo;
}

bool fm_chain_entry_begin(const struct fm_record_input *in, struct fm_chain_entry *out)
{
    const int half = fm_result_half_points(in->game->outcome);
    int score;
    if (half < 0 || in->next == NULL || in->next->type == FM_MOVE_NULL || in->ply > UINT16_MAX ||
        !fm_score_position(in, &score) || score < -INT16_MAX || score > INT16_MAX)
        return false;
    out->has_head = !in->follows;
    if (out->has_head) {
        name_places(in, out);
        memset(out->head, 0, sizeof out->head);
    }
    out->bits = 0;
    out->half_points = (unsigned)half & 3;
    out->score = (int16_t)score;
    out->ply = (uint16_t)in->ply;
    return true;
}
