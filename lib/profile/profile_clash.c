/* SPDX-License-Identifier: MIT */
/* Combinations that exclude each other: a table of conditions, each with the key that is blamed.
 * What cannot have an effect is refused rather than ignored. */
#include <config.h>
#include "profile/profile_clash.h"
#include "profile/clash_select.h"
#include "profile/clash_shard.h"
#include "io/codec.h"
#include "profile/consumer.h"
#include "profile/key_value.h"
#include "profile/profile_fields.h"
#include "profile/profile_merge.h"
#include "profile/profile_pgn.h"
#include "profile/profile_rows.h"
#include "filter/position_filter.h"
#include "filter/game_filter.h"

/* What a condition is about. */
struct view {
    const struct fm_profile *profile;
    const struct fm_profile_output *output; /* NULL for conditions on the whole profile */
    const struct fm_profile_positions *positions;
};

struct clash {
    bool (*holds)(const struct view *view);
    const char *path; /* of the key that is blamed */
    const char *detail;
};

static bool strict_and_repair(const struct view *v)
{
    return v->profile->input.strict && v->profile->input.repair;
}

/* Are games compared with others? */
static bool compares_games(const struct fm_profile_games *games)
{
    return games->duplicates != FM_DUPLICATES_ALL || games->exclude.n > 0;
}

/* Is there a condition on games that needs a replay? */
static bool needs_end(const struct fm_profile *profile)
{
    bool wanted = fm_has_end_filter(&profile->games) || compares_games(&profile->games);
    for (size_t i = 0; i < profile->output_count; i++)
        wanted = wanted || fm_has_end_filter(&profile->outputs[i].when);
    return wanted;
}

static bool end_without_replay(const struct view *v)
{
    return v->profile->input.tags_only &&
           (needs_end(v->profile) || v->profile->input.check_moves == FM_CHECK_TRUE);
}

static bool end_unchecked(const struct view *v)
{
    return v->profile->input.check_moves == FM_CHECK_FALSE && needs_end(v->profile);
}

static bool match_without_outputs(const struct view *v)
{
    return v->profile->outputs == NULL && !v->profile->first_match;
}

static bool place_beside_outputs(const struct view *v)
{
    return v->profile->outputs != NULL && v->profile->output.to.n > 0;
}

static bool level_of_plain_outputs(const struct view *v)
{
    for (size_t i = 0; i < v->profile->output_count; i++)
        if (fm_codec_of_name(v->profile->outputs[i].to) != NULL)
            return false;
    return v->profile->outputs != NULL && v->profile->output.level != 0;
}

static const struct clash profile_clashes[] = {
    {strict_and_repair, "input.repair", "excluded by `strict`, under which nothing is repaired"},
    {end_without_replay, "input.tags-only",
     "conditions on the course of games need the moves replayed"},
    {end_unchecked, "input.check-moves",
     "conditions on the course of games need the moves replayed"},
    {match_without_outputs, "match", "there is only one output"},
    {place_beside_outputs, "output.to", "each entry of `outputs` has a `to` of its own"},
    {level_of_plain_outputs, "output.level", "no name of an output ends in .gz or .zst"},
};

static bool is_records(const struct fm_profile_output *output)
{
    return !fm_format_has(output->format, FM_FORMAT_GAMES);
}

/* Outputs are checked in order: those before this one are complete. */
static bool split_first_match(const struct view *v)
{
    const struct fm_profile_positions *p = v->positions;
    if (!v->profile->first_match || p->split_of == 0 || p->split_by != FM_SPLIT_POSITIONS)
        return false;
    for (size_t i = 0; i < v->profile->output_count && &v->profile->outputs[i] != v->output; i++) {
        const struct fm_profile_output *other = &v->profile->outputs[i];
        if (!fm_has_game_filter(&other->when) && other->positions.split_of > 0 &&
            other->positions.split_by == FM_SPLIT_POSITIONS)
            return true;
    }
    return false;
}

static bool scope_without_key(const struct view *v)
{
    return v->positions->unique_scope != FM_SCOPE_RUN && v->positions->unique_key == FM_UNIQUE_NO;
}

static bool store_without_key(const struct view *v)
{
    return v->positions->unique_store.n > 0 && v->positions->unique_key == FM_UNIQUE_NO;
}

static bool store_of_a_game(const struct view *v)
{
    return v->positions->unique_store.n > 0 && v->positions->unique_scope == FM_SCOPE_GAME;
}

static bool store_and_limit(const struct view *v)
{
    return v->positions->unique_store.n > 0 && v->output->limit > 0;
}

/* Is the name made from games, and not only of numbers? */
static bool names_games(struct fm_text to)
{
    const struct fm_text chunk = FM_TEXT("{chunk}");
    for (size_t i = 0; i < to.n; i++) {
        const struct fm_text rest = {to.p + i, to.n - i};
        const bool doubled = rest.n > 1 && rest.p[0] == rest.p[1];
        if (*rest.p == '{' && !doubled &&
            (rest.n < chunk.n || memcmp(rest.p, chunk.p, chunk.n) != 0))
            return true;
        i += doubled && *rest.p == '{';
    }
    return false;
}

static bool is_book(const struct view *v)
{
    return fm_format_has(v->output->format, FM_FORMAT_BOOK);
}

static bool late_in_many_files(const struct view *v)
{
    return names_games(v->output->to) &&
           (fm_rows_counted(v->output) || is_book(v) || v->positions->sample_total > 0);
}

static bool memory_without_key(const struct view *v)
{
    const uint64_t preset = UINT64_C(1) << 30;
    return v->positions->memory != preset && v->positions->unique_key == FM_UNIQUE_NO &&
           v->positions->sample_total == 0 && !fm_rows_counted(v->output) && !is_book(v) &&
           v->output->sort_count == 0 && v->positions->exclude.n == 0 &&
           !compares_games(&v->profile->games);
}

static bool sampled_book(const struct view *v)
{
    return is_book(v) && v->positions->sample_total > 0;
}

static bool unique_in_book(const struct view *v)
{
    return is_book(v) && v->positions->unique_key != FM_UNIQUE_NO;
}

static bool sorted_book(const struct view *v)
{
    return is_book(v) && v->output->sort_count > 0;
}

static bool verified_book(const struct view *v)
{
    return is_book(v) && v->output->verify;
}

static bool book_of_notation(const struct view *v)
{
    return is_book(v) && v->profile->input.notation;
}

static bool weights_outside_books(const struct view *v)
{
    return !is_book(v) && v->output->weights != FM_WEIGHTS_RESULTS;
}

/* Set for this output itself, not for all outputs. */
static bool given_of(const struct view *v, const struct fm_key *key)
{
    const unsigned instance = v->output->instance;
    const struct fm_given *given = fm_given_find(v->profile, key, instance);
    return given != NULL && (instance == 0 || given->input != NULL);
}

/* Are other positions selected than all after the start position? */
static bool positions_chosen(const struct fm_profile_positions *p)
{
    const bool plies = p->plies.set && (p->plies.from != 1 || p->plies.to != INT64_MAX);
    return plies || fm_has_position_filter(p) || p->unique_key != FM_UNIQUE_NO;
}

static bool positions_of_whole_games(const struct view *v)
{
    bool given = false;
    for (size_t i = 0; i < fm_key_count; i++)
        given = given || (fm_keys[i].section == FM_SECTION_POSITIONS && given_of(v, &fm_keys[i]));
    return given && !is_records(v->output) && positions_chosen(v->positions);
}

static bool variant_tag_outside_pgn(const struct view *v)
{
    return is_records(v->output) && v->output->set_variant &&
           given_of(v, fm_key_find(FM_TEXT("output.variant-tag")));
}

static bool tag_order_outside_pgn(const struct view *v)
{
    return is_records(v->output) && v->output->variant_first &&
           given_of(v, fm_key_find(FM_TEXT("output.tag-order")));
}

static bool notation_of_games(const struct view *v)
{
    const enum fm_input_format format = v->profile->input.format;
    return v->profile->input.notation &&
           (format == FM_INPUT_PGN || format == FM_INPUT_PUZZLES || format == FM_INPUT_UCI);
}

static bool records_of_the_unreplayable(const struct view *v)
{
    const unsigned unreplayable = 1u << FM_CLASS_UNSUPPORTED | 1u << FM_CLASS_BROKEN;
    const unsigned classes = v->output->has_when && v->output->when.classes != 0
                                 ? v->output->when.classes
                                 : v->profile->games.classes;
    return is_records(v->output) && classes != 0 && (classes & ~unreplayable) == 0;
}

static bool ops_counters_in_fen(const struct view *v)
{
    return v->output->format == FM_FORMAT_FEN && v->output->style.counters == FM_COUNTERS_OPS;
}

static bool unread_format(const struct view *v)
{
    const unsigned bit = 1u << v->output->format;
    const unsigned known = 1u << FM_FORMAT_FEN | 1u << FM_FORMAT_EPD | 1u << FM_FORMAT_PGN;
    const struct fm_consumer *consumer = v->output->consumer;
    return consumer != NULL && (consumer->keys != NULL || (bit & known)) &&
           !(bit & consumer->formats);
}

/* Outputs are checked in order: those before this one are complete. */
static bool stored_twice(const struct view *v)
{
    const struct fm_text store = v->positions->unique_store;
    for (size_t i = 0; i < v->profile->output_count && &v->profile->outputs[i] != v->output; i++)
        if (store.n > 0 && fm_text_equal(store, v->profile->outputs[i].positions.unique_store))
            return true;
    return false;
}

static bool replayed_for_sure(const struct view *v)
{
    return is_records(v->output) && v->profile->input.format == FM_INPUT_PGN;
}

static bool kept_castling(const struct view *v)
{
    return replayed_for_sure(v) && fm_given_for(v->profile, v->output, "output.castling") &&
           v->output->style.castling == FM_CASTLING_KEEP;
}

static bool kept_en_passant(const struct view *v)
{
    return replayed_for_sure(v) && fm_given_for(v->profile, v->output, "output.en-passant") &&
           v->output->style.en_passant == FM_EP_KEEP;
}

static bool kept_counters(const struct view *v)
{
    return replayed_for_sure(v) && fm_given_for(v->profile, v->output, "output.counters") &&
           v->output->style.counters == FM_COUNTERS_KEEP;
}

static bool names_chunks(const struct fm_profile_output *output)
{
    const struct fm_text field = FM_TEXT("{chunk}");
    for (size_t i = 0; i + field.n <= output->to.n; i++)
        if (memcmp(output->to.p + i, field.p, field.n) == 0)
            return true;
    return false;
}

static bool chunk_unnamed(const struct view *v)
{
    return v->output->chunk > 0 && !names_chunks(v->output);
}

static bool name_unchunked(const struct view *v)
{
    return v->output->chunk == 0 && names_chunks(v->output);
}

static const char nothing_to_keep[] = "moves are replayed: there is no text of the input to keep";

static const struct clash output_clashes[] = {
    {split_first_match, "positions.split.by",
     "excluded by `match: first`: an earlier output takes every game, with its positions of this "
     "part: `match: all`"},
    {scope_without_key, "positions.unique.scope", "without `key` nothing is made unique"},
    {store_without_key, "positions.unique.store", "without `key` nothing is made unique"},
    {store_of_a_game, "positions.unique.store", "excluded by `scope: game`"},
    {store_and_limit, "output.limit",
     "excluded by `unique.store`, which would also keep positions that were not written: leave out "
     "the limit, and take the first lines of what is written (head -n)"},
    {memory_without_key, "positions.memory",
     "without `unique`, `sample: total`, `rows: groups`, `sort`, `duplicates` or `exclude` nothing is "
     "remembered"},
    {stored_twice, "positions.unique.store", "two outputs cannot share a store"},
    {sampled_book, "positions.sample.total", "a book counts all that was played"},
    {unique_in_book, "positions.unique",
     "a book has each move of a position one time, and counts all that were played"},
    {sorted_book, "output.sort", "a book is sorted by its keys, or nothing can be found in it"},
    {verified_book, "output.verify", "a book has keys, from which no position can be read back"},
    {book_of_notation, "input.validate", "the moves of a book need the rules: `validate: rules`"},
    {weights_outside_books, "output.weights", "weights need `format: polyglot`"},
    {chunk_unnamed, "output.chunk",
     "without {chunk} in its name the output is one file: part-{chunk}.pgn"},
    {name_unchunked, "output.to", "{chunk} needs `output.chunk`: how many records a file has"},
    {late_in_many_files, "output.to",
     "what is written at the end of the run cannot go to files named after games"},
    {positions_of_whole_games, "positions",
     "`format: pgn` writes whole games: `games.contains` selects those with such a position; or "
     "take the positions with `fenmill convert -f epd -o FILE.epd`, and make a game of each with "
     "`fenmill convert -f pgn FILE.epd`"},
    {variant_tag_outside_pgn, "output.variant-tag", "tags need `format: pgn`"},
    {tag_order_outside_pgn, "output.tag-order", "tags need `format: pgn`"},
    {notation_of_games, "input.validate",
     "games are replayed by the rules: `validate: notation` is for FEN and EPD input"},
    {records_of_the_unreplayable, "games.class",
     "games of these classes are never replayed: write them with `format: pgn`"},
    {ops_counters_in_fen, "output.counters",
     "FEN has no operations: take `format: epd` or `counters: fields`"},
    {unread_format, "output.for", "this program does not read this format"},
    {kept_castling, "output.castling", nothing_to_keep},
    {kept_en_passant, "output.en-passant", nothing_to_keep},
    {kept_counters, "output.counters", nothing_to_keep},
};

/* Where the key that is blamed was given, or the first of its group. */
static const struct fm_given *place_given(const struct fm_profile *profile, const char *path,
                                          unsigned instance)
{
    const size_t n = strlen(path);
    for (size_t i = 0; i < fm_key_count; i++) {
        const char *own = fm_keys[i].path;
        if (strncmp(own, path, n) != 0 || (own[n] != '\0' && own[n] != '.'))
            continue;
        const struct fm_given *given = fm_given_find(profile, &fm_keys[i], instance);
        if (given == NULL)
            given = fm_given_find(profile, &fm_keys[i], 0);
        if (given != NULL)
            return given;
    }
    return NULL;
}

static enum fm_status refuse(struct fm_profile *profile, const struct clash *clash,
                             unsigned instance, struct fm_error *error)
{
    const struct fm_given *given = place_given(profile, clash->path, instance);
    struct fm_place place = {NULL, 0, 0};
    if (given != NULL)
        place = (struct fm_place){given->input, given->line, given->column};
    return fm_profile_fault(profile, error, place, fm_text_of(clash->path),
                            (struct fm_text){NULL, 0}, fm_text_of(clash->detail));
}

static enum fm_status check(struct fm_profile *profile, const struct clash *clashes, size_t count,
                            const struct view *view, struct fm_error *error)
{
    for (size_t i = 0; i < count; i++)
        if (clashes[i].holds(view))
            return refuse(profile, &clashes[i], view->output == NULL ? 0 : view->output->instance,
                          error);
    return FM_OK;
}

static struct fm_text place_of(const struct fm_profile_output *output)
{
    return output->to.n == 0 ? FM_TEXT("-") : output->to;
}

/* Two outputs cannot go to one place. */
static enum fm_status check_places(struct fm_profile *profile, struct fm_error *error)
{
    static const struct clash same = {NULL, "output.to", "two outputs go to the same place"};
    for (size_t i = 0; i < profile->output_count; i++)
        for (size_t k = 0; k < i; k++)
            if (fm_text_equal(place_of(&profile->outputs[i]), place_of(&profile->outputs[k])))
                return refuse(profile, &same, profile->outputs[i].instance, error);
    return FM_OK;
}

static enum fm_status check_selection(struct fm_profile *profile,
                                      const struct fm_selection *selection, unsigned instance,
                                      struct fm_error *error)
{
    struct clash clash = {NULL, NULL, NULL};
    return fm_selection_clashes(selection, &clash.path, &clash.detail)
               ? refuse(profile, &clash, instance, error)
               : FM_OK;
}

static enum fm_status check_shard(struct fm_profile *profile,
                                  const struct fm_profile_output *output, struct fm_error *error)
{
    const struct fm_shard_clash found = fm_shard_clash_of(profile, output);
    const struct clash clash = {NULL, found.path, found.detail};
    return found.path == NULL
               ? FM_OK
               : refuse(profile, &clash, output == NULL ? 0 : output->instance, error);
}

enum fm_status fm_clash_of_profile(struct fm_profile *profile, struct fm_error *error)
{
    const struct view view = {.profile = profile};
    const struct fm_selection selection = {.input = &profile->input, .games = &profile->games};
    FM_TRY(check_selection(profile, &selection, 0, error));
    FM_TRY(check(profile, profile_clashes, FM_COUNT_OF(profile_clashes), &view, error));
    FM_TRY(check_shard(profile, NULL, error));
    return check_places(profile, error);
}

enum fm_status fm_clash_of_output(struct fm_profile *profile,
                                  const struct fm_profile_output *output, struct fm_error *error)
{
    const struct view view = {profile, output,
                              output->instance == 0 ? &profile->positions : &output->positions};
    const struct fm_selection selection = {.input = &profile->input,
                                           .games = &output->when,
                                           .positions = view.positions,
                                           .whole_games = !is_records(output)};
    FM_TRY(check_selection(profile, &selection, output->instance, error));
    FM_TRY(check(profile, output_clashes, FM_COUNT_OF(output_clashes), &view, error));
    FM_TRY(check_shard(profile, output, error));
    const struct fm_pgn_clash found = fm_pgn_clash_of(profile, output);
    const struct fm_fields_clash field = fm_fields_clash_of(profile, output);
    const struct fm_rows_clash rows = fm_rows_clash_of(profile, output);
    const struct clash clashes[] = {{NULL, rows.path, rows.detail},
                                    {NULL, found.path, found.detail},
                                    {NULL, field.path, field.detail}};
    for (size_t i = 0; i < FM_COUNT_OF(clashes); i++)
        if (clashes[i].path != NULL)
            return refuse(profile, &clashes[i], output->instance, error);
    return FM_OK;
}
