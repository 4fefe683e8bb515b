/* Anything into UTF-8. Text that is nearly all ASCII is passed over 32 bytes at a time. */
#include <config.h>
#include "pgn/encoding.h"
#include "base/utf8.h"

enum { STRIDE = 32 };

static bool stride_is_ascii(const unsigned char *p)
{
    uint64_t words[STRIDE / 8];
    memcpy(words, p, sizeof words);
    return ((words[0] | words[1] | words[2] | words[3]) & UINT64_C(0x8080808080808080)) == 0;
}

const unsigned char *fm_encoding_skip_ascii(const unsigned char *p, const unsigned char *end)
{
    while (end - p >= STRIDE && stride_is_ascii(p))
        p += STRIDE;
    while (p < end && *p < 0x80)
        p++;
    return p;
}

bool fm_encoding_is_ascii(struct fm_text text)
{
    return text.n == 0 || fm_encoding_skip_ascii(text.p, text.p + text.n) == text.p + text.n;
}

bool fm_encoding_is_utf8(struct fm_text text)
{
    const unsigned char *p = text.p, *const end = text.n == 0 ? p : p + text.n;
    while ((p = fm_encoding_skip_ascii(p, end)) < end) {
        const size_t length = fm_utf8_length(p, (size_t)(end - p));
        if (length == 0)
            return false;
        p += length;
    }
    return true;
}

bool fm_encoding_is_utf16(struct fm_text start)
{
    const unsigned char *p = start.p;
    if (start.n >= 2 && ((p[0] == 0xFF && p[1] == 0xFE) || (p[0] == 0xFE && p[1] == 0xFF)))
        return true;
    if (start.n < 4)
        return false;
    const bool utf32 = memcmp(p, "\0\0\xFE\xFF", 4) == 0;
    const bool little = p[0] != 0 && p[1] == 0 && p[2] != 0 && p[3] == 0;
    const bool big = p[0] == 0 && p[1] != 0 && p[2] == 0 && p[3] != 0;
    return utf32 || little || big;
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
    const uint16_t *upper = fm_encoding_upper(encoding);
    for (;;) {
        const unsigned char *ascii = fm_encoding_skip_ascii(p, end);
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
    if (made == NULL)
        return FM_NO_MEMORY;
    unsigned char *end = decode(made, text, encoding);
    memset(end, 0, FM_TEXT_PADDING);
    *out = fm_text_between(made, end);
    return FM_OK;
}
