/* SPDX-License-Identifier: MIT */
/* Well-formed UTF-8: the table of RFC 3629 section 4. */
#include <config.h>
#include "base/utf8.h"
#include "base/lanes.h"

size_t fm_utf8_length(const unsigned char *p, size_t n)
{
    const unsigned char lead = p[0];
    if (lead < 0x80)
        return 1;
    const size_t length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (length == 0 || length > n)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    const bool overlong = (lead == 0xE0 && p[1] < 0xA0) || (lead == 0xF0 && p[1] < 0x90);
    const bool surrogate = lead == 0xED && p[1] > 0x9F, beyond = lead == 0xF4 && p[1] > 0x8F;
    return overlong || surrogate || beyond ? 0 : length;
}

/* Bytes of the control character at p (C0, DEL, C1, U+2028, U+2029); 0 = it is none. */
static size_t control_length(const unsigned char *p, size_t n)
{
    if (*p < 0x20 || *p == 0x7F)
        return 1;
    if (*p == 0xC2 && n > 1 && p[1] >= 0x80 && p[1] < 0xA0)
        return 2;
    return *p == 0xE2 && n > 2 && p[1] == 0x80 && (p[2] == 0xA8 || p[2] == 0xA9) ? 3 : 0;
}

static bool is_utf8(const unsigned char *p, size_t n)
{
    for (size_t length; n > 0; p += length, n -= length)
        if ((length = fm_utf8_length(p, n)) == 0)
            return false;
    return true;
}

/* Bytes before the first that is no printable ASCII, or, in JSON, is not copied as it is. */
FM_INLINE size_t plain_length(const unsigned char *p, size_t n, bool json)
{
    size_t i = 0;
    for (; n - i >= sizeof(uint64_t); i += sizeof(uint64_t)) {
        const uint64_t word = fm_eight_load(p + i);
        const uint64_t quoted = fm_eight_equal(word, '"') | fm_eight_equal(word, '\\');
        const uint64_t found = fm_eight_unprintable(word) | (json ? quoted : 0);
        if (found != 0)
            return i + (unsigned)__builtin_ctzll(found) / 8;
    }
    while (i < n && p[i] >= 0x20 && p[i] < 0x7F && !(json && (p[i] == '"' || p[i] == '\\')))
        i++;
    return i;
}

size_t fm_utf8_blank_controls(unsigned char *text, size_t n, bool *changed)
{
    bool wide = false, known = false;
    size_t to = plain_length(text, n, false);
    for (size_t i = to, length; i < n; i += length) {
        length = control_length(text + i, n - i);
        if (FM_UNLIKELY(length > 1) && !known) { /* so far only blanks were put in */
            wide = is_utf8(text, to) && is_utf8(text + i, n - i);
            known = true;
        }
        const bool control = length == 1 || (length > 1 && wide);
        if (control && changed != NULL)
            *changed = true;
        length = control ? length : 1;
        text[to++] = control ? ' ' : text[i];
    }
    return to;
}

size_t fm_utf8_count(const unsigned char *p, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += (p[i] & 0xC0) != 0x80;
    return count;
}

size_t fm_utf8_dash_length(const unsigned char *p, const unsigned char *end)
{
    if (*p == 0x96 || *p == 0x97)
        return 1;
    if (end - p < 3 || *p != 0xE2)
        return 0;
    const bool dash = p[1] == 0x80 && p[2] >= 0x90 && p[2] <= 0x95,
               minus = p[1] == 0x88 && p[2] == 0x92;
    return dash || minus ? 3 : 0;
}

/* JSON strings (RFC 8259 section 7): quotes, backslashes and control characters escaped, everything
 * else as UTF-8. */

static size_t put_escape(unsigned char *out, unsigned char c)
{
    static const char digits[] = "0123456789abcdef";
    static const char from[] = "\"\\\n\r\t\b\f", to[] = "\"\\nrtbf";
    const char *known = memchr(from, c, sizeof from - 1);
    out[0] = '\\';
    if (known != NULL) {
        out[1] = (unsigned char)to[known - from];
        return 2;
    }
    memcpy(out + 1, "u00", 3);
    out[4] = (unsigned char)digits[c >> 4];
    out[5] = (unsigned char)digits[c & 15];
    return 6;
}

/* Append the first character of a text, whatever it is. @param[out] taken  its bytes. */
static enum fm_status put_character(struct fm_buf *out, struct fm_text text, size_t *taken)
{
    enum { LONGEST = 6 }; /* bytes that one byte may become */
    FM_TRY(fm_buf_reserve(out, LONGEST));
    unsigned char *to = out->p + out->n;
    const unsigned char c = *text.p;
    const size_t length = fm_utf8_length(text.p, text.n);
    *taken = length == 0 ? 1 : length;
    if (length == 0) {
        to[0] = (unsigned char)(0xC0 | c >> 6);
        to[1] = (unsigned char)(0x80 | (c & 0x3F));
        out->n += 2;
    } else if (c < 0x20 || c == '"' || c == '\\' || c == 0x7F) {
        out->n += put_escape(to, c);
    } else {
        memcpy(to, text.p, length);
        out->n += length;
    }
    return FM_OK;
}

enum fm_status fm_json_text(struct fm_buf *out, struct fm_text text)
{
    for (size_t i = 0, n; i < text.n; i += n) {
        n = plain_length(text.p + i, text.n - i, true);
        FM_TRY(n > 0 ? fm_buf_append(out, text.p + i, n)
                     : put_character(out, fm_text_after(text, i), &n));
    }
    return FM_OK;
}
