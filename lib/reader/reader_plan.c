/* SPDX-License-Identifier: MIT */
/* From the options of a reader to a profile with one output, and inputs: see reader_plan.h. */
#include <config.h>
#include "reader/reader_plan.h"
#include "run/bounds.h"
#include "run/intake.h"
#include "profile/key_fault.h"

static struct fm_text field_template(struct fm_arena *arena, const char *name)
{
    const size_t n = strlen(name);
    unsigned char *text = fm_arena_alloc(arena, n + 2);
    if (text == NULL)
        return FM_NO_TEXT;
    if (memchr(name, '{', n) != NULL) {
        memcpy(text, name, n);
        return (struct fm_text){text, n};
    }
    text[0] = '{';
    memcpy(text + 1, name, n);
    text[n + 1] = '}';
    return (struct fm_text){text, n + 2};
}

/* The columns: what the caller wants, and of variations the path. */
static enum fm_status make_columns(struct fm_reader_plan *plan, struct fm_record_fields *fields)
{
    static const char *const fen[] = {"fen"};
    struct fm_reader_options *options = &plan->options;
    if (options->fields == NULL) {
        options->fields = fen;
        options->field_count = options->positions ? 0 : FM_COUNT_OF(fen);
    }
    const size_t most = options->field_count + 1;
    struct fm_record_field *columns = fm_arena_alloc(&plan->arena, most * sizeof *columns);
    FM_TRY_MADE(columns);
    plan->types = fm_arena_alloc(&plan->arena, most * sizeof *plan->types);
    FM_TRY_MADE(plan->types);
    for (size_t i = 0; i < options->field_count; i++)
        plan->types[i] = fm_field_type(options->fields[i]);
    plan->columns = options->field_count + plan->profile.input.replay_variations;
    plan->fen_at = SIZE_MAX;
    for (size_t i = 0; i < plan->columns; i++) {
        const char *name = i < options->field_count ? options->fields[i] : "path";
        columns[i] = (struct fm_record_field){.name = FM_TEXT("field"),
                                              .text = field_template(&plan->arena, name)};
        FM_TRY_MADE(columns[i].text.p);
        if (i < options->field_count && fm_text_is(columns[i].text, "{fen}"))
            plan->fen_at = i;
    }
    *fields = (struct fm_record_fields){
        .columns = columns, .column_count = plan->columns, .positions = options->positions};
    return FM_OK;
}

static enum fm_status take_profile(struct fm_reader_plan *plan, struct fm_error *error)
{
    const struct fm_profile *given = plan->options.profile;
    if (given == NULL) {
        FM_TRY(fm_profile_new(&plan->own));
        FM_TRY(fm_profile_finish(plan->own, error));
        given = plan->own;
    }
    if (given->output_count > 0)
        return fm_refuse_profile(error, FM_TEXT("outputs"), "a reader has one output");
    if (given->positions.sample_total > 0)
        return fm_refuse_profile(error, FM_TEXT("positions.sample.total"),
                                 "a reader gives positions in the order of the input");
    struct fm_profile *profile = &plan->profile;
    *profile = *given;
    profile->input.replay_variations |= plan->options.variations;
    if (!profile->positions.plies_given && plan->options.start)
        profile->positions.plies = (struct fm_range){.from = 0, .to = INT64_MAX, .set = true};
    profile->output = (struct fm_profile_output){
        .format = FM_FORMAT_VALUES, .style = given->output.style, .verify = given->output.verify};
    if (plan->options.positions && profile->input.notation)
        return fm_refuse_profile(error, FM_TEXT("input.validate"),
                                 "`notation` checks no positions that could be lent");
    return make_columns(plan, &profile->output.fields);
}

/* Refuse a member of the options, by its name. */
static enum fm_status refuse(const char *member, const char *why, struct fm_error *error)
{
    *error = (struct fm_error){
        .status = FM_BAD_USE, .what = fm_text_of(member), .detail = fm_text_of(why)};
    return FM_BAD_USE;
}

static enum fm_status take_options(struct fm_reader_plan *plan,
                                   const struct fm_reader_options *given, struct fm_error *error)
{
    struct fm_reader_options *options = &plan->options;
    if (given == NULL || !fm_given(options, sizeof *options, given))
        return refuse("size", "use FM_READER_OPTIONS_INIT", error);
    if (options->inputs != NULL && !fm_inputs_given(&plan->inputs, options->inputs))
        return refuse("inputs", "its size, or that of one of its sources, is unknown", error);
    if (options->profile != NULL && !options->profile->finished)
        return refuse("profile", "fm_profile_finish() is missing", error);
    if (options->threads > FM_THREADS_MAX)
        return refuse("threads", "1 to 256; 0 = 1", error);
    for (size_t i = 0; options->fields != NULL && i < options->field_count; i++)
        if (options->fields[i] == NULL)
            return refuse("fields", "a name is missing", error);
    options->threads = options->threads == 0 ? 1 : options->threads;
    return FM_OK;
}

bool fm_reader_plan_is_fed(const struct fm_reader_plan *plan)
{
    const struct fm_reader_options *options = &plan->options;
    return options->inputs == NULL && options->file == NULL && options->memory.p == NULL;
}

static void take_inputs(struct fm_reader_plan *plan, struct fm_exchange *exchange)
{
    const struct fm_reader_options *options = &plan->options;
    if (options->inputs != NULL)
        return;
    plan->name = (char *)(uintptr_t)(options->file != NULL       ? options->file
                                     : options->memory.p != NULL ? "memory"
                                                                 : "fed"); /* only read */
    plan->inputs =
        (struct fm_inputs){.size = sizeof plan->inputs, .names = &plan->name, .count = 1};
    if (options->file != NULL)
        return;
    plan->source = (struct fm_byte_source){.size = sizeof plan->source, .bytes = options->memory};
    if (fm_reader_plan_is_fed(plan)) {
        plan->source.read = fm_exchange_read;
        plan->source.user = exchange;
    }
    plan->sources = &plan->source;
    plan->inputs.sources = &plan->sources;
}

void fm_reader_plan_name_field(const struct fm_reader_plan *plan, struct fm_error *error)
{
    const struct fm_record_fields *fields = &plan->profile.output.fields;
    for (size_t i = 0; i < plan->options.field_count && error->what.p != NULL; i++) {
        const struct fm_text text = fields->columns[i].text;
        const char *name = plan->options.fields[i];
        if (error->what.p < text.p || error->what.p > text.p + text.n)
            continue;
        error->what = fm_text_of(name);
        return;
    }
}

enum fm_status fm_reader_plan_make(struct fm_reader_plan *plan,
                                   const struct fm_reader_options *options,
                                   struct fm_exchange *exchange, struct fm_error *error)
{
    FM_TRY(take_options(plan, options, error));
    take_inputs(plan, exchange);
    return take_profile(plan, error);
}

void fm_reader_plan_free(struct fm_reader_plan *plan)
{
    fm_profile_free(plan->own);
    fm_arena_free(&plan->arena);
}
