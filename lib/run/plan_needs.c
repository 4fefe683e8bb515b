/* SPDX-License-Identifier: MIT */
/* What outputs and the run need: see plan.h. */
#include <config.h>
#include "run/plan.h"

/* What conditions on games need of every replay. */
static uint64_t of_games(const struct fm_profile_games *games)
{
    const unsigned repetitions = 1u << FM_FINAL_REPETITION | 1u << FM_FINAL_OTHER;
    return (games->finals != 0 ? FM_NEEDS_FINALS : 0) |
           ((games->finals & repetitions) != 0 ? FM_NEEDS_REPETITIONS : 0) |
           (games->reached.n > 0 ? FM_NEEDS_REACHED : 0) |
           (fm_has_contains(&games->contains) ? FM_NEEDS_CONTAINS : 0) |
           (fm_has_opening_rules(&games->opening) ? FM_NEEDS_OPENING : 0) |
           (fm_has_end_filter(games) ? FM_NEEDS_REPLAY | FM_NEEDS_GAME_END : 0);
}

/* How records are chosen. Merged ones are unique in another way, and who reports what they contradict
 * names the record. */
static uint64_t of_choice(const struct fm_route *route)
{
    const struct fm_profile_positions *positions = route->positions;
    const bool merges = route->spec->fields.merge_count > 0;
    const bool unique = positions->unique_key != FM_UNIQUE_NO && !route->spec->by_position;
    const bool in_game = positions->unique_scope == FM_SCOPE_GAME;
    return FM_NEEDS_REPLAY | (fm_range_is_from_end(&positions->plies) ? FM_NEEDS_FROM_END : 0) |
           (route->choice.every > 1 ? FM_NEEDS_TURNS : 0) |
           (positions->op_count > 0 ? (uint64_t)FM_NEEDS_OPS : 0) |
           (fm_has_opening_rules(&positions->opening) ? (uint64_t)FM_NEEDS_OPENING : 0) |
           (positions->sample_per_game > 0 ? FM_NEEDS_GAME_SAMPLE : 0) |
           (positions->sample_total > 0 ? FM_NEEDS_RUN_SAMPLE : 0) |
           (positions->exclude.n > 0 ? FM_NEEDS_EXCLUDE : 0) |
           (unique && in_game ? FM_NEEDS_UNIQUE_IN_GAME : 0) |
           (unique && !in_game && !merges ? FM_NEEDS_UNIQUE_IN_RUN : 0) |
           (merges ? FM_NEEDS_MERGE | FM_NEEDS_NUMBERS : 0);
}

/* How games in PGN are written. To repair a result, the last position is looked at. */
static uint64_t of_pgn(const struct fm_route *route, const struct fm_profile_input *input)
{
    const struct fm_profile_output *spec = route->spec;
    const struct fm_fen_style *style = &spec->style;
    const bool rewrites = style->castling != FM_CASTLING_KEEP || style->en_passant != FM_EP_KEEP ||
                          style->counters != FM_COUNTERS_KEEP || style->letter_j || input->repair;
    const bool ends = input->repair && input->check_moves != FM_CHECK_FALSE;
    const bool tags = spec->set_tag_count > 0 || spec->tags != NULL;
    const bool length = (route->tags.needs | route->sort.needs) & FM_NEEDS_PLIES;
    return (rewrites ? FM_NEEDS_REWRITE : 0) | (ends ? FM_NEEDS_REPLAY | FM_NEEDS_FINALS : 0) |
           (tags ? FM_NEEDS_TAGS : 0) | (length ? FM_NEEDS_REPLAY : 0) |
           (route->tags.needs & ~(unsigned)FM_NEEDS_PLIES);
}

unsigned fm_needs_of_values(const struct fm_route *route, const struct fm_profile_input *input)
{
    const bool groups = route->spec->rows == FM_ROWS_GROUPS;
    unsigned needs = route->record.needs | (groups ? 0 : route->sort.needs);
    needs |= fm_format_has(route->format, FM_FORMAT_OPS) ? FM_NEEDS_OPS : 0u;
    /* The last position knows how many plies there are, and a game when it is written. */
    if (route->spec->rows == FM_ROWS_GAMES || route->format == FM_FORMAT_PGN)
        needs &= ~(unsigned)FM_NEEDS_PLIES;
    if (route->format == FM_FORMAT_VALUES) /* who takes the records numbers them */
        needs &= ~(unsigned)FM_NEEDS_RECORD;
    if (input->notation) /* there is no position */
        needs &= ~(unsigned)(FM_NEEDS_KEY | FM_NEEDS_STATE);
    return needs;
}

uint64_t fm_needs_of_route(const struct fm_route *route, const struct fm_profile_input *input)
{
    const struct fm_profile_output *spec = route->spec;
    const struct fm_profile_positions *positions = route->positions;
    const bool games = route->format == FM_FORMAT_PGN, groups = spec->rows == FM_ROWS_GROUPS;
    const bool annotations =
        fm_position_steps_set(positions) & fm_position_steps_at(FM_LOOKS_NOTES);
    const bool split = positions->split_of > 0 && positions->split_by == FM_SPLIT_GAMES;
    uint64_t needs = fm_needs_of_values(route, input);
    /* Which games, and of them which records. */
    needs |= spec->has_when ? of_games(&spec->when) : 0;
    needs |= split ? FM_NEEDS_SPLIT_GAMES | FM_NEEDS_GAME_END | FM_NEEDS_REPLAY : 0;
    needs |= annotations ? (uint64_t)FM_NEEDS_ANNOTATION : 0;
    needs |= games ? of_pgn(route, input) : of_choice(route);
    needs |= spec->limit > 0 ? FM_NEEDS_LIMIT : 0;
    /* What is written of them, in what order, to which file. */
    needs |= groups || fm_route_is_book(route) ? FM_NEEDS_GROUPS : 0;
    needs |= groups ? route->group.rows.needs & FM_NEEDS_RECORD : 0u;
    needs |= spec->verify ? FM_NEEDS_VERIFY : 0;
    needs |= spec->pgn.exports ? FM_NEEDS_EXPORT | FM_NEEDS_REPLAY : 0;
    needs |= spec->utf8 || fm_format_has(route->format, FM_FORMAT_UTF8) ? FM_NEEDS_UTF8 : 0;
    needs |= fm_route_adds_counters(route) ? FM_NEEDS_COUNTER_OPS : 0;
    needs |= route->sort.count > 0 ? FM_NEEDS_SORT : 0;
    needs |= route->sort.count > 0 && !groups ? FM_NEEDS_ENTRIES : 0;
    needs |= route->file_name.template != NULL ? FM_NEEDS_FILE_NAMES : 0;
    needs |= route->file_name.needs & FM_NEEDS_OPENING;
    needs |= spec->chunk > 0 ? FM_NEEDS_CHUNK : 0;
    needs |= route->format == FM_FORMAT_VALUES ? FM_NEEDS_ITEMS | FM_NEEDS_NUMBERS : 0;
    return needs | ((needs & FM_NEEDS_OPENING) ? FM_NEEDS_REPLAY : 0);
}

uint64_t fm_needs_of_run(const struct fm_plan *plan, const struct fm_destinations *to)
{
    const struct fm_profile *profile = plan->profile;
    const struct fm_profile_games *games = &profile->games;
    const bool drops = games->duplicates != FM_DUPLICATES_ALL || games->exclude.n > 0;
    const bool numbers = (to->log != NULL && profile->input.shard.of == 0) || games->range.set;
    uint64_t needs = of_games(games);
    needs |= to->counts ? FM_NEEDS_CENSUS : 0;
    needs |= to->counts && profile->input.openings.n > 0 ? (uint64_t)FM_NEEDS_OPENING : 0;
    needs |= drops ? FM_NEEDS_DUPLICATES | FM_NEEDS_REPLAY : 0;
    needs |= profile->input.on_error == FM_ON_ERROR_TRUNCATE ? FM_NEEDS_TRUNCATION : 0;
    needs |= numbers ? (uint64_t)FM_NEEDS_NUMBERS : 0;
    for (size_t i = 0; i < plan->route_count; i++) /* a name is made before the replay */
        needs |=
            plan->routes[i].needs | (plan->routes[i].file_name.needs & ~(unsigned)FM_NEEDS_PLIES);
    return needs;
}

/* Are moves played? What is written or required may need it; else it is a matter of the check.
 * Reports do not count: they must not change what is kept. */
bool fm_needs_replay(const struct fm_plan *plan, uint64_t needs)
{
    const struct fm_profile *profile = plan->profile;
    const struct fm_profile_input *input = &profile->input;
    if (input->tags_only || (needs & FM_NEEDS_REPLAY))
        return (needs & FM_NEEDS_REPLAY) != 0;
    if (input->check_moves != FM_CHECK_AUTO)
        return input->check_moves == FM_CHECK_TRUE;
    bool named = profile->games.classes != 0;
    for (size_t i = 0; i < plan->route_count; i++)
        named |= plan->routes[i].spec->has_when && plan->routes[i].spec->when.classes != 0;
    return named || input->strict || (needs & FM_NEEDS_TRUNCATION) || plan->route_count == 0;
}
