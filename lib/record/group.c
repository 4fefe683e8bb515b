/* SPDX-License-Identifier: MIT */
/* Groups of positions: see group.h. A group is its values with a NUL after each: so groups are in
 * the order of their first values, then of the second ones. */
#include <config.h>
#include "record/group.h"
#include "base/utf8.h"
#include "record/fields.h"
#include "record/template.h"

/* A value as tables show it, so that no two groups look the same there: without control characters,
 * NULs among them, which would end it. */
static enum fm_status put_group_value(const struct fm_record_plan *plan,
                                      const struct fm_record_slot *slot, struct fm_text value,
                                      struct fm_record_scratch *scratch, struct fm_buf *out,
                                      struct fm_warnings *notes)
{
    (void)plan, (void)scratch, (void)notes;
    const size_t begin = out->n;
    FM_TRY(fm_buf_append_text(out, value));
    if (value.n > 0)
        out->n = begin + fm_utf8_blank_controls(out->p + begin, value.n, NULL);
    return fm_buf_append_text(out, slot->frame.after);
}

static enum fm_status frame_value(const struct fm_record_plan *plan,
                                  const struct fm_record_slot *slot, struct fm_buf *before,
                                  struct fm_frame *frame)
{
    (void)plan, (void)slot, (void)before;
    *frame = (struct fm_frame){.after = {(const unsigned char *)"", 1}, .most = SIZE_MAX};
    return FM_OK;
}

static const struct fm_format_row value_format = {
    .traits = FM_FORMAT_UTF8, .write_slot = put_group_value, .frame = frame_value};

static enum fm_status add_group_value(struct fm_group_plan *plan,
                                      const struct fm_record_field *field, struct fm_arena *arena,
                                      struct fm_error *error)
{
    struct fm_record_plan *values = &plan->values;
    struct fm_record_slot *slot = &values->slots[values->count];
    if (values->count == FM_GROUP_VALUES_MAX)
        return fm_refuse_profile(error, field->name, "these are too many fields: at most 60");
    *slot = (struct fm_record_slot){.name = field->name};
    FM_TRY(fm_template_compile(field->text, arena, &slot->value, &values->needs, error));
    const struct fm_field *only = slot->value->parts[0].field;
    if (only != NULL && (only->needs & (FM_NEEDS_COUNTS | FM_NEEDS_RECORD)))
        return fm_refuse_profile(error, field->name,
                                 "this is known of a group only, and is no part of one");
    if (only != NULL && only->value == FM_VALUE_FEN)
        plan->fen = values->count;
    values->count++;
    return FM_OK;
}

/* The value that a part of a template is; `count` of them: none. */
static size_t find_value(const struct fm_group_plan *plan, const struct fm_template_part *part)
{
    size_t i = 0;
    for (; i < plan->values.count; i++) {
        const struct fm_template_part *own = &plan->values.slots[i].value->parts[0];
        if (own->type == part->type && own->bucket == part->bucket &&
            fm_text_equal(own->text, part->text) && (part->has_instead || !own->has_instead))
            break;
    }
    return i;
}

static bool has(const struct fm_group_plan *plan, struct fm_text name)
{
    for (size_t i = 0; i < plan->values.count; i++)
        if (fm_text_equal(plan->values.slots[i].name, name))
            return true;
    return false;
}

enum fm_status fm_group_begin(struct fm_group_plan *plan, const struct fm_record_field *by,
                              size_t count, struct fm_arena *arena, struct fm_error *error)
{
    /* Limit for fields of `by`; a few more values may follow from them. */
    enum { BY_MAX = 60 };
    *plan = (struct fm_group_plan){
        .values = {.format = &value_format}, .fen = SIZE_MAX, .by = by, .by_count = count};
    plan->values.slots = fm_arena_alloc(arena, FM_GROUP_VALUES_MAX * sizeof *plan->values.slots);
    if (plan->values.slots == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        if (i == BY_MAX)
            return fm_refuse_profile(error, by[i].name, "these are too many fields: at most 60");
        if (has(plan, by[i].name))
            return fm_refuse_profile(error, by[i].name, "this field is here twice");
        FM_TRY(add_group_value(plan, &by[i], arena, error));
    }
    return FM_OK;
}

/* Does the field's value follow from those of `by`? The move from itself in another notation, and
 * what the first two fields of a FEN say. */
static bool follows(const struct fm_group_plan *plan, struct fm_text name)
{
    static const char *const of_fen[][2] = {
        {"side", NULL},  {"pieces", NULL},     {"material", NULL},  {"phase", NULL},
        {"check", NULL}, {"next", "next.uci"}, {"next.uci", "next"}};
    for (size_t i = 0; i < FM_COUNT_OF(of_fen); i++)
        if (plan->fen != SIZE_MAX && fm_text_equal(name, fm_text_of(of_fen[i][0])))
            return of_fen[i][1] == NULL || has(plan, fm_text_of(of_fen[i][1]));
    return false;
}

static enum fm_status bind_part(struct fm_group_plan *plan, struct fm_template_part *part,
                                struct fm_arena *arena, struct fm_error *error)
{
    const bool counts =
        part->field != NULL && (part->field->needs & (FM_NEEDS_COUNTS | FM_NEEDS_RECORD)) != 0;
    size_t at = find_value(plan, part);
    if (part->type == FM_PART_TEXT || counts)
        return FM_OK;
    if (at == plan->values.count && part->bucket == 0 && follows(plan, part->text)) {
        unsigned char *text = fm_arena_alloc(arena, part->text.n + 2);
        if (text == NULL)
            return FM_NO_MEMORY;
        text[0] = '{';
        memcpy(text + 1, part->text.p, part->text.n);
        text[part->text.n + 1] = '}';
        const struct fm_record_field field = {.name = part->text, .text = {text, part->text.n + 2}};
        FM_TRY(add_group_value(plan, &field, arena, error));
    } else if (at == plan->values.count) {
        return fm_refuse_profile(
            error, part->text,
            "is of a single game, and the row of a group: add it to `by`, or leave it out");
    }
    part->of_group = (unsigned)at + 1;
    return FM_OK;
}

enum fm_status fm_group_bind(struct fm_group_plan *plan, const struct fm_template *template,
                             struct fm_arena *arena, struct fm_error *error)
{
    for (size_t i = 0; i < template->count; i++)
        FM_TRY(bind_part(plan, &template->parts[i], arena, error));
    return FM_OK;
}

/* The columns of tables where none are given. */
static enum fm_status default_columns(const struct fm_group_plan *plan, struct fm_arena *arena,
                                      struct fm_record_fields *fields)
{
    const struct fm_record_field counts[] = {
        {.name = FM_TEXT("count"), .text = FM_TEXT("{count}")},
        {.name = FM_TEXT("wins"), .text = FM_TEXT("{wins}")},
        {.name = FM_TEXT("draws"), .text = FM_TEXT("{draws}")},
        {.name = FM_TEXT("losses"), .text = FM_TEXT("{losses}")},
        {.name = FM_TEXT("score"), .text = FM_TEXT("{score}")}};
    const size_t by = plan->by_count, count = by + FM_COUNT_OF(counts);
    struct fm_record_field *columns = fm_arena_alloc(arena, count * sizeof *columns);
    if (columns == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < by; i++) {
        columns[i] = plan->by[i];
        columns[i].name = fm_template_field_name(columns[i].name);
    }
    memcpy(columns + by, counts, sizeof counts);
    fields->columns = columns;
    fields->column_count = count;
    return FM_OK;
}

enum fm_status fm_group_end(struct fm_group_plan *plan, enum fm_format format,
                            const struct fm_record_fields *fields, enum fm_counters counters,
                            const struct fm_sort_plan *sort, struct fm_arena *arena,
                            struct fm_error *error)
{
    struct fm_record_fields all = *fields;
    if (fm_format_has(format, FM_FORMAT_COLUMNS) && all.column_count == 0)
        FM_TRY(default_columns(plan, arena, &all));
    FM_TRY(fm_record_plan_make(format, &all, counters, arena, &plan->rows, error));
    for (size_t i = 0; i < plan->rows.count; i++)
        FM_TRY(fm_group_bind(plan, plan->rows.slots[i].value, arena, error));
    for (size_t i = 0; i < sort->count; i++)
        FM_TRY(fm_group_bind(plan, fm_sort_template(sort, i), arena, error));
    return fm_record_plan_complete(&plan->values, arena);
}

void fm_group_fill(const struct fm_group_plan *plan, struct fm_text group, struct fm_text *values,
                   struct fm_record_input *in)
{
    const unsigned char *at = group.p;
    for (size_t i = 0; i < plan->values.count; i++) {
        values[i] = fm_text_of((const char *)at);
        at += values[i].n + 1;
    }
    in->group_values = values;
    if (plan->fen != SIZE_MAX)
        in->fen = values[plan->fen];
}

enum fm_status fm_group_write(const struct fm_group_plan *plan, const struct fm_record_input *in,
                              struct fm_record_scratch *scratch, struct fm_buf *out,
                              struct fm_warnings *notes)
{
    if (!plan->rows.bare)
        return fm_record_write(&plan->rows, in, scratch, out, notes);
    FM_TRY(fm_buf_append(out, in->fen.p, in->fen.n + 1));
    out->p[out->n - 1] = '\n'; /* in place of the NUL */
    return FM_OK;
}
