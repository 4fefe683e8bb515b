/* SPDX-License-Identifier: MIT */
/* The public calls on what a position is: side, counters, rights, sets of squares. */
#include <config.h>
#include "fenmill.h"
#include "board/dispatch.h"

static struct fm_facts facts_of(const struct fm_position *position)
{
    struct fm_facts facts;
    position->ops->facts(position->board, &facts);
    return facts;
}

bool fm_position_black_to_move(const struct fm_position *position)
{
    return facts_of(position).black;
}

uint32_t fm_position_halfmove(const struct fm_position *position)
{
    return facts_of(position).halfmove;
}

uint32_t fm_position_fullmove(const struct fm_position *position)
{
    return facts_of(position).fullmove;
}

void fm_position_king(const struct fm_position *position, bool black, unsigned *file,
                      unsigned *rank)
{
    const struct fm_facts facts = facts_of(position);
    *file = facts.king[black][0];
    *rank = facts.king[black][1];
}

int fm_position_castling(const struct fm_position *position, bool black, bool a_side)
{
    return facts_of(position).rook[black][a_side ? FM_QUEEN_SIDE : FM_KING_SIDE];
}

bool fm_position_en_passant(const struct fm_position *position, enum fm_en_passant rule,
                            unsigned *file, unsigned *rank)
{
    const struct fm_facts facts = facts_of(position);
    const enum fm_en_passant kept = rule == FM_EP_KEEP ? FM_EP_ALWAYS : rule;
    if (!facts.has_ep || !position->ops->shows_ep(position->board, kept))
        return false;
    *file = facts.ep[0];
    *rank = facts.ep[1];
    return true;
}

/* @return the number of squares; of a square that the board does not have there are none. */
static unsigned find_set(const struct fm_position *position, const struct fm_set_query *query,
                         struct fm_square_set *out)
{
    memset(out, 0, sizeof *out);
    if (query->file >= position->files || query->rank >= FM_RANKS)
        return 0;
    return position->ops->set(position->board, query, out);
}

unsigned fm_position_squares(const struct fm_position *position, char piece,
                             struct fm_square_set *out)
{
    const struct fm_set_query query = {.what = FM_SET_PIECES, .letter = piece};
    return find_set(position, &query, out);
}

unsigned fm_position_attacks(const struct fm_position *position, unsigned file, unsigned rank,
                             struct fm_square_set *out)
{
    const struct fm_set_query query = {.what = FM_SET_ATTACKS, .file = file, .rank = rank};
    return find_set(position, &query, out);
}

unsigned fm_position_attackers(const struct fm_position *position, unsigned file, unsigned rank,
                               bool black, struct fm_square_set *out)
{
    const struct fm_set_query query = {
        .what = FM_SET_ATTACKERS, .file = file, .rank = rank, .colour = black};
    return find_set(position, &query, out);
}

unsigned fm_position_checkers(const struct fm_position *position, struct fm_square_set *out)
{
    const struct fm_facts facts = facts_of(position);
    const uint8_t *const king = facts.king[facts.black];
    return fm_position_attackers(position, king[0], king[1], !facts.black, out);
}

unsigned fm_position_pinned(const struct fm_position *position, bool black,
                            struct fm_square_set *out)
{
    const struct fm_set_query query = {.what = FM_SET_PINNED, .colour = black};
    return find_set(position, &query, out);
}
