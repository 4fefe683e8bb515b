/* SPDX-License-Identifier: MIT */
/* Many files: see file_set.h. Descriptors are a cache: the longest unused one is closed when there
 * are too many, or when the system has no more, and a file is opened again to append to it. */
#include <config.h>
#include "io/file_set.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/table.h"
#include "io/file.h"
#include "io/temporary.h"

enum {
    OPEN_MAX_FILES = 32,
    FEW_FILES = 64, /* are synced one by one */
    NUMBER_BYTES = 24
};

struct made_folder {
    struct made_folder *next; /* the folder made before it */
    const char *path;         /* relative to the set's folder, or to where the run began */
    bool outside;             /* the latter */
};

struct fm_file_set {
    bool force;
    int folder, hidden; /* open */
    char *temporary;    /* the name of the hidden one in the folder */
    uint64_t count;     /* number of files */
    uint64_t numbers;   /* names given in the hidden folder: a rewritten file gets another */
    uint64_t uses;      /* number of uses of files so far */
    struct fm_set_file *open[OPEN_MAX_FILES]; /* files that are open, in no order */
    unsigned open_count, open_max;
    struct made_folder *made; /* the last one */
    struct fm_table
        named; /* keys of files that have their names, where upper and lower case are one */
    struct fm_arena arena; /* owns these */
};

static const char *put_number(char name[NUMBER_BYTES], uint64_t number)
{
    (void)snprintf(name, NUMBER_BYTES, "%" PRIu64, number);
    return name;
}

/* What a file loses as it is closed is its own failure, whatever the call was for. */
static void close_at(struct fm_file_set *set, unsigned i)
{
    struct fm_set_file *file = set->open[i];
    const int os_error = fm_os_close(file->fd);
    file->failed = file->failed != 0 ? file->failed : os_error;
    file->fd = -1;
    set->open[i] = set->open[--set->open_count];
}

/* The one that was not written to for longest. */
static void close_oldest(struct fm_file_set *set)
{
    unsigned oldest = 0;
    for (unsigned i = 1; i < set->open_count; i++)
        if (set->open[i]->used < set->open[oldest]->used)
            oldest = i;
    close_at(set, oldest);
}

/* Open a file, or where @p how is 0 a folder, with fewer files open if need be. */
static int open_here(struct fm_file_set *set, int folder, const char *name, unsigned how, int *fd)
{
    for (;;) {
        const int os_error = how == 0 ? fm_os_open_folder(folder, name, FM_OS_NO_LINK, fd)
                                      : fm_os_open(folder, name, how | FM_OS_NO_LINK, fd);
        if ((os_error != EMFILE && os_error != ENFILE) || set->open_count == 0)
            return os_error;
        close_oldest(set);
    }
}

static int open_file(struct fm_file_set *set, struct fm_set_file *file, unsigned more)
{
    char number[NUMBER_BYTES];
    if (set->open_count >= set->open_max)
        close_oldest(set);
    const int os_error = open_here(set, set->hidden, put_number(number, file->number),
                                   FM_OS_WRITE | FM_OS_APPEND | more, &file->fd);
    if (os_error == 0) {
        file->used = ++set->uses;
        set->open[set->open_count++] = file;
    }
    return os_error;
}

int fm_file_set_open(struct fm_file_set *set, struct fm_set_file *file)
{
    if (file->failed != 0 || file->fd < 0)
        return file->failed != 0 ? file->failed : open_file(set, file, 0);
    file->used = ++set->uses;
    return 0;
}

void fm_file_set_drop(struct fm_file_set *set, struct fm_set_file *file)
{
    for (unsigned i = 0; file->fd >= 0 && i < set->open_count; i++)
        if (set->open[i] == file)
            close_at(set, i);
}

int fm_file_set_add(struct fm_file_set *set, struct fm_set_file *file, const char *name)
{
    *file = (struct fm_set_file){.name = name, .number = set->numbers++, .fd = -1};
    set->count++;
    return open_file(set, file, FM_OS_NEW);
}

int fm_file_set_rewrite(struct fm_file_set *set, struct fm_set_file *file, int *from)
{
    char number[NUMBER_BYTES];
    fm_file_set_drop(set, file);
    int os_error = file->failed;
    FM_NEXT(os_error,
            open_here(set, set->hidden, put_number(number, file->number), FM_OS_READ, from));
    if (os_error != 0)
        return os_error;
    (void)fm_os_remove(set->hidden, number); /* what is still there goes with the folder */
    file->number = set->numbers++;
    os_error = open_file(set, file, FM_OS_NEW);
    if (os_error != 0)
        (void)fm_os_close(*from);
    return os_error;
}

static int remember_made(struct fm_file_set *set, const char *path, size_t n, bool outside)
{
    struct made_folder *made = fm_arena_alloc(&set->arena, sizeof *made);
    char *copy = fm_arena_alloc(&set->arena, n + 1);
    if (made == NULL || copy == NULL)
        return ENOMEM;
    memcpy(copy, path, n);
    copy[n] = '\0';
    *made = (struct made_folder){.next = set->made, .path = copy, .outside = outside};
    set->made = made;
    return 0;
}

/* Open the set's folder; what is missing of its path is made. */
static int open_set(struct fm_file_set *set, const char *folder)
{
    const char *path = *folder == '\0' ? "." : folder;
    int os_error = fm_os_open_folder(FM_OS_HERE, path, 0, &set->folder);
    if (os_error == ENOENT) {
        for (size_t n = 1; path[n - 1] != '\0'; n++) {
            if (!fm_os_is_separator(path[n]) && path[n] != '\0')
                continue;
            char *part = strndup(path, n);
            if (part == NULL)
                return ENOMEM;
            const bool made = fm_os_make_folder(FM_OS_HERE, part, 0) == 0;
            free(part);
            os_error = made ? remember_made(set, path, n, true) : 0;
            if (os_error != 0)
                return os_error;
        }
        os_error = fm_os_open_folder(FM_OS_HERE, path, 0, &set->folder);
    }
    if (os_error != 0)
        return os_error;
    fm_temporary_sweep(set->folder);
    return fm_temporary_make(set->folder, "files", FM_TEMPORARY_FOLDER, &set->hidden,
                             &set->temporary);
}

int fm_file_set_new(const char *folder, bool force, struct fm_file_set **out)
{
    struct fm_file_set *made = calloc(1, sizeof *made);
    if (made == NULL)
        return ENOMEM;
    made->force = force;
    made->folder = made->hidden = -1;
    made->named.row = sizeof(struct fm_hash128);
    made->open_max = fm_os_descriptors(OPEN_MAX_FILES);
    const int os_error = open_set(made, folder);
    if (os_error != 0)
        fm_file_set_free(made);
    else
        *out = made;
    return os_error;
}

void fm_file_set_free(struct fm_file_set *set)
{
    if (set == NULL)
        return;
    char number[NUMBER_BYTES];
    if (set->temporary != NULL && !fm_temporary_remove_folder(set->folder, set->temporary)) {
        /* Without memory, a folder cannot be listed. */
        for (uint64_t i = 0; i < set->numbers; i++)
            (void)fm_os_remove(set->hidden, put_number(number, i));
        (void)fm_os_remove_folder(set->folder, set->temporary);
    }
    for (const struct made_folder *made = set->made; made != NULL; made = made->next)
        (void)fm_os_remove_folder(made->outside ? FM_OS_HERE : set->folder, made->path);
    if (set->hidden >= 0)
        (void)fm_os_close(set->hidden);
    if (set->folder >= 0)
        (void)fm_os_close(set->folder);
    free(set->temporary);
    fm_table_free(&set->named);
    fm_arena_free(&set->arena);
    free(set);
}

bool fm_file_set_is(const struct fm_file_set *set, const struct fm_file_set *other)
{
    struct fm_os_about one, two;
    return fm_os_about(set->folder, &one) == 0 && fm_os_about(other->folder, &two) == 0 &&
           fm_os_same(&one, &two);
}

/* Open the folder of a name, step by step, and no link on the way.
 * @param[out] folder  set->folder, or to be closed; where one is missing, the last that is there
 * (with ENOENT).
 * @param[out] base    the rest of the name. */
static int walk_path(struct fm_file_set *set, const char *name, bool make, int *folder,
                     const char **base)
{
    *folder = set->folder;
    *base = name;
    for (const char *slash; (slash = strchr(*base, '/')) != NULL; *base = slash + 1) {
        int next = -1;
        char *part = strndup(*base, (size_t)(slash - *base));
        if (part == NULL)
            return ENOMEM;
        int os_error = open_here(set, *folder, part, 0, &next);
        if (os_error == ENOENT && make) {
            os_error = fm_os_make_folder(*folder, part, 0);
            FM_NEXT(os_error, remember_made(set, name, (size_t)(slash - name), false));
            if (os_error == 0 || os_error == EEXIST)
                os_error = open_here(set, *folder, part, 0, &next);
        }
        free(part);
        if (os_error != 0)
            return os_error;
        if (*folder != set->folder)
            (void)fm_os_close(*folder);
        *folder = next;
    }
    return 0;
}

static void leave(const struct fm_file_set *set, int folder)
{
    if (folder != set->folder)
        (void)fm_os_close(folder);
}

/* The folder is there: what of the name in it? */
static int check_base(const struct fm_file_set *set, int folder, const char *base,
                      struct fm_file_id *id)
{
    struct fm_os_about hidden, here, about;
    int os_error = fm_os_about(set->hidden, &hidden);
    FM_NEXT(os_error, fm_os_about(folder, &here));
    if (os_error == 0 && hidden.device != here.device)
        os_error = EXDEV;
    if (os_error != 0)
        return os_error;
    os_error = fm_os_look(folder, base, false, &about);
    if (os_error == ENOENT) {
        *id = fm_file_of(&here);
        id->regular = true;
        id->base = (char *)(uintptr_t)base;
        return 0;
    }
    if (os_error != 0)
        return os_error;
    *id = fm_file_of(&about);
    return about.kind == FM_OS_FOLDER  ? EISDIR
           : !set->force               ? EEXIST
           : about.kind == FM_OS_OTHER ? ENOTSUP
                                       : 0;
}

int fm_file_set_check(struct fm_file_set *set, const char *name, struct fm_file_id *id)
{
    int folder;
    const char *base;
    *id = (struct fm_file_id){.regular = false};
    int os_error = walk_path(set, name, false, &folder, &base);
    const bool missing = os_error == ENOENT;
    FM_NEXT(os_error, check_base(set, folder, base, id));
    if (os_error == 0 || missing) {
        const int may = fm_os_may_add(folder);
        os_error = may != 0 || missing ? may : os_error;
    }
    leave(set, folder);
    return os_error;
}

/* Where upper and lower case are one, so may be two names of the run: the later one is not to
 * replace the earlier, if another may. */
static int check_named(struct fm_file_set *set, const char *number, int folder, const char *base)
{
    struct fm_os_about old, own;
    bool fresh;
    const int os_error = fm_os_look(set->hidden, number, false, &own);
    if (os_error != 0)
        return os_error;
    if (fm_os_look(folder, base, false, &old) == 0 &&
        fm_table_find(&set->named, (struct fm_hash128){old.device, old.inode}) != NULL)
        return EEXIST;
    return fm_table_add(&set->named, (struct fm_hash128){own.device, own.inode}, &fresh) == NULL
               ? ENOMEM
               : 0;
}

int fm_file_set_name(struct fm_file_set *set, struct fm_set_file *file)
{
    char number[NUMBER_BYTES];
    int folder, fd;
    const char *base;
    struct fm_os_about old;
    if (file->failed != 0)
        return file->failed;
    put_number(number, file->number);
    int os_error = walk_path(set, file->name, true, &folder, &base);
    if (os_error == 0 && set->force && fm_os_compare_names("a", "A") == 0)
        os_error = check_named(set, number, folder, base);
    if (os_error == 0 && set->force && fm_os_look(folder, base, false, &old) == 0 &&
        old.kind == FM_OS_FILE) {
        /* A file that is replaced keeps its owner and mode. */
        os_error = open_here(set, set->hidden, number, FM_OS_WRITE, &fd);
        if (os_error == 0) {
            os_error = fm_os_copy_rights(fd, &old);
            (void)fm_os_close(fd);
        }
    }
    FM_NEXT(os_error, fm_os_rename(set->hidden, number, folder, base, set->force));
    if (os_error == 0 && set->count <= FEW_FILES)
        os_error = fm_os_sync(folder);
    leave(set, folder);
    return os_error;
}

int fm_file_set_sync_one(struct fm_file_set *set, struct fm_set_file *file)
{
    if (set->count > FEW_FILES || file->failed != 0)
        return file->failed;
    const int os_error = fm_file_set_open(set, file);
    return os_error != 0 ? os_error : fm_os_sync(file->fd);
}

int fm_file_set_sync(const struct fm_file_set *set)
{
    char number[NUMBER_BYTES];
    int fd, os_error = set->count > FEW_FILES ? fm_os_sync_all(set->hidden) : ENOTSUP;
    if (os_error != ENOTSUP)
        return os_error;
    os_error = 0;
    for (uint64_t i = 0; set->count > FEW_FILES && i < set->numbers && os_error == 0; i++)
        if (fm_os_open(set->hidden, put_number(number, i), FM_OS_WRITE, &fd) == 0) {
            os_error = fm_os_sync(fd);
            (void)fm_os_close(fd);
        }
    return os_error != 0 ? os_error : fm_os_sync(set->hidden);
}
