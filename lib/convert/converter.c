/* The converter: N equal threads, each reads a block under the reader's token, works it, and
 * commits what is due. One thread means the caller's own and no other. */
#include <config.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "base/thread.h"
#include "convert/input_end.h"
#include "convert/log.h"
#include "convert/named.h"
#include "convert/plan.h"
#include "convert/ring.h"
#include "convert/source.h"
#include "convert/stages.h"
#include "convert/work.h"

enum { MAX_THREADS = 256, BLOCKS_A_THREAD = 2, COMMON_BLOCK = 512 * 1024 };

/* A game that is too large goes by in pieces; its log line waits for the last. */
struct oversize {
    uint64_t offset, length, line, game;
};

struct fm_converter {
    const struct fm_profile *profile;
    unsigned threads;
    struct fm_plan plan;
    bool planned;
    struct fm_stages stages;
    struct fm_ring ring;
    struct fm_decode_pool *pool; /* whoever holds its token reads */
    struct fm_source source;
    atomic_bool cancelled;
    const struct fm_events *events;
    /* the committing thread's */
    struct fm_totals totals;
    struct fm_census census;
    struct fm_funnel_count *funnel; /* one for each step of the plan; owned */
    struct oversize oversize;
    struct fm_input_sum input;         /* that is being committed */
    struct fm_warnings input_reported; /* reasons that the input read now had its message for */
    enum fm_status status;             /* the first that is not FM_OK ends the run */
    struct fm_error error;
    struct fm_buf what; /* the text of error.what: what it was may be gone with the run */
    struct fm_buf name; /* the same of error.input */
};

struct fm_worker_thread {
    struct fm_converter *converter;
    struct fm_worker worker;
    struct fm_thread thread;
    bool started;
};

enum fm_status fm_converter_new(const struct fm_profile *profile, unsigned threads,
                                struct fm_converter **out, struct fm_error *error)
{
    if (profile == NULL || !profile->finished || threads == 0 || threads > MAX_THREADS) {
        if (error != NULL)
            *error = (struct fm_error){.status = FM_BAD_USE};
        return FM_BAD_USE;
    }
    struct fm_converter *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->profile = profile;
    made->threads = threads;
    atomic_init(&made->cancelled, false);
    *out = made;
    return FM_OK;
}

void fm_converter_free(struct fm_converter *converter)
{
    if (converter == NULL)
        return;
    fm_stages_free(&converter->stages);
    fm_buf_free(&converter->what);
    fm_buf_free(&converter->name);
    fm_plan_free(&converter->plan);
    free(converter->funnel);
    free(converter);
}

enum fm_status fm_converter_to(struct fm_converter *converter, const struct fm_destinations *to,
                               struct fm_error *error)
{
    struct fm_error ignored;
    if (error == NULL)
        error = &ignored;
    if (converter->planned) {
        *error = (struct fm_error){.status = FM_BAD_USE};
        return FM_BAD_USE;
    }
    converter->planned = true;
    FM_TRY(fm_plan_make(&converter->plan, converter->profile, to, error));
    converter->funnel = calloc(converter->plan.funnel.count, sizeof *converter->funnel);
    if (converter->funnel == NULL)
        return FM_NO_MEMORY;
    converter->totals.copies_games = fm_plan_copies_games(&converter->plan);
    return fm_stages_start(&converter->stages, &converter->plan, to, &converter->cancelled,
                           &converter->totals, converter->funnel, error);
}

/* ---- the commit: one thread at a time, blocks in order ---- */

static void fail(struct fm_converter *converter, enum fm_status status,
                 const struct fm_error *error)
{
    if (converter->status != FM_OK)
        return;
    converter->status = status;
    if (error != NULL)
        converter->error = *error;
    converter->error.status = status;
    struct fm_text *what = &converter->error.what;
    if (what->n > 0 && fm_buf_append_text(&converter->what, *what) == FM_OK)
        *what = (struct fm_text){converter->what.p + (converter->what.n - what->n), what->n};
    else
        *what = (struct fm_text){NULL, 0};
    const char **name = &converter->error.input;
    if (*name != NULL && fm_buf_append(&converter->name, *name, strlen(*name) + 1) == FM_OK)
        *name = (const char *)converter->name.p;
    else
        *name = NULL;
}

/* Whether this input has had a message that it gets once. Whoever is told that text looks Cyrillic
 * need not hear that it is read as Windows-1252. */
static bool reported_before(struct fm_converter *converter, enum fm_reason reason)
{
    struct fm_warnings *reported = &converter->input_reported;
    const bool before = fm_warnings_has(reported, reason);
    fm_warnings_note(reported, reason);
    if (reason == FM_REASON_ENCODING_CYRILLIC)
        fm_warnings_note(reported, FM_REASON_ENCODING_1252);
    return before;
}

static void report_messages(struct fm_converter *converter, const struct fm_block *block)
{
    const struct fm_events *events = converter->events;
    if (events == NULL || events->message == NULL)
        return;
    for (const struct fm_message *message = block->messages; message != NULL;
         message = message->next) {
        struct fm_error reported = message->error;
        if (message->of_input && reported_before(converter, reported.reason))
            continue;
        reported.line += block->line_base;
        reported.game += block->game_base;
        events->message(events->user, &reported);
    }
}

static enum fm_status log_oversize(struct fm_converter *converter, struct fm_block *block)
{
    struct oversize *oversize = &converter->oversize;
    if (block->first)
        *oversize = (struct oversize){block->offset, 0, block->line_base + 1, block->game_base + 1};
    oversize->length += block->n;
    if (!block->last || converter->plan.log == FM_NO_SINK)
        return FM_OK;
    if (block->doubtful)
        return fm_log_stray(&block->out[converter->plan.log], block->input, oversize->offset,
                            oversize->length, oversize->line);
    return fm_log_oversize(&block->out[converter->plan.log], block->input, oversize->offset,
                           oversize->length, oversize->line, oversize->game);
}

static enum fm_status write_block(struct fm_converter *converter, struct fm_block *block,
                                  struct fm_error *error)
{
    if (block->kind == FM_BLOCK_OVERSIZE)
        FM_TRY(log_oversize(converter, block));
    return fm_stages_take(&converter->stages, block, error);
}

/* Report an input that failed or was skipped. */
static void report_input(const struct fm_converter *converter, const struct fm_error *failure)
{
    const struct fm_events *events = converter->events;
    if (events != NULL && events->message != NULL && (!failure->warning || events->warnings))
        events->message(events->user, failure);
}

/* What became of the input that ends with this block. Under `on-input-error: stop` its failure is
 * the run's. */
static enum fm_status end_input(struct fm_converter *converter, struct fm_block *block,
                                struct fm_error *failure)
{
    const unsigned log = converter->plan.log;
    const bool stops = converter->profile->input.on_input_error == FM_ON_INPUT_ERROR_STOP;
    const enum fm_input_fate fate = fm_input_end(&converter->input, block, failure);
    if (fate == FM_INPUT_WAS_READ)
        return FM_OK;
    if (fate == FM_INPUT_HAS_FAILED && stops)
        return FM_INPUT_FAILED;
    converter->totals.inputs_failed += fate == FM_INPUT_HAS_FAILED;
    converter->totals.inputs_skipped += fate == FM_INPUT_IS_SKIPPED;
    if (!block->reported)
        report_input(converter, failure);
    if (log == FM_NO_SINK)
        return FM_OK;
    return fm_log_input(&block->out[log], failure, fate == FM_INPUT_IS_SKIPPED, block->unverified);
}

/* What has come of the block up to a byte of it. @param last  nothing of it follows. */
static bool commit_up_to(struct fm_converter *converter, struct fm_block *block, size_t end,
                         bool last)
{
    if (converter->status != FM_OK)
        return false;
    if (atomic_load_explicit(&converter->cancelled, memory_order_relaxed)) {
        fail(converter, FM_CANCELLED, NULL);
        return false;
    }
    if (block->input_first)
        converter->input_reported = (struct fm_warnings){{0}};
    report_messages(converter, block);
    struct fm_error error = {.status = FM_OK};
    fm_input_add(&converter->input, block);
    enum fm_status status = block->failed == FM_NO_MEMORY ? FM_NO_MEMORY : FM_OK;
    if (status == FM_OK && last && block->input_last && block->status == FM_OK)
        status = end_input(converter, block, &error);
    if (status == FM_OK)
        status = write_block(converter, block, &error);
    if (status != FM_OK)
        fail(converter, status, &error);
    block->totals.bytes = end - block->passed;
    block->passed = end;
    fm_totals_add(&converter->totals, &block->totals);
    fm_funnel_add(&converter->plan.funnel, converter->funnel, block->funnel);
    if (converter->plan.needs & FM_NEEDS_CENSUS)
        fm_census_add(&converter->census, &block->census);
    converter->totals.inputs += block->input_first;
    block->input_first = false;
    return true;
}

static bool commit_part(void *user, struct fm_block *block)
{
    struct fm_converter *converter = user;
    return commit_up_to(converter, block, block->worked, false) && converter->status == FM_OK;
}

static bool commit_block(void *user, struct fm_block *block)
{
    struct fm_converter *converter = user;
    if (!commit_up_to(converter, block, block->status == FM_STOPPED ? block->worked : block->n,
                      true))
        return false;
    if (block->status != FM_OK)
        fail(converter, block->status, NULL);
    const struct fm_events *events = converter->events;
    if (events != NULL && events->progress != NULL)
        events->progress(events->user, &converter->totals, block->raw_bytes);
    return converter->status == FM_OK;
}

/* ---- the threads ---- */

static void wait_numbers(void *user, struct fm_block *block)
{
    struct fm_converter *converter = user;
    fm_ring_count(&converter->ring, block, converter->plan.needs & FM_NEEDS_NUMBERS);
}

static bool write_part(void *user, struct fm_block *block)
{
    struct fm_converter *converter = user;
    if (!block->counted)
        fm_ring_count(&converter->ring, block, false);
    return fm_ring_part(&converter->ring, block, commit_part, converter);
}

static struct fm_block *read_next(struct fm_converter *converter)
{
    fm_decode_pool_enter(converter->pool);
    struct fm_block *block = fm_ring_take(&converter->ring);
    if (block != NULL) {
        bool more = false;
        const enum fm_status status = fm_source_next(&converter->source, block, &more);
        if (status != FM_OK) {
            block->kind = FM_BLOCK_NOTHING;
            block->n = 0;
            block->failed = status;
            block->seq = converter->source.seq++;
            block->input_first = block->input_last = false;
            more = true;
        }
        if (!more) {
            fm_ring_give_back(&converter->ring);
            block = NULL;
        } else if (status != FM_OK) {
            fm_ring_stop(&converter->ring);
        } else {
            fm_ring_weigh(&converter->ring, block);
        }
    }
    fm_decode_pool_leave(converter->pool);
    return block;
}

static void thread_run(void *user)
{
    struct fm_worker_thread *thread = user;
    struct fm_converter *converter = thread->converter;
    struct fm_block *block;
    while ((block = read_next(converter)) != NULL) {
        fm_worker_run(&thread->worker, block);
        if (!block->counted)
            fm_ring_count(&converter->ring, block, false);
        fm_ring_done(&converter->ring, block, commit_block, converter);
    }
}

static enum fm_status threads_start(struct fm_converter *converter,
                                    struct fm_worker_thread *threads)
{
    for (unsigned i = 0; i < converter->threads; i++) {
        threads[i].converter = converter;
        FM_TRY(fm_worker_start(&threads[i].worker, &converter->plan));
        threads[i].worker.wait_numbers = wait_numbers;
        threads[i].worker.write_part = write_part;
        threads[i].worker.user = converter;
    }
    /* Where the system allows fewer threads, those that there are do all of the work. */
    for (unsigned i = 1; i < converter->threads; i++) {
        threads[i].started =
            fm_thread_start(&threads[i].thread, 0, thread_run, &threads[i]) == FM_OK;
        if (!threads[i].started)
            break;
    }
    return FM_OK;
}

static enum fm_status run_threads(struct fm_converter *converter)
{
    struct fm_worker_thread *threads = calloc(converter->threads, sizeof *threads);
    if (threads == NULL)
        return FM_NO_MEMORY;
    const enum fm_status status = threads_start(converter, threads);
    if (status == FM_OK)
        thread_run(&threads[0]);
    else
        fm_ring_stop(&converter->ring);
    for (unsigned i = 0; i < converter->threads; i++) {
        if (threads[i].started)
            fm_thread_join(&threads[i].thread);
        fm_worker_free(&threads[i].worker);
    }
    free(threads);
    return status;
}

/* Outputs get their names only when all is well. */
static enum fm_status finish_outputs(struct fm_converter *converter)
{
    const bool whole = converter->status == FM_OK || converter->status == FM_STOPPED;
    struct fm_error error = {.status = FM_OK};
    enum fm_status status = whole ? fm_stages_finish(&converter->stages, &error) : FM_OK;
    if (whole && status == FM_OK)
        status = fm_stages_commit(&converter->stages, &error);
    if (status != FM_OK) {
        converter->status = FM_OK; /* worse than a stop */
        fail(converter, status, &error);
    }
    converter->totals.outputs_failed = converter->stages.sinks.failures;
    fm_stages_free(&converter->stages);
    return converter->status;
}

/* An input that is not there, before the work. */
static void missing(void *user, const struct fm_error *error)
{
    struct fm_converter *converter = user;
    if (converter->profile->input.on_input_error == FM_ON_INPUT_ERROR_STOP)
        fail(converter, FM_INPUT_FAILED, error);
    else
        report_input(converter, error);
}

/* @return what the run came to: inputs that failed count where nothing else did. */
static enum fm_status result_of(const struct fm_converter *converter, enum fm_status status)
{
    const struct fm_totals *totals = &converter->totals;
    if (status != FM_OK)
        return status;
    return totals->inputs_failed > 0 ? FM_INPUT_FAILED : totals->rejected > 0 ? FM_REJECTED : FM_OK;
}

enum fm_status fm_converter_run(struct fm_converter *converter, const struct fm_inputs *inputs,
                                const struct fm_events *events, struct fm_error *error)
{
    struct fm_error ignored;
    if (error == NULL)
        error = &ignored;
    *error = (struct fm_error){.status = FM_BAD_USE};
    if (!converter->planned || converter->stages.sinks.fixed == NULL || converter->ring.size > 0)
        return FM_BAD_USE;
    converter->events = events;
    if (events != NULL && events->message != NULL && events->warnings)
        converter->plan.needs |= FM_NEEDS_WARNINGS;
    const uint64_t limit = converter->profile->input.max_game_bytes;
    converter->source =
        (struct fm_source){.options = &converter->profile->input,
                           .limit = limit < SIZE_MAX / 4 ? (size_t)limit : SIZE_MAX / 4,
                           .intake.cancelled = &converter->cancelled};
    converter->stages.sinks.failed = events == NULL ? NULL : events->message;
    converter->stages.sinks.user = events == NULL ? NULL : events->user;
    enum fm_status status = fm_named_start(
        converter->stages.sinks.named, (const char *const *)inputs->names, inputs->count,
        events == NULL ? NULL : events->message, events == NULL ? NULL : events->user);
    if (status == FM_OK)
        status = fm_intake_start(&converter->source.intake, inputs, missing, converter);
    if (status == FM_OK)
        status = fm_decode_pool_new(converter->threads, &converter->pool);
    if (status == FM_OK && converter->status == FM_OK) {
        converter->source.pool = converter->threads > 1 ? converter->pool : NULL;
        const size_t blocks = converter->threads == 1 ? 1 : BLOCKS_A_THREAD * converter->threads;
        const uint64_t common = 2 * converter->profile->input.block_bytes;
        status = fm_ring_make(&converter->ring, blocks, converter->plan.sinks,
                              common < COMMON_BLOCK ? COMMON_BLOCK : (size_t)common);
        if (status == FM_OK)
            status = run_threads(converter);
        fm_ring_free(&converter->ring);
    }
    fm_source_free(&converter->source);
    fm_decode_pool_free(converter->pool);
    converter->pool = NULL;
    if (status != FM_OK)
        fail(converter, status, NULL);
    if (atomic_load(&converter->cancelled))
        fail(converter, FM_CANCELLED, NULL);
    status = finish_outputs(converter);
    *error = converter->error;
    error->status = status;
    return result_of(converter, status);
}

const struct fm_totals *fm_converter_totals(const struct fm_converter *converter)
{
    return &converter->totals;
}

bool fm_converter_count(const struct fm_converter *converter, enum fm_count_group group,
                        size_t index, struct fm_count *out)
{
    return fm_census_get(&converter->census, group, index, out);
}

bool fm_converter_condition(const struct fm_converter *converter, size_t *at,
                            struct fm_condition_count *out)
{
    return fm_funnel_get(&converter->plan.funnel, converter->funnel, at, out);
}

bool fm_converter_output(const struct fm_converter *converter, size_t index,
                         struct fm_output_count *out)
{
    const struct fm_plan *plan = &converter->plan;
    if (index >= plan->route_count)
        return false;
    const struct fm_route *route = &plan->routes[index];
    *out =
        (struct fm_output_count){.name = plan->names[index],
                                 .games = route->format == FM_FORMAT_PGN,
                                 .left = fm_funnel_left(&plan->funnel, converter->funnel,
                                                        route->positions_step, FM_POSITION_STEPS)};
    if (route->record.needs & FM_NEEDS_EVAL) {
        const uint64_t records = fm_funnel_left(&plan->funnel, converter->funnel,
                                                route->positions_step, FM_POSITION_VALUES);
        const struct fm_funnel_count *values =
            &converter->funnel[route->positions_step + 1 + FM_POSITION_VALUES];
        out->lacks_eval = records > 0 && values->without == records;
    }
    return true;
}

void fm_converter_cancel(struct fm_converter *converter)
{
    atomic_store_explicit(&converter->cancelled, true, memory_order_relaxed);
}
