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
#    include "io/file.h"

enum { BLOCK_HEADER = 3, FIRST_BYTES = 2, ZSTD_MAGIC = 4, ZSTD_BLOCK_MAX = 1 << 17 };

enum { FRAME_CHECKSUM = 4 }; /* bit of a frame's descriptor, the byte after its magic number */

struct decoding {
    ZSTD_DCtx *context;
    size_t wanted; /* bytes to give it next */
    size_t head;   /* bytes of the frame that were read, up to its descriptor */
    unsigned char descriptor;
};

static enum fm_status start_zstd(void **state)
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
    decoding->head = 0;
    return decoding->context != NULL ? FM_OK : FM_NO_MEMORY;
}

/* Each call of the library gets a block or its header and no more: what it has written in a call
 * that fails it does not report. Nor does it take a whole frame in one step so, for which it would
 * be less strict. */
static enum fm_flow_state decode_zstd(void *state, struct fm_flow *flow, struct fm_text *detail)
{
    struct decoding *decoding = state;
    for (;;) {
        const size_t in_n = flow->in_n < decoding->wanted ? flow->in_n : decoding->wanted;
        ZSTD_inBuffer in = {flow->in, in_n, 0};
        ZSTD_outBuffer out = {flow->out, flow->out_n, 0};
        const size_t result = ZSTD_decompressStream(decoding->context, &out, &in);
        if (decoding->head <= ZSTD_MAGIC && decoding->head + in.pos > ZSTD_MAGIC)
            decoding->descriptor = flow->in[ZSTD_MAGIC - decoding->head];
        decoding->head += decoding->head <= ZSTD_MAGIC ? in.pos : 0;
        fm_flow_pass(flow, in.pos, out.pos);
        /* The library wants a block and the header of the next. */
        decoding->wanted = result > BLOCK_HEADER ? result - BLOCK_HEADER : result;
        if (ZSTD_isError(result)) {
            const ZSTD_ErrorCode code = ZSTD_getErrorCode(result);
            *detail = fm_text_of(ZSTD_getErrorName(result));
            return code == ZSTD_error_memory_allocation ? FM_FLOW_NO_MEMORY
                   : code == ZSTD_error_checksum_wrong  ? FM_FLOW_UNVERIFIED
                                                        : FM_FLOW_DAMAGED;
        }
        if (result == 0)
            return FM_FLOW_END;
        if (in.pos + out.pos == 0 || flow->in_n == 0 || flow->out_n == 0)
            return FM_FLOW_MORE;
    }
}

/* Where it is a skippable frame there is no text. */
static bool frame_verifies(const void *state)
{
    return (((const struct decoding *)state)->descriptor & FRAME_CHECKSUM) != 0;
}

static void end_zstd(void *state)
{
    struct decoding *decoding = state;
    if (decoding != NULL)
        (void)ZSTD_freeDCtx(decoding->context);
    free(decoding);
}

/* A decoder keeps its window: it may be so small a part of what a frame may take. */
enum { WINDOW_SHARE = 3 };

/* The table of frames in the seekable format: a skippable frame whose head has its size, an entry
 * for each frame, a footer. */
enum { HEADER = 8, FOOTER = 9, ENTRY = 8, CHECKSUM = 4 };

static const unsigned char table_head[4] = {0x5e, 0x2a, 0x4d, 0x18};
static const unsigned char table_foot[4] = {0xb1, 0xea, 0x92, 0x8f};

/* A frame's header. */
struct frame {
    size_t header;    /* bytes of the header, the magic number included */
    uint64_t window;  /* bytes */
    uint64_t content; /* bytes, or UINT64_MAX */
    bool checksum;
};

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
    out->checksum = (descriptor & FRAME_CHECKSUM) != 0;
    out->content = content == 0 ? UINT64_MAX : fm_little_endian(in.p + content_at, content);
    if (content == 2)
        out->content += 256;
    const uint64_t base = UINT64_C(1) << (10 + (in.p[window_at] >> 3));
    out->window = single ? out->content : base + base / 8 * (in.p[window_at] & 7);
    return true;
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

static enum fm_extent_state zstd_measure(struct fm_text member, size_t limit, struct fm_extent *out)
{
    struct frame frame;
    if (member.n < ZSTD_MAGIC)
        return FM_EXTENT_MORE;
    if ((member.p[0] & 0xf0) == 0x50) { /* skippable: the magic number and a size */
        if (member.n < HEADER)
            return FM_EXTENT_MORE;
        const uint64_t raw = HEADER + fm_little_endian(member.p + ZSTD_MAGIC, 4);
        *out = (struct fm_extent){(size_t)raw, 0};
        return raw > limit ? FM_EXTENT_NONE : FM_EXTENT_KNOWN;
    }
    if (!frame_read(member, &frame))
        return FM_EXTENT_MORE;
    if (frame.content != UINT64_MAX && frame.content > limit)
        return FM_EXTENT_NONE;
    return walk_blocks(member, limit, &frame, out);
}

/* ---- written --------------------------------------------------------------------------------- */

/* Frames of 1 MiB are 1.4 % larger than one frame for PGN, and smaller than it for FEN. A decoder
 * on two threads still takes them ahead. */
enum { FRAME = 1 << 20, LEVEL_MAX = 19 };

/* zstd's own level; it makes PGN 12 % smaller than level 1 does. Records of positions it makes
 * larger (FEN by 3 %, EPD by 5 %) or as large, in 1.2 times the time. */
enum { USUAL_LEVEL = 3, RECORDS_LEVEL = 1 };

static enum fm_status start_writing(unsigned level, void **state)
{
    ZSTD_CCtx *context = ZSTD_createCCtx();
    FM_TRY_MADE(context);
    (void)ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, (int)level);
    (void)ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    *state = context;
    return FM_OK;
}

/* What a context has compressed before changes nothing: zstd's own threads, too, take them in no
 * order. */
static enum fm_status encode_frame(void *state, struct fm_text piece, unsigned char *out, size_t *n)
{
    *n = ZSTD_compress2(state, out, ZSTD_COMPRESSBOUND(FRAME), piece.p, piece.n);
    return ZSTD_isError(*n) ? FM_NO_MEMORY : FM_OK; /* all else would be a wrong call */
}

static void end_writing(void *state)
{
    (void)ZSTD_freeCCtx(state);
}

/* Of each frame its bytes compressed and plain; how many there are, no checksums. */
static enum fm_status finish_table(struct fm_text index, struct fm_buf *out)
{
    unsigned char head[HEADER], foot[FOOTER] = {0};
    memcpy(head, table_head, sizeof table_head);
    fm_little_endian_store(head + 4, 4, index.n + FOOTER);
    fm_little_endian_store(foot, 4, index.n / ENTRY);
    memcpy(foot + 5, table_foot, sizeof table_foot);
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
                                          .start = start_writing,
                                          .encode = encode_frame,
                                          .end = end_writing,
                                          .finish = finish_table,
                                          .has_index = true};

/* ---- access points --------------------------------------------------------------------------- */

struct table {
    int fd;
    uint64_t at;     /* offset of the first entry in the file */
    uint64_t frames; /* entries */
    size_t entry;    /* bytes of each */
    int os_error;    /* why the file cannot be read; 0 = it can */
};

static bool read_table(struct table *table, uint64_t at, unsigned char *to, size_t n)
{
    return fm_file_read_at(table->fd, to, n, at, &table->os_error) == n;
}

/* @param[out] any  false: the file does not end with a table. @return false: it is damaged, or the
 * file cannot be read. */
static bool find_table(uint64_t size, struct table *table, bool *any)
{
    unsigned char foot[FOOTER], head[HEADER];
    *any = size > HEADER + FOOTER;
    if (*any && !read_table(table, size - FOOTER, foot, FOOTER))
        return false;
    *any = *any && memcmp(foot + 5, table_foot, sizeof table_foot) == 0;
    if (!*any)
        return true;
    const unsigned char descriptor = foot[4];
    table->frames = fm_little_endian(foot, 4);
    table->entry = descriptor & 0x80 ? ENTRY + CHECKSUM : ENTRY;
    const uint64_t bytes = table->frames * table->entry + FOOTER;
    if ((descriptor & 0x7c) != 0 || bytes > size - HEADER)
        return false;
    table->at = size - bytes;
    return read_table(table, table->at - HEADER, head, HEADER) &&
           memcmp(head, table_head, sizeof table_head) == 0 &&
           fm_little_endian(head + 4, 4) == bytes;
}

/* Walk through the entries; what they say of frames is checked where those are read. @return false:
 * they do not add up to what is before the table. */
static bool walk_table(struct table *table, uint64_t size, const uint64_t at[2],
                       struct fm_input_mark out[2])
{
    enum { AT_A_TIME = 512 };
    unsigned char bytes[AT_A_TIME * (ENTRY + CHECKSUM)];
    struct fm_input_mark point = {0, 0};
    unsigned found = 0;
    for (uint64_t i = 0; i < table->frames; i++) {
        const size_t place = (size_t)(i % AT_A_TIME) * table->entry;
        const uint64_t left = table->frames - i;
        const size_t count = left < AT_A_TIME ? (size_t)left : AT_A_TIME;
        if (place == 0 &&
            !read_table(table, table->at + i * table->entry, bytes, count * table->entry))
            return false;
        while (found < 2 && point.raw >= at[found])
            out[found++] = point;
        point.raw += fm_little_endian(bytes + place, 4);
        point.plain += fm_little_endian(bytes + place + 4, 4);
    }
    while (found < 2)
        out[found++] = (struct fm_input_mark){size, point.plain};
    return point.raw == table->at - HEADER;
}

static enum fm_status zstd_access(int fd, uint64_t size, const uint64_t at[2],
                                  struct fm_input_mark out[2], bool *any, struct fm_error *error)
{
    struct table table = {.fd = fd};
    if (find_table(size, &table, any) && (!*any || walk_table(&table, size, at, out)))
        return FM_OK;
    error->os_error = table.os_error;
    if (table.os_error == 0)
        error->detail = FM_TEXT("its seek table is damaged");
    return FM_INPUT_FAILED;
}

const struct fm_coder fm_coder_zstd = {
    .decoder = {.start = start_zstd,
                .feed = decode_zstd,
                .end = end_zstd,
                .verifies = frame_verifies,
                .measure = zstd_measure,
                .access = zstd_access},
    .encoder = &encoder,
    .libraries = {{"zstd", ZSTD_versionString}},
};
#else
const struct fm_coder fm_coder_zstd = {.libraries = {{NULL, NULL}}};
#endif
