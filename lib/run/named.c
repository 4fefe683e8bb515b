/* SPDX-License-Identifier: MIT */
/* Files named after games: see named.h. A hash table finds them; outputs to one folder share its
 * files, however the folder is spelled. */
#include <config.h>
#include "run/named.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/table.h"
#include "io/file.h"

enum { REFUSALS_SHOWN = 20, SUMMARY_BYTES = 64 };

/* A row of the hash table. */
struct row {
    struct fm_hash128 key; /* hash of set and name */
    struct fm_named *named;
};

struct fm_named_files {
    const struct fm_plan *plan;
    struct fm_encode_pool *pool;
    /* one file set per sink; NULL = the name is fixed; several sinks may share a set */
    struct fm_file_set **sets;
    bool *owns; /* one flag per sink: true if sets[i] is freed with this struct */
    struct fm_named *first, **tail;
    struct fm_table table;
    struct fm_table chunks; /* hash table of struct fm_chunks */
    /* files that no name may lead to: fixed outputs, and files that the run reads */
    struct fm_file_id *taken;
    /* number of entries of `taken`; the first `existing` of them exist and are sorted */
    size_t taken_count, existing;
    const struct fm_events *events; /* the run's */
    uint64_t refusals;
    struct fm_arena arena; /* memory of the files and their names */
};

static int by_place(const void *a, const void *b)
{
    const struct fm_file_id *x = a, *y = b;
    const int absent = (x->base != NULL) - (y->base != NULL);
    return absent != 0 ? absent : fm_file_compare(x, y);
}

static enum fm_status take(struct fm_named_files *files, const char *name, int standard)
{
    struct fm_file_id *id = &files->taken[files->taken_count];
    if (name == NULL)
        return FM_OK;
    files->taken_count++;
    return fm_file_find(name, standard, id);
}

static bool is_taken(const struct fm_named_files *files, const struct fm_file_id *id)
{
    if (id->base == NULL)
        return bsearch(id, files->taken, files->existing, sizeof *id, by_place) != NULL;
    for (size_t i = files->existing; i < files->taken_count; i++)
        if (fm_file_same(&files->taken[i], id))
            return true;
    return false;
}

static enum fm_status grow_taken(struct fm_named_files *files, size_t more)
{
    struct fm_file_id *grown =
        realloc(files->taken, (files->taken_count + more + 1) * sizeof *grown);
    FM_TRY_MADE(grown);
    files->taken = grown;
    return FM_OK;
}

static void sort_taken(struct fm_named_files *files)
{
    qsort(files->taken, files->taken_count, sizeof *files->taken, by_place);
    for (files->existing = 0; files->existing < files->taken_count; files->existing++)
        if (files->taken[files->existing].base != NULL)
            break;
}

static enum fm_status take_fixed(struct fm_named_files *files, const struct fm_destinations *to)
{
    FM_TRY(grow_taken(files, files->plan->sinks + to->reserved_count));
    for (unsigned i = 0; i < files->plan->sinks; i++)
        if (files->sets[i] == NULL)
            FM_TRY(take(files, files->plan->names[i], FM_OS_STDOUT));
    for (size_t i = 0; i < to->reserved_count; i++)
        FM_TRY(take(files, to->reserved[i], FM_OS_STDOUT));
    sort_taken(files);
    return FM_OK;
}

enum fm_status fm_named_start(struct fm_named_files *files, const char *const *inputs, size_t count,
                              const struct fm_events *events)
{
    if (files == NULL)
        return FM_OK;
    files->events = events;
    FM_TRY(grow_taken(files, count));
    for (size_t i = 0; i < count; i++)
        FM_TRY(take(files, inputs[i], FM_OS_STDIN));
    sort_taken(files);
    return FM_OK;
}

static enum fm_status fail(int os_error, struct fm_text what, struct fm_error *error)
{
    if (os_error == ENOMEM)
        return FM_NO_MEMORY;
    *error = (struct fm_error){.status = FM_OUTPUT_FAILED, .os_error = os_error, .what = what};
    return FM_OUTPUT_FAILED;
}

static enum fm_status open_set(struct fm_named_files *files, unsigned sink, bool force,
                               struct fm_error *error)
{
    const char *folder = files->plan->routes[sink].file_name.folder;
    struct fm_file_set *made;
    const int os_error = fm_file_set_new(folder, force, &made);
    if (os_error != 0)
        return fail(os_error, fm_text_of(*folder == '\0' ? "." : folder), error);
    files->sets[sink] = made;
    files->owns[sink] = true;
    for (unsigned i = 0; i < sink; i++) {
        if (files->sets[i] == NULL || !fm_file_set_is(files->sets[i], made))
            continue;
        fm_file_set_free(made);
        files->sets[sink] = files->sets[i];
        files->owns[sink] = false;
        break;
    }
    return FM_OK;
}

enum fm_status fm_named_open(const struct fm_plan *plan, const struct fm_destinations *to,
                             struct fm_encode_pool *pool, struct fm_named_files **out,
                             struct fm_error *error)
{
    struct fm_named_files *files = calloc(1, sizeof *files);
    FM_TRY_MADE(files);
    *out = files; /* the caller frees it, also after a failure */
    files->plan = plan;
    files->pool = pool;
    files->tail = &files->first;
    files->table.row = sizeof(struct row);
    files->chunks.row = sizeof(struct fm_chunks);
    files->sets = calloc(plan->sinks + 1, sizeof *files->sets);
    files->owns = calloc(plan->sinks + 1, sizeof *files->owns);
    if (files->sets == NULL || files->owns == NULL)
        return FM_NO_MEMORY;
    for (unsigned i = 0; i < plan->route_count; i++)
        if (plan->routes[i].file_name.template != NULL)
            FM_TRY(open_set(files, i, to->force, error));
    return take_fixed(files, to);
}

void fm_named_free(struct fm_named_files *files)
{
    if (files == NULL)
        return;
    for (struct fm_named *named = files->first; named != NULL; named = named->next) {
        fm_output_discard(named->output);
        fm_seam_free(&named->seam);
    }
    for (unsigned i = 0; files->owns != NULL && i < files->plan->sinks; i++)
        if (files->owns[i])
            fm_file_set_free(files->sets[i]);
    for (size_t i = 0; i < files->taken_count; i++)
        fm_file_forget(&files->taken[i]);
    free(files->taken);
    free(files->sets);
    free(files->owns);
    fm_table_free(&files->table);
    fm_table_free(&files->chunks);
    fm_arena_free(&files->arena);
    free(files);
}

/* The row of a name, added if it is new; NULL: no memory. Whoever writes a game chooses its tags,
 * so two names may have one hash: the later one then gets the next key that is free. */
static struct row *row_of(struct fm_named_files *files, const struct fm_file_set *set,
                          struct fm_text name, bool *fresh)
{
    struct fm_hash128 key = fm_hash128_of(name.p, name.n, (uintptr_t)set);
    for (;; key.hi++) {
        struct row *row = fm_table_add(&files->table, key, fresh);
        if (row == NULL || *fresh ||
            (row->named->set == set && fm_text_equal(row->named->name, name)))
            return row;
    }
}

/* A new entry, with the path that users know after its name. @param[out] path  folder and name. */
static struct fm_named *add_named(struct fm_named_files *files, unsigned sink, struct fm_text name,
                                  const char **path)
{
    const struct fm_file_name *shape = &files->plan->routes[sink].file_name;
    struct fm_named *made = fm_arena_alloc(&files->arena, sizeof *made);
    char *copy = fm_arena_alloc(&files->arena, shape->folder_n + name.n + 1);
    if (made == NULL || copy == NULL)
        return NULL;
    memcpy(copy, shape->folder, shape->folder_n);
    memcpy(copy + shape->folder_n, name.p, name.n);
    copy[shape->folder_n + name.n] = '\0';
    *path = copy;
    *made = (struct fm_named){
        .set = files->sets[sink],
        .name = {(const unsigned char *)copy + shape->folder_n, name.n},
    };
    *files->tail = made;
    files->tail = &made->next;
    return made;
}

static void refuse_name(struct fm_named_files *files, const struct fm_error *error)
{
    const struct fm_events *events = files->events;
    if (++files->refusals <= REFUSALS_SHOWN && events->message != NULL)
        events->message(events->user, error);
}

/* Make the file, or refuse its name. */
static enum fm_status open_named(struct fm_named_files *files, struct fm_named *made,
                                 const char *path, struct fm_compression how,
                                 struct fm_error *error)
{
    struct fm_file_id id;
    const char *name = (const char *)made->name.p;
    struct fm_error fault = {.status = FM_OUTPUT_FAILED, .input = path, .what = fm_text_of(path)};
    fault.os_error = fm_file_set_check(made->set, name, &id);
    if (fault.os_error == ENOMEM)
        return FM_NO_MEMORY;
    if (id.regular && is_taken(files, &id)) {
        fault.os_error = 0;
        fault.detail = FM_TEXT("this run also reads this file or writes it as another output");
    }
    if (fault.os_error != 0 || fault.detail.n > 0) {
        refuse_name(files, &fault);
        return FM_OK;
    }
    return fm_output_open_in(made->set, path, name, how, &made->output, error);
}

enum fm_status fm_named_find(struct fm_named_files *files, unsigned sink, struct fm_text name,
                             struct fm_named **out, bool *made, struct fm_error *error)
{
    struct row *row = row_of(files, files->sets[sink], name, made);
    FM_TRY_MADE(row);
    if (*made) {
        const char *path;
        row->named = add_named(files, sink, name, &path);
        FM_TRY_MADE(row->named);
        const struct fm_compression how = fm_plan_compression(files->plan, sink, files->pool);
        FM_TRY(open_named(files, row->named, path, how, error));
    }
    *out = row->named;
    return FM_OK;
}

/* Names of one hash would share a count, and no more. */
struct fm_chunks *fm_named_chunks(struct fm_named_files *files, unsigned sink, struct fm_text name)
{
    bool fresh;
    return fm_table_add(&files->chunks, fm_hash128_of(name.p, name.n, sink), &fresh);
}

struct fm_named *fm_named_first(const struct fm_named_files *files)
{
    return files == NULL ? NULL : files->first;
}

bool fm_named_lost(const struct fm_named_files *files)
{
    for (const struct fm_named *named = fm_named_first(files); named != NULL; named = named->next)
        if (named->output == NULL)
            return true;
    return false;
}

enum fm_status fm_named_sync(const struct fm_named_files *files, struct fm_error *error)
{
    for (unsigned i = 0; files != NULL && i < files->plan->route_count; i++) {
        const int os_error = files->owns[i] ? fm_file_set_sync(files->sets[i]) : 0;
        if (os_error != 0)
            return fail(os_error, fm_text_of(files->plan->routes[i].file_name.folder), error);
    }
    return FM_OK;
}

static enum fm_status sum_up_named(struct fm_named_files *files, struct fm_error *error)
{
    char *text = fm_arena_alloc(&files->arena, SUMMARY_BYTES);
    FM_TRY_MADE(text);
    (void)snprintf(text, SUMMARY_BYTES, "%" PRIu64 " file%s named after games", files->refusals,
                   files->refusals == 1 ? "" : "s");
    return fail(0, fm_text_of(text), error);
}

enum fm_status fm_named_commit(struct fm_named_files *files, struct fm_error *error)
{
    if (files == NULL)
        return FM_OK;
    for (struct fm_named *named = files->first; named != NULL; named = named->next) {
        struct fm_error fault = {.status = FM_OK};
        const enum fm_status status = fm_output_commit(named->output, &fault);
        named->output = NULL;
        if (status == FM_OUTPUT_FAILED)
            refuse_name(files, &fault);
        else if (status != FM_OK)
            return status;
    }
    FM_TRY(fm_named_sync(files, error));
    return files->refusals == 0 ? FM_OK : sum_up_named(files, error);
}
