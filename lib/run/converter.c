/* SPDX-License-Identifier: MIT */
/* The converter: N equal threads. Each reads a block under the reader's token, works it, and does
 * the steps that are due (ring.h). One thread means the caller's own and no other. */
#include <config.h>
#include "run/converter.h"
#include "fenmill.h"
#include <stdatomic.h>
#include <stdlib.h>
#include "base/thread.h"
#include "os/os.h"
#include "run/bounds.h"
#include "run/commit.h"
#include "run/excluded.h"
#include "run/plan.h"
#include "run/ring.h"
#include "run/claim.h"
#include "run/source.h"
#include "run/play.h"
#include "run/work_items.h"
#include "run/work_games.h"
#include "run/work_lines.h"

struct fm_worker_thread;

struct fm_converter {
    const struct fm_profile *profile;
    unsigned threads;
    struct fm_plan plan;
    bool planned;
    struct fm_ring ring;
    /* threads that decode inputs; the thread that holds its token reads */
    struct fm_decode_pool *pool;
    struct fm_encode_pool *encoders; /* pool that compresses the outputs */
    /* the `threads` worker threads of the run; the first is the caller's */
    struct fm_worker_thread *workers;
    bool begun; /* true: the run has begun, so blocks can be read */
    struct fm_source source;
    atomic_bool own_cancelled;
    /* `own_cancelled`, or the flag of the run that this one collects keys for */
    atomic_bool *cancelled;
    const char *temporary;        /* folder of temporary files, from the destinations */
    struct fm_delivery *delivers; /* receiver of the blocks, given by the reader; NULL = none */
    struct fm_commit commit;
    uint64_t tags_seen; /* tags of plan.used_tags that a kept game had: set of 1 << index */
};

struct fm_worker_thread {
    struct fm_converter *converter;
    struct fm_worker worker;
    pthread_t thread;
    bool started;
};

enum fm_status fm_converter_new(const struct fm_profile *profile, unsigned threads,
                                struct fm_converter **out, struct fm_error *error)
{
    if (profile == NULL || !profile->finished || threads == 0 || threads > FM_THREADS_MAX) {
        if (error != NULL)
            *error = (struct fm_error){.status = FM_BAD_USE};
        return FM_BAD_USE;
    }
    struct fm_converter *made = calloc(1, sizeof *made);
    FM_TRY_MADE(made);
    made->profile = profile;
    made->threads = fm_os_threads(threads, FM_THREAD_BYTES);
    made->commit.account.totals.tally = &made->commit.account.tally;
    atomic_init(&made->own_cancelled, false);
    made->cancelled = &made->own_cancelled;
    *out = made;
    return FM_OK;
}

void fm_converter_free(struct fm_converter *converter)
{
    if (converter == NULL)
        return;
    fm_commit_free(&converter->commit);
    fm_encode_pool_free(converter->encoders);
    fm_excluded_free(&converter->plan);
    fm_plan_free(&converter->plan);
    free(converter);
}

/* The tags that templates of the outputs name. */
static enum fm_status find_used_tags(struct fm_plan *plan)
{
    struct fm_used_tags *used = &plan->used_tags;
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_route *route = &plan->routes[i];
        FM_TRY(fm_used_tags_add(used, route->file_name.template, &plan->arena));
        for (size_t k = 0; k < route->record.count; k++)
            FM_TRY(fm_used_tags_add(used, route->record.slots[k].value, &plan->arena));
        for (size_t k = 0; k < route->sampled.values.count; k++)
            FM_TRY(fm_used_tags_add(used, route->sampled.values.slots[k].value, &plan->arena));
        for (size_t k = 0; k < route->sort.count; k++)
            FM_TRY(fm_used_tags_add(used, fm_sort_template(&route->sort, k), &plan->arena));
        for (size_t k = 0; k < route->tags.set_count; k++)
            FM_TRY(fm_used_tags_add(used, fm_tag_plan_template(&route->tags, k), &plan->arena));
    }
    return FM_OK;
}

/* @param collects  NULL: an ordinary run. */
static enum fm_status prepare(struct fm_converter *converter, const struct fm_destinations *to,
                              const struct fm_excluded_file *collects, struct fm_error *error)
{
    struct fm_plan *plan = &converter->plan;
    converter->planned = true;
    converter->temporary = to->temporary;
    FM_TRY(fm_plan_make(plan, converter->profile, to, error));
    FM_TRY(find_used_tags(plan));
    plan->delivers = converter->delivers;
    if (converter->delivers != NULL)
        converter->delivers->numbers = (plan->routes->record.needs & FM_NEEDS_RECORD) != 0;
    FM_TRY(fm_shard_check(plan, error));
    if (collects != NULL) {
        plan->delivers = &collects->delivery;
        fm_excluded_style(plan, collects);
    }
    FM_TRY(fm_encode_pool_new(converter->threads, converter->cancelled, &converter->encoders));
    return fm_commit_start(&converter->commit, plan, to, converter->cancelled, converter->encoders,
                           error);
}

void fm_converter_deliver(struct fm_converter *converter, struct fm_delivery *delivery)
{
    converter->delivers = delivery;
}

enum fm_status fm_converter_to(struct fm_converter *converter, const struct fm_destinations *to,
                               struct fm_error *error)
{
    struct fm_destinations given;
    error = FM_ERROR_OR_OWN(error);
    *error = (struct fm_error){.status = FM_BAD_USE};
    if (converter->planned || !fm_given(&given, sizeof given, to))
        return FM_BAD_USE;
    return prepare(converter, &given, NULL, error);
}

/* @return false: there is nothing left to read; the block is unused. */
static bool read_into(struct fm_converter *converter, struct fm_block *block)
{
    bool more = false;
    const enum fm_status status = fm_source_next(&converter->source, block, &more);
    if (status == FM_OK && !more) {
        fm_ring_give_back(&converter->ring);
        return false;
    }
    if (status == FM_OK) {
        fm_ring_weigh(&converter->ring, block);
    } else {
        block->kind = FM_BLOCK_NOTHING;
        block->n = 0;
        block->input.failed = status;
        block->seq = converter->source.seq++;
        block->input.first = block->input.last = false;
        fm_ring_stop(&converter->ring);
    }
    return true;
}

/* Read the next block, or blocks, and leave the token to another thread. It is held from taking a
 * slot until its block is read, so slots are filled in their order. A thread that waits for a slot
 * holds it too: the others then work on earlier blocks, or wait here. Of small inputs several are
 * read, as passing the token on takes as long as reading one; but not where that may have to wait,
 * as for a pipe. */
static struct fm_block *read_blocks(struct fm_converter *converter)
{
    const uint64_t enough = converter->profile->input.block_bytes / 2;
    struct fm_block *first = NULL, *block, **at = &first;
    uint64_t bytes = 0;
    unsigned n = 0;
    fm_decode_pool_enter(converter->pool);
    while ((block = fm_ring_take(&converter->ring, first == NULL)) != NULL &&
           read_into(converter, block)) {
        block->next = NULL;
        *at = block;
        at = &block->next;
        bytes += block->n;
        if (bytes >= enough || ++n == FM_SMALL_INPUTS || !block->input.last ||
            fm_intake_may_wait(&converter->source.intake))
            break;
    }
    fm_decode_pool_leave(converter->pool);
    return first;
}

/* Do all of a block's work that needs no other block. */
static void work(struct fm_worker *worker, struct fm_block *block)
{
    fm_worker_begin(worker, block);
    block->work.status = fm_work_block(worker);
    if (block->work.status != FM_OK &&
        block->work.status != FM_STOPPED) /* the last item may not be whole */
        fm_rows_cut_items(block, fm_block_item_count(block));
    fm_work_close(block);
}

/* Read the next blocks and do all that is due. @return false: there is nothing left to read. */
static bool work_next(struct fm_worker_thread *thread)
{
    struct fm_converter *converter = thread->converter;
    struct fm_block *block = read_blocks(converter), *next;
    const bool more = block != NULL;
    for (; block != NULL; block = next) {
        next = block->next; /* once it is done, the block is another thread's */
        fm_claim_read(block);
        fm_ring_await_room(&converter->ring, block);
        work(&thread->worker, block);
        if (!block->numbers.counted)
            fm_ring_count(&converter->ring, block, false);
        fm_ring_done(&converter->ring, block);
    }
    return more;
}

static void *thread_run(void *user)
{
    while (work_next(user))
        ;
    return NULL;
}

static enum fm_status threads_start(struct fm_converter *converter)
{
    struct fm_worker_thread *threads = calloc(converter->threads, sizeof *threads);
    FM_TRY_MADE(threads);
    converter->workers = threads;
    for (unsigned i = 0; i < converter->threads; i++) {
        threads[i].converter = converter;
        FM_TRY(fm_worker_start(&threads[i].worker, &converter->plan, &converter->ring));
        FM_TRY(fm_games_start(&threads[i].worker));
    }
    /* Where the system allows fewer threads, the started ones do all of the work. */
    for (unsigned i = 1; i < converter->threads; i++) {
        threads[i].started =
            fm_thread_start(&threads[i].thread, 0, thread_run, &threads[i]) == FM_OK;
        if (!threads[i].started)
            break;
    }
    return FM_OK;
}

static void threads_stop(struct fm_converter *converter)
{
    struct fm_worker_thread *threads = converter->workers;
    for (unsigned i = 0; threads != NULL && i < converter->threads; i++) {
        if (threads[i].started)
            (void)pthread_join(threads[i].thread, NULL);
        fm_games_stop(&threads[i].worker);
        converter->tags_seen |= threads[i].worker.tags_seen;
        fm_worker_free(&threads[i].worker);
    }
    free(threads);
    converter->workers = NULL;
}

/* An input that does not exist. */
static void missing(void *user, const struct fm_error *error)
{
    struct fm_converter *converter = user;
    fm_commit_missing(&converter->commit, error);
}

/* Beside a block for each thread, some wait to be written. More of them would take memory and
 * gain nothing: where they pile up, writing is what all threads wait for. Of small inputs there
 * are more: while a thread works those that it has read, another one reads as many, and if it
 * waited for each of them to be written, the two would wake each other for each. */
static struct fm_ring_limits limits_of(size_t threads, uint64_t block_bytes)
{
    const size_t piece = block_bytes < SIZE_MAX / 1024 ? (size_t)block_bytes : SIZE_MAX / 1024;
    const size_t blocks =
        threads == 1 ? 1 : threads + (threads < FM_RING_WAITING ? threads : FM_RING_WAITING);
    const size_t small =
        2 * FM_SMALL_INPUTS * (threads < FM_RING_READING ? threads : FM_RING_READING);
    return (struct fm_ring_limits){.blocks = threads == 1 ? 1 : blocks + small,
                                   .common_blocks = blocks,
                                   .small_bytes = blocks * piece / 2,
                                   .bytes = blocks * FM_RING_BYTES,
                                   .results = blocks * FM_RING_BYTES,
                                   .common = 2 * piece < FM_KEPT_INPUT ? FM_KEPT_INPUT : 2 * piece};
}

/* A message about a file of what is excluded. */
static void forward(void *user, const struct fm_error *error)
{
    struct fm_error marked = *error;
    marked.excluded = true;
    fm_stage_report(user, &marked);
}

/* Run the converter of a file of what is excluded. */
static enum fm_status run_collecting(struct fm_converter *made, const struct fm_excluded_file *file,
                                     struct fm_stage_run *run, struct fm_error *error)
{
    const struct fm_events forwarded = {
        .size = sizeof forwarded, .user = run, .message = forward, .warnings = run->plan->warns};
    const struct fm_destinations to = {
        .size = sizeof to, .output = file->positions ? "-" : NULL, .temporary = made->temporary};
    char *name = (char *)(uintptr_t)file->name; /* it is not written */
    const struct fm_inputs inputs = {.size = sizeof inputs, .names = &name, .count = 1};
    FM_TRY(prepare(made, &to, file, error));
    return fm_converter_run(made, &inputs, &forwarded, error);
}

/* Rejected games of the file are counted, and the run goes on. The texts of a failure belong to
 * the other converter. */
static enum fm_status collect(void *user, const struct fm_excluded_file *file)
{
    struct fm_converter *converter = user, *made;
    struct fm_error error = {.status = FM_OK};
    FM_TRY(fm_converter_new(&file->profile, converter->threads, &made, &error));
    made->cancelled = converter->cancelled;
    made->temporary = converter->temporary;
    enum fm_status status = run_collecting(made, file, &converter->commit.stages.run, &error);
    const uint64_t rejected = made->commit.account.totals.rejected;
    if (!file->book)
        converter->commit.account.totals.excluded_rejected += rejected;
    if (status == FM_REJECTED)
        status = FM_OK;
    if (status == FM_OK && file->book && rejected > 0) {
        error = (struct fm_error){
            .input = file->name,
            .detail = FM_TEXT("a part of this book cannot be read, as reported above; correct it, "
                              "or leave it out")};
        status = FM_INPUT_FAILED;
    }
    if (status != FM_OK)
        fm_commit_fail(&converter->commit, status, &error);
    fm_converter_free(made);
    return status;
}

static enum fm_status read_excluded(struct fm_converter *converter, struct fm_error *error)
{
    const struct fm_excluding how = {.games = converter->commit.stages.run.games,
                                     .temporary = converter->temporary,
                                     .cancelled = converter->cancelled,
                                     .collect = collect,
                                     .user = converter};
    return fm_excluded_read(&converter->plan, &how, error);
}

/* Up to where blocks can be read. */
static enum fm_status begin_reading(struct fm_converter *converter, const struct fm_inputs *inputs,
                                    const struct fm_events *events, struct fm_error *error)
{
    const struct fm_profile_input *input = &converter->profile->input;
    struct fm_commit *commit = &converter->commit;
    FM_TRY(fm_stages_begin(&commit->stages, inputs, events));
    FM_TRY(fm_intake_take_part(&converter->source.intake, inputs, converter->profile,
                               converter->plan.delivers == NULL, error));
    if (fm_plan_is_shard(&converter->plan) && converter->plan.counts)
        FM_TRY(fm_shard_put(&converter->source.intake.shard, input->shard.number, inputs,
                            &commit->account.shard, error));
    FM_TRY(fm_intake_start(&converter->source.intake, inputs, missing, converter));
    if (commit->error.status == FM_OK)
        FM_TRY(read_excluded(converter, error));
    FM_TRY(fm_decode_pool_new(converter->threads, &converter->pool));
    if (commit->error.status != FM_OK) /* a message ended the run */
        return FM_OK;
    const struct fm_ring_limits limits = limits_of(converter->threads, input->block_bytes);
    converter->source.shared = converter->threads > 1;
    converter->source.pool = converter->source.shared ? converter->pool : NULL;
    FM_TRY(fm_ring_make(&converter->ring, &limits, commit));
    return threads_start(converter);
}

/* Are games selected by what a position has not? */
static bool selects_games(const struct fm_profile_games *games)
{
    return games->tag_count > 0 || fm_game_steps_known(games, FM_KNOWN_TAGS | FM_KNOWN_CLASS) != 0;
}

/* The treatment of lists: among selected games, a record of a list would be a game without
 * players. */
static enum fm_lists lists_of(const struct fm_plan *plan)
{
    const struct fm_profile_input *input = &plan->profile->input;
    bool selects = selects_games(&plan->profile->games);
    for (size_t i = 0; i < plan->route_count; i++)
        selects |= plan->routes[i].spec->has_when && selects_games(&plan->routes[i].spec->when);
    const bool collects = plan->delivers != NULL && plan->delivers->only;
    if (collects || input->lists != FM_LISTS_AUTO)
        return collects ? FM_LISTS_READ : input->lists;
    return selects && fm_plan_copies_games(plan) && input->format == FM_INPUT_AUTO ? FM_LISTS_AUTO
                                                                                   : FM_LISTS_READ;
}

enum fm_status fm_converter_begin(struct fm_converter *converter, const struct fm_inputs *inputs,
                                  const struct fm_events *events)
{
    struct fm_commit *commit = &converter->commit;
    struct fm_error error = {.status = FM_OK};
    const uint64_t limit = converter->profile->input.max_game_bytes;
    if (events != NULL && events->message != NULL && events->warnings)
        converter->plan.warns = true;
    converter->source = (struct fm_source){
        .options = &converter->profile->input,
        .limit = limit < SIZE_MAX / 4 ? (size_t)limit : SIZE_MAX / 4,
        .lists = lists_of(&converter->plan),
        .from = converter->delivers != NULL ? converter->delivers->from
                                            : (struct fm_game_place){.number = 0},
        .intake.cancelled = converter->cancelled,
        .intake.verify = converter->profile->input.verify};
    const enum fm_status status = begin_reading(converter, inputs, events, &error);
    if (status != FM_OK)
        fm_commit_fail(commit, status, &error);
    converter->begun = status == FM_OK;
    return status;
}

bool fm_converter_step(struct fm_converter *converter)
{
    return converter->begun && converter->workers != NULL && work_next(converter->workers);
}

enum fm_status fm_converter_end(struct fm_converter *converter, struct fm_error *error)
{
    struct fm_commit *commit = &converter->commit;
    enum fm_status status = FM_OK;
    threads_stop(converter);
    fm_ring_free(&converter->ring);
    if (converter->begun) {
        commit->stages.run.followed =
            fm_source_is_followed(&converter->source, &commit->stages.run.followed_at);
        commit->stages.run.begins = converter->source.begins;
        commit->stages.run.ends = fm_source_ends(&converter->source);
        status = fm_excluded_check(&converter->plan, error);
    }
    fm_source_free(&converter->source);
    fm_decode_pool_free(converter->pool);
    converter->pool = NULL;
    if (status != FM_OK)
        fm_commit_fail(commit, status, error);
    if (atomic_load(converter->cancelled))
        fm_commit_fail(commit, FM_CANCELLED, NULL);
    fm_encode_pool_start_helpers(converter->encoders);
    status = fm_commit_end(commit);
    fm_encode_pool_stop_helpers(converter->encoders);
    *error = commit->error;
    return status;
}

enum fm_status fm_converter_run(struct fm_converter *converter, const struct fm_inputs *inputs,
                                const struct fm_events *events, struct fm_error *error)
{
    struct fm_inputs read;
    struct fm_events reported;
    error = FM_ERROR_OR_OWN(error);
    *error = (struct fm_error){.status = FM_BAD_USE};
    if (!converter->commit.stages.started || !fm_inputs_given(&read, inputs) ||
        (events != NULL && !fm_given(&reported, sizeof reported, events)))
        return FM_BAD_USE;
    if (fm_converter_begin(converter, &read, events == NULL ? NULL : &reported) == FM_OK)
        while (fm_converter_step(converter))
            ;
    return fm_converter_end(converter, error);
}

const struct fm_totals *fm_converter_totals(const struct fm_converter *converter)
{
    return &converter->commit.account.totals;
}

bool fm_converter_count(const struct fm_converter *converter, enum fm_count_group group,
                        size_t index, struct fm_count *out)
{
    return fm_census_get(&converter->commit.account.census, group, index, out);
}

bool fm_converter_condition(const struct fm_converter *converter, size_t *at,
                            struct fm_condition_count *out)
{
    return fm_funnel_get(&converter->plan.funnel, converter->commit.account.funnel, at, out);
}

bool fm_converter_explanation(const struct fm_converter *converter, struct fm_explanation *out)
{
    const struct fm_explained *one = converter->commit.account.explained;
    if (one == NULL || !one->decided)
        return false;
    *out = (struct fm_explanation){
        .totals = &one->counts.totals,
        .reason = (enum fm_reason)one->reason,
        .class_name = one->class_ < FM_CLASSES ? fm_class_names[one->class_] : NULL,
        .text = fm_buf_text(&one->text),
        .log = fm_buf_text(&one->log),
        .records = one->records};
    return true;
}

bool fm_converter_explained_condition(const struct fm_converter *converter, size_t *at,
                                      struct fm_condition_count *out)
{
    const struct fm_explained *one = converter->commit.account.explained;
    return one != NULL && fm_funnel_get(&converter->plan.funnel, one->counts.funnel, at, out);
}

bool fm_converter_explained_count(const struct fm_converter *converter, enum fm_count_group group,
                                  struct fm_count *out)
{
    const struct fm_explained *one = converter->commit.account.explained;
    return one != NULL && fm_census_get(&one->counts.census, group, 0, out);
}

bool fm_converter_output(const struct fm_converter *converter, size_t index,
                         struct fm_output_count *out)
{
    const struct fm_plan *plan = &converter->plan;
    if (index >= plan->route_count)
        return false;
    const struct fm_route *route = &plan->routes[index];
    *out = (struct fm_output_count){
        .name = plan->names[index],
        .games = route->format == FM_FORMAT_PGN,
        .left = fm_funnel_left(&plan->funnel, converter->commit.account.funnel,
                               route->steps.positions, FM_POSITION_STEPS)};
    if (route->format != FM_FORMAT_PGN && (route->values & FM_NEEDS_EVAL)) {
        const uint64_t records = fm_funnel_left(&plan->funnel, converter->commit.account.funnel,
                                                route->steps.positions, FM_POSITION_VALUES);
        const struct fm_funnel_count *values =
            &converter->commit.account.funnel[route->steps.positions + 1 + FM_POSITION_VALUES];
        out->lacks_eval = records > 0 && values->without == records;
    }
    return true;
}

struct fm_text fm_converter_shard(const struct fm_converter *converter)
{
    return fm_buf_text(&converter->commit.account.shard);
}

bool fm_converter_missing_tag(const struct fm_converter *converter, size_t index,
                              struct fm_missing_tag *out)
{
    const struct fm_used_tags *used = &converter->plan.used_tags;
    for (size_t i = 0; i < used->count && converter->commit.account.totals.kept > 0; i++) {
        if ((converter->tags_seen >> i & 1) || index-- > 0)
            continue;
        *out = (struct fm_missing_tag){.name = (const char *)used->tags[i].name.p,
                                       .hint = fm_template_tag_hint(used->tags[i].name),
                                       .number = used->tags[i].number};
        return true;
    }
    return false;
}

void fm_converter_cancel(struct fm_converter *converter)
{
    atomic_store_explicit(converter->cancelled, true, memory_order_relaxed);
}
