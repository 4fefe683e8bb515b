/* SPDX-License-Identifier: MIT */
/* libyaml's events to a tree, with a stack of open lists and mappings instead of recursion.
 * libyaml counts characters; places are given in bytes and lines as editors count them, by a
 * cursor that moves along with the events. */
#include <config.h>
#include "profile/yaml.h"
#include <yaml.h>

struct cursor {
    /* Text of the document; empty: not UTF-8, so libyaml's own numbers are used. */
    struct fm_text text;
    size_t at;    /* offset in bytes */
    size_t index; /* offset in characters, as libyaml counts */
    uint64_t line, column;
};

/* A list or mapping that is not closed yet. */
struct level {
    struct fm_yaml_node *node;
    struct fm_yaml_node *last; /* newest child of `node` */
    size_t children;
};

struct reading {
    yaml_parser_t parser;
    yaml_event_t event;
    struct fm_arena *arena;
    struct fm_error *error;
    struct cursor cursor;
    struct level levels[FM_YAML_DEPTH_MAX];
    size_t depth;
    struct fm_yaml_node *root;
    bool ended; /* true: the end of the first document was read */
};

static struct cursor cursor_at_start(struct fm_text text)
{
    struct cursor c = {.text = text, .line = 1, .column = 1};
    if (fm_text_begins(text, FM_TEXT("\xEF\xBB\xBF")))
        c.at = 3;
    else if (fm_text_begins(text, FM_TEXT("\xFF\xFE")) || fm_text_begins(text, FM_TEXT("\xFE\xFF")))
        c.text.n = 0;
    return c;
}

static void cursor_step(struct cursor *c)
{
    const unsigned char byte = c->text.p[c->at++];
    const bool return_before_newline =
        byte == '\r' && c->at < c->text.n && c->text.p[c->at] == '\n';
    c->column++;
    if (byte == '\n' || (byte == '\r' && !return_before_newline)) {
        c->line++;
        c->column = 1;
    }
    while (c->at < c->text.n && (c->text.p[c->at] & 0xC0) == 0x80) {
        c->at++;
        c->column++;
    }
    c->index++;
}

/* Go on to a character, or a byte. */
static void cursor_go(struct cursor *c, size_t index, size_t at)
{
    while (c->index < index && c->at < at && c->at < c->text.n)
        cursor_step(c);
}

static void cursor_to(struct cursor *c, const yaml_mark_t *mark)
{
    cursor_go(c, mark->index, SIZE_MAX);
    if (c->text.n == 0) {
        c->line = mark->line + 1;
        c->column = mark->column + 1;
    }
}

/* The text at the cursor, up to the end of its line. */
static struct fm_text cursor_text(const struct cursor *c)
{
    enum { SHOWN_MAX = 40 };
    size_t end = c->at;
    if (c->text.n == 0)
        return FM_NO_TEXT;
    while (end < c->text.n && end - c->at < SHOWN_MAX &&
           (c->text.p[end] >= ' ' || c->text.p[end] == '\t'))
        end++;
    return fm_text_trim((struct fm_text){c->text.p + c->at, end - c->at});
}

static enum fm_status refuse(struct reading *r, struct fm_text what, const char *detail)
{
    const struct fm_text copy = fm_arena_copy(r->arena, what);
    if (copy.n < what.n)
        return FM_NO_MEMORY;
    *r->error = (struct fm_error){.status = FM_BAD_PROFILE,
                                  .line = r->cursor.line,
                                  .column = r->cursor.column,
                                  .what = copy,
                                  .detail = fm_text_of(detail)};
    return FM_BAD_PROFILE;
}

static enum fm_status refuse_event(struct reading *r, const char *detail)
{
    cursor_to(&r->cursor, &r->event.start_mark);
    return refuse(r, cursor_text(&r->cursor), detail);
}

/* Without the brackets at its end that were opened before it. */
static struct fm_text without_closers(struct fm_text value)
{
    size_t closed = 0;
    for (size_t i = value.n; i-- > 0;) {
        closed += fm_byte_in(value.p[i], "}]");
        closed -= fm_byte_in(value.p[i], "{[") && closed > 0;
    }
    while (closed-- > 0 && value.n > 0 && fm_byte_in(value.p[value.n - 1], "}]"))
        value.n--;
    return fm_text_trim(value);
}

/* The value in this line that has the byte, as a fault of syntax tells it; empty if there is none,
 * or it is in quotes. It is after a key, a dash, a bracket or a comma. */
static struct fm_text value_at(const struct cursor *c)
{
    const unsigned char *const text = c->text.p, *begin = text + c->at;
    if (c->text.n == 0)
        return FM_NO_TEXT;
    const unsigned char *line = begin, *end = begin;
    while (line > text && line[-1] != '\n')
        line--;
    while (end < text + c->text.n && *end >= ' ')
        end++;
    for (; begin > line; begin--) {
        const bool blank = fm_byte_in(begin[-1], " \t");
        if (fm_byte_in(begin[-1], "[,") ||
            (blank && begin - line > 1 && fm_byte_in(begin[-2], ":-,[")))
            break;
    }
    const struct fm_text value = without_closers(fm_text_trim(fm_text_between(begin, end)));
    const bool quoted = value.n > 0 && fm_byte_in(*value.p, "\"'");
    return begin == line || quoted ? FM_NO_TEXT : value;
}

/* A text without the quotes that it needs is the most usual fault: what libyaml says of it is about
 * YAML, and often about a later place. */
static enum fm_status refuse_unquoted(struct reading *r, struct fm_text value)
{
    enum { SHOWN_MAX = 40 };
    struct cursor c = cursor_at_start(r->cursor.text);
    cursor_go(&c, SIZE_MAX, (size_t)(value.p - c.text.p));
    r->cursor = c;
    value.n = value.n < SHOWN_MAX ? value.n : SHOWN_MAX;
    return refuse(r, value, "put this text in quotes: it has characters with a meaning in YAML");
}

static enum fm_status refuse_syntax(struct reading *r)
{
    if (r->parser.error == YAML_MEMORY_ERROR)
        return FM_NO_MEMORY;
    r->cursor = cursor_at_start(r->cursor.text);
    if (r->parser.error == YAML_READER_ERROR)
        cursor_go(&r->cursor, SIZE_MAX, r->parser.problem_offset);
    else
        cursor_to(&r->cursor, &r->parser.problem_mark);
    const struct cursor *const c = &r->cursor;
    if (c->at < c->text.n && c->text.p[c->at] == '\t')
        return refuse(r, cursor_text(c), "a tab cannot indent: use blanks");
    if (r->parser.problem != NULL && strstr(r->parser.problem, "escape") != NULL)
        return refuse(
            r, cursor_text(c),
            "in double quotes a backslash is written twice; single quotes leave it as it is");
    /* A bracket that is not closed may be meant. */
    const bool ends = c->at >= c->text.n || c->text.p[c->at] < ' ';
    const bool open = ends && r->parser.problem != NULL && strstr(r->parser.problem, "','") != NULL;
    const struct fm_text value =
        open || r->parser.error == YAML_READER_ERROR ? FM_NO_TEXT : value_at(c);
    if (value.n > 0)
        return refuse_unquoted(r, value);
    return refuse(r, cursor_text(&r->cursor), r->parser.problem);
}

/* Add a node to the innermost open list or mapping. */
static enum fm_status attach(struct reading *r, struct fm_yaml_node *node)
{
    if (r->depth == 0) {
        r->root = node;
        return FM_OK;
    }
    struct level *level = &r->levels[r->depth - 1];
    const size_t per_entry = level->node->type == FM_YAML_MAPPING ? 2 : 1;
    if (level->children == FM_YAML_ENTRIES_MAX * per_entry)
        return refuse_event(r, "too many entries");
    if (level->last == NULL)
        level->node->first = node;
    else
        level->last->next = node;
    level->last = node;
    level->node->count = ++level->children / per_entry;
    return FM_OK;
}

static enum fm_status new_node(struct reading *r, enum fm_yaml_type type, const yaml_char_t *anchor,
                               const yaml_char_t *tag, struct fm_yaml_node **out)
{
    if (anchor != NULL)
        return refuse_event(r, "anchors are not allowed: put a text that begins with & in quotes");
    if (tag != NULL)
        return refuse_event(r, "tags are not allowed: put a text that begins with ! in quotes");
    struct fm_yaml_node *node = fm_arena_alloc(r->arena, sizeof *node);
    FM_TRY_MADE(node);
    cursor_to(&r->cursor, &r->event.start_mark);
    *node = (struct fm_yaml_node){.type = type, .line = r->cursor.line, .column = r->cursor.column};
    FM_TRY(attach(r, node));
    *out = node;
    return FM_OK;
}

/* The column of a scalar's first byte, the cursor being where it begins; 0 if it has escapes, or
 * goes on in other lines. */
static uint64_t text_column(const struct cursor *c, const yaml_event_t *event)
{
    const yaml_scalar_style_t style = event->data.scalar.style;
    const size_t quote =
        style == YAML_SINGLE_QUOTED_SCALAR_STYLE || style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    const size_t n = event->data.scalar.length, at = c->at + quote;
    const bool is_same = at <= c->text.n && n <= c->text.n - at &&
                         memcmp(c->text.p + at, event->data.scalar.value, n) == 0 &&
                         memchr(c->text.p + at, '\n', n) == NULL;
    return is_same ? c->column + quote : 0;
}

static enum fm_status add_scalar(struct reading *r)
{
    struct fm_yaml_node *node;
    FM_TRY(
        new_node(r, FM_YAML_SCALAR, r->event.data.scalar.anchor, r->event.data.scalar.tag, &node));
    const struct fm_text text = {r->event.data.scalar.value, r->event.data.scalar.length};
    node->quoted = r->event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    node->text_column = text_column(&r->cursor, &r->event);
    node->text = fm_arena_copy(r->arena, text);
    return node->text.n < text.n ? FM_NO_MEMORY : FM_OK;
}

static enum fm_status open_level(struct reading *r, enum fm_yaml_type type,
                                 const yaml_char_t *anchor, const yaml_char_t *tag)
{
    struct fm_yaml_node *node;
    if (r->depth == FM_YAML_DEPTH_MAX)
        return refuse_event(r, "nested too deeply");
    FM_TRY(new_node(r, type, anchor, tag, &node));
    r->levels[r->depth++] = (struct level){.node = node};
    return FM_OK;
}

static enum fm_status open_document(struct reading *r)
{
    if (r->ended)
        return refuse_event(r, "there is a second document");
    const yaml_tag_directive_t *tags = r->event.data.document_start.tag_directives.start;
    if (tags != r->event.data.document_start.tag_directives.end)
        return refuse_event(r, "tags are not allowed");
    return FM_OK;
}

static enum fm_status take_event(struct reading *r)
{
    switch (r->event.type) {
    case YAML_DOCUMENT_START_EVENT:
        return open_document(r);
    case YAML_DOCUMENT_END_EVENT:
        r->ended = true;
        return FM_OK;
    case YAML_ALIAS_EVENT:
        return refuse_event(r, "aliases are not allowed: put a text that begins with * in quotes");
    case YAML_SCALAR_EVENT:
        return add_scalar(r);
    case YAML_SEQUENCE_START_EVENT:
        return open_level(r, FM_YAML_SEQUENCE, r->event.data.sequence_start.anchor,
                          r->event.data.sequence_start.tag);
    case YAML_MAPPING_START_EVENT:
        return open_level(r, FM_YAML_MAPPING, r->event.data.mapping_start.anchor,
                          r->event.data.mapping_start.tag);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        r->depth--;
        return FM_OK;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
        return FM_OK;
    }
    return FM_OK;
}

static enum fm_status read_events(struct reading *r)
{
    bool more = true;
    while (more) {
        if (!yaml_parser_parse(&r->parser, &r->event))
            return refuse_syntax(r);
        const enum fm_status status = take_event(r);
        more = r->event.type != YAML_STREAM_END_EVENT;
        yaml_event_delete(&r->event);
        FM_TRY(status);
    }
    return FM_OK;
}

enum fm_status fm_yaml_read(struct fm_text yaml, struct fm_arena *arena,
                            const struct fm_yaml_node **out, struct fm_error *error)
{
    struct reading r = {.arena = arena, .error = error, .cursor = cursor_at_start(yaml)};
    if (yaml.n > FM_YAML_BYTES_MAX)
        return refuse(&r, FM_NO_TEXT, "too large for a profile");
    if (!yaml_parser_initialize(&r.parser))
        return FM_NO_MEMORY;
    yaml_parser_set_input_string(&r.parser, yaml.n == 0 ? (const unsigned char *)"" : yaml.p,
                                 yaml.n);
    const enum fm_status status = read_events(&r);
    yaml_parser_delete(&r.parser);
    FM_TRY(status);
    /* An empty document comes as an empty plain scalar or as no document at all. */
    const bool empty =
        r.root != NULL && r.root->type == FM_YAML_SCALAR && r.root->text.n == 0 && !r.root->quoted;
    *out = empty ? NULL : r.root;
    return FM_OK;
}

const char *fm_yaml_version(void)
{
    return yaml_get_version_string();
}
