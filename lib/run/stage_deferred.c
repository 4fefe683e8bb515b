/* SPDX-License-Identifier: MIT */
/* Records that are written at the end of a run: a sample of the whole (`sample: total`), and
 * rows of groups of positions (`rows: groups`). This stage gathers them in the order of the
 * input, so neither threads nor blocks make a difference. */
#include <config.h>
#include "run/stage.h"
#include "run/bounds.h"
#include "record/book.h"
#include "ops/group_sample.h"
#include "ops/groups.h"
#include "ops/run_sample.h"

/* Gathered records of one route. The pointers are NULL where records are written as they come,
 * else one is not. */
struct gathered {
    struct fm_run_sample *sample;      /* owned */
    struct fm_group_sample *of_groups; /* a sample of each group; owned */
    struct fm_groups *groups;          /* owned */
    uint64_t offered;                  /* number of records given so far */
};

struct deferred {
    const struct fm_plan *plan;
    struct fm_account *account;
    struct gathered routes[]; /* one per route */
};

static void deferred_stop(void *self)
{
    struct deferred *deferred = self;
    for (size_t i = 0; i < deferred->plan->route_count; i++) {
        fm_run_sample_free(deferred->routes[i].sample);
        fm_group_sample_free(deferred->routes[i].of_groups);
        fm_groups_free(deferred->routes[i].groups);
    }
}

static enum fm_status deferred_start(void *self, struct fm_stage_run *run, struct fm_error *error)
{
    const struct fm_plan *plan = run->plan;
    (void)error;
    struct deferred *made = self;
    made->plan = plan;
    made->account = run->account;
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_route *route = &plan->routes[i];
        const uint64_t memory = route->positions->memory / run->shares;
        if (fm_route_samples_groups(route))
            FM_TRY(fm_group_sample_new(run->spool, memory, route->choice.of_run,
                                       &made->routes[i].of_groups));
        else if (route->choice.of_run > 0)
            FM_TRY(fm_run_sample_new(run->spool, memory, route->choice.of_run, true,
                                     &made->routes[i].sample));
        if (fm_route_groups(route))
            FM_TRY(fm_groups_new(run->spool, fm_route_is_book(route) ? FM_BOOK_MOVE : 0, memory,
                                 &made->routes[i].groups));
    }
    return FM_OK;
}

static bool gathers(const struct gathered *gathered)
{
    return gathered->sample != NULL || gathered->of_groups != NULL || gathered->groups != NULL;
}

/* Add the records of a block to their groups. */
static enum fm_status take_grouped(struct fm_groups *groups, const struct fm_block *block,
                                   unsigned sink, struct fm_error *error)
{
    const struct fm_row *const rows = fm_rows_of(block, sink);
    const size_t count = fm_rows_count(block, sink);
    struct fm_grouped records[FM_GROUPED_MOST];
    for (size_t row = 0, n = 0; row < count; row++) {
        records[n++] =
            (struct fm_grouped){.group = fm_row_text(block, sink, row),
                                .counts = fm_counts_of_one(rows[row].half_points, rows[row].black)};
        if (n < FM_GROUPED_MOST && row + 1 < count)
            continue;
        FM_TRY(fm_groups_add(groups, records, n, error));
        n = 0;
    }
    return FM_OK;
}

/* Take the records of one route out of a block. */
static enum fm_status deferred_take(struct gathered *gathered, const struct fm_route *route,
                                    struct fm_block *block, struct fm_error *error)
{
    const struct fm_row_key *keys = fm_rows_keys(block, route->sink);
    const size_t count = fm_rows_key_count(block, route->sink);
    if (gathered->groups != NULL)
        FM_TRY(take_grouped(gathered->groups, block, route->sink, error));
    for (size_t k = 0; k < count && gathered->groups == NULL; k++) {
        const struct fm_text text = fm_row_text(block, route->sink, keys[k].row);
        if (gathered->sample != NULL)
            FM_TRY(fm_run_sample_offer(gathered->sample, keys[k].sample, text, error));
        else
            FM_TRY(fm_group_sample_offer(gathered->of_groups, keys[k].group, keys[k].sample, text,
                                         error));
    }
    gathered->offered += count;
    fm_rows_clear(block, route->sink);
    return FM_OK;
}

static enum fm_status deferred_take_block(void *self, struct fm_block *block,
                                          struct fm_error *error)
{
    struct deferred *deferred = self;
    for (size_t i = 0; i < deferred->plan->route_count; i++) {
        struct gathered *gathered = &deferred->routes[i];
        const struct fm_route *route = &deferred->plan->routes[i];
        if (gathers(gathered))
            FM_TRY(deferred_take(gathered, route, block, error));
        if (gathered->sample != NULL) /* ready for the block's next input */
            block->rows[route->sink].sample_bound = fm_run_sample_bound(gathered->sample);
    }
    return FM_OK;
}

/* State of writing the gathered records of one route. */
struct writing {
    struct fm_block *block;
    const struct fm_route *route;
    unsigned sink;
    struct fm_account *account;
    /* Name of the file, as a place in the block's texts. All records go to files of this one
     * name, with or without their numbers. */
    uint32_t name;
    fm_pass_block *pass;
    void *user;
    struct fm_error *error;
    uint64_t records;                  /* number of records written so far */
    bool joins;                        /* true: nothing looks at a record of a row by itself */
    struct fm_record_scratch *scratch; /* scratch memory for rows of groups */
    struct fm_record_input in; /* what is known of a group; its size makes it dear to clear */
};

static enum fm_status deferred_name_file(struct writing *writing)
{
    const struct fm_record_input in = {.encoding = FM_ENCODING_AUTO};
    struct fm_block *block = writing->block;
    struct fm_buf name = {NULL, 0, 0};
    enum fm_status status =
        fm_file_name_render(&writing->route->file_name, &in, &block->arena, &name);
    if (status == FM_OK)
        status = fm_block_add_text(block, fm_buf_text(&name), &writing->name);
    fm_buf_free(&name);
    return status;
}

/* The block is empty afterwards. */
static enum fm_status deferred_pass_on(struct writing *writing)
{
    writing->name = 0;
    return writing->pass(writing->user, writing->block, writing->error);
}

/* Count @p records appended records, and pass the block on when it has the usual size of a
 * block. */
static enum fm_status deferred_put(struct writing *writing, uint32_t records)
{
    struct fm_block *const block = writing->block;
    const size_t end = block->out[writing->sink].n;
    struct fm_row *const last = fm_rows_last(block, writing->sink);
    if (writing->route->file_name.template != NULL && writing->name == 0)
        FM_TRY(deferred_name_file(writing));
    if (writing->joins && last != NULL) {
        last->end = end;
        last->records += records;
    } else {
        FM_TRY(fm_row_add(block, writing->sink,
                          (struct fm_row){.records = records, .name = writing->name}));
    }
    writing->records += records;
    return end >= FM_GATHERED_BYTES ? deferred_pass_on(writing) : FM_OK;
}

static enum fm_status deferred_put_record(void *user, struct fm_text text, struct fm_error *error)
{
    struct writing *writing = user;
    (void)error; /* writing->error has the same */
    FM_TRY(fm_buf_append_text(&writing->block->out[writing->sink], text));
    return deferred_put(writing, 1);
}

/* Append the sort key of a row, then the row. A row without a required value is skipped. */
static enum fm_status put_row(struct writing *writing)
{
    const struct fm_route *route = writing->route;
    const struct fm_record_input *const in = &writing->in;
    struct fm_buf *out = &writing->block->out[writing->sink];
    const size_t begin = out->n;
    struct fm_warnings notes;
    fm_warnings_reset(&notes);
    if (route->sort.count > 0)
        FM_TRY(fm_sort_entry_begin(&route->sort, in, SIZE_MAX / 2, &writing->scratch->arena, out));
    FM_TRY(fm_group_write(&route->group, in, writing->scratch, out, &notes));
    if (FM_UNLIKELY(!fm_warnings_is_empty(&notes)))
        fm_account_warnings(writing->account, &notes);
    if (route->sort.count > 0)
        fm_sort_entry_end(&route->sort, out, begin);
    if (out->n > begin)
        return deferred_put(writing, 1);
    writing->account->totals.unwritten++;
    fm_account_lost(writing->account, route, FM_POSITION_VALUES, 1);
    return FM_OK;
}

static enum fm_status put_group(void *user, struct fm_text bytes, const struct fm_counts *counts,
                                struct fm_error *error)
{
    struct writing *writing = user;
    const struct fm_route *route = writing->route;
    struct fm_text values[FM_GROUP_VALUES_MAX];
    (void)error; /* writing->error has the same */
    fm_account_lost(writing->account, route, FM_POSITION_GROUPS, counts->count - 1);
    if (counts->count < route->spec->min_count) {
        fm_account_lost(writing->account, route, FM_POSITION_MIN_COUNT, 1);
        return FM_OK;
    }
    writing->in.counts = counts;
    fm_group_fill(&route->group, bytes, values, &writing->in);
    return put_row(writing);
}

/* Each entry of a book is a record. */
static enum fm_status put_entries(struct writing *writing, size_t begin)
{
    const size_t count = (writing->block->out[writing->sink].n - begin) / FM_BOOK_ENTRY;
    size_t row = fm_rows_count(writing->block, writing->sink);
    if (count == 0)
        return FM_OK;
    if (!fm_route_counts(writing->route))
        return deferred_put(writing, (uint32_t)count);
    for (size_t i = 1; i < count; i++) /* they are counted one by one */
        FM_TRY(fm_row_add(writing->block, writing->sink, (struct fm_row){.records = 1}));
    for (size_t i = 1; i < count; i++, row++)
        fm_rows_of(writing->block, writing->sink)[row].end = begin + i * FM_BOOK_ENTRY;
    return deferred_put(writing, 1);
}

struct book {
    struct writing *writing;
    struct fm_book book;
};

/* Moves come in the order of their bytes, which is that of a book. */
static enum fm_status put_move(void *user, struct fm_text move, const struct fm_counts *counts,
                               struct fm_error *error)
{
    struct book *b = user;
    const struct fm_route *route = b->writing->route;
    struct fm_buf *out = &b->writing->block->out[b->writing->sink];
    const size_t begin = out->n;
    const enum fm_book_weights weights = route->spec->weights;
    const uint64_t weight = weights == FM_WEIGHTS_RESULTS  ? 2 * counts->mover_wins + counts->draws
                            : weights == FM_WEIGHTS_COUNTS ? counts->count
                                                           : 1;
    const bool rare = weight > 0 && counts->count < route->spec->min_count;
    (void)error;
    b->writing->account->totals.duplicates += counts->count - 1;
    if (weight == 0 || rare) {
        const enum fm_position_step step =
            weight == 0 ? FM_POSITION_WEIGHTS : FM_POSITION_MIN_COUNT;
        struct fm_funnel_count *at =
            &b->writing->account->funnel[route->steps.positions + 1 + step];
        at->lost += counts->count;
        at->without += weight == 0 ? counts->count : 0;
    }
    FM_TRY(fm_book_add(&b->book, move, rare ? 0 : weight, out));
    return put_entries(b->writing, begin);
}

static enum fm_status put_book(struct fm_groups *groups, struct writing *writing)
{
    struct book b = {.writing = writing};
    struct fm_buf *out = &writing->block->out[writing->sink];
    enum fm_status status = fm_groups_each(groups, put_move, &b, writing->error);
    const size_t begin = out->n;
    if (status == FM_OK)
        status = fm_book_end(&b.book, out);
    if (status == FM_OK)
        status = put_entries(writing, begin);
    fm_book_free(&b.book);
    return status;
}

static enum fm_status deferred_end(void *self, struct fm_block *block, fm_pass_block *pass,
                                   void *user, struct fm_error *error)
{
    struct deferred *deferred = self;
    for (size_t i = 0; i < deferred->plan->route_count; i++) {
        struct gathered *gathered = &deferred->routes[i];
        const struct fm_route *route = &deferred->plan->routes[i];
        if (!gathers(gathered))
            continue;
        struct writing writing = {.block = block,
                                  .route = route,
                                  .sink = route->sink,
                                  .account = deferred->account,
                                  .joins = gathered->groups != NULL && route->sort.count == 0 &&
                                           !fm_route_counts(route),
                                  .pass = pass,
                                  .user = user,
                                  .error = error};
        if (gathered->groups != NULL && fm_route_is_book(route)) {
            FM_TRY(put_book(gathered->groups, &writing));
        } else if (gathered->groups != NULL) {
            static const struct fm_game no_game = {.result = FM_RESULT_NONE};
            struct fm_record_scratch scratch = {.room = SIZE_MAX};
            writing.scratch = &scratch;
            writing.in.game = &no_game;
            const enum fm_status status =
                fm_groups_each(gathered->groups, put_group, &writing, error);
            fm_record_scratch_free(&scratch);
            FM_TRY(status);
        }
        if (gathered->sample != NULL)
            FM_TRY(fm_run_sample_each(gathered->sample, deferred_put_record, &writing, error));
        if (gathered->of_groups != NULL)
            FM_TRY(fm_group_sample_each(gathered->of_groups, deferred_put_record, &writing, error));
        if (gathered->groups == NULL) {
            fm_account_lost(deferred->account, route, FM_POSITION_SAMPLE_TOTAL,
                            gathered->offered - writing.records);
        }
        FM_TRY(deferred_pass_on(&writing));
    }
    return FM_OK;
}

const struct fm_stage fm_stage_deferred = {.bytes = sizeof(struct deferred),
                                           .sink_bytes = sizeof(struct gathered),
                                           .start = deferred_start,
                                           .write = deferred_take_block,
                                           .end = deferred_end,
                                           .free = deferred_stop};
