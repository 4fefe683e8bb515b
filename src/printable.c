/* Bytes from files and command lines are printed only through here. */
#include <config.h>
#include "printable.h"
#include <string.h>

/* Length of the well-formed UTF-8 character at p, or 0 (Unicode 15, table 3-7). */
static size_t character_length(const unsigned char *p, size_t left, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char c = p[0];
    const size_t n = c < 0x80                ? 1
                     : c >= 0xC2 && c < 0xE0 ? 2
                     : c >= 0xE0 && c < 0xF0 ? 3
                     : c >= 0xF0 && c < 0xF5 ? 4
                                             : 0;
    if (n == 0 || n > left)
        return 0;
    *code = n == 1 ? c : c & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xC0) != 0x80)
            return 0;
        *code = *code << 6 | (p[i] & 0x3Fu);
    }
    const bool surrogate = *code >= 0xD800 && *code <= 0xDFFF;
    return *code < least[n] || *code > 0x10FFFF || surrogate ? 0 : n;
}

/* What can move the cursor, turn the text around it, or end a line: C0, DEL, C1; the marks of
 * bidirectional text (UAX #9); U+2028, U+2029, and a byte order mark in mid-text. */
static bool steers(uint32_t code)
{
    static const struct {
        uint32_t from, to;
    } ranges[] = {{0, 0x1F},        {0x7F, 0x9F},     {0x61C, 0x61C},  {0x200E, 0x200F},
                  {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i].from && code <= ranges[i].to)
            return true;
    return false;
}

size_t fm_printable_size(const unsigned char *p, size_t left)
{
    uint32_t code = 0;
    return character_length(p, left, &code);
}

void fm_printable_put(FILE *to, struct fm_text text, size_t most)
{
    size_t i = 0;
    while (i < text.n) {
        uint32_t code = 0;
        const size_t n = character_length(text.p + i, text.n - i, &code);
        if (i + (n > 0 ? n : 1) > most) {
            fputs("...", to);
            return;
        }
        if (n == 0 || (n == 1 && steers(code)))
            fprintf(to, "\\x%02X", (unsigned)text.p[i]);
        else if (steers(code))
            fprintf(to, "\\u%04X", (unsigned)code);
        else
            fwrite(text.p + i, 1, n, to);
        i += n > 0 ? n : 1;
    }
}

struct fm_text fm_printable_text(const char *s)
{
    return (struct fm_text){(const unsigned char *)s, s == NULL ? 0 : strlen(s)};
}
