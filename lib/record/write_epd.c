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
    switch (type) {
    case FM_EPD_ANY:
        return count || score || move || field->value == FM_VALUE_FEN ||
               field->value == FM_VALUE_SIDE;
    case FM_EPD_INTEGER:
        return count || score;
    case FM_EPD_COUNT:
    case FM_EPD_POSITIVE:
        return count;
    case FM_EPD_STRING:
        return true;
    case FM_EPD_MOVE:
    case FM_EPD_MOVE_SET:
    case FM_EPD_MOVE_SEQUENCE:
        return move;
    case FM_EPD_NOTHING:
    case FM_EPD_STRINGS:
        break;
    }
    return false;
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
    FM_TRY(fm_buf_append(before, " ", 1));
    FM_TRY(fm_buf_append_text(before, slot->name));
    return fm_buf_append_text(before, string ? FM_TEXT(" \"") : FM_TEXT(" "));
}

const struct fm_format_row fm_format_epd = {.help = "an EPD record on each line, with operations",
                                            .traits = FM_FORMAT_REWRITES | FM_FORMAT_OPS,
                                            .end = {(const unsigned char *)"\n", sizeof "\n" - 1},
                                            .put = put_operation,
                                            .frame = frame_operation};
