/* SPDX-License-Identifier: MIT */
/* The bytes of an input as they are in its file, on standard input, in a ZIP archive, or as the caller
 * gives them. */
#ifndef FM_IO_RAW_FILE_H
#define FM_IO_RAW_FILE_H
#include <stdatomic.h>
#include "base/base.h"
#include "os/os.h"

struct fm_zip_member;

struct fm_raw_file {
    int fd;                            /* -1: of a member or source */
    const struct fm_byte_source *from; /* the caller's; NULL = the file itself, or a member */
    bool owns_fd;                      /* false: standard input */
    bool has_offsets;                  /* a regular file that was opened by its name */
    struct fm_zip_member *member;      /* owned; NULL = the file itself */
    bool ended;                        /* there are no more bytes, or they cannot be read: */
    bool failed;
    bool whole;                   /* it failed at its end: only a checksum is wrong */
    struct fm_error failure;      /* reason, detail, os_error */
    const atomic_bool *cancelled; /* the caller's; NULL = none */
    uint64_t bytes;               /* read so far; with has_offsets, where to read on */
    uint64_t end;                 /* with has_offsets: no more than these; UINT64_MAX = all */
    size_t most;                  /* bytes of one call; SIZE_MAX = any number */
    uint64_t size;                /* when it was opened; 0 = unknown, as of a pipe */
    struct fm_os_about opened;    /* the file as it was then */
    bool grown;                   /* it was longer when its end was reached */
};

/** What became of a file since it was opened. */
enum fm_change { FM_CHANGE_NONE, FM_CHANGE_LONGER, FM_CHANGE_OTHER };

/** Open a file; "-" is standard input. @return 0, or an errno value; fm_raw_file_close() after any.
 */
int fm_raw_file_open(struct fm_raw_file *file, const char *name);
/** Read a member of an archive, which is taken over, or where that is NULL what a source gives, which
 * must outlive the file. */
void fm_raw_file_of(struct fm_raw_file *file, struct fm_zip_member *member,
                    const struct fm_byte_source *source);
void fm_raw_file_close(struct fm_raw_file *file);
/** Read once. A file that is shorter at its end than when it was opened, or as long and written to,
 * has failed. @return bytes; 0 once the file has ended or failed. */
size_t fm_raw_file_read(struct fm_raw_file *file, unsigned char *to, size_t room);
/** Read n bytes of a regular file, which had them when it was opened. Any thread.
 * @param[out] got  fewer than n where it fails.  @param error  may be NULL.
 * @return FM_OK, FM_INPUT_FAILED. */
FM_MUST_CHECK enum fm_status fm_raw_file_read_at(const struct fm_raw_file *file, uint64_t offset,
                                                 unsigned char *to, size_t n, size_t *got,
                                                 struct fm_error *error);
/** Any thread. What is no regular file does not change. */
enum fm_change fm_raw_file_change(const struct fm_raw_file *file);
/** Whether reading would not wait now. */
bool fm_raw_file_ready(const struct fm_raw_file *file);

#endif
