/* The steps of a plan, and their counts: see funnel.h. */
#include <config.h>
#include "convert/funnel.h"
#include "convert/work.h"
#include "filter/game_filter.h"

static const char *const game_names[FM_GAME_STEPS] = {[FM_GAME_ANY] = "any",
                                                      [FM_GAME_NONE] = "none",
                                                      [FM_GAME_PLAYER] = "player",
                                                      [FM_GAME_RESULT] = "result",
                                                      [FM_GAME_TIME] = "time",
                                                      [FM_GAME_ELO] = "elo",
                                                      [FM_GAME_CLASS] = "class",
                                                      [FM_GAME_PLIES] = "plies",
                                                      [FM_GAME_FINAL] = "final",
                                                      [FM_GAME_REACHED] = "reached",
                                                      [FM_GAME_DUPLICATES] = "duplicates"};

static const char *const position_names[FM_POSITION_STEPS] = {
    [FM_POSITION_REACHED] = "positions.reached",
    [FM_POSITION_PLIES] = "positions.plies",
    [FM_POSITION_EVERY] = "positions.every",
    [FM_POSITION_SIDE] = "positions.side",
    [FM_POSITION_MARKS] = "positions.marks",
    [FM_POSITION_PIECES] = "positions.pieces",
    [FM_POSITION_CHECK] = "positions.check",
    [FM_POSITION_HALFMOVE] = "positions.halfmove",
    [FM_POSITION_EVAL] = "positions.eval",
    [FM_POSITION_MATERIAL] = "positions.material",
    [FM_POSITION_BOARD] = "positions.board",
    [FM_POSITION_SWING] = "positions.swing",
    [FM_POSITION_NEXT] = "positions.next",
    [FM_POSITION_QUIET] = "positions.quiet",
    [FM_POSITION_SAMPLE_PER_GAME] = "positions.sample.per-game",
    [FM_POSITION_VALUES] = "output.line",
    [FM_POSITION_UNIQUE] = "positions.unique",
    [FM_POSITION_SAMPLE_TOTAL] = "positions.sample.total"};

/* ---- the steps ---- */

/* Add a step; the steps are counted first and filled in a second round, when there is memory. */
static struct fm_funnel_step *add(struct fm_funnel *funnel)
{
    struct fm_funnel_step *step = funnel->steps == NULL ? NULL : &funnel->steps[funnel->count];
    funnel->count++;
    return step;
}

static void add_begin(struct fm_funnel *funnel, bool of_positions, unsigned output)
{
    struct fm_funnel_step *step = add(funnel);
    if (step != NULL)
        *step =
            (struct fm_funnel_step){.begins = true, .of_positions = of_positions, .output = output};
}

static enum fm_status add_named(struct fm_plan *plan, const char *before, struct fm_text name,
                                unsigned output)
{
    struct fm_funnel_step *step = add(&plan->funnel);
    if (step == NULL)
        return FM_OK;
    const struct fm_text head = fm_text_of(before);
    unsigned char *text = fm_arena_alloc(&plan->arena, head.n + name.n + 1);
    if (text == NULL)
        return FM_NO_MEMORY;
    memcpy(text, head.p, head.n);
    if (name.n > 0)
        memcpy(text + head.n, name.p, name.n);
    text[head.n + name.n] = '\0';
    *step = (struct fm_funnel_step){.name = {text, name.n == 0 ? 0 : head.n + name.n},
                                    .output = output};
    return FM_OK;
}

/* Does some output choose among the games; does some do so at their end? */
static bool outputs_choose(const struct fm_plan *plan, bool at_end)
{
    for (size_t i = 0; i < plan->route_count; i++)
        if (plan->routes[i].spec->has_when &&
            (!at_end || (plan->routes[i].needs & FM_NEEDS_GAME_END)))
            return true;
    return false;
}

static enum fm_status add_games(struct fm_plan *plan, const struct fm_profile_games *games,
                                const char *prefix, const char *tag_prefix, unsigned output)
{
    add_begin(&plan->funnel, false, output);
    for (size_t i = 0; i < games->tag_count; i++)
        FM_TRY(add_named(plan, tag_prefix, games->tags[i].tag, output));
    for (int i = 0; i < FM_GAME_STEPS; i++) {
        const bool set = fm_game_step_set(games, (enum fm_game_step)i);
        const bool untaken = i == FM_GAME_UNTAKEN || i == FM_GAME_UNTAKEN_AT_END;
        if (untaken && output == 0 && outputs_choose(plan, i == FM_GAME_UNTAKEN_AT_END))
            FM_TRY(add_named(plan, "outputs.", FM_TEXT("when"), 0));
        else
            FM_TRY(add_named(plan, set ? prefix : "", set ? fm_text_of(game_names[i]) : FM_TEXT(""),
                             output));
    }
    return FM_OK;
}

static enum fm_status add_route(struct fm_plan *plan, struct fm_route *route, unsigned output)
{
    route->games_step = plan->funnel.count;
    if (route->spec->has_when)
        FM_TRY(add_games(plan, &route->spec->when, "when.", "when.tags.", output));
    route->positions_step = plan->funnel.count;
    const bool records = route->format != FM_FORMAT_PGN;
    add_begin(&plan->funnel, true, output);
    for (int i = 0; records && i < FM_POSITION_STEPS; i++) {
        const bool shown =
            i == FM_POSITION_VALUES ? fm_format_has(route->format, FM_FORMAT_LINE)
            : i == FM_POSITION_UNIQUE
                ? (route->needs & FM_NEEDS_RECORD_KEY) && !(route->needs & FM_NEEDS_REPORT)
                : fm_position_step_set(route->positions, (enum fm_position_step)i);
        if (shown || (i == FM_POSITION_VALUES && !route->record.bare))
            route->counted = (unsigned)i + 1;
        FM_TRY(add_named(plan, "", shown ? fm_text_of(position_names[i]) : FM_TEXT(""), output));
    }
    return FM_OK;
}

enum fm_status fm_funnel_make(struct fm_plan *plan)
{
    struct fm_funnel *funnel = &plan->funnel;
    *funnel = (struct fm_funnel){.games = 0};
    for (int round = 0; round < 2; round++) {
        funnel->count = 0;
        FM_TRY(add_games(plan, &plan->profile->games, "games.", "games.tags.", 0));
        for (size_t i = 0; i < plan->route_count; i++)
            FM_TRY(add_route(plan, &plan->routes[i], (unsigned)i + 1));
        if (round == 0)
            funnel->steps = fm_arena_alloc(&plan->arena, funnel->count * sizeof *funnel->steps);
        if (funnel->steps == NULL)
            return FM_NO_MEMORY;
    }
    return FM_OK;
}

/* ---- the worker's counts ---- */

enum fm_status fm_funnel_begin(const struct fm_plan *plan, struct fm_block *block)
{
    const size_t size = plan->funnel.count * sizeof *block->funnel;
    block->funnel = fm_arena_alloc(&block->arena, size);
    if (block->funnel == NULL)
        return FM_NO_MEMORY;
    memset(block->funnel, 0, size);
    return FM_OK;
}

void fm_funnel_add(const struct fm_funnel *funnel, struct fm_funnel_count *sum,
                   const struct fm_funnel_count *more)
{
    for (size_t i = 0; more != NULL && i < funnel->count; i++) {
        sum[i].lost += more[i].lost;
        sum[i].without += more[i].without;
    }
}

static void count_lost(struct fm_funnel_count *chain, size_t lost)
{
    chain[0].lost++;
    if (lost != FM_NOT_LOST)
        chain[1 + lost].lost++;
}

void fm_funnel_reject(const struct fm_plan *plan, struct fm_block *block)
{
    count_lost(block->funnel + plan->funnel.games,
               plan->profile->games.tag_count + FM_GAME_UNREADABLE);
}

static void add_positions(const struct fm_route *route, struct fm_funnel_count *chain,
                          const struct fm_position_counts *counts)
{
    chain[0].lost += counts->offered;
    for (size_t i = 0; i < route->counted; i++) {
        chain[1 + i].lost += counts->steps[i].lost;
        chain[1 + i].without += counts->steps[i].without;
    }
}

/* What came of the game for each output that has conditions of its own. */
static void count_outputs(struct fm_worker *worker, const struct fm_result_of_game *result)
{
    const struct fm_plan *plan = worker->plan;
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_route *route = &plan->routes[i];
        size_t lost = worker->lost[i];
        if (!route->spec->has_when || lost == FM_NOT_OFFERED)
            continue;
        if (lost == FM_NOT_LOST && result->outcome != FM_KEPT)
            lost = route->spec->when.tag_count + FM_GAME_REJECTED;
        count_lost(worker->block->funnel + route->games_step, lost);
    }
}

enum fm_status fm_funnel_game(struct fm_worker *worker, const struct fm_result_of_game *result,
                              struct fm_game_mark *mark)
{
    struct fm_block *block = worker->block;
    count_lost(block->funnel + worker->plan->funnel.games,
               result->outcome == FM_KEPT ? FM_NOT_LOST : result->lost);
    count_outputs(worker, result);
    for (size_t i = 0; i < worker->active_count; i++) {
        struct fm_active_route *active = &worker->active[i];
        if (active->route->format == FM_FORMAT_PGN)
            active->positions.offered = active->games;
        else if (active->route->counted > FM_POSITION_VALUES)
            active->positions.steps[FM_POSITION_VALUES].lost = active->unwritten;
        add_positions(active->route, block->funnel + active->route->positions_step,
                      &active->positions);
    }
    if (mark == NULL || worker->active_count == 0)
        return FM_OK;
    mark->shares = fm_arena_alloc(&block->arena, worker->active_count * sizeof *mark->shares);
    if (mark->shares == NULL)
        return FM_NO_MEMORY;
    mark->share_count = worker->active_count;
    for (size_t i = 0; i < worker->active_count; i++)
        mark->shares[i] =
            (struct fm_funnel_share){worker->active[i].route->sink, worker->active[i].positions};
    return FM_OK;
}

void fm_funnel_record(struct fm_worker *worker, bool kept)
{
    const struct fm_plan *plan = worker->plan;
    struct fm_funnel_count *funnel = worker->block->funnel;
    if (!kept) {
        fm_funnel_reject(plan, worker->block);
        return;
    }
    count_lost(funnel + plan->funnel.games, FM_NOT_LOST);
    for (size_t i = 0; i < worker->active_count; i++) {
        struct fm_funnel_count *chain = funnel + worker->active[i].route->positions_step;
        chain[0].lost++;
        chain[1 + FM_POSITION_VALUES].lost += worker->active[i].unwritten;
    }
}

void fm_funnel_drop(const struct fm_plan *plan, struct fm_block *block,
                    const struct fm_game_mark *mark)
{
    const size_t duplicates = 1 + plan->profile->games.tag_count + FM_GAME_DUPLICATES;
    block->funnel[plan->funnel.games + duplicates].lost++;
    for (size_t i = 0; i < mark->share_count; i++) {
        const struct fm_route *route = &plan->routes[mark->shares[i].route];
        struct fm_position_counts less = mark->shares[i].counts;
        less.offered = 0 - less.offered; /* unsigned: added, it is taken off */
        for (size_t k = 0; k < route->counted; k++)
            less.steps[k] =
                (struct fm_funnel_count){0 - less.steps[k].lost, 0 - less.steps[k].without};
        add_positions(route, block->funnel + route->positions_step, &less);
    }
}

/* ---- the report ---- */

bool fm_funnel_get(const struct fm_funnel *funnel, const struct fm_funnel_count *counts, size_t *at,
                   struct fm_condition_count *out)
{
    if (*at >= funnel->count)
        return false;
    size_t begin = *at;
    while (begin > 0 && !funnel->steps[begin].begins)
        begin--;
    uint64_t in = 0;
    for (size_t i = begin; i < funnel->count; i++) {
        const struct fm_funnel_step *step = &funnel->steps[i];
        if (step->begins)
            begin = i;
        const uint64_t left = step->begins ? counts[i].lost : in - counts[i].lost;
        if (i >= *at && step->name.n > 0) {
            *out = (struct fm_condition_count){.name = (const char *)step->name.p,
                                               .output = step->output,
                                               .positions = funnel->steps[begin].of_positions,
                                               .offered = counts[begin].lost,
                                               .in = in,
                                               .left = left,
                                               .without = counts[i].without};
            *at = i + 1;
            return true;
        }
        in = left;
    }
    return false;
}

uint64_t fm_funnel_left(const struct fm_funnel *funnel, const struct fm_funnel_count *counts,
                        size_t begin, size_t steps)
{
    uint64_t left = counts[begin].lost;
    for (size_t i = begin + 1; i < funnel->count && i <= begin + steps && !funnel->steps[i].begins;
         i++)
        left -= counts[i].lost;
    return left;
}
