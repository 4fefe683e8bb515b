/* SPDX-License-Identifier: MIT */
/* Reads a line as the standard has it, without any tolerance: see epd_strict.h. */
#include <config.h>
#include "epd_strict.h"

/* What is left of the line. */
struct cursor {
    const unsigned char *p, *end;
};

static bool take(struct cursor *c, unsigned char byte)
{
    if (c->p == c->end || *c->p != byte)
        return false;
    c->p++;
    return true;
}

static struct fm_text take_word(struct cursor *c)
{
    const unsigned char *const begin = c->p;
    while (c->p<c->end && * c->p> ' ' && *c->p != 0x7F && *c->p != ';' && *c->p != '"')
        c->p++;
    return fm_text_between(begin, c->p);
}

/* A string without its quotes; false if it is none. */
static bool take_string(struct cursor *c, struct fm_text *out)
{
    if (!take(c, '"'))
        return false;
    const unsigned char *const begin = c->p;
    while (c->p < c->end && *c->p != '"' && *c->p >= ' ' && *c->p != 0x7F)
        c->p++;
    *out = fm_text_between(begin, c->p);
    return take(c, '"') && out->n <= FM_EPD_STRING_MAX;
}

static bool is_integer(struct fm_text t, bool negative)
{
    if (negative && t.n > 1 && *t.p == '-')
        t.p++, t.n--;
    for (size_t i = 0; i < t.n; i++)
        if (t.p[i] < '0' || t.p[i] > '9')
            return false;
    return t.n > 0 && (t.n == 1 || *t.p != '0');
}

/* A SAN move or what looks like one: letters, digits, = + # -, a letter first. */
static bool is_san(struct fm_text t)
{
    for (size_t i = 0; i < t.n; i++) {
        const unsigned char c = t.p[i];
        const bool letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
        const bool other = (c >= '0' && c <= '9') || c == '=' || c == '+' || c == '#' || c == '-';
        if (!letter && (i == 0 || !other))
            return false;
    }
    return t.n > 0;
}

static bool ascends(struct fm_text before, struct fm_text text, bool or_equal)
{
    const size_t n = before.n < text.n ? before.n : text.n;
    const int order = n == 0 ? 0 : memcmp(before.p, text.p, n);
    return order < 0 || (order == 0 && (before.n < text.n || (or_equal && before.n == text.n)));
}

/* One operand of this type, the count-th; *last is the one before it. */
static bool fits(enum fm_epd_type type, bool quoted, struct fm_text text, size_t count,
                 struct fm_text *last)
{
    const struct fm_text before = *last;
    *last = text;
    switch (type) {
    case FM_EPD_ANY:
        return true;
    case FM_EPD_NOTHING:
        return false;
    case FM_EPD_INTEGER:
    case FM_EPD_COUNT:
    case FM_EPD_POSITIVE:
        return !quoted && count == 1 && is_integer(text, type == FM_EPD_INTEGER) &&
               fm_epd_is_integer(type, text);
    case FM_EPD_STRING:
        return quoted && count == 1;
    case FM_EPD_STRINGS:
        return quoted && count <= 2;
    case FM_EPD_MOVE:
        return !quoted && count == 1 && is_san(text);
    case FM_EPD_MOVE_SET:
        return !quoted && is_san(text) && ascends(before, text, true);
    case FM_EPD_MOVE_SEQUENCE:
        return !quoted && is_san(text);
    }
    return false;
}

/* Fewer operands than the type needs; a comment or an id may have none. */
static bool is_complete(enum fm_epd_type type, size_t count)
{
    switch (type) {
    case FM_EPD_INTEGER:
    case FM_EPD_COUNT:
    case FM_EPD_POSITIVE:
    case FM_EPD_MOVE:
        return count == 1;
    case FM_EPD_STRINGS:
        return count == 2;
    case FM_EPD_ANY:
    case FM_EPD_NOTHING:
    case FM_EPD_STRING:
    case FM_EPD_MOVE_SET:
    case FM_EPD_MOVE_SEQUENCE:
        break;
    }
    return true;
}

static bool take_operation(struct cursor *c, struct fm_text *last_opcode)
{
    const struct fm_text opcode = take_word(c);
    const enum fm_epd_type type = fm_epd_type_of(opcode);
    struct fm_text last = {c->p, 0};
    size_t count = 0;
    if (!fm_epd_is_opcode(opcode) || !ascends(*last_opcode, opcode, false))
        return false;
    *last_opcode = opcode;
    while (take(c, ' ')) {
        const bool quoted = c->p < c->end && *c->p == '"';
        struct fm_text text;
        if (quoted && !take_string(c, &text))
            return false;
        if (!quoted)
            text = take_word(c);
        if ((text.n == 0 && !quoted) || !fits(type, quoted, text, ++count, &last))
            return false;
    }
    return is_complete(type, count) && take(c, ';');
}

/* Four fields that read without any tolerance, one blank between; c is then after them. */
static bool take_position(struct cursor *c)
{
    struct fm_setup setup;
    struct fm_fen_fields fields;
    struct fm_warnings notes = {{0}};
    if (fm_setup_read(fm_text_between(c->p, c->end), NULL, false, &setup, &fields, &notes, NULL) !=
            FM_OK ||
        fields.halfmove.n > 0 || (notes.warnings[0] | notes.warnings[1]) != 0)
        return false;
    c->p = fields.en_passant.p + fields.en_passant.n;
    return fm_setup_faults(&setup) == 0;
}

static bool take_line(struct cursor *c)
{
    struct fm_text last_opcode = {c->p, 0};
    if (!take_position(c))
        return false;
    while (c->p < c->end)
        if (!take(c, ' ') || !take_operation(c, &last_opcode))
            return false;
    return true;
}

bool fm_epd_is_strict(struct fm_text line, struct fm_text *where)
{
    struct cursor c = {line.p, line.p + line.n};
    const bool strict = take_line(&c);
    if (!strict && where != NULL)
        *where = fm_text_between(c.p, c.end);
    return strict;
}
