/* SPDX-License-Identifier: MIT */
/* Lists: their one reader, and the items that are templates, fields or names of the user's own. New
 * arrays in the arena, never changes in place, so that a reading that fails leaves the profile as
 * it was. Templates are compiled to see whether they can be; the plan of a run compiles them for
 * use. */
#include <config.h>
#include "profile/key_list.h"
#include "pgn/bytes.h"
#include "record/epd.h"
#include "record/merge.h"
#include "record/columns.h"
#include "record/template.h"

/* A list is a pointer and its count, which struct fm_key_items reads; each item begins with its
 * name. */
#define IS_LIST(type, list, number) \
    _Static_assert(offsetof(type, number) == \
                       offsetof(type, list) + offsetof(struct fm_key_items, count), \
                   "the count comes after the list")
IS_LIST(struct fm_profile, outputs, output_count);
IS_LIST(struct fm_profile_input, columns, column_count);
IS_LIST(struct fm_profile_games, tags, tag_count);
IS_LIST(struct fm_profile_games, any, any_count);
IS_LIST(struct fm_profile_games, none, none_count);
IS_LIST(struct fm_profile_positions, ops, op_count);
IS_LIST(struct fm_profile_positions, sample_by, sample_by_count);
IS_LIST(struct fm_profile_output, sort, sort_count);
IS_LIST(struct fm_profile_output, by, by_count);
IS_LIST(struct fm_profile_output, tags, tag_count);
IS_LIST(struct fm_profile_output, set_tags, set_tag_count);
IS_LIST(struct fm_record_fields, ops, op_count);
IS_LIST(struct fm_record_fields, drops, drop_count);
IS_LIST(struct fm_record_fields, merges, merge_count);
IS_LIST(struct fm_record_fields, columns, column_count);
IS_LIST(struct fm_tag_set, rules, count);
_Static_assert(offsetof(struct fm_record_field, name) == 0, "see item_name()");
_Static_assert(offsetof(struct fm_tag_rule, tag) == 0, "see item_name()");

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
    return name.n > 0 && fm_bytes_skip(name.p, name.p + name.n, FM_BYTE_NAME) == name.p + name.n;
}

/* Refuse what cannot be compiled, at the place of what is wrong in it. @param shift  bytes that the
 * template has before the text of the node. */
static enum fm_status check_template(const struct fm_key_reader *reader,
                                     const struct fm_yaml_node *node,
                                     const struct fm_record_field *field, bool op, size_t shift)
{
    struct fm_arena *const arena = &reader->profile->arena;
    struct fm_record_slot compiled;
    struct fm_error found = {.status = FM_OK};
    unsigned needs = 0;
    const enum fm_status status =
        op ? fm_record_op_compile(field, arena, &compiled, &needs, &found)
           : fm_template_compile_column(field->text, true, arena, &compiled.value, &needs, &found);
    struct fm_place place = fm_key_place(reader, node);
    const struct fm_text text = field->text;
    const unsigned char *const what = found.what.p;
    if (node->text_column > 0 && what != NULL && what >= text.p + shift && what < text.p + text.n)
        place.column = node->text_column + (size_t)(what - text.p) - shift;
    return fm_profile_fault_of(reader, place, status, &found);
}

enum fm_status fm_key_check_template(const struct fm_key_reader *reader,
                                     const struct fm_yaml_node *node, struct fm_text text)
{
    return check_template(reader, node, &(struct fm_record_field){.text = text}, false, 0);
}

const char fm_key_opcode_form[] =
    "an opcode is a letter and up to 14 letters, digits or underscores";
static const char no_controls[] = "a line end or control character cannot be written here";

/* Why the name of an operation or a tag cannot have a template; NULL: it can. */
static const char *name_fault(const struct fm_key *key, struct fm_text name)
{
    static const char *const of_start[] = {"FEN", "SetUp", "Variant", NULL};
    if (key->type == FM_KEY_OPS)
        return fm_epd_is_opcode(name)
                   ? NULL
                   : "an opcode is a letter and up to 14 letters, digits or _; one letter alone is "
                     "a capital";
    if (fm_name_index(of_start, name) >= 0)
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
    if (!fm_yaml_is_text(node))
        return fm_key_refuse_text(reader, node, name, "a template is a text: put it in quotes");
    if (fm_text_has_controls(node->text))
        return fm_key_refuse_text(reader, node, name, no_controls);
    FM_TRY(fm_key_copy(reader, name, &made.name));
    FM_TRY(fm_key_copy(reader, node->text, &made.text));
    FM_TRY(check_template(reader, node, &made, key->type == FM_KEY_OPS, 0));
    memcpy(out, &made, sizeof made);
    return FM_OK;
}

enum fm_status fm_key_read_field(const struct fm_key_reader *reader, const struct fm_key *key,
                                 const struct fm_key_item *item, void *out)
{
    const struct fm_yaml_node *const node = item->node;
    const bool column = key->type == FM_KEY_COLUMNS, sort = key->type == FM_KEY_SORT;
    const bool renamed = column && node->type == FM_YAML_MAPPING && node->count == 1;
    const struct fm_yaml_node *const named = renamed ? node->first : node;
    const struct fm_yaml_node *const at = renamed ? named->next : node;
    const bool words = named->type == FM_YAML_SCALAR && at->type == FM_YAML_SCALAR;
    const char *const braces = column ? "a column is a field without braces: write fen"
                               : sort ? "the order is by fields without braces: write fen"
                                      : "groups are by fields without braces: write fen";
    struct fm_text name = named->text, field = at->text;
    if (words && name.n > 0 && field.n == 0 && !at->quoted) /* {fen}, which is a mapping */
        return fm_key_refuse_text(reader, node, name, braces);
    if (sort && field.n > 0 && *field.p == '-')
        field = fm_text_after(field, 1);
    if (!words || name.n == 0 || field.n == 0)
        return fm_key_refuse(reader, key, node);
    if (column && !renamed)
        name = fm_template_field_name(name);
    if (memchr(field.p, '{', field.n) != NULL)
        return fm_key_refuse_text(reader, at, field, braces);
    if (fm_text_has_controls(name) || fm_text_has_controls(field))
        return fm_key_refuse_text(reader, at, name, no_controls);
    if (!fm_template_is_name(fm_template_field_name(field)))
        return fm_key_refuse_text(reader, at, field, "no such field in a template");
    struct fm_record_field made = field_at(reader, at);
    unsigned char *text = fm_arena_alloc(&reader->profile->arena, field.n + 2);
    FM_TRY_MADE(text);
    text[0] = '{';
    memcpy(text + 1, field.p, field.n);
    text[field.n + 1] = '}';
    made.text = (struct fm_text){text, field.n + 2};
    FM_TRY(fm_key_copy(reader, name, &made.name));
    if (!sort) /* the plan of the order checks that */
        FM_TRY(check_template(reader, at, &made, false, 1));
    memcpy(out, &made, sizeof made);
    return FM_OK;
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
    const char *const fault =
        !fm_epd_is_opcode(item->name) ? fm_key_opcode_form
        : key->type == FM_KEY_MERGES && !fm_merge_takes(fm_epd_type_of(item->name))
            ? "only bm, am and operations of one text (id, eco, nic, c0 to c9, v0 to v9) are merged"
            : NULL;
    return fault == NULL ? take_name(reader, item, out)
                         : fm_key_refuse_text(reader, item->node, item->name, fault);
}

/* A name, or a pattern with `*`; `roster` is one, too. */
enum fm_status fm_key_read_tag_name(const struct fm_key_reader *reader, const struct fm_key *key,
                                    const struct fm_key_item *item, void *out)
{
    bool fits = item->name.n > 0 && !fm_text_is(item->name, key->kind->none);
    for (size_t i = 0; fits && i < item->name.n; i++)
        fits = item->name.p[i] == '*' || fm_byte_is(item->name.p[i], FM_BYTE_NAME);
    return fits ? take_name(reader, item, out) : fm_key_refuse(reader, key, item->node);
}

/* A column of a table, and what it means. */
enum fm_status fm_key_read_meaning(const struct fm_key_reader *reader, const struct fm_key *key,
                                   const struct fm_key_item *item, void *out)
{
    struct fm_record_field made;
    struct fm_column_meaning column;
    (void)key;
    if (item->node->type != FM_YAML_SCALAR || !fm_column_read(item->node->text, &column))
        return fm_key_refuse_text(
            reader, item->node, item->node->text,
            "a column means fen, moves, result, eval, eval.mover, id, op.NAME, a tag (a capital "
            "first), or - for nothing");
    if (fm_text_has_controls(item->name))
        return fm_key_refuse_text(reader, item->at, item->name, no_controls);
    FM_TRY(take_name(reader, item, &made));
    FM_TRY(fm_key_copy(reader, item->node->text, &made.text));
    memcpy(out, &made, sizeof made);
    return FM_OK;
}

/* ---- lists ---- */

/* The name of an item, with which it begins. */
static struct fm_text item_name(const struct fm_key_kind *kind, const void *items, size_t index)
{
    struct fm_text name;
    memcpy(&name, (const unsigned char *)items + index * kind->item_size, sizeof name);
    return name;
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
    if (kind->none != NULL && node->type == FM_YAML_SCALAR && fm_text_is(node->text, kind->none)) {
        memset(slot, 0, sizeof list);
        return FM_OK;
    }
    unsigned char *items = fm_arena_alloc(&reader->profile->arena, list.count * kind->item_size);
    FM_TRY_MADE(items);
    const struct fm_yaml_node *at = mapping || sequence ? node->first : node;
    for (size_t i = 0; i < list.count; i++) {
        const struct fm_key_item item = {at, at->text, mapping ? at->next : at};
        if (kind->form == FM_FORM_WORDS && at->type != FM_YAML_SCALAR)
            return fm_key_refuse(reader, key, at);
        FM_TRY(kind->read_item(reader, key, &item, items + i * kind->item_size));
        at = item.node->next;
    }
    list.of = items;
    for (size_t i = 0; kind->twice != NULL && i < list.count; i++)
        for (size_t k = 0; k < i; k++)
            if (fm_text_equal(item_name(kind, items, i),
                              item_name(kind, items,
                                        k))) { /* the place of the later one is that of the fault */
                const struct fm_record_field *later = (const void *)(items + i * kind->item_size);
                return fm_profile_fault(reader, FM_PLACE(later), later->name, FM_NO_TEXT,
                                        fm_text_of(kind->twice));
            }
    memcpy(slot, &list, sizeof list);
    return FM_OK;
}

enum fm_status fm_key_read_member(const struct fm_key_reader *reader, const struct fm_key *key,
                                  void *slot, struct fm_text name, const struct fm_yaml_node *node)
{
    const struct fm_key_kind *const kind = key->kind;
    struct fm_key_items list;
    size_t at = 0;
    memcpy(&list, slot, sizeof list);
    while (at < list.count && !fm_text_equal(item_name(kind, list.of, at), name))
        at++;
    const size_t count = at < list.count ? list.count : at + 1;
    unsigned char *items = fm_arena_alloc(&reader->profile->arena, count * kind->item_size);
    FM_TRY_MADE(items);
    if (list.count > 0)
        memcpy(items, list.of, list.count * kind->item_size);
    FM_TRY(kind->read_item(reader, key, &(struct fm_key_item){node, name, node},
                           items + at * kind->item_size));
    list = (struct fm_key_items){items, count};
    memcpy(slot, &list, sizeof list);
    return FM_OK;
}
