/* SPDX-License-Identifier: MIT */
/* The base of every module of the library: must-check calls, text spans, memory, line counts, a
 * hash. Nothing here knows about chess. The table, UTF-8 and threads are apart: few modules need
 * them. */
#ifndef FM_BASE_BASE_H
#define FM_BASE_BASE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "fenmill.h"
#include "base/macros.h"
#include "base/text.h"
#include "base/warnings.h"
#include "base/memory.h"
#include "base/lanes.h"
#include "base/hash.h"

#endif
