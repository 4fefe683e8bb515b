/* Template of the 8x8 board: whether plain pieces can be a position. See plain.h. */

static uint64_t plain_attackers(const struct fm_plain *pieces, unsigned sq, unsigned by)
{
    const uint64_t occupied = pieces->colour[FM_WHITE] | pieces->colour[FM_BLACK];
    const uint64_t attackers = (sources[FM_KNIGHT][sq] & pieces->knights) |
                               (sources[FM_KING][sq] & pieces->kings) |
                               (sources[PAWN_ATTACKS + by][sq] & pieces->pawns) |
                               (bishop_attacks(sq, occupied) & pieces->diagonal) |
                               (rook_attacks(sq, occupied) & pieces->straight);
    return attackers & pieces->colour[by];
}

/* Would three pieces or more of one colour attack the square, were nothing between? */
static bool plain_is_aimed_at(const struct fm_plain *pieces, unsigned sq, unsigned by)
{
    uint64_t aim =
        ((sources[FM_KNIGHT][sq] & pieces->knights) |
         (sources[PAWN_ATTACKS + by][sq] & pieces->pawns) | (sources[FM_KING][sq] & pieces->kings) |
         (sources[FM_BISHOP][sq] & pieces->diagonal) | (sources[FM_ROOK][sq] & pieces->straight)) &
        pieces->colour[by];
    aim &= aim - 1;
    return (aim & (aim - 1)) != 0;
}

bool fm_plain_possible(const struct fm_plain *pieces, bool black)
{
    if (!pieces->fits)
        return false;
    const unsigned mover = black ? FM_BLACK : FM_WHITE, other = !mover;
    const unsigned king = bb_first(pieces->kings & pieces->colour[mover]);
    if (plain_attackers(pieces, bb_first(pieces->kings & pieces->colour[other]), mover) != 0)
        return false;
    if (FM_LIKELY(!plain_is_aimed_at(pieces, king, other)))
        return true;
    uint64_t checkers = plain_attackers(pieces, king, other);
    checkers &= checkers - 1;
    return (checkers & (checkers - 1)) == 0; /* one given, one uncovered */
}
