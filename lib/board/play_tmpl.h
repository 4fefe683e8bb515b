/* Template: playing a legal move. */

/* Take the right away that hangs on each square a king or rook left, or a rook was taken on. */
static FM_NOINLINE void update_rights(struct BFN(position) * pos, struct fm_move move)
{
    for (unsigned right = 0; right < 4; right++) {
        const struct BFN(castle) *c = &pos->castles[right / 2][right % 2];
        if (move.from == c->king_from || move.from == c->rook_from || move.to == c->rook_from)
            pos->rights &= (uint8_t) ~(1u << right);
    }
    make_castling_texts(pos);
}

static void move_piece(struct BFN(position) * pos, unsigned colour, unsigned kind, unsigned from,
                       unsigned to)
{
    const bb both = bb_of(from) ^ bb_of(to);
    pos->pieces[colour][kind] ^= both;
    pos->all[colour] ^= both;
}

/* King and rook may stand on each other's target. */
static void play_castling(struct BFN(position) * pos, unsigned us, struct fm_move move)
{
    const struct BFN(castle) *c = &pos->castles[us][move.side];
    const unsigned char king = pos->board[c->king_from], rook = pos->board[c->rook_from];
    pos->pieces[us][FM_KING] ^= bb_of(c->king_from) ^ bb_of(c->king_to);
    pos->pieces[us][FM_ROOK] ^= bb_of(c->rook_from) ^ bb_of(c->rook_to);
    pos->all[us] = (pos->all[us] & ~bb_of(c->king_from) & ~bb_of(c->rook_from)) |
                   bb_of(c->king_to) | bb_of(c->rook_to);
    pos->board[c->king_from] = pos->board[c->rook_from] = 0;
    pos->board[c->king_to] = king;
    pos->board[c->rook_to] = rook;
    pos->rights &= (uint8_t) ~(3u << (2 * us));
    make_castling_texts(pos);
}

static void play_en_passant(struct BFN(position) * pos, unsigned us, struct fm_move move)
{
    const unsigned victim = victim_square(move.to, true);
    pos->pieces[!us][FM_PAWN] ^= bb_of(victim);
    pos->all[!us] ^= bb_of(victim);
    move_piece(pos, us, FM_PAWN, move.from, move.to);
    pos->board[move.to] = pos->board[move.from];
    pos->board[move.from] = pos->board[victim] = 0;
}

/* The moves that are not one piece to one square. */
static FM_NOINLINE void play_special(struct BFN(position) * pos, struct fm_move move)
{
    const unsigned us = pos->black;
    pos->halfmove++;
    if (move.type == FM_MOVE_CASTLE) {
        play_castling(pos, us, move);
    } else if (move.type == FM_MOVE_EN_PASSANT) {
        play_en_passant(pos, us, move);
        pos->halfmove = 0;
    }
    pos->ep = NO_SQUARE;
    pos->fullmove += us;
    pos->black = !us;
}

/* Can the move change the castling field? The side that has a right moves its king, or moves or
 * loses a rook. */
FM_INLINE bool touches_castling(unsigned rights, unsigned us, struct fm_move move)
{
    const unsigned castlers = 1u << FM_KING | 1u << FM_ROOK;
    const unsigned ours = rights >> (2 * us) & 3, theirs = rights >> (2 * !us) & 3;
    return (ours != 0 && (castlers >> move.kind & 1)) || (theirs != 0 && move.captured == FM_ROOK);
}

static FM_NOINLINE void play_promotion(struct BFN(position) * pos, unsigned us, struct fm_move move)
{
    pos->pieces[us][FM_PAWN] ^= bb_of(move.to);
    pos->pieces[us][move.promotion] |= bb_of(move.to);
    pos->board[move.to] = (unsigned char)(fm_kind_letters[move.promotion] | (us ? 0x20 : 0));
    make_castling_texts(pos); /* a new rook may stand beyond the old one */
}

void BFN(position_play)(struct BFN(position) * pos, struct fm_move move)
{
    const unsigned us = pos->black, from = move.from, to = move.to;
    if (FM_UNLIKELY(move.type > FM_MOVE_DOUBLE_STEP)) {
        play_special(pos, move);
        return;
    }
    const bb target = bb_of(to), both = bb_of(from) | target;
    const bb ours = pos->all[us] ^ both, theirs = pos->all[!us] & ~target;
    pos->all[us] = ours;
    pos->all[!us] = theirs;
    pos->pieces[us][move.kind] ^= both;
    pos->pieces[!us][move.captured] &= ~target;
    pos->board[to] = pos->board[from];
    pos->board[from] = 0;
    pos->halfmove =
        (pos->halfmove + 1) & -(uint32_t)((move.kind != FM_PAWN) & (move.captured == FM_NO_KIND));
    pos->fullmove += us;
    pos->black = !us;
    /* The middle of a double step; else -1, which is NO_SQUARE. */
    pos->ep = (uint8_t)((from + to) / 2 | (move.type - FM_MOVE_DOUBLE_STEP));
    if (FM_UNLIKELY(move.promotion != FM_NO_KIND))
        play_promotion(pos, us, move);
    if (pos->rights != 0 && FM_UNLIKELY(touches_castling(pos->rights, us, move)))
        update_rights(pos, move);
}
