/* SPDX-License-Identifier: MIT */
/* The funnel: how many games and positions each condition left. A chain is the steps that games, or
 * the positions of one output, pass one after the other. Each game or position is counted at the
 * step that loses it, and nowhere else: how many came to a step and how many it left is computed
 * when the run is reported. */
#ifndef FM_RUN_FUNNEL_H
#define FM_RUN_FUNNEL_H
#include "base/base.h"
#include "base/memory.h"
#include "filter/selection.h"

/* Number of games or positions that a step rejected. At the first step of a chain: number that
 * were offered. */
struct fm_funnel_count {
    uint64_t lost;
    uint64_t without; /* part of `lost` that had no value to compare, such as a missing tag */
};

/* The positions of one game for one output; of a PGN output, the game itself. */
struct fm_position_counts {
    uint64_t offered;
    uint64_t counted; /* steps that have counts: set of 1 << enum fm_position_step */
    struct fm_funnel_count steps[FM_POSITION_STEPS];
};

/** The counts of a step, to be added to. */
static inline struct fm_funnel_count *fm_position_count(struct fm_position_counts *counts,
                                                        enum fm_position_step step)
{
    counts->counted |= UINT64_C(1) << step;
    return &counts->steps[step];
}
/** Only the steps that have counts are cleared: most games have few. */
static inline void fm_position_counts_clear(struct fm_position_counts *counts)
{
    for (uint64_t set = counts->counted; set != 0; set &= set - 1)
        counts->steps[__builtin_ctzll(set)] = (struct fm_funnel_count){0, 0};
    counts->offered = counts->counted = 0;
}

struct fm_funnel_step {
    struct fm_text name; /* "games.class", a NUL after it; empty = no condition of the profile */
    unsigned output;     /* number of the output, 1..; 0 = all outputs */
    bool begins;         /* true: the step begins a chain */
    bool of_positions;
};

/* A chain of games: where it begins, `games.range`, each rule of `tags`, then enum fm_game_step. */
enum { FM_FUNNEL_RANGE = 1, FM_FUNNEL_TAGS = 2 };

#define FM_NOT_OFFERED (SIZE_MAX - 1) /* an earlier output has taken the game */

/* All steps of a plan; counts are arrays of the same length. */
struct fm_funnel {
    struct fm_buf steps; /* array of `count` struct fm_funnel_step; owned */
    size_t count;
};
enum { FM_FUNNEL_GAMES = 0 }; /* first step of the chain of `games:` */

static inline const struct fm_funnel_step *fm_funnel_steps(const struct fm_funnel *funnel)
{
    return (const void *)funnel->steps.p;
}

/** Add a chain of steps of games. Its names live in the arena.
 * @param output      0: of `games:`; 1..: of the `when:` of that output.
 * @param by_outputs  steps that conditions of outputs decide: set of 1 << enum fm_game_step.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_funnel_add_games(struct fm_funnel *funnel, struct fm_arena *arena,
                                                 const struct fm_profile_games *games,
                                                 unsigned output, unsigned by_outputs);
/** Add a chain of steps of the positions of an output.
 * @param shown  conditions of the profile: set of 1 << enum fm_position_step. @param steps  how
 * many there are, 0 for outputs in PGN. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_funnel_add_positions(struct fm_funnel *funnel,
                                                     struct fm_arena *arena, uint64_t shown,
                                                     unsigned steps, unsigned output);
/** The next condition at or after step *at, with its counts; *at is then the step after it.
 * @return false: there is none. */
bool fm_funnel_get(const struct fm_funnel *funnel, const struct fm_funnel_count *counts, size_t *at,
                   struct fm_condition_count *out);
/** The number of games or positions that are left before step @p count (0..) of the chain that
 * begins at @p begin. */
uint64_t fm_funnel_left(const struct fm_funnel *funnel, const struct fm_funnel_count *counts,
                        size_t begin, size_t count);

#endif
