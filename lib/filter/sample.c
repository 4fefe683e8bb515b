/* SPDX-License-Identifier: MIT */
/* The k smallest hashes, in a binary heap with the largest on top: see sample.h. */
#include <config.h>
#include "filter/sample.h"
#include <stdlib.h>

void fm_sample_free(struct fm_sample *sample)
{
    free(sample->chosen);
    *sample = (struct fm_sample){0};
}

void fm_sample_begin(struct fm_sample *sample, size_t k)
{
    sample->count = 0;
    sample->k = k;
}

/* Let the one on top sink to its place. */
static void sink(struct fm_sample *sample)
{
    struct fm_sampled *h = sample->chosen;
    size_t at = 0;
    for (;;) {
        size_t larger = 2 * at + 1;
        if (larger >= sample->count)
            return;
        if (larger + 1 < sample->count && h[larger + 1].hash > h[larger].hash)
            larger++;
        if (h[at].hash >= h[larger].hash)
            return;
        const struct fm_sampled moved = h[at];
        h[at] = h[larger];
        h[larger] = moved;
        at = larger;
    }
}

static void rise(struct fm_sample *sample)
{
    struct fm_sampled *h = sample->chosen;
    for (size_t at = sample->count - 1; at > 0 && h[(at - 1) / 2].hash < h[at].hash;
         at = (at - 1) / 2) {
        const struct fm_sampled moved = h[at];
        h[at] = h[(at - 1) / 2];
        h[(at - 1) / 2] = moved;
    }
}

/* More than the heap holds: the candidate takes the place of the largest, or is none. */
static size_t replace(struct fm_sample *sample, struct fm_sampled candidate)
{
    if (candidate.hash >= sample->chosen[0].hash)
        return FM_NOT_SAMPLED;
    candidate.slot = sample->chosen[0].slot;
    sample->chosen[0] = candidate;
    sink(sample);
    return candidate.slot;
}

enum fm_status fm_sample_offer(struct fm_sample *sample, struct fm_sampled candidate, size_t *slot)
{
    size_t kept = candidate.slot;
    if (sample->count == sample->k) {
        kept = replace(sample, candidate);
    } else {
        if (sample->count == sample->cap) {
            const size_t cap = sample->cap == 0 ? 16 : 2 * sample->cap;
            void *grown = realloc(sample->chosen, cap * sizeof *sample->chosen);
            if (grown == NULL)
                return FM_NO_MEMORY;
            sample->chosen = grown;
            sample->cap = cap;
        }
        sample->chosen[sample->count++] = candidate;
        rise(sample);
    }
    if (slot != NULL)
        *slot = kept;
    return FM_OK;
}

static int by_place(const void *a, const void *b)
{
    const struct fm_sampled *p = a, *q = b;
    return (p->place > q->place) - (p->place < q->place);
}

void fm_sample_sort(struct fm_sample *sample)
{
    if (sample->count > 1)
        qsort(sample->chosen, sample->count, sizeof *sample->chosen, by_place);
}

uint64_t fm_sample_hash(uint64_t seed, struct fm_hash128 game, uint64_t place)
{
    /* The finaliser of splitmix64 over the three numbers: well mixed, the same everywhere. */
    uint64_t z =
        seed * UINT64_C(0x9E3779B97F4A7C15) ^ game.lo ^ (place + 1) * UINT64_C(0xD1342543DE82EF95);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}
