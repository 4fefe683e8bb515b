/* SPDX-License-Identifier: MIT */
/* Values of keys: words, numbers, lists of words. Lists of rules, operations and columns are in
 * key_list.c. */
#include <config.h>
#include "profile/key_value.h"
#include "profile/consumer.h"
#include "profile/key_list.h"

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

/* Words and numbers: false if the text is none that the key takes. */
static bool read_scalar(const struct fm_key *key, struct fm_text text, void *slot)
{
    struct fm_key_names room;
    const char *const *names = fm_key_names_of(key, &room);
    const int index = names == NULL ? -1 : word_index(names, text);
    const struct fm_variant *variant;
    switch (key->type) {
    case FM_KEY_BOOL:
    case FM_KEY_SWITCH:
        if (index >= 0)
            *(bool *)slot = index == 1;
        return index >= 0;
    case FM_KEY_CHOICE:
        if (index >= 0)
            memcpy(slot, &index, sizeof index);
        return index >= 0;
    case FM_KEY_NUMBER:
    case FM_KEY_SIZE:
        return fm_key_read_amount(key, text, slot);
    case FM_KEY_PART:
        return fm_key_read_part(key, text, slot);
    case FM_KEY_RANGE:
    case FM_KEY_PLIES:
        return fm_key_read_range(key, text, slot);
    case FM_KEY_LETTERS:
        if (index >= 0)
            *(const struct fm_language **)slot = index == 0 ? NULL : fm_language_named(text);
        return index >= 0;
    case FM_KEY_VARIANT: /* in any case */
        variant = fm_variant_named(text);
        if (index == 0 || variant != NULL)
            *(const struct fm_variant **)slot = variant;
        return index == 0 || variant != NULL;
    case FM_KEY_CONSUMER:
        if (index >= 0)
            *(const struct fm_consumer **)slot = fm_consumer_of((size_t)index);
        return index >= 0;
    case FM_KEY_SET:
    case FM_KEY_SHARE:
    case FM_KEY_TEXT:
    case FM_KEY_COLUMNS:
    case FM_KEY_SORT:
    case FM_KEY_BY:
    case FM_KEY_OPCODES:
    case FM_KEY_SET_TAGS:
    case FM_KEY_TAG_NAMES:
    case FM_KEY_TAGS:
    case FM_KEY_RULE:
    case FM_KEY_TAG_SETS:
    case FM_KEY_MATERIAL:
    case FM_KEY_OPS:
    case FM_KEY_OUTPUTS:
    case FM_KEY_WHEN:
    case FM_KEY_POSITIONS:
    case FM_KEY_TYPES:
        break;
    }
    return false;
}

static enum fm_status read_set(const struct fm_key_reader *reader, const struct fm_key *key,
                               unsigned *slot, const struct fm_yaml_node *node)
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
    *slot = set;
    return FM_OK;
}

static enum fm_status read_text(const struct fm_key_reader *reader, const struct fm_key *key,
                                struct fm_text *slot, const struct fm_yaml_node *node)
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
    *slot = text;
    return FM_OK;
}

enum fm_status fm_key_read(const struct fm_key_reader *reader, const struct fm_key *key,
                           void *section, const struct fm_yaml_node *node)
{
    void *slot = (unsigned char *)section + key->offset;
    if (key->type == FM_KEY_SET)
        return read_set(reader, key, slot, node);
    struct fm_share share;
    if (key->type == FM_KEY_SHARE &&
        (node->type != FM_YAML_SCALAR || node->text.n == 0 || !fm_share_read(node->text, &share)))
        return fm_key_refuse(reader, key, node);
    if (key->type == FM_KEY_TEXT || key->type == FM_KEY_SHARE)
        return read_text(reader, key, slot, node);
    if (key->type == FM_KEY_COLUMNS)
        return fm_key_read_columns(reader, key, section, node);
    if (key->type == FM_KEY_SORT)
        return fm_key_read_sort(reader, key, section, node);
    if (key->type == FM_KEY_BY)
        return fm_key_read_by(reader, key, section, node);
    if (key->type == FM_KEY_OPCODES)
        return fm_key_read_opcodes(reader, key, section, node);
    if (key->type == FM_KEY_TAGS)
        return fm_key_read_tags(reader, key, section, node);
    if (key->type == FM_KEY_RULE)
        return fm_key_read_rule(reader, key, slot, node);
    if (key->type == FM_KEY_TAG_SETS)
        return fm_key_read_tag_sets(reader, key, section, node);
    if (key->type == FM_KEY_MATERIAL)
        return fm_key_read_material(reader, key, slot, node);
    if (key->type == FM_KEY_OPS || key->type == FM_KEY_SET_TAGS)
        return fm_key_read_templates(reader, key, section, node);
    if (key->type == FM_KEY_TAG_NAMES)
        return fm_key_read_tag_names(reader, key, section, node);
    if (node->type == FM_YAML_SCALAR && read_scalar(key, node->text, slot))
        return FM_OK;
    return fm_key_refuse(reader, key, node);
}

static bool ranges_equal(const struct fm_range *a, const struct fm_range *b)
{
    return a->set == b->set && (!a->set || (a->from == b->from && a->to == b->to));
}

bool fm_key_equal(const struct fm_key *key, const void *section, const void *other)
{
    const void *a = (const unsigned char *)section + key->offset,
               *b = (const unsigned char *)other + key->offset;
    if (key->type == FM_KEY_RANGE || key->type == FM_KEY_PLIES)
        return ranges_equal(a, b);
    if (key->type == FM_KEY_TEXT || key->type == FM_KEY_MATERIAL || key->type == FM_KEY_SHARE)
        return fm_text_equal(*(const struct fm_text *)a, *(const struct fm_text *)b);
    return memcmp(a, b, fm_key_size(key)) == 0;
}

size_t fm_key_size(const struct fm_key *key)
{
    static const size_t sizes[FM_KEY_TYPES] = {
        [FM_KEY_BOOL] = sizeof(bool),
        [FM_KEY_SWITCH] = sizeof(bool),
        [FM_KEY_CHOICE] = sizeof(unsigned),
        [FM_KEY_SET] = sizeof(unsigned),
        [FM_KEY_NUMBER] = sizeof(uint64_t),
        [FM_KEY_SIZE] = sizeof(uint64_t),
        [FM_KEY_RANGE] = sizeof(struct fm_range),
        [FM_KEY_PLIES] = sizeof(struct fm_range),
        [FM_KEY_SHARE] = sizeof(struct fm_text),
        [FM_KEY_PART] = sizeof(struct fm_part),
        [FM_KEY_TEXT] = sizeof(struct fm_text),
        [FM_KEY_MATERIAL] = sizeof(struct fm_text),
        [FM_KEY_RULE] = sizeof(void *),
        [FM_KEY_LETTERS] = sizeof(void *),
        [FM_KEY_VARIANT] = sizeof(void *),
        [FM_KEY_CONSUMER] = sizeof(void *),
        /* a pointer with its count right after it */
        [FM_KEY_COLUMNS] = sizeof(void *) + sizeof(size_t),
        [FM_KEY_SORT] = sizeof(void *) + sizeof(size_t),
        [FM_KEY_BY] = sizeof(void *) + sizeof(size_t),
        [FM_KEY_OPCODES] = sizeof(void *) + sizeof(size_t),
        [FM_KEY_TAGS] = sizeof(void *) + sizeof(size_t),
        [FM_KEY_TAG_SETS] = sizeof(void *) + sizeof(size_t),
        [FM_KEY_OPS] = sizeof(void *) + sizeof(size_t),
        [FM_KEY_SET_TAGS] = sizeof(void *) + sizeof(size_t),
        [FM_KEY_TAG_NAMES] = sizeof(void *) + sizeof(size_t),
        [FM_KEY_OUTPUTS] = sizeof(void *) + sizeof(size_t),
    };
    return sizes[key->type];
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
