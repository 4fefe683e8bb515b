/* SPDX-License-Identifier: MIT */
/* Letters without case and accents: see fold.h. */
#include <config.h>
#include "base/fold.h"
#include "base/base.h"

/* Two bytes for each character from U+00C0 to U+024F, then for each from U+1E00 to U+1EFF: its
 * letters (Unicode's decomposition, and what ASCII has for letters without one), `~~` where the
 * character stays, two blanks where it is no letter. */
enum { FIRST = 0xC0, LAST = 0x24F, FIRST_MORE = 0x1E00, LAST_MORE = 0x1EFF };
static const char latin[] =
    "a a a a a a aec e e e e i i i i d n o o o o o   o u u u u y thssa a a a a a aec "
    "e e e e i i i i d n o o o o o   o u u u u y thy a a a a a a c c c c c c c c d d "
    "d d e e e e e e e e e e g g g g g g g g h h h h i i i i i i i i i i ijijj j k k "
    "k l l l l l l ~~~~l l n n n n n n n n n o o o o o o oeoer r r r r r s s s s s s "
    "s s t t t t t t u u u u u u u u u u u u w w y y y z z z z z z s b b b b ~~~~o c "
    "c d d d d ~~e e e f f g ~~hvi i k k l ~~m ~~n o o o ghghp p r ~~~~~~~~t t t t u "
    "u u v y y z z z ~~~~~~~~~~~~~~w ~~~~~~~~dzdzdzljljljnjnjnja a i i o o u u u u u "
    "u u u u u e a a a a aeaeg g g g k k o o o o z z j dzdzdzg g hvw n n a a aeaeo o "
    "a a a a e e e e i i i i o o o o r r r r u u u u s s t t ~~~~h h n ~~ououz z a a "
    "e e o o o o o o o o y y ~~~~~~j ~~~~~~c c l ~~s ~~~~~~b u ~~e e j j q q r r y y ";
static const char latin_more[] =
    "a a b b b b b b c c d d d d d d d d d d e e e e e e e e e e f f g g h h h h h h "
    "h h h h i i i i k k k k k k l l l l l l l l m m m m m m n n n n n n n n o o o o "
    "o o o o p p p p r r r r r r r r s s s s s s s s s s t t t t t t t t u u u u u u "
    "u u u u v v v v w w w w w w w w w w x x x x y y z z z z z z h t w y ~~s ~~~~ss~~"
    "a a a a a a a a a a a a a a a a a a a a a a a a e e e e e e e e e e e e e e e e "
    "i i i i o o o o o o o o o o o o o o o o o o o o o o o o u u u u u u u u u u u u "
    "u u y y y y y y y y ~~~~~~~~~~~~";

/* Letters of Greek and Cyrillic, and how far those are after them that they become: the small one;
 * io becomes ie, as most Russian text has it. The first range that has a letter counts. */
static const struct {
    unsigned from, to;
    int after;
} others[] = {{0x391, 0x3A9, 32},
              {0x401, 0x401, 0x34},
              {0x400, 0x40F, 80},
              {0x410, 0x42F, 32},
              {0x451, 0x451, -0x1C}};

/* Characters that are no letters: signs of Latin-1, accents without a letter, punctuation, blanks
 * of East Asia. Accents are left out, as they are part of the letter before them. */
static bool is_accent(unsigned code)
{
    return code >= 0x300 && code <= 0x36F;
}

static bool is_sign(unsigned code)
{
    return (code >= 0x80 && code < FIRST && code != 0xAA && code != 0xBA) ||
           (code >= 0x2000 && code <= 0x206F) || (code >= 0x3000 && code <= 0x3003);
}

/* The letters of a character of several bytes; blank: it is none. @return the end. */
static unsigned char *put_letters(unsigned code, struct fm_text character, unsigned char *out)
{
    const char *letters = code >= FIRST && code <= LAST ? latin + 2 * (code - FIRST)
                          : code >= FIRST_MORE && code <= LAST_MORE
                              ? latin_more + 2 * (code - FIRST_MORE)
                              : "~~";
    if (is_accent(code))
        return out;
    if (is_sign(code) || *letters == ' ') {
        *out++ = ' ';
        return out;
    }
    for (size_t i = 0; i < 2 && *letters != '~'; i++)
        if (letters[i] != ' ')
            *out++ = (unsigned char)letters[i];
    if (*letters != '~')
        return out;
    memcpy(out, character.p, character.n);
    for (size_t i = 0; i < FM_COUNT_OF(others); i++)
        if (code >= others[i].from && code <= others[i].to) {
            const unsigned small = (unsigned)((int)code + others[i].after);
            out[0] = (unsigned char)(0xC0 | small >> 6);
            out[1] = (unsigned char)(0x80 | (small & 0x3F));
            break;
        }
    return out + character.n;
}

unsigned char *fm_fold_words(struct fm_text text, unsigned char *out)
{
    const unsigned char *const end = text.p + text.n, *const begin = out;
    *out++ = ' ';
    for (const unsigned char *p = text.p; p < end;) {
        const unsigned char c = fm_ascii_lower(*p);
        const size_t n = c < 0x80 ? 1 : fm_utf8_length(p, (size_t)(end - p));
        if (c < 0x80)
            *out++ = (c >= 'a' && c <= 'z') || fm_byte_is_digit(c) ? c : ' ';
        else if (n == 2 || n == 3)
            out = put_letters(n == 2 ? (c & 31u) << 6 | (p[1] & 63u)
                                     : (c & 15u) << 12 | (p[1] & 63u) << 6 | (p[2] & 63u),
                              (struct fm_text){p, n}, out);
        else
            *out++ = *p;
        p += n == 2 || n == 3 ? n : 1;
        if (out - begin > 1 && out[-1] == ' ' && out[-2] == ' ')
            out--;
    }
    if (out[-1] != ' ')
        *out++ = ' ';
    return out;
}

struct fm_text fm_folded(struct fm_text text, struct fm_arena *arena)
{
    unsigned char *made = fm_arena_alloc(arena, text.n + 2);
    return made == NULL ? FM_NO_TEXT : fm_text_between(made, fm_fold_words(text, made));
}

unsigned char *fm_fold_surname(struct fm_text name, unsigned char *out)
{
    const unsigned char *comma = name.n == 0 ? NULL : memchr(name.p, ',', name.n);
    if (comma != NULL)
        name.n = (size_t)(comma - name.p);
    unsigned char *const end = fm_fold_words(name, out), *to = out;
    for (const unsigned char *p = out; p < end; p++)
        if (*p != ' ' && !fm_byte_is_digit(*p)) {
            /* The first letter of a later word takes the place of the words before it. */
            to = comma == NULL && p > out && p[-1] == ' ' ? out : to;
            *to++ = *p;
        }
    return to;
}

/* Is a text, which is not empty, in another one? */
static bool has(struct fm_text text, struct fm_text part)
{
    const unsigned char *p = text.p, *const end = text.p + text.n;
    while ((size_t)(end - p) >= part.n &&
           (p = memchr(p, *part.p, (size_t)(end - p) - part.n + 1)) != NULL) {
        if (memcmp(p, part.p, part.n) == 0)
            return true;
        p++;
    }
    return false;
}

bool fm_folded_has(struct fm_text text, struct fm_text words, bool part)
{
    if (part)
        return words.n <= 2 || has(text, (struct fm_text){words.p + 1, words.n - 2});
    for (size_t from = 0, to; from + 1 < words.n; from = to) {
        for (to = from + 1; words.p[to] != ' ';)
            to++;
        if (!has(text, (struct fm_text){words.p + from, to + 1 - from}))
            return false;
    }
    return true;
}
