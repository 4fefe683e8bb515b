/* SPDX-License-Identifier: MIT */
/* The plan of a run in shards: which inputs there are, what they hold (their sizes, and a hash of
 * some of their bytes), and where they are cut. Times of files are no part of it: a copy has
 * another. A shard that is given a plan compares its inputs with it before it reads any; a shard
 * without one makes it for its statistics, where `merge` compares it with that of the others. */
#ifndef FM_RUN_SHARD_PLAN_H
#define FM_RUN_SHARD_PLAN_H
#include "base/json.h"
#include "run/shard.h"

enum { FM_SHARDS_MAX = 1000000 /* of a plan */ };

/** Append the plan as a member of an outermost JSON object: `  "plan": {...},` and a line end.
 * @return FM_OK, FM_NO_MEMORY; FM_INPUT_FAILED where @p whole and an input cannot be read, or is
 * no regular file. Without @p whole such an input has an empty hash. */
FM_MUST_CHECK enum fm_status fm_shard_plan_put(const struct fm_shard *shard,
                                               const struct fm_inputs *inputs, bool whole,
                                               struct fm_buf *out, struct fm_error *error);
/** Append the members of statistics that tell a shard: its number and the plan.
 * @return FM_OK, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_shard_put(const struct fm_shard *shard, uint64_t number,
                                          const struct fm_inputs *inputs, struct fm_buf *out,
                                          struct fm_error *error);
/** Read a plan's file.
 * @param[out] text  its text; owned.
 * @param[out] plan  the file as a tree, which points into the text.
 * @return FM_OK, FM_INPUT_FAILED, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_shard_plan_read(const char *name, struct fm_buf *text,
                                                struct fm_arena *arena, struct fm_json *plan,
                                                struct fm_error *error);
/** Choose the part of a plan, if the inputs, and with @p joined the profile, are just those of the
 * plan.
 * @return FM_OK, FM_INPUT_FAILED (something differs, or cannot be read), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_shard_plan_use(struct fm_shard *shard,
                                               const struct fm_profile *profile, bool joined,
                                               const struct fm_inputs *inputs,
                                               struct fm_error *error);
/** The name that an input has in a plan: relative to the root of the inputs, if it is below it. */
const char *fm_shard_plan_name(const struct fm_inputs *inputs, size_t input);

#endif
