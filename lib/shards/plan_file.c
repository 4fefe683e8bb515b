/* SPDX-License-Identifier: MIT */
/* Files of plans: written, read for their inputs, and compared with what was done. */
#include <config.h>
#include "shards/merge_files.h"
#include <stdlib.h>
#include <string.h>
#include "io/expand.h"
#include "os/os.h"
#include "run/intake.h"

static enum fm_status refuse_plan(const char *name, const char *detail, struct fm_error *error)
{
    *error = (struct fm_error){.status = FM_BAD_USE, .input = name, .detail = fm_text_of(detail)};
    return FM_BAD_USE;
}

/* What is no regular file is another one for each shard. */
static enum fm_status check_inputs(const struct fm_inputs *inputs, struct fm_error *error)
{
    if (inputs->count == 0)
        return refuse_plan(NULL, "a plan needs inputs", error);
    for (size_t i = 0; i < inputs->count; i++) {
        struct fm_os_about about;
        const char *const name = inputs->names[i];
        const bool file =
            (inputs->sources == NULL || inputs->sources[i] == NULL) && strcmp(name, "-") != 0;
        const int os_error = file ? fm_os_look(FM_OS_HERE, name, true, &about) : 0;
        if (!file || (os_error == 0 && about.kind != FM_OS_FILE))
            return refuse_plan(name, "a plan is of files: write this to one first", error);
        if (os_error == 0)
            continue;
        *error = (struct fm_error){.status = FM_INPUT_FAILED,
                                   .input = name,
                                   .what = fm_text_of(name),
                                   .os_error = os_error};
        return FM_INPUT_FAILED;
    }
    return FM_OK;
}

static enum fm_status put_file(const struct fm_planning *how, const struct fm_shard *shard,
                               struct fm_buf *out, struct fm_error *error)
{
    unsigned char digits[FM_HEX_DIGITS];
    uint64_t hash;
    FM_TRY(fm_profile_hash(how->profile, &hash));
    fm_hex_put(hash, digits);
    FM_TRY(FM_APPEND(out,
                     FM_TEXT("{\n  \"fenmill-plan\": 1,\n  \"fenmill\": \"" FM_VERSION_STRING
                             "\",\n  \"profile\": \""),
                     (struct fm_text){digits, sizeof digits}, FM_TEXT("\",\n")));
    FM_TRY(fm_shard_plan_put(shard, how->inputs, true, out, error));
    FM_TRY(fm_buf_append_words(out, "  \"check\": \"0000000000000000\"\n}\n"));
    return fm_json_seal(out) ? FM_OK : FM_BAD_USE;
}

enum fm_status fm_shards_plan(const struct fm_planning *given, struct fm_error *error)
{
    struct fm_planning how;
    struct fm_inputs inputs;
    struct fm_shard shard = {.count = 0};
    struct fm_buf text = {NULL, 0, 0};
    struct fm_output *output = NULL;
    error = FM_ERROR_OR_OWN(error);
    *error = (struct fm_error){.status = FM_BAD_USE};
    if (!fm_given(&how, sizeof how, given) || !fm_inputs_given(&inputs, how.inputs) ||
        how.shards < 1 || how.shards > FM_SHARDS_MAX)
        return FM_BAD_USE;
    how.inputs = &inputs;
    FM_TRY(check_inputs(&inputs, error));
    enum fm_status status = fm_shard_lay(&shard, &inputs);
    if (status == FM_OK) {
        fm_shard_choose(&shard, 1, how.shards);
        status = put_file(&how, &shard, &text, error);
    }
    FM_NEXT(status, fm_output_open(how.output, how.force, &output, error));
    FM_NEXT(status, fm_output_write(output, text.p, text.n, error));
    if (status == FM_OK)
        status = fm_output_commit(output, error);
    else
        fm_output_discard(output);
    fm_shard_free(&shard);
    fm_buf_free(&text);
    return status;
}

/* What was found in a folder is treated so: a list among games is passed over. */
static enum fm_status mark_found(struct fm_inputs *inputs, const struct fm_json *list)
{
    bool *const found = calloc(inputs->count + 1, sizeof *found);
    FM_TRY_MADE(found);
    free(inputs->found);
    inputs->found = found;
    const struct fm_json *at = list == NULL ? NULL : list->first;
    for (size_t i = 0; i < inputs->count && at != NULL; i++, at = at->next)
        found[i] = fm_json_find(at, FM_TEXT("found")) != NULL;
    return FM_OK;
}

/* The names of a plan's inputs, below the root. */
static enum fm_status expand_names(const struct fm_json *plan, const char *root,
                                   struct fm_arena *arena, struct fm_inputs **out,
                                   struct fm_error *error)
{
    const struct fm_json *of = fm_json_find(plan, FM_TEXT("plan"));
    const struct fm_json *list = of == NULL ? NULL : fm_json_find(of, FM_TEXT("inputs"));
    size_t count = 0, n = 0;
    for (const struct fm_json *at = list == NULL ? NULL : list->first; at != NULL; at = at->next)
        count++;
    const char **names = fm_arena_alloc(arena, (count + 1) * sizeof *names);
    const size_t folder = root == NULL ? 0 : strlen(root);
    for (const struct fm_json *at = count == 0 ? NULL : list->first; at != NULL && names != NULL;
         at = at->next) {
        const struct fm_text name = fm_json_string(fm_json_find(at, FM_TEXT("name")), arena);
        char *const path = fm_arena_alloc(arena, folder + name.n + 2);
        if (path == NULL || name.p == NULL)
            return FM_NO_MEMORY;
        const bool below = folder > 0 && (name.n == 0 || *name.p != '/');
        if (below)
            memcpy(path, root, folder);
        if (below)
            path[folder] = '/';
        memcpy(path + (below ? folder + 1 : 0), name.p, name.n + 1);
        names[n++] = path;
    }
    FM_TRY_MADE(names);
    const struct fm_input_search search = {.size = sizeof search, .names = names, .count = n};
    FM_TRY(fm_inputs_expand(&search, out, error));
    return mark_found(*out, list);
}

enum fm_status fm_shards_inputs(const char *name, const char *root, struct fm_inputs **out,
                                struct fm_error *error)
{
    struct fm_buf text = {NULL, 0, 0};
    struct fm_arena arena = {NULL, 0, 0};
    struct fm_json plan;
    error = FM_ERROR_OR_OWN(error);
    enum fm_status status = fm_shard_plan_read(name, &text, &arena, &plan, error);
    FM_NEXT(status, expand_names(&plan, root, &arena, out, error));
    fm_buf_free(&text);
    fm_arena_free(&arena);
    return status;
}

/* The search of a folder for statistics of a plan. */
struct found {
    const char *folder;
    const struct fm_json *plan; /* the plan's file */
    bool *done;                 /* one per shard; owned */
    uint64_t of;
    bool no_memory;
};

static bool is_of_plan(const struct fm_json *stats, const struct fm_json *plan)
{
    static const char *const names[] = {"fenmill", "profile", "plan"};
    for (size_t i = 0; i < FM_COUNT_OF(names); i++) {
        const struct fm_json *a = fm_json_find(stats, fm_text_of(names[i])),
                             *b = fm_json_find(plan, fm_text_of(names[i]));
        if (a == NULL || b == NULL || !fm_json_equal(a, b))
            return false;
    }
    return fm_merge_is_whole(stats);
}

/* What is no such file says nothing. */
static bool look_at_entry(void *user, const char *entry, uint64_t inode)
{
    static const char *const patterns[] = {"*.json", "*.json.gz", "*.json.zst"};
    struct found *found = user;
    struct fm_merge_reader reader = {.name = NULL};
    struct fm_arena arena = {NULL, 0, 0};
    struct fm_json stats;
    struct fm_error ignored;
    bool matches = false;
    (void)inode;
    for (size_t i = 0; i < FM_COUNT_OF(patterns); i++)
        matches = matches || (*entry != '.' && fm_os_matches(entry, patterns[i]));
    const size_t folder = strlen(found->folder), n = strlen(entry);
    char *const path = matches ? fm_arena_alloc(&arena, folder + n + 2) : NULL;
    found->no_memory = found->no_memory || (matches && path == NULL);
    if (path != NULL) {
        memcpy(path, found->folder, folder);
        path[folder] = '/';
        memcpy(path + folder + 1, entry, n + 1);
        const enum fm_status status = fm_merge_read_stats(&reader, path, &arena, &stats, &ignored);
        const uint64_t shard = status == FM_OK ? fm_json_number(&stats, FM_TEXT("shard")) : 0;
        if (shard > 0 && shard <= found->of && is_of_plan(&stats, found->plan))
            found->done[shard - 1] = true;
        found->no_memory = found->no_memory || status == FM_NO_MEMORY;
        fm_merge_close(&reader);
    }
    fm_arena_free(&arena);
    return !found->no_memory;
}

static enum fm_status find_missing(const struct fm_json *plan, const char *folder,
                                   void (*missing)(void *user, uint64_t shard), void *user,
                                   struct fm_error *error)
{
    const struct fm_json *of = fm_json_find(plan, FM_TEXT("plan"));
    struct found found = {.folder = folder,
                          .plan = plan,
                          .of = of == NULL ? 0 : fm_json_number(of, FM_TEXT("shards"))};
    found.done = calloc((size_t)found.of + 1, sizeof *found.done);
    FM_TRY_MADE(found.done);
    const int os_error = fm_os_list(FM_OS_HERE, folder, look_at_entry, &found);
    if (os_error != 0)
        *error = (struct fm_error){.status = FM_INPUT_FAILED,
                                   .input = folder,
                                   .what = fm_text_of(folder),
                                   .os_error = os_error};
    for (uint64_t i = 0; i < found.of && os_error == 0 && !found.no_memory; i++)
        if (!found.done[i])
            missing(user, i + 1);
    free(found.done);
    return found.no_memory ? FM_NO_MEMORY : os_error != 0 ? FM_INPUT_FAILED : FM_OK;
}

enum fm_status fm_shards_missing(const char *name, const char *folder,
                                 void (*missing)(void *user, uint64_t shard), void *user,
                                 struct fm_error *error)
{
    struct fm_buf text = {NULL, 0, 0};
    struct fm_arena arena = {NULL, 0, 0};
    struct fm_json plan;
    error = FM_ERROR_OR_OWN(error);
    enum fm_status status = fm_shard_plan_read(name, &text, &arena, &plan, error);
    FM_NEXT(status, find_missing(&plan, folder, missing, user, error));
    fm_buf_free(&text);
    fm_arena_free(&arena);
    return status;
}
