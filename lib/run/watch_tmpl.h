/* SPDX-License-Identifier: MIT */
/* Facts about a whole game that a replay finds position by position: whether it reaches a
 * position, contains what a condition requires, how it ends, its openings. One copy per board. */

static bool BFN(is_there)(const struct fm_reached *reached, const struct BFN(view) * view)
{
    if (reached->count == 0)
        return false;
    const struct fm_hash128 key = BFN(view_hash)(view);
    for (unsigned i = 0; i < reached->count; i++)
        if (reached->of[i].files == FILES && key.lo == reached->of[i].key.lo &&
            key.hi == reached->of[i].key.hi)
            return true;
    return false;
}

static bool BFN(is_repetition)(const struct fm_worker *worker)
{
    const uint64_t *const hashes = (const void *)worker->replayed.history.p;
    const size_t count = worker->replayed.history.n / sizeof *hashes;
    unsigned times = 0;
    for (size_t i = 0; i < count; i++)
        times += hashes[i] == hashes[count - 1];
    return times >= 3;
}

/* The kinds of end that the last position shows: set of 1 << enum fm_final. */
static unsigned BFN(finals_of)(const struct fm_worker *worker, const struct BFN(position) * pos)
{
    enum { FIFTY = 100 };
    struct fm_move moves[FM_MOVES_MAX];
    const bool check = BFN(view_in_check)(&pos->view), over = BFN(position_moves)(pos, moves) == 0;
    unsigned set = 0;
    set |= check && over ? 1u << FM_FINAL_MATE : 0;
    set |= !check && over ? 1u << FM_FINAL_STALEMATE : 0;
    set |= check && !over ? 1u << FM_FINAL_CHECK : 0;
    set |= BFN(position_is_insufficient)(pos) ? 1u << FM_FINAL_INSUFFICIENT : 0;
    set |= pos->halfmove >= FIFTY && !over ? 1u << FM_FINAL_FIFTY : 0;
    set |= BFN(is_repetition)(worker) ? 1u << FM_FINAL_REPETITION : 0;
    return set == 0 ? 1u << FM_FINAL_OTHER : set;
}

/* Does the game contain what it must contain? It is enough that one position does. */
static void BFN(note_contained)(struct fm_worker *worker, const struct BFN(position) * pos,
                                const struct fm_move *next)
{
    if (!worker->end.contained)
        worker->end.contained = BFN(is_contained)(&worker->plan->wanted.contains, pos, next);
    for (size_t i = 0; i < worker->active_count; i++)
        if (!worker->active[i].contained)
            worker->active[i].contained =
                BFN(is_contained)(&worker->active[i].route->when.contains, pos, next);
}

/* The opening that is known of this very position; 0 = none. */
static unsigned BFN(opening_of)(const struct fm_worker *worker, const struct BFN(position) * pos)
{
    const struct fm_openings *openings = &worker->plan->openings;
    if (FILES != fm_variants[FM_STANDARD].files ||
        bb_count(pos->all[FM_WHITE] | pos->all[FM_BLACK]) < openings->least)
        return 0;
    return fm_openings_find(openings, BFN(view_hash)(&pos->view));
}

static void BFN(set_opening)(struct fm_worker *worker, unsigned number, bool main_line)
{
    worker->replayed.opening = number;
    if (main_line)
        worker->end.opening = number;
    for (size_t i = 0; i < worker->active_count; i++)
        worker->active[i].opening = number;
}

/* The opening of the position is the last one known in its line. A variation begins with those
 * of the moves before it. Called only with FM_NEEDS_OPENING. */
static enum fm_status BFN(note_opening)(struct fm_worker *worker, const struct BFN(replay) * r)
{
    struct fm_buf *line = &worker->replayed.openings;
    const unsigned found = BFN(opening_of)(worker, &r->pos);
    FM_TRY(fm_buf_reserve(line, (r->ply + (size_t)1) * sizeof(uint32_t)));
    uint32_t *const number = (uint32_t *)(void *)line->p + r->ply;
    *number = found == 0 && r->ply > 0 ? number[-1] : found;
    BFN(set_opening)(worker, *number, r->depth == 0);
    return FM_OK;
}

/* Keep what the comment after the last move gives. A variation begins with those of the moves
 * before it, not with a comment before its first move; where it ends, the last move of the line is
 * there again. */
static enum fm_status BFN(note_comment)(struct fm_worker *worker, const struct BFN(replay) * r)
{
    struct fm_buf *comments = &worker->replayed.comments;
    const size_t size = sizeof(struct fm_comment), n = r->ply * size;
    FM_TRY(fm_buf_reserve(comments, n > comments->n ? n - comments->n : 0));
    comments->n = n;
    if (n > 0 && !r->seen)
        memcpy(comments->p + n - size, &r->here.comment, size);
    return FM_OK;
}

/* The outputs that chose the position, or its root: set of 1 << sink. Only with variations. */
static uint64_t *BFN(chosen_of)(const struct fm_worker *worker, const struct BFN(replay) * r)
{
    return (uint64_t *)(void *)worker->replayed.chosen.p + r->ply;
}

/* Begin the data of a ply of the line: opening, comment, and the outputs that have chosen the
 * position. There are none yet, unless it is the root of a variation, which is also a position
 * of the enclosing line. */
static enum fm_status BFN(begin_position)(struct fm_worker *worker, const struct BFN(replay) * r)
{
    if (worker->plan->needs & FM_NEEDS_OPENING)
        FM_TRY(BFN(note_opening)(worker, r));
    if (worker->plan->needs & FM_NEEDS_BOOK)
        FM_TRY(BFN(note_book)(worker, r));
    if (worker->plan->needs & FM_NEEDS_COMMENTS)
        FM_TRY(BFN(note_comment)(worker, r));
    if (!r->options.variations)
        return FM_OK;
    FM_TRY(fm_buf_reserve(&worker->replayed.chosen, (r->ply + (size_t)1) * sizeof(uint64_t)));
    if (!r->seen)
        *BFN(chosen_of)(worker, r) = 0;
    return FM_OK;
}

/* Is the root of a variation offered to an output again? Where neither its records nor its
 * conditions look at the next move, nothing is new. */
static bool BFN(takes_again)(const struct fm_worker *worker, const struct fm_route *route,
                             const struct BFN(replay) * r)
{
    return route->way.ahead ||
           (route->choice.ahead && !(*BFN(chosen_of)(worker, r) >> route->sink & 1));
}

/* Look at a position of the main line, before the next move is made. Called only where
 * the plan watches. */
static enum fm_status BFN(watch)(struct fm_worker *worker, const struct BFN(replay) * r,
                                 enum fm_step step)
{
    if (r->depth > 0 || r->seen)
        return FM_OK;
    struct fm_hash128 *moves = &worker->end.moves;
    if (!worker->end.watched)
        *moves = worker->end.start = BFN(view_hash)(&r->pos.view);
    worker->end.watched = true;
    if (step == FM_STEP_MOVE) {
        const uint64_t move = fm_move_code(r->next);
        moves->lo = fm_hash_mix(moves->lo ^ move);
        moves->hi = fm_hash_mix(moves->hi + move);
        const unsigned char bytes[] = {r->next.from, r->next.to, (unsigned char)r->next.promotion};
        if (fm_plan_compares(worker->plan))
            FM_TRY(fm_buf_append(&worker->replayed.compared, bytes, sizeof bytes));
    }
    if (!worker->end.reached)
        worker->end.reached = BFN(is_there)(&worker->plan->wanted.reached, &r->pos.view);
    if (worker->plan->wanted.lines != NULL && !worker->end.reached_listed)
        worker->end.reached_listed =
            fm_exclusion_has(worker->plan->wanted.lines, BFN(view_hash)(&r->pos.view));
    for (size_t i = 0; i < worker->active_count; i++)
        if (!worker->active[i].reached)
            worker->active[i].reached =
                BFN(is_there)(&worker->active[i].route->when.reached, &r->pos.view);
    BFN(note_contained)(worker, &r->pos, step == FM_STEP_MOVE ? &r->next : NULL);
    if (worker->plan->play.finals & (1u << FM_FINAL_REPETITION | 1u << FM_FINAL_OTHER)) {
        const uint64_t hash = BFN(view_hash)(&r->pos.view).lo;
        FM_TRY(fm_buf_append(&worker->replayed.history, &hash, sizeof hash));
    }
    if (worker->plan->play.finals != 0 && step == FM_STEP_END) {
        worker->end.finals = BFN(finals_of)(worker, &r->pos);
        worker->end.black = r->pos.black;
    }
    return FM_OK;
}
