/* SPDX-License-Identifier: MIT */
/* Template: the board's functions after untyped pointers, for dispatch.c. */

static void ops_make(const struct fm_setup *setup, void *board)
{
    BFN(position_make)(setup, board);
}
static void ops_setup(const void *board, struct fm_setup *setup)
{
    BFN(position_setup)(board, setup);
}

static const unsigned char *ops_read_san(const void *board, const unsigned char *text,
                                         struct fm_move *move)
{
    return BFN(position_read_san)(board, text, move);
}

static enum fm_reason ops_find(const void *board, const struct fm_notation *notation,
                               struct fm_move *move, uint32_t *tolerances, struct fm_error *error)
{
    return BFN(position_find)(board, notation, move, tolerances, error);
}

static void ops_play(void *board, struct fm_move move)
{
    BFN(position_play)(board, move);
}
static void ops_forget_ep(void *board)
{
    ((struct BFN(position) *)board)->ep = NO_SQUARE;
}
static unsigned ops_moves(const void *board, struct fm_move *out)
{
    return BFN(position_moves)(board, out);
}
static unsigned ops_piece_moves(const void *board, unsigned file, unsigned rank,
                                struct fm_move *out)
{
    return BFN(position_piece_moves)(board, square_of(file, rank), out);
}
static bool ops_gives_check(const void *board, struct fm_move move)
{
    return move.type != FM_MOVE_NULL && BFN(position_gives_check)(board, move);
}
static unsigned char ops_piece(const void *board, unsigned file, unsigned rank)
{
    return ((const struct BFN(position) *)board)->board[square_of(file, rank)];
}
static bool ops_shows_ep(const void *board, enum fm_en_passant rule)
{
    return BFN(position_shows_ep)(board, rule);
}

static void ops_facts(const void *board, struct fm_facts *out)
{
    const struct BFN(position) *pos = board;
    *out = (struct fm_facts){.halfmove = pos->halfmove,
                             .fullmove = pos->fullmove,
                             .has_ep = pos->ep != NO_SQUARE,
                             .black = pos->black};
    for (unsigned right = 0; right < 4; right++) {
        const unsigned king = king_square(&pos->view, right / 2);
        out->king[right / 2][0] = (uint8_t)file_of(king);
        out->king[right / 2][1] = (uint8_t)rank_of(king);
        out->rook[right / 2][right % 2] =
            (int8_t)(pos->rights >> right & 1
                         ? (int)file_of(pos->castles[right / 2][right % 2].rook_from)
                         : FM_NO_FILE);
    }
    if (!out->has_ep)
        return;
    out->ep[0] = (uint8_t)file_of(pos->ep);
    out->ep[1] = (uint8_t)rank_of(pos->ep);
}

/* The pieces of a letter: all, those of a side, or those of a kind of a side. */
static bb set_of_letter(const struct BFN(view) * pos, unsigned char letter)
{
    const unsigned colour = letter & 0x20 ? FM_BLACK : FM_WHITE;
    if (letter == 0)
        return occupied_of(pos);
    if (letter == 'W' || letter == 'w')
        return pos->all[letter == 'W' ? FM_WHITE : FM_BLACK];
    for (unsigned kind = 0; kind < FM_KINDS; kind++)
        if (fm_kind_letters[kind] == (letter & 0xDF))
            return pos->pieces[colour][kind];
    return 0;
}

void BFN(view_count)(const struct BFN(view) * view, uint8_t pieces[2][FM_KINDS])
{
    for (unsigned i = 0; i < 2 * FM_KINDS; i++)
        pieces[i / FM_KINDS][i % FM_KINDS] =
            (uint8_t)bb_count(view->pieces[i / FM_KINDS][i % FM_KINDS]);
}

static unsigned ops_set(const void *board, const struct fm_set_query *query,
                        struct fm_square_set *out)
{
    const struct BFN(view) *view = &((const struct BFN(position) *)board)->view;
    const unsigned sq = square_of(query->file, query->rank);
    bb set = 0;
    switch (query->what) {
    case FM_SET_PIECES:
        set = set_of_letter(view, (unsigned char)query->letter);
        break;
    case FM_SET_ATTACKS:
        set = BFN(view_attacks)(view, sq);
        break;
    case FM_SET_ATTACKERS:
        set = attackers(view, sq, occupied_of(view), query->colour);
        break;
    case FM_SET_PINNED:
        set = pinned(view, query->colour);
        break;
    }
    for (unsigned rank = 0; rank < RANKS; rank++)
        out->ranks[rank] = (uint16_t)bb_files(set, rank);
    return bb_count(set);
}

static bool ops_in_check(const void *board)
{
    return BFN(view_in_check)(&((const struct BFN(position) *)board)->view);
}
static bool ops_is_insufficient(const void *board)
{
    return BFN(position_is_insufficient)(board);
}

/* FM_NO_KIND has no letter: 0. */
FM_INLINE void describe(const struct BFN(position) * pos, const struct fm_move *move,
                        struct fm_legal_move *out)
{
    static const uint32_t flags[] = {[FM_MOVE_NORMAL] = 0,
                                     [FM_MOVE_DOUBLE_STEP] = FM_LEGAL_DOUBLE_STEP,
                                     [FM_MOVE_EN_PASSANT] = FM_LEGAL_EN_PASSANT,
                                     [FM_MOVE_CASTLE] = FM_LEGAL_CASTLING,
                                     [FM_MOVE_NULL] = FM_LEGAL_NULL};
    unsigned to = move->to, rook = 0;
    if (FM_UNLIKELY(move->type == FM_MOVE_CASTLE)) {
        rook = file_of(move->to);
        to = pos->castles[pos->black][move->side].king_to;
    }
    /* Both squares in one step: files and ranks of a pair of numbers of squares. */
    const uint32_t both = move->from | (uint32_t)to << 16;
    const uint32_t squares = (both & 0x10001u * (STRIDE - 1)) |
                             (both & 0x10001u * (STRIDE * (RANKS - 1))) * (0x100 / STRIDE);
    /* Member by member: a whole struct would be made beside it and copied. */
    out->from_file = (unsigned char)squares;
    out->from_rank = (unsigned char)(squares >> 8);
    out->to_file = (unsigned char)(squares >> 16);
    out->to_rank = (unsigned char)(squares >> 24);
    out->rook_file = (unsigned char)rook;
    out->piece = (char)fm_kind_letters[move->kind];
    out->captured = (char)fm_kind_letters[move->captured];
    out->promotion = (char)fm_kind_letters[move->promotion];
    out->flags = flags[move->type];
    out->reserved = 0;
    memcpy(&out->code, move, sizeof out->code);
}

static void ops_describe(const void *board, struct fm_move move, struct fm_legal_move *out)
{
    describe(board, &move, out);
}

static void ops_step(void *board, const struct fm_move *played, const struct fm_move *next,
                     struct fm_legal_move *out)
{
    BFN(position_play)(board, *played);
    describe(board, next, out);
}

static unsigned char *ops_write(const void *board, const struct fm_fen_style *style,
                                unsigned char *out)
{
    return BFN(position_write)(board, style, out);
}

static unsigned char *ops_write_san(const void *board, struct fm_move move, unsigned char *out)
{
    return BFN(position_write_san)(board, move, out);
}

static unsigned char *ops_write_lan(const void *board, struct fm_move move, unsigned char *out)
{
    return BFN(position_write_lan)(board, move, out);
}

static unsigned char *ops_write_uci(const void *board, struct fm_move move, bool chess960,
                                    unsigned char *out)
{
    return BFN(position_write_uci)(board, move, chess960, out);
}

static uint64_t ops_perft(const void *board, unsigned depth)
{
    return BFN(position_perft)(board, depth);
}

static uint64_t ops_perft_after(const void *board, struct fm_move move, unsigned depth)
{
    struct BFN(position) after = *(const struct BFN(position) *)board;
    BFN(position_play)(&after, move);
    return BFN(position_perft)(&after, depth);
}

static uint64_t ops_key(const void *board)
{
    return BFN(view_key)(&((const struct BFN(position) *)board)->view);
}
static struct fm_hash128 ops_hash(const void *board)
{
    return BFN(view_hash)(&((const struct BFN(position) *)board)->view);
}

_Static_assert(sizeof(struct BFN(position)) <= FM_POSITION_BYTES,
               "FM_POSITION_BYTES hold a position");
const struct fm_board_ops BFN(board_ops) = {
    .size = sizeof(struct BFN(position)),
    .make = ops_make,
    .setup = ops_setup,
    .read_san = ops_read_san,
    .find = ops_find,
    .play = ops_play,
    .forget_ep = ops_forget_ep,
    .moves = ops_moves,
    .piece_moves = ops_piece_moves,
    .gives_check = ops_gives_check,
    .piece = ops_piece,
    .facts = ops_facts,
    .shows_ep = ops_shows_ep,
    .set = ops_set,
    .describe = ops_describe,
    .step = ops_step,
    .in_check = ops_in_check,
    .is_insufficient = ops_is_insufficient,
    .write = ops_write,
    .write_san = ops_write_san,
    .write_lan = ops_write_lan,
    .write_uci = ops_write_uci,
    .perft = ops_perft,
    .perft_after = ops_perft_after,
    .key = ops_key,
    .hash = ops_hash,
    .write_placement = write_placement,
    .write_ep = write_ep,
    .can_take_ep = can_take_ep,
    .faults = find_faults,
    .rank_path = rank_path,
};
