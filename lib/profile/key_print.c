/* Values as YAML that reads back to the same values. */
#include <config.h>
#include "profile/key_print.h"
#include "pgn/encoding.h"
#include "profile/consumer.h"

/* ---- words and texts ---- */

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

/* In double quotes: always one line, always a text. What is not UTF-8 cannot be said in YAML and
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
        const bool mark = *key->names[i] == '*'; /* means something to YAML */
        FM_TRY(put(out, separator));
        FM_TRY(mark ? put_quoted(out, fm_text_of(key->names[i])) : put(out, key->names[i]));
        separator = ", ";
    }
    return put(out, set == 0 ? "[]" : "]");
}

/* ---- lists and mappings of the user's words ---- */

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

/* A signature, or the mapping as it was put together. */
static enum fm_status put_material(struct fm_buf *out, struct fm_text material)
{
    return material.n > 0 && *material.p == '{' ? fm_buf_append_text(out, material)
                                                : put_quoted(out, material);
}

static enum fm_status put_ops(struct fm_buf *out, const struct fm_profile_output *output)
{
    const struct fm_record_fields *fields = &output->fields;
    FM_TRY(put(out, "{"));
    for (size_t i = 0; i < fields->op_count; i++) {
        if (i > 0)
            FM_TRY(put(out, ", "));
        FM_TRY(put_quoted(out, fields->ops[i].name));
        FM_TRY(put(out, ": "));
        FM_TRY(put_quoted(out, fields->ops[i].text));
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

/* ---- one value ---- */

enum fm_status fm_key_print(const struct fm_key *key, const void *section, struct fm_buf *out)
{
    const void *slot = (const unsigned char *)section + key->offset;
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
    case FM_KEY_TEXT:
        return put_quoted(out, *(const struct fm_text *)slot);
    case FM_KEY_COLUMNS:
        return put_columns(out, section);
    case FM_KEY_LETTERS: {
        const struct fm_language *language = *(const struct fm_language *const *)slot;
        return put(out, language == NULL ? "auto" : language->code);
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
        const struct fm_profile_games *games = section;
        return put_tags(out, games->tags, games->tag_count);
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
        return put_ops(out, section);
    case FM_KEY_OUTPUTS:
    case FM_KEY_WHEN:
    case FM_KEY_POSITIONS:
    case FM_KEY_TYPES:
        break;
    }
    return FM_OK;
}
