/* SPDX-License-Identifier: MIT */
/* The types of keys: a row of each, the readers of words and texts, and how values are printed. Lists
 * and rules on tags are read in key_list.c and key_rules.c, numbers in key_fault.c. */
#include <config.h>
#include "profile/key_kind.h"
#include "pgn/encoding.h"
#include "profile/consumer.h"
#include "profile/key_list.h"
#include "profile/key_rules.h"

/* ---- reading ---- */

_Static_assert(sizeof(enum fm_format) == sizeof(unsigned), "a choice is kept in an unsigned");

/* Index of a name, or -1. */
static int name_index(const char *const *names, struct fm_text word)
{
    for (int i = 0; names[i] != NULL; i++)
        if (fm_text_equal(word, fm_text_of(names[i])))
            return i;
    return -1;
}

/* The same if `yes` is written for `true`, or the other way round: YAML has both; and if a side is
 * written as in a FEN. */
static int word_index(const char *const *names, struct fm_text word)
{
    static const char *const pairs[][2] = {
        {"true", "yes"}, {"false", "no"}, {"white", "w"}, {"black", "b"}};
    int index = name_index(names, word);
    for (size_t i = 0; index < 0 && i < 2 * FM_COUNT_OF(pairs); i++)
        if (fm_text_equal(word, fm_text_of(pairs[i / 2][i % 2])))
            index = name_index(names, fm_text_of(pairs[i / 2][1 - i % 2]));
    return index;
}

/* Index of the word among those of the key, or -1. */
static int index_of(const struct fm_key *key, struct fm_text word)
{
    struct fm_key_names room;
    return word_index(fm_key_names_of(key, &room), word);
}

static bool scan_switch(const struct fm_key *key, struct fm_text text, void *slot)
{
    const int index = index_of(key, text);
    if (index >= 0)
        *(bool *)slot = index == 1;
    return index >= 0;
}

static bool scan_choice(const struct fm_key *key, struct fm_text text, void *slot)
{
    const int index = index_of(key, text);
    if (index >= 0)
        memcpy(slot, &index, sizeof index);
    return index >= 0;
}

static bool scan_amount(const struct fm_key *key, struct fm_text text, void *slot)
{
    return fm_key_read_amount(key, text, slot);
}

static bool scan_part(const struct fm_key *key, struct fm_text text, void *slot)
{
    return fm_key_read_part(key, text, slot);
}

static bool scan_range(const struct fm_key *key, struct fm_text text, void *slot)
{
    return fm_key_read_range(key, text, slot);
}

/* The first word is the preset: none of the table. */
static bool scan_letters(const struct fm_key *key, struct fm_text text, void *slot)
{
    const int index = index_of(key, text);
    if (index >= 0)
        *(const struct fm_language **)slot = index == 0 ? NULL : fm_language_named(text);
    return index >= 0;
}

/* In any case. */
static bool scan_variant(const struct fm_key *key, struct fm_text text, void *slot)
{
    const struct fm_variant *const variant = fm_variant_named(text);
    const bool known = variant != NULL || index_of(key, text) == 0;
    if (known)
        *(const struct fm_variant **)slot = variant;
    return known;
}

static bool scan_consumer(const struct fm_key *key, struct fm_text text, void *slot)
{
    const int index = index_of(key, text);
    if (index >= 0)
        *(const struct fm_consumer **)slot = fm_consumer_of((size_t)index);
    return index >= 0;
}

static enum fm_status read_set(const struct fm_key_reader *reader, const struct fm_key *key,
                               void *slot, const struct fm_yaml_node *node)
{
    unsigned set = 0;
    if (node->type == FM_YAML_MAPPING)
        return fm_key_refuse(reader, key, node);
    const struct fm_yaml_node *item = node->type == FM_YAML_SEQUENCE ? node->first : node;
    for (; item != NULL; item = node->type == FM_YAML_SEQUENCE ? item->next : NULL) {
        const int index = item->type == FM_YAML_SCALAR ? name_index(key->names, item->text) : -1;
        if (index < 0)
            return fm_key_refuse(reader, key, item);
        set |= 1u << ((unsigned)key->min + (unsigned)index);
    }
    memcpy(slot, &set, sizeof set);
    return FM_OK;
}

static enum fm_status read_text(const struct fm_key_reader *reader, const struct fm_key *key,
                                void *slot, const struct fm_yaml_node *node)
{
    if (node->type != FM_YAML_SCALAR || (node->text.n == 0 && !node->quoted))
        return fm_key_refuse(reader, key, node);
    if (node->text.n > 0 && memchr(node->text.p, 0, node->text.n) != NULL)
        return fm_key_refuse(reader, key, node);
    unsigned char *copy = fm_arena_alloc(&reader->profile->arena, node->text.n + 1);
    if (copy == NULL)
        return FM_NO_MEMORY;
    if (node->text.n > 0)
        memcpy(copy, node->text.p, node->text.n);
    copy[node->text.n] = 0; /* names of files are passed to the system */
    const struct fm_text text = {copy, node->text.n};
    if (key->flags & FM_KEY_TEMPLATE)
        FM_TRY(fm_key_check_template(reader, node, text));
    memcpy(slot, &text, sizeof text);
    return FM_OK;
}

/* The text is kept: what it is a share of is known at the end. */
static enum fm_status read_share(const struct fm_key_reader *reader, const struct fm_key *key,
                                 void *slot, const struct fm_yaml_node *node)
{
    struct fm_share share;
    return node->type == FM_YAML_SCALAR && node->text.n > 0 && fm_share_read(node->text, &share)
               ? read_text(reader, key, slot, node)
               : fm_key_refuse(reader, key, node);
}

static bool ranges_equal(const void *slot, const void *other)
{
    const struct fm_range *a = slot, *b = other;
    return a->set == b->set && (!a->set || (a->from == b->from && a->to == b->to));
}

static bool texts_equal(const void *slot, const void *other)
{
    const struct fm_text *a = slot, *b = other;
    return fm_text_equal(*a, *b);
}

/* ---- printing: one line, which reads back as the same value ---- */

static enum fm_status print_items(const struct fm_key *key, const struct fm_key_kind *kind,
                                  const void *slot, struct fm_buf *out);

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

static enum fm_status print_switch(const struct fm_key *key, const void *slot, struct fm_buf *out)
{
    const char *const *names = key->names != NULL ? key->names : fm_key_kinds[key->type].names;
    return put(out, names[*(const bool *)slot]);
}

static enum fm_status print_choice(const struct fm_key *key, const void *slot, struct fm_buf *out)
{
    unsigned choice;
    memcpy(&choice, slot, sizeof choice);
    return put(out, key->names[choice]);
}

static enum fm_status print_set(const struct fm_key *key, const void *slot, struct fm_buf *out)
{
    const unsigned set = *(const unsigned *)slot;
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

static enum fm_status print_number(const struct fm_key *key, const void *slot, struct fm_buf *out)
{
    (void)key;
    return fm_buf_append_u64(out, *(const uint64_t *)slot);
}

static enum fm_status print_size(const struct fm_key *key, const void *slot, struct fm_buf *out)
{
    (void)key;
    uint64_t size = *(const uint64_t *)slot;
    static const char *const units[] = {"", "K", "M", "G", "T"};
    size_t unit = 0;
    while (unit + 1 < FM_COUNT_OF(units) && size != 0 && size % 1024 == 0) {
        size /= 1024;
        unit++;
    }
    FM_TRY(fm_buf_append_u64(out, size));
    return put(out, units[unit]);
}

static enum fm_status print_range(const struct fm_key *key, const void *slot, struct fm_buf *out)
{
    const struct fm_range *const range = slot;
    if (!range->set)
        return put(out, "..");
    if (key->type == FM_KEY_PLIES && range->from == -1 && range->to == -1)
        return put(out, "last");
    if (range->from != INT64_MIN)
        FM_TRY(put_number(out, range->from));
    if (range->from == range->to)
        return FM_OK;
    FM_TRY(put(out, ".."));
    return range->to == INT64_MAX ? FM_OK : put_number(out, range->to);
}

static enum fm_status print_part(const struct fm_key *key, const void *slot, struct fm_buf *out)
{
    (void)key;
    const struct fm_part *const part = slot;
    FM_TRY(fm_buf_append_u64(out, part->number));
    FM_TRY(put(out, "/"));
    return fm_buf_append_u64(out, part->of);
}

static enum fm_status print_word(const struct fm_key *key, const void *slot, struct fm_buf *out)
{
    (void)key;
    return fm_buf_append_text(out, *(const struct fm_text *)slot);
}

static enum fm_status print_text(const struct fm_key *key, const void *slot, struct fm_buf *out)
{
    (void)key;
    return put_quoted(out, *(const struct fm_text *)slot);
}

/* A signature, or the mapping in the form that key_rules.c gives it. */
static enum fm_status print_material(const struct fm_key *key, const void *slot, struct fm_buf *out)
{
    const struct fm_text *const material = slot;
    return material->n > 0 && *material->p == '{' ? print_word(key, slot, out)
                                                  : print_text(key, slot, out);
}

static enum fm_status print_letters(const struct fm_key *key, const void *slot, struct fm_buf *out)
{
    const struct fm_language *const language = *(const struct fm_language *const *)slot;
    return put(out, language == NULL ? key->preset : language->code);
}

static enum fm_status print_variant(const struct fm_key *key, const void *slot, struct fm_buf *out)
{
    const struct fm_variant *const variant = *(const struct fm_variant *const *)slot;
    return put(out, variant == NULL ? key->preset : variant->name);
}

static enum fm_status print_consumer(const struct fm_key *key, const void *slot, struct fm_buf *out)
{
    (void)key;
    const struct fm_consumer *const consumer = *(const struct fm_consumer *const *)slot;
    return consumer == NULL ? FM_OK : put(out, consumer->name);
}

static enum fm_status put_tests(struct fm_buf *out, const struct fm_tag_rule *rule)
{
    for (size_t i = 0; i < rule->count; i++) {
        FM_TRY(put(out, i > 0 ? ", " : rule->count > 1 ? "[" : ""));
        FM_TRY(put_quoted(out, rule->tests[i].written));
    }
    return rule->count > 1 ? put(out, "]") : FM_OK;
}

static enum fm_status print_rule(const struct fm_key *key, const void *slot, struct fm_buf *out)
{
    (void)key;
    const struct fm_tag_rule *const rule = *(const struct fm_tag_rule *const *)slot;
    return rule == NULL ? put(out, "[]") : put_tests(out, rule);
}

static enum fm_status print_tag(const struct fm_key *key, const void *item, struct fm_buf *out)
{
    (void)key;
    const struct fm_tag_rule *const rule = item;
    FM_TRY(put_quoted(out, rule->tag));
    FM_TRY(put(out, ": "));
    return put_tests(out, rule);
}

static enum fm_status print_tag_set(const struct fm_key *key, const void *item, struct fm_buf *out)
{
    return print_items(key, &fm_key_kinds[FM_KEY_TAGS], item, out);
}

static enum fm_status print_template(const struct fm_key *key, const void *item, struct fm_buf *out)
{
    (void)key;
    const struct fm_record_field *const field = item;
    FM_TRY(put_quoted(out, field->name));
    FM_TRY(put(out, ": "));
    return put_quoted(out, field->text);
}

static enum fm_status print_column(const struct fm_key *key, const void *item, struct fm_buf *out)
{
    (void)key;
    const struct fm_record_field *const column = item;
    const struct fm_text field = {column->text.p + 1, column->text.n - 2}; /* no braces */
    if (fm_text_equal(column->name, field))
        return put_quoted(out, field);
    FM_TRY(put(out, "{"));
    FM_TRY(put_quoted(out, column->name));
    FM_TRY(put(out, ": "));
    FM_TRY(put_quoted(out, field));
    return put(out, "}");
}

static enum fm_status print_items(const struct fm_key *key, const struct fm_key_kind *kind,
                                  const void *slot, struct fm_buf *out)
{
    struct fm_key_items list;
    memcpy(&list, slot, sizeof list);
    const bool mapping = kind->form == FM_FORM_MAPPING;
    if (kind->none != NULL && list.count == 0)
        return put(out, kind->none);
    FM_TRY(put(out, mapping ? "{" : "["));
    for (size_t i = 0; i < list.count; i++) {
        FM_TRY(put(out, i > 0 ? ", " : ""));
        FM_TRY(kind->print(key, (const unsigned char *)list.of + i * kind->item_size, out));
    }
    return put(out, mapping ? "}" : "]");
}

/* ---- the table ---- */

static const char *const booleans[] = {"false", "true", NULL};

/* The columns of a row: how it is kept, read and printed. */
#define SCAN(type, scan_, print_) .size = sizeof(type), .scan = (scan_), .print = (print_)
#define READ(type, read_, print_) .size = sizeof(type), .read = (read_), .print = (print_)
#define LIST(form_, type, read_, print_) \
    .size = sizeof(struct fm_key_items), .form = FM_FORM_##form_, .item_size = sizeof(type), \
    .read_item = (read_), .print = (print_)
#define FIELDS(form_, read_, print_) LIST(form_, struct fm_record_field, read_, print_)

const struct fm_key_kind fm_key_kinds[FM_KEY_TYPES] = {
    [FM_KEY_BOOL] = {SCAN(bool, scan_switch, print_switch), .names = booleans},
    [FM_KEY_SWITCH] = {SCAN(bool, scan_switch, print_switch)},
    [FM_KEY_CHOICE] = {SCAN(unsigned, scan_choice, print_choice)},
    [FM_KEY_SET] = {READ(unsigned, read_set, print_set)},
    [FM_KEY_NUMBER] = {SCAN(uint64_t, scan_amount, print_number), .limited = true,
                       .expects = "a whole number"},
    [FM_KEY_SIZE] = {SCAN(uint64_t, scan_amount, print_size), .limited = true,
                     .expects = "bytes, also as 64K, 256M or 1G,"},
    [FM_KEY_RANGE] = {SCAN(struct fm_range, scan_range, print_range), .equal = ranges_equal,
                      .limited = true, .expects = "a range such as 16..40, 16.. or ..40,"},
    [FM_KEY_PLIES] = {SCAN(struct fm_range, scan_range, print_range), .equal = ranges_equal,
                      .expects = "a range such as 16..120, 20.., ..40 or -10.., or last"},
    [FM_KEY_SHARE] = {READ(struct fm_text, read_share, print_word), .equal = texts_equal,
                      .expects = "a number such as 10, or a share such as 0.5%"},
    [FM_KEY_PART] = {SCAN(struct fm_part, scan_part, print_part),
                     .expects = "a part and how many there are, as in 2/7: the second of seven"},
    [FM_KEY_TEXT] = {READ(struct fm_text, read_text, print_text), .equal = texts_equal,
                     .expects = "a text"},
    [FM_KEY_COLUMNS] = {FIELDS(ITEMS, fm_key_read_column, print_column),
                        .expects = "a list of fields, as in [fen, {move: next.uci}]",
                        .twice = "two columns have this name: rename one, as in {move: next.uci}"},
    [FM_KEY_SORT] = {FIELDS(WORDS, fm_key_read_sort, print_text),
                     .expects =
                         "a list of fields, each may have a minus before it: [-WhiteElo, Date]"},
    [FM_KEY_BY] = {FIELDS(WORDS, fm_key_read_by, print_text),
                   .expects = "a list of fields, numbers with a step or without: [result, ply/10]"},
    [FM_KEY_LETTERS] = {SCAN(void *, scan_letters, print_letters)},
    [FM_KEY_VARIANT] = {SCAN(void *, scan_variant, print_variant)},
    [FM_KEY_CONSUMER] = {SCAN(void *, scan_consumer, print_consumer), .names = fm_consumer_names},
    [FM_KEY_TAGS] = {LIST(MAPPING, struct fm_tag_rule, fm_key_read_tag, print_tag), .members = true,
                     .expects = "a mapping of tags to rules, as in {WhiteElo: \">= 2400\"}"},
    [FM_KEY_RULE] = {READ(void *, fm_key_read_rule, print_rule),
                     .expects = "a rule or a list of rules, as under `tags`"},
    [FM_KEY_TAG_SETS] = {LIST(SEQUENCE, struct fm_tag_set, fm_key_read_tag_set, print_tag_set),
                         .expects = "a list of mappings of tags to rules"},
    [FM_KEY_MATERIAL] =
        {READ(struct fm_text, fm_key_read_material, print_material), .equal = texts_equal,
         .expects = "a signature such as KRPvKR, or {white: Q.., black: R} with letters of pieces"},
    [FM_KEY_OPS] = {FIELDS(MAPPING, fm_key_read_template, print_template), .members = true,
                    .expects = "a mapping of opcodes to templates, as in {sm: \"{next}\"}"},
    [FM_KEY_SET_TAGS] = {FIELDS(MAPPING, fm_key_read_template, print_template), .members = true,
                         .expects =
                             "a mapping of tags to templates, as in {PlyCount: \"{plies}\"}"},
    [FM_KEY_TAG_NAMES] = {FIELDS(WORDS, fm_key_read_tag_name, print_text), .none = "keep",
                          .expects =
                              "keep, roster, or a list of tags such as [roster, ECO, \"White*\"]"},
    [FM_KEY_OPCODES] = {FIELDS(WORDS, fm_key_read_opcode, print_word), .members = true,
                        .expects = "a list of opcodes, as in [acd, acs]"},
    [FM_KEY_MERGES] = {FIELDS(WORDS, fm_key_read_merged, print_word), .members = true,
                       .expects = "a list of opcodes, as in [acd, acs]",
                       .twice = "this opcode is here twice"},
    [FM_KEY_OUTPUTS] = {.size = sizeof(struct fm_key_items),
                        .expects = "a list of outputs, each a mapping with the keys of `output`"},
    [FM_KEY_WHEN] = {.expects = "a mapping with the keys of `games`"},
    [FM_KEY_POSITIONS] = {.expects = "a mapping with the keys of `positions`"},
};

enum fm_status fm_key_read(const struct fm_key_reader *reader, const struct fm_key *key,
                           void *section, const struct fm_yaml_node *node)
{
    const struct fm_key_kind *const kind = &fm_key_kinds[key->type];
    void *slot = (unsigned char *)section + key->offset;
    if (kind->form != FM_FORM_NONE)
        return fm_key_read_items(reader, key, kind, slot, node);
    if (kind->read != NULL)
        return kind->read(reader, key, slot, node);
    return node->type == FM_YAML_SCALAR && kind->scan(key, node->text, slot)
               ? FM_OK
               : fm_key_refuse(reader, key, node);
}

enum fm_status fm_key_print(const struct fm_key *key, const void *section, struct fm_buf *out)
{
    const struct fm_key_kind *const kind = &fm_key_kinds[key->type];
    const void *slot = (const unsigned char *)section + key->offset;
    return kind->form != FM_FORM_NONE ? print_items(key, kind, slot, out)
                                      : kind->print(key, slot, out);
}

bool fm_key_equal(const struct fm_key *key, const void *section, const void *other)
{
    const void *a = (const unsigned char *)section + key->offset,
               *b = (const unsigned char *)other + key->offset;
    bool (*equal)(const void *, const void *) = fm_key_kinds[key->type].equal;
    return equal != NULL ? equal(a, b) : memcmp(a, b, fm_key_size(key)) == 0;
}

enum fm_status fm_key_reset(struct fm_profile *profile, const struct fm_key *key, void *section)
{
    struct fm_error error;
    const struct fm_key_reader reader = {.profile = profile, .error = &error};
    memset((unsigned char *)section + key->offset, 0, fm_key_size(key));
    if (key->preset == NULL)
        return FM_OK;
    return fm_key_read(
        &reader, key, section,
        &(struct fm_yaml_node){.type = FM_YAML_SCALAR, .text = fm_text_of(key->preset)});
}
