/* SPDX-License-Identifier: MIT */
/* The classes of bytes that PGN is read by. */
#ifndef FM_PGN_BYTES_H
#define FM_PGN_BYTES_H
#include "base/base.h"

/* A byte may be of several classes. */
enum {
    FM_BYTE_BLANK = 1,   /* space, tabs, line ends */
    FM_BYTE_CONTROL = 2, /* any other control character */
    FM_BYTE_DIGIT = 4,
    FM_BYTE_NAME = 8,       /* of a tag's name: letters, digits, underscore */
    FM_BYTE_DELIMITER = 16, /* ends a token of the movetext */
    FM_BYTE_MARK = 32,      /* in movetext: may be structure, or part of a result */
    /* In a tag pair: quote, backslash, line end or other control character. */
    FM_BYTE_TAG_MARK = 64,
    FM_BYTE_STOP = 128 /* may end a token: delimiters, the period, and what is not ASCII */
};
extern const uint8_t fm_bytes[256];

FM_INLINE bool fm_byte_is(unsigned char c, unsigned classes)
{
    return (fm_bytes[c] & classes) != 0;
}

FM_INLINE bool fm_byte_ends_line(unsigned char c)
{
    return c == '\n' || c == '\r';
}

/** The line end at or after @p p; @p end if there is none. */
FM_INLINE const unsigned char *fm_line_end(const unsigned char *p, const unsigned char *end)
{
    while (p < end && !fm_byte_ends_line(*p))
        p++;
    return p;
}

/* In each of these p is padded. */

/** U+FEFF, as a mark of byte order or not. */
FM_INLINE bool fm_is_bom(const unsigned char *p)
{
    return p[0] == 0xEF && p[1] == 0xBB && p[2] == 0xBF;
}

/** Bytes of the character at @p p: 1 for ASCII and for what is not UTF-8. */
unsigned fm_char_size(const unsigned char *p);
/** Bytes of the blank that is not ASCII at @p p: no-break space, byte order mark, zero-width
 * marks; 0 if there is none. */
unsigned fm_blank_size(const unsigned char *p);

#endif
