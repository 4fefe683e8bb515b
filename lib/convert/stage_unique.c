/* Unique records (`positions.unique`): the stage keeps the first of each key in the order of the
 * input, so the choice depends neither on threads nor on blocks, nor on how much fits in memory.
 * Within one game the worker decides for itself. */
#include <config.h>
#include "convert/stage.h"
#include <stdlib.h>
#include "store/unique.h"

struct unique_stage {
    struct fm_stage_run *run;
    struct fm_unique **uniques; /* one a route; NULL where all records are written; owned */
    struct fm_store **stores;   /* one a route; NULL = none; owned */
    /* Keys and answers of one batch, `cap` places; owned. */
    struct fm_hash128 *keys;
    unsigned char *answers;
    size_t cap;
    bool holds;   /* memory is full: answers may be undecided, all further blocks are held */
    bool settled; /* all blocks came: every answer is known */
    struct fm_arena texts; /* of stores and their errors */
};

/* What the keys of an output are of, in words: keys of two kinds cannot be compared. */
static enum fm_status describe(const struct fm_route *route, struct fm_arena *texts,
                               struct fm_text *out)
{
    static const char *const keys[] = {"none", "fen", "position", "board"};
    static const char *const castling[] = {"", " (castling fen", " (castling xfen",
                                           " (castling shredder"};
    static const char *const en_passant[] = {"", ", en-passant always", ", en-passant pseudo-legal",
                                             ", en-passant legal"};
    const unsigned key = route->positions->unique_key;
    const bool text = key != FM_UNIQUE_POSITION, all = key == FM_UNIQUE_FEN;
    const char *const parts[] = {
        keys[key],
        all ? castling[route->style.castling] : "",
        all ? en_passant[route->style.en_passant] : "",
        all && route->style.counters != FM_COUNTERS_FIELDS ? ", no counters" : "",
        all && route->style.no_prefix ? ", no prefix" : "",
        text && route->style.letter_j ? ", letter J" : "",
        all ? ")" : "",
    };
    struct fm_buf made = {NULL, 0, 0};
    enum fm_status status = FM_OK;
    for (size_t i = 0; i < FM_COUNT_OF(parts) && status == FM_OK; i++)
        status = fm_buf_append_text(&made, fm_text_of(parts[i]));
    if (status == FM_OK)
        *out = fm_arena_copy(texts, (struct fm_text){made.p, made.n});
    fm_buf_free(&made);
    return status == FM_OK && out->p == NULL ? FM_NO_MEMORY : status;
}

static enum fm_status preload(void *user, const struct fm_hash128 *keys, size_t count,
                              struct fm_error *error)
{
    return fm_unique_preload(user, keys, count, error);
}

/* What a position was written to in an earlier run is not known, so two outputs cannot share a
 * store without depending on which comes first. */
static enum fm_status open_store(struct unique_stage *stage, size_t i, struct fm_error *error)
{
    struct fm_text kind;
    const struct fm_route *route = &stage->run->plan->routes[i];
    const char *name = (const char *)route->positions->unique_store.p;
    for (size_t k = 0; k < i; k++)
        if (stage->stores[k] != NULL && fm_store_is(stage->stores[k], name)) {
            *error = (struct fm_error){.status = FM_BAD_USE,
                                       .what = fm_text_of(name),
                                       .detail = FM_TEXT("two outputs cannot share a store")};
            return FM_BAD_USE;
        }
    FM_TRY(describe(route, &stage->texts, &kind));
    return fm_store_open(name, kind, &stage->texts, &stage->stores[i], error);
}

static enum fm_status start_route(struct unique_stage *stage, size_t i, struct fm_error *error)
{
    const struct fm_profile_positions *positions = stage->run->plan->routes[i].positions;
    if (positions->unique_store.n > 0)
        FM_TRY(open_store(stage, i, error));
    FM_TRY(fm_unique_new(stage->run->spool, positions->memory / stage->run->shares,
                         stage->stores[i], &stage->uniques[i]));
    if (stage->stores[i] != NULL)
        FM_TRY(fm_store_load(stage->stores[i], preload, stage->uniques[i], error));
    stage->holds = stage->holds || fm_unique_overflows(stage->uniques[i]);
    return FM_OK;
}

static enum fm_status start(struct fm_stage_run *run, void **self, struct fm_error *error)
{
    const struct fm_plan *plan = run->plan;
    if (!(plan->needs & FM_NEEDS_UNIQUE_IN_RUN))
        return FM_OK;
    struct unique_stage *stage = calloc(1, sizeof *stage);
    if (stage == NULL)
        return FM_NO_MEMORY;
    *self = stage;
    stage->run = run;
    stage->uniques = calloc(plan->route_count + 1, sizeof *stage->uniques);
    stage->stores = calloc(plan->route_count + 1, sizeof *stage->stores);
    if (stage->uniques == NULL || stage->stores == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < plan->route_count; i++)
        if (plan->routes[i].needs & FM_NEEDS_UNIQUE_IN_RUN)
            FM_TRY(start_route(stage, i, error));
    return FM_OK;
}

static void stop(void *self)
{
    struct unique_stage *stage = self;
    const size_t routes = stage->run->plan->route_count;
    for (size_t i = 0; stage->uniques != NULL && i < routes; i++)
        fm_unique_free(stage->uniques[i]);
    for (size_t i = 0; stage->stores != NULL && i < routes; i++)
        fm_store_free(stage->stores[i]);
    free(stage->uniques);
    free(stage->stores);
    free(stage->keys);
    free(stage->answers);
    fm_arena_free(&stage->texts);
    free(stage);
}

static enum fm_status reserve(struct unique_stage *stage, size_t count)
{
    if (count <= stage->cap)
        return FM_OK;
    struct fm_hash128 *keys = realloc(stage->keys, count * sizeof *keys);
    if (keys == NULL)
        return FM_NO_MEMORY;
    stage->keys = keys;
    unsigned char *answers = realloc(stage->answers, count);
    if (answers == NULL)
        return FM_NO_MEMORY;
    stage->answers = answers;
    stage->cap = count;
    return FM_OK;
}

/* The keys of one route in a block. After settle only the undecided ones are looked up again: all
 * others were answered when the block came first. */
static enum fm_status decide_route(struct unique_stage *stage, size_t route,
                                   struct fm_key_mark *marks, size_t count, struct fm_error *error)
{
    struct fm_unique *unique = stage->uniques[route];
    if (stage->settled) {
        for (size_t i = 0; i < count; i++)
            FM_TRY(fm_unique_result(unique, marks[i].answer, &marks[i].answer, error));
        return FM_OK;
    }
    FM_TRY(reserve(stage, count));
    for (size_t i = 0; i < count; i++)
        stage->keys[i] = marks[i].key;
    FM_TRY(fm_unique_probe(unique, stage->keys, count, stage->answers, error));
    for (size_t i = 0; i < count; i++)
        marks[i].answer = stage->answers[i];
    stage->holds = stage->holds || fm_unique_overflows(unique);
    return FM_OK;
}

static enum fm_status decide(void *self, struct fm_block *block, bool *undecided,
                             struct fm_error *error)
{
    struct unique_stage *stage = self;
    const struct fm_plan *plan = stage->run->plan;
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_buf *keys = &block->keys[plan->routes[i].sink];
        if (stage->uniques[i] != NULL && keys->n > 0)
            FM_TRY(decide_route(stage, i, (void *)keys->p, keys->n / sizeof(struct fm_key_mark),
                                error));
    }
    *undecided = stage->holds && !stage->settled;
    return FM_OK;
}

static enum fm_status settle(void *self, struct fm_error *error)
{
    struct unique_stage *stage = self;
    for (size_t i = 0; i < stage->run->plan->route_count; i++)
        if (stage->uniques[i] != NULL)
            FM_TRY(fm_unique_settle(stage->uniques[i], error));
    stage->settled = true;
    return FM_OK;
}

/* Take out what was seen before and close the gaps, also in the marks; segments of the sink (files
 * named after games) move with their records. @return how many were taken out. */
static uint64_t close_gaps(struct fm_block *block, unsigned sink)
{
    struct fm_buf *out = &block->out[sink];
    struct fm_key_mark *marks = (void *)block->keys[sink].p;
    const size_t count = block->keys[sink].n / sizeof *marks;
    struct fm_segment *segment = block->segments;
    size_t from = 0, to = 0, kept = 0;
    for (size_t i = 0; i < count; i++) {
        while (segment != NULL && (segment->sink != sink || segment->end <= from))
            segment = segment->next;
        const size_t end = marks[i].end, n = end - from;
        if (segment != NULL && segment->begin == from)
            segment->begin = to;
        if (marks[i].answer != FM_ANSWER_SEEN) {
            memmove(out->p + to, out->p + from, n);
            to += n;
            marks[kept] = marks[i];
            marks[kept++].end = to;
        }
        from = end;
        if (segment != NULL && segment->end == from) {
            segment->end = to;
            segment = segment->next;
        }
    }
    out->n = to;
    block->keys[sink].n = kept * sizeof *marks;
    return count - kept;
}

/* Of a block that is held, what is known to be seen goes now: less has to be held. */
static enum fm_status finish(const struct fm_plan *plan, struct fm_block *block, bool undecided)
{
    (void)undecided;
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_route *route = &plan->routes[i];
        if (!(route->needs & FM_NEEDS_UNIQUE_IN_RUN) || block->keys[route->sink].n == 0)
            continue;
        const uint64_t dropped = close_gaps(block, route->sink);
        block->totals.records -= dropped;
        block->totals.duplicates += dropped;
        block->funnel[route->positions_step + 1 + FM_POSITION_UNIQUE].lost += dropped;
    }
    return FM_OK;
}

/* A store must not know records that are in no output. */
static enum fm_status prepare(void *self, struct fm_error *error)
{
    struct unique_stage *stage = self;
    for (size_t i = 0; !stage->run->lost && i < stage->run->plan->route_count; i++)
        if (stage->stores[i] != NULL)
            FM_TRY(fm_store_finish(stage->stores[i], error));
    return FM_OK;
}

static enum fm_status commit(void *self, struct fm_error *error)
{
    struct unique_stage *stage = self;
    for (size_t i = 0; !stage->run->lost && i < stage->run->plan->route_count; i++)
        if (stage->stores[i] != NULL)
            FM_TRY(fm_store_commit(stage->stores[i], error));
    return FM_OK;
}

const struct fm_stage fm_stage_unique = {.start = start,
                                         .decide = decide,
                                         .finish = finish,
                                         .settle = settle,
                                         .prepare = prepare,
                                         .commit = commit,
                                         .free = stop};
