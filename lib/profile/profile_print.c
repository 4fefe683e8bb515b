/* SPDX-License-Identifier: MIT */
/* The profile as YAML that reads back to the same profile: keys in the order of the table, grouped
 * by their paths. */
#include <config.h>
#include "fenmill.h"
#include "profile/profile.h"
#include "pgn/encoding.h"
#include "profile/consumer.h"
#include "profile/profile_merge.h"

static enum fm_status put(struct fm_buf *out, const char *word)
{
    return fm_buf_append_text(out, fm_text_of(word));
}

static enum fm_status put_number(struct fm_buf *out, int64_t number)
{
    if (number < 0)
        FM_TRY(put(out, "-"));
    return fm_buf_append_u64(out, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

/* Bytes of a character of valid UTF-8 that YAML takes only as an escape (controls, line ends,
 * byte order marks), or 0. */
static size_t unprintable(struct fm_text text, size_t at)
{
    const unsigned char *p = text.p + at;
    if (*p == 0xC2)
        return p[1] < 0xA0 ? 2 : 0;
    if (*p == 0xE2)
        return p[1] == 0x80 && (p[2] == 0xA8 || p[2] == 0xA9) ? 3 : 0;
    if (*p == 0xEF)
        return (p[1] == 0xBB && p[2] == 0xBF) || (p[1] == 0xBF && p[2] >= 0xBE) ? 3 : 0;
    return 0;
}

static enum fm_status put_escape(struct fm_buf *out, unsigned code)
{
    static const char digits[] = "0123456789abcdef";
    const char escape[] = {'\\',
                           'u',
                           digits[code >> 12 & 15],
                           digits[code >> 8 & 15],
                           digits[code >> 4 & 15],
                           digits[code & 15]};
    return fm_buf_append(out, escape, sizeof escape);
}

/* In double quotes: always one line, always a text. What is not UTF-8 cannot be written in YAML and
 * is shown as Latin-1. */
static enum fm_status put_quoted(struct fm_buf *out, struct fm_text text)
{
    const bool utf8 = fm_encoding_is_utf8(text);
    FM_TRY(put(out, "\""));
    for (size_t i = 0; i < text.n; i++) {
        const unsigned char *p = text.p + i;
        const size_t skip = utf8 ? unprintable(text, i) : 0;
        if (skip == 2)
            FM_TRY(put_escape(out, p[1]));
        else if (skip == 3)
            FM_TRY(put_escape(out, (p[0] & 15u) << 12 | (p[1] & 63u) << 6 | (p[2] & 63u)));
        else if (*p < ' ' || *p == 0x7F || (!utf8 && *p >= 0x80))
            FM_TRY(put_escape(out, *p));
        else if (*p == '"' || *p == '\\')
            FM_TRY(fm_buf_append(out, (const unsigned char[]){'\\', *p}, 2));
        else
            FM_TRY(fm_buf_append(out, p, 1));
        i += skip > 0 ? skip - 1 : 0;
    }
    return put(out, "\"");
}

static enum fm_status put_size(struct fm_buf *out, uint64_t size)
{
    static const char *const units[] = {"", "K", "M", "G", "T"};
    size_t unit = 0;
    while (unit + 1 < FM_COUNT_OF(units) && size != 0 && size % 1024 == 0) {
        size /= 1024;
        unit++;
    }
    FM_TRY(fm_buf_append_u64(out, size));
    return put(out, units[unit]);
}

static enum fm_status put_range(struct fm_buf *out, const struct fm_range *range, bool plies)
{
    if (!range->set)
        return put(out, "..");
    if (plies && range->from == -1 && range->to == -1)
        return put(out, "last");
    if (range->from != INT64_MIN)
        FM_TRY(put_number(out, range->from));
    if (range->from == range->to)
        return FM_OK;
    FM_TRY(put(out, ".."));
    return range->to == INT64_MAX ? FM_OK : put_number(out, range->to);
}

static enum fm_status put_set(struct fm_buf *out, const struct fm_key *key, unsigned set)
{
    const char *separator = "[";
    for (unsigned i = 0; key->names[i] != NULL; i++) {
        if (!(set >> ((unsigned)key->min + i) & 1))
            continue;
        const bool mark = *key->names[i] == '*'; /* an alias in YAML, unless quoted */
        FM_TRY(put(out, separator));
        FM_TRY(mark ? put_quoted(out, fm_text_of(key->names[i])) : put(out, key->names[i]));
        separator = ", ";
    }
    return put(out, set == 0 ? "[]" : "]");
}

static enum fm_status put_tests(struct fm_buf *out, const struct fm_tag_rule *rule)
{
    for (size_t i = 0; i < rule->count; i++) {
        FM_TRY(put(out, i > 0 ? ", " : rule->count > 1 ? "[" : ""));
        FM_TRY(put_quoted(out, rule->tests[i].written));
    }
    return rule->count > 1 ? put(out, "]") : FM_OK;
}

static enum fm_status put_tags(struct fm_buf *out, const struct fm_tag_rule *tags, size_t count)
{
    FM_TRY(put(out, "{"));
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            FM_TRY(put(out, ", "));
        FM_TRY(put_quoted(out, tags[i].tag));
        FM_TRY(put(out, ": "));
        FM_TRY(put_tests(out, &tags[i]));
    }
    return put(out, "}");
}

static enum fm_status put_tag_sets(struct fm_buf *out, const struct fm_profile_games *games,
                                   bool any)
{
    const struct fm_tag_set *sets = any ? games->any : games->none;
    const size_t count = any ? games->any_count : games->none_count;
    FM_TRY(put(out, "["));
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            FM_TRY(put(out, ", "));
        FM_TRY(put_tags(out, sets[i].rules, sets[i].count));
    }
    return put(out, "]");
}

/* A signature, or the mapping in the form that key_list.c gives it. */
static enum fm_status put_material(struct fm_buf *out, struct fm_text material)
{
    return material.n > 0 && *material.p == '{' ? fm_buf_append_text(out, material)
                                                : put_quoted(out, material);
}

static enum fm_status put_templates(struct fm_buf *out, const struct fm_record_field *fields,
                                    size_t count)
{
    FM_TRY(put(out, "{"));
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            FM_TRY(put(out, ", "));
        FM_TRY(put_quoted(out, fields[i].name));
        FM_TRY(put(out, ": "));
        FM_TRY(put_quoted(out, fields[i].text));
    }
    return put(out, "}");
}

static enum fm_status put_columns(struct fm_buf *out, const struct fm_profile_output *output)
{
    FM_TRY(put(out, "["));
    for (size_t i = 0; i < output->fields.column_count; i++) {
        const struct fm_record_field *column = &output->fields.columns[i];
        const struct fm_text field = {column->text.p + 1, column->text.n - 2}; /* no braces */
        const bool renamed = !fm_text_equal(column->name, field);
        FM_TRY(put(out, i > 0 ? ", " : ""));
        if (renamed) {
            FM_TRY(put(out, "{"));
            FM_TRY(put_quoted(out, column->name));
            FM_TRY(put(out, ": "));
        }
        FM_TRY(put_quoted(out, field));
        FM_TRY(put(out, renamed ? "}" : ""));
    }
    return put(out, "]");
}

/* @param slot  of a list and its count. */
static enum fm_status put_opcodes(struct fm_buf *out, const void *slot)
{
    const struct fm_record_field *list;
    size_t count;
    memcpy(&list, slot, sizeof list);
    memcpy(&count, (const unsigned char *)slot + sizeof list, sizeof count);
    FM_TRY(put(out, "["));
    for (size_t i = 0; i < count; i++) {
        FM_TRY(put(out, i > 0 ? ", " : ""));
        FM_TRY(fm_buf_append_text(out, list[i].name));
    }
    return put(out, "]");
}

/* Names in a list. */
static enum fm_status put_names(struct fm_buf *out, const struct fm_record_field *fields,
                                size_t count)
{
    FM_TRY(put(out, "["));
    for (size_t i = 0; i < count; i++) {
        FM_TRY(put(out, i > 0 ? ", " : ""));
        FM_TRY(put_quoted(out, fields[i].name));
    }
    return put(out, "]");
}

static enum fm_status put_value(const struct fm_key *key, const void *section, struct fm_buf *out)
{
    const void *slot = (const unsigned char *)section + key->offset;
    const struct fm_profile_output *output = section; /* of keys of `output` */
    unsigned choice = 0;
    switch (key->type) {
    case FM_KEY_BOOL:
        return put(out, *(const bool *)slot ? "true" : "false");
    case FM_KEY_SWITCH:
        return put(out, key->names[*(const bool *)slot]);
    case FM_KEY_CHOICE:
        memcpy(&choice, slot, sizeof choice);
        return put(out, key->names[choice]);
    case FM_KEY_SET:
        return put_set(out, key, *(const unsigned *)slot);
    case FM_KEY_NUMBER:
        return fm_buf_append_u64(out, *(const uint64_t *)slot);
    case FM_KEY_SIZE:
        return put_size(out, *(const uint64_t *)slot);
    case FM_KEY_RANGE:
    case FM_KEY_PLIES:
        return put_range(out, slot, key->type == FM_KEY_PLIES);
    case FM_KEY_PART:
        FM_TRY(fm_buf_append_u64(out, ((const struct fm_part *)slot)->number));
        FM_TRY(put(out, "/"));
        return fm_buf_append_u64(out, ((const struct fm_part *)slot)->of);
    case FM_KEY_SHARE:
        return fm_buf_append_text(out, *(const struct fm_text *)slot);
    case FM_KEY_TEXT:
        return put_quoted(out, *(const struct fm_text *)slot);
    case FM_KEY_COLUMNS:
        return put_columns(out, section);
    case FM_KEY_BY:
        return put_names(out, output->by, output->by_count);
    case FM_KEY_SORT:
        return put_names(out, output->sort, output->sort_count);
    case FM_KEY_OPCODES:
        return put_opcodes(out, slot);
    case FM_KEY_LETTERS: {
        const struct fm_language *language = *(const struct fm_language *const *)slot;
        return put(out, language == NULL ? key->preset : language->code);
    }
    case FM_KEY_VARIANT: {
        const struct fm_variant *variant = *(const struct fm_variant *const *)slot;
        return put(out, variant == NULL ? "auto" : variant->name);
    }
    case FM_KEY_CONSUMER: {
        const struct fm_consumer *consumer = *(const struct fm_consumer *const *)slot;
        return consumer == NULL ? FM_OK : put(out, consumer->name);
    }
    case FM_KEY_TAGS: {
        struct fm_tag_set rules;
        memcpy(&rules, slot, sizeof rules);
        return put_tags(out, rules.rules, rules.count);
    }
    case FM_KEY_RULE: {
        const struct fm_tag_rule *rule = *(const struct fm_tag_rule *const *)slot;
        return rule == NULL ? put(out, "[]") : put_tests(out, rule);
    }
    case FM_KEY_TAG_SETS:
        return put_tag_sets(out, section, key->offset == offsetof(struct fm_profile_games, any));
    case FM_KEY_MATERIAL:
        return put_material(out, *(const struct fm_text *)slot);
    case FM_KEY_OPS:
        return put_templates(out, output->fields.ops, output->fields.op_count);
    case FM_KEY_SET_TAGS:
        return put_templates(out, output->set_tags, output->set_tag_count);
    case FM_KEY_TAG_NAMES:
        return output->tags == NULL ? put(out, "keep")
                                    : put_names(out, output->tags, output->tag_count);
    case FM_KEY_OUTPUTS:
    case FM_KEY_WHEN:
    case FM_KEY_POSITIONS:
    case FM_KEY_TYPES:
        break;
    }
    return FM_OK;
}

enum { COMMENT_COLUMN = 32 };

/* The state of printing. */
struct printer {
    struct fm_buf *out;
    struct fm_target target;
    const struct fm_target *preset; /* default values; NULL: print what was given */
    struct fm_text group;           /* path of the last key, for the headings above the next one */
    size_t skip;     /* bytes of paths that are not printed: "output." within an entry */
    unsigned indent; /* blanks before the outermost keys */
    bool all;        /* defaults too, and what the keys mean */
    bool item;       /* the next line begins an item of a list */
};

static enum fm_status begin_line(struct printer *p, unsigned depth)
{
    const unsigned blanks = p->indent + 2 * depth;
    for (unsigned i = 0; i < blanks; i++) {
        const bool dash = p->item && i + 2 == p->indent;
        FM_TRY(put(p->out, dash ? "-" : " "));
    }
    p->item = false;
    return FM_OK;
}

static enum fm_status put_help(struct printer *p, size_t line_start, const struct fm_key *key)
{
    if (!p->all)
        return FM_OK;
    do
        FM_TRY(put(p->out, " "));
    while (p->out->n - line_start < COMMENT_COLUMN);
    FM_TRY(put(p->out, "# "));
    return put(p->out, key->help);
}

/* Print the headings above the key that were not above the last one; returns the depth of the
 * key. */
static enum fm_status put_headings(struct printer *p, const struct fm_key *key, unsigned *depth)
{
    const char *path = key->path + p->skip;
    const struct fm_text last = p->group;
    bool same = true;
    *depth = 0;
    for (const char *point = strchr(path, '.'); point != NULL; point = strchr(point + 1, '.')) {
        const size_t n = (size_t)(point - path) + 1;
        same = same && last.n > n && memcmp(last.p, path, n) == 0;
        if (!same) {
            const char *name = point;
            while (name > path && name[-1] != '.')
                name--;
            FM_TRY(begin_line(p, *depth));
            FM_TRY(fm_buf_append(p->out, name, (size_t)(point - name)));
            FM_TRY(put(p->out, ":\n"));
        }
        ++*depth;
    }
    p->group = fm_text_of(path);
    return FM_OK;
}

static const char *name_of(const struct fm_key *key)
{
    const char *point = strrchr(key->path, '.');
    return point == NULL ? key->path : point + 1;
}

static enum fm_status put_key(struct printer *p, const struct fm_key *key, bool known)
{
    unsigned depth;
    FM_TRY(put_headings(p, key, &depth));
    const size_t line_start = p->out->n;
    FM_TRY(begin_line(p, depth));
    if (!known)
        FM_TRY(put(p->out, "# "));
    FM_TRY(put(p->out, name_of(key)));
    FM_TRY(put(p->out, known ? ": " : ":"));
    if (known)
        FM_TRY(put_value(key, fm_target_section(&p->target, key), p->out));
    FM_TRY(put_help(p, line_start, key));
    return put(p->out, "\n");
}

/* Is the key to be printed? If all are, one without a default value is printed as a comment. */
static bool wanted(const struct printer *p, const struct fm_key *key, bool *known)
{
    const bool given = fm_given_find(p->target.profile, key, p->target.instance) != NULL;
    *known = given || !(key->flags & FM_KEY_UNSET);
    if (p->all || given || p->preset == NULL)
        return p->all || given;
    return !(key->flags & FM_KEY_UNSET) && !fm_key_equal(key, fm_target_section(&p->target, key),
                                                         fm_target_section(p->preset, key));
}

static enum fm_status put_section(struct printer *p, enum fm_key_section section)
{
    for (size_t i = 0; i < fm_key_count; i++) {
        const struct fm_key *key = &fm_keys[i];
        bool known;
        if (key->section == section && fm_key_size(key) > 0 && fm_key_allowed(key, true) &&
            wanted(p, key, &known))
            FM_TRY(put_key(p, key, known));
    }
    return FM_OK;
}

static enum fm_status put_inner(struct printer *p, const char *name, enum fm_key_section section,
                                const char *prefix)
{
    struct printer inner = *p;
    FM_TRY(begin_line(p, 0));
    FM_TRY(put(p->out, name));
    const size_t before = p->out->n;
    FM_TRY(put(p->out, ":\n"));
    inner.item = false;
    inner.indent += 2;
    inner.skip = strlen(prefix);
    inner.group = (struct fm_text){NULL, 0};
    const size_t start = p->out->n;
    FM_TRY(put_section(&inner, section));
    if (p->out->n > start)
        return FM_OK;
    p->out->n = before;
    return put(p->out, ": {}\n");
}

static enum fm_status put_entry(struct fm_buf *out, const struct fm_profile *profile,
                                struct fm_profile_output *entry)
{
    struct printer p = {.out = out,
                        .target = fm_target_entry(NULL, entry),
                        .skip = strlen("output."),
                        .indent = 4,
                        .item = true};
    const size_t start = out->n;
    p.target.profile = (struct fm_profile *)(uintptr_t)profile;
    FM_TRY(put_section(&p, FM_SECTION_OUTPUT));
    if (entry->has_when)
        FM_TRY(put_inner(&p, "when", FM_SECTION_GAMES, "games."));
    if (entry->has_positions)
        FM_TRY(put_inner(&p, "positions", FM_SECTION_POSITIONS, "positions."));
    return out->n > start ? FM_OK : put(out, "  - {}\n");
}

static enum fm_status put_outputs(struct printer *p, const struct fm_key *key)
{
    const struct fm_profile *profile = p->target.profile;
    const size_t line_start = p->out->n;
    if (profile->output_count == 0 && !p->all)
        return FM_OK;
    FM_TRY(put(p->out, profile->output_count == 0 ? "# outputs:" : "outputs:"));
    FM_TRY(put_help(p, line_start, key));
    FM_TRY(put(p->out, "\n"));
    for (size_t i = 0; i < profile->output_count; i++)
        FM_TRY(put_entry(p->out, profile, &profile->outputs[i]));
    return FM_OK;
}

static enum fm_status put_profile(struct printer *p)
{
    for (size_t i = 0; i < fm_key_count; i++) {
        const struct fm_key *key = &fm_keys[i];
        bool known;
        if (key->type == FM_KEY_OUTPUTS)
            FM_TRY(put_outputs(p, key));
        else if (i == 0) /* the version is always printed */
            FM_TRY(put_key(p, key, true));
        else if (fm_key_size(key) > 0 && fm_key_allowed(key, false) && wanted(p, key, &known))
            FM_TRY(put_key(p, key, known));
    }
    return fm_buf_append(p->out, "", 1);
}

enum fm_status fm_profile_print(const struct fm_profile *profile, bool all, char **out)
{
    struct fm_buf text = {NULL, 0, 0};
    struct fm_profile default_profile = {.version = 0};
    struct fm_profile *readable = (struct fm_profile *)(uintptr_t)
        profile; /* only read, through a struct that can also write */
    const struct fm_target preset = fm_target_main(&default_profile);
    struct printer p = {
        .out = &text, .target = fm_target_main(readable), .preset = &preset, .all = all};
    enum fm_status status = fm_merge_defaults(&preset, false);
    if (status == FM_OK)
        status = put_profile(&p);
    fm_arena_free(&default_profile.arena);
    if (status == FM_OK)
        *out = (char *)text.p;
    else
        fm_buf_free(&text);
    return status;
}
