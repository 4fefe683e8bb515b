/* SPDX-License-Identifier: MIT */
/* Many files: see file_set.h. Descriptors are a cache: the longest unused one is closed when there
 * are too many, or when the system has no more, and a file is opened again to append to it. */
#include <config.h>
#include "io/file_set.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "io/file.h"
#include "io/temporary.h"

enum {
    OPEN_MAX_FILES = 32,
    FEW_FILES = 64, /* are synced one by one */
    NUMBER_BYTES = 24,
    NEW_MODE = 0666,
    FOLDER_MODE = 0777,
    FOLDER_FLAGS = O_RDONLY | O_DIRECTORY
};
#define REWRITTEN "new" /* no number */

struct made_folder {
    struct made_folder *next; /* made before this one */
    const char *path;         /* relative to the set's folder, or to where the run began */
    bool outside;             /* the latter */
};

struct fm_file_set {
    bool force;
    int folder, hidden; /* open */
    char *temporary;    /* the name of the hidden one in the folder */
    uint64_t count;     /* of files made */
    unsigned open, open_max;
    struct fm_set_file *newest, *oldest; /* of those that are open */
    struct made_folder *made;            /* the last one */
    struct fm_arena arena;               /* owns these */
};

/* Other parts of the run need descriptors, too. */
static unsigned most_open(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > 4 * OPEN_MAX_FILES)
        return OPEN_MAX_FILES;
    return limit.rlim_cur < 8 ? 1 : (unsigned)limit.rlim_cur / 4;
}

static void unlink_file(struct fm_file_set *set, struct fm_set_file *file)
{
    *(file->newer == NULL ? &set->newest : &file->newer->older) = file->older;
    *(file->older == NULL ? &set->oldest : &file->older->newer) = file->newer;
    file->newer = file->older = NULL;
}

static void push(struct fm_file_set *set, struct fm_set_file *file)
{
    file->newer = NULL;
    file->older = set->newest;
    *(set->newest == NULL ? &set->oldest : &set->newest->newer) = file;
    set->newest = file;
}

static int close_file(struct fm_file_set *set, struct fm_set_file *file)
{
    const int fd = file->fd;
    unlink_file(set, file);
    file->fd = -1;
    set->open--;
    return close(fd) == 0 || errno == EINTR ? 0 : errno;
}

static int close_oldest(struct fm_file_set *set)
{
    return close_file(set, set->oldest);
}

/* Open, with fewer files open if need be. @return 0 or an errno value. */
static int open_here(struct fm_file_set *set, int folder, const char *name, int flags, int *fd)
{
    while ((*fd = fm_open_at(folder, name, flags, NEW_MODE)) < 0) {
        const int os_error = errno;
        if ((os_error != EMFILE && os_error != ENFILE) || set->open == 0)
            return os_error;
        const int closed = close_oldest(set);
        if (closed != 0)
            return closed;
    }
    return 0;
}

static void put_number(char name[NUMBER_BYTES], const struct fm_set_file *file)
{
    (void)snprintf(name, NUMBER_BYTES, "%" PRIu64, file->number);
}

static int open_file(struct fm_file_set *set, struct fm_set_file *file, int more_flags)
{
    char number[NUMBER_BYTES];
    put_number(number, file);
    while (set->open >= set->open_max) {
        const int os_error = close_oldest(set);
        if (os_error != 0)
            return os_error;
    }
    const int os_error = open_here(set, set->hidden, number,
                                   O_WRONLY | O_APPEND | O_NOFOLLOW | more_flags, &file->fd);
    if (os_error == 0) {
        push(set, file);
        set->open++;
    }
    return os_error;
}

int fm_file_set_open(struct fm_file_set *set, struct fm_set_file *file)
{
    if (file->fd < 0)
        return open_file(set, file, 0);
    unlink_file(set, file);
    push(set, file);
    return 0;
}

void fm_file_set_drop(struct fm_file_set *set, struct fm_set_file *file)
{
    if (file->fd >= 0)
        (void)close_file(set, file);
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

/* Make what is missing of a path. */
static int make_path(struct fm_file_set *set, const char *path)
{
    for (size_t n = 1; path[0] != '\0' && path[n - 1] != '\0'; n++) {
        if (path[n] != '/' && path[n] != '\0')
            continue;
        char *part = strndup(path, n);
        if (part == NULL)
            return ENOMEM;
        const bool made = mkdir(part, FOLDER_MODE) == 0;
        free(part);
        const int os_error = made ? remember_made(set, path, n, true) : 0;
        if (os_error != 0)
            return os_error;
    }
    return 0; /* what went wrong is seen when it is opened */
}

static int open_set(struct fm_file_set *set, const char *folder)
{
    const char *path = *folder == '\0' ? "." : folder;
    set->folder = fm_open_at(AT_FDCWD, path, FOLDER_FLAGS, 0);
    if (set->folder < 0 && errno == ENOENT) {
        const int os_error = make_path(set, path);
        if (os_error != 0)
            return os_error;
        set->folder = fm_open_at(AT_FDCWD, path, FOLDER_FLAGS, 0);
    }
    if (set->folder < 0)
        return errno;
    fm_temporary_sweep(set->folder);
    return fm_temporary_folder(set->folder, "files", &set->hidden, &set->temporary);
}

int fm_file_set_new(const char *folder, bool force, struct fm_file_set **out)
{
    struct fm_file_set *made = calloc(1, sizeof *made);
    if (made == NULL)
        return ENOMEM;
    made->force = force;
    made->folder = made->hidden = -1;
    made->open_max = most_open();
    const int os_error = open_set(made, folder);
    if (os_error != 0)
        fm_file_set_free(made);
    else
        *out = made;
    return os_error;
}

/* Without memory, a folder cannot be listed. */
static void remove_by_number(const struct fm_file_set *set)
{
    char name[NUMBER_BYTES];
    for (uint64_t i = 0; i < set->count; i++) {
        put_number(name, &(struct fm_set_file){.number = i});
        (void)unlinkat(set->hidden, name, 0);
    }
    (void)unlinkat(set->hidden, REWRITTEN, 0);
    (void)unlinkat(set->folder, set->temporary, AT_REMOVEDIR);
}

void fm_file_set_free(struct fm_file_set *set)
{
    if (set == NULL)
        return;
    if (set->temporary != NULL && !fm_temporary_remove_folder(set->folder, set->temporary))
        remove_by_number(set);
    for (const struct made_folder *made = set->made; made != NULL; made = made->next)
        (void)unlinkat(made->outside ? AT_FDCWD : set->folder, made->path, AT_REMOVEDIR);
    if (set->hidden >= 0)
        (void)close(set->hidden);
    if (set->folder >= 0)
        (void)close(set->folder);
    free(set->temporary);
    fm_arena_free(&set->arena);
    free(set);
}

bool fm_file_set_is(const struct fm_file_set *set, const struct fm_file_set *other)
{
    struct stat one, two;
    return fstat(set->folder, &one) == 0 && fstat(other->folder, &two) == 0 &&
           one.st_dev == two.st_dev && one.st_ino == two.st_ino;
}

/* One step of a walk: the folder of the first n bytes of a path. */
static int enter(struct fm_file_set *set, int folder, const char *path, size_t begin, size_t n,
                 bool make, int *out)
{
    char *part = strndup(path + begin, n - begin);
    if (part == NULL)
        return ENOMEM;
    int os_error = open_here(set, folder, part, FOLDER_FLAGS | O_NOFOLLOW, out);
    if (os_error == ENOENT && make) {
        os_error = mkdirat(folder, part, FOLDER_MODE) == 0 ? remember_made(set, path, n, false)
                   : errno == EEXIST                       ? 0
                                                           : errno;
        if (os_error == 0)
            os_error = open_here(set, folder, part, FOLDER_FLAGS | O_NOFOLLOW, out);
    }
    free(part);
    return os_error;
}

/* Open the folder of a name, step by step, and no link on the way.
 * @param[out] folder  set->folder, or to be closed; where one is missing, the last that is there
 * (with ENOENT).
 * @param[out] base    the rest of the name. */
static int walk(struct fm_file_set *set, const char *name, bool make, int *folder,
                const char **base)
{
    *folder = set->folder;
    *base = name;
    for (const char *slash; (slash = strchr(*base, '/')) != NULL; *base = slash + 1) {
        int next = -1;
        const int os_error =
            enter(set, *folder, name, (size_t)(*base - name), (size_t)(slash - name), make, &next);
        if (os_error != 0)
            return os_error;
        if (*folder != set->folder)
            (void)close(*folder);
        *folder = next;
    }
    return 0;
}

static void leave(const struct fm_file_set *set, int folder)
{
    if (folder != set->folder)
        (void)close(folder);
}

/* The folder is there: what of the name in it? */
static int check_base(const struct fm_file_set *set, int folder, const char *base,
                      struct fm_file_id *id)
{
    struct stat hidden, here, about;
    if (fstat(set->hidden, &hidden) != 0 || fstat(folder, &here) != 0)
        return errno;
    if (hidden.st_dev != here.st_dev)
        return EXDEV;
    if (fstatat(folder, base, &about, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno != ENOENT)
            return errno;
        *id = (struct fm_file_id){.device = here.st_dev, .inode = here.st_ino};
        id->regular = true;
        id->base = (char *)(uintptr_t)base;
        return 0;
    }
    *id = (struct fm_file_id){
        .regular = S_ISREG(about.st_mode), .device = about.st_dev, .inode = about.st_ino};
    if (S_ISDIR(about.st_mode))
        return EISDIR;
    return !set->force ? EEXIST : S_ISREG(about.st_mode) || S_ISLNK(about.st_mode) ? 0 : ENOTSUP;
}

int fm_file_set_check(struct fm_file_set *set, const char *name, struct fm_file_id *id)
{
    int folder;
    const char *base;
    *id = (struct fm_file_id){.regular = false};
    int os_error = walk(set, name, false, &folder, &base);
    const bool missing = os_error == ENOENT;
    if (os_error == 0)
        os_error = check_base(set, folder, base, id);
    if ((os_error == 0 || missing) && faccessat(folder, ".", W_OK | X_OK, AT_EACCESS) != 0)
        os_error = errno;
    else if (missing)
        os_error = 0;
    leave(set, folder);
    return os_error;
}

int fm_file_set_add(struct fm_file_set *set, struct fm_set_file *file, const char *name)
{
    *file = (struct fm_set_file){.name = name, .number = set->count++, .fd = -1};
    return open_file(set, file, O_CREAT | O_EXCL);
}

/* A file that is replaced keeps its owner and mode. */
static int keep_mode(struct fm_file_set *set, const char *number, int folder, const char *base)
{
    struct stat old;
    int fd;
    if (fstatat(folder, base, &old, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(old.st_mode))
        return 0;
    int os_error = open_here(set, set->hidden, number, O_WRONLY, &fd);
    if (os_error == 0) {
        os_error = fm_copy_mode(fd, &old);
        (void)close(fd);
    }
    return os_error;
}

int fm_file_set_name(struct fm_file_set *set, struct fm_set_file *file)
{
    char number[NUMBER_BYTES];
    int folder;
    const char *base;
    put_number(number, file);
    int os_error = walk(set, file->name, true, &folder, &base);
    if (os_error == 0 && set->force) {
        os_error = keep_mode(set, number, folder, base);
        if (os_error == 0 && renameat(set->hidden, number, folder, base) != 0)
            os_error = errno;
    } else if (os_error == 0) {
        os_error = fm_rename_free(set->hidden, number, folder, base);
    }
    if (os_error == 0 && set->count <= FEW_FILES)
        os_error = fm_sync_fd(folder);
    leave(set, folder);
    return os_error;
}

int fm_file_set_rewrite(struct fm_file_set *set, struct fm_set_file *file, int *from, int *to)
{
    char number[NUMBER_BYTES];
    put_number(number, file);
    int os_error = open_here(set, set->hidden, number, O_RDONLY, from);
    if (os_error != 0)
        return os_error;
    os_error = open_here(set, set->hidden, REWRITTEN, O_WRONLY | O_CREAT | O_EXCL, to);
    if (os_error != 0)
        (void)close(*from);
    return os_error;
}

int fm_file_set_rewritten(struct fm_file_set *set, const struct fm_set_file *file)
{
    char number[NUMBER_BYTES];
    put_number(number, file);
    return renameat(set->hidden, REWRITTEN, set->hidden, number) == 0 ? 0 : errno;
}

/* A file system that cannot sync all of itself syncs every file instead. */
static bool syncs_in_one_step(const struct fm_file_set *set)
{
#ifdef HAVE_SYNCFS
    return set->count > FEW_FILES;
#else
    (void)set;
    return false;
#endif
}

int fm_file_set_sync_one(struct fm_file_set *set, struct fm_set_file *file)
{
    char number[NUMBER_BYTES];
    int fd;
    if (syncs_in_one_step(set))
        return 0;
    put_number(number, file);
    int os_error = open_here(set, set->hidden, number, O_WRONLY, &fd);
    if (os_error == 0) {
        os_error = fm_sync_fd(fd);
        (void)close(fd);
    }
    return os_error;
}

int fm_file_set_sync(const struct fm_file_set *set)
{
#ifdef HAVE_SYNCFS
    if (syncs_in_one_step(set) && syncfs(set->hidden) != 0)
        return errno;
#endif
    return syncs_in_one_step(set) ? 0 : fm_sync_fd(set->hidden);
}
