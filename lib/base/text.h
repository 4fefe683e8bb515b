/* SPDX-License-Identifier: MIT */
/* Spans of text: compare, trim, numbers; fm_name_suggest() is in fenmill.h. Only ASCII letters have
 * case; the locale plays no part. */
#ifndef FM_BASE_TEXT_H
#define FM_BASE_TEXT_H
#include <string.h>
#include "fenmill.h"

/** The text of a string literal. */
#define FM_TEXT(literal) ((struct fm_text){(const unsigned char *)(literal), sizeof(literal) - 1})

/** No text. */
#define FM_NO_TEXT ((struct fm_text){NULL, 0})

static inline struct fm_text fm_text_of(const char *s)
{
    return (struct fm_text){(const unsigned char *)s, s == NULL ? 0 : strlen(s)};
}

static inline struct fm_text fm_text_between(const unsigned char *begin, const unsigned char *end)
{
    return (struct fm_text){begin, (size_t)(end - begin)};
}

/** A text without its first @p n bytes. */
static inline struct fm_text fm_text_after(struct fm_text text, size_t n)
{
    return (struct fm_text){text.p + n, text.n - n};
}

static inline bool fm_text_equal(struct fm_text a, struct fm_text b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

/** Is it a text that is NUL-terminated? */
static inline bool fm_text_is(struct fm_text text, const char *words)
{
    return fm_text_equal(text, fm_text_of(words));
}

/** The lower case of an ASCII letter; any other byte as it is. */
static inline unsigned char fm_ascii_lower(unsigned char c)
{
    return c >= 'A' && c <= 'Z' ? (unsigned char)(c + ('a' - 'A')) : c;
}

static inline bool fm_byte_is_digit(unsigned char c)
{
    return (unsigned)c - '0' < 10;
}

/** Is it one of the characters of a string? For what is seldom looked at. */
static inline bool fm_byte_in(unsigned char c, const char *set)
{
    while (*set != '\0' && (unsigned char)*set != c)
        set++;
    return *set != '\0';
}

/** Take what is before a byte off the beginning of a text, and the byte.
 * @param[in,out] rest  what is left; its pointer is NULL once there is no such byte.
 * @return that beginning, or all of it where the byte is not there. */
static inline struct fm_text fm_text_take(struct fm_text *rest, unsigned char apart)
{
    const struct fm_text all = *rest;
    const unsigned char *const at = all.n == 0 ? NULL : memchr(all.p, apart, all.n);
    *rest = at == NULL ? FM_NO_TEXT : fm_text_between(at + 1, all.p + all.n);
    return at == NULL ? all : fm_text_between(all.p, at);
}

/** Byte order: negative, 0 or positive, as memcmp(). */
int fm_text_compare(struct fm_text a, struct fm_text b);
/** Are n bytes equal but for the case of ASCII letters? */
bool fm_bytes_equal_nocase(const unsigned char *a, const unsigned char *b, size_t n);
/** The same of texts, most of which differ in length. */
static inline bool fm_text_equal_nocase(struct fm_text a, struct fm_text b)
{
    return a.n == b.n && fm_bytes_equal_nocase(a.p, b.p, a.n);
}
/** Is it a text that is NUL-terminated, but for the case of ASCII letters? */
static inline bool fm_text_is_nocase(struct fm_text text, const char *words)
{
    return fm_text_equal_nocase(text, fm_text_of(words));
}
static inline bool fm_text_begins(struct fm_text text, struct fm_text start)
{
    return text.n >= start.n && (start.n == 0 || memcmp(text.p, start.p, start.n) == 0);
}

/** Has it line ends or other control characters of ASCII? */
bool fm_text_has_controls(struct fm_text text);
/** Without ASCII blanks, tabs and line ends at both ends. */
struct fm_text fm_text_trim(struct fm_text t);
/** The place of a word in a NULL-terminated list of names; -1 = it is none of them. */
int fm_name_index(const char *const *names, struct fm_text word);
/** The first byte that is not ASCII, or the end. */
const unsigned char *fm_skip_ascii(const unsigned char *p, const unsigned char *end);
/** Read a whole text of 1..20 decimal digits that fits 64 bits.
 * @return false, and *out untouched, if it is anything else. */
FM_MUST_CHECK bool fm_text_to_u64(struct fm_text t, uint64_t *out);
/** The same with a minus sign before it, or without. @return false, and *out untouched, if it is
 * anything else, or of more than 63 bits. */
FM_MUST_CHECK bool fm_text_to_i64(struct fm_text t, int64_t *out);
/** Write a text, without its NUL; returns the end. */
static inline unsigned char *fm_put_words(unsigned char *out, const char *words)
{
    const size_t n = strlen(words);
    memcpy(out, words, n);
    return out + n;
}
/* "00" to "99". */
extern const char fm_digit_pairs[];
unsigned char *fm_put_large_u64(unsigned char *out, uint64_t number);

/** Write a number in decimal without leading zeros; returns the end. At most 20 bytes. Counters of
 * plies are nearly all small. */
static inline unsigned char *fm_put_u64(unsigned char *out, uint64_t number)
{
    if (number >= 100)
        return fm_put_large_u64(out, number);
    if (number >= 10) {
        memcpy(out, fm_digit_pairs + number * 2, 2);
        return out + 2;
    }
    *out = (unsigned char)('0' + number);
    return out + 1;
}

/** The same with a minus sign where it is below 0. */
static inline unsigned char *fm_put_i64(unsigned char *out, int64_t number)
{
    if (number < 0)
        *out++ = '-';
    return fm_put_u64(out, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

#endif
