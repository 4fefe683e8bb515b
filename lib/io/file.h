/* SPDX-License-Identifier: MIT */
/* Which file a name means: struct fm_file_id in fenmill.h. */
#ifndef FM_IO_FILE_H
#define FM_IO_FILE_H
#include "base/base.h"
#include "os/os.h"

/** Read n bytes of a regular file, or those up to its end. Any thread.
 * @param[out] os_error  an errno value where it fails, else untouched. @return bytes. */
size_t fm_file_read_at(int fd, unsigned char *to, size_t n, uint64_t offset, int *os_error);

/** Byte order of device and inode, for sorting files that exist: negative, 0 or positive. */
int fm_file_compare(const struct fm_file_id *a, const struct fm_file_id *b);
/** The file that is there. */
struct fm_file_id fm_file_of(const struct fm_os_about *about);

#endif
