/* SPDX-License-Identifier: MIT */
/* A failure is remembered; the reader reports it when the bytes before it are used. */
#include <config.h>
#include "io/raw_file.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "io/file.h"
#include "io/zip_member.h"

/* A file is read ahead by the system only where it is larger than what the first calls take. */
#define ADVISED_SIZE ((uint64_t)128 * 1024)

int fm_raw_file_open(struct fm_raw_file *file, const char *name)
{
    struct stat st;
    *file = (struct fm_raw_file){
        .fd = STDIN_FILENO, .owns_fd = strcmp(name, "-") != 0, .end = UINT64_MAX, .most = SIZE_MAX};
    if (file->owns_fd)
        do
            file->fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
        while (file->fd < 0 && errno == EINTR);
    if (file->fd < 0 || fstat(file->fd, &st) != 0)
        return errno;
    if (S_ISDIR(st.st_mode))
        return EISDIR;
    if (!S_ISREG(st.st_mode))
        return 0;
    file->size = (uint64_t)st.st_size;
    file->has_offsets = file->owns_fd;
#ifdef HAVE_POSIX_FADVISE
    if (file->size > ADVISED_SIZE)
        (void)posix_fadvise(file->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
#endif
    return 0;
}

void fm_raw_file_of_member(struct fm_raw_file *file, struct fm_zip_member *member)
{
    *file = (struct fm_raw_file){.fd = -1, .member = member};
}

void fm_raw_file_close(struct fm_raw_file *file)
{
    fm_zip_member_close(file->member);
    if (file->owns_fd && file->fd >= 0)
        (void)close(file->fd);
}

static size_t read_member(struct fm_raw_file *file, unsigned char *to, size_t room)
{
    size_t got = 0;
    struct fm_error error = {.status = FM_OK};
    const enum fm_flow_state state = fm_zip_member_read(file->member, to, room, &got, &error);
    file->ended = state != FM_FLOW_MORE;
    file->failed = file->ended && state != FM_FLOW_END;
    file->whole = state == FM_FLOW_UNVERIFIED;
    file->failure = error;
    file->failure.status = state == FM_FLOW_NO_MEMORY ? FM_NO_MEMORY : FM_INPUT_FAILED;
    file->bytes = fm_zip_member_used(file->member);
    return got;
}

size_t fm_raw_file_read(struct fm_raw_file *file, unsigned char *to, size_t room)
{
    if (file->ended)
        return 0;
    if (file->member != NULL)
        return read_member(file, to, room);
    room = room < file->most ? room : file->most;
    room = room < file->end - file->bytes ? room : (size_t)(file->end - file->bytes);
    file->ended = room == 0;
    if (room == 0)
        return 0;
    /* A regular file never lets one wait. */
    const atomic_bool *cancelled = file->size > 0 ? NULL : file->cancelled;
    const ptrdiff_t n = file->has_offsets ? fm_descriptor_read_at(file->fd, to, room, file->bytes)
                                          : fm_descriptor_read(file->fd, to, room, cancelled);
    file->ended = n <= 0;
    file->failed = n < 0;
    if (n < 0)
        file->failure = (struct fm_error){
            .status = FM_INPUT_FAILED, .reason = FM_REASON_INPUT_UNREADABLE, .os_error = errno};
    if (n <= 0)
        return 0;
    file->bytes += (uint64_t)n;
    /* Whoever got less than the room, and all that the file had, need not read again; one that grows
     * has more than it had. */
    file->ended = (size_t)n < room && file->bytes == file->size;
    return (size_t)n;
}

bool fm_raw_file_ready(const struct fm_raw_file *file)
{
    return file->size > 0 || file->member != NULL || fm_descriptor_ready(file->fd);
}
