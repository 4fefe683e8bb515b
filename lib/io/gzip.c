/* SPDX-License-Identifier: MIT */
/* gzip members, read: through ISA-L where it is there, which takes half of zlib's time, else
 * through zlib; both check the CRC and the length of each. Members of bgzip have their size in the
 * header, and are at most 64 KiB of text. They are written by gzip_write.c. */
#include <config.h>
#include "io/codec.h"
#define ZLIB_CONST
#include <stdlib.h>
#include <zlib.h>
#include "base/lanes.h"
#include "io/file.h"
#ifdef HAVE_ISAL
#    include <isa-l.h>
#    include <isa-l/igzip_lib.h>
#endif
#ifdef HAVE_LIBDEFLATE
#    include <libdeflate.h>
#endif

enum { GZIP_ONLY = 16 + MAX_WBITS };

#ifdef HAVE_ISAL

/* The header is read by a call of its own: isal_inflate() keeps no memory of a header between its
 * calls, and looks at a field of it that nothing has set. */
struct member {
    struct inflate_state z;
    struct isal_gzip_header header;
    bool in_body;
};

static enum fm_status start_gzip(void **state)
{
    struct member *member = *state;
    if (member == NULL && (member = calloc(1, sizeof *member)) == NULL)
        return FM_NO_MEMORY;
    if (*state == NULL)
        isal_inflate_init(&member->z);
    else
        isal_inflate_reset(&member->z);
    *state = member;
    member->z.crc_flag = ISAL_GZIP_NO_HDR_VER;
    member->header = (struct isal_gzip_header){0};
    isal_gzip_header_init(&member->header);
    member->in_body = false;
    return FM_OK;
}

/* After a damaged symbol ISA-L counts more bytes than it has written, a match and some more; what
 * is there is what was in the memory before. 285 are the most that were seen: more than that are
 * taken back from what the call gave. */
enum { OVERSHOOT = 1024 };

static enum fm_flow_state decode_gzip(void *state, struct fm_flow *flow, struct fm_text *detail)
{
    struct member *member = state;
    struct inflate_state *z = &member->z;
    const unsigned in_n = fm_flow_limit(flow->in_n), out_n = fm_flow_limit(flow->out_n);
    int result = ISAL_DECOMP_OK;
    z->next_in = (unsigned char *)(uintptr_t)flow->in; /* is only read */
    z->avail_in = in_n;
    z->next_out = flow->out;
    z->avail_out = out_n;
    if (!member->in_body) {
        result = isal_read_gzip_header(z, &member->header);
        member->in_body = result == ISAL_DECOMP_OK;
    }
    if (member->in_body)
        result = isal_inflate(z);
    size_t given = out_n - z->avail_out;
    fm_flow_pass(flow, in_n - z->avail_in, given);
    if (result >= 0)
        return member->in_body && z->block_state == ISAL_BLOCK_FINISH ? FM_FLOW_END : FM_FLOW_MORE;
    *detail = FM_TEXT("damaged gzip data");
    switch (result) {
    case ISAL_INVALID_WRAPPER:
    case ISAL_UNSUPPORTED_METHOD:
        *detail = FM_TEXT("damaged gzip header");
        break;
    case ISAL_INCORRECT_CHECKSUM:
        *detail = FM_TEXT("incorrect data check");
        return FM_FLOW_UNVERIFIED;
    case ISAL_INVALID_BLOCK:
    case ISAL_INVALID_SYMBOL:
    case ISAL_INVALID_LOOKBACK:
        given = given < OVERSHOOT ? given : OVERSHOOT;
        flow->out -= given;
        flow->out_n += given;
    }
    return FM_FLOW_DAMAGED;
}

static void end_gzip(void *state)
{
    free(state);
}

/* ISA-L has no call for that: its header's version is what the program was built with. */
#    define DIGITS(number) DIGITS_OF(number)
#    define DIGITS_OF(number) #    number

static const char *isal_version(void)
{
    return DIGITS(ISAL_MAJOR_VERSION) "." DIGITS(ISAL_MINOR_VERSION) "." DIGITS(ISAL_PATCH_VERSION);
}

#else

static enum fm_status start_gzip(void **state)
{
    if (*state != NULL)
        return inflateReset(*state) == Z_OK ? FM_OK : FM_NO_MEMORY;
    z_stream *z = calloc(1, sizeof *z);
    if (z == NULL || inflateInit2(z, GZIP_ONLY) != Z_OK) {
        free(z);
        return FM_NO_MEMORY;
    }
    *state = z;
    return FM_OK;
}

static enum fm_flow_state decode_gzip(void *state, struct fm_flow *flow, struct fm_text *detail)
{
    z_stream *z = state;
    const unsigned in_n = fm_flow_limit(flow->in_n), out_n = fm_flow_limit(flow->out_n);
    z->next_in = flow->in;
    z->avail_in = in_n;
    z->next_out = flow->out;
    z->avail_out = out_n;
    const int result = inflate(z, Z_NO_FLUSH);
    fm_flow_pass(flow, in_n - z->avail_in, out_n - z->avail_out);
    switch (result) {
    case Z_OK:
    case Z_BUF_ERROR:
        return FM_FLOW_MORE;
    case Z_STREAM_END:
        return FM_FLOW_END;
    case Z_MEM_ERROR:
        return FM_FLOW_NO_MEMORY;
    default:
        *detail = z->msg != NULL ? fm_text_of(z->msg) : FM_TEXT("damaged gzip data");
        return fm_text_is(*detail, "incorrect data check") ? FM_FLOW_UNVERIFIED : FM_FLOW_DAMAGED;
    }
}

static void end_gzip(void *state)
{
    if (state != NULL)
        inflateEnd(state);
    free(state);
}

#endif

enum { GZIP_FIXED = 10, GZIP_FLAGS = 3, GZIP_EXTRA = 4, GZIP_TRAILER = 8, BGZIP_PLAIN = 1 << 16 };

/* The size of the member in the BC field of bgzip (SAM specification 4.1); 0 = none. */
static size_t bgzip_size(struct fm_text extra)
{
    for (size_t at = 0; extra.n - at >= 4;) {
        const unsigned char *field = extra.p + at;
        const size_t n = (size_t)fm_little_endian(field + 2, 2);
        if (n > extra.n - at - 4)
            break;
        if (field[0] == 'B' && field[1] == 'C' && n == 2)
            return (size_t)fm_little_endian(field + 4, 2) + 1;
        at += 4 + n;
    }
    return 0;
}

static enum fm_extent_state bgzip_reported(struct fm_text head, size_t *out)
{
    if (head.n <= GZIP_FLAGS)
        return FM_EXTENT_MORE;
    if ((head.p[GZIP_FLAGS] & GZIP_EXTRA) == 0)
        return FM_EXTENT_NONE;
    if (head.n < GZIP_FIXED + 2)
        return FM_EXTENT_MORE;
    const size_t extra = (size_t)fm_little_endian(head.p + GZIP_FIXED, 2);
    const size_t header = GZIP_FIXED + 2 + extra;
    if (head.n < header)
        return FM_EXTENT_MORE;
    const size_t raw = bgzip_size((struct fm_text){head.p + GZIP_FIXED + 2, extra});
    if (raw < header + GZIP_TRAILER)
        return FM_EXTENT_NONE;
    *out = raw;
    return FM_EXTENT_KNOWN;
}

static enum fm_extent_state bgzip_measure(struct fm_text member, size_t limit,
                                          struct fm_extent *out)
{
    size_t raw;
    const enum fm_extent_state state = bgzip_reported(member, &raw);
    if (state != FM_EXTENT_KNOWN)
        return state;
    if (member.n < raw)
        return FM_EXTENT_MORE;
    const size_t plain = (size_t)fm_little_endian(member.p + raw - 4, 4);
    if (plain > BGZIP_PLAIN || raw + plain > limit)
        return FM_EXTENT_NONE;
    *out = (struct fm_extent){raw, plain};
    return FM_EXTENT_KNOWN;
}

/* ---- access points --------------------------------------------------------------------------- */

/* Each member of bgzip is one, and its header has its size, so a walk goes from member to member by
 * a few bytes of each: the length of the text at the end of one, and the header of the next. Where
 * a header is damaged the walk goes on with the next one that leads to another: what is between,
 * its reader will find. */

enum { HEADER_MAX = 512, LENGTH = 4, MAGIC = 3 };

static const unsigned char magic[MAGIC] = {0x1f, 0x8b, 0x08};

struct walk {
    int fd;
    uint64_t size; /* bytes of the file */
    int os_error;  /* why it cannot be read; 0 = it can */
};

/* @param plain  NULL, or to it is added the length of the text of the member that ends there.
 * @return the size of the member that begins there, by its header; 0 = none does. */
static size_t member_at(struct walk *walk, uint64_t at, uint64_t *plain)
{
    unsigned char bytes[LENGTH + HEADER_MAX];
    const size_t before = plain != NULL ? LENGTH : 0;
    const size_t n =
        fm_file_read_at(walk->fd, bytes, before + HEADER_MAX, at - before, &walk->os_error);
    const struct fm_text head = {bytes + before, n < before ? 0 : n - before};
    size_t size = 0;
    if (n >= before && plain != NULL)
        *plain += fm_little_endian(bytes, LENGTH);
    return head.n >= MAGIC && memcmp(head.p, magic, MAGIC) == 0 &&
                   bgzip_reported(head, &size) == FM_EXTENT_KNOWN
               ? size
               : 0;
}

/* The first place at or after @p from where a member begins whose size leads to another, or to the
 * end of the file; the file's size if there is none. */
static uint64_t find_member(struct walk *walk, uint64_t from)
{
    unsigned char bytes[16 * 1024];
    for (size_t n = MAGIC; n >= MAGIC && walk->os_error == 0; from += n - (MAGIC - 1)) {
        n = fm_file_read_at(walk->fd, bytes, sizeof bytes, from, &walk->os_error);
        for (size_t i = 0; i + MAGIC <= n; i++) {
            const uint64_t at = from + i;
            const size_t size =
                memcmp(bytes + i, magic, MAGIC) == 0 ? member_at(walk, at, NULL) : 0;
            if (size > 0 && (at + size == walk->size || member_at(walk, at + size, NULL) > 0))
                return at;
        }
    }
    return walk->size;
}

static enum fm_status bgzip_access(int fd, uint64_t size, const uint64_t at[2],
                                   struct fm_input_mark out[2], bool *any, struct fm_error *error)
{
    struct walk walk = {.fd = fd, .size = size};
    struct fm_input_mark point = {0, 0};
    size_t n = member_at(&walk, 0, NULL);
    *any = n > 0;
    for (unsigned i = 0; *any && i < 2;) {
        if (point.raw >= at[i] || point.raw == size) {
            out[i++] = point;
        } else if (n > 0 && n <= size - point.raw) {
            point.raw += n;
            n = member_at(&walk, point.raw, &point.plain);
        } else {
            point.raw = find_member(&walk, point.raw + 1);
            n = member_at(&walk, point.raw, NULL);
        }
    }
    error->os_error = walk.os_error;
    return walk.os_error != 0 ? FM_INPUT_FAILED : FM_OK;
}

#ifdef HAVE_LIBDEFLATE
/* It has no call for that, either. */
static const char *libdeflate_version(void)
{
    return LIBDEFLATE_VERSION_STRING;
}
#endif

const struct fm_coder fm_coder_gzip = {
    .decoder = {.start = start_gzip,
                .feed = decode_gzip,
                .end = end_gzip,
                .flows = true, /* a whole archive is one member, which may have any size */
                .measure = bgzip_measure,
                .reported = bgzip_reported,
                .access = bgzip_access},
    .encoder = &fm_encoder_gzip,
    .libraries =
        {
            {"zlib", zlibVersion},
#ifdef HAVE_ISAL
            {"ISA-L", isal_version},
#endif
#ifdef HAVE_LIBDEFLATE
            {"libdeflate", libdeflate_version},
#endif
        },
};
