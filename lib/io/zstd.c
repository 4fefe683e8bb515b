/* SPDX-License-Identifier: MIT */
/* zstd frames, skippable ones too (RFC 8878). Windows above 128 MiB are refused, as the zstd
 * program does by default. Written in the seekable format of zstd's contrib directory: frames with
 * their size and a checksum, and a table of them in a skippable frame at the end. */
#include <config.h>
#include "io/codec.h"
#ifdef HAVE_ZSTD
#    include <stdlib.h>
#    include <zstd.h>
#    include <zstd_errors.h>
#    include "base/lanes.h"

enum { BLOCK_HEADER = 3, FIRST_BYTES = 2 };

struct decoding {
    ZSTD_DCtx *context;
    size_t wanted; /* bytes to give it next */
};

static enum fm_status start_decoding(void **state)
{
    struct decoding *decoding = *state;
    if (decoding == NULL && (decoding = calloc(1, sizeof *decoding)) == NULL)
        return FM_NO_MEMORY;
    *state = decoding;
    if (decoding->context == NULL)
        decoding->context = ZSTD_createDCtx();
    else
        (void)ZSTD_DCtx_reset(decoding->context, ZSTD_reset_session_only);
    decoding->wanted = FIRST_BYTES;
    return decoding->context != NULL ? FM_OK : FM_NO_MEMORY;
}

/* One call of the library, which gets a block or its header and no more: what it has written in a
 * call that fails it does not report. Nor does it take a whole frame in one step so, for which it
 * would be less strict. @return what the library returns. */
static size_t feed_some(struct decoding *decoding, struct fm_flow *flow)
{
    const size_t in_n = flow->in_n < decoding->wanted ? flow->in_n : decoding->wanted;
    ZSTD_inBuffer in = {flow->in, in_n, 0};
    ZSTD_outBuffer out = {flow->out, flow->out_n, 0};
    const size_t result = ZSTD_decompressStream(decoding->context, &out, &in);
    flow->in += in.pos;
    flow->in_n -= in.pos;
    flow->out += out.pos;
    flow->out_n -= out.pos;
    /* The library wants a block and the header of the next. */
    decoding->wanted = result > BLOCK_HEADER ? result - BLOCK_HEADER : result;
    return result;
}

static enum fm_flow_state state_of(size_t error, struct fm_text *detail)
{
    const ZSTD_ErrorCode code = ZSTD_getErrorCode(error);
    *detail = fm_text_of(ZSTD_getErrorName(error));
    return code == ZSTD_error_memory_allocation ? FM_FLOW_NO_MEMORY
           : code == ZSTD_error_checksum_wrong  ? FM_FLOW_UNVERIFIED
                                                : FM_FLOW_DAMAGED;
}

static enum fm_flow_state decode(void *state, struct fm_flow *flow, struct fm_text *detail)
{
    for (;;) {
        const size_t in_n = flow->in_n, out_n = flow->out_n;
        const size_t result = feed_some(state, flow);
        if (ZSTD_isError(result))
            return state_of(result, detail);
        if (result == 0)
            return FM_FLOW_END;
        const bool stuck = flow->in_n == in_n && flow->out_n == out_n;
        if (stuck || flow->in_n == 0 || flow->out_n == 0)
            return FM_FLOW_MORE;
    }
}

static void end_decoding(void *state)
{
    struct decoding *decoding = state;
    if (decoding == NULL)
        return;
    (void)ZSTD_freeDCtx(decoding->context);
    free(decoding);
}

/* A decoder keeps its window: it may be so small a part of what a frame may take. */
enum { WINDOW_SHARE = 3 };

enum { ZSTD_MAGIC = 4, ZSTD_HEADER_MAX = 18, ZSTD_BLOCK_MAX = 1 << 17 };

/* A frame's header. */
struct frame {
    size_t header;    /* bytes of it, the magic number's too */
    uint64_t window;  /* bytes */
    uint64_t content; /* bytes, or UINT64_MAX */
    bool checksum;
};

static uint64_t window_of(unsigned char descriptor)
{
    const uint64_t base = UINT64_C(1) << (10 + (descriptor >> 3));
    return base + base / 8 * (descriptor & 7);
}

/* @return false: more bytes are needed. */
static bool frame_read(struct fm_text in, struct frame *out)
{
    static const unsigned char dictionary_sizes[] = {0, 1, 2, 4}, content_sizes[] = {0, 2, 4, 8};
    if (in.n <= ZSTD_MAGIC)
        return false;
    const unsigned char descriptor = in.p[ZSTD_MAGIC];
    const bool single = (descriptor & 0x20) != 0;
    const size_t dictionary = dictionary_sizes[descriptor & 3];
    size_t content = content_sizes[descriptor >> 6];
    if (single && content == 0)
        content = 1;
    const size_t window_at = ZSTD_MAGIC + 1, content_at = window_at + !single + dictionary;
    out->header = content_at + content;
    if (in.n < out->header)
        return false;
    out->checksum = (descriptor & 4) != 0;
    out->content = content == 0 ? UINT64_MAX : fm_little_endian(in.p + content_at, content);
    if (content == 2)
        out->content += 256;
    out->window = single ? out->content : window_of(in.p[window_at]);
    return true;
}

static enum fm_extent_state skippable(struct fm_text member, size_t limit, struct fm_extent *out)
{
    if (member.n < ZSTD_MAGIC + 4)
        return FM_EXTENT_MORE;
    const uint64_t raw = ZSTD_MAGIC + 4 + fm_little_endian(member.p + ZSTD_MAGIC, 4);
    if (raw > limit)
        return FM_EXTENT_NONE;
    *out = (struct fm_extent){(size_t)raw, 0};
    return FM_EXTENT_KNOWN;
}

static enum fm_extent_state walk_blocks(struct fm_text member, size_t limit,
                                        const struct frame *frame, struct fm_extent *out)
{
    const size_t block_max =
        frame->window < ZSTD_BLOCK_MAX ? (size_t)frame->window : ZSTD_BLOCK_MAX;
    const bool sized = frame->content != UINT64_MAX;
    size_t raw = frame->header, plain = sized ? (size_t)frame->content : 0;
    for (bool last = false; !last;) {
        if (raw > member.n || member.n - raw < BLOCK_HEADER)
            return FM_EXTENT_MORE;
        const uint64_t header = fm_little_endian(member.p + raw, BLOCK_HEADER);
        const size_t size = (size_t)(header >> 3);
        const unsigned type = header >> 1 & 3; /* raw, one byte repeated, compressed, reserved */
        if (type == 3 || size > block_max)
            return FM_EXTENT_NONE;
        last = (header & 1) != 0;
        raw += BLOCK_HEADER + (type == 1 ? 1 : size);
        plain += sized ? 0 : type == 2 ? block_max : size;
        const uint64_t window = frame->window < plain ? frame->window : plain;
        if (raw + plain > limit || window > limit / WINDOW_SHARE)
            return FM_EXTENT_NONE;
    }
    *out = (struct fm_extent){raw + (frame->checksum ? 4 : 0), plain};
    return FM_EXTENT_KNOWN;
}

static enum fm_extent_state measure(struct fm_text member, size_t limit, struct fm_extent *out)
{
    struct frame frame;
    if (member.n < ZSTD_MAGIC)
        return FM_EXTENT_MORE;
    if ((member.p[0] & 0xf0) == 0x50)
        return skippable(member, limit, out);
    if (!frame_read(member, &frame))
        return FM_EXTENT_MORE;
    if (frame.content != UINT64_MAX && frame.content > limit)
        return FM_EXTENT_NONE;
    return walk_blocks(member, limit, &frame, out);
}

/* Frames of 1 MiB are 1.4 % larger than one frame for PGN, and smaller than it for FEN. A decoder on
 * two threads still takes them ahead. */
enum { FRAME = 1 << 20, LEVEL_MAX = 19 };

/* zstd's own level; it makes PGN 12 % smaller than level 1 does. Records of positions it makes larger
 * (FEN by 3 %, EPD by 5 %) or as large, in 1.2 times the time. */
enum { USUAL_LEVEL = 3, RECORDS_LEVEL = 1 };

static enum fm_status start_encoding(unsigned level, void **state)
{
    ZSTD_CCtx *context = ZSTD_createCCtx();
    if (context == NULL)
        return FM_NO_MEMORY;
    (void)ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, (int)level);
    (void)ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    *state = context;
    return FM_OK;
}

/* What a context has compressed before changes nothing: zstd's own threads, too, take them in no
 * order. */
static enum fm_status encode(void *state, struct fm_text piece, unsigned char *out, size_t *n)
{
    *n = ZSTD_compress2(state, out, ZSTD_COMPRESSBOUND(FRAME), piece.p, piece.n);
    return ZSTD_isError(*n) ? FM_NO_MEMORY : FM_OK; /* all else would be a wrong call */
}

static void end_encoding(void *state)
{
    (void)ZSTD_freeCCtx(state);
}

/* The table of frames: their bytes compressed and plain, how many there are, no checksums. */
static enum fm_status finish(struct fm_text index, struct fm_buf *out)
{
    enum { ENTRY = 8, HEADER = 8, FOOTER = 9 };
    unsigned char head[HEADER] = {0x5e, 0x2a, 0x4d, 0x18};
    unsigned char foot[FOOTER] = {[5] = 0xb1, 0xea, 0x92, 0x8f};
    fm_little_endian_store(head + 4, 4, index.n + FOOTER);
    fm_little_endian_store(foot, 4, index.n / ENTRY);
    FM_TRY(fm_buf_append(out, head, HEADER));
    FM_TRY(fm_buf_append_text(out, index));
    return fm_buf_append(out, foot, FOOTER);
}

static const struct fm_encoder encoder = {.piece = FRAME,
                                          .packed_max = ZSTD_COMPRESSBOUND(FRAME),
                                          .level_max = LEVEL_MAX,
                                          .level_usual = USUAL_LEVEL,
                                          .level_records = RECORDS_LEVEL,
                                          .bad_level = "the levels of .zst are 1 to 19",
                                          .start = start_encoding,
                                          .encode = encode,
                                          .end = end_encoding,
                                          .finish = finish,
                                          .has_index = true};

const struct fm_coder fm_coder_zstd = {
    .decoder = {.start = start_decoding,
                .feed = decode,
                .end = end_decoding,
                .measure = measure,
                .access = fm_zstd_access},
    .encoder = &encoder,
    .libraries = {{"zstd", ZSTD_versionString}},
};
#else
const struct fm_coder fm_coder_zstd = {.libraries = {{NULL, NULL}}};
#endif
