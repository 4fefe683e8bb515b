/* SPDX-License-Identifier: MIT */
/* What was written is read back (--verify): a position by its FEN, a game that was written anew by what it is to a
 * reader: its start and all its moves, each with its place. One copy per board. */

/* Does a setup have all that the FEN of a position gives? Then it is this very one, and is written as it was. */
static bool BFN(is_setup_of)(const struct fm_setup *setup, const struct BFN(position) * pos,
                             const struct fm_fen_style *style)
{
    const bool counters = style->counters == FM_COUNTERS_FIELDS;
    const int ep_file = pos->ep == NO_SQUARE ? -1 : (int)file_of(pos->ep);
    bool same = setup->black == pos->black && setup->ep_file == ep_file &&
                setup->style == pos->style && setup->style_given == pos->style_given &&
                setup->variant == pos->variant;
    same = same &&
           (!counters || (setup->halfmove == pos->halfmove && setup->fullmove == pos->fullmove));
    for (unsigned right = 0; right < 4; right++)
        same &=
            (uint8_t)setup->rook[right / 2][right % 2] == (uint8_t)(pos->rook_files >> 8 * right);
    for (unsigned rank = 0; rank < RANKS && same; rank++)
        same = memcmp(setup->pieces[rank], &pos->board[square_of(0, rank)], FILES) == 0;
    return same;
}

/* What was written must read back as the very position it came from (--verify). */
static bool BFN(reads_back)(const struct BFN(replay) * r, const struct fm_fen_style *style,
                            struct fm_text text)
{
    struct fm_setup setup;
    struct fm_error ignored;
    struct BFN(position) again;
    unsigned char fen[FM_FEN_MAX];
    if (fm_setup_read(text, r->pos.variant, false, &setup, NULL, NULL, &ignored) != FM_OK)
        return false;
    if (style->castling == FM_CASTLING_SHREDDER)
        setup.style = (enum fm_style)r->pos.style; /* Shredder-FEN has no letter for it */
    if (FM_LIKELY(BFN(is_setup_of)(&setup, &r->pos, style)))
        return true;
    BFN(position_make)(&setup, &again);
    const unsigned char *end = BFN(position_write)(&again, style, fen);
    const struct fm_hash128 was = BFN(view_hash)(&r->pos.view), is = BFN(view_hash)(&again.view);
    return end != NULL && fm_text_equal(text, fm_text_between(fen, end)) && was.lo == is.lo &&
           was.hi == is.hi;
}

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
