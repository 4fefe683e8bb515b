/* SPDX-License-Identifier: MIT */
/* The k smallest hashes: see sample.h. */
#include <config.h>
#include "filter/sample.h"
#include <stdlib.h>

void fm_sample_free(struct fm_sample *sample)
{
    free(sample->found);
    *sample = (struct fm_sample){0};
}

enum fm_status fm_sample_grow(struct fm_sample *sample)
{
    enum { FIRST_FOUND = 256 };
    const size_t cap = sample->cap == 0 ? FIRST_FOUND : 2 * sample->cap;
    void *grown = realloc(sample->found, cap * sizeof *sample->found);
    FM_TRY_MADE(grown);
    sample->found = grown;
    sample->cap = cap;
    return FM_OK;
}

/* A bound that so many of the hashes are not above, fewer than all. Found byte by byte from the
 * highest on, as no processor can guess how random numbers compare; one byte or two are enough,
 * unless there are very many. */
static uint64_t bound_of(const struct fm_sample *sample, size_t wanted)
{
    uint64_t bound = 0, known = 0; /* the bytes of it that are found, and a mask of these */
    for (int shift = 56; shift >= 0; shift -= 8) {
        size_t counts[256] = {0}, byte = 0;
        for (size_t i = 0; i < sample->count; i++) {
            const uint64_t hash = sample->found[i].hash;
            counts[hash >> shift & 0xFF] += (hash & known) == bound;
        }
        for (; wanted > counts[byte]; byte++)
            wanted -= counts[byte];
        bound |= (uint64_t)byte << shift;
        known |= UINT64_C(0xFF) << shift;
        if (wanted == counts[byte])
            break;
    }
    return bound | ~known;
}

void fm_sample_choose(struct fm_sample *sample)
{
    if (sample->count <= sample->k)
        return;
    const uint64_t bound = bound_of(sample, sample->k);
    size_t chosen = 0;
    for (size_t i = 0; i < sample->count; i++) {
        sample->found[chosen] = sample->found[i];
        chosen += sample->found[i].hash <= bound;
    }
    sample->count = chosen;
}
