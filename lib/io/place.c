/* SPDX-License-Identifier: MIT */
/* Atomic files: written without a name, or under a hidden one where the system cannot or a file is
 * replaced, then linked or renamed. What is not a regular file (a device, a pipe, whatever standard
 * output is) is written directly. */
#include <config.h>
#include "io/place.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "io/temporary.h"

enum { PRIVATE_MODE = 0600, NEW_MODE = 0666, LINKS_MAX = 40 };

#ifndef O_PATH
#    define O_PATH O_RDONLY
#endif

/* Length of the directory part, its last slash included. */
static size_t directory_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* The text of a link in place of its name. */
static int follow_one(char **path, const char *link)
{
    const size_t n = link[0] == '/' ? 0 : directory_length(*path), more = strlen(link);
    char *joined = malloc(n + more + 1);
    if (joined == NULL)
        return ENOMEM;
    memcpy(joined, *path, n);
    memcpy(joined + n, link, more + 1);
    free(*path);
    *path = joined;
    return 0;
}

/* Where links lead, also where nothing is there yet. @param[out] out  owned, also on failure. */
static int follow_links(const char *name, char **out)
{
    char link[PATH_MAX];
    *out = strdup(name);
    if (*out == NULL)
        return ENOMEM;
    for (unsigned i = 0; i < LINKS_MAX; i++) {
        const ssize_t n = readlink(*out, link, sizeof link - 1);
        if (n < 0)
            return errno == EINVAL || errno == ENOENT ? 0 : errno;
        link[n] = '\0';
        const int os_error = follow_one(out, link);
        if (os_error != 0)
            return os_error;
    }
    return ELOOP;
}

/* Split a path into an open folder and a name in it. */
static int open_folder(struct fm_place *place, const char *path)
{
    const size_t n = directory_length(path);
    char *directory = n == 0 ? strdup(".") : strndup(path, n);
    place->target = strdup(path + n);
    if (directory == NULL || place->target == NULL) {
        free(directory);
        return ENOMEM;
    }
    place->folder = fm_open_at(AT_FDCWD, directory, O_RDONLY | O_DIRECTORY, 0);
    if (place->folder < 0 && errno == EACCES) /* may be entered, not listed */
        place->folder = fm_open_at(AT_FDCWD, directory, O_PATH | O_DIRECTORY, 0);
    const int os_error = place->folder < 0 ? errno : 0;
    free(directory);
    return os_error != 0 ? os_error : *place->target == '\0' ? ENOENT : 0;
}

/* @param old  the file that will be replaced; NULL = none is there. */
static int open_beside(struct fm_place *place, const char *path, const struct stat *old)
{
    int os_error = open_folder(place, path);
    if (os_error != 0)
        return os_error;
    fm_temporary_sweep(place->folder);
    if (old == NULL && fm_temporary_unnamed(place->folder, NEW_MODE, &place->fd) == 0)
        return 0;
    os_error =
        fm_temporary_file(place->folder, place->target, old == NULL ? NEW_MODE : PRIVATE_MODE,
                          &place->fd, &place->temporary);
    return os_error != 0 || old == NULL ? os_error : fm_copy_mode(place->fd, old);
}

static int open_forced(struct fm_place *place, const char *name)
{
    struct stat st;
    char *path = NULL;
    int os_error = follow_links(name, &path);
    if (os_error == 0 && stat(path, &st) == 0)
        os_error = open_beside(place, path, &st);
    else if (os_error == 0)
        os_error = errno == ENOENT ? open_beside(place, path, NULL) : errno;
    free(path);
    return os_error;
}

static int open_direct(struct fm_place *place, const char *name)
{
    place->fd = fm_open_at(AT_FDCWD, name, O_WRONLY, 0);
    return place->fd < 0 ? errno : 0;
}

static bool is_standard_output(const struct stat *st)
{
    struct stat out;
    return fstat(STDOUT_FILENO, &out) == 0 && out.st_dev == st->st_dev && out.st_ino == st->st_ino;
}

static int open_standard_output(struct fm_place *place)
{
    struct stat st;
    place->fd = STDOUT_FILENO;
    place->owns_fd = false;
    return fstat(STDOUT_FILENO, &st) == 0 ? 0 : errno;
}

static int open_place(struct fm_place *place, const char *name)
{
    struct stat st;
    if (strcmp(name, "-") == 0)
        return open_standard_output(place);
    if (stat(name, &st) != 0) {
        if (errno != ENOENT || *name == '\0')
            return errno;
        if (lstat(name, &st) != 0)
            return open_beside(place, name, NULL);
        return place->force ? open_forced(place, name) : EEXIST; /* a link to nothing */
    }
    if (S_ISDIR(st.st_mode))
        return EISDIR;
    if (is_standard_output(&st)) /* /dev/stdout and its like */
        return open_standard_output(place);
    if (!S_ISREG(st.st_mode))
        return open_direct(place, name);
    return place->force ? open_forced(place, name) : EEXIST;
}

int fm_place_open(struct fm_place *place, const char *name, bool force)
{
    *place = (struct fm_place){.fd = -1, .owns_fd = true, .folder = -1, .force = force};
    const int os_error = open_place(place, name);
    if (os_error != 0)
        fm_place_discard(place);
    return os_error;
}

int fm_place_sync(const struct fm_place *place)
{
    return place->folder < 0 ? 0 : fm_sync_fd(place->fd);
}

static int close_file(struct fm_place *place)
{
    const int fd = place->fd;
    place->fd = -1;
    return !place->owns_fd || fd < 0 || close(fd) == 0 || errno == EINTR ? 0 : errno;
}

/* Give the temporary file its name. */
static int rename_temporary(const struct fm_place *place)
{
    if (!place->force)
        return fm_rename_free(place->folder, place->temporary, place->folder, place->target);
    return renameat(place->folder, place->temporary, place->folder, place->target) == 0 ? 0 : errno;
}

/* The file stays locked until it has its name: it is closed after that. */
static int put_in_place(struct fm_place *place)
{
    int os_error = 0;
    if (place->temporary == NULL) {
        os_error = fm_temporary_link(place->fd, place->folder, place->target);
        if (os_error != EEXIST || !place->force)
            return os_error;
        os_error =
            fm_temporary_link_hidden(place->fd, place->folder, place->target, &place->temporary);
        if (os_error != 0)
            return os_error;
    }
    os_error = rename_temporary(place);
    if (os_error != 0)
        return os_error;
    free(place->temporary);
    place->temporary = NULL;
    return 0;
}

int fm_place_name(struct fm_place *place)
{
    int os_error = 0;
    if (place->folder >= 0) {
        os_error = put_in_place(place);
        if (os_error == 0) /* so that the new name outlives a power failure */
            os_error = fm_sync_fd(place->folder);
    }
    const int closed = close_file(place);
    fm_place_discard(place);
    return os_error != 0 ? os_error : closed;
}

void fm_place_discard(struct fm_place *place)
{
    if (place->temporary != NULL && place->folder >= 0)
        (void)unlinkat(place->folder, place->temporary, 0);
    (void)close_file(place);
    if (place->folder >= 0)
        (void)close(place->folder);
    free(place->temporary);
    free(place->target);
    *place = (struct fm_place){.fd = -1, .owns_fd = true, .folder = -1};
}
