/* JSON strings (RFC 8259 section 7): quotes, backslashes and control characters escaped, everything
 * else as UTF-8. */
#include <config.h>
#include "base/json.h"
#include "base/utf8.h"

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

enum fm_status fm_json_text(struct fm_buf *out, struct fm_text text)
{
    enum { LONGEST = 6 }; /* bytes that one byte may become */
    for (size_t i = 0; i < text.n;) {
        FM_TRY(fm_buf_reserve(out, LONGEST));
        unsigned char *to = out->p + out->n;
        const unsigned char c = text.p[i];
        const size_t length = fm_utf8_length(text.p + i, text.n - i);
        if (length == 0) {
            to[0] = (unsigned char)(0xC0 | c >> 6);
            to[1] = (unsigned char)(0x80 | (c & 0x3F));
            out->n += 2;
            i++;
        } else if (c < 0x20 || c == '"' || c == '\\' || c == 0x7F) {
            out->n += put_escape(to, c);
            i++;
        } else {
            memcpy(to, text.p + i, length);
            out->n += length;
            i += length;
        }
    }
    return FM_OK;
}
