/* SPDX-License-Identifier: MIT */
/* Statistics (--stats, JSON) of the shards of a run, added. Each file becomes a tree: numbers are
 * added, lists appended, and what identifies the run must be the same. The text is laid out as
 * src/stats.c does it: one test compares both. */
#include <config.h>
#include "run/merge_files.h"
#include "run/bounds.h"
#include <stdlib.h>
#include "board/variant.h"
#include "filter/tagvalue.h"
#include "pgn/bytes.h"

enum kind { KIND_NUMBER, KIND_SECONDS, KIND_WORD, KIND_STRING, KIND_OBJECT, KIND_LIST };

struct node {
    struct node *next;   /* next node of the same object or list */
    struct fm_text name; /* name of a member, as written between its quotes */
    enum kind kind;
    struct fm_text text; /* text of a word or string, as written */
    uint64_t number;     /* value of a number; of KIND_SECONDS in thousandths */
    struct node *first;  /* first node inside an object or list */
};

/* The rules by name; whatever else there is is a number or an object of numbers, and added. */
static const char *const same[] = {"fenmill-stats", "fenmill", "profile", "output"};

struct parser {
    const struct fm_merge_reader *reader;
    struct fm_text rest;
    struct fm_arena *arena;
    struct fm_error *error;
};

static enum fm_status refuse_stats(const struct parser *parser)
{
    struct fm_merge_reader at = *parser->reader;
    const struct fm_text all = fm_merge_rest(&at);
    for (const unsigned char *p = all.p; p < parser->rest.p; p++)
        at.line += *p == '\n';
    return fm_merge_refuse(
        &at, "these are not the statistics of a run (--stats, as JSON), or not all of them",
        parser->error);
}

static void skip_json_blanks(struct parser *parser)
{
    struct fm_text *rest = &parser->rest;
    while (rest->n > 0 && fm_byte_in(*rest->p, " \n\r\t"))
        *rest = (struct fm_text){rest->p + 1, rest->n - 1};
}

static bool take_byte(struct parser *parser, char c)
{
    skip_json_blanks(parser);
    struct fm_text *rest = &parser->rest;
    if (rest->n == 0 || *rest->p != (unsigned char)c)
        return false;
    *rest = (struct fm_text){rest->p + 1, rest->n - 1};
    return true;
}

/* Take the text between two quotes, unchanged. */
static bool take_string(struct parser *parser, struct fm_text *out)
{
    if (!take_byte(parser, '"'))
        return false;
    const struct fm_text rest = parser->rest;
    for (size_t i = 0; i < rest.n; i++) {
        if (rest.p[i] == '\\')
            i++;
        else if (rest.p[i] == '"') {
            *out = (struct fm_text){rest.p, i};
            parser->rest = (struct fm_text){rest.p + i + 1, rest.n - i - 1};
            return true;
        }
    }
    return false;
}

/* A number, with thousandths or without, or true or false. */
static bool take_plain(struct parser *parser, struct node *node)
{
    skip_json_blanks(parser);
    const struct fm_text rest = parser->rest;
    size_t n = 0;
    while (n < rest.n && !fm_byte_in(rest.p[n], ",}]\n "))
        n++;
    node->text = (struct fm_text){rest.p, n};
    parser->rest = (struct fm_text){rest.p + n, rest.n - n};
    const unsigned char *point = n > 0 ? memchr(rest.p, '.', n) : NULL;
    if (point != NULL) {
        uint64_t whole, part;
        node->kind = KIND_SECONDS;
        const struct fm_text after = fm_text_between(point + 1, rest.p + n);
        if (after.n != 3 || !fm_text_to_u64(fm_text_between(rest.p, point), &whole) ||
            !fm_text_to_u64(after, &part))
            return false;
        node->number = whole * 1000 + part;
        return true;
    }
    node->kind = KIND_NUMBER;
    if (fm_text_to_u64(node->text, &node->number))
        return true;
    node->kind = KIND_WORD;
    return fm_text_equal(node->text, FM_TEXT("true")) ||
           fm_text_equal(node->text, FM_TEXT("false"));
}

enum { DEPTH_MAX = 3 };

/* An element of an object or list, and what it holds. */
static enum fm_status parse_value(struct parser *parser, struct node *node, unsigned depth)
{
    const bool object = take_byte(parser, '{'), list = !object && take_byte(parser, '[');
    if (!object && !list) {
        const bool string = take_string(parser, &node->text);
        node->kind = KIND_STRING;
        return string || take_plain(parser, node) ? FM_OK : refuse_stats(parser);
    }
    node->kind = object ? KIND_OBJECT : KIND_LIST;
    const char end = object ? '}' : ']';
    if (depth == DEPTH_MAX)
        return refuse_stats(parser);
    for (struct node **link = &node->first; !take_byte(parser, end); link = &(*link)->next) {
        if (link != &node->first && !take_byte(parser, ','))
            return refuse_stats(parser);
        struct node *made = fm_arena_alloc(parser->arena, sizeof *made);
        if (made == NULL)
            return FM_NO_MEMORY;
        *made = (struct node){.next = NULL};
        if (object && (!take_string(parser, &made->name) || !take_byte(parser, ':')))
            return refuse_stats(parser);
        FM_TRY(parse_value(parser, made, depth + 1));
        *link = made;
    }
    return FM_OK;
}

static struct node *find(const struct node *in, struct fm_text name)
{
    struct node *node = in->first;
    while (node != NULL && !fm_text_equal(node->name, name))
        node = node->next;
    return node;
}

/* The names of a table, of results, reasons, variants and time controls; NULL after the last. */
static const char *name_of_table(unsigned table, unsigned i)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*", NULL};
    switch (table) {
    case 0:
        return results[i];
    case 1:
        return i < FM_REASON_COUNT ? fm_reason_name((enum fm_reason)i) : NULL;
    case 2:
        return fm_variant_name(i);
    default:
        return i < FM_TIME_UNKNOWN ? fm_time_class_names[i] : NULL;
    }
}

/* The rank of a name within its object. The order is that of the statistics of one run: years
 * and ratings rise, and everything else is in the order of its table. */
static uint64_t rank_of(struct fm_text name)
{
    const char *text;
    uint64_t number = 0;
    size_t digits = 0;
    int64_t code;
    for (unsigned table = 0; table < 4; table++)
        for (unsigned i = 0; (text = name_of_table(table, i)) != NULL; i++)
            if (fm_text_equal(name, fm_text_of(text)))
                return i;
    for (; digits < name.n && fm_byte_is_digit(name.p[digits]); digits++)
        number = 10 * number + (name.p[digits] - (unsigned)'0');
    return digits > 0 ? number : fm_tag_eco(name, &code) ? (uint64_t)code : UINT64_MAX;
}

static void insert(struct node *in, struct node *node)
{
    const uint64_t rank = rank_of(node->name);
    struct node **link = &in->first;
    while (*link != NULL && rank_of((*link)->name) <= rank)
        link = &(*link)->next;
    node->next = *link;
    *link = node;
}

static bool must_be_same(struct fm_text name)
{
    for (size_t i = 0; i < FM_COUNT_OF(same); i++)
        if (fm_text_equal(name, fm_text_of(same[i])))
            return true;
    return false;
}

static bool add_node(struct node *sum, struct node *more);

/* @return false: they are not of one kind. */
static bool add_members(struct node *sum, struct node *more)
{
    for (struct node *node = more->first, *next; node != NULL; node = next) {
        next = node->next;
        struct node *own = find(sum, node->name);
        if (own == NULL)
            insert(sum, node);
        else if (!add_node(own, node))
            return false;
    }
    return true;
}

/* Conditions follow from the profile, so there are the same in all; lists of failures grow. */
static bool add_lists(struct node *sum, struct node *more)
{
    struct node **link = &sum->first, *node = more->first;
    const bool conditions = fm_text_equal(sum->name, FM_TEXT("conditions"));
    for (; conditions && *link != NULL && node != NULL; link = &(*link)->next, node = node->next)
        if (!add_members(*link, node))
            return false;
    if (conditions)
        return *link == NULL && node == NULL;
    while (*link != NULL)
        link = &(*link)->next;
    *link = node;
    return true;
}

static bool add_node(struct node *sum, struct node *more)
{
    if (sum->kind != more->kind)
        return false;
    switch (sum->kind) {
    case KIND_NUMBER:
    case KIND_SECONDS:
        sum->number += must_be_same(sum->name) ? 0 : more->number;
        return !must_be_same(sum->name) || sum->number == more->number;
    case KIND_WORD:
        sum->text = fm_text_equal(more->text, FM_TEXT("true")) ? more->text : sum->text;
        return true;
    case KIND_STRING:
        return fm_text_equal(sum->text, more->text);
    case KIND_OBJECT:
        return add_members(sum, more);
    case KIND_LIST:
        return add_lists(sum, more);
    }
    return false;
}

/* The file stays in memory, in @p reader: texts of the tree are in it. */
static enum fm_status read_one(struct fm_merge_reader *reader, const char *name,
                               struct fm_arena *arena, struct node *out, struct fm_error *error)
{
    FM_TRY(fm_merge_open(reader, name, error));
    while (!reader->ended && reader->text.n < FM_MERGE_STATS_MAX)
        FM_TRY(fm_merge_fill(reader, error));
    struct parser parser = {reader, fm_merge_rest(reader), arena, error};
    FM_TRY(parse_value(&parser, out, 0));
    skip_json_blanks(&parser);
    const struct node *mark = find(out, fm_text_of(same[0]));
    if (out->kind != KIND_OBJECT || parser.rest.n > 0 || mark == NULL || mark->number != 1)
        return refuse_stats(&parser);
    return FM_OK;
}

static enum fm_status put_node(struct fm_buf *out, const struct node *node, unsigned depth);

/* Members of the outermost object, objects in it and elements of lists have lines of their own. */
static enum fm_status put_elements(struct fm_buf *out, const struct node *node, unsigned depth)
{
    static const char *const before[] = {"\n  ", "\n    "};
    static const char *const after[] = {"\n", "\n  "};
    const bool object = node->kind == KIND_OBJECT, lines = depth < 2;
    FM_TRY(fm_buf_append(out, object ? "{" : "[", 1));
    for (const struct node *at = node->first; at != NULL; at = at->next) {
        if (at != node->first)
            FM_TRY(fm_buf_append(out, ", ", lines ? 1 : 2));
        if (lines)
            FM_TRY(fm_buf_append_text(out, fm_text_of(before[depth])));
        if (object)
            FM_TRY(FM_APPEND(out, FM_TEXT("\""), at->name, FM_TEXT("\": ")));
        FM_TRY(put_node(out, at, depth + 1));
    }
    if (lines && node->first != NULL)
        FM_TRY(fm_buf_append_text(out, fm_text_of(after[depth])));
    return fm_buf_append(out, object ? "}" : "]", 1);
}

static enum fm_status put_node(struct fm_buf *out, const struct node *node, unsigned depth)
{
    unsigned char part[] = {'.', '0', '0', '0'};
    switch (node->kind) {
    case KIND_NUMBER:
        return fm_buf_append_u64(out, node->number);
    case KIND_SECONDS:
        FM_TRY(fm_buf_append_u64(out, node->number / 1000));
        for (uint64_t i = 3, rest = node->number % 1000; i > 0; i--, rest /= 10)
            part[i] = (unsigned char)('0' + rest % 10);
        return fm_buf_append(out, part, sizeof part);
    case KIND_WORD:
        return fm_buf_append_text(out, node->text);
    case KIND_STRING:
        return FM_APPEND(out, FM_TEXT("\""), node->text, FM_TEXT("\""));
    case KIND_OBJECT:
    case KIND_LIST:
        break;
    }
    return put_elements(out, node, depth);
}

static enum fm_status write_sum(const struct node *sum, struct fm_output *output,
                                struct fm_error *error)
{
    struct fm_buf text = {NULL, 0, 0};
    enum fm_status status = put_node(&text, sum, 0);
    if (status == FM_OK)
        status = fm_buf_append(&text, "\n", 1);
    if (status == FM_OK)
        status = fm_output_write(output, text.p, text.n, error);
    fm_buf_free(&text);
    return status;
}

enum fm_status fm_merge_stats(const struct fm_merging *how, struct fm_output *output,
                              struct fm_error *error)
{
    struct fm_arena arena = {NULL, 0, 0};
    struct node sum = {.next = NULL};
    struct fm_merge_reader *readers = calloc(how->count, sizeof *readers);
    enum fm_status status = readers == NULL ? FM_NO_MEMORY : FM_OK;
    for (size_t i = 0; i < how->count && status == FM_OK; i++) {
        struct node one = {.next = NULL};
        status = read_one(&readers[i], how->names[i], &arena, i == 0 ? &sum : &one, error);
        if (status == FM_OK && i > 0 && !add_node(&sum, &one))
            status = fm_merge_refuse(
                &readers[i],
                "these statistics are of another version of fenmill, or of a run with another profile",
                error);
    }
    if (status == FM_OK)
        status = write_sum(&sum, output, error);
    for (size_t i = 0; i < how->count && readers != NULL; i++)
        fm_merge_close(&readers[i]);
    free(readers);
    fm_arena_free(&arena);
    return status;
}
