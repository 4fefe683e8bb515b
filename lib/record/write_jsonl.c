/* SPDX-License-Identifier: MIT */
/* JSON lines: an object for each record, one member for each column. */
#include <config.h>
#include "base/utf8.h"
#include "record/record.h"
#include "record/template.h"

/* Append the inside of a string, unless its escapes would make it too large: most control characters take six
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
    return fm_json_text(out, value);
}

/* Digits, a point, digits. */
static bool is_decimal(struct fm_text value)
{
    size_t points = 0;
    for (size_t i = 0; i < value.n; i++) {
        points += value.p[i] == '.';
        if ((value.p[i] < '0' || value.p[i] > '9') && (value.p[i] != '.' || i == 0))
            return false;
    }
    return points == 1 && value.p[value.n - 1] != '.';
}

/* An operation of no known type, or the text for a number that is missing, is a number if it looks
 * like one. */
static enum fm_status put_mixed(const struct fm_record_slot *slot,
                                const struct fm_record_scratch *scratch, struct fm_text value,
                                struct fm_buf *out)
{
    const bool of_field = slot->value->parts[0].type == FM_PART_FIELD;
    if (of_field && value.n == 0)
        return fm_buf_append_text(out, slot->frame.instead);
    if (fm_epd_is_integer(FM_EPD_INTEGER, value))
        return fm_epd_put_integer(value, out);
    if (of_field && is_decimal(value))
        return fm_buf_append_text(out, value);
    FM_TRY(fm_buf_append(out, "\"", 1));
    FM_TRY(put_string(scratch, value, out));
    return fm_buf_append(out, "\"", 1);
}

static enum fm_status put_member(const struct fm_record_plan *plan,
                                 const struct fm_record_slot *slot, struct fm_text value,
                                 struct fm_record_scratch *scratch, struct fm_buf *out,
                                 struct fm_warnings *notes)
{
    const struct fm_frame *frame = &slot->frame;
    (void)plan, (void)notes;
    FM_TRY(fm_buf_append_text(out, frame->before));
    if (fm_template_is_mixed(slot->value))
        return put_mixed(slot, scratch, value, out);
    if (!fm_template_is_number(slot->value)) {
        const bool missing = value.n == 0 && frame->missing == FM_MISSING_BARES;
        out->n -= missing;
        FM_TRY(missing ? fm_buf_append_text(out, frame->instead) : put_string(scratch, value, out));
        return missing ? FM_OK : fm_buf_append_text(out, frame->after);
    }
    return fm_buf_append_text(out, value.n == 0 ? frame->instead : value);
}

/* A value that is missing is `null`, but for a template that says what is there instead, as in
 * {White:-}, or has no fields. */
static enum fm_status frame_member(const struct fm_record_plan *plan,
                                   const struct fm_record_slot *slot, struct fm_buf *before,
                                   struct fm_frame *frame)
{
    const bool number = fm_template_is_number(slot->value) || fm_template_is_mixed(slot->value);
    FM_TRY(fm_buf_append(before, slot == plan->slots ? "{\"" : ",\"", 2));
    FM_TRY(fm_json_text(before, slot->name));
    FM_TRY(fm_buf_append_text(before, number ? FM_TEXT("\":") : FM_TEXT("\":\"")));
    *frame = (struct fm_frame){.after = number ? FM_TEXT("") : FM_TEXT("\""), .most = SIZE_MAX};
    if (number || fm_template_may_miss(slot->value)) {
        frame->missing = number ? FM_MISSING_STAYS : FM_MISSING_BARES;
        frame->instead = FM_TEXT("null");
    }
    return FM_OK;
}

const struct fm_format_row fm_format_jsonl = {
    .help = "a JSON object on each line, with `columns`",
    .traits = FM_FORMAT_COLUMNS | FM_FORMAT_UTF8,
    .end = {(const unsigned char *)"}\n", sizeof "}\n" - 1},
    .put = put_member,
    .frame = frame_member};
