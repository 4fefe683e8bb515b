/* SPDX-License-Identifier: MIT */
/* The needs of outputs and of the run: see plan.h. They are computed when it is known what is
 * written and how it is chosen. */
#include <config.h>
#include "run/plan.h"

/* The values that the fields of an output's records, or their order, are made from. */
static unsigned values_of(const struct fm_route *route, const struct fm_profile_input *input)
{
    const bool groups = route->spec->rows == FM_ROWS_GROUPS;
    unsigned needs = route->record.needs | route->tree.needs | (groups ? 0 : route->sort.needs);
    needs |= route->sampled.values.needs;
    needs |= fm_format_has(route->format, FM_FORMAT_OPS) ? FM_NEEDS_OPS : 0u;
    /* The last position knows how many plies there are, and a game when it is written. */
    if (fm_output_is_by_game(route->spec) || route->format == FM_FORMAT_PGN)
        needs &= ~(unsigned)(FM_NEEDS_PLIES | FM_NEEDS_BOOK_LAST);
    if (route->format == FM_FORMAT_VALUES) /* who takes the records numbers them */
        needs &= ~(unsigned)FM_NEEDS_RECORD;
    if (input->notation) /* there is no position */
        needs &= ~(unsigned)(FM_NEEDS_KEY | FM_NEEDS_STATE);
    return needs;
}

void fm_plan_route_needs(struct fm_route *route, const struct fm_profile_input *input)
{
    const struct fm_profile_positions *positions = route->positions;
    const bool annotations =
        (fm_position_steps_set(positions) & fm_position_steps_at(FM_LOOKS_NOTES)) != 0;
    const bool numbers = route->format == FM_FORMAT_VALUES || route->choice.unique == FM_MERGED;
    const bool records = route->format != FM_FORMAT_PGN;
    unsigned needs = route->values = values_of(route, input);
    needs |= annotations ? FM_NEEDS_ANNOTATION : 0u;
    needs |= records && positions->op_count > 0 ? FM_NEEDS_OPS : 0u;
    needs |= records && fm_has_opening_rules(&positions->opening) ? FM_NEEDS_OPENING : 0u;
    needs |= records && positions->book != FM_BOOK_ANY ? FM_NEEDS_BOOK : 0u;
    needs |= fm_route_from_end(route) ? FM_NEEDS_PLIES : 0u;
    needs |= numbers ? FM_NEEDS_NUMBERS : 0u; /* conflicts of merged operations name the record */
    needs |= route->tags.needs & ~(unsigned)(FM_NEEDS_PLIES | FM_NEEDS_BOOK_LAST);
    needs |= route->file_name.needs & FM_NEEDS_KNOWN;
    if (route->spec->rows == FM_ROWS_GROUPS)
        needs |= route->group.rows.needs & FM_NEEDS_RECORD;
    route->needs = needs;
}

/* Add the needs of conditions on games. */
static void add_games(struct fm_plan *plan, const struct fm_profile_games *games)
{
    plan->play.finals |= games->finals;
    plan->play.watches |=
        games->reached.n > 0 || games->reached_file.n > 0 || fm_has_contains(&games->contains);
    plan->play.replays |= fm_has_end_filter(games);
    plan->needs |= fm_has_opening_rules(&games->opening) ? FM_NEEDS_OPENING : 0u;
    plan->needs |= games->book.set ? FM_NEEDS_BOOK : 0u;
}

static void add_route(struct fm_plan *plan, const struct fm_route *route)
{
    plan->chooses_at_end |= route->spec->has_when || fm_splits_games(route->positions);
    const struct fm_profile_input *input = &plan->profile->input;
    const bool records = route->format != FM_FORMAT_PGN;
    const unsigned length = (route->tags.needs | route->sort.needs) & FM_NEEDS_PLIES;
    if (route->spec->has_when)
        add_games(plan, &route->spec->when);
    plan->play.watches |= fm_splits_games(route->positions);
    plan->play.replays |= records || length != 0 || fm_splits_games(route->positions) ||
                          fm_route_exports(route) || (route->needs & FM_NEEDS_KNOWN);
    /* To repair a result, the last position is looked at. */
    if (!records && input->repair && input->check_moves != FM_CHECK_FALSE) {
        plan->play.finals |= 1u << FM_FINAL_MATE | 1u << FM_FINAL_STALEMATE;
        plan->play.replays = true;
    }
    /* A name is made before the replay. */
    plan->needs |=
        route->needs | (route->file_name.needs & ~(unsigned)(FM_NEEDS_PLIES | FM_NEEDS_BOOK_LAST));
}

/* Are moves played that nothing needs? It is a matter of the check. Reports do not count: they
 * must not change what is kept. */
static bool checks_moves(const struct fm_plan *plan)
{
    const struct fm_profile *profile = plan->profile;
    const struct fm_profile_input *input = &profile->input;
    if (input->tags_only || input->check_moves != FM_CHECK_AUTO)
        return !input->tags_only && input->check_moves == FM_CHECK_TRUE;
    bool named = profile->games.classes != 0;
    for (size_t i = 0; i < plan->route_count; i++)
        named |= plan->routes[i].spec->has_when && plan->routes[i].spec->when.classes != 0;
    return named || input->strict || fm_plan_truncates(plan) || plan->route_count == 0;
}

/* What an output needs of records of lists. @return does it look at the piece on a square? */
static bool add_list_route(struct fm_list_needs *needs, const struct fm_route *route)
{
    const struct fm_position_wants *wants = &route->wanted;
    const uint64_t by_square = UINT64_C(1) << FM_POSITION_BOARD | UINT64_C(1) << FM_POSITION_SPLIT;
    const bool pgn = route->format == FM_FORMAT_PGN;
    const bool binary = fm_format_has(route->format, FM_FORMAT_BINARY);
    needs->position |= binary || (route->values & FM_NEEDS_STATE) || fm_route_is_book(route) ||
                       route->choice.unique == FM_MERGED || (pgn && fm_route_exports(route)) ||
                       route->spec->verify || route->way.lends ||
                       (wants->steps & fm_position_steps_at(FM_LOOKS_MOVE | FM_LOOKS_NOTES));
    needs->ahead |= route->way.ahead || fm_consumer_refuses_960(route->spec);
    needs->fields |= (route->lists.spells && !route->lists.direct) || fm_route_sorts(route) ||
                     route->choice.unique == FM_MERGED;
    needs->operations |= route->lists.spells || fm_route_sorts(route) || fm_route_groups(route) ||
                         fm_route_names(route) || route->spec->has_when ||
                         (wants->steps & fm_position_steps_at(FM_LOOKS_MOVE | FM_LOOKS_NOTES));
    return pgn || binary || route->choice.unique != FM_REPEATED || fm_route_groups(route) ||
           fm_route_looks_up(route) || wants->reached.count > 0 || (wants->steps & by_square);
}

void fm_plan_list_needs(struct fm_plan *plan)
{
    struct fm_list_needs *const needs = &plan->lists;
    const bool watches = plan->play.watches || (plan->needs & FM_NEEDS_KNOWN);
    bool squares = false;
    needs->games = fm_has_game_filter(&plan->profile->games);
    needs->position = watches;
    needs->operations = plan->counts || plan->log != FM_NO_SINK || needs->games;
    for (size_t i = 0; i < plan->route_count; i++)
        squares |= add_list_route(needs, &plan->routes[i]);
    plan->check_rewrite.sets = !squares && plan->classify.dialect == NULL;
    if (!needs->view) /* all are only rewritten */
        *needs = (struct fm_list_needs){.view = false};
}

enum fm_status fm_plan_needs(struct fm_plan *plan, const struct fm_destinations *to,
                             struct fm_error *error)
{
    const struct fm_profile_input *input = &plan->profile->input;
    const struct fm_profile_games *games = &plan->profile->games;
    const bool unchecked = input->check_moves == FM_CHECK_FALSE;
    plan->counts = to->counts;
    plan->chooses_at_end =
        (plan->profile->first_match && plan->route_count > 1) || fm_has_end_filter(games);
    plan->play.watches = plan->play.replays = fm_plan_compares(plan);
    if (to->counts && input->openings.n > 0)
        plan->needs |= FM_NEEDS_OPENING;
    if ((to->log != NULL && !fm_plan_is_shard(plan)) || games->range.set)
        plan->needs |= FM_NEEDS_NUMBERS;
    add_games(plan, games);
    for (size_t i = 0; i < plan->route_count; i++)
        add_route(plan, &plan->routes[i]);
    plan->play.watches |= plan->play.finals != 0;
    if (plan->play.replays && (unchecked || input->tags_only))
        return fm_refuse_profile(
            error, unchecked ? FM_TEXT("input.check-moves") : FM_TEXT("input.tags-only"),
            "records need the moves replayed");
    plan->play.replays |= checks_moves(plan);
    return FM_OK;
}

/* Is a view enough to choose records of lists, and does nothing but one output and its stages look
 * at them? */
static bool chooses_by_view(const struct fm_plan *plan, const struct fm_route *route)
{
    const struct fm_list_needs *needs = &plan->lists;
    return !needs->games && !needs->position && !needs->fields && !needs->operations &&
           !(plan->needs & (FM_NEEDS_OPENING | FM_NEEDS_BOOK)) && plan->unselected == FM_NO_SINK &&
           route != NULL && !fm_route_names(route) && !fm_route_samples_groups(route) &&
           (route->choice.unique == FM_REPEATED || route->choice.unique == FM_UNIQUE_IN_RUN) &&
           !route->positions->plies_given && route->choice.every == 1 &&
           route->positions->op_count == 0;
}

bool fm_plan_copies_lists(const struct fm_plan *plan)
{
    const struct fm_route *route = plan->route_count > 0 ? &plan->routes[0] : NULL;
    /* Items are not joined where games are compared or drawn. */
    if ((plan->lists.view && !chooses_by_view(plan, route)) || plan->route_count > 1 ||
        !plan->joins_items || plan->chooses_at_end || plan->profile->input.strict ||
        plan->classify.dialect != NULL)
        return false;
    /* An output that copies lists is none of PGN, and for no program. */
    return route == NULL ||
           (route->lists.copies && (route->row == FM_ROW_NONE || route->row == FM_ROW_RECORD) &&
            !route->spec->utf8);
}
