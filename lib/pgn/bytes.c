/* SPDX-License-Identifier: MIT */
/* The classes of bytes that PGN is read by, one table; and characters of several bytes. */
#include <config.h>
#include "pgn/bytes.h"
#include "base/utf8.h"

/* Short names keep the table a table. */
enum {
    B = FM_BYTE_BLANK,
    C = FM_BYTE_CONTROL,
    D = FM_BYTE_DIGIT,
    N = FM_BYTE_NAME,
    L = FM_BYTE_DELIMITER,
    M = FM_BYTE_MARK,
    T = FM_BYTE_TAG_MARK,
    S = FM_BYTE_STOP
};

/* clang-format off */
const uint8_t fm_bytes[256] = {
    /* 00 */ C|L|M|T|S, C|L|M|T|S, C|L|M|T|S, C|L|M|T|S, C|L|M|T|S, C|L|M|T|S, C|L|M|T|S, C|L|M|T|S,
    /* 08 */ C|L|M|T|S, B|L|T|S, B|L|T|S, B|L|T|S, B|L|T|S, B|L|T|S, C|L|M|T|S, C|L|M|T|S,
    /* 10 */ C|L|M|T|S, C|L|M|T|S, C|L|M|T|S, C|L|M|T|S, C|L|M|T|S, C|L|M|T|S, C|L|M|T|S, C|L|M|T|S,
    /* 18 */ C|L|M|T|S, C|L|M|T|S, C|L|M|T|S, C|L|M|T|S, C|L|M|T|S, C|L|M|T|S, C|L|M|T|S, C|L|M|T|S,
    /* 20 */ B|L|S, 0, L|T|S, 0, L|S, M, 0, 0,
    /* 28 */ L|M|S, L|M|S, L|M|S, 0, L|S, M, S, M,
    /* 30 */ D|N, D|N, D|N, D|N, D|N, D|N, D|N, D|N,
    /* 38 */ D|N, D|N, M, L|M|S, L|S, 0, L|S, 0,
    /* 40 */ 0, N, N, N, N, N, N, N,
    /* 48 */ N, N, N, N, N, N, N, N,
    /* 50 */ N, N, N, N, N, N, N, N,
    /* 58 */ N, N, N, L|M|S, T, L|S, 0, N,
    /* 60 */ 0, N, N, N, N, N, N, N,
    /* 68 */ N, N, N, N, N, N, N, N,
    /* 70 */ N, N, N, N, N, N, N, N,
    /* 78 */ N, N, N, L|M|S, 0, L|M|S, 0, C|L|M|S,
    /* 80 */ M|S, M|S, M|S, M|S, M|S, M|S, M|S, M|S,
    /* 88 */ M|S, M|S, M|S, M|S, M|S, M|S, M|S, M|S,
    /* 90 */ M|S, M|S, M|S, M|S, M|S, M|S, M|S, M|S,
    /* 98 */ M|S, M|S, M|S, M|S, M|S, M|S, M|S, M|S,
    /* a0 */ M|S, M|S, M|S, M|S, M|S, M|S, M|S, M|S,
    /* a8 */ M|S, M|S, M|S, M|S, M|S, M|S, M|S, M|S,
    /* b0 */ M|S, M|S, M|S, M|S, M|S, M|S, M|S, M|S,
    /* b8 */ M|S, M|S, M|S, M|S, M|S, M|S, M|S, M|S,
    /* c0 */ M|S, M|S, M|S, M|S, M|S, M|S, M|S, M|S,
    /* c8 */ M|S, M|S, M|S, M|S, M|S, M|S, M|S, M|S,
    /* d0 */ M|S, M|S, M|S, M|S, M|S, M|S, M|S, M|S,
    /* d8 */ M|S, M|S, M|S, M|S, M|S, M|S, M|S, M|S,
    /* e0 */ M|S, M|S, M|S, M|S, M|S, M|S, M|S, M|S,
    /* e8 */ M|S, M|S, M|S, M|S, M|S, M|S, M|S, M|S,
    /* f0 */ M|S, M|S, M|S, M|S, M|S, M|S, M|S, M|S,
    /* f8 */ M|S, M|S, M|S, M|S, M|S, M|S, M|S, M|S,
};
/* clang-format on */

unsigned fm_char_size(const unsigned char *p)
{
    enum { LONGEST = 4 };
    const size_t size = fm_utf8_length(p, LONGEST);
    return size == 0 ? 1 : (unsigned)size;
}

/* A lone A0 is Windows-1252's no-break space, where it is not the tail of a UTF-8 character. */
unsigned fm_blank_size(const unsigned char *p)
{
    if (p[0] == 0xC2 && p[1] == 0xA0)
        return 2;
    if (fm_is_bom(p) || (p[0] == 0xE2 && p[1] == 0x80 && p[2] >= 0x80 && p[2] <= 0x8F))
        return 3;
    return p[0] == 0xA0 ? 1 : 0;
}
