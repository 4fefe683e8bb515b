/* SPDX-License-Identifier: MIT */
/* The whole profile: entries of `outputs:` take over from `output:`, defaults follow from other
 * keys, then it is checked: combinations that exclude each other (conflicts.h), templates,
 * positions to be reached. */
#include <config.h>
#include "profile/profile_finish.h"
#include "io/codec.h"
#include "profile/conflict_check.h"
#include "profile/key_kind.h"
#include "profile/profile_merge.h"
#include "profile/settle.h"
#include "record/file_name.h"
#include "record/group.h"
#include "record/sort_key.h"
#include "record/tag_plan.h"
#include "filter/conditions.h"
#include "filter/game_filter.h"
#include "filter/position_filter.h"

/* The context of a check. */
struct check {
    struct fm_key_reader of; /* reader of the profile or output that is checked */
    /* Plan of the groups in rows of the output; NULL: rows are positions or games. */
    struct fm_group_plan *group;
    bool arrays; /* true: a column of the output can be an array */
};

/* The place of a key, else of one that decided it. */
static struct fm_place key_place(const struct check *c, const char *path)
{
    const char *const blamed[] = {path, "output.to", "output.for"};
    for (size_t i = 0; i < FM_COUNT_OF(blamed); i++) {
        const struct fm_key *key = fm_key_find(fm_text_of(blamed[i]));
        const struct fm_given *given = fm_given_nearest(c->of.profile, key, c->of.output->instance);
        if (given != NULL)
            return FM_PLACE(given);
    }
    return (struct fm_place){NULL, 0, 0};
}

/* A fault that was found, at this place; else templates may have only what the profile gives. */
static enum fm_status check_found(const struct check *c, struct fm_place place,
                                  enum fm_status status, const struct fm_error *found,
                                  struct fm_text template, unsigned needs)
{
    const struct fm_profile_input *const input = &c->of.profile->input;
    const bool unnamed = (needs & FM_NEEDS_OPENING) && input->openings.n == 0;
    if (status != FM_OK || !(unnamed || ((needs & FM_NEEDS_BOOK) && input->book.n == 0)))
        return fm_profile_fault_of(&c->of, place, status, found);
    return fm_profile_fault(&c->of, place, template, FM_NO_TEXT,
                            unnamed ? FM_TEXT("openings are named by a file: --openings FILE")
                                    : FM_TEXT("without --book FILE there is no book"));
}

static enum fm_status check_field(const struct check *c, const struct fm_record_field *field,
                                  bool op)
{
    struct fm_arena *const arena = &c->of.profile->arena;
    struct fm_record_slot compiled;
    struct fm_error found = {.status = FM_OK};
    unsigned needs = 0;
    enum fm_status status = op ? fm_record_op_compile(field, arena, &compiled, &needs, &found)
                               : fm_template_compile_column(field->text, c->arrays, arena,
                                                            &compiled.value, &needs, &found);
    if (status == FM_OK && c->group != NULL)
        status = fm_group_bind(c->group, compiled.value, arena, &found);
    return check_found(c, FM_PLACE(field), status, &found, field->text, needs);
}

/* The fields of groups: the first of a beginning that cannot be grouped by is at fault. */
static enum fm_status check_by(const struct check *c, const struct fm_record_field *by,
                               size_t count, struct fm_group_plan *plan)
{
    for (size_t i = 0; i < count; i++)
        FM_TRY(check_field(c, &by[i], false));
    for (size_t i = 0; i < count; i++) {
        struct fm_error found = {.status = FM_OK};
        const enum fm_status status =
            fm_group_begin(plan, by, i + 1, &c->of.profile->arena, &found);
        FM_TRY(fm_profile_fault_of(&c->of, FM_PLACE(&by[i]), status, &found));
    }
    return FM_OK;
}

static enum fm_status check_sort(const struct check *c, const struct fm_record_field *field)
{
    struct fm_arena *const arena = &c->of.profile->arena;
    const bool games = fm_format_has(c->of.output->format, FM_FORMAT_GAMES);
    struct fm_sort_plan compiled = {.needs = 0};
    struct fm_error found = {.status = FM_OK};
    enum fm_status status = fm_sort_plan_make(field, 1, games, arena, &compiled, &found);
    if (status == FM_OK && c->group != NULL)
        status = fm_group_bind(c->group, fm_sort_template(&compiled, 0), arena, &found);
    return check_found(c, FM_PLACE(field), status, &found, field->name, compiled.needs);
}

/* The name of a file, which may be made from games. */
static enum fm_status check_name(const struct check *c)
{
    const struct fm_text to = c->of.output->to;
    struct fm_file_name name;
    struct fm_error found = {.status = FM_OK};
    if (to.n == 0 || memchr(to.p, '{', to.n) == NULL)
        return FM_OK;
    const enum fm_status status = fm_file_name_compile(to, &c->of.profile->arena, &name, &found);
    return check_found(c, key_place(c, "output.to"), status, &found, to, name.needs);
}

/* A level for all entries of `outputs:` passes those that are not compressed. A name that is given
 * later is checked later (run/plan.c). */
static enum fm_status check_level(const struct check *c)
{
    const struct fm_profile_output *const output = c->of.output;
    const struct fm_text path = FM_TEXT("output.level");
    struct fm_text detail;
    const bool is_plain = fm_codec_of_name(output->to) == NULL;
    if (output->level == 0 || output->to.n == 0 ||
        (is_plain && output->instance != 0 &&
         fm_given_inherits(c->of.profile, output, fm_key_find(path))) ||
        fm_level_check(output->to, output->level, &detail) == FM_OK)
        return FM_OK;
    return fm_profile_fault(&c->of, key_place(c, "output.level"), path, FM_NO_TEXT, detail);
}

/* What a tree is by, and its comments. */
static enum fm_status check_tree(const struct check *c)
{
    const struct fm_profile_output *const output = c->of.output;
    const struct {
        const char *path;
        struct fm_text comment, names;
    } parts[] = {{"output.by", FM_NO_TEXT, FM_NO_TEXT},
                 {"output.tree.comment", output->tree.comment, FM_NO_TEXT},
                 {"output.tree.names", FM_NO_TEXT, output->tree.names}};
    struct fm_group_plan group;
    FM_TRY(check_by(c, output->by, output->by_count, &group));
    for (size_t i = 0; i < FM_COUNT_OF(parts); i++) {
        struct fm_tree_plan plan;
        struct fm_error found = {.status = FM_OK};
        const enum fm_status status =
            fm_tree_plan_make(output->by, output->by_count, parts[i].comment, parts[i].names,
                              &c->of.profile->arena, &plan, &found);
        FM_TRY(fm_profile_fault_of(&c->of, key_place(c, parts[i].path), status, &found));
    }
    return FM_OK;
}

static enum fm_status check_templates(struct check c)
{
    const struct fm_profile_output *const output = c.of.output;
    const struct fm_record_fields *const fields = &output->fields;
    const struct fm_place place = key_place(&c, "output.line");
    const struct fm_record_field line = {
        .text = fields->line, .input = place.input, .line = place.line, .column = place.column};
    struct fm_group_plan plan;
    const bool settled = output != &c.of.profile->output || c.of.profile->outputs == NULL;
    c.arrays = !settled || fm_format_has(output->format, FM_FORMAT_ARRAYS);
    if (settled && output->rows == FM_ROWS_GROUPS && output->by_count > 0) {
        FM_TRY(check_by(&c, output->by, output->by_count, &plan));
        c.group = &plan;
    }
    if (settled && output->rows == FM_ROWS_TREES)
        FM_TRY(check_tree(&c));
    for (size_t i = 0; i < fields->op_count; i++)
        FM_TRY(check_field(&c, &fields->ops[i], true));
    for (size_t i = 0; i < fields->column_count; i++)
        FM_TRY(check_field(&c, &fields->columns[i], false));
    FM_TRY(check_field(&c, &line, false));
    for (size_t i = 0; i < output->sort_count; i++)
        FM_TRY(check_sort(&c, &output->sort[i]));
    for (size_t i = 0; i < output->set_tag_count; i++) {
        const struct fm_record_field *const tag = &output->set_tags[i];
        struct fm_tag_plan compiled;
        struct fm_error found = {.status = FM_OK};
        const enum fm_status status =
            fm_tag_plan_make(tag, 1, NULL, 0, &c.of.profile->arena, &compiled, &found);
        FM_TRY(fm_profile_fault_of(&c.of, FM_PLACE(tag), status, &found));
    }
    return check_name(&c);
}

static enum fm_status check_reached(const struct check *c, struct fm_text text, const char *path)
{
    struct fm_reached reached;
    struct fm_error found = {.status = FM_OK};
    if (text.n == 0)
        return FM_OK;
    const enum fm_status status =
        fm_reached_read(text, c->of.profile->input.variant, &reached, &found);
    return fm_profile_fault_of(&c->of, key_place(c, path), status, &found);
}

/* The output of the profile itself (0), and the entries of `outputs:` (1..). */
static struct fm_profile_output *output_at(struct fm_profile *profile, size_t index)
{
    return index == 0 ? &profile->output : &profile->outputs[index - 1];
}

enum fm_status fm_profile_resolve(const struct fm_key_reader *reader)
{
    struct fm_profile *const profile = reader->profile;
    const size_t last = profile->output_count;
    struct check c = {.of = *reader};
    /* `duplicates: {key: ...}` without `keep` means `keep: first`: duplicates are dropped. */
    if (fm_given_for(profile, &profile->output, "games.duplicates.key") &&
        !fm_given_for(profile, &profile->output, "games.duplicates.keep"))
        profile->games.duplicates = FM_DUPLICATES_FIRST;
    FM_TRY(fm_conflicts_check(reader, FM_CONFLICT_OF_PROFILE));
    profile->positions.plies_given = fm_given_for(profile, &profile->output, "positions.plies");
    for (size_t i = profile->outputs != NULL; i <= last; i++) {
        c.of.output = output_at(profile, i);
        FM_TRY(fm_settle_output(profile, c.of.output));
        FM_TRY(fm_conflicts_check(&c.of, FM_CONFLICT_OF_OUTPUT));
        FM_TRY(check_level(&c));
    }
    for (size_t i = 0; i <= last; i++) {
        c.of.output = output_at(profile, i);
        FM_TRY(check_templates(c));
    }
    for (size_t i = 0; i <= last; i++) {
        c.of.output = output_at(profile, i);
        struct fm_profile_games *const games = fm_games_of(profile, c.of.output);
        struct fm_profile_positions *const positions = fm_positions_of(profile, c.of.output);
        struct fm_group_plan plan;
        FM_TRY(check_by(&c, positions->sample_by, positions->sample_by_count, &plan));
        FM_TRY(check_reached(&c, games->reached, "games.reached"));
        FM_TRY(check_reached(&c, positions->reached, "positions.reached"));
        FM_TRY(fm_game_filter_compile(games, &profile->arena));
        FM_TRY(fm_opening_rules_compile(&positions->opening, &profile->arena));
        /* Outputs that have the rules of the profile share them; what is compiled stays. */
        FM_TRY(fm_tag_rules_compile(positions->ops, positions->op_count, &profile->arena));
    }
    return FM_OK;
}

void fm_profile_unfinish(struct fm_profile *profile)
{
    for (size_t i = 0; i <= profile->output_count; i++) {
        struct fm_profile_output *const output = output_at(profile, i);
        struct fm_profile_positions *const positions = fm_positions_of(profile, output);
        fm_game_filter_free(fm_games_of(profile, output));
        fm_opening_rules_free(&positions->opening);
        fm_tag_rules_free(positions->ops, positions->op_count);
    }
}
