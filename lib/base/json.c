/* SPDX-License-Identifier: MIT */
/* Reading and writing: see json.h. */
#include <config.h>
#include "base/json.h"
#include <string.h>
#include "base/cells.h"
#include "base/hash.h"

/* An object in a list in an object in an object: an input of a plan in statistics. */
enum { DEPTH_MAX = 5 };

/* A number, with thousandths or without, or true or false. @return false: it is none. */
static bool read_plain(struct fm_text text, struct fm_json *node)
{
    const unsigned char *const end = text.p + text.n, *const point =
                                                          text.n > 0 ? memchr(text.p, '.', text.n)
                                                                     : NULL;
    node->text = text;
    if (point != NULL) {
        uint64_t whole, part;
        node->kind = FM_JSON_SECONDS;
        if (end - point != 4 || !fm_text_to_u64(fm_text_between(text.p, point), &whole) ||
            !fm_text_to_u64(fm_text_between(point + 1, end), &part) ||
            whole > UINT64_MAX / 1000 - 1)
            return false;
        node->number = whole * 1000 + part;
        return true;
    }
    node->kind = FM_JSON_NUMBER;
    if (fm_text_to_u64(text, &node->number))
        return true;
    node->kind = FM_JSON_WORD;
    return fm_text_is(text, "true") || fm_text_is(text, "false");
}

/* Make a node of a value, and those in it. @param[out] at  the place of what is wrong. */
static enum fm_status make_node(const struct fm_cell *cell, struct fm_arena *arena, unsigned depth,
                                struct fm_json *node, const unsigned char **at)
{
    const bool object = cell->form == FM_CELL_OBJECT;
    *at = cell->text.p;
    node->kind = object ? FM_JSON_OBJECT : FM_JSON_LIST;
    if (cell->form == FM_CELL_PLAIN)
        return read_plain(cell->text, node) ? FM_OK : FM_BAD_USE;
    if (cell->form == FM_CELL_STRING) {
        node->kind = FM_JSON_STRING;
        node->text = cell->text;
        return FM_OK;
    }
    if (depth == DEPTH_MAX)
        return FM_BAD_USE;
    struct fm_text rest = {cell->text.p, cell->text.n + object};
    struct fm_cell name = {.text = FM_NO_TEXT}, value;
    const char *fault;
    for (struct fm_json **link = &node->first;
         fm_cell_take_member(&rest, object ? &name : NULL, &value, &fault); link = &(*link)->next) {
        *at = value.text.p;
        if (fault != NULL)
            return FM_BAD_USE;
        struct fm_json *const made = fm_arena_alloc(arena, sizeof *made);
        FM_TRY_MADE(made);
        *made = (struct fm_json){.name = name.text};
        FM_TRY(make_node(&value, arena, depth + 1, made, at));
        *link = made;
    }
    return FM_OK;
}

enum fm_status fm_json_read(struct fm_text text, struct fm_arena *arena, struct fm_json *out,
                            uint64_t *line)
{
    struct fm_text rest = text;
    struct fm_cell cell;
    const char *fault = NULL;
    const unsigned char *at = text.p;
    enum fm_status status = FM_BAD_USE;
    *out = (struct fm_json){.next = NULL};
    if (fm_cell_take_member(&rest, NULL, &cell, &fault)) {
        at = cell.text.p;
        if (fault == NULL && cell.form != FM_CELL_PLAIN && rest.n == 0)
            status = make_node(&cell, arena, 0, out, &at);
    }
    *line = 1;
    for (const unsigned char *p = text.p; p < at; p++)
        *line += *p == '\n';
    return status;
}

struct fm_json *fm_json_find(const struct fm_json *in, struct fm_text name)
{
    struct fm_json *node = in->first;
    while (node != NULL && !fm_text_equal(node->name, name))
        node = node->next;
    return node;
}

struct fm_json *fm_json_take(struct fm_json *from, struct fm_text name)
{
    struct fm_json *const found = fm_json_find(from, name), **link = &from->first;
    while (found != NULL && *link != found)
        link = &(*link)->next;
    if (found != NULL)
        *link = found->next;
    return found;
}

uint64_t fm_json_number(const struct fm_json *in, struct fm_text name)
{
    const struct fm_json *node = fm_json_find(in, name);
    return node != NULL && node->kind == FM_JSON_NUMBER ? node->number : 0;
}

struct fm_text fm_json_string(const struct fm_json *node, struct fm_arena *arena)
{
    static const char hex[] = "0123456789abcdef";
    const struct fm_text from =
        node != NULL && node->kind == FM_JSON_STRING ? node->text : FM_TEXT("");
    unsigned char *const copy = fm_arena_alloc(arena, from.n + 1), *to = copy;
    if (copy == NULL)
        return FM_NO_TEXT;
    for (size_t i = 0; i < from.n; i++) {
        unsigned value = from.p[i];
        if (value == '\\' && i + 1 < from.n) {
            value = from.p[++i];
            const bool number = value == 'u' && from.n - i > 4;
            for (unsigned k = 0; number && k < 4; k++) {
                const char *digit = memchr(hex, from.p[++i], sizeof hex - 1);
                value = 16 * (k == 0 ? 0 : value) + (digit == NULL ? 0 : (unsigned)(digit - hex));
            }
        }
        *to++ = (unsigned char)value;
    }
    *to = 0;
    return fm_text_between(copy, to);
}

bool fm_json_equal(const struct fm_json *a, const struct fm_json *b)
{
    if (a->kind != b->kind || a->number != b->number || !fm_text_equal(a->name, b->name) ||
        !fm_text_equal(a->text, b->text))
        return false;
    const struct fm_json *one = a->first, *other = b->first;
    while (one != NULL && other != NULL && fm_json_equal(one, other)) {
        one = one->next;
        other = other->next;
    }
    return one == NULL && other == NULL;
}

static enum fm_status put_node(struct fm_buf *out, const struct fm_json *node, unsigned depth);

static enum fm_status put_elements(struct fm_buf *out, const struct fm_json *node, unsigned depth)
{
    static const char *const before[] = {"\n  ", "\n    "};
    static const char *const after[] = {"\n", "\n  "};
    const bool object = node->kind == FM_JSON_OBJECT, lines = depth < 2;
    FM_TRY(fm_buf_append(out, object ? "{" : "[", 1));
    for (const struct fm_json *at = node->first; at != NULL; at = at->next) {
        if (at != node->first)
            FM_TRY(fm_buf_append(out, ", ", lines ? 1 : 2));
        if (lines)
            FM_TRY(fm_buf_append_words(out, before[depth]));
        if (object)
            FM_TRY(FM_APPEND(out, FM_TEXT("\""), at->name, FM_TEXT("\": ")));
        FM_TRY(put_node(out, at, depth + 1));
    }
    if (lines && node->first != NULL)
        FM_TRY(fm_buf_append_words(out, after[depth]));
    return fm_buf_append(out, object ? "}" : "]", 1);
}

static enum fm_status put_node(struct fm_buf *out, const struct fm_json *node, unsigned depth)
{
    unsigned char part[] = {'.', '0', '0', '0'};
    switch (node->kind) {
    case FM_JSON_NUMBER:
        return fm_buf_append_u64(out, node->number);
    case FM_JSON_SECONDS:
        FM_TRY(fm_buf_append_u64(out, node->number / 1000));
        for (uint64_t i = 3, rest = node->number % 1000; i > 0; i--, rest /= 10)
            part[i] = (unsigned char)('0' + rest % 10);
        return fm_buf_append(out, part, sizeof part);
    case FM_JSON_WORD:
        return fm_buf_append_text(out, node->text);
    case FM_JSON_STRING:
        return FM_APPEND(out, FM_TEXT("\""), node->text, FM_TEXT("\""));
    case FM_JSON_OBJECT:
    case FM_JSON_LIST:
        break;
    }
    return put_elements(out, node, depth);
}

enum fm_status fm_json_put(struct fm_buf *out, const struct fm_json *node)
{
    return put_node(out, node, 0);
}

enum fm_status fm_json_put_string(struct fm_buf *out, struct fm_text text)
{
    static const char hex[] = "0123456789abcdef";
    const unsigned char *p = text.p, *const end = text.p + text.n;
    FM_TRY(fm_buf_append(out, "\"", 1));
    while (p < end) {
        const size_t n = fm_utf8_length(p, (size_t)(end - p));
        const char code[] = {'\\', 'u', '0', '0', hex[*p >> 4], hex[*p & 15]};
        if (n == 0 || *p < ' ')
            FM_TRY(fm_buf_append(out, code, sizeof code));
        else
            FM_TRY(FM_APPEND(out, *p == '"' || *p == '\\' ? FM_TEXT("\\") : FM_TEXT(""),
                             (struct fm_text){p, n}));
        p += n + (n == 0);
    }
    return fm_buf_append(out, "\"", 1);
}

static const char check_name[] = "\n  \"check\": \"";
enum { CHECK_DIGITS = 16 };

/* @return the first digit of the check; NULL = there is none. */
static const unsigned char *find_check(struct fm_text text)
{
    const size_t name = sizeof check_name - 1;
    for (size_t at = text.n; at-- > 0;)
        if (text.n - at > name + CHECK_DIGITS && memcmp(text.p + at, check_name, name) == 0)
            return text.p[at + name + CHECK_DIGITS] == '"' ? text.p + at + name : NULL;
    return NULL;
}

static void put_check(struct fm_text text, const unsigned char *digits, unsigned char *out)
{
    const uint64_t check = fm_text_check(
        0, (struct fm_text){text.p, (size_t)(digits - text.p) - sizeof check_name + 2});
    fm_hex_put(check, out);
}

bool fm_json_seal(struct fm_buf *text)
{
    const unsigned char *digits = find_check(fm_buf_text(text));
    if (digits != NULL)
        put_check(fm_buf_text(text), digits, text->p + (digits - text->p));
    return digits != NULL;
}

bool fm_json_is_sealed(struct fm_text text)
{
    unsigned char wanted[CHECK_DIGITS];
    const unsigned char *digits = find_check(text);
    if (digits == NULL)
        return false;
    put_check(text, digits, wanted);
    return memcmp(wanted, digits, sizeof wanted) == 0;
}
