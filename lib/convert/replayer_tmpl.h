/* SPDX-License-Identifier: MIT */
/* What a thread keeps for the games of one board: their replay, and positions that may be of a game's
 * sample. One copy per board. */

/* A position that may be chosen: what its record takes from the replay. */
struct BFN(candidate) {
    uint64_t place;
    struct BFN(position) pos;
    struct fm_move next;
    struct fm_annotation here, ahead;
    unsigned ply, opening;
    bool has_next;
};

struct BFN(replayer) {
    struct BFN(replay) replay;
    struct BFN(replay) trial;           /* of languages; `replay` stays at the fault in English */
    struct BFN(position) standard;      /* the start array of standard chess; 8x8 only */
    struct BFN(candidate) * candidates; /* by slot, of all outputs of the game; owned */
    size_t candidate_count, candidate_cap;
};

static inline struct BFN(replayer) * BFN(worker_replayer)(const struct fm_worker *worker)
{
#if BOARD_FILES == 8
    return worker->board8;
#else
    return worker->board10;
#endif
}

struct BFN(replayer) * BFN(replayer_new)(void)
{
    struct BFN(replayer) *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    if (FILES == fm_variants[FM_STANDARD].files) {
        struct fm_setup setup;
        fm_setup_from_sp(FM_STANDARD_SP, &setup);
        BFN(position_make)(&setup, &made->standard);
    }
    return made;
}

void BFN(replayer_free)(struct BFN(replayer) * replayer)
{
    if (replayer != NULL) {
        BFN(replay_free)(&replayer->replay), BFN(replay_free)(&replayer->trial);
        free(replayer->candidates);
    }
    free(replayer);
}

/* Comments and marks are empty where the replay does not read them. */
static void BFN(candidate_save)(struct BFN(candidate) * to, const struct fm_worker *worker,
                                const struct BFN(replay) * r, bool has_next)
{
    to->place = worker->replayed.place;
    to->pos = r->pos;
    to->next = r->next;
    to->here = r->here;
    to->ahead = r->ahead;
    to->ply = r->ply;
    to->opening = worker->replayed.opening;
    to->has_next = has_next;
}

static void BFN(candidate_restore)(const struct BFN(candidate) * from, struct fm_worker *worker,
                                   struct BFN(replay) * r)
{
    worker->replayed.place = from->place;
    r->pos = from->pos;
    r->next = from->next;
    r->here = from->here;
    r->ahead = from->ahead;
    r->ply = from->ply;
    worker->replayed.opening = from->opening;
}

/* Forget the candidates of another replay. */
static void BFN(candidates_begin)(struct fm_worker *worker)
{
    BFN(worker_replayer)(worker)->candidate_count = 0;
    for (size_t i = 0; i < worker->active_count; i++)
        fm_sample_begin(&worker->active[i].sample, worker->active[i].sample.k);
}

/* Offer the position to the sample of one output, and keep it if it is of it so far. */
static enum fm_status BFN(candidate_offer)(struct fm_worker *worker, struct fm_active_route *active,
                                           uint64_t hash, const struct BFN(replay) * r,
                                           bool has_next)
{
    struct BFN(replayer) *replayer = BFN(worker_replayer)(worker);
    const struct fm_sampled candidate = {hash, worker->replayed.place, replayer->candidate_count};
    size_t slot;
    FM_TRY(fm_sample_offer(&active->sample, candidate, &slot));
    if (slot != candidate.slot) /* this one, or the one that it replaces */
        active->positions.steps[FM_POSITION_SAMPLE_PER_GAME].lost++;
    if (slot == FM_NOT_SAMPLED)
        return FM_OK;
    if (slot == replayer->candidate_cap) {
        const size_t cap = slot == 0 ? 16 : 2 * slot;
        void *grown = realloc(replayer->candidates, cap * sizeof *replayer->candidates);
        if (grown == NULL)
            return FM_NO_MEMORY;
        replayer->candidates = grown;
        replayer->candidate_cap = cap;
    }
    replayer->candidate_count += slot == replayer->candidate_count;
    BFN(candidate_save)(&replayer->candidates[slot], worker, r, has_next);
    return FM_OK;
}
