/* SPDX-License-Identifier: MIT */
/* Output: a file that appears under its name only when it is whole, or standard output. It is
 * opened, written, prepared (all of it on the disk, without its name), then committed (gets its
 * name), or at any time discarded. Compressed by suffix (.gz, .zst). Knows nothing of records.
 * SIGPIPE is the program's business: with it ignored, a reader that has gone gives
 * FM_PIPE_CLOSED. */
#ifndef FM_IO_OUTPUT_H
#define FM_IO_OUTPUT_H
#include "base/base.h"
#include "io/encode_pool.h"
#include "io/file_set.h"

/* fm_output_open(), _write(), _commit() and _discard() are public: fenmill.h. */

/** How an output is compressed if its suffix says that it is. */
struct fm_compression {
    struct fm_encode_pool *pool; /* NULL: the calling thread compresses */
    unsigned level;              /* fm_level_check() has found it good; 0: the codec's usual one */
    bool records;                /* level 0 means the level for records of positions */
    bool none;                   /* the suffix of the name has no meaning */
};

/** fm_output_open(), compressed by the threads of a pool, which must outlive the output. Then all
 * calls may also return FM_CANCELLED. */
FM_MUST_CHECK enum fm_status fm_output_open_with(const char *name, bool force,
                                                 struct fm_compression how, struct fm_output **out,
                                                 struct fm_error *error);

/** fm_output_open_with() for bytes that the caller takes: fm_destinations.write.
 * @param name  for messages, and its suffix. */
FM_MUST_CHECK enum fm_status fm_output_open_call(
    const char *name, int (*write)(void *user, const void *bytes, size_t n), void *user,
    struct fm_compression how, struct fm_output **out, struct fm_error *error);

/** Open one of the files of a set, which must outlive the output. It is written without being
 * gathered, so large pieces are better, and compressed as it is prepared; fm_file_set_sync() comes
 * after the last that is.
 * @param path  as the user knows it: for messages, and its suffix.
 * @param name  in the set's folder; fm_file_set_check() has found it free. Both must outlive the
 * output. @return as fm_output_open_with(). */
FM_MUST_CHECK enum fm_status fm_output_open_in(struct fm_file_set *set, const char *path,
                                               const char *name, struct fm_compression how,
                                               struct fm_output **out, struct fm_error *error);
/** Whether it will get a name: not what is written directly, as a device is. */
bool fm_output_has_name(const struct fm_output *output);
/** The first half of fm_output_commit(): finish and sync. Of several outputs, none is named before
 * all are prepared. May be called again; nothing may be written after it.
 * @return as fm_output_write(). */
FM_MUST_CHECK enum fm_status fm_output_prepare(struct fm_output *output, struct fm_error *error);

#endif
