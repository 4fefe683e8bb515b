/* SPDX-License-Identifier: MIT */
/* Outputs of the program itself (statistics, pictures, profiles): streams that notice every failure
 * and print its message. */
#ifndef FM_SRC_STREAM_H
#define FM_SRC_STREAM_H
#include "fenmill.h"

struct fm_stream {
    struct fm_output *output;
    /* FM_OK, or the status of the first failure; after it nothing is printed */
    enum fm_status status;
    uint64_t check; /* fm_text_check() of what was printed */
};

/** Messages about failures have been printed when these return.
 *
 * @param name   must outlive the stream; "-" or NULL is standard output.
 * @param force  an existing file may be replaced.
 * @return FM_OK, FM_OUTPUT_FAILED, FM_BAD_USE (a suffix), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_stream_open(struct fm_stream *stream, const char *name, bool force);
/** Note that there was no memory for a text of the stream: nothing more is printed, and the file
 * gets no name. The first failure is kept. */
void fm_stream_fail(struct fm_stream *stream);
/** Print; what fails is in the stream's status: FM_OUTPUT_FAILED, FM_PIPE_CLOSED, FM_NO_MEMORY. */
void fm_stream_put(struct fm_stream *stream, const char *text);
void fm_stream_print(struct fm_stream *stream, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/** Print a whole text of the input, escaped as by fm_text_printable(). */
void fm_stream_printable(struct fm_stream *stream, struct fm_text text);
/** Print HTML or XML in which each %s is a text of the input; no other conversion is allowed.
 * Characters with a meaning in HTML are escaped, too. */
void fm_stream_xml(struct fm_stream *stream, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/** Print lines. @param lines  ends with NULL. */
void fm_stream_lines(struct fm_stream *stream, const char *const *lines);
/** Give the file its name; frees everything, whatever the status. @param keep  false: the file is
 * thrown away. @return the stream's status, or that of naming the file. */
FM_MUST_CHECK enum fm_status fm_stream_close(struct fm_stream *stream, bool keep);
/** Flush standard output, as the last of a command that printed there.
 * @return FM_OK, FM_OUTPUT_FAILED, FM_PIPE_CLOSED. */
FM_MUST_CHECK enum fm_status fm_stdout_finish(void);

#endif
