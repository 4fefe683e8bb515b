/* SPDX-License-Identifier: MIT */
/* Template: whether a setup can be a position, as the set of reasons why not.
 *
 * Only what no game and no handicap position can show is a fault; suites hold nine queens, armies
 * without pawns and studies. Of most records of 8x8 the plain reader's sets show that nothing is
 * wrong, and no board is made for it. */

/* Faults that the numbers of pieces alone show. */
static unsigned number_faults(const struct BFN(view) * pos)
{
    const unsigned most = 2 * FILES;
    const bb edges = bb_rank(0) | bb_rank(LAST_RANK);
    unsigned faults = occupied_of(pos) == 0 ? FM_FAULT_EMPTY_BOARD : 0;
    if (pos->pieces[FM_WHITE][FM_KING] == 0)
        faults |= FM_FAULT_NO_WHITE_KING;
    if (pos->pieces[FM_BLACK][FM_KING] == 0)
        faults |= FM_FAULT_NO_BLACK_KING;
    for (unsigned colour = FM_WHITE; colour <= FM_BLACK; colour++) {
        const unsigned pieces = bb_count(pos->all[colour]),
                       kings = bb_count(pos->pieces[colour][FM_KING]);
        const bb pawns = pos->pieces[colour][FM_PAWN];
        if (pawns & edges)
            faults |= FM_FAULT_PAWN_ON_LAST_RANK;
        if (kings > 1)
            faults |= FM_FAULT_TOO_MANY_KINGS;
        if (pieces > most)
            faults |= FM_FAULT_TOO_MANY_PIECES;
        if (bb_count(pawns) > FILES)
            faults |= FM_FAULT_TOO_MANY_PAWNS;
        /* Whatever the pieces are: a handicap game may start with any, so only their number tells,
         * and none need be promoted. */
        if (pieces - kings > most - 1)
            faults |= FM_FAULT_TOO_MANY_PROMOTED;
    }
    return faults;
}

/* A move gives one check itself and uncovers at most one more. Two checks that no move gives (two
 * knights, two bishops on one line) are in perft and endgame suites; they harm nothing. */
enum { CHECKERS_MAX = 2 };

static unsigned check_faults(const struct BFN(view) * pos)
{
    const unsigned mover = pos->black, other = !mover;
    const bb occupied = occupied_of(pos);
    unsigned faults = 0;
    if (bb_count(pos->pieces[other][FM_KING]) == 1 &&
        attackers(pos, king_square(pos, other), occupied, mover) != 0)
        faults |= FM_FAULT_OPPOSITE_CHECK;
    if (bb_count(pos->pieces[mover][FM_KING]) == 1 && bb_count(checkers(pos)) > CHECKERS_MAX)
        faults |= FM_FAULT_IMPOSSIBLE_CHECK;
    return faults;
}

static unsigned find_faults(const struct fm_setup *setup)
{
    struct BFN(view) pos = {.board = {0}};
    place(setup, &pos);
    return number_faults(&pos) | check_faults(&pos);
}

#if BOARD_FILES == 8
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

bool fm_board_plain_possible(const struct fm_plain *pieces, bool black)
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
    return (checkers & (checkers - 1)) == 0; /* at most two: one given, one uncovered */
}
#endif
