/* SPDX-License-Identifier: MIT */
/* Conditions made ready for use: the checked texts of the profile become data that is looked
 * up or compared for every game and position. */
#ifndef FM_FILTER_CONDITIONS_H
#define FM_FILTER_CONDITIONS_H
#include "filter/position_filter.h"
#include "game/openings.h"

/* The parts of the profile and the run that conditions need. */
struct fm_condition_options {
    const struct fm_variant *variant;   /* variant of the profile; NULL = any */
    const struct fm_openings *openings; /* openings of the file; empty without one */
    uint64_t match_steps, match_memory; /* limits of a regular expression for one text */
};

struct fm_exclusion;

/* The conditions on games that only their replay answers. */
struct fm_game_wants {
    struct fm_reached reached;
    /* Last positions of the games of `games.reached-file`; NULL = none. Of the run alone: see
     * run/excluded.h. */
    struct fm_exclusion *lines;
    struct fm_contains contains;
    /* For each number of an opening, 0 (none) included: 1 = wanted. NULL = any. */
    const unsigned char *openings;
};

/** @param[out] out  in the arena.
 * @return FM_OK, FM_NO_MEMORY, FM_BAD_PROFILE (a regular expression takes more than it may; error:
 * what, detail). */
FM_MUST_CHECK enum fm_status fm_game_wants_make(const struct fm_profile_games *games,
                                                const struct fm_condition_options *options,
                                                struct fm_arena *arena, struct fm_game_wants *out,
                                                struct fm_error *error);
/** The same for positions. */
FM_MUST_CHECK enum fm_status fm_position_wants_make(const struct fm_profile_positions *positions,
                                                    const struct fm_condition_options *options,
                                                    struct fm_arena *arena,
                                                    struct fm_position_wants *out,
                                                    struct fm_error *error);
/** Compile the regular expressions of rules, as fm_game_filter_compile() does.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_opening_rules_compile(struct fm_opening_rules *rules,
                                                      struct fm_arena *arena);
void fm_opening_rules_free(struct fm_opening_rules *rules);

#endif
