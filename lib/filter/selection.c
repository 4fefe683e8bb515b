/* SPDX-License-Identifier: MIT */
/* Finds the conditions that are set: see selection.h. */
#include <config.h>
#include "filter/selection.h"

#define NAME(step, name, ...) name,
const char *const fm_game_step_names[FM_GAME_STEPS] = {FM_GAME_CONDITIONS(NAME)};
const char *const fm_position_step_names[FM_POSITION_STEPS] = {FM_POSITION_CONDITIONS(NAME)};

unsigned fm_game_steps_set(const struct fm_profile_games *g)
{
#define SET(step, name, known, set, ...) | (unsigned)(set) << FM_GAME_##step
    return 0 FM_GAME_CONDITIONS(SET);
#undef SET
}

uint64_t fm_position_steps_set(const struct fm_profile_positions *p)
{
#define SET(step, name, looks, set, ...) | (uint64_t)(set) << FM_POSITION_##step
    return 0 FM_POSITION_CONDITIONS(SET);
#undef SET
}

bool fm_has_game_filter(const struct fm_profile_games *games)
{
    return fm_game_steps_set(games) != 0 || games->tag_count > 0;
}

unsigned fm_game_steps_known(const struct fm_profile_games *games, unsigned known)
{
#define KNOWN(step, name, known_, ...) \
    | (unsigned)((known & FM_KNOWN_##known_) != 0) << FM_GAME_##step
    return fm_game_steps_set(games) & (0 FM_GAME_CONDITIONS(KNOWN));
#undef KNOWN
}

bool fm_has_position_filter(const struct fm_profile_positions *positions)
{
    const uint64_t others = UINT64_C(1) << FM_POSITION_PLIES | UINT64_C(1) << FM_POSITION_UNIQUE;
    return (fm_position_steps_set(positions) & ~others) != 0;
}

bool fm_positions_look_ahead(const struct fm_profile_positions *positions)
{
    const bool here =
        positions->eval_field == FM_EVAL_HERE || positions->eval_field == FM_EVAL_HERE_MOVER;
    return positions->book == FM_BOOK_LEAVES ||
           (fm_position_steps_set(positions) &
            fm_position_steps_at(FM_LOOKS_MOVE | FM_LOOKS_NOTES) &
            ~((uint64_t)here << FM_POSITION_EVAL)) != 0;
}

bool fm_split_has(const struct fm_profile_positions *positions, uint64_t hash)
{
    const uint64_t mixed = fm_hash_mix(hash ^ fm_hash_mix(positions->split_seed + 1));
    const int64_t part = (int64_t)(mixed % positions->split_of) + 1;
    return part >= positions->split_part.from && part <= positions->split_part.to;
}

void fm_range_of_game(const struct fm_range *range, unsigned plies, unsigned *from, unsigned *span)
{
    const int64_t end = (int64_t)plies + 1;
    int64_t first = range->from == INT64_MIN ? 0
                    : range->from < 0        ? end + range->from
                                             : range->from;
    int64_t last = range->to == INT64_MAX ? plies : range->to < 0 ? end + range->to : range->to;
    if (first < 0)
        first = 0;
    if (last > (int64_t)plies)
        last = plies;
    const bool none = last < first;
    *from = none ? UINT32_MAX : (unsigned)first;
    *span = none ? 0 : (unsigned)(last - first);
}
