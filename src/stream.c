/* SPDX-License-Identifier: MIT */
/* Streams of the program: see stream.h. */
#include <config.h>
#include "stream.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <stdio.h>
#include "message.h"
#include "print.h"
#include "signals.h"

enum { PRINT_SIZE = 1024 };

enum fm_status fm_stream_open(struct fm_stream *stream, const char *name, bool force)
{
    struct fm_error error = {.status = FM_OK};
    *stream = (struct fm_stream){.status = FM_OK};
    return fm_message_failed(
        fm_output_open(name == NULL ? "-" : name, force, &stream->output, &error), &error);
}

void fm_stream_fail(struct fm_stream *stream)
{
    if (stream->status == FM_OK)
        stream->status = FM_NO_MEMORY;
}

static void put(struct fm_stream *stream, const char *bytes, size_t n)
{
    struct fm_error error = {.status = FM_OK};
    stream->check = fm_text_check(stream->check, (struct fm_text){(const unsigned char *)bytes, n});
    if (stream->status == FM_OK)
        stream->status =
            fm_message_failed(fm_output_write(stream->output, bytes, n, &error), &error);
}

void fm_stream_put(struct fm_stream *stream, const char *text)
{
    put(stream, text, strlen(text));
}

void fm_stream_print(struct fm_stream *stream, const char *format, ...)
{
    char most[PRINT_SIZE], *text = most;
    va_list list;
    va_start(list, format);
    const int length = vsnprintf(most, sizeof most, format, list);
    va_end(list);
    const size_t n = length < 0 ? 0 : (size_t)length;
    if (n >= sizeof most) {
        text = malloc(n + 1);
        if (text != NULL) {
            va_start(list, format);
            (void)vsnprintf(text, n + 1, format, list);
            va_end(list);
        }
    }
    if (length >= 0 && text != NULL)
        put(stream, text, n);
    else
        fm_stream_fail(stream);
    if (text != most)
        free(text);
}

void fm_stream_printable(struct fm_stream *stream, struct fm_text text)
{
    char *escaped = fm_printable_copy(text);
    if (escaped != NULL)
        fm_stream_put(stream, escaped);
    else
        fm_stream_fail(stream);
    free(escaped);
}

static void put_escaped(struct fm_stream *stream, const char *text)
{
    static const char special[] = "&<>\"'";
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    char *const copy = fm_printable_copy(fm_printable_text(text));
    if (copy == NULL)
        fm_stream_fail(stream);
    for (const char *p = copy; p != NULL && *p != '\0';) {
        const size_t n = strcspn(p, special);
        put(stream, p, n);
        p += n;
        if (*p != '\0')
            fm_stream_put(stream, entities[strchr(special, *p++) - special]);
    }
    free(copy);
}

void fm_stream_xml(struct fm_stream *stream, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    for (const char *mark; (mark = strstr(format, "%s")) != NULL; format = mark + 2) {
        put(stream, format, (size_t)(mark - format));
        put_escaped(stream, va_arg(list, const char *));
    }
    va_end(list);
    fm_stream_put(stream, format);
}

void fm_stream_lines(struct fm_stream *stream, const char *const *lines)
{
    for (; *lines != NULL; lines++)
        fm_stream_put(stream, *lines);
}

enum fm_status fm_stream_close(struct fm_stream *stream, bool keep)
{
    struct fm_error error = {.status = FM_OK};
    if (!keep || stream->status != FM_OK) {
        fm_output_discard(stream->output);
        return keep ? stream->status : FM_OK;
    }
    fm_signals_hold(); /* the file gets its name, or the signal came before */
    return fm_message_failed(fm_output_commit(stream->output, &error), &error);
}

enum fm_status fm_stdout_finish(void)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return FM_OK;
    struct fm_error error = {.os_error = errno != 0 ? errno : EIO, .input = "-"};
    return fm_message_failed(errno == EPIPE ? FM_PIPE_CLOSED : FM_OUTPUT_FAILED, &error);
}
