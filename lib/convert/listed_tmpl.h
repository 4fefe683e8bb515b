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

/* What is known of the record for fields of its own; its FEN is the one of its text. */
static enum fm_status BFN(fill_listed)(struct fm_worker *worker, const struct fm_route *route,
                                       struct fm_record_input *in, const struct BFN(replay) * r)
{
    FM_TRY(fm_listed_fen(worker, route, false, &in->fen));
    in->start_fen = in->fen;
    BFN(fill_counters)(in, r);
    in->encoding = (route->needs & FM_NEEDS_UTF8) ? worker->encoding : FM_ENCODING_AUTO;
    worker->of_record.room = worker->written.left;
    return FM_OK;
}

/* What the record is sorted by, before it. */
static enum fm_status BFN(begin_listed_entry)(struct fm_worker *worker,
                                              const struct fm_route *route,
                                              struct fm_record_input *in,
                                              const struct BFN(replay) * r,
                                              const struct fm_move *next)
{
    struct BFN(move_texts) texts;
    FM_TRY(BFN(fill_listed)(worker, route, in, r));
    FM_TRY(BFN(fill_input)(worker, in, r, next, route->sort.needs & route->values, &texts));
    return fm_work_begin_entry(worker, route, in);
}

/* The record from templates. */
static enum fm_status BFN(write_listed_slots)(struct fm_worker *worker,
                                              const struct fm_route *route,
                                              struct fm_record_input *in,
                                              const struct BFN(replay) * r,
                                              const struct fm_move *next)
{
    const size_t begin = worker->block->out[route->sink].n;
    FM_TRY(BFN(fill_listed)(worker, route, in, r));
    const size_t fen = in->fen.n;
    FM_TRY(BFN(write_slots)(worker, route, in, r, next));
    return fm_format_has(route->format, FM_FORMAT_REWRITES)
               ? fm_listed_add_operations(worker, route, begin, fen)
               : FM_OK;
}

/* The game that was made of the record, from @p begin of the output on, gets its movetext anew. The
 * replay of the record stays as it is. */
static enum fm_status BFN(export_listed)(struct fm_worker *worker, struct fm_active_route *active,
                                         const struct BFN(replay) * r, size_t begin)
{
    struct fm_buf *out = &worker->block->out[active->route->sink];
    struct fm_replay_options options = worker->plan->replay;
    const enum fm_result c9 = worker->listed->game.result;
    struct fm_text moves;
    bool same;
    options.language = fm_languages;
    worker->exported.movetext.n = 0;
    FM_TRY(fm_listed_take_moves(worker, active->route, begin, &moves));
    FM_TRY(BFN(export_to)(worker, active, &BFN(worker_replayer)(worker)->trial, &r->pos, moves,
                          &options));
    FM_TRY(fm_buf_append(out, worker->exported.movetext.p, worker->exported.movetext.n));
    if (!(active->route->needs & FM_NEEDS_VERIFY))
        return FM_OK;
    FM_TRY(fm_work_reread(worker, active, begin, c9 == FM_RESULT_NONE ? FM_RESULT_UNKNOWN : c9,
                          &same));
    if (same)
        return FM_OK;
    worker->listed->fault = (struct fm_error){.status = FM_REJECTED,
                                              .reason = FM_REASON_VERIFY_FAILED,
                                              .what = worker->listed->edit.text};
    return FM_REJECTED;
}

/* The record that passed the conditions of an output. */
static enum fm_status BFN(write_listed)(struct fm_worker *worker, struct fm_active_route *active,
                                        struct fm_record_input *in, const struct BFN(replay) * r,
                                        const struct fm_move *next)
{
    const struct fm_route *route = active->route;
    struct fm_buf *out = &worker->block->out[route->sink];
    const size_t begin = out->n;
    struct fm_row_key mark = {.black = r->pos.black};
    if (route->needs & FM_NEEDS_SAMPLE) /* it is all of its game's sample */
        mark.sample = fm_sample_hash(route->positions->sample_seed, worker->replayed.hash,
                                     worker->replayed.place);
    if (fm_route_is_book(route))
        return BFN(write_book_move)(worker, active, r, next, &mark);
    if (route->needs & FM_NEEDS_RECORD_KEY)
        FM_TRY(BFN(record_key)(worker, route, &r->pos, &mark.key));
    const bool rewrites = fm_format_has(route->format, FM_FORMAT_REWRITES);
    if (route->needs & FM_NEEDS_ENTRIES)
        FM_TRY(BFN(begin_listed_entry)(worker, route, in, r, next));
    FM_TRY(BFN(begin_values)(route, out, r, next));
    const bool game = route->lists.makes_games;
    const size_t at = out->n;
    if (game) {
        in->encoding = FM_ENCODING_AUTO; /* the whole game is converted */
        FM_TRY(fm_listed_write_game(worker, active, in));
        if ((route->needs & FM_NEEDS_EXPORT) && !worker->plan->profile->input.notation)
            FM_TRY(BFN(export_listed)(worker, active, r, at));
    } else {
        FM_TRY((rewrites && !route->lists.edits_ops) || route->format == FM_FORMAT_PGN
                   ? fm_listed_write(worker, route)
                   : BFN(write_listed_slots)(worker, route, in, r, next));
    }
    if (route->needs & FM_NEEDS_ENTRIES)
        fm_sort_entry_end(out, begin);
    if (route->needs & FM_NEEDS_MERGE)
        FM_TRY(fm_work_merge_part(worker, route, in, begin, at));
    if (game) {
        FM_TRY(fm_listed_end_game(worker, active, begin));
        return fm_worker_spend(worker, out->n - begin);
    }
    return BFN(count_record)(worker, active, r, next, &mark, begin);
}

enum fm_status BFN(work_listed)(struct fm_worker *worker, struct fm_record_input *in)
{
    struct BFN(replay) *r = &BFN(worker_replayer)(worker)->replay;
    const struct fm_plan *plan = worker->plan;
    struct fm_listed *record = worker->listed;
    const bool notation = plan->profile->input.notation;
    struct fm_replay_options options = plan->replay;
    struct BFN(position) pos;
    BFN(position_make)(&worker->start.setup, &pos);
    options.variations = options.before = false; /* nothing led here */
    BFN(replay_begin)(r, &pos, FM_TEXT(""), &options);
    BFN(forget)(worker);
    worker->replayed.moves.n = worker->replayed.sans.n = 0;
    r->ply = in->plies = record->ply;
    r->here.comment = record->score;
    const bool moves = record->next.n > 0 && !notation &&
                       BFN(find_operand)(worker, &r->pos, record->next, &r->next);
    if (plan->needs & FM_NEEDS_OPENING)
        BFN(set_opening)(worker, notation ? 0 : BFN(opening_of)(worker, &r->pos), true);
    if (plan->needs & FM_NEEDS_CONTAINS)
        BFN(note_contained)(worker, &r->pos, moves ? &r->next : NULL);
    if ((plan->needs & FM_NEEDS_WATCH) && !notation)
        FM_TRY(BFN(watch)(worker, r, FM_STEP_END));
    for (size_t i = 0; i < worker->active_count; i++) {
        struct fm_active_route *active = &worker->active[i];
        active->positions.offered = 1;
        const struct fm_move *next = moves ? &r->next : NULL;
        bool lacks = false;
        enum fm_position_step lost = BFN(lost)(worker, active, r, next, &lacks);
        if (lost == FM_POSITION_STEPS)
            lost = active->route->lists.never;
        if (lost != FM_POSITION_STEPS) {
            active->positions.steps[lost].lost++;
            active->positions.steps[lost].without += lacks;
            if (lost == FM_POSITION_READABLE)
                fm_warnings_note(&worker->notes, FM_REASON_VARIANT_NOT_READABLE);
            if (FM_UNLIKELY(worker->written.rule_status != FM_OK)) {
                record->fault = (struct fm_error){.status = FM_REJECTED,
                                                  .reason = FM_REASON_RULE_LIMIT,
                                                  .what = record->edit.text};
                return worker->written.rule_status;
            }
            continue;
        }
        const enum fm_status status = BFN(write_listed)(worker, active, in, r, next);
        if (status == FM_REJECTED && worker->written.overflows)
            record->fault = (struct fm_error){.status = FM_REJECTED,
                                              .reason = FM_REASON_OUTPUT_TOO_LARGE,
                                              .what = record->edit.text};
        FM_TRY(status);
    }
    return FM_OK;
}
