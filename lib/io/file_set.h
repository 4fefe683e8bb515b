/* SPDX-License-Identifier: MIT */
/* Many files that one run writes side by side, in a folder and folders below it, more than may be
 * open at a time: they are gathered in one hidden, locked folder, and get their names at the end.
 * One thread at a time. Every function that returns int returns 0 or an errno value. */
#ifndef FM_IO_FILE_SET_H
#define FM_IO_FILE_SET_H
#include "base/base.h"

struct fm_file_set;

/* One of the files, as fm_file_set_add() has made it; its owner keeps it where it is. */
struct fm_set_file {
    const char *name; /* relative to the set's folder; the owner's */
    uint64_t number;  /* name of the file in the hidden folder */
    uint64_t used;    /* number of the last write to it, counted in the set */
    int fd;           /* -1 = closed just now */
    int failed;       /* an errno value: what was written was lost when it was closed */
};

/** Make the folder if it is missing, and the hidden one in it.
 * @param folder  followed if it is a link; "" is the current one; must outlive the set.
 * @param force   files that exist may be replaced. */
FM_MUST_CHECK int fm_file_set_new(const char *folder, bool force, struct fm_file_set **out);
/** Remove files without a name, and folders that stayed empty; all files are dropped before. May be
 * NULL. */
void fm_file_set_free(struct fm_file_set *set);
/** Is it the same folder? */
bool fm_file_set_is(const struct fm_file_set *set, const struct fm_file_set *other);
/** Can a file of that name be made? No link is followed below the set's folder.
 * @param[out] id  of the file that exists, or of the one that would be made, with `base` pointing
 * into the name; not regular where its folder is missing.
 * @return EEXIST (without force), EISDIR, ENOTDIR or ELOOP (a link) for a folder on the way,
 * EACCES, EXDEV (another file system) ... */
FM_MUST_CHECK int fm_file_set_check(struct fm_file_set *set, const char *name,
                                    struct fm_file_id *id);
/** Make the file, empty. */
FM_MUST_CHECK int fm_file_set_add(struct fm_file_set *set, struct fm_set_file *file,
                                  const char *name);
/** Open it, if it is not, for appending: file->fd is valid until the next call for any file. */
FM_MUST_CHECK int fm_file_set_open(struct fm_file_set *set, struct fm_set_file *file);
/** Make it empty again. @param[out] from  what was in it, to be read; the caller closes it. */
FM_MUST_CHECK int fm_file_set_rewrite(struct fm_file_set *set, struct fm_set_file *file, int *from);
/** Close it, and forget it: before its owner frees it. */
void fm_file_set_drop(struct fm_file_set *set, struct fm_set_file *file);
/** Bring one file to the disk, where there are few; fm_file_set_sync() is for many. */
FM_MUST_CHECK int fm_file_set_sync_one(struct fm_file_set *set, struct fm_set_file *file);
/** Bring all files to the disk, names included. */
FM_MUST_CHECK int fm_file_set_sync(const struct fm_file_set *set);
/** Give the file its name; folders on the way are made. */
FM_MUST_CHECK int fm_file_set_name(struct fm_file_set *set, struct fm_set_file *file);

#endif
