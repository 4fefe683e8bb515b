/* Template: positions and moves as text. */

/* Could the double step just made be answered by a capture en passant, the king's safety aside? */
FM_INLINE bb en_passant_takers(const struct BFN(position) *pos)
{
    return pos->ep == NO_SQUARE ? 0 : sources[PAWN_TAKES + pos->black][pos->ep] & pos->men[pos->black][FM_PAWN];
}

static FM_NOINLINE bool en_passant_is_legal(const struct BFN(position) *pos)
{
    for (bb takers = en_passant_takers(pos); takers != 0;)
        if (king_is_safe_after(pos, bb_pop(&takers), pos->ep, false, true))
            return true;
    return false;
}

FM_INLINE bool en_passant_is_written(const struct BFN(position) *pos, enum fm_en_passant rule)
{
    if (FM_LIKELY(pos->ep == NO_SQUARE))
        return false;
    if (rule == FM_EP_PSEUDO_LEGAL)
        return en_passant_takers(pos) != 0;
    return rule == FM_EP_LEGAL ? en_passant_is_legal(pos) : true;
}

/* A blank and a number. */
FM_INLINE unsigned char *put_counter(unsigned char *out, uint32_t number)
{
    if (FM_LIKELY(number < FM_COUNT_OF(counter_texts))) {
        memcpy(out, counter_texts[number], 4);
        return out + counter_texts[number][3];
    }
    *out++ = ' ';
    return fm_put_u64(out, number);
}

FM_INLINE unsigned char *put_square(unsigned char *out, unsigned sq)
{
    *out++ = (unsigned char)('a' + file_of(sq));
    *out++ = (unsigned char)('1' + rank_of(sq));
    return out;
}

/* Programs write J for Janus's archbishop; X-FEN and we keep A. */
static FM_COLD void write_letter_j(unsigned char *begin, const unsigned char *end)
{
    for (; begin < end; begin++)
        if ((*begin | 0x20) == 'a')
            *begin = (unsigned char)(*begin + ('J' - 'A'));
}

unsigned char *BFN(position_write)(const struct BFN(position) *pos, const struct fm_fen_style *style, unsigned char *out)
{
    const struct fm_castling_text *castling = &pos->castling[style->castling - FM_CASTLING_FEN];
    unsigned char *const begin = out;
    if (FM_UNLIKELY(castling->n == 0))
        return NULL;
    for (unsigned rank = RANKS; rank-- > 0;) {
        memcpy(out, pos->text[rank], RANK_TEXT);
        out += pos->length[rank];
        *out++ = '/';
    }
    if (FM_UNLIKELY(style->letter_j))
        write_letter_j(begin, out);
    memcpy(out - 1, pos->black ? " b " : " w ", 4);
    out += 2;
    memcpy(out, castling->text, sizeof castling->text);
    out += castling->n;
    *out++ = ' ';
    if (FM_UNLIKELY(en_passant_is_written(pos, style->en_passant)))
        out = put_square(out, pos->ep);
    else
        *out++ = '-';
    if (!style->counters)
        return out;
    out = put_counter(out, pos->halfmove);
    return put_counter(out, pos->fullmove);
}

/* The like men that could make the same move. */
static bb rivals_of(const struct BFN(position) *pos, struct fm_move move)
{
    const bb occupied = occupied_of(pos);
    bb rivals = 0;
    for (bb men = sources[move.kind][move.to] & pos->men[pos->black][move.kind] & ~bb_of(move.from); men != 0;) {
        const unsigned from = bb_pop(&men);
        if ((between(from, move.to) & occupied) == 0 && king_is_safe_after(pos, from, move.to, false, false))
            rivals |= bb_of(from);
    }
    return rivals;
}

/* The file if it singles the mover out, else the rank, else both (PGN standard 8.2.3.4). */
static unsigned char *put_origin(const struct BFN(position) *pos, struct fm_move move, unsigned char *out)
{
    const bb rivals = rivals_of(pos, move);
    const bool on_file = rivals & bb_file(file_of(move.from)), on_rank = rivals & bb_rank(rank_of(move.from));
    if (rivals != 0 && (!on_file || on_rank))
        *out++ = (unsigned char)('a' + file_of(move.from));
    if (on_file)
        *out++ = (unsigned char)('1' + rank_of(move.from));
    return out;
}

static unsigned char *put_man_move(const struct BFN(position) *pos, struct fm_move move, unsigned char *out)
{
    const bool takes = move.captured != FM_NO_KIND;
    if (move.kind != FM_PAWN) {
        *out++ = fm_kind_letters[move.kind];
        if (move.kind != FM_KING)
            out = put_origin(pos, move, out);
    } else if (takes) {
        *out++ = (unsigned char)('a' + file_of(move.from));
    }
    if (takes)
        *out++ = 'x';
    out = put_square(out, move.to);
    if (move.promotion != FM_NO_KIND) {
        *out++ = '=';
        *out++ = fm_kind_letters[move.promotion];
    }
    return out;
}

unsigned char *BFN(position_write_san)(const struct BFN(position) *pos, struct fm_move move, unsigned char *out)
{
    struct BFN(position) after = *pos;
    struct fm_move moves[FM_MOVES_MAX];
    if (move.type == FM_MOVE_NULL) {
        memcpy(out, "--", 2);
        return out + 2;
    }
    if (move.type == FM_MOVE_CASTLE) {
        memcpy(out, "O-O-O", 5);
        out += move.side == FM_KING_SIDE ? 3 : 5;
    } else {
        out = put_man_move(pos, move, out);
    }
    BFN(position_play)(&after, move);
    if (BFN(position_in_check)(&after))
        *out++ = BFN(position_moves)(&after, moves) == 0 ? '#' : '+';
    return out;
}

unsigned char *BFN(position_write_uci)(const struct BFN(position) *pos, struct fm_move move, bool chess960, unsigned char *out)
{
    if (move.type == FM_MOVE_NULL) {
        memcpy(out, "0000", 4);
        return out + 4;
    }
    const bool jumps = move.type == FM_MOVE_CASTLE && !chess960;
    out = put_square(out, move.from);
    out = put_square(out, jumps ? pos->castles[pos->black][move.side].king_to : move.to);
    if (move.promotion != FM_NO_KIND)
        *out++ = fm_kind_letters[move.promotion] | 0x20;
    return out;
}
