/* SPDX-License-Identifier: MIT */
/* Exclude files: see excluded.h. */
#include <config.h>
#include "run/excluded.h"
#include "run/rows.h"

/* An earlier set with the same file, compared by the same key: outputs share it. A key that is text
 * depends on how the output writes it. */
static struct fm_exclusion *find_same(const struct fm_plan *plan, const struct fm_route *route,
                                      enum fm_set set)
{
    const struct fm_profile_positions *own = route->positions;
    const bool text = own->unique_key == FM_UNIQUE_FEN || own->unique_key == FM_UNIQUE_BOARD;
    for (const struct fm_route *other = plan->routes; !text && other != route; other++) {
        const unsigned key = other->positions->unique_key;
        if (other->sets[set] != NULL && key != FM_UNIQUE_FEN && key != FM_UNIQUE_BOARD &&
            fm_text_equal(other->positions->sets[set], own->sets[set]))
            return other->sets[set];
    }
    return NULL;
}

/* Make the profile common to positions and games. The files are read as the inputs are, but a
 * file that cannot be read whole ends the run, as it could write excluded records otherwise. */
static void begin_profile(const struct fm_plan *plan, struct fm_profile *made)
{
    const struct fm_profile *profile = plan->profile;
    *made = *profile;
    made->input.shard = (struct fm_part){.of = 0};
    made->input.on_input_error = FM_ON_INPUT_ERROR_STOP;
    made->games =
        (struct fm_profile_games){.classic_no_fen_tag = profile->games.classic_no_fen_tag};
    made->positions =
        (struct fm_profile_positions){.every = 1, .memory = profile->positions.memory};
    made->input.book = FM_NO_TEXT;
    made->outputs = NULL;
    made->output_count = 0;
    made->output = (struct fm_profile_output){.format = FM_FORMAT_FEN};
}

/* The games of one file on their way to the others. */
struct listed_games {
    struct fm_duplicates *games;
    enum fm_set set;
};

/* fm_delivery.take: what is compared of games. */
static enum fm_status take_games(void *user, struct fm_block *block, struct fm_error *error)
{
    const struct listed_games *to = user;
    bool read = false;
    for (size_t i = 0; block->listed && i < fm_block_item_count(block); i++)
        read = read || fm_block_items(block)[i].outcome != FM_STRAY;
    if (read) {
        *error = (struct fm_error){
            .status = FM_BAD_USE,
            .what = fm_text_of(block->input.name),
            .detail = to->set == FM_SET_EXCLUDE
                          ? FM_TEXT("a list of positions; `games.exclude` is a file of games")
                          : FM_TEXT("a list of positions; `games.only` is a file of games")};
        return FM_BAD_USE;
    }
    const struct fm_block_game *game = (const void *)block->compared.p;
    for (size_t i = 0; i < block->compared.n / sizeof *game; i++)
        FM_TRY(fm_duplicates_list(to->games, to->set, &game[i].identity, error));
    return FM_OK;
}

/* Take the keys of records from a block. */
static enum fm_status take_positions(void *positions, struct fm_block *block,
                                     struct fm_error *error)
{
    const struct fm_row_key *keys = fm_rows_keys(block, 0);
    for (size_t i = 0; i < fm_rows_key_count(block, 0); i++)
        FM_TRY(fm_exclusion_add(positions, keys[i].key, error));
    return FM_OK;
}

static enum fm_status read_games(const struct fm_plan *plan, const struct fm_excluding *how,
                                 enum fm_set set)
{
    const struct fm_profile_games *games = &plan->profile->games;
    struct listed_games to = {how->games, set};
    struct fm_excluded_file file = {.name = (const char *)games->sets[set].p,
                                    .delivery = {&to, take_games, .only = true}};
    begin_profile(plan, &file.profile);
    file.profile.games.duplicates =
        fm_keeps_longest(games->duplicates) ? games->duplicates : FM_DUPLICATES_FIRST;
    file.profile.games.duplicate_key = games->duplicate_key;
    return how->collect(how->user, &file);
}

static enum fm_status read_positions(const struct fm_plan *plan, const struct fm_excluding *how,
                                     struct fm_route *route, enum fm_set set,
                                     struct fm_error *error)
{
    const struct fm_profile_positions *positions = route->positions;
    route->sets[set] = find_same(plan, route, set);
    if (route->sets[set] != NULL)
        return FM_OK;
    FM_TRY(fm_exclusion_new(how->temporary, positions->memory / fm_plan_shares(plan) / FM_SETS,
                            how->cancelled, &route->sets[set]));
    struct fm_excluded_file file = {.name = (const char *)positions->sets[set].p,
                                    .delivery = {route->sets[set], take_positions, .only = true},
                                    .positions = true,
                                    .as = route};
    begin_profile(plan, &file.profile);
    struct fm_profile_positions *all = &file.profile.positions;
    all->unique_key =
        positions->unique_key == FM_UNIQUE_NO ? FM_UNIQUE_POSITION : positions->unique_key;
    all->plies = (struct fm_range){.from = 0, .to = INT64_MAX, .set = true};
    if (fm_format_has(route->format, FM_FORMAT_REWRITES))
        file.profile.output.format = route->format;
    FM_TRY(how->collect(how->user, &file));
    return fm_exclusion_finish(route->sets[set], error);
}

/* Take the positions of a book from a block, and what is played in each. */
static enum fm_status take_book(void *book, struct fm_block *block, struct fm_error *error)
{
    const struct fm_row_key *keys = fm_rows_keys(block, 0);
    for (size_t i = 0; i < fm_rows_key_count(block, 0); i++)
        FM_TRY(fm_repertoire_add(book, keys[i].key, (unsigned)keys[i].sample, 1, error));
    return FM_OK;
}

/* Variations are lines as good as the main line. */
static enum fm_status read_book(struct fm_plan *plan, const struct fm_excluding *how,
                                struct fm_error *error)
{
    struct fm_repertoire *const book = &plan->book;
    struct fm_excluded_file file = {.name = (const char *)plan->profile->input.book.p,
                                    .delivery = {book, take_book, .only = true},
                                    .positions = true,
                                    .book = true};
    if (fm_repertoire_is_polyglot(file.name))
        FM_TRY(fm_repertoire_read(file.name, book, error));
    else {
        begin_profile(plan, &file.profile);
        file.profile.input.replay_variations = true;
        file.profile.positions.unique_key = FM_UNIQUE_POSITION;
        file.profile.positions.plies = (struct fm_range){.from = 0, .to = INT64_MAX, .set = true};
        FM_TRY(how->collect(how->user, &file));
    }
    if (book->table.count == 0) {
        *error = (struct fm_error){.status = FM_INPUT_FAILED,
                                   .input = file.name,
                                   .detail = FM_TEXT("this book has no position")};
        return FM_INPUT_FAILED;
    }
    fm_repertoire_finish(book);
    return FM_OK;
}

/* The last position of each game. */
static enum fm_status read_reached(struct fm_plan *plan, const struct fm_excluding *how,
                                   struct fm_error *error)
{
    const struct fm_profile *profile = plan->profile;
    FM_TRY(fm_exclusion_new(how->temporary, profile->positions.memory / fm_plan_shares(plan),
                            how->cancelled, &plan->wanted.lines));
    struct fm_excluded_file file = {.name = (const char *)profile->games.reached_file.p,
                                    .delivery = {plan->wanted.lines, take_positions, .only = true},
                                    .positions = true};
    begin_profile(plan, &file.profile);
    file.profile.input.replay_variations = false;
    file.profile.positions.unique_key = FM_UNIQUE_POSITION;
    file.profile.output.rows = FM_ROWS_GAMES;
    FM_TRY(how->collect(how->user, &file));
    return fm_exclusion_finish(plan->wanted.lines, error);
}

enum fm_status fm_excluded_read(struct fm_plan *plan, const struct fm_excluding *how,
                                struct fm_error *error)
{
    if (plan->profile->input.book.n > 0)
        FM_TRY(read_book(plan, how, error));
    if (plan->profile->games.reached_file.n > 0)
        FM_TRY(read_reached(plan, how, error));
    for (enum fm_set set = FM_SET_EXCLUDE; set < FM_SETS; set++) {
        if (plan->profile->games.sets[set].n > 0 && how->games != NULL)
            FM_TRY(read_games(plan, how, set));
        for (size_t i = 0; i < plan->route_count; i++)
            if (fm_route_looks_up(&plan->routes[i]) && plan->routes[i].positions->sets[set].n > 0)
                FM_TRY(read_positions(plan, how, &plan->routes[i], set, error));
    }
    return FM_OK;
}

/* A key that is no text is of any position: no dialect is in its way. */
void fm_excluded_style(struct fm_plan *plan, const struct fm_excluded_file *file)
{
    const struct fm_route *as = file->as;
    if (file->book) { /* the root of a variation comes with each of its moves */
        plan->routes->way.ahead = plan->routes->way.marks_moves = true;
        plan->routes->way.plain = FM_NOT_PLAIN;
        fm_plan_list_needs(plan);
    }
    if (as == NULL || file->profile.positions.unique_key == FM_UNIQUE_POSITION)
        return;
    plan->routes->style = as->style;
    plan->routes->rewrite = as->rewrite;
    if (!fm_format_has(as->format, FM_FORMAT_REWRITES) &&
        as->rewrite.style.counters == FM_COUNTERS_KEEP)
        plan->routes->rewrite.style.counters = FM_COUNTERS_FIELDS;
}

enum fm_status fm_excluded_check(const struct fm_plan *plan, struct fm_error *error)
{
    for (size_t i = 0; i < plan->route_count * FM_SETS; i++)
        if (plan->routes[i / FM_SETS].sets[i % FM_SETS] != NULL)
            FM_TRY(fm_exclusion_check(plan->routes[i / FM_SETS].sets[i % FM_SETS], error));
    return plan->wanted.lines == NULL ? FM_OK : fm_exclusion_check(plan->wanted.lines, error);
}

void fm_excluded_free(struct fm_plan *plan)
{
    fm_exclusion_free(plan->wanted.lines);
    plan->wanted.lines = NULL;
    for (size_t i = plan->routes == NULL ? 0 : plan->route_count * FM_SETS; i-- > 0;) {
        struct fm_route *route = &plan->routes[i / FM_SETS];
        const enum fm_set set = (enum fm_set)(i % FM_SETS);
        /* Sets that were not made are empty; the first output that has one owns it. */
        if (route->sets[set] != NULL && find_same(plan, route, set) == NULL)
            fm_exclusion_free(route->sets[set]);
        route->sets[set] = NULL;
    }
}
