/* SPDX-License-Identifier: MIT */
/* The public calls on profiles. A change that fails leaves the profile as it was: everything that a
 * profile points to is in its arena and never changed in place, so a copy of the struct is a
 * complete backup. */
#include <config.h>
#include "fenmill.h"
#include "profile/profile.h"
#include <stdlib.h>
#include "profile/profile_finish.h"
#include "profile/profile_merge.h"

enum fm_status fm_profile_new(struct fm_profile **out)
{
    struct fm_profile *profile = calloc(1, sizeof *profile);
    FM_TRY_MADE(profile);
    fm_merge_defaults(profile, &profile->output);
    *out = profile;
    return FM_OK;
}

void fm_profile_free(struct fm_profile *profile)
{
    if (profile == NULL)
        return;
    fm_profile_unfinish(profile);
    fm_arena_free(&profile->arena);
    free(profile);
}

/* A change of a profile. */
struct change {
    struct fm_profile backup;    /* copy of the profile from before the change */
    struct fm_key_reader reader; /* reader of the profile */
    struct fm_error local;       /* error record where the caller has none */
};

/* Only the entries of `outputs:` are changed in place, by options: so they are copied first. */
static enum fm_status begin_change(struct change *c, struct fm_profile *profile,
                                   struct fm_error *error)
{
    const size_t size = profile->output_count * sizeof *profile->outputs;
    c->backup = *profile;
    c->reader = (struct fm_key_reader){
        .profile = profile, .output = &profile->output, .error = error == NULL ? &c->local : error};
    if (profile->finished) {
        *c->reader.error =
            (struct fm_error){.status = FM_BAD_USE, .detail = FM_TEXT("the profile is finished")};
        return FM_BAD_USE;
    }
    if (size == 0)
        return FM_OK;
    struct fm_profile_output *outputs = fm_arena_alloc(&profile->arena, size);
    FM_TRY_MADE(outputs);
    memcpy(outputs, profile->outputs, size);
    profile->outputs = outputs;
    return FM_OK;
}

static enum fm_status end_change(struct change *c, enum fm_status status)
{
    if (status != FM_OK && status != FM_BAD_USE) {
        struct fm_profile *const profile = c->reader.profile;
        const struct fm_arena arena = profile->arena;
        *profile = c->backup;
        profile->arena = arena;
    }
    if (status == FM_NO_MEMORY)
        *c->reader.error = (struct fm_error){.status = FM_NO_MEMORY};
    return status;
}

/* @param own  true: the text is of the program that calls, which knows what its keys mean. */
static enum fm_status check_version(const struct fm_key_reader *reader,
                                    const struct fm_yaml_node *root, bool own)
{
    const struct fm_place start = {reader->input, 1, 1};
    if (root == NULL)
        return fm_profile_fault(reader, start, FM_TEXT("fenmill"), FM_TEXT("fenmill: 1"),
                                FM_TEXT("the profile is empty"));
    if (root->type != FM_YAML_MAPPING)
        return fm_profile_fault(reader, fm_key_place(reader, root), root->text,
                                FM_TEXT("fenmill: 1"), FM_TEXT("a profile is a mapping of keys"));
    for (const struct fm_yaml_node *key = root->first; key != NULL; key = key->next->next)
        if (fm_text_is(key->text, "fenmill"))
            return FM_OK;
    if (own)
        return FM_OK;
    return fm_profile_fault(
        reader, fm_key_place(reader, root), FM_TEXT("fenmill"), FM_TEXT("fenmill: 1"),
        FM_TEXT("the profile does not name the version of its keys: write fenmill: 1"));
}

static enum fm_status read_document(struct fm_key_reader *reader, const char *name,
                                    struct fm_text yaml)
{
    const struct fm_yaml_node *root = NULL;
    struct fm_text copy;
    if (name != NULL) {
        FM_TRY(fm_key_copy(reader, fm_text_of(name), &copy));
        reader->input = (const char *)copy.p;
    }
    const enum fm_status status = fm_yaml_read(yaml, &reader->profile->arena, &root, reader->error);
    reader->error->input = reader->input;
    FM_TRY(status);
    FM_TRY(check_version(reader, root, name == NULL));
    return fm_merge_mapping(reader, FM_NO_TEXT, root);
}

enum fm_status fm_profile_read(struct fm_profile *profile, const char *name, struct fm_text yaml,
                               struct fm_error *error)
{
    struct change c;
    enum fm_status status = begin_change(&c, profile, error);
    FM_NEXT(status, read_document(&c.reader, name, yaml));
    return end_change(&c, status);
}

static struct fm_yaml_node *new_word(struct fm_arena *arena, struct fm_text text, bool quoted)
{
    struct fm_yaml_node *word = fm_arena_alloc(arena, sizeof *word);
    if (word != NULL)
        *word = (struct fm_yaml_node){.type = FM_YAML_SCALAR, .text = text, .quoted = quoted};
    return word;
}

/* "classic,setup": a list without brackets. */
static enum fm_status split_words(struct fm_arena *arena, struct fm_text value,
                                  const struct fm_yaml_node **out)
{
    struct fm_yaml_node *list = fm_arena_alloc(arena, sizeof *list), *last = NULL;
    FM_TRY_MADE(list);
    *list = (struct fm_yaml_node){.type = FM_YAML_SEQUENCE};
    for (size_t at = 0; at <= value.n; at++) {
        const unsigned char *comma = memchr(value.p + at, ',', value.n - at);
        const size_t end = comma == NULL ? value.n : (size_t)(comma - value.p);
        struct fm_yaml_node *word =
            new_word(arena, fm_text_trim((struct fm_text){value.p + at, end - at}), false);
        FM_TRY_MADE(word);
        *(last == NULL ? &list->first : &last->next) = word;
        last = word;
        list->count++;
        at = end;
    }
    *out = list;
    return FM_OK;
}

/* "fen,{move: next.uci}": a list in YAML but for its brackets. */
static enum fm_status read_bare_list(const struct fm_key_reader *reader, struct fm_text value,
                                     const struct fm_yaml_node **out)
{
    struct fm_arena *arena = &reader->profile->arena;
    unsigned char *text = fm_arena_alloc(arena, value.n + 2);
    FM_TRY_MADE(text);
    text[0] = '[';
    memcpy(text + 1, value.p, value.n);
    text[value.n + 1] = ']';
    return fm_yaml_read((struct fm_text){text, value.n + 2}, arena, out, reader->error);
}

/* The value of an option: YAML if it begins like a list, mapping or quoted text, else a word (or
 * words) verbatim. */
static enum fm_status read_value(const struct fm_key_reader *reader, struct fm_text path,
                                 struct fm_text value, const struct fm_yaml_node **out)
{
    struct fm_arena *arena = &reader->profile->arena;
    const bool verbatim = fm_merge_verbatim(path);
    if (!verbatim)
        value = fm_text_trim(value);
    if (fm_merge_listed(path) && value.n > 0 && *value.p != '[' &&
        memchr(value.p, '{', value.n) != NULL)
        return read_bare_list(reader, value, out);
    if (!verbatim && value.n > 0 && fm_byte_in(*value.p, "[{\"'"))
        return fm_yaml_read(value, arena, out, reader->error);
    if (fm_merge_listed(path) && value.n > 0)
        return split_words(arena, value, out);
    *out = new_word(arena, value, verbatim);
    return *out == NULL ? FM_NO_MEMORY : FM_OK;
}

enum fm_status fm_profile_set(struct fm_profile *profile, const char *key, const char *value,
                              struct fm_error *error)
{
    struct change c;
    const struct fm_text path = fm_text_of(key);
    const struct fm_yaml_node *node = NULL;
    enum fm_status status = begin_change(&c, profile, error);
    FM_NEXT(status, read_value(&c.reader, path, fm_text_of(value), &node));
    FM_NEXT(status, fm_merge_path(&c.reader, path, node));
    if (status == FM_BAD_PROFILE) /* a place within an option's value helps nobody */
        c.reader.error->line = c.reader.error->column = 0;
    return end_change(&c, status);
}

enum fm_status fm_profile_finish(struct fm_profile *profile, struct fm_error *error)
{
    struct change c;
    if (profile->finished)
        return FM_OK;
    enum fm_status status = begin_change(&c, profile, error);
    FM_NEXT(status, fm_profile_resolve(&c.reader));
    if (status != FM_OK)
        fm_profile_unfinish(profile);
    profile->finished = status == FM_OK;
    return end_change(&c, status);
}

/* Output number @p index of a profile, NULL after the last. */
static const struct fm_profile_output *output_of(const struct fm_profile *profile, size_t index)
{
    if (profile->outputs == NULL)
        return index == 0 ? &profile->output : NULL;
    return index < profile->output_count ? &profile->outputs[index] : NULL;
}

/* A text of an output: NULL after the last output, "" where it is unset. */
static struct fm_text text_of(const struct fm_profile_output *output, struct fm_text text)
{
    return output == NULL ? FM_NO_TEXT : text.n > 0 ? text : FM_TEXT("");
}

static const struct fm_profile_positions *positions_of(const struct fm_profile *profile,
                                                       const struct fm_profile_output *output)
{
    return output != NULL && output->has_positions ? &output->positions : &profile->positions;
}

struct fm_text fm_profile_to(const struct fm_profile *profile, size_t index)
{
    const struct fm_profile_output *output = output_of(profile, index);
    return text_of(output, output == NULL ? FM_TEXT("") : output->to);
}

struct fm_text fm_profile_store(const struct fm_profile *profile, size_t index)
{
    const struct fm_profile_output *output = output_of(profile, index);
    return text_of(output, positions_of(profile, output)->unique_store);
}

struct fm_text fm_profile_reads(const struct fm_profile *profile, size_t index)
{
    const struct fm_text of_run[] = {profile->input.openings,
                                     profile->input.aliases,
                                     profile->input.tag_table,
                                     profile->input.book,
                                     profile->games.sets[FM_SET_EXCLUDE],
                                     profile->games.sets[FM_SET_ONLY],
                                     profile->games.reached_file,
                                     profile->input.shard.plan};
    const size_t runs = FM_COUNT_OF(of_run);
    if (index < runs)
        return text_of(&profile->output, of_run[index]);
    const struct fm_profile_output *output = output_of(profile, (index - runs) / FM_SETS);
    return text_of(output, positions_of(profile, output)->sets[(index - runs) % FM_SETS]);
}

struct fm_text fm_profile_shard_plan(const struct fm_profile *profile)
{
    return profile->input.shard.plan;
}

/* Lines of keys that differ from shard to shard, and of those that change no result. */
static bool is_left_out(struct fm_text line)
{
    static const char *const keys[] = {"to:", "- to:", "shard:", "# shard:", "block:", "memory:"};
    const struct fm_text key = fm_text_trim(line);
    for (size_t i = 0; i < FM_COUNT_OF(keys); i++)
        if (fm_text_begins(key, fm_text_of(keys[i])))
            return true;
    return false;
}

enum fm_status fm_profile_hash(const struct fm_profile *profile, uint64_t *out)
{
    char *yaml;
    FM_TRY(fm_profile_print_values(profile, &yaml));
    uint64_t hash = 0;
    for (const char *line = yaml, *end; *line != '\0'; line = end) {
        end = line + strcspn(line, "\n");
        end += *end != '\0';
        if (!is_left_out((struct fm_text){(const unsigned char *)line, (size_t)(end - line)}))
            hash = fm_hash128_of(line, (size_t)(end - line), hash).lo;
    }
    free(yaml);
    *out = hash;
    return FM_OK;
}
