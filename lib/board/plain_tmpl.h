/* Template of the 8x8 board: whether plain men can be a position. See plain.h. */

static uint64_t plain_attackers(const struct fm_plain *men, unsigned sq, unsigned by)
{
    const uint64_t occupied = men->colour[FM_WHITE] | men->colour[FM_BLACK];
    const uint64_t attackers = (sources[FM_KNIGHT][sq] & men->knights) |
                               (sources[FM_KING][sq] & men->kings) |
                               (sources[PAWN_ATTACKS + by][sq] & men->pawns) |
                               (bishop_attacks(sq, occupied) & men->diagonal) |
                               (rook_attacks(sq, occupied) & men->straight);
    return attackers & men->colour[by];
}

/* Would three men or more of one colour attack the square, were nothing between? */
static bool plain_is_aimed_at(const struct fm_plain *men, unsigned sq, unsigned by)
{
    uint64_t aim =
        ((sources[FM_KNIGHT][sq] & men->knights) | (sources[PAWN_ATTACKS + by][sq] & men->pawns) |
         (sources[FM_KING][sq] & men->kings) | (sources[FM_BISHOP][sq] & men->diagonal) |
         (sources[FM_ROOK][sq] & men->straight)) &
        men->colour[by];
    aim &= aim - 1;
    return (aim & (aim - 1)) != 0;
}

bool fm_plain_possible(const struct fm_plain *men, bool black)
{
    if (!men->fits)
        return false;
    const unsigned mover = black ? FM_BLACK : FM_WHITE, other = !mover;
    const unsigned king = bb_first(men->kings & men->colour[mover]);
    if (plain_attackers(men, bb_first(men->kings & men->colour[other]), mover) != 0)
        return false;
    if (FM_LIKELY(!plain_is_aimed_at(men, king, other)))
        return true;
    uint64_t checkers = plain_attackers(men, king, other);
    checkers &= checkers - 1;
    return (checkers & (checkers - 1)) == 0; /* one given, one uncovered */
}
