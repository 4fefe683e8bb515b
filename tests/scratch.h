/* SPDX-License-Identifier: MIT */
/* A directory of its own for a test, and files in it. */
#ifndef FM_TESTS_SCRATCH_H
#define FM_TESTS_SCRATCH_H
#include <stdbool.h>
#include "base/base.h"

/** Make an empty directory and work in it; for a checked fixture. Ends the test on failure. */
void scratch_enter(void);
/** Go back and remove it with all that is in it. */
void scratch_leave(void);
/** Write a file; ends the test on failure. */
void scratch_write(const char *name, struct fm_text content);
/** Read a whole file; ends the test on failure. The caller frees the buffer. */
struct fm_buf scratch_read(const char *name);
/** Whether a file holds just that. */
bool scratch_holds(const char *name, struct fm_text content);
/** How many entries of a folder are hidden. @param[out] name  the last of them, without the folder,
 * SCRATCH_NAME_MAX bytes; may be NULL. */
enum { SCRATCH_NAME_MAX = 256 };
unsigned scratch_hidden(const char *folder, char *name);
/** Entries of the current directory, hidden ones included. */
unsigned scratch_count(void);

#endif
