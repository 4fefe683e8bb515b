/* The k smallest hashes, in a binary heap with the largest on top: see sample.h. */
#include <config.h>
#include "filter/sample.h"
#include <stdlib.h>

void fm_sample_free(struct fm_sample *sample)
{
    free(sample->hashes);
    *sample = (struct fm_sample){0};
}

void fm_sample_begin(struct fm_sample *sample, size_t k)
{
    sample->count = 0;
    sample->k = k;
}

/* Let the hash on top sink to its place. */
static void sink(struct fm_sample *sample)
{
    uint64_t *h = sample->hashes;
    size_t at = 0;
    for (;;) {
        size_t larger = 2 * at + 1;
        if (larger >= sample->count)
            return;
        if (larger + 1 < sample->count && h[larger + 1] > h[larger])
            larger++;
        if (h[at] >= h[larger])
            return;
        const uint64_t moved = h[at];
        h[at] = h[larger];
        h[larger] = moved;
        at = larger;
    }
}

static void rise(struct fm_sample *sample)
{
    uint64_t *h = sample->hashes;
    for (size_t at = sample->count - 1; at > 0 && h[(at - 1) / 2] < h[at]; at = (at - 1) / 2) {
        const uint64_t moved = h[at];
        h[at] = h[(at - 1) / 2];
        h[(at - 1) / 2] = moved;
    }
}

enum fm_status fm_sample_offer(struct fm_sample *sample, uint64_t hash)
{
    if (sample->k == 0)
        return FM_OK;
    if (sample->count == sample->k) {
        if (hash < sample->hashes[0]) {
            sample->hashes[0] = hash;
            sink(sample);
        }
        return FM_OK;
    }
    if (sample->count == sample->cap) {
        const size_t cap = sample->cap == 0 ? 16 : 2 * sample->cap;
        uint64_t *grown = realloc(sample->hashes, cap * sizeof *grown);
        if (grown == NULL)
            return FM_NO_MEMORY;
        sample->hashes = grown;
        sample->cap = cap;
    }
    sample->hashes[sample->count++] = hash;
    rise(sample);
    return FM_OK;
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
