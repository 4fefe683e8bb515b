/* SPDX-License-Identifier: MIT */
/* fenmill: chess games to positions. The one public header of libfenmill: what it includes is not
 * to be included alone.
 *
 * Handles are opaque; the library never prints, never exits, keeps no global state, and reads
 * neither the environment nor the locale. Handles may be used by one thread at a time; a profile
 * that is no longer changed may be shared by any number of converters and threads. Text is a
 * pointer and a length and needs no NUL, unless a parameter is a plain `const char *`, which is
 * NUL-terminated.
 *
 * A struct that the caller fills begins with `size`, its sizeof. A newer library takes members that
 * the program does not know as 0. An older one accepts members that it does not know if they are 0.
 * Else, and where `size` is 0, the call returns FM_BAD_USE. A struct that a call fills in the
 * program's memory, or that is in an array, never grows: what is new takes its reserved members,
 * which are 0 till then. What the library makes and lends may grow. Numbers of enums are for ever;
 * new ones may be met at run time. CONTRIBUTING.md has the rules. */
#ifndef FENMILL_H
#define FENMILL_H
#include <fenmill/version.h>
#include <fenmill/reasons.h>
#include <fenmill/status.h>
#include <fenmill/position.h>
#include <fenmill/boards.h>
#include <fenmill/moves.h>
#include <fenmill/profile.h>
#include <fenmill/convert.h>
#include <fenmill/reader.h>
#include <fenmill/record.h>
#endif
