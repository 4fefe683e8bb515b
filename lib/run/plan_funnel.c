/* SPDX-License-Identifier: MIT */
/* The steps of a plan that games and positions pass, and which of them can lose any: see
 * funnel.h. */
#include <config.h>
#include "run/plan.h"

/* Where a game is lost to other parts of a split. */
static unsigned split_step(const struct fm_route *route)
{
    return fm_splits_games(route->positions) ? 1u << FM_GAME_SPLIT : 0;
}

/* The conditions of an output, and which of them can lose positions. */
static enum fm_status route_funnel(struct fm_plan *plan, struct fm_route *route, unsigned output)
{
    struct fm_funnel *funnel = &plan->funnel;
    const bool trees = fm_route_trees(route);
    const bool records = route->format != FM_FORMAT_PGN || trees;
    const bool limited = route->spec->limit > 0;
    const bool groups = route->spec->rows == FM_ROWS_GROUPS || trees;
    const uint64_t set = fm_position_steps_set(route->positions);
    uint64_t shown = 0;
    for (unsigned i = records ? 0 : FM_POSITION_LIMIT; i < FM_POSITION_STEPS; i++) {
        const bool is_shown =
            i == FM_POSITION_LIMIT    ? limited
            : i == FM_POSITION_VALUES ? fm_format_has(route->spec->format, FM_FORMAT_LINE)
            : i == FM_POSITION_BOOK || i == FM_POSITION_WEIGHTS ? fm_route_is_book(route)
            : i == FM_POSITION_UNIQUE    ? route->choice.unique != FM_REPEATED
            : i == FM_POSITION_LAST      ? route->choice.last_only
            : i == FM_POSITION_GROUPS    ? groups
            : i == FM_POSITION_MIN_COUNT ? route->spec->min_count > 1
                                         : (set >> i & 1) != 0;
        shown |= (uint64_t)is_shown << i;
        if (is_shown || (i == FM_POSITION_VALUES && !route->record.bare))
            route->steps.counted = i + 1;
    }
    plan->counts_steps = plan->counts_steps || route->steps.counted > 0 || route->spec->has_when;
    route->steps.games = funnel->count;
    if (route->spec->has_when)
        FM_TRY(fm_funnel_add_games(funnel, &plan->arena, &route->spec->when, output,
                                   split_step(route)));
    route->steps.positions = funnel->count;
    return fm_funnel_add_positions(funnel, &plan->arena, shown,
                                   records || limited ? FM_POSITION_STEPS : 0, output);
}

enum fm_status fm_plan_funnel(struct fm_plan *plan)
{
    unsigned by_outputs = 0;
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_route *route = &plan->routes[i];
        const bool chosen = route->spec->has_when;
        const bool at_end = chosen && fm_has_end_filter(&route->spec->when);
        by_outputs |= (unsigned)chosen << FM_GAME_UNTAKEN |
                      (unsigned)at_end << FM_GAME_UNTAKEN_AT_END | split_step(route);
    }
    FM_TRY(fm_funnel_add_games(&plan->funnel, &plan->arena, &plan->profile->games, 0, by_outputs));
    for (size_t i = 0; i < plan->route_count; i++)
        FM_TRY(route_funnel(plan, &plan->routes[i], (unsigned)i + 1));
    return FM_OK;
}
