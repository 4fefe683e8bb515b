/* SPDX-License-Identifier: MIT */
/* A reader: a converter that runs in threads of its own, and whose rows are given to the caller as items.
 * Its messages come between the games by their place in the input, block by block. */
#include <config.h>
#include "fenmill.h"
#include <assert.h>
#include <stdlib.h>
#include "base/parts.h"
#include "base/thread.h"
#include "convert/bounds.h"
#include "convert/converter.h"
#include "convert/intake.h"
#include "os/os.h"
#include "profile/profile.h"
#include "reader/exchange.h"

struct fm_reader {
    /* Const while the threads run. */
    struct fm_reader_options options;
    struct fm_profile *own;    /* where the caller has none */
    struct fm_profile profile; /* a copy, with the output of a reader; its texts are another's */
    struct fm_arena arena;     /* the rest of them */
    struct fm_byte_source source;
    const struct fm_byte_source *sources;
    char *name;
    struct fm_inputs inputs;
    struct fm_events events;
    struct fm_delivery delivery;
    struct fm_converter *converter;
    struct fm_exchange exchange;
    bool exchanges;
    pthread_t thread;
    bool started;     /* else there is none, and the caller's does what it would do */
    bool begun, over; /* the run; of who steps through it */
    uint64_t process; /* that has the threads: a child made by fork() has not */
    /* Written by the threads before they end the exchange. */
    bool lacks_memory; /* for a message */
    enum fm_status status;
    struct fm_error error;
    /* The caller's. */
    bool ended;
    struct fm_chunk *chunk;        /* that items are taken from; NULL = none */
    struct fm_text games;          /* of it, those that did not begin */
    const unsigned char *at, *end; /* the rows left of the game */
    struct fm_report *reports;     /* not given yet; owned */
    struct fm_report *given;       /* the last one; owned */
    bool in_game;
    bool sized;            /* its rows are FENs alone */
    unsigned next_ply;     /* where they are */
    size_t columns;        /* of other rows: values, ply, path */
    size_t fen_at;         /* of the values: the FEN; SIZE_MAX = none */
    struct fm_text *cells; /* of a row */
    struct fm_text path;   /* of the last position; empty = the main line */
    struct fm_text tags;   /* of the game: parts */
    struct fm_item item;   /* the last */
};

/* The threads. */

static void on_message(void *user, const struct fm_error *error)
{
    struct fm_reader *reader = user;
    if (fm_exchange_report(&reader->exchange, error) == FM_OK)
        return;
    reader->lacks_memory = true;
    fm_converter_cancel(reader->converter);
}

/* Go on with the run. @return false: it is over. */
static bool step(struct fm_reader *reader)
{
    if (reader->over)
        return false;
    if (!reader->begun) {
        reader->begun = true;
        (void)fm_converter_begin(reader->converter, &reader->inputs, &reader->events);
    }
    if (fm_converter_step(reader->converter))
        return true;
    reader->over = true;
    reader->status = fm_converter_end(reader->converter, &reader->error);
    if (reader->lacks_memory)
        reader->status = FM_NO_MEMORY;
    reader->error.status = reader->status;
    fm_exchange_end(&reader->exchange);
    return false;
}

static void *run(void *user)
{
    while (step(user))
        ;
    return NULL;
}

/* What is to be read and how. */

static struct fm_text field_template(struct fm_arena *arena, const char *name)
{
    const size_t n = strlen(name);
    unsigned char *text = fm_arena_alloc(arena, n + 2);
    if (text == NULL)
        return (struct fm_text){NULL, 0};
    if (memchr(name, '{', n) != NULL) {
        memcpy(text, name, n);
        return (struct fm_text){text, n};
    }
    text[0] = '{';
    memcpy(text + 1, name, n);
    text[n + 1] = '}';
    return (struct fm_text){text, n + 2};
}

/* The columns: what the caller wants, the ply, and of variations the path. */
static enum fm_status make_columns(struct fm_reader *reader, struct fm_record_fields *fields)
{
    static const char *const fen[] = {"fen"};
    enum { MORE_COLUMNS = 2 };
    struct fm_reader_options *options = &reader->options;
    if (options->fields == NULL) {
        options->fields = fen;
        options->field_count = FM_COUNT_OF(fen);
    }
    const size_t most = options->field_count + MORE_COLUMNS;
    struct fm_record_field *columns = fm_arena_alloc(&reader->arena, most * sizeof *columns);
    reader->cells = fm_arena_alloc(&reader->arena, most * sizeof *reader->cells);
    if (columns == NULL || reader->cells == NULL)
        return FM_NO_MEMORY;
    reader->columns = options->field_count + (reader->profile.input.replay_variations ? 2 : 1);
    reader->fen_at = SIZE_MAX;
    for (size_t i = 0; i < reader->columns; i++) {
        const char *name = i < options->field_count    ? options->fields[i]
                           : i == options->field_count ? "ply"
                                                       : "path";
        columns[i] = (struct fm_record_field){.name = FM_TEXT("field"),
                                              .text = field_template(&reader->arena, name)};
        if (columns[i].text.p == NULL)
            return FM_NO_MEMORY;
        if (i < options->field_count && fm_text_equal(columns[i].text, FM_TEXT("{fen}")))
            reader->fen_at = i;
    }
    *fields = (struct fm_record_fields){.columns = columns, .column_count = reader->columns};
    return FM_OK;
}

static enum fm_status take_profile(struct fm_reader *reader, struct fm_error *error)
{
    const struct fm_profile *given = reader->options.profile;
    if (given == NULL) {
        FM_TRY(fm_profile_new(&reader->own));
        FM_TRY(fm_profile_finish(reader->own, error));
        given = reader->own;
    }
    if (given->output_count > 0)
        return fm_refuse_profile(error, FM_TEXT("outputs"), "a reader has one output");
    if (given->positions.sample_total > 0)
        return fm_refuse_profile(error, FM_TEXT("positions.sample.total"),
                                 "a reader gives positions in the order of the input");
    struct fm_profile *profile = &reader->profile;
    *profile = *given;
    profile->input.replay_variations |= reader->options.variations;
    if (!profile->positions.plies_given)
        profile->positions.plies = (struct fm_range){.from = 0, .to = INT64_MAX, .set = true};
    profile->output = (struct fm_profile_output){
        .format = FM_FORMAT_TSV, .style = given->output.style, .verify = given->output.verify};
    return make_columns(reader, &profile->output.fields);
}

/* Is this a child of the process that the threads are in? They may have held any lock when it was made. */
static bool is_forked(const struct fm_reader *reader)
{
    return reader->process != fm_os_process();
}

static bool is_fed(const struct fm_reader_options *options)
{
    return options->inputs == NULL && options->file == NULL && options->memory.p == NULL;
}

/* Refuse a member of the options, by its name. */
static enum fm_status refuse(const char *member, const char *why, struct fm_error *error)
{
    *error = (struct fm_error){
        .status = FM_BAD_USE, .what = fm_text_of(member), .detail = fm_text_of(why)};
    return FM_BAD_USE;
}

static enum fm_status take_options(struct fm_reader *reader, const struct fm_reader_options *given,
                                   struct fm_error *error)
{
    struct fm_reader_options *options = &reader->options;
    if (given == NULL || !fm_given(options, sizeof *options, given))
        return refuse("size", "use FM_READER_OPTIONS_INIT", error);
    if (options->inputs != NULL && !fm_inputs_given(&reader->inputs, options->inputs))
        return refuse("inputs", "its size, or that of one of its sources, is unknown", error);
    if (options->profile != NULL && !options->profile->finished)
        return refuse("profile", "fm_profile_finish() is missing", error);
    if (options->threads > FM_THREADS_MAX)
        return refuse("threads", "1 to 256; 0 = 1", error);
    for (size_t i = 0; options->fields != NULL && i < options->field_count; i++)
        if (options->fields[i] == NULL)
            return refuse("fields", "a name is missing", error);
    return FM_OK;
}

static void take_inputs(struct fm_reader *reader)
{
    const struct fm_reader_options *options = &reader->options;
    if (options->inputs != NULL)
        return;
    reader->name = (char *)(uintptr_t)(options->file != NULL       ? options->file
                                       : options->memory.p != NULL ? "memory"
                                                                   : "fed"); /* only read */
    reader->inputs =
        (struct fm_inputs){.size = sizeof reader->inputs, .names = &reader->name, .count = 1};
    if (options->file != NULL)
        return;
    reader->source =
        (struct fm_byte_source){.size = sizeof reader->source, .bytes = options->memory};
    if (is_fed(options)) {
        reader->source.read = fm_exchange_read;
        reader->source.user = &reader->exchange;
    }
    reader->sources = &reader->source;
    reader->inputs.sources = &reader->sources;
}

/* Where a field is wrong, the error names the caller's text. */
static void name_field(const struct fm_reader *reader, struct fm_error *error)
{
    const struct fm_record_fields *fields = &reader->profile.output.fields;
    for (size_t i = 0; i < reader->options.field_count && error->what.p != NULL; i++) {
        const struct fm_text text = fields->columns[i].text;
        const char *name = reader->options.fields[i];
        if (error->what.p < text.p || error->what.p > text.p + text.n)
            continue;
        error->what = fm_text_of(name);
        return;
    }
}

static enum fm_status make_converter(struct fm_reader *reader, unsigned threads,
                                     struct fm_error *error)
{
    const struct fm_destinations to = {.size = sizeof to, .output = "-"}; /* which is not opened */
    FM_TRY(fm_converter_new(&reader->profile, threads, &reader->converter, error));
    fm_converter_deliver(reader->converter, &reader->delivery);
    const enum fm_status status = fm_converter_to(reader->converter, &to, error);
    if (status != FM_OK)
        name_field(reader, error);
    return status;
}

static enum fm_status start(struct fm_reader *reader, struct fm_error *error)
{
    const unsigned threads = reader->options.threads == 0 ? 1 : reader->options.threads;
    FM_TRY(take_profile(reader, error));
    take_inputs(reader);
    FM_TRY(fm_exchange_make(&reader->exchange, is_fed(&reader->options)));
    reader->exchanges = true;
    reader->delivery = (struct fm_delivery){&reader->exchange, fm_exchange_take};
    reader->events = (struct fm_events){.size = sizeof reader->events,
                                        .user = reader,
                                        .message = on_message,
                                        .warnings = reader->options.warnings};
    FM_TRY(make_converter(reader, threads, error));
    reader->started = fm_thread_start(&reader->thread, 0, run, reader) == FM_OK;
    if (reader->started)
        return FM_OK;
    /* The caller's thread reads, between its calls: a converter of that one alone. */
    reader->exchange.alone = true;
    fm_converter_free(reader->converter);
    reader->converter = NULL;
    return make_converter(reader, 1, error);
}

enum fm_status fm_reader_new(const struct fm_reader_options *options, struct fm_reader **out,
                             struct fm_error *error)
{
    struct fm_error ignored;
    if (error == NULL)
        error = &ignored;
    struct fm_reader *reader = calloc(1, sizeof *reader);
    *error = (struct fm_error){.status = FM_NO_MEMORY};
    if (reader == NULL)
        return FM_NO_MEMORY;
    reader->process = fm_os_process();
    enum fm_status status = take_options(reader, options, error);
    if (status == FM_OK)
        status = start(reader, error);
    error->status = status;
    if (status != FM_OK) {
        fm_reader_free(reader);
        return status;
    }
    *out = reader;
    return FM_OK;
}

void fm_reader_free(struct fm_reader *reader)
{
    if (reader == NULL || is_forked(reader))
        return;
    if (reader->started || reader->begun)
        fm_reader_cancel(reader);
    if (reader->started)
        (void)pthread_join(reader->thread, NULL);
    else if (reader->begun)
        (void)run(reader);
    if (reader->exchanges)
        fm_exchange_free(&reader->exchange);
    fm_chunks_free(reader->chunk);
    fm_reports_free(reader->reports);
    fm_reports_free(reader->given);
    fm_converter_free(reader->converter);
    fm_profile_free(reader->own);
    fm_arena_free(&reader->arena);
    free(reader);
}

void fm_reader_cancel(struct fm_reader *reader)
{
    if (is_forked(reader))
        return;
    fm_converter_cancel(reader->converter);
    fm_exchange_stop(&reader->exchange);
}

enum fm_status fm_reader_feed(struct fm_reader *reader, const void *bytes, size_t n)
{
    return is_forked(reader) ? FM_BAD_USE : fm_exchange_feed(&reader->exchange, bytes, n);
}

void fm_reader_feed_end(struct fm_reader *reader)
{
    if (!is_forked(reader))
        fm_exchange_feed_end(&reader->exchange);
}

/* The items. */

/* Up to the next separator, which is there; it is passed over. */
FM_INLINE struct fm_text take_cell(struct fm_reader *reader, unsigned char separator)
{
    const unsigned char *begin = reader->at;
    const unsigned char *end = memchr(begin, separator, (size_t)(reader->end - begin));
    reader->at = end + 1;
    return fm_text_between(begin, end);
}

static unsigned depth_of(struct fm_text path)
{
    unsigned depth = path.n > 0;
    for (size_t i = 0; i < path.n; i++)
        depth += path.p[i] == '/';
    return depth;
}

/* The first @p depth steps of a path. */
static struct fm_text cut_path(struct fm_text path, unsigned depth)
{
    size_t n = 0;
    while (depth > 0 && n < path.n)
        if (++n == path.n || path.p[n] == '/')
            depth--;
    return (struct fm_text){path.p, n};
}

/* One step from the path of the last position towards another one. @return false: it is that. */
static bool step_path(struct fm_reader *reader, struct fm_text to)
{
    const unsigned from_depth = depth_of(reader->path), to_depth = depth_of(to);
    unsigned common = from_depth < to_depth ? from_depth : to_depth;
    while (!fm_text_equal(cut_path(reader->path, common), cut_path(to, common)))
        common--;
    struct fm_item *item = &reader->item;
    if (from_depth > common) {
        item->kind = FM_ITEM_VARIATION_END;
        item->depth = from_depth;
        reader->path = cut_path(reader->path, from_depth - 1);
    } else if (to_depth > common) {
        item->kind = FM_ITEM_VARIATION_START;
        item->depth = common + 1;
        reader->path = cut_path(to, common + 1);
    }
    return from_depth > common || to_depth > common;
}

/* What an item that is no position has none of. */
static void clear_position(struct fm_item *item)
{
    item->ply = item->depth = 0;
    item->fen = (struct fm_text){NULL, 0};
    item->values = NULL;
    item->value_count = 0;
}

static FM_NOINLINE void take_row(struct fm_reader *reader)
{
    const unsigned char *const row = reader->at;
    const size_t values = reader->options.field_count, last = reader->columns - 1;
    struct fm_text *const cells = reader->cells;
    struct fm_item *const item = &reader->item;
    for (size_t i = 0; i < last; i++)
        cells[i] = take_cell(reader, '\t');
    cells[last] = take_cell(reader, '\n');
    if (last > values) {
        const struct fm_text path =
            fm_text_equal(cells[last], FM_TEXT("main")) ? (struct fm_text){NULL, 0} : cells[last];
        clear_position(item);
        if (step_path(reader, path)) {
            reader->at = row;
            return;
        }
        reader->path = path;
        item->depth = depth_of(path);
    }
    item->kind = FM_ITEM_POSITION;
    item->ply = 0;
    for (size_t i = 0; i < cells[values].n; i++)
        item->ply = item->ply * 10 + (cells[values].p[i] - '0');
    item->values = cells;
    item->value_count = values;
    if (reader->fen_at != SIZE_MAX)
        item->fen = cells[reader->fen_at];
}

static void take_position(struct fm_reader *reader)
{
    struct fm_item *const item = &reader->item;
    if (FM_UNLIKELY(!reader->sized)) {
        take_row(reader);
        return;
    }
    const unsigned char *const row = reader->at;
    item->kind = FM_ITEM_POSITION;
    item->ply = reader->next_ply++;
    item->fen = (struct fm_text){row + 1, *row};
    item->values = &item->fen;
    item->value_count = 1;
    reader->at = row + 1 + *row;
}

static void end_game(struct fm_reader *reader)
{
    clear_position(&reader->item);
    if (step_path(reader, (struct fm_text){NULL, 0}))
        return;
    reader->item.kind = FM_ITEM_GAME_END;
    reader->in_game = false;
}

/* The head of the next game of the chunk. @return false: there is none. */
static bool look_at_game(const struct fm_reader *reader, struct fm_text *rest, struct fm_span *span,
                         struct fm_item_head *head, struct fm_text *texts)
{
    *rest = reader->games;
    if (rest->n == 0)
        return false;
    memcpy(span, rest->p, sizeof *span);
    *rest = (struct fm_text){rest->p + sizeof *span, rest->n - sizeof *span};
    if (!fm_part_take(rest, texts))
        return false;
    memcpy(head, texts->p, sizeof *head);
    *texts = (struct fm_text){texts->p + sizeof *head, texts->n - sizeof *head};
    return true;
}

static void begin_game(struct fm_reader *reader, const struct fm_span *span,
                       const struct fm_item_head *head, struct fm_text texts)
{
    struct fm_text input = {NULL, 0};
    const bool complete = fm_part_take(&texts, &input);
    assert(complete);
    (void)complete;
    reader->tags = texts;
    reader->at = reader->chunk->records.p + span->begin;
    reader->end = reader->chunk->records.p + span->end;
    reader->sized = head->sized;
    reader->next_ply = head->ply;
    reader->path = (struct fm_text){NULL, 0};
    reader->in_game = true;
    reader->item = (struct fm_item){.kind = FM_ITEM_GAME_START,
                                    .listed = head->listed,
                                    .input = (const char *)input.p,
                                    .offset = head->offset,
                                    .length = head->length,
                                    .number = head->number,
                                    .class_name = head->class_name,
                                    .variant = head->variant,
                                    .result = head->result,
                                    .tag_count = head->tag_count};
}

static void give_report(struct fm_reader *reader)
{
    struct fm_report *report = reader->reports;
    const struct fm_error *error = &report->error;
    const bool input = error->status == FM_INPUT_FAILED && !error->warning;
    reader->reports = report->next;
    report->next = NULL;
    fm_reports_free(reader->given);
    reader->given = report;
    reader->tags = (struct fm_text){NULL, 0};
    reader->item = (struct fm_item){.kind = error->warning ? FM_ITEM_WARNING
                                            : input        ? FM_ITEM_INPUT_FAILED
                                                           : FM_ITEM_REJECTED,
                                    .error = error};
}

/* Turn to the next chunk; what was reported of it comes after what is left of the one before. */
static enum fm_status next_chunk(struct fm_reader *reader)
{
    struct fm_chunk *used = reader->chunk;
    reader->chunk = NULL;
    reader->games = (struct fm_text){NULL, 0};
    while (!reader->started && fm_exchange_waits(&reader->exchange))
        (void)step(reader);
    FM_TRY(fm_exchange_next(&reader->exchange, used, &reader->chunk));
    struct fm_report **last = &reader->reports;
    while (*last != NULL)
        last = &(*last)->next;
    *last = reader->chunk->reports;
    reader->chunk->reports = NULL;
    reader->games = (struct fm_text){reader->chunk->games.p, reader->chunk->games.n};
    return FM_OK;
}

/* An item that is no position. */
static FM_NOINLINE enum fm_status next_other(struct fm_reader *reader)
{
    struct fm_text rest, texts;
    struct fm_span span;
    struct fm_item_head head;
    if (reader->in_game) {
        end_game(reader);
        return FM_OK;
    }
    if (!reader->ended && is_forked(reader))
        return FM_BAD_USE;
    for (;;) {
        const bool game = look_at_game(reader, &rest, &span, &head, &texts);
        const bool over = reader->chunk == NULL || !reader->chunk->part;
        if (reader->reports != NULL &&
            (game ? reader->reports->error.offset < head.offset : over)) {
            give_report(reader);
            return FM_OK;
        }
        if (game) {
            reader->games = rest;
            begin_game(reader, &span, &head, texts);
            return FM_OK;
        }
        const enum fm_status status = next_chunk(reader);
        if (status == FM_END && reader->reports != NULL)
            continue;
        FM_TRY(status);
    }
}

/* There is no item. @param status  FM_END: the run is over, but maybe not with that. */
static FM_NOINLINE enum fm_status end(struct fm_reader *reader, enum fm_status status,
                                      struct fm_error *error)
{
    const bool over = status == FM_END || status == FM_CANCELLED;
    const bool fails = status == FM_END && reader->status != FM_OK && reader->status != FM_REJECTED;
    reader->ended = reader->ended || over;
    if (error != NULL)
        *error = fails ? reader->error : (struct fm_error){.status = status};
    return fails ? reader->status : status;
}

enum fm_status fm_reader_next(struct fm_reader *reader, const struct fm_item **item,
                              struct fm_error *error)
{
    *item = &reader->item;
    if (FM_LIKELY(reader->at < reader->end)) {
        take_position(reader);
        return FM_OK;
    }
    const enum fm_status status = next_other(reader);
    return status == FM_OK ? FM_OK : end(reader, status, error);
}

enum fm_status fm_reader_visit(struct fm_reader *reader, const struct fm_visitor *given,
                               struct fm_error *error)
{
    const struct fm_item *item;
    struct fm_visitor made;
    const struct fm_visitor *visitor = &made;
    enum fm_status status;
    if (!fm_given(&made, sizeof made, given))
        return FM_BAD_USE;
    while ((status = fm_reader_next(reader, &item, error)) == FM_OK) {
        bool (*call)(void *user, struct fm_reader *from, const struct fm_item *of) =
            item->kind == FM_ITEM_POSITION          ? visitor->position
            : item->kind == FM_ITEM_GAME_START      ? visitor->game_start
            : item->kind == FM_ITEM_GAME_END        ? visitor->game_end
            : item->kind == FM_ITEM_VARIATION_START ? visitor->variation_start
            : item->kind == FM_ITEM_VARIATION_END   ? visitor->variation_end
                                                    : visitor->fault;
        if (call != NULL && !call(visitor->user, reader, item))
            return FM_CANCELLED;
    }
    return status;
}

bool fm_reader_tag(const struct fm_reader *reader, size_t index, struct fm_text *name,
                   struct fm_text *value)
{
    struct fm_text tags = reader->tags;
    for (size_t i = 0; i <= index; i++)
        if (!fm_part_take(&tags, name) || !fm_part_take(&tags, value))
            return false;
    return true;
}

bool fm_reader_tag_value(const struct fm_reader *reader, const char *name, struct fm_text *value)
{
    struct fm_text tags = reader->tags, found, wanted = fm_text_of(name), text;
    while (fm_part_take(&tags, &found) && fm_part_take(&tags, &text))
        if (fm_text_equal(found, wanted)) {
            *value = text;
            return true;
        }
    return false;
}

enum fm_status fm_reader_position(const struct fm_reader *reader, struct fm_position **out,
                                  struct fm_error *error)
{
    if (reader->item.kind != FM_ITEM_POSITION || reader->fen_at == SIZE_MAX) {
        if (error != NULL)
            *error = (struct fm_error){.status = FM_BAD_USE};
        return FM_BAD_USE;
    }
    return fm_position_new(reader->item.fen, reader->item.variant, out, error);
}

const struct fm_totals *fm_reader_totals(const struct fm_reader *reader)
{
    return reader->ended ? fm_converter_totals(reader->converter) : NULL;
}
