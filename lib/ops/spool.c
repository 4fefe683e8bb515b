/* SPDX-License-Identifier: MIT */
/* The temporary file: see spool.h. It is a row of chunks of one size, each with the number of the
 * chunk after it in its first 8 bytes. That number is reserved when a chunk is written, so a stream
 * is a list in the file itself, and so is the list of free chunks. */
#include <config.h>
#include "ops/spool.h"
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include "base/thread.h"
#include "io/file.h"

enum {
    /* bytes of the head of a chunk, the number of the next chunk; 0 = it is the last */
    HEAD = sizeof(uint64_t),
    /* least bytes of a chunk: small ones are for tests; a run takes far larger ones */
    CHUNK_MIN = 64
};

#define WHAT_PREFIX "temporary file in "

struct fm_spool {
    /* guards `count` and `free`, and until the file is open `fd` and `what` */
    pthread_mutex_t lock;
    int fd;         /* the open file; -1 until something is written */
    bool chosen;    /* true: the caller chose the folder */
    size_t chunk;   /* bytes of a chunk */
    uint64_t count; /* number of chunks in the file; they are numbered from 1 */
    uint64_t free;  /* number of the first free chunk; 0 = none */
    const atomic_bool *cancelled;
    char *what; /* text for errors: WHAT_PREFIX and the folder; owned */
};

static enum fm_status fail_file(const struct fm_spool *spool, int os_error, struct fm_error *error)
{
    if (os_error == ENOMEM)
        return FM_NO_MEMORY;
    *error = (struct fm_error){
        .status = FM_OUTPUT_FAILED, .os_error = os_error, .what = fm_text_of(spool->what)};
    return FM_OUTPUT_FAILED;
}

/* @param folder  NULL: one of the system's, @p number of them. */
static int name_folder(struct fm_spool *spool, const char *folder, unsigned number)
{
    char *usual = NULL;
    const int os_error = folder == NULL ? fm_os_temporary_folder(number, &usual) : 0;
    if (os_error != 0)
        return os_error;
    const char *const chosen = folder == NULL ? usual : folder;
    char *what = malloc(sizeof WHAT_PREFIX + strlen(chosen));
    if (what != NULL) {
        memcpy(what, WHAT_PREFIX, sizeof WHAT_PREFIX - 1);
        memcpy(what + sizeof WHAT_PREFIX - 1, chosen, strlen(chosen) + 1);
        free(spool->what);
        spool->what = what;
    }
    free(usual);
    return what == NULL ? ENOMEM : 0;
}

size_t fm_spool_chunk(uint64_t memory)
{
    enum { PARTS = 512, LEAST = 512 };
    const uint64_t chunk = memory / PARTS;
    return chunk < LEAST ? LEAST : chunk > FM_CHUNK_MAX ? FM_CHUNK_MAX : (size_t)chunk;
}

/* Nothing is opened yet: most runs need no file, and one that cannot be made is no fault of
 * theirs. */
enum fm_status fm_spool_new(const char *folder, size_t chunk, const atomic_bool *cancelled,
                            struct fm_spool **out)
{
    assert(chunk >= CHUNK_MIN);
    struct fm_spool *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->fd = -1;
    made->chunk = chunk;
    made->cancelled = cancelled;
    made->chosen = folder != NULL;
    if (pthread_mutex_init(&made->lock, NULL) != 0 || name_folder(made, folder, 0) != 0) {
        free(made);
        return FM_NO_MEMORY;
    }
    *out = made;
    return FM_OK;
}

void fm_spool_free(struct fm_spool *spool)
{
    if (spool == NULL)
        return;
    if (spool->fd >= 0)
        (void)fm_os_close(spool->fd);
    pthread_mutex_destroy(&spool->lock);
    free(spool->what);
    free(spool);
}

uint64_t fm_spool_rest(const struct fm_spool *spool, uint64_t memory, unsigned streams)
{
    const uint64_t chunks = (uint64_t)streams * spool->chunk;
    return memory > chunks ? memory - chunks : 0;
}

/* Chunks are numbered from 1 on, so that 0 can end a list. */
static uint64_t place_of(const struct fm_spool *spool, uint64_t chunk)
{
    return (chunk - 1) * spool->chunk;
}

/* A signal is looked for here, since this is where long work at the end of a
 * run spends its time. */
static bool is_cancelled(const struct fm_spool *spool)
{
    return spool->cancelled != NULL && atomic_load_explicit(spool->cancelled, memory_order_relaxed);
}

/* Write the first bytes of a chunk. */
static enum fm_status write_chunk(struct fm_spool *spool, uint64_t chunk, const void *bytes,
                                  size_t n, struct fm_error *error)
{
    if (is_cancelled(spool))
        return FM_CANCELLED;
    const int os_error = fm_os_write_at(spool->fd, bytes, n, place_of(spool, chunk));
    return os_error == 0 ? FM_OK : fail_file(spool, os_error, error);
}

static enum fm_status read_place(struct fm_spool *spool, uint64_t at, void *to, size_t n,
                                 struct fm_error *error)
{
    int os_error = EIO; /* error where the file ends too early */
    if (is_cancelled(spool))
        return FM_CANCELLED;
    return fm_file_read_at(spool->fd, to, n, at, &os_error) == n
               ? FM_OK
               : fail_file(spool, os_error, error);
}

/* The lock is held. */
static enum fm_status open_file(struct fm_spool *spool, struct fm_error *error)
{
    if (spool->fd >= 0)
        return FM_OK;
    int os_error = fm_os_open_scratch(spool->what + sizeof WHAT_PREFIX - 1, &spool->fd);
    for (unsigned i = 1; os_error != 0 && !spool->chosen && name_folder(spool, NULL, i) == 0; i++)
        os_error = fm_os_open_scratch(spool->what + sizeof WHAT_PREFIX - 1, &spool->fd);
    return os_error == 0 ? FM_OK : fail_file(spool, os_error, error);
}

/* Reserve a chunk: a free one, or a new one at the end. The file never grows beyond what was in use
 * at one time, however often streams are written and read. */
static enum fm_status take_chunk(struct fm_spool *spool, uint64_t *chunk, struct fm_error *error)
{
    uint64_t next = 0;
    pthread_mutex_lock(&spool->lock);
    enum fm_status status = open_file(spool, error);
    if (status == FM_OK && spool->free != 0)
        status = read_place(spool, place_of(spool, spool->free), &next, sizeof next, error);
    if (status == FM_OK) {
        *chunk = spool->free != 0 ? spool->free : ++spool->count;
        spool->free = next;
    }
    pthread_mutex_unlock(&spool->lock);
    return status;
}

/* Put a list of chunks that ends with @p last before the free ones. */
static enum fm_status free_chunks(struct fm_spool *spool, uint64_t first, uint64_t last,
                                  struct fm_error *error)
{
    pthread_mutex_lock(&spool->lock);
    const enum fm_status status = write_chunk(spool, last, &spool->free, sizeof spool->free, error);
    if (status == FM_OK)
        spool->free = first;
    pthread_mutex_unlock(&spool->lock);
    return status;
}

/* A stream that is written has its last chunk in `buf` (`chunk` is its place in the file, if
 * that was reserved, `end` its bytes, `at` is 0). One that is read has the chunk at its front
 * there (`at` to `end`; `chunk` is the next in the file). Those that stay in memory come before
 * those in the file; their heads have the address of the next one. */

/* Does what was written so far stay in memory? */
static bool stays(const struct fm_stream *stream)
{
    return stream->bytes <= stream->most;
}

static void keep_chunk(struct fm_stream *stream)
{
    memset(stream->buf, 0, HEAD);
    if (stream->kept == NULL)
        stream->kept = stream->buf;
    else
        memcpy(stream->kept_last, &stream->buf, sizeof stream->buf);
    stream->kept_last = stream->buf;
    stream->buf = NULL;
}

/* Write what is in `buf`. @param more  a chunk comes after it. */
static enum fm_status flush_chunk(struct fm_spool *spool, struct fm_stream *stream, bool more,
                                  struct fm_error *error)
{
    uint64_t next = 0;
    if (stream->first == 0) {
        FM_TRY(take_chunk(spool, &stream->chunk, error));
        stream->first = stream->chunk;
    }
    if (more)
        FM_TRY(take_chunk(spool, &next, error));
    memcpy(stream->buf, &next, HEAD);
    FM_TRY(write_chunk(spool, stream->chunk, stream->buf, stream->end, error));
    stream->last = stream->chunk;
    stream->chunk = next;
    return FM_OK;
}

enum fm_status fm_stream_append(struct fm_spool *spool, struct fm_stream *stream, const void *bytes,
                                size_t n, struct fm_error *error)
{
    const unsigned char *from = bytes;
    while (n > 0) {
        /* A full chunk waits for the next byte, since only then is it known that another follows
         * it. */
        if (stream->buf != NULL && stream->end == spool->chunk) {
            if (stays(stream))
                keep_chunk(stream);
            else
                FM_TRY(flush_chunk(spool, stream, true, error));
            stream->end = HEAD;
        }
        if (stream->buf == NULL) {
            stream->buf = malloc(spool->chunk);
            stream->end = HEAD;
        }
        if (stream->buf == NULL)
            return FM_NO_MEMORY;
        const size_t room = spool->chunk - stream->end, part = n < room ? n : room;
        memcpy(stream->buf + stream->end, from, part);
        stream->end += part;
        stream->bytes += part;
        from += part;
        n -= part;
    }
    return FM_OK;
}

enum fm_status fm_stream_append_number(struct fm_spool *spool, struct fm_stream *stream,
                                       uint64_t number, struct fm_error *error)
{
    unsigned char bytes[FM_NUMBER_MAX];
    const size_t n = (size_t)(fm_number_put(bytes, number) - bytes);
    return fm_stream_append(spool, stream, bytes, n, error);
}

enum fm_status fm_stream_finish(struct fm_spool *spool, struct fm_stream *stream,
                                struct fm_error *error)
{
    if (stream->buf == NULL)
        return FM_OK;
    if (stays(stream)) {
        keep_chunk(stream);
    } else {
        FM_TRY(flush_chunk(spool, stream, false, error));
        free(stream->buf);
        stream->buf = NULL;
    }
    stream->chunk = stream->first;
    stream->at = stream->end = 0;
    return FM_OK;
}

/* The next chunk comes to the front; its place in the file is free then. */
static enum fm_status load(struct fm_spool *spool, struct fm_stream *stream, struct fm_error *error)
{
    const uint64_t chunk = stream->chunk;
    const size_t room = spool->chunk - HEAD;
    stream->at = HEAD;
    stream->end = HEAD + (stream->bytes < room ? (size_t)stream->bytes : room);
    if (stream->kept != NULL) {
        free(stream->buf);
        stream->buf = stream->kept;
        memcpy(&stream->kept, stream->buf, sizeof stream->kept);
        return FM_OK;
    }
    if (stream->buf == NULL && (stream->buf = malloc(spool->chunk)) == NULL)
        return FM_NO_MEMORY;
    FM_TRY(read_place(spool, place_of(spool, chunk), stream->buf, stream->end, error));
    memcpy(&stream->chunk, stream->buf, HEAD);
    stream->first = stream->chunk;
    return free_chunks(spool, chunk, chunk, error);
}

enum fm_status fm_stream_read(struct fm_spool *spool, struct fm_stream *stream, void *to, size_t n,
                              struct fm_error *error)
{
    unsigned char *out = to;
    assert(n <= stream->bytes);
    while (n > 0) {
        if (stream->at == stream->end)
            FM_TRY(load(spool, stream, error));
        const size_t there = stream->end - stream->at, part = n < there ? n : there;
        memcpy(out, stream->buf + stream->at, part);
        stream->at += part;
        stream->bytes -= part;
        out += part;
        n -= part;
    }
    if (stream->bytes == 0) {
        free(stream->buf);
        *stream = (struct fm_stream){.buf = NULL};
    }
    return FM_OK;
}

enum fm_status fm_stream_read_number(struct fm_spool *spool, struct fm_stream *stream,
                                     uint64_t *number, struct fm_error *error)
{
    unsigned char bytes[FM_NUMBER_MAX];
    size_t n = 0;
    do
        FM_TRY(fm_stream_read(spool, stream, &bytes[n], 1, error));
    while (bytes[n++] & 0x80 && n < FM_NUMBER_MAX);
    (void)fm_number_get(bytes, number);
    return FM_OK;
}

enum fm_status fm_stream_read_to(struct fm_spool *spool, struct fm_stream *stream,
                                 struct fm_buf *to, size_t n, struct fm_error *error)
{
    if (n == 0) /* the buffer may have no memory */
        return FM_OK;
    FM_TRY(fm_buf_reserve(to, n));
    FM_TRY(fm_stream_read(spool, stream, to->p + to->n, n, error));
    to->n += n;
    return FM_OK;
}

enum fm_status fm_stream_read_at(struct fm_spool *spool, const struct fm_stream *stream,
                                 uint64_t at, void *to, size_t n, struct fm_error *error)
{
    const size_t room = spool->chunk - HEAD;
    unsigned char *out = to;
    assert(at + n <= stream->bytes);
    while (n > 0) {
        const uint64_t place = place_of(spool, stream->first + at / room) + HEAD;
        const size_t within = (size_t)(at % room), rest = room - within, part = n < rest ? n : rest;
        FM_TRY(read_place(spool, place + within, out, part, error));
        at += part;
        out += part;
        n -= part;
    }
    return FM_OK;
}

void fm_stream_drop(struct fm_spool *spool, struct fm_stream *stream)
{
    /* Where that fails, the place is lost until the file goes, and no more. */
    struct fm_error ignored;
    const bool writing = stream->buf != NULL && stream->at == 0;
    if ((stream->first == 0 || stream->last == 0 ||
         free_chunks(spool, stream->first, stream->last, &ignored) == FM_OK) &&
        writing && stream->chunk != 0) /* the chunk is reserved */
        (void)!free_chunks(spool, stream->chunk, stream->chunk, &ignored);
    for (unsigned char *next; stream->kept != NULL; stream->kept = next) {
        memcpy(&next, stream->kept, sizeof next);
        free(stream->kept);
    }
    free(stream->buf);
    *stream = (struct fm_stream){.buf = NULL};
}
