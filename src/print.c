/* SPDX-License-Identifier: MIT */
/* Printing: see print.h. Nothing depends on the locale, which is never set. */
#include <config.h>
#include "print.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* In pieces that end where a character does, so that no memory is needed: a message must come when
 * there is none. */
void fm_printable_put(FILE *to, struct fm_text text, size_t most)
{
    enum { PIECE = 64, LONGEST = 4, ESCAPED = 4 };
    char escaped[PIECE * ESCAPED + 1];
    const bool whole = text.n <= most;
    for (size_t left = whole ? text.n : most, n; left > 0; left -= n) {
        n = left < PIECE ? left : PIECE;
        for (size_t i = 1; n < text.n && n > 1 && i < LONGEST && (text.p[n] & 0xc0) == 0x80; i++)
            n--;
        (void)fm_text_printable((struct fm_text){text.p, n}, n, escaped, sizeof escaped);
        fputs(escaped, to);
        text.p += n;
        text.n -= n;
        if (!whole && left - n < LONGEST) /* the rest of a character that is cut */
            break;
    }
    if (!whole)
        fputs("...", to);
}

char *fm_printable_copy(struct fm_text text)
{
    const size_t n = fm_text_printable(text, text.n, NULL, 0);
    char *copy = malloc(n + 1);
    if (copy != NULL)
        (void)fm_text_printable(text, text.n, copy, n + 1);
    return copy;
}

struct fm_text fm_printable_text(const char *s)
{
    return (struct fm_text){(const unsigned char *)s, s == NULL ? 0 : strlen(s)};
}

struct fm_text fm_fen_rights(struct fm_text fen)
{
    const unsigned char *p = fen.p, *begin = p, *const end = p + fen.n;
    for (unsigned field = 0; field < 3; field++) {
        while (p < end && *p == ' ')
            p++;
        for (begin = p; p < end && *p != ' '; p++)
            ;
    }
    return (struct fm_text){begin, (size_t)(p - begin)};
}

bool fm_words_have(const char *words, const char *word)
{
    size_t n;
    for (const char *at = words; *at != '\0'; at += n + (at[n] != '\0')) {
        n = strcspn(at, " ");
        if (n > 0 && strncmp(at, word, n) == 0 && word[n] == '\0')
            return true;
    }
    return false;
}

bool fm_number_read(const char *text, uint64_t *out)
{
    uint64_t number = 0;
    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        const unsigned digit = (unsigned)(unsigned char)*text - '0';
        if (digit > 9 || number > (UINT64_MAX - digit) / 10)
            return false;
        number = 10 * number + digit;
    }
    *out = number;
    return true;
}

struct fm_number fm_number_bytes(uint64_t bytes)
{
    static const char *const units[] = {"kB", "MB", "GB", "TB", "PB"};
    struct fm_number out;
    double value = (double)bytes / 1e3;
    size_t unit = 0;
    for (; value >= 999.5 && unit + 1 < sizeof units / sizeof *units; unit++)
        value /= 1e3;
    if (bytes < 1000)
        snprintf(out.text, sizeof out.text, "%" PRIu64 " B", bytes);
    else
        snprintf(out.text, sizeof out.text, value < 99.95 ? "%.1f %s" : "%.0f %s", value,
                 units[unit]);
    return out;
}

struct fm_number fm_number_grouped(uint64_t count)
{
    struct fm_number digits, out;
    char *to = out.text;
    const int n = snprintf(digits.text, sizeof digits.text, "%" PRIu64, count);
    for (int i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits.text[i];
    }
    *to = '\0';
    return out;
}

struct fm_number fm_number_count(uint64_t count)
{
    struct fm_number out;
    if (count < 1000000)
        snprintf(out.text, sizeof out.text, "%" PRIu64, count);
    else if (count < 1000000000)
        snprintf(out.text, sizeof out.text, "%.1f million", (double)count / 1e6);
    else
        snprintf(out.text, sizeof out.text, "%.1f billion", (double)count / 1e9);
    return out;
}

struct fm_number fm_number_seconds(double seconds)
{
    struct fm_number out;
    const uint64_t whole = seconds < 0 || seconds > 1e9 ? 0 : (uint64_t)(seconds + 0.5);
    if (seconds < 9.95)
        snprintf(out.text, sizeof out.text, "%.1f s", seconds);
    else if (whole < 60)
        snprintf(out.text, sizeof out.text, "%" PRIu64 " s", whole);
    else if (whole < 3600)
        snprintf(out.text, sizeof out.text, "%" PRIu64 " min %" PRIu64 " s", whole / 60,
                 whole % 60);
    else
        snprintf(out.text, sizeof out.text, "%" PRIu64 " h %" PRIu64 " min", whole / 3600,
                 whole / 60 % 60);
    return out;
}
