/* JSON lines: an object for each record, one member for each column. */
#include <config.h>
#include "base/utf8.h"
#include "record/count_mark.h"
#include "record/record.h"
#include "record/template.h"

/* Append a string, unless its escapes would make it too large: most control characters take six
 * bytes. */
static enum fm_status put_string(const struct fm_record_scratch *scratch, struct fm_text value,
                                 struct fm_buf *out)
{
    enum { ESCAPE = 6 };
    const size_t room = out->n < scratch->end ? scratch->end - out->n : 0;
    size_t least = value.n;
    for (size_t i = 0; FM_UNLIKELY(value.n > room / ESCAPE) && i < value.n; i++)
        least += value.p[i] < '\b' || (value.p[i] > '\r' && value.p[i] < ' ') ? ESCAPE - 1 : 0;
    if (least > room)
        return FM_REJECTED;
    FM_TRY(fm_buf_append_short(out, "\"", 1));
    FM_TRY(fm_json_text(out, value));
    return fm_buf_append_short(out, "\"", 1);
}

static enum fm_status write_jsonl(const struct fm_record_plan *plan,
                                  const struct fm_record_input *in,
                                  struct fm_record_scratch *scratch, struct fm_buf *out,
                                  struct fm_warnings *notes)
{
    (void)notes;
    for (size_t i = 0; i < plan->count; i++) {
        const struct fm_record_slot *column = &plan->slots[i];
        struct fm_text value;
        FM_TRY(fm_record_value(column, in, scratch, out, &value));
        FM_TRY(fm_buf_append_short(out, i == 0 ? "{\"" : ",\"", 2));
        FM_TRY(fm_json_text(out, column->name));
        FM_TRY(fm_buf_append_short(out, "\":", 2));
        if (!fm_template_is_number(column->value)) {
            FM_TRY(put_string(scratch, value, out));
            continue;
        }
        FM_TRY(fm_buf_append_text(out, value.n == 0 ? FM_TEXT("null") : value));
        if (fm_template_counts(column->value))
            fm_count_mark_nullable(out->p + out->n - FM_COUNT_MARK_BYTES);
    }
    return fm_buf_append_short(out, "}\n", 2);
}

const struct fm_format_row fm_format_jsonl = {.help = "a JSON object on each line, with `columns`",
                                              .traits = FM_FORMAT_COLUMNS | FM_FORMAT_UTF8,
                                              .write = write_jsonl};
