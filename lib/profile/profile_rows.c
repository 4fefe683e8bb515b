/* SPDX-License-Identifier: MIT */
/* Rows: see profile_rows.h. */
#include <config.h>
#include "profile/profile_rows.h"
#include "profile/profile_merge.h"
#include "record/template.h"

/* What a condition is about. */
struct view {
    const struct fm_profile *profile;
    const struct fm_profile_output *output;
};

#define TEXT(text) \
    { \
        (const unsigned char *)(text), sizeof(text) - 1 \
    }
static const struct fm_record_field by_move[] = {
    {.name = TEXT("fen"), .text = TEXT("{fen}")},
    {.name = TEXT("next.uci"), .text = TEXT("{next.uci}")}};

static bool counted_in(const struct fm_record_field *fields, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (fm_template_has_counts(fields[i].text))
            return true;
    return false;
}

static bool has_counts(const struct fm_profile_output *output)
{
    const struct fm_record_fields *fields = &output->fields;
    return fm_template_has_counts(fields->line) ||
           counted_in(fields->columns, fields->column_count) ||
           counted_in(fields->ops, fields->op_count);
}

/* Positions are equal where their keys are: what does not count for these is not in the FEN. */
static void settle_positions(const struct fm_profile *profile, struct fm_profile_output *output)
{
    const struct fm_profile_positions *positions =
        output->instance == 0 ? &profile->positions : &output->positions;
    output->rows = FM_ROWS_GROUPS;
    output->by_position = true;
    output->by = by_move;
    output->by_count = 1;
    if (positions->unique_key == FM_UNIQUE_FEN)
        return;
    if (!fm_given_for(profile, output, "output.counters"))
        output->style.counters = FM_COUNTERS_NONE;
    if (!fm_given_for(profile, output, "output.en-passant"))
        output->style.en_passant = FM_EP_LEGAL;
}

/* FENs are compared, so those of lists are not kept as they are spelled. Operations for counters would
 * be of a single game. */
static void settle_style(const struct fm_profile *profile, struct fm_profile_output *output)
{
    struct fm_fen_style *style = &output->style;
    const struct fm_fen_style made = fm_style_of_replay(*style, output->format);
    if (!fm_given_for(profile, output, "output.castling"))
        style->castling = made.castling;
    if (!fm_given_for(profile, output, "output.en-passant"))
        style->en_passant = made.en_passant;
    if (!fm_given_for(profile, output, "output.counters"))
        style->counters =
            fm_format_has(output->format, FM_FORMAT_OPS) ? FM_COUNTERS_NONE : made.counters;
}

void fm_rows_settle(const struct fm_profile *profile, struct fm_profile_output *output)
{
    const bool given = fm_given_for(profile, output, "output.rows");
    if (output->rows == FM_ROWS_MOVES && output->by_count == 0) {
        output->rows = FM_ROWS_GROUPS;
        output->by = by_move;
        output->by_count = FM_COUNT_OF(by_move);
    } else if (!given && output->by_count > 0) {
        output->rows = FM_ROWS_GROUPS;
    } else if (!given && has_counts(output)) {
        settle_positions(profile, output);
    }
    if (output->rows == FM_ROWS_GROUPS)
        settle_style(profile, output);
}

static bool is_groups(const struct view *v)
{
    return v->output->rows == FM_ROWS_GROUPS;
}

static const struct fm_profile_positions *positions_of(const struct view *v)
{
    return v->output->instance == 0 ? &v->profile->positions : &v->output->positions;
}

static bool rows_of_book(const struct view *v)
{
    return v->output->rows != FM_ROWS_POSITIONS && fm_format_has(v->output->format, FM_FORMAT_BOOK);
}

static bool rows_of_whole_games(const struct view *v)
{
    return v->output->rows != FM_ROWS_POSITIONS &&
           fm_format_has(v->output->format, FM_FORMAT_GAMES);
}

static bool moves_by_fields(const struct view *v)
{
    return v->output->rows == FM_ROWS_MOVES;
}

static bool by_without_groups(const struct view *v)
{
    return !is_groups(v) && v->output->by_count > 0;
}

static bool groups_by_nothing(const struct view *v)
{
    return is_groups(v) && v->output->by_count == 0;
}

static bool least_without_groups(const struct view *v)
{
    const bool book = fm_format_has(v->output->format, FM_FORMAT_BOOK);
    return !is_groups(v) && !book && v->output->min_count > 1;
}

static bool counts_without_groups(const struct view *v)
{
    return !is_groups(v) && has_counts(v->output);
}

static bool order_by_uncounted(const struct view *v)
{
    return !is_groups(v) && counted_in(v->output->sort, v->output->sort_count);
}

/* Tables, lines of text, and lists of positions. */
static bool groups_in_other_format(const struct view *v)
{
    const unsigned traits = FM_FORMAT_COLUMNS | FM_FORMAT_LINE | FM_FORMAT_REWRITES;
    return is_groups(v) && !(fm_formats[v->output->format]->traits & traits);
}

static bool groups_without_position(const struct view *v)
{
    bool found = false;
    for (size_t i = 0; i < v->output->by_count; i++)
        found = found || fm_text_equal(v->output->by[i].text, FM_TEXT("{fen}"));
    return is_groups(v) && !found && fm_format_has(v->output->format, FM_FORMAT_REWRITES);
}

static bool groups_with_counter_ops(const struct view *v)
{
    return is_groups(v) && v->output->style.counters == FM_COUNTERS_OPS;
}

static bool groups_with_own_ops(const struct view *v)
{
    const struct fm_record_fields *fields = &v->output->fields;
    return is_groups(v) && fields->drop_count + fields->merge_count > 0;
}

static bool groups_of_sample(const struct view *v)
{
    return is_groups(v) && positions_of(v)->sample_total > 0;
}

static bool unique_by_board(const struct view *v)
{
    return v->output->by_position && positions_of(v)->unique_key == FM_UNIQUE_BOARD;
}

static bool unique_by_game(const struct view *v)
{
    const struct fm_profile_positions *p = positions_of(v);
    return v->output->by_position && (p->unique_scope == FM_SCOPE_GAME || p->unique_store.n > 0);
}

static const char uncounted[] = "counts are of groups of positions: add `rows: groups` and `by`";

static const struct {
    bool (*holds)(const struct view *view);
    struct fm_rows_clash clash;
} clashes[] = {
    {rows_of_whole_games,
     {"output.rows", "`format: pgn` writes whole games: take `format: csv`, or leave this out"}},
    {rows_of_book, {"output.rows", "a book has moves by position: leave this out"}},
    {moves_by_fields, {"output.by", "`rows: moves` is by fen and next.uci: take `rows: groups`"}},
    {groups_by_nothing,
     {"output.rows", "groups need the fields that they are by: `by: [fen, next.uci]`"}},
    {by_without_groups, {"output.by", "only `rows: groups` are by fields"}},
    {least_without_groups, {"output.min-count", "without `rows: groups` nothing is counted"}},
    {counts_without_groups, {"output.rows", uncounted}},
    {order_by_uncounted, {"output.sort", uncounted}},
    {groups_in_other_format,
     {"output.format", "groups are written as csv, tsv, jsonl, text, fen or epd"}},
    {groups_without_position,
     {"output.by", "`format: fen` and `epd` write a position: add fen, or take `format: csv`"}},
    {groups_with_counter_ops,
     {"output.counters", "a group of positions has no counters: take `fields` or `none`"}},
    {groups_with_own_ops,
     {"output.rows", "a group has no operations of the input: leave out what is about them"}},
    {groups_of_sample,
     {"positions.sample.total", "excluded by groups, which count all: take `sample: N/game`"}},
    {unique_by_board, {"positions.unique.key", "positions are counted by `position` or `fen`"}},
    {unique_by_game,
     {"positions.unique.scope", "counts in rows of positions are of the run: take `rows: groups`"}},
};

struct fm_rows_clash fm_rows_clash_of(const struct fm_profile *profile,
                                      const struct fm_profile_output *output)
{
    const struct view view = {profile, output};
    for (size_t i = 0; i < FM_COUNT_OF(clashes); i++)
        if (clashes[i].holds(&view))
            return clashes[i].clash;
    return (struct fm_rows_clash){NULL, NULL};
}
