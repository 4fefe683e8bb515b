/* SPDX-License-Identifier: MIT */
/* Files: reading and writing descriptors, where interrupted calls are repeated and descriptors that
 * do not block are waited for; and which file a name means (struct fm_file_id in fenmill.h). */
#ifndef FM_IO_FILE_H
#define FM_IO_FILE_H
#include <stdatomic.h>
#include <sys/stat.h>
#include "base/base.h"

/** Read once.
 * @param cancelled  NULL, or looked at while nothing comes: once it is true, that is the end.
 * @return bytes (0 at the end), or -1 with errno set. */
ptrdiff_t fm_descriptor_read(int fd, unsigned char *to, size_t room, const atomic_bool *cancelled);
/** Read once, from that offset of a regular file, whose own place does not matter. Any thread.
 * @return as above. */
ptrdiff_t fm_descriptor_read_at(int fd, unsigned char *to, size_t room, uint64_t offset);
/** Whether reading would not wait now. */
bool fm_descriptor_ready(int fd);
/** Write all. @return 0, or an errno value; part may have been written then. */
int fm_descriptor_write(int fd, const unsigned char *from, size_t n);

/** Byte order of device and inode, for sorting files that exist: negative, 0 or positive. */
int fm_file_compare(const struct fm_file_id *a, const struct fm_file_id *b);
/** The file that is there. */
struct fm_file_id fm_file_of(const struct stat *about);

#endif
