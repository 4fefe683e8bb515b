/* Reading and writing file descriptors: interrupted calls are repeated, descriptors that do not
 * block are waited for. */
#ifndef FM_IO_DESCRIPTOR_H
#define FM_IO_DESCRIPTOR_H
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/** Read once.
 * @param cancelled  NULL, or looked at while nothing comes: once it is true, that is the end.
 * @return bytes (0 at the end), or -1 with errno set. */
ptrdiff_t fm_descriptor_read(int fd, unsigned char *to, size_t room, const atomic_bool *cancelled);
/** Whether reading would not wait now. */
bool fm_descriptor_ready(int fd);
/** Write all. @return 0, or an errno value; part may have been written then. */
int fm_descriptor_write(int fd, const unsigned char *from, size_t n);

#endif
