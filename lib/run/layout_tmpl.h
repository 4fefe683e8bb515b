/* SPDX-License-Identifier: MIT */
/* Records of templates: values of the position between the pieces of the output's layout
 * (layout.h), or slot by slot. One copy per board, as records_tmpl.h, which chooses the
 * positions. */

/* The text of moves while a record is written. */
struct BFN(move_texts) {
    unsigned char next_san[FM_MOVE_TEXT_MAX], next_uci[FM_MOVE_TEXT_MAX];
    unsigned char last_san[FM_MOVE_TEXT_MAX], last_uci[FM_MOVE_TEXT_MAX];
};

/* Fill in what records need of the moves before and after the position. @param needs  set of enum
 * fm_record_needs. */
static void BFN(write_moves)(struct fm_record_input *in, const struct BFN(replay) * r,
                             const struct fm_move *next, bool chess960, unsigned needs,
                             struct BFN(move_texts) * texts)
{
    const bool last = r->ply > 0 && r->options.before;
    in->next_san = FM_NO_TEXT; /* not in a chain: see fm_work_fill_opening() */
    in->next_uci = FM_NO_TEXT;
    in->last_san = FM_NO_TEXT;
    in->last_uci = FM_NO_TEXT;
    if ((needs & FM_NEEDS_NEXT) && next != NULL)
        in->next_san = fm_text_between(texts->next_san,
                                       BFN(position_write_san)(&r->pos, *next, texts->next_san));
    if ((needs & FM_NEEDS_NEXT_UCI) && next != NULL)
        in->next_uci = fm_text_between(
            texts->next_uci, BFN(position_write_uci)(&r->pos, *next, chess960, texts->next_uci));
    if ((needs & FM_NEEDS_LAST) && last)
        in->last_san = fm_text_between(
            texts->last_san, BFN(position_write_san)(&r->before, r->last, texts->last_san));
    if ((needs & FM_NEEDS_LAST_UCI) && last)
        in->last_uci =
            fm_text_between(texts->last_uci, BFN(position_write_uci)(&r->before, r->last, chess960,
                                                                     texts->last_uci));
}

/* The counters of a position, which every record may have. */
FM_INLINE void BFN(fill_counters)(struct fm_record_input *in, const struct BFN(replay) * r)
{
    in->halfmove = r->pos.halfmove;
    in->fullmove = r->pos.fullmove;
    in->black = r->pos.black;
    in->ply = r->ply;
    in->depth = r->depth;
}

/* The fields that a view gives. @param needs  as above. */
FM_INLINE void BFN(fill_view)(struct fm_record_input *in, const struct BFN(view) * view,
                              unsigned needs)
{
    if (needs & FM_NEEDS_KEY)
        in->key = BFN(view_key)(view);
    if (needs & FM_NEEDS_PIECES)
        BFN(view_count)(view, in->pieces);
}

/* The moves that follow. A record of a list has no movetext. */
static enum fm_status BFN(fill_following)(struct fm_worker *worker, struct fm_record_input *in,
                                          const struct BFN(replay) * r, const struct fm_move *next,
                                          unsigned needs)
{
    struct fm_buf *const following = &worker->replayed.following;
    struct fm_buf *const better = &worker->replayed.better;
    const bool follows = next != NULL && worker->listed == NULL;
    following->n = better->n = 0;
    if (follows && (needs & FM_NEEDS_FOLLOWING))
        FM_TRY(BFN(replay_follow)(r, false, following));
    if (follows && (needs & FM_NEEDS_BETTER))
        FM_TRY(BFN(replay_follow)(r, true, better));
    in->following = fm_buf_text(following);
    in->better = fm_buf_text(better);
    return FM_OK;
}

/* Fill in what else fields need of it. @param needs  as above. */
static enum fm_status BFN(fill_input)(struct fm_worker *worker, struct fm_record_input *in,
                                      const struct BFN(replay) * r, const struct fm_move *next,
                                      unsigned needs, struct BFN(move_texts) * texts)
{
    BFN(write_moves)(in, r, next, fm_names_rooks(worker), needs, texts);
    if (needs & FM_NEEDS_PATH) {
        worker->replayed.path.n = 0;
        FM_TRY(BFN(replay_path)(r, &worker->replayed.path));
    }
    in->path = fm_buf_text(&worker->replayed.path);
    in->moves = fm_buf_text(&worker->replayed.moves);
    in->sans = fm_buf_text(&worker->replayed.sans);
    in->comments = fm_buf_text(&worker->replayed.comments);
    if (needs & FM_NEEDS_ANNOTATION) {
        in->after = fm_text_between(r->here.after, r->lexer.end);
        in->marks = next == NULL ? 0 : r->ahead.marks;
        in->comment = r->here.comment;
        in->next_comment = next == NULL ? (struct fm_comment){0} : r->ahead.comment;
    }
    if (needs & (FM_NEEDS_FOLLOWING | FM_NEEDS_BETTER))
        FM_TRY(BFN(fill_following)(worker, in, r, next, needs));
    if ((needs & FM_NEEDS_OPS) && worker->listed == NULL)
        in->ops = r->ply == 0 && r->depth == 0 ? worker->replayed.ops : FM_NO_TEXT;
    if (needs & FM_NEEDS_OPENING)
        fm_work_fill_opening(worker, worker->replayed.opening, in);
    if (needs & FM_NEEDS_BOOK_NEXT) {
        FM_TRY(BFN(put_book_moves)(worker, &worker->replayed.booked));
        in->book_sans = fm_buf_text(&worker->replayed.book_sans);
        in->book_ucis = fm_buf_text(&worker->replayed.book_ucis);
    }
    BFN(fill_view)(in, &r->pos.view, needs);
    if (needs & FM_NEEDS_STATE) {
        struct fm_move moves[FM_MOVES_MAX];
        in->check = BFN(view_in_check)(&r->pos.view);
        in->no_moves = next == NULL && BFN(position_moves)(&r->pos, moves) == 0;
    }
    return FM_OK;
}

/* Append a value that is made without the input, or counted there. @return its end, or NULL: the
 * FEN cannot be written. */
FM_INLINE unsigned char *BFN(put_value)(const struct fm_layout_value *value,
                                        const struct fm_record_input *in,
                                        const struct fm_fen_style *style,
                                        const struct BFN(replay) * r, const struct fm_move *next,
                                        bool chess960, unsigned char *at)
{
    uint8_t pieces[2][FM_KINDS];
    switch (value->kind) {
    case FM_VALUE_FEN:
        if (in->fen.n == 0)
            return BFN(position_write)(&r->pos, style, at);
        memcpy(at, in->fen.p, in->fen.n);
        return at + in->fen.n;
    case FM_VALUE_SIDE:
        *at = in->black ? 'b' : 'w';
        return at + 1;
    case FM_VALUE_U32:
        return fm_put_u64(at, fm_field_u32(value->field, in));
    case FM_VALUE_NEXT_SAN:
        return next == NULL ? at : BFN(position_write_san)(&r->pos, *next, at);
    case FM_VALUE_NEXT_UCI:
        return next == NULL ? at : BFN(position_write_uci)(&r->pos, *next, chess960, at);
    case FM_VALUE_MATERIAL:
        BFN(view_count)(&r->pos.view, pieces);
        return fm_write_material(at, *pieces);
    case FM_VALUE_PIECES:
        return fm_put_u64(at, bb_count(r->pos.view.all[FM_WHITE] | r->pos.view.all[FM_BLACK]));
    case FM_VALUE_FIELD:
    case FM_VALUE_SLOT:
    case FM_VALUE_END:
        break;
    }
    return at;
}

/* Append a value made from the input, and make space for the next ones. @param[in,out] at  the
 * end of the output. */
static enum fm_status BFN(put_from_input)(struct fm_worker *worker, const struct fm_route *route,
                                          const struct fm_layout_value *value,
                                          const struct fm_record_input *in, size_t space,
                                          unsigned char **at)
{
    struct fm_buf *out = fm_worker_out(worker, route);
    struct fm_record_scratch *scratch = &worker->of_record;
    out->n = (size_t)(*at - out->p);
    FM_TRY(value->kind == FM_VALUE_SLOT
               ? fm_record_put_slot(&route->record, value->slot, in, scratch, out, &worker->notes)
               : fm_field_put(value->field, in, &scratch->arena, out));
    FM_TRY(fm_buf_reserve(out, space));
    *at = out->p + out->n;
    return FM_OK;
}

/* Write a record by its layout. @param reads_input  of the layout; constant. @return FM_OK,
 * FM_NO_MEMORY, or FM_REJECTED: only fm_record_write() can tell how it is written; then the output
 * may have a part of it. */
FM_INLINE enum fm_status BFN(write_values)(struct fm_worker *worker, const struct fm_route *route,
                                           const struct fm_layout_pieces *pieces,
                                           const struct fm_record_input *in,
                                           const struct BFN(replay) * r, const struct fm_move *next,
                                           bool reads_input)
{
    struct fm_buf *out = fm_worker_out(worker, route);
    const bool chess960 = fm_names_rooks(worker);
    const unsigned char *piece = pieces->text.p;
    const size_t *length = pieces->lengths, begin = out->n;
    size_t n = *length;
    bool skips = pieces->skips;
    FM_TRY(fm_buf_reserve(out, pieces->most));
    unsigned char *at = out->p + begin;
    for (const struct fm_layout_value *value = route->record.layout->values;; value++) {
        at = fm_put_piece(at, piece, n);
        piece += n;
        n = *++length;
        if (value->kind == FM_VALUE_END)
            break;
        unsigned char *first = at;
        if (reads_input && (value->kind == FM_VALUE_FIELD || value->kind == FM_VALUE_SLOT)) {
            const size_t before = (size_t)(at - out->p);
            FM_TRY(BFN(put_from_input)(worker, route, value, in, pieces->most, &at));
            first = out->p + before;
        } else {
            at = BFN(put_value)(value, in, &route->style, r, next, chess960, at);
        }
        if (FM_UNLIKELY(at == first)) {
            skips = skips || value->skips;
            piece += value->after;
            n -= value->after;
            at = fm_put_text(at - value->before, value->instead);
        } else if (FM_UNLIKELY(at == NULL || value->care != FM_VALUE_AS_IS)) {
            if (at == NULL || (value->care == FM_VALUE_CHECKED && (*first == '0' || *first == '-')))
                return FM_REJECTED;
            if (value->care == FM_VALUE_SIZED)
                fm_value_put_length(first, (size_t)(at - first));
        }
    }
    if (FM_UNLIKELY(!fm_warnings_is_empty(&pieces->notes)))
        fm_warnings_add(&worker->notes, &pieces->notes);
    skips = skips || (reads_input && worker->of_record.skips);
    out->n = skips ? begin : (size_t)(at - out->p);
    return FM_OK;
}

/* Write a record by a layout that reads the input. Returns as above. */
static enum fm_status BFN(write_from_input)(struct fm_worker *worker, const struct fm_route *route,
                                            const struct fm_layout_pieces *pieces,
                                            struct fm_record_input *in,
                                            const struct BFN(replay) * r,
                                            const struct fm_move *next)
{
    struct BFN(move_texts) texts;
    FM_TRY(BFN(fill_input)(worker, in, r, next, route->record.layout->needs, &texts));
    fm_record_scratch_begin(&worker->of_record, fm_worker_out(worker, route));
    const enum fm_status status = BFN(write_values)(worker, route, pieces, in, r, next, true);
    fm_record_scratch_reset(&worker->of_record);
    return status;
}

/* The FEN need not be made: nothing reads it, and it can be written. */
FM_INLINE bool BFN(skips_fen)(const struct fm_route *route, const struct BFN(position) * pos)
{
    return route->way.fen_unread && BFN(position_can_write)(pos, &route->style);
}

/* Write a record slot by slot. */
static enum fm_status BFN(write_slots)(struct fm_worker *worker, const struct fm_route *route,
                                       struct fm_record_input *in, const struct BFN(replay) * r,
                                       const struct fm_move *next)
{
    unsigned char fen[FM_FEN_MAX];
    struct BFN(move_texts) texts;
    if (in->fen.n == 0 && !BFN(skips_fen)(route, &r->pos)) {
        const unsigned char *end = BFN(position_write)(&r->pos, &route->style, fen);
        if (end == NULL)
            return FM_REJECTED;
        in->fen = fm_text_between(fen, end);
    }
    FM_TRY(BFN(fill_input)(worker, in, r, next, route->values, &texts));
    const enum fm_status status = fm_record_write(&route->record, in, &worker->of_record,
                                                  fm_worker_out(worker, route), &worker->notes);
    worker->written.overflows = status == FM_REJECTED;
    return status;
}

/* Write a record with templates. @param in  its FEN is filled in; empty = it is written where the
 * record has it. */
static enum fm_status BFN(write_templated_record)(struct fm_worker *worker,
                                                  const struct fm_route *route,
                                                  struct fm_record_input *in,
                                                  const struct BFN(replay) * r,
                                                  const struct fm_move *next)
{
    struct fm_layout_pieces *pieces = &worker->written.pieces[route->sink];
    struct fm_buf *out = fm_worker_out(worker, route);
    const size_t begin = out->n;
    BFN(fill_counters)(in, r);
    in->encoding = fm_route_is_utf8(route) ? worker->encoding : FM_ENCODING_AUTO;
    in->eval_scale = route->spec->eval_scale;
    worker->of_record.room = worker->written.left;
    const struct fm_layout *layout = route->record.layout;
    /* Pieces that differ from record to record of a list are not worth it. */
    if (FM_UNLIKELY(worker->listed != NULL) && (layout == NULL || layout->of_game))
        return BFN(write_slots)(worker, route, in, r, next);
    if (FM_UNLIKELY(pieces->replay != worker->written.replays)) {
        FM_TRY(fm_layout_begin_game(&route->record, in, &worker->of_record, pieces));
        pieces->replay = worker->written.replays;
    }
    if (FM_LIKELY(worker->written.left >= pieces->most)) {
        const enum fm_status status =
            layout->reads_input ? BFN(write_from_input)(worker, route, pieces, in, r, next)
                                : BFN(write_values)(worker, route, pieces, in, r, next, false);
        if (FM_LIKELY(status != FM_REJECTED))
            return status;
        out->n = begin;
    }
    return BFN(write_slots)(worker, route, in, r, next);
}

/* Write a record of a format that reads the position itself, and nothing else of the board. */
static enum fm_status BFN(write_binary)(struct fm_worker *worker, struct fm_active_route *active,
                                        struct fm_record_input *in, const struct BFN(replay) * r,
                                        const struct fm_move *next)
{
    const struct fm_route *route = active->route;
    struct fm_buf *out = fm_worker_out(worker, route);
    const size_t begin = out->n;
    const bool main_line = r->depth == 0 && worker->listed == NULL;
    BFN(fill_counters)(in, r);
    in->eval_scale = route->spec->eval_scale;
    in->position = (const void *)&r->pos; /* 8x8 alone */
    in->next = next;
    in->comment = r->here.comment;
    if (FM_LIKELY(next != NULL)) /* without a copy of a copy */
        in->next_comment = r->ahead.comment;
    else
        in->next_comment = (struct fm_comment){0};
    in->follows = main_line && route->way.chains && active->follows == r->ply && r->ply > 0;
    FM_TRY(route->record.format->write(in, out));
    active->follows = main_line && out->n > begin ? r->ply + 1 : 0;
    return FM_OK;
}
