/* SPDX-License-Identifier: MIT */
/* One call moves at most 1 GiB, which every system takes. Files are known by device and inode, or,
 * where there is none yet, by the folder's and a name in it; so no spelling of a path hides that
 * two are the same. */
#include <config.h>
#include "io/file.h"
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#define CALL_MAX ((size_t)1 << 30)

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

ptrdiff_t fm_descriptor_read(int fd, unsigned char *to, size_t room, const atomic_bool *cancelled)
{
    ssize_t got;
    if (cancelled != NULL && !await(fd, cancelled))
        return 0;
    do
        got = read(fd, to, room < CALL_MAX ? room : CALL_MAX);
    while (got < 0 && again(fd, POLLIN));
    return got;
}

ptrdiff_t fm_descriptor_read_at(int fd, unsigned char *to, size_t room, uint64_t offset)
{
    ssize_t got;
    if (offset > (uint64_t)INT64_MAX)
        return 0;
    do
        got = pread(fd, to, room < CALL_MAX ? room : CALL_MAX, (off_t)offset);
    while (got < 0 && again(fd, POLLIN));
    return got;
}

bool fm_descriptor_ready(int fd)
{
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    return poll(&ready, 1, 0) > 0;
}

int fm_descriptor_write(int fd, const unsigned char *from, size_t n)
{
    while (n > 0) {
        const ssize_t put = write(fd, from, n < CALL_MAX ? n : CALL_MAX);
        if (put < 0 && !again(fd, POLLOUT))
            return errno;
        if (put > 0) {
            from += put;
            n -= (size_t)put;
        }
    }
    return 0;
}

struct fm_file_id fm_file_of(const struct stat *about)
{
    return (struct fm_file_id){.regular = S_ISREG(about->st_mode),
                               .device = (uint64_t)about->st_dev,
                               .inode = (uint64_t)about->st_ino};
}

/* Where a new file would be. */
static enum fm_status find_new(const char *name, struct fm_file_id *out)
{
    const char *slash = strrchr(name, '/');
    const size_t n = slash == NULL ? 0 : (size_t)(slash - name) + 1;
    char *folder = n == 0 ? strdup(".") : strndup(name, n);
    struct stat about;
    enum fm_status status = folder == NULL ? FM_NO_MEMORY : FM_OK;
    if (status == FM_OK && stat(folder, &about) == 0) {
        *out = fm_file_of(&about);
        out->regular = true;
        out->base = strdup(name + n);
        status = out->base == NULL ? FM_NO_MEMORY : FM_OK;
    }
    free(folder);
    return status;
}

enum fm_status fm_file_find(const char *name, int standard, struct fm_file_id *out)
{
    struct stat about;
    const bool dash = strcmp(name, "-") == 0;
    *out = (struct fm_file_id){.regular = false};
    if ((dash ? fstat(standard, &about) : stat(name, &about)) != 0)
        return dash ? FM_OK : find_new(name, out);
    *out = fm_file_of(&about);
    return FM_OK;
}

void fm_file_forget(struct fm_file_id *file)
{
    free(file->base);
    file->base = NULL;
}

int fm_file_compare(const struct fm_file_id *a, const struct fm_file_id *b)
{
    if (a->device != b->device)
        return a->device < b->device ? -1 : 1;
    return (a->inode > b->inode) - (a->inode < b->inode);
}

bool fm_file_same(const struct fm_file_id *a, const struct fm_file_id *b)
{
    if (!a->regular || !b->regular || fm_file_compare(a, b) != 0)
        return false;
    return a->base == NULL || b->base == NULL ? a->base == b->base : strcmp(a->base, b->base) == 0;
}
