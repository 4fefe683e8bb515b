/* SPDX-License-Identifier: MIT */
/* The run of a reader: a converter, in threads of its own or in the caller's. */
#include <config.h>
#include "reader/reader_state.h"
#include "reader/batch.h"
#include <stdlib.h>
#include "os/os.h"
#include "run/intake.h"

static void on_message(void *user, const struct fm_error *error)
{
    struct fm_reader *reader = user;
    if (fm_exchange_report(&reader->exchange, error) == FM_OK)
        return;
    fm_converter_cancel(reader->converter);
}

bool fm_reader_step(struct fm_reader *reader)
{
    if (reader->over)
        return false;
    if (!reader->begun) {
        reader->begun = true;
        (void)fm_converter_begin(reader->converter, &reader->plan.inputs, &reader->events);
    }
    if (fm_converter_step(reader->converter))
        return true;
    reader->over = true;
    reader->status = fm_converter_end(reader->converter, &reader->error);
    if (reader->exchange.lost)
        reader->status = FM_NO_MEMORY;
    reader->error.status = reader->status;
    fm_exchange_end(&reader->exchange);
    return false;
}

static void *run(void *user)
{
    while (fm_reader_step(user))
        ;
    return NULL;
}

bool fm_reader_is_forked(const struct fm_reader *reader)
{
    return reader->process != fm_os_process();
}

static enum fm_status make_converter(struct fm_reader *reader, unsigned threads,
                                     struct fm_error *error)
{
    const struct fm_destinations to = {.size = sizeof to,
                                       .output = "-"}; /* an output is named, but never opened */
    FM_TRY(fm_converter_new(&reader->plan.profile, threads, &reader->converter, error));
    fm_converter_deliver(reader->converter, &reader->delivery);
    const enum fm_status status = fm_converter_to(reader->converter, &to, error);
    if (status != FM_OK)
        fm_reader_plan_name_field(&reader->plan, error);
    return status;
}

/* Make what a run needs, and start it. Where no thread is wanted, or the system allows none, the
 * caller's reads, between its calls: a converter of that one alone. */
static enum fm_status launch(struct fm_reader *reader, struct fm_error *error)
{
    FM_TRY(fm_exchange_make(&reader->exchange, fm_reader_plan_is_fed(&reader->plan)));
    reader->exchanges = true;
    FM_TRY(make_converter(reader, reader->plan.options.alone ? 1 : reader->plan.options.threads,
                          error));
    reader->started =
        !reader->plan.options.alone && fm_thread_start(&reader->thread, 0, run, reader) == FM_OK;
    if (reader->started)
        return FM_OK;
    reader->exchange.alone = true;
    if (reader->plan.options.alone)
        return FM_OK;
    fm_converter_free(reader->converter);
    reader->converter = NULL;
    return make_converter(reader, 1, error);
}

/* Stop the run and free what launch() has made. */
static void halt(struct fm_reader *reader)
{
    if (reader->started) { /* `begun` is the thread's until it has ended */
        fm_reader_cancel(reader);
        (void)pthread_join(reader->thread, NULL);
    } else if (reader->begun) {
        fm_reader_cancel(reader);
        (void)run(reader);
    }
    if (reader->exchanges)
        fm_exchange_free(&reader->exchange);
    fm_chunks_free(reader->chunk);
    fm_reader_messages_free(reader->reports);
    fm_reader_messages_free(reader->given);
    fm_converter_free(reader->converter);
    reader->chunk = NULL;
    reader->reports = reader->given = NULL;
    reader->converter = NULL;
    reader->exchanges = reader->started = reader->begun = reader->over = false;
}

static enum fm_status start(struct fm_reader *reader, const struct fm_reader_options *options,
                            struct fm_error *error)
{
    FM_TRY(fm_reader_plan_make(&reader->plan, options, &reader->exchange, error));
    const bool fen_alone = reader->plan.columns == 1 && reader->plan.fen_at == 0;
    reader->values = fen_alone ? &reader->item.fen
                               : fm_arena_alloc(&reader->plan.arena,
                                                reader->plan.columns * sizeof *reader->values);
    if (reader->plan.options.positions)
        reader->line = calloc(1, sizeof *reader->line + FM_POSITION_BYTES);
    if (reader->values == NULL || (reader->plan.options.positions && reader->line == NULL))
        return FM_NO_MEMORY;
    reader->delivery = (struct fm_delivery){.user = &reader->exchange, .take = fm_exchange_take};
    reader->events = (struct fm_events){.size = sizeof reader->events,
                                        .user = reader,
                                        .message = on_message,
                                        .warnings = reader->plan.options.warnings};
    return launch(reader, error);
}

enum fm_status fm_reader_new(const struct fm_reader_options *options, struct fm_reader **out,
                             struct fm_error *error)
{
    error = FM_ERROR_OR_OWN(error);
    struct fm_reader *reader = calloc(1, sizeof *reader);
    *error = (struct fm_error){.status = FM_NO_MEMORY};
    FM_TRY_MADE(reader);
    reader->process = fm_os_process();
    const enum fm_status status = start(reader, options, error);
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
    if (reader == NULL || fm_reader_is_forked(reader))
        return;
    halt(reader);
    fm_batch_free(reader->batch);
    fm_position_free(reader->line);
    fm_reader_plan_free(&reader->plan);
    free(reader);
}

void fm_reader_cancel(struct fm_reader *reader)
{
    if (fm_reader_is_forked(reader) || reader->converter == NULL)
        return;
    fm_converter_cancel(reader->converter);
    fm_exchange_stop(&reader->exchange);
}

/* The inputs are looked at the first time: a file stays what it is. */
static enum fm_status check_place(struct fm_reader *reader, const struct fm_game_place *place,
                                  struct fm_error *error)
{
    bool can = reader->seeks;
    if (!can && !fm_reader_is_forked(reader) && !fm_reader_plan_is_fed(&reader->plan))
        FM_TRY(fm_intake_can_seek(&reader->plan.inputs, &can));
    reader->seeks = can;
    if (!can)
        error->detail = FM_TEXT("a place can be gone to in one file, which is no archive or pipe");
    return can && place->line > 0 && place->number > 0 && !fm_reader_is_forked(reader) ? FM_OK
                                                                                       : FM_BAD_USE;
}

enum fm_status fm_reader_seek(struct fm_reader *reader, const struct fm_game_place *place,
                              struct fm_error *error)
{
    error = FM_ERROR_OR_OWN(error);
    *error = (struct fm_error){.status = FM_OK};
    error->status = check_place(reader, place, error);
    if (error->status != FM_OK)
        return error->status;
    halt(reader);
    reader->delivery.from = *place;
    reader->ended = reader->in_game = false;
    reader->at = reader->end = NULL;
    reader->row = 0;
    reader->path = reader->tags = FM_NO_TEXT;
    reader->item = (struct fm_item){.kind = FM_ITEM_GAME_END};
    error->status = launch(reader, error);
    return error->status;
}

enum fm_status fm_reader_feed(struct fm_reader *reader, const void *bytes, size_t n)
{
    return fm_reader_is_forked(reader) ? FM_BAD_USE : fm_exchange_feed(&reader->exchange, bytes, n);
}

void fm_reader_feed_end(struct fm_reader *reader)
{
    if (!fm_reader_is_forked(reader))
        fm_exchange_feed_end(&reader->exchange);
}
