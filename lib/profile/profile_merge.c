/* SPDX-License-Identifier: MIT */
/* Documents and options into the profile. Recursion goes as deep as the table of keys, never as
 * the document. */
#include <config.h>
#include "profile/profile_merge.h"
#include "profile/key_fault.h"
#include "profile/key_find.h"
#include "profile/key_list.h"

enum { PATH_MAX_BYTES = 96 };

static enum fm_status read_mapping_of(const struct fm_key_reader *reader, const struct fm_key *key,
                                      const struct fm_yaml_node *node);
static enum fm_status read_outputs(const struct fm_key_reader *reader, const struct fm_key *key,
                                   const struct fm_yaml_node *node);

static enum fm_status note(const struct fm_key_reader *reader, const struct fm_key *key,
                           bool taken_back, const struct fm_yaml_node *node)
{
    struct fm_profile *const profile = reader->profile;
    struct fm_given *given = fm_arena_alloc(&profile->arena, sizeof *given);
    FM_TRY_MADE(given);
    *given = (struct fm_given){.next = profile->given,
                               .key = key,
                               .instance = reader->output->instance,
                               .taken_back = taken_back,
                               .input = reader->input,
                               .line = node->line,
                               .column = node->column};
    profile->given = given;
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
    const struct fm_key *consumer = fm_key_find(FM_TEXT("output.for")),
                        *dialect = fm_key_find(FM_TEXT("output.dialect"));
    return (!(key->flags & FM_KEY_BY_CONSUMER) ||
            fm_given_find(profile, consumer, entry->instance) == NULL) &&
           (!(key->flags & FM_KEY_BY_DIALECT) ||
            fm_given_find(profile, dialect, entry->instance) == NULL);
}

bool fm_given_key_for(const struct fm_profile *profile, const struct fm_profile_output *output,
                      const struct fm_key *key)
{
    return fm_given_find(profile, key, output->instance) != NULL ||
           (output->instance != 0 && fm_given_inherits(profile, output, key));
}

bool fm_given_for(const struct fm_profile *profile, const struct fm_profile_output *output,
                  const char *path)
{
    return fm_given_key_for(profile, output, fm_key_find(fm_text_of(path)));
}

/* A consumer or a dialect decides other keys: those that an earlier profile set are unset. The
 * order of options has no meaning.
 * @param decided  the flag that these keys have. */
static enum fm_status take_back(const struct fm_key_reader *reader, unsigned decided,
                                const struct fm_yaml_node *node)
{
    for (size_t i = 0; i < fm_key_count; i++) {
        const struct fm_key *key = &fm_keys[i];
        const struct fm_given *given =
            fm_given_find(reader->profile, key, reader->output->instance);
        if (!(key->flags & decided) || given == NULL || given->input == NULL)
            continue;
        fm_key_reset(key, fm_key_slot(key, reader->profile, reader->output));
        FM_TRY(note(reader, key, true, node));
    }
    return FM_OK;
}

static enum fm_status read_key(const struct fm_key_reader *reader, const struct fm_key *key,
                               const struct fm_yaml_node *at, const struct fm_yaml_node *value)
{
    if (key->type == FM_KEY_OUTPUTS)
        FM_TRY(read_outputs(reader, key, value));
    else if (key->type == FM_KEY_WHEN || key->type == FM_KEY_POSITIONS)
        FM_TRY(read_mapping_of(reader, key, value));
    else
        FM_TRY(fm_key_read(reader, key, fm_key_slot(key, reader->profile, reader->output), value));
    if (key->type == FM_KEY_CONSUMER)
        FM_TRY(take_back(reader, FM_KEY_BY_CONSUMER, at));
    if (strcmp(key->path, "output.dialect") == 0)
        FM_TRY(take_back(reader, FM_KEY_BY_DIALECT, at));
    return note(reader, key, false, at);
}

static enum fm_status refuse_key(const struct fm_key_reader *reader,
                                 const struct fm_yaml_node *node, struct fm_text hint,
                                 const char *detail)
{
    return fm_profile_fault(reader, fm_key_place(reader, node), node->text, hint,
                            fm_text_of(detail));
}

static bool is_entry(const struct fm_key_reader *reader)
{
    return reader->output->instance != 0;
}

/* A group of keys: a mapping, or a word that is short for one of its keys.
 * @param path  of the group, a point at its end. */
static enum fm_status read_group(const struct fm_key_reader *reader, struct fm_text path,
                                 const struct fm_yaml_node *name, const struct fm_yaml_node *value)
{
    if (value->type == FM_YAML_MAPPING)
        return fm_merge_mapping(reader, path, value);
    const struct fm_key_short *is_short =
        value->type == FM_YAML_SCALAR
            ? fm_key_short_find((struct fm_text){path.p, path.n - 1}, value->text)
            : NULL;
    const struct fm_key *key = is_short == NULL ? NULL : fm_key_find(fm_text_of(is_short->key));
    if (key == NULL || !fm_key_allowed(key, is_entry(reader)))
        return refuse_key(reader, name, FM_NO_TEXT, "this key takes a mapping of keys");
    struct fm_yaml_node meant = *value;
    if (is_short->ending != NULL)
        meant.text.n -= strlen(is_short->ending);
    if (is_short->value != NULL)
        meant.text = fm_text_of(is_short->value);
    return read_key(reader, key, name, &meant);
}

/* One key of a mapping and its value; a group of keys is a mapping again. */
static enum fm_status read_pair(const struct fm_key_reader *reader, struct fm_text prefix,
                                bool first, const struct fm_yaml_node *name)
{
    unsigned char path[PATH_MAX_BYTES];
    const bool entry = is_entry(reader);
    const size_t n = prefix.n + name->text.n;
    const struct fm_key *key = NULL;
    bool group = false;
    if (n + 1 < sizeof path && memchr(name->text.p, '.', name->text.n) == NULL) {
        if (prefix.n > 0)
            memcpy(path, prefix.p, prefix.n);
        memcpy(path + prefix.n, name->text.p, name->text.n);
        path[n] = '.';
        key = fm_key_find((struct fm_text){path, n});
        group = fm_key_is_group((struct fm_text){path, n + 1});
    }
    if (key != NULL && !fm_key_allowed(key, entry))
        return refuse_key(reader, name, fm_text_of(entry ? key->path : "outputs"),
                          "this key does not belong here");
    if (key == NULL && !group)
        return refuse_key(reader, name, fm_key_fault(prefix, name->text, entry),
                          "this key is not known here");
    if (((key != NULL && key->flags & FM_KEY_FIRST) != 0) != first)
        return FM_OK;
    return key != NULL ? read_key(reader, key, name, name->next)
                       : read_group(reader, (struct fm_text){path, n + 1}, name, name->next);
}

enum fm_status fm_merge_mapping(const struct fm_key_reader *reader, struct fm_text prefix,
                                const struct fm_yaml_node *node)
{
    FM_TRY(fm_key_check_mapping(reader, node));
    for (unsigned turn = 0; turn < 2; turn++)
        for (const struct fm_yaml_node *name = node->first; name != NULL; name = name->next->next)
            FM_TRY(read_pair(reader, prefix, turn == 0, name));
    return FM_OK;
}

/* `when:` and `positions:` of an entry. */
static enum fm_status read_mapping_of(const struct fm_key_reader *reader, const struct fm_key *key,
                                      const struct fm_yaml_node *node)
{
    const bool when = key->type == FM_KEY_WHEN;
    if (node->type != FM_YAML_MAPPING)
        return fm_key_refuse(reader, key, node);
    FM_TRY(fm_merge_mapping(reader, when ? FM_TEXT("games.") : FM_TEXT("positions."), node));
    *(when ? &reader->output->has_when : &reader->output->has_positions) = true;
    return FM_OK;
}

void fm_merge_defaults(struct fm_profile *profile, struct fm_profile_output *output)
{
    for (size_t i = 0; i < fm_key_count; i++) {
        const struct fm_key *const key = &fm_keys[i];
        const bool shared = key->section < FM_SECTION_GAMES;
        if (!(shared && output->instance != 0) && fm_key_size(key) > 0)
            fm_key_reset(key, fm_key_slot(key, profile, output));
    }
}

static enum fm_status read_outputs(const struct fm_key_reader *reader, const struct fm_key *key,
                                   const struct fm_yaml_node *node)
{
    struct fm_profile *const profile = reader->profile;
    if (node->type != FM_YAML_SEQUENCE || node->count == 0)
        return fm_key_refuse(reader, key, node);
    struct fm_key_reader inner = *reader;
    inner.output = fm_arena_alloc(&profile->arena, node->count * sizeof *inner.output);
    FM_TRY_MADE(inner.output);
    struct fm_profile_output *const outputs = inner.output;
    for (const struct fm_yaml_node *item = node->first; item != NULL; item = item->next) {
        if (item->type != FM_YAML_MAPPING)
            return fm_key_refuse(reader, key, item);
        *inner.output = (struct fm_profile_output){.instance = ++profile->instances};
        fm_merge_defaults(profile, inner.output);
        FM_TRY(fm_merge_mapping(&inner, FM_TEXT("output."), item));
        FM_TRY(note(&inner, key, false, item));
        inner.output++;
    }
    profile->outputs = outputs;
    profile->output_count = node->count;
    return FM_OK;
}

/* The key whose member (a tag, an opcode) the path names, with the member's name; or NULL. */
static const struct fm_key *member_of(struct fm_text path, struct fm_text *member)
{
    for (size_t i = 0; i < fm_key_count; i++) {
        const struct fm_text key = fm_text_of(fm_keys[i].path);
        if (fm_keys[i].kind->members && fm_text_begins(path, key) && path.n > key.n &&
            path.p[key.n] == '.') {
            *member = fm_text_after(path, key.n + 1);
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

/* Set what the path names in the output that is read. */
static enum fm_status set_in(const struct fm_key_reader *reader, struct fm_text path,
                             const struct fm_yaml_node *value)
{
    struct fm_text member;
    unsigned char group[PATH_MAX_BYTES];
    const struct fm_yaml_node name = {.type = FM_YAML_SCALAR, .text = path};
    const struct fm_key *key = fm_key_find(path);
    if (key != NULL && !fm_key_allowed(key, is_entry(reader)))
        return refuse_key(reader, &name, FM_TEXT("outputs"), "this key does not belong here");
    if (key != NULL)
        return read_key(reader, key, &name, value);
    key = member_of(path, &member);
    if (key != NULL) {
        void *const slot = fm_key_slot(key, reader->profile, reader->output);
        FM_TRY(fm_key_read_member(reader, key, slot, member, value));
        return note(reader, key, false, &name);
    }
    if (path.n > 0 && path.n < sizeof group) {
        memcpy(group, path.p, path.n);
        group[path.n] = '.';
        const struct fm_text prefix = {group, path.n + 1};
        if (fm_key_is_group(prefix))
            return read_group(reader, prefix, &name, value);
    }
    return refuse_key(reader, &name, fm_key_path_hint(path), "this key is not known");
}

enum fm_status fm_merge_path(const struct fm_key_reader *reader, struct fm_text path,
                             const struct fm_yaml_node *value)
{
    struct fm_profile *profile = reader->profile;
    const struct fm_yaml_node name = {.type = FM_YAML_SCALAR, .text = path};
    struct fm_text member;
    const struct fm_key *key = member_of(path, &member);
    if (profile->output_count > 0 &&
        (fm_text_is(path, "output.to") || fm_text_is(path, "output.format")))
        return refuse_key(reader, &name, FM_NO_TEXT,
                          "the profile has several outputs, each with its own");
    FM_TRY(set_in(reader, path, value));
    if (!fm_text_begins(path, FM_TEXT("output.")) && !fm_text_begins(path, FM_TEXT("positions")))
        return FM_OK;
    struct fm_key_reader inner = *reader;
    for (size_t i = 0; i < profile->output_count; i++) {
        inner.output = &profile->outputs[i];
        const bool inherits =
            key != NULL && fm_given_find(profile, key, inner.output->instance) == NULL;
        if (!inherits) /* the one operation joins those of `output:` */
            FM_TRY(set_in(&inner, path, value));
    }
    return FM_OK;
}
