/* What is asked of a game as a whole and shows on the board: a position that it reaches, how it
 * ends. One copy per board; called for every position, and only where some filter asks. */

static bool BFN(is_there)(const struct fm_reached *reached, const struct BFN(position) * pos)
{
    if (!reached->wanted || reached->files != FILES)
        return false;
    const struct fm_hash128 key = BFN(position_hash)(pos);
    return key.lo == reached->key.lo && key.hi == reached->key.hi;
}

/* Neither side has pieces to mate with: bare kings, one minor piece, or bishops that all stand on
 * squares of one colour. */
static bool BFN(is_insufficient)(const struct BFN(position) * pos)
{
    bb light = 0, bishops = 0, minor = 0, all = 0;
    for (unsigned sq = 0; sq < SQUARES; sq++)
        light |= (file_of(sq) + rank_of(sq)) & 1 ? bb_of(sq) : 0;
    for (unsigned colour = FM_WHITE; colour <= FM_BLACK; colour++) {
        bishops |= pos->pieces[colour][FM_BISHOP];
        minor |= pos->pieces[colour][FM_BISHOP] | pos->pieces[colour][FM_KNIGHT];
        all |= pos->all[colour] & ~pos->pieces[colour][FM_KING];
    }
    if (all != minor)
        return false;
    return bb_count(all) <= 1 ||
           (all == bishops && ((bishops & light) == 0 || (bishops & ~light) == 0));
}

static bool BFN(is_repetition)(const struct fm_worker *worker)
{
    const size_t count = worker->history.n / sizeof(uint64_t);
    uint64_t last, other;
    unsigned times = 0;
    if (count == 0)
        return false;
    memcpy(&last, worker->history.p + (count - 1) * sizeof last, sizeof last);
    for (size_t i = 0; i < count; i++) {
        memcpy(&other, worker->history.p + i * sizeof other, sizeof other);
        times += other == last;
    }
    return times >= 3;
}

/* What stands on the board at the end: set of 1 << enum fm_final. */
static unsigned BFN(finals_of)(const struct fm_worker *worker, const struct BFN(position) * pos)
{
    enum { FIFTY = 100 };
    struct fm_move moves[FM_MOVES_MAX];
    const bool check = BFN(position_in_check)(pos), over = BFN(position_moves)(pos, moves) == 0;
    unsigned set = 0;
    set |= check && over ? 1u << FM_FINAL_MATE : 0;
    set |= !check && over ? 1u << FM_FINAL_STALEMATE : 0;
    set |= check && !over ? 1u << FM_FINAL_CHECK : 0;
    set |= BFN(is_insufficient)(pos) ? 1u << FM_FINAL_INSUFFICIENT : 0;
    set |= pos->halfmove >= FIFTY && !over ? 1u << FM_FINAL_FIFTY : 0;
    set |= BFN(is_repetition)(worker) ? 1u << FM_FINAL_REPETITION : 0;
    return set == 0 ? 1u << FM_FINAL_OTHER : set;
}

/* Look at a position of the main line, before the next move is made. */
static enum fm_status BFN(watch)(struct fm_worker *worker, const struct BFN(replay) * r,
                                 enum fm_step step)
{
    if (r->depth > 0 || r->seen)
        return FM_OK;
    struct fm_hash128 *moves = &worker->end.moves;
    if (!worker->end.watched)
        *moves = worker->end.start = BFN(position_hash)(&r->pos);
    worker->end.watched = true;
    if (step == FM_STEP_MOVE) {
        const uint64_t move =
            r->next.from | (unsigned)r->next.to << 8 | (unsigned)r->next.promotion << 16;
        moves->lo = fm_hash_mix(moves->lo ^ move);
        moves->hi = fm_hash_mix(moves->hi + move);
        const unsigned char bytes[] = {r->next.from, r->next.to, (unsigned char)r->next.promotion};
        if (worker->plan->needs & FM_NEEDS_DUPLICATES)
            FM_TRY(fm_buf_append(&worker->line, bytes, sizeof bytes));
    }
    if (!worker->end.reached)
        worker->end.reached = BFN(is_there)(&worker->plan->reached, &r->pos);
    for (size_t i = 0; i < worker->active_count; i++)
        if (!worker->active[i].reached)
            worker->active[i].reached = BFN(is_there)(&worker->active[i].route->reached, &r->pos);
    if (worker->plan->needs & FM_NEEDS_REPETITIONS) {
        const uint64_t hash = BFN(position_hash)(&r->pos).lo;
        FM_TRY(fm_buf_append(&worker->history, &hash, sizeof hash));
    }
    if ((worker->plan->needs & FM_NEEDS_FINALS) && step == FM_STEP_END)
        worker->end.finals = BFN(finals_of)(worker, &r->pos);
    return FM_OK;
}
