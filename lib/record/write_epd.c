/* SPDX-License-Identifier: MIT */
/* EPD: a FEN of four fields, and operations from templates. */
#include <config.h>
#include "record/fields.h"
#include "record/record.h"
#include "record/template.h"

static enum fm_status put_operation(const struct fm_record_plan *plan,
                                    const struct fm_record_slot *slot, struct fm_text value,
                                    struct fm_record_scratch *scratch, struct fm_buf *out,
                                    struct fm_warnings *notes)
{
    (void)plan, (void)scratch;
    return value.n == 0 ? FM_OK /* the last position has no next move */
                        : fm_epd_write_op(out, slot->name, slot->type, value, notes);
}

/* May a field's value be the operand of this type, as it is? Scores are integers of either sign; a
 * move in UCI may be 0000, and a key digits only. */
static bool is_operand(const struct fm_field *field, enum fm_epd_type type)
{
    const bool count = field->source == FM_FROM_U32, move = field->kind == FM_FIELD_MOVE;
    const bool score = field->kind == FM_FIELD_INTEGER && (field->needs & FM_NEEDS_EVAL);
    if (fm_epd_takes_moves(type))
        return move;
    if (fm_epd_takes_integer(type))
        return count || (type == FM_EPD_INTEGER && score);
    if (type == FM_EPD_ANY)
        return count || score || move || field->value == FM_VALUE_FEN ||
               field->value == FM_VALUE_SIDE;
    return type == FM_EPD_STRING;
}

static enum fm_status frame_operation(const struct fm_record_plan *plan,
                                      const struct fm_record_slot *slot, struct fm_buf *before,
                                      struct fm_frame *frame)
{
    const struct fm_field *only = fm_template_only(slot->value);
    const bool any = slot->type == FM_EPD_ANY && only != NULL;
    const bool move = only != NULL && only->kind == FM_FIELD_MOVE;
    const bool string = slot->type == FM_EPD_STRING || (any && only->kind != FM_FIELD_INTEGER);
    (void)plan;
    *frame = (struct fm_frame){.after = string ? FM_TEXT("\";") : FM_TEXT(";"),
                               .missing = FM_MISSING_DROPS};
    if (slot->type == FM_EPD_STRING || (only != NULL && is_operand(only, slot->type)))
        frame->most = FM_EPD_STRING_MAX;
    frame->checked = slot->type == FM_EPD_POSITIVE || (move && slot->type != FM_EPD_STRING);
    return FM_APPEND(before, FM_TEXT(" "), slot->name, string ? FM_TEXT(" \"") : FM_TEXT(" "));
}

const struct fm_format_row fm_format_epd = {.help = "an EPD record on each line, with operations",
                                            .traits = FM_FORMAT_REWRITES | FM_FORMAT_OPS,
                                            .end = {(const unsigned char *)"\n", sizeof "\n" - 1},
                                            .write_slot = put_operation,
                                            .frame = frame_operation};
