/* SPDX-License-Identifier: MIT */
/* From a profile and its destinations to a plan: see plan.h. */
#include <config.h>
#include "run/plan.h"
#include "filter/conditions.h"
#include "profile/key_fault.h"
#include "io/codec.h"
#include "os/os.h"
#include "record/layout.h"

void fm_plan_free(struct fm_plan *plan)
{
    fm_buf_free(&plan->funnel.steps);
    fm_openings_free(&plan->openings);
    fm_repertoire_free(&plan->book);
    fm_aliases_free(&plan->retagging.aliases);
    fm_tag_table_free(&plan->retagging.table);
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
    unsigned shares = (unsigned)fm_plan_compares(plan) + fm_plan_draws(plan) +
                      (plan->profile->games.reached_file.n > 0);
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_route *route = &plan->routes[i];
        const bool remembers[] = {route->choice.unique == FM_UNIQUE_IN_RUN,
                                  route->choice.unique == FM_MERGED,
                                  route->choice.of_run > 0,
                                  fm_route_groups(route),
                                  route->sort.count > 0,
                                  fm_route_trees(route),
                                  fm_route_looks_up(route)};
        for (size_t k = 0; k < FM_COUNT_OF(remembers); k++)
            shares += remembers[k];
    }
    return shares == 0 ? 1 : shares;
}

static void *plan_alloc(struct fm_plan *plan, size_t n)
{
    void *made = fm_arena_alloc(&plan->arena, n);
    if (made != NULL)
        memset(made, 0, n);
    return made;
}

/* The range of plies is one unsigned comparison. One that counts from the end is worked out for
 * each game. That the start position is left out by default is for rows of positions, which
 * would have it once a game. */
static void route_choice(struct fm_route *route)
{
    const struct fm_profile_output *spec = route->spec;
    const struct fm_profile_positions *positions = route->positions;
    const struct fm_range *plies = &positions->plies;
    const bool from_end = fm_range_is_from_end(plies);
    const bool all = (fm_route_is_book(route) || spec->rows != FM_ROWS_POSITIONS ||
                      fm_format_has(route->format, FM_FORMAT_SEQUENCE)) &&
                     !spec->by_position && !positions->plies_given;
    const bool open = !plies->set || from_end || all;
    const int64_t from = open ? 0 : plies->from;
    const int64_t to = open || plies->to > UINT32_MAX ? (int64_t)UINT32_MAX : plies->to;
    route->choice.every = positions->every == 0 ? 1 : positions->every;
    if (route->format == FM_FORMAT_PGN) { /* whole games: no position of a replay is written */
        route->choice.from = UINT32_MAX;
        route->choice.span = 0;
        return;
    }
    route->choice.from = from > (int64_t)UINT32_MAX ? UINT32_MAX : (unsigned)from;
    route->choice.span = to < from ? 0 : (unsigned)(to - from);
    route->choice.of_game = positions->sample_per_game;
    route->choice.of_run = positions->sample_total;
    /* Merged records are unique in another way, and groups since rows have counts by their keys. */
    route->choice.unique = spec->fields.merge_count > 0 ? FM_MERGED
                           : positions->unique_key == FM_UNIQUE_NO || spec->by_position
                               ? FM_REPEATED
                           : positions->unique_scope == FM_SCOPE_GAME ? FM_UNIQUE_IN_GAME
                                                                      : FM_UNIQUE_IN_RUN;
}

/* Does an output take every record of a list? */
static bool takes_lists(const struct fm_route *route)
{
    const struct fm_profile_positions *positions = route->positions;
    return !(route->spec->has_when && fm_has_game_filter(&route->spec->when)) &&
           !positions->plies_given && !fm_has_position_filter(positions) &&
           positions->unique_key == FM_UNIQUE_NO && !fm_output_is_by_game(route->spec) &&
           !(route->lists.makes_games && fm_route_exports(route)) && !fm_route_groups(route) &&
           route->sort.count == 0 && !fm_splits_games(positions);
}

/* Without the rules there are no moves, no check and no plies: only these conditions can hold, and
 * the first other one that is set loses every record. */
static void route_notation(struct fm_route *route)
{
    const uint64_t can_hold = fm_position_steps_at(FM_LOOKS_SETUP);
    const struct fm_profile_positions *positions = route->positions;
    uint64_t cannot = route->wanted.steps & ~can_hold;
    cannot |= positions->reached.n > 0 ? UINT64_C(1) << FM_POSITION_REACHED : 0;
    cannot |= fm_has_opening_rules(&positions->opening) ? UINT64_C(1) << FM_POSITION_OPENING : 0;
    cannot |= positions->book != FM_BOOK_ANY ? UINT64_C(1) << FM_POSITION_IN_BOOK : 0;
    route->wanted.openings = NULL;
    const bool last = positions->plies.from == -1 && positions->plies.to == -1; /* it always is */
    cannot |= positions->plies_given && !last ? UINT64_C(1) << FM_POSITION_PLIES : 0;
    route->wanted.steps &= can_hold;
    if (cannot != 0)
        route->lists.never = (enum fm_position_step)__builtin_ctzll(cannot);
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
        FM_TRY(fm_aliases_read((const char *)aliases.p, &plan->retagging.aliases, error));
    const struct fm_profile_input *const input = &plan->profile->input;
    const struct fm_tag_table_options table = {input->tag_table_by, input->replaces_tags};
    if (input->tag_table.n > 0)
        FM_TRY(fm_tag_table_read((const char *)input->tag_table.p, &table, &plan->retagging.table,
                                 error));
    if (openings.n > 0)
        FM_TRY(fm_openings_read((const char *)openings.p, &plan->openings, error));
    return fm_game_wants_make(&plan->profile->games, &options, &plan->arena, &plan->wanted, error);
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
}

/* Compile the text that a worker writes for a position: the record, or the values of its group. */
static enum fm_status route_record(struct fm_plan *plan, struct fm_route *route,
                                   struct fm_error *error)
{
    const struct fm_profile_output *spec = route->spec;
    struct fm_group_plan *group = &route->group;
    const bool games = route->format == FM_FORMAT_PGN;
    FM_TRY(
        fm_sort_plan_make(spec->sort, spec->sort_count, games, &plan->arena, &route->sort, error));
    route->sort.whole |= route->choice.unique == FM_MERGED;
    if (spec->rows == FM_ROWS_GROUPS) {
        FM_TRY(fm_group_begin(group, spec->by, spec->by_count, &plan->arena, error));
        FM_TRY(fm_group_end(group, spec->format, &spec->fields, route->style.counters, &route->sort,
                            &plan->arena, error));
        route->record = group->values;
        route->record.head = group->rows.head;
    } else {
        FM_TRY(fm_record_plan_make(route->format, &spec->fields, route->style.counters,
                                   &plan->arena, &route->record, error));
    }
    FM_TRY(fm_group_begin(&route->sampled, route->positions->sample_by,
                          route->positions->sample_by_count, &plan->arena, error));
    FM_TRY(fm_record_plan_complete(&route->sampled.values, &plan->arena));
    if (fm_route_trees(route))
        FM_TRY(fm_tree_plan_make(spec->by, spec->by_count, spec->tree.comment, spec->tree.names,
                                 &plan->arena, &route->tree, error));
    /* Outputs of shards are put one after another; groups are merged, each part with its header. */
    const bool first = plan->profile->input.shard.number <= 1 || spec->rows == FM_ROWS_GROUPS;
    if (!spec->header || !first)
        route->record.head.n = 0;
    /* Counters as operations need no slots, unless they take the place of others. */
    if (fm_format_has(route->format, FM_FORMAT_OPS) && !route->lists.edits_ops)
        route->record.bare |= route->style.counters == FM_COUNTERS_OPS;
    return FM_OK;
}

static enum fm_status route_tags(struct fm_plan *plan, struct fm_route *route,
                                 struct fm_error *error)
{
    const struct fm_profile_output *spec = route->spec;
    if (route->format != FM_FORMAT_PGN || (spec->set_tag_count == 0 && spec->tags == NULL))
        return FM_OK;
    FM_TRY(fm_tag_plan_make(spec->set_tags, spec->set_tag_count, spec->tags, spec->tag_count,
                            &plan->arena, &route->tags, error));
    route->tags.order.variant_first = spec->variant_first;
    return FM_OK;
}

/* A line that is taken out of a movetext has the NAGs of its moves, and ends where the movetext
 * says so, whatever comments are kept. */
static void route_pgn(struct fm_route *route)
{
    route->pgn = route->spec->pgn;
    if (!fm_route_lines(route))
        return;
    if (route->pgn.nags == FM_PGN_NAGS_GLYPH)
        route->pgn.nags = FM_PGN_NAGS_NUMERIC;
    if (route->pgn.comments != FM_PGN_COMMENTS_KEEP)
        route->pgn.comments |= FM_PGN_COMMENTS_ENDS;
}

/* How a record is written, of a replay, follows from what it needs. */
static void route_ways(const struct fm_plan *plan, struct fm_route *route)
{
    const struct fm_profile_output *spec = route->spec;
    const struct fm_record_fields *fields = &spec->fields;
    struct fm_record_way *way = &route->way;
    const struct fm_layout *layout = route->record.layout;
    const bool read = spec->verify || route->choice.unique != FM_REPEATED;
    /* Nothing is done with a record but to write it. A limit counts bare ones by their lines. */
    const bool counted = route->record.bare ? spec->chunk > 0 || (route->needs & FM_NEEDS_RECORD)
                                            : fm_route_counts(route);
    const bool groups = spec->rows == FM_ROWS_GROUPS;
    const bool only_written = !counted && !read && (!fm_route_gathers(route) || groups) &&
                              !fm_route_samples(route) && route->sort.count == 0;
    /* Else the record's layout has it written where it belongs. */
    way->fen_first = read || route->record.bare ||
                     (layout == NULL ? !fm_format_has(route->format, FM_FORMAT_BINARY)
                                     : layout->reads_input || !layout->writes_fen);
    way->fen_unread = route->format == FM_FORMAT_UCI && !read;
    /* A variation begins with its root for a reader, and where its record looks at the next
     * move. */
    way->ahead = fm_route_is_book(route) || route->format == FM_FORMAT_VALUES ||
                 (route->needs & FM_LOOKS_AHEAD);
    way->may_skip = route->record.bare && route->choice.of_run > 0 && !read &&
                    !fm_plan_decides(plan) && route->sort.count == 0;
    way->direct = !way->fen_first && only_written &&
                  (layout != NULL || fm_format_has(route->format, FM_FORMAT_BINARY));
    way->sized = route->format == FM_FORMAT_VALUES;
    const enum fm_plain_kind plain = way->sized ? FM_PLAIN_SIZED : FM_PLAIN;
    const bool noted = (read || route->sort.fen) && !counted && !way->sized &&
                       spec->consumer == NULL && !fm_route_gathers(route) &&
                       !fm_route_samples(route) && (route->sort.fen || route->sort.count == 0);
    if (route->record.bare)
        way->plain = only_written ? plain : noted ? FM_PLAIN_NOTED : FM_NOT_PLAIN;
    way->lends = fields->positions;
    way->chains = route->choice.unique == FM_REPEATED && !fm_route_samples(route) &&
                  route->sort.count == 0 && spec->chunk == 0;
    if (way->lends && fields->column_count == 0)
        way->plain = only_written ? plain : FM_NOT_PLAIN;
    if ((way->sized || route->format == FM_FORMAT_TSV) && way->direct && !groups &&
        fields->column_count == 1 && fm_text_is(fields->columns[0].text, "{fen}")) {
        way->plain = plain; /* the FEN alone, or in a table, whose rows are the same */
        way->direct = false;
    }
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
    route->lists.makes_games = route->format == FM_FORMAT_PGN && !spec->format_by_consumer;
    route->lists.edits_ops = spec->fields.op_count + spec->fields.drop_count > 0;
    route_style(route, &profile->input);
    route_choice(route);
    const struct fm_condition_options options = condition_options(plan);
    route->wanted.eval_of = profile->input.eval_of;
    if (spec->has_when)
        FM_TRY(fm_game_wants_make(&spec->when, &options, &plan->arena, &route->when, error));
    FM_TRY(fm_position_wants_make(route->positions, &options, &plan->arena, &route->wanted, error));
    if (spec->to.n > 0 && memchr(spec->to.p, '{', spec->to.n) != NULL)
        FM_TRY(fm_file_name_compile(spec->to, &plan->arena, &route->file_name, error));
    FM_TRY(route_record(plan, route, error));
    FM_TRY(route_tags(plan, route, error));
    route_pgn(route);
    if (spec->fields.merge_count > 0)
        FM_TRY(fm_merge_plan_make(spec->fields.merges, spec->fields.merge_count, &plan->arena,
                                  &route->merge));
    route->lists.never = FM_POSITION_STEPS;
    if (profile->input.notation)
        route_notation(route);
    fm_plan_route_needs(route, &profile->input);
    route->choice.last_only = fm_output_is_by_game(spec);
    route->choice.some = route->choice.last_only || route->choice.every > 1 ||
                         route->wanted.reached.count > 0 || route->positions->op_count > 0 ||
                         route->wanted.openings != NULL || route->wanted.steps != 0 ||
                         route->positions->book != FM_BOOK_ANY || fm_route_looks_up(route) ||
                         route->lists.never != FM_POSITION_STEPS;
    route->choice.castling =
        !route->choice.some && fm_format_has(route->format, FM_FORMAT_CASTLING);
    route->choice.some |= fm_consumer_refuses_960(spec);
    route->choice.ahead = fm_positions_look_ahead(route->positions);
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

/* Can the run end before its inputs do? Outputs that are written at the end of the run may need all
 * of them. */
static bool ends_early(const struct fm_plan *plan)
{
    if (fm_keeps_longest(plan->profile->games.duplicates))
        return false;
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_route *route = &plan->routes[i];
        if (route->spec->limit == 0 || fm_route_gathers(route) || route->sort.count > 0 ||
            fm_route_trees(route))
            return false;
    }
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
    return fm_plan_needs(plan, to, error);
}

static unsigned add_sink(struct fm_plan *plan, const char *name)
{
    if (name == NULL)
        return FM_NO_SINK;
    plan->names[plan->sinks] = name;
    return plan->sinks++;
}

/* Have all operations that an output adds the form that the standard requires? */
static bool adds_normal(const struct fm_route *route)
{
    bool normal = true;
    for (size_t i = 0; i < route->record.count; i++) {
        const struct fm_record_slot *op = &route->record.slots[i];
        normal &= op->type != FM_EPD_ANY && !fm_epd_takes_moves(op->type) &&
                  (!fm_epd_is_counter(op->name) || route->style.counters == FM_COUNTERS_OPS);
    }
    return normal;
}

/* Find the outputs that take all records of lists, and whether each does nothing but rewrite
 * them. */
static void mark_lists(struct fm_plan *plan)
{
    const struct fm_profile *profile = plan->profile;
    const bool chosen = fm_has_game_filter(&profile->games) || profile->games.range.set ||
                        (profile->first_match && plan->route_count > 1);
    bool all = !chosen;
    for (size_t i = 0; i < plan->route_count; i++) {
        struct fm_route *route = &plan->routes[i];
        const bool rewrites = fm_format_has(route->format, FM_FORMAT_REWRITES);
        route->lists.all = !chosen && takes_lists(route);
        /* Programs (`for`) and normal EPD read neither comments nor unusual blanks. */
        route->lists.copies_around =
            rewrites && !route->rewrite.normalize && !route->rewrite.lays_out;
        route->lists.copies = route->lists.copies_around && !route->spec->verify &&
                              !route->rewrite.notation && !route->lists.edits_ops;
        route->lists.keeps_fen = route->format != FM_FORMAT_PGN && !route->rewrite.lays_out &&
                                 !route->spec->verify && !route->rewrite.notation;
        route->lists.direct = route->way.direct && !rewrites && route->record.layout != NULL &&
                              !route->record.layout->of_game;
        route->lists.normal = adds_normal(route);
        route->lists.spells = !rewrites || route->lists.edits_ops ||
                              ((route->sort.needs | route->sampled.values.needs) & FM_NEEDS_FEN);
        const bool whole = (route->format == FM_FORMAT_PGN && !fm_tag_plan_changes(&route->tags)) ||
                           (rewrites && !route->lists.edits_ops);
        const bool named = fm_route_names(route); /* a name is made of what is in the record */
        all = all && route->lists.all && whole && !named;
    }
    plan->lists.view = !all;
    fm_plan_list_needs(plan);
}

/* Where something is decided on records or items, each has a row. */
static void mark_rows(struct fm_plan *plan)
{
    const bool fates = fm_plan_may_drop(plan);
    plan->joins_items = plan->log == FM_NO_SINK && !fates && !plan->counts && !plan->reasons;
    for (size_t i = 0; i < plan->route_count; i++) {
        struct fm_route *route = &plan->routes[i];
        const bool apart = fates || fm_route_names(route) || route->sort.count > 0;
        route->row = fm_route_keys(route) || fm_route_groups(route) || fm_route_counts(route)
                         ? FM_ROW_RECORD
                     : apart                          ? FM_ROW_ITEM
                     : route->format == FM_FORMAT_PGN ? FM_ROW_JOINED
                                                      : FM_ROW_NONE;
    }
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
    *plan = (struct fm_plan){.profile = profile};
    FM_TRY(conditions_of_run(plan, error));
    FM_TRY(make_routes(plan, to, error));
    plan->explain = to->explain;
    plan->reasons = to->reasons;
    for (size_t i = 0; i < plan->route_count; i++)
        route_ways(plan, &plan->routes[i]);
    plan->rejects = add_sink(plan, to->rejects);
    plan->unselected = add_sink(plan, to->unselected);
    plan->log = add_sink(plan, to->log);
    plan->classes = games->classes == 0 ? (unsigned)REPLAYABLE : games->classes;
    if (!fm_share_read(input->max_errors, &plan->max_errors))
        return FM_BAD_PROFILE; /* not as it was read */
    plan->classify = (struct fm_classify_options){
        .variant = input->variant,
        .no_fen_tag = games->classic_no_fen_tag,
        .dialect = input->dialect == 0 ? NULL : &fm_dialects[input->dialect - 1],
        .repair = input->repair};
    plan->check_rewrite = (struct fm_rewrite){.plays = plan->route_count == 0 || input->strict,
                                              .notation = input->notation,
                                              .repair = input->repair,
                                              .variant = input->variant,
                                              .letters = input->letters};
    mark_lists(plan);
    mark_rows(plan);
    plan->lists.copies = fm_plan_copies_lists(plan);
    plan->replay = (struct fm_replay_options){
        .language = input->letters == NULL ? fm_languages : input->letters,
        .max_plies = input->max_plies,
        .strict = input->strict,
        .variations = input->replay_variations,
        .annotations = (plan->needs & FM_NEEDS_ANNOTATION) != 0,
        .before = (plan->needs & (FM_NEEDS_LAST | FM_NEEDS_LAST_UCI)) != 0};
    for (size_t i = 0; i < plan->route_count; i++) /* written, and not only looked at */
        plan->replay.times = plan->replay.times || (plan->routes[i].values & FM_NEEDS_ANNOTATION);
    return fm_plan_funnel(plan);
}
