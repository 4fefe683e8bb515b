/* SPDX-License-Identifier: MIT */
/* Access points of files of bgzip (SAM specification 4.1): each member is one, and its header has its
 * size, so a walk from member to member takes 22 bytes of each: the length of the text at the end of
 * one, and the header of the next. Where a header is damaged the walk goes on with the next one that
 * leads to another: what is between, its reader will find. */
#include <config.h>
#include "io/codec.h"
#include "base/lanes.h"
#include "io/file.h"

enum { HEADER = 18, HEADER_MAX = 512, LENGTH = 4, MAGIC = 3 };

static const unsigned char magic[MAGIC] = {0x1f, 0x8b, 0x08};

struct walk {
    int fd;
    uint64_t size; /* of the file */
    int os_error;  /* why it cannot be read; 0 = it can */
};

static size_t read_at(struct walk *walk, uint64_t at, unsigned char *to, size_t n)
{
    return fm_file_read_at(walk->fd, to, n, at, &walk->os_error);
}

/* The size of the member that begins there, by its header; 0 = none does. @param head  the first
 * bytes that are known of it. */
static size_t member_size(struct walk *walk, uint64_t at, struct fm_text head)
{
    unsigned char more[HEADER_MAX];
    size_t size = 0;
    if (head.n < MAGIC || memcmp(head.p, magic, MAGIC) != 0)
        return 0;
    enum fm_extent_state state = fm_coder_gzip.decoder.reported(head, &size);
    if (state == FM_EXTENT_MORE) {
        head = (struct fm_text){more, read_at(walk, at, more, sizeof more)};
        state = fm_coder_gzip.decoder.reported(head, &size);
    }
    return state == FM_EXTENT_KNOWN ? size : 0;
}

static size_t member_at(struct walk *walk, uint64_t at)
{
    unsigned char head[HEADER];
    const size_t n = read_at(walk, at, head, sizeof head);
    return member_size(walk, at, (struct fm_text){head, n});
}

/* Move to the end of the member there. @return the size of the next one; 0 = there is none. */
static size_t pass_member(struct walk *walk, struct fm_input_mark *point, size_t size)
{
    unsigned char bytes[LENGTH + HEADER];
    point->raw += size;
    const size_t n = read_at(walk, point->raw - LENGTH, bytes, sizeof bytes);
    if (n < LENGTH)
        return 0;
    point->plain += fm_little_endian(bytes, LENGTH);
    return member_size(walk, point->raw, (struct fm_text){bytes + LENGTH, n - LENGTH});
}

/* The first place at or after @p from where a member begins whose size leads to another, or to the
 * end of the file; the file's size if there is none. */
static uint64_t find_member(struct walk *walk, uint64_t from)
{
    unsigned char bytes[16 * 1024];
    for (size_t n = MAGIC; n >= MAGIC && walk->os_error == 0; from += n - (MAGIC - 1)) {
        n = read_at(walk, from, bytes, sizeof bytes);
        for (size_t i = 0; i + MAGIC <= n; i++) {
            if (memcmp(bytes + i, magic, MAGIC) != 0)
                continue;
            const uint64_t at = from + i;
            const size_t size = member_at(walk, at);
            if (size > 0 && (at + size == walk->size || member_at(walk, at + size) > 0))
                return at;
        }
    }
    return walk->size;
}

enum fm_status fm_gzip_access(int fd, uint64_t size, const uint64_t at[2],
                              struct fm_input_mark out[2], bool *any, struct fm_error *error)
{
    struct walk walk = {.fd = fd, .size = size};
    struct fm_input_mark point = {0, 0};
    size_t n = member_at(&walk, 0);
    *any = n > 0;
    for (unsigned i = 0; *any && i < 2;) {
        if (point.raw >= at[i] || point.raw == size) {
            out[i++] = point;
        } else if (n > 0 && n <= size - point.raw) {
            n = pass_member(&walk, &point, n);
        } else {
            point.raw = find_member(&walk, point.raw + 1);
            n = member_at(&walk, point.raw);
        }
    }
    error->os_error = walk.os_error;
    return walk.os_error != 0 ? FM_INPUT_FAILED : FM_OK;
}
