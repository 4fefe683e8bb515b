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
    file->written = st.st_mtim;
    file->has_offsets = file->owns_fd;
#ifdef HAVE_POSIX_FADVISE
    if (file->size > ADVISED_SIZE)
        (void)posix_fadvise(file->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
#endif
    return 0;
}

void fm_raw_file_of(struct fm_raw_file *file, struct fm_zip_member *member,
                    const struct fm_byte_source *source)
{
    *file = (struct fm_raw_file){
        .fd = -1, .member = member, .from = source, .end = UINT64_MAX, .most = SIZE_MAX};
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

/* @return as fm_byte_source.read. */
static ptrdiff_t read_source(const struct fm_raw_file *file, unsigned char *to, size_t room)
{
    const struct fm_text bytes = file->from->bytes;
    if (file->from->read != NULL)
        return file->from->read(file->from->user, to, room);
    const size_t n = room < bytes.n - file->bytes ? room : bytes.n - (size_t)file->bytes;
    if (n > 0)
        memcpy(to, bytes.p + file->bytes, n);
    return (ptrdiff_t)n;
}

/* @return bytes; 0 at the end; less: errno is why. */
static ptrdiff_t read_once(const struct fm_raw_file *file, unsigned char *to, size_t room)
{
    if (file->from != NULL) {
        const ptrdiff_t n = read_source(file, to, room);
        if (n < 0)
            errno = (int)-n;
        return n;
    }
    if (file->has_offsets)
        return fm_descriptor_read_at(file->fd, to, room, file->bytes);
    /* A regular file never lets one wait. */
    return fm_descriptor_read(file->fd, to, room, file->size > 0 ? NULL : file->cancelled);
}

/* A file of no bytes says nothing: so do those that the system makes up while they are read. */
enum fm_change fm_raw_file_change(const struct fm_raw_file *file)
{
    struct stat st;
    if (file->size == 0)
        return FM_CHANGE_NONE;
    if (fstat(file->fd, &st) != 0 || (uint64_t)st.st_size < file->size)
        return FM_CHANGE_OTHER;
    if ((uint64_t)st.st_size > file->size)
        return FM_CHANGE_LONGER;
    const bool same =
        st.st_mtim.tv_sec == file->written.tv_sec && st.st_mtim.tv_nsec == file->written.tv_nsec;
    return same ? FM_CHANGE_NONE : FM_CHANGE_OTHER;
}

/* No more bytes came, or all that there were when the file was opened. */
static void look_at_end(struct fm_raw_file *file, bool more)
{
    const enum fm_change change = fm_raw_file_change(file);
    file->grown = change == FM_CHANGE_LONGER;
    file->failed = change == FM_CHANGE_OTHER;
    file->ended = !file->grown || !more;
    if (file->failed)
        file->failure =
            (struct fm_error){.status = FM_INPUT_FAILED, .reason = FM_REASON_INPUT_CHANGED};
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
    const ptrdiff_t n = read_once(file, to, room);
    if (n < 0) {
        file->ended = file->failed = true;
        file->failure = (struct fm_error){
            .status = FM_INPUT_FAILED, .reason = FM_REASON_INPUT_UNREADABLE, .os_error = errno};
        return 0;
    }
    file->bytes += (uint64_t)n;
    /* Whoever got less than the room, and all that the file had, need not read again. */
    if (n == 0 || ((size_t)n < room && file->bytes == file->size))
        look_at_end(file, n > 0);
    return (size_t)n;
}

enum fm_status fm_raw_file_read_at(const struct fm_raw_file *file, uint64_t offset,
                                   unsigned char *to, size_t n, size_t *got, struct fm_error *error)
{
    ptrdiff_t more = 1;
    for (*got = 0; *got < n && more > 0; *got += more > 0 ? (size_t)more : 0)
        more = fm_descriptor_read_at(file->fd, to + *got, n - *got, offset + *got);
    const int os_error = more < 0 ? errno : 0;
    if (*got == n && fm_raw_file_change(file) != FM_CHANGE_OTHER)
        return FM_OK;
    if (error != NULL)
        *error = (struct fm_error){.status = FM_INPUT_FAILED,
                                   .reason = os_error != 0 ? FM_REASON_INPUT_UNREADABLE
                                                           : FM_REASON_INPUT_CHANGED,
                                   .os_error = os_error,
                                   .offset = offset + *got};
    return FM_INPUT_FAILED;
}

bool fm_raw_file_ready(const struct fm_raw_file *file)
{
    if (file->from != NULL)
        return file->from->read == NULL;
    return file->size > 0 || file->member != NULL || fm_descriptor_ready(file->fd);
}
