/* SPDX-License-Identifier: MIT */
/* From a profile and its destinations to a plan: see plan.h. */
#include <config.h>
#include "convert/plan.h"
#include "filter/conditions.h"
#include "profile/key_fault.h"
#include "io/codec.h"
#include "os/os.h"
#include "record/layout.h"

void fm_plan_free(struct fm_plan *plan)
{
    fm_buf_free(&plan->funnel.steps);
    fm_openings_free(&plan->openings);
    fm_aliases_free(&plan->aliases);
    fm_arena_free(&plan->arena);
    *plan = (struct fm_plan){0};
}

bool fm_plan_copies_games(const struct fm_plan *plan)
{
    for (size_t i = 0; i < plan->route_count; i++)
        if (plan->routes[i].format != FM_FORMAT_PGN)
            return false;
    return plan->route_count > 0;
}

struct fm_compression fm_plan_compression(const struct fm_plan *plan, unsigned sink,
                                          struct fm_encode_pool *pool)
{
    if (sink >= plan->route_count) /* a report */
        return (struct fm_compression){.pool = pool};
    const struct fm_route *route = &plan->routes[sink];
    return (struct fm_compression){.pool = pool,
                                   .level = (unsigned)route->spec->level,
                                   .records = !fm_format_has(route->format, FM_FORMAT_GAMES)};
}

unsigned fm_plan_shares(const struct fm_plan *plan)
{
    const uint64_t counting = FM_NEEDS_LIMIT | FM_NEEDS_RECORD | FM_NEEDS_CHUNK;
    const uint64_t remembering = (FM_NEEDS_DECISION & ~counting) | FM_NEEDS_SORT | FM_NEEDS_EXCLUDE;
    unsigned shares = (plan->needs & FM_NEEDS_DUPLICATES) != 0;
    for (size_t i = 0; i < plan->route_count; i++)
        for (uint64_t set = plan->routes[i].needs & remembering; set != 0; set &= set - 1)
            shares++;
    return shares == 0 ? 1 : shares;
}

static void *plan_alloc(struct fm_plan *plan, size_t n)
{
    void *made = fm_arena_alloc(&plan->arena, n);
    if (made != NULL)
        memset(made, 0, n);
    return made;
}

/* The range of plies as one unsigned comparison. One that counts from the end is worked out for
 * each game. That the start position is left out by default is for rows of positions, which would have
 * it once a game. */
static void route_range(struct fm_route *route)
{
    const struct fm_range *plies = &route->positions->plies;
    const bool from_end = plies->set && (plies->from < 0 || plies->to < 0);
    const bool all = (route->book || route->spec->rows != FM_ROWS_POSITIONS) &&
                     !route->spec->by_position && !route->positions->plies_given;
    const bool open = !plies->set || from_end || all;
    const int64_t from = open ? 0 : plies->from;
    const int64_t to = open || plies->to > UINT32_MAX ? (int64_t)UINT32_MAX : plies->to;
    route->every = route->positions->every == 0 ? 1 : route->positions->every;
    if (route->format == FM_FORMAT_PGN) { /* whole games: no position of a replay is written */
        route->from = UINT32_MAX;
        route->span = 0;
        return;
    }
    route->from = from > (int64_t)UINT32_MAX ? UINT32_MAX : (unsigned)from;
    route->span = to < from ? 0 : (unsigned)(to - from);
    route->needs |= from_end ? FM_NEEDS_FROM_END : 0;
}

/* Does an output take every record of a list? */
static bool takes_lists(const struct fm_route *route)
{
    const struct fm_profile_positions *positions = route->positions;
    return !(route->spec->has_when && fm_has_game_filter(&route->spec->when)) &&
           !positions->plies_given && !fm_has_position_filter(positions) &&
           positions->unique_key == FM_UNIQUE_NO && route->spec->rows != FM_ROWS_GAMES &&
           !(route->makes_games && (route->needs & FM_NEEDS_EXPORT)) &&
           !(route->needs & (FM_NEEDS_GROUPS | FM_NEEDS_SORT | FM_NEEDS_SPLIT_GAMES));
}

/* Without the rules there are no moves, no check and no plies: only these conditions can hold, and
 * the first other one that is set loses every record. */
static void route_notation(struct fm_route *route)
{
    const unsigned can_hold = 1u << FM_POSITION_SIDE | 1u << FM_POSITION_PIECES |
                              1u << FM_POSITION_MATERIAL | 1u << FM_POSITION_BOARD;
    const struct fm_profile_positions *positions = route->positions;
    unsigned cannot = route->wanted.steps & ~can_hold;
    cannot |= positions->reached.n > 0 ? 1u << FM_POSITION_REACHED : 0;
    cannot |= fm_has_opening_rules(&positions->opening) ? 1u << FM_POSITION_OPENING : 0;
    route->wanted.openings = NULL;
    const bool last = positions->plies.from == -1 && positions->plies.to == -1; /* it always is */
    cannot |= positions->plies_given && !last ? 1u << FM_POSITION_PLIES : 0;
    route->wanted.steps &= can_hold;
    if (cannot != 0)
        route->never = (enum fm_position_step)__builtin_ctz(cannot);
    route->record.needs &= ~(unsigned)(FM_NEEDS_KEY | FM_NEEDS_STATE);
}

static struct fm_condition_options condition_options(const struct fm_plan *plan)
{
    const struct fm_profile_input *input = &plan->profile->input;
    return (struct fm_condition_options){.variant = input->variant,
                                         .openings = &plan->openings,
                                         .match_steps = input->match_steps,
                                         .match_memory = input->match_memory};
}

static enum fm_status conditions_of_run(struct fm_plan *plan, struct fm_error *error)
{
    const struct fm_condition_options options = condition_options(plan);
    const struct fm_text openings = plan->profile->input.openings;
    const struct fm_text aliases = plan->profile->input.aliases;
    if (aliases.n > 0)
        FM_TRY(fm_aliases_read((const char *)aliases.p, &plan->aliases, error));
    if (openings.n > 0)
        FM_TRY(fm_openings_read((const char *)openings.p, &plan->openings, error));
    return fm_game_wants_make(&plan->profile->games, &options, &plan->arena, &plan->wanted, error);
}

static enum fm_status route_conditions(struct fm_plan *plan, struct fm_route *route,
                                       struct fm_error *error)
{
    const struct fm_condition_options options = condition_options(plan);
    route->wanted.eval_of = plan->profile->input.eval_of;
    if (route->spec->has_when)
        FM_TRY(fm_game_wants_make(&route->spec->when, &options, &plan->arena, &route->when, error));
    return fm_position_wants_make(route->positions, &options, &plan->arena, &route->wanted, error);
}

/* What conditions on games need of every replay. */
static uint64_t needs_of_games(const struct fm_profile_games *games)
{
    const unsigned repetitions = 1u << FM_FINAL_REPETITION | 1u << FM_FINAL_OTHER;
    return (games->finals != 0 ? FM_NEEDS_FINALS : 0) |
           ((games->finals & repetitions) != 0 ? FM_NEEDS_REPETITIONS : 0) |
           (games->reached.n > 0 ? FM_NEEDS_REACHED : 0) |
           (fm_has_contains(&games->contains) ? FM_NEEDS_CONTAINS : 0) |
           (fm_has_opening_rules(&games->opening) ? FM_NEEDS_OPENING : 0) |
           (fm_has_end_filter(games) ? FM_NEEDS_REPLAY | FM_NEEDS_GAME_END : 0);
}

/* What the choice of positions needs, for an output of records. */
static uint64_t needs_of_positions(const struct fm_route *route)
{
    const struct fm_profile_positions *positions = route->positions;
    const bool annotations = positions->marks != 0 || positions->eval.set || positions->swing.set;
    const bool unique = positions->unique_key != FM_UNIQUE_NO && !route->spec->by_position;
    uint64_t needs = FM_NEEDS_REPLAY;
    needs |= annotations ? FM_NEEDS_ANNOTATION : 0;
    needs |= fm_has_opening_rules(&positions->opening) ? FM_NEEDS_OPENING : 0;
    needs |= positions->sample_per_game > 0 ? FM_NEEDS_GAME_SAMPLE : 0;
    needs |= positions->sample_total > 0 ? FM_NEEDS_RUN_SAMPLE : 0;
    needs |= positions->exclude.n > 0 ? FM_NEEDS_EXCLUDE : 0;
    if (unique)
        needs |= positions->unique_scope == FM_SCOPE_GAME ? FM_NEEDS_UNIQUE_IN_GAME
                                                          : FM_NEEDS_UNIQUE_IN_RUN;
    return needs;
}

static void route_style(struct fm_route *route, const struct fm_profile_input *input)
{
    const struct fm_profile_output *spec = route->spec;
    const struct fm_fen_style *style = &spec->style;
    const bool becomes = fm_format_has(route->format, FM_FORMAT_REWRITES) && !spec->keeps_form;
    route->style = fm_style_of_replay(*style, route->format);
    route->rewrite = (struct fm_rewrite){
        .style = *style,
        .lays_out = spec->consumer != NULL,
        .bare = becomes && route->format == FM_FORMAT_FEN,
        .becomes_epd = becomes && route->format == FM_FORMAT_EPD,
        .normalize = spec->normalize ||
                     (spec->consumer != NULL && fm_format_has(route->format, FM_FORMAT_OPS)),
        .plays = input->strict,
        .notation = input->notation,
        .repair = input->repair,
        .variant = input->variant,
        .letters = input->letters};
    if (becomes) /* a list becomes FEN or EPD: counters have the place that they have there */
        route->rewrite.style.counters = route->style.counters;
    if (route->format == FM_FORMAT_PGN &&
        (style->castling != FM_CASTLING_KEEP || style->en_passant != FM_EP_KEEP ||
         style->counters != FM_COUNTERS_KEEP || style->letter_j || input->repair))
        route->needs |= FM_NEEDS_REWRITE;
}

static enum fm_status route_file_name(struct fm_plan *plan, struct fm_route *route,
                                      struct fm_error *error)
{
    const struct fm_text to = route->spec->to;
    unsigned needs = 0;
    if (to.n == 0 || memchr(to.p, '{', to.n) == NULL)
        return FM_OK;
    FM_TRY(fm_file_name_compile(to, &plan->arena, &route->file_name, &needs, error));
    plan->needs |= needs & ~(unsigned)FM_NEEDS_PLIES; /* a name is made before the replay */
    route->needs |= FM_NEEDS_FILE_NAMES | (needs & FM_NEEDS_OPENING);
    return FM_OK;
}

/* Nothing is done with a record but to write it. */
static bool is_only_written(const struct fm_route *route)
{
    const uint64_t counted = route->record.bare ? FM_NEEDS_LIMIT : 0; /* by its lines */
    const uint64_t more = FM_NEEDS_SAMPLE | FM_NEEDS_VERIFY | FM_NEEDS_RECORD_KEY | FM_NEEDS_SORT |
                          (FM_NEEDS_MARK & ~counted);
    return (route->needs & more) == 0;
}

/* Else the record's layout has it written where it belongs. */
static bool has_fen_first(const struct fm_route *route)
{
    const struct fm_layout *layout = route->record.layout;
    return route->record.bare || layout == NULL || layout->reads_input || !layout->writes_fen ||
           (route->needs & (FM_NEEDS_VERIFY | FM_NEEDS_RECORD_KEY));
}

/* The moves of games that are sorted by their number are played one time only: it is known when the
 * game is written. */
static void route_sort(struct fm_route *route)
{
    const struct fm_profile_output *spec = route->spec;
    const bool games = route->format == FM_FORMAT_PGN;
    unsigned needs = spec->rows == FM_ROWS_GROUPS ? 0 : route->sort.needs;
    if (games && (needs & FM_NEEDS_PLIES)) {
        needs &= ~(unsigned)FM_NEEDS_PLIES;
        route->needs |= FM_NEEDS_REPLAY;
    }
    route->record.needs |= needs;
    if (route->sort.count > 0)
        route->needs |= FM_NEEDS_SORT | (spec->rows == FM_ROWS_GROUPS ? 0 : FM_NEEDS_ENTRIES);
}

/* What a worker writes for a position: the record, or the values of its group. */
static enum fm_status route_record(struct fm_plan *plan, struct fm_route *route,
                                   struct fm_error *error)
{
    const struct fm_profile_output *spec = route->spec;
    struct fm_group_plan *group = &route->group;
    const bool games = route->format == FM_FORMAT_PGN;
    FM_TRY(
        fm_sort_plan_make(spec->sort, spec->sort_count, games, &plan->arena, &route->sort, error));
    if (spec->rows == FM_ROWS_GROUPS) {
        FM_TRY(fm_group_begin(group, spec->by, spec->by_count, &plan->arena, error));
        FM_TRY(fm_group_end(group, spec->format, &spec->fields, route->style.counters, &route->sort,
                            &plan->arena, error));
        route->record = group->values;
        route->record.head = group->rows.head;
        route->needs |= FM_NEEDS_GROUPS | (group->rows.needs & FM_NEEDS_RECORD);
    } else {
        FM_TRY(fm_record_plan_make(route->format, &spec->fields, route->style.counters,
                                   &plan->arena, &route->record, error));
    }
    /* Outputs of shards are put one after another; groups are merged, each part with its header. */
    const bool first = plan->profile->input.shard.number <= 1 || spec->rows == FM_ROWS_GROUPS;
    if (!spec->header || !first)
        route->record.head.n = 0;
    route_sort(route);
    if (spec->rows == FM_ROWS_GAMES) /* the last position knows them */
        route->record.needs &= ~(unsigned)FM_NEEDS_PLIES;
    return FM_OK;
}

/* Merged records are unique, in another way. Who reports what they contradict names the record. */
static enum fm_status route_merge(struct fm_plan *plan, struct fm_route *route)
{
    const struct fm_record_fields *fields = &route->spec->fields;
    if (fields->merge_count == 0)
        return FM_OK;
    route->needs &= ~FM_NEEDS_UNIQUE_IN_RUN;
    route->needs |= FM_NEEDS_MERGE | FM_NEEDS_NUMBERS;
    return fm_merge_plan_make(fields->merges, fields->merge_count, &plan->arena, &route->merge);
}

/* Tags of games. To repair a result, the last position is looked at. */
static enum fm_status route_tags(struct fm_plan *plan, struct fm_route *route,
                                 struct fm_error *error)
{
    const struct fm_profile_output *spec = route->spec;
    const struct fm_profile_input *input = &plan->profile->input;
    if (route->format != FM_FORMAT_PGN)
        return FM_OK;
    if (input->repair && input->check_moves != FM_CHECK_FALSE)
        route->needs |= FM_NEEDS_REPLAY | FM_NEEDS_FINALS;
    if (spec->set_tag_count == 0 && spec->tags == NULL)
        return FM_OK;
    FM_TRY(fm_tag_plan_make(spec->set_tags, spec->set_tag_count, spec->tags, spec->tag_count,
                            &plan->arena, &route->tags, error));
    route->tags.order.variant_first = spec->variant_first;
    route->needs |= FM_NEEDS_TAGS | (route->tags.needs & ~(unsigned)FM_NEEDS_PLIES);
    route->needs |= route->tags.needs & FM_NEEDS_PLIES ? FM_NEEDS_REPLAY : 0;
    return FM_OK;
}

static enum fm_status route_make(struct fm_plan *plan, const struct fm_profile_output *spec,
                                 struct fm_route *route, struct fm_error *error)
{
    const struct fm_profile *profile = plan->profile;
    route->spec = spec;
    route->positions = spec->has_positions ? &spec->positions : &profile->positions;
    route->format = spec->rows == FM_ROWS_GROUPS     ? FM_FORMAT_TSV
                    : spec->format == FM_FORMAT_AUTO ? FM_FORMAT_FEN
                                                     : spec->format;
    route->book = fm_format_has(route->format, FM_FORMAT_BOOK);
    route->makes_games = route->format == FM_FORMAT_PGN && !spec->format_by_consumer;
    route->edits_ops = spec->fields.op_count + spec->fields.drop_count > 0;
    const bool records = route->format != FM_FORMAT_PGN;
    route_style(route, &profile->input);
    route_range(route);
    route->needs |= spec->verify ? FM_NEEDS_VERIFY : 0;
    route->needs |= spec->pgn.exports ? FM_NEEDS_EXPORT | FM_NEEDS_REPLAY : 0;
    route->needs |= (spec->limit > 0 ? FM_NEEDS_LIMIT : 0) | (spec->chunk > 0 ? FM_NEEDS_CHUNK : 0);
    route->needs |= spec->utf8 || fm_format_has(route->format, FM_FORMAT_UTF8) ? FM_NEEDS_UTF8 : 0;
    FM_TRY(route_conditions(plan, route, error));
    if (spec->has_when)
        route->needs |= needs_of_games(&spec->when);
    if (route->positions->split_of > 0 && route->positions->split_by == FM_SPLIT_GAMES)
        route->needs |= FM_NEEDS_SPLIT_GAMES | FM_NEEDS_GAME_END | FM_NEEDS_REPLAY;
    FM_TRY(route_file_name(plan, route, error));
    FM_TRY(route_record(plan, route, error));
    route->needs |= route->book ? FM_NEEDS_GROUPS : 0;
    FM_TRY(route_tags(plan, route, error));
    if (fm_format_has(route->format, FM_FORMAT_OPS) && route->style.counters == FM_COUNTERS_OPS &&
        !route->edits_ops) {
        route->needs |= FM_NEEDS_COUNTER_OPS;
        route->record.bare = true;
    }
    route->record.needs |= fm_format_has(route->format, FM_FORMAT_OPS) ? FM_NEEDS_OPS : 0u;
    route->needs |= route->record.needs;
    const uint64_t chosen = needs_of_positions(route);
    route->needs |= records ? chosen : chosen & FM_NEEDS_ANNOTATION;
    FM_TRY(route_merge(plan, route));
    route->needs |= records && route->every > 1 ? FM_NEEDS_TURNS : 0;
    route->needs |= (route->needs & FM_NEEDS_OPENING) ? FM_NEEDS_REPLAY : 0;
    route->needs |= records && route->positions->op_count > 0 ? (uint64_t)FM_NEEDS_OPS : 0;
    route->never = FM_POSITION_STEPS;
    if (profile->input.notation)
        route_notation(route);
    plan->needs |= route->needs;
    route->plain = route->record.bare && is_only_written(route);
    route->may_skip = route->record.bare && (route->needs & FM_NEEDS_RUN_SAMPLE) &&
                      !(plan->needs & FM_NEEDS_DUPLICATES) &&
                      !(route->needs & (FM_NEEDS_VERIFY | FM_NEEDS_RECORD_KEY | FM_NEEDS_SORT));
    route->last_only = spec->rows == FM_ROWS_GAMES;
    route->chooses = route->last_only || route->every > 1 || route->wanted.reached.wanted ||
                     route->positions->op_count > 0 || route->wanted.openings != NULL ||
                     route->wanted.steps != 0 || (route->needs & FM_NEEDS_EXCLUDE) ||
                     fm_consumer_refuses_960(spec);
    route->records_ahead = route->book || (route->needs & FM_LOOKS_AHEAD);
    route->chooses_ahead = fm_positions_look_ahead(route->positions);
    route->fen_first = has_fen_first(route);
    route->fen_unread =
        route->format == FM_FORMAT_UCI && !(route->needs & (FM_NEEDS_VERIFY | FM_NEEDS_RECORD_KEY));
    route->direct = !route->fen_first && is_only_written(route);
    return FM_OK;
}

/* A suffix must be known where nothing else names the format, and it is no device or pipe. */
static enum fm_status check_suffix(const struct fm_profile_output *spec, const char *name,
                                   struct fm_error *error)
{
    struct fm_os_about about;
    if (spec->unknown_suffix.n == 0 ||
        (fm_os_look(FM_OS_HERE, name, true, &about) == 0 && about.kind != FM_OS_FILE))
        return FM_OK;
    *error = (struct fm_error){
        .status = FM_BAD_PROFILE, .what = spec->to, .detail = spec->unknown_suffix};
    return FM_BAD_PROFILE;
}

/* Where the profile does not name the output, its level is checked here. */
static enum fm_status check_level(const struct fm_profile_output *spec, const char *name,
                                  struct fm_error *error)
{
    struct fm_text detail;
    if (spec->level == 0 || spec->to.n > 0 || spec->instance != 0 ||
        fm_level_check(fm_text_of(name), spec->level, &detail) == FM_OK)
        return FM_OK;
    *error = (struct fm_error){
        .status = FM_BAD_PROFILE, .what = FM_TEXT("output.level"), .detail = detail};
    return FM_BAD_PROFILE;
}

/* Can the run end before its inputs do? What is written at the end of the run may need all of
 * them. */
static bool ends_early(const struct fm_plan *plan)
{
    if (plan->profile->games.duplicates == FM_DUPLICATES_LONGEST)
        return false;
    for (size_t i = 0; i < plan->route_count; i++)
        if (!(plan->routes[i].needs & FM_NEEDS_LIMIT) ||
            (plan->routes[i].needs &
             (FM_NEEDS_RUN_SAMPLE | FM_NEEDS_GROUPS | FM_NEEDS_SORT | FM_NEEDS_MERGE)))
            return false;
    return plan->route_count > 0;
}

static enum fm_status make_routes(struct fm_plan *plan, const struct fm_destinations *to,
                                  struct fm_error *error)
{
    const struct fm_profile *profile = plan->profile;
    const bool several = profile->output_count > 0;
    const char *output = to->output == NULL && to->write != NULL ? "output" : to->output;
    plan->route_count = output == NULL ? 0 : several ? profile->output_count : 1;
    plan->routes = plan_alloc(plan, (plan->route_count + 1) * sizeof *plan->routes);
    plan->names = plan_alloc(plan, (plan->route_count + 4) * sizeof *plan->names);
    if (plan->routes == NULL || plan->names == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_profile_output *spec = several ? &profile->outputs[i] : &profile->output;
        FM_TRY(route_make(plan, spec, &plan->routes[i], error));
        plan->routes[i].sink = (unsigned)i;
        const bool own = several && spec->to.n > 0;
        plan->names[i] = own ? (const char *)spec->to.p : output;
        plan->routes[i].called = to->write != NULL && !own;
        FM_TRY(check_suffix(spec, plan->names[i], error));
        FM_TRY(check_level(spec, plan->names[i], error));
    }
    plan->sinks = (unsigned)plan->route_count;
    plan->ends_early = ends_early(plan);
    const bool unchecked = profile->input.check_moves == FM_CHECK_FALSE;
    if (!(profile->input.tags_only || unchecked) || !(plan->needs & FM_NEEDS_REPLAY))
        return FM_OK;
    return fm_refuse_profile(error,
                             unchecked ? FM_TEXT("input.check-moves") : FM_TEXT("input.tags-only"),
                             "records need the moves replayed");
}

static unsigned add_sink(struct fm_plan *plan, const char *name)
{
    if (name == NULL)
        return FM_NO_SINK;
    plan->names[plan->sinks] = name;
    return plan->sinks++;
}

/* Are moves played? What is written or required may need it; else it is a matter of the check.
 * Reports do not count: they must not change what is kept. */
static bool replays(const struct fm_plan *plan)
{
    const struct fm_profile *profile = plan->profile;
    const struct fm_profile_input *input = &profile->input;
    if (input->tags_only || (plan->needs & FM_NEEDS_REPLAY))
        return !input->tags_only;
    if (input->check_moves != FM_CHECK_AUTO)
        return input->check_moves == FM_CHECK_TRUE;
    bool named = profile->games.classes != 0;
    for (size_t i = 0; i < plan->route_count; i++)
        named |= plan->routes[i].spec->has_when && plan->routes[i].spec->when.classes != 0;
    return named || input->strict || (plan->needs & FM_NEEDS_TRUNCATION) || plan->route_count == 0;
}

/* What the run needs beside its outputs. */
static uint64_t needs_of_run(const struct fm_profile *profile, const struct fm_destinations *to)
{
    const bool drops =
        profile->games.duplicates != FM_DUPLICATES_ALL || profile->games.exclude.n > 0;
    const uint64_t opening = profile->input.openings.n > 0 ? FM_NEEDS_OPENING : 0;
    return needs_of_games(&profile->games) | (to->counts ? FM_NEEDS_CENSUS | opening : 0) |
           (drops ? FM_NEEDS_DUPLICATES | FM_NEEDS_REPLAY : 0) |
           (profile->input.on_error == FM_ON_ERROR_TRUNCATE ? FM_NEEDS_TRUNCATION : 0) |
           ((to->log != NULL && profile->input.shard.of == 0) || profile->games.range.set
                ? (uint64_t)FM_NEEDS_NUMBERS
                : 0);
}

/* Which outputs take all records of lists, and whether each does nothing but rewrite them. */
static void mark_lists(struct fm_plan *plan)
{
    const struct fm_profile *profile = plan->profile;
    const bool chosen = fm_has_game_filter(&profile->games) || profile->games.range.set ||
                        (profile->first_match && plan->route_count > 1);
    plan->takes_lists = !chosen;
    for (size_t i = 0; i < plan->route_count; i++) {
        struct fm_route *route = &plan->routes[i];
        const bool rewrites = fm_format_has(route->format, FM_FORMAT_REWRITES);
        route->takes_lists = !chosen && takes_lists(route);
        /* Programs (`for`) and normal EPD read neither comments nor unusual blanks. */
        route->copies_around = rewrites && !route->rewrite.normalize && !route->rewrite.lays_out;
        const bool whole = (route->format == FM_FORMAT_PGN && !(route->needs & FM_NEEDS_TAGS)) ||
                           (rewrites && !route->edits_ops);
        plan->takes_lists = plan->takes_lists && route->takes_lists && whole;
    }
}

/* Where something is decided on records or items, each has a row. */
static void mark_rows(struct fm_plan *plan)
{
    plan->may_cut = plan->ends_early || plan->max_errors.set;
    plan->joins_items = plan->log == FM_NO_SINK && !plan->may_cut &&
                        !(plan->needs & (FM_NEEDS_DUPLICATES | FM_NEEDS_CENSUS));
    for (size_t i = 0; i < plan->route_count; i++) {
        struct fm_route *route = &plan->routes[i];
        const uint64_t apart = FM_NEEDS_DECISION | FM_NEEDS_SEGMENTS | FM_NEEDS_SORT;
        route->has_rows = route->format == FM_FORMAT_PGN || (route->needs & apart) ||
                          (plan->needs & FM_NEEDS_DUPLICATES) || plan->may_cut;
    }
}

/* Are annotations written, and not only looked at by conditions? */
static bool writes_annotations(const struct fm_plan *plan)
{
    for (size_t i = 0; i < plan->route_count; i++)
        if (plan->routes[i].record.needs & FM_NEEDS_ANNOTATION)
            return true;
    return false;
}

enum fm_status fm_plan_make(struct fm_plan *plan, const struct fm_profile *profile,
                            const struct fm_destinations *to, struct fm_error *error)
{
    enum {
        REPLAYABLE = 1u << FM_CLASS_CLASSIC | 1u << FM_CLASS_CHESS960 | 1u << FM_CLASS_SETUP |
                     1u << FM_CLASS_VARIANT
    };
    const struct fm_profile_input *input = &profile->input;
    const struct fm_profile_games *games = &profile->games;
    *plan = (struct fm_plan){.profile = profile, .needs = needs_of_run(profile, to)};
    FM_TRY(conditions_of_run(plan, error));
    FM_TRY(make_routes(plan, to, error));
    plan->shard = input->shard.of > 0;
    plan->needs = replays(plan) ? plan->needs | FM_NEEDS_REPLAY : plan->needs & ~FM_NEEDS_REPLAY;
    plan->duplicate_key = games->duplicate_key != 0
                              ? games->duplicate_key
                              : FM_SAME_PLAYERS | FM_SAME_RESULT | FM_SAME_MOVES;
    plan->rejects = add_sink(plan, to->rejects);
    plan->unselected = add_sink(plan, to->unselected);
    plan->log = add_sink(plan, to->log);
    plan->classes = games->classes == 0 ? (unsigned)REPLAYABLE : games->classes;
    if (!fm_share_read(input->max_errors, &plan->max_errors))
        return FM_BAD_PROFILE; /* not as it was read */
    plan->classify = (struct fm_classify_options){.variant = input->variant,
                                                  .no_fen_tag = games->classic_no_fen_tag,
                                                  .repair = input->repair};
    plan->check_rewrite = (struct fm_rewrite){.plays = plan->route_count == 0 || input->strict,
                                              .notation = input->notation,
                                              .repair = input->repair,
                                              .variant = input->variant,
                                              .letters = input->letters};
    mark_lists(plan);
    mark_rows(plan);
    plan->replay = (struct fm_replay_options){
        .language = input->letters == NULL ? fm_languages : input->letters,
        .max_plies = input->max_plies,
        .strict = input->strict,
        .variations = input->replay_variations,
        .annotations = (plan->needs & FM_NEEDS_ANNOTATION) != 0,
        .times = writes_annotations(plan),
        .before = (plan->needs & (FM_NEEDS_LAST | FM_NEEDS_LAST_UCI)) != 0};
    return fm_plan_funnel(plan);
}
