/* What every module of the library uses: must-check calls, text spans, a growable buffer, an arena,
 * line counts, a hash. Nothing here knows about chess. Threads are apart, in base/thread.h: only
 * the pipeline needs them. */
#ifndef FM_BASE_BASE_H
#define FM_BASE_BASE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "fenmill.h"
#include "base/macros.h"
#include "base/text.h"
#include "base/nearest.h"
#include "base/warnings.h"
#include "base/buf.h"
#include "base/arena.h"
#include "base/count.h"
#include "base/hash.h"

#endif
