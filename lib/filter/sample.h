/* SPDX-License-Identifier: MIT */
/* Sampling: the positions whose hashes of (seed, game, place in the game) are the smallest. No
 * generator state and no ordinals, so the choice does not depend on threads, blocks or how the
 * input is split. */
#ifndef FM_FILTER_SAMPLE_H
#define FM_FILTER_SAMPLE_H
#include "base/base.h"

/* A candidate; after the choice, a chosen position. */
struct fm_sampled {
    uint64_t hash, place;
};

/* The k smallest of a game's hashes; zero-initialised is empty. Reused game after game. */
struct fm_sample {
    /* Candidates, later the chosen ones, in the order of their places; owned. */
    struct fm_sampled *found;
    size_t count, cap;
    size_t k;     /* number to choose; 0 = all */
    size_t taken; /* number of chosen ones that fm_sample_next() has returned */
};

void fm_sample_free(struct fm_sample *sample);
/** Start a new sample. @param k  how many to choose, 0 = all. */
static inline void fm_sample_begin(struct fm_sample *sample, size_t k)
{
    sample->count = sample->taken = 0;
    sample->k = k;
}
/** Make room for more candidates. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_sample_grow(struct fm_sample *sample);
/** Offer a candidate, in the order of places. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK static inline enum fm_status fm_sample_offer(struct fm_sample *sample,
                                                           struct fm_sampled candidate)
{
    if (FM_UNLIKELY(sample->count == sample->cap))
        FM_TRY(fm_sample_grow(sample));
    sample->found[sample->count++] = candidate;
    return FM_OK;
}
/** After all were offered: leave what is chosen, k at most. Equal hashes are chosen together. */
void fm_sample_choose(struct fm_sample *sample);
/** The next chosen position; NULL = all are taken. */
static inline const struct fm_sampled *fm_sample_next(const struct fm_sample *sample)
{
    return sample->taken == sample->count ? NULL : &sample->found[sample->taken];
}
/** The hash of one place: @p game hashes the game's bytes, @p place is the ply or a count of
 * positions. */
static inline uint64_t fm_sample_hash(uint64_t seed, struct fm_hash128 game, uint64_t place)
{
    /* The finaliser of splitmix64 over the three numbers: well mixed, the same everywhere. */
    uint64_t z =
        seed * UINT64_C(0x9E3779B97F4A7C15) ^ game.lo ^ (place + 1) * UINT64_C(0xD1342543DE82EF95);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

#endif
