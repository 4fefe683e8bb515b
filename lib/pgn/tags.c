/* SPDX-License-Identifier: MIT */
/* Tag pairs (PGN standard 8.1). The value ends at the first quote that `]` follows; quotes before
 * it, and backslashes that escape nothing, belong to the value. A value may go over several lines,
 * but never over an empty one or one that begins with `[`: so a missing quote costs one tag. */
#include <config.h>
#include "pgn/tags.h"
#include "pgn/bytes.h"

#define KEY(a, b, c, d, e, f, g, h) \
    ((uint64_t)(a) | (uint64_t)(b) << 8 | (uint64_t)(c) << 16 | (uint64_t)(d) << 24 | \
     (uint64_t)(e) << 32 | (uint64_t)(f) << 40 | (uint64_t)(g) << 48 | (uint64_t)(h) << 56)

/* By slot, the number that fm_tag_id_of_key() computes of the first eight bytes. */
const struct fm_tag_slot fm_tag_slots[FM_TAG_SLOTS] = {
    {KEY('S', 'e', 't', 'U', 'p', 0, 0, 0), 5, FM_TAG_SETUP},
    {KEY('B', 'l', 'a', 'c', 'k', 0, 0, 0), 5, FM_TAG_BLACK},
    {KEY('F', 'E', 'N', 0, 0, 0, 0, 0), 3, FM_TAG_FEN},
    {KEY('E', 'v', 'e', 'n', 't', 0, 0, 0), 5, FM_TAG_EVENT},
    {KEY('S', 'i', 't', 'e', 0, 0, 0, 0), 4, FM_TAG_SITE},
    {KEY('D', 'a', 't', 'e', 0, 0, 0, 0), 4, FM_TAG_DATE},
    {KEY('T', 'i', 'm', 'e', 'C', 'o', 'n', 't'), 11, FM_TAG_TIME_CONTROL},
    {KEY('R', 'o', 'u', 'n', 'd', 0, 0, 0), 5, FM_TAG_ROUND},
    {0, 0, FM_TAG_OTHER},
    {KEY('V', 'a', 'r', 'i', 'a', 'n', 't', 0), 7, FM_TAG_VARIANT},
    {KEY('R', 'e', 's', 'u', 'l', 't', 0, 0), 6, FM_TAG_RESULT},
    {0, 0, FM_TAG_OTHER},
    {KEY('W', 'h', 'i', 't', 'e', 'E', 'l', 'o'), 8, FM_TAG_WHITE_ELO},
    {KEY('E', 'C', 'O', 0, 0, 0, 0, 0), 3, FM_TAG_ECO},
    {KEY('W', 'h', 'i', 't', 'e', 0, 0, 0), 5, FM_TAG_WHITE},
    {KEY('B', 'l', 'a', 'c', 'k', 'E', 'l', 'o'), 8, FM_TAG_BLACK_ELO},
};

const struct fm_tag *fm_tag_find(const struct fm_tag *tags, size_t count, enum fm_tag_id id)
{
    for (size_t i = 0; i < count; i++)
        if (tags[i].id == id)
            return &tags[i];
    return NULL;
}

const struct fm_tag *fm_tag_named(const struct fm_tag *tags, size_t count, struct fm_text name)
{
    for (size_t i = 0; i < count; i++)
        if (fm_text_equal(tags[i].name, name))
            return &tags[i];
    return NULL;
}

enum fm_status fm_tag_value(const struct fm_tag *tag, struct fm_arena *arena, struct fm_text *out)
{
    *out = tag->value;
    if (!tag->escaped)
        return FM_OK;
    unsigned char *copy = fm_arena_alloc(arena, tag->value.n);
    FM_TRY_MADE(copy);
    size_t n = 0;
    for (size_t i = 0; i < tag->value.n; i++) {
        const unsigned char *p = tag->value.p + i;
        /* Only \" and \\ are escapes (PGN standard 7); any other backslash is an ordinary one. */
        if (*p == '\\' && i + 1 < tag->value.n && (p[1] == '"' || p[1] == '\\'))
            i++;
        copy[n++] = tag->value.p[i];
    }
    *out = (struct fm_text){copy, n};
    return FM_OK;
}

const unsigned char *fm_line_start(const unsigned char *p, const unsigned char *floor)
{
    if (p - floor >= 3 && fm_is_bom(p - 3))
        p -= 3;
    while (p > floor && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    return p == floor || fm_byte_ends_line(p[-1]) ? p : NULL;
}

bool fm_follows_empty_line(const unsigned char *p, const unsigned char *floor)
{
    if (p == floor || !fm_byte_ends_line(p[-1]))
        return false;
    p -= p[-1] == '\n' && p - floor >= 2 && p[-2] == '\r' ? 2 : 1;
    while (p > floor && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    return p > floor && fm_byte_ends_line(p[-1]);
}

bool fm_follows_tag(const unsigned char *p, const unsigned char *floor)
{
    p = fm_bytes_skip_back(p, floor, FM_BYTE_BLANK);
    if (p == floor || *--p != ']')
        return false;
    p = fm_bytes_skip_back(p, floor, FM_BYTE_BLANK);
    return p > floor && p[-1] == '"';
}

bool fm_is_hard_boundary(const unsigned char *p, const unsigned char *floor,
                         const unsigned char *end)
{
    static const char event[] = "[Event \"";
    const size_t size = sizeof event - 1;
    if ((size_t)(end - p) < size || memcmp(p, event, size) != 0)
        return false;
    if (p - floor >= 3 && fm_is_bom(p - 3))
        p -= 3;
    return fm_follows_empty_line(p, floor) && !fm_follows_tag(p, floor);
}

static const unsigned char *skip_spaces(const unsigned char *p, const unsigned char *end)
{
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    return p;
}

/* The start of the line after the line end at p, or NULL if that line is empty or begins with
 * `[`. */
static const unsigned char *next_line(const unsigned char *p, const unsigned char *end, bool *cut)
{
    if (p < end)
        p += p[0] == '\r' && p[1] == '\n' ? 2 : 1;
    const unsigned char *q = p < end ? skip_spaces(p, end) : end;
    *cut = q >= end;
    return q >= end || fm_byte_ends_line(*q) || *q == '[' ? NULL : p;
}

/* Where a value ends: at a quote, with `]` after it. */
struct value_end {
    const unsigned char *quote; /* NULL = none */
    bool plain;                 /* the quote is the first that is not escaped */
    bool escapes;               /* a backslash is before it */
    bool others;                /* other quotes are before it, or on the line if it is not */
    bool cut;                   /* the search came to the end of the text */
};

/* Look for the closing quote from p to the end of its line. A last quote with `]` after it
 * closes even when escaped (`[Event "Tournament \"]`).
 * @param strict  only the first quote that is not escaped may close. */
static struct value_end find_quote(const unsigned char *p, const unsigned char *end, bool strict)
{
    struct value_end found = {0};
    const unsigned char *escaped_quote = NULL;
    for (; p < end && !fm_byte_ends_line(*p); p++) {
        const bool escape = *p == '\\' && (p[1] == '"' || p[1] == '\\') && p + 1 < end;
        found.escapes |= *p == '\\';
        p += escape;
        if (*p != '"')
            continue;
        const unsigned char *after = fm_bytes_skip(p + 1, end, FM_BYTE_BLANK);
        const bool closes = after < end && *after == ']';
        found.cut |= after >= end;
        if (escape) {
            if (closes)
                escaped_quote = p;
            continue;
        }
        if (closes) {
            found.quote = p;
            found.plain = !found.others;
            return found;
        }
        found.others = true;
        if (strict)
            return found;
    }
    found.cut |= p >= end;
    found.quote = escaped_quote;
    return found;
}

/* The same, lines below included if no other quote is on the first. */
static struct value_end find_value_end(const unsigned char *p, const unsigned char *end)
{
    const struct value_end first = find_quote(p, end, false);
    struct value_end found = first;
    while (found.quote == NULL && !found.cut && !first.others) {
        bool cut;
        p = next_line(fm_line_end(p, end), end, &cut);
        if (p == NULL)
            return (struct value_end){.cut = cut};
        found = find_quote(p, end, false);
        found.plain = false;
        found.escapes |= first.escapes;
    }
    if (found.quote == NULL)
        found = (struct value_end){.cut = found.cut, .others = first.others};
    return found;
}

/* A value that nothing closes properly: up to the next quote, and the pair up to the last `]` of
 * the line or, without one, to its end. */
static void read_rest_of_line(const unsigned char *p, const unsigned char *end,
                              struct fm_tag_found *out)
{
    const unsigned char *stop = fm_line_end(p, end), *close = stop;
    while (close > p && close[-1] != ']')
        close--;
    out->end = close > p ? close : stop;
    const struct fm_text value = fm_text_between(p, close > p ? close - 1 : stop);
    const unsigned char *const quote = memchr(p, '"', value.n);
    out->tag.value = quote != NULL ? fm_text_between(p, quote) : fm_text_trim(value);
}

/* `[Black Elo "2000"]`, `[Black-Elo "2000"]`: what is before the quotes is no name, and so not
 * Black's. */
static void refuse_name(struct fm_tag *tag)
{
    const struct fm_text text = tag->value;
    const unsigned char *const quote = text.n == 0 ? NULL : memchr(text.p, '"', text.n);
    const unsigned char *const last = text.p + text.n - 1;
    if (tag->name.n == 0 || quote == NULL || quote == text.p || quote == last || *last != '"')
        return;
    tag->name.n = 0;
    tag->id = FM_TAG_OTHER;
    tag->value = fm_text_between(quote + 1, last);
}

/* `[Site]`, `[WhiteElo 2000]`: a value without quotes ends at the first `]`, `[` or line end. */
static void read_unquoted(const unsigned char *p, const unsigned char *end,
                          struct fm_tag_found *out)
{
    const unsigned char *q = p;
    while (q < end && *q != ']' && *q != '[' && !fm_byte_ends_line(*q))
        q++;
    out->tag.value = fm_text_trim(fm_text_between(p, q));
    refuse_name(&out->tag);
    out->cut = q >= end;
    out->end = q < end && *q == ']' ? q + 1 : q;
}

void fm_tag_read(const unsigned char *p, const unsigned char *end, struct fm_tag_found *out)
{
    const unsigned char *name = fm_bytes_skip(p + 1, end, FM_BYTE_BLANK),
                        *name_end = fm_bytes_skip(name, end, FM_BYTE_NAME);
    const unsigned char *q = fm_bytes_skip(name_end, end, FM_BYTE_BLANK);
    *out = (struct fm_tag_found){.tag = {.name = fm_text_between(name, name_end)},
                                 .malformed = name == name_end || q == name_end};
    out->tag.id = fm_tag_id_of(out->tag.name);
    if (q < end && (*q == ':' || *q == '=')) {
        out->malformed = true;
        q = fm_bytes_skip(q + 1, end, FM_BYTE_BLANK);
    }
    if (q >= end || *q != '"') {
        out->malformed = true;
        read_unquoted(fm_line_end(p, q), end, out);
        return;
    }
    const struct value_end value = find_value_end(q + 1, end);
    out->malformed |= !value.plain;
    out->cut = value.cut;
    if (value.quote == NULL) {
        read_rest_of_line(q + 1, end, out);
        const struct fm_text text = out->tag.value;
        out->tag.escaped = text.n > 0 && memchr(text.p, '\\', text.n) != NULL;
        return;
    }
    out->tag.value = fm_text_between(q + 1, value.quote);
    out->tag.escaped = value.escapes;
    out->end = fm_bytes_skip(value.quote + 1, end, FM_BYTE_BLANK) + 1;
}

/* The place after the name of the `[` at p, on its line, and after the `:` or `=` that some write
 * there; NULL if there is no name. */
static const unsigned char *skip_to_value(const unsigned char *p, const unsigned char *end)
{
    const unsigned char *name = skip_spaces(p + 1, end),
                        *q = fm_bytes_skip(name, end, FM_BYTE_NAME);
    if (q == name)
        return NULL;
    q = skip_spaces(q, end);
    return q < end && (*q == ':' || *q == '=') ? skip_spaces(q + 1, end) : q;
}

/* Name, quote, and a closing quote with `]` on the same line. */
static bool is_on_line(const unsigned char *p, const unsigned char *end, bool *cut)
{
    const unsigned char *q = skip_to_value(p, end);
    if (q == NULL || q >= end || *q != '"')
        return false;
    const struct value_end value = find_quote(q + 1, end, false);
    *cut |= value.cut;
    return value.quote != NULL;
}

bool fm_tag_is_on_line(const unsigned char *p, const unsigned char *end, bool *cut)
{
    if (is_on_line(p, end, cut))
        return true;
    const unsigned char *q = skip_spaces(p + 1, end);
    q = skip_spaces(fm_bytes_skip(q, end, FM_BYTE_NAME), end);
    if (q < end && !fm_byte_ends_line(*q))
        return false;
    struct fm_tag_found reading;
    fm_tag_read(p, end, &reading);
    *cut |= reading.cut;
    return !reading.malformed;
}

bool fm_tag_is_event(const unsigned char *p, const unsigned char *end, bool *cut)
{
    static const char event[] = "[Event \"";
    const size_t size = sizeof event - 1;
    if ((size_t)(end - p) <= size || memcmp(p, event, size) != 0)
        return false;
    const struct value_end value = find_quote(p + size, end, true);
    *cut |= value.cut;
    return value.quote != NULL && value.plain;
}

bool fm_tag_opens(const unsigned char *p, const unsigned char *end, bool *cut)
{
    if (fm_tag_is_on_line(p, end, cut))
        return true;
    const unsigned char *name = skip_spaces(p + 1, end), *q = skip_to_value(p, end);
    if (q == NULL ||
        fm_tag_id_of(fm_text_between(name, fm_bytes_skip(name, end, FM_BYTE_NAME))) == FM_TAG_OTHER)
        return false;
    return q < end && *q == '"';
}
