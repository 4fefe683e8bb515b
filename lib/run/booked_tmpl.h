/* SPDX-License-Identifier: MIT */
/* Positions of a game in the book (`input.book`): which are, up to each ply of the line, and what
 * the book plays there. One copy per board. */

/* The key by which the book knows a position. @return false: it cannot know it. */
static bool BFN(book_key)(const struct fm_repertoire *book, const struct BFN(position) * pos,
                          struct fm_hash128 *key)
{
    if (!book->polyglot)
        *key = BFN(view_hash)(&pos->view);
    else if (BFN(position_has_book)(pos))
        *key = fm_repertoire_key(BFN(view_key)(&pos->view));
    else
        return false;
    return true;
}

/* Look a position up in the book. @param here  what is known of the position before it, then of it.
 * @param at  where it is kept for its moves. */
static enum fm_status BFN(look_in_book)(struct fm_worker *worker, const struct BFN(position) * pos,
                                        unsigned ply, unsigned at, struct fm_booked *here)
{
    const struct fm_repertoire *book = &worker->plan->book;
    struct fm_buf *kept = &worker->replayed.book_positions;
    struct fm_hash128 key;
    unsigned move;
    if (!BFN(book_key)(book, pos, &key) || !fm_repertoire_find(book, key, &move)) {
        if (here->left == 0 && here->last > 0)
            here->left = ply + 1;
        return FM_OK;
    }
    here->last = ply + 1;
    here->at = at;
    if (!(worker->plan->needs & FM_NEEDS_BOOK_NEXT))
        return FM_OK;
    worker->replayed.book_put = 0;
    FM_TRY(fm_buf_reserve(kept, (at + (size_t)1) * sizeof *pos));
    memcpy(kept->p + at * sizeof *pos, pos, sizeof *pos);
    return FM_OK;
}

/* What the book knows of the line up to a position. A variation goes on from the moves before it.
 * Called only with FM_NEEDS_BOOK. */
static enum fm_status BFN(note_book)(struct fm_worker *worker, const struct BFN(replay) * r)
{
    struct fm_buf *line = &worker->replayed.book_line;
    FM_TRY(fm_buf_reserve(line, (r->ply + (size_t)1) * sizeof(struct fm_booked)));
    struct fm_booked *const here = (struct fm_booked *)(void *)line->p + r->ply;
    *here = r->ply > 0 ? here[-1] : (struct fm_booked){.last = 0};
    FM_TRY(BFN(look_in_book)(worker, &r->pos, r->ply, r->ply, here));
    worker->replayed.booked = *here;
    if (r->depth == 0)
        worker->end.booked = *here;
    return FM_OK;
}

/* Does the position of a record have the place in the book that a condition wants?
 * @param[out] lacks  it would have to have a next move. */
static bool BFN(book_holds)(const struct fm_worker *worker, unsigned wanted,
                            const struct BFN(replay) * r, const struct fm_move *next, bool *lacks)
{
    const struct fm_booked *booked = &worker->replayed.booked;
    const bool in = booked->last == r->ply + 1;
    if (wanted == FM_BOOK_LEFT)
        return booked->left == r->ply + 1;
    if (wanted != FM_BOOK_LEAVES)
        return in == (wanted == FM_BOOK_IN);
    *lacks = next == NULL;
    if (!in || booked->left != 0 || next == NULL)
        return false;
    struct BFN(position) after = r->pos;
    struct fm_hash128 key;
    unsigned move;
    BFN(position_play)(&after, *next);
    return !BFN(book_key)(&worker->plan->book, &after, &key) ||
           !fm_repertoire_find(&worker->plan->book, key, &move);
}

/* The legal move that the book means. Castling is the king's move to its rook; some books have the
 * king's target. */
static const struct fm_move *BFN(find_code)(const struct BFN(position) * pos,
                                            const struct fm_move *moves, unsigned count,
                                            unsigned code)
{
    for (unsigned i = 0; i < count; i++)
        if (fm_move_code(moves[i]) == code)
            return &moves[i];
    for (unsigned i = 0; i < count; i++) {
        struct fm_move move = moves[i];
        if (move.type != FM_MOVE_CASTLE)
            continue;
        move.to = pos->castles[pos->black][move.side].king_to;
        if (fm_move_code(move) == code)
            return &moves[i];
    }
    return NULL;
}

/* Write what the book plays in the last position in it, in SAN and UCI. What is not legal there is
 * no move of this position. */
static enum fm_status BFN(put_book_moves)(struct fm_worker *worker, const struct fm_booked *booked)
{
    const struct fm_repertoire *book = &worker->plan->book;
    struct fm_buf *sans = &worker->replayed.book_sans, *ucis = &worker->replayed.book_ucis;
    struct fm_move moves[FM_MOVES_MAX];
    struct fm_hash128 key;
    unsigned at;
    if (booked->last > 0 && worker->replayed.book_put == booked->last)
        return FM_OK;
    worker->replayed.book_put = booked->last;
    sans->n = ucis->n = 0;
    if (booked->last == 0)
        return FM_OK;
    const struct BFN(position) *pos =
        (const struct BFN(position) *)(const void *)worker->replayed.book_positions.p + booked->at;
    if (!BFN(book_key)(book, pos, &key) || !fm_repertoire_find(book, key, &at) || at == 0)
        return FM_OK;
    const unsigned count = BFN(position_moves)(pos, moves);
    for (; at != 0; at = book->moves[at].next) {
        const struct fm_move *move = BFN(find_code)(pos, moves, count, book->moves[at].code);
        if (move == NULL)
            continue;
        FM_TRY(fm_buf_reserve(sans, FM_MOVE_TEXT_MAX + 1));
        FM_TRY(fm_buf_reserve(ucis, FM_MOVE_TEXT_MAX + 1));
        unsigned char *san = sans->p + sans->n, *uci = ucis->p + ucis->n;
        *san = *uci = ' ';
        sans->n = (size_t)(BFN(position_write_san)(pos, *move, san + 1) - sans->p);
        ucis->n = (size_t)(BFN(position_write_uci)(pos, *move, fm_names_rooks(worker), uci + 1) -
                           ucis->p);
    }
    return FM_OK;
}
