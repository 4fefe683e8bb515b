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
static bool ops_in_check(const void *board)
{
    return BFN(view_in_check)(&((const struct BFN(position) *)board)->view);
}
static bool ops_is_insufficient(const void *board)
{
    return BFN(position_is_insufficient)(board);
}

static void ops_describe(const void *board, struct fm_move move, struct fm_legal_move *out)
{
    const struct BFN(position) *pos = board;
    static const uint32_t flags[] = {[FM_MOVE_DOUBLE_STEP] = FM_LEGAL_DOUBLE_STEP,
                                     [FM_MOVE_EN_PASSANT] = FM_LEGAL_EN_PASSANT,
                                     [FM_MOVE_CASTLE] = FM_LEGAL_CASTLING,
                                     [FM_MOVE_NULL] = 0};
    const bool castles = move.type == FM_MOVE_CASTLE;
    const unsigned to = castles ? pos->castles[pos->black][move.side].king_to : move.to;
    *out = (struct fm_legal_move){
        .from_file = (unsigned char)file_of(move.from),
        .from_rank = (unsigned char)rank_of(move.from),
        .to_file = (unsigned char)file_of(to),
        .to_rank = (unsigned char)rank_of(to),
        .rook_file = castles ? (unsigned char)file_of(move.to) : 0,
        .piece = (char)fm_kind_letters[move.kind],
        .captured = move.captured == FM_NO_KIND ? '\0' : (char)fm_kind_letters[move.captured],
        .promotion = move.promotion == FM_NO_KIND ? '\0' : (char)fm_kind_letters[move.promotion],
        .flags = flags[move.type]};
    memcpy(&out->code, &move, sizeof out->code);
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
    .describe = ops_describe,
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
