/* Outputs that take a game: see choice.h. */
#include <config.h>
#include "convert/choice.h"
#include "board/castling.h"

void fm_choose_routes(struct fm_worker *worker, const struct fm_game_facts *facts)
{
    const struct fm_plan *plan = worker->plan;
    for (size_t i = 0; i < plan->route_count; i++)
        worker->lost[i] = FM_NOT_OFFERED;
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_profile_output *spec = plan->routes[i].spec;
        worker->lost[i] = spec->has_when ? fm_game_lost(&spec->when, facts) : FM_NOT_LOST;
        if (worker->lost[i] != FM_NOT_LOST)
            continue;
        struct fm_active_route *active = &worker->active[worker->active_count++];
        active->route = &plan->routes[i];
        active->from = plan->routes[i].from;
        active->span = plan->routes[i].span;
        active->records = active->unwritten = active->games = 0;
        fm_position_counts_clear(&active->positions, active->route->counted);
        fm_sample_begin(&active->sample, (size_t)plan->routes[i].positions->sample_per_game);
        if (plan->profile->first_match &&
            !(plan->routes[i].needs &
              FM_NEEDS_GAME_END)) /* else the next one may have to take it */
            return;
    }
}

size_t fm_choose_at_end(struct fm_worker *worker, unsigned plies)
{
    const struct fm_plan *plan = worker->plan;
    struct fm_game_end end = worker->end;
    end.plies = plies;
    const struct fm_profile_games *games = &plan->profile->games;
    const size_t lost = fm_end_lost(games, &end);
    if (lost != FM_NOT_LOST) {
        fm_worker_cut_back(worker);
        for (size_t i = 0; i < worker->active_count; i++)
            worker->lost[worker->active[i].route->sink] = FM_NOT_OFFERED;
        worker->active_count = 0;
        return lost;
    }
    size_t kept = 0;
    for (size_t i = 0; i < worker->active_count; i++) {
        struct fm_active_route *active = &worker->active[i];
        end.reached = active->reached;
        size_t *fate = &worker->lost[active->route->sink];
        if (kept > 0 && plan->profile->first_match)
            *fate = FM_NOT_OFFERED;
        else if (active->route->needs & FM_NEEDS_GAME_END)
            *fate = fm_end_lost(&active->route->spec->when, &end);
        if (*fate != FM_NOT_LOST) {
            fm_worker_cut_sink(worker, active->route->sink);
            continue;
        }
        const struct fm_active_route moved =
            worker->active[kept]; /* swapped: each has a heap of its own */
        worker->active[kept++] = *active;
        *active = moved;
    }
    worker->active_count = kept;
    return kept > 0 || plan->route_count == 0 ? FM_NOT_LOST
                                              : games->tag_count + FM_GAME_UNTAKEN_AT_END;
}

void fm_note_lost_styles(struct fm_worker *worker)
{
    const struct fm_setup *setup = &worker->start.setup;
    if (FM_LIKELY(worker->start.usual || setup->style == FM_STYLE_TRADITIONAL))
        return;
    for (size_t i = 0; i < worker->active_count; i++) {
        const struct fm_route *route = worker->active[i].route;
        if (route->format != FM_FORMAT_PGN &&
            fm_castling_style_is_lost(setup, route->style.castling, route->style.no_prefix))
            fm_warnings_note(&worker->notes, FM_REASON_STYLE_NOT_REPRESENTABLE);
    }
}
