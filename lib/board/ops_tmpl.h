/* Template: the board's functions after untyped pointers, for dispatch.c. */

static void ops_make(const struct fm_setup *setup, void *board)
{
    BFN(position_make)(setup, board);
}
static void ops_setup(const void *board, struct fm_setup *setup)
{
    BFN(position_setup)(board, setup);
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
static unsigned ops_moves(const void *board, struct fm_move *out)
{
    return BFN(position_moves)(board, out);
}
static bool ops_in_check(const void *board)
{
    return BFN(position_in_check)(board);
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
    return BFN(position_key)(board);
}
static struct fm_hash128 ops_hash(const void *board)
{
    return BFN(position_hash)(board);
}

const struct fm_board_ops BFN(board_ops) = {
    .size = sizeof(struct BFN(position)),
    .make = ops_make,
    .setup = ops_setup,
    .find = ops_find,
    .play = ops_play,
    .moves = ops_moves,
    .in_check = ops_in_check,
    .write = ops_write,
    .write_san = ops_write_san,
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
