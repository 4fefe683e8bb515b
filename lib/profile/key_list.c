/* SPDX-License-Identifier: MIT */
/* Lists: their one reader, and the items that are templates, fields or names of the user's own. New
 * arrays in the arena, never changes in place, so that a reading that fails leaves the profile as it
 * was. Templates are compiled to see whether they can be; the plan of a run compiles them for use. */
#include <config.h>
#include "profile/key_list.h"
#include "record/epd.h"
#include "record/merge.h"
#include "record/template.h"

/* A list is a pointer and its count, which struct fm_key_items reads; each item begins with its name. */
#define IS_LIST(type, list, number) \
    _Static_assert(offsetof(type, number) == \
                       offsetof(type, list) + offsetof(struct fm_key_items, count), \
                   "the count comes after the list")
IS_LIST(struct fm_profile, outputs, output_count);
IS_LIST(struct fm_profile_games, tags, tag_count);
IS_LIST(struct fm_profile_games, any, any_count);
IS_LIST(struct fm_profile_games, none, none_count);
IS_LIST(struct fm_profile_positions, ops, op_count);
IS_LIST(struct fm_profile_output, sort, sort_count);
IS_LIST(struct fm_profile_output, by, by_count);
IS_LIST(struct fm_profile_output, tags, tag_count);
IS_LIST(struct fm_profile_output, set_tags, set_tag_count);
IS_LIST(struct fm_record_fields, ops, op_count);
IS_LIST(struct fm_record_fields, drops, drop_count);
IS_LIST(struct fm_record_fields, merges, merge_count);
IS_LIST(struct fm_record_fields, columns, column_count);
IS_LIST(struct fm_tag_set, rules, count);
_Static_assert(offsetof(struct fm_record_field, name) == 0, "see name_of()");
_Static_assert(offsetof(struct fm_tag_rule, tag) == 0, "see name_of()");

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

static struct fm_record_field field_at(const struct fm_key_reader *reader,
                                       const struct fm_yaml_node *node)
{
    return (struct fm_record_field){
        .input = reader->input, .line = node->line, .column = node->column};
}

enum fm_status fm_key_read_template(const struct fm_key_reader *reader, const struct fm_key *key,
                                    const struct fm_key_item *item, void *out)
{
    const struct fm_yaml_node *const node = item->node;
    const struct fm_text name = item->name;
    struct fm_record_field made = field_at(reader, node);
    const char *fault = name_fault(key, name);
    if (fault != NULL)
        return fm_key_refuse_text(reader, item->at, name, fault);
    if (node->type != FM_YAML_SCALAR || (node->text.n == 0 && !node->quoted))
        return fm_key_refuse_text(reader, node, name, "a template is a text: put it in quotes");
    if (has_controls(node->text))
        return fm_key_refuse_text(reader, node, name,
                                  "a line end or control character cannot be written here");
    FM_TRY(fm_key_copy(reader, name, &made.name));
    FM_TRY(fm_key_copy(reader, node->text, &made.text));
    FM_TRY(key->type == FM_KEY_OPS ? check_operation(reader, node, &made)
                                   : check_template(reader, node, made.text, 0));
    memcpy(out, &made, sizeof made);
    return FM_OK;
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
    *out = field_at(reader, node);
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
enum fm_status fm_key_read_column(const struct fm_key_reader *reader, const struct fm_key *key,
                                  const struct fm_key_item *item, void *out)
{
    struct fm_record_field *const column = out;
    const struct fm_yaml_node *const node = item->node;
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
                      field->text, in_braces, column));
    return check_template(reader, field, column->text, 1);
}

/* `Date`, or `-Date`: descending. */
enum fm_status fm_key_read_sort(const struct fm_key_reader *reader, const struct fm_key *key,
                                const struct fm_key_item *item, void *out)
{
    struct fm_text field = item->name;
    if (field.n > 0 && field.p[0] == '-') {
        field.p++;
        field.n--;
    }
    return field.n == 0 ? fm_key_refuse(reader, key, item->node)
                        : take_field(reader, item->node, item->name, field,
                                     "the order is by fields without braces: write fen", out);
}

/* `fen`, or `ply/10`. */
enum fm_status fm_key_read_by(const struct fm_key_reader *reader, const struct fm_key *key,
                              const struct fm_key_item *item, void *out)
{
    struct fm_record_field *const field = out;
    if (item->name.n == 0)
        return fm_key_refuse(reader, key, item->node);
    FM_TRY(take_field(reader, item->node, item->name, item->name,
                      "groups are by fields without braces: write fen", field));
    return check_template(reader, item->node, field->text, 1);
}

/* A copy of the name alone. */
static enum fm_status take_name(const struct fm_key_reader *reader, const struct fm_key_item *item,
                                struct fm_record_field *out)
{
    *out = field_at(reader, item->node);
    return fm_key_copy(reader, item->name, &out->name);
}

enum fm_status fm_key_read_opcode(const struct fm_key_reader *reader, const struct fm_key *key,
                                  const struct fm_key_item *item, void *out)
{
    (void)key;
    return fm_epd_is_opcode(item->name)
               ? take_name(reader, item, out)
               : fm_key_refuse_text(
                     reader, item->node, item->name,
                     "an opcode is a letter and up to 14 letters, digits or underscores");
}

enum fm_status fm_key_read_merged(const struct fm_key_reader *reader, const struct fm_key *key,
                                  const struct fm_key_item *item, void *out)
{
    FM_TRY(fm_key_read_opcode(reader, key, item, out));
    return fm_merge_takes(fm_epd_type_of(item->name))
               ? FM_OK
               : fm_key_refuse_text(
                     reader, item->node, item->name,
                     "only bm, am and operations of one text (id, eco, nic, c0 to c9, v0 to v9) "
                     "are merged");
}

/* A name, or a pattern with `*`; `roster` is one, too. */
enum fm_status fm_key_read_tag_name(const struct fm_key_reader *reader, const struct fm_key *key,
                                    const struct fm_key_item *item, void *out)
{
    bool fits =
        item->name.n > 0 && !fm_text_equal(item->name, fm_text_of(fm_key_kinds[key->type].none));
    for (size_t i = 0; fits && i < item->name.n; i++) {
        const struct fm_text letter = {item->name.p + i, 1};
        fits = *letter.p == '*' || fm_key_is_tag_name(letter);
    }
    return fits ? take_name(reader, item, out) : fm_key_refuse(reader, key, item->node);
}

/* ---- lists ---- */

/* The name of an item, with which it begins. */
static struct fm_text name_of(const struct fm_key_kind *kind, const void *items, size_t index)
{
    struct fm_text name;
    memcpy(&name, (const unsigned char *)items + index * kind->item_size, sizeof name);
    return name;
}

/* The place of the later one is that of the fault. */
static enum fm_status check_twice(const struct fm_key_reader *reader,
                                  const struct fm_key_kind *kind,
                                  const struct fm_record_field *fields, size_t count)
{
    for (size_t i = 0; kind->twice != NULL && i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (fm_text_equal(fields[i].name, fields[k].name))
                return fm_profile_fault(
                    reader->profile, reader->error,
                    (struct fm_place){fields[i].input, fields[i].line, fields[i].column},
                    fields[i].name, (struct fm_text){NULL, 0}, fm_text_of(kind->twice));
    return FM_OK;
}

/* Refuse what is not of the form, as a whole. */
static enum fm_status check_form(const struct fm_key_reader *reader, const struct fm_key *key,
                                 const struct fm_key_kind *kind, const struct fm_yaml_node *node)
{
    const bool sequence = node->type == FM_YAML_SEQUENCE;
    if (kind->form == FM_FORM_MAPPING && node->type == FM_YAML_MAPPING)
        return fm_key_check_mapping(reader, node);
    const bool fits = kind->form == FM_FORM_WORDS || kind->form == FM_FORM_ITEMS ||
                      (kind->form == FM_FORM_SEQUENCE && sequence);
    return fits && !(kind->none != NULL && sequence && node->count == 0)
               ? FM_OK
               : fm_key_refuse(reader, key, node);
}

enum fm_status fm_key_read_items(const struct fm_key_reader *reader, const struct fm_key *key,
                                 const struct fm_key_kind *kind, void *slot,
                                 const struct fm_yaml_node *node)
{
    const bool mapping = kind->form == FM_FORM_MAPPING, sequence = node->type == FM_YAML_SEQUENCE;
    FM_TRY(check_form(reader, key, kind, node));
    struct fm_key_items list = {.count = mapping || sequence ? node->count : 1};
    if (kind->none != NULL && node->type == FM_YAML_SCALAR &&
        fm_text_equal(node->text, fm_text_of(kind->none))) {
        memset(slot, 0, sizeof list);
        return FM_OK;
    }
    unsigned char *items = fm_arena_alloc(&reader->profile->arena, list.count * kind->item_size);
    if (items == NULL)
        return FM_NO_MEMORY;
    const struct fm_yaml_node *at = mapping || sequence ? node->first : node;
    for (size_t i = 0; i < list.count; i++) {
        const struct fm_key_item item = {at, at->text, mapping ? at->next : at};
        if (kind->form == FM_FORM_WORDS && at->type != FM_YAML_SCALAR)
            return fm_key_refuse(reader, key, at);
        FM_TRY(kind->read_item(reader, key, &item, items + i * kind->item_size));
        at = item.node->next;
    }
    list.of = items;
    if (kind->twice != NULL)
        FM_TRY(check_twice(reader, kind, (const void *)items, list.count));
    memcpy(slot, &list, sizeof list);
    return FM_OK;
}

enum fm_status fm_key_read_member(const struct fm_key_reader *reader, const struct fm_key *key,
                                  void *section, struct fm_text name,
                                  const struct fm_yaml_node *node)
{
    const struct fm_key_kind *const kind = &fm_key_kinds[key->type];
    void *slot = (unsigned char *)section + key->offset;
    struct fm_key_items list;
    size_t at = 0;
    memcpy(&list, slot, sizeof list);
    while (at < list.count && !fm_text_equal(name_of(kind, list.of, at), name))
        at++;
    const size_t count = at < list.count ? list.count : at + 1;
    unsigned char *items = fm_arena_alloc(&reader->profile->arena, count * kind->item_size);
    if (items == NULL)
        return FM_NO_MEMORY;
    if (list.count > 0)
        memcpy(items, list.of, list.count * kind->item_size);
    FM_TRY(kind->read_item(reader, key, &(struct fm_key_item){node, name, node},
                           items + at * kind->item_size));
    list = (struct fm_key_items){items, count};
    memcpy(slot, &list, sizeof list);
    return FM_OK;
}
