/* SPDX-License-Identifier: MIT */
/* Records of one position become one (`output.merge-ops`), in place of unique records: what all
 * of them say is known at the end of the run. They are gathered, sorted by their keys, merged,
 * and given on in the order in which the first of each position came. Both sorts are bounded
 * (ops/sorter.h), and the order of the input decides, so neither memory nor threads nor blocks
 * make a difference. */
#include <config.h>
#include "run/log.h"
#include "run/stage.h"
#include "run/bounds.h"
#include "ops/sorter.h"

/* Gathered records of one route. */
struct merged {
    struct fm_sorter *by_key; /* records sorted by their keys; NULL = nothing is merged; owned */
    uint64_t count;           /* number of records gathered so far */
};

struct merge_stage {
    struct fm_stage_run *run;
    struct fm_buf value;    /* buffer: value of one pair */
    struct merged routes[]; /* one per route */
};

/* Data in front of a gathered record: its place, and its key for later stages. */
struct head {
    uint64_t place;
    struct fm_row_key key;
};

static void merge_stop(void *self)
{
    struct merge_stage *stage = self;
    for (size_t i = 0; i < stage->run->plan->route_count; i++)
        fm_sorter_free(stage->routes[i].by_key);
    fm_buf_free(&stage->value);
}

/* The memory for each of two sorters: one is read while the other is filled. */
static uint64_t merge_memory_of(const struct merge_stage *stage, size_t route)
{
    return stage->run->plan->routes[route].positions->memory / stage->run->shares / 2;
}

static enum fm_status merge_start(void *self, struct fm_stage_run *run, struct fm_error *error)
{
    const struct fm_plan *plan = run->plan;
    (void)error;
    struct merge_stage *stage = self;
    stage->run = run;
    for (size_t i = 0; i < plan->route_count; i++)
        if (plan->routes[i].choice.unique == FM_MERGED)
            FM_TRY(fm_sorter_new(run->spool, merge_memory_of(stage, i), &stage->routes[i].by_key));
    return FM_OK;
}

static enum fm_status merge_put_value(struct merge_stage *stage, const struct head *head,
                                      struct fm_text record)
{
    stage->value.n = 0;
    FM_TRY(fm_buf_append(&stage->value, head, sizeof *head));
    return fm_buf_append_text(&stage->value, record);
}

static struct fm_text merge_value_of(const struct merge_stage *stage)
{
    return fm_buf_text(&stage->value);
}

/* Take the records of one route out of a block. */
static enum fm_status merge_take(struct merge_stage *stage, struct merged *merged, unsigned sink,
                                 struct fm_block *block, struct fm_error *error)
{
    const struct fm_row_key *keys = fm_rows_keys(block, sink);
    for (size_t k = 0; k < fm_rows_key_count(block, sink); k++) {
        struct head head;
        memset(&head, 0, sizeof head); /* its padding, too: all of it may be written */
        head.place = merged->count++;
        head.key.key = keys[k].key;
        head.key.sample = keys[k].sample;
        head.key.group = keys[k].group;
        FM_TRY(merge_put_value(stage, &head, fm_row_text(block, sink, keys[k].row)));
        const struct fm_text key = {(const void *)&keys[k].key, sizeof keys[k].key};
        FM_TRY(fm_sorter_add(merged->by_key, key, merge_value_of(stage), error));
    }
    fm_rows_clear(block, sink);
    return FM_OK;
}

static enum fm_status merge_take_block(void *self, struct fm_block *block, struct fm_error *error)
{
    struct merge_stage *stage = self;
    const struct fm_plan *plan = stage->run->plan;
    for (size_t i = 0; i < plan->route_count; i++) {
        if (stage->routes[i].by_key == NULL)
            continue;
        if (block->work.status != FM_OK && block->work.status != FM_STOPPED)
            return block->work.status; /* a record may not be whole */
        FM_TRY(merge_take(stage, &stage->routes[i], plan->routes[i].sink, block, error));
    }
    return FM_OK;
}

/* State of merging the records of one route. */
struct merging {
    struct merge_stage *stage;
    const struct fm_route *route;
    struct fm_block *block;
    struct fm_merge *merge;
    struct fm_sorter *by_place;
    struct head head;   /* head of the first record of the position */
    struct fm_buf text; /* a merged record */
    fm_pass_block *pass;
    void *user;
};

/* Report a move that is both best and to be avoided: the suites contradict each other. */
static enum fm_status merge_report(const struct merging *merging,
                                   const struct fm_merge_conflict *conflict)
{
    const struct fm_stage_run *const run = merging->stage->run;
    const unsigned log = run->plan->log;
    const struct fm_error found = {.reason = FM_REASON_BM_AM_CONFLICT,
                                   .warning = true,
                                   .minor = true,
                                   .input = conflict->input,
                                   .game = conflict->ordinal,
                                   .listed = conflict->listed,
                                   .what = conflict->move};
    run->account->tally.by_reason[found.reason]++;
    if (run->plan->warns)
        fm_stage_report(run, &found);
    return log == FM_NO_SINK ? FM_OK : fm_log_merged(&merging->block->out[log], &found);
}

/* All records of a position were added: the merged one gets the place of the first. */
static enum fm_status end_position(struct merging *merging, struct fm_error *error)
{
    struct fm_account *account = merging->stage->run->account;
    struct fm_merge_conflict conflict;
    struct fm_warnings notes = {{0}};
    unsigned char place[sizeof merging->head.place];
    const uint64_t repeated = fm_merge_count(merging->merge) - 1;
    merging->text.n = 0;
    FM_TRY(fm_merge_end(merging->merge, &merging->text, &notes, &conflict));
    fm_account_warnings(account, &notes);
    if (conflict.move.n > 0)
        FM_TRY(merge_report(merging, &conflict));
    account->totals.duplicates += repeated;
    fm_account_lost(account, merging->route, FM_POSITION_UNIQUE, repeated);
    for (size_t i = 0; i < sizeof place; i++) /* numbers as bytes in their order */
        place[i] = (unsigned char)(merging->head.place >> (8 * (sizeof place - 1 - i)));
    /* Log lines come before the records: where there are many, the block is passed on now. */
    const unsigned log = merging->stage->run->plan->log;
    if (log != FM_NO_SINK && merging->block->out[log].n >= FM_GATHERED_BYTES)
        FM_TRY(merging->pass(merging->user, merging->block, error));
    FM_TRY(merge_put_value(merging->stage, &merging->head, fm_buf_text(&merging->text)));
    return fm_sorter_add(merging->by_place, (struct fm_text){place, sizeof place},
                         merge_value_of(merging->stage), error);
}

static enum fm_status merge_add(void *user, const struct fm_pair *pair, struct fm_error *error)
{
    struct merging *merging = user;
    const struct fm_hash128 *met = &merging->head.key.key;
    if (fm_merge_count(merging->merge) > 0 && memcmp(met, pair->key.p, sizeof *met) != 0)
        FM_TRY(end_position(merging, error));
    if (fm_merge_count(merging->merge) == 0)
        memcpy(&merging->head, pair->rest.p, sizeof merging->head);
    return fm_merge_add(merging->merge, fm_text_after(pair->rest, sizeof merging->head));
}

static enum fm_status merge_put(void *user, const struct fm_pair *pair, struct fm_error *error)
{
    const struct merging *merging = user;
    struct fm_block *block = merging->block;
    const unsigned sink = merging->route->sink;
    struct fm_buf *out = &block->out[sink];
    struct head head;
    memcpy(&head, pair->rest.p, sizeof head);
    FM_TRY(fm_buf_append_text(out, fm_text_after(pair->rest, sizeof head)));
    head.key.row = (uint32_t)fm_rows_count(block, sink);
    FM_TRY(fm_row_add(block, sink, (struct fm_row){.records = 1}));
    FM_TRY(fm_buf_append(&block->rows[sink].keys, &head.key, sizeof head.key));
    return out->n < FM_GATHERED_BYTES ? FM_OK : merging->pass(merging->user, block, error);
}

static enum fm_status merge_route(struct merging *merging, struct merged *merged,
                                  struct fm_error *error)
{
    FM_TRY(fm_sorter_each(merged->by_key, merge_add, merging, error));
    if (fm_merge_count(merging->merge) > 0)
        FM_TRY(end_position(merging, error));
    fm_sorter_free(merged->by_key);
    merged->by_key = NULL;
    FM_TRY(fm_sorter_each(merging->by_place, merge_put, merging, error));
    return merging->pass(merging->user, merging->block, error);
}

static enum fm_status merge_end(void *self, struct fm_block *block, fm_pass_block *pass, void *user,
                                struct fm_error *error)
{
    struct merge_stage *stage = self;
    enum fm_status status = FM_OK;
    for (size_t i = 0; i < stage->run->plan->route_count && status == FM_OK; i++) {
        struct merging merging = {.stage = stage,
                                  .route = &stage->run->plan->routes[i],
                                  .block = block,
                                  .pass = pass,
                                  .user = user};
        if (stage->routes[i].by_key == NULL)
            continue;
        status = fm_merge_new(&merging.route->merge, &merging.route->sort, &merging.merge);
        FM_NEXT(status,
                fm_sorter_new(stage->run->spool, merge_memory_of(stage, i), &merging.by_place));
        FM_NEXT(status, merge_route(&merging, &stage->routes[i], error));
        fm_sorter_free(merging.by_place);
        fm_merge_free(merging.merge);
        fm_buf_free(&merging.text);
    }
    return status;
}

const struct fm_stage fm_stage_merge = {.bytes = sizeof(struct merge_stage),
                                        .sink_bytes = sizeof(struct merged),
                                        .start = merge_start,
                                        .write = merge_take_block,
                                        .end = merge_end,
                                        .free = merge_stop};
