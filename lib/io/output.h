/* Output: a file that appears under its name only when it is whole, or standard output. Compressed
 * by suffix (.gz, .zst). Knows nothing of records. SIGPIPE is the program's business: with it
 * ignored, a reader that has gone gives FM_PIPE_CLOSED. */
#ifndef FM_IO_OUTPUT_H
#define FM_IO_OUTPUT_H
#include "base/base.h"

/* fm_output_open(), _write(), _commit() and _discard() are public: fenmill.h. */

/** The first half of fm_output_commit(): finish and sync. Of several outputs, none is named before
 * all are prepared. May be called again; nothing may be written after it.
 * @return as fm_output_write(). */
FM_MUST_CHECK enum fm_status fm_output_prepare(struct fm_output *output, struct fm_error *error);

#endif
