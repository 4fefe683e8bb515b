/* SPDX-License-Identifier: MIT */
/* Template: all legal moves, and what is counted from them. */

/* Moves are gathered here. Those of a king, en passant and from `risky` squares are tried against
 * the king's safety. */
struct gathering {
    const struct BFN(position) * pos;
    struct fm_move *out;
    unsigned n;
    bool untried; /* take all that obey the pieces' ways */
    bb risky;     /* pinned pieces; every square when in check */
    bb movers;    /* squares of the pieces that move */
};

static void gather(struct gathering *g, unsigned from, unsigned to, unsigned kind,
                   unsigned promotion, unsigned type)
{
    const bool ep = type == FM_MOVE_EN_PASSANT;
    const bool tried = !g->untried && (kind == FM_KING || ep || bb_has(g->risky, from));
    if (tried && !king_is_safe_after(&g->pos->view, from, to, kind == FM_KING, ep))
        return;
    const unsigned captured = ep ? FM_PAWN : letter_kinds[g->pos->board[to]];
    g->out[g->n++] = fm_move_of(from, to, kind, promotion, type, captured, 0);
}

static void gather_pawn(struct gathering *g, unsigned from, unsigned to)
{
    if (rank_of(to) != (g->pos->black ? 0 : LAST_RANK)) {
        gather(g, from, to, FM_PAWN, FM_NO_KIND, FM_MOVE_NORMAL);
        return;
    }
    for (unsigned kind = FM_KNIGHT; kind < FM_KING; kind++)
        if (g->pos->promotions >> kind & 1)
            gather(g, from, to, FM_PAWN, kind, FM_MOVE_NORMAL);
}

static void gather_pawns(struct gathering *g)
{
    const struct BFN(position) *pos = g->pos;
    const unsigned us = pos->black;
    const bb occupied = occupied_of(&pos->view);
    for (bb pawns = pos->pieces[us][FM_PAWN] & g->movers; pawns != 0;) {
        const unsigned from = bb_pop(&pawns), step = us ? from - STRIDE : from + STRIDE;
        bb takes = sources[PAWN_ATTACKS + !us][from] & pos->all[!us];
        while (takes != 0)
            gather_pawn(g, from, bb_pop(&takes));
        if (pos->ep != NO_SQUARE && bb_has(sources[PAWN_ATTACKS + !us][from], pos->ep))
            gather(g, from, pos->ep, FM_PAWN, FM_NO_KIND, FM_MOVE_EN_PASSANT);
        if (bb_has(occupied, step))
            continue;
        gather_pawn(g, from, step);
        if (rank_of(from) == (us ? LAST_RANK - 1 : 1) &&
            !bb_has(occupied, us ? step - STRIDE : step + STRIDE))
            gather(g, from, us ? step - STRIDE : step + STRIDE, FM_PAWN, FM_NO_KIND,
                   FM_MOVE_DOUBLE_STEP);
    }
}

/* Why a castling is not legal, or FM_WHY_NONE: the right is left, nothing is between, no square
 * of the king's way is attacked, and the rook does not uncover a check (FIDE Guidelines II.3). */
static enum fm_why castling_fault(const struct BFN(position) * pos, enum fm_side side)
{
    const unsigned us = pos->black;
    const struct BFN(castle) *c = &pos->castles[us][side];
    if (!(pos->rights >> (2 * us + side) & 1))
        return FM_WHY_NO_RIGHT;
    const bb occupied = occupied_of(&pos->view);
    if (occupied & c->empty)
        return FM_WHY_CASTLING_BLOCKED;
    const bb without_king = occupied ^ bb_of(c->king_from);
    for (bb path = c->path; path != 0;)
        if (attackers(&pos->view, bb_pop(&path), without_king, !us) != 0)
            return FM_WHY_CASTLING_ATTACKED;
    const bb after = (without_king & ~bb_of(c->rook_from)) | bb_of(c->rook_to);
    return attackers(&pos->view, c->king_to, after, !us) != 0 ? FM_WHY_CASTLING_ATTACKED
                                                              : FM_WHY_NONE;
}

static struct fm_move castling_move(const struct BFN(position) * pos, enum fm_side side)
{
    const struct BFN(castle) *c = &pos->castles[pos->black][side];
    return fm_move_of(c->king_from, c->rook_from, FM_KING, FM_NO_KIND, FM_MOVE_CASTLE, FM_NO_KIND,
                      side);
}

static void gather_pieces(struct gathering *g)
{
    const struct BFN(position) *pos = g->pos;
    const unsigned us = pos->black;
    const bb occupied = occupied_of(&pos->view);
    for (unsigned kind = FM_KNIGHT; kind <= FM_KING; kind++)
        for (bb pieces = pos->pieces[us][kind] & g->movers; pieces != 0;) {
            const unsigned from = bb_pop(&pieces);
            for (bb targets = kind_attacks(kind, from, occupied) & ~pos->all[us]; targets != 0;)
                gather(g, from, bb_pop(&targets), kind, FM_NO_KIND, FM_MOVE_NORMAL);
        }
}

/* All moves but castling, whatever becomes of the king. */
static unsigned gather_untried(const struct BFN(position) * pos, struct fm_move *out)
{
    struct gathering g = {.pos = pos, .out = out, .untried = true, .movers = ~(bb)0};
    gather_pawns(&g);
    gather_pieces(&g);
    return g.n;
}

/* The legal moves of the pieces on some squares. */
FM_INLINE unsigned moves_from(const struct BFN(position) * pos, bb movers, struct fm_move *out)
{
    struct gathering g = {.pos = pos,
                          .out = out,
                          .risky =
                              checkers(&pos->view) != 0 ? ~(bb)0 : pinned(&pos->view, pos->black),
                          .movers = movers};
    gather_pawns(&g);
    gather_pieces(&g);
    if ((pos->pieces[pos->black][FM_KING] & movers) == 0)
        return g.n;
    for (unsigned side = FM_KING_SIDE; side <= FM_QUEEN_SIDE; side++)
        if (castling_fault(pos, (enum fm_side)side) == FM_WHY_NONE)
            out[g.n++] = castling_move(pos, (enum fm_side)side);
    return g.n;
}

unsigned BFN(position_moves)(const struct BFN(position) * pos, struct fm_move *out)
{
    return moves_from(pos, ~(bb)0, out);
}

unsigned BFN(position_piece_moves)(const struct BFN(position) * pos, unsigned sq,
                                   struct fm_move *out)
{
    return moves_from(pos, bb_of(sq), out);
}

bool BFN(view_in_check)(const struct BFN(view) * pos)
{
    return checkers(pos) != 0;
}

/* The squares that a move empties and fills, and the piece that it puts down. */
struct change {
    bb emptied, filled;
    unsigned kind, to;
};

/* The moves that are not one piece to one square. Of castling the rook may give check; the king of
 * the side to move never does. */
static FM_NOINLINE struct change special_change(const struct BFN(position) * pos,
                                                struct fm_move move)
{
    if (move.type == FM_MOVE_CASTLE) {
        const struct BFN(castle) *c = &pos->castles[pos->black][move.side];
        return (struct change){bb_of(c->king_from) | bb_of(c->rook_from),
                               bb_of(c->king_to) | bb_of(c->rook_to), FM_ROOK, c->rook_to};
    }
    const bb victim = move.type == FM_MOVE_EN_PASSANT ? bb_of(victim_square(move.to, true)) : 0;
    return (struct change){bb_of(move.from) | victim, bb_of(move.to),
                           move.promotion != FM_NO_KIND ? move.promotion : move.kind, move.to};
}

/* Two ways to give check: the piece attacks the king from its new square, or a line to the king is
 * free that was not. The king is not attacked before the move, so any free line is new. */
bool BFN(position_gives_check)(const struct BFN(position) * pos, struct fm_move move)
{
    const unsigned us = pos->black, king = king_square(&pos->view, !us);
    struct change change = {bb_of(move.from), bb_of(move.to), move.kind, move.to};
    if (FM_UNLIKELY(move.type > FM_MOVE_DOUBLE_STEP || move.promotion != FM_NO_KIND))
        change = special_change(pos, move);
    const bb occupied = (occupied_of(&pos->view) & ~change.emptied) | change.filled;
    const unsigned row = change.kind == FM_PAWN ? PAWN_ATTACKS + us : change.kind;
    if (bb_has(sources[row][king], change.to) && (between(change.to, king) & occupied) == 0)
        return true;
    if ((sources[FM_QUEEN][king] & change.emptied) == 0)
        return false;
    for (bb snipers = snipers_at(&pos->view, king, us) & ~change.emptied; snipers != 0;)
        if ((between(king, bb_pop(&snipers)) & occupied) == 0)
            return true;
    return false;
}

/* Is the side to move, which is in check, mated? Most kings can step away, which is found
 * soonest. */
static bool is_mated(const struct BFN(position) * pos)
{
    struct fm_move moves[FM_MOVES_MAX];
    const unsigned us = pos->black, king = king_square(&pos->view, us);
    for (bb steps = sources[FM_KING][king] & ~pos->all[us]; steps != 0;)
        if (king_is_safe_after(&pos->view, king, bb_pop(&steps), true, false))
            return false;
    return BFN(position_moves)(pos, moves) == 0;
}

uint64_t BFN(position_perft)(const struct BFN(position) * pos, unsigned depth)
{
    struct fm_move moves[FM_MOVES_MAX];
    if (depth == 0)
        return 1;
    const unsigned n = BFN(position_moves)(pos, moves);
    if (depth == 1)
        return n;
    uint64_t total = 0;
    for (unsigned i = 0; i < n; i++) {
        struct BFN(position) after = *pos;
        BFN(position_play)(&after, moves[i]);
        total += BFN(position_perft)(&after, depth - 1);
    }
    return total;
}

/* Neither side has pieces to mate with: bare kings, one minor piece, or bishops that are all on
 * squares of one colour. */
bool BFN(position_is_insufficient)(const struct BFN(position) * pos)
{
    bb light = 0, bishops = 0, minor = 0, all = 0;
    for (unsigned sq = 0; sq < SQUARES; sq++)
        light |= (file_of(sq) + rank_of(sq)) & 1 ? bb_of(sq) : 0;
    for (unsigned colour = FM_WHITE; colour <= FM_BLACK; colour++) {
        bishops |= pos->pieces[colour][FM_BISHOP];
        minor |= pos->pieces[colour][FM_BISHOP] | pos->pieces[colour][FM_KNIGHT];
        all |= pos->all[colour] & ~pos->pieces[colour][FM_KING];
    }
    if (all != minor)
        return false;
    return bb_count(all) <= 1 ||
           (all == bishops && ((bishops & light) == 0 || (bishops & ~light) == 0));
}

bb BFN(view_attacks)(const struct BFN(view) * pos, unsigned sq)
{
    const unsigned char piece = pos->board[sq];
    if (piece == 0)
        return 0;
    const unsigned kind = letter_kinds[piece];
    return kind == FM_PAWN ? sources[PAWN_ATTACKS + !(piece & 0x20)][sq]
                           : kind_attacks(kind, sq, occupied_of(pos));
}

bool BFN(position_castles_as)(const struct BFN(position) * pos, bool standard)
{
    for (unsigned left = pos->rights; left != 0; left &= left - 1) {
        const unsigned right = (unsigned)__builtin_ctz(left);
        const bool short_side = right % 2 == FM_KING_SIDE;
        const struct BFN(castle) *castle = &pos->castles[right / 2][right % 2];
        const unsigned king = file_of(castle->king_from), rook = file_of(castle->rook_from);
        if (file_of(castle->king_to) != (short_side ? 6u : 2u) ||
            file_of(castle->rook_to) != (short_side ? 5u : 3u) ||
            (standard && (king != 4 || rook != (short_side ? (unsigned)LAST_FILE : 0u))))
            return false;
    }
    return true;
}
