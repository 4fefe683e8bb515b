/* SPDX-License-Identifier: MIT */
/* A record that goes the short way: read, chosen, written and marked, by its text and a view of
 * its board. Of 8x8 alone: others are not read so. */

/* The decision on a record. */
struct short_record {
    size_t ordinal; /* number of the record, as in fm_work_record() */
    enum fm_class class_;
    struct fm_row_key mark;
    /* first condition that the record fails; FM_POSITION_STEPS = none */
    enum fm_position_step lost;
    bool lacks; /* true: the record has no value for the condition `lost` */
    /* true: the sample of the run cannot take the record any more, so its text is not written */
    bool left_empty;
};

/* Find the first condition that the record fails, in the order of choose(). */
static enum fm_status BFN(choose_listed)(struct fm_worker *worker, const struct fm_route *route,
                                         const struct BFN(view) * view, enum fm_position_step *lost,
                                         bool *lacks)
{
    const struct fm_fen_edit *edit = &worker->listed->edit;
    for (unsigned steps = route->wanted.steps; steps != 0; steps &= steps - 1) {
        *lost = (enum fm_position_step)__builtin_ctz(steps);
        if (!BFN(view_holds)(&route->wanted, *lost, view))
            return FM_OK;
    }
    *lost = FM_POSITION_OPS;
    if (route->positions->op_count > 0 &&
        !fm_work_ops_hold(worker, route->positions,
                          edit->after.operations ? edit->fields.rest : FM_TEXT(""), lacks)) {
        const enum fm_status status = worker->written.rule_status;
        worker->written.rule_status = FM_OK;
        return status;
    }
    *lost = FM_POSITION_EXCLUDE;
    struct fm_hash128 key;
    if (route->excluded != NULL) {
        FM_TRY(BFN(listed_key)(worker, route, view, &key));
        if (fm_exclusion_has(route->excluded, key))
            return FM_OK;
    }
    *lost = FM_POSITION_STEPS;
    return FM_OK;
}

/* The record from its fields. */
static enum fm_status BFN(describe)(struct fm_worker *worker, const struct fm_route *route,
                                    struct fm_record_input *in)
{
    struct fm_layout_pieces *pieces = &worker->written.pieces[route->sink];
    const struct fm_layout *layout = route->record.layout;
    struct fm_buf *out = &worker->block->out[route->sink];
    const size_t begin = out->n;
    if (layout != NULL && !layout->of_game && pieces->lengths == NULL)
        FM_TRY(fm_layout_begin_game(&route->record, in, &worker->of_record, pieces));
    if (layout == NULL || layout->of_game || worker->written.left < pieces->most)
        return fm_record_write(&route->record, in, &worker->of_record, out, &worker->notes);
    fm_record_scratch_begin(&worker->of_record, out);
    const enum fm_status status =
        BFN(write_values)(worker, route, pieces, in, NULL, NULL, layout->reads_input);
    fm_record_scratch_reset(&worker->of_record);
    if (status != FM_REJECTED)
        return status;
    out->n = begin;
    return fm_record_write(&route->record, in, &worker->of_record, out, &worker->notes);
}

/* New operations in standard form were appended to a record: is it complete? If not, they must
 * still be merged with its own operations and its counters. @param made  the operations. */
static bool BFN(is_complete)(const struct fm_short_way *way, struct fm_fen_edit *edit,
                             struct fm_text made)
{
    const enum fm_counters counters = way->route->rewrite.style.counters;
    const bool none = edit->fields.halfmove.n == 0, both = edit->fields.fullmove.n > 0;
    struct fm_epd_op op;
    if (!way->is_normal || edit->fields.rest.n > 0 ||
        (none ? counters == FM_COUNTERS_FIELDS || way->route->style.counters == FM_COUNTERS_OPS
              : !both || (counters != FM_COUNTERS_OPS && counters != FM_COUNTERS_NONE)))
        return false;
    while (fm_epd_next(&made, &op))
        if (op.code != FM_EPD_FMVN && op.code != FM_EPD_HMVC) {
            if (both) /* fields before operations */
                fm_warnings_note(&edit->notes, FM_REASON_FEN_LAYOUT);
            return true;
        }
    return false;
}

/* Choose worker->listed by its view; then mark it and, unless the output rewrites its line,
 * write its record. @return FM_OK, FM_REJECTED (fm_work_record() is to work on it),
 * FM_NO_MEMORY. */
static enum fm_status BFN(look_at)(struct fm_worker *worker, struct fm_short_way *way,
                                   struct short_record *found)
{
    const struct fm_route *route = way->route;
    struct fm_listed *record = worker->listed;
    struct fm_fen_edit *edit = &record->edit;
    const struct fm_buf *out = &worker->block->out[route->sink];
    struct BFN(view) view;
    if (!edit->setup.counters_given)
        fm_fen_edit_read_counters(edit);
    BFN(view_make)(&edit->setup, &view);
    FM_TRY(BFN(choose_listed)(worker, route, &view, &found->lost, &found->lacks));
    if (found->lost != FM_POSITION_STEPS)
        return FM_OK;
    found->mark.black = view.black;
    if (fm_route_samples(route)) /* it is all of its game's sample */
        found->mark.sample = fm_sample_hash(route->positions->sample_seed,
                                            fm_hash128_of(edit->text.p, edit->text.n, 0), 0);
    /* A record that could be written without a warning may be left empty. */
    found->left_empty = route->way.may_skip && !way->describes &&
                        found->mark.sample > worker->block->rows[route->sink].sample_bound &&
                        route->rewrite.style.castling != FM_CASTLING_FEN &&
                        edit->setup.style == FM_STYLE_TRADITIONAL && edit->fields.rest.n == 0;
    if (found->left_empty)
        return FM_OK;
    if (route->choice.unique != FM_REPEATED)
        FM_TRY(BFN(listed_key)(worker, route, &view, &found->mark.key));
    if (!way->describes && !fm_route_sorts(route))
        return FM_OK;
    record->game = (struct fm_game){.result = FM_RESULT_NONE};
    record->next = (struct fm_text){NULL, 0};
    fm_listed_read_operations(record);
    if (record->next.n > 0 && (route->values & FM_LOOKS_AHEAD)) /* if it is a move */
        return FM_REJECTED;
    struct fm_record_input *const in = &way->in;
    fm_listed_fill(worker, record, found->ordinal, found->class_, in);
    fm_arena_reset(&worker->scratch);
    worker->of_record.room = worker->written.left;
    if (way->spells)
        FM_TRY(fm_listed_fen(worker, route, false, &in->fen));
    in->start_fen = in->fen;
    in->halfmove = view.halfmove;
    in->fullmove = view.fullmove;
    in->black = view.black;
    in->ply = in->plies = 2 * (view.fullmove - 1) + view.black;
    in->encoding = FM_ENCODING_AUTO; /* all is ASCII */
    BFN(fill_view)(in, &view, route->values);
    if (fm_route_sorts(route))
        FM_TRY(fm_work_begin_entry(worker, route, in));
    if (!way->describes)
        return FM_OK;
    const size_t begin = out->n, fen = in->fen.n;
    FM_TRY(BFN(describe)(worker, route, in));
    const struct fm_text made = {out->p + begin + fen, out->n - begin - fen};
    return fm_format_has(route->format, FM_FORMAT_REWRITES) && !BFN(is_complete)(way, edit, made)
               ? fm_listed_add_operations(worker, route, begin, fen)
               : FM_OK;
}

/* The record rewritten, all that is around it with it. */
FM_INLINE enum fm_status rewrite_shortly(struct fm_listed *record, const struct fm_route *route,
                                         struct fm_buf *out)
{
    const struct fm_text text = record->edit.text;
    const bool keeps =
        text.p == record->whole.p && (text.p[text.n] == '\n' || text.p[text.n] == '\r') &&
        !fm_warnings_has(&record->edit.notes, FM_REASON_FEN_LAYOUT) &&
        (record->edit.setup.ep_file < 0 || route->rewrite.style.en_passant == FM_EP_KEEP);
    const enum fm_status status =
        route->lists.copies_around && keeps
            ? fm_fen_edit_copy(&record->edit, &route->rewrite, record->whole, out)
            : FM_REJECTED;
    return status == FM_REJECTED
               ? fm_record_rewrite(route, record->whole, &record->edit, out, &record->fault)
               : status;
}

enum fm_status BFN(work_short)(struct fm_worker *worker, struct fm_short_way *way,
                               struct fm_listed *record, struct fm_text text, size_t ordinal,
                               bool *taken)
{
    const struct fm_plan *plan = worker->plan;
    const struct fm_route *route = way->route;
    struct fm_active_route *active = worker->active;
    struct fm_fen_edit *edit = &record->edit;
    struct fm_buf *out = &worker->block->out[route->sink];
    const size_t begin = out->n;
    *taken = false;
    if (FM_UNLIKELY(!fm_fen_edit_read_shortly(edit, text, way->squares, &plan->check_rewrite)) ||
        FM_UNLIKELY(!fm_consumer_plays(route->spec, edit->setup.variant->id)))
        return FM_OK;
    struct short_record found = {.ordinal = ordinal,
                                 .class_ = fm_class_of_record(&edit->setup, plan->classify.variant),
                                 .lost = FM_POSITION_STEPS};
    enum fm_status status = FM_OK;
    if (way->looks) {
        fm_warnings_reset(&worker->notes);
        status = BFN(look_at)(worker, way, &found);
        if (FM_UNLIKELY(!fm_warnings_is_empty(&worker->notes)))
            fm_warnings_add(&edit->notes, &worker->notes);
    }
    const bool lost = found.lost != FM_POSITION_STEPS;
    if (!way->describes && status == FM_OK && !lost && !found.left_empty)
        status = rewrite_shortly(record, route, out);
    if (fm_route_sorts(route) && status == FM_OK)
        fm_sort_entry_end(out, begin);
    /* A record that is refused or reported must be an item by itself. */
    const uint64_t *const reasons = edit->notes.warnings;
    const bool reported =
        (reasons[0] | reasons[1]) != 0 && (edit->notes.names_operations || plan->warns);
    if (FM_UNLIKELY(status != FM_OK || reported ||
                    out->n - begin > plan->profile->input.max_output_bytes ||
                    (lost && plan->unselected != FM_NO_SINK))) {
        out->n = begin;
        return status == FM_NO_MEMORY ? FM_NO_MEMORY : FM_OK;
    }
    struct fm_block_item *const item = lost ? &way->lost : &way->kept;
    if (FM_UNLIKELY(item->count == 0 || item->class_ != found.class_ ||
                    item->reasons[0] != reasons[0] || item->reasons[1] != reasons[1])) {
        const size_t end = out->n;
        out->n = begin; /* where the rows of those before it end */
        if (item->count > 0)
            FM_TRY(fm_short_end(worker, way));
        out->n = end;
        *item = (struct fm_block_item){.begin = record->begin,
                                       .reasons = {reasons[0], reasons[1]},
                                       .ordinal = (uint32_t)ordinal,
                                       .outcome = lost ? FM_UNSELECTED : FM_KEPT,
                                       .class_ = (unsigned char)found.class_,
                                       .listed = true};
    }
    item->end = record->end;
    item->count++;
    *taken = true;
    if (lost) {
        active->positions.steps[found.lost].lost++;
        active->positions.steps[found.lost].without += found.lacks;
        return FM_OK;
    }
    const bool written = out->n > begin || found.left_empty;
    active->records += written;
    active->unwritten += !written;
    return written && fm_route_marks(route)
               ? fm_work_mark_record(worker, active, &found.mark, begin)
               : FM_OK;
}
