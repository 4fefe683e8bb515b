/* SPDX-License-Identifier: MIT */
/* Template: a position from a setup and back, and after a legal move. */

/* The squares from one to another of a rank, both included. */
static bb stretch(unsigned a, unsigned b)
{
    return between(a, b) | bb_of(a) | bb_of(b);
}

static struct BFN(castle)
    castle_of(unsigned king, unsigned rook, enum fm_style style, enum fm_side side)
{
    const unsigned target =
        (unsigned)fm_castling_king_target(style, FILES, (int)file_of(king), side);
    struct BFN(castle) c = {
        .king_from = (uint8_t)king,
        .rook_from = (uint8_t)rook,
        .king_to = (uint8_t)square_of(target, rank_of(king)),
        .rook_to =
            (uint8_t)square_of(side == FM_KING_SIDE ? target - 1 : target + 1, rank_of(king)),
    };
    c.path = stretch(king, c.king_to);
    c.empty =
        (c.path | stretch(rook, c.rook_to) | between(king, rook)) & ~bb_of(king) & ~bb_of(rook);
    return c;
}

/* Kings and rooks on a colour's back rank. */
static struct fm_home home_of(const struct BFN(position) * pos, unsigned colour)
{
    const unsigned rank = colour == FM_WHITE ? 0 : LAST_RANK;
    return (struct fm_home){bb_files(pos->pieces[colour][FM_KING], rank),
                            bb_files(pos->pieces[colour][FM_ROOK], rank)};
}

/* Make the castling fields of all dialects, of which each record copies one, and what the hash
 * takes. They are made here and not where records are written, as rights and the rooks beyond them
 * change a few times a game. */
static void make_castling_texts(struct BFN(position) * pos)
{
    struct fm_castling_rights rights = {.homes = {home_of(pos, FM_WHITE), home_of(pos, FM_BLACK)},
                                        .style = (enum fm_style)pos->style,
                                        .own_style = pos->style == pos->variant->style};
    for (unsigned right = 0; right < 4; right++)
        rights.rook[right / 2][right % 2] =
            (int8_t)(pos->rights >> right & 1
                         ? (int)file_of(pos->castles[right / 2][right % 2].rook_from)
                         : FM_NO_FILE);
    pos->rook_files = 0;
    for (unsigned right = 0; right < 4; right++)
        pos->rook_files |= (uint32_t)(uint8_t)rights.rook[right / 2][right % 2] << (8 * right);
    fm_castling_write_all(&rights, pos->castling);
}

#if BOARD_FILES == 8
/* The board's bytes to sets, all squares in one step. */
static void put_squares(struct BFN(view) * pos)
{
    const struct fm_squares all = fm_squares_load(pos->board), capitals = fm_squares_capitals(all);
    const bb black = fm_squares_with_bit(all, 5), pieces = fm_squares_with_bit(all, 6);
    pos->all[FM_WHITE] = pieces & ~black;
    pos->all[FM_BLACK] = pieces & black;
    memset(pos->pieces, 0, sizeof pos->pieces);
    for (const char *letter = "PNBRQK"; *letter != '\0'; letter++) {
        const unsigned kind = letter_kinds[(unsigned char)*letter];
        const bb set = fm_squares_equal(capitals, (unsigned char)*letter);
        pos->pieces[FM_WHITE][kind] = set & ~black;
        pos->pieces[FM_BLACK][kind] = set & black;
    }
}

/* Facts that the plain reader has found already. */
static void put_plain(const struct fm_plain *sets, struct BFN(view) * pos)
{
    const bb queens = sets->diagonal & sets->straight;
    FM_UNROLLED
    for (unsigned colour = FM_WHITE; colour <= FM_BLACK; colour++) {
        const bb own = sets->colour[colour];
        bb *const pieces = pos->pieces[colour];
        memset(pieces, 0, sizeof pos->pieces[colour]);
        pieces[FM_PAWN] = sets->pawns & own;
        pieces[FM_KNIGHT] = sets->knights & own;
        pieces[FM_BISHOP] = sets->diagonal & ~queens & own;
        pieces[FM_ROOK] = sets->straight & ~queens & own;
        pieces[FM_QUEEN] = queens & own;
        pieces[FM_KING] = sets->kings & own;
        pos->all[colour] = own;
    }
}

static void put_pieces(const struct fm_setup *setup, struct BFN(view) * pos)
{
    if (FM_LIKELY(setup->possible))
        put_plain(&setup->sets, pos);
    else
        put_squares(pos);
}
#else
static void put_pieces(const struct fm_setup *setup, struct BFN(view) * pos)
{
    (void)setup;
    memset(pos->pieces, 0, sizeof pos->pieces);
    memset(pos->all, 0, sizeof pos->all);
    for (unsigned sq = 0; sq < SQUARES; sq++) {
        const unsigned char piece = pos->board[sq];
        const unsigned colour = piece & 0x20 ? FM_BLACK : FM_WHITE;
        if (piece == 0)
            continue;
        pos->pieces[colour][letter_kinds[piece]] |= bb_of(sq);
        pos->all[colour] |= bb_of(sq);
    }
}
#endif

static void make_rights(struct BFN(position) * pos, const struct fm_setup *setup)
{
    for (unsigned colour = FM_WHITE; colour <= FM_BLACK; colour++)
        for (unsigned side = FM_KING_SIDE; side <= FM_QUEEN_SIDE; side++) {
            if (setup->rook[colour][side] < 0)
                continue;
            const unsigned king = king_square(&pos->view, colour);
            const unsigned rook = square_of((unsigned)setup->rook[colour][side], rank_of(king));
            pos->castles[colour][side] = castle_of(king, rook, setup->style, (enum fm_side)side);
        }
    make_castling_texts(pos);
}

static unsigned ep_square_of(const struct fm_setup *setup)
{
    return setup->ep_file < 0
               ? NO_SQUARE
               : square_of((unsigned)setup->ep_file, setup->black ? 2 : LAST_RANK - 2);
}

/* The pieces, the side to move and the en passant square; all else as it was. */
static void place(const struct fm_setup *setup, struct BFN(view) * pos)
{
    if (STRIDE > FILES) /* squares that no board has are empty */
        memset(pos->board, 0, sizeof pos->board);
    if (FM_LIKELY(!setup->sets_alone))
        for (unsigned rank = 0; rank < RANKS; rank++)
            memcpy(&pos->board[square_of(0, rank)], setup->pieces[rank], FILES);
    put_pieces(setup, pos);
    pos->black = setup->black;
    pos->ep = (uint8_t)ep_square_of(setup);
}

void BFN(view_make)(const struct fm_setup *setup, struct BFN(view) * view)
{
    place(setup, view);
    view->halfmove = setup->halfmove;
    view->fullmove = setup->fullmove;
    view->style = (uint8_t)setup->style;
    view->rook_files = 0;
    view->rights = 0;
    FM_UNROLLED
    for (unsigned right = 0; right < 4; right++) {
        const int file = setup->rook[right / 2][right % 2];
        view->rook_files |= (uint32_t)(uint8_t)file << (8 * right);
        view->rights |= (uint8_t)((unsigned)(file >= 0) << right);
    }
}

void BFN(position_make)(const struct fm_setup *setup, struct BFN(position) * pos)
{
    memset(pos, 0, sizeof *pos);
    BFN(view_make)(setup, &pos->view);
    /* The letters of the pieces, on an empty board. */
    for (unsigned i = 0; FM_UNLIKELY(setup->sets_alone) && i < 2 * FM_KINDS; i++)
        for (bb pieces = pos->pieces[i % 2][i / 2]; pieces != 0;)
            pos->board[bb_pop(&pieces)] =
                (unsigned char)(fm_kind_letters[i / 2] | (i % 2 == FM_BLACK ? 0x20 : 0));
    pos->variant = setup->variant;
    pos->shuffles = can_shuffle();
    for (const char *letter = setup->variant->promotions; *letter != '\0'; letter++)
        pos->promotions |= (uint16_t)(1u << letter_kinds[(unsigned char)*letter]);
    pos->style_given = setup->style_given;
    pos->ep_exact = setup->ep_exact;
    pos->counters_given = setup->counters_given;
    make_rights(pos, setup);
}

void BFN(position_setup)(const struct BFN(position) * pos, struct fm_setup *setup)
{
    memset(setup, 0, sizeof *setup);
    for (unsigned rank = 0; rank < RANKS; rank++)
        memcpy(setup->pieces[rank], &pos->board[square_of(0, rank)], FILES);
    setup->files = FILES;
    setup->black = pos->black;
    for (unsigned right = 0; right < 4; right++)
        setup->rook[right / 2][right % 2] =
            (int8_t)(pos->rights >> right & 1
                         ? (int)file_of(pos->castles[right / 2][right % 2].rook_from)
                         : -1);
    setup->style = (enum fm_style)pos->style;
    setup->style_given = pos->style_given;
    setup->ep_file = (int8_t)(pos->ep == NO_SQUARE ? -1 : (int)file_of(pos->ep));
    setup->ep_exact = pos->ep_exact;
    setup->counters_given = pos->counters_given;
    setup->halfmove = pos->halfmove;
    setup->fullmove = pos->fullmove;
    setup->variant = pos->variant;
}

/* A right goes when its king or rook leaves its square, or its rook is captured there. */
static FM_NOINLINE void update_rights(struct BFN(position) * pos, struct fm_move move)
{
    for (unsigned right = 0; right < 4; right++) {
        const struct BFN(castle) *c = &pos->castles[right / 2][right % 2];
        if (move.from == c->king_from || move.from == c->rook_from || move.to == c->rook_from)
            pos->rights &= (uint8_t) ~(1u << right);
    }
    make_castling_texts(pos);
}

/* King and rook may be on each other's target: both are lifted before either is put down. */
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
    const bb both = bb_of(move.from) ^ bb_of(move.to);
    pos->pieces[!us][FM_PAWN] ^= bb_of(victim);
    pos->all[!us] ^= bb_of(victim);
    pos->pieces[us][FM_PAWN] ^= both;
    pos->all[us] ^= both;
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
    make_castling_texts(pos); /* a new rook may be beyond the old one */
}

/* One piece from one square to another is played without a branch: sets are changed by masks, the
 * set of FM_NO_KIND is always empty, so a capture needs no test, and en passant follows from the
 * move's type. @param us  the side to move, which callers may know when they are compiled. */
FM_INLINE void play(struct BFN(position) * pos, unsigned us, struct fm_move move)
{
    const unsigned from = move.from, to = move.to;
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

void BFN(position_play)(struct BFN(position) * pos, struct fm_move move)
{
    play(pos, pos->black, move);
}
