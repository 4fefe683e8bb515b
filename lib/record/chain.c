/* SPDX-License-Identifier: MIT */
/* Entries of training data: see chain.h. */
#include <config.h>
#define BOARD_FILES 8
#include "record/chain.h"
#include "base/hash.h"
#include "board/board.h"
#include "record/score_fields.h"

/* Positions of variations come between those of a game, so their places are not known. */
static void name_places(const struct fm_record_input *in, struct fm_chain_entry *out)
{
    out->here = out->next = 0;
    if (in->depth > 0)
        return;
    if (in->game_place != 0) {
        out->here = fm_hash_mix(in->game_place + in->ply);
        out->next = fm_hash_mix(in->game_place + in->ply + 1);
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
    name_places(in, out);
    memset(out->head, 0, sizeof out->head);
    out->bits = 0;
    out->half_points = (uint8_t)half;
    out->score = (int16_t)score;
    out->ply = (uint16_t)in->ply;
    return true;
}

void fm_chain_add(struct fm_chain *chain, const struct fm_chain_entry *entry)
{
    chain->open = true;
    chain->next = entry->next;
    chain->ply = entry->ply;
    chain->half_points = entry->half_points;
    chain->score = entry->score;
}

bool fm_chain_take(struct fm_text *entries, struct fm_chain_entry *out)
{
    if (entries->n < sizeof *out)
        return false;
    memcpy(out, entries->p, sizeof *out);
    entries->p += sizeof *out;
    entries->n -= sizeof *out;
    return true;
}
