/* A small file that the program itself writes, or standard output: there only when it is whole. */
#ifndef FM_SRC_WHOLE_FILE_H
#define FM_SRC_WHOLE_FILE_H
#include <stdio.h>
#include "fenmill.h"

struct fm_whole_file {
    FILE *stream;     /* to be written to */
    const char *name; /* as given; "-" = standard output */
    char *beside;     /* the temporary file; NULL where `name` itself is open */
};

/** @param name   must outlive the file; "-" or NULL is standard output.
 * @param force  an existing file may be replaced.
 * @return FM_OK, FM_OUTPUT_FAILED (the message has been printed), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_whole_file_open(struct fm_whole_file *file, const char *name,
                                                bool force);
/** Give the file its name; frees everything, whatever the status. @param keep  false: the file is
 * thrown away.
 * @return FM_OK, FM_OUTPUT_FAILED (the message has been printed), FM_PIPE_CLOSED. */
FM_MUST_CHECK enum fm_status fm_whole_file_close(struct fm_whole_file *file, bool keep);
/** Flush standard output, as the last of a command that printed there. Returns as
 * fm_whole_file_close(). */
FM_MUST_CHECK enum fm_status fm_stdout_finish(void);

#endif
