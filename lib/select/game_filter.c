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
    return !games->plies.set || ((int64_t)plies >= games->plies.from && (int64_t)plies <= games->plies.to);
}
