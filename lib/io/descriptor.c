/* Reading and writing file descriptors. One call moves at most 1 GiB, which every system takes. */
#include <config.h>
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
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

ptrdiff_t fm_descriptor_read(int fd, unsigned char *to, size_t room)
{
    ssize_t got;
    do
        got = read(fd, to, room < PIECE_MAX ? room : PIECE_MAX);
    while (got < 0 && again(fd, POLLIN));
    return got;
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
