/* SPDX-License-Identifier: MIT */
/* Rules on tags and operations, and material. */
#include <config.h>
#include "profile/key_rules.h"
#include "profile/key_list.h"
#include "record/epd.h"
#include "filter/position_filter.h"
#include "filter/tagvalue.h"

static enum fm_status read_test(const struct fm_key_reader *reader, struct fm_text tag,
                                const struct fm_yaml_node *node, struct fm_tag_test *out)
{
    const char *why = "a rule on a tag is a text";
    if (!fm_yaml_is_text(node))
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
    FM_TRY_MADE(rule.tests);
    const struct fm_yaml_node *item = list ? node->first : node;
    for (size_t i = 0; i < rule.count; i++, item = item->next)
        FM_TRY(read_test(reader, tag, item, &rule.tests[i]));
    *out = rule;
    return FM_OK;
}

enum fm_status fm_key_read_tag(const struct fm_key_reader *reader, const struct fm_key *key,
                               const struct fm_key_item *item, void *out)
{
    if (key->section == FM_SECTION_POSITIONS && !fm_epd_is_opcode(item->name))
        return fm_key_refuse_text(reader, item->at, item->name, fm_key_opcode_form);
    return read_rule(reader, item->at, item->name, item->node, out);
}

enum fm_status fm_key_read_tag_set(const struct fm_key_reader *reader, const struct fm_key *key,
                                   const struct fm_key_item *item, void *out)
{
    return item->node->type == FM_YAML_MAPPING && item->node->count > 0
               ? fm_key_read_items(reader, key, &fm_key_kinds[FM_KEY_TAGS], out, item->node)
               : fm_key_refuse(reader, key, item->node);
}

/* A text that is no number would hold for no rating. */
static bool is_of_ratings(const struct fm_tag_rule *rule)
{
    int64_t unused;
    for (size_t i = 0; i < rule->count; i++) {
        const struct fm_tag_test *test = &rule->tests[i];
        if (test->kind == FM_TEST_TEXT && !fm_tag_number(test->value, &unused) &&
            !fm_text_is(test->value, "?"))
            return false;
    }
    return true;
}

enum fm_status fm_key_read_rule(const struct fm_key_reader *reader, const struct fm_key *key,
                                void *slot, const struct fm_yaml_node *node)
{
    struct fm_tag_rule *rule = fm_arena_alloc(&reader->profile->arena, sizeof *rule);
    if (node->type == FM_YAML_SEQUENCE && node->count == 0) { /* an empty list, as it is printed */
        *(struct fm_tag_rule **)slot = NULL;
        return FM_OK;
    }
    FM_TRY_MADE(rule);
    FM_TRY(read_rule(reader, node, fm_text_of(key->names[0]), node, rule));
    if (fm_text_is(rule->tag, "WhiteElo") && !is_of_ratings(rule))
        return fm_key_refuse_text(reader, node, node->text,
                                  "a rating or a range is needed: 2400.., 1800..2200");
    *(struct fm_tag_rule **)slot = rule;
    return FM_OK;
}

static enum fm_status read_sides(const struct fm_key_reader *reader, const struct fm_key *key,
                                 const struct fm_yaml_node *node, struct fm_text *out)
{
    static const char *const names[] = {"white", "black", NULL};
    uint8_t least[FM_KINDS], most[FM_KINDS];
    struct fm_text sides[2] = {FM_NO_TEXT, FM_NO_TEXT}; /* absent: no pieces */
    FM_TRY(fm_key_check_mapping(reader, node));
    for (const struct fm_yaml_node *name = node->first; name != NULL; name = name->next->next)
        if (fm_name_index(names, name->text) < 0)
            return fm_key_refuse_text(reader, name, name->text,
                                      "material has the sides white and black");
    for (const struct fm_yaml_node *name = node->first; name != NULL; name = name->next->next) {
        const struct fm_yaml_node *value = name->next;
        if (value->type != FM_YAML_SCALAR || !fm_material_side_read(value->text, least, most))
            return fm_key_refuse(reader, key, value);
        sides[fm_name_index(names, name->text)] = value->text;
    }
    struct fm_key_writer text = {.status = FM_OK};
    const struct fm_text parts[] = {FM_TEXT("{white: \""), sides[0], FM_TEXT("\", black: \""),
                                    sides[1], FM_TEXT("\"}")};
    for (size_t i = 0; i < FM_COUNT_OF(parts); i++)
        fm_key_put_text(&text, parts[i]);
    if (text.status == FM_OK)
        text.status = fm_key_copy(reader, fm_buf_text(&text.text), out);
    fm_buf_free(&text.text);
    return text.status;
}

enum fm_status fm_key_read_material(const struct fm_key_reader *reader, const struct fm_key *key,
                                    void *slot, const struct fm_yaml_node *node)
{
    if (node->type == FM_YAML_MAPPING)
        return read_sides(reader, key, node, slot);
    if (!fm_yaml_is_text(node))
        return fm_key_refuse(reader, key, node);
    return fm_key_copy(reader, node->text, slot);
}
