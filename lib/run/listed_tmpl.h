/* SPDX-License-Identifier: MIT */
/* The record of a list through one board: a game of one position. One copy per board. */

/* The operand that is the next move, in the letters of the profile, else English. */
static bool BFN(find_operand)(const struct fm_worker *worker, const struct BFN(position) * pos,
                              struct fm_text word, struct fm_move *move)
{
    struct fm_notation notation[2];
    const unsigned readings = fm_notation_read(
        word, worker->listed->made ? fm_languages : worker->plan->replay.language, FILES, notation);
    for (unsigned i = 0; i < readings; i++) {
        uint32_t tolerances = notation[i].tolerances;
        struct fm_error ignored;
        if (notation[i].type != FM_NOTE_NULL &&
            BFN(position_find)(pos, &notation[i], move, &tolerances, &ignored) == FM_REASON_NONE)
            return true;
    }
    return false;
}

/* The record from templates. */
static enum fm_status BFN(write_listed_slots)(struct fm_worker *worker,
                                              const struct fm_route *route,
                                              struct fm_record_input *in,
                                              const struct BFN(replay) * r,
                                              const struct fm_move *next)
{
    const size_t begin = worker->block->out[route->sink].n;
    FM_TRY(BFN(fill_listed)(worker, route, in));
    const size_t fen = in->fen.n;
    FM_TRY(BFN(write_templated_record)(worker, route, in, r, next));
    return fm_format_has(route->format, FM_FORMAT_REWRITES)
               ? fm_listed_add_operations(worker, route, begin, fen)
               : FM_OK;
}

/* The game that was made of the record, from @p begin of the output on, gets its movetext anew. The
 * replay of the record stays as it is. */
static enum fm_status BFN(export_listed)(struct fm_worker *worker, struct fm_active_route *active,
                                         const struct BFN(replay) * r, size_t begin)
{
    struct fm_buf *out = fm_worker_out(worker, active->route);
    struct fm_replay_options options = worker->plan->replay;
    const enum fm_result c9 = worker->listed->game.result;
    struct fm_text moves;
    bool same;
    options.language = fm_languages;
    worker->exported.movetext.n = worker->exported.hashes.n = 0;
    fm_line_begin(&BFN(worker_replayer)(worker)->line);
    FM_TRY(fm_listed_take_moves(worker, active->route, begin, &moves));
    FM_TRY(BFN(export_to)(worker, active, &BFN(worker_replayer)(worker)->trial, &r->pos, moves,
                          &options));
    FM_TRY(fm_buf_append(out, worker->exported.movetext.p, worker->exported.movetext.n));
    if (!active->route->spec->verify)
        return FM_OK;
    FM_TRY(fm_work_reread(worker, active, begin, c9 == FM_RESULT_NONE ? FM_RESULT_UNKNOWN : c9,
                          &same));
    if (same)
        return FM_OK;
    return fm_reject(&worker->listed->fault, FM_REASON_VERIFY_FAILED, worker->listed->edit.text);
}

static enum fm_status BFN(write_listed)(struct fm_worker *worker, struct fm_active_route *active,
                                        struct fm_record_input *in, const struct BFN(replay) * r,
                                        const struct fm_move *next)
{
    const struct fm_route *route = active->route;
    const size_t begin = worker->block->out[route->sink].n;
    if (route->lists.makes_games) {
        in->encoding = FM_ENCODING_AUTO; /* the whole game is converted */
        FM_TRY(fm_listed_write_game(worker, active, in));
        if (fm_route_exports(route) && !worker->plan->profile->input.notation)
            FM_TRY(BFN(export_listed)(worker, active, r, begin));
        return fm_route_lines(route) ? fm_work_lines_of_listed(worker, active, in, begin) : FM_OK;
    }
    if (fm_format_has(route->format, FM_FORMAT_BINARY))
        return BFN(write_binary)(worker, active, in, r, next);
    const bool rewrites = fm_format_has(route->format, FM_FORMAT_REWRITES);
    return (rewrites && !route->lists.edits_ops) || route->format == FM_FORMAT_PGN
               ? fm_listed_write(worker, route)
               : BFN(write_listed_slots)(worker, route, in, r, next);
}

/* Make the view of the record, or all of its position where that is needed, in the replay of a game
 * of no moves, which is begun once. */
static void BFN(view_listed)(struct fm_worker *worker, bool position, struct BFN(replay) * r)
{
    const struct fm_listed *record = worker->listed;
    const struct fm_setup *setup = &record->edit.setup;
    const bool notation = worker->plan->profile->input.notation;
    if (FM_UNLIKELY(r->move_at == NULL)) {
        struct fm_replay_options options = worker->plan->replay;
        options.variations = options.before = false; /* nothing led here */
        BFN(replay_begin)
        (r, &BFN(worker_replayer)(worker)->standard, FM_TEXT(""), &options, NULL, NULL);
    }
    if (FM_UNLIKELY(position || notation)) {
        worker->start.setup = *setup;
        setup = &worker->start.setup;
    }
    if (FM_UNLIKELY(notation)) { /* what only a position has may not be there */
        memset(worker->start.setup.rook, FM_NO_FILE, sizeof worker->start.setup.rook);
        worker->start.setup.ep_file = FM_NO_FILE;
    }
    if (FM_UNLIKELY(position))
        BFN(position_make)(setup, &r->pos);
    else
        BFN(view_make)(setup, &r->pos.view);
    r->ply = record->ply;
    r->here.comment = record->score;
}

enum fm_status BFN(work_listed)(struct fm_worker *worker, struct fm_record_input *in)
{
    const struct fm_plan *plan = worker->plan;
    struct fm_listed *record = worker->listed;
    const bool notation = plan->profile->input.notation;
    const bool names = record->next.n > 0 && !notation && plan->lists.ahead;
    const bool position = names || plan->lists.position;
    struct BFN(replay) *const r = &BFN(worker_replayer)(worker)->listed;
    BFN(view_listed)(worker, position, r);
    const struct fm_move *next = position && record->next.n > 0 && !notation &&
                                         BFN(find_operand)(worker, &r->pos, record->next, &r->next)
                                     ? &r->next
                                     : NULL;
    BFN(forget)(worker);
    if (FM_UNLIKELY(
            worker->replayed.moves.n + worker->replayed.sans.n + worker->replayed.comments.n > 0))
        worker->replayed.moves.n = worker->replayed.sans.n = worker->replayed.comments.n = 0;
    in->plies = record->ply;
    if (plan->needs & FM_NEEDS_OPENING) {
        BFN(set_opening)(worker, notation ? 0 : BFN(opening_of)(worker, &r->pos), true);
        fm_work_fill_opening(worker, worker->end.opening, in);
    }
    if ((plan->needs & FM_NEEDS_BOOK) && !notation) {
        FM_TRY(BFN(look_in_book)(worker, &r->pos, r->ply, 0, &worker->replayed.booked));
        worker->end.booked = worker->replayed.booked;
    }
    in->book_last = worker->end.booked.last;
    if (plan->play.watches)
        BFN(note_contained)(worker, &r->pos, next);
    if (plan->play.watches && !notation)
        FM_TRY(BFN(watch)(worker, r, FM_STEP_END));
    for (size_t i = 0; i < worker->active_count; i++) {
        struct fm_active_route *active = &worker->active[i];
        active->positions.offered = 1;
        active->plain = FM_NOT_PLAIN; /* the record's own text is written */
        active->direct = active->route->lists.direct;
        active->sample.k = 0; /* and all of it: one position */
        in->fen.n = 0;
        FM_TRY(BFN(write_position)(worker, active, in, r, next));
    }
    return FM_OK;
}

#if BOARD_FILES == 8
enum fm_status BFN(choose_listed)(struct fm_worker *worker, struct fm_row_key *mark,
                                  enum fm_position_step *lost, bool *lacks)
{
    struct fm_active_route *const active = worker->active;
    const struct fm_route *const route = active->route = worker->plan->routes;
    struct BFN(replay) *const r = &BFN(worker_replayer)(worker)->listed;
    BFN(view_listed)(worker, false, r);
    active->from = 0;
    active->span = UINT32_MAX;
    active->here = false;
    worker->written.rule_status = FM_OK;
    if (route->choice.some)
        *lost = BFN(choose)(worker, active, r, NULL, lacks);
    FM_TRY(worker->written.rule_status);
    if (*lost == FM_POSITION_STEPS && route->choice.unique != FM_REPEATED)
        FM_TRY(BFN(record_key)(worker, route, &r->pos, &mark->key));
    if (route->choice.of_run > 0) {
        const struct fm_text text = worker->listed->edit.text;
        mark->sample =
            fm_sample_hash(route->positions->sample_seed, fm_hash128_of(text.p, text.n, 0), 0);
    }
    return FM_OK;
}
#endif
