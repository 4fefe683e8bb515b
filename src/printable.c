/* Bytes from files and command lines are printed only through here. */
#include <config.h>
#include "printable.h"
#include <string.h>

/* Length of the well-formed UTF-8 character at p, or 0 (Unicode 15, table 3-7); C1 controls count
 * as ill-formed. */
static size_t character_length(const unsigned char *p, size_t left)
{
    const unsigned char c = p[0];
    const size_t n = c < 0x80                ? 1
                     : c >= 0xC2 && c < 0xE0 ? 2
                     : c >= 0xE0 && c < 0xF0 ? 3
                     : c >= 0xF0 && c < 0xF5 ? 4
                                             : 0;
    if (n == 0 || n > left)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    if (n == 1)
        return c >= 0x20 && c != 0x7F;
    const bool overlong = (c == 0xE0 && p[1] < 0xA0) || (c == 0xF0 && p[1] < 0x90);
    const bool outside = (c == 0xED && p[1] >= 0xA0) || (c == 0xF4 && p[1] >= 0x90);
    const bool control = c == 0xC2 && p[1] < 0xA0;
    return overlong || outside || control ? 0 : n;
}

void fm_printable_put(FILE *to, struct fm_text text, size_t most)
{
    size_t i = 0;
    while (i < text.n) {
        const size_t n = character_length(text.p + i, text.n - i);
        if (i + (n > 0 ? n : 1) > most) {
            fputs("...", to);
            return;
        }
        if (n > 0)
            fwrite(text.p + i, 1, n, to);
        else
            fprintf(to, "\\x%02X", (unsigned)text.p[i]);
        i += n > 0 ? n : 1;
    }
}

struct fm_text fm_printable_text(const char *s)
{
    return (struct fm_text){(const unsigned char *)s, s == NULL ? 0 : strlen(s)};
}
