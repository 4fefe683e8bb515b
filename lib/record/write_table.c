/* SPDX-License-Identifier: MIT */
/* Tables: a row for each record, a cell for each column.
 *
 * tsv has tabs between cells and no quotes: a tab or line end in a value would begin another column
 * or row, so all control characters become blanks. csv (RFC 4180) has commas, and lines that end in
 * CR LF. A value with a comma, a quote or a line end is in quotes, with each quote in it doubled.
 * Line ends stay; other control characters, which the RFC does not allow, become blanks. The first
 * line of both has the names. jsonl is an object on each line, with one member for each column. */
#include <config.h>
#include "base/utf8.h"
#include "pgn/bytes.h"
#include "record/record.h"
#include "record/template.h"

static bool is_csv(const struct fm_record_plan *plan)
{
    return plan->format == &fm_format_csv;
}

/* Make blanks of the control characters in the buffer from @p begin on. */
static void blank_controls(struct fm_buf *out, size_t begin, bool keeps_line_ends)
{
    size_t end = begin;
    if (out->n == begin) // the buffer may have no memory yet
        return;
    if (!keeps_line_ends) {
        out->n = begin + fm_utf8_blank_controls(out->p + begin, out->n - begin, NULL);
        return;
    }
    for (size_t at = begin, to; at < out->n; at = to) {
        for (to = at; to < out->n && !fm_byte_ends_line(out->p[to]); to++)
            ;
        const size_t n = fm_utf8_blank_controls(out->p + at, to - at, NULL);
        memmove(out->p + end, out->p + at, n);
        end += n;
        for (; to < out->n && fm_byte_ends_line(out->p[to]); to++)
            out->p[end++] = out->p[to];
    }
    out->n = end;
}

/* @param alone  the row's only value: empty, it would be an empty line, which readers of csv
 * skip. */
static enum fm_status put_cell(struct fm_buf *out, struct fm_text value, bool csv, bool alone)
{
    const size_t begin = out->n;
    bool quoted = csv && alone && value.n == 0;
    for (size_t i = 0; csv && i < value.n && !quoted; i++)
        quoted = value.p[i] == ',' || value.p[i] == '"' || fm_byte_ends_line(value.p[i]);
    if (!quoted) {
        FM_TRY(fm_buf_append_text(out, value));
    } else {
        FM_TRY(fm_buf_append(out, "\"", 1));
        while (value.n > 0) {
            const unsigned char *quote = memchr(value.p, '"', value.n);
            const size_t n = quote == NULL ? value.n : (size_t)(quote - value.p) + 1;
            FM_TRY(fm_buf_append(out, value.p, n));
            FM_TRY(fm_buf_append(out, "\"", quote != NULL));
            value = fm_text_after(value, n);
        }
        FM_TRY(fm_buf_append(out, "\"", 1));
    }
    blank_controls(out, begin, csv);
    return FM_OK;
}

static enum fm_status put_column(const struct fm_record_plan *plan,
                                 const struct fm_record_slot *slot, struct fm_text value,
                                 struct fm_record_scratch *scratch, struct fm_buf *out,
                                 struct fm_warnings *notes)
{
    (void)scratch, (void)notes;
    FM_TRY(put_cell(out, value, is_csv(plan), plan->count == 1));
    return fm_buf_append_text(out, slot->frame.after);
}

static enum fm_status frame_column(const struct fm_record_plan *plan,
                                   const struct fm_record_slot *slot, struct fm_buf *before,
                                   struct fm_frame *frame)
{
    (void)before;
    *frame =
        (struct fm_frame){.after = is_csv(plan) ? FM_TEXT(",") : FM_TEXT("\t"), .most = SIZE_MAX};
    if (slot == &plan->slots[plan->count - 1])
        frame->after = is_csv(plan) ? FM_TEXT("\r\n") : FM_TEXT("\n");
    if (is_csv(plan) && plan->count == 1)
        frame->instead = FM_TEXT("\"\"");
    return FM_OK;
}

static enum fm_status write_names(const struct fm_record_plan *plan, struct fm_buf *out)
{
    for (size_t i = 0; i < plan->count; i++) {
        FM_TRY(put_cell(out, plan->slots[i].name, is_csv(plan), false));
        FM_TRY(fm_buf_append_text(out, plan->slots[i].frame.after));
    }
    return FM_OK;
}

const struct fm_format_row fm_format_tsv = {
    .help = "columns with tabs between them, after a header line",
    .traits = FM_FORMAT_COLUMNS | FM_FORMAT_UTF8,
    .write_slot = put_column,
    .frame = frame_column,
    .write_head = write_names};

const struct fm_format_row fm_format_csv = {
    .help = "columns with commas between them (RFC 4180), after a header line",
    .traits = FM_FORMAT_COLUMNS | FM_FORMAT_UTF8,
    .write_slot = put_column,
    .frame = frame_column,
    .write_head = write_names};

/* Append the inside of a string, unless its escapes would make it too large: most control
 * characters take six bytes. */
static enum fm_status put_characters(const struct fm_record_scratch *scratch, struct fm_text value,
                                     struct fm_buf *out)
{
    enum { ESCAPE = 6 };
    const size_t room = out->n < scratch->end ? scratch->end - out->n : 0;
    size_t least = value.n;
    for (size_t i = 0; FM_UNLIKELY(value.n > room / ESCAPE) && i < value.n; i++)
        least += value.p[i] < '\b' || (value.p[i] > '\r' && value.p[i] < ' ') ? ESCAPE - 1 : 0;
    return least > room ? FM_REJECTED : fm_json_text(out, value);
}

/* Digits, a point, digits: a number of JSON. */
static bool is_fraction(struct fm_text value)
{
    const unsigned char *const end = value.p + value.n,
                               *point = fm_bytes_skip(value.p, end, FM_BYTE_DIGIT);
    return point > value.p && point + 1 < end && *point == '.' &&
           fm_bytes_skip(point + 1, end, FM_BYTE_DIGIT) == end;
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
    if (of_field && is_fraction(value))
        return fm_buf_append_text(out, value);
    FM_TRY(fm_buf_append(out, "\"", 1));
    FM_TRY(put_characters(scratch, value, out));
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
    if (fm_template_is_number(slot->value))
        return fm_buf_append_text(out, value.n == 0 ? frame->instead : value);
    if (value.n == 0 && frame->missing == FM_MISSING_BARES) {
        out->n--; /* the quote */
        return fm_buf_append_text(out, frame->instead);
    }
    FM_TRY(put_characters(scratch, value, out));
    return fm_buf_append_text(out, frame->after);
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
    .traits = FM_FORMAT_COLUMNS | FM_FORMAT_UTF8 | FM_FORMAT_ARRAYS,
    .end = {(const unsigned char *)"}\n", sizeof "}\n" - 1},
    .write_slot = put_member,
    .frame = frame_member};
