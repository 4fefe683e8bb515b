/* SPDX-License-Identifier: MIT */
/* Standard input as BGZF, in members of so many bytes of text each: bgzf SIZE. What fenmill and
 * others write, made by other code. */
#include <config.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { TEXT_MAX = 32768, HEADER = 18, TRAILER = 8, MEMBER_MAX = 65536 };

static void put_number(unsigned char *at, unsigned long value, int bytes)
{
    for (int i = 0; i < bytes; i++, value >>= 8)
        at[i] = value & 255;
}

/* The length of a member is in its header, less one. */
static void put_member(unsigned char *text, size_t n)
{
    static const unsigned char header[HEADER] = {31, 139, 8, 4, 0,   0,   0, 0,
                                                 0,  255, 6, 0, 'B', 'C', 2, 0};
    unsigned char member[MEMBER_MAX];
    z_stream z = {.next_in = text, .avail_in = (uInt)n};
    memcpy(member, header, HEADER);
    z.next_out = member + HEADER;
    z.avail_out = MEMBER_MAX - HEADER - TRAILER;
    if (deflateInit2(&z, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK ||
        deflate(&z, Z_FINISH) != Z_STREAM_END)
        exit(1);
    const size_t whole = HEADER + z.total_out + TRAILER;
    (void)deflateEnd(&z);
    put_number(member + 16, whole - 1, 2);
    put_number(member + whole - 8, crc32(crc32(0, NULL, 0), text, (uInt)n), 4);
    put_number(member + whole - 4, n, 4);
    fwrite(member, 1, whole, stdout);
}

int main(int argc, char **argv)
{
    unsigned char text[TEXT_MAX];
    const size_t size = argc > 1 ? strtoul(argv[1], NULL, 10) : TEXT_MAX;
    size_t n;
    while ((n = fread(text, 1, size < TEXT_MAX ? size : TEXT_MAX, stdin)) > 0)
        put_member(text, n);
    put_member(text, 0); /* the mark of the end */
    return fflush(stdout) == 0 ? 0 : 1;
}
