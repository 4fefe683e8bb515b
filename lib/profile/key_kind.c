/* SPDX-License-Identifier: MIT */
/* The types of keys: a row of each, the readers of words and texts, and how values are printed.
 * Lists and rules on tags are read in key_list.c and key_rules.c, numbers in key_fault.c. */
#include <config.h>
#include "profile/key_kind.h"
#include <assert.h>
#include "pgn/encoding.h"
#include "profile/consumer.h"
#include "profile/key_list.h"
#include "profile/key_rules.h"

/* ---- reading ---- */

_Static_assert(sizeof(enum fm_format) == sizeof(unsigned), "a choice is kept in an unsigned");

/* Index of a word, or -1. `yes` may be written for `true`, or the other way round: YAML has both;
 * and a side as in a FEN. */
static int index_of(const struct fm_key *key, struct fm_text word)
{
    static const char *const pairs[][2] = {
        {"true", "yes"}, {"false", "no"}, {"white", "w"}, {"black", "b"}};
    struct fm_key_names room;
    const char *const *const names = fm_key_names_of(key, &room);
    int index = fm_name_index(names, word);
    for (size_t i = 0; index < 0 && i < 2 * FM_COUNT_OF(pairs); i++)
        if (fm_text_is(word, pairs[i / 2][i % 2]))
            index = fm_name_index(names, fm_text_of(pairs[i / 2][1 - i % 2]));
    return index;
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
        const int index = item->type == FM_YAML_SCALAR ? fm_name_index(key->names, item->text) : -1;
        if (index < 0)
            return fm_key_refuse(reader, key, item);
        if (key->preset == NULL || !fm_text_is(item->text, key->preset))
            set |= 1u << ((unsigned)key->min + (unsigned)index);
    }
    memcpy(slot, &set, sizeof set);
    return FM_OK;
}

static enum fm_status read_text(const struct fm_key_reader *reader, const struct fm_key *key,
                                void *slot, const struct fm_yaml_node *node)
{
    if (!fm_yaml_is_text(node))
        return fm_key_refuse(reader, key, node);
    if (node->text.n > 0 && memchr(node->text.p, 0, node->text.n) != NULL)
        return fm_key_refuse(reader, key, node);
    struct fm_text text;
    FM_TRY(fm_key_copy(reader, node->text, &text));
    if (key->flags & FM_KEY_TEMPLATE)
        FM_TRY(fm_key_check_template(reader, node, text));
    memcpy(slot, &text, sizeof text);
    return FM_OK;
}

/* One text, or all of a list in one. */
static enum fm_status read_texts(const struct fm_key_reader *reader, const struct fm_key *key,
                                 void *slot, const struct fm_yaml_node *node)
{
    const unsigned char apart = FM_TEXTS_APART;
    struct fm_buf all = {NULL, 0, 0};
    struct fm_text text;
    if (node->type != FM_YAML_SEQUENCE)
        return read_text(reader, key, slot, node);
    enum fm_status status = FM_OK;
    for (const struct fm_yaml_node *item = node->first; item != NULL; item = item->next) {
        FM_NEXT(status, read_text(reader, key, &text, item));
        FM_NEXT(status, fm_buf_append(&all, &apart, all.n > 0));
        FM_NEXT(status, fm_buf_append_text(&all, text));
    }
    FM_NEXT(status, fm_key_copy(reader, fm_buf_text(&all), &text));
    fm_buf_free(&all);
    if (status == FM_OK)
        memcpy(slot, &text, sizeof text);
    return status;
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

static enum fm_status read_part(const struct fm_key_reader *reader, const struct fm_key *key,
                                void *slot, const struct fm_yaml_node *node)
{
    struct fm_part part;
    if (!fm_yaml_is_text(node) || memchr(node->text.p, 0, node->text.n) != NULL ||
        !fm_key_scan_part(key, node->text, &part))
        return fm_key_refuse(reader, key, node);
    if (part.plan.n > 0)
        FM_TRY(fm_key_copy(reader, part.plan, &part.plan));
    *(struct fm_part *)slot = part;
    return FM_OK;
}

static bool parts_equal(const void *slot, const void *other)
{
    const struct fm_part *a = slot, *b = other;
    return a->number == b->number && a->of == b->of && fm_text_equal(a->plan, b->plan);
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

static void print_items(const struct fm_key_kind *kind, const void *slot,
                        struct fm_key_writer *out);

static void put_number(struct fm_key_writer *out, int64_t number)
{
    char digits[FM_AMOUNT_MAX];
    fm_key_put(out, fm_key_amount_text(NULL, number, digits));
}

/* Characters that YAML takes only as an escape: controls, line ends, byte order marks. */
static bool is_unprintable(unsigned code)
{
    return code < ' ' || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029 ||
           code == 0xFEFF || code == 0xFFFE || code == 0xFFFF;
}

/* In double quotes: always one line, always a text. YAML has no bytes that are not UTF-8: these are
 * shown as Latin-1. */
static void put_quoted(struct fm_key_writer *out, struct fm_text text)
{
    const bool utf8 = fm_encoding_is_utf8(text);
    fm_key_put(out, "\"");
    for (size_t at = 0, n; at < text.n; at += n) {
        const unsigned char *const p = text.p + at;
        n = utf8 ? fm_utf8_length(p, text.n - at) : 1;
        const unsigned code = n == 1   ? *p
                              : n == 2 ? (p[0] & 31u) << 6 | (p[1] & 63u)
                              : n == 3 ? (p[0] & 15u) << 12 | (p[1] & 63u) << 6 | (p[2] & 63u)
                                       : 0x10000; /* or more: printable */
        if (is_unprintable(code) || (!utf8 && code >= 0x80)) {
            static const char digits[] = "0123456789abcdef";
            char escape[] = "\\u0000";
            unsigned left = code;
            for (size_t i = sizeof escape - 2; left > 0; i--, left >>= 4)
                escape[i] = digits[left & 15];
            fm_key_put(out, escape);
            continue;
        }
        if (code == '"' || code == '\\')
            fm_key_put(out, "\\");
        fm_key_put_text(out, (struct fm_text){p, n});
    }
    fm_key_put(out, "\"");
}

static void put_pair(struct fm_key_writer *out, struct fm_text name, struct fm_text text)
{
    put_quoted(out, name);
    fm_key_put(out, ": ");
    put_quoted(out, text);
}

static void print_switch(const void *slot, struct fm_key_writer *out)
{
    const char *const *names = out->key->names != NULL ? out->key->names : out->key->kind->names;
    fm_key_put(out, names[*(const bool *)slot]);
}

static void print_choice(const void *slot, struct fm_key_writer *out)
{
    fm_key_put(out, out->key->names[*(const unsigned *)slot]);
}

static void print_set(const void *slot, struct fm_key_writer *out)
{
    const unsigned set = *(const unsigned *)slot;
    const char *separator = "[";
    for (unsigned i = 0; out->key->names[i] != NULL; i++) {
        if (!(set >> ((unsigned)out->key->min + i) & 1))
            continue;
        const bool mark = *out->key->names[i] == '*'; /* an alias in YAML, unless quoted */
        fm_key_put(out, separator);
        if (mark)
            put_quoted(out, fm_text_of(out->key->names[i]));
        else
            fm_key_put(out, out->key->names[i]);
        separator = ", ";
    }
    fm_key_put(out, set != 0 ? "]" : out->key->preset != NULL ? out->key->preset : "[]");
}

static void print_amount(const void *slot, struct fm_key_writer *out)
{
    char digits[FM_AMOUNT_MAX];
    const uint64_t *const amount = slot;
    fm_key_put(out, fm_key_amount_text(out->key, (int64_t)*amount, digits));
}

static void print_range(const void *slot, struct fm_key_writer *out)
{
    const struct fm_range *const range = slot;
    if (!range->set) {
        fm_key_put(out, "..");
    } else if (out->key->type == FM_KEY_PLIES && range->from == -1 && range->to == -1) {
        fm_key_put(out, "last");
    } else {
        if (range->from != INT64_MIN)
            put_number(out, range->from);
        if (range->from != range->to)
            fm_key_put(out, "..");
        if (range->from != range->to && range->to != INT64_MAX)
            put_number(out, range->to);
    }
}

static void print_part(const void *slot, struct fm_key_writer *out)
{
    const struct fm_part *const part = slot;
    put_number(out, (int64_t)part->number);
    fm_key_put(out, part->plan.n > 0 ? "@" : "/");
    if (part->plan.n > 0)
        fm_key_put_text(out, part->plan);
    else
        put_number(out, (int64_t)part->of);
}

static void print_factor(const void *slot, struct fm_key_writer *out)
{
    unsigned char text[FM_AMOUNT_MAX], *end;
    const uint64_t factor = *(const uint64_t *)slot;
    end = fm_put_u64(text, factor / FM_SCORE_SCALE_ONE);
    *end = '.';
    for (uint64_t unit = FM_SCORE_SCALE_ONE, rest = factor % FM_SCORE_SCALE_ONE; rest > 0;
         rest %= unit)
        *++end = (unsigned char)('0' + rest / (unit /= 10));
    end += *end != '.';
    fm_key_put_text(out, fm_text_between(text, end));
}

static void print_word(const void *slot, struct fm_key_writer *out)
{
    fm_key_put_text(out, *(const struct fm_text *)slot);
}

static void print_text(const void *slot, struct fm_key_writer *out)
{
    put_quoted(out, *(const struct fm_text *)slot);
}

static void print_texts(const void *slot, struct fm_key_writer *out)
{
    struct fm_text rest = *(const struct fm_text *)slot;
    const struct fm_text first = fm_text_take(&rest, FM_TEXTS_APART);
    const bool several = rest.p != NULL;
    fm_key_put(out, several ? "[" : "");
    put_quoted(out, first);
    while (rest.p != NULL) {
        fm_key_put(out, ", ");
        put_quoted(out, fm_text_take(&rest, FM_TEXTS_APART));
    }
    fm_key_put(out, several ? "]" : "");
}

/* A signature, or the mapping in the form that key_rules.c gives it. */
static void print_material(const void *slot, struct fm_key_writer *out)
{
    const struct fm_text *const material = slot;
    const bool mapping = material->n > 0 && *material->p == '{';
    (mapping ? print_word : print_text)(slot, out);
}

static void print_letters(const void *slot, struct fm_key_writer *out)
{
    const struct fm_language *const language = *(const struct fm_language *const *)slot;
    fm_key_put(out, language == NULL ? out->key->preset : language->code);
}

static void print_variant(const void *slot, struct fm_key_writer *out)
{
    const struct fm_variant *const variant = *(const struct fm_variant *const *)slot;
    fm_key_put(out, variant == NULL ? out->key->preset : variant->name);
}

static void print_consumer(const void *slot, struct fm_key_writer *out)
{
    const struct fm_consumer *const consumer = *(const struct fm_consumer *const *)slot;
    fm_key_put(out, consumer == NULL ? "" : consumer->name);
}

static void put_tests(struct fm_key_writer *out, const struct fm_tag_rule *rule)
{
    for (size_t i = 0; i < rule->count; i++) {
        fm_key_put(out, i > 0 ? ", " : rule->count > 1 ? "[" : "");
        put_quoted(out, rule->tests[i].written);
    }
    fm_key_put(out, rule->count > 1 ? "]" : "");
}

static void print_rule(const void *slot, struct fm_key_writer *out)
{
    const struct fm_tag_rule *const rule = *(const struct fm_tag_rule *const *)slot;
    if (rule == NULL)
        fm_key_put(out, "[]");
    else
        put_tests(out, rule);
}

static void print_tag(const void *item, struct fm_key_writer *out)
{
    const struct fm_tag_rule *const rule = item;
    put_quoted(out, rule->tag);
    fm_key_put(out, ": ");
    put_tests(out, rule);
}

static void print_tag_set(const void *item, struct fm_key_writer *out)
{
    print_items(&fm_key_kinds[FM_KEY_TAGS], item, out);
}

static void print_template(const void *item, struct fm_key_writer *out)
{
    const struct fm_record_field *const field = item;
    put_pair(out, field->name, field->text);
}

static void print_column(const void *item, struct fm_key_writer *out)
{
    const struct fm_record_field *const column = item;
    const struct fm_text field = {column->text.p + 1, column->text.n - 2}; /* no braces */
    if (fm_text_equal(column->name, field)) {
        put_quoted(out, field);
        return;
    }
    fm_key_put(out, "{");
    put_pair(out, column->name, field);
    fm_key_put(out, "}");
}

static void print_items(const struct fm_key_kind *kind, const void *slot, struct fm_key_writer *out)
{
    struct fm_key_items list;
    memcpy(&list, slot, sizeof list);
    const bool mapping = kind->form == FM_FORM_MAPPING,
               none = kind->none != NULL && list.count == 0;
    fm_key_put(out, none ? kind->none : mapping ? "{" : "[");
    for (size_t i = 0; i < list.count; i++) {
        fm_key_put(out, i > 0 ? ", " : "");
        kind->print((const unsigned char *)list.of + i * kind->item_size, out);
    }
    fm_key_put(out, none ? "" : mapping ? "}" : "]");
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
    [FM_KEY_NUMBER] = {SCAN(uint64_t, fm_key_scan_amount, print_amount), .limited = true,
                       .expects = "a whole number"},
    [FM_KEY_SIZE] = {SCAN(uint64_t, fm_key_scan_amount, print_amount), .limited = true,
                     .expects = "bytes, also as 64K, 256M or 1G,"},
    [FM_KEY_RANGE] = {SCAN(struct fm_range, fm_key_scan_range, print_range), .equal = ranges_equal,
                      .limited = true, .expects = "a range such as 16..40, 16.. or ..40,"},
    [FM_KEY_PLIES] = {SCAN(struct fm_range, fm_key_scan_range, print_range), .equal = ranges_equal,
                      .expects = "a range such as 16..120, 20.., ..40 or -10.., or last"},
    [FM_KEY_FACTOR] = {SCAN(uint64_t, fm_key_scan_factor, print_factor),
                       .expects = "a factor such as 0.5, at most 1000, with at most six decimals,"},
    [FM_KEY_SHARE] = {READ(struct fm_text, read_share, print_word), .equal = texts_equal,
                      .expects = "a number such as 10, or a share such as 0.5%"},
    [FM_KEY_PART] = {READ(struct fm_part, read_part, print_part), .equal = parts_equal,
                     .expects = "a part and how many there are, as in 2/7: the second of seven; or "
                                "a part of a plan: 2@plan.json"},
    [FM_KEY_TEXT] = {READ(struct fm_text, read_text, print_text), .equal = texts_equal,
                     .expects = "a text"},
    [FM_KEY_TEXTS] = {READ(struct fm_text, read_texts, print_texts), .equal = texts_equal,
                      .expects = "a text or a list of texts"},
    [FM_KEY_COLUMNS] = {FIELDS(ITEMS, fm_key_read_field, print_column),
                        .expects = "a list of fields, as in [fen, {move: next.uci}]",
                        .twice = "two columns have this name: rename one, as in {move: next.uci}"},
    [FM_KEY_SORT] = {FIELDS(WORDS, fm_key_read_field, print_text),
                     .expects =
                         "a list of fields, each may have a minus before it: [-WhiteElo, Date]"},
    [FM_KEY_BY] = {FIELDS(WORDS, fm_key_read_field, print_text),
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
    [FM_KEY_MEANINGS] = {FIELDS(MAPPING, fm_key_read_meaning, print_template), .members = true,
                         .expects =
                             "a mapping of columns to what they mean, as in {Position: fen}"},
    [FM_KEY_TAG_NAMES] = {FIELDS(WORDS, fm_key_read_tag_name, print_text), .none = "keep",
                          .expects =
                              "keep, roster, or a list of tags such as [roster, ECO, \"White*\"]"},
    [FM_KEY_OPCODES] = {FIELDS(WORDS, fm_key_read_opcode, print_word), .members = true,
                        .expects = "a list of opcodes, as in [acd, acs]"},
    [FM_KEY_MERGES] = {FIELDS(WORDS, fm_key_read_opcode, print_word), .members = true,
                       .expects = "a list of opcodes, as in [acd, acs]",
                       .twice = "this opcode is here twice"},
    [FM_KEY_OUTPUTS] = {.size = sizeof(struct fm_key_items),
                        .expects = "a list of outputs, each a mapping with the keys of `output`"},
    [FM_KEY_WHEN] = {.expects = "a mapping with the keys of `games`"},
    [FM_KEY_POSITIONS] = {.expects = "a mapping with the keys of `positions`"},
};

enum fm_status fm_key_read(const struct fm_key_reader *reader, const struct fm_key *key, void *slot,
                           const struct fm_yaml_node *node)
{
    const struct fm_key_kind *const kind = key->kind;
    if (kind->form != FM_FORM_NONE)
        return fm_key_read_items(reader, key, kind, slot, node);
    if (kind->read != NULL)
        return kind->read(reader, key, slot, node);
    return node->type == FM_YAML_SCALAR && kind->scan(key, node->text, slot)
               ? FM_OK
               : fm_key_refuse(reader, key, node);
}

void fm_key_print(const struct fm_key *key, const void *slot, struct fm_key_writer *out)
{
    out->key = key;
    if (key->kind->form != FM_FORM_NONE)
        print_items(key->kind, slot, out);
    else
        key->kind->print(slot, out);
}

/* The default of what is not scanned is nothing: an empty list or text. */
void fm_key_reset(const struct fm_key *key, void *slot)
{
    memset(slot, 0, fm_key_size(key));
    if (key->preset != NULL && key->kind->scan != NULL) {
        const bool fits = key->kind->scan(key, fm_text_of(key->preset), slot);
        assert(fits);
        (void)fits;
    }
}

bool fm_key_is_default(const struct fm_key *key, const void *slot)
{
    union {
        struct fm_range range;
        struct fm_part part;
    } preset; /* the largest values */
    assert(fm_key_size(key) <= sizeof preset);
    fm_key_reset(key, &preset);
    return key->kind->equal != NULL ? key->kind->equal(slot, &preset)
                                    : memcmp(slot, &preset, fm_key_size(key)) == 0;
}
