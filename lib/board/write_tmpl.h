/* SPDX-License-Identifier: MIT */
/* Template: positions and moves as text. */

/* Could the double step just made be answered by a capture en passant, the king's safety aside? */
FM_INLINE bb en_passant_takers(const struct BFN(view) * pos)
{
    const bb beside = sources[PAWN_ATTACKS + pos->black][pos->ep & (SQUARES - 1)];
    return pos->ep == NO_SQUARE ? 0 : beside & pos->pieces[pos->black][FM_PAWN];
}

static FM_NOINLINE bool en_passant_is_legal(const struct BFN(view) * pos)
{
    for (bb takers = en_passant_takers(pos); takers != 0;)
        if (king_is_safe_after(pos, bb_pop(&takers), pos->ep, false, true))
            return true;
    return false;
}

/* Can a pawn take en passant? Pseudo-legal: were the king's safety no matter. */
static bool can_take(const struct BFN(view) * pos, bool legal)
{
    return legal ? en_passant_is_legal(pos) : en_passant_takers(pos) != 0;
}

FM_INLINE unsigned char *put_square(unsigned char *out, unsigned sq)
{
    *out++ = (unsigned char)('a' + file_of(sq));
    *out++ = (unsigned char)('1' + rank_of(sq));
    return out;
}

/* The en passant square or `-`, from a table: half of the positions after a pawn's move have one,
 * so a branch would be guessed wrongly. */
FM_INLINE unsigned char *put_ep(unsigned ep, unsigned char *out)
{
    memcpy(out, square_texts[ep], 4);
    return out + square_texts[ep][3];
}

/* All fields, given the en passant square to write or NO_SQUARE. Whatever is copied is copied
 * whole, and the next overwrites what was too much. */
FM_INLINE unsigned char *write_fields(const struct BFN(position) * pos,
                                      const struct fm_fen_style *style, unsigned ep, bool shuffles,
                                      unsigned char *out)
{
    const struct fm_castling_text *castling = &pos->castling[style->castling - FM_CASTLING_FEN];
    if (FM_UNLIKELY(castling->n == 0))
        return NULL;
    out = put_ranks(pos->board, occupied_of(&pos->view), shuffles, out);
    out = fm_put_side(pos->black, out);
    memcpy(out, castling, sizeof *castling);
    out += castling->n;
    out = put_ep(ep, out);
    return style->counters == FM_COUNTERS_FIELDS
               ? fm_put_counters(pos->halfmove, pos->fullmove, out)
               : out;
}

/* A function of its own, lest the compiler mixes what the two ways have in common. */
static FM_NOINLINE unsigned char *write_plain(const struct BFN(position) * pos,
                                              const struct fm_fen_style *style, unsigned ep,
                                              unsigned char *out)
{
    return write_fields(pos, style, ep, false, out);
}

FM_INLINE unsigned char *write_with(const struct BFN(position) * pos,
                                    const struct fm_fen_style *style, unsigned ep,
                                    unsigned char *out)
{
    return FM_LIKELY(HAS_SHUFFLE(pos)) ? write_fields(pos, style, ep, true, out)
                                       : write_plain(pos, style, ep, out);
}

static FM_NOINLINE unsigned char *write_legal(const struct BFN(position) * pos,
                                              const struct fm_fen_style *style, unsigned char *out)
{
    return write_with(pos, style, en_passant_is_legal(&pos->view) ? pos->ep : NO_SQUARE, out);
}

/* Programs write J for Janus's archbishop where X-FEN and we write A, and know the castling style
 * by the variant alone: one that is not the variant's own cannot be written for them (NULL). */
static FM_NOINLINE unsigned char *write_foreign(const struct BFN(position) * pos,
                                                struct fm_fen_style style, unsigned char *out)
{
    const bool letter_j = style.letter_j && pos->variant->letter_j, no_prefix = style.no_prefix;
    style.letter_j = style.no_prefix = false;
    unsigned char *end = BFN(position_write)(pos, &style, out), *p = out;
    if (end == NULL)
        return NULL;
    for (; *p != ' '; p++)
        if (letter_j && (*p | 0x20) == 'a')
            *p = (unsigned char)(*p + ('J' - 'A'));
    p += strlen(" w ");
    if (!no_prefix || (*p != 's' && *p != 'm'))
        return end;
    if ((enum fm_style)pos->style != pos->variant->style)
        return NULL;
    memmove(p, p + 1, (size_t)(end - p) - 1);
    return end - 1;
}

/* The en passant square to write, if it need not be legal. */
FM_INLINE unsigned shown_ep(const struct BFN(position) * pos, const struct fm_fen_style *style)
{
    const bool shown = style->en_passant == FM_EP_ALWAYS || en_passant_takers(&pos->view) != 0;
    return shown ? pos->ep : NO_SQUARE;
}

/* Does the style need what the usual way does not write: other letters, no prefix? */
FM_INLINE bool is_foreign(const struct fm_fen_style *style)
{
    return style->letter_j || style->no_prefix;
}

unsigned char *BFN(position_write)(const struct BFN(position) * pos,
                                   const struct fm_fen_style *style, unsigned char *out)
{
    if (FM_UNLIKELY(is_foreign(style)))
        return write_foreign(pos, *style, out);
    if (style->en_passant == FM_EP_LEGAL)
        return write_legal(pos, style, out);
    return write_with(pos, style, shown_ep(pos, style), out);
}

bool BFN(position_shows_ep)(const struct BFN(position) * pos, enum fm_en_passant rule)
{
    return rule == FM_EP_ALWAYS ? pos->ep != NO_SQUARE : can_take(&pos->view, rule == FM_EP_LEGAL);
}

bool BFN(position_can_write)(const struct BFN(position) * pos, const struct fm_fen_style *style)
{
    return pos->castling[style->castling - FM_CASTLING_FEN].n > 0 && !style->no_prefix;
}

static unsigned char *write_placement(const struct fm_setup *setup, unsigned char *out)
{
    unsigned char squares[SQUARES] = {0};
    bb occupied = 0;
    for (unsigned rank = 0; rank < RANKS; rank++)
        memcpy(&squares[square_of(0, rank)], setup->pieces[rank], FILES);
    for (unsigned sq = 0; sq < SQUARES; sq++)
        occupied |= (bb)(squares[sq] != 0) << sq;
    return put_ranks(squares, occupied, false, out);
}

static unsigned char *write_ep(const struct fm_setup *setup, bool shown, unsigned char *out)
{
    return put_ep(shown ? ep_square_of(setup) : NO_SQUARE, out);
}

static bool can_take_ep(const struct fm_setup *setup, bool legal)
{
    struct BFN(view) pos = {.board = {0}};
    place(setup, &pos);
    return can_take(&pos, legal);
}

/* Of the other pieces of the kind, near by their lines, those that could make the same move; pinned
 * ones are none (PGN standard 8.2.3.4). */
static bb rivals_of(const struct BFN(position) * pos, struct fm_move move, bb near)
{
    const bb occupied = occupied_of(&pos->view);
    bb rivals = 0;
    while (near != 0) {
        const unsigned from = bb_pop(&near);
        if ((between(from, move.to) & occupied) == 0 &&
            king_is_safe_after(&pos->view, from, move.to, false, false))
            rivals |= bb_of(from);
    }
    return rivals;
}

/* The file if it singles the mover out, else the rank, else both (PGN standard 8.2.3.4). */
static FM_NOINLINE unsigned char *put_origin(const struct BFN(position) * pos, struct fm_move move,
                                             bb near, unsigned char *out)
{
    const bb rivals = rivals_of(pos, move, near);
    const bool on_file = rivals & prefix_masks['a' + file_of(move.from)],
               on_rank = rivals & prefix_masks['1' + rank_of(move.from)];
    if (rivals != 0 && (!on_file || on_rank))
        *out++ = (unsigned char)('a' + file_of(move.from));
    if (on_file)
        *out++ = (unsigned char)('1' + rank_of(move.from));
    return out;
}

/* A piece to a square. The row of pawns in `sources` is empty, and there is one king: neither has
 * rivals. A character that may be left out is always written, and overwritten where it is not
 * wanted. */
FM_INLINE unsigned char *put_piece_move(const struct BFN(position) * pos, struct fm_move move,
                                        unsigned char *out)
{
    const unsigned is_pawn = move.kind == FM_PAWN, takes = move.captured != FM_NO_KIND;
    const bb near =
        sources[move.kind][move.to] & pos->pieces[pos->black][move.kind] & ~bb_of(move.from);
    *out = is_pawn ? (unsigned char)('a' + file_of(move.from)) : fm_kind_letters[move.kind];
    out += takes | !is_pawn;
    if (FM_UNLIKELY(near != 0))
        out = put_origin(pos, move, near, out);
    *out = 'x';
    return put_square(out + takes, move.to);
}

static unsigned char *put_castling(struct fm_move move, unsigned char *out)
{
    memcpy(out, "O-O-O", 5);
    return out + (move.side == FM_KING_SIDE ? 3 : 5);
}

static unsigned char *put_promotion(struct fm_move move, unsigned char *out)
{
    if (move.promotion != FM_NO_KIND) {
        *out++ = '=';
        *out++ = fm_kind_letters[move.promotion];
    }
    return out;
}

static FM_NOINLINE unsigned char *put_special_move(const struct BFN(position) * pos,
                                                   struct fm_move move, unsigned char *out)
{
    return move.type == FM_MOVE_CASTLE ? put_castling(move, out)
                                       : put_promotion(move, put_piece_move(pos, move, out));
}

/* The move gives check: is it mate? */
static FM_NOINLINE unsigned char check_sign(const struct BFN(position) * pos, struct fm_move move)
{
    struct BFN(position) after = *pos;
    BFN(position_play)(&after, move);
    return is_mated(&after) ? '#' : '+';
}

static unsigned char *put_null_move(unsigned char *out)
{
    memcpy(out, "--", 2);
    return out + 2;
}

unsigned char *BFN(position_write_san)(const struct BFN(position) * pos, struct fm_move move,
                                       unsigned char *out)
{
    if (move.type == FM_MOVE_NULL)
        return put_null_move(out);
    if (FM_UNLIKELY(move.type == FM_MOVE_CASTLE || move.promotion != FM_NO_KIND))
        out = put_special_move(pos, move, out);
    else
        out = put_piece_move(pos, move, out);
    if (FM_UNLIKELY(BFN(position_gives_check)(pos, move)))
        *out++ = check_sign(pos, move);
    return out;
}

unsigned char *BFN(position_write_lan)(const struct BFN(position) * pos, struct fm_move move,
                                       unsigned char *out)
{
    if (move.type == FM_MOVE_NULL)
        return put_null_move(out);
    if (move.type == FM_MOVE_CASTLE) {
        out = put_castling(move, out);
    } else {
        if (move.kind != FM_PAWN)
            *out++ = fm_kind_letters[move.kind];
        out = put_square(out, move.from);
        *out++ = move.captured == FM_NO_KIND ? '-' : 'x';
        out = put_promotion(move, put_square(out, move.to));
    }
    if (BFN(position_gives_check)(pos, move))
        *out++ = check_sign(pos, move);
    return out;
}

unsigned char *BFN(position_write_uci)(const struct BFN(position) * pos, struct fm_move move,
                                       bool chess960, unsigned char *out)
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
