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

static struct fm_place place_of(const struct fm_profile *profile, const struct fm_key *key,
                                unsigned instance)
{
    const struct fm_key *blamed[] = {key, fm_key_find(FM_TEXT("output.to")),
                                     fm_key_find(FM_TEXT("output.for"))};
    /* The place of the key itself, else of one that decided it. */
    for (size_t i = 0; i < FM_COUNT_OF(blamed); i++) {
        const struct fm_given *given = fm_given_find(profile, blamed[i], instance);
        if (given == NULL)
            given = fm_given_find(profile, blamed[i], 0);
        if (given != NULL)
            return (struct fm_place){given->input, given->line, given->column};
    }
    return (struct fm_place){NULL, 0, 0};
}

/* A fault in a template, at the place where the template is written. */
static enum fm_status fault_of(struct fm_profile *profile, struct fm_place place,
                               enum fm_status status, const struct fm_error *found,
                               struct fm_error *error)
{
    return status != FM_BAD_PROFILE
               ? status
               : fm_profile_fault(profile, error, place, found->what, found->hint, found->detail);
}

/* Templates may have only what the profile gives. */
static enum fm_status check_needs(struct fm_profile *profile, struct fm_place place,
                                  struct fm_text template, unsigned needs, struct fm_error *error)
{
    if (!(needs & FM_NEEDS_OPENING) || profile->input.openings.n > 0)
        return FM_OK;
    return fm_profile_fault(profile, error, place, template, (struct fm_text){NULL, 0},
                            FM_TEXT("openings are named by a file: --openings FILE"));
}

/* @param group  what the rows are of that the template is for; NULL: of positions or games. */
static enum fm_status check_field(struct fm_profile *profile, const struct fm_record_field *field,
                                  bool op, struct fm_group_plan *group, struct fm_error *error)
{
    struct fm_record_slot compiled;
    struct fm_error found = {.status = FM_OK};
    unsigned needs = 0;
    enum fm_status status =
        op ? fm_record_op_compile(field, &profile->arena, &compiled, &needs, &found)
           : fm_template_compile(field->text, &profile->arena, &compiled.value, &needs, &found);
    if (status == FM_OK && group != NULL)
        status = fm_group_bind(group, compiled.value, &profile->arena, &found);
    const struct fm_place place = {field->input, field->line, field->column};
    return status == FM_OK ? check_needs(profile, place, field->text, needs, error)
                           : fault_of(profile, place, status, &found, error);
}

/* The fields of groups, at the place of the one that is at fault. */
static enum fm_status check_by(struct fm_profile *profile, const struct fm_profile_output *output,
                               struct fm_group_plan *group, struct fm_error *error)
{
    struct fm_error found = {.status = FM_OK};
    for (size_t i = 0; i < output->by_count; i++)
        FM_TRY(check_field(profile, &output->by[i], false, NULL, error));
    const enum fm_status all =
        fm_group_begin(group, output->by, output->by_count, &profile->arena, &found);
    for (size_t i = 0; i < output->by_count && all != FM_OK; i++) { /* which one is it? */
        const struct fm_record_field *field = &output->by[i];
        const enum fm_status status =
            fm_group_begin(group, output->by, i + 1, &profile->arena, &found);
        FM_TRY(fault_of(profile, (struct fm_place){field->input, field->line, field->column},
                        status, &found, error));
    }
    return all;
}

/* What an output is sorted by, at the place of the field that is at fault. */
static enum fm_status check_sort(struct fm_profile *profile, const struct fm_profile_output *output,
                                 struct fm_group_plan *group, struct fm_error *error)
{
    const bool games = fm_format_has(output->format, FM_FORMAT_GAMES);
    for (size_t i = 0; i < output->sort_count; i++) {
        struct fm_sort_plan compiled;
        struct fm_error found = {.status = FM_OK};
        const struct fm_record_field *field = &output->sort[i];
        const struct fm_place place = {field->input, field->line, field->column};
        enum fm_status status =
            fm_sort_plan_make(field, 1, games, &profile->arena, &compiled, &found);
        if (status == FM_OK && group != NULL)
            status = fm_group_bind(group, fm_sort_template(&compiled, 0), &profile->arena, &found);
        FM_TRY(fault_of(profile, place, status, &found, error));
        FM_TRY(check_needs(profile, place, field->name, compiled.needs, error));
    }
    return FM_OK;
}

/* The name of a file, which may be made from games. */
static enum fm_status check_name(struct fm_profile *profile, const struct fm_profile_output *output,
                                 struct fm_error *error)
{
    struct fm_file_name name;
    struct fm_error found = {.status = FM_OK};
    unsigned needs = 0;
    if (output->to.n == 0 || memchr(output->to.p, '{', output->to.n) == NULL)
        return FM_OK;
    const enum fm_status status =
        fm_file_name_compile(output->to, &profile->arena, &name, &needs, &found);
    const struct fm_place place =
        place_of(profile, fm_key_find(FM_TEXT("output.to")), output->instance);
    return status == FM_OK ? check_needs(profile, place, output->to, needs, error)
                           : fault_of(profile, place, status, &found, error);
}

/* A level for all entries of `outputs:` passes those that are not compressed. Who names the file
 * later checks it then (convert/plan.c). */
static enum fm_status check_level(struct fm_profile *profile,
                                  const struct fm_profile_output *output, struct fm_error *error)
{
    const struct fm_key *key = fm_key_find(FM_TEXT("output.level"));
    struct fm_text detail;
    const bool is_plain = fm_codec_of_name(output->to) == NULL;
    if (output->level == 0 || output->to.n == 0 ||
        (is_plain && output->instance != 0 && fm_given_inherits(profile, output, key)) ||
        fm_level_check(output->to, output->level, &detail) == FM_OK)
        return FM_OK;
    return fm_profile_fault(profile, error, place_of(profile, key, output->instance),
                            FM_TEXT("output.level"), (struct fm_text){NULL, 0}, detail);
}

/* Tags that are set, at the place of the template that is at fault. */
static enum fm_status check_tags(struct fm_profile *profile, const struct fm_profile_output *output,
                                 struct fm_error *error)
{
    for (size_t i = 0; i < output->set_tag_count; i++) {
        struct fm_tag_plan compiled;
        struct fm_error found = {.status = FM_OK};
        const struct fm_record_field *field = &output->set_tags[i];
        const enum fm_status status =
            fm_tag_plan_make(field, 1, NULL, 0, &profile->arena, &compiled, &found);
        FM_TRY(fault_of(profile, (struct fm_place){field->input, field->line, field->column},
                        status, &found, error));
    }
    return FM_OK;
}

static enum fm_status check_templates(struct fm_profile *profile,
                                      const struct fm_profile_output *output,
                                      struct fm_error *error)
{
    const struct fm_record_fields *fields = &output->fields;
    const struct fm_place place =
        place_of(profile, fm_key_find(FM_TEXT("output.line")), output->instance);
    const struct fm_record_field line = {
        .text = fields->line, .input = place.input, .line = place.line, .column = place.column};
    struct fm_group_plan plan, *group = NULL;
    const bool settled = output != &profile->output || profile->outputs == NULL;
    if (settled && output->rows == FM_ROWS_GROUPS && output->by_count > 0) {
        group = &plan;
        FM_TRY(check_by(profile, output, group, error));
    }
    for (size_t i = 0; i < fields->op_count; i++)
        FM_TRY(check_field(profile, &fields->ops[i], true, group, error));
    for (size_t i = 0; i < fields->column_count; i++)
        FM_TRY(check_field(profile, &fields->columns[i], false, group, error));
    FM_TRY(check_field(profile, &line, false, group, error));
    FM_TRY(check_sort(profile, output, group, error));
    FM_TRY(check_tags(profile, output, error));
    return check_name(profile, output, error);
}

static enum fm_status check_reached(struct fm_profile *profile, struct fm_text text,
                                    const char *path, unsigned instance, struct fm_error *error)
{
    struct fm_reached reached;
    struct fm_error fault = {.status = FM_OK};
    if (text.n == 0)
        return FM_OK;
    const enum fm_status status = fm_reached_read(text, profile->input.variant, &reached, &fault);
    if (status != FM_BAD_PROFILE)
        return status;
    return fm_profile_fault(profile, error,
                            place_of(profile, fm_key_find(fm_text_of(path)), instance), fault.what,
                            fault.hint, fault.detail);
}

/* Who sets the key of duplicates wants them dropped: `keep: first`, unless `keep` is set. */
static void settle_duplicates(struct fm_profile *profile)
{
    struct fm_profile_games *games = &profile->games;
    if (fm_given_for(profile, &profile->output, "games.duplicates.key") &&
        !fm_given_for(profile, &profile->output, "games.duplicates.keep"))
        games->duplicates = FM_DUPLICATES_FIRST;
}

static enum fm_status settle_outputs(struct fm_profile *profile, struct fm_error *error)
{
    struct fm_profile_output *outputs =
        profile->outputs == NULL ? &profile->output : profile->outputs;
    const size_t count = profile->outputs == NULL ? 1 : profile->output_count;
    profile->positions.plies_given = fm_given_for(profile, &profile->output, "positions.plies");
    for (size_t i = 0; i < count; i++) {
        FM_TRY(fm_settle_output(profile, &outputs[i]));
        FM_TRY(fm_conflicts_of_output(profile, &outputs[i], error));
        FM_TRY(check_level(profile, &outputs[i], error));
    }
    return FM_OK;
}

/* The sections of the profile (0), and those of each entry of `outputs:` (1..). */
static struct fm_target target_at(struct fm_profile *profile, size_t index)
{
    return index == 0 ? fm_target_main(profile)
                      : fm_target_entry(profile, &profile->outputs[index - 1]);
}

enum fm_status fm_profile_resolve(struct fm_profile *profile, struct fm_error *error)
{
    settle_duplicates(profile);
    FM_TRY(fm_conflicts_of_profile(profile, error));
    FM_TRY(settle_outputs(profile, error));
    for (size_t i = 0; i <= profile->output_count; i++)
        FM_TRY(check_templates(profile, target_at(profile, i).output, error));
    for (size_t i = 0; i <= profile->output_count; i++) {
        const struct fm_target t = target_at(profile, i);
        FM_TRY(check_reached(profile, t.games->reached, "games.reached", t.instance, error));
        FM_TRY(
            check_reached(profile, t.positions->reached, "positions.reached", t.instance, error));
        FM_TRY(fm_game_filter_compile(t.games, &profile->arena));
        FM_TRY(fm_opening_rules_compile(&t.positions->opening, &profile->arena));
        /* Outputs that have the rules of the profile share them; what is compiled stays. */
        FM_TRY(fm_tag_rules_compile(t.positions->ops, t.positions->op_count, &profile->arena));
    }
    return FM_OK;
}

void fm_profile_unfinish(struct fm_profile *profile)
{
    for (size_t i = 0; i <= profile->output_count; i++) {
        const struct fm_target t = target_at(profile, i);
        fm_game_filter_free(t.games);
        fm_opening_rules_free(&t.positions->opening);
        fm_tag_rules_free(t.positions->ops, t.positions->op_count);
    }
}
