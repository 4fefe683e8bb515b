/* SPDX-License-Identifier: MIT */
/* Raw bytes: see raw.h. A failure is remembered; the reader reports it when the bytes before it are
 * used. */
#include <config.h>
#include "io/raw.h"
#include <errno.h>
#include <stdlib.h>
#include "io/file.h"
#include "io/member.h"

/* A file is read ahead by the system only where it is larger than what the first calls take. */
#define ADVISED_SIZE ((uint64_t)128 * 1024)

/* Compressed bytes held at a time: enough that a call of the decoder fills a block, little enough
 * for the cache. */
enum { HELD_SIZE = 128 * 1024 };

/* ---- the file -------------------------------------------------------------------------------- */

void fm_raw_of(struct fm_raw *raw, struct fm_member *member, const struct fm_byte_source *source)
{
    memset(raw, 0, offsetof(struct fm_raw, head));
    raw->fd = -1;
    raw->member = member;
    raw->from = source;
    raw->end = UINT64_MAX;
    raw->most = SIZE_MAX;
    raw->held = raw->head;
    raw->cap = FM_RAW_HEAD;
}

int fm_raw_open(struct fm_raw *raw, const char *name)
{
    fm_raw_of(raw, NULL, NULL);
    raw->owns_fd = strcmp(name, "-") != 0;
    int os_error = 0;
    if (raw->owns_fd)
        os_error = fm_os_open(FM_OS_HERE, name, FM_OS_READ, &raw->fd);
    else
        raw->fd = FM_OS_STDIN;
    FM_NEXT(os_error, fm_os_about(raw->fd, &raw->opened));
    if (os_error != 0 || raw->opened.kind != FM_OS_FILE)
        return os_error == 0 && raw->opened.kind == FM_OS_FOLDER ? EISDIR : os_error;
    raw->size = raw->opened.size;
    raw->has_offsets = raw->owns_fd;
    if (raw->size > ADVISED_SIZE)
        fm_os_advise_reading(raw->fd);
    return 0;
}

void fm_raw_close(struct fm_raw *raw)
{
    if (fm_raw_is_ahead(raw))
        fm_decode_pool_clear(raw->pool);
    if (raw->held != raw->head)
        free(raw->held);
    if (raw->member != NULL)
        raw->member->kind->close(raw->member);
    if (raw->owns_fd && raw->fd >= 0)
        (void)fm_os_close(raw->fd);
}

static size_t read_member(struct fm_raw *raw, unsigned char *to, size_t room)
{
    size_t got = 0;
    raw->failure = (struct fm_error){.status = FM_OK};
    const enum fm_flow_state state =
        raw->member->kind->read(raw->member, to, room, &got, &raw->failure);
    raw->ended = state != FM_FLOW_MORE;
    raw->failed = raw->ended && state != FM_FLOW_END;
    raw->whole = state == FM_FLOW_UNVERIFIED;
    raw->failure.status = state == FM_FLOW_NO_MEMORY ? FM_NO_MEMORY : FM_INPUT_FAILED;
    raw->bytes = raw->member->used;
    return got;
}

/* @return bytes, 0 at the end, or minus an errno value. */
static ptrdiff_t read_once(const struct fm_raw *raw, unsigned char *to, size_t room)
{
    const struct fm_byte_source *from = raw->from;
    if (from == NULL)
        return raw->has_offsets
                   ? fm_os_read_at(raw->fd, to, room, raw->bytes)
                   /* a regular file never lets one wait */
                   : fm_os_read(raw->fd, to, room, raw->size > 0 ? NULL : raw->cancelled);
    if (from->read != NULL)
        return from->read(from->user, to, room);
    const size_t rest = from->bytes.n - (size_t)raw->bytes, n = room < rest ? room : rest;
    if (n > 0)
        memcpy(to, from->bytes.p + raw->bytes, n);
    return (ptrdiff_t)n;
}

/* A file of no bytes says nothing: so do those that the system makes up while they are read. */
enum fm_change fm_raw_change(const struct fm_raw *raw)
{
    struct fm_os_about now;
    if (raw->size == 0)
        return FM_CHANGE_NONE;
    if (fm_os_stamp(raw->fd, &now) != 0 || now.size < raw->size)
        return FM_CHANGE_OTHER;
    if (now.size > raw->size)
        return FM_CHANGE_LONGER;
    return now.seconds == raw->opened.seconds && now.nanoseconds == raw->opened.nanoseconds
               ? FM_CHANGE_NONE
               : FM_CHANGE_OTHER;
}

size_t fm_raw_read(struct fm_raw *raw, unsigned char *to, size_t room)
{
    if (raw->ended)
        return 0;
    if (raw->member != NULL)
        return read_member(raw, to, room);
    room = room < raw->most ? room : raw->most;
    room = room < raw->end - raw->bytes ? room : (size_t)(raw->end - raw->bytes);
    raw->ended = room == 0;
    const ptrdiff_t n = room == 0 ? 0 : read_once(raw, to, room);
    if (n < 0) {
        raw->ended = raw->failed = true;
        raw->failure = (struct fm_error){
            .status = FM_INPUT_FAILED, .reason = FM_REASON_INPUT_UNREADABLE, .os_error = (int)-n};
    }
    if (n < 0 || raw->ended)
        return 0;
    raw->bytes += (uint64_t)n;
    /* No more bytes came, or all that there were when the file was opened: whoever got less than
     * the room, and all that the file had, need not read again. */
    if (n == 0 || ((size_t)n < room && raw->bytes == raw->size)) {
        const enum fm_change change = fm_raw_change(raw);
        raw->grown = change == FM_CHANGE_LONGER;
        raw->failed = change == FM_CHANGE_OTHER;
        raw->ended = !raw->grown || n == 0;
        if (raw->failed)
            raw->failure =
                (struct fm_error){.status = FM_INPUT_FAILED, .reason = FM_REASON_INPUT_CHANGED};
    }
    return (size_t)n;
}

/* ---- the bytes held, and those ahead --------------------------------------------------------- */

bool fm_raw_is_ahead(const struct fm_raw *raw)
{
    return raw->pool != NULL && fm_decode_pool_first(raw->pool) != NULL;
}

bool fm_raw_has_ended(const struct fm_raw *raw)
{
    return raw->ended && !fm_raw_is_ahead(raw);
}

void fm_raw_go_on(struct fm_raw *raw, uint64_t offset)
{
    if (fm_raw_is_ahead(raw))
        fm_decode_pool_clear(raw->pool);
    raw->at = raw->n = 0;
    raw->ended = false;
    raw->bytes = offset;
    if (raw->member != NULL)
        raw->member->kind->restart(raw->member);
}

uint64_t fm_raw_offset(const struct fm_raw *raw, uint64_t before)
{
    const uint64_t ahead = fm_raw_is_ahead(raw) ? fm_decode_pool_raw(raw->pool) : 0;
    return raw->member != NULL ? raw->member->begin
                               : raw->bytes - ahead - (raw->n - raw->at) - before;
}

bool fm_raw_can_restart(const struct fm_raw *raw)
{
    return raw->member != NULL ? raw->member->kind->restart != NULL
                               : raw->has_offsets || (raw->from != NULL && raw->from->read == NULL);
}

void fm_raw_fill(struct fm_raw *raw)
{
    if (raw->at > 0) {
        raw->n -= raw->at;
        memmove(raw->held, raw->held + raw->at, raw->n);
        raw->at = 0;
    }
    unsigned char *to = raw->held + raw->n;
    const size_t room = raw->cap - raw->n;
    raw->n += fm_raw_is_ahead(raw) ? fm_decode_pool_take(raw->pool, false, to, room)
                                   : fm_raw_read(raw, to, room);
}

void fm_raw_hold(struct fm_raw *raw)
{
    while (raw->at == raw->n && !fm_raw_has_ended(raw))
        fm_raw_fill(raw);
}

enum fm_status fm_raw_enlarge(struct fm_raw *raw)
{
    if (raw->held != raw->head)
        return FM_OK;
    unsigned char *held = malloc(HELD_SIZE);
    FM_TRY_MADE(held);
    memcpy(held, raw->head, raw->n);
    raw->held = held;
    raw->cap = HELD_SIZE;
    return FM_OK;
}

bool fm_raw_find_codec(struct fm_raw *raw, const struct fm_codec **out)
{
    for (fm_raw_hold(raw);; fm_raw_fill(raw)) {
        const bool ended = fm_raw_has_ended(raw);
        if (raw->n > raw->at && fm_codec_find(fm_raw_unused(raw), ended && !raw->failed, out))
            return true;
        *out = NULL;
        if (ended)
            return false;
    }
}

void fm_raw_skip_zeros(struct fm_raw *raw)
{
    for (fm_raw_hold(raw); raw->at < raw->n && raw->held[raw->at] == 0; fm_raw_hold(raw))
        raw->at++;
}

size_t fm_raw_measure(struct fm_raw *raw, uint64_t wanted, bool alone)
{
    /* What comes next is the first batch, of which nothing was taken yet. */
    while (raw->n - raw->at < wanted && !fm_raw_has_ended(raw) &&
           !(alone && raw->at < raw->n && fm_raw_is_ahead(raw) &&
             fm_decode_pool_first(raw->pool)->at == 0))
        fm_raw_fill(raw);
    const size_t n = raw->n - raw->at;
    return n < wanted ? n : (size_t)wanted;
}

/* Whether reading would not wait now. */
static bool is_ready(const struct fm_raw *raw)
{
    return raw->from != NULL ? raw->from->read == NULL
                             : raw->size > 0 || raw->member != NULL || fm_os_ready(raw->fd);
}

void fm_raw_read_ahead(struct fm_raw *raw, bool wait)
{
    unsigned char *to;
    size_t room;
    while (fm_decode_pool_cut(raw->pool, raw->ended, &to, &room) &&
           ((wait && fm_decode_pool_is_short(raw->pool)) || is_ready(raw)))
        fm_decode_pool_filled(raw->pool, fm_raw_read(raw, to, room));
}

bool fm_raw_begin_ahead(struct fm_raw *raw, const struct fm_codec *codec, const void *inside)
{
    if (!fm_decode_pool_begin(raw->pool, codec, inside, fm_raw_unused(raw), raw->ended))
        return false;
    raw->at = raw->n = 0;
    return true;
}
