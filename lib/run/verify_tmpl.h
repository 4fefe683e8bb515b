/* SPDX-License-Identifier: MIT */
/* Reads written text back (--verify): a position by its FEN; a game in new form by its start and
 * all its moves, each with its place. One copy per board. */

/* The sets of a setup hold bishops and queens together, and rooks and queens: so they tell all
 * kinds apart. */
static bool BFN(has_pieces_of)(const struct fm_setup *setup, const struct BFN(position) * pos)
{
    const struct fm_plain *const sets = &setup->sets;
    const bb *const w = pos->pieces[FM_WHITE], *const b = pos->pieces[FM_BLACK];
    return sets->colour[FM_WHITE] == pos->all[FM_WHITE] &&
           sets->colour[FM_BLACK] == pos->all[FM_BLACK] &&
           sets->pawns == (w[FM_PAWN] | b[FM_PAWN]) &&
           sets->knights == (w[FM_KNIGHT] | b[FM_KNIGHT]) &&
           sets->kings == (w[FM_KING] | b[FM_KING]) &&
           sets->diagonal == (w[FM_BISHOP] | b[FM_BISHOP] | w[FM_QUEEN] | b[FM_QUEEN]) &&
           sets->straight == (w[FM_ROOK] | b[FM_ROOK] | w[FM_QUEEN] | b[FM_QUEEN]);
}

/* Does a setup have all that the FEN of a position gives?
 * @param squares  true: the setup has the piece on each square; false: only sets of squares. */
static bool BFN(is_setup_of)(const struct fm_setup *setup, bool squares,
                             const struct BFN(position) * pos, const struct fm_fen_style *style)
{
    const bool counters = style->counters == FM_COUNTERS_FIELDS;
    const bool shows_ep = BFN(position_shows_ep)(pos, style->en_passant);
    const int ep_file = shows_ep ? (int)file_of(pos->ep) : -1;
    bool same =
        setup->black == pos->black && setup->ep_file == ep_file &&
        (!counters || (setup->halfmove == pos->halfmove && setup->fullmove == pos->fullmove));
    for (unsigned right = 0; right < 4; right++)
        same &=
            (uint8_t)setup->rook[right / 2][right % 2] == (uint8_t)(pos->rook_files >> 8 * right);
    if (!squares)
        return same && BFN(has_pieces_of)(setup, pos);
    for (unsigned rank = 0; rank < RANKS && same; rank++)
        same = memcmp(setup->pieces[rank], &pos->board[square_of(0, rank)], FILES) == 0;
    return same;
}

/* Is the field as the dialect has it? Then the FEN need not be written again to see it. */
static bool BFN(has_castling_of)(const struct fm_setup *setup, struct fm_text field,
                                 const struct BFN(position) * pos, const struct fm_fen_style *style)
{
    const struct fm_castling_text *own = &pos->castling[style->castling - FM_CASTLING_FEN];
    return setup->variant == pos->variant && setup->style_given == pos->style_given &&
           (setup->style == pos->style || style->castling == FM_CASTLING_SHREDDER) &&
           field.n <= own->n && memcmp(field.p, own->text, field.n) == 0 &&
           (field.n == own->n || own->text[field.n] == ' ');
}

/* Check that a written FEN reads back as the very position it came from (--verify). */
bool BFN(reads_back)(const struct BFN(position) * pos, const struct fm_fen_style *style,
                     struct fm_text text)
{
    struct fm_setup setup;
    struct fm_error ignored;
    struct BFN(position) again;
    unsigned char fen[FM_FEN_MAX];
    struct fm_fen_fields fields;
    struct fm_warnings notes;
    fm_warnings_reset(&notes); /* for each ply a whole one would be cleared too slowly */
    /* Nearly every FEN is plain, and its position is known by its sets. */
    if (FILES == 8 &&
        fm_setup_read_sets(text, NULL, pos->variant, false, &setup, &fields, &notes) &&
        fields.rest.n == 0 && fm_warnings_is_empty(&notes) &&
        BFN(has_castling_of)(&setup, fields.castling, pos, style))
        return BFN(is_setup_of)(&setup, false, pos, style);
    if (fm_setup_read(text, pos->variant, false, &setup, NULL, NULL, &ignored) != FM_OK ||
        !BFN(is_setup_of)(&setup, true, pos, style))
        return false;
    if (style->castling == FM_CASTLING_SHREDDER)
        setup.style = (enum fm_style)pos->style; /* Shredder-FEN has no letter for it */
    BFN(position_make)(&setup, &again);
    const unsigned char *end = BFN(position_write)(&again, style, fen);
    const struct fm_hash128 was = BFN(view_hash)(&pos->view), is = BFN(view_hash)(&again.view);
    return end != NULL && fm_text_equal(text, fm_text_between(fen, end)) && was.lo == is.lo &&
           was.hi == is.hi;
}

/* Add a move and its place to the digest of a game. */
static void digest_move(struct fm_hash128 *digest, struct fm_move move, unsigned depth,
                        unsigned ply)
{
    digest->lo = fm_hash_mix(digest->lo ^ fm_move_code(move));
    digest->hi = fm_hash_mix(digest->hi + (((uint64_t)depth << 32 | ply) ^ digest->lo));
}

/* The digest of a game by its movetext. Text after a move that `plies` leaves out has the ply of
 * that move, or a later one.
 * @param plies  as `output.pgn.plies`: what is not written of a line does not count.
 * @param[out] whole  true: all moves of the game can be played. */
static struct fm_hash128 BFN(digest)(struct fm_worker *worker, const struct BFN(position) * start,
                                     struct fm_text moves, const struct fm_replay_options *options,
                                     unsigned plies, bool *whole)
{
    struct BFN(replay) *r = &BFN(worker_replayer)(worker)->trial;
    struct fm_hash128 digest = BFN(view_hash)(&start->view);
    struct fm_warnings ignored = {{0}};
    enum fm_step step;
    BFN(replay_begin)(r, start, moves, options, &ignored, NULL);
    do {
        step = BFN(replay_find)(r);
        if (step == FM_STEP_MOVE && r->ply < plies)
            digest_move(&digest, r->next, r->depth, r->ply);
    } while (BFN(replay_go)(r, step));
    *whole = step == FM_STEP_END && r->unplayed.ply == 0;
    return digest;
}

/* The digest of a game by its line, which is whole. */
static struct fm_hash128 BFN(digest_line)(const struct BFN(position) * start,
                                          const struct fm_line *line, bool variations,
                                          unsigned plies)
{
    struct fm_hash128 digest = BFN(view_hash)(&start->view);
    const struct fm_line_move *move = fm_line_moves(line);
    for (size_t i = 0; i < line->count; i++, move++)
        if (move->ply < plies && (variations || move->depth == 0))
            digest_move(&digest, move->move, move->depth, move->ply);
    return digest;
}

enum fm_status BFN(work_digest)(struct fm_worker *worker, const struct fm_start *from,
                                struct fm_text moves, const struct fm_replay_options *options,
                                struct fm_hash128 *out, bool *whole)
{
    const struct BFN(replayer) *const replayer = BFN(worker_replayer)(worker);
    struct BFN(position) start = replayer->standard;
    if (!from->standard_start)
        BFN(position_make)(&from->setup, &start);
    *out = BFN(digest)(worker, &start, moves, options, UINT32_MAX, whole);
    return replayer->trial.lacks_memory ? FM_NO_MEMORY : FM_OK;
}
