/* A stream in memory before an output: see stream.h. The stream is rewound after each flush, so it
 * never holds more than was printed in between. */
#include <config.h>
#include "stream.h"
#include <errno.h>
#include <stdlib.h>
#include "message.h"

static enum fm_status fail(enum fm_status status, struct fm_error *error)
{
    error->status = status;
    fm_message_print(error);
    return status;
}

enum fm_status fm_stream_open(struct fm_stream *stream, const char *name, bool force)
{
    struct fm_error error = {.status = FM_OK};
    *stream = (struct fm_stream){.file = NULL};
    const enum fm_status status =
        fm_output_open(name == NULL ? "-" : name, force, &stream->output, &error);
    if (status != FM_OK)
        return fail(status, &error);
    stream->file = open_memstream(&stream->bytes, &stream->n);
    if (stream->file != NULL)
        return FM_OK;
    fm_output_discard(stream->output);
    return FM_NO_MEMORY;
}

enum fm_status fm_stream_flush(struct fm_stream *stream)
{
    struct fm_error error = {.status = FM_OK};
    const off_t n = fflush(stream->file) == 0 && !ferror(stream->file) ? ftello(stream->file) : -1;
    if (n < 0)
        return FM_NO_MEMORY; /* a stream in memory fails in no other way */
    const enum fm_status status = fm_output_write(stream->output, stream->bytes, (size_t)n, &error);
    rewind(stream->file);
    return status == FM_OK ? FM_OK : fail(status, &error);
}

enum fm_status fm_stream_close(struct fm_stream *stream, bool keep)
{
    struct fm_error error = {.status = FM_OK};
    enum fm_status status = keep ? fm_stream_flush(stream) : FM_OK;
    (void)fclose(stream->file);
    free(stream->bytes);
    if (!keep || status != FM_OK) {
        fm_output_discard(stream->output);
        return status;
    }
    status = fm_output_commit(stream->output, &error);
    return status == FM_OK ? FM_OK : fail(status, &error);
}

enum fm_status fm_stdout_finish(void)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return FM_OK;
    struct fm_error error = {.os_error = errno != 0 ? errno : EIO, .input = "-"};
    return fail(errno == EPIPE ? FM_PIPE_CLOSED : FM_OUTPUT_FAILED, &error);
}
