/* The funnel: how many games and positions each condition left. What games, or the positions of one
 * output, pass one after the other is a chain of steps; each game or position is counted once, where
 * it is lost. What came to a step and what it left follow from that, when somebody wants to know. */
#ifndef FM_CONVERT_FUNNEL_H
#define FM_CONVERT_FUNNEL_H
#include "base/base.h"
#include "filter/selection.h"

/* What was lost at a step; where a chain begins: what was offered. */
struct fm_funnel_count {
    uint64_t lost;
    uint64_t without; /* of these, had nothing that the condition could hold for */
};

/* The positions of one game for one output; of a PGN output, the game itself. */
struct fm_position_counts {
    uint64_t offered;
    struct fm_funnel_count steps[FM_POSITION_STEPS];
};

/* Most games are counted for few conditions: only these are cleared. */
static inline void fm_position_counts_clear(struct fm_position_counts *counts, unsigned counted)
{
    counts->offered = 0;
    for (unsigned i = 0; i < counted; i++)
        counts->steps[i] = (struct fm_funnel_count){0, 0};
}

/* The positions that a game with a mark has added to a block: taken back if the game is dropped. */
struct fm_funnel_share {
    size_t route;
    struct fm_position_counts counts;
};

struct fm_funnel_step {
    struct fm_text name; /* "games.class", a NUL after it; empty = no condition of the profile */
    unsigned output;     /* 1..; 0 = of all outputs */
    bool begins;         /* a chain */
    bool of_positions;
};

#define FM_NOT_OFFERED (SIZE_MAX - 1) /* of an output: an earlier one has taken the game */

/* All steps of a plan; counts are arrays of the same length. */
struct fm_funnel {
    struct fm_funnel_step *steps;
    size_t count;
    size_t games; /* where the chain of `games:` begins */
};

struct fm_plan;
struct fm_block;
struct fm_game_mark;
struct fm_worker;
struct fm_result_of_game;

/** Fill plan->funnel and the steps of its routes. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_funnel_make(struct fm_plan *plan);
/** Zeroed counts, in the block's arena. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_funnel_begin(const struct fm_plan *plan, struct fm_block *block);
/** Add the counts of a block to those of the run. @param more  NULL: nothing. */
void fm_funnel_add(const struct fm_funnel *funnel, struct fm_funnel_count *sum,
                   const struct fm_funnel_count *more);
/** Count the game or record that the worker has decided on, and its positions.
 * @param mark  not NULL: they can be taken back with fm_funnel_drop(). @return FM_OK or
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_funnel_game(struct fm_worker *worker,
                                            const struct fm_result_of_game *result,
                                            struct fm_game_mark *mark);
/** Count a record of a list; its positions are the active outputs'. */
void fm_funnel_record(struct fm_worker *worker, bool kept);
/** Count a game or record that is rejected unread. */
void fm_funnel_reject(const struct fm_plan *plan, struct fm_block *block);
/** The game is a duplicate after all. */
void fm_funnel_drop(const struct fm_plan *plan, struct fm_block *block,
                    const struct fm_game_mark *mark);
/** The next condition at or after step *at, and what came to it; *at moves after it.
 * @return false: there is none. */
bool fm_funnel_get(const struct fm_funnel *funnel, const struct fm_funnel_count *counts, size_t *at,
                   struct fm_condition_count *out);
/** What was left of a chain that begins there, before its step @p steps, 0... */
uint64_t fm_funnel_left(const struct fm_funnel *funnel, const struct fm_funnel_count *counts,
                        size_t begin, size_t steps);

#endif
