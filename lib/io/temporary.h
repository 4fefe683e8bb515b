/* SPDX-License-Identifier: MIT */
/* Hidden files and folders beside an output, which become the output when it is complete. Each is
 * locked while the process that made it lives; an unlocked one was left by a run that was killed,
 * and is swept away by the next that works in the same folder. */
#ifndef FM_IO_TEMPORARY_H
#define FM_IO_TEMPORARY_H
#include "base/base.h"

/** What gets a hidden name. */
enum fm_temporary {
    FM_TEMPORARY_FILE,    /* made, open for writing */
    FM_TEMPORARY_PRIVATE, /* the same, which only its owner can read */
    FM_TEMPORARY_FOLDER,  /* made, open; only its owner can enter it */
    FM_TEMPORARY_LINK     /* the file *fd, which has no name so far */
};

/** Give something the name `.NAME.fenmill-XXXX` in a folder, and lock it.
 * @param name  a name in the folder, cut where the whole would be too long.
 * @param[out] temporary  the name made, to be freed with free(). @return 0 or an errno value. */
FM_MUST_CHECK int fm_temporary_make(int folder, const char *name, enum fm_temporary what, int *fd,
                                    char **temporary);
/** Remove a temporary folder and the files in it. @return whether it is gone. */
bool fm_temporary_remove_folder(int folder, const char *temporary);
/** Remove what killed runs have left in a folder. Where the file system has no locks, or nothing
 * may be removed, everything stays. */
void fm_temporary_sweep(int folder);

#endif
