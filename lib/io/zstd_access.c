/* SPDX-License-Identifier: MIT */
/* Access points of zstd files that have a seek table (zstd's contrib/seekable_format): a skippable
 * frame at the end with the sizes of all frames. What it says of them is checked where they are read. */
#include <config.h>
#include "io/codec.h"
#include "base/lanes.h"
#include "io/file.h"

enum { HEADER = 8, FOOTER = 9, ENTRY = 8, CHECKSUM = 4 };

/* The end of a seek table, and its start. */
static const unsigned char footer_magic[4] = {0xb1, 0xea, 0x92, 0x8f};
static const unsigned char header_magic[4] = {0x5e, 0x2a, 0x4d, 0x18};

struct table {
    int fd;
    uint64_t at;     /* of its first entry in the file */
    uint64_t frames; /* entries */
    size_t entry;    /* bytes of each */
    int os_error;    /* why the file cannot be read; 0 = it can */
};

static bool read_all(struct table *table, uint64_t at, unsigned char *to, size_t n)
{
    return fm_file_read_at(table->fd, to, n, at, &table->os_error) == n;
}

/* @param[out] any  false: the file does not end with a table. @return false: it is damaged, or the
 * file cannot be read. */
static bool find_table(uint64_t size, struct table *table, bool *any)
{
    unsigned char foot[FOOTER], head[HEADER];
    *any = size > HEADER + FOOTER;
    if (!*any)
        return true;
    if (!read_all(table, size - FOOTER, foot, FOOTER))
        return false;
    *any = memcmp(foot + FOOTER - sizeof footer_magic, footer_magic, sizeof footer_magic) == 0;
    if (!*any)
        return true;
    const unsigned char descriptor = foot[4];
    table->frames = fm_little_endian(foot, 4);
    table->entry = descriptor & 0x80 ? ENTRY + CHECKSUM : ENTRY;
    const uint64_t bytes = table->frames * table->entry + FOOTER;
    if ((descriptor & 0x7c) != 0 || bytes > size - HEADER)
        return false;
    table->at = size - bytes;
    return read_all(table, table->at - HEADER, head, HEADER) &&
           memcmp(head, header_magic, sizeof header_magic) == 0 &&
           fm_little_endian(head + 4, 4) == bytes;
}

/* Walk through the entries. @return false: they do not add up to what is before the table. */
static bool walk(struct table *table, uint64_t size, const uint64_t at[2],
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
            !read_all(table, table->at + i * table->entry, bytes, count * table->entry))
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

enum fm_status fm_zstd_access(int fd, uint64_t size, const uint64_t at[2],
                              struct fm_input_mark out[2], bool *any, struct fm_error *error)
{
    struct table table = {.fd = fd};
    if (find_table(size, &table, any) && (!*any || walk(&table, size, at, out)))
        return FM_OK;
    error->os_error = table.os_error;
    if (table.os_error == 0)
        error->detail = FM_TEXT("its seek table is damaged");
    return FM_INPUT_FAILED;
}
