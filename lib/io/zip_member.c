/* SPDX-License-Identifier: MIT */
/* Stored and deflated members, through zlib, which is always here. At its end, a member must
 * have the size and the checksum of the directory, and no byte of it is left. */
#include <config.h>
#include "io/zip_member.h"
#include <stdlib.h>
#define ZLIB_CONST
#include <zlib.h>

enum { RAW_SIZE = 64 * 1024, STORED = 0, DEFLATED = 8, ENCRYPTED = 1 };

struct zip_member {
    struct fm_member member; /* first: what others see of it */
    const struct fm_zip *zip;
    uint64_t raw, plain; /* bytes in the archive, and unpacked, as in the directory */
    uint64_t at, left;   /* next byte in the archive, and how many there are */
    uint64_t plain_left;
    uint32_t crc, wanted_crc;
    bool deflated, ended;
    z_stream z;
    unsigned char bytes[RAW_SIZE]; /* compressed ones that z.next_in points into */
};

static struct zip_member *member_of(struct fm_member *member)
{
    return (struct zip_member *)member;
}

static struct fm_text lack_of(const struct fm_zip_entry *entry)
{
    static const struct {
        unsigned method;
        struct fm_text text;
    } table[] = {
#define LACK(text) {(const unsigned char *)(text), sizeof(text) - 1}
        {9, LACK("packed with Deflate64; only stored and deflated members are read")},
        {12, LACK("packed with bzip2; only stored and deflated members are read")},
        {14, LACK("packed with LZMA; only stored and deflated members are read")},
        {93, LACK("packed with Zstandard; only stored and deflated members are read")},
        {95, LACK("packed with xz; only stored and deflated members are read")},
        {98, LACK("packed with PPMd; only stored and deflated members are read")},
#undef LACK
    };
    if ((entry->flags & ENCRYPTED) != 0)
        return FM_TEXT("this member of the ZIP archive is encrypted");
    if (entry->method == STORED || entry->method == DEFLATED)
        return FM_NO_TEXT;
    for (size_t i = 0; i < FM_COUNT_OF(table); i++)
        if (table[i].method == entry->method)
            return table[i].text;
    return FM_TEXT("packed in a way that is not read; only stored and deflated members are");
}

static void zip_restart(struct fm_member *base)
{
    struct zip_member *const member = member_of(base);
    member->at = base->begin;
    member->left = member->raw;
    member->plain_left = member->plain;
    base->used = 0;
    member->crc = (uint32_t)crc32(0, NULL, 0);
    member->ended = false;
    member->z.avail_in = 0;
    if (member->deflated)
        (void)inflateReset(&member->z);
}

static void zip_close(struct fm_member *base)
{
    struct zip_member *const member = member_of(base);
    if (member->deflated)
        (void)inflateEnd(&member->z);
    free(member);
}

static enum fm_flow_state damage(struct fm_text detail, struct fm_error *error)
{
    *error = (struct fm_error){.reason = FM_REASON_INPUT_DAMAGED, .detail = detail};
    return FM_FLOW_DAMAGED;
}

/* All of it is unpacked: is it as in the directory? */
static enum fm_flow_state check_end(struct zip_member *member, struct fm_error *error)
{
    if (member->left > 0 || member->z.avail_in > 0 || member->plain_left > 0)
        return damage(FM_TEXT("the length of the ZIP member differs from the directory's"), error);
    if (member->crc == member->wanted_crc)
        return FM_FLOW_END;
    (void)damage(FM_TEXT("incorrect data check of the ZIP member"), error);
    return FM_FLOW_UNVERIFIED;
}

/* Get more of its bytes. @return FM_FLOW_MORE, or FM_FLOW_DAMAGED: they cannot be read. */
static enum fm_flow_state fill(struct zip_member *member, unsigned char *to, size_t n,
                               struct fm_error *error)
{
    if (fm_zip_read(member->zip, member->at, to, n, error) != FM_OK)
        return FM_FLOW_DAMAGED;
    member->at += n;
    member->left -= n;
    member->member.used += n;
    return FM_FLOW_MORE;
}

static size_t least(uint64_t a, size_t b)
{
    return a < b ? (size_t)a : b;
}

static enum fm_flow_state copy(struct zip_member *member, unsigned char *to, size_t room,
                               size_t *got, struct fm_error *error)
{
    const size_t n = least(member->left, fm_flow_limit(room));
    const enum fm_flow_state state = fill(member, to, n, error);
    *got = state == FM_FLOW_MORE ? n : 0;
    member->ended = member->left == 0;
    return state;
}

static enum fm_flow_state unpack(struct zip_member *member, unsigned char *to, size_t room,
                                 size_t *got, struct fm_error *error)
{
    z_stream *z = &member->z;
    int result = Z_OK;
    const unsigned out_n = fm_flow_limit(room);
    z->next_out = to;
    z->avail_out = out_n;
    *got = 0;
    while (result == Z_OK && z->avail_out > 0) {
        if (z->avail_in == 0) {
            const size_t n = least(member->left, RAW_SIZE);
            if (fill(member, member->bytes, n, error) == FM_FLOW_DAMAGED)
                return FM_FLOW_DAMAGED;
            z->next_in = member->bytes;
            z->avail_in = (unsigned)n;
        }
        result = inflate(z, Z_NO_FLUSH);
        *got = out_n - z->avail_out;
    }
    member->ended = result == Z_STREAM_END;
    if (result == Z_MEM_ERROR)
        return FM_FLOW_NO_MEMORY;
    if (result != Z_OK && result != Z_STREAM_END)
        return damage(FM_TEXT("damaged data of the ZIP member"), error);
    return FM_FLOW_MORE;
}

static enum fm_flow_state read_some(struct zip_member *member, unsigned char *to, size_t room,
                                    size_t *got, struct fm_error *error)
{
    *got = 0;
    if (member->ended || (!member->deflated && member->left == 0))
        return check_end(member, error);
    const enum fm_flow_state state = member->deflated ? unpack(member, to, room, got, error)
                                                      : copy(member, to, room, got, error);
    if (*got > member->plain_left) {
        *got = (size_t)member->plain_left;
        member->plain_left = 0;
        return damage(FM_TEXT("the ZIP member is longer than in the directory"), error);
    }
    member->plain_left -= *got;
    member->crc = (uint32_t)crc32(member->crc, to, (unsigned)*got);
    return state;
}

static enum fm_flow_state zip_read(struct fm_member *base, unsigned char *to, size_t room,
                                   size_t *got, struct fm_error *error)
{
    const enum fm_flow_state state = read_some(member_of(base), to, room, got, error);
    if (state == FM_FLOW_DAMAGED || state == FM_FLOW_UNVERIFIED) {
        error->in_part = error->os_error == 0;
        error->part_raw = base->begin;
    }
    return state;
}

static const struct fm_member_kind zip_kind = {
    .read = zip_read, .restart = zip_restart, .close = zip_close};

enum fm_status fm_zip_member_open(struct fm_zip *zip, const struct fm_zip_entry *entry,
                                  struct fm_member **out, struct fm_error *error)
{
    uint64_t at;
    FM_TRY(fm_zip_locate(zip, entry, &at, error));
    const struct fm_text lack = lack_of(entry);
    if (lack.n > 0) {
        *error = (struct fm_error){
            .status = FM_INPUT_FAILED, .reason = FM_REASON_INPUT_UNREADABLE, .detail = lack};
        return FM_INPUT_FAILED;
    }
    struct zip_member *member = calloc(1, sizeof *member);
    FM_TRY_MADE(member);
    member->zip = zip;
    member->member = (struct fm_member){.kind = &zip_kind, .begin = at};
    member->raw = entry->raw;
    member->plain = entry->plain;
    member->wanted_crc = entry->crc;
    member->deflated = entry->method == DEFLATED;
    if (member->deflated && inflateInit2(&member->z, -MAX_WBITS) != Z_OK) {
        free(member);
        return FM_NO_MEMORY;
    }
    zip_restart(&member->member);
    *out = &member->member;
    return FM_OK;
}
