/* SPDX-License-Identifier: MIT */
/* POSIX.1-2008, with what Linux does better. One call moves at most 1 GiB: each system takes it. */
#include <config.h>
#include "os/os.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define CALL_MAX ((size_t)1 << 30)
enum {
    ANY_MODE = 0666, /* less what the umask takes away */
    ANY_FOLDER = 0777,
    OWN_MODE = S_IRUSR | S_IWUSR,
    ALWAYS = O_CLOEXEC | O_NOCTTY
};

#ifndef O_PATH
#    define O_PATH O_RDONLY
#endif

static int result_of(int result)
{
    return result == 0 ? 0 : errno;
}

static int at(int folder)
{
    return folder == FM_OS_HERE ? AT_FDCWD : folder;
}

/* ---- files that are open --------------------------------------------------------------------- */

static int open_file(int folder, const char *name, int flags, mode_t mode, int *fd)
{
    int made = -1;
    do
        made = openat(at(folder), name, flags | ALWAYS, mode);
    while (made < 0 && errno == EINTR);
    if (made >= 0)
        *fd = made;
    return made >= 0 ? 0 : errno;
}

int fm_os_open(int folder, const char *name, unsigned how, int *fd)
{
    int flags = !(how & FM_OS_WRITE) ? O_RDONLY : how & FM_OS_READ ? O_RDWR : O_WRONLY;
    flags |= (how & FM_OS_APPEND ? O_APPEND : 0) | (how & FM_OS_NEW ? O_CREAT | O_EXCL : 0) |
             (how & FM_OS_NO_LINK ? O_NOFOLLOW : 0) | (how & FM_OS_NO_WAIT ? O_NONBLOCK : 0);
    return open_file(folder, name, flags, how & FM_OS_PRIVATE ? OWN_MODE : ANY_MODE, fd);
}

int fm_os_open_folder(int folder, const char *name, unsigned how, int *fd)
{
    const int flags = O_DIRECTORY | (how & FM_OS_NO_LINK ? O_NOFOLLOW : 0);
    const int os_error = open_file(folder, name, O_RDONLY | flags, 0, fd);
    return os_error == EACCES ? open_file(folder, name, O_PATH | flags, 0, fd) : os_error;
}

#ifdef O_TMPFILE

enum { LINK_BYTES = 40 };

static void put_link(char link[LINK_BYTES], int fd)
{
    (void)snprintf(link, LINK_BYTES, "/proc/self/fd/%d", fd);
}

/* Only root may link a descriptor by itself (AT_EMPTY_PATH), so the name is given by way of /proc
 * (open(2), O_TMPFILE), without which the file could never get one. */
int fm_os_open_unnamed(int folder, int *fd)
{
    char link[LINK_BYTES];
    struct stat opened, named;
    int made = -1;
    const int os_error = open_file(folder, ".", O_TMPFILE | O_WRONLY, ANY_MODE, &made);
    if (os_error != 0)
        return os_error;
    put_link(link, made);
    if (fstat(made, &opened) == 0 && stat(link, &named) == 0 && opened.st_dev == named.st_dev &&
        opened.st_ino == named.st_ino) {
        *fd = made;
        return 0;
    }
    (void)close(made);
    return ENOTSUP;
}

int fm_os_link(int fd, int folder, const char *name)
{
    char link[LINK_BYTES];
    put_link(link, fd);
    return result_of(linkat(AT_FDCWD, link, at(folder), name, AT_SYMLINK_FOLLOW));
}

#else

int fm_os_open_unnamed(int folder, int *fd)
{
    (void)folder, (void)fd;
    return ENOTSUP;
}

int fm_os_link(int fd, int folder, const char *name)
{
    (void)fd, (void)folder, (void)name;
    return ENOTSUP;
}

#endif

int fm_os_open_scratch(const char *folder, int *fd)
{
#ifdef O_TMPFILE
    const int unnamed = open_file(FM_OS_HERE, folder, O_TMPFILE | O_EXCL | O_RDWR, OWN_MODE, fd);
    /* These come from file systems and kernels that do not know O_TMPFILE (open(2)). */
    if (unnamed != ENOTSUP && unnamed != EISDIR && unnamed != EINVAL && unnamed != ENOENT)
        return unnamed;
#endif
    static const char name[] = "/fenmill-XXXXXX";
    const size_t n = strlen(folder);
    char *path = malloc(n + sizeof name);
    if (path == NULL)
        return ENOMEM;
    memcpy(path, folder, n);
    memcpy(path + n, name, sizeof name);
    const int made = mkstemp(path);
    int os_error = made < 0 ? errno : 0;
    if (os_error == 0 && (unlink(path) != 0 || fcntl(made, F_SETFD, FD_CLOEXEC) != 0)) {
        os_error = errno;
        (void)close(made);
    }
    if (os_error == 0)
        *fd = made;
    free(path);
    return os_error;
}

int fm_os_close(int fd)
{
    return close(fd) == 0 || errno == EINTR ? 0 : errno;
}

/* Whether a call that failed shall be repeated; waits first where that is needed. */
static bool again(int fd, short event)
{
    if (errno == EINTR)
        return true;
    if (errno != EAGAIN)
        return false;
    struct pollfd ready = {.fd = fd, .events = event};
    return poll(&ready, 1, -1) >= 0 || errno == EINTR;
}

/* Wait until there is something to read. @return false once cancelled. */
static bool await(int fd, const atomic_bool *cancelled)
{
    enum { LOOK_EVERY_MS = 200 };
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    while (!atomic_load_explicit(cancelled, memory_order_relaxed)) {
        const int count = poll(&ready, 1, LOOK_EVERY_MS);
        if (count > 0 || (count < 0 && errno != EINTR))
            return true; /* the read reports the error */
    }
    return false;
}

ptrdiff_t fm_os_read(int fd, unsigned char *to, size_t room, const atomic_bool *cancelled)
{
    ssize_t got;
    if (cancelled != NULL && !await(fd, cancelled))
        return 0;
    do
        got = read(fd, to, room < CALL_MAX ? room : CALL_MAX);
    while (got < 0 && again(fd, POLLIN));
    return got < 0 ? -errno : got;
}

ptrdiff_t fm_os_read_at(int fd, unsigned char *to, size_t room, uint64_t offset)
{
    ssize_t got;
    if (offset > (uint64_t)INT64_MAX)
        return 0;
    do
        got = pread(fd, to, room < CALL_MAX ? room : CALL_MAX, (off_t)offset);
    while (got < 0 && again(fd, POLLIN));
    return got < 0 ? -errno : got;
}

bool fm_os_ready(int fd)
{
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    return poll(&ready, 1, 0) > 0;
}

/* @param offset  negative: where writing goes on; of a regular file, which never lets one wait,
 * else. */
static int write_all(int fd, const unsigned char *from, size_t n, off_t offset)
{
    while (n > 0) {
        const size_t some = n < CALL_MAX ? n : CALL_MAX;
        const ssize_t put = offset < 0 ? write(fd, from, some) : pwrite(fd, from, some, offset);
        if (put < 0 && !again(fd, POLLOUT))
            return errno;
        if (put > 0) {
            from += put;
            n -= (size_t)put;
            offset += offset < 0 ? 0 : put;
        }
    }
    return 0;
}

int fm_os_write(int fd, const unsigned char *from, size_t n)
{
    return write_all(fd, from, n, -1);
}

int fm_os_write_at(int fd, const unsigned char *from, size_t n, uint64_t offset)
{
    return write_all(fd, from, n, (off_t)offset);
}

/* Pipes, devices and some network file systems cannot sync: no more can be done. */
int fm_os_sync(int fd)
{
    int result;
    do
        result = fsync(fd);
    while (result != 0 && errno == EINTR);
    const bool cannot = result != 0 && (errno == EINVAL || errno == ENOSYS || errno == ENOTSUP ||
                                        errno == EBADF || errno == EROFS);
    return result == 0 || cannot ? 0 : errno;
}

int fm_os_sync_all(int fd)
{
#ifdef HAVE_SYNCFS
    return result_of(syncfs(fd));
#else
    (void)fd;
    return ENOTSUP;
#endif
}

void fm_os_advise_reading(int fd)
{
#ifdef HAVE_POSIX_FADVISE
    (void)posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
#else
    (void)fd;
#endif
}

int fm_os_lock(int fd, bool wait)
{
    int result;
    do
        result = flock(fd, LOCK_EX | (wait ? 0 : LOCK_NB));
    while (result != 0 && errno == EINTR);
    return result_of(result);
}

/* ---- what is there --------------------------------------------------------------------------- */

static int take_about(int result, const struct stat *st, struct fm_os_about *out)
{
    if (result != 0)
        return errno;
    *out = (struct fm_os_about){
        .kind = S_ISREG(st->st_mode)   ? FM_OS_FILE
                : S_ISDIR(st->st_mode) ? FM_OS_FOLDER
                : S_ISLNK(st->st_mode) ? FM_OS_LINK
                                       : FM_OS_OTHER,
        .device = (uint64_t)st->st_dev,
        .inode = (uint64_t)st->st_ino,
        .size = (uint64_t)st->st_size,
        .seconds = st->st_mtim.tv_sec,
        .nanoseconds = (uint32_t)st->st_mtim.tv_nsec,
        .owner = st->st_uid,
        .group = st->st_gid,
        .rights = st->st_mode & ANY_FOLDER,
    };
    return 0;
}

int fm_os_about(int fd, struct fm_os_about *out)
{
    struct stat st;
    const int result = fstat(fd, &st);
    return take_about(result, &st, out);
}

int fm_os_look(int folder, const char *name, bool follow, struct fm_os_about *out)
{
    struct stat st;
    const int result = fstatat(at(folder), name, &st, follow ? 0 : AT_SYMLINK_NOFOLLOW);
    return take_about(result, &st, out);
}

bool fm_os_same(const struct fm_os_about *a, const struct fm_os_about *b)
{
    return a->device == b->device && a->inode == b->inode;
}

/* The owner can be given by root alone, the group by its members. Where the group stays another,
 * its rights do not pass to it: the old group may read what the new one must not. */
int fm_os_copy_rights(int fd, const struct fm_os_about *old)
{
    mode_t mode = old->rights;
    struct stat now;
    if (fchown(fd, old->owner, old->group) != 0 && fchown(fd, (uid_t)-1, old->group) != 0) {
        if (fstat(fd, &now) != 0)
            return errno;
        if (now.st_gid != old->group)
            mode &= ~(mode_t)S_IRWXG;
    }
    return result_of(fchmod(fd, mode));
}

int fm_os_may_add(int folder)
{
    return result_of(faccessat(at(folder), ".", W_OK | X_OK, AT_EACCESS));
}

int fm_os_read_link(const char *name, char **out)
{
    char text[PATH_MAX];
    const ssize_t n = readlink(name, text, sizeof text);
    if (n < 0)
        return errno;
    char *copy = (size_t)n == sizeof text ? NULL : strndup(text, (size_t)n);
    if (copy == NULL)
        return (size_t)n == sizeof text ? ENAMETOOLONG : ENOMEM;
    *out = copy;
    return 0;
}

int fm_os_list(int folder, const char *name,
               bool (*one)(void *user, const char *entry, uint64_t inode), void *user)
{
    int fd = -1;
    int os_error = open_file(folder, name, O_RDONLY | O_DIRECTORY, 0, &fd);
    if (os_error != 0)
        return os_error;
    DIR *names = fdopendir(fd);
    if (names == NULL) {
        os_error = errno;
        (void)close(fd);
        return os_error;
    }
    for (const struct dirent *entry; errno = 0, (entry = readdir(names)) != NULL;) {
#ifdef DT_REG
        const uint64_t inode = entry->d_type == DT_REG ? (uint64_t)entry->d_ino : 0;
#else
        const uint64_t inode = 0;
#endif
        if (!one(user, entry->d_name, inode)) {
            errno = 0;
            break;
        }
    }
    os_error = errno;
    (void)closedir(names);
    return os_error;
}

bool fm_os_matches(const char *name, const char *pattern)
{
    return fnmatch(pattern, name, 0) == 0;
}

bool fm_os_is_pattern(const char *name)
{
    return name == NULL; /* the shell has expanded them */
}

/* ---- paths ----------------------------------------------------------------------------------- */

bool fm_os_is_separator(char c)
{
    return c == '/';
}

size_t fm_os_folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

int fm_os_compare_names(const char *a, const char *b)
{
    return strcmp(a, b);
}

bool fm_os_may_end(unsigned char c)
{
    return c != '\0';
}

/* /var/tmp before /tmp, which is memory on many systems: what does not fit in memory comes here. */
int fm_os_temporary_folder(unsigned number, char **out)
{
    if (number > 1)
        return ENOENT;
    *out = strdup(number == 0 ? "/var/tmp" : "/tmp");
    return *out == NULL ? ENOMEM : 0;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* File systems without hard links: claim the name with an empty file, which nobody else can then
 * take for free. */
static int claim_and_rename(int from_folder, const char *from, int to_folder, const char *to)
{
    int fd = -1;
    int os_error = open_file(to_folder, to, O_WRONLY | O_CREAT | O_EXCL, OWN_MODE, &fd);
    if (os_error != 0)
        return os_error;
    (void)close(fd);
    os_error = fm_os_rename(from_folder, from, to_folder, to, true);
    if (os_error != 0)
        (void)fm_os_remove(to_folder, to);
    return os_error;
}

/* Without replacing: by the kernel in one step (Linux, not every file system), else by a hard link,
 * which fails where the name exists, else by claiming the name first. */
int fm_os_rename(int from_folder, const char *from, int to_folder, const char *to, bool replace)
{
    const int here = at(from_folder), there = at(to_folder);
    if (replace)
        return result_of(renameat(here, from, there, to));
#ifdef RENAME_NOREPLACE
    if (renameat2(here, from, there, to, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP)
        return errno;
#endif
    if (linkat(here, from, there, to, 0) == 0)
        return fm_os_remove(from_folder, from);
    return errno == EEXIST || errno == EXDEV || errno == ENOSPC
               ? errno
               : claim_and_rename(from_folder, from, to_folder, to);
}

int fm_os_remove(int folder, const char *name)
{
    return result_of(unlinkat(at(folder), name, 0));
}

int fm_os_make_folder(int folder, const char *name, unsigned how)
{
    return result_of(mkdirat(at(folder), name, how & FM_OS_PRIVATE ? S_IRWXU : ANY_FOLDER));
}

int fm_os_remove_folder(int folder, const char *name)
{
    return result_of(unlinkat(at(folder), name, AT_REMOVEDIR));
}

/* ---- pages ----------------------------------------------------------------------------------- */

static size_t page_size(void)
{
    const long size = sysconf(_SC_PAGESIZE);
    return size > 0 ? (size_t)size : 4096;
}

/* Large pages, where they fit in: most of a look-up in a large table is finding its page. */
void *fm_os_pages(size_t n, size_t large)
{
#ifdef __EMSCRIPTEN__
    large = 0; /* there are none, and what is mapped is unmapped as a whole */
#endif
    unsigned char *made =
        mmap(NULL, n + large, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED)
        return NULL;
    if (large == 0)
        return made;
    const size_t before = (size_t) - (uintptr_t)made % large;
    const size_t page = page_size(), end = (before + n + page - 1) / page * page;
    if (before > 0)
        (void)munmap(made, before);
    if (n + large > end)
        (void)munmap(made + end, n + large - end);
#ifdef MADV_HUGEPAGE
    (void)madvise(made + before, n, MADV_HUGEPAGE);
#endif
    return made + before;
}

void *fm_os_pages_move(void *p, size_t old, size_t n, void *to)
{
#ifdef MREMAP_FIXED
    void *moved = to == NULL ? mremap(p, old, n, MREMAP_MAYMOVE)
                             : mremap(p, old, n, MREMAP_MAYMOVE | MREMAP_FIXED, to);
    return moved == MAP_FAILED ? NULL : moved;
#else
    (void)p;
    (void)old;
    (void)n;
    (void)to;
    return NULL;
#endif
}

/* To get all small pages in one call is cheaper than a fault for each; where that fails they come
 * one by one. */
void fm_os_pages_use(unsigned char *p, size_t old, size_t n)
{
#ifdef MADV_POPULATE_WRITE
    const size_t page = page_size(), begin = old / page * page;
    (void)madvise(p + begin, n - begin, MADV_POPULATE_WRITE);
#else
    (void)p;
    (void)old;
    (void)n;
#endif
}

void fm_os_pages_free(void *p, size_t n)
{
    (void)munmap(p, n);
}

/* ---- process --------------------------------------------------------------------------------- */

uint32_t fm_os_code(int os_error)
{
    (void)os_error; /* an errno value is the system's own */
    return 0;
}

uint64_t fm_os_process(void)
{
    return (uint64_t)getpid();
}

uint64_t fm_os_now(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

/* Other parts of a run need descriptors, too: no more than a quarter of them. */
unsigned fm_os_descriptors(unsigned wanted)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > 4 * (rlim_t)wanted)
        return wanted;
    return limit.rlim_cur < 8 ? 1 : (unsigned)limit.rlim_cur / 4;
}

/* The C library reserves address space for what each thread will allocate. Half of all is for other
 * things. */
unsigned fm_os_threads(unsigned wanted, uint64_t each)
{
    enum { HEAP = 64 << 20, STACK = 8 << 20 };
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return wanted;
    const uint64_t room = limit.rlim_cur / 2 / (each + HEAP + STACK);
    return room == 0 ? 1 : room < wanted ? (unsigned)room : wanted;
}

int fm_os_thread(pthread_t *thread, size_t stack, void *(*run)(void *user), void *user)
{
    const long min = sysconf(_SC_THREAD_STACK_MIN);
    const size_t page = page_size(), least = min > 0 ? (size_t)min : 65536;
    const size_t size = stack > least ? stack : least, pages = size / page + (size % page != 0);
    pthread_attr_t attr;
    if (pthread_attr_init(&attr) != 0)
        return ENOMEM;
    int error = stack == 0 ? 0 : pthread_attr_setstacksize(&attr, pages * page);
    if (error == 0) {
        /* A new thread inherits the signals that are blocked here while it is made. */
        sigset_t all, before;
        sigfillset(&all);
        (void)pthread_sigmask(SIG_SETMASK, &all, &before);
        error = pthread_create(thread, &attr, run, user);
        (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    (void)pthread_attr_destroy(&attr);
    return error;
}
