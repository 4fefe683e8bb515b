/* Records that are written at the end of a run: a sample of the whole (`sample: total`), and counts
 * by position ({count}, {score}). This stage gathers them in the order of the input, so neither
 * threads nor blocks make a difference. */
#include <config.h>
#include "convert/stage.h"
#include <stdlib.h>
#include "record/book.h"
#include "record/count_mark.h"
#include "store/key_counts.h"
#include "store/run_sample.h"
#include "store/sorter.h"

/* What is gathered of one route. Both pointers are NULL where records are written as they come. */
struct gathered {
    struct fm_run_sample *sample; /* owned */
    struct fm_key_counts *counts; /* owned */
    uint64_t offered;             /* records that came */
};

struct deferred {
    const struct fm_plan *plan;
    struct fm_spool *spool;
    struct gathered *routes; /* route_count of them; owned */
};

static void stop(void *self)
{
    struct deferred *deferred = self;
    for (size_t i = 0; deferred->routes != NULL && i < deferred->plan->route_count; i++) {
        fm_run_sample_free(deferred->routes[i].sample);
        fm_key_counts_free(deferred->routes[i].counts);
    }
    free(deferred->routes);
    free(deferred);
}

static enum fm_status start(struct fm_stage_run *run, void **self, struct fm_error *error)
{
    const struct fm_plan *plan = run->plan;
    (void)error;
    if (!(plan->needs & (FM_NEEDS_RUN_SAMPLE | FM_NEEDS_REPORT)))
        return FM_OK;
    struct deferred *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    *self = made;
    made->plan = plan;
    made->spool = run->spool;
    made->routes = calloc(plan->route_count + 1, sizeof *made->routes);
    if (made->routes == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_route *route = &plan->routes[i];
        const uint64_t memory = route->positions->memory / run->shares;
        if (route->needs & FM_NEEDS_RUN_SAMPLE)
            FM_TRY(fm_run_sample_new(run->spool, memory, route->positions->sample_total,
                                     &made->routes[i].sample));
        if (route->needs & FM_NEEDS_REPORT)
            FM_TRY(fm_key_counts_new(run->spool, memory, &made->routes[i].counts));
    }
    return FM_OK;
}

/* Take the records of one route out of a block's buffer, and out of its totals. */
static enum fm_status take(struct gathered *gathered, const struct fm_route *route,
                           struct fm_block *block, struct fm_error *error)
{
    struct fm_buf *out = &block->out[route->sink];
    const struct fm_key_mark *marks = (const void *)block->keys[route->sink].p;
    const size_t count = block->keys[route->sink].n / sizeof *marks;
    size_t begin = 0;
    for (size_t k = 0; k < count; k++) {
        const struct fm_text text = {out->p + begin, marks[k].end - begin};
        const int half = marks[k].half_points;
        if (gathered->counts != NULL)
            FM_TRY(fm_key_counts_add(gathered->counts, marks[k].key,
                                     marks[k].black && half >= 0 ? 2 - half : half, text, error));
        else
            FM_TRY(fm_run_sample_offer(gathered->sample, marks[k].sample, text, error));
        begin = marks[k].end;
    }
    block->totals.records -= count;
    gathered->offered += count;
    out->n = block->keys[route->sink].n = 0;
    return FM_OK;
}

static enum fm_status take_block(void *self, struct fm_block *block, struct fm_error *error)
{
    struct deferred *deferred = self;
    for (size_t i = 0; i < deferred->plan->route_count; i++) {
        struct gathered *gathered = &deferred->routes[i];
        if (gathered->sample != NULL || gathered->counts != NULL)
            FM_TRY(take(gathered, &deferred->plan->routes[i], block, error));
        if (gathered->sample != NULL) /* for the block's next input */
            block->sample_bounds[deferred->plan->routes[i].sink] =
                fm_run_sample_bound(gathered->sample);
    }
    return FM_OK;
}

/* Where the records of one route go. */
struct writing {
    struct fm_block *block;
    const struct fm_route *route;
    unsigned sink;
    bool marks; /* a later stage counts or numbers the records */
    fm_pass_block *pass;
    void *user;
    struct fm_error *error;
    uint64_t records; /* written so far */
};

static enum fm_status pass_on(const struct writing *writing)
{
    return writing->pass(writing->user, writing->block, writing->error);
}

/* A record was appended. Pass the block on when it is about as large as blocks are. */
static enum fm_status put(struct writing *writing)
{
    enum { ENOUGH = 256 * 1024 };
    struct fm_block *block = writing->block;
    const struct fm_key_mark mark = {.end = block->out[writing->sink].n};
    block->totals.records++;
    writing->records++;
    if (writing->marks)
        FM_TRY(fm_buf_append(&block->keys[writing->sink], &mark, sizeof mark));
    return mark.end >= ENOUGH ? pass_on(writing) : FM_OK;
}

static enum fm_status put_record(void *user, struct fm_text text, struct fm_error *error)
{
    struct writing *writing = user;
    (void)error; /* the same as writing->error */
    FM_TRY(fm_buf_append_text(&writing->block->out[writing->sink], text));
    return put(writing);
}

static enum fm_status put_count(void *user, const struct fm_key_count *entry)
{
    struct writing *writing = user;
    struct fm_buf *out = &writing->block->out[writing->sink];
    FM_TRY(writing->route->needs & FM_NEEDS_SORT
               ? fm_sort_entry_fill(&writing->route->sort, entry->text, entry->count, entry->scored,
                                    entry->half_points, out)
               : fm_count_marks_fill(entry->text, entry->count, entry->scored, entry->half_points,
                                     out));
    writing->block->totals.duplicates += entry->count - 1;
    return put(writing);
}

/* A book: its moves in the order of their bytes, which fm_key_counts does not have. */
struct book {
    struct writing *writing;
    struct fm_sorter *sorter;
    struct fm_book book;
};

static enum fm_status sort_move(void *user, const struct fm_key_count *entry)
{
    struct book *b = user;
    const enum fm_book_weights weights = b->writing->route->spec->weights;
    const uint64_t weight = weights == FM_WEIGHTS_RESULTS  ? entry->half_points
                            : weights == FM_WEIGHTS_COUNTS ? entry->count
                                                           : 1;
    struct fm_block *block = b->writing->block;
    block->totals.duplicates += entry->count - 1;
    if (weight == 0) {
        const size_t step = b->writing->route->positions_step + 1 + FM_POSITION_WEIGHTS;
        block->funnel[step].lost += entry->count;
        block->funnel[step].without += entry->count;
    }
    return fm_sorter_add(b->sorter, entry->text,
                         (struct fm_text){(const void *)&weight, sizeof weight}, b->writing->error);
}

/* Each entry is a record. */
static enum fm_status put_entries(struct writing *writing, size_t begin)
{
    struct fm_block *block = writing->block;
    while (begin < block->out[writing->sink].n) {
        const struct fm_key_mark mark = {.end = begin += FM_BOOK_ENTRY};
        block->totals.records++;
        writing->records++;
        if (writing->marks)
            FM_TRY(fm_buf_append(&block->keys[writing->sink], &mark, sizeof mark));
    }
    return FM_OK;
}

static enum fm_status put_move(void *user, struct fm_text move, struct fm_text value,
                               struct fm_error *error)
{
    enum { ENOUGH = 256 * 1024 };
    struct book *b = user;
    struct fm_buf *out = &b->writing->block->out[b->writing->sink];
    const size_t begin = out->n;
    uint64_t weight;
    (void)error;
    memcpy(&weight, value.p, sizeof weight);
    FM_TRY(fm_book_add(&b->book, move, weight, out));
    FM_TRY(put_entries(b->writing, begin));
    return out->n < ENOUGH ? FM_OK : pass_on(b->writing);
}

static enum fm_status write_book(struct writing *writing, struct fm_key_counts *counts,
                                 struct fm_spool *spool, uint64_t memory)
{
    struct book b = {.writing = writing};
    struct fm_buf *out = &writing->block->out[writing->sink];
    FM_TRY(fm_sorter_new(spool, memory, &b.sorter));
    enum fm_status status = fm_key_counts_each(counts, sort_move, &b, writing->error);
    if (status == FM_OK)
        status = fm_sorter_each(b.sorter, put_move, &b, writing->error);
    const size_t begin = out->n;
    if (status == FM_OK)
        status = fm_book_end(&b.book, out);
    if (status == FM_OK)
        status = put_entries(writing, begin);
    fm_book_free(&b.book);
    fm_sorter_free(b.sorter);
    return status;
}

static enum fm_status end(void *self, struct fm_block *block, fm_pass_block *pass, void *user,
                          struct fm_error *error)
{
    struct deferred *deferred = self;
    for (size_t i = 0; i < deferred->plan->route_count; i++) {
        struct gathered *gathered = &deferred->routes[i];
        const struct fm_route *route = &deferred->plan->routes[i];
        const bool marks = (route->needs & (FM_NEEDS_LIMIT | FM_NEEDS_RECORD)) != 0;
        struct writing writing = {block, route, route->sink, marks, pass, user, error, 0};
        if (route->book)
            FM_TRY(write_book(&writing, gathered->counts, deferred->spool,
                              route->positions->memory / 2));
        else if (gathered->counts != NULL)
            FM_TRY(fm_key_counts_each(gathered->counts, put_count, &writing, error));
        if (gathered->sample != NULL) {
            FM_TRY(fm_run_sample_each(gathered->sample, put_record, &writing, error));
            block->funnel[route->positions_step + 1 + FM_POSITION_SAMPLE_TOTAL].lost +=
                gathered->offered - writing.records;
        }
        FM_TRY(pass_on(&writing));
    }
    return FM_OK;
}

const struct fm_stage fm_stage_deferred = {
    .start = start,
    .write = take_block,
    .end = end,
    .refusal =
        "what is written at the end of the run (samples of the run, counts) cannot be combined with a checkpoint",
    .free = stop};
