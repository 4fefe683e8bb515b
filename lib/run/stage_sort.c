/* SPDX-License-Identifier: MIT */
/* Sorted outputs (`output.sort`): records and games are gathered, and given to the outputs at
 * the end of the run. The worker or an earlier stage has written an entry for each of them to
 * the block's buffers (record/sort_key.h). Files named after games get theirs in the order of all,
 * of which a limit takes the first. */
#include <config.h>
#include "run/stage.h"
#include "run/bounds.h"
#include "record/sort_key.h"
#include "ops/sorter.h"

/* Data in front of a gathered game: how to separate it from its neighbours. */
struct place {
    uint64_t input;      /* number of inputs that had begun */
    uint64_t begin, end; /* offsets in the input */
    struct fm_span_head head;
    struct fm_span_tail tail;
};

struct sort_stage {
    struct fm_stage_run *run;
    uint64_t inputs;             /* number of inputs begun so far */
    struct fm_buf value;         /* buffer: value of one entry */
    struct fm_sorter *sorters[]; /* one sorter per route; NULL = not sorted; owned */
};

static void sort_stop(void *self)
{
    struct sort_stage *stage = self;
    for (size_t i = 0; i < stage->run->plan->route_count; i++)
        fm_sorter_free(stage->sorters[i]);
    fm_buf_free(&stage->value);
}

static enum fm_status sort_start(void *self, struct fm_stage_run *run, struct fm_error *error)
{
    const struct fm_plan *plan = run->plan;
    (void)error;
    struct sort_stage *stage = self;
    stage->run = run;
    for (size_t i = 0; i < plan->route_count; i++)
        if (plan->routes[i].sort.count > 0)
            FM_TRY(fm_sorter_new(run->spool, plan->routes[i].positions->memory / run->shares,
                                 &stage->sorters[i]));
    return FM_OK;
}

/* Make the value of an entry. A game keeps the data that separates it from others; the names of its
 * files, which have no NUL, come before the text. A line without a line end gets one, as another
 * may come after it. @param joint  of a game; NULL: the text is a record. @param names  empty: the
 * output has one file. */
static enum fm_status sort_make_value(struct sort_stage *stage, const struct fm_route *route,
                                      const struct fm_joint *joint, struct fm_text names,
                                      struct fm_pair *pair)
{
    struct fm_buf *value = &stage->value;
    const bool lines = joint == NULL && !fm_format_has(route->format, FM_FORMAT_BINARY);
    const struct fm_text shared = fm_pair_shared(pair);
    const struct fm_text end = pair->rest.n > 0 ? pair->rest : shared;
    const unsigned char last = end.p[end.n - 1];
    const bool open = lines && last != '\n' && last != '\r';
    if (joint == NULL && names.n == 0 && !open)
        return FM_OK;
    value->n = 0;
    if (joint != NULL) {
        struct place place;
        memset(&place, 0, sizeof place); /* its padding, too: all of it may be written */
        place.input = stage->inputs;
        place.begin = joint->begin;
        place.end = joint->end;
        place.head = joint->head;
        place.tail = joint->tail;
        FM_TRY(fm_buf_append(value, &place, sizeof place));
    }
    if (names.n > 0)
        FM_TRY(FM_APPEND(value, names, {(const unsigned char *)"", 1}));
    FM_TRY(FM_APPEND(value, shared, pair->rest));
    if (open) {
        FM_TRY(fm_buf_append_short(value, "\n", 1));
        stage->run->account->tally.by_reason[FM_REASON_SEPARATOR_ADDED]++;
    }
    *pair = (struct fm_pair){pair->key, fm_buf_text(value), 0};
    return FM_OK;
}

/* Each row is an entry, or several of the same game. */
static enum fm_status sort_gather(struct sort_stage *stage, struct fm_block *block,
                                  const struct fm_route *route, struct fm_error *error)
{
    const unsigned sink = route->sink;
    const bool games = fm_rows_have_joints(block, sink);
    for (size_t i = 0; i < fm_rows_count(block, sink); i++) {
        const struct fm_joint *joint = games ? &fm_rows_joints(block, sink)[i] : NULL;
        const uint32_t name = fm_rows_of(block, sink)[i].name;
        const struct fm_text names = name == 0 ? FM_NO_TEXT : fm_block_text(block, name);
        const struct fm_text text = fm_row_text(block, sink, i);
        for (const unsigned char *at = text.p; at < text.p + text.n;) {
            struct fm_pair entry;
            at = fm_sort_entry_read(&route->sort, at, &entry);
            FM_TRY(sort_make_value(stage, route, joint, names, &entry));
            FM_TRY(fm_sorter_add_pair(stage->sorters[sink], &entry, error));
        }
    }
    fm_rows_clear(block, sink);
    return FM_OK;
}

/* A block whose work has failed is not taken: its last entry may not be complete. */
static enum fm_status sort_take_block(void *self, struct fm_block *block, struct fm_error *error)
{
    struct sort_stage *stage = self;
    const struct fm_plan *plan = stage->run->plan;
    if (block->work.status != FM_OK && block->work.status != FM_STOPPED)
        return block->work.status;
    stage->inputs += block->input.first;
    for (size_t i = 0; i < plan->route_count; i++)
        if (stage->sorters[i] != NULL)
            FM_TRY(sort_gather(stage, block, &plan->routes[i], error));
    return FM_OK;
}

/* State of writing the gathered entries of one route. */
struct writing {
    const struct sort_stage *stage;
    const struct fm_route *route;
    struct fm_block *block;
    fm_pass_block *pass;
    void *user;
    bool apart;          /* true: each entry has a row, as later stages look at it */
    uint64_t input, end; /* input and end offset of the game written last */
    /* end offset of the text as written: games that followed each other in the input still do, all
     * others do not */
    uint64_t place;
};

/* Give the game a place: after the last one if it followed it in the input, else apart from it. */
static enum fm_status put_joint(struct writing *writing, const struct place *place)
{
    const bool follows = writing->input == place->input && writing->end == place->begin;
    const uint64_t begin = follows ? writing->place : writing->place + 1;
    const struct fm_joint joint = {.begin = begin,
                                   .end = begin + 1,
                                   .last = SIZE_MAX,
                                   .head = place->head,
                                   .tail = place->tail};
    writing->input = place->input;
    writing->end = place->end;
    writing->place = joint.end;
    return fm_buf_append(&writing->block->rows[writing->route->sink].joints, &joint, sizeof joint);
}

/* Take the names of its files from the text of a record. */
static enum fm_status take_names(const struct writing *writing, struct fm_text *text, uint32_t *out)
{
    struct fm_block *block = writing->block;
    const unsigned sink = writing->route->sink;
    const unsigned char *const nul = memchr(text->p, 0, text->n);
    const struct fm_text names = fm_text_between(text->p, nul);
    const size_t rows = fm_rows_count(block, sink);
    *text = fm_text_between(nul + 1, text->p + text->n);
    *out = rows == 0 ? 0 : fm_rows_of(block, sink)[rows - 1].name;
    return *out > 0 && fm_text_equal(fm_block_text(block, *out), names)
               ? FM_OK
               : fm_block_add_text(block, names, out);
}

/* Write an entry as a row of its own. */
static enum fm_status sort_put_row(struct writing *writing, const struct fm_pair *pair)
{
    struct fm_block *block = writing->block;
    const unsigned sink = writing->route->sink;
    struct fm_row row = {.records = 1};
    struct fm_text rest = pair->rest;
    if (writing->route->format == FM_FORMAT_PGN) {
        struct place place;
        memcpy(&place, rest.p, sizeof place);
        rest = fm_text_after(rest, sizeof place);
        FM_TRY(put_joint(writing, &place));
    }
    if (writing->route->file_name.template != NULL)
        FM_TRY(take_names(writing, &rest, &row.name));
    FM_TRY(FM_APPEND(&block->out[sink], fm_pair_shared(pair), rest));
    return fm_row_add(block, sink, row);
}

static enum fm_status sort_put_entry(void *user, const struct fm_pair *pair, struct fm_error *error)
{
    struct writing *writing = user;
    struct fm_buf *out = &writing->block->out[writing->route->sink];
    if (FM_UNLIKELY(writing->apart)) {
        FM_TRY(sort_put_row(writing, pair));
    } else {
        FM_TRY(fm_buf_append_text(out, fm_pair_shared(pair)));
        FM_TRY(fm_buf_append_text(out, pair->rest));
        writing->block->rows[writing->route->sink].plain++;
    }
    if (out->n < FM_GATHERED_BYTES)
        return FM_OK;
    if (atomic_load_explicit(writing->stage->run->cancelled, memory_order_relaxed))
        return FM_CANCELLED;
    return writing->pass(writing->user, writing->block, error);
}

static enum fm_status sort_end(void *self, struct fm_block *block, fm_pass_block *pass, void *user,
                               struct fm_error *error)
{
    struct sort_stage *stage = self;
    for (size_t i = 0; i < stage->run->plan->route_count; i++) {
        const struct fm_route *route = &stage->run->plan->routes[i];
        struct writing writing = {
            .stage = stage, .route = route, .block = block, .pass = pass, .user = user};
        writing.apart =
            fm_route_counts(route) || fm_route_names(route) || route->format == FM_FORMAT_PGN;
        if (stage->sorters[i] == NULL)
            continue;
        FM_TRY(fm_sorter_each(stage->sorters[i], sort_put_entry, &writing, error));
        FM_TRY(pass(user, block, error));
        fm_sorter_free(stage->sorters[i]); /* the next one may need the memory */
        stage->sorters[i] = NULL;
    }
    return FM_OK;
}

const struct fm_stage fm_stage_sort = {.bytes = sizeof(struct sort_stage),
                                       .sink_bytes = sizeof(struct fm_sorter *),
                                       .start = sort_start,
                                       .write = sort_take_block,
                                       .end = sort_end,
                                       .free = sort_stop};
