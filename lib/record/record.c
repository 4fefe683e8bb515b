/* Writers of records: see record.h. */
#include <config.h>
#include "record/record.h"
#include "base/json.h"
#include "base/utf8.h"
#include "record/epd.h"
#include "record/template.h"

/* ---- making a plan ---- */

static enum fm_status compile_fields(const struct fm_record_field *fields, size_t count,
                                     struct fm_arena *arena, struct fm_record_op *to,
                                     unsigned *needs, struct fm_error *error)
{
    for (size_t i = 0; i < count; i++) {
        to[i] = (struct fm_record_op){.opcode = fields[i].name, .type = FM_OP_TEMPLATE};
        FM_TRY(fm_template_compile(fields[i].text, arena, &to[i].value, needs, error));
    }
    return FM_OK;
}

/* EPD wants operations in the order of their opcodes, each once (PGN standard 16.2.3, 16.2.4.1). */
static enum fm_status sort_ops(struct fm_record_op *ops, size_t count, struct fm_error *error)
{
    for (size_t i = 1; i < count; i++) {
        const struct fm_record_op op = ops[i];
        size_t k = i;
        for (; k > 0 && fm_text_compare(op.opcode, ops[k - 1].opcode) < 0; k--)
            ops[k] = ops[k - 1];
        ops[k] = op;
    }
    for (size_t i = 1; i < count; i++) {
        if (!fm_text_equal(ops[i].opcode, ops[i - 1].opcode))
            continue;
        *error = (struct fm_error){.status = FM_BAD_PROFILE,
                                   .what = ops[i].opcode,
                                   .detail = FM_TEXT("an opcode may stand once only")};
        return FM_BAD_PROFILE;
    }
    return FM_OK;
}

enum fm_status fm_record_op_compile(const struct fm_record_field *op, struct fm_arena *arena,
                                    const struct fm_template **out, unsigned *needs,
                                    struct fm_error *error)
{
    static const char *const refusals[] = {
        [FM_EPD_NOTHING] = "this operation has no operand",
        [FM_EPD_INTEGER] = "this operation takes an integer, and the template never gives one",
        [FM_EPD_COUNT] = "this operation takes an integer, and the template never gives one",
        [FM_EPD_POSITIVE] = "this operation takes an integer, and the template never gives one",
        [FM_EPD_MOVE] = "this operation takes a move, and the template never gives one",
        [FM_EPD_MOVE_SET] = "this operation takes moves, and the template never gives one",
        [FM_EPD_MOVE_SEQUENCE] = "this operation takes moves, and the template never gives one"};
    FM_TRY(fm_template_compile(op->text, arena, out, needs, error));
    const enum fm_epd_type type = fm_epd_type_of(op->name);
    if (fm_template_may_give(*out, type))
        return FM_OK;
    *error = (struct fm_error){
        .status = FM_BAD_PROFILE, .what = op->name, .detail = fm_text_of(refusals[type])};
    return FM_BAD_PROFILE;
}

static enum fm_status plan_ops(const struct fm_record_field *ops, size_t count, bool counters,
                               struct fm_arena *arena, struct fm_record_plan *out,
                               struct fm_error *error)
{
    for (size_t i = 0; i < count; i++) {
        if (fm_epd_is_opcode(ops[i].name))
            continue;
        *error = (struct fm_error){
            .status = FM_BAD_PROFILE,
            .what = ops[i].name,
            .detail = FM_TEXT("an opcode is a letter and up to 14 letters, digits or underscores")};
        return FM_BAD_PROFILE;
    }
    out->ops = fm_arena_alloc(arena, (count + 2) * sizeof *out->ops);
    if (out->ops == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        out->ops[i] = (struct fm_record_op){.opcode = ops[i].name, .type = FM_OP_TEMPLATE};
        FM_TRY(fm_record_op_compile(&ops[i], arena, &out->ops[i].value, &out->needs, error));
    }
    out->op_count = count;
    if (counters) {
        out->ops[out->op_count++] =
            (struct fm_record_op){.opcode = FM_TEXT("fmvn"), .type = FM_OP_FMVN};
        out->ops[out->op_count++] =
            (struct fm_record_op){.opcode = FM_TEXT("hmvc"), .type = FM_OP_HMVC};
    }
    return sort_ops(out->ops, out->op_count, error);
}

/* Columns are fields of templates by their names: `fen`, `ply`, `White`. */
static enum fm_status plan_columns(const struct fm_record_field *columns, size_t count,
                                   struct fm_arena *arena, struct fm_record_plan *out,
                                   struct fm_error *error)
{
    static const struct fm_record_field usual[] = {
        {{(const unsigned char *)"fen", 3}, {(const unsigned char *)"{fen}", 5}},
        {{(const unsigned char *)"ply", 3}, {(const unsigned char *)"{ply}", 5}},
        {{(const unsigned char *)"next", 4}, {(const unsigned char *)"{next}", 6}},
        {{(const unsigned char *)"result", 6}, {(const unsigned char *)"{result}", 8}}};
    if (count == 0) {
        columns = usual;
        count = FM_COUNT_OF(usual);
    }
    struct fm_record_field *braced = fm_arena_alloc(arena, count * sizeof *braced);
    out->columns = fm_arena_alloc(arena, count * sizeof *out->columns);
    if (braced == NULL || out->columns == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        braced[i] = columns[i];
        if (!fm_text_equal(columns[i].name, columns[i].text))
            continue;
        unsigned char *text = fm_arena_alloc(arena, columns[i].name.n + 2);
        if (text == NULL)
            return FM_NO_MEMORY;
        text[0] = '{';
        memcpy(text + 1, columns[i].name.p, columns[i].name.n);
        text[columns[i].name.n + 1] = '}';
        braced[i].text = (struct fm_text){text, columns[i].name.n + 2};
    }
    out->column_count = count;
    return compile_fields(braced, count, arena, out->columns, &out->needs, error);
}

enum fm_status fm_record_plan_make(enum fm_format_id format, const struct fm_record_field *ops,
                                   size_t op_count, const struct fm_record_field *columns,
                                   size_t column_count, bool hmvc_fmvn, struct fm_arena *arena,
                                   struct fm_record_plan *out, struct fm_error *error)
{
    struct fm_record_plan made = {.format = format};
    switch (format) {
    case FM_RECORD_FEN:
        made.bare = true;
        break;
    case FM_RECORD_EPD:
        FM_TRY(plan_ops(ops, op_count, hmvc_fmvn, arena, &made, error));
        made.bare = made.op_count == 0;
        break;
    case FM_RECORD_UCI:
        made.needs = FM_NEEDS_MOVES;
        break;
    case FM_RECORD_JSONL:
    case FM_RECORD_TSV:
        FM_TRY(plan_columns(columns, column_count, arena, &made, error));
        break;
    case FM_RECORD_TEXT:
        made.columns = fm_arena_alloc(arena, column_count * sizeof *made.columns);
        if (made.columns == NULL)
            return FM_NO_MEMORY;
        made.column_count = column_count;
        FM_TRY(compile_fields(columns, column_count, arena, made.columns, &made.needs, error));
        break;
    }
    *out = made;
    return FM_OK;
}

struct fm_text fm_record_plan_head(const struct fm_record_plan *plan, struct fm_arena *arena)
{
    if (plan->format != FM_RECORD_TSV)
        return (struct fm_text){NULL, 0};
    size_t n = 0;
    for (size_t i = 0; i < plan->column_count; i++)
        n += plan->columns[i].opcode.n + 1;
    unsigned char *text = fm_arena_alloc(arena, n), *at = text;
    if (text == NULL)
        return (struct fm_text){NULL, 0};
    for (size_t i = 0; i < plan->column_count; i++) {
        memcpy(at, plan->columns[i].opcode.p, plan->columns[i].opcode.n);
        at += plan->columns[i].opcode.n;
        *at++ = i + 1 < plan->column_count ? '\t' : '\n';
    }
    return (struct fm_text){text, n};
}

/* ---- writing ---- */

void fm_record_scratch_free(struct fm_record_scratch *scratch)
{
    fm_arena_free(&scratch->arena);
    fm_buf_free(&scratch->value);
}

/* What a template gives; it lasts until the next one is rendered. */
static enum fm_status render(const struct fm_record_op *op, const struct fm_record_input *in,
                             struct fm_record_scratch *scratch, const struct fm_buf *out,
                             struct fm_text *value)
{
    struct fm_buf *text = &scratch->value;
    if (out->n > scratch->end)
        return FM_REJECTED;
    text->n = 0;
    FM_TRY(fm_template_render(op->value, in, scratch->end - out->n, &scratch->arena, text));
    *value = (struct fm_text){text->p, text->n};
    return FM_OK;
}

static enum fm_status write_op(const struct fm_record_op *op, const struct fm_record_input *in,
                               struct fm_record_scratch *scratch, struct fm_buf *out,
                               struct fm_warnings *notes)
{
    if (op->type != FM_OP_TEMPLATE) {
        FM_TRY(fm_buf_append(out, " ", 1));
        FM_TRY(fm_buf_append_text(out, op->opcode));
        FM_TRY(fm_buf_append(out, " ", 1));
        FM_TRY(fm_buf_append_u64(out, op->type == FM_OP_HMVC ? in->halfmove : in->fullmove));
        return fm_buf_append(out, ";", 1);
    }
    struct fm_text value;
    FM_TRY(render(op, in, scratch, out, &value));
    if (value.n == 0)
        return FM_OK; /* nothing to say: the last position has no move to come */
    return fm_epd_write_op(out, op->opcode, value, notes);
}

static enum fm_status write_epd(const struct fm_record_plan *plan, const struct fm_record_input *in,
                                struct fm_record_scratch *scratch, struct fm_buf *out,
                                struct fm_warnings *notes)
{
    FM_TRY(fm_buf_append_text(out, in->fen));
    for (size_t i = 0; i < plan->op_count; i++)
        FM_TRY(write_op(&plan->ops[i], in, scratch, out, notes));
    return fm_buf_append(out, "\n", 1);
}

/* Append a string, unless its escapes would make it too large: most control characters take six bytes. */
static enum fm_status put_json_string(const struct fm_record_scratch *scratch, struct fm_text value,
                                      struct fm_buf *out)
{
    enum { ESCAPE = 6 };
    const size_t room = out->n < scratch->end ? scratch->end - out->n : 0;
    size_t least = value.n;
    for (size_t i = 0; FM_UNLIKELY(value.n > room / ESCAPE) && i < value.n; i++)
        least += value.p[i] < '\b' || (value.p[i] > '\r' && value.p[i] < ' ') ? ESCAPE - 1 : 0;
    if (least > room)
        return FM_REJECTED;
    FM_TRY(fm_buf_append(out, "\"", 1));
    FM_TRY(fm_json_text(out, value));
    return fm_buf_append(out, "\"", 1);
}

static enum fm_status write_json(const struct fm_record_plan *plan,
                                 const struct fm_record_input *in,
                                 struct fm_record_scratch *scratch, struct fm_buf *out)
{
    for (size_t i = 0; i < plan->column_count; i++) {
        struct fm_text value;
        FM_TRY(render(&plan->columns[i], in, scratch, out, &value));
        FM_TRY(fm_buf_append(out, i == 0 ? "{\"" : ",\"", 2));
        FM_TRY(fm_json_text(out, plan->columns[i].opcode));
        FM_TRY(fm_buf_append(out, "\":", 2));
        const bool bare = fm_template_is_number(plan->columns[i].value);
        if (bare) {
            FM_TRY(fm_buf_append_text(out, value.n == 0 ? FM_TEXT("null") : value));
            if (fm_template_counts(plan->columns[i].value))
                fm_template_count_or_null(out->p + out->n - 2);
            continue;
        }
        FM_TRY(put_json_string(scratch, value, out));
    }
    return fm_buf_append(out, "}\n", 2);
}

/* Tabs and line ends inside a value would make another column or row of it: they and their like
 * become blanks. */
static enum fm_status append_cell(struct fm_buf *out, struct fm_text value)
{
    const size_t from = out->n;
    FM_TRY(fm_buf_append_text(out, value));
    out->n = from + fm_utf8_blank_controls(out->p + from, out->n - from, NULL);
    return FM_OK;
}

static enum fm_status write_tsv(const struct fm_record_plan *plan, const struct fm_record_input *in,
                                struct fm_record_scratch *scratch, struct fm_buf *out)
{
    for (size_t i = 0; i < plan->column_count; i++) {
        struct fm_text value;
        FM_TRY(render(&plan->columns[i], in, scratch, out, &value));
        if (fm_template_counts(plan->columns[i].value))
            FM_TRY(fm_buf_append_text(out, value));
        else
            FM_TRY(append_cell(out, value));
        FM_TRY(fm_buf_append(out, i + 1 < plan->column_count ? "\t" : "\n", 1));
    }
    return FM_OK;
}

/* A line of the profile's own making. Values keep to one line. */
static enum fm_status write_text(const struct fm_record_plan *plan,
                                 const struct fm_record_input *in,
                                 struct fm_record_scratch *scratch, struct fm_buf *out)
{
    const size_t begin = out->n;
    bool whole = true;
    FM_TRY(fm_template_render_whole(plan->columns[0].value, in, scratch->end - out->n,
                                    &scratch->arena, out, &whole));
    if (!whole) {
        out->n = begin;
        return FM_OK;
    }
    return fm_buf_append(out, "\n", 1);
}

/* The UCI protocol's `position` command: what an engine needs to stand where the game stands. */
static enum fm_status write_uci(const struct fm_record_input *in, struct fm_buf *out)
{
    if (in->start_fen.n == 0) {
        FM_TRY(fm_buf_append_text(out, FM_TEXT("position startpos")));
    } else {
        FM_TRY(fm_buf_append_text(out, FM_TEXT("position fen ")));
        FM_TRY(fm_buf_append_text(out, in->start_fen));
    }
    if (in->moves.n > 0) {
        FM_TRY(fm_buf_append_text(out, FM_TEXT(" moves")));
        FM_TRY(fm_buf_append_text(out, in->moves));
    }
    return fm_buf_append(out, "\n", 1);
}

static enum fm_status write_record(const struct fm_record_plan *plan,
                                   const struct fm_record_input *in,
                                   struct fm_record_scratch *scratch, struct fm_buf *out,
                                   struct fm_warnings *notes)
{
    switch (plan->format) {
    case FM_RECORD_FEN:
        FM_TRY(fm_buf_append_text(out, in->fen));
        return fm_buf_append(out, "\n", 1);
    case FM_RECORD_EPD:
        return write_epd(plan, in, scratch, out, notes);
    case FM_RECORD_UCI:
        return write_uci(in, out);
    case FM_RECORD_JSONL:
        return write_json(plan, in, scratch, out);
    case FM_RECORD_TSV:
        return write_tsv(plan, in, scratch, out);
    case FM_RECORD_TEXT:
        return write_text(plan, in, scratch, out);
    }
    return FM_OK;
}

enum fm_status fm_record_write(const struct fm_record_plan *plan, const struct fm_record_input *in,
                               struct fm_record_scratch *scratch, struct fm_buf *out,
                               struct fm_warnings *notes)
{
    enum { KEPT_MAX = 1024 * 1024 };
    scratch->end = scratch->room > SIZE_MAX - out->n ? SIZE_MAX : out->n + (size_t)scratch->room;
    const enum fm_status status = write_record(plan, in, scratch, out, notes);
    fm_arena_reset(&scratch->arena);
    if (FM_UNLIKELY(scratch->value.cap > KEPT_MAX))
        fm_buf_free(&scratch->value);
    return status;
}
