/* SPDX-License-Identifier: MIT */
/* Small files that are read whole: see text_file.h. */
#include <config.h>
#include "pgn/text_file.h"
#include "io/input.h"
#include "pgn/bytes.h"
#include "pgn/encoding.h"

enum { PIECE = 64 * 1024 };

static enum fm_status read_all(struct fm_input *input, const char *name, struct fm_buf *out,
                               struct fm_error *error)
{
    for (size_t got = 1; got > 0; out->n += got) {
        if (out->n > FM_TEXT_FILE_MAX) {
            *error = (struct fm_error){.status = FM_BAD_PROFILE,
                                       .input = name,
                                       .detail = FM_TEXT("this file is larger than 64 MiB")};
            return FM_BAD_PROFILE;
        }
        FM_TRY(fm_buf_reserve(out, PIECE));
        FM_TRY(fm_input_read(input, out->p + out->n, PIECE, &got, error));
    }
    return FM_OK;
}

/* The bytes of another encoding become UTF-8. */
static enum fm_status make_utf8(struct fm_buf *text)
{
    const struct fm_text all = fm_buf_text(text);
    struct fm_buf made = {NULL, 0, 0};
    if (fm_encoding_is_utf8(all))
        return FM_OK;
    const enum fm_status status = fm_encoding_append(&made, all, FM_ENCODING_AUTO);
    fm_buf_free(text);
    *text = made;
    return status;
}

enum fm_status fm_text_file_read(const char *name, struct fm_buf *text, struct fm_error *error)
{
    const struct fm_text mark = FM_TEXT("\xEF\xBB\xBF");
    struct fm_input *input;
    FM_TRY(fm_input_open(name, &input, error));
    enum fm_status status = read_all(input, name, text, error);
    fm_input_close(input);
    if (status == FM_INPUT_FAILED)
        error->input = name;
    FM_TRY(status);
    FM_TRY(make_utf8(text));
    if (fm_text_begins(fm_buf_text(text), mark)) {
        text->n -= mark.n;
        memmove(text->p, text->p + mark.n, text->n);
    }
    FM_TRY(fm_buf_reserve(text, FM_TEXT_PADDING));
    memset(text->p + text->n, 0, FM_TEXT_PADDING);
    return FM_OK;
}

bool fm_line_next(struct fm_line_reader *reader)
{
    struct fm_text *rest = &reader->rest;
    if (rest->n == 0)
        return false;
    const unsigned char *end = memchr(rest->p, '\n', rest->n), *all = rest->p + rest->n;
    reader->line = fm_text_without_tail(fm_text_between(rest->p, end == NULL ? all : end), "\r ");
    *rest = fm_text_between(end == NULL ? all : end + 1, all);
    reader->number++;
    return true;
}

enum fm_status fm_line_refuse(const struct fm_line_reader *reader, struct fm_text what,
                              const char *detail, struct fm_error *error)
{
    *error = (struct fm_error){.status = FM_BAD_PROFILE,
                               .input = reader->name,
                               .line = reader->number,
                               .what = what,
                               .detail = fm_text_of(detail)};
    return FM_BAD_PROFILE;
}

size_t fm_line_fields(const struct fm_line_reader *reader, struct fm_text *fields, size_t most)
{
    const unsigned char *at = reader->line.p, *end = at + reader->line.n;
    for (size_t count = 0;; count++) {
        const unsigned char *tab = at == end ? NULL : memchr(at, '\t', (size_t)(end - at));
        if (count < most)
            fields[count] = fm_text_trim(fm_text_between(at, tab == NULL ? end : tab));
        if (tab == NULL)
            return count + 1;
        at = tab + 1;
    }
}
