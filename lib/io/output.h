/* Output: a file that appears under its name only when it is whole, or standard output. Compressed
 * by suffix (.gz, .zst). Knows nothing of records. SIGPIPE is the program's business: with it
 * ignored, a reader that has gone gives FM_PIPE_CLOSED. */
#ifndef FM_IO_OUTPUT_H
#define FM_IO_OUTPUT_H
#include "base/base.h"

/** One thread at a time; not always the same one. */
struct fm_output;

/** Open "-" (standard output) or a temporary file beside @p name. An existing @p name is refused
 * unless @p force; a device or pipe (/dev/null), and what standard output already is (/dev/stdout),
 * is written directly. A link is followed: what it points to is replaced. A file that replaces
 * another has its mode, and its owner where the system allows it.
 * @p name must outlive the output. @p error may be NULL here and below.
 * @return FM_OK, FM_OUTPUT_FAILED (error: os_error, input = what = name; os_error EEXIST = exists
 * and no force), FM_BAD_USE (the suffix of a compression that this build cannot write),
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_output_open(const char *name, bool force, struct fm_output **out,
                                            struct fm_error *error);
/** Write all bytes. Large writes pass through unbuffered, small ones are gathered. After a failure
 * every call fails in the same way.
 * @return FM_OK, FM_OUTPUT_FAILED, FM_PIPE_CLOSED (the reader has gone: EPIPE), FM_NO_MEMORY
 * (compressing). */
FM_MUST_CHECK enum fm_status fm_output_write(struct fm_output *output, const void *bytes, size_t n,
                                             struct fm_error *error);
/** Finish, sync, rename into place. The output is freed whatever the status; may be NULL. On
 * failure, an earlier one of a write included, the temporary file is removed and what stood under
 * the name is as it was.
 * @return as fm_output_write(); os_error EEXIST = a file has appeared under the name meanwhile, and
 * no force. */
FM_MUST_CHECK enum fm_status fm_output_commit(struct fm_output *output, struct fm_error *error);
/** Remove the temporary file and free; may be NULL. The library keeps no list of open outputs, as it
 * has no globals: a program whose run a signal ends lets its handler call fm_converter_cancel(),
 * and the outputs are discarded as the run returns. */
void fm_output_discard(struct fm_output *output);

#endif
