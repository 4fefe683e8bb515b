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
_Static_assert(offsetof(struct fm_record_fields, op_count) ==
                       offsetof(struct fm_record_fields, ops) + sizeof(void *) &&
                   offsetof(struct fm_record_fields, drop_count) ==
                       offsetof(struct fm_record_fields, drops) + sizeof(void *) &&
                   offsetof(struct fm_record_fields, merge_count) ==
                       offsetof(struct fm_record_fields, merges) + sizeof(void *) &&
                   offsetof(struct fm_record_fields, column_count) ==
                       offsetof(struct fm_record_fields, columns) + sizeof(void *),
               "fm_key_size() depends on it");

_Static_assert(offsetof(struct fm_profile_output, sort_count) ==
                       offsetof(struct fm_profile_output, sort) + sizeof(void *) &&
                   offsetof(struct fm_profile_output, tag_count) ==
                       offsetof(struct fm_profile_output, tags) + sizeof(void *) &&
                   offsetof(struct fm_profile_output, set_tag_count) ==
                       offsetof(struct fm_profile_output, set_tags) + sizeof(void *),
               "fm_key_size() depends on it");

_Static_assert(offsetof(struct fm_profile_games, any_count) ==
                       offsetof(struct fm_profile_games, any) + sizeof(void *) &&
                   offsetof(struct fm_profile_games, none_count) ==
                       offsetof(struct fm_profile_games, none) + sizeof(void *),
               "fm_key_size() depends on it");

static enum fm_status refuse(const struct fm_reader *reader, const struct fm_yaml_node *node,
                             struct fm_text what, const char *detail)
{
    return fm_profile_fault(reader->profile, reader->error, fm_reader_place(reader, node), what,
                            (struct fm_text){NULL, 0}, fm_text_of(detail));
}

static enum fm_status copy_text(const struct fm_reader *reader, struct fm_text text,
                                struct fm_text *out)
{
    *out = fm_arena_copy(&reader->profile->arena, text);
    return out->n < text.n ? FM_NO_MEMORY : FM_OK;
}

enum fm_status fm_key_check_mapping(const struct fm_reader *reader, const struct fm_yaml_node *node)
{
    for (const struct fm_yaml_node *key = node->first; key != NULL; key = key->next->next) {
        if (key->type != FM_YAML_SCALAR || key->text.n == 0)
            return refuse(reader, key, key->text, "a key must be a word");
        for (const struct fm_yaml_node *other = node->first; other != key;
             other = other->next->next)
            if (fm_text_equal(other->text, key->text))
                return refuse(reader, key, key->text, "this key is here twice");
    }
    return FM_OK;
}

static bool is_tag_name(struct fm_text name)
{
    for (size_t i = 0; i < name.n; i++) {
        const unsigned char c = fm_ascii_lower(name.p[i]);
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'))
            return false;
    }
    return name.n > 0;
}

static enum fm_status read_test(const struct fm_reader *reader, struct fm_text tag,
                                const struct fm_yaml_node *node, struct fm_tag_test *out)
{
    const char *why = "a rule on a tag is a text";
    if (node->type != FM_YAML_SCALAR || (node->text.n == 0 && !node->quoted))
        return refuse(reader, node, node->type == FM_YAML_SCALAR ? node->text : tag, why);
    const enum fm_status status =
        fm_tag_test_read(tag, node->text, &reader->profile->arena, out, &why);
    return status == FM_BAD_PROFILE ? refuse(reader, node, node->text, why) : status;
}

static enum fm_status read_rule(const struct fm_reader *reader, const struct fm_yaml_node *at,
                                struct fm_text tag, const struct fm_yaml_node *node,
                                struct fm_tag_rule *out)
{
    if (!is_tag_name(tag))
        return refuse(reader, at, tag, "a tag's name is of letters, digits and _");
    if (node->type == FM_YAML_MAPPING || (node->type == FM_YAML_SEQUENCE && node->count == 0))
        return refuse(reader, node, tag, "a rule on a tag is a text or a list of texts");
    const bool list = node->type == FM_YAML_SEQUENCE;
    struct fm_tag_rule rule = {.count = list ? node->count : 1};
    FM_TRY(copy_text(reader, tag, &rule.tag));
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

static enum fm_status check_name(const struct fm_reader *reader, const struct rules *rules,
                                 const struct fm_yaml_node *node, struct fm_text name)
{
    return !rules->ops || fm_epd_is_opcode(name)
               ? FM_OK
               : refuse(reader, node, name,
                        "an opcode is a letter and up to 14 letters, digits or underscores");
}

/* The rules and one more, or one in place of that of the same tag. */
static enum fm_status set_rule(const struct fm_reader *reader, const struct rules *rules,
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

static enum fm_status read_tag_set(const struct fm_reader *reader, const struct fm_key *key,
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

enum fm_status fm_key_read_tags(const struct fm_reader *reader, const struct fm_key *key,
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

enum fm_status fm_key_read_rule(const struct fm_reader *reader, const struct fm_key *key,
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
        return refuse(reader, node, node->text,
                      "a rating or a range is needed: 2400.., 1800..2200");
    *slot = rule;
    return FM_OK;
}

enum fm_status fm_key_read_tag_sets(const struct fm_reader *reader, const struct fm_key *key,
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
static enum fm_status read_side(const struct fm_reader *reader, const struct fm_key *key,
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

static enum fm_status read_sides(const struct fm_reader *reader, const struct fm_key *key,
                                 const struct fm_yaml_node *node, struct fm_text *out)
{
    struct fm_text white, black;
    struct fm_buf text = {NULL, 0, 0};
    FM_TRY(fm_key_check_mapping(reader, node));
    for (const struct fm_yaml_node *name = node->first; name != NULL; name = name->next->next)
        if (!fm_text_equal(name->text, FM_TEXT("white")) &&
            !fm_text_equal(name->text, FM_TEXT("black")))
            return refuse(reader, name, name->text, "material has the sides white and black");
    FM_TRY(read_side(reader, key, node, "white", &white));
    FM_TRY(read_side(reader, key, node, "black", &black));
    const struct fm_text parts[] = {FM_TEXT("{white: \""), white, FM_TEXT("\", black: \""), black,
                                    FM_TEXT("\"}")};
    enum fm_status status = FM_OK;
    for (size_t i = 0; i < FM_COUNT_OF(parts) && status == FM_OK; i++)
        status = fm_buf_append_text(&text, parts[i]);
    if (status == FM_OK)
        status = copy_text(reader, (struct fm_text){text.p, text.n}, out);
    fm_buf_free(&text);
    return status;
}

enum fm_status fm_key_read_material(const struct fm_reader *reader, const struct fm_key *key,
                                    struct fm_text *slot, const struct fm_yaml_node *node)
{
    if (node->type == FM_YAML_MAPPING)
        return read_sides(reader, key, node, slot);
    if (node->type != FM_YAML_SCALAR || (node->text.n == 0 && !node->quoted))
        return fm_key_refuse(reader, key, node);
    return copy_text(reader, node->text, slot);
}

/* A list of fields in the profile: its key has the place of the first, the count is after it. */
struct field_list {
    const struct fm_record_field *of;
    size_t count;
};

static struct field_list list_of(const struct fm_key *key, const void *section)
{
    struct field_list list;
    memcpy(&list, (const unsigned char *)section + key->offset, sizeof list);
    return list;
}

static void store_list(const struct fm_key *key, void *section, struct field_list list)
{
    memcpy((unsigned char *)section + key->offset, &list, sizeof list);
}

/* Why the name of an operation or a tag cannot have a template; NULL: it can. */
static const char *name_fault(const struct fm_key *key, struct fm_text name)
{
    static const char *const of_start[] = {"FEN", "SetUp", "Variant"};
    if (key->type == FM_KEY_OPS)
        return fm_epd_is_opcode(name)
                   ? NULL
                   : "an opcode is a letter and up to 14 letters, digits or _; one letter alone is "
                     "a capital";
    for (size_t i = 0; i < FM_COUNT_OF(of_start); i++)
        if (fm_text_equal(name, fm_text_of(of_start[i])))
            return "FEN, SetUp and Variant follow from the start position of the game";
    return is_tag_name(name) ? NULL : "a tag's name is of letters, digits and _";
}

static enum fm_status read_template(const struct fm_reader *reader, const struct fm_key *key,
                                    const struct fm_yaml_node *at, struct fm_text name,
                                    const struct fm_yaml_node *node, struct fm_record_field *out)
{
    struct fm_record_field made = {
        .input = reader->input, .line = node->line, .column = node->column};
    const char *fault = name_fault(key, name);
    if (fault != NULL)
        return refuse(reader, at, name, fault);
    if (node->type != FM_YAML_SCALAR || (node->text.n == 0 && !node->quoted))
        return refuse(reader, node, name, "a template is a text");
    FM_TRY(copy_text(reader, name, &made.name));
    FM_TRY(copy_text(reader, node->text, &made.text));
    *out = made;
    return FM_OK;
}

/* One more, or in place of that of the same name. */
static enum fm_status set_template(const struct fm_reader *reader, const struct fm_key *key,
                                   void *section, const struct fm_record_field *made)
{
    struct field_list list = list_of(key, section);
    size_t at = 0;
    while (at < list.count && !fm_text_equal(list.of[at].name, made->name))
        at++;
    const size_t count = at < list.count ? list.count : at + 1;
    struct fm_record_field *all = fm_arena_alloc(&reader->profile->arena, count * sizeof *all);
    if (all == NULL)
        return FM_NO_MEMORY;
    if (list.count > 0)
        memcpy(all, list.of, list.count * sizeof *all);
    all[at] = *made;
    store_list(key, section, (struct field_list){all, count});
    return FM_OK;
}

enum fm_status fm_key_read_templates(const struct fm_reader *reader, const struct fm_key *key,
                                     void *section, const struct fm_yaml_node *node)
{
    if (node->type != FM_YAML_MAPPING)
        return fm_key_refuse(reader, key, node);
    FM_TRY(fm_key_check_mapping(reader, node));
    struct fm_record_field *all =
        fm_arena_alloc(&reader->profile->arena, node->count * sizeof *all);
    if (all == NULL)
        return FM_NO_MEMORY;
    const struct fm_yaml_node *name = node->first;
    for (size_t i = 0; i < node->count; i++, name = name->next->next)
        FM_TRY(read_template(reader, key, name, name->text, name->next, &all[i]));
    store_list(key, section, (struct field_list){all, node->count});
    return FM_OK;
}

/* A list of opcodes of an output: those that are dropped, or those that are merged. */
struct opcodes {
    const struct fm_record_field **list;
    size_t *count;
    bool merges;
};

static struct opcodes opcodes_of(const struct fm_key *key, struct fm_profile_output *output)
{
    struct fm_record_fields *fields = &output->fields;
    const bool merges = key->offset == offsetof(struct fm_profile_output, fields.merges);
    return merges ? (struct opcodes){&fields->merges, &fields->merge_count, true}
                  : (struct opcodes){&fields->drops, &fields->drop_count, false};
}

static enum fm_status take_opcode(const struct fm_reader *reader, const struct fm_key *key,
                                  const struct fm_yaml_node *node, struct fm_text opcode,
                                  struct fm_record_field *out)
{
    const bool merges = key->offset == offsetof(struct fm_profile_output, fields.merges);
    if (!fm_epd_is_opcode(opcode))
        return refuse(reader, node, opcode,
                      "an opcode is a letter and up to 14 letters, digits or underscores");
    if (merges && !fm_merge_takes(fm_epd_type_of(opcode)))
        return refuse(reader, node, opcode,
                      "only bm, am and operations of one text (id, eco, nic, c0 to c9, v0 to v9) "
                      "are merged");
    *out = (struct fm_record_field){
        .input = reader->input, .line = node->line, .column = node->column};
    return copy_text(reader, opcode, &out->name);
}

/* One more, if it is not there. */
static enum fm_status add_opcode(const struct fm_reader *reader, const struct fm_key *key,
                                 struct fm_profile_output *output, const struct fm_yaml_node *node,
                                 struct fm_text opcode)
{
    const struct opcodes opcodes = opcodes_of(key, output);
    const size_t count = *opcodes.count;
    for (size_t i = 0; i < count; i++)
        if (fm_text_equal((*opcodes.list)[i].name, opcode))
            return FM_OK;
    struct fm_record_field *list =
        fm_arena_alloc(&reader->profile->arena, (count + 1) * sizeof *list);
    if (list == NULL)
        return FM_NO_MEMORY;
    if (count > 0)
        memcpy(list, *opcodes.list, count * sizeof *list);
    FM_TRY(take_opcode(reader, key, node, opcode, &list[count]));
    *opcodes.list = list;
    *opcodes.count = count + 1;
    return FM_OK;
}

enum fm_status fm_key_read_member(const struct fm_reader *reader, const struct fm_key *key,
                                  void *section, struct fm_text name,
                                  const struct fm_yaml_node *node)
{
    if (key->type == FM_KEY_TAGS) {
        struct fm_tag_rule rule;
        const struct rules rules = rules_of(key, section);
        FM_TRY(check_name(reader, &rules, node, name));
        FM_TRY(read_rule(reader, node, name, node, &rule));
        return set_rule(reader, &rules, &rule);
    }
    if (key->type == FM_KEY_OPCODES)
        return add_opcode(reader, key, section, node, name);
    struct fm_record_field made;
    FM_TRY(read_template(reader, key, node, name, node, &made));
    return set_template(reader, key, section, &made);
}

/* A field, with the template that gives its value. */
static enum fm_status take_field(const struct fm_reader *reader, const struct fm_yaml_node *node,
                                 struct fm_text name, struct fm_text field, const char *braces,
                                 struct fm_record_field *out)
{
    if (memchr(field.p, '{', field.n) != NULL)
        return refuse(reader, node, field, braces);
    *out = (struct fm_record_field){
        .input = reader->input, .line = node->line, .column = node->column};
    unsigned char *text = fm_arena_alloc(&reader->profile->arena, field.n + 2);
    if (text == NULL)
        return FM_NO_MEMORY;
    text[0] = '{';
    memcpy(text + 1, field.p, field.n);
    text[field.n + 1] = '}';
    out->text = (struct fm_text){text, field.n + 2};
    return copy_text(reader, name, &out->name);
}

/* A field, or a mapping of one name to a field: `fen`, `{move: next.uci}`. */
static enum fm_status read_column(const struct fm_reader *reader, const struct fm_key *key,
                                  const struct fm_yaml_node *node, struct fm_record_field *out)
{
    const bool renamed = node->type == FM_YAML_MAPPING && node->count == 1;
    const struct fm_yaml_node *name = renamed ? node->first : node;
    const struct fm_yaml_node *field = renamed ? name->next : node;
    static const char in_braces[] = "a column is a field without braces: write fen";
    const bool words = name->type == FM_YAML_SCALAR && field->type == FM_YAML_SCALAR;
    if (words && name->text.n > 0 && field->text.n == 0 && !field->quoted)
        return refuse(reader, node, name->text, in_braces); /* {fen}, which is a mapping */
    if (!words || name->text.n == 0 || field->text.n == 0)
        return fm_key_refuse(reader, key, node);
    return take_field(reader, field, renamed ? name->text : fm_template_field_name(name->text),
                      field->text, in_braces, out);
}

/* `Date`, or `-Date`: descending. */
static enum fm_status read_sort_field(const struct fm_reader *reader, const struct fm_key *key,
                                      const struct fm_yaml_node *node, struct fm_record_field *out)
{
    struct fm_text field = node->text;
    if (node->type == FM_YAML_SCALAR && field.n > 0 && field.p[0] == '-') {
        field.p++;
        field.n--;
    }
    if (node->type != FM_YAML_SCALAR || field.n == 0)
        return fm_key_refuse(reader, key, node);
    return take_field(reader, node, node->text, field,
                      "the order is by fields without braces: write fen", out);
}

/* A list of fields, or one. */
static enum fm_status read_fields(
    const struct fm_reader *reader, const struct fm_key *key, const struct fm_yaml_node *node,
    enum fm_status (*read_one)(const struct fm_reader *, const struct fm_key *,
                               const struct fm_yaml_node *, struct fm_record_field *),
    const struct fm_record_field **out, size_t *out_count)
{
    const bool list = node->type == FM_YAML_SEQUENCE;
    const size_t count = list ? node->count : 1;
    struct fm_record_field *fields =
        fm_arena_alloc(&reader->profile->arena, count * sizeof *fields);
    if (fields == NULL)
        return FM_NO_MEMORY;
    const struct fm_yaml_node *item = list ? node->first : node;
    for (size_t i = 0; i < count; i++, item = item->next)
        FM_TRY(read_one(reader, key, item, &fields[i]));
    *out = fields;
    *out_count = count;
    return FM_OK;
}

enum fm_status fm_key_read_columns(const struct fm_reader *reader, const struct fm_key *key,
                                   struct fm_profile_output *output,
                                   const struct fm_yaml_node *node)
{
    return read_fields(reader, key, node, read_column, &output->fields.columns,
                       &output->fields.column_count);
}

enum fm_status fm_key_read_sort(const struct fm_reader *reader, const struct fm_key *key,
                                struct fm_profile_output *output, const struct fm_yaml_node *node)
{
    return read_fields(reader, key, node, read_sort_field, &output->sort, &output->sort_count);
}

static enum fm_status read_opcode(const struct fm_reader *reader, const struct fm_key *key,
                                  const struct fm_yaml_node *node, struct fm_record_field *out)
{
    return node->type == FM_YAML_SCALAR ? take_opcode(reader, key, node, node->text, out)
                                        : fm_key_refuse(reader, key, node);
}

enum fm_status fm_key_read_opcodes(const struct fm_reader *reader, const struct fm_key *key,
                                   struct fm_profile_output *output,
                                   const struct fm_yaml_node *node)
{
    const struct opcodes opcodes = opcodes_of(key, output);
    FM_TRY(read_fields(reader, key, node, read_opcode, opcodes.list, opcodes.count));
    for (size_t i = 0; opcodes.merges && i < *opcodes.count; i++)
        for (size_t k = 0; k < i; k++)
            if (fm_text_equal((*opcodes.list)[i].name, (*opcodes.list)[k].name))
                return refuse(reader, node, (*opcodes.list)[i].name, "this opcode is here twice");
    return FM_OK;
}

/* A name, or a pattern with `*`; `roster` is one, too. */
static enum fm_status read_tag_name(const struct fm_reader *reader, const struct fm_key *key,
                                    const struct fm_yaml_node *node, struct fm_record_field *out)
{
    bool fits = node->type == FM_YAML_SCALAR && node->text.n > 0;
    for (size_t i = 0; fits && i < node->text.n; i++)
        fits = node->text.p[i] == '*' || is_tag_name((struct fm_text){node->text.p + i, 1});
    if (!fits || fm_text_equal(node->text, FM_TEXT("keep")))
        return fm_key_refuse(reader, key, node);
    *out = (struct fm_record_field){
        .input = reader->input, .line = node->line, .column = node->column};
    return copy_text(reader, node->text, &out->name);
}

enum fm_status fm_key_read_tag_names(const struct fm_reader *reader, const struct fm_key *key,
                                     struct fm_profile_output *output,
                                     const struct fm_yaml_node *node)
{
    const bool keep = node->type == FM_YAML_SCALAR && fm_text_equal(node->text, FM_TEXT("keep"));
    if (node->type == FM_YAML_SEQUENCE && node->count == 0)
        return fm_key_refuse(reader, key, node);
    output->tags = NULL;
    output->tag_count = 0;
    return keep ? FM_OK
                : read_fields(reader, key, node, read_tag_name, &output->tags, &output->tag_count);
}
