/* EPD: a FEN of four fields, and operations from templates. */
#include <config.h>
#include "record/record.h"

static enum fm_status write_epd(const struct fm_record_plan *plan, const struct fm_record_input *in,
                                struct fm_record_scratch *scratch, struct fm_buf *out,
                                struct fm_warnings *notes)
{
    FM_TRY(fm_buf_append_text(out, in->fen));
    for (size_t i = 0; i < plan->count; i++) {
        const struct fm_record_slot *op = &plan->slots[i];
        struct fm_text value;
        FM_TRY(fm_record_value(op, in, scratch, out, &value));
        if (value.n > 0) /* else no operation: the last position has no next move */
            FM_TRY(fm_epd_write_op(out, op->name, op->type, value, notes));
    }
    return fm_buf_append(out, "\n", 1);
}

const struct fm_format_row fm_format_epd = {.help = "an EPD record on each line, with operations",
                                            .traits = FM_FORMAT_REWRITES | FM_FORMAT_OPS,
                                            .write = write_epd};
