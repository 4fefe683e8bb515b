/* From a profile and its destinations to a plan: see plan.h. */
#include <config.h>
#include "convert/plan.h"
#include <sys/stat.h>
#include "profile/profile_style.h"
#include "filter/game_filter.h"

void fm_plan_free(struct fm_plan *plan)
{
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

static void *plan_alloc(struct fm_plan *plan, size_t n)
{
    void *made = fm_arena_alloc(&plan->arena, n);
    if (made != NULL)
        memset(made, 0, n);
    return made;
}

/* The range of plies as one unsigned comparison. Ranges from the end of the game are the position
 * filter's. */
static void route_range(struct fm_route *route)
{
    const struct fm_range *plies = &route->positions->plies;
    const bool from_end = plies->set && (plies->from < 0 || plies->to < 0);
    route->from_end = from_end;
    const int64_t from = !plies->set || from_end ? 0 : plies->from;
    const int64_t to =
        !plies->set || from_end || plies->to > UINT32_MAX ? (int64_t)UINT32_MAX : plies->to;
    route->from = from > (int64_t)UINT32_MAX ? UINT32_MAX : (unsigned)from;
    route->span = to < from ? 0 : (unsigned)(to - from);
    route->every = route->positions->every == 0 ? 1 : route->positions->every;
    if (route->format ==
        FM_FORMAT_PGN) { /* whole games; a replay for other reasons writes no position of them */
        route->from_end = false;
        route->from = UINT32_MAX;
        route->span = 0;
    }
}

/* Is something asked that the record of a list, as a game without moves, may not be? */
static bool positions_choose(const struct fm_route *route)
{
    const struct fm_profile_positions *positions = route->positions;
    const struct fm_range *plies = &positions->plies;
    unsigned from = 0, span = 0;
    fm_range_of_game(plies, 0, &from, &span);
    const bool usual = plies->from == 1 && plies->to == INT64_MAX;
    return (plies->set && !usual && from != 0) || fm_has_position_filter(positions) ||
           (positions->unique_key != FM_UNIQUE_NO && !route->tallies);
}

static enum fm_status route_record(struct fm_plan *plan, struct fm_route *route, bool counter_ops,
                                   struct fm_error *error)
{
    static const struct {
        enum fm_format format;
        enum fm_format_id id;
    } ids[] = {{FM_FORMAT_FEN, FM_RECORD_FEN}, {FM_FORMAT_EPD, FM_RECORD_EPD},
               {FM_FORMAT_UCI, FM_RECORD_UCI}, {FM_FORMAT_JSONL, FM_RECORD_JSONL},
               {FM_FORMAT_TSV, FM_RECORD_TSV}, {FM_FORMAT_TEXT, FM_RECORD_TEXT}};
    const struct fm_profile_output *spec = route->spec;
    struct fm_record_field *ops = plan_alloc(plan, (spec->op_count + 1) * sizeof *ops);
    struct fm_record_field *columns = plan_alloc(plan, (spec->column_count + 1) * sizeof *columns);
    if (ops == NULL || columns == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < spec->op_count; i++)
        ops[i] = (struct fm_record_field){spec->ops[i].opcode, spec->ops[i].text};
    for (size_t i = 0; i < spec->column_count; i++)
        columns[i] = (struct fm_record_field){spec->columns[i], spec->columns[i]};
    for (size_t i = 0; i < FM_COUNT_OF(ids); i++) {
        if (ids[i].format != route->format)
            continue;
        const bool text = route->format == FM_FORMAT_TEXT; /* one column, the line */
        if (text)
            columns[0] = (struct fm_record_field){FM_TEXT("line"), spec->line};
        FM_TRY(fm_record_plan_make(ids[i].id, ops, spec->op_count, columns,
                                   text ? 1 : spec->column_count, counter_ops, &plan->arena,
                                   &route->record, error));
        route->head = fm_record_plan_head(&route->record, &plan->arena);
    }
    return FM_OK;
}

/* Texts of the filters, made ready. The profile has checked them. */
static enum fm_status route_wants(struct fm_plan *plan, struct fm_route *route,
                                  struct fm_error *error)
{
    const struct fm_profile_positions *positions = route->positions;
    const struct fm_variant *variant = plan->profile->input.variant;
    struct fm_material *material = plan_alloc(plan, sizeof *material);
    struct fm_board_mask *mask = plan_alloc(plan, sizeof *mask);
    if (material == NULL || mask == NULL)
        return FM_NO_MEMORY;
    route->wanted.wanted = positions;
    route->wanted.material = fm_material_read(positions->material, material) ? material : NULL;
    route->wanted.mask =
        positions->board.n > 0 && fm_board_mask_read(positions->board, mask) ? mask : NULL;
    if (positions->reached.n > 0)
        FM_TRY(fm_reached_read(positions->reached, variant, &route->wanted.reached, error));
    if (route->spec->has_when && route->spec->when.reached.n > 0)
        FM_TRY(fm_reached_read(route->spec->when.reached, variant, &route->reached, error));
    route->ends = route->spec->has_when && fm_has_end_filter(&route->spec->when);
    return FM_OK;
}

/* What the filters of games need of every replay. */
static void plan_watches(struct fm_plan *plan, const struct fm_profile_games *games)
{
    plan->finals = plan->finals || games->finals != 0;
    plan->repetitions = plan->repetitions ||
                        (games->finals & (1u << FM_FINAL_REPETITION | 1u << FM_FINAL_OTHER)) != 0;
    plan->watches = plan->watches || plan->finals || games->reached.n > 0;
    plan->replays = plan->replays || fm_has_end_filter(games);
}

static enum fm_status route_make(struct fm_plan *plan, const struct fm_profile_output *spec,
                                 struct fm_route *route, struct fm_error *error)
{
    const struct fm_profile *profile = plan->profile;
    route->spec = spec;
    route->positions = spec->has_positions ? &spec->positions : &profile->positions;
    route->format = spec->format == FM_FORMAT_AUTO ? FM_FORMAT_FEN : spec->format;
    const struct fm_style_of_output rewritten = fm_profile_style(spec, route->format, false);
    route->style = fm_profile_fen_style(spec, route->format);
    route->rewrite = (struct fm_rewrite){
        .castling = rewritten.castling,
        .en_passant = rewritten.en_passant,
        .counters = rewritten.counters,
        .letter_j = rewritten.letter_j,
        .no_prefix = rewritten.no_prefix,
        .lays_out = spec->consumer != NULL,
        .bare = spec->consumer != NULL && route->format == FM_FORMAT_FEN,
        .normalize = spec->normalize || (spec->consumer != NULL && route->format == FM_FORMAT_EPD),
        .notation = profile->input.notation,
        .repair = profile->input.repair,
        .variant = profile->input.variant,
        .letters = profile->input.letters};
    route->rewrites =
        route->format == FM_FORMAT_PGN &&
        (rewritten.castling != FM_CASTLING_KEEP || rewritten.en_passant != FM_EP_KEEP ||
         rewritten.counters != FM_COUNTERS_KEEP || rewritten.letter_j || profile->input.repair);
    route_range(route);
    route->verifies = spec->verify;
    route->utf8 = spec->utf8 || route->format == FM_FORMAT_JSONL ||
                  route->format == FM_FORMAT_TSV || route->format == FM_FORMAT_TEXT;
    route->unique = route->positions->unique_key != FM_UNIQUE_NO && route->format != FM_FORMAT_PGN;
    route->plain = fm_positions_plain(route->positions);
    FM_TRY(route_wants(plan, route, error));
    if (spec->has_when)
        plan_watches(plan, &spec->when);
    if (spec->to.n > 0 && memchr(spec->to.p, '{', spec->to.n) != NULL)
        FM_TRY(fm_file_name_compile(spec->to, &plan->arena, &route->file_name, &plan->record_needs,
                                    error));
    plan->names_files = plan->names_files || route->file_name.template != NULL;
    const bool counter_ops =
        route->format == FM_FORMAT_EPD &&
        fm_profile_style(spec, route->format, true).counters == FM_COUNTERS_OPS;
    FM_TRY(route_record(plan, route, counter_ops, error));
    route->ops_counters = counter_ops && spec->op_count == 0;
    route->record.bare = route->record.bare || route->ops_counters;
    plan->record_needs |= route->record.needs;
    plan->annotations = plan->annotations || route->positions->marks != 0 ||
                        route->positions->eval.set || route->positions->swing.set ||
                        (route->record.needs & FM_NEEDS_ANNOTATION);
    const bool records = route->format != FM_FORMAT_PGN;
    const bool total = records && route->positions->sample_total > 0;
    route->samples = records && (total || route->positions->sample_per_game > 0);
    route->draws = total;
    route->tallies = (route->record.needs & FM_NEEDS_REPORT) != 0;
    route->unique = route->unique || route->tallies;
    route->decided_late = total || route->tallies ||
                          (route->unique && route->positions->unique_scope == FM_SCOPE_RUN);
    route->marks = route->decided_late || route->unique;
    plan->samples = plan->samples || route->samples;
    plan->samples_games = plan->samples_games || route->positions->sample_per_game > 0;
    plan->looks_ahead = plan->looks_ahead || plan->samples_games || route->from_end ||
                        (route->record.needs & FM_NEEDS_PLIES);
    if (records)
        plan->replays = true;
    plan->passes_lists = plan->passes_lists ||
                         (spec->has_when && fm_has_game_filter(&spec->when)) ||
                         (records && positions_choose(route)) || spec->op_count > 0;
    return FM_OK;
}

/* A name must say what is in the file, if nothing else does; a device or pipe need not. */
static enum fm_status check_suffix(const struct fm_profile_output *spec, const char *name,
                                   struct fm_error *error)
{
    struct stat about;
    if (spec->unknown_suffix.n == 0 || (stat(name, &about) == 0 && !S_ISREG(about.st_mode)))
        return FM_OK;
    *error = (struct fm_error){
        .status = FM_BAD_PROFILE, .what = spec->to, .detail = spec->unknown_suffix};
    return FM_BAD_PROFILE;
}

static enum fm_status make_routes(struct fm_plan *plan, const struct fm_destinations *to,
                                  struct fm_error *error)
{
    const struct fm_profile *profile = plan->profile;
    const bool several = profile->output_count > 0;
    plan->route_count = to->output == NULL ? 0 : several ? profile->output_count : 1;
    plan->routes = plan_alloc(plan, (plan->route_count + 1) * sizeof *plan->routes);
    plan->names = plan_alloc(plan, (plan->route_count + 4) * sizeof *plan->names);
    if (plan->routes == NULL || plan->names == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < plan->route_count; i++) {
        const struct fm_profile_output *spec = several ? &profile->outputs[i] : &profile->output;
        FM_TRY(route_make(plan, spec, &plan->routes[i], error));
        plan->routes[i].sink = (unsigned)i;
        plan->names[i] = several && spec->to.n > 0 ? (const char *)spec->to.p : to->output;
        FM_TRY(check_suffix(spec, plan->names[i], error));
    }
    plan->sinks = (unsigned)plan->route_count;
    const bool unchecked = profile->input.check_moves == FM_CHECK_FALSE;
    if (!(profile->input.tags_only || unchecked) || !plan->replays)
        return FM_OK;
    *error = (struct fm_error){.status = FM_BAD_PROFILE,
                               .what = unchecked ? FM_TEXT("input.check-moves")
                                                 : FM_TEXT("input.tags-only"),
                               .detail = FM_TEXT("records need the moves replayed")};
    return FM_BAD_PROFILE;
}

static unsigned add_sink(struct fm_plan *plan, const char *name)
{
    if (name == NULL)
        return FM_NO_SINK;
    plan->names[plan->sinks] = name;
    return plan->sinks++;
}

/* Are moves replayed? What is written or required may need it; else it is a matter of the check.
 * Reports have no say in it: they must not change what is kept. */
static bool replays(const struct fm_plan *plan)
{
    const struct fm_profile *profile = plan->profile;
    const struct fm_profile_input *input = &profile->input;
    if (input->tags_only || plan->replays)
        return !input->tags_only;
    if (input->check_moves != FM_CHECK_AUTO)
        return input->check_moves == FM_CHECK_TRUE;
    bool named = profile->games.classes != 0;
    for (size_t i = 0; i < plan->route_count; i++)
        named =
            named || (plan->routes[i].spec->has_when && plan->routes[i].spec->when.classes != 0);
    return named || input->strict || plan->truncates || plan->route_count == 0;
}

enum fm_status fm_plan_make(struct fm_plan *plan, const struct fm_profile *profile,
                            const struct fm_destinations *to, struct fm_error *error)
{
    enum {
        REPLAYABLE = 1u << FM_CLASS_CLASSIC | 1u << FM_CLASS_CHESS960 | 1u << FM_CLASS_SETUP |
                     1u << FM_CLASS_VARIANT
    };
    const struct fm_profile_input *input = &profile->input;
    *plan = (struct fm_plan){.profile = profile};
    FM_TRY(make_routes(plan, to, error));
    plan_watches(plan, &profile->games);
    plan->counts = to->counts;
    plan->passes_lists = plan->passes_lists || fm_has_game_filter(&profile->games);
    plan->drops_duplicates = profile->games.duplicates != FM_DUPLICATES_ALL;
    plan->duplicate_key = profile->games.duplicate_key != 0
                              ? profile->games.duplicate_key
                              : FM_SAME_PLAYERS | FM_SAME_RESULT | FM_SAME_MOVES;
    plan->watches = plan->watches || plan->drops_duplicates;
    plan->replays = plan->replays || plan->drops_duplicates;
    if (profile->games.reached.n > 0)
        FM_TRY(fm_reached_read(profile->games.reached, input->variant, &plan->reached, error));
    plan->rejects = add_sink(plan, to->rejects);
    plan->unselected = add_sink(plan, to->unselected);
    plan->log = add_sink(plan, to->log);
    plan->classes = profile->games.classes == 0 ? (unsigned)REPLAYABLE : profile->games.classes;
    plan->classify = (struct fm_classify_options){.variant = input->variant,
                                                  .no_fen_tag = profile->games.classic_no_fen_tag,
                                                  .repair = input->repair};
    plan->check_rewrite = (struct fm_rewrite){
        .notation = input->notation, .repair = input->repair, .variant = input->variant};
    plan->letters_auto = input->letters == NULL;
    plan->truncates = input->on_error == FM_ON_ERROR_TRUNCATE;
    plan->replays = replays(plan);
    plan->needs_numbers = to->log != NULL || (plan->record_needs & FM_NEEDS_NUMBERS);
    plan->replay = (struct fm_replay_options){.language = input->letters == NULL ? fm_languages
                                                                                 : input->letters,
                                              .max_plies = input->max_plies,
                                              .strict = input->strict,
                                              .variations = input->replay_variations,
                                              .annotations = plan->annotations,
                                              .before = (plan->record_needs & FM_NEEDS_LAST) != 0};
    return fm_funnel_make(plan);
}
