/* SPDX-License-Identifier: MIT */
/* The classes of bytes that PGN is read by, one table; and characters of several bytes. */
#include <config.h>
#include "pgn/bytes.h"

/* Short names keep the table a table. */
enum {
    B = FM_BYTE_BLANK,
    D = FM_BYTE_DIGIT,
    N = FM_BYTE_NAME,
    L = FM_BYTE_DELIMITER,
    M = FM_BYTE_MARK,
    T = FM_BYTE_TAG_MARK,
    S = FM_BYTE_STOP,
    C = FM_BYTE_CONTROL | L | M | S, /* DEL; the other controls are in tag marks, too */
    E = B | L | T | S,               /* tabs and line ends */
    H = M | S                        /* not ASCII */
};
#define FOUR(classes) classes, classes, classes, classes
#define EIGHT(classes) FOUR(classes), FOUR(classes)

/* clang-format off */
const uint8_t fm_bytes[256] = {
    /* 00 */ EIGHT(C|T),
    /* 08 */ C|T, E, E, E, E, E, C|T, C|T,
    /* 10 */ EIGHT(C|T), EIGHT(C|T),
    /* 20 */ B|L|S, 0, L|T|S, 0, L|S, M, 0, 0,
    /* 28 */ L|M|S, L|M|S, L|M|S, 0, L|S, M, S, M,
    /* 30 */ EIGHT(D|N),
    /* 38 */ D|N, D|N, M, L|M|S, L|S, 0, L|S, 0,
    /* 40 */ 0, N, N, N, FOUR(N),
    /* 48 */ EIGHT(N), EIGHT(N),
    /* 58 */ N, N, N, L|M|S, T, L|S, 0, N,
    /* 60 */ 0, N, N, N, FOUR(N),
    /* 68 */ EIGHT(N), EIGHT(N),
    /* 78 */ N, N, N, L|M|S, 0, L|M|S, 0, C,
    /* 80 */ EIGHT(H), EIGHT(H), EIGHT(H), EIGHT(H), EIGHT(H), EIGHT(H), EIGHT(H), EIGHT(H),
    /* c0 */ EIGHT(H), EIGHT(H), EIGHT(H), EIGHT(H), EIGHT(H), EIGHT(H), EIGHT(H), EIGHT(H),
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
