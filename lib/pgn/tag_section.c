/* SPDX-License-Identifier: MIT */
/* Tag sections as they are written: see tag_section.h. */
#include <config.h>
#include "pgn/tag_section.h"
#include "pgn/bytes.h"

const char *const fm_roster_tags[FM_ROSTER_TAGS + 1] = {"Event", "Site",  "Date",   "Round",
                                                        "White", "Black", "Result", NULL};

enum fm_status fm_tag_section_begin(struct fm_tag_section *section, struct fm_text game,
                                    const unsigned char *moves, const struct fm_tag *tags,
                                    size_t count, struct fm_arena *arena)
{
    enum { SPARE = 8 }; /* largest number of pairs added to most games */
    *section = (struct fm_tag_section){.begin = game.p,
                                       .moves = moves,
                                       .end = game.n == 0 ? game.p : game.p + game.n,
                                       .count = count,
                                       .cap = count + SPARE,
                                       .arena = arena};
    section->pairs = fm_arena_alloc(arena, section->cap * sizeof *section->pairs);
    FM_TRY_MADE(section->pairs);
    for (size_t i = 0; i < count; i++)
        section->pairs[i] = (struct fm_tag_pair){.name = tags[i].name, .found = &tags[i]};
    return FM_OK;
}

struct fm_tag_pair *fm_tag_section_find(const struct fm_tag_section *section, struct fm_text name)
{
    for (size_t i = 0; i < section->count; i++) {
        struct fm_tag_pair *const pair = &section->pairs[i];
        if (pair->name.n == name.n && name.n > 0 && *pair->name.p == *name.p && !pair->dropped &&
            fm_text_equal(pair->name, name))
            return pair;
    }
    return NULL;
}

enum fm_status fm_tag_section_value(const struct fm_tag_section *section,
                                    const struct fm_tag_pair *pair, struct fm_text *value)
{
    *value = FM_NO_TEXT;
    if (pair == NULL)
        return FM_OK;
    if (!pair->changed)
        return fm_tag_value(pair->found, section->arena, value);
    *value = pair->value;
    return FM_OK;
}

enum fm_status fm_tag_section_change(const struct fm_tag_section *section, struct fm_tag_pair *pair,
                                     struct fm_text value)
{
    struct fm_text old;
    FM_TRY(fm_tag_section_value(section, pair, &old));
    if (fm_text_equal(old, value))
        return FM_OK;
    pair->value = value;
    pair->changed = true;
    return FM_OK;
}

enum fm_status fm_tag_section_add(struct fm_tag_section *section, const struct fm_tag_pair *before,
                                  struct fm_text name, struct fm_text value)
{
    const size_t at = before == NULL ? section->count : (size_t)(before - section->pairs);
    if (section->count == section->cap) {
        struct fm_tag_pair *grown =
            fm_arena_alloc(section->arena, 2 * section->cap * sizeof *grown);
        FM_TRY_MADE(grown);
        memcpy(grown, section->pairs, section->count * sizeof *grown);
        section->pairs = grown;
        section->cap *= 2;
    }
    memmove(section->pairs + at + 1, section->pairs + at,
            (section->count++ - at) * sizeof *section->pairs);
    section->pairs[at] = (struct fm_tag_pair){.name = name, .value = value, .changed = true};
    return FM_OK;
}

void fm_tag_section_drop(struct fm_tag_section *section, struct fm_text name,
                         const struct fm_tag_pair *kept)
{
    for (size_t i = 0; i < section->count; i++)
        if (&section->pairs[i] != kept && fm_text_equal(section->pairs[i].name, name))
            section->pairs[i].dropped = true;
}

enum fm_status fm_tag_section_set(struct fm_tag_section *section, struct fm_text name,
                                  struct fm_text value)
{
    struct fm_tag_pair *pair = fm_tag_section_find(section, name);
    if (pair == NULL)
        return fm_tag_section_add(section, NULL, name, value);
    fm_tag_section_drop(section, name, pair);
    return fm_tag_section_change(section, pair, value);
}

/* After the bracket that closes a tag pair. One that is never closed ends with its line, or where
 * the next one begins. */
static const unsigned char *pair_end(const unsigned char *value_end, const unsigned char *end)
{
    const unsigned char *p = value_end;
    while (p < end && (*p == '"' || fm_byte_is(*p, FM_BYTE_BLANK)))
        p++;
    if (p < end && *p == ']')
        return p + 1;
    for (p = value_end; p < end && !fm_byte_ends_line(*p) && *p != '['; p++)
        if (*p == ']')
            return p + 1;
    return p;
}

/* A whole tag pair, from its bracket to after its line end. */
static struct fm_text pair_of(const struct fm_tag_section *section, const struct fm_tag *tag)
{
    const unsigned char *from = tag->name.p,
                        *to = pair_end(tag->value.p + tag->value.n, section->end);
    while (from > section->begin && *from != '[')
        from--;
    while (to < section->end && (*to == ' ' || *to == '\t'))
        to++;
    to += to < section->end && *to == '\r';
    to += to < section->end && *to == '\n';
    return fm_text_between(from, to);
}

/* The first pair of the game from @p i on; NULL: there is no more. */
static const struct fm_tag *found_from(const struct fm_tag_section *section, size_t i)
{
    while (i < section->count && section->pairs[i].found == NULL)
        i++;
    return i < section->count ? section->pairs[i].found : NULL;
}

bool fm_tag_section_is_crlf(const struct fm_tag_section *section)
{
    struct fm_text text = fm_text_between(section->begin, section->end);
    for (size_t i = section->count; i > 0; i--)
        if (section->pairs[i - 1].found != NULL) {
            text = pair_of(section, section->pairs[i - 1].found);
            break;
        }
    const unsigned char *lf = text.n > 0 ? memchr(text.p, '\n', text.n) : NULL;
    return lf != NULL && lf > text.p && lf[-1] == '\r';
}

static enum fm_status put_line_end(struct fm_buf *out, bool crlf)
{
    return fm_buf_append_text(out, crlf ? FM_TEXT("\r\n") : FM_TEXT("\n"));
}

/* Values that were set are UTF-8 already; what is copied becomes it. */
static enum fm_status put_copied(const struct fm_tag_section *section, const unsigned char *begin,
                                 const unsigned char *end, struct fm_buf *out)
{
    const struct fm_text text = fm_text_between(begin, end);
    return section->encoding == FM_ENCODING_AUTO ? fm_buf_append_text(out, text)
                                                 : fm_encoding_append(out, text, section->encoding);
}

/* The value of a pair in UTF-8, where that is wanted, else in bytes of the game. */
static enum fm_status value_of(const struct fm_tag_section *section, const struct fm_tag_pair *pair,
                               struct fm_text *value)
{
    FM_TRY(fm_tag_section_value(section, pair, value));
    return !pair->changed && section->encoding != FM_ENCODING_AUTO
               ? fm_encoding_decode(section->arena, *value, section->encoding, value)
               : FM_OK;
}

/* A value with its escapes (PGN standard 7), on one line. @param at  has room for twice its bytes.
 * @return its end. */
static unsigned char *put_escaped(struct fm_text value, unsigned char *at)
{
    for (const unsigned char *p = value.p, *end = p + value.n; p < end; p++) {
        const bool line_end = *p == '\r' && p + 1 < end && p[1] == '\n';
        p += line_end; /* one blank for both */
        if (*p == '"' || *p == '\\')
            *at++ = '\\';
        *at++ = *p < ' ' || *p == 0x7F ? ' ' : *p;
    }
    return at;
}

static enum fm_status put_value(const struct fm_tag_section *section,
                                const struct fm_tag_pair *pair, struct fm_buf *out)
{
    struct fm_text value;
    FM_TRY(value_of(section, pair, &value));
    FM_TRY(fm_buf_reserve(out, 2 * value.n));
    out->n = (size_t)(put_escaped(value, out->p + out->n) - out->p);
    return FM_OK;
}

/* A game that is written anew has many pairs: each is one reservation. */
static enum fm_status put_pair(const struct fm_tag_section *section, const struct fm_tag_pair *pair,
                               bool crlf, struct fm_buf *out)
{
    struct fm_text value;
    FM_TRY(value_of(section, pair, &value));
    FM_TRY(fm_buf_reserve(out, pair->name.n + 2 * value.n + strlen("[ \"\"]\r\n")));
    unsigned char *at = out->p + out->n;
    *at++ = '[';
    for (size_t i = 0; i < pair->name.n; i++)
        *at++ = pair->name.p[i];
    *at++ = ' ';
    *at++ = '"';
    at = put_escaped(value, at);
    *at++ = '"';
    *at++ = ']';
    if (crlf)
        *at++ = '\r';
    *at++ = '\n';
    out->n = (size_t)(at - out->p);
    return FM_OK;
}

/* A section that is written in its place. The text before `at` is written already. */
struct edit {
    const struct fm_tag_section *section;
    struct fm_buf *out;
    const unsigned char *at;
    const struct fm_tag *last; /* the pair before; NULL: there is none */
    bool crlf;
};

static enum fm_status copy_to(struct edit *e, const unsigned char *to)
{
    if (to > e->at) {
        FM_TRY(put_copied(e->section, e->at, to, e->out));
        e->at = to;
    }
    return FM_OK;
}

/* Copy the text up to where a pair is to begin a line. */
static enum fm_status start_line(struct edit *e, const unsigned char *to)
{
    const size_t before = e->out->n;
    FM_TRY(copy_to(e, to));
    const bool after_mark = to - e->section->begin >= 3 && fm_is_bom(to - 3);
    const bool ended = e->out->n == before || fm_byte_ends_line(e->out->p[e->out->n - 1]);
    return after_mark || ended ? FM_OK : put_line_end(e->out, e->crlf);
}

/* A new pair: after the one before it, on a line of its own. In a game without tags it is where the
 * movetext begins. */
static enum fm_status insert(struct edit *e, size_t i)
{
    const struct fm_tag_section *const section = e->section;
    const struct fm_tag *next = found_from(section, i);
    const unsigned char *to = section->moves;
    if (e->last != NULL) {
        const struct fm_text pair = pair_of(section, e->last);
        to = pair.p + pair.n;
    } else if (next != NULL) {
        to = pair_of(section, next).p;
    }
    FM_TRY(start_line(e, to));
    return put_pair(section, &section->pairs[i], e->crlf, e->out);
}

/* A pair of the game: its value alone is replaced, if it is one in quotes. */
static enum fm_status replace(struct edit *e, const struct fm_tag_pair *pair)
{
    const struct fm_tag_section *const section = e->section;
    const struct fm_text value = pair->found->value;
    const unsigned char *const end = value.p + value.n;
    const bool quoted =
        value.p > section->begin && value.p[-1] == '"' && end < section->end && *end == '"';
    e->last = pair->found;
    if (!pair->dropped && !pair->changed)
        return FM_OK;
    const struct fm_text old = !pair->dropped && quoted ? value : pair_of(section, pair->found);
    FM_TRY(copy_to(e, old.p));
    e->at = old.p + old.n;
    return pair->dropped ? FM_OK
           : quoted      ? put_value(section, pair, e->out)
                         : put_pair(section, pair, e->crlf, e->out);
}

enum fm_status fm_tag_section_edit(const struct fm_tag_section *section, struct fm_buf *out,
                                   const unsigned char **rest)
{
    struct edit e = {.section = section,
                     .out = out,
                     .at = section->begin,
                     .crlf = fm_tag_section_is_crlf(section)};
    bool added = false;
    for (size_t i = 0; i < section->count; i++) {
        const struct fm_tag_pair *pair = &section->pairs[i];
        const bool fresh = pair->found == NULL && !pair->dropped;
        if (pair->found != NULL)
            FM_TRY(replace(&e, pair));
        else if (fresh)
            FM_TRY(insert(&e, i));
        added |= fresh;
    }
    if (added && found_from(section, 0) == NULL) /* an empty line before the moves */
        FM_TRY(put_line_end(out, e.crlf));
    *rest = e.at;
    return FM_OK;
}

struct writer {
    struct fm_tag_section *section;
    const struct fm_tag_order *order;
    struct fm_buf *out;
    bool any; /* a pair was written */
};

/* Does a name fit a pattern in which `*` is any text? Goes back to the last `*` only, which is
 * enough. */
static bool fits(struct fm_text name, struct fm_text pattern)
{
    size_t n = 0, p = 0, star = SIZE_MAX, from = 0;
    while (n < name.n) {
        if (p < pattern.n && pattern.p[p] == '*') {
            star = p++;
            from = n;
        } else if (p < pattern.n && pattern.p[p] == name.p[n]) {
            p++;
            n++;
        } else if (star != SIZE_MAX) {
            p = star + 1;
            n = ++from;
        } else {
            return false;
        }
    }
    while (p < pattern.n && pattern.p[p] == '*')
        p++;
    return p == pattern.n;
}

/* The pairs whose names fit, each one time. */
static enum fm_status put_fitting(struct writer *w, struct fm_text pattern)
{
    for (size_t i = 0; i < w->section->count; i++) {
        struct fm_tag_pair *const pair = &w->section->pairs[i];
        if (pair->written || pair->dropped || pair->name.n == 0 ||
            (pattern.n > 0 && *pair->name.p != *pattern.p && *pattern.p != '*') ||
            !fits(pair->name, pattern))
            continue;
        pair->written = w->any = true; /* first, as the Variant tag may come here by the FEN tag */
        if (w->order->variant_first && fm_text_is(pair->name, "FEN"))
            FM_TRY(put_fitting(w, FM_TEXT("Variant")));
        FM_TRY(put_pair(w->section, pair, w->order->crlf, w->out));
    }
    return FM_OK;
}

static bool is_roster(struct fm_text name)
{
    return fm_text_is(name, "roster");
}

/* Is one of the seven tag roster in the order? @param[out] needed  whether or not the game has
 * it. */
static bool has_roster_tag(const struct fm_tag_order *order, struct fm_text name, bool *needed)
{
    bool has = order->names == NULL;
    *needed = has;
    for (size_t i = 0; i < order->count; i++) {
        *needed = *needed || is_roster(order->names[i]);
        has = has || fits(name, order->names[i]);
    }
    return has || *needed;
}

static enum fm_status put_roster_tag(struct writer *w, unsigned tag, struct fm_text name,
                                     bool needed)
{
    /* values that are not known (PGN standard 8.1.1) */
    static const char *const unknown[FM_ROSTER_TAGS] = {"?", "?", "????.??.??", "?", "?", "?", "*"};
    struct fm_tag_pair made = {.name = name, .changed = true};
    struct fm_tag_pair *pair = fm_tag_section_find(w->section, made.name);
    if (pair == NULL ? !needed : pair->written)
        return FM_OK;
    if (pair == NULL) {
        made.value = fm_text_of(unknown[tag]);
        pair = &made;
    }
    pair->written = w->any = true;
    return put_pair(w->section, pair, w->order->crlf, w->out);
}

static enum fm_status put_roster(struct writer *w)
{
    for (unsigned tag = 0; tag < FM_ROSTER_TAGS; tag++) {
        const struct fm_text name = fm_text_of(fm_roster_tags[tag]);
        bool needed;
        if (has_roster_tag(w->order, name, &needed))
            FM_TRY(put_roster_tag(w, tag, name, needed));
    }
    return FM_OK;
}

enum fm_status fm_tag_section_write(struct fm_tag_section *section,
                                    const struct fm_tag_order *order, struct fm_buf *out)
{
    struct writer w = {section, order, out, false};
    if (order->roster_first)
        FM_TRY(put_roster(&w));
    for (size_t i = 0; i < order->count; i++) {
        if (!is_roster(order->names[i]))
            FM_TRY(put_fitting(&w, order->names[i]));
        else if (!order->roster_first)
            FM_TRY(put_roster(&w));
    }
    if (order->names == NULL)
        FM_TRY(put_fitting(&w, FM_TEXT("*")));
    if (order->keeps_start) {
        FM_TRY(put_fitting(&w, FM_TEXT("Variant")));
        FM_TRY(put_fitting(&w, FM_TEXT("SetUp")));
        FM_TRY(put_fitting(&w, FM_TEXT("FEN")));
    }
    return w.any ? FM_OK : put_roster_tag(&w, FM_ROSTER_TAGS - 1, FM_TEXT("Result"), true);
}

/* Where the pair of the game before pair @p i ends. */
static const unsigned char *end_before(const struct fm_tag_section *section, size_t i)
{
    while (i > 0 && section->pairs[i - 1].found == NULL)
        i--;
    if (i == 0)
        return section->begin;
    const struct fm_text pair = pair_of(section, section->pairs[i - 1].found);
    return pair.p + pair.n;
}

bool fm_tag_section_gap(const struct fm_tag_section *section, size_t *at, struct fm_text *gap)
{
    while (*at < section->count) {
        const size_t i = (*at)++;
        if (section->pairs[i].found == NULL)
            continue;
        const unsigned char *from = end_before(section, i),
                            *to = pair_of(section, section->pairs[i].found).p;
        if (to <= from)
            continue;
        *gap = fm_text_trim(fm_text_between(from, to));
        if (gap->n > 0)
            return true;
    }
    return false;
}

/* Write the text between pairs, blanks apart, each piece on a line. */
static enum fm_status put_between(const struct fm_tag_section *section, bool crlf,
                                  struct fm_buf *out, const unsigned char **rest)
{
    struct fm_text gap;
    for (size_t at = 0; fm_tag_section_gap(section, &at, &gap);) {
        if (gap.p < *rest) /* before the first pair: it was written */
            continue;
        FM_TRY(put_copied(section, gap.p, gap.p + gap.n, out));
        FM_TRY(put_line_end(out, crlf));
    }
    if (found_from(section, 0) != NULL)
        *rest = end_before(section, section->count);
    return FM_OK;
}

enum fm_status fm_tag_section_replace(struct fm_tag_section *section,
                                      const struct fm_tag_order *order, struct fm_buf *out,
                                      const unsigned char **rest)
{
    const struct fm_tag *first = found_from(section, 0);
    const unsigned char *begin = first == NULL ? section->moves : pair_of(section, first).p;
    struct edit e = {.section = section, .out = out, .at = section->begin, .crlf = order->crlf};
    FM_TRY(start_line(&e, begin));
    FM_TRY(fm_tag_section_write(section, order, out));
    *rest = begin;
    FM_TRY(put_between(section, order->crlf, out, rest));
    return first == NULL ? put_line_end(out, order->crlf) : FM_OK;
}
