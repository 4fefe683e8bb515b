/* SPDX-License-Identifier: MIT */
/* The position of a game in a replay: whether outputs want it, and its record. One copy per
 * board. This is the program's hot path, once for each ply and output: no allocation but the
 * growth of a buffer, no lock, no call through a pointer. */

/* Write the FEN of a record. @return FM_OK, or FM_REJECTED: it cannot be written, or read back. */
FM_INLINE enum fm_status BFN(write_fen)(struct fm_worker *worker, const struct fm_route *route,
                                        const struct BFN(replay) * r, unsigned char *at,
                                        struct fm_text *fen)
{
    const unsigned char *end = BFN(position_write)(&r->pos, &route->style, at);
    if (FM_UNLIKELY(end == NULL))
        return FM_REJECTED;
    *fen = fm_text_between(at, end);
    worker->written.unverified =
        route->spec->verify && !BFN(reads_back)(&r->pos, &route->style, *fen);
    return worker->written.unverified ? FM_REJECTED : FM_OK;
}

/* The key of a record. @param text  the FEN as the output writes it. */
static struct fm_hash128 BFN(unique_key)(const struct fm_route *route,
                                         const struct BFN(view) * view, struct fm_text text)
{
    if (route->positions->unique_key == FM_UNIQUE_POSITION ||
        route->positions->unique_key == FM_UNIQUE_NO) /* counted by position */
        return BFN(view_hash)(view);
    const unsigned char *end = text.p + text.n;
    if (route->positions->unique_key == FM_UNIQUE_BOARD)
        end = memchr(text.p, ' ', text.n);
    return fm_hash128_of(text.p, (size_t)(end - text.p), 0);
}

/* The key of a record of a list, by its view. Under `validate: notation` its castling rights may
 * have no rook on the board. */
static enum fm_status BFN(listed_key)(struct fm_worker *worker, const struct fm_route *route,
                                      const struct BFN(view) * view, struct fm_hash128 *key)
{
    struct fm_text fen = FM_NO_TEXT;
    const unsigned by = route->positions->unique_key;
    const bool as_text = by == FM_UNIQUE_FEN || by == FM_UNIQUE_BOARD;
    const bool notation = worker->plan->profile->input.notation;
    if (as_text || notation)
        FM_TRY(fm_listed_fen(worker, route, true, &fen));
    *key =
        notation && !as_text ? fm_hash128_of(fen.p, fen.n, 0) : BFN(unique_key)(route, view, fen);
    return FM_OK;
}

/* The key that the record of a position is compared or counted by: the position, or its text as
 * the output writes it. */
static enum fm_status BFN(record_key)(struct fm_worker *worker, const struct fm_route *route,
                                      const struct BFN(position) * pos, struct fm_hash128 *key)
{
    struct fm_text fen = FM_NO_TEXT;
    unsigned char text[FM_FEN_MAX];
    const unsigned by = route->positions->unique_key;
    if (worker->listed != NULL)
        return BFN(listed_key)(worker, route, &pos->view, key);
    if (by == FM_UNIQUE_FEN || by == FM_UNIQUE_BOARD) {
        const unsigned char *end = BFN(position_write)(pos, &route->style, text);
        if (end == NULL)
            return FM_REJECTED;
        fen = fm_text_between(text, end);
    }
    *key = BFN(unique_key)(route, &pos->view, fen);
    return FM_OK;
}

/* Of the sets of files, the one for which the position is not wanted; FM_POSITION_STEPS: none. A
 * position that has no key cannot be written either, and is rejected when that is tried. */
static FM_NOINLINE enum fm_position_step BFN(set_lost)(struct fm_worker *worker,
                                                       const struct fm_route *route,
                                                       const struct BFN(position) * pos)
{
    struct fm_hash128 key;
    struct fm_exclusion *const no = route->sets[FM_SET_EXCLUDE], *const only =
                                                                     route->sets[FM_SET_ONLY];
    const enum fm_status status = BFN(record_key)(worker, route, pos, &key);
    if (status == FM_NO_MEMORY) /* this ends the game, and the run */
        worker->written.rule_status = status;
    if (status == FM_NO_MEMORY || (status == FM_OK && no != NULL && fm_exclusion_has(no, key)))
        return FM_POSITION_EXCLUDE;
    return status == FM_OK && only != NULL && !fm_exclusion_has(only, key) ? FM_POSITION_ONLY
                                                                           : FM_POSITION_STEPS;
}

/* The operations that a position has: of a record, or of the start of a game that was made from
 * one. */
static struct fm_text BFN(ops_of)(const struct fm_worker *worker, const struct BFN(replay) * r)
{
    const struct fm_text none = FM_NO_TEXT;
    if (worker->listed == NULL)
        return r->ply == 0 && r->depth == 0 ? worker->replayed.ops : none;
    const struct fm_fen_edit *edit = &worker->listed->edit;
    return edit->after.operations ? edit->fields.rest : none;
}

/* Can the program or the format of an output express castling in the position: as a move, if it has
 * no rights, else the rights? */
static bool BFN(castling_is_readable)(const struct fm_worker *worker, const struct fm_route *route,
                                      const struct BFN(position) * pos, const struct fm_move *next)
{
    if (fm_format_has(route->format, FM_FORMAT_CASTLING))
        return BFN(position_castles_as)(pos,
                                        fm_format_has(route->format, FM_FORMAT_CASTLING_STANDARD));
    return next == NULL || next->type != FM_MOVE_CASTLE || !fm_names_rooks(worker);
}

/* The first condition of an output that the position fails, without sampling. */
static FM_NOINLINE enum fm_position_step BFN(choose)(struct fm_worker *worker,
                                                     struct fm_active_route *active,
                                                     const struct BFN(replay) * r,
                                                     const struct fm_move *next, bool *lacks)
{
    const struct fm_route *route = active->route;
    if (FM_UNLIKELY(route->wanted.reached.count > 0) && !active->here) {
        active->here = r->depth == 0 && BFN(is_there)(&route->wanted.reached, &r->pos.view);
        if (!active->here)
            return FM_POSITION_REACHED;
    }
    if (FM_UNLIKELY(route->choice.last_only) && (next != NULL || r->depth > 0) &&
        worker->listed == NULL)
        return FM_POSITION_LAST;
    if (r->ply - active->from > active->span)
        return FM_POSITION_PLIES;
    if (route->choice.every > 1 && (r->ply - active->every_from) % route->choice.every != 0)
        return FM_POSITION_EVERY;
    if (FM_UNLIKELY(route->wanted.openings != NULL) && !route->wanted.openings[active->opening]) {
        *lacks = active->opening == 0;
        return FM_POSITION_OPENING;
    }
    if (FM_UNLIKELY(route->positions->book != FM_BOOK_ANY) &&
        !BFN(book_holds)(worker, route->positions->book, r, next, lacks))
        return FM_POSITION_IN_BOOK;
    enum fm_position_step lost =
        BFN(position_lost)(&route->wanted, &r->pos, next, &r->here, &r->ahead, lacks);
    if (lost != FM_POSITION_STEPS)
        return lost;
    if (route->positions->op_count > 0 &&
        !fm_work_ops_hold(worker, route->positions, BFN(ops_of)(worker, r), lacks))
        return FM_POSITION_OPS;
    if (FM_UNLIKELY(route->sets[FM_SET_EXCLUDE] != NULL || route->sets[FM_SET_ONLY] != NULL) &&
        (lost = BFN(set_lost)(worker, route, &r->pos)) != FM_POSITION_STEPS)
        return lost;
    if (FM_UNLIKELY(fm_consumer_refuses_960(route->spec)) &&
        !BFN(castling_is_readable)(worker, route, &r->pos, next))
        return FM_POSITION_READABLE;
    if (FM_UNLIKELY(r->options.variations) && route->choice.ahead)
        *BFN(chosen_of)(worker, r) |= UINT64_C(1) << route->sink;
    return worker->listed != NULL ? route->lists.never : FM_POSITION_STEPS;
}

/* Which condition of this output the position fails first, sampling apart; FM_POSITION_STEPS =
 * none. @param[out] lacks  as position_lost(). */
FM_INLINE enum fm_position_step BFN(lost)(struct fm_worker *worker, struct fm_active_route *active,
                                          const struct BFN(replay) * r, const struct fm_move *next,
                                          bool *lacks)
{
    if (active->some)
        return BFN(choose)(worker, active, r, next, lacks);
    return r->ply - active->from > active->span ? FM_POSITION_PLIES : FM_POSITION_STEPS;
}

/* Write the text after the FEN of a bare record. @return its end. */
FM_INLINE unsigned char *BFN(end_bare_record)(const struct fm_route *route,
                                              const struct BFN(position) * pos, unsigned char *end)
{
    if (route->style.counters == FM_COUNTERS_OPS && route->record.bare) { /* not in a table */
        memcpy(end, " fmvn ", 6);
        end = fm_put_u64(end + 6, pos->fullmove);
        memcpy(end, "; hmvc ", 7);
        end = fm_put_u64(end + 7, pos->halfmove);
        *end++ = ';';
    }
    *end++ = '\n';
    return end;
}

/* Count a record, which may be empty, and leave its mark. @param begin  offset of the record in
 * the output's buffer. */
FM_INLINE enum fm_status BFN(count_record)(struct fm_worker *worker, struct fm_active_route *active,
                                           const struct BFN(replay) * r, const struct fm_move *next,
                                           const struct fm_row_key *mark, size_t begin)
{
    const struct fm_route *route = active->route;
    const struct fm_buf *out = fm_worker_out(worker, route);
    const bool written = out->n > begin;
    active->records += written;
    active->unwritten += !written;
    if (route->values & FM_NEEDS_EVAL)
        fm_position_count(&active->positions, FM_POSITION_VALUES)->without +=
            !r->here.comment.has_score && (next == NULL || !r->ahead.comment.has_score);
    if (fm_route_marks(route) && written)
        FM_TRY(fm_work_mark_record(worker, active, mark, r->pos.black, begin));
    return fm_worker_spend(worker, out->n - begin);
}

/* Is it certain that the record is not in the sample of the run, and that it could be written,
 * without a warning? */
FM_INLINE bool BFN(is_unwanted)(const struct fm_worker *worker, const struct fm_route *route,
                                const struct BFN(position) * pos, uint64_t sample)
{
    if (!route->way.may_skip || sample <= worker->block->rows[route->sink].sample_bound)
        return false;
    return worker->listed != NULL
               ? route->lists.copies && fm_listed_is_plain(worker->listed) &&
                     worker->listed->edit.fields.rest.n == 0 &&
                     route->rewrite.style.castling != FM_CASTLING_FEN
               : worker->written.fits && BFN(position_can_write)(pos, &route->style);
}

/* The FEN of a record of a list is the one that is written. */
static enum fm_status BFN(fill_listed)(struct fm_worker *worker, const struct fm_route *route,
                                       struct fm_record_input *in)
{
    if (in->fen.n == 0 && route->lists.spells)
        FM_TRY(fm_listed_fen(worker, route, false, &in->fen));
    if (route->values & FM_NEEDS_MOVES)
        in->start_fen = in->fen;
    return FM_OK;
}

/* Find the group of a record for `sample.by`, and append its sort key, before the record. */
static FM_NOINLINE enum fm_status BFN(begin_entry)(
    struct fm_worker *worker, const struct fm_route *route, struct fm_record_input *in,
    const struct BFN(replay) * r, const struct fm_move *next, struct fm_row_key *mark)
{
    unsigned char fen[FM_FEN_MAX];
    struct BFN(move_texts) texts;
    const unsigned needs = (route->sort.needs | route->sampled.values.needs) & route->values;
    if (worker->listed != NULL)
        FM_TRY(BFN(fill_listed)(worker, route, in));
    else if (needs & FM_NEEDS_FEN)
        FM_TRY(BFN(write_fen)(worker, route, r, fen, &in->fen));
    BFN(fill_counters)(in, r);
    in->eval_scale = route->spec->eval_scale;
    if (needs & ~(unsigned)FM_NEEDS_FEN)
        FM_TRY(BFN(fill_input)(worker, in, r, next, needs, &texts));
    if (fm_route_samples_groups(route))
        FM_TRY(fm_work_sampled_group(worker, route, in, &mark->group));
    return fm_route_sorts(route) ? fm_work_begin_entry(worker, route, in) : FM_OK;
}

/* The move that is played in a position, for a book. What a book cannot have is left out: a
 * position in which none is played, and, with a warning, one without a key of its own. */
static FM_NOINLINE enum fm_status BFN(write_book_move)(struct fm_worker *worker,
                                                       struct fm_active_route *active,
                                                       const struct BFN(replay) * r,
                                                       const struct fm_move *next,
                                                       struct fm_row_key *mark)
{
    struct fm_buf *out = fm_worker_out(worker, active->route);
    struct fm_funnel_count *lost = fm_position_count(&active->positions, FM_POSITION_BOOK);
    const size_t begin = out->n;
    const bool moves = next != NULL && next->type != FM_MOVE_NULL;
    if (!moves || !BFN(position_has_book)(&r->pos)) {
        lost->lost++;
        lost->without += !moves;
        if (moves)
            fm_warnings_note(&worker->notes, FM_REASON_BOOK_NOT_REPRESENTABLE);
        return FM_OK;
    }
    FM_TRY(fm_book_put_move(
        out, BFN(view_key_after)(&r->pos.view, &BFN(worker_replayer)(worker)->booked), *next));
    return BFN(count_record)(worker, active, r, next, mark, begin);
}

/* Write the head of a record for a reader, before its values: FM_ITEM_HEAD_MAX bytes at most.
 * @return its end. */
FM_INLINE unsigned char *BFN(put_head)(struct fm_active_route *active,
                                       const struct BFN(position) * pos, uint32_t ply,
                                       unsigned depth, const struct fm_move *next,
                                       unsigned char *at)
{
    const struct fm_record_way *way = &active->route->way;
    if (FM_LIKELY(!way->lends)) {
        memcpy(at, &ply, sizeof ply);
        return at + sizeof ply;
    }
    const bool follows = active->follows == ply && ply > 0 && depth == 0;
    active->follows = way->chains && depth == 0 && next != NULL ? ply + 1 : 0;
    return fm_item_put_position(at, ply, pos, follows ? 0 : sizeof *pos, next);
}

/* Append the head of a record for a reader. */
FM_INLINE enum fm_status BFN(begin_values)(struct fm_active_route *active, struct fm_buf *out,
                                           const struct BFN(replay) * r, const struct fm_move *next)
{
    if (FM_LIKELY(!active->route->way.sized))
        return FM_OK;
    FM_TRY(fm_buf_reserve(out, FM_ITEM_HEAD_MAX));
    unsigned char *const end =
        BFN(put_head)(active, &r->pos, r->ply, r->depth, next, out->p + out->n);
    out->n = (size_t)(end - out->p);
    return FM_OK;
}

/* The text of a record of a list: listed_tmpl.h. */
static enum fm_status BFN(write_listed)(struct fm_worker *worker, struct fm_active_route *active,
                                        struct fm_record_input *in, const struct BFN(replay) * r,
                                        const struct fm_move *next);

/* The text of the record of a position in a game. @param mark  gets its key. */
FM_INLINE enum fm_status BFN(write_text)(struct fm_worker *worker, struct fm_active_route *active,
                                         struct fm_record_input *in, const struct BFN(replay) * r,
                                         const struct fm_move *next, struct fm_row_key *mark)
{
    const struct fm_route *const route = active->route;
    struct fm_buf *out = fm_worker_out(worker, route);
    const size_t begin = out->n;
    unsigned char text[FM_FEN_MAX];
    struct fm_text fen = FM_NO_TEXT;
    FM_TRY(fm_buf_reserve(out, FM_FEN_MAX + FM_COUNTER_OPS_MAX));
    if (route->way.fen_first && !BFN(skips_fen)(route, &r->pos))
        FM_TRY(BFN(write_fen)(worker, route, r, route->record.bare ? out->p + out->n : text, &fen));
    if (route->choice.unique != FM_REPEATED)
        mark->key = BFN(unique_key)(route, &r->pos.view, fen);
    if (fm_format_has(route->format, FM_FORMAT_BINARY))
        return BFN(write_binary)(worker, active, in, r, next);
    in->fen = fen;
    if (route->record.bare)
        out->n = (size_t)(BFN(end_bare_record)(route, &r->pos, out->p + out->n + fen.n) - out->p);
    else
        FM_TRY(BFN(write_templated_record)(worker, route, in, r, next));
    if (FM_UNLIKELY(worker->replayed.ops.n > 0) && r->ply == 0 && r->depth == 0 &&
        fm_format_has(route->format, FM_FORMAT_OPS)) {
        const unsigned char *end = BFN(position_write)(&r->pos, &route->style, text);
        FM_TRY(fm_game_add_operations(worker, route, begin, (size_t)(end - text)));
    }
    if (FM_UNLIKELY(route->spec->consumer != NULL))
        fm_work_drop_castling(worker, route, begin);
    return FM_OK;
}

/* The record of a chosen position, to an output of any kind: written, and marked for the stages.
 * @param mark  gets the key of the record. */
FM_INLINE enum fm_status BFN(write_record)(struct fm_worker *worker, struct fm_active_route *active,
                                           struct fm_record_input *in, const struct BFN(replay) * r,
                                           const struct fm_move *next, struct fm_row_key *mark)
{
    const struct fm_route *route = active->route;
    struct fm_buf *out = fm_worker_out(worker, route);
    const size_t begin = out->n;
    const bool listed = worker->listed != NULL;
    if (fm_route_is_book(route))
        return BFN(write_book_move)(worker, active, r, next, mark);
    if (BFN(is_unwanted)(worker, route, &r->pos, mark->sample)) {
        active->records++;
        return fm_work_mark_record(worker, active, mark, r->pos.black, begin);
    }
    if (FM_UNLIKELY(listed) && route->choice.unique != FM_REPEATED)
        FM_TRY(BFN(record_key)(worker, route, &r->pos, &mark->key));
    if (FM_UNLIKELY(fm_route_sorts(route) || fm_route_samples_groups(route)))
        FM_TRY(BFN(begin_entry)(worker, route, in, r, next, mark));
    FM_TRY(BFN(begin_values)(active, out, r, next));
    const size_t at = out->n;
    FM_TRY(FM_UNLIKELY(listed) ? BFN(write_listed)(worker, active, in, r, next)
                               : BFN(write_text)(worker, active, in, r, next, mark));
    if (FM_UNLIKELY(fm_route_sorts(route)))
        fm_sort_entry_end(&route->sort, out, begin);
    if (FM_UNLIKELY(route->choice.unique == FM_MERGED))
        FM_TRY(fm_work_merge_part(worker, route, in, begin, at));
    if (FM_UNLIKELY(listed) && route->format == FM_FORMAT_PGN) /* it has no marks */
        return fm_listed_join(worker, active, begin);
    return BFN(count_record)(worker, active, r, next, mark, begin);
}

/* A sample per game is drawn from what is unique within the game, so that none of it is lost to
 * another position of the same game. @param[out] repeated  the game had the key before. A position
 * that has no key cannot be written, which is found out then. */
static enum fm_status BFN(find_repeated)(struct fm_worker *worker, const struct fm_route *route,
                                         const struct BFN(replay) * r, bool *repeated)
{
    struct fm_hash128 key;
    bool fresh = true;
    *repeated = false;
    if (route->choice.unique < FM_UNIQUE_IN_GAME ||
        BFN(record_key)(worker, route, &r->pos, &key) != FM_OK)
        return FM_OK;
    key.hi ^= ~(uint64_t)route->sink; /* the set has keys of written records, too */
    if (fm_table_add(&worker->written.keys, key, &fresh) == NULL)
        return FM_NO_MEMORY;
    *repeated = !fresh;
    return FM_OK;
}

/* A position that passed the conditions, to an output that takes more than its FEN. */
static FM_NOINLINE enum fm_status BFN(write_chosen)(struct fm_worker *worker,
                                                    struct fm_active_route *active,
                                                    struct fm_record_input *in,
                                                    const struct BFN(replay) * r,
                                                    const struct fm_move *next)
{
    struct fm_row_key mark = {.sample = 0};
    if (active->route->choice.of_run > 0)
        mark.sample = fm_sample_hash(active->route->positions->sample_seed, worker->replayed.hash,
                                     worker->replayed.place);
    else if (active->route->way.marks_moves && next != NULL && next->type != FM_MOVE_NULL)
        mark.sample = fm_move_code(*next);
    return BFN(write_record)(worker, active, in, r, next, &mark);
}

/* The last position knows what is else known of the whole game. */
FM_INLINE void BFN(fill_end)(const struct fm_worker *worker, struct fm_record_input *in,
                             const struct BFN(replay) * r)
{
    in->plies = r->ply;
    in->book_last = worker->end.booked.last;
}

/* Is the position the next one of the sample of the game? Then it is written. */
static FM_NOINLINE enum fm_status BFN(write_drawn)(struct fm_worker *worker,
                                                   struct fm_active_route *active,
                                                   struct fm_record_input *in,
                                                   const struct BFN(replay) * r,
                                                   const struct fm_move *next)
{
    const struct fm_sampled *const drawn = fm_sample_next(&active->sample);
    if (drawn == NULL || drawn->place != worker->replayed.place)
        return FM_OK;
    active->sample.taken++;
    if (active->route->choice.last_only)
        BFN(fill_end)(worker, in, r);
    return BFN(write_record)(worker, active, in, r, next,
                             &(struct fm_row_key){.sample = drawn->hash});
}

/* A binary record that is only written, as the next function has it: it has no mark. */
static FM_NOINLINE enum fm_status BFN(write_direct_binary)(struct fm_worker *worker,
                                                           struct fm_active_route *active,
                                                           struct fm_record_input *in,
                                                           const struct BFN(replay) * r,
                                                           const struct fm_move *next)
{
    const size_t begin = worker->block->out[active->route->sink].n;
    FM_TRY(BFN(write_binary)(worker, active, in, r, next));
    return BFN(count_record)(worker, active, r, next, NULL, begin);
}

/* A record of templates that is only written: neither drawn, nor read back; or that is counted in
 * its group. */
static FM_NOINLINE enum fm_status BFN(write_direct)(struct fm_worker *worker,
                                                    struct fm_active_route *active,
                                                    struct fm_record_input *in,
                                                    const struct BFN(replay) * r,
                                                    const struct fm_move *next)
{
    const struct fm_route *route = active->route;
    const struct fm_layout_pieces *pieces = &worker->written.pieces[route->sink];
    struct fm_buf *out = fm_worker_out(worker, route);
    const size_t begin = out->n;
    if (FM_UNLIKELY(pieces->replay != worker->written.replays ||
                    worker->written.left < pieces->most))
        return BFN(write_chosen)(worker, active, in, r, next);
    in->fen.n = 0;
    if (FM_UNLIKELY(worker->listed != NULL))
        FM_TRY(fm_listed_fen(worker, route, false, &in->fen));
    BFN(fill_counters)(in, r);
    FM_TRY(BFN(begin_values)(active, out, r, next));
    const enum fm_status status = BFN(write_values)(worker, route, pieces, in, r, next, false);
    if (FM_UNLIKELY(status != FM_OK)) {
        out->n = begin;
        return status == FM_REJECTED ? BFN(write_chosen)(worker, active, in, r, next) : status;
    }
    if (FM_UNLIKELY(route->spec->consumer != NULL))
        fm_work_drop_castling(worker, route, begin);
    const size_t n = out->n - begin;
    active->records += n > 0;
    active->unwritten += n == 0;
    worker->written.left -= n;
    if (!fm_route_marks(route) || n == 0)
        return FM_OK;
    return fm_work_mark_record(worker, active, NULL, r->pos.black, begin);
}

/* A plain record at the end of its output is read back, completed as an entry, and marked, if that
 * is wanted. */
FM_INLINE enum fm_status BFN(note_plain)(struct fm_worker *worker, struct fm_active_route *active,
                                         const struct BFN(position) * pos, struct fm_text fen,
                                         size_t begin)
{
    const struct fm_route *const route = active->route;
    if (route->spec->verify) {
        worker->written.unverified = !BFN(reads_back)(pos, &route->style, fen);
        if (FM_UNLIKELY(worker->written.unverified))
            return FM_REJECTED;
    }
    if (route->sort.fen)
        fm_sort_entry_end_fen(fm_worker_out(worker, route), begin, fen.n);
    if (!fm_route_marks(route))
        return FM_OK;
    struct fm_row_key mark = {.sample = 0};
    if (route->choice.unique != FM_REPEATED)
        mark.key = BFN(unique_key)(route, &pos->view, fen);
    return fm_work_mark_record(worker, active, &mark, pos->black, begin);
}

/* Append the record of a position to an output of plain records. @param depth  0 = of the main
 * line. */
FM_INLINE enum fm_status BFN(write_plain)(struct fm_worker *worker, struct fm_active_route *active,
                                          const struct BFN(position) * pos, unsigned ply,
                                          unsigned depth, const struct fm_move *next,
                                          struct fm_buf *out, enum fm_plain_kind kind)
{
    const struct fm_route *const route = active->route;
    const bool sized = kind == FM_PLAIN_SIZED;
    const size_t before = out->n;
    FM_TRY(fm_buf_reserve(out, FM_SORT_BEFORE_FEN + FM_FEN_MAX +
                                   (sized ? FM_ITEM_HEAD_MAX : FM_COUNTER_OPS_MAX)));
    unsigned char *const begin =
        out->p + before + (kind == FM_PLAIN_NOTED && route->sort.fen ? FM_SORT_BEFORE_FEN : 0);
    unsigned char *end = sized ? BFN(put_head)(active, pos, ply, depth, next, begin) : begin;
    struct fm_text text = FM_NO_TEXT;
    if (!sized || route->spec->fields.column_count > 0) {
        unsigned char *const fen = sized ? end + FM_VALUE_LENGTH : end;
        end = BFN(position_write)(pos, &route->style, fen);
        if (FM_UNLIKELY(end == NULL))
            return FM_REJECTED;
        text = fm_text_between(fen, end);
        if (sized)
            fm_value_put_length(fen, text.n);
        else
            end = BFN(end_bare_record)(route, pos, end);
    }
    out->n = (size_t)(end - out->p);
    if (kind == FM_PLAIN_NOTED)
        FM_TRY(BFN(note_plain)(worker, active, pos, text, before));
    return fm_worker_spend(worker, out->n - before);
}

/* Does one output choose the position, sampling apart? If not, what lost it is counted; with a
 * rule that has no answer worker->written.rule_status is set. */
FM_INLINE bool BFN(is_chosen)(struct fm_worker *worker, struct fm_active_route *active,
                              const struct BFN(replay) * r, const struct fm_move *next)
{
    bool lacks = false;
    if (FM_UNLIKELY(r->seen) && !BFN(takes_again)(worker, active->route, r)) {
        active->positions.offered--; /* modulo 2^64: places are added in the end */
        return false;
    }
    const enum fm_position_step lost = BFN(lost)(worker, active, r, next, &lacks);
    if (lost == FM_POSITION_STEPS)
        return true;
    struct fm_funnel_count *const count = fm_position_count(&active->positions, lost);
    count->lost++;
    count->without += lacks;
    if (FM_UNLIKELY(lost == FM_POSITION_READABLE))
        fm_warnings_note(&worker->notes, FM_REASON_VARIANT_NOT_READABLE);
    return false;
}

/* Write the record of one position to one output, if it is chosen. */
FM_INLINE enum fm_status BFN(write_position)(struct fm_worker *worker,
                                             struct fm_active_route *active,
                                             struct fm_record_input *in,
                                             const struct BFN(replay) * r,
                                             const struct fm_move *next)
{
    const struct fm_route *route = active->route;
    if (FM_UNLIKELY(active->sample.k > 0))
        return BFN(write_drawn)(worker, active, in, r, next);
    if (!BFN(is_chosen)(worker, active, r, next))
        return worker->written.rule_status;
    if (FM_UNLIKELY(route->choice.last_only))
        BFN(fill_end)(worker, in, r);
    if (FM_UNLIKELY(!active->plain))
        return !active->direct ? BFN(write_chosen)(worker, active, in, r, next)
               : route->record.layout != NULL
                   ? BFN(write_direct)(worker, active, in, r, next)
                   : BFN(write_direct_binary)(worker, active, in, r, next);
    active->records++;
    return BFN(write_plain)(worker, active, &r->pos, r->ply, r->depth, next,
                            fm_worker_out(worker, route), active->plain);
}
