/* Where an output goes: straight to a descriptor, or to a temporary file that takes its place when
 * complete. */
#ifndef FM_IO_PLACE_H
#define FM_IO_PLACE_H
#include "base/base.h"

struct fm_place {
    int fd;          /* to write to; -1 = closed */
    bool owns_fd;    /* false: standard output */
    bool force;      /* what stands at the target may be replaced */
    char *target;    /* the final name, links followed; NULL = written directly */
    char *temporary; /* beside it; NULL = written directly, or already in place */
};

/** Open the place for a name; rules and meaning of @p force are fm_output_open()'s.
 * @return 0 or an errno value (EEXIST: exists and no force); nothing is left behind then. */
FM_MUST_CHECK int fm_place_open(struct fm_place *place, const char *name, bool force);
/** Sync, close, put the file under its final name, sync its directory, and free. The file is
 * removed on failure.
 * @return 0 or an errno value (EEXIST: a file has appeared there meanwhile, and no force). */
FM_MUST_CHECK int fm_place_commit(struct fm_place *place);
/** Close, remove the temporary file, and free. */
void fm_place_discard(struct fm_place *place);

#endif
