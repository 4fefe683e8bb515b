/* SPDX-License-Identifier: MIT */
/* gzip members, read: through ISA-L where it is there, which takes half of zlib's time, else through
 * zlib; both check the CRC and the length of each. Members of bgzip have their size in the header,
 * and are at most 64 KiB of text. They are written by gzip_write.c. */
#include <config.h>
#include "io/codec.h"
#define ZLIB_CONST
#include <stdlib.h>
#include <zlib.h>
#include "base/lanes.h"
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

static enum fm_status start_decoding(void **state)
{
    struct member *member = *state;
    if (member == NULL) {
        member = calloc(1, sizeof *member);
        if (member == NULL)
            return FM_NO_MEMORY;
        isal_inflate_init(&member->z);
        *state = member;
    } else {
        isal_inflate_reset(&member->z);
    }
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

static void take_back(struct fm_flow *flow, size_t given, int result)
{
    if (result != ISAL_INVALID_BLOCK && result != ISAL_INVALID_SYMBOL &&
        result != ISAL_INVALID_LOOKBACK)
        return;
    const size_t back = given < OVERSHOOT ? given : OVERSHOOT;
    flow->out -= back;
    flow->out_n += back;
}

static struct fm_text damage_of(int result)
{
    switch (result) {
    case ISAL_INVALID_WRAPPER:
    case ISAL_UNSUPPORTED_METHOD:
        return FM_TEXT("damaged gzip header");
    case ISAL_INCORRECT_CHECKSUM:
        return FM_TEXT("incorrect data check");
    default:
        return FM_TEXT("damaged gzip data");
    }
}

/* The header, as far as it is here, and what is after it. */
static int inflate_some(struct member *member)
{
    if (!member->in_body) {
        const int result = isal_read_gzip_header(&member->z, &member->header);
        if (result != ISAL_DECOMP_OK)
            return result == ISAL_END_INPUT ? ISAL_DECOMP_OK : result;
        member->in_body = true;
    }
    return isal_inflate(&member->z);
}

static enum fm_flow_state decode(void *state, struct fm_flow *flow, struct fm_text *detail)
{
    struct member *member = state;
    struct inflate_state *z = &member->z;
    const unsigned in_n = fm_flow_limit(flow->in_n), out_n = fm_flow_limit(flow->out_n);
    z->next_in = (unsigned char *)(uintptr_t)flow->in; /* is only read */
    z->avail_in = in_n;
    z->next_out = flow->out;
    z->avail_out = out_n;
    const int result = inflate_some(member);
    flow->in_n -= in_n - z->avail_in;
    flow->out_n -= out_n - z->avail_out;
    flow->in = z->next_in;
    flow->out = z->next_out;
    if (result < 0) {
        take_back(flow, out_n - z->avail_out, result);
        *detail = damage_of(result);
        return result == ISAL_INCORRECT_CHECKSUM ? FM_FLOW_UNVERIFIED : FM_FLOW_DAMAGED;
    }
    return member->in_body && z->block_state == ISAL_BLOCK_FINISH ? FM_FLOW_END : FM_FLOW_MORE;
}

static void end_decoding(void *state)
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

static enum fm_status start_decoding(void **state)
{
    if (*state != NULL)
        return inflateReset(*state) == Z_OK ? FM_OK : FM_NO_MEMORY;
    z_stream *z = calloc(1, sizeof *z);
    if (z == NULL)
        return FM_NO_MEMORY;
    if (inflateInit2(z, GZIP_ONLY) != Z_OK) {
        free(z);
        return FM_NO_MEMORY;
    }
    *state = z;
    return FM_OK;
}

static enum fm_flow_state decode(void *state, struct fm_flow *flow, struct fm_text *detail)
{
    z_stream *z = state;
    const unsigned in_n = fm_flow_limit(flow->in_n), out_n = fm_flow_limit(flow->out_n);
    z->next_in = flow->in;
    z->avail_in = in_n;
    z->next_out = flow->out;
    z->avail_out = out_n;
    const int result = inflate(z, Z_NO_FLUSH);
    flow->in_n -= in_n - z->avail_in;
    flow->out_n -= out_n - z->avail_out;
    flow->in = z->next_in;
    flow->out = z->next_out;
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
        return fm_text_equal(*detail, FM_TEXT("incorrect data check")) ? FM_FLOW_UNVERIFIED
                                                                       : FM_FLOW_DAMAGED;
    }
}

static void end_decoding(void *state)
{
    if (state == NULL)
        return;
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

static enum fm_extent_state reported_size(struct fm_text head, size_t *out)
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

static enum fm_extent_state measure(struct fm_text member, size_t limit, struct fm_extent *out)
{
    size_t raw;
    const enum fm_extent_state state = reported_size(member, &raw);
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

#ifdef HAVE_LIBDEFLATE
/* It has no call for that, either. */
static const char *libdeflate_version(void)
{
    return LIBDEFLATE_VERSION_STRING;
}
#endif

const struct fm_coder fm_coder_gzip = {
    .decoder = {.start = start_decoding,
                .feed = decode,
                .end = end_decoding,
                .measure = measure,
                .reported = reported_size,
                .access = fm_gzip_access},
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
