/* Reading and writing file descriptors. One call moves at most 1 GiB, which every system takes. */
#include <config.h>
#include <errno.h>
#include <poll.h>
#include <unistd.h>
#include "io/descriptor.h"

#define PIECE_MAX ((size_t)1 << 30)

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
            return true; /* an error is the read's to tell */
    }
    return false;
}

ptrdiff_t fm_descriptor_read(int fd, unsigned char *to, size_t room, const atomic_bool *cancelled)
{
    ssize_t got;
    if (cancelled != NULL && !await(fd, cancelled))
        return 0;
    do
        got = read(fd, to, room < PIECE_MAX ? room : PIECE_MAX);
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
        const ssize_t put = write(fd, from, n < PIECE_MAX ? n : PIECE_MAX);
        if (put < 0 && !again(fd, POLLOUT))
            return errno;
        if (put > 0) {
            from += put;
            n -= (size_t)put;
        }
    }
    return 0;
}
