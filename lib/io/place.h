/* SPDX-License-Identifier: MIT */
/* Where an output goes: straight to a descriptor, or to a temporary file that takes its place when
 * complete. In two steps, so that several outputs are named only when all are safe on disk. */
#ifndef FM_IO_PLACE_H
#define FM_IO_PLACE_H
#include "base/base.h"

struct fm_place {
    int fd;          /* to write to; -1 = closed */
    bool owns_fd;    /* false: standard output */
    bool force;      /* what is at the target may be replaced */
    int folder;      /* that the target is in, open; -1 = written directly */
    char *target;    /* the final name in it, links followed; NULL = written directly */
    char *temporary; /* a hidden name in it; NULL = written directly, or without a name so far */
};

/* Every function that can fail returns 0 or an errno value. */

/** Open the place for a name; rules and meaning of @p force are fm_output_open()'s. EEXIST: exists
 * and no force. Nothing is left to free on failure. */
FM_MUST_CHECK int fm_place_open(struct fm_place *place, const char *name, bool force);
/** Bring what was written to the disk. */
FM_MUST_CHECK int fm_place_sync(const struct fm_place *place);
/** Give the file its final name, sync the folder, close, and free; after fm_place_sync(). The file
 * is removed on failure. EEXIST: a file has appeared there meanwhile, and no force. */
FM_MUST_CHECK int fm_place_name(struct fm_place *place);
/** Close, remove the temporary file, and free. */
void fm_place_discard(struct fm_place *place);

#endif
