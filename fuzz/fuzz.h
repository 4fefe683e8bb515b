/* SPDX-License-Identifier: MIT */
/* What the fuzz targets share. A target takes one input and aborts when something that must hold
 * does not. */
#ifndef FM_FUZZ_FUZZ_H
#define FM_FUZZ_FUZZ_H
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/base.h"

/** The target; called by libFuzzer, or by standalone.c for each file it is given. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** Abort, with the place, unless the condition holds. */
#define FUZZ_REQUIRE(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
            abort(); \
        } \
    } while (0)

/** A copy followed by FM_TEXT_PADDING zero bytes and nothing else, so that a read too far is seen;
 * to be freed. */
static inline unsigned char *fuzz_padded(const uint8_t *data, size_t size)
{
    unsigned char *copy = calloc(1, size + FM_TEXT_PADDING);
    FUZZ_REQUIRE(copy != NULL);
    if (size > 0)
        memcpy(copy, data, size);
    return copy;
}

/** Does the inner text lie in the outer one? Empty text without a place does. */
static inline bool fuzz_within(struct fm_text inner, const unsigned char *from,
                               const unsigned char *to)
{
    return inner.n == 0 ||
           (inner.p >= from && inner.n <= (size_t)(to - from) && inner.p <= to - inner.n);
}

#endif
