/* SPDX-License-Identifier: MIT */
/* gzip, written as bgzip does (SAM specification, 4.1): members of at most 64 KiB, each with its
 * size in an extra field, so that threads can find and read them apart, and an empty one at the
 * end. Through libdeflate where it is there, which takes a quarter of zlib's time, else through
 * zlib; so the bytes depend on the library. Without name or time. */
#include <config.h>
#include <stdlib.h>
#include "base/lanes.h"
#include "io/codec.h"
#ifdef HAVE_LIBDEFLATE
#    include <libdeflate.h>
#else
#    define ZLIB_CONST
#    include <zlib.h>
#endif

/* bgzip's own sizes: what cannot be compressed fits into a member, too. A piece is several members,
 * so that giving it to a thread costs nothing against compressing it. */
enum {
    MEMBER_PLAIN = 0xff00,
    MEMBER_MAX = 0x10000,
    MEMBERS = 4,
    HEADER = 18,
    SIZE_AT = 16,
    TRAILER = 8
};

/* Up to the size of the member, which comes next: deflate, an extra field, no time, system unknown,
 * six bytes of extra fields, BC of two bytes. */
static const unsigned char header[SIZE_AT] = {0x1f, 0x8b, 8, 4, 0,   0,   0, 0,
                                              0,    0xff, 6, 0, 'B', 'C', 2, 0};
/* The empty member, by which readers know that the file is not cut. */
static const unsigned char end_of_file[] = {0x1f, 0x8b, 8,  4, 0, 0, 0, 0, 0, 0xff, 6, 0, 'B', 'C',
                                            2,    0,    27, 0, 3, 0, 0, 0, 0, 0,    0, 0, 0,   0};

/* The best level that is not much slower than those before it, and at most 8 % larger than gzip -6.
 */
#ifdef HAVE_LIBDEFLATE

enum { USUAL_LEVEL = 5 };

static enum fm_status start_deflate(unsigned level, void **state)
{
    *state = libdeflate_alloc_compressor((int)level);
    return *state == NULL ? FM_NO_MEMORY : FM_OK;
}

static void end_deflate(void *state)
{
    libdeflate_free_compressor(state);
}

static uint32_t checksum(struct fm_text text)
{
    return libdeflate_crc32(0, text.p, text.n);
}

/* @return bytes written; 0: there is not room enough. */
static size_t deflate_text(void *state, struct fm_text text, unsigned char *out, size_t room)
{
    return libdeflate_deflate_compress(state, text.p, text.n, out, room);
}

#else

enum { USUAL_LEVEL = 6, MEMORY_LEVEL = 8 };

static enum fm_status start_deflate(unsigned level, void **state)
{
    z_stream *z = calloc(1, sizeof *z);
    if (z == NULL || deflateInit2(z, (int)level, Z_DEFLATED, -MAX_WBITS, MEMORY_LEVEL,
                                  Z_DEFAULT_STRATEGY) != Z_OK) {
        free(z);
        return FM_NO_MEMORY;
    }
    *state = z;
    return FM_OK;
}

static void end_deflate(void *state)
{
    if (state != NULL)
        (void)deflateEnd(state);
    free(state);
}

static uint32_t checksum(struct fm_text text)
{
    return (uint32_t)crc32(0, text.p, (uInt)text.n);
}

/* @return bytes written; 0: there is not room enough. */
static size_t deflate_text(void *state, struct fm_text text, unsigned char *out, size_t room)
{
    z_stream *z = state;
    (void)deflateReset(z);
    z->next_in = text.p;
    z->avail_in = (uInt)text.n;
    z->next_out = out;
    z->avail_out = (uInt)room;
    return deflate(z, Z_FINISH) == Z_STREAM_END ? room - z->avail_out : 0;
}

#endif

/* What cannot be compressed becomes one block of deflate that is not (RFC 1951, 3.2.4). */
static size_t write_member(void *state, struct fm_text text, unsigned char *out)
{
    unsigned char *const body = out + HEADER;
    size_t n = deflate_text(state, text, body, MEMBER_MAX - HEADER - TRAILER);
    if (n == 0) {
        body[0] = 1;
        fm_little_endian_store(body + 1, 2, text.n);
        fm_little_endian_store(body + 3, 2, ~text.n);
        memcpy(body + 5, text.p, text.n);
        n = 5 + text.n;
    }
    memcpy(out, header, SIZE_AT);
    fm_little_endian_store(out + SIZE_AT, 2, HEADER + n + TRAILER - 1);
    fm_little_endian_store(body + n, 4, checksum(text));
    fm_little_endian_store(body + n + 4, 4, text.n);
    return HEADER + n + TRAILER;
}

static enum fm_status encode_members(void *state, struct fm_text piece, unsigned char *out,
                                     size_t *n)
{
    *n = 0;
    while (piece.n > 0) {
        const size_t some = piece.n < MEMBER_PLAIN ? piece.n : MEMBER_PLAIN;
        *n += write_member(state, (struct fm_text){piece.p, some}, out + *n);
        piece = fm_text_after(piece, some);
    }
    return FM_OK;
}

static enum fm_status finish_members(struct fm_text index, struct fm_buf *out)
{
    (void)index;
    return fm_buf_append(out, end_of_file, sizeof end_of_file);
}

const struct fm_encoder fm_encoder_gzip = {.piece = MEMBERS * MEMBER_PLAIN,
                                           .packed_max = MEMBERS * MEMBER_MAX,
                                           .level_max = 9,
                                           .level_usual = USUAL_LEVEL,
                                           .level_records = USUAL_LEVEL,
                                           .bad_level = "the levels of .gz are 1 to 9",
                                           .start = start_deflate,
                                           .encode = encode_members,
                                           .end = end_deflate,
                                           .finish = finish_members};
