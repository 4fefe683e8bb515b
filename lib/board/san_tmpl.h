/* SPDX-License-Identifier: MIT */
/* Template: the hot path from SAN to a legal move. A common move is read in one straight line:
 * squares are taken from the text without a loop, the mover is found backwards from the target, and
 * whatever could be unusual is collected for one branch at the end. Unusual text is read again by
 * read_rare(), which takes all forms. */

/* A row of `sources` to its kind: pawns' rows begin at a multiple. */
#define KIND_OF_ROW (FM_KINDS - 1u)

/* [+#], then [!?] twice at most, then a delimiter. */
static const unsigned char *end_of_move(const unsigned char *p)
{
    p += *p == '+' || *p == '#';
    p += *p == '!' || *p == '?';
    p += *p == '!' || *p == '?';
    return is_delimiter[*p] ? p : NULL;
}

static const unsigned char *read_castling(const struct BFN(position) * pos,
                                          const unsigned char *text, struct fm_move *move)
{
    if (memcmp(text, "O-O", 3) != 0)
        return NULL;
    const enum fm_side side = memcmp(text + 3, "-O", 2) == 0 ? FM_QUEEN_SIDE : FM_KING_SIDE;
    if (castling_fault(pos, side) != FM_WHY_NONE)
        return NULL;
    *move = castling_move(pos, side);
    return end_of_move(text + (side == FM_KING_SIDE ? 3 : 5));
}

/* A SAN move taken apart. */
struct san {
    unsigned kind, to;
    bb origins; /* squares that the signs before the target allow */
    bool takes;
    unsigned promotion; /* FM_NO_KIND = none */
};

/* Signs before the target: a file, a rank, or both in this order; of a pawn: none, or the file and
 * the capture mark. */
static bool parse_signs(const unsigned char *sign, unsigned n, struct san *san)
{
    san->takes = n > 0 && sign[n - 1] == 'x';
    n -= san->takes;
    san->origins = ~(bb)0;
    for (unsigned i = 0; i < n; i++) {
        if (sign[i] == 'x')
            return false;
        san->origins &= prefix_masks[sign[i]];
    }
    if (san->kind == FM_PAWN)
        return n == san->takes && (n == 0 || sign[0] >= 'a');
    return n < 2 || (n == 2 && sign[0] >= 'a' && sign[1] < 'a');
}

/* @return the byte after the target or the promotion, or NULL. */
static const unsigned char *parse_san(const unsigned char *text, struct san *san)
{
    unsigned n = 0;
    san->kind = san_rows[*text] & KIND_OF_ROW;
    text += san->kind != FM_PAWN;
    while (n < 6 && text[n] != 0 && prefix_masks[text[n]] != 0)
        n++;
    if (n < 2)
        return NULL;
    const unsigned file = text[n - 2] - (unsigned)'a', rank = text[n - 1] - (unsigned)'1';
    if (file >= FILES || rank >= RANKS || !parse_signs(text, n - 2, san))
        return NULL;
    san->to = square_of(file, rank);
    san->promotion = FM_NO_KIND;
    text += n;
    if (*text != '=')
        return text;
    san->promotion = san_rows[text[1]];
    return san->promotion == NO_ROW || san->promotion >= FM_KING ? NULL : text + 2;
}

/* The squares from which a piece of this kind could reach the target of an empty board. */
static bb origins_of(const struct san *san, unsigned us)
{
    if (san->kind != FM_PAWN)
        return sources[san->kind][san->to];
    if (san->takes)
        return sources[PAWN_ATTACKS + us][san->to];
    if (rank_of(san->to) == (us ? 0 : LAST_RANK))
        return bb_of(us ? san->to + STRIDE : san->to - STRIDE);
    return sources[PAWN_STEPS + us][san->to];
}

/* Of several pieces, the only one that has a free way and may leave its square; NO_SQUARE if none
 * or more. */
static unsigned only_legal(const struct BFN(position) * pos, bb candidates, unsigned to,
                           bool is_king, bool en_passant)
{
    const bb occupied = occupied_of(&pos->view);
    unsigned found = NO_SQUARE;
    while (candidates != 0) {
        const unsigned from = bb_pop(&candidates);
        if ((between(from, to) & occupied) != 0 ||
            !king_is_safe_after(&pos->view, from, to, is_king, en_passant))
            continue;
        if (found != NO_SQUARE)
            return NO_SQUARE;
        found = from;
    }
    return found;
}

/* Any move: castling, promotion, en passant, of one among several pieces, with marks after; or
 * none. */
static FM_NOINLINE const unsigned char *read_rare(const struct BFN(position) * pos,
                                                  const unsigned char *text, struct fm_move *move)
{
    struct san san;
    const unsigned us = pos->black;
    if (san_rows[*text] == NO_ROW)
        return read_castling(pos, text, move);
    const unsigned char *const after = parse_san(text, &san);
    if (after == NULL)
        return NULL;
    const bool is_pawn = san.kind == FM_PAWN,
               en_passant = is_pawn && san.takes && san.to == pos->ep;
    const bool promotes = is_pawn && rank_of(san.to) == (us ? 0 : LAST_RANK);
    if (bb_has(pos->all[us], san.to) || (bb_has(pos->all[!us], san.to) || en_passant) != san.takes)
        return NULL;
    if (promotes ? !(pos->promotions >> san.promotion & 1) : san.promotion != FM_NO_KIND)
        return NULL;
    const bb candidates = origins_of(&san, us) & pos->pieces[us][san.kind] & san.origins;
    const unsigned from = only_legal(pos, candidates, san.to, san.kind == FM_KING, en_passant);
    if (from == NO_SQUARE)
        return NULL;
    const bool steps_twice = is_pawn && (from ^ san.to) == 2 * STRIDE;
    *move = fm_move_of(from, san.to, san.kind, san.promotion,
                       en_passant    ? FM_MOVE_EN_PASSANT
                       : steps_twice ? FM_MOVE_DOUBLE_STEP
                                     : FM_MOVE_NORMAL,
                       en_passant ? FM_PAWN : letter_kinds[pos->board[san.to]], 0);
    return end_of_move(after);
}

/* Not 0: the king could be attacked after this move (no castling, not en passant). So also where it
 * takes more to know: near an enemy knight or pawn, or with three snipers about. Without a branch:
 * guessing wrong would cost more than all this. */
FM_INLINE bb king_may_be_attacked(const struct BFN(position) * pos, unsigned us, unsigned king,
                                  unsigned from, unsigned to)
{
    const unsigned them = !us;
    const bb target = bb_of(to), occupied = (occupied_of(&pos->view) & ~bb_of(from)) | target;
    const bb near = (sources[FM_KNIGHT][king] & hopping_pieces(&pos->view, them)) |
                    (sources[FM_KING][king] & pos->pieces[them][FM_KING]) |
                    (sources[PAWN_ATTACKS + them][king] & pos->pieces[them][FM_PAWN]);
    const bb snipers = snipers_at(&pos->view, king, them) & ~target,
             others = snipers & (snipers - 1);
    const bb first = between(king, bb_first_or_last(snipers)) & occupied,
             second = between(king, bb_first_or_last(others)) & occupied;
    return near | (others & (others - 1)) |
           (((snipers != 0) & (first == 0)) | ((others != 0) & (second == 0)));
}

/* The common forms: a piece with no or one sign before the square; a pawn with its square
 * alone or as in exd5. Bits: the index of the rank (a pawn's with an empty byte for its letter), 8
 * if it takes, 16 if it is a pawn. */
#define COMMON_FORMS (1u << 2 | 1u << 3 | 1u << (3 + 8) | 1u << (2 + 16) | 1u << (4 + 8 + 16))

FM_INLINE const unsigned char *read_san(const struct BFN(position) * pos, unsigned us,
                                        const unsigned char *text, struct fm_move *move)
{
    const unsigned first_row = san_rows[*text], kind = first_row & KIND_OF_ROW,
                   is_pawn = first_row / PAWN_STEPS;
    const uint64_t whole = fm_eight_load(text), word = whole << (8 * is_pawn);
    const unsigned length = fm_eight_blank(whole);
    /* The first byte of 0x30..0x3F after the first sign is the target's rank; the last byte is
     * taken where there is none. Its bit, not its byte, is the distance to shift. */
    const uint64_t digits =
        (word & word << 1 & ~(word >> 1) & UINT64_C(0x2020202020200000)) | UINT64_C(1) << 61;
    const unsigned digit = (unsigned)__builtin_ctzll(digits), last = digit / 8;
    /* The byte before the target, file, rank, two bytes after. */
    const uint64_t end = word >> (digit - (2 * 8 + 5));
    const unsigned takes = (end & 0xff) == 'x', mark = end >> 24 & 0xff,
                   checks = (mark == '+') | (mark == '#');
    /* File and rank in a byte each; a bit beyond the board in either makes the move rare. */
    const unsigned square = (unsigned)(end >> 8 & 0xffff) - ('a' | '1' << 8);
    const unsigned to = (square | square >> (8 - RANK_SHIFT)) & (SQUARES - 1);
    const unsigned unusual = (square & ~(STRIDE - 1u) & ~((RANKS - 1u) << 8)) |
                             !(COMMON_FORMS >> (last | takes << 3 | is_pawn << 4) & 1) |
                             (length != last + 1 + checks - is_pawn);

    const unsigned row = first_row + (-is_pawn & (2 * takes + us));
    const bb allowed = prefix_masks[word >> 8 & 0xff] | -(bb)(last == 2);
    const bb candidates = sources[row][to] & pos->pieces[us][kind] & allowed;
    const unsigned from = bb_first_or_last(candidates);
    const unsigned own_king = king_square(&pos->view, us),
                   king = own_king ^ ((own_king ^ to) & -(unsigned)(kind == FM_KING));
    const bb rare = unusual | (candidates ^ bb_of(from)) /* none, or several */ |
                    (pos->all[us] & bb_of(to)) | (bb_has(pos->all[!us], to) ^ takes) |
                    (between(from, to) & occupied_of(&pos->view)) |
                    king_may_be_attacked(pos, us, king, from, to);
    if (FM_UNLIKELY(rare != 0))
        return read_rare(pos, text, move);
    *move = fm_move_of(from, to, kind, FM_NO_KIND, is_pawn & ((from ^ to) == 2 * STRIDE),
                       letter_kinds[pos->board[to]], 0);
    return text + length;
}

const unsigned char *BFN(position_read_san)(const struct BFN(position) * pos,
                                            const unsigned char *text, struct fm_move *move)
{
    return read_san(pos, pos->black, text, move);
}

/* Each side has its own copy of all this: sides alternate, so the branch is guessed, and the places
 * of a side's pieces need not be computed. */
const unsigned char *BFN(position_follow)(struct BFN(position) * pos, const unsigned char *text,
                                          struct fm_move *move)
{
    if (pos->black) {
        play(pos, FM_BLACK, *move);
        return read_san(pos, FM_WHITE, text, move);
    }
    play(pos, FM_WHITE, *move);
    return read_san(pos, FM_BLACK, text, move);
}
