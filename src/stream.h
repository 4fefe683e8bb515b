/* Text that the program itself writes: printed to a stream in memory, and from there to an output of
 * the library, so that the result appears only when it is complete and every failure is noticed. */
#ifndef FM_SRC_STREAM_H
#define FM_SRC_STREAM_H
#include <stdio.h>
#include "fenmill.h"

struct fm_stream {
    FILE *file;  /* to be printed to; what it holds is in memory until fm_stream_flush() */
    char *bytes; /* that memory */
    size_t n;    /* how much of it the stream has filled */
    struct fm_output *output;
};

/** Messages about failures have been printed when these return.
 *
 * @param name   must outlive the stream; "-" or NULL is standard output.
 * @param force  an existing file may be replaced.
 * @return FM_OK, FM_OUTPUT_FAILED, FM_BAD_USE (a suffix), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_stream_open(struct fm_stream *stream, const char *name, bool force);
/** Pass on what was printed so far. @return FM_OK, FM_OUTPUT_FAILED, FM_PIPE_CLOSED, FM_NO_MEMORY
 * (something printed is lost). */
FM_MUST_CHECK enum fm_status fm_stream_flush(struct fm_stream *stream);
/** Flush and give the file its name; frees everything, whatever the status. @param keep  false: the
 * file is thrown away. Returns as fm_stream_flush(). */
FM_MUST_CHECK enum fm_status fm_stream_close(struct fm_stream *stream, bool keep);
/** Flush standard output, as the last of a command that printed there. Returns as
 * fm_stream_flush(). */
FM_MUST_CHECK enum fm_status fm_stdout_finish(void);

#endif
