/* SPDX-License-Identifier: MIT */
/* The order of what is written (`output.sort`): records and games are gathered, and given to the
 * outputs at the end of the run. What came before has left an entry of each in the block's buffers
 * (record/sort_key.h). Of files named after games each is sorted by itself. */
#include <config.h>
#include "convert/stage.h"
#include <stdlib.h>
#include "convert/runs.h"
#include "store/sorter.h"

/* Before the bytes of a game: what its neighbours must be kept apart by. */
struct place {
    uint64_t input;      /* how many inputs had begun */
    uint64_t begin, end; /* in the input */
    struct fm_span_head head;
    struct fm_span_tail tail;
};

struct sort_stage {
    struct fm_stage_run *run;
    struct fm_sorter **sorters; /* one a route; NULL = not sorted; owned */
    uint64_t inputs;            /* begun so far */
    struct fm_buf key, value;   /* of one entry */
};

static void stop(void *self)
{
    struct sort_stage *stage = self;
    for (size_t i = 0; stage->sorters != NULL && i < stage->run->plan->route_count; i++)
        fm_sorter_free(stage->sorters[i]);
    free(stage->sorters);
    fm_buf_free(&stage->key);
    fm_buf_free(&stage->value);
    free(stage);
}

static enum fm_status start(struct fm_stage_run *run, void **self, struct fm_error *error)
{
    const struct fm_plan *plan = run->plan;
    (void)error;
    if (!(plan->needs & FM_NEEDS_SORT))
        return FM_OK;
    struct sort_stage *stage = calloc(1, sizeof *stage);
    if (stage == NULL)
        return FM_NO_MEMORY;
    *self = stage;
    stage->run = run;
    stage->sorters = calloc(plan->route_count + 1, sizeof *stage->sorters);
    if (stage->sorters == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < plan->route_count; i++)
        if (plan->routes[i].needs & FM_NEEDS_SORT)
            FM_TRY(fm_sorter_new(run->spool, plan->routes[i].positions->memory / run->shares,
                                 &stage->sorters[i]));
    return FM_OK;
}

/* What entries of one route are gathered with, block by block. */
struct gathering {
    struct fm_block *block;
    const struct fm_route *route;
    const struct fm_segment *segment; /* of files named after games: the one that is next */
    size_t run;                       /* of games: the one that is next */
};

/* Files come in the order of their names, which have no NUL. */
static enum fm_status make_key(struct sort_stage *stage, struct gathering *gathering, size_t at,
                               struct fm_text values)
{
    const struct fm_segment **segment = &gathering->segment;
    const unsigned sink = gathering->route->sink;
    stage->key.n = 0;
    if (gathering->route->needs & FM_NEEDS_FILE_NAMES) {
        while ((*segment)->sink != sink || (*segment)->end <= at)
            *segment = (*segment)->next;
        FM_TRY(fm_buf_append_text(&stage->key, (*segment)->name));
        FM_TRY(fm_buf_append_short(&stage->key, "", 1));
    }
    return fm_sort_key_make(&gathering->route->sort, values, &stage->key);
}

/* A game takes with it what keeps it apart from others. A line without an end gets one, as another
 * may come after it. */
static enum fm_status make_value(struct sort_stage *stage, struct gathering *gathering,
                                 struct fm_text *text)
{
    struct fm_block *block = gathering->block;
    struct fm_buf *value = &stage->value;
    const unsigned char last = text->p[text->n - 1];
    const bool game = gathering->route->format == FM_FORMAT_PGN;
    if (!game && (last == '\n' || last == '\r'))
        return FM_OK;
    value->n = 0;
    if (game) {
        const struct fm_run *run = &fm_runs_of(block, gathering->route->sink)[gathering->run++];
        struct place place;
        memset(&place, 0, sizeof place); /* its padding, too: all of it may be written */
        place.input = stage->inputs;
        place.begin = run->begin;
        place.end = run->end;
        place.head = run->head;
        place.tail = run->tail;
        FM_TRY(fm_buf_append(value, &place, sizeof place));
    }
    FM_TRY(fm_buf_append_text(value, *text));
    if (!game) {
        FM_TRY(fm_buf_append_short(value, "\n", 1));
        block->tally.by_reason[FM_REASON_SEPARATOR_ADDED]++;
    }
    *text = (struct fm_text){value->p, value->n};
    return FM_OK;
}

static enum fm_status gather(struct sort_stage *stage, struct fm_block *block,
                             const struct fm_route *route, struct fm_error *error)
{
    struct fm_buf *out = &block->out[route->sink];
    struct gathering gathering = {.block = block, .route = route, .segment = block->segments};
    struct fm_text rest = {out->p, out->n}, values;
    while (rest.n > 0) {
        const size_t at = out->n - rest.n;
        struct fm_text text = fm_sort_entry_take(&rest, &values);
        FM_TRY(make_key(stage, &gathering, at, values));
        FM_TRY(make_value(stage, &gathering, &text));
        FM_TRY(fm_sorter_add(stage->sorters[route->sink],
                             (struct fm_text){stage->key.p, stage->key.n}, text, error));
    }
    out->n = block->keys[route->sink].n = block->runs[route->sink].n = 0;
    return FM_OK;
}

/* The segments of outputs that are not sorted stay. */
static void drop_segments(const struct fm_plan *plan, struct fm_block *block)
{
    struct fm_segment **link = &block->segments;
    block->segment_last = NULL;
    while (*link != NULL) {
        if (plan->routes[(*link)->sink].needs & FM_NEEDS_SORT) {
            *link = (*link)->next;
        } else {
            block->segment_last = *link;
            link = &(*link)->next;
        }
    }
    block->segment_tail = link;
}

/* Where memory was out in the middle of a game, its entry is not whole. */
static enum fm_status take_block(void *self, struct fm_block *block, struct fm_error *error)
{
    struct sort_stage *stage = self;
    const struct fm_plan *plan = stage->run->plan;
    if (block->status != FM_OK && block->status != FM_STOPPED)
        return block->status;
    stage->inputs += block->input_first;
    for (size_t i = 0; i < plan->route_count; i++)
        if (stage->sorters[i] != NULL)
            FM_TRY(gather(stage, block, &plan->routes[i], error));
    drop_segments(plan, block);
    return FM_OK;
}

/* Where what was gathered of one route goes. */
struct writing {
    const struct sort_stage *stage;
    const struct fm_route *route;
    struct fm_block *block;
    fm_pass_block *pass;
    void *user;
    uint64_t input, end; /* of the game written last */
    uint64_t place;      /* where it would end if the games followed one another in one input */
};

/* Give the game a place: after the last one if it followed it in the input, else apart from it. */
static enum fm_status put_run(struct writing *writing, struct fm_text *value)
{
    struct place place;
    memcpy(&place, value->p, sizeof place);
    *value = (struct fm_text){value->p + sizeof place, value->n - sizeof place};
    const bool follows = writing->input == place.input && writing->end == place.begin;
    const uint64_t begin = follows ? writing->place : writing->place + 1;
    const struct fm_run run = {.at = writing->block->out[writing->route->sink].n,
                               .begin = begin,
                               .end = begin + 1,
                               .last = SIZE_MAX,
                               .head = place.head,
                               .tail = place.tail};
    writing->input = place.input;
    writing->end = place.end;
    writing->place = run.end;
    return fm_buf_append(&writing->block->runs[writing->route->sink], &run, sizeof run);
}

/* The file that the record goes to is the beginning of its key. */
static enum fm_status put_segment(const struct writing *writing, struct fm_text key, size_t n)
{
    struct fm_block *block = writing->block;
    const unsigned sink = writing->route->sink;
    const struct fm_text name = {key.p,
                                 (size_t)((const unsigned char *)memchr(key.p, 0, key.n) - key.p)};
    struct fm_segment *last = block->segment_last;
    const size_t begin = block->out[sink].n;
    if (last != NULL && last->sink == sink && fm_text_equal(last->name, name)) {
        last->end = begin + n;
        return FM_OK;
    }
    struct fm_segment *made = fm_arena_alloc(&block->arena, sizeof *made);
    const struct fm_text copy = fm_arena_copy(&block->arena, name);
    if (made == NULL || copy.p == NULL)
        return FM_NO_MEMORY;
    *made = (struct fm_segment){.sink = sink, .name = copy, .begin = begin, .end = begin + n};
    *block->segment_tail = block->segment_last = made;
    block->segment_tail = &made->next;
    return FM_OK;
}

/* The stages after this one get a mark of each record, too: it is they that number and limit. */
static enum fm_status put_entry(void *user, struct fm_text key, struct fm_text value,
                                struct fm_error *error)
{
    enum { ENOUGH = 256 * 1024 };
    struct writing *writing = user;
    struct fm_buf *out = &writing->block->out[writing->route->sink];
    if (writing->route->format == FM_FORMAT_PGN)
        FM_TRY(put_run(writing, &value));
    if (writing->route->needs & FM_NEEDS_FILE_NAMES)
        FM_TRY(put_segment(writing, key, value.n));
    FM_TRY(fm_buf_append_text(out, value));
    const struct fm_key_mark mark = {.end = out->n};
    FM_TRY(fm_buf_append(&writing->block->keys[writing->route->sink], &mark, sizeof mark));
    if (out->n < ENOUGH)
        return FM_OK;
    if (atomic_load_explicit(writing->stage->run->cancelled, memory_order_relaxed))
        return FM_CANCELLED;
    return writing->pass(writing->user, writing->block, error);
}

static enum fm_status end(void *self, struct fm_block *block, fm_pass_block *pass, void *user,
                          struct fm_error *error)
{
    struct sort_stage *stage = self;
    for (size_t i = 0; i < stage->run->plan->route_count; i++) {
        struct writing writing = {.stage = stage,
                                  .route = &stage->run->plan->routes[i],
                                  .block = block,
                                  .pass = pass,
                                  .user = user};
        if (stage->sorters[i] == NULL)
            continue;
        FM_TRY(fm_sorter_each(stage->sorters[i], put_entry, &writing, error));
        FM_TRY(pass(user, block, error));
        fm_sorter_free(stage->sorters[i]); /* the next one may need the memory */
        stage->sorters[i] = NULL;
    }
    return FM_OK;
}

const struct fm_stage fm_stage_sort = {
    .start = start, .write = take_block, .end = end, .free = stop};
