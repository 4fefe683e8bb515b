/* SPDX-License-Identifier: MIT */
/* One output: gathers small writes, compresses if its suffix says so, remembers the first failure.
 * Where the bytes go, and how a file takes its place, is in place.c. */
#include <config.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include "io/output.h"
#include "io/encode_stream.h"
#include "io/file.h"
#include "io/place.h"

/* Small writes are gathered; large ones are made as they come, for copying costs more than a call. */
enum { GATHER_SIZE = 128 * 1024, LARGE_SIZE = 32 * 1024 };

struct fm_output {
    const char *name; /* the caller's */
    struct fm_place place;
    struct fm_file_set *set; /* where the file is one of many: it is in `file`, not in `place` */
    struct fm_set_file file;
    int (*write)(void *user, const void *bytes,
                 size_t n); /* takes the bytes; NULL = the place does */
    void *user;
    const struct fm_encoder *encoder; /* NULL = plain */
    struct fm_compression how;
    struct fm_encode_stream *stream; /* NULL: plain, or not begun */
    enum fm_status failed;           /* FM_OK, or what every later call returns */
    int os_error;
    bool prepared;           /* complete and on disk */
    size_t n;                /* bytes gathered */
    unsigned char *gathered; /* GATHER_SIZE bytes; NULL: nothing is, as in a file of many */
};

static enum fm_status report(const char *name, enum fm_status status, int os_error,
                             struct fm_text detail, struct fm_error *error)
{
    if (error != NULL)
        *error = (struct fm_error){.status = status,
                                   .os_error = os_error,
                                   .input = name,
                                   .what = fm_text_of(name),
                                   .detail = detail};
    return status;
}

static enum fm_status report_failed(const struct fm_output *output, struct fm_error *error)
{
    return report(output->name, output->failed, output->os_error, (struct fm_text){NULL, 0}, error);
}

static enum fm_status status_of(int os_error)
{
    switch (os_error) {
    case 0:
        return FM_OK;
    case EPIPE:
        return FM_PIPE_CLOSED;
    case ENOMEM:
        return FM_NO_MEMORY;
    default:
        return FM_OUTPUT_FAILED;
    }
}

static void remember(struct fm_output *output, int os_error)
{
    output->os_error = os_error;
    output->failed = status_of(os_error);
}

static void write_through(struct fm_output *output, const unsigned char *bytes, size_t n)
{
    remember(output, output->write != NULL ? output->write(output->user, bytes, n)
                                           : fm_os_write(output->place.fd, bytes, n));
}

static void flush(struct fm_output *output)
{
    const size_t n = output->n;
    output->n = 0;
    if (output->failed == FM_OK && n > 0)
        write_through(output, output->gathered, n);
}

static void write_plain(struct fm_output *output, const unsigned char *bytes, size_t n)
{
    const bool through = n >= LARGE_SIZE || output->write != NULL;
    if (through || n > GATHER_SIZE - output->n)
        flush(output);
    if (output->failed != FM_OK)
        return;
    if (through && n > 0) {
        write_through(output, bytes, n);
    } else if (n > 0) {
        memcpy(output->gathered + output->n, bytes, n);
        output->n += n;
    }
}

static enum fm_status write_encoded(void *user, const unsigned char *bytes, size_t n)
{
    struct fm_output *output = user;
    write_plain(output, bytes, n);
    return output->failed;
}

static unsigned level_of(const struct fm_output *output)
{
    return output->how.level > 0 ? output->how.level
           : output->how.records ? output->encoder->level_records
                                 : output->encoder->level_usual;
}

static void start_gathering(struct fm_output *output)
{
    output->gathered = malloc(GATHER_SIZE);
    if (output->gathered == NULL)
        output->failed = FM_NO_MEMORY;
    else if (output->encoder != NULL)
        output->failed = fm_encode_stream_new(output->how.pool, output->encoder, level_of(output),
                                              write_encoded, output, &output->stream);
}

static void end_gathering(struct fm_output *output)
{
    fm_encode_stream_free(output->stream);
    output->stream = NULL;
    free(output->gathered);
    output->gathered = NULL;
}

/* An output that is not open yet. */
static enum fm_status make_output(const char *name, struct fm_compression how,
                                  struct fm_output **out, struct fm_error *error)
{
    const struct fm_encoder *encoder;
    struct fm_text detail;
    if (fm_encoder_find(fm_text_of(name), &encoder, &detail) != FM_OK)
        return report(name, FM_BAD_USE, 0, detail, error);
    struct fm_output *output = calloc(1, sizeof *output);
    if (output == NULL)
        return FM_NO_MEMORY;
    output->name = name;
    output->encoder = encoder;
    output->how = how;
    *out = output;
    return FM_OK;
}

/* @param os_error  of opening the place. */
static enum fm_status start_output(struct fm_output *output, int os_error, struct fm_output **out,
                                   struct fm_error *error)
{
    if (os_error != 0) {
        const char *name = output->name;
        free(output);
        return report(name, status_of(os_error), os_error, (struct fm_text){NULL, 0}, error);
    }
    start_gathering(output);
    if (output->failed != FM_OK) {
        fm_output_discard(output);
        return FM_NO_MEMORY;
    }
    *out = output;
    return FM_OK;
}

enum fm_status fm_output_open_with(const char *name, bool force, struct fm_compression how,
                                   struct fm_output **out, struct fm_error *error)
{
    struct fm_output *output;
    FM_TRY(make_output(name, how, &output, error));
    return start_output(output, fm_place_open(&output->place, name, force), out, error);
}

enum fm_status fm_output_open_call(const char *name,
                                   int (*write)(void *user, const void *bytes, size_t n),
                                   void *user, struct fm_compression how, struct fm_output **out,
                                   struct fm_error *error)
{
    struct fm_output *output;
    FM_TRY(make_output(name, how, &output, error));
    output->write = write;
    output->user = user;
    output->place.fd = output->place.folder = -1;
    return start_output(output, 0, out, error);
}

enum fm_status fm_output_open(const char *name, bool force, struct fm_output **out,
                              struct fm_error *error)
{
    return fm_output_open_with(name, force, (struct fm_compression){.pool = NULL}, out, error);
}

enum fm_status fm_output_open_in(struct fm_file_set *set, const char *path, const char *name,
                                 struct fm_compression how, struct fm_output **out,
                                 struct fm_error *error)
{
    struct fm_output *output;
    FM_TRY(make_output(path, how, &output, error));
    output->set = set;
    output->place.fd = output->place.folder = -1;
    const int os_error = fm_file_set_add(set, &output->file, name);
    if (os_error != 0) {
        free(output);
        return report(path, status_of(os_error), os_error, (struct fm_text){NULL, 0}, error);
    }
    *out = output;
    return FM_OK;
}

/* One of many files: plain so far, also where it is to be compressed. */
static void append_in_set(struct fm_output *output, const unsigned char *bytes, size_t n)
{
    remember(output, fm_file_set_open(output->set, &output->file));
    if (output->failed == FM_OK)
        remember(output, fm_os_write(output->file.fd, bytes, n));
}

enum fm_status fm_output_write(struct fm_output *output, const void *bytes, size_t n,
                               struct fm_error *error)
{
    if (output->failed == FM_OK && output->set != NULL)
        append_in_set(output, bytes, n);
    else if (output->failed == FM_OK && output->stream != NULL)
        output->failed = fm_encode_stream_add(output->stream, bytes, n);
    else if (output->failed == FM_OK)
        write_plain(output, bytes, n);
    return output->failed == FM_OK ? FM_OK : report_failed(output, error);
}

static void finish(struct fm_output *output)
{
    if (output->failed == FM_OK && output->stream != NULL)
        output->failed = fm_encode_stream_finish(output->stream);
    flush(output);
}

/* Compress what was gathered plain. */
static void encode_all(struct fm_output *output, int from)
{
    unsigned char *bytes = malloc(GATHER_SIZE);
    start_gathering(output);
    if (bytes == NULL)
        output->failed = FM_NO_MEMORY;
    while (output->failed == FM_OK) {
        const ptrdiff_t got = fm_os_read(from, bytes, GATHER_SIZE, NULL);
        if (got < 0)
            remember(output, (int)-got);
        if (got <= 0)
            break;
        output->failed = fm_encode_stream_add(output->stream, bytes, (size_t)got);
    }
    finish(output);
    end_gathering(output);
    free(bytes);
}

/* So that the bytes do not depend on when the file was closed and opened again. */
static void rewrite_encoded(struct fm_output *output)
{
    int from;
    remember(output, fm_file_set_rewrite(output->set, &output->file, &from, &output->place.fd));
    if (output->failed != FM_OK)
        return;
    encode_all(output, from);
    (void)close(from);
    const int closed = close(output->place.fd) == 0 || errno == EINTR ? 0 : errno;
    output->place.fd = -1;
    if (output->failed == FM_OK)
        remember(output, closed);
    if (output->failed == FM_OK)
        remember(output, fm_file_set_rewritten(output->set, &output->file));
}

static void prepare_in_set(struct fm_output *output)
{
    if (output->encoder != NULL)
        rewrite_encoded(output);
    if (output->failed == FM_OK)
        remember(output, fm_file_set_sync_one(output->set, &output->file));
}

enum fm_status fm_output_prepare(struct fm_output *output, struct fm_error *error)
{
    if (output == NULL)
        return FM_OK;
    if (output->failed == FM_OK && !output->prepared && output->set != NULL) {
        prepare_in_set(output);
    } else if (output->failed == FM_OK && !output->prepared) {
        finish(output);
        if (output->failed == FM_OK && output->write == NULL)
            remember(output, fm_place_sync(&output->place));
    }
    output->prepared = true;
    return output->failed == FM_OK ? FM_OK : report_failed(output, error);
}

enum fm_status fm_output_commit(struct fm_output *output, struct fm_error *error)
{
    if (output == NULL)
        return FM_OK;
    enum fm_status status = fm_output_prepare(output, error);
    if (status == FM_OK && output->write == NULL) {
        remember(output, output->set != NULL ? fm_file_set_name(output->set, &output->file)
                                             : fm_place_name(&output->place));
        if (output->failed != FM_OK)
            status = report_failed(output, error);
    }
    fm_output_discard(output);
    return status;
}

void fm_output_discard(struct fm_output *output)
{
    if (output == NULL)
        return;
    if (output->set == NULL)
        fm_place_discard(&output->place);
    else
        fm_file_set_drop(output->set, &output->file);
    end_gathering(output);
    free(output);
}
