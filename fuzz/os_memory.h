/* SPDX-License-Identifier: MIT */
/* A file system in memory: os_memory.c takes the place of lib/os/os_posix.c in a fuzz target, so that a
 * run makes no system call. Names are paths below one root folder; there are no links and no rights. */
#ifndef FM_FUZZ_OS_MEMORY_H
#define FM_FUZZ_OS_MEMORY_H
#include "base/base.h"

/** Remove all files and folders; abort where a descriptor was left open. */
void memory_clear(void);
/** Make a file of a copy of these bytes. */
void memory_put(const char *name, const unsigned char *bytes, size_t n);
/** The bytes of the @p index th named file, in the order of the names; NULL after the last. They last
 * until the next call that changes a file. */
const char *memory_file(size_t index, struct fm_text *bytes);
/** Let one of the calls that follow fail, as on a full or broken disk.
 * @param call  1 = the first; 0 = none. */
void memory_fail(unsigned call);

#endif
