/* SPDX-License-Identifier: MIT */
/* Tags, operations and columns: new arrays in the arena, never changes in place, so that a
 * reading that fails leaves the profile as it was. */
#include <config.h>
#include "profile/key_list.h"
#include "profile/key_fault.h"
#include "record/epd.h"
#include "record/merge.h"
#include "record/template.h"
#include "filter/position_filter.h"
#include "filter/tagvalue.h"

_Static_assert(offsetof(struct fm_profile_positions, op_count) ==
                   offsetof(struct fm_profile_positions, ops) + sizeof(void *),
               "fm_key_size() depends on it");
_Static_assert(offsetof(struct fm_profile_games, tag_count) ==
                   offsetof(struct fm_profile_games, tags) + sizeof(void *),
               "fm_key_size() depends on it");
_Static_assert(offsetof(struct fm_profile_games, any_count) ==
                       offsetof(struct fm_profile_games, any) + sizeof(void *) &&
                   offsetof(struct fm_profile_games, none_count) ==
                       offsetof(struct fm_profile_games, none) + sizeof(void *),
               "fm_key_size() depends on it");

static enum fm_status read_test(const struct fm_key_reader *reader, struct fm_text tag,
                                const struct fm_yaml_node *node, struct fm_tag_test *out)
{
    const char *why = "a rule on a tag is a text";
    if (node->type != FM_YAML_SCALAR || (node->text.n == 0 && !node->quoted))
        return fm_key_refuse_text(reader, node, node->type == FM_YAML_SCALAR ? node->text : tag,
                                  why);
    const enum fm_status status =
        fm_tag_test_read(tag, node->text, &reader->profile->arena, out, &why);
    return status == FM_BAD_PROFILE ? fm_key_refuse_text(reader, node, node->text, why) : status;
}

static enum fm_status read_rule(const struct fm_key_reader *reader, const struct fm_yaml_node *at,
                                struct fm_text tag, const struct fm_yaml_node *node,
                                struct fm_tag_rule *out)
{
    if (!fm_key_is_tag_name(tag))
        return fm_key_refuse_text(reader, at, tag, "a tag's name is of letters, digits and _");
    if (node->type == FM_YAML_MAPPING || (node->type == FM_YAML_SEQUENCE && node->count == 0))
        return fm_key_refuse_text(reader, node, tag,
                                  "a rule on a tag is a text or a list of texts");
    const bool list = node->type == FM_YAML_SEQUENCE;
    struct fm_tag_rule rule = {.count = list ? node->count : 1};
    FM_TRY(fm_key_copy(reader, tag, &rule.tag));
    rule.tests = fm_arena_alloc(&reader->profile->arena, rule.count * sizeof *rule.tests);
    if (rule.tests == NULL)
        return FM_NO_MEMORY;
    const struct fm_yaml_node *item = list ? node->first : node;
    for (size_t i = 0; i < rule.count; i++, item = item->next)
        FM_TRY(read_test(reader, tag, item, &rule.tests[i]));
    *out = rule;
    return FM_OK;
}

/* Rules on tags, or on operations, as a section has them. */
struct rules {
    struct fm_tag_rule **list;
    size_t *count;
    bool ops;
};

static struct rules rules_of(const struct fm_key *key, void *section)
{
    if (key->section == FM_SECTION_POSITIONS) {
        struct fm_profile_positions *positions = section;
        return (struct rules){&positions->ops, &positions->op_count, true};
    }
    struct fm_profile_games *games = section;
    return (struct rules){&games->tags, &games->tag_count, false};
}

static enum fm_status check_name(const struct fm_key_reader *reader, const struct rules *rules,
                                 const struct fm_yaml_node *node, struct fm_text name)
{
    return !rules->ops || fm_epd_is_opcode(name)
               ? FM_OK
               : fm_key_refuse_text(
                     reader, node, name,
                     "an opcode is a letter and up to 14 letters, digits or underscores");
}

/* The rules and one more, or one in place of that of the same tag. */
static enum fm_status set_rule(const struct fm_key_reader *reader, const struct rules *rules,
                               const struct fm_tag_rule *rule)
{
    const size_t before = *rules->count;
    size_t at = 0;
    while (at < before && !fm_text_equal((*rules->list)[at].tag, rule->tag))
        at++;
    const size_t count = at < before ? before : at + 1;
    struct fm_tag_rule *made = fm_arena_alloc(&reader->profile->arena, count * sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    if (before > 0)
        memcpy(made, *rules->list, before * sizeof *made);
    made[at] = *rule;
    *rules->list = made;
    *rules->count = count;
    return FM_OK;
}

static enum fm_status read_tag_set(const struct fm_key_reader *reader, const struct fm_key *key,
                                   const struct fm_yaml_node *node, struct fm_tag_set *out)
{
    if (node->type != FM_YAML_MAPPING)
        return fm_key_refuse(reader, key, node);
    FM_TRY(fm_key_check_mapping(reader, node));
    struct fm_tag_rule *tags = fm_arena_alloc(&reader->profile->arena, node->count * sizeof *tags);
    if (tags == NULL)
        return FM_NO_MEMORY;
    const struct fm_yaml_node *name = node->first;
    for (size_t i = 0; i < node->count; i++, name = name->next->next)
        FM_TRY(read_rule(reader, name, name->text, name->next, &tags[i]));
    *out = (struct fm_tag_set){tags, node->count};
    return FM_OK;
}

enum fm_status fm_key_read_tags(const struct fm_key_reader *reader, const struct fm_key *key,
                                void *section, const struct fm_yaml_node *node)
{
    struct fm_tag_set set = {NULL, 0};
    const struct rules rules = rules_of(key, section);
    FM_TRY(read_tag_set(reader, key, node, &set));
    const struct fm_yaml_node *name = node->first;
    for (size_t i = 0; i < set.count; i++, name = name->next->next)
        FM_TRY(check_name(reader, &rules, name, set.rules[i].tag));
    *rules.list = set.rules;
    *rules.count = set.count;
    return FM_OK;
}

/* A text that is no number would hold for no rating. */
static bool is_of_ratings(const struct fm_tag_rule *rule)
{
    int64_t unused;
    for (size_t i = 0; i < rule->count; i++) {
        const struct fm_tag_test *test = &rule->tests[i];
        if (test->kind == FM_TEST_TEXT && !fm_tag_number(test->value, &unused) &&
            !fm_text_equal(test->value, FM_TEXT("?")))
            return false;
    }
    return true;
}

enum fm_status fm_key_read_rule(const struct fm_key_reader *reader, const struct fm_key *key,
                                struct fm_tag_rule **slot, const struct fm_yaml_node *node)
{
    struct fm_tag_rule *rule = fm_arena_alloc(&reader->profile->arena, sizeof *rule);
    if (node->type == FM_YAML_SEQUENCE && node->count == 0) { /* none, as it is printed */
        *slot = NULL;
        return FM_OK;
    }
    if (rule == NULL)
        return FM_NO_MEMORY;
    FM_TRY(read_rule(reader, node, fm_text_of(key->names[0]), node, rule));
    if (fm_text_equal(rule->tag, FM_TEXT("WhiteElo")) && !is_of_ratings(rule))
        return fm_key_refuse_text(reader, node, node->text,
                                  "a rating or a range is needed: 2400.., 1800..2200");
    *slot = rule;
    return FM_OK;
}

enum fm_status fm_key_read_tag_sets(const struct fm_key_reader *reader, const struct fm_key *key,
                                    struct fm_profile_games *games, const struct fm_yaml_node *node)
{
    const bool any = key->offset == offsetof(struct fm_profile_games, any);
    if (node->type != FM_YAML_SEQUENCE)
        return fm_key_refuse(reader, key, node);
    struct fm_tag_set *sets = fm_arena_alloc(&reader->profile->arena, node->count * sizeof *sets);
    if (sets == NULL)
        return FM_NO_MEMORY;
    const struct fm_yaml_node *item = node->first;
    for (size_t i = 0; i < node->count; i++, item = item->next) {
        if (item->type == FM_YAML_MAPPING && item->count == 0)
            return fm_key_refuse(reader, key, item);
        FM_TRY(read_tag_set(reader, key, item, &sets[i]));
    }
    *(any ? &games->any : &games->none) = sets;
    *(any ? &games->any_count : &games->none_count) = node->count;
    return FM_OK;
}

/* The pieces of one side; absent: none. */
static enum fm_status read_side(const struct fm_key_reader *reader, const struct fm_key *key,
                                const struct fm_yaml_node *node, const char *side,
                                struct fm_text *pieces)
{
    uint8_t least[FM_KINDS], most[FM_KINDS];
    *pieces = (struct fm_text){NULL, 0};
    for (const struct fm_yaml_node *name = node->first; name != NULL; name = name->next->next) {
        if (!fm_text_equal(name->text, fm_text_of(side)))
            continue;
        const struct fm_yaml_node *value = name->next;
        if (value->type != FM_YAML_SCALAR || !fm_material_side_read(value->text, least, most))
            return fm_key_refuse(reader, key, value);
        *pieces = value->text;
    }
    return FM_OK;
}

static enum fm_status read_sides(const struct fm_key_reader *reader, const struct fm_key *key,
                                 const struct fm_yaml_node *node, struct fm_text *out)
{
    struct fm_text white, black;
    struct fm_buf text = {NULL, 0, 0};
    FM_TRY(fm_key_check_mapping(reader, node));
    for (const struct fm_yaml_node *name = node->first; name != NULL; name = name->next->next)
        if (!fm_text_equal(name->text, FM_TEXT("white")) &&
            !fm_text_equal(name->text, FM_TEXT("black")))
            return fm_key_refuse_text(reader, name, name->text,
                                      "material has the sides white and black");
    FM_TRY(read_side(reader, key, node, "white", &white));
    FM_TRY(read_side(reader, key, node, "black", &black));
    const struct fm_text parts[] = {FM_TEXT("{white: \""), white, FM_TEXT("\", black: \""), black,
                                    FM_TEXT("\"}")};
    enum fm_status status = FM_OK;
    for (size_t i = 0; i < FM_COUNT_OF(parts) && status == FM_OK; i++)
        status = fm_buf_append_text(&text, parts[i]);
    if (status == FM_OK)
        status = fm_key_copy(reader, (struct fm_text){text.p, text.n}, out);
    fm_buf_free(&text);
    return status;
}

enum fm_status fm_key_read_material(const struct fm_key_reader *reader, const struct fm_key *key,
                                    struct fm_text *slot, const struct fm_yaml_node *node)
{
    if (node->type == FM_YAML_MAPPING)
        return read_sides(reader, key, node, slot);
    if (node->type != FM_YAML_SCALAR || (node->text.n == 0 && !node->quoted))
        return fm_key_refuse(reader, key, node);
    return fm_key_copy(reader, node->text, slot);
}

enum fm_status fm_key_read_member(const struct fm_key_reader *reader, const struct fm_key *key,
                                  void *section, struct fm_text name,
                                  const struct fm_yaml_node *node)
{
    struct fm_tag_rule rule;
    const struct rules rules = rules_of(key, section);
    if (key->type != FM_KEY_TAGS)
        return fm_key_read_template_member(reader, key, section, name, node);
    FM_TRY(check_name(reader, &rules, node, name));
    FM_TRY(read_rule(reader, node, name, node, &rule));
    return set_rule(reader, &rules, &rule);
}
