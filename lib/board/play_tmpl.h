/* Template: playing a legal move. */

/* Take the right away that hangs on each square a king or rook left, or a rook was taken on. */
static FM_NOINLINE void update_rights(struct BFN(position) *pos, struct fm_move move)
{
    for (unsigned right = 0; right < 4; right++) {
        const struct BFN(castle) *c = &pos->castles[right / 2][right % 2];
        if (move.from == c->king_from || move.from == c->rook_from || move.to == c->rook_from)
            pos->rights &= (uint8_t)~(1u << right);
    }
    make_castling_texts(pos);
}

static void move_man(struct BFN(position) *pos, unsigned colour, unsigned kind, unsigned from, unsigned to)
{
    const bb both = bb_of(from) ^ bb_of(to);
    pos->men[colour][kind] ^= both;
    pos->all[colour] ^= both;
}

/* King and rook may stand on each other's target. */
static void play_castling(struct BFN(position) *pos, unsigned us, struct fm_move move)
{
    const struct BFN(castle) *c = &pos->castles[us][move.side];
    const unsigned char king = pos->board[c->king_from], rook = pos->board[c->rook_from];
    pos->men[us][FM_KING] ^= bb_of(c->king_from) ^ bb_of(c->king_to);
    pos->men[us][FM_ROOK] ^= bb_of(c->rook_from) ^ bb_of(c->rook_to);
    pos->all[us] = (pos->all[us] & ~bb_of(c->king_from) & ~bb_of(c->rook_from)) | bb_of(c->king_to) | bb_of(c->rook_to);
    pos->board[c->king_from] = pos->board[c->rook_from] = 0;
    pos->board[c->king_to] = king;
    pos->board[c->rook_to] = rook;
    pos->rights &= (uint8_t)~(3u << (2 * us));
    make_castling_texts(pos);
    write_rank(pos, rank_of(c->king_from));
}

static void play_en_passant(struct BFN(position) *pos, unsigned us, struct fm_move move)
{
    const unsigned victim = victim_square(move.to, true);
    pos->men[!us][FM_PAWN] ^= bb_of(victim);
    pos->all[!us] ^= bb_of(victim);
    move_man(pos, us, FM_PAWN, move.from, move.to);
    pos->board[move.to] = pos->board[move.from];
    pos->board[move.from] = pos->board[victim] = 0;
    write_rank(pos, rank_of(move.from));
    write_rank(pos, rank_of(move.to));
}

/* The moves that are not one man to one square. */
static FM_NOINLINE void play_special(struct BFN(position) *pos, struct fm_move move)
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

/* Can the move change the castling field? A king or a rook moves, or a rook is taken or made. */
FM_INLINE bool touches_castling(struct fm_move move)
{
    const unsigned men = 1u << move.kind | 1u << move.captured | 1u << move.promotion;
    return men & (1u << FM_KING | 1u << FM_ROOK);
}

void BFN(position_play)(struct BFN(position) *pos, struct fm_move move)
{
    if (FM_UNLIKELY(move.type > FM_MOVE_DOUBLE_STEP)) {
        play_special(pos, move);
        return;
    }
    const unsigned us = pos->black, from = move.from, to = move.to;
    const bb target = bb_of(to), both = bb_of(from) | target;
    pos->men[us][move.kind] ^= both;
    pos->all[us] ^= both;
    pos->men[!us][move.captured] &= ~target;
    pos->all[!us] &= ~target;
    pos->board[to] = pos->board[from];
    pos->board[from] = 0;
    if (FM_UNLIKELY(move.promotion != FM_NO_KIND)) {
        pos->men[us][FM_PAWN] ^= target;
        pos->men[us][move.promotion] |= target;
        pos->board[to] = (unsigned char)(fm_kind_letters[move.promotion] | (us ? 0x20 : 0));
    }
    pos->halfmove = (move.kind == FM_PAWN) | (move.captured != FM_NO_KIND) ? 0 : pos->halfmove + 1;
    pos->ep = move.type == FM_MOVE_DOUBLE_STEP ? (uint8_t)((from + to) / 2) : NO_SQUARE;
    pos->fullmove += us;
    pos->black = !us;
    write_rank(pos, rank_of(from));
    write_rank(pos, rank_of(to));
    if (FM_UNLIKELY(pos->rights != 0 && touches_castling(move)))
        update_rights(pos, move);
}
