/* SPDX-License-Identifier: MIT */
/* Columns with tabs between, the first line their names. There are no quotes: a tab or line end in
 * a value would begin another column or row, so all control characters become blanks. */
#include <config.h>
#include "base/utf8.h"
#include "record/record.h"
#include "record/write_table.h"

static enum fm_status put_cell(struct fm_buf *out, struct fm_text value, bool alone)
{
    (void)alone;
    const size_t from = out->n;
    if (value.n == 0)
        return FM_OK;
    FM_TRY(fm_buf_append_text(out, value));
    out->n = from + fm_utf8_blank_controls(out->p + from, out->n - from, NULL);
    return FM_OK;
}

static const struct fm_table_form form = {.put_cell = put_cell,
                                          .between = {(const unsigned char *)"\t", sizeof "\t" - 1},
                                          .end = {(const unsigned char *)"\n", sizeof "\n" - 1}};

static enum fm_status write_tsv(const struct fm_record_plan *plan,
                                const struct fm_record_slot *slot, struct fm_text value,
                                struct fm_record_scratch *scratch, struct fm_buf *out,
                                struct fm_warnings *notes)
{
    (void)scratch, (void)notes;
    return fm_table_put(&form, plan, slot, value, out);
}

static enum fm_status frame_tsv(const struct fm_record_plan *plan,
                                const struct fm_record_slot *slot, struct fm_buf *before,
                                struct fm_frame *frame)
{
    (void)before;
    return fm_table_frame(&form, plan, slot, frame);
}

static enum fm_status write_names(const struct fm_record_plan *plan, struct fm_buf *out)
{
    return fm_table_put_names(&form, plan, out);
}

const struct fm_format_row fm_format_tsv = {
    .help = "columns with tabs between them, after a header line",
    .traits = FM_FORMAT_COLUMNS | FM_FORMAT_UTF8,
    .put = write_tsv,
    .frame = frame_tsv,
    .write_head = write_names};
