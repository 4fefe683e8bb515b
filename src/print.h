/* Printing: text from inputs made safe for a terminal, numbers for people, streams that notice every
 * failure. */
#ifndef FM_SRC_PRINT_H
#define FM_SRC_PRINT_H
#include <stdio.h>
#include "fenmill.h"

/** Print at most @p most bytes of a text, "..." after what is cut. Control characters and whatever
 * is not UTF-8 become \xNN or \uNNNN, so that no input can send commands to the terminal. */
void fm_printable_put(FILE *to, struct fm_text text, size_t most);
/** The text of a NUL-terminated string, NULL included. */
struct fm_text fm_printable_text(const char *s);

enum { FM_NUMBER_SIZE = 32 }; /* bytes, enough for each of these texts */

/** Read a whole decimal number, digits only. @return false, and *out untouched, if it is anything
 * else or too large. */
FM_MUST_CHECK bool fm_number_read(const char *text, uint64_t *out);
/** Bytes as "17 B", "1.2 MB". @return @p out. */
const char *fm_number_bytes(uint64_t bytes, char out[FM_NUMBER_SIZE]);
/** Counts in full, as "1,234,567". @return @p out. */
const char *fm_number_grouped(uint64_t count, char out[FM_NUMBER_SIZE]);
/** Counts as "9999", "1.2 million". @return @p out. */
const char *fm_number_count(uint64_t count, char out[FM_NUMBER_SIZE]);
/** Seconds as "0.4 s", "12 s", "3 min 20 s", "2 h 5 min". @return @p out. */
const char *fm_number_seconds(double seconds, char out[FM_NUMBER_SIZE]);

struct fm_stream {
    struct fm_output *output;
    enum fm_status status; /* FM_OK, or what the first failure was; nothing is printed after it */
};

/** Messages about failures have been printed when these return.
 *
 * @param name   must outlive the stream; "-" or NULL is standard output.
 * @param force  an existing file may be replaced.
 * @return FM_OK, FM_OUTPUT_FAILED, FM_BAD_USE (a suffix), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_stream_open(struct fm_stream *stream, const char *name, bool force);
/** Print; what fails is in the stream's status: FM_OUTPUT_FAILED, FM_PIPE_CLOSED, FM_NO_MEMORY. */
void fm_stream_put(struct fm_stream *stream, const char *text);
void fm_stream_print(struct fm_stream *stream, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/** Give the file its name; frees everything, whatever the status. @param keep  false: the file is
 * thrown away. @return the stream's status, or that of naming the file. */
FM_MUST_CHECK enum fm_status fm_stream_close(struct fm_stream *stream, bool keep);
/** Flush standard output, as the last of a command that printed there.
 * @return FM_OK, FM_OUTPUT_FAILED, FM_PIPE_CLOSED. */
FM_MUST_CHECK enum fm_status fm_stdout_finish(void);

#endif
