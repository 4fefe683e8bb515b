/* SPDX-License-Identifier: MIT */
/* Records for the library's own reader: each value after its length, which fm_format.h's lists do
 * not name. A value is what a table has in its cell: control characters are blanks. */
#include <config.h>
#include "base/utf8.h"
#include "record/record.h"
#include "record/template.h"

static enum fm_status put_sized(const struct fm_record_plan *plan,
                                const struct fm_record_slot *slot, struct fm_text value,
                                struct fm_record_scratch *scratch, struct fm_buf *out,
                                struct fm_warnings *notes)
{
    (void)plan, (void)slot, (void)scratch, (void)notes;
    if (value.n > UINT32_MAX)
        return FM_REJECTED;
    FM_TRY(fm_buf_reserve(out, FM_VALUE_LENGTH + value.n));
    unsigned char *const at = out->p + out->n + FM_VALUE_LENGTH;
    if (value.n > 0)
        memcpy(at, value.p, value.n);
    value.n = fm_utf8_blank_controls(at, value.n, NULL);
    fm_value_put_length(at, value.n);
    out->n += FM_VALUE_LENGTH + value.n;
    return FM_OK;
}

/* One field alone is written into its place; the length is filled in when its end is known. */
static enum fm_status frame_sized(const struct fm_record_plan *plan,
                                  const struct fm_record_slot *slot, struct fm_buf *before,
                                  struct fm_frame *frame)
{
    static const unsigned char length[FM_VALUE_LENGTH] = {0};
    (void)plan;
    *frame = (struct fm_frame){.most = slot->value->count == 1 ? SIZE_MAX : 0, .sized = true};
    return fm_buf_append(before, length, sizeof length);
}

const struct fm_format_row fm_format_values = {
    .traits = FM_FORMAT_COLUMNS | FM_FORMAT_UTF8, .write_slot = put_sized, .frame = frame_sized};
