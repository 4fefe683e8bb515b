/* SPDX-License-Identifier: MIT */
/* Compiling what an output writes, and writing it by the format's row: see record.h. */
#include <config.h>
#include "record/layout.h"
#include "record/record.h"
#include "record/template.h"

enum fm_status fm_record_op_compile(const struct fm_record_field *op, struct fm_arena *arena,
                                    struct fm_record_slot *out, unsigned *needs,
                                    struct fm_error *error)
{
    static const char no_integer[] =
        "this operation needs an integer, and the template never gives one";
    static const char no_moves[] = "this operation needs moves, and the template never gives one";
    static const char *const refusals[] = {
        [FM_EPD_NOTHING] = "this operation has no operand",
        [FM_EPD_INTEGER] = no_integer,
        [FM_EPD_COUNT] = no_integer,
        [FM_EPD_POSITIVE] = no_integer,
        [FM_EPD_MOVE] = "this operation needs a move, and the template never gives one",
        [FM_EPD_MOVE_SET] = no_moves,
        [FM_EPD_MOVE_SEQUENCE] = no_moves};
    if (!fm_epd_is_opcode(op->name))
        return fm_refuse_profile(
            error, op->name, "an opcode is a letter and up to 14 letters, digits or underscores");
    *out = (struct fm_record_slot){.name = op->name, .type = fm_epd_type_of(op->name)};
    FM_TRY(fm_template_compile(op->text, arena, &out->value, needs, error));
    return fm_template_may_give(out->value, out->type)
               ? FM_OK
               : fm_refuse_profile(error, op->name, refusals[out->type]);
}

/* EPD requires operations in the order of their opcodes, none repeated (PGN standard 16.2.3,
 * 16.2.4.1). */
static enum fm_status sort_ops(struct fm_record_slot *ops, size_t count, struct fm_error *error)
{
    for (size_t i = 1; i < count; i++) {
        const struct fm_record_slot op = ops[i];
        size_t k = i;
        for (; k > 0 && fm_text_compare(op.name, ops[k - 1].name) < 0; k--)
            ops[k] = ops[k - 1];
        ops[k] = op;
    }
    for (size_t i = 1; i < count; i++)
        if (fm_text_equal(ops[i].name, ops[i - 1].name))
            return fm_refuse_profile(error, ops[i].name, "an opcode may be given only once");
    return FM_OK;
}

static enum fm_status plan_ops(const struct fm_record_fields *fields, enum fm_counters counters,
                               struct fm_arena *arena, struct fm_record_plan *out,
                               struct fm_error *error)
{
    const struct fm_record_field counter_ops[] = {
        {.name = FM_TEXT("fmvn"), .text = FM_TEXT("{fullmove}")},
        {.name = FM_TEXT("hmvc"), .text = FM_TEXT("{halfmove}")}};
    const size_t added = counters == FM_COUNTERS_OPS ? FM_COUNT_OF(counter_ops) : 0;
    for (size_t i = 0; i < fields->op_count; i++)
        FM_TRY(fm_record_op_compile(&fields->ops[i], arena, &out->slots[out->count++], &out->needs,
                                    error));
    for (size_t i = 0; i < added; i++)
        FM_TRY(fm_record_op_compile(&counter_ops[i], arena, &out->slots[out->count++], &out->needs,
                                    error));
    return sort_ops(out->slots, out->count, error);
}

static enum fm_status plan_columns(const struct fm_record_fields *fields, struct fm_arena *arena,
                                   struct fm_record_plan *out, struct fm_error *error)
{
    const struct fm_record_field defaults[] = {
        {.name = FM_TEXT("fen"), .text = FM_TEXT("{fen}")},
        {.name = FM_TEXT("ply"), .text = FM_TEXT("{ply}")},
        {.name = FM_TEXT("next"), .text = FM_TEXT("{next}")},
        {.name = FM_TEXT("result"), .text = FM_TEXT("{result}")}};
    const bool given = fields->column_count > 0 || out->format == &fm_format_values;
    const struct fm_record_field *columns = given ? fields->columns : defaults;
    out->count = given ? fields->column_count : FM_COUNT_OF(defaults);
    for (size_t i = 0; i < out->count; i++) {
        out->slots[i] = (struct fm_record_slot){.name = columns[i].name};
        FM_TRY(fm_template_compile_column(columns[i].text,
                                          (out->format->traits & FM_FORMAT_ARRAYS) != 0, arena,
                                          &out->slots[i].value, &out->needs, error));
    }
    return FM_OK;
}

/* Each part of the line is a slot, so that one may be empty. */
static enum fm_status plan_line(struct fm_text text, struct fm_arena *arena,
                                struct fm_record_plan *out, struct fm_error *error)
{
    const struct fm_template *line;
    FM_TRY(fm_template_compile(text, arena, &line, &out->needs, error));
    struct fm_template *parts = fm_arena_alloc(arena, (line->count + 1) * sizeof *parts);
    out->slots = fm_arena_alloc(arena, (line->count + 1) * sizeof *out->slots);
    if (parts == NULL || out->slots == NULL)
        return FM_NO_MEMORY;
    out->count = line->count;
    for (size_t i = 0; i < out->count; i++) {
        parts[i] = (struct fm_template){&line->parts[i], 1};
        out->slots[i] = (struct fm_record_slot){.name = FM_TEXT("line"), .value = &parts[i]};
    }
    return FM_OK;
}

static enum fm_status plan_frames(struct fm_record_plan *plan, struct fm_arena *arena)
{
    struct fm_buf before = {NULL, 0, 0};
    enum fm_status status = FM_OK;
    for (size_t i = 0; i < plan->count && status == FM_OK; i++) {
        struct fm_frame *frame = &plan->slots[i].frame;
        before.n = 0;
        status = plan->format->frame(plan, &plan->slots[i], &before, frame);
        frame->before = fm_arena_copy(arena, fm_buf_text(&before));
        if (frame->before.n < before.n)
            status = FM_NO_MEMORY;
    }
    fm_buf_free(&before);
    return status;
}

static enum fm_status plan_head(struct fm_record_plan *plan, struct fm_arena *arena)
{
    struct fm_buf head = {NULL, 0, 0};
    if (plan->format->write_head == NULL)
        return FM_OK;
    enum fm_status status = plan->format->write_head(plan, &head);
    if (status == FM_OK) {
        plan->head = fm_arena_copy(arena, fm_buf_text(&head));
        status = plan->head.n == head.n ? FM_OK : FM_NO_MEMORY;
    }
    fm_buf_free(&head);
    return status;
}

enum fm_status fm_record_plan_complete(struct fm_record_plan *plan, struct fm_arena *arena)
{
    FM_TRY(plan_frames(plan, arena));
    FM_TRY(plan_head(plan, arena));
    return plan->format->write_slot == NULL ? FM_OK : fm_layout_make(plan, arena, &plan->layout);
}

enum fm_status fm_record_plan_make(enum fm_format format, const struct fm_record_fields *fields,
                                   enum fm_counters counters, struct fm_arena *arena,
                                   struct fm_record_plan *out, struct fm_error *error)
{
    enum { MORE_SLOTS = 4 }; /* columns where none are given, counters */
    const struct fm_format_row *row = fm_formats[format];
    const size_t slots = fields->op_count + fields->column_count + MORE_SLOTS;
    struct fm_record_plan made = {.format = row, .needs = row->needs};
    made.slots = fm_arena_alloc(arena, slots * sizeof *made.slots);
    FM_TRY_MADE(made.slots);
    if (row->traits & FM_FORMAT_OPS)
        FM_TRY(plan_ops(fields, counters, arena, &made, error));
    if (row->traits & FM_FORMAT_COLUMNS)
        FM_TRY(plan_columns(fields, arena, &made, error));
    if (row->traits & FM_FORMAT_LINE)
        FM_TRY(plan_line(fields->line, arena, &made, error));
    if (row->line != NULL)
        FM_TRY(plan_line(fm_text_of(row->line), arena, &made, error));
    made.bare =
        (row->write == NULL && row->write_slot == NULL && !(row->traits & FM_FORMAT_BOOK)) ||
        ((row->traits & FM_FORMAT_OPS) && made.count == 0);
    FM_TRY(fm_record_plan_complete(&made, arena));
    *out = made;
    return FM_OK;
}

void fm_record_scratch_free(struct fm_record_scratch *scratch)
{
    fm_arena_free(&scratch->arena);
    fm_buf_free(&scratch->value);
}

void fm_record_scratch_begin(struct fm_record_scratch *scratch, const struct fm_buf *out)
{
    scratch->end = scratch->room > SIZE_MAX - out->n ? SIZE_MAX : out->n + (size_t)scratch->room;
    scratch->skips = false;
}

void fm_record_scratch_reset(struct fm_record_scratch *scratch)
{
    enum { KEPT_MAX = 1024 * 1024 };
    fm_arena_reset(&scratch->arena);
    if (FM_UNLIKELY(scratch->value.cap > KEPT_MAX))
        fm_buf_free(&scratch->value);
}

enum fm_status fm_record_value(const struct fm_template *template, const struct fm_record_input *in,
                               struct fm_record_scratch *scratch, const struct fm_buf *out,
                               struct fm_text *value)
{
    struct fm_buf *text = &scratch->value;
    if (out->n > scratch->end)
        return FM_REJECTED;
    /* A value that a group is by is there already. */
    const struct fm_template_part *const only = template->count == 1 ? template->parts : NULL;
    if (only != NULL && only->of_group > 0 && !only->has_instead) {
        *value = in->group_values[only->of_group - 1];
        return value->n > scratch->end - out->n ? FM_REJECTED : FM_OK;
    }
    text->n = 0;
    FM_TRY(fm_template_render(template, in, scratch->end - out->n, &scratch->arena, text));
    *value = fm_buf_text(text);
    return FM_OK;
}

enum fm_status fm_record_put_slot(const struct fm_record_plan *plan, size_t slot,
                                  const struct fm_record_input *in,
                                  struct fm_record_scratch *scratch, struct fm_buf *out,
                                  struct fm_warnings *notes)
{
    struct fm_text value;
    FM_TRY(fm_record_value(plan->slots[slot].value, in, scratch, out, &value));
    return plan->format->write_slot(plan, &plan->slots[slot], value, scratch, out, notes);
}

static enum fm_status put_slots(const struct fm_record_plan *plan, const struct fm_record_input *in,
                                struct fm_record_scratch *scratch, struct fm_buf *out,
                                struct fm_warnings *notes)
{
    if (plan->format->traits & FM_FORMAT_OPS)
        FM_TRY(fm_buf_append_text(out, in->fen));
    for (size_t i = 0; i < plan->count; i++)
        FM_TRY(fm_record_put_slot(plan, i, in, scratch, out, notes));
    return fm_buf_append_text(out, plan->format->end);
}

enum fm_status fm_record_write(const struct fm_record_plan *plan, const struct fm_record_input *in,
                               struct fm_record_scratch *scratch, struct fm_buf *out,
                               struct fm_warnings *notes)
{
    const size_t begin = out->n;
    if (plan->format->write != NULL)
        return plan->format->write(in, out);
    fm_record_scratch_begin(scratch, out);
    const enum fm_status status = put_slots(plan, in, scratch, out, notes);
    fm_record_scratch_reset(scratch);
    if (scratch->skips)
        out->n = begin;
    return status;
}
