/* SPDX-License-Identifier: MIT */
/* Conflicts: the tests that their expressions name, the evaluation of these, and the fault of a row
 * that holds. */
#include <config.h>
#include "profile/conflict_check.h"
#include "filter/game_filter.h"
#include "filter/position_filter.h"
#include "io/codec.h"
#include "profile/conflicts.h"
#include "profile/consumer.h"
#include "profile/key_kind.h"
#include "profile/profile_merge.h"
#include "profile/settle.h"

/* The profile or output that an expression is about. */
struct view {
    struct fm_profile *profile; /* profile; only read, as are the next two */
    /* Output to check; for rows of the profile the profile's own. */
    struct fm_profile_output *output;
    const struct fm_profile_positions *positions;
    /* Keys that have another value than their default, or items; few keys of the table do. */
    const struct fm_key *set[FM_KEYS_MAX];
    size_t set_count;
};

/* ---- tests that are no comparison of one key ---- */

/* A condition on games, or on what games have in common, that their tags alone do not decide. */
static bool needs_moves(const struct view *v)
{
    const struct fm_profile_games *games = &v->profile->games;
    for (size_t i = 0; i < v->profile->output_count; i++)
        if (fm_has_end_filter(&v->profile->outputs[i].when))
            return true;
    return fm_has_end_filter(games) || games->duplicates != FM_DUPLICATES_ALL ||
           fm_has_set(games->sets);
}

static bool outputs_plain(const struct view *v)
{
    for (size_t i = 0; i < v->profile->output_count; i++)
        if (fm_codec_of_name(v->profile->outputs[i].to) != NULL)
            return false;
    return true;
}

static bool has_same_to(const struct view *v, const struct fm_profile_output *earlier)
{
    const struct fm_text to = v->output->to, other = earlier->to, standard = FM_TEXT("-");
    return fm_text_equal(to.n == 0 ? standard : to, other.n == 0 ? standard : other);
}

static bool has_same_store(const struct view *v, const struct fm_profile_output *earlier)
{
    return v->positions->unique_store.n > 0 &&
           fm_text_equal(v->positions->unique_store, earlier->positions.unique_store);
}

static bool takes_parts(const struct view *v, const struct fm_profile_output *earlier)
{
    (void)v;
    return !fm_has_game_filter(&earlier->when) && earlier->positions.split_of > 0 &&
           earlier->positions.split_by == FM_SPLIT_POSITIONS;
}

static bool next_is_loud(const struct view *v)
{
    const unsigned loud = 1u << FM_MOVE_IS_CAPTURE | 1u << FM_MOVE_IS_PROMOTION |
                          1u << FM_MOVE_IS_CHECK | 1u << FM_MOVE_IS_UNDERPROMOTION |
                          1u << FM_MOVE_IS_EN_PASSANT | 1u << FM_MOVE_IS_MATE;
    return v->positions->next != 0 && (v->positions->next & ~loud) == 0;
}

static bool part_beyond_last(const struct view *v)
{
    const struct fm_range *part = &v->positions->split_part;
    const int64_t last = (int64_t)v->positions->split_of;
    return part->from > last || (part->to != INT64_MAX && part->to > last);
}

static bool name_has_chunk(const struct view *v)
{
    const struct fm_text to = v->output->to;
    for (size_t i = 0; i < to.n; i++)
        if (fm_text_begins(fm_text_after(to, i), FM_TEXT("{chunk}")))
            return true;
    return false;
}

/* Is the name made from games, and not only of numbers? A doubled brace is a brace. */
static bool name_is_of_games(const struct view *v)
{
    const struct fm_text to = v->output->to;
    for (size_t i = 0; i < to.n; i++) {
        const bool brace = to.p[i] == '{', doubled = brace && i + 1 < to.n && to.p[i + 1] == '{';
        if (brace && !doubled && !fm_text_begins(fm_text_after(to, i), FM_TEXT("{chunk}")))
            return true;
        i += doubled;
    }
    return false;
}

/* Are other positions selected than all after the start position? */
static bool positions_chosen(const struct view *v)
{
    const struct fm_profile_positions *p = v->positions;
    const bool plies = p->plies.set && (p->plies.from != 1 || p->plies.to != INT64_MAX);
    return plies || fm_has_position_filter(p) || p->unique_key != FM_UNIQUE_NO;
}

enum { UNREPLAYABLE = 1u << FM_CLASS_UNSUPPORTED | 1u << FM_CLASS_BROKEN };

static unsigned classes_of(const struct view *v)
{
    return v->output->has_when && v->output->when.classes != 0 ? v->output->when.classes
                                                               : v->profile->games.classes;
}

static bool classes_are_unreplayable(const struct view *v)
{
    const unsigned classes = classes_of(v);
    return classes != 0 && (classes & ~(unsigned)UNREPLAYABLE) == 0;
}

static bool some_are_unreplayable(const struct view *v)
{
    return (classes_of(v) & UNREPLAYABLE) != 0;
}

/* A consumer reads what its row names. Of formats other than these three it is known only if its
 * row has keys. */
static bool format_is_unread(const struct view *v)
{
    const unsigned bit = 1u << v->output->format;
    const unsigned known = 1u << FM_FORMAT_FEN | 1u << FM_FORMAT_EPD | 1u << FM_FORMAT_PGN;
    const struct fm_consumer *consumer = v->output->consumer;
    return consumer != NULL && (consumer->keys != NULL || (bit & known)) &&
           !(bit & consumer->formats);
}

static bool by_fen(const struct view *v)
{
    for (size_t i = 0; i < v->output->by_count; i++)
        if (fm_text_is(v->output->by[i].text, "{fen}"))
            return true;
    return false;
}

static bool has_name(const struct fm_record_field *fields, size_t count, struct fm_text name)
{
    for (size_t i = 0; i < count; i++)
        if (fm_text_equal(fields[i].name, name))
            return true;
    return false;
}

/* Is a name of one list in another? */
static bool share_name(const struct fm_record_field *fields, size_t count,
                       const struct fm_record_field *others, size_t other_count)
{
    for (size_t i = 0; i < count; i++)
        if (has_name(others, other_count, fields[i].name))
            return true;
    return false;
}

static bool tag_is_twice(const struct view *v)
{
    for (size_t i = 0; i < v->output->tag_count; i++)
        if (has_name(v->output->tags, i, v->output->tags[i].name))
            return true;
    return false;
}

/* Tests that are one expression, on the positions and the output of the view. */
#define TEST(name, expression) \
    static bool name(const struct view *v) \
    { \
        const struct fm_profile_positions *const p = v->positions; \
        const struct fm_profile_output *const o = v->output; \
        return (void)p, (void)o, expression; \
    }
TEST(eval_below_zero, p->eval.set && p->eval.to < 0)
TEST(moves_are_new, fm_settle_rewrites(o))
TEST(name_has_fields, o->to.n > 0 && memchr(o->to.p, '{', o->to.n) != NULL)
TEST(next_is_excluded, p->next != 0 && (p->next & ~p->not_next) == 0)
TEST(op_is_counter, has_name(o->fields.ops, o->fields.op_count, FM_TEXT("hmvc")) ||
                        has_name(o->fields.ops, o->fields.op_count, FM_TEXT("fmvn")))
TEST(op_is_dropped,
     share_name(o->fields.ops, o->fields.op_count, o->fields.drops, o->fields.drop_count))
TEST(op_is_merged_and_dropped,
     share_name(o->fields.merges, o->fields.merge_count, o->fields.drops, o->fields.drop_count))
TEST(order_is_by_counts, fm_settle_counted_in(o->sort, o->sort_count))
TEST(plies_have_start, o->pgn_plies.set && o->pgn_plies.from > 0)
TEST(rows_have_counts, o->by_position)
TEST(seeds_equal, p->sample_seed == p->split_seed)
TEST(values_are_counts, fm_settle_counts(o))
TEST(writes_header, fm_formats[o->format]->write_head != NULL)

/* A name of a test: of a view, of a view and any of the outputs before it, or of a property of the
 * output's format. */
static const struct test {
    const char *name;
    bool (*holds)(const struct view *v);
    bool (*holds_with)(const struct view *v, const struct fm_profile_output *earlier);
    enum fm_format_trait trait;
} tests[] = {
    {"binary", .trait = FM_FORMAT_BINARY},
    {"book", .trait = FM_FORMAT_BOOK},
    {"sequence", .trait = FM_FORMAT_SEQUENCE},
    {"whole-games", .trait = FM_FORMAT_GAMES},
    {"writes-columns", .trait = FM_FORMAT_COLUMNS},
    {"writes-line", .trait = FM_FORMAT_LINE},
    {"writes-lists", .trait = FM_FORMAT_REWRITES},
    {"writes-ops", .trait = FM_FORMAT_OPS},
    {"by-fen", .holds = by_fen},
    {"classes-are-unreplayable", .holds = classes_are_unreplayable},
    {"eval-below-zero", .holds = eval_below_zero},
    {"format-is-unread", .holds = format_is_unread},
    {"moves-are-new", .holds = moves_are_new},
    {"name-has-chunk", .holds = name_has_chunk},
    {"name-has-fields", .holds = name_has_fields},
    {"name-is-of-games", .holds = name_is_of_games},
    {"needs-moves", .holds = needs_moves},
    {"next-is-excluded", .holds = next_is_excluded},
    {"next-is-loud", .holds = next_is_loud},
    {"op-is-counter", .holds = op_is_counter},
    {"op-is-dropped", .holds = op_is_dropped},
    {"op-is-merged-and-dropped", .holds = op_is_merged_and_dropped},
    {"order-is-by-counts", .holds = order_is_by_counts},
    {"outputs-plain", .holds = outputs_plain},
    {"part-beyond-last", .holds = part_beyond_last},
    {"part-of-earlier-output", .holds_with = takes_parts},
    {"plies-have-start", .holds = plies_have_start},
    {"positions-chosen", .holds = positions_chosen},
    {"rows-have-counts", .holds = rows_have_counts},
    {"seeds-equal", .holds = seeds_equal},
    {"store-of-earlier-output", .holds_with = has_same_store},
    {"some-are-unreplayable", .holds = some_are_unreplayable},
    {"tag-is-twice", .holds = tag_is_twice},
    {"to-of-earlier-output", .holds_with = has_same_to},
    {"values-are-counts", .holds = values_are_counts},
    {"writes-header", .holds = writes_header},
};

/* ---- tests of one key ---- */

/* Keys of the whole run are not in the sections of an entry. */
static const void *slot_of(const struct view *v, const struct fm_key *key)
{
    return fm_key_slot(key, v->profile,
                       key->flags & FM_KEY_GLOBAL ? &v->profile->output : v->output);
}

static bool has_value(const struct view *v, const struct fm_key *key)
{
    struct fm_key_items list;
    if (key->kind->form == FM_FORM_NONE)
        return !fm_key_is_default(key, slot_of(v, key));
    memcpy(&list, slot_of(v, key), sizeof list);
    return list.count > 0;
}

/* Set for this output itself, not for all outputs. */
static bool is_given_here(const struct view *v, const struct fm_key *key)
{
    const unsigned instance = v->output->instance;
    const struct fm_given *given = fm_given_find(v->profile, key, instance);
    return given != NULL && (instance == 0 || given->input != NULL);
}

static bool is_given(const struct view *v, const struct fm_key *key)
{
    return fm_given_key_for(v->profile, v->output, key);
}

static bool is_malformed(const struct view *v, const struct fm_key *key)
{
    struct fm_material material;
    struct fm_board_mask board;
    struct fm_text text;
    memcpy(&text, slot_of(v, key), sizeof text);
    return text.n > 0 && !(key->type == FM_KEY_MATERIAL ? fm_material_read(text, &material)
                                                        : fm_board_mask_read(text, &board));
}

static bool is_word(const struct view *v, const struct fm_key *key, struct fm_text word)
{
    const void *slot = slot_of(v, key);
    unsigned index = 0;
    if (key->type == FM_KEY_TEXT)
        return fm_text_equal(*(const struct fm_text *)slot, word);
    if (key->type == FM_KEY_CHOICE)
        memcpy(&index, slot, sizeof index);
    else
        index = *(const bool *)slot;
    struct fm_key_names room;
    return fm_text_is(word, fm_key_names_of(key, &room)[index]);
}

static bool is_one_of(const struct view *v, const struct fm_key *key, struct fm_text words)
{
    for (const unsigned char *end = words.p + words.n, *p = words.p; p < end; p++) {
        const unsigned char *const comma = memchr(p, ',', (size_t)(end - p));
        const unsigned char *const after = comma == NULL ? end : comma;
        if (is_word(v, key, fm_text_between(p, after)))
            return true;
        p = after;
    }
    return false;
}

/* Has the key this path, or is it in this group? */
static bool is_in(const struct fm_key *key, struct fm_text path)
{
    return path.n > 0 && strncmp(key->path, (const char *)path.p, path.n) == 0 &&
           (key->path[path.n] == '\0' || key->path[path.n] == '.');
}

/* Does the test hold for a key of this path, or of this group? It holds for no key that is not in
 * the list. */
static bool any_key(const struct view *v, struct fm_text path,
                    bool (*holds)(const struct view *v, const struct fm_key *key))
{
    for (size_t i = 0; i < v->set_count; i++)
        if (is_in(v->set[i], path) && holds(v, v->set[i]))
            return true;
    return false;
}

/* ---- expressions ---- */

/* Outputs are checked in order: those before this one are complete. */
static bool test_holds(const struct view *v, const struct test *test)
{
    if (test->holds != NULL)
        return test->holds(v);
    if (test->holds_with == NULL)
        return fm_format_has(v->output->format, test->trait);
    for (size_t i = 0; i < v->profile->output_count && &v->profile->outputs[i] != v->output; i++)
        if (test->holds_with(v, &v->profile->outputs[i]))
            return true;
    return false;
}

static bool word_holds(const struct view *v, struct fm_text word)
{
    const unsigned char *const end = word.p + word.n, *const colon = memchr(word.p, ':', word.n);
    const unsigned char *const equals = memchr(word.p, '=', word.n);
    if (colon != NULL) {
        const struct fm_text path = fm_text_between(colon + 1, end);
        return any_key(v, path,
                       *word.p == 'o'   ? is_given_here
                       : *word.p == 'g' ? is_given
                                        : is_malformed);
    }
    if (equals != NULL)
        return is_one_of(v, fm_key_find(fm_text_between(word.p, equals)),
                         fm_text_between(equals + 1, end));
    for (size_t i = 0; i < FM_COUNT_OF(tests) && memchr(word.p, '.', word.n) == NULL; i++)
        if (fm_text_is(word, tests[i].name))
            return test_holds(v, &tests[i]);
    return any_key(v, word, has_value);
}

/* One of the parts between `|`, in each of which all words hold. It goes as deep as the parentheses
 * of the table.
 * @param[in,out] at  the expression; then its end, or the closing parenthesis.
 * @param open  the result depends on it; else it is only passed. */
static bool expression_holds(const struct view *v, const char **at, bool open)
{
    bool any = false, all = true;
    do {
        const bool reversed = **at == '!', needed = open && all && !any;
        bool holds = false;
        *at += reversed;
        const size_t n = strcspn(*at, " )");
        if (**at == '(') {
            ++*at;
            holds = expression_holds(v, at, needed);
            ++*at;
        } else {
            holds = needed && word_holds(v, (struct fm_text){(const unsigned char *)*at, n});
            *at += n;
        }
        all = all && holds != reversed;
        *at += strspn(*at, " ");
        if (**at != '|')
            continue;
        *at += strspn(*at, "| ");
        any = any || all;
        all = true;
    } while (**at != '\0' && **at != ')');
    return any || all;
}

/* ---- faults ---- */

/* Where a key was given, or the first of a group. */
static const struct fm_given *place_given(const struct fm_profile *profile, struct fm_text path,
                                          unsigned instance)
{
    const struct fm_given *given = NULL;
    for (size_t i = 0; i < fm_key_count && given == NULL; i++)
        if (is_in(&fm_keys[i], path))
            given = fm_given_nearest(profile, &fm_keys[i], instance);
    return given;
}

/* The key that is blamed may have its value from others: then the first key of the expression that
 * was given is blamed, so that the fault has a place. */
static const struct fm_given *given_in(const struct fm_profile *profile, const char *expression,
                                       unsigned instance)
{
    const struct fm_given *given = NULL;
    for (const char *at = expression; *at != '\0' && given == NULL;) {
        const size_t n = strcspn(at, " )"), head = strcspn(at, ":");
        const char *word = head < n ? at + head + 1 : at;
        const size_t length = strcspn(word, " )=");
        if (*at != '!')
            given = place_given(profile, (struct fm_text){(const unsigned char *)word, length},
                                instance);
        at += n;
        at += strspn(at, " ()|");
    }
    return given;
}

enum fm_status fm_conflicts_check(const struct fm_key_reader *reader, enum fm_conflict_scope scope)
{
    struct fm_profile *const profile = reader->profile;
    struct fm_profile_output *const output = reader->output;
    struct view v = {
        .profile = profile, .output = output, .positions = fm_positions_of(profile, output)};
    for (const struct fm_key *key = fm_keys; key < fm_keys + fm_key_count; key++)
        if (fm_key_size(key) > 0 &&
            (fm_given_nearest(profile, key, output->instance) != NULL || has_value(&v, key)))
            v.set[v.set_count++] = key;
    const struct fm_conflict *row = NULL;
    for (size_t i = 0; i < fm_conflict_count && row == NULL; i++) {
        const char *at = fm_conflicts[i].when;
        if ((fm_conflicts[i].scope & scope) && expression_holds(&v, &at, true))
            row = &fm_conflicts[i];
    }
    if (row == NULL)
        return FM_OK;
    struct fm_text blamed = fm_text_of(row->key);
    const struct fm_given *given = place_given(profile, blamed, output->instance);
    if (given == NULL && (given = given_in(profile, row->when, output->instance)) != NULL)
        blamed = fm_text_of(given->key->path);
    const struct fm_place place = given == NULL ? (struct fm_place){NULL, 0, 0} : FM_PLACE(given);
    return fm_profile_fault(reader, place, blamed, FM_NO_TEXT, fm_text_of(row->detail));
}
