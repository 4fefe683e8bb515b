/* SPDX-License-Identifier: MIT */
/* CSV (RFC 4180): columns with commas between, lines that end in CR LF, the first one their names.
 * A value that has a comma, a quote or a line end is in quotes, with each quote in it doubled. Line
 * ends stay; other control characters, which the RFC does not allow, become blanks, as in tsv. */
#include <config.h>
#include "base/utf8.h"
#include "record/record.h"
#include "record/write_table.h"

static bool is_line_end(unsigned char c)
{
    return c == '\r' || c == '\n';
}

/* Make blanks of the control characters in the buffer from @p begin on, but for line ends. */
static void blank_controls(struct fm_buf *out, size_t begin)
{
    size_t end = begin;
    for (size_t at = begin, to; at < out->n; at = to) {
        for (to = at; to < out->n && !is_line_end(out->p[to]); to++)
            ;
        const size_t n = fm_utf8_blank_controls(out->p + at, to - at, NULL);
        memmove(out->p + end, out->p + at, n);
        end += n;
        for (; to < out->n && is_line_end(out->p[to]); to++)
            out->p[end++] = out->p[to];
    }
    out->n = end;
}

static bool needs_quotes(struct fm_text value)
{
    for (size_t i = 0; i < value.n; i++)
        if (value.p[i] == ',' || value.p[i] == '"' || is_line_end(value.p[i]))
            return true;
    return false;
}

static enum fm_status put_quoted(struct fm_buf *out, struct fm_text value)
{
    FM_TRY(fm_buf_append(out, "\"", 1));
    while (value.n > 0) {
        const unsigned char *quote = memchr(value.p, '"', value.n);
        const size_t n = quote == NULL ? value.n : (size_t)(quote - value.p) + 1;
        FM_TRY(fm_buf_append(out, value.p, n));
        if (quote != NULL)
            FM_TRY(fm_buf_append(out, "\"", 1));
        value = (struct fm_text){value.p + n, value.n - n};
    }
    return fm_buf_append(out, "\"", 1);
}

/* @param alone  the row's only value: empty, it would be an empty line, which readers skip. */
static enum fm_status put_cell(struct fm_buf *out, struct fm_text value, bool alone)
{
    const size_t begin = out->n;
    FM_TRY(needs_quotes(value) || (alone && value.n == 0) ? put_quoted(out, value)
                                                          : fm_buf_append_text(out, value));
    blank_controls(out, begin);
    return FM_OK;
}

static const struct fm_table_form form = {
    .put_cell = put_cell,
    .between = {(const unsigned char *)",", sizeof "," - 1},
    .end = {(const unsigned char *)"\r\n", sizeof "\r\n" - 1},
    .empty = {(const unsigned char *)"\"\"", sizeof "\"\"" - 1}};

static enum fm_status write_csv(const struct fm_record_plan *plan,
                                const struct fm_record_slot *slot, struct fm_text value,
                                struct fm_record_scratch *scratch, struct fm_buf *out,
                                struct fm_warnings *notes)
{
    (void)scratch, (void)notes;
    return fm_table_put(&form, plan, slot, value, out);
}

static enum fm_status frame_csv(const struct fm_record_plan *plan,
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

const struct fm_format_row fm_format_csv = {
    .help = "columns with commas between them (RFC 4180), after a header line",
    .traits = FM_FORMAT_COLUMNS | FM_FORMAT_UTF8,
    .put = write_csv,
    .frame = frame_csv,
    .write_head = write_names};
