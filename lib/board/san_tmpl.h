/* Template: the hot path from SAN to a legal move. The squares are taken from the text without a loop, the mover is found
 * backwards from the target, and legality is tried only where an enemy could see the king at all. */

/* A move ends in [+#], then [!?] twice at most, then a delimiter. */
static FM_NOINLINE const unsigned char *skip_marks(const unsigned char *p)
{
    p += *p == '+' || *p == '#';
    p += *p == '!' || *p == '?';
    p += *p == '!' || *p == '?';
    return is_delimiter[*p] ? p : NULL;
}

FM_INLINE const unsigned char *end_of_move(const unsigned char *p)
{
    return FM_LIKELY(is_delimiter[*p]) ? p : skip_marks(p);
}

static FM_NOINLINE const unsigned char *read_castling(const struct BFN(position) *pos, const unsigned char *text, struct fm_move *move)
{
    if (memcmp(text, "O-O", 3) != 0)
        return NULL;
    const enum fm_side side = memcmp(text + 3, "-O", 2) == 0 ? FM_QUEEN_SIDE : FM_KING_SIDE;
    if (castling_fault(pos, side) != FM_WHY_NONE)
        return NULL;
    *move = castling_move(pos, side);
    return end_of_move(text + (side == FM_KING_SIDE ? 3 : 5));
}

/* `=Q` and what is behind it; `*promotion` is FM_NO_KIND when there is none or none that the variant allows. */
static FM_NOINLINE const unsigned char *read_promotion(const struct BFN(position) *pos, const unsigned char *p, unsigned *promotion)
{
    const unsigned kind = p[0] == '=' ? san_kinds[p[1]] : FM_NO_KIND;
    *promotion = kind != FM_PAWN && (pos->promotions >> kind & 1) ? kind : FM_NO_KIND;
    return p + 2;
}

/* Of several men, the only one that has a free way and may leave its square; NO_SQUARE if none or more. */
static FM_NOINLINE unsigned only_legal(const struct BFN(position) *pos, bb candidates, unsigned to, bool is_king, bool en_passant)
{
    const bb occupied = occupied_of(pos);
    unsigned found = NO_SQUARE;
    while (candidates != 0) {
        const unsigned from = bb_pop(&candidates);
        if ((between(from, to) & occupied) != 0 || !king_is_safe_after(pos, from, to, is_king, en_passant))
            continue;
        if (found != NO_SQUARE)
            return NO_SQUARE;
        found = from;
    }
    return found;
}

/* Could any enemy man but king attack this square, were the board empty? */
FM_INLINE bool is_in_sight(const struct BFN(position) *pos, unsigned sq, unsigned by)
{
    return ((sources[FM_BISHOP][sq] & diagonal_men(pos, by)) | (sources[FM_ROOK][sq] & straight_men(pos, by))
            | (sources[FM_KNIGHT][sq] & hopping_men(pos, by)) | (sources[PAWN_TAKES + by][sq] & pos->men[by][FM_PAWN])) != 0;
}

/* More than a piece letter, one sign and a square: Nb1d2, Nbxd2, Nb1xd2 and nothing else. `last` is the index of the rank. */
static FM_NOINLINE bool is_full_form(const unsigned char *text, unsigned last)
{
    const bool takes = text[last - 2] == 'x';
    const unsigned signs = last - 2 - takes;
    if (signs == 1)
        return text[1] != 'x';
    return signs == 2 && text[1] >= 'a' && text[2] < 'a';
}

FM_INLINE uint64_t load_word(const unsigned char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

FM_INLINE unsigned byte_of(uint64_t word, unsigned n)
{
    return (unsigned)(word >> (8 * n)) & 0xff;
}

const unsigned char *BFN(position_read_san)(const struct BFN(position) *pos, const unsigned char *text, struct fm_move *move)
{
    const unsigned kind = san_kinds[text[0]];
    if (FM_UNLIKELY(kind == FM_NO_KIND))
        return read_castling(pos, text, move);
    /* A pawn's move gets an empty byte for its letter, so that squares stand alike. */
    const unsigned us = pos->black, is_pawn = kind == FM_PAWN;
    const uint64_t word = load_word(text) << (8 * is_pawn);
    uint64_t digits = word & word << 1 & ~(word >> 1) & UINT64_C(0x2020202020202020); /* bytes 0x30..0x3F */
    if (FM_UNLIKELY(digits == 0))
        return NULL;
    unsigned last = (unsigned)__builtin_ctzll(digits) / 8;
    if (FM_UNLIKELY((word >> 8 >> (8 * last) & 0x60) == 0x60)) { /* a letter behind: it was the origin's rank */
        digits &= digits - 1;
        last = digits != 0 ? (unsigned)__builtin_ctzll(digits) / 8 : 0;
    }
    if (FM_UNLIKELY(last - 2 > 3))
        return NULL;
    const unsigned file = byte_of(word, last - 1) - 'a', rank = byte_of(word, last) - '1';
    if (FM_UNLIKELY((file >= FILES) | (rank >= RANKS)))
        return NULL;
    const unsigned takes = byte_of(word, last - 2) == 'x';
    if (FM_UNLIKELY(is_pawn ? last != 2 + 2 * takes : last > 3 && !is_full_form(text, last)))
        return NULL;

    const unsigned to = square_of(file, rank);
    const unsigned prefix = (unsigned)((word >> 8) & ((UINT64_C(1) << (8 * (last - 2))) - 1));
    const bb allowed = prefix_masks[prefix & 0xff] & prefix_masks[prefix >> 8 & 0xff] & prefix_masks[prefix >> 16];
    const bb candidates = sources[kind + is_pawn * (PAWN_STEPS + 2 * takes + us)][to] & pos->men[us][kind] & allowed;
    const unsigned captured = letter_kinds[pos->board[to]];
    const bool en_passant = is_pawn & takes & (to == pos->ep);
    if (FM_UNLIKELY((candidates == 0) | bb_has(pos->all[us], to) | (bb_has(pos->all[!us], to) != (takes & !en_passant))))
        return NULL;
    const bool is_king = kind == FM_KING;
    unsigned from = bb_first(candidates);
    if (FM_UNLIKELY((candidates & (candidates - 1)) != 0)) {
        from = only_legal(pos, candidates, to, is_king, en_passant);
        if (from == NO_SQUARE)
            return NULL;
    } else if (FM_UNLIKELY((between(from, to) & occupied_of(pos)) != 0)
               || ((is_king | en_passant | is_in_sight(pos, king_square(pos, us), !us)) && !king_is_safe_after(pos, from, to, is_king, en_passant))) {
        return NULL;
    }
    const unsigned char *p = text + last + 1 - is_pawn;
    unsigned promotion = FM_NO_KIND;
    if (FM_UNLIKELY(is_pawn && (rank == 0 || rank == LAST_RANK))) {
        p = read_promotion(pos, p, &promotion);
        if (promotion == FM_NO_KIND)
            return NULL;
    }
    const unsigned step = is_pawn & ((from ^ to) == 2 * STRIDE);
    *move = fm_move_of(from, to, kind, promotion, en_passant ? FM_MOVE_EN_PASSANT : step, en_passant ? FM_PAWN : captured, 0);
    return end_of_move(p);
}
