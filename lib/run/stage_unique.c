/* SPDX-License-Identifier: MIT */
/* Unique records (`positions.unique`): the stage keeps the first of each key in the order of the
 * input, so the choice depends neither on threads nor on blocks, nor on how much fits in memory.
 * Within one game the worker decides for itself. */
#include <config.h>
#include "run/stage.h"
#include "ops/unique.h"

struct unique_route {
    struct fm_unique *unique; /* keys met so far; NULL where all records are written; owned */
    struct fm_store *store;   /* NULL = none; owned */
};

struct unique_stage {
    struct fm_stage_run *run;
    bool settled;                 /* true: all blocks were given, so every answer is known */
    struct fm_arena texts;        /* texts of stores and of their errors */
    struct unique_route routes[]; /* one per route */
};

/* Describe the data that the keys of an output are made from; a store is refused if its text
 * differs, as keys of two kinds cannot be compared. */
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
        status = fm_buf_append_words(&made, parts[i]);
    if (status == FM_OK)
        *out = fm_arena_copy(texts, fm_buf_text(&made));
    fm_buf_free(&made);
    return status == FM_OK && out->p == NULL ? FM_NO_MEMORY : status;
}

static enum fm_status preload(void *user, const struct fm_hash128 *keys, size_t count,
                              struct fm_error *error)
{
    return fm_unique_preload(user, keys, count, error);
}

/* A store does not know to which output a position was written, so two outputs cannot share a
 * store without depending on which comes first. */
static enum fm_status open_store(struct unique_stage *stage, size_t i, struct fm_error *error)
{
    struct fm_text kind;
    const struct fm_route *route = &stage->run->plan->routes[i];
    const char *name = (const char *)route->positions->unique_store.p;
    for (size_t k = 0; k < i; k++)
        if (stage->routes[k].store != NULL && fm_store_is(stage->routes[k].store, name)) {
            *error = (struct fm_error){.status = FM_BAD_USE,
                                       .what = fm_text_of(name),
                                       .detail = FM_TEXT("two outputs cannot share a store")};
            return FM_BAD_USE;
        }
    FM_TRY(describe(route, &stage->texts, &kind));
    return fm_store_open(name, kind, &stage->texts, &stage->routes[i].store, error);
}

static enum fm_status start_route(struct unique_stage *stage, size_t i, struct fm_error *error)
{
    const struct fm_profile_positions *positions = stage->run->plan->routes[i].positions;
    if (positions->unique_store.n > 0)
        FM_TRY(open_store(stage, i, error));
    FM_TRY(fm_unique_new(stage->run->spool, positions->memory / stage->run->shares,
                         stage->routes[i].store, &stage->routes[i].unique));
    if (stage->routes[i].store != NULL)
        FM_TRY(fm_store_load(stage->routes[i].store, preload, stage->routes[i].unique, error));
    return FM_OK;
}

static enum fm_status unique_start(void *self, struct fm_stage_run *run, struct fm_error *error)
{
    const struct fm_plan *plan = run->plan;
    struct unique_stage *stage = self;
    stage->run = run;
    for (size_t i = 0; i < plan->route_count; i++)
        if (plan->routes[i].choice.unique == FM_UNIQUE_IN_RUN)
            FM_TRY(start_route(stage, i, error));
    return FM_OK;
}

static void unique_stop(void *self)
{
    struct unique_stage *stage = self;
    for (size_t i = 0; i < stage->run->plan->route_count; i++) {
        fm_unique_free(stage->routes[i].unique);
        fm_store_free(stage->routes[i].store);
    }
    fm_arena_free(&stage->texts);
}

/* Make the batch of keys of one route, for a block that came for the first time. */
static enum fm_status make_batch(struct fm_block *block, unsigned sink, struct fm_unique_batch *out)
{
    struct fm_row_key *keys = fm_rows_keys(block, sink);
    const size_t count = fm_rows_key_count(block, sink);
    unsigned char *scratch = fm_arena_alloc(&block->arena, count * FM_UNIQUE_SCRATCH);
    FM_TRY_MADE(scratch);
    *out = (struct fm_unique_batch){
        .row = sizeof *keys, .step = sizeof *keys, .count = count, .scratch = scratch};
    if (count > 0) {
        out->rows = (const unsigned char *)&keys->key;
        out->answers = &keys->answer;
    }
    return FM_OK;
}

/* All batches are made before the first enters: what has entered must be answered. One without keys
 * enters, too, as it may have to be held for what was before it. */
static enum fm_status enter(struct unique_stage *stage, struct fm_block *block)
{
    const struct fm_plan *plan = stage->run->plan;
    block->decision.batches =
        fm_arena_alloc(&block->arena, plan->route_count * sizeof *block->decision.batches);
    FM_TRY_MADE(block->decision.batches);
    for (size_t i = 0; i < plan->route_count; i++)
        if (stage->routes[i].unique != NULL)
            FM_TRY(make_batch(block, plan->routes[i].sink, &block->decision.batches[i]));
    for (size_t i = 0; i < plan->route_count; i++)
        if (stage->routes[i].unique != NULL)
            fm_unique_enter(stage->routes[i].unique, &block->decision.batches[i]);
    return FM_OK;
}

/* The answers are known: rows whose keys were met before are not written. */
static void flag_rows(struct fm_block *block, unsigned sink)
{
    const struct fm_row_key *keys = fm_rows_keys(block, sink);
    for (size_t i = 0; i < fm_rows_key_count(block, sink); i++)
        if (keys[i].answer == FM_ANSWER_SEEN)
            fm_rows_of(block, sink)[keys[i].row].fate = FM_ROW_REPEATED;
}

static enum fm_status unique_decide(void *self, struct fm_block *block, bool *undecided,
                                    struct fm_error *error)
{
    struct unique_stage *stage = self;
    const struct fm_plan *plan = stage->run->plan;
    (void)undecided;
    if (!stage->settled)
        return enter(stage, block);
    /* A block that comes again: all but the undecided answers were found when it came first. */
    for (size_t i = 0; i < plan->route_count; i++) {
        const unsigned sink = plan->routes[i].sink;
        struct fm_row_key *keys = fm_rows_keys(block, sink);
        if (stage->routes[i].unique == NULL)
            continue;
        for (size_t k = 0; k < fm_rows_key_count(block, sink); k++)
            FM_TRY(
                fm_unique_result(stage->routes[i].unique, keys[k].answer, &keys[k].answer, error));
        flag_rows(block, sink);
    }
    return FM_OK;
}

/* If memory is full for one output, the block is held for all. The first failure is reported,
 * but all batches are answered. Records already known to be repeated are removed from a held
 * block now, so that it is smaller. */
static enum fm_status unique_answer(void *self, struct fm_block *block, bool *undecided,
                                    struct fm_error *error)
{
    struct unique_stage *stage = self;
    enum fm_status status = FM_OK;
    for (size_t i = 0; !stage->settled && i < stage->run->plan->route_count; i++) {
        struct fm_error later;
        bool held;
        if (stage->routes[i].unique == NULL)
            continue;
        const enum fm_status next =
            fm_unique_answer(stage->routes[i].unique, &block->decision.batches[i], &held, &later);
        if (status == FM_OK && next != FM_OK)
            *error = later;
        status = status == FM_OK ? next : status;
        *undecided = *undecided || held;
        if (next == FM_OK)
            flag_rows(block, stage->run->plan->routes[i].sink);
    }
    return status;
}

static enum fm_status unique_settle(void *self, struct fm_error *error)
{
    struct unique_stage *stage = self;
    const unsigned threads = fm_encode_pool_threads(stage->run->pool);
    for (size_t i = 0; i < stage->run->plan->route_count; i++)
        if (stage->routes[i].unique != NULL)
            FM_TRY(fm_unique_settle(stage->routes[i].unique, threads, error));
    stage->settled = true;
    return FM_OK;
}

/* New keys go to the store in the order of the input; undecided ones when they are settled. An
 * output with a limit has no store (profile/conflicts.c). */
static enum fm_status feed_store(struct unique_stage *stage, const struct fm_block *block, size_t i,
                                 struct fm_error *error)
{
    const unsigned sink = stage->run->plan->routes[i].sink;
    const struct fm_row_key *keys = fm_rows_keys(block, sink);
    for (size_t k = 0; k < fm_rows_key_count(block, sink); k++)
        if (keys[k].answer == FM_ANSWER_FRESH)
            FM_TRY(fm_store_add(stage->routes[i].store, keys[k].key, error));
    return FM_OK;
}

static enum fm_status unique_write_block(void *self, struct fm_block *block, struct fm_error *error)
{
    struct unique_stage *stage = self;
    const struct fm_plan *plan = stage->run->plan;
    for (size_t i = 0; i < plan->route_count; i++) {
        if (stage->routes[i].unique == NULL)
            continue;
        const uint64_t repeated = block->rows[plan->routes[i].sink].repeated.n / sizeof(uint32_t);
        stage->run->account->totals.duplicates += repeated;
        fm_account_lost(stage->run->account, &plan->routes[i], FM_POSITION_UNIQUE, repeated);
        if (!stage->settled && stage->routes[i].store != NULL)
            FM_TRY(feed_store(stage, block, i, error));
    }
    return FM_OK;
}

/* A store must not have keys of records that are in no output. */
static enum fm_status unique_prepare(void *self, struct fm_error *error)
{
    struct unique_stage *stage = self;
    for (size_t i = 0; !stage->run->lost && i < stage->run->plan->route_count; i++)
        if (stage->routes[i].store != NULL)
            FM_TRY(fm_store_finish(stage->routes[i].store, error));
    return FM_OK;
}

static enum fm_status unique_commit(void *self, struct fm_error *error)
{
    struct unique_stage *stage = self;
    for (size_t i = 0; !stage->run->lost && i < stage->run->plan->route_count; i++)
        if (stage->routes[i].store != NULL)
            FM_TRY(fm_store_commit(stage->routes[i].store, error));
    return FM_OK;
}

const struct fm_stage fm_stage_unique = {.bytes = sizeof(struct unique_stage),
                                         .sink_bytes = sizeof(struct unique_route),
                                         .start = unique_start,
                                         .decide = unique_decide,
                                         .answer = unique_answer,
                                         .write = unique_write_block,
                                         .settle = unique_settle,
                                         .prepare = unique_prepare,
                                         .commit = unique_commit,
                                         .free = unique_stop};
