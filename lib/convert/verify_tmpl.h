/* SPDX-License-Identifier: MIT */
/* What a game is to a reader: its start and all its moves, each with its place. With --verify that of
 * a game that was written anew must be that of the game it was made from. One copy per board. */

static void BFN(start_of)(const struct fm_worker *worker, const struct fm_start *from,
                          struct BFN(position) * start)
{
    if (from->standard_start)
        *start = BFN(worker_replayer)(worker)->standard;
    else
        BFN(position_make)(&from->setup, start);
}

/* @param plies  as `output.pgn.plies`: what is not written of a line does not count.
 * @param[out] whole  nothing is left that cannot be played. */
static struct fm_hash128 BFN(digest)(struct fm_worker *worker, const struct BFN(position) * start,
                                     struct fm_text moves, const struct fm_replay_options *options,
                                     unsigned plies, bool *whole)
{
    struct BFN(replay) *r = &BFN(worker_replayer)(worker)->trial;
    struct fm_hash128 digest = BFN(view_hash)(&start->view);
    struct fm_warnings ignored = {{0}};
    unsigned muted = 0; /* 1 + the depth of the line that `plies` cut */
    enum fm_step step;
    r->lexer.notes = &ignored;
    BFN(replay_begin)(r, start, moves, options);
    do {
        step = BFN(replay_find)(r);
        if (step == FM_STEP_LINE_END && r->depth < muted)
            muted = 0;
        if (step != FM_STEP_MOVE || muted > 0)
            continue;
        if (r->ply >= plies) {
            muted = 1 + r->depth;
            continue;
        }
        const uint64_t place = (uint64_t)r->depth << 32 | r->ply;
        digest.lo = fm_hash_mix(digest.lo ^ fm_move_code(r->next));
        digest.hi = fm_hash_mix(digest.hi + (place ^ digest.lo));
    } while (BFN(replay_go)(r, step));
    *whole = step == FM_STEP_END && r->unplayed.ply == 0;
    return digest;
}

enum fm_status BFN(work_digest)(struct fm_worker *worker, const struct fm_start *from,
                                struct fm_text moves, const struct fm_replay_options *options,
                                struct fm_hash128 *out, bool *whole)
{
    struct BFN(position) start;
    BFN(start_of)(worker, from, &start);
    *out = BFN(digest)(worker, &start, moves, options, UINT32_MAX, whole);
    return BFN(worker_replayer)(worker)->trial.lacks_memory ? FM_NO_MEMORY : FM_OK;
}
