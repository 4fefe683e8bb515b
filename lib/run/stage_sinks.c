/* SPDX-License-Identifier: MIT */
/* The last stage: it writes blocks to the files of the plan, and to files whose names are made
 * from games (`to: "{class}/{year}.pgn"`). An output that fails, or whose reader has closed it,
 * is removed, and the others go on. */
#include <config.h>
#include "run/stage.h"
#include "io/output.h"
#include "run/named.h"

/* A sink of the plan. */
struct sink {
    /* NULL = its name depends on the game, or it was removed; owned */
    struct fm_output *fixed;
    struct fm_seam seam;
    struct fm_shard_output part; /* what the statistics of a shard say of it */
};

struct sinks {
    struct fm_stage_run *run;
    const struct fm_plan *plan;
    struct fm_named_files *named; /* files with names from games; NULL = none; owned */
    bool tells;                   /* true: a shard, whose statistics tell its outputs */
    uint64_t inputs;              /* number of inputs begun so far */
    struct fm_error failure;      /* first failure of an output; status FM_OK = none */
    struct sink sinks[];          /* one per sink of the plan */
};

static enum fm_status write_to_sink(struct fm_output *output, const struct fm_seam *seam,
                                    const void *text, size_t n, struct fm_error *error)
{
    if (FM_UNLIKELY(seam->part != NULL))
        fm_digest_add(&seam->part->digest, text, n);
    return fm_output_write(output, text, n, error);
}

/* Records that depend on those before them are joined now. @param entries  empty: the file ends. */
static enum fm_status write_joined(struct fm_output *output, struct fm_seam *seam,
                                   struct fm_text entries, struct fm_error *error)
{
    struct fm_buf joined = {NULL, 0, 0};
    enum fm_status status = fm_formats[seam->format]->join(&seam->chain, entries, &joined);
    FM_NEXT(status, write_to_sink(output, seam, joined.p, joined.n, error));
    fm_buf_free(&joined);
    return status;
}

static bool is_joined(const struct fm_seam *seam)
{
    return seam->format != FM_FORMAT_AUTO && fm_formats[seam->format]->join != NULL;
}

/* A list whose last line has no end must not run into the next one's first. */
static enum fm_status write_lines(struct sinks *sinks, struct fm_output *output,
                                  struct fm_seam *seam, const struct fm_block *block,
                                  struct fm_text text, struct fm_error *error)
{
    if (text.n == 0)
        return FM_OK;
    if (FM_UNLIKELY(seam->open && seam->input != sinks->inputs) && block->listed) {
        FM_TRY(write_to_sink(output, seam, "\n", 1, error));
        sinks->run->account->tally.by_reason[FM_REASON_SEPARATOR_ADDED]++;
    }
    if (seam->part != NULL && seam->part->begin == FM_SHARD_BEGIN_NONE)
        seam->part->begin = block->listed ? FM_SHARD_BEGIN_LIST : FM_SHARD_BEGIN_TEXT;
    const unsigned char last = text.p[text.n - 1];
    seam->open = last != '\n' && last != '\r' && !fm_format_has(seam->format, FM_FORMAT_BINARY);
    seam->input = sinks->inputs;
    return is_joined(seam) ? write_joined(output, seam, text, error)
                           : write_to_sink(output, seam, text.p, text.n, error);
}

/* Spans that do not follow each other in an input are kept apart. */
static enum fm_status write_joint(struct sinks *sinks, struct fm_output *output,
                                  struct fm_seam *seam, const struct fm_joint *joint,
                                  struct fm_text text, struct fm_error *error)
{
    unsigned char between[FM_SEPARATOR_MAX];
    const bool follows = seam->input == sinks->inputs && seam->end == joint->begin && !joint->apart;
    const size_t n = follows ? 0 : fm_separator(&seam->tail, &joint->head, between);
    sinks->run->account->tally.by_reason[FM_REASON_SEPARATOR_ADDED] += n > 0;
    if (seam->part != NULL && seam->part->begin == FM_SHARD_BEGIN_NONE) {
        seam->part->begin = FM_SHARD_BEGIN_SPAN;
        seam->part->head = joint->head;
        seam->part->from =
            (struct fm_shard_place){sinks->inputs == 1 && !joint->apart, joint->begin};
    }
    seam->input = sinks->inputs;
    seam->end = joint->end;
    seam->tail = joint->tail;
    FM_TRY(write_to_sink(output, seam, between, n, error));
    return write_to_sink(output, seam, text.p, text.n, error);
}

/* Write rows from..to of a sink; those of records in one step. */
static enum fm_status write_rows(struct sinks *sinks, struct fm_output *output,
                                 struct fm_seam *seam, const struct fm_block *block, unsigned sink,
                                 size_t from, size_t to, struct fm_error *error)
{
    if (!fm_rows_have_joints(block, sink)) {
        const struct fm_text text = fm_rows_text(block, sink, from, to);
        return write_lines(sinks, output, seam, block, text, error);
    }
    for (size_t i = from; i < to; i++)
        if (fm_row_text(block, sink, i).n > 0)
            FM_TRY(write_joint(sinks, output, seam, &fm_rows_joints(block, sink)[i],
                               fm_row_text(block, sink, i), error));
    return FM_OK;
}

/* Open the file of a sink. */
static enum fm_status open_fixed(struct sinks *sinks, unsigned i, struct fm_error *error)
{
    const struct fm_stage_run *run = sinks->run;
    const struct fm_plan *plan = run->plan;
    const struct fm_compression how = fm_plan_compression(plan, i, run->pool);
    if (i < plan->route_count && plan->routes[i].called)
        FM_TRY(fm_output_open_call(plan->names[i], run->to->write, run->to->write_user, how,
                                   &sinks->sinks[i].fixed, error));
    else
        FM_TRY(fm_output_open_with(plan->names[i], run->to->force, how, &sinks->sinks[i].fixed,
                                   error));
    if (i >= plan->route_count || plan->routes[i].record.head.n == 0)
        return FM_OK;
    const struct fm_text head = plan->routes[i].record.head;
    return write_to_sink(sinks->sinks[i].fixed, &sinks->sinks[i].seam, head.p, head.n, error);
}

/* A receiver of blocks takes the place of the outputs. */
static bool writes_outputs(const struct fm_plan *plan)
{
    return plan->delivers == NULL;
}

static enum fm_status sinks_start(void *self, struct fm_stage_run *run, struct fm_error *error)
{
    const struct fm_plan *plan = run->plan;
    const struct fm_destinations *to = run->to;
    struct sinks *sinks = self;
    sinks->run = run;
    sinks->plan = plan;
    sinks->tells = fm_plan_is_shard(plan) && plan->counts;
    for (unsigned i = 0; i < plan->sinks; i++) {
        if (sinks->tells)
            sinks->sinks[i].seam.part = &sinks->sinks[i].part;
        const struct fm_route *route = i < plan->route_count ? &plan->routes[i] : NULL;
        sinks->sinks[i].seam.format = route != NULL ? route->format : FM_FORMAT_AUTO;
        if (route == NULL || route->file_name.template == NULL)
            FM_TRY(open_fixed(sinks, i, error));
        else if (sinks->named == NULL)
            FM_TRY(fm_named_open(plan, to, run->pool, &sinks->named, error));
    }
    return FM_OK;
}

/* Each failure is reported; the first is the run's. A reader that has closed its end is no
 * failure. */
static void note_failure(struct sinks *sinks, enum fm_status status, const struct fm_error *fault)
{
    if (status == FM_OK || status == FM_PIPE_CLOSED)
        return;
    if (status == FM_OUTPUT_FAILED) {
        sinks->run->outputs_failed++;
        fm_stage_report(sinks->run, fault);
    }
    if (sinks->failure.status != FM_OK)
        return;
    sinks->failure = *fault;
    sinks->failure.status = status;
}

/* The result of a write: a failed output is removed, and the run goes on while anything is left. */
static enum fm_status sinks_settle(struct sinks *sinks, struct fm_output **output,
                                   struct fm_seam *seam, enum fm_status status,
                                   struct fm_error *error)
{
    if (FM_LIKELY(status == FM_OK) || (status != FM_OUTPUT_FAILED && status != FM_PIPE_CLOSED))
        return status;
    fm_output_discard(*output);
    *output = NULL;
    seam->lost = true;
    note_failure(sinks, status, error);
    /* Statistics need all of the input. */
    bool left = sinks->named != NULL || sinks->plan->counts;
    for (unsigned i = 0; i < sinks->plan->sinks; i++)
        left = left || sinks->sinks[i].fixed != NULL;
    if (left)
        return FM_OK;
    if (sinks->failure.status != FM_OK)
        *error = sinks->failure;
    return sinks->failure.status != FM_OK ? sinks->failure.status : FM_PIPE_CLOSED;
}

/* The file of a name; its output is NULL where the name was refused. */
static enum fm_status find_named(struct sinks *sinks, unsigned sink, struct fm_text name,
                                 struct fm_named **out, struct fm_error *error)
{
    bool made;
    struct fm_named *named;
    const struct fm_text head = sinks->plan->routes[sink].record.head;
    FM_TRY(fm_named_find(sinks->named, sink, name, &named, &made, error));
    *out = named;
    named->seam.format = sinks->sinks[sink].seam.format;
    if (!made || head.n == 0 || named->output == NULL)
        return FM_OK;
    return sinks_settle(sinks, &named->output, &named->seam,
                        fm_output_write(named->output, head.p, head.n, error), error);
}

/* Write all of a sink. Text that is not in rows is lines. */
static enum fm_status put_all(struct sinks *sinks, const struct fm_block *block, unsigned sink,
                              struct fm_error *error)
{
    struct fm_output **output = &sinks->sinks[sink].fixed;
    struct fm_seam *seam = &sinks->sinks[sink].seam;
    const struct fm_text text = fm_buf_text(&block->out[sink]);
    if (*output == NULL || text.n == 0)
        return FM_OK;
    return sinks_settle(
        sinks, output, seam,
        fm_rows_have_joints(block, sink)
            ? write_rows(sinks, *output, seam, block, sink, 0, fm_rows_count(block, sink), error)
            : write_lines(sinks, *output, seam, block, text, error),
        error);
}

static enum fm_status put_named(struct sinks *sinks, struct fm_named *named,
                                const struct fm_block *block, unsigned sink, size_t from, size_t to,
                                struct fm_error *error)
{
    if (named->output == NULL)
        return FM_OK;
    return sinks_settle(
        sinks, &named->output, &named->seam,
        write_rows(sinks, named->output, &named->seam, block, sink, from, to, error), error);
}

/* What depends on records after the last one is complete. */
static enum fm_status end_joined(struct sinks *sinks, struct fm_output **output,
                                 struct fm_seam *seam, struct fm_error *error)
{
    if (*output == NULL || !is_joined(seam))
        return FM_OK;
    return sinks_settle(sinks, output, seam, write_joined(*output, seam, FM_NO_TEXT, error), error);
}

/* Find the file for the next record of a name with {chunk}, and how many more records it takes. */
static enum fm_status find_chunk(struct sinks *sinks, unsigned sink, struct fm_text of,
                                 uint64_t *room, struct fm_named **out, struct fm_error *error)
{
    const uint64_t most = sinks->plan->routes[sink].spec->chunk;
    struct fm_chunks *chunks = fm_named_chunks(sinks->named, sink, of);
    struct fm_buf name = {NULL, 0, 0};
    FM_TRY_MADE(chunks);
    *room = most - chunks->written % most;
    if (*room == most) {
        if (chunks->named != NULL)
            FM_TRY(end_joined(sinks, &chunks->named->output, &chunks->named->seam, error));
        enum fm_status status = fm_file_name_number(of, chunks->written / most + 1, &name);
        FM_NEXT(status, find_named(sinks, sink, fm_buf_text(&name), &chunks->named, error));
        fm_buf_free(&name);
        FM_TRY(status);
    }
    *out = chunks->named;
    return FM_OK;
}

/* Write rows from..to, each a record, to as many files as they need. */
static enum fm_status put_chunks(struct sinks *sinks, const struct fm_block *block, unsigned sink,
                                 struct fm_text name, size_t from, size_t to,
                                 struct fm_error *error)
{
    while (from < to) {
        uint64_t room;
        struct fm_named *named;
        FM_TRY(find_chunk(sinks, sink, name, &room, &named, error));
        const size_t end = room < to - from ? from + (size_t)room : to;
        FM_TRY(put_named(sinks, named, block, sink, from, end, error));
        fm_named_chunks(sinks->named, sink, name)->written += end - from;
        from = end;
    }
    return FM_OK;
}

/* Write rows from..to to the file of a name. */
static enum fm_status put_to_name(struct sinks *sinks, const struct fm_block *block, unsigned sink,
                                  struct fm_text name, size_t from, size_t to,
                                  struct fm_error *error)
{
    struct fm_named *named;
    if (sinks->plan->routes[sink].spec->chunk > 0)
        return put_chunks(sinks, block, sink, name, from, to, error);
    FM_TRY(find_named(sinks, sink, name, &named, error));
    return put_named(sinks, named, block, sink, from, to, error);
}

/* Rows of an output whose files are named after games: those in a row that go to one file, or to
 * the same two, at a time. */
static enum fm_status put_by_name(struct sinks *sinks, const struct fm_block *block, unsigned sink,
                                  struct fm_error *error)
{
    const struct fm_row *rows = fm_rows_of(block, sink);
    const size_t count = fm_rows_count(block, sink);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && rows[to].name == rows[from].name;)
            to++;
        if (fm_row_begin(block, sink, from) == fm_row_begin(block, sink, to))
            continue; /* nothing to write makes no file */
        /* A block can make thousands of files, and a signal gives the run two seconds. */
        if (atomic_load_explicit(sinks->run->cancelled, memory_order_relaxed))
            return FM_CANCELLED;
        struct fm_text names = fm_block_text(block, rows[from].name);
        while (names.n > 0)
            FM_TRY(put_to_name(sinks, block, sink, fm_file_name_take(&names), from, to, error));
    }
    return FM_OK;
}

static enum fm_status sinks_write_block(void *self, struct fm_block *block, struct fm_error *error)
{
    struct sinks *sinks = self;
    const struct fm_plan *plan = sinks->plan;
    sinks->inputs += block->input.first;
    fm_account_rows(sinks->run->account, block);
    for (unsigned i = 0; i < plan->sinks; i++)
        if (i < plan->route_count && plan->routes[i].file_name.template != NULL)
            FM_TRY(put_by_name(sinks, block, i, error));
        else
            FM_TRY(put_all(sinks, block, i, error));
    return FM_OK;
}

/* An output that cannot be finished is removed. */
static void prepare_one(struct sinks *sinks, struct fm_output **output)
{
    struct fm_error fault = {.status = FM_OK};
    const enum fm_status status = fm_output_prepare(*output, &fault);
    if (status == FM_OK)
        return;
    note_failure(sinks, status, &fault);
    fm_output_discard(*output);
    *output = NULL;
}

static void prepare_named(struct sinks *sinks)
{
    struct fm_error fault = {.status = FM_OK};
    for (struct fm_named *named = fm_named_first(sinks->named); named != NULL; named = named->next)
        prepare_one(sinks, &named->output);
    const enum fm_status status = fm_named_sync(sinks->named, &fault);
    note_failure(sinks, status, &fault);
    if (status == FM_OK)
        return;
    for (struct fm_named *named = fm_named_first(sinks->named); named != NULL;
         named = named->next) {
        fm_output_discard(named->output);
        named->output = NULL;
    }
}

/* The output of the next shard follows that of this one. So the last game gets the separator
 * that a game with an Event tag needs before it, and a list gets its last line end. */
static void close_seam(struct sinks *sinks, struct fm_output *output, const struct fm_seam *seam)
{
    struct fm_error fault = {.status = FM_OK};
    unsigned char between[FM_SEPARATOR_MAX];
    const bool line = seam->tail.state == FM_SPAN_LINE;
    const struct fm_span_head next = {
        .kind = line ? FM_SPAN_RECORD : FM_SPAN_TAG, .clean = true, .hard = true, .own_line = true};
    const bool goes_on = seam->input == sinks->inputs && seam->end == sinks->run->followed_at;
    if (output == NULL || goes_on)
        return;
    size_t n = 1;
    between[0] = '\n';
    if (!seam->open)
        n = fm_separator(&seam->tail, &next, between);
    if (seam->part != NULL)
        seam->part->added = n;
    note_failure(sinks, write_to_sink(output, seam, between, n, &fault), &fault);
}

/* Append what the statistics say of an output. */
static enum fm_status put_shard_output(struct sinks *sinks, unsigned i)
{
    struct fm_stage_run *run = sinks->run;
    const struct fm_plan *plan = sinks->plan;
    const struct fm_seam *seam = &sinks->sinks[i].seam;
    struct fm_shard_output part = sinks->sinks[i].part;
    const struct fm_route *route = i < plan->route_count ? &plan->routes[i] : NULL;
    const bool unique = route != NULL && route->choice.unique == FM_UNIQUE_IN_RUN;
    const bool counts = route != NULL &&
                        (route->spec->rows == FM_ROWS_GROUPS || route->spec->rows == FM_ROWS_MOVES);
    const struct fm_compression how = fm_plan_compression(plan, i, NULL);
    const struct fm_shard_output_words words = {.role = route != NULL           ? "output"
                                                        : i == plan->rejects    ? "rejects"
                                                        : i == plan->unselected ? "unselected"
                                                                                : "log",
                                                .join = counts   ? "counts"
                                                        : unique ? "unique"
                                                                 : "text",
                                                .name = plan->names[i],
                                                .level = how.level,
                                                .records = how.records};
    const bool begins = part.from.input > 0 && part.from.at == run->begins.at;
    const bool ends = seam->input == sinks->inputs && seam->end == run->ends.at;
    part.from.input = begins ? run->begins.input : 0;
    part.to = (struct fm_shard_place){ends ? run->ends.input : 0, seam->end};
    part.tail = seam->tail;
    part.open = seam->open;
    FM_TRY(
        fm_buf_append_text(&run->account->shard, i > 0 ? FM_TEXT(",\n    ") : FM_TEXT("\n    ")));
    return fm_shard_output_put(&part, &words, &run->account->shard);
}

static enum fm_status put_shard_outputs(struct sinks *sinks)
{
    struct fm_buf *out = &sinks->run->account->shard;
    FM_TRY(fm_buf_append_words(out, "  \"outputs\": ["));
    for (unsigned i = 0; i < sinks->plan->sinks; i++)
        FM_TRY(put_shard_output(sinks, i));
    return fm_buf_append_text(out, sinks->plan->sinks > 0 ? FM_TEXT("\n  ],\n") : FM_TEXT("],\n"));
}

/* Finish every file and bring it to the disk. Prepared before the stores: whether they may learn
 * this run depends on it. */
static enum fm_status sinks_prepare(void *self, struct fm_error *error)
{
    struct sinks *sinks = self;
    struct fm_named *const first = fm_named_first(sinks->named);
    const bool followed = sinks->run->followed;
    sinks->run->lost = fm_named_lost(sinks->named);
    for (unsigned i = 0; i < sinks->plan->sinks; i++)
        sinks->run->lost = sinks->run->lost || sinks->sinks[i].seam.lost;
    for (unsigned i = 0; i < sinks->plan->sinks; i++)
        FM_TRY(end_joined(sinks, &sinks->sinks[i].fixed, &sinks->sinks[i].seam, error));
    for (struct fm_named *named = first; named != NULL; named = named->next)
        FM_TRY(end_joined(sinks, &named->output, &named->seam, error));
    for (unsigned i = 0; followed && i < sinks->plan->sinks; i++)
        close_seam(sinks, sinks->sinks[i].fixed, &sinks->sinks[i].seam);
    for (struct fm_named *named = first; followed && named != NULL; named = named->next)
        close_seam(sinks, named->output, &named->seam);
    if (sinks->tells)
        FM_TRY(put_shard_outputs(sinks));
    for (unsigned i = 0; i < sinks->plan->sinks; i++)
        prepare_one(sinks, &sinks->sinks[i].fixed);
    prepare_named(sinks);
    return FM_OK;
}

/* Give each file its name. The first failure, one of a write included, is returned; the others are
 * named all the same. */
static enum fm_status sinks_commit(void *self, struct fm_error *error)
{
    struct sinks *sinks = self;
    struct fm_error fault = {.status = FM_OK};
    for (unsigned i = 0; i < sinks->plan->sinks; i++) {
        note_failure(sinks, fm_output_commit(sinks->sinks[i].fixed, &fault), &fault);
        sinks->sinks[i].fixed = NULL;
    }
    note_failure(sinks, fm_named_commit(sinks->named, &fault), &fault);
    if (sinks->failure.status != FM_OK)
        *error = sinks->failure;
    return sinks->failure.status;
}

static void sinks_stop(void *self)
{
    struct sinks *sinks = self;
    for (unsigned i = 0; i < sinks->plan->sinks; i++) {
        fm_output_discard(sinks->sinks[i].fixed);
        fm_seam_free(&sinks->sinks[i].seam);
    }
    fm_named_free(sinks->named);
}

static enum fm_status sinks_begin(void *self, const struct fm_inputs *inputs)
{
    const struct sinks *sinks = self;
    return fm_named_start(sinks->named, (const char *const *)inputs->names, inputs->count,
                          sinks->run->events);
}

const struct fm_stage fm_stage_sinks = {.bytes = sizeof(struct sinks),
                                        .sink_bytes = sizeof(struct sink),
                                        .needed = writes_outputs,
                                        .start = sinks_start,
                                        .begin = sinks_begin,
                                        .write = sinks_write_block,
                                        .prepare = sinks_prepare,
                                        .commit = sinks_commit,
                                        .free = sinks_stop};
