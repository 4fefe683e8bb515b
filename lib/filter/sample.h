/* SPDX-License-Identifier: MIT */
/* Sampling: the positions whose hashes of (seed, game, place in the game) are the smallest. No
 * generator state and no ordinals, so the choice does not depend on threads, blocks or how the
 * input is split. */
#ifndef FM_FILTER_SAMPLE_H
#define FM_FILTER_SAMPLE_H
#include "base/base.h"

/* One that may be chosen: its hash, where it was met, and where the caller keeps it. */
struct fm_sampled {
    uint64_t hash, place;
    size_t slot;
};

/* The k smallest of a stream of hashes; zero-initialised is empty. Reused game after game. */
struct fm_sample {
    struct fm_sampled *chosen; /* a heap, the largest hash first; owned */
    size_t count, cap;         /* count <= k */
    size_t k;                  /* 0 = everything is chosen */
};
#define FM_NOT_SAMPLED SIZE_MAX

void fm_sample_free(struct fm_sample *sample);
/** Start a new sample. @param k  how many to choose, 0 = all. */
void fm_sample_begin(struct fm_sample *sample, size_t k);
/** Offer a candidate; k is not 0.
 * @param[out] slot  where to keep it: candidate.slot, or that of the one that it replaces, or
 * FM_NOT_SAMPLED. May be NULL. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_sample_offer(struct fm_sample *sample, struct fm_sampled candidate,
                                             size_t *slot);
/** After all were offered: is this candidate among the chosen? Equal hashes are chosen together. */
static inline bool fm_sample_has(const struct fm_sample *sample, uint64_t hash)
{
    return sample->k == 0 || (sample->count > 0 && hash <= sample->chosen[0].hash);
}
/** After all were offered: put the chosen in the order of their places. */
void fm_sample_sort(struct fm_sample *sample);
/** The hash of one place: @p game hashes the game's bytes, @p place is the ply or a count of
 * positions. */
uint64_t fm_sample_hash(uint64_t seed, struct fm_hash128 game, uint64_t place);

#endif
