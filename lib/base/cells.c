/* SPDX-License-Identifier: MIT */
/* The cells of a row: see cells.h. Of JSON the brackets, strings and commas are looked at; what a
 * value means is found out by who reads it. */
#include <config.h>
#include "base/cells.h"

/* ---- fields with a byte between them ---- */

/* The quote that closes a field; the end if there is none. */
static const unsigned char *closing_quote(const unsigned char *p, const unsigned char *end)
{
    for (; p < end; p++) {
        if (*p != '"')
            continue;
        if (p + 1 == end || p[1] != '"')
            return p;
        p++;
    }
    return end;
}

void fm_cell_take(struct fm_text *rest, unsigned char apart, bool quotes, struct fm_cell *out,
                  const char **fault)
{
    const unsigned char *p = rest->p, *const end = p + rest->n;
    while (p < end && *p == ' ')
        p++;
    const bool quoted = quotes && p < end && *p == '"';
    const unsigned char *const quote = quoted ? closing_quote(p + 1, end) : p;
    const unsigned char *stop = quote == end ? NULL : memchr(quote, apart, (size_t)(end - quote));
    *rest = stop == NULL ? FM_NO_TEXT : fm_text_between(stop + 1, end);
    stop = stop == NULL ? end : stop;
    *fault = NULL;
    *out = (struct fm_cell){.text = fm_text_trim(fm_text_between(p, stop))};
    if (!quoted)
        return;
    *out = (struct fm_cell){.text = fm_text_between(p + 1, quote), .form = FM_CELL_QUOTED};
    const struct fm_text after =
        quote == end ? FM_NO_TEXT : fm_text_trim(fm_text_between(quote + 1, stop));
    if (quote == end)
        *fault = "the quote of this value has no partner in its line";
    if (after.n == 0)
        return;
    *fault = "after a value in quotes the next one begins";
    *out = (struct fm_cell){.text = after};
}

/* ---- JSON ---- */

static void skip_row_blanks(struct fm_text *rest)
{
    while (rest->n > 0 && fm_byte_in(*rest->p, " \t\r\n"))
        *rest = fm_text_after(*rest, 1);
}

static bool take_sign(struct fm_text *rest, unsigned char sign)
{
    skip_row_blanks(rest);
    if (rest->n == 0 || *rest->p != sign)
        return false;
    *rest = fm_text_after(*rest, 1);
    return true;
}

/* The quote that ends the string that begins at p; the end if there is none. */
static const unsigned char *json_string_end(const unsigned char *p, const unsigned char *end)
{
    while (p < end && *p != '"')
        p += 1 + (*p == '\\' && end - p > 1);
    return p;
}

/* After the bracket that closes the one before p; NULL: there is none. */
static const unsigned char *nested_end(const unsigned char *p, const unsigned char *end)
{
    size_t depth = 1;
    for (; p < end; p++) {
        if (*p == '"') {
            p = json_string_end(p + 1, end);
            if (p == end)
                return NULL;
        } else if (*p == '[' || *p == '{') {
            depth++;
        } else if ((*p == ']' || *p == '}') && --depth == 0) {
            return p + 1;
        }
    }
    return NULL;
}

static bool take_string(struct fm_text *rest, struct fm_cell *out)
{
    if (!take_sign(rest, '"'))
        return false;
    const unsigned char *const end = rest->p + rest->n, *const quote =
                                                            json_string_end(rest->p, end);
    *out = (struct fm_cell){.text = fm_text_between(rest->p, quote), .form = FM_CELL_STRING};
    if (quote < end)
        *rest = fm_text_between(quote + 1, end);
    return quote < end;
}

/* @return what is wrong with the value, or NULL. */
static const char *take_value(struct fm_text *rest, struct fm_cell *out)
{
    skip_row_blanks(rest);
    const unsigned char *p = rest->p, *const end = p + rest->n;
    *out = (struct fm_cell){.text = *rest};
    if (rest->n == 0)
        return "a value is missing";
    if (*p == '"')
        return take_string(rest, out) ? NULL : "a string has no end";
    if (*p == '[' || *p == '{') {
        const unsigned char *const stop = nested_end(p + 1, end);
        if (stop == NULL)
            return "an array or object has no end";
        *out = (struct fm_cell){.text = fm_text_between(p + 1, stop - 1),
                                .form = *p == '[' ? FM_CELL_LIST : FM_CELL_OBJECT};
        *rest = fm_text_between(stop, end);
        return NULL;
    }
    while (p < end && fm_byte_in(*p, "+-.0123456789eEtrufalsn"))
        p++;
    if (p == rest->p)
        return "no value of JSON";
    out->text.n = (size_t)(p - rest->p);
    *rest = fm_text_between(p, end);
    if (fm_text_is(out->text, "null"))
        out->text.n = 0;
    return NULL;
}

bool fm_cell_open_object(struct fm_text line, struct fm_text *rest)
{
    *rest = line;
    return take_sign(rest, '{');
}

bool fm_cell_take_member(struct fm_text *rest, struct fm_cell *name, struct fm_cell *value,
                         const char **fault)
{
    const bool object = name != NULL;
    skip_row_blanks(rest);
    *fault = NULL;
    *value = (struct fm_cell){.text = *rest};
    if (object)
        *name = (struct fm_cell){.text = FM_NO_TEXT};
    if (object ? take_sign(rest, '}') : rest->n == 0)
        return false;
    if (object && (!take_string(rest, name) || !take_sign(rest, ':'))) {
        *fault = "no name of a value here";
        return true;
    }
    *fault = take_value(rest, value);
    if (*fault != NULL)
        return true;
    skip_row_blanks(rest);
    if (take_sign(rest, ','))
        skip_row_blanks(rest);
    else if (rest->n > 0 ? !object || *rest->p != '}' : object)
        *fault = "a comma is missing, or the end";
    if (*fault != NULL)
        value->text = *rest;
    return true;
}

/* ---- texts ---- */

/* Read the four digits of an escape. @return false: they are none. */
static bool read_code(const unsigned char *p, const unsigned char *end, unsigned *out)
{
    static const char digits[] = "0123456789abcdef";
    *out = 0;
    for (unsigned i = 0; i < 4; i++) {
        const char *digit =
            p + i < end ? memchr(digits, p[i] | 0x20 * (p[i] >= 'A'), sizeof digits - 1) : NULL;
        if (digit == NULL)
            return false;
        *out = *out << 4 | (unsigned)(digit - digits);
    }
    return true;
}

static unsigned char *put_utf8(unsigned code, unsigned char *to)
{
    if (code < 0x80) {
        *to++ = (unsigned char)code;
        return to;
    }
    const unsigned more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3; /* bytes after the first */
    static const unsigned char heads[] = {0, 0xC0, 0xE0, 0xF0};
    *to++ = (unsigned char)(heads[more] | code >> 6 * more);
    for (unsigned i = more; i-- > 0;)
        *to++ = (unsigned char)(0x80 | (code >> 6 * i & 0x3F));
    return to;
}

/* Write what an escape means: of a code that is no character `?`. @return after the escape. */
static const unsigned char *undo_escape(const unsigned char *p, const unsigned char *end,
                                        unsigned char **to)
{
    static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
    unsigned code, low;
    if (*p != 'u' || !read_code(p + 1, end, &code)) {
        const char *letter = memchr(letters, *p, sizeof letters - 1);
        *(*to)++ = letter == NULL ? *p : (unsigned char)meant[letter - letters];
        return p + 1;
    }
    p += 5;
    if (code >= 0xD800 && code < 0xDC00 && end - p >= 6 && p[0] == '\\' && p[1] == 'u' &&
        read_code(p + 2, end, &low) && low >= 0xDC00 && low < 0xE000) {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        p += 6;
    }
    *to = put_utf8(code >= 0xD800 && code < 0xE000 ? '?' : code, *to);
    return p;
}

unsigned char *fm_cell_put(const struct fm_cell *cell, unsigned char *to)
{
    const unsigned char *p = cell->text.p, *const end = p + cell->text.n;
    const bool json = cell->form == FM_CELL_STRING || cell->form == FM_CELL_LIST;
    while (p < end) {
        const unsigned char c = *p++;
        if (json && c == '\\' && p < end)
            p = undo_escape(p, end, &to);
        else if (cell->form == FM_CELL_LIST && (c == '"' || c == ','))
            *to++ = ' ';
        else
            *to++ = c;
        if (cell->form == FM_CELL_QUOTED && c == '"')
            p += p < end; /* the other one of the two */
    }
    return to;
}

enum fm_status fm_cell_text(const struct fm_cell *cell, struct fm_arena *arena, struct fm_text *out)
{
    *out = cell->text;
    if (fm_cell_is_plain(cell))
        return FM_OK;
    unsigned char *const made = fm_arena_alloc(arena, cell->text.n);
    FM_TRY_MADE(made);
    *out = fm_text_trim(fm_text_between(made, fm_cell_put(cell, made)));
    return FM_OK;
}
