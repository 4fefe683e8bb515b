/* Columns with tabs between, the first line their names. There are no quotes: a tab or line end in
 * a value would begin another column or row, so all control characters become blanks. */
#include <config.h>
#include "base/utf8.h"
#include "record/record.h"
#include "record/template.h"

static enum fm_status append_cell(struct fm_buf *out, struct fm_text value)
{
    const size_t from = out->n;
    FM_TRY(fm_buf_append_text(out, value));
    out->n = from + fm_utf8_blank_controls(out->p + from, out->n - from, NULL);
    return FM_OK;
}

static enum fm_status write_tsv(const struct fm_record_plan *plan, const struct fm_record_input *in,
                                struct fm_record_scratch *scratch, struct fm_buf *out,
                                struct fm_warnings *notes)
{
    (void)notes;
    for (size_t i = 0; i < plan->count; i++) {
        struct fm_text value;
        FM_TRY(fm_record_value(&plan->slots[i], in, scratch, out, &value));
        if (fm_template_counts(plan->slots[i].value))
            FM_TRY(fm_buf_append_text(out, value));
        else
            FM_TRY(append_cell(out, value));
        FM_TRY(fm_buf_append_short(out, i + 1 < plan->count ? "\t" : "\n", 1));
    }
    return FM_OK;
}

static enum fm_status write_names(const struct fm_record_plan *plan, struct fm_buf *out)
{
    for (size_t i = 0; i < plan->count; i++) {
        FM_TRY(append_cell(out, plan->slots[i].name));
        FM_TRY(fm_buf_append_short(out, i + 1 < plan->count ? "\t" : "\n", 1));
    }
    return FM_OK;
}

const struct fm_format_row fm_format_tsv = {
    .help = "columns with tabs between them, after a header line",
    .traits = FM_FORMAT_COLUMNS | FM_FORMAT_UTF8,
    .write = write_tsv,
    .write_head = write_names};
