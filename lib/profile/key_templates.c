/* SPDX-License-Identifier: MIT */
/* Operations, columns, fields to sort by, opcodes, tags that are written: new arrays in the arena, as in
 * key_list.c. Templates are compiled to see whether they can be; the plan of a run compiles them for
 * use. */
#include <config.h>
#include "profile/key_templates.h"
#include "record/epd.h"
#include "record/merge.h"
#include "record/template.h"

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
                   offsetof(struct fm_profile_output, by_count) ==
                       offsetof(struct fm_profile_output, by) + sizeof(void *) &&
                   offsetof(struct fm_profile_output, tag_count) ==
                       offsetof(struct fm_profile_output, tags) + sizeof(void *) &&
                   offsetof(struct fm_profile_output, set_tag_count) ==
                       offsetof(struct fm_profile_output, set_tags) + sizeof(void *),
               "fm_key_size() depends on it");

enum fm_status fm_key_check_mapping(const struct fm_key_reader *reader,
                                    const struct fm_yaml_node *node)
{
    for (const struct fm_yaml_node *key = node->first; key != NULL; key = key->next->next) {
        if (key->type != FM_YAML_SCALAR || key->text.n == 0)
            return fm_key_refuse_text(reader, key, key->text, "a key must be a word");
        for (const struct fm_yaml_node *other = node->first; other != key;
             other = other->next->next)
            if (fm_text_equal(other->text, key->text))
                return fm_key_refuse_text(reader, key, key->text, "this key is here twice");
    }
    return FM_OK;
}

bool fm_key_is_tag_name(struct fm_text name)
{
    for (size_t i = 0; i < name.n; i++) {
        const unsigned char c = fm_ascii_lower(name.p[i]);
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'))
            return false;
    }
    return name.n > 0;
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

/* A fault in a template, at its place. @param shift  bytes that the text has before those of the node. */
static enum fm_status fault_of(const struct fm_key_reader *reader, const struct fm_yaml_node *node,
                               struct fm_text text, size_t shift, const struct fm_error *found)
{
    struct fm_place place = fm_key_place(reader, node);
    const unsigned char *const what = found->what.p;
    if (node->text_column > 0 && what != NULL && what >= text.p + shift && what < text.p + text.n)
        place.column = node->text_column + (size_t)(what - text.p) - shift;
    return fm_profile_fault(reader->profile, reader->error, place, found->what, found->hint,
                            found->detail);
}

static enum fm_status check_template(const struct fm_key_reader *reader,
                                     const struct fm_yaml_node *node, struct fm_text text,
                                     size_t shift)
{
    const struct fm_template *compiled;
    struct fm_error found = {.status = FM_OK};
    unsigned needs = 0;
    const enum fm_status status =
        fm_template_compile(text, &reader->profile->arena, &compiled, &needs, &found);
    return status == FM_BAD_PROFILE ? fault_of(reader, node, text, shift, &found) : status;
}

enum fm_status fm_key_check_template(const struct fm_key_reader *reader,
                                     const struct fm_yaml_node *node, struct fm_text text)
{
    return check_template(reader, node, text, 0);
}

static enum fm_status check_operation(const struct fm_key_reader *reader,
                                      const struct fm_yaml_node *node,
                                      const struct fm_record_field *op)
{
    struct fm_record_slot compiled;
    struct fm_error found = {.status = FM_OK};
    unsigned needs = 0;
    const enum fm_status status =
        fm_record_op_compile(op, &reader->profile->arena, &compiled, &needs, &found);
    return status == FM_BAD_PROFILE ? fault_of(reader, node, op->text, 0, &found) : status;
}

/* Line ends and the like, which operations, tags and names of columns do not have. */
static bool has_controls(struct fm_text text)
{
    for (size_t i = 0; i < text.n; i++)
        if (text.p[i] < ' ' || text.p[i] == 0x7F)
            return true;
    return false;
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
    return fm_key_is_tag_name(name) ? NULL : "a tag's name is of letters, digits and _";
}

static enum fm_status read_template(const struct fm_key_reader *reader, const struct fm_key *key,
                                    const struct fm_yaml_node *at, struct fm_text name,
                                    const struct fm_yaml_node *node, struct fm_record_field *out)
{
    struct fm_record_field made = {
        .input = reader->input, .line = node->line, .column = node->column};
    const char *fault = name_fault(key, name);
    if (fault != NULL)
        return fm_key_refuse_text(reader, at, name, fault);
    if (node->type != FM_YAML_SCALAR || (node->text.n == 0 && !node->quoted))
        return fm_key_refuse_text(reader, node, name, "a template is a text: put it in quotes");
    if (has_controls(node->text))
        return fm_key_refuse_text(reader, node, name,
                                  "a line end or control character cannot be written here");
    FM_TRY(fm_key_copy(reader, name, &made.name));
    FM_TRY(fm_key_copy(reader, node->text, &made.text));
    FM_TRY(key->type == FM_KEY_OPS ? check_operation(reader, node, &made)
                                   : check_template(reader, node, made.text, 0));
    *out = made;
    return FM_OK;
}

/* One more, or in place of that of the same name. */
static enum fm_status set_template(const struct fm_key_reader *reader, const struct fm_key *key,
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

enum fm_status fm_key_read_templates(const struct fm_key_reader *reader, const struct fm_key *key,
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

static enum fm_status take_opcode(const struct fm_key_reader *reader, const struct fm_key *key,
                                  const struct fm_yaml_node *node, struct fm_text opcode,
                                  struct fm_record_field *out)
{
    const bool merges = key->offset == offsetof(struct fm_profile_output, fields.merges);
    if (!fm_epd_is_opcode(opcode))
        return fm_key_refuse_text(
            reader, node, opcode,
            "an opcode is a letter and up to 14 letters, digits or underscores");
    if (merges && !fm_merge_takes(fm_epd_type_of(opcode)))
        return fm_key_refuse_text(
            reader, node, opcode,
            "only bm, am and operations of one text (id, eco, nic, c0 to c9, v0 to v9) "
            "are merged");
    *out = (struct fm_record_field){
        .input = reader->input, .line = node->line, .column = node->column};
    return fm_key_copy(reader, opcode, &out->name);
}

/* One more, if it is not there. */
static enum fm_status add_opcode(const struct fm_key_reader *reader, const struct fm_key *key,
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

enum fm_status fm_key_read_template_member(const struct fm_key_reader *reader,
                                           const struct fm_key *key, void *section,
                                           struct fm_text name, const struct fm_yaml_node *node)
{
    struct fm_record_field made;
    if (key->type == FM_KEY_OPCODES)
        return add_opcode(reader, key, section, node, name);
    FM_TRY(read_template(reader, key, node, name, node, &made));
    return set_template(reader, key, section, &made);
}

/* A field, with the template that gives its value. */
static enum fm_status take_field(const struct fm_key_reader *reader,
                                 const struct fm_yaml_node *node, struct fm_text name,
                                 struct fm_text field, const char *braces,
                                 struct fm_record_field *out)
{
    if (memchr(field.p, '{', field.n) != NULL)
        return fm_key_refuse_text(reader, node, field, braces);
    if (has_controls(name) || has_controls(field))
        return fm_key_refuse_text(reader, node, name,
                                  "a line end or control character cannot be written here");
    if (!fm_template_is_name(fm_template_field_name(field)))
        return fm_key_refuse_text(reader, node, field, "no such field in a template");
    *out = (struct fm_record_field){
        .input = reader->input, .line = node->line, .column = node->column};
    unsigned char *text = fm_arena_alloc(&reader->profile->arena, field.n + 2);
    if (text == NULL)
        return FM_NO_MEMORY;
    text[0] = '{';
    memcpy(text + 1, field.p, field.n);
    text[field.n + 1] = '}';
    out->text = (struct fm_text){text, field.n + 2};
    return fm_key_copy(reader, name, &out->name);
}

/* A field, or a mapping of one name to a field: `fen`, `{move: next.uci}`. */
static enum fm_status read_column(const struct fm_key_reader *reader, const struct fm_key *key,
                                  const struct fm_yaml_node *node, struct fm_record_field *out)
{
    const bool renamed = node->type == FM_YAML_MAPPING && node->count == 1;
    const struct fm_yaml_node *name = renamed ? node->first : node;
    const struct fm_yaml_node *field = renamed ? name->next : node;
    static const char in_braces[] = "a column is a field without braces: write fen";
    const bool words = name->type == FM_YAML_SCALAR && field->type == FM_YAML_SCALAR;
    if (words && name->text.n > 0 && field->text.n == 0 && !field->quoted)
        return fm_key_refuse_text(reader, node, name->text,
                                  in_braces); /* {fen}, which is a mapping */
    if (!words || name->text.n == 0 || field->text.n == 0)
        return fm_key_refuse(reader, key, node);
    FM_TRY(take_field(reader, field, renamed ? name->text : fm_template_field_name(name->text),
                      field->text, in_braces, out));
    return check_template(reader, field, out->text, 1);
}

/* `Date`, or `-Date`: descending. */
static enum fm_status read_sort_field(const struct fm_key_reader *reader, const struct fm_key *key,
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
    const struct fm_key_reader *reader, const struct fm_key *key, const struct fm_yaml_node *node,
    enum fm_status (*read_one)(const struct fm_key_reader *, const struct fm_key *,
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

enum fm_status fm_key_read_columns(const struct fm_key_reader *reader, const struct fm_key *key,
                                   struct fm_profile_output *output,
                                   const struct fm_yaml_node *node)
{
    const struct fm_record_field *columns;
    size_t count;
    FM_TRY(read_fields(reader, key, node, read_column, &columns, &count));
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (fm_text_equal(columns[i].name, columns[k].name))
                return fm_profile_fault(
                    reader->profile, reader->error,
                    (struct fm_place){columns[i].input, columns[i].line, columns[i].column},
                    columns[i].name, (struct fm_text){NULL, 0},
                    FM_TEXT("two columns have this name: rename one, as in {move: next.uci}"));
    output->fields.columns = columns;
    output->fields.column_count = count;
    return FM_OK;
}

enum fm_status fm_key_read_sort(const struct fm_key_reader *reader, const struct fm_key *key,
                                struct fm_profile_output *output, const struct fm_yaml_node *node)
{
    return read_fields(reader, key, node, read_sort_field, &output->sort, &output->sort_count);
}

/* `fen`, or `ply/10`. */
static enum fm_status read_by_field(const struct fm_key_reader *reader, const struct fm_key *key,
                                    const struct fm_yaml_node *node, struct fm_record_field *out)
{
    if (node->type != FM_YAML_SCALAR || node->text.n == 0)
        return fm_key_refuse(reader, key, node);
    FM_TRY(take_field(reader, node, node->text, node->text,
                      "groups are by fields without braces: write fen", out));
    return check_template(reader, node, out->text, 1);
}

enum fm_status fm_key_read_by(const struct fm_key_reader *reader, const struct fm_key *key,
                              struct fm_profile_output *output, const struct fm_yaml_node *node)
{
    return read_fields(reader, key, node, read_by_field, &output->by, &output->by_count);
}

static enum fm_status read_opcode(const struct fm_key_reader *reader, const struct fm_key *key,
                                  const struct fm_yaml_node *node, struct fm_record_field *out)
{
    return node->type == FM_YAML_SCALAR ? take_opcode(reader, key, node, node->text, out)
                                        : fm_key_refuse(reader, key, node);
}

enum fm_status fm_key_read_opcodes(const struct fm_key_reader *reader, const struct fm_key *key,
                                   struct fm_profile_output *output,
                                   const struct fm_yaml_node *node)
{
    const struct opcodes opcodes = opcodes_of(key, output);
    FM_TRY(read_fields(reader, key, node, read_opcode, opcodes.list, opcodes.count));
    for (size_t i = 0; opcodes.merges && i < *opcodes.count; i++)
        for (size_t k = 0; k < i; k++)
            if (fm_text_equal((*opcodes.list)[i].name, (*opcodes.list)[k].name))
                return fm_key_refuse_text(reader, node, (*opcodes.list)[i].name,
                                          "this opcode is here twice");
    return FM_OK;
}

/* A name, or a pattern with `*`; `roster` is one, too. */
static enum fm_status read_tag_name(const struct fm_key_reader *reader, const struct fm_key *key,
                                    const struct fm_yaml_node *node, struct fm_record_field *out)
{
    bool fits = node->type == FM_YAML_SCALAR && node->text.n > 0;
    for (size_t i = 0; fits && i < node->text.n; i++)
        fits = node->text.p[i] == '*' || fm_key_is_tag_name((struct fm_text){node->text.p + i, 1});
    if (!fits || fm_text_equal(node->text, FM_TEXT("keep")))
        return fm_key_refuse(reader, key, node);
    *out = (struct fm_record_field){
        .input = reader->input, .line = node->line, .column = node->column};
    return fm_key_copy(reader, node->text, &out->name);
}

enum fm_status fm_key_read_tag_names(const struct fm_key_reader *reader, const struct fm_key *key,
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
