/* SPDX-License-Identifier: MIT */
/* The classes of bytes that PGN is read by. */
#ifndef FM_PGN_BYTES_H
#define FM_PGN_BYTES_H
#include "base/base.h"
#include "base/utf8.h"

/* A byte may be of several classes. */
enum {
    FM_BYTE_BLANK = 1,   /* space, tabs, line ends */
    FM_BYTE_CONTROL = 2, /* any other control character */
    FM_BYTE_DIGIT = 4,
    FM_BYTE_NAME = 8,       /* part of a tag's name: letters, digits, underscore */
    FM_BYTE_DELIMITER = 16, /* ends a token of the movetext */
    FM_BYTE_MARK = 32,      /* may be structure of a movetext, or part of a result */
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

/** The first byte from @p p on that is of none of the classes, or the end. */
FM_INLINE const unsigned char *fm_bytes_skip(const unsigned char *p, const unsigned char *end,
                                             unsigned classes)
{
    while (p < end && fm_byte_is(*p, classes))
        p++;
    return p;
}

/** The first byte from @p p on that is of one of the classes, or the end. */
FM_INLINE const unsigned char *fm_bytes_find(const unsigned char *p, const unsigned char *end,
                                             unsigned classes)
{
    while (p < end && !fm_byte_is(*p, classes))
        p++;
    return p;
}

/** Back over the bytes before @p p that are of one of the classes, not below the floor. */
FM_INLINE const unsigned char *fm_bytes_skip_back(const unsigned char *p,
                                                  const unsigned char *floor, unsigned classes)
{
    while (p > floor && fm_byte_is(p[-1], classes))
        p--;
    return p;
}

FM_INLINE bool fm_byte_is_letter(unsigned char c)
{
    return (unsigned)fm_ascii_lower(c) - 'a' < 26;
}

/** A file of a board, which has up to ten. */
FM_INLINE bool fm_byte_is_file(unsigned char c)
{
    return (unsigned)c - 'a' < 10;
}

FM_INLINE bool fm_byte_is_rank(unsigned char c)
{
    return (unsigned)c - '1' < 8;
}

/** A text without characters of a set at its end. */
static inline struct fm_text fm_text_without_tail(struct fm_text text, const char *set)
{
    while (text.n > 0 && fm_byte_in(text.p[text.n - 1], set))
        text.n--;
    return text;
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
/** Bytes of the hyphen or dash at @p p, 0 if there is none. */
FM_INLINE unsigned fm_dash_size(const unsigned char *p)
{
    enum { LONGEST = 3 };
    return *p == '-' ? 1 : (unsigned)fm_utf8_dash_length(p, p + LONGEST);
}
/** Bytes of the blank that is not ASCII at @p p: no-break space, byte order mark, zero-width
 * marks; 0 if there is none. */
unsigned fm_blank_size(const unsigned char *p);

#endif
