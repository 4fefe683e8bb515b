/* SPDX-License-Identifier: MIT */
/* Which conditions are set: see selection.h. */
#include <config.h>
#include "filter/selection.h"

bool fm_game_step_set(const struct fm_profile_games *games, enum fm_game_step step)
{
    switch (step) {
    case FM_GAME_ANY:
        return games->any_count > 0;
    case FM_GAME_NONE:
        return games->none_count > 0;
    case FM_GAME_PLAYER:
        return games->player != NULL;
    case FM_GAME_RESULT:
        return games->results != 0;
    case FM_GAME_TIME:
        return games->times != 0;
    case FM_GAME_ELO:
        return games->elo_both != NULL || games->elo_either != NULL || games->elo_mean != NULL;
    case FM_GAME_CLASS:
        return games->classes != 0;
    case FM_GAME_PLIES:
        return games->plies.set;
    case FM_GAME_FINAL:
        return games->finals != 0;
    case FM_GAME_REACHED:
        return games->reached.n > 0;
    case FM_GAME_CONTAINS:
        return fm_has_contains(&games->contains);
    case FM_GAME_OPENING:
        return fm_has_opening_rules(&games->opening);
    case FM_GAME_EXCLUDE:
        return games->exclude.n > 0;
    case FM_GAME_DUPLICATES:
        return games->duplicates != FM_DUPLICATES_ALL;
    case FM_GAME_SPLIT:
    case FM_GAME_UNREADABLE:
    case FM_GAME_UNTAKEN:
    case FM_GAME_REJECTED:
    case FM_GAME_UNTAKEN_AT_END:
    case FM_GAME_STEPS:
        return false;
    }
    return false;
}

bool fm_position_step_set(const struct fm_profile_positions *positions, enum fm_position_step step)
{
    switch (step) {
    case FM_POSITION_REACHED:
        return positions->reached.n > 0;
    case FM_POSITION_PLIES:
        return true; /* 1.. where the profile has none */
    case FM_POSITION_EVERY:
        return positions->every > 1;
    case FM_POSITION_OPENING:
        return fm_has_opening_rules(&positions->opening);
    case FM_POSITION_SIDE:
        return positions->side != FM_SIDE_ANY;
    case FM_POSITION_MARKS:
        return positions->marks != 0;
    case FM_POSITION_PIECES:
        return positions->pieces.set;
    case FM_POSITION_CHECK:
        return positions->check != FM_ANY;
    case FM_POSITION_HALFMOVE:
        return positions->halfmove.set;
    case FM_POSITION_EVAL:
        return positions->eval.set;
    case FM_POSITION_MATERIAL:
        return positions->material.n > 0;
    case FM_POSITION_BOARD:
        return positions->board.n > 0;
    case FM_POSITION_SWING:
        return positions->swing.set;
    case FM_POSITION_NEXT:
        return positions->next != 0 || positions->not_next != 0;
    case FM_POSITION_QUIET:
        return positions->quiet;
    case FM_POSITION_SPLIT:
        return positions->split_of > 0 && positions->split_by == FM_SPLIT_POSITIONS;
    case FM_POSITION_OPS:
        return positions->op_count > 0;
    case FM_POSITION_EXCLUDE:
        return positions->exclude.n > 0;
    case FM_POSITION_REPEATED:
        return positions->sample_per_game > 0 && positions->unique_key != FM_UNIQUE_NO;
    case FM_POSITION_SAMPLE_PER_GAME:
        return positions->sample_per_game > 0;
    case FM_POSITION_UNIQUE:
        return positions->unique_key != FM_UNIQUE_NO;
    case FM_POSITION_SAMPLE_TOTAL:
        return positions->sample_total > 0;
    case FM_POSITION_READABLE:
    case FM_POSITION_VALUES:
    case FM_POSITION_BOOK:
    case FM_POSITION_WEIGHTS:
    case FM_POSITION_LAST:
    case FM_POSITION_GROUPS:
    case FM_POSITION_MIN_COUNT:
    case FM_POSITION_LIMIT:
    case FM_POSITION_STEPS:
        return false;
    }
    return false;
}

bool fm_has_game_filter(const struct fm_profile_games *games)
{
    for (int step = 0; step < FM_GAME_STEPS; step++)
        if (fm_game_step_set(games, (enum fm_game_step)step))
            return true;
    return games->tag_count > 0;
}

bool fm_has_end_filter(const struct fm_profile_games *games)
{
    return games->plies.set || games->finals != 0 || games->reached.n > 0 ||
           fm_has_contains(&games->contains) || fm_has_opening_rules(&games->opening);
}

bool fm_positions_plain(const struct fm_profile_positions *positions)
{
    for (int step = FM_POSITION_SIDE; step <= FM_POSITION_SPLIT; step++)
        if (fm_position_step_set(positions, (enum fm_position_step)step))
            return false;
    return true;
}

bool fm_has_position_filter(const struct fm_profile_positions *positions)
{
    return !fm_positions_plain(positions) || positions->every > 1 || positions->reached.n > 0 ||
           fm_has_opening_rules(&positions->opening) || positions->sample_per_game > 0 ||
           positions->sample_total > 0 || positions->exclude.n > 0 || positions->op_count > 0;
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
