/* Output: a file that appears under its name only when it is whole, or standard output. Compressed by suffix
 * (.gz, .zst). Knows nothing of records. */
#ifndef FM_IO_OUTPUT_H
#define FM_IO_OUTPUT_H
#include "base/base.h"

struct fm_output;

/** Open "-" (standard output) or a temporary file beside @p name. An existing @p name is refused unless @p force; a
 * device or pipe (/dev/null) is written directly. @p name must outlive the output.
 * @return FM_OK, FM_OUTPUT_FAILED (error: os_error, what = name; os_error EEXIST = exists and no force), FM_BAD_USE
 *         (a compression that this build lacks), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_output_open(const char *name, bool force, struct fm_output **out, struct fm_error *error);
/** Write all bytes. Large writes pass through unbuffered, small ones are gathered.
 * @return FM_OK, FM_OUTPUT_FAILED, FM_PIPE_CLOSED (the reader has gone: EPIPE). */
FM_MUST_CHECK enum fm_status fm_output_write(struct fm_output *output, const void *bytes, size_t n, struct fm_error *error);
/** Write what is gathered (standard output and pipes only get it then). Returns as fm_output_write(). */
FM_MUST_CHECK enum fm_status fm_output_flush(struct fm_output *output, struct fm_error *error);
/** Finish, sync, rename into place. The output is freed whatever the status; may be NULL. On failure the temporary file
 * is removed. */
FM_MUST_CHECK enum fm_status fm_output_commit(struct fm_output *output, struct fm_error *error);
/** Remove the temporary file and free; may be NULL. */
void fm_output_discard(struct fm_output *output);
/** Remove temporary files of all open outputs; async-signal-safe, for a handler that is about to end the program. */

#endif
