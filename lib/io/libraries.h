/* The libraries that compress and decompress, and their versions. */
#ifndef FM_IO_LIBRARIES_H
#define FM_IO_LIBRARIES_H
#include "base/base.h"

struct fm_library {
    const char *name;
    const char *(*version)(void); /* as the library loaded says it, if it can */
};

extern const struct fm_library fm_io_libraries[]; /* those of this build; the last has no name */

#endif
