/* Ends of members: see extent.h. Sizes in headers are below 2^32 but for a zstd frame's content,
 * which is compared with the limit before anything is added to it. */
#include <config.h>
#include "io/extent.h"

static uint64_t little_endian(const unsigned char *p, size_t n)
{
    uint64_t value = 0;
    while (n > 0)
        value = value << 8 | p[--n];
    return value;
}

/* ---- gzip ---- */

enum { GZIP_FIXED = 10, GZIP_FLAGS = 3, GZIP_EXTRA = 4, GZIP_TRAILER = 8, BGZIP_PLAIN = 1 << 16 };

/* The member's size that the extra field tells; 0 = none. */
static size_t bgzip_size(struct fm_text extra)
{
    for (size_t at = 0; extra.n - at >= 4;) {
        const unsigned char *field = extra.p + at;
        const size_t n = (size_t)little_endian(field + 2, 2);
        if (n > extra.n - at - 4)
            break;
        if (field[0] == 'B' && field[1] == 'C' && n == 2)
            return (size_t)little_endian(field + 4, 2) + 1;
        at += 4 + n;
    }
    return 0;
}

enum fm_extent_state fm_extent_bgzip_given(struct fm_text head, size_t *out)
{
    if (head.n <= GZIP_FLAGS)
        return FM_EXTENT_MORE;
    if ((head.p[GZIP_FLAGS] & GZIP_EXTRA) == 0)
        return FM_EXTENT_NONE;
    if (head.n < GZIP_FIXED + 2)
        return FM_EXTENT_MORE;
    const size_t extra = (size_t)little_endian(head.p + GZIP_FIXED, 2);
    const size_t header = GZIP_FIXED + 2 + extra;
    if (head.n < header)
        return FM_EXTENT_MORE;
    const size_t raw = bgzip_size((struct fm_text){head.p + GZIP_FIXED + 2, extra});
    if (raw < header + GZIP_TRAILER)
        return FM_EXTENT_NONE;
    *out = raw;
    return FM_EXTENT_KNOWN;
}

enum fm_extent_state fm_extent_bgzip(struct fm_text member, size_t limit, struct fm_extent *out)
{
    size_t raw;
    const enum fm_extent_state state = fm_extent_bgzip_given(member, &raw);
    if (state != FM_EXTENT_KNOWN)
        return state;
    if (member.n < raw)
        return FM_EXTENT_MORE;
    const size_t plain = (size_t)little_endian(member.p + raw - 4, 4);
    if (plain > BGZIP_PLAIN || raw + plain > limit)
        return FM_EXTENT_NONE;
    *out = (struct fm_extent){raw, plain};
    return FM_EXTENT_KNOWN;
}

/* ---- zstd ---- */

/* A decoder keeps its window: it may be so small a part of what a frame may take. */
enum { WINDOW_SHARE = 3 };

enum { ZSTD_MAGIC = 4, ZSTD_HEADER_MAX = 18, ZSTD_BLOCK_HEADER = 3, ZSTD_BLOCK_MAX = 1 << 17 };

/* What a frame's header says. */
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
    out->content = content == 0 ? UINT64_MAX : little_endian(in.p + content_at, content);
    if (content == 2)
        out->content += 256;
    out->window = single ? out->content : window_of(in.p[window_at]);
    return true;
}

static enum fm_extent_state skippable(struct fm_text member, size_t limit, struct fm_extent *out)
{
    if (member.n < ZSTD_MAGIC + 4)
        return FM_EXTENT_MORE;
    const uint64_t raw = ZSTD_MAGIC + 4 + little_endian(member.p + ZSTD_MAGIC, 4);
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
        if (raw > member.n || member.n - raw < ZSTD_BLOCK_HEADER)
            return FM_EXTENT_MORE;
        const uint64_t header = little_endian(member.p + raw, ZSTD_BLOCK_HEADER);
        const size_t size = (size_t)(header >> 3);
        const unsigned type = header >> 1 & 3; /* raw, one byte repeated, compressed, reserved */
        if (type == 3 || size > block_max)
            return FM_EXTENT_NONE;
        last = (header & 1) != 0;
        raw += ZSTD_BLOCK_HEADER + (type == 1 ? 1 : size);
        plain += sized ? 0 : type == 2 ? block_max : size;
        const uint64_t window = frame->window < plain ? frame->window : plain;
        if (raw + plain > limit || window > limit / WINDOW_SHARE)
            return FM_EXTENT_NONE;
    }
    *out = (struct fm_extent){raw + (frame->checksum ? 4 : 0), plain};
    return FM_EXTENT_KNOWN;
}

enum fm_extent_state fm_extent_zstd(struct fm_text member, size_t limit, struct fm_extent *out)
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
