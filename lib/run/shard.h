/* SPDX-License-Identifier: MIT */
/* Which part of each input a shard reads. The inputs are laid end to end by their sizes in
 * bytes, and this row is cut into as many parts of one size as there are shards. An input that
 * can be read from its middle (fm_input_find_access()) is cut there; any other one belongs to
 * the shard that its middle is in. So each shard has inputs that follow each other, and all
 * shards together have all. */
#ifndef FM_RUN_SHARD_H
#define FM_RUN_SHARD_H
#include "base/base.h"
#include "run/plan.h"

/* Zero-initialised: the shard is the whole run. */
struct fm_shard {
    /* range of the shard, as offsets in the row of inputs; UINT64_MAX = to its end */
    uint64_t from, to;
    uint64_t *begins; /* begin of each input in the row; owned; NULL = the shard is the whole run */
    uint64_t *sizes;  /* size of each input; in the same allocation as `begins` */
    /* errno of each input whose size is not known, else 0. No shard knows its part then, so each
     * has that input, as a failed one. Owned; NULL = all sizes are known. */
    int *errors;
    size_t count;   /* number of inputs */
    uint64_t total; /* bytes of all inputs */
    uint64_t of;    /* number of shards */
};

/* How much of an input a shard reads. */
enum fm_shard_share { FM_SHARD_NONE, FM_SHARD_WHOLE, FM_SHARD_CUT };

/** Lay the inputs end to end. @return FM_OK or FM_NO_MEMORY. fm_shard_free() after either. */
FM_MUST_CHECK enum fm_status fm_shard_lay(struct fm_shard *shard, const struct fm_inputs *inputs);
/** Choose a part of them. */
void fm_shard_choose(struct fm_shard *shard, uint64_t number, uint64_t of);
/** Where part @p number of @p of ends in the row; UINT64_MAX = the last one, which goes to the
 * end. */
uint64_t fm_shard_cut(const struct fm_shard *shard, uint64_t number, uint64_t of);
void fm_shard_free(struct fm_shard *shard);
/** The part of an input that belongs to the shard, if the input can be cut.
 * @param[out] at  set with FM_SHARD_CUT: offsets in it, where the part begins and ends. */
enum fm_shard_share fm_shard_of(const struct fm_shard *shard, size_t input, uint64_t at[2]);
/** Does an input that cannot be cut belong to it? */
bool fm_shard_has_middle(const struct fm_shard *shard, size_t input);
/** Does any input that has bytes come after that one? */
bool fm_shard_more_after(const struct fm_shard *shard, size_t input);
/** Games and records are numbered from the start of the run. @return FM_OK, FM_BAD_PROFILE. */
FM_MUST_CHECK enum fm_status fm_shard_check(const struct fm_plan *plan, struct fm_error *error);

#endif
