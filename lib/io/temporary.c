/* SPDX-License-Identifier: MIT */
/* Temporary files: see temporary.h. A sweeping run may meet a file between its making and its
 * locking: so who makes one looks after the lock whether it still has its name, and makes another
 * if not; and who sweeps removes only what it holds the lock of. */
#include <config.h>
#include "io/temporary.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>
#include "base/utf8.h"
#include "io/file.h"

enum {
    /* Names are drawn at random of 36^4, 1.7 million: that many in use is no accident. */
    TRIES = 1000,
    DIGITS = 4,
    DIGIT_VALUES = 36, /* digits and small letters: file systems may not tell case */
    NAME_BYTES = 255,  /* NAME_MAX of nearly all file systems */
    SHORT_BYTES = 64,  /* where it is less */
    LOCKED_OPEN = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
};

#define INFIX ".fenmill-"
enum {
    INFIX_BYTES = sizeof INFIX - 1,
    ADDED_BYTES = 1 + INFIX_BYTES + DIGITS,
    PRIVATE_MODE = 0600
};

int fm_open_at(int folder, const char *name, int flags, mode_t mode)
{
    int fd;
    do
        fd = openat(folder, name, flags | O_CLOEXEC | O_NOCTTY, mode);
    while (fd < 0 && errno == EINTR);
    return fd;
}

/* Pipes, devices and some network file systems cannot sync; what was written is as safe as it gets. */
int fm_sync_fd(int fd)
{
    int result;
    do
        result = fsync(fd);
    while (result != 0 && errno == EINTR);
    const bool cannot = result != 0 && (errno == EINVAL || errno == ENOSYS || errno == ENOTSUP ||
                                        errno == EBADF || errno == EROFS);
    return result == 0 || cannot ? 0 : errno;
}

/* A number that no other process or try is likely to draw. */
static uint64_t draw(const void *any, unsigned try)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    const uint64_t seeds[] = {(uint64_t)getpid(), (uint64_t)now.tv_sec, (uint64_t)now.tv_nsec,
                              (uintptr_t)any, try};
    return fm_hash128_of(seeds, sizeof seeds, 0).lo;
}

static void put_digits(char *end, uint64_t number)
{
    for (unsigned i = 1; i <= DIGITS; i++, number /= DIGIT_VALUES)
        end[-(int)i] = "0123456789abcdefghijklmnopqrstuvwxyz"[number % DIGIT_VALUES];
}

/* How much of a name is taken, so that the whole is at most of that many bytes. */
static size_t cut(const char *name, size_t most)
{
    const size_t n = strlen(name);
    size_t kept = 0;
    for (size_t length; kept < n; kept += length) {
        length = fm_utf8_length((const unsigned char *)name + kept, n - kept);
        length = length == 0 ? 1 : length;
        if (kept + length > most - ADDED_BYTES)
            break;
    }
    return kept;
}

/* Whether a name has the form that make() gives, exactly: a sweep removes what has it, and nothing
 * that a person would name. */
static bool is_temporary(const char *name, size_t n)
{
    if (name[0] != '.' || n <= ADDED_BYTES ||
        memcmp(name + n - DIGITS - INFIX_BYTES, INFIX, INFIX_BYTES) != 0)
        return false;
    for (const char *p = name + n - DIGITS; p < name + n; p++)
        if (!((*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'z')))
            return false;
    return true;
}

/* Make something under a hidden name that is free. */
static int make(int folder, const char *name,
                int (*one)(int folder, const char *hidden, void *user), void *user,
                char **temporary)
{
    char *hidden = malloc(NAME_BYTES + 1);
    if (hidden == NULL)
        return ENOMEM;
    size_t most = NAME_BYTES;
    int os_error = EEXIST;
    for (unsigned try = 0; os_error == EEXIST && try < TRIES; try++) {
        const size_t n = cut(name, most);
        hidden[0] = '.';
        memcpy(hidden + 1, name, n);
        memcpy(hidden + 1 + n, INFIX, INFIX_BYTES);
        put_digits(hidden + n + ADDED_BYTES, draw(hidden, try));
        hidden[n + ADDED_BYTES] = '\0';
        os_error = one(folder, hidden, user);
        if (os_error == ENAMETOOLONG && most > SHORT_BYTES) {
            most = SHORT_BYTES;
            os_error = EEXIST;
        }
    }
    if (os_error == 0)
        *temporary = hidden;
    else
        free(hidden);
    return os_error;
}

/* @return 0 also where there are no locks: nobody can sweep there. */
static int lock(int fd)
{
    int result;
    do
        result = flock(fd, LOCK_EX);
    while (result != 0 && errno == EINTR);
    return 0;
}

/* @return 0, EEXIST where the name is gone or another's, errno. */
static int check_same(int fd, int folder, const char *name)
{
    struct stat opened, named;
    if (fstat(fd, &opened) != 0)
        return errno;
    if (fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT ? EEXIST : errno;
    return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino ? 0 : EEXIST;
}

/* Lock what was just made, then look whether the name still leads to it: between making and locking
 * another run may have taken it for one that was left, and removed it.
 * @return EEXIST: swept meanwhile; another must be made. */
static int claim(int fd, int folder, const char *name, int removal, int *out)
{
    const int os_error = lock(fd) == 0 ? check_same(fd, folder, name) : EEXIST;
    if (os_error != 0 && os_error != EEXIST)
        (void)unlinkat(folder, name, removal);
    if (os_error == 0)
        *out = fd;
    else
        (void)close(fd);
    return os_error;
}

struct making {
    int fd;
    mode_t mode;
};

static int make_file(int folder, const char *hidden, void *user)
{
    struct making *making = user;
    const int fd = fm_open_at(folder, hidden, O_RDWR | O_CREAT | O_EXCL, making->mode);
    return fd < 0 ? errno : claim(fd, folder, hidden, 0, &making->fd);
}

/* Between mkdirat() and the lock the folder may be swept: ENOENT is then a reason to try again. */
static int make_folder(int folder, const char *hidden, void *user)
{
    struct making *making = user;
    if (mkdirat(folder, hidden, making->mode) != 0)
        return errno;
    const int fd = fm_open_at(folder, hidden, LOCKED_OPEN | O_DIRECTORY, 0);
    if (fd >= 0)
        return claim(fd, folder, hidden, AT_REMOVEDIR, &making->fd);
    const int os_error = errno;
    (void)unlinkat(folder, hidden, AT_REMOVEDIR);
    return os_error == ENOENT ? EEXIST : os_error;
}

int fm_temporary_file(int folder, const char *name, mode_t mode, int *fd, char **temporary)
{
    struct making making = {-1, mode};
    const int os_error = make(folder, name, make_file, &making, temporary);
    if (os_error == 0)
        *fd = making.fd;
    return os_error;
}

int fm_temporary_folder(int folder, const char *name, int *fd, char **temporary)
{
    struct making making = {-1, S_IRWXU};
    const int os_error = make(folder, name, make_folder, &making, temporary);
    if (os_error == 0)
        *fd = making.fd;
    return os_error;
}

#ifdef O_TMPFILE

enum { LINK_BYTES = 40 };

static void put_link(char *link, int fd)
{
    (void)snprintf(link, LINK_BYTES, "/proc/self/fd/%d", fd);
}

/* Only root may link a descriptor by itself (AT_EMPTY_PATH), so the name is given by way of /proc
 * (open(2), O_TMPFILE). */
int fm_temporary_unnamed(int folder, mode_t mode, int *fd)
{
    char link[LINK_BYTES];
    const int made = fm_open_at(folder, ".", O_TMPFILE | O_WRONLY, mode);
    if (made < 0)
        return errno;
    put_link(link, made);
    struct stat opened, named; /* without /proc it could never get a name */
    if (fstat(made, &opened) == 0 && stat(link, &named) == 0 && opened.st_dev == named.st_dev &&
        opened.st_ino == named.st_ino) {
        *fd = made;
        return 0;
    }
    (void)close(made);
    return ENOTSUP;
}

int fm_temporary_link(int fd, int folder, const char *name)
{
    char link[LINK_BYTES];
    put_link(link, fd);
    return linkat(AT_FDCWD, link, folder, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
}

#else

int fm_temporary_unnamed(int folder, mode_t mode, int *fd)
{
    (void)folder;
    (void)mode;
    (void)fd;
    return ENOTSUP;
}

int fm_temporary_link(int fd, int folder, const char *name)
{
    (void)fd;
    (void)folder;
    (void)name;
    return ENOTSUP;
}

#endif

static int link_hidden(int folder, const char *hidden, void *user)
{
    const struct making *making = user;
    return fm_temporary_link(making->fd, folder, hidden);
}

int fm_temporary_link_hidden(int fd, int folder, const char *name, char **temporary)
{
    struct making making = {fd, 0};
    (void)lock(fd);
    return make(folder, name, link_hidden, &making, temporary);
}

/* File systems without hard links: claim the name with an empty file, which nobody else can then
 * take for free. */
static int claim_and_rename(int from_folder, const char *from, int to_folder, const char *to)
{
    const int fd = fm_open_at(to_folder, to, O_WRONLY | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
    if (fd < 0)
        return errno;
    (void)close(fd);
    if (renameat(from_folder, from, to_folder, to) == 0)
        return 0;
    const int os_error = errno;
    (void)unlinkat(to_folder, to, 0);
    return os_error;
}

/* Rename without replacing: by the kernel in one step (Linux, not every file system), else by a
 * hard link, which fails where the name exists, else by claiming the name first. */
int fm_rename_free(int from_folder, const char *from, int to_folder, const char *to)
{
#ifdef RENAME_NOREPLACE
    if (renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP)
        return errno;
#endif
    if (linkat(from_folder, from, to_folder, to, 0) == 0)
        return unlinkat(from_folder, from, 0) == 0 ? 0 : errno;
    return errno == EEXIST || errno == EXDEV || errno == ENOSPC
               ? errno
               : claim_and_rename(from_folder, from, to_folder, to);
}

/* The owner can be given by root alone, the group by its members. Where the group stays another,
 * its rights do not pass to it: the old group may read what the new one must not. */
int fm_copy_mode(int fd, const struct stat *old)
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

/* Call for every name in an open folder. */
static void each_name(int folder, void (*one)(int folder, const char *name))
{
    const int fd = fm_open_at(folder, ".", O_RDONLY | O_DIRECTORY, 0);
    DIR *names = fd < 0 ? NULL : fdopendir(fd);
    if (names == NULL) {
        if (fd >= 0)
            (void)close(fd);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(names)) != NULL;)
        one(folder, entry->d_name);
    (void)closedir(names);
}

static void remove_file(int folder, const char *name)
{
    (void)unlinkat(folder, name, 0); /* . and .. are refused */
}

bool fm_temporary_remove_folder(int folder, const char *temporary)
{
    const int fd = fm_open_at(folder, temporary, LOCKED_OPEN | O_DIRECTORY, 0);
    if (fd >= 0) {
        each_name(fd, remove_file);
        (void)close(fd);
    }
    return unlinkat(folder, temporary, AT_REMOVEDIR) == 0;
}

/* What a living run made is locked. O_NONBLOCK: a pipe of that name must not stop the run. The name
 * is looked at again under the lock, since its owner may have renamed it just before. */
static void sweep_temporary(int folder, const char *name)
{
    struct stat about;
    const int fd = fm_open_at(folder, name, LOCKED_OPEN, 0);
    if (fd < 0)
        return;
    const bool known = fstat(fd, &about) == 0 && (S_ISREG(about.st_mode) || S_ISDIR(about.st_mode));
    if (known && flock(fd, LOCK_EX | LOCK_NB) == 0 && check_same(fd, folder, name) == 0) {
        if (S_ISDIR(about.st_mode))
            (void)fm_temporary_remove_folder(folder, name);
        else
            (void)unlinkat(folder, name, 0);
    }
    (void)close(fd);
}

static void sweep_one(int folder, const char *name)
{
    if (is_temporary(name, strlen(name)))
        sweep_temporary(folder, name);
}

void fm_temporary_sweep(int folder)
{
    each_name(folder, sweep_one);
}
