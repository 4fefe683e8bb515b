/* SPDX-License-Identifier: MIT */
/* A failure is remembered; the reader reports it when the bytes before it are used. */
#include <config.h>
#include "io/raw_file.h"
#include <errno.h>
#include "io/file.h"
#include "io/zip_member.h"

/* A file is read ahead by the system only where it is larger than what the first calls take. */
#define ADVISED_SIZE ((uint64_t)128 * 1024)

int fm_raw_file_open(struct fm_raw_file *file, const char *name)
{
    const bool standard = strcmp(name, "-") == 0;
    *file = (struct fm_raw_file){.fd = standard ? FM_OS_STDIN : -1,
                                 .owns_fd = !standard,
                                 .end = UINT64_MAX,
                                 .most = SIZE_MAX};
    int os_error = standard ? 0 : fm_os_open(FM_OS_HERE, name, FM_OS_READ, &file->fd);
    if (os_error == 0)
        os_error = fm_os_about(file->fd, &file->opened);
    if (os_error != 0 || file->opened.kind != FM_OS_FILE)
        return os_error == 0 && file->opened.kind == FM_OS_FOLDER ? EISDIR : os_error;
    file->size = file->opened.size;
    file->has_offsets = file->owns_fd;
    if (file->size > ADVISED_SIZE)
        fm_os_advise_reading(file->fd);
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
        (void)fm_os_close(file->fd);
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

/* @return as fm_os_read(). */
static ptrdiff_t read_once(const struct fm_raw_file *file, unsigned char *to, size_t room)
{
    if (file->from != NULL)
        return read_source(file, to, room);
    if (file->has_offsets)
        return fm_os_read_at(file->fd, to, room, file->bytes);
    /* A regular file never lets one wait. */
    return fm_os_read(file->fd, to, room, file->size > 0 ? NULL : file->cancelled);
}

/* A file of no bytes says nothing: so do those that the system makes up while they are read. */
enum fm_change fm_raw_file_change(const struct fm_raw_file *file)
{
    struct fm_os_about now;
    if (file->size == 0)
        return FM_CHANGE_NONE;
    if (fm_os_about(file->fd, &now) != 0 || now.size < file->size)
        return FM_CHANGE_OTHER;
    if (now.size > file->size)
        return FM_CHANGE_LONGER;
    const bool same =
        now.seconds == file->opened.seconds && now.nanoseconds == file->opened.nanoseconds;
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
            .status = FM_INPUT_FAILED, .reason = FM_REASON_INPUT_UNREADABLE, .os_error = (int)-n};
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
    int os_error = 0;
    *got = fm_file_read_at(file->fd, to, n, offset, &os_error);
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
    return file->size > 0 || file->member != NULL || fm_os_ready(file->fd);
}
