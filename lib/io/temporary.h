/* SPDX-License-Identifier: MIT */
/* Hidden files and folders beside an output, which become the output when it is complete. Each is
 * locked (flock) while the process that made it lives; an unlocked one was left by a run that was
 * killed, and is swept away by the next that works in the same folder. */
#ifndef FM_IO_TEMPORARY_H
#define FM_IO_TEMPORARY_H
#include <sys/stat.h>
#include <sys/types.h>
#include "base/base.h"

/* Every function that can fail returns 0 or an errno value. */

/** open() relative to a folder, repeated when a signal interrupts it; close-on-exec, and never a
 * terminal that takes the process over. @return a descriptor, or -1 with errno set. */
int fm_open_at(int folder, const char *name, int flags, mode_t mode);
/** fsync(); what a file system cannot do is no error. */
FM_MUST_CHECK int fm_sync_fd(int fd);

/** Make `.NAME.fenmill-XXXX` in a folder, open it for writing, lock it.
 * @param name  a name in the folder, cut where the whole would be too long.
 * @param[out] temporary  the name made, to be freed with free(). */
FM_MUST_CHECK int fm_temporary_file(int folder, const char *name, mode_t mode, int *fd,
                                    char **temporary);
/** The same for a folder, which only its owner can enter. */
FM_MUST_CHECK int fm_temporary_folder(int folder, const char *name, int *fd, char **temporary);
/** A file without a name, which fm_temporary_link() can give one. Any failure means that the system
 * or the file system cannot, and that fm_temporary_file() is to be taken. */
FM_MUST_CHECK int fm_temporary_unnamed(int folder, mode_t mode, int *fd);
/** Give a file without a name one. EEXIST: there is something of that name. */
FM_MUST_CHECK int fm_temporary_link(int fd, int folder, const char *name);
/** Give a file without a name a hidden one first. */
FM_MUST_CHECK int fm_temporary_link_hidden(int fd, int folder, const char *name, char **temporary);
/** Rename unless something of the new name exists: EEXIST then. */
FM_MUST_CHECK int fm_rename_free(int from_folder, const char *from, int to_folder, const char *to);
/** Give a file the owner and mode of the one it will replace. A group that cannot be kept loses its
 * rights. */
FM_MUST_CHECK int fm_copy_mode(int fd, const struct stat *old);
/** Remove a temporary folder and the files in it. @return whether it is gone. */
bool fm_temporary_remove_folder(int folder, const char *temporary);
/** Remove what killed runs have left in a folder. Where the file system has no locks, or nothing
 * may be removed, everything stays. */
void fm_temporary_sweep(int folder);

#endif
