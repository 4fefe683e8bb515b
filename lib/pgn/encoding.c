/* UTF-8 or Windows-1252. Text that is nearly all ASCII is passed over 32 bytes at a time. */
#include <config.h>
#include "pgn/encoding.h"
#include "base/utf8.h"

enum { STRIDE = 32 };

/* What 0x80 to 0x9F mean in Windows-1252 (unicode.org's CP1252.TXT); the open codes stand for
 * themselves. */
static const uint16_t upper_1252[32] = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178,
};

static bool stride_is_ascii(const unsigned char *p)
{
    uint64_t words[STRIDE / 8];
    memcpy(words, p, sizeof words);
    return ((words[0] | words[1] | words[2] | words[3]) & UINT64_C(0x8080808080808080)) == 0;
}

/* The first byte that is not ASCII, or the end. */
static const unsigned char *skip_ascii(const unsigned char *p, const unsigned char *end)
{
    while (end - p >= STRIDE && stride_is_ascii(p))
        p += STRIDE;
    while (p < end && *p < 0x80)
        p++;
    return p;
}

bool fm_encoding_is_ascii(struct fm_text text)
{
    return text.n == 0 || skip_ascii(text.p, text.p + text.n) == text.p + text.n;
}

bool fm_encoding_is_utf8(struct fm_text text)
{
    const unsigned char *p = text.p, *const end = text.n == 0 ? p : p + text.n;
    while ((p = skip_ascii(p, end)) < end) {
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

static enum fm_status append_bytes(struct fm_buf *out, struct fm_text text, const uint16_t *upper)
{
    if (text.n > SIZE_MAX / 3)
        return FM_NO_MEMORY;
    FM_TRY(fm_buf_reserve(out, 3 * text.n));
    unsigned char *to = out->p + out->n;
    const unsigned char *p = text.p, *const end = text.n == 0 ? p : p + text.n;
    while (p < end) {
        const unsigned char *ascii = skip_ascii(p, end);
        memcpy(to, p, (size_t)(ascii - p));
        to += ascii - p;
        p = ascii;
        if (p == end)
            break;
        to = put_utf8(to, *p < 0xA0 && upper != NULL ? upper[*p - 0x80] : *p);
        p++;
    }
    out->n = (size_t)(to - out->p);
    return FM_OK;
}

enum fm_status fm_encoding_append_1252(struct fm_buf *out, struct fm_text text)
{
    return text.n == 0 ? FM_OK : append_bytes(out, text, upper_1252);
}

enum fm_status fm_encoding_append_latin1(struct fm_buf *out, struct fm_text text)
{
    return text.n == 0 ? FM_OK : append_bytes(out, text, NULL);
}
