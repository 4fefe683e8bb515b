/* SPDX-License-Identifier: MIT */
/* The inputs of a command line: see fm_inputs_expand() in fenmill.h. Which names that were found,
 * in a directory or an archive, are read. */
#ifndef FM_IO_EXPAND_H
#define FM_IO_EXPAND_H
#include "base/base.h"

/** Does one part of a path begin with a period, or its last one end in `~`? Such are not read. */
bool fm_inputs_hidden(const char *path);
/** Does the last part of a path fit one of the patterns of the shell?
 * @param include  NULL-terminated; NULL = all do. */
bool fm_inputs_included(const char *path, const char *const *include);

#endif
