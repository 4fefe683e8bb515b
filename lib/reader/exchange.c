/* SPDX-License-Identifier: MIT */
/* A chunk is the result of a block, whose buffers it takes over: nothing is copied.
 * FM_READER_AHEAD limits how far the threads are ahead of the caller. */
#include <config.h>
#include "reader/exchange.h"
#include <stdlib.h>
#include "run/bounds.h"

enum {
    CHUNK_WEIGHT = 4096,           /* bytes that a chunk counts besides its contents */
    FEED_ENOUGH = 64 * 1024,       /* fed bytes that a thread is woken for */
    FEED_KEPT = 1024 * 1024,       /* limit for memory that is kept when all fed bytes are read */
    RECORDS_KEPT = 4 * 1024 * 1024 /* limit for memory that a used chunk keeps, in bytes */
};

enum fm_status fm_exchange_make(struct fm_exchange *exchange, bool is_fed)
{
    *exchange = (struct fm_exchange){.is_fed = is_fed};
    exchange->last = &exchange->first;
    if (pthread_mutex_init(&exchange->lock, NULL) != 0)
        return FM_NO_MEMORY;
    if (pthread_cond_init(&exchange->to_caller, NULL) != 0) {
        (void)pthread_mutex_destroy(&exchange->lock);
        return FM_NO_MEMORY;
    }
    if (pthread_cond_init(&exchange->to_threads, NULL) != 0) {
        (void)pthread_cond_destroy(&exchange->to_caller);
        (void)pthread_mutex_destroy(&exchange->lock);
        return FM_NO_MEMORY;
    }
    return FM_OK;
}

void fm_reader_messages_free(struct fm_reader_message *report)
{
    while (report != NULL) {
        struct fm_reader_message *next = report->next;
        free(report);
        report = next;
    }
}

void fm_chunks_free(struct fm_chunk *chunk)
{
    while (chunk != NULL) {
        struct fm_chunk *next = chunk->next;
        fm_buf_free(&chunk->records);
        fm_buf_free(&chunk->rows);
        fm_buf_free(&chunk->texts);
        fm_reader_messages_free(chunk->reports);
        free(chunk);
        chunk = next;
    }
}

void fm_exchange_free(struct fm_exchange *exchange)
{
    fm_chunks_free(exchange->first);
    fm_chunks_free(exchange->spare);
    fm_chunks_free(exchange->making);
    fm_buf_free(&exchange->fed);
    (void)pthread_cond_destroy(&exchange->to_threads);
    (void)pthread_cond_destroy(&exchange->to_caller);
    (void)pthread_mutex_destroy(&exchange->lock);
}

static void lock(struct fm_exchange *exchange)
{
    (void)pthread_mutex_lock(&exchange->lock);
}

static void unlock(struct fm_exchange *exchange)
{
    (void)pthread_mutex_unlock(&exchange->lock);
}

/* Small pieces are gathered, as waking a thread takes longer than copying them; once it is awake,
 * it reads all there is. */
ptrdiff_t fm_exchange_read(void *user, void *to, size_t room)
{
    struct fm_exchange *exchange = user;
    struct fm_buf *fed = &exchange->fed;
    lock(exchange);
    exchange->fed_enough = exchange->fed_enough && exchange->fed_at < fed->n;
    while (!exchange->fed_enough && !exchange->fed_all && !exchange->stopped) {
        exchange->hungry = true;
        (void)pthread_cond_signal(&exchange->to_caller);
        (void)pthread_cond_wait(&exchange->to_threads, &exchange->lock);
    }
    exchange->hungry = false;
    const size_t left = exchange->stopped ? 0 : fed->n - exchange->fed_at;
    const size_t n = left < room ? left : room;
    if (n > 0)
        memcpy(to, fed->p + exchange->fed_at, n);
    exchange->fed_at += n;
    if (exchange->fed_at == fed->n) {
        exchange->fed_at = fed->n = 0;
        if (fed->cap > FEED_KEPT)
            fm_buf_free(fed);
    }
    unlock(exchange);
    return (ptrdiff_t)n;
}

/* The chunk to be made; NULL: no memory. */
static struct fm_chunk *making(struct fm_exchange *exchange)
{
    if (exchange->making != NULL)
        return exchange->making;
    lock(exchange);
    struct fm_chunk *chunk = exchange->spare;
    if (chunk != NULL)
        exchange->spare = chunk->next;
    unlock(exchange);
    if (chunk == NULL)
        chunk = calloc(1, sizeof *chunk);
    if (chunk == NULL)
        return NULL;
    chunk->next = NULL;
    chunk->reports = NULL;
    chunk->last_report = &chunk->reports;
    return exchange->making = chunk;
}

enum fm_status fm_exchange_report(struct fm_exchange *exchange, const struct fm_error *error)
{
    struct fm_chunk *chunk = making(exchange);
    const size_t input = error->input == NULL ? 0 : strlen(error->input) + 1;
    struct fm_error copy = *error;
    struct fm_text *const texts[] = {&copy.what,       &copy.hint, &copy.detail,  &copy.white,
                                     &copy.black_name, &copy.date, &copy.position};
    size_t n = input;
    for (size_t i = 0; i < FM_COUNT_OF(texts); i++)
        n += texts[i]->n;
    struct fm_reader_message *report = chunk == NULL ? NULL : malloc(sizeof *report + n);
    if (report == NULL) {
        exchange->lost = true;
        return FM_NO_MEMORY;
    }
    unsigned char *at = (unsigned char *)(report + 1);
    if (input > 0)
        copy.input = memcpy(at, error->input, input);
    at += input;
    for (size_t i = 0; i < FM_COUNT_OF(texts); i++) {
        if (texts[i]->n > 0)
            memcpy(at, texts[i]->p, texts[i]->n);
        texts[i]->p = at;
        at += texts[i]->n;
    }
    *report = (struct fm_reader_message){.error = copy};
    *chunk->last_report = report;
    chunk->last_report = &report->next;
    return FM_OK;
}

static size_t weight_of(const struct fm_chunk *chunk)
{
    return CHUNK_WEIGHT + chunk->records.n + chunk->rows.n + chunk->texts.n;
}

/* Pass the chunk on. @return FM_OK or FM_CANCELLED. */
static enum fm_status pass_on(struct fm_exchange *exchange)
{
    struct fm_chunk *chunk = exchange->making;
    lock(exchange);
    while (exchange->held > FM_READER_AHEAD && !exchange->stopped && !exchange->alone)
        (void)pthread_cond_wait(&exchange->to_threads, &exchange->lock);
    if (!exchange->stopped) {
        exchange->making = NULL;
        exchange->held += weight_of(chunk);
        *exchange->last = chunk;
        exchange->last = &chunk->next;
        (void)pthread_cond_signal(&exchange->to_caller);
    }
    const bool stopped = exchange->stopped;
    unlock(exchange);
    return stopped ? FM_CANCELLED : FM_OK;
}

static void take_buf(struct fm_buf *from, struct fm_buf *to)
{
    const struct fm_buf used = *to;
    *to = *from;
    *from = used;
    from->n = 0;
}

enum fm_status fm_exchange_take(void *user, struct fm_block *block, struct fm_error *error)
{
    struct fm_exchange *exchange = user;
    (void)error;
    if (exchange->lost)
        return FM_NO_MEMORY;
    if (fm_rows_count(block, 0) == 0 && exchange->making == NULL && !exchange->open)
        return FM_OK;
    struct fm_chunk *chunk = making(exchange);
    FM_TRY_MADE(chunk);
    take_buf(&block->out[0], &chunk->records);
    take_buf(&block->rows[0].rows, &chunk->rows);
    take_buf(&block->texts, &chunk->texts);
    exchange->open = chunk->part = block->work.part;
    return pass_on(exchange);
}

void fm_exchange_end(struct fm_exchange *exchange)
{
    if (exchange->making != NULL) {
        exchange->making->part = false;
        (void)pass_on(exchange);
    }
    lock(exchange);
    exchange->ended = true;
    (void)pthread_cond_signal(&exchange->to_caller);
    unlock(exchange);
}

/* Must the caller wait for a chunk? With the lock. One thread alone cannot wait for more bytes
 * while it reads: it begins when all is there. */
static bool waits(const struct fm_exchange *exchange)
{
    const bool hungry =
        exchange->alone ? exchange->is_fed : exchange->hungry && !exchange->fed_enough;
    const bool needs_input = hungry && !exchange->fed_all && !exchange->stopped;
    return (exchange->first == NULL || exchange->stopped) && !exchange->ended && !needs_input;
}

bool fm_exchange_waits(struct fm_exchange *exchange)
{
    lock(exchange);
    const bool wait = waits(exchange);
    unlock(exchange);
    return wait;
}

enum fm_status fm_exchange_next(struct fm_exchange *exchange, struct fm_chunk *used,
                                struct fm_chunk **out)
{
    enum fm_status status = FM_OK;
    if (used != NULL) {
        fm_reader_messages_free(used->reports);
        used->reports = NULL;
        used->records.n = used->rows.n = used->texts.n = 0;
        if (used->records.cap > RECORDS_KEPT)
            fm_buf_free(&used->records);
    }
    lock(exchange);
    if (used != NULL) {
        used->next = exchange->spare;
        exchange->spare = used;
    }
    while (waits(exchange))
        (void)pthread_cond_wait(&exchange->to_caller, &exchange->lock);
    struct fm_chunk *chunk = exchange->stopped ? NULL : exchange->first;
    if (chunk != NULL) {
        exchange->first = chunk->next;
        if (exchange->first == NULL)
            exchange->last = &exchange->first;
        chunk->next = NULL;
        exchange->held -= weight_of(chunk);
        if (exchange->held <= FM_READER_AHEAD / 2)
            (void)pthread_cond_broadcast(&exchange->to_threads);
        *out = chunk;
    } else {
        /* Chunks that were not given are dropped, also where the run was over before it was
         * stopped. */
        status = !exchange->ended ? FM_NEEDS_INPUT : exchange->stopped ? FM_CANCELLED : FM_END;
    }
    unlock(exchange);
    return status;
}

enum fm_status fm_exchange_feed(struct fm_exchange *exchange, const void *bytes, size_t n)
{
    struct fm_buf *fed = &exchange->fed;
    enum fm_status status = FM_BAD_USE;
    lock(exchange);
    if (exchange->is_fed && !exchange->fed_all) {
        if (exchange->fed_at > fed->n / 2) {
            fed->n -= exchange->fed_at;
            memmove(fed->p, fed->p + exchange->fed_at, fed->n);
            exchange->fed_at = 0;
        }
        status = n == 0 ? FM_OK : fm_buf_append(fed, bytes, n);
        exchange->fed_enough = exchange->fed_enough || fed->n - exchange->fed_at >= FEED_ENOUGH;
        if (exchange->fed_enough)
            (void)pthread_cond_broadcast(&exchange->to_threads);
    }
    unlock(exchange);
    return status;
}

void fm_exchange_feed_end(struct fm_exchange *exchange)
{
    lock(exchange);
    exchange->fed_all = true;
    (void)pthread_cond_broadcast(&exchange->to_threads);
    unlock(exchange);
}

void fm_exchange_stop(struct fm_exchange *exchange)
{
    lock(exchange);
    exchange->stopped = true;
    (void)pthread_cond_broadcast(&exchange->to_threads);
    unlock(exchange);
}
