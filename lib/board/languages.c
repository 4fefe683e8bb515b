/* SPDX-License-Identifier: MIT */
/* The piece letters of the languages that moves are written in (PGN standard section 17, and
 * what newer files add). */
#include <config.h>
#include "board/languages.h"

const unsigned char fm_kind_letters[FM_KINDS + 1] = {'P', 'N', 'B', 'R', 'Q', 'A', 'C', 'K', 0};
const unsigned char fm_kind_points[FM_KINDS] = {1, 3, 3, 5, 9, 6, 8, 0};

#define LETTERS(p, n, b, r, q, k) \
    { \
        p, n, b, r, q, NULL, NULL, k \
    }

const struct fm_language fm_languages[] = {
    {"en", "English", {"P", "N", "B", "R", "Q", "A", "C", "K"}},
    {"de", "German", LETTERS("B", "S", "L", "T", "D", "K")},
    {"nl", "Dutch", LETTERS("O", "P", "L", "T", "D", "K")},
    {"fr", "French", LETTERS("P", "C", "F", "T", "D", "R")},
    {"es", "Spanish", LETTERS("P", "C", "A", "T", "D", "R")},
    {"it", "Italian", LETTERS("P", "C", "A", "T", "D", "R")},
    {"ca", "Catalan", LETTERS("P", "C", "A", "T", "D", "R")},
    {"pt", "Portuguese", LETTERS("P", "C", "B", "T", "D", "R")},
    {"ro", "Romanian", LETTERS("P", "C", "N", "T", "D", "R")},
    {"pl", "Polish", LETTERS("P", "S", "G", "W", "H", "K")},
    {"cs", "Czech", LETTERS("P", "J", "S", "V", "D", "K")},
    {"sk", "Slovak", LETTERS("P", "J", "S", "V", "D", "K")},
    {"hu", "Hungarian", LETTERS("G", "H", "F", "B", "V", "K")},
    {"da", "Danish", LETTERS("B", "S", "L", "T", "D", "K")},
    {"no", "Norwegian", LETTERS("B", "S", "L", "T", "D", "K")},
    {"sv", "Swedish", LETTERS("B", "S", "L", "T", "D", "K")},
    {"is", "Icelandic", LETTERS("P", "R", "B", "H", "D", "K")},
    {"fi", "Finnish", LETTERS("P", "R", "L", "T", "D", "K")},
    {"et", "Estonian", LETTERS("P", "R", "O", "V", "L", "K")},
    {"hr", "Croatian", LETTERS("P", "S", "L", "T", "D", "K")},
    {"ru", "Russian",
     LETTERS("\xD0\x9F", "\xD0\x9A", "\xD0\xA1", "\xD0\x9B", "\xD0\xA4",
             "\xD0\x9A\xD1\x80")}, /* П К С Л Ф Кр */
    {"ru-latn", "Russian in Latin letters", LETTERS(NULL, "K", "S", "L", "F", "Kp")},
    {"bg-latn", "Bulgarian in Latin letters", LETTERS(NULL, "K", "O", "T", "D", "Tz")},
    {"figurine", "symbols of Unicode", LETTERS(NULL, NULL, NULL, NULL, NULL, NULL)},
    {NULL, NULL, LETTERS(NULL, NULL, NULL, NULL, NULL, NULL)},
};

const struct fm_language fm_english_with_j = {
    "en", "English", {"P", "N", "B", "R", "Q", "J", "C", "K"}};

const struct fm_language *fm_language_named(struct fm_text code)
{
    for (const struct fm_language *l = fm_languages; l->code != NULL; l++)
        if (fm_text_is(code, l->code))
            return l;
    return NULL;
}

/* Figurines are the white ones, in reading and in writing. */
static const char *const figurines[FM_KINDS] = {NULL,           "\xE2\x99\x98", "\xE2\x99\x97",
                                                "\xE2\x99\x96", "\xE2\x99\x95", NULL,
                                                NULL,           "\xE2\x99\x94"};

/* Figurines are a row without letters to be read by. */
static const char *const *letters_of(const struct fm_language *language)
{
    return language->letters[FM_KING] == NULL ? figurines : language->letters;
}

unsigned char *fm_language_spell(const struct fm_language *language, struct fm_text move,
                                 unsigned char *out)
{
    const char *const *const letters = letters_of(language);
    for (size_t i = 0; i < move.n; i++) {
        const unsigned char *found = memchr(fm_kind_letters, move.p[i], FM_KINDS);
        const char *letter = found == NULL ? NULL : letters[found - fm_kind_letters];
        const struct fm_text text =
            letter == NULL ? (struct fm_text){move.p + i, 1} : fm_text_of(letter);
        memcpy(out, text.p, text.n);
        out += text.n;
    }
    return out;
}

bool fm_language_is_ascii(const struct fm_language *language)
{
    const char *const *const letters = letters_of(language);
    for (unsigned kind = 0; kind < FM_KINDS; kind++)
        if (letters[kind] != NULL && (unsigned char)*letters[kind] >= 0x80)
            return false;
    return true;
}

bool fm_language_fits(const struct fm_language *language, unsigned files)
{
    const unsigned char *const both = fm_kind_letters + FM_ARCHBISHOP;
    bool fits = true;
    for (unsigned kind = FM_KNIGHT; kind < FM_KINDS; kind++) {
        const char *letter = language->letters[kind];
        const bool other = kind != FM_ARCHBISHOP && kind != FM_CHANCELLOR && letter != NULL;
        fits = fits && !(other && memchr(both, *letter, 2) != NULL);
    }
    return fits || files == 8;
}
