/* SPDX-License-Identifier: MIT */
/* Reads a game before its first record is written, for its length and for the choice of samples.
 * The game is read into its line, and the replay that writes walks this line. One copy per
 * board. */

/* Forget what a replay found out about the game. */
static void BFN(forget)(struct fm_worker *worker)
{
    worker->replayed.place = 0;
    worker->replayed.history.n = worker->replayed.compared.n = 0;
    worker->end = (struct fm_game_end){.plies = 0};
    worker->replayed.opening = 0;
    worker->replayed.booked = (struct fm_booked){.last = 0};
    worker->replayed.book_put = 0;
    for (size_t i = 0; i < worker->active_count; i++) {
        struct fm_active_route *active = &worker->active[i];
        active->here = active->reached = active->contained = false;
        active->opening = 0;
        if (active->sample.k == 0) /* else draw() counts, before the replay that writes */
            fm_position_counts_clear(&active->positions);
    }
}

/* A candidate of a sample. */
FM_INLINE enum fm_status BFN(offer)(const struct fm_worker *worker, struct fm_active_route *active,
                                    uint64_t place)
{
    const uint64_t seed = active->route->positions->sample_seed;
    /* Lost until it is known what is chosen. */
    fm_position_count(&active->positions, FM_POSITION_SAMPLE_PER_GAME)->lost++;
    return fm_sample_offer(
        &active->sample,
        (struct fm_sampled){fm_sample_hash(seed, worker->replayed.hash, place), place});
}

/* Samples choose from the position: from what is unique within the game, so that none of it is
 * lost to another position of the same game. */
static enum fm_status BFN(draw)(struct fm_worker *worker, const struct BFN(replay) * r,
                                enum fm_step step)
{
    const struct fm_move *next = step == FM_STEP_MOVE ? &r->next : NULL;
    FM_TRY(BFN(begin_position)(worker, r));
    if (!BFN(replay_offers)(r, step))
        return FM_OK;
    for (size_t i = 0; i < worker->active_count; i++) {
        struct fm_active_route *active = &worker->active[i];
        bool repeated;
        if (active->sample.k == 0)
            continue;
        if (!BFN(is_chosen)(worker, active, r, next)) {
            FM_TRY(worker->written.rule_status);
            continue;
        }
        FM_TRY(BFN(find_repeated)(worker, active->route, r, &repeated));
        fm_position_count(&active->positions, FM_POSITION_REPEATED)->lost += repeated;
        if (!repeated)
            FM_TRY(BFN(offer)(worker, active, worker->replayed.place));
    }
    worker->replayed.place++;
    return FM_OK;
}

/* Read into the line while the moves are in plain form, with some positions on the way. */
static void BFN(read_plainly)(struct BFN(replay) * r, struct fm_line *line)
{
    const uint64_t most = r->options.max_plies;
    bool found = r->plain && most > 0 && BFN(replay_find_plain)(r);
    while (found) {
        BFN(replay_keep)(r, line);
        r->ply++; /* move numbers are compared with it */
        if (FM_UNLIKELY(r->ply == most)) {
            BFN(position_play)(&r->pos, r->next);
            break;
        }
        found = BFN(replay_follow_plain)(r);
        if (r->ply % FM_LINE_STRIDE == 0)
            fm_line_place(line, &r->pos, sizeof r->pos);
    }
}

/* Read a game into its line before it is written. @param draws  samples choose from its
 * positions. @return FM_OK, a fault of its moves among that; else as refuse_position(), at that
 * position. */
static enum fm_status BFN(read_line)(struct fm_worker *worker, const struct BFN(position) * start,
                                     struct fm_text moves, const struct fm_replay_options *options,
                                     bool draws)
{
    struct BFN(replayer) *const replayer = BFN(worker_replayer)(worker);
    struct BFN(replay) *const r = &replayer->replay;
    struct fm_line *const line = &replayer->line;
    struct fm_warnings ignored = {{0}};
    const bool known = line->known;
    BFN(replay_begin)(r, start, moves, options, &ignored, line);
    BFN(forget)(worker);
    enum fm_step step;
    if (!known && !draws && !(worker->plan->needs & FM_NEEDS_BOOK_LAST))
        BFN(read_plainly)(r, line);
    do {
        step = BFN(replay_find)(r);
        if (step == FM_STEP_MOVE && !known)
            BFN(replay_keep)(r, line);
        if (draws)
            FM_TRY(BFN(draw)(worker, r, step));
        else if (worker->plan->needs & FM_NEEDS_BOOK_LAST)
            FM_TRY(BFN(note_book)(worker, r));
    } while (BFN(replay_go)(r, step));
    fm_table_clear(&worker->written.keys);
    if (!known)
        BFN(replay_end_line)(r, line);
    return FM_OK;
}

/* Ranges may count from the end of the game. */
static void BFN(measure)(const struct fm_worker *worker, unsigned plies)
{
    for (size_t i = 0; i < worker->active_count; i++) {
        struct fm_active_route *active = &worker->active[i];
        if (!fm_route_from_end(active->route))
            continue;
        fm_range_of_game(&active->route->positions->plies, plies, &active->from, &active->span);
        active->every_from = active->from;
    }
}

/* Do samples look at positions, and not at their numbers alone? */
static bool BFN(draws_by_position)(const struct fm_worker *worker,
                                   const struct fm_replay_options *options)
{
    bool looks = options->variations;
    for (size_t i = 0; i < worker->active_count; i++) {
        const struct fm_active_route *active = &worker->active[i];
        looks |= active->sample.k > 0 &&
                 (active->route->choice.some || active->route->choice.unique >= FM_UNIQUE_IN_GAME);
    }
    return looks;
}

/* Samples choose from the plies of a game without variations, of which there are so many. */
static enum fm_status BFN(draw_plies)(struct fm_worker *worker, unsigned plies)
{
    for (size_t i = 0; i < worker->active_count; i++) {
        struct fm_active_route *active = &worker->active[i];
        for (unsigned ply = 0; active->sample.k > 0 && ply <= plies; ply++) {
            if (ply - active->from <= active->span)
                FM_TRY(BFN(offer)(worker, active, ply));
            else
                fm_position_count(&active->positions, FM_POSITION_PLIES)->lost++;
        }
    }
    return FM_OK;
}

/* Read what the records need of the game before the first one is written: its length, and what
 * samples choose. */
static enum fm_status BFN(read_ahead)(struct fm_worker *worker, struct fm_record_input *in,
                                      const struct BFN(position) * start, struct fm_text moves,
                                      const struct fm_replay_options *options)
{
    const struct BFN(replay) *const r = &BFN(worker_replayer)(worker)->replay;
    const bool measures = (worker->plan->needs & (FM_NEEDS_PLIES | FM_NEEDS_BOOK_LAST)) != 0;
    const bool looks = BFN(draws_by_position)(worker, options);
    bool draws = false;
    for (size_t i = 0; i < worker->active_count; i++) {
        struct fm_active_route *active = &worker->active[i];
        if (active->sample.k == 0)
            continue;
        draws = true;
        fm_sample_begin(&active->sample, active->sample.k);
        fm_position_counts_clear(&active->positions);
    }
    if (measures || (draws && !looks))
        FM_TRY(BFN(read_line)(worker, start, moves, options, false));
    if (measures) {
        in->plies = r->ply;
        in->book_last = worker->end.booked.last;
        BFN(measure)(worker, r->ply);
    }
    if (draws && looks)
        FM_TRY(BFN(read_line)(worker, start, moves, options, true));
    else if (draws)
        FM_TRY(BFN(draw_plies)(worker, r->ply));
    for (size_t i = 0; draws && i < worker->active_count; i++) {
        struct fm_active_route *active = &worker->active[i];
        fm_sample_choose(&active->sample);
        fm_position_count(&active->positions, FM_POSITION_SAMPLE_PER_GAME)->lost -=
            active->sample.count;
    }
    return FM_OK;
}

/* The first ply from this one on whose position an output may want; UINT32_MAX: there is none. */
static unsigned BFN(next_wanted)(const struct fm_worker *worker, unsigned ply)
{
    unsigned least = UINT32_MAX;
    for (size_t i = 0; i < worker->active_count; i++) {
        const struct fm_active_route *active = &worker->active[i];
        const struct fm_sampled *drawn = fm_sample_next(&active->sample);
        unsigned wanted = UINT32_MAX;
        if (active->sample.k > 0)
            wanted = drawn == NULL ? UINT32_MAX : (unsigned)drawn->place;
        else if (active->route->choice.some || ply - active->from <= active->span)
            wanted = ply;
        else if (ply < active->from)
            wanted = active->from;
        least = wanted < least ? wanted : least;
    }
    return least;
}

/* Make moves of a line without variations up to the next position that may be wanted. */
static void BFN(skip_unwanted)(struct fm_worker *worker, struct BFN(replay) * r)
{
    const unsigned first = r->ply, wanted = BFN(next_wanted)(worker, first);
    BFN(replay_skip)(r, wanted - (r->options.before && wanted > first)); /* the last move is kept */
    for (size_t i = 0; i < worker->active_count; i++)
        if (worker->active[i].sample.k == 0)
            fm_position_count(&worker->active[i].positions, FM_POSITION_PLIES)->lost +=
                r->ply - first;
    worker->replayed.place += r->ply - first;
}
