/* Atomic files: written under a hidden temporary name in the target's directory, synced, then
 * renamed. What is not a regular file (a device, a pipe, whatever standard output is) is written
 * directly. */
#include <config.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "io/place.h"

enum { TRIES = 100, PRIVATE_MODE = 0600, NEW_MODE = 0666 };

#define TEMPORARY_PREFIX ".fenmill-"
#define TEMPORARY_SUFFIX ".tmp"

static int open_again(const char *name, int flags, mode_t mode)
{
    int fd;
    do
        fd = open(name, flags | O_CLOEXEC | O_NOCTTY, mode);
    while (fd < 0 && errno == EINTR);
    return fd;
}

/* Length of the directory part, its last slash included. */
static size_t directory_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* A number that no other process, output or try is likely to draw. */
static uint64_t draw(const struct fm_place *place, unsigned try)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    const uint64_t seeds[] = {(uint64_t)getpid(), (uint64_t)now.tv_sec, (uint64_t)now.tv_nsec,
                              (uintptr_t)place, try};
    return fm_hash128_of(seeds, sizeof seeds, 0).lo;
}

static void write_temporary_name(char *at, uint64_t number)
{
    memcpy(at, TEMPORARY_PREFIX, sizeof TEMPORARY_PREFIX - 1);
    at += sizeof TEMPORARY_PREFIX - 1;
    for (unsigned i = 0; i < 16; i++, number >>= 4)
        *at++ = "0123456789abcdef"[number & 15];
    memcpy(at, TEMPORARY_SUFFIX, sizeof TEMPORARY_SUFFIX);
}

static int make_temporary(struct fm_place *place, mode_t mode)
{
    const size_t n = directory_length(place->target);
    char *name = malloc(n + sizeof TEMPORARY_PREFIX + 16 + sizeof TEMPORARY_SUFFIX);
    if (name == NULL)
        return ENOMEM;
    memcpy(name, place->target, n);
    for (unsigned try = 0; place->fd < 0; try++) {
        write_temporary_name(name + n, draw(place, try));
        place->fd = open_again(name, O_WRONLY | O_CREAT | O_EXCL, mode);
        if (place->fd < 0 && (errno != EEXIST || try == TRIES)) {
            const int os_error = errno;
            free(name);
            return os_error;
        }
    }
    place->owns_fd = true;
    place->temporary = name;
    return 0;
}

/* Give the new file the owner and mode of the one it will replace. A group that cannot be kept
 * loses its rights. */
static int copy_mode(int fd, const struct stat *old)
{
    mode_t mode = old->st_mode & 0777;
    struct stat now;
    if (fchown(fd, old->st_uid, old->st_gid) != 0 && fchown(fd, (uid_t)-1, old->st_gid) != 0) {
        if (fstat(fd, &now) != 0)
            return errno;
        if (now.st_gid != old->st_gid)
            mode &= ~(mode_t)S_IRWXG;
    }
    return fchmod(fd, mode) == 0 ? 0 : errno;
}

static int open_new(struct fm_place *place, const char *name)
{
    place->target = strdup(name);
    return place->target == NULL ? ENOMEM : make_temporary(place, NEW_MODE);
}

static int open_replacing(struct fm_place *place, const char *name, const struct stat *old)
{
    place->target = realpath(name, NULL);
    if (place->target == NULL)
        return errno;
    const int os_error = make_temporary(place, PRIVATE_MODE);
    return os_error != 0 ? os_error : copy_mode(place->fd, old);
}

static int open_direct(struct fm_place *place, const char *name)
{
    place->fd = open_again(name, O_WRONLY, 0);
    place->owns_fd = true;
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
        if (lstat(name, &st) == 0 && !place->force) /* a link to nothing */
            return EEXIST;
        return open_new(place, name);
    }
    if (S_ISDIR(st.st_mode))
        return EISDIR;
    if (is_standard_output(&st)) /* /dev/stdout and its like */
        return open_standard_output(place);
    if (!S_ISREG(st.st_mode))
        return open_direct(place, name);
    return place->force ? open_replacing(place, name, &st) : EEXIST;
}

int fm_place_open(struct fm_place *place, const char *name, bool force)
{
    *place = (struct fm_place){.fd = -1, .force = force};
    const int os_error = open_place(place, name);
    if (os_error != 0)
        fm_place_discard(place);
    return os_error;
}

/* File systems without hard links: claim the name with an empty file, which nobody else can then
 * take for free. */
static int claim_and_rename(const struct fm_place *place)
{
    const int fd = open_again(place->target, O_WRONLY | O_CREAT | O_EXCL, PRIVATE_MODE);
    if (fd < 0)
        return errno;
    (void)close(fd);
    if (rename(place->temporary, place->target) == 0)
        return 0;
    const int os_error = errno;
    (void)unlink(place->target);
    return os_error;
}

static int link_and_unlink(const struct fm_place *place)
{
    if (link(place->temporary, place->target) == 0)
        return unlink(place->temporary) == 0 ? 0 : errno;
    return errno == EEXIST ? EEXIST : claim_and_rename(place);
}

static int rename_if_free(const struct fm_place *place)
{
#ifdef RENAME_NOREPLACE
    if (renameat2(AT_FDCWD, place->temporary, AT_FDCWD, place->target, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP)
        return errno;
#endif
    return link_and_unlink(place);
}

/* So that the new name outlives a power failure. Not every file system can; the data are safe by
 * then. */
static void sync_directory(const struct fm_place *place)
{
    const size_t n = directory_length(place->target);
    char *directory = n == 0 ? strdup(".") : strndup(place->target, n);
    const int fd = directory == NULL ? -1 : open_again(directory, O_RDONLY | O_DIRECTORY, 0);
    if (fd >= 0) {
        (void)fsync(fd);
        (void)close(fd);
    }
    free(directory);
}

static int sync_file(int fd)
{
    int result;
    do
        result = fsync(fd);
    while (result != 0 && errno == EINTR);
    return result == 0 || errno == EINVAL || errno == ENOSYS || errno == ENOTSUP ? 0 : errno;
}

static int close_file(struct fm_place *place)
{
    const int fd = place->fd;
    place->fd = -1;
    return !place->owns_fd || fd < 0 || close(fd) == 0 || errno == EINTR ? 0 : errno;
}

static int put_in_place(struct fm_place *place)
{
    int os_error = place->temporary == NULL ? 0 : sync_file(place->fd);
    if (os_error == 0)
        os_error = close_file(place);
    if (os_error != 0 || place->temporary == NULL)
        return os_error;
    if (!place->force)
        os_error = rename_if_free(place);
    else if (rename(place->temporary, place->target) != 0)
        os_error = errno;
    if (os_error != 0)
        return os_error;
    sync_directory(place);
    free(place->temporary);
    place->temporary = NULL;
    return 0;
}

int fm_place_commit(struct fm_place *place)
{
    const int os_error = put_in_place(place);
    fm_place_discard(place);
    return os_error;
}

void fm_place_discard(struct fm_place *place)
{
    (void)close_file(place);
    if (place->temporary != NULL)
        (void)unlink(place->temporary);
    free(place->temporary);
    free(place->target);
    *place = (struct fm_place){.fd = -1};
}
