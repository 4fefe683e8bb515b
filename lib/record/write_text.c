/* A line by the profile's template `line`. Line ends in values become blanks. A record in which a
 * field has no value is skipped. */
#include <config.h>
#include "record/record.h"
#include "record/template.h"

static enum fm_status write_text(const struct fm_record_plan *plan,
                                 const struct fm_record_input *in,
                                 struct fm_record_scratch *scratch, struct fm_buf *out,
                                 struct fm_warnings *notes)
{
    const size_t begin = out->n;
    bool whole = true;
    (void)notes;
    FM_TRY(fm_template_render_whole(plan->slots[0].value, in, scratch->end - out->n,
                                    &scratch->arena, out, &whole));
    if (!whole) {
        out->n = begin;
        return FM_OK;
    }
    return fm_buf_append(out, "\n", 1);
}

const struct fm_format_row fm_format_text = {.help = "lines after the template `line`",
                                             .traits = FM_FORMAT_LINE | FM_FORMAT_UTF8,
                                             .write = write_text};
