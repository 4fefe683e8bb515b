/* SPDX-License-Identifier: MIT */
/* Documents and options into the profile. Recursion goes as deep as the table of keys, never as
 * the document. */
#include <config.h>
#include "profile/profile_merge.h"
#include "profile/key_fault.h"
#include "profile/key_list.h"

enum { PATH_MAX_BYTES = 96 };

static enum fm_status read_mapping_of(const struct fm_key_reader *reader, const struct fm_key *key,
                                      const struct fm_target *target,
                                      const struct fm_yaml_node *node);
static enum fm_status read_outputs(const struct fm_key_reader *reader, const struct fm_key *key,
                                   const struct fm_yaml_node *node);

static enum fm_status note(const struct fm_key_reader *reader, const struct fm_key *key,
                           unsigned instance, bool taken_back, const struct fm_yaml_node *node)
{
    struct fm_given *given = fm_arena_alloc(&reader->profile->arena, sizeof *given);
    if (given == NULL)
        return FM_NO_MEMORY;
    *given = (struct fm_given){.next = reader->profile->given,
                               .key = key,
                               .instance = instance,
                               .taken_back = taken_back,
                               .input = reader->input,
                               .line = node->line,
                               .column = node->column};
    reader->profile->given = given;
    return FM_OK;
}

const struct fm_given *fm_given_find(const struct fm_profile *profile, const struct fm_key *key,
                                     unsigned instance)
{
    const struct fm_given *given = profile->given;
    while (given != NULL && !(given->key == key && given->instance == instance))
        given = given->next;
    return given == NULL || given->taken_back ? NULL : given;
}

const struct fm_given *fm_given_nearest(const struct fm_profile *profile, const struct fm_key *key,
                                        unsigned instance)
{
    const struct fm_given *given = fm_given_find(profile, key, instance);
    return given != NULL ? given : fm_given_find(profile, key, 0);
}

bool fm_given_inherits(const struct fm_profile *profile, const struct fm_profile_output *entry,
                       const struct fm_key *key)
{
    if (key->section != FM_SECTION_OUTPUT || (key->flags & FM_KEY_ENTRY) ||
        strcmp(key->path, "output.to") == 0)
        return false;
    if (fm_given_find(profile, key, entry->instance) != NULL ||
        fm_given_find(profile, key, 0) == NULL)
        return false;
    const struct fm_key *consumer = fm_key_find(FM_TEXT("output.for"));
    return !(key->flags & FM_KEY_BY_CONSUMER) ||
           fm_given_find(profile, consumer, entry->instance) == NULL;
}

bool fm_given_for(const struct fm_profile *profile, const struct fm_profile_output *output,
                  const char *path)
{
    const struct fm_key *key = fm_key_find(fm_text_of(path));
    return fm_given_find(profile, key, output->instance) != NULL ||
           (output->instance != 0 && fm_given_inherits(profile, output, key));
}

/* A consumer decides the dialect: keys of it that an earlier profile set are unset. The order of
 * options has no meaning. */
static enum fm_status take_back_dialect(const struct fm_key_reader *reader,
                                        const struct fm_target *target,
                                        const struct fm_yaml_node *node)
{
    for (size_t i = 0; i < fm_key_count; i++) {
        const struct fm_key *key = &fm_keys[i];
        const struct fm_given *given = fm_given_find(reader->profile, key, target->instance);
        if (!(key->flags & FM_KEY_BY_CONSUMER) || given == NULL || given->input == NULL)
            continue;
        fm_key_reset(key, fm_target_slot(target, key));
        FM_TRY(note(reader, key, target->instance, true, node));
    }
    return FM_OK;
}

static enum fm_status read_key(const struct fm_key_reader *reader, const struct fm_key *key,
                               const struct fm_target *target, const struct fm_yaml_node *at,
                               const struct fm_yaml_node *value)
{
    if (key->type == FM_KEY_OUTPUTS)
        FM_TRY(read_outputs(reader, key, value));
    else if (key->type == FM_KEY_WHEN || key->type == FM_KEY_POSITIONS)
        FM_TRY(read_mapping_of(reader, key, target, value));
    else
        FM_TRY(fm_key_read(reader, key, fm_target_slot(target, key), value));
    if (key->type == FM_KEY_CONSUMER)
        FM_TRY(take_back_dialect(reader, target, at));
    return note(reader, key, target->instance, false, at);
}

static enum fm_status refuse_key(const struct fm_key_reader *reader,
                                 const struct fm_yaml_node *node, struct fm_text hint,
                                 const char *detail)
{
    return fm_profile_fault(reader->profile, reader->error, fm_key_place(reader, node), node->text,
                            hint, fm_text_of(detail));
}

/* A group of keys: a mapping, or a word that is short for one of its keys.
 * @param path  of the group, a point at its end. */
static enum fm_status read_group(const struct fm_key_reader *reader, const struct fm_target *target,
                                 struct fm_text path, bool entry, const struct fm_yaml_node *name,
                                 const struct fm_yaml_node *value)
{
    if (value->type == FM_YAML_MAPPING)
        return fm_merge_mapping(reader, target, path, entry, value);
    const struct fm_key_short *is_short =
        value->type == FM_YAML_SCALAR
            ? fm_key_short_find((struct fm_text){path.p, path.n - 1}, value->text)
            : NULL;
    const struct fm_key *key = is_short == NULL ? NULL : fm_key_find(fm_text_of(is_short->key));
    if (key == NULL || !fm_key_allowed(key, entry))
        return refuse_key(reader, name, (struct fm_text){NULL, 0},
                          "this key takes a mapping of keys");
    struct fm_yaml_node meant = *value;
    if (is_short->ending != NULL)
        meant.text.n -= strlen(is_short->ending);
    if (is_short->value != NULL)
        meant.text = fm_text_of(is_short->value);
    return read_key(reader, key, target, name, &meant);
}

/* One key of a mapping and its value; a group of keys is a mapping again. */
static enum fm_status read_pair(const struct fm_key_reader *reader, const struct fm_target *target,
                                struct fm_text prefix, bool entry, bool first,
                                const struct fm_yaml_node *name)
{
    unsigned char path[PATH_MAX_BYTES];
    const struct fm_yaml_node *value = name->next;
    const size_t n = prefix.n + name->text.n;
    if (n + 1 >= sizeof path || memchr(name->text.p, '.', name->text.n) != NULL)
        return refuse_key(reader, name, fm_key_fault(prefix, name->text, entry),
                          "this key is not known here");
    if (prefix.n > 0)
        memcpy(path, prefix.p, prefix.n);
    memcpy(path + prefix.n, name->text.p, name->text.n);
    path[n] = '.';
    const struct fm_key *key = fm_key_find((struct fm_text){path, n});
    if (key != NULL && fm_key_allowed(key, entry))
        return ((key->flags & FM_KEY_FIRST) != 0) == first
                   ? read_key(reader, key, target, name, value)
                   : FM_OK;
    const bool group = fm_key_is_group((struct fm_text){path, n + 1});
    if (key != NULL)
        return refuse_key(reader, name, fm_text_of(entry ? key->path : "outputs"),
                          "this key does not belong here");
    if (!group)
        return refuse_key(reader, name, fm_key_fault(prefix, name->text, entry),
                          "this key is not known here");
    return first ? FM_OK
                 : read_group(reader, target, (struct fm_text){path, n + 1}, entry, name, value);
}

enum fm_status fm_merge_mapping(const struct fm_key_reader *reader, const struct fm_target *target,
                                struct fm_text prefix, bool entry, const struct fm_yaml_node *node)
{
    FM_TRY(fm_key_check_mapping(reader, node));
    for (const struct fm_yaml_node *name = node->first; name != NULL; name = name->next->next)
        FM_TRY(read_pair(reader, target, prefix, entry, true, name));
    for (const struct fm_yaml_node *name = node->first; name != NULL; name = name->next->next)
        FM_TRY(read_pair(reader, target, prefix, entry, false, name));
    return FM_OK;
}

/* `when:` and `positions:` of an entry. */
static enum fm_status read_mapping_of(const struct fm_key_reader *reader, const struct fm_key *key,
                                      const struct fm_target *target,
                                      const struct fm_yaml_node *node)
{
    if (node->type != FM_YAML_MAPPING)
        return fm_key_refuse(reader, key, node);
    const bool when = key->type == FM_KEY_WHEN;
    FM_TRY(fm_merge_mapping(reader, target, when ? FM_TEXT("games.") : FM_TEXT("positions."), true,
                            node));
    if (when)
        target->output->has_when = true;
    else
        target->output->has_positions = true;
    return FM_OK;
}

void fm_merge_defaults(const struct fm_target *target, bool entry)
{
    for (size_t i = 0; i < fm_key_count; i++) {
        const struct fm_key *const key = &fm_keys[i];
        if ((!entry || key->section >= FM_SECTION_GAMES) && fm_key_size(key) > 0)
            fm_key_reset(key, fm_target_slot(target, key));
    }
}

static enum fm_status read_entry(const struct fm_key_reader *reader, const struct fm_key *key,
                                 struct fm_profile_output *entry, const struct fm_yaml_node *node)
{
    if (node->type != FM_YAML_MAPPING)
        return fm_key_refuse(reader, key, node);
    *entry = (struct fm_profile_output){.instance = ++reader->profile->instances};
    const struct fm_target target = fm_target_entry(reader->profile, entry);
    fm_merge_defaults(&target, true);
    FM_TRY(fm_merge_mapping(reader, &target, FM_TEXT("output."), true, node));
    return note(reader, key, entry->instance, false, node);
}

static enum fm_status read_outputs(const struct fm_key_reader *reader, const struct fm_key *key,
                                   const struct fm_yaml_node *node)
{
    if (node->type != FM_YAML_SEQUENCE || node->count == 0)
        return fm_key_refuse(reader, key, node);
    struct fm_profile_output *outputs =
        fm_arena_alloc(&reader->profile->arena, node->count * sizeof *outputs);
    if (outputs == NULL)
        return FM_NO_MEMORY;
    const struct fm_yaml_node *item = node->first;
    for (size_t i = 0; i < node->count; i++, item = item->next)
        FM_TRY(read_entry(reader, key, &outputs[i], item));
    reader->profile->outputs = outputs;
    reader->profile->output_count = node->count;
    return FM_OK;
}

/* The key whose member (a tag, an opcode) the path names, with the member's name; or NULL. */
static const struct fm_key *member_of(struct fm_text path, struct fm_text *member)
{
    for (size_t i = 0; i < fm_key_count; i++) {
        const struct fm_text key = fm_text_of(fm_keys[i].path);
        if (fm_keys[i].kind->members && fm_text_begins(path, key) && path.n > key.n &&
            path.p[key.n] == '.') {
            *member = (struct fm_text){path.p + key.n + 1, path.n - key.n - 1};
            return &fm_keys[i];
        }
    }
    return NULL;
}

bool fm_merge_verbatim(struct fm_text path)
{
    struct fm_text member;
    const struct fm_key *key = fm_key_find(path);
    if (key != NULL)
        return key->type == FM_KEY_TEXT;
    key = member_of(path, &member);
    return key != NULL && key->kind->read_item == fm_key_read_template;
}

bool fm_merge_listed(struct fm_text path)
{
    const struct fm_key *key = fm_key_find(path);
    return key != NULL && (key->type == FM_KEY_SET || key->kind->form == FM_FORM_WORDS ||
                           key->kind->form == FM_FORM_ITEMS);
}

/* Set what the path names in one target. */
static enum fm_status set_in(const struct fm_key_reader *reader, const struct fm_target *target,
                             struct fm_text path, const struct fm_yaml_node *value)
{
    struct fm_text member;
    unsigned char group[PATH_MAX_BYTES];
    const struct fm_yaml_node name = {.type = FM_YAML_SCALAR, .text = path};
    const struct fm_key *key = fm_key_find(path);
    if (key != NULL && !fm_key_allowed(key, false))
        return refuse_key(reader, &name, FM_TEXT("outputs"), "this key does not belong here");
    if (key != NULL)
        return read_key(reader, key, target, &name, value);
    key = member_of(path, &member);
    if (key != NULL) {
        FM_TRY(fm_key_read_member(reader, key, fm_target_slot(target, key), member, value));
        return note(reader, key, target->instance, false, &name);
    }
    if (path.n > 0 && path.n < sizeof group) {
        memcpy(group, path.p, path.n);
        group[path.n] = '.';
        const struct fm_text prefix = {group, path.n + 1};
        if (fm_key_is_group(prefix))
            return read_group(reader, target, prefix, false, &name, value);
    }
    return refuse_key(reader, &name, fm_key_path_hint(path), "this key is not known");
}

enum fm_status fm_merge_path(const struct fm_key_reader *reader, struct fm_text path,
                             const struct fm_yaml_node *value)
{
    struct fm_profile *profile = reader->profile;
    const struct fm_yaml_node name = {.type = FM_YAML_SCALAR, .text = path};
    const struct fm_target main_target = fm_target_main(profile);
    const bool output = fm_text_begins(path, FM_TEXT("output."));
    if (profile->output_count > 0 && (fm_text_equal(path, FM_TEXT("output.to")) ||
                                      fm_text_equal(path, FM_TEXT("output.format"))))
        return refuse_key(reader, &name, (struct fm_text){NULL, 0},
                          "the profile has several outputs, each with its own");
    FM_TRY(set_in(reader, &main_target, path, value));
    if (!output && !fm_text_begins(path, FM_TEXT("positions")))
        return FM_OK;
    struct fm_text member;
    const struct fm_key *key = member_of(path, &member);
    for (size_t i = 0; i < profile->output_count; i++) {
        const struct fm_target entry = fm_target_entry(profile, &profile->outputs[i]);
        const bool inherits = key != NULL && fm_given_find(profile, key, entry.instance) == NULL;
        if (!inherits) /* the one operation joins those of `output:` */
            FM_TRY(set_in(reader, &entry, path, value));
    }
    return FM_OK;
}
