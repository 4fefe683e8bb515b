/* SPDX-License-Identifier: MIT */
/* One game through one board: the replay, in each language that it takes. One copy per board; for
 * the loop over plies see records_tmpl.h. */

/* Keep one move, for records that have all of them. */
static enum fm_status BFN(remember_move)(struct fm_worker *worker, const struct BFN(position) * pos,
                                         struct fm_move move)
{
    struct fm_buf *const uci = &worker->replayed.moves, *const san = &worker->replayed.sans;
    if (worker->plan->needs & FM_NEEDS_MOVES) {
        FM_TRY(fm_buf_reserve(uci, 1 + FM_MOVE_TEXT_MAX));
        uci->p[uci->n++] = ' ';
        uci->n =
            (size_t)(BFN(position_write_uci)(pos, move, fm_names_rooks(worker), uci->p + uci->n) -
                     uci->p);
    }
    if (worker->plan->needs & FM_NEEDS_SANS) {
        FM_TRY(fm_buf_reserve(san, 1 + FM_MOVE_TEXT_MAX));
        san->p[san->n++] = ' ';
        san->n = (size_t)(BFN(position_write_san)(pos, move, san->p + san->n) - san->p);
    }
    worker->replayed.count++;
    return FM_OK;
}

/* @param moves  each with a blank before it; may be empty. */
static void BFN(drop_last)(struct fm_buf *moves)
{
    while (moves->n > 0 && moves->p[--moves->n] != ' ')
        ;
}

/* Where a variation begins or ends, the moves are those of the line again. A variation leaves the
 * line before its last move only, so one move has to be written anew. @param depth  depth of the
 * line before. */
static enum fm_status BFN(follow_line)(struct fm_worker *worker, const struct BFN(replay) * r,
                                       unsigned depth)
{
    const bool left = r->depth < depth && !r->seen;
    const unsigned kept = left ? r->ply - 1 : r->ply;
    for (; worker->replayed.count > kept; worker->replayed.count--) {
        BFN(drop_last)(&worker->replayed.moves);
        BFN(drop_last)(&worker->replayed.sans);
    }
    return left ? BFN(remember_move)(worker, &r->before, r->last) : FM_OK;
}

/* A record could not be written. @return the status; with FM_REJECTED, replay.error is why. */
static FM_COLD enum fm_status BFN(refuse_position)(struct fm_worker *worker, struct BFN(replay) * r,
                                                   enum fm_status status)
{
    if (status == FM_REJECTED)
        r->error = (struct fm_error){
            .status = FM_REJECTED,
            .reason = worker->written.unverified                   ? FM_REASON_VERIFY_FAILED
                      : worker->written.rule_status == FM_REJECTED ? FM_REASON_RULE_LIMIT
                      : worker->written.overflows                  ? FM_REASON_OUTPUT_TOO_LARGE
                                                  : fm_castling_refusal(&worker->start.setup),
            .ply = r->ply,
            .variation = r->depth > 0};
    return status;
}

/* Is each move only made, and each position written to one output of plain records at most? */
static bool BFN(is_plainly_written)(const struct fm_worker *worker, const struct BFN(replay) * r,
                                    size_t routes)
{
    const struct fm_active_route *active = worker->active;
    const unsigned each_ply = FM_NEEDS_MOVES | FM_NEEDS_SANS | FM_NEEDS_KNOWN | FM_NEEDS_COMMENTS;
    return r->plain && !(worker->plan->needs & each_ply) && !worker->plan->play.watches &&
           (routes == 0 || (routes == 1 && active->plain && !active->route->choice.some));
}

/* Replay a game of that kind while its moves are in plain form. The next step is for the general
 * way.
 * @param active  NULL: no record is written. @return FM_OK; else as write_plain(), at that
 * position. */
FM_INLINE enum fm_status BFN(write_plainly_as)(struct fm_worker *worker,
                                               struct fm_active_route *active,
                                               struct BFN(replay) * r, enum fm_plain_kind kind)
{
    const struct fm_route *const route = active == NULL ? NULL : active->route;
    struct fm_buf *const out = active == NULL ? NULL : fm_worker_out(worker, route);
    const uint64_t most = r->options.max_plies;
    const unsigned first = r->ply;
    unsigned ply = first, unwanted = 0;
    enum fm_status status = FM_OK;
    bool found = ply < most && BFN(replay_find_plain)(r);
    while (found) {
        if (active != NULL && FM_LIKELY(ply - active->from <= active->span))
            status = BFN(write_plain)(worker, active, &r->pos, ply, 0, &r->next, out, kind);
        else
            unwanted++;
        if (FM_UNLIKELY(status != FM_OK))
            break;
        r->ply = ++ply; /* move numbers are compared with it */
        if (FM_UNLIKELY(ply == most)) {
            BFN(position_play)(&r->pos, r->next);
            break;
        }
        found = BFN(replay_follow_plain)(r);
    }
    worker->replayed.place += ply - first;
    if (active != NULL) {
        active->records += ply - first - unwanted;
        fm_position_count(&active->positions, FM_POSITION_PLIES)->lost += unwanted;
    }
    return status;
}

static FM_NOINLINE enum fm_status BFN(write_plainly)(struct fm_worker *worker,
                                                     struct fm_active_route *active,
                                                     struct BFN(replay) * r)
{
    return BFN(write_plainly_as)(worker, active, r, FM_PLAIN);
}

static FM_NOINLINE enum fm_status BFN(write_sized)(struct fm_worker *worker,
                                                   struct fm_active_route *active,
                                                   struct BFN(replay) * r)
{
    return BFN(write_plainly_as)(worker, active, r, FM_PLAIN_SIZED);
}

static FM_NOINLINE enum fm_status BFN(write_noted)(struct fm_worker *worker,
                                                   struct fm_active_route *active,
                                                   struct BFN(replay) * r)
{
    return BFN(write_plainly_as)(worker, active, r, FM_PLAIN_NOTED);
}

/* Replay one game in one language, and write its records. @return as replay_game(). */
static enum fm_status BFN(replay_and_write)(struct fm_worker *worker, struct fm_record_input *in,
                                            const struct BFN(position) * start,
                                            struct fm_text moves,
                                            const struct fm_replay_options *options)
{
    struct BFN(replayer) *const replayer = BFN(worker_replayer)(worker);
    struct BFN(replay) *const r = &replayer->replay;
    /* Games that are only copied need no look at each position. */
    const size_t routes = fm_worker_writes_records(worker) ? worker->active_count : 0;
    BFN(replay_begin)(r, start, moves, options, &worker->notes, &replayer->line);
    const bool names_moves = worker->plan->needs & (FM_NEEDS_MOVES | FM_NEEDS_SANS);
    const bool watches = worker->plan->play.watches;
    const bool follows =
        (worker->plan->needs & (FM_NEEDS_KNOWN | FM_NEEDS_COMMENTS)) || options->variations;
    worker->replayed.comments.n = worker->replayed.moves.n = worker->replayed.sans.n =
        worker->replayed.count = 0;
    worker->written.replays++;
    for (size_t i = 0; i < routes; i++) {
        struct fm_active_route *const one = &worker->active[i];
        one->follows = 0;
        if (one->route->choice.castling && !options->variations)
            one->some = !BFN(castling_is_readable)(worker, one->route, start, NULL);
    }
    BFN(forget)(worker);
    const bool plainly = BFN(is_plainly_written)(worker, r, routes);
    struct fm_active_route *const active = routes == 0 ? NULL : worker->active;
    const enum fm_plain_kind kind = routes == 0 ? FM_PLAIN : active->plain;
    const bool skips = r->jumps && routes > 0 && !names_moves && !watches && !follows;
    unsigned depth = 0;
    enum fm_step step;
    do {
        if (skips && r->jumps)
            BFN(skip_unwanted)(worker, r);
        if (plainly) {
            const enum fm_status status =
                kind == FM_PLAIN_NOTED   ? BFN(write_noted)(worker, active, r)
                : kind == FM_PLAIN_SIZED ? BFN(write_sized)(worker, active, r)
                                         : BFN(write_plainly)(worker, active, r);
            if (FM_UNLIKELY(status != FM_OK))
                return BFN(refuse_position)(worker, r, status);
        }
        step = BFN(replay_find)(r);
        if (FM_UNLIKELY(step == FM_STEP_FAULT) && !fm_plan_truncates(worker->plan))
            return FM_REJECTED;
        if (FM_UNLIKELY(names_moves) && (r->depth > 0 || depth > 0)) {
            FM_TRY(BFN(follow_line)(worker, r, depth));
            depth = r->depth;
        }
        if (FM_UNLIKELY(watches))
            FM_TRY(BFN(watch)(worker, r, step));
        if (FM_UNLIKELY(follows))
            FM_TRY(BFN(begin_position)(worker, r));
        const bool offered = BFN(replay_offers)(r, step);
        for (size_t i = 0; i < routes && offered; i++) {
            const enum fm_status status = BFN(write_position)(
                worker, &worker->active[i], in, r, step == FM_STEP_MOVE ? &r->next : NULL);
            if (FM_UNLIKELY(status != FM_OK))
                return BFN(refuse_position)(worker, r, status);
        }
        worker->replayed.place += offered;
        if (FM_UNLIKELY(names_moves) && step == FM_STEP_MOVE)
            FM_TRY(BFN(remember_move)(worker, &r->pos, r->next));
    } while (BFN(replay_go)(r, step));
    if (worker->plan->needs & FM_NEEDS_BOOK_NEXT)
        FM_TRY(BFN(put_book_moves)(worker, &worker->end.booked));
    worker->replayed.doubtful |= BFN(doubts_letters)(r);
    for (size_t i = 0; i < routes; i++)
        worker->active[i].positions.offered += worker->replayed.place;
    return step == FM_STEP_FAULT ? FM_REJECTED : FM_OK;
}

/* Is the game cut off at a move that is not legal, and something is left of it? */
static bool BFN(may_salvage)(const struct fm_worker *worker, const struct BFN(replay) * r)
{
    return fm_plan_truncates(worker->plan) && r->ply > 0 && r->depth == 0 &&
           !fm_is_unwritable(worker, r->error.reason);
}

/* Write the movetext of a game anew for one output. @return as replay_game(), by @p r. */
static enum fm_status BFN(export_to)(struct fm_worker *worker, struct fm_active_route *active,
                                     struct BFN(replay) * r, const struct BFN(position) * start,
                                     struct fm_text moves, const struct fm_replay_options *options)
{
    struct fm_line *const line = &BFN(worker_replayer)(worker)->line;
    struct fm_warnings noted = {{.places = worker->notes.places}};
    struct fm_replay_options own = *options;
    struct fm_movetext m;
    const struct fm_pgn_style *style = &active->route->spec->pgn;
    const struct fm_language *letters = style->letters;
    own.tokens = true;
    own.before = own.annotations = own.times = false;
    own.refused = fm_consumer_needs(active->route->spec, FM_PGN_NO_NULL_MOVES)
                      ? 1u << (FM_REASON_NULL_MOVE - FM_REASON_MOVE_LETTER_CASE)
                      : 0;
    own.variations = !style->drops_variations && fm_may_vary(moves);
    BFN(replay_begin)(r, start, moves, &own, &noted, line);
    if ((FILES > 8 && style->notation == FM_PGN_ICCF) ||
        (letters != NULL && !fm_language_fits(letters, FILES)))
        return fm_reject(&r->error, FM_REASON_NOTATION_NOT_REPRESENTABLE, FM_NO_TEXT);
    /* English moves with variations are as quickly read again as looked up. */
    const bool again = worker->active_count > 1 || worker->plan->play.watches;
    const bool verifies = active->route->spec->verify;
    const bool keeps = !line->known && (verifies || (again && (r->plain || !r->english)));
    enum fm_status status = fm_export_begin(worker, active, moves, &m), ended = FM_OK;
    FM_NEXT(status, BFN(movetext_write)(r, &m, keeps ? line : NULL));
    fm_warnings_add(&worker->notes, &noted);
    if (keeps)
        BFN(replay_end_line)(r, line);
    worker->replayed.doubtful |= BFN(doubts_letters)(r);
    if (status == FM_REJECTED && m.muted == 0 && BFN(may_salvage)(worker, r))
        ended = fm_movetext_remark(&m, fm_text_between(r->move_at, moves.p + moves.n));
    if (ended == FM_OK && status != FM_NO_MEMORY)
        ended = fm_export_end(worker, active, &m);
    if (verifies) {
        bool whole;
        own.tokens = false;
        fm_annotations_add(moves, &active->game.annotations);
        active->game.translated = m.marks.changed;
        active->game.digest = line->known && line->whole && r->unplayed.ply == 0
                                  ? BFN(digest_line)(start, line, own.variations, m.plies)
                                  : BFN(digest)(worker, start, moves, &own, m.plies, &whole);
    }
    fm_movetext_free(&m);
    active->game.end = worker->exported.movetext.n;
    return ended == FM_OK ? status : ended;
}

/* The legal part of a game, in every output in PGN: at least a move, and then the rest as a
 * comment. */
static enum fm_status BFN(salvage)(struct fm_worker *worker, const struct BFN(position) * start,
                                   struct fm_text moves, const struct fm_replay_options *options)
{
    struct BFN(replay) *r = &BFN(worker_replayer)(worker)->replay;
    const struct fm_warnings before = worker->notes;
    if (!BFN(may_salvage)(worker, r))
        return FM_OK;
    worker->exported.movetext.n = worker->exported.hashes.n = 0;
    worker->replayed.salvaged = true;
    for (size_t i = 0; i < worker->active_count && worker->replayed.salvaged; i++) {
        if (worker->active[i].route->format != FM_FORMAT_PGN)
            continue;
        worker->notes = before;
        const struct fm_error fault = r->error;
        const enum fm_status status =
            BFN(export_to)(worker, &worker->active[i], r, start, moves, options);
        if (status == FM_NO_MEMORY)
            return status;
        worker->replayed.salvaged = !fm_is_unwritable(worker, r->error.reason);
        r->error = fault;
    }
    worker->notes = before;
    return FM_OK;
}

/* Write the legal part of the game to all outputs that want it. */
static enum fm_status BFN(export_game)(struct fm_worker *worker, const struct BFN(position) * start,
                                       struct fm_text moves,
                                       const struct fm_replay_options *options)
{
    struct BFN(replay) *r = &BFN(worker_replayer)(worker)->replay;
    const struct fm_warnings before = worker->notes;
    worker->exported.movetext.n = worker->exported.hashes.n = 0;
    worker->written.replays++;
    BFN(forget)(worker);
    for (size_t i = 0; i < worker->active_count; i++) {
        if (!fm_worker_exports(worker, worker->active[i].route))
            continue;
        worker->notes = before; /* each replay has the same warnings */
        FM_TRY(BFN(export_to)(worker, &worker->active[i], r, start, moves, options));
    }
    return FM_OK;
}

/* Replay one game in one language. @return FM_OK, FM_REJECTED (replay.error), FM_NO_MEMORY. */
static enum fm_status BFN(replay_game)(struct fm_worker *worker, struct fm_record_input *in,
                                       const struct BFN(position) * start, struct fm_text moves,
                                       const struct fm_replay_options *options)
{
    struct BFN(replayer) *const replayer = BFN(worker_replayer)(worker);
    const struct fm_warnings before = worker->notes;
    worker->replayed.salvaged = false; /* by another language */
    if (worker->active_count > 0 &&
        (fm_worker_any(worker, fm_route_exports) || worker->game->of_line)) {
        const enum fm_status status = BFN(export_game)(worker, start, moves, options);
        const struct fm_error *fault = &replayer->replay.error;
        const bool cut = status == FM_REJECTED && fm_plan_truncates(worker->plan) &&
                         !fm_is_unwritable(worker, fault->reason);
        if (!cut)
            FM_TRY(status);
        if (!cut && !worker->plan->play.watches && !(worker->plan->needs & FM_NEEDS_KNOWN) &&
            !fm_worker_writes_records(worker))
            return FM_OK;
        worker->notes = before;
    }
    const enum fm_status read = BFN(read_ahead)(worker, in, start, moves, options);
    if (read != FM_OK)
        return BFN(refuse_position)(worker, &replayer->replay, read);
    const enum fm_status status = BFN(replay_and_write)(worker, in, start, moves, options);
    if (status == FM_REJECTED)
        FM_TRY(BFN(salvage)(worker, start, moves, options));
    return status;
}

/* Add suggestions for the faulty move to the message. */
static enum fm_status BFN(suggest)(struct fm_worker *worker, const struct BFN(replay) * r,
                                   struct fm_text *hint)
{
    unsigned char text[FM_HINT_MAX];
    const unsigned char *end = BFN(replay_suggest)(r, text);
    if (end == text)
        return FM_OK;
    *hint = fm_arena_copy(&worker->scratch, fm_text_between(text, end));
    return hint->p == NULL ? FM_NO_MEMORY : FM_OK;
}

/* Fill in the position before the faulty move, for reports that draw it. */
static enum fm_status BFN(show_position)(struct fm_worker *worker, const struct BFN(replay) * r,
                                         struct fm_error *fault)
{
    static const struct fm_fen_style style = {.castling = FM_CASTLING_XFEN,
                                              .en_passant = FM_EP_PSEUDO_LEGAL,
                                              .counters = FM_COUNTERS_FIELDS};
    unsigned char fen[FM_FEN_MAX];
    const unsigned char *end = BFN(position_write)(&r->pos, &style, fen);
    if (end == NULL)
        return FM_OK;
    fault->position = fm_arena_copy(&worker->scratch, fm_text_between(fen, end));
    return fault->position.p == NULL ? FM_NO_MEMORY : FM_OK;
}

enum fm_status BFN(work_moves)(struct fm_worker *worker, struct fm_record_input *in,
                               struct fm_text moves, struct fm_result_of_game *result,
                               struct fm_error *fault)
{
    struct BFN(replayer) *replayer = BFN(worker_replayer)(worker);
    struct BFN(replay) *r = &replayer->replay;
    struct BFN(position) made;
    const struct BFN(position) *start = &replayer->standard;
    if (!worker->start.standard_start) {
        BFN(position_make)(&worker->start.setup, &made);
        start = &made;
    }
    struct fm_replay_options options = worker->plan->replay;
    options.numbers = options.strict || worker->plan->warns || worker->plan->log != FM_NO_SINK ||
                      worker->plan->route_count == 0;
    if (moves.p == worker->block->bytes + worker->game->moves) /* else they were decoded */
        options.comments =
            fm_split_comments_of(&worker->block->split, worker->game, worker->block->bytes);
    if (FM_UNLIKELY(worker->game->of_line)) { /* whatever the letters of other games are */
        options.language = fm_languages;
        options.regular = FM_UCI_FORMS;
    }
    const struct fm_warnings before = worker->notes;
    worker->replayed.doubtful = false;
    fm_line_begin(&replayer->line);
    enum fm_status status = BFN(replay_game)(worker, in, start, moves, &options);
    struct letters letters = {.ambiguous = false};
    const bool unread = status == FM_REJECTED && (is_about_letters(r->error.reason) ||
                                                  r->error.reason == FM_REASON_MOVE_PAWN_LETTER);
    if (FM_UNLIKELY(unread || (status == FM_OK &&
                               (worker->replayed.doubtful || BFN(doubts_j)(worker, moves)))) &&
        worker->plan->profile->input.letters == NULL && !worker->game->of_line) {
        struct fm_replay_options whole = options;
        whole.variations |= fm_worker_any(worker, fm_route_exports);
        BFN(find_letters)(worker, start, moves, whole, &letters);
        if (letters.ambiguous || letters.taken)
            fm_worker_cut_back(worker);
        if (letters.ambiguous) {
            status = BFN(refuse_letters)(worker, &letters, r);
        } else if (letters.taken) {
            worker->notes = before;
            fm_warnings_note(&worker->notes, FM_REASON_LETTERS);
            options.language = letters.best.language;
            result->language = fm_text_of(letters.best.language->code);
            result->evidence = letters.best.foreign.what;
            status = BFN(replay_game)(worker, in, start, moves, &options);
        } else if (status == FM_REJECTED && letters.furthest.language != NULL &&
                   !fm_plan_truncates(worker->plan)) {
            /* The message is about the letters that most of the game is written in. */
            struct reading ignored;
            options.language = letters.furthest.language;
            result->language = fm_text_of(letters.furthest.language->code);
            result->evidence = letters.furthest.foreign.what;
            r = &replayer->trial;
            BFN(read_in)(worker, start, moves, &options, worker->notes.places, &ignored);
        } else if (status == FM_REJECTED && !letters.english.whole &&
                   letters.best.language != NULL) {
            FM_TRY(name_letters(worker, letters.best.language, letters.other.language,
                                &r->error.detail));
        }
    }
    if (FM_UNLIKELY(replayer->replay.lacks_memory || replayer->trial.lacks_memory))
        return FM_NO_MEMORY;
    result->plies = r->ply;
    if (FM_UNLIKELY(r->unplayed.ply > 0)) {
        worker->placing.unplayed = r->unplayed;
        worker->placing.unplayed.offset = (uint64_t)(r->unplayed_at - moves.p);
    }
    result->tolerated = r->tolerances == 0 ? NULL : r->tolerated;
    if (status == FM_REJECTED) {
        *fault = r->error;
        fault->offset = (uint64_t)(r->move_at - moves.p);
        if (is_about_letters(fault->reason))
            FM_TRY(BFN(suggest)(worker, r, &fault->hint));
        if (!(letters.ambiguous && letters.english.whole)) /* else the replay is not there */
            FM_TRY(BFN(show_position)(worker, r, fault));
    }
    return status;
}
