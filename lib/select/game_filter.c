/* The choice of games: see game_filter.h. Rules on tags are select/tagrule.c. */
#include <config.h>
#include "select/game_filter.h"

bool fm_tags_selected(const struct fm_profile_games *games, const struct fm_game_facts *facts)
{
    for (size_t i = 0; i < games->tag_count; i++)
        if (!fm_tag_rule_holds(&games->tags[i], facts->tags, facts->tag_count, facts->scratch))
            return false;
    return true;
}

bool fm_game_selected(const struct fm_profile_games *games, const struct fm_game_facts *facts)
{
    if (games->classes != 0 && !(games->classes >> facts->class_ & 1))
        return false;
    return fm_tags_selected(games, facts);
}

bool fm_plies_selected(const struct fm_profile_games *games, unsigned plies)
{
    return !games->plies.set ||
           ((int64_t)plies >= games->plies.from && (int64_t)plies <= games->plies.to);
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
