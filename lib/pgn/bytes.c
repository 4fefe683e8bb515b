/* The classes of bytes that PGN is read by, one table. */
#include <config.h>
#include "pgn/bytes.h"

/* Short names keep the table a table. */
enum {
    B = FM_BYTE_BLANK, C = FM_BYTE_CONTROL, D = FM_BYTE_DIGIT, N = FM_BYTE_NAME, L = FM_BYTE_DELIMITER, M = FM_BYTE_MARK,
    T = FM_BYTE_TAG_MARK, E = FM_BYTE_CLOSE
};

/* clang-format off */
const unsigned char fm_bytes[256] = {
    /* 00 */ C|L|M|T, C|L|M|T, C|L|M|T, C|L|M|T, C|L|M|T, C|L|M|T, C|L|M|T, C|L|M|T,
    /* 08 */ C|L|M|T, B|L|T, B|L|T, B|L|T, B|L|T, B|L|T, C|L|M|T, C|L|M|T,
    /* 10 */ C|L|M|T, C|L|M|T, C|L|M|T, C|L|M|T, C|L|M|T, C|L|M|T, C|L|M|T, C|L|M|T,
    /* 18 */ C|L|M|T, C|L|M|T, C|L|M|T, C|L|M|T, C|L|M|T, C|L|M|T, C|L|M|T, C|L|M|T,
    /* 20 */ B|L, 0, L|T, 0, L, M, 0, 0,
    /* 28 */ L|M, L|M, L|M, 0, L, M, 0, M,
    /* 30 */ D|N, D|N, D|N, D|N, D|N, D|N, D|N, D|N,
    /* 38 */ D|N, D|N, M, L|M, L, 0, L, 0,
    /* 40 */ 0, N, N, N, N, N, N, N,
    /* 48 */ N, N, N, N, N, N, N, N,
    /* 50 */ N, N, N, N, N, N, N, N,
    /* 58 */ N, N, N, L|M|E, T, L, 0, N,
    /* 60 */ 0, N, N, N, N, N, N, N,
    /* 68 */ N, N, N, N, N, N, N, N,
    /* 70 */ N, N, N, N, N, N, N, N,
    /* 78 */ N, N, N, L|M, 0, L|M|E, 0, C|L|M,
    /* 80 */ M, M, M, M, M, M, M, M,
    /* 88 */ M, M, M, M, M, M, M, M,
    /* 90 */ M, M, M, M, M, M, M, M,
    /* 98 */ M, M, M, M, M, M, M, M,
    /* a0 */ M, M, M, M, M, M, M, M,
    /* a8 */ M, M, M, M, M, M, M, M,
    /* b0 */ M, M, M, M, M, M, M, M,
    /* b8 */ M, M, M, M, M, M, M, M,
    /* c0 */ M, M, M, M, M, M, M, M,
    /* c8 */ M, M, M, M, M, M, M, M,
    /* d0 */ M, M, M, M, M, M, M, M,
    /* d8 */ M, M, M, M, M, M, M, M,
    /* e0 */ M, M, M, M, M, M, M, M,
    /* e8 */ M, M, M, M, M, M, M, M,
    /* f0 */ M, M, M, M, M, M, M, M,
    /* f8 */ M, M, M, M, M, M, M, M,
};
/* clang-format on */
