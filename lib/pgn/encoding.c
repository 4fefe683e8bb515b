/* SPDX-License-Identifier: MIT */
/* Conversion to UTF-8. Text is nearly all ASCII, so that is passed over 32 bytes at a time. */
#include <config.h>
#include "pgn/encoding.h"
#include "base/text.h"
#include "pgn/bytes.h"

#define NAME(id, name, guess, ...) [FM_ENCODING_##id] = name,
const char *const fm_encoding_names[] = {
    [FM_ENCODING_AUTO] = "auto",
    [FM_ENCODING_UTF8] = "utf-8",
    [FM_ENCODING_LATIN1] = "latin-1",
    FM_ENCODING_TABLES(NAME)[FM_ENCODINGS] = NULL,
};

#define TABLE(id, name, guess, characters) \
    {"--encoding " name " is likely", FM_GUESS_##guess, characters},
static const struct table {
    const char *hint;
    enum fm_guess guess;
    uint16_t upper[128 + 1]; /* Unicode code points of 0x80 to 0xFF, and a NUL */
} tables[] = {FM_ENCODING_TABLES(TABLE)};
#define IS_WHOLE(id, name, guess, characters) \
    _Static_assert(sizeof(characters) == sizeof tables->upper, name);
FM_ENCODING_TABLES(IS_WHOLE)

/* NULL: it has none. */
static const struct table *table_of(enum fm_encoding encoding)
{
    return encoding <= FM_ENCODING_LATIN1 ? NULL : &tables[encoding - FM_ENCODING_LATIN1 - 1];
}

const char *fm_encoding_hint(enum fm_encoding encoding)
{
    const struct table *table = table_of(encoding);
    return table == NULL ? "--encoding names another" : table->hint;
}

bool fm_encoding_is_ascii(struct fm_text text)
{
    return text.n == 0 || fm_skip_ascii(text.p, text.p + text.n) == text.p + text.n;
}

bool fm_encoding_is_utf8(struct fm_text text)
{
    const unsigned char *p = text.p, *const end = text.n == 0 ? p : p + text.n;
    while ((p = fm_skip_ascii(p, end)) < end) {
        const size_t length = fm_utf8_length(p, (size_t)(end - p));
        if (length == 0)
            return false;
        p += length;
    }
    return true;
}

static bool is_ascii_text(unsigned char c)
{
    return (c >= ' ' && c < 0x7F) || (c >= '\t' && c <= '\r');
}

bool fm_encoding_is_utf16(struct fm_text start)
{
    const unsigned char *p = start.p;
    if (start.n >= 2 && ((p[0] == 0xFF && p[1] == 0xFE) || (p[0] == 0xFE && p[1] == 0xFF)))
        return true;
    if (start.n < 4)
        return false;
    /* Numbers in binary files have NULs beside small values, too; text has none of those. */
    enum { LOOKED_AT = 16 };
    const size_t n = start.n < LOOKED_AT ? start.n & ~(size_t)1 : LOOKED_AT;
    bool little = true, big = true;
    for (size_t i = 0; i < n; i += 2) {
        little = little && is_ascii_text(p[i]) && p[i + 1] == 0;
        big = big && p[i] == 0 && is_ascii_text(p[i + 1]);
    }
    return little || big || memcmp(p, "\0\0\xFE\xFF", 4) == 0;
}

/* A code of at most 16 bits, not ASCII. */
static unsigned char *put_utf8(unsigned char *out, unsigned code)
{
    if (code < 0x800) {
        *out++ = (unsigned char)(0xC0 | code >> 6);
    } else {
        *out++ = (unsigned char)(0xE0 | code >> 12);
        *out++ = (unsigned char)(0x80 | (code >> 6 & 0x3F));
    }
    *out++ = (unsigned char)(0x80 | (code & 0x3F));
    return out;
}

/* One character that is not ASCII, at p; returns the bytes it took. */
static size_t put_character(unsigned char **out, const unsigned char *p, size_t n,
                            const uint16_t *upper, bool utf8)
{
    enum { REPLACEMENT = 0xFFFD };
    const size_t length = utf8 ? fm_utf8_length(p, n) : 0;
    if (length > 0) {
        memcpy(*out, p, length);
        *out += length;
        return length;
    }
    *out = put_utf8(*out, utf8 ? REPLACEMENT : upper != NULL ? upper[*p - 0x80] : *p);
    return 1;
}

/* No byte becomes more than three. */
static unsigned char *decode(unsigned char *to, struct fm_text text, enum fm_encoding encoding)
{
    const unsigned char *p = text.p, *const end = p + text.n;
    if (encoding == FM_ENCODING_AUTO)
        encoding = fm_encoding_is_utf8(text) ? FM_ENCODING_UTF8 : FM_ENCODING_1252;
    const struct table *table = table_of(encoding);
    const uint16_t *upper = table == NULL ? NULL : table->upper;
    for (;;) {
        const unsigned char *ascii = fm_skip_ascii(p, end);
        memcpy(to, p, (size_t)(ascii - p));
        to += ascii - p;
        p = ascii;
        if (p == end)
            return to;
        p += put_character(&to, p, (size_t)(end - p), upper, encoding == FM_ENCODING_UTF8);
    }
}

enum fm_status fm_encoding_append(struct fm_buf *out, struct fm_text text,
                                  enum fm_encoding encoding)
{
    if (text.n == 0)
        return FM_OK;
    if (text.n > SIZE_MAX / 3)
        return FM_NO_MEMORY;
    FM_TRY(fm_buf_reserve(out, 3 * text.n));
    out->n = (size_t)(decode(out->p + out->n, text, encoding) - out->p);
    return FM_OK;
}

enum fm_status fm_encoding_decode(struct fm_arena *arena, struct fm_text text,
                                  enum fm_encoding encoding, struct fm_text *out)
{
    *out = text;
    if (fm_encoding_is_ascii(text))
        return FM_OK;
    unsigned char *made = text.n > (SIZE_MAX - FM_TEXT_PADDING) / 3
                              ? NULL
                              : fm_arena_alloc(arena, 3 * text.n + FM_TEXT_PADDING);
    FM_TRY_MADE(made);
    unsigned char *end = decode(made, text, encoding);
    memset(end, 0, FM_TEXT_PADDING);
    *out = fm_text_between(made, end);
    return FM_OK;
}

/* Cyrillic text has whole words of bytes that are not ASCII, where Western languages have single
 * letters among ASCII ones. Two signs show which encoding is the right one: capitals come first in
 * a word or are all of it (the cases of KOI8-R are those of cp1251 swapped), and the letters are
 * about as frequent as in Russian. */

enum { WORD_MIN = 2, RUN_MIN = 3, LETTERS_MIN = 5, WRONG_WORD = 30, FOREIGN_BYTE = 20 };

/* From U+0430 to U+044F: ten times the binary logarithm of how much more frequent than one in 32 a
 * letter is in Russian. */
static const signed char weights[32] = {
    /* а */ 14, -10, 5,  -9, 0,   14,  -17, -10, 12,  -14, 2,   5,  0,  11,  18,  -1,
    /* р */ 6,  8,   10, -2, -36, -17, -27, -11, -21, -31, -60, -7, -8, -33, -23, -6,
};

/* The signs that one encoding finds in a text. */
struct reading_as {
    const uint16_t *upper;
    int64_t score;
    uint64_t letters; /* letters of words that can be Russian */
};

/* Is the code one of a set, which ends with 0? */
static bool is_one_of(unsigned code, const uint16_t *set)
{
    while (*set != 0 && *set != code)
        set++;
    return *set != 0;
}

static bool is_cyrillic(unsigned code)
{
    return code >= 0x400 && code < 0x460;
}

static bool is_capital(unsigned code)
{
    return code < 0x430;
}

/* One word of Cyrillic letters; `alone`: no other letter touches it. */
static void weigh_word(struct reading_as *as, struct fm_text word, bool alone)
{
    enum { UNUSUAL = -20 }; /* other languages' letters */
    size_t capitals = 0;
    int64_t sum = 0;
    for (size_t i = 0; i < word.n; i++) {
        const unsigned code = as->upper[word.p[i] - 0x80];
        const unsigned small = is_capital(code) && code >= 0x410 ? code + 0x20 : code;
        capitals += is_capital(code);
        sum += small >= 0x430 && small < 0x450 ? weights[small - 0x430] : UNUSUAL;
    }
    const bool first = is_capital(as->upper[word.p[0] - 0x80]);
    const bool cased = capitals == 0 || capitals == word.n || (capitals == 1 && first);
    if (!alone || !cased) {
        as->score -= (int64_t)word.n * WRONG_WORD;
    } else if (word.n >= WORD_MIN) {
        as->score += sum;
        as->letters += word.n;
    }
}

/* Quotes, dashes, the number sign and the like, which Russian text has between its words. */
static bool is_mark(unsigned code)
{
    return (code >= 0x2010 && code <= 0x2026) || is_one_of(code, u"\240«»№");
}

/* A run of bytes that are not ASCII, within a text. */
static void weigh_run(struct reading_as *as, struct fm_text run, bool after_letter,
                      bool before_letter)
{
    for (size_t i = 0; i < run.n;) {
        size_t n = 0;
        while (i + n < run.n && is_cyrillic(as->upper[run.p[i + n] - 0x80]))
            n++;
        if (n == 0) {
            as->score -= is_mark(as->upper[run.p[i] - 0x80]) ? 0 : FOREIGN_BYTE;
            i++;
            continue;
        }
        const bool touched = (i == 0 && after_letter) || (i + n == run.n && before_letter);
        weigh_word(as, (struct fm_text){run.p + i, n}, !touched);
        i += n;
    }
}

/* The next run at or after p; empty at the end. */
static struct fm_text next_run(const unsigned char *p, const unsigned char *end)
{
    const unsigned char *begin = fm_skip_ascii(p, end);
    for (p = begin; p < end && *p >= 0x80;)
        p++;
    return fm_text_between(begin, p);
}

/* Cheap, and enough for nearly all texts in Western languages. */
static bool has_long_run(struct fm_text text)
{
    const unsigned char *const end = text.p + text.n;
    for (struct fm_text run = next_run(text.p, end); run.n > 0; run = next_run(run.p + run.n, end))
        if (run.n >= RUN_MIN)
            return true;
    return false;
}

static enum fm_encoding guess_cyrillic(struct fm_text text)
{
    enum fm_encoding best = FM_ENCODING_AUTO;
    int64_t score = 0;
    if (text.n == 0 || !has_long_run(text))
        return best;
    const unsigned char *const end = text.p + text.n;
    for (size_t i = 0; i < FM_COUNT_OF(tables); i++) {
        if (tables[i].guess != FM_GUESS_CYRILLIC)
            continue;
        struct reading_as as = {.upper = tables[i].upper};
        for (struct fm_text run = next_run(text.p, end); run.n > 0;
             run = next_run(run.p + run.n, end))
            weigh_run(&as, run, run.p > text.p && fm_byte_is_letter(run.p[-1]),
                      run.p + run.n < end && fm_byte_is_letter(run.p[run.n]));
        if (as.letters >= LETTERS_MIN && as.score > score) {
            best = (enum fm_encoding)(FM_ENCODING_LATIN1 + 1 + i);
            score = as.score;
        }
    }
    return best;
}

/* Text of Western languages has single letters that are not ASCII, beside ASCII ones. A letter of a
 * DOS code page is a quote, a dash or a sign in Windows-1252, and the reverse. So the right
 * encoding is the one with more letters inside words and more marks between them. */

static bool is_latin(unsigned code)
{
    const bool sign = code == 0xD7 || code == 0xF7; /* times, divided by */
    return (code >= 0xC0 && code <= 0xFF && !sign) || is_one_of(code, u"ıŒœŠšŸŽž");
}

static bool is_latin_capital(unsigned code)
{
    return code < 0xDF || is_one_of(code, u"ŒŠŸŽ");
}

static bool is_ascii_capital(unsigned char c)
{
    return c >= 'A' && c <= 'Z';
}

/* Marks that may be inside a word or directly after one: apostrophes, dashes, the blank that does
 * not break. */
static const uint16_t inside[] = u"’–—…\240\255´·";
/* Marks that may be after a word: those that close a quotation, are raised or belong to a name. */
static const uint16_t after_word[] = u"‘“”›»™©®°±²³¹ªº";

/* A byte that is not ASCII, as one encoding reads it: does it fit those before and after it?
 * Letters without a letter of ASCII beside them, Greek ones, mathematical signs and frames say
 * nothing. */
static int fits_there(const uint16_t *upper, unsigned char before, unsigned char c,
                      unsigned char after)
{
    enum { FITS = 1, FITS_NOT = -2, UNKNOWN = 0, SIGNS_END = 0x2190 };
    const unsigned code = upper[c - 0x80];
    const bool letter_before = fm_byte_is_letter(before), letter_after = fm_byte_is_letter(after);
    if (code < 0xA0)
        return FITS_NOT;
    if (is_latin(code)) {
        const bool small_before = letter_before && !is_ascii_capital(before);
        const bool in_capitals = is_ascii_capital(before) && is_ascii_capital(after);
        if (is_latin_capital(code) ? small_before : in_capitals)
            return FITS_NOT;
        return letter_before || letter_after ? FITS : UNKNOWN;
    }
    const bool word_before = letter_before || (before >= 0x80 && is_latin(upper[before - 0x80])),
               word_after = letter_after || (after >= 0x80 && is_latin(upper[after - 0x80]));
    if (!word_before)
        return code < 0xC0 || (code >= 0x2010 && code < SIGNS_END) ? FITS : UNKNOWN;
    const bool fits = is_one_of(code, inside) || (!word_after && is_one_of(code, after_word));
    return fits ? FITS : FITS_NOT;
}

/* How well an encoding fits a text; well-formed UTF-8, as in games of two encodings, says
 * nothing. */
static int64_t fit_of(const uint16_t *upper, struct fm_text text)
{
    const unsigned char *p = text.p, *const end = text.p + text.n;
    int64_t sum = 0;
    while ((p = fm_skip_ascii(p, end)) < end) {
        const size_t length = fm_utf8_length(p, (size_t)(end - p));
        if (length == 0)
            sum += fits_there(upper, p == text.p ? 0 : p[-1], *p, p + 1 == end ? 0 : p[1]);
        p += length == 0 ? 1 : length;
    }
    return sum;
}

/* A DOS code page must fit better than Windows-1252, in a text without words of such bytes. Where
 * both code pages fit equally, the text means the same in them, but for frames. */
static enum fm_encoding guess_dos(struct fm_text text)
{
    enum fm_encoding best = FM_ENCODING_AUTO;
    int64_t most = fit_of(table_of(FM_ENCODING_1252)->upper, text) + 1;
    for (size_t i = 0; i < FM_COUNT_OF(tables); i++) {
        const int64_t fit =
            tables[i].guess != FM_GUESS_DOS ? INT64_MIN : fit_of(tables[i].upper, text);
        if (fit >= most) {
            most = fit;
            best = (enum fm_encoding)(FM_ENCODING_LATIN1 + 1 + i);
        }
    }
    return best;
}

enum fm_encoding fm_encoding_guess(struct fm_text text, enum fm_guess *guess)
{
    enum fm_encoding encoding = guess_cyrillic(text);
    if (encoding == FM_ENCODING_AUTO && text.n > 0 && !has_long_run(text))
        encoding = guess_dos(text);
    const struct table *table = table_of(encoding);
    *guess = table == NULL ? FM_GUESS_NEVER : table->guess;
    return encoding;
}

/* The byte of a character in an encoding of one byte each, found by looking at all of them. */
static unsigned char byte_of(struct fm_text character, enum fm_encoding encoding)
{
    for (unsigned byte = 0x80; byte <= 0xFF; byte++) {
        const unsigned char c = (unsigned char)byte;
        unsigned char made[4];
        const unsigned char *const end = decode(made, (struct fm_text){&c, 1}, encoding);
        if (fm_text_equal(fm_text_between(made, end), character))
            return c;
    }
    return '?';
}

enum fm_status fm_encoding_encode(struct fm_arena *arena, struct fm_text text,
                                  enum fm_encoding encoding, struct fm_text *out)
{
    *out = text;
    if (encoding <= FM_ENCODING_UTF8 || fm_encoding_is_ascii(text))
        return FM_OK;
    unsigned char *const made = fm_arena_alloc(arena, text.n), *to = made;
    FM_TRY_MADE(made);
    for (size_t at = 0, n; at < text.n; at += n) {
        const struct fm_text rest = fm_text_after(text, at);
        n = fm_utf8_length(rest.p, rest.n);
        n += n == 0; /* a byte that is no character stays */
        *to++ = n == 1 ? *rest.p : byte_of((struct fm_text){rest.p, n}, encoding);
    }
    *out = fm_text_between(made, to);
    return FM_OK;
}
