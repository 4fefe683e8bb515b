/* SPDX-License-Identifier: MIT */
/* The variants whose rules are known, and the names that PGN Variant tags give them.
 *
 * Names in the wild differ in case, blanks and punctuation; they are compared as letters and
 * digits alone. A name in neither list is an unsupported variant, never normal chess. */
#include <config.h>
#include "board/variant.h"

const struct fm_variant fm_variants[FM_VARIANT_COUNT] = {
#define ROW(symbol, name, files, style, promotions, start, letter_j) \
    {name, FM_##symbol, files, FM_STYLE_##style, promotions, start, letter_j},
    FM_VARIANTS(ROW)
#undef ROW
};

const char *fm_variant_name(unsigned index)
{
    return index < FM_VARIANT_COUNT ? fm_variants[index].name : NULL;
}

const char *fm_variant_start(const char *name)
{
    const struct fm_variant *const variant = fm_variant_named(fm_text_of(name));
    return variant == NULL ? NULL : variant->start;
}

/* Spellings seen in files beside the names in the table, with or without "chess" after them;
 * reduced to lower-case letters and digits. */
#define FROM_POSITION (-1)
#define NO_CASTLING (-2)
#define NAMED(spelling) (spelling), sizeof(spelling) - 1
static const struct {
    const char *name;
    unsigned char length;
    signed char variant; /* enum fm_variant_id, FROM_POSITION or NO_CASTLING */
} spellings[] = {
    {NAMED("normal"), FM_STANDARD},
    {NAMED("normalchess"), FM_STANDARD},
    {NAMED("chess"), FM_STANDARD},
    {NAMED("classic"), FM_STANDARD},
    {NAMED("classical"), FM_STANDARD},
    {NAMED("classicalchess"), FM_STANDARD},
    {NAMED("regular"), FM_STANDARD},
    {NAMED("regularchess"), FM_STANDARD},
    {NAMED("orthodox"), FM_STANDARD},
    {NAMED("orthodoxchess"), FM_STANDARD},
    {NAMED("orthochess"), FM_STANDARD},

    {NAMED("fromposition"), FROM_POSITION},
    {NAMED("setup"), FROM_POSITION},
    {NAMED("setupposition"), FROM_POSITION},
    {NAMED("positionsetup"), FROM_POSITION},
    {NAMED("customposition"), FROM_POSITION},
    {NAMED("wild0"), FROM_POSITION},
    {NAMED("wild1"), FROM_POSITION},
    {NAMED("wild2"), FROM_POSITION},
    {NAMED("wild3"), FROM_POSITION},
    {NAMED("wild4"), FROM_POSITION},
    {NAMED("wild5"), FROM_POSITION},
    {NAMED("wild6"), FROM_POSITION},
    {NAMED("wild7"), FROM_POSITION},
    {NAMED("wild8"), FROM_POSITION},
    {NAMED("wild8a"), FROM_POSITION},
    {NAMED("shuffle"), NO_CASTLING},
    {NAMED("shufflechess"), NO_CASTLING},
    {NAMED("nocastle"), NO_CASTLING},
    {NAMED("nocastling"), NO_CASTLING},

    {NAMED("capablancaschess"), FM_CAPABLANCA},
    {NAMED("capablancarandom"), FM_CAPARANDOM},
    {NAMED("capablancarandomchess"), FM_CAPARANDOM},
    {NAMED("capablanca960"), FM_CAPARANDOM},
    {NAMED("crc"), FM_CAPARANDOM},
    {NAMED("janusschach"), FM_JANUS},
    {NAMED("480"), FM_CHESS480},
};

/* Chess960 has a name in each language, and several in most: a name made of these words alone, one
 * of which is its own, is it. A word is before the shorter words that it begins with. */
static const struct {
    const char *word;
    unsigned char length;
    bool own; /* the word is of this variant, not one for chess, random and the like */
} words_of_960[] = {
    {NAMED("960"), true},
    {NAMED("9lx"), true},
    {NAMED("frc"), true},
    {NAMED("dfrc"), true},
    {NAMED("freestyle"), true},
    {NAMED("fischerandom"), true},
    {NAMED("fisherandom"), true},
    {NAMED("fischer"), true},
    {NAMED("fisher"), true},
    {NAMED("wildfr"), true},
    {NAMED("wild22"), true},
    {NAMED("chess"), false},
    {NAMED("random"), false},
    {NAMED("double"), false},
    {NAMED("variant"), false},
    {NAMED("schach"), false},     /* de */
    {NAMED("echecs"), false},     /* fr */
    {NAMED("aleatoires"), false}, /* fr */
    {NAMED("aleatoire"), false},  /* fr */
    {NAMED("ajedrez"), false},    /* es */
    {NAMED("escacs"), false},     /* ca */
    {NAMED("xadrez"), false},     /* pt */
    {NAMED("aleatorio"), false},  /* es, pt */
    {NAMED("scacchi"), false},    /* it */
    {NAMED("schaken"), false},    /* nl */
    {NAMED("schaak"), false},     /* nl */
    {NAMED("schack"), false},     /* sv */
    {NAMED("sjakk"), false},      /* no */
    {NAMED("skak"), false},       /* da, is */
    {NAMED("shakki"), false},     /* fi */
    {NAMED("szachy"), false},     /* pl */
    {NAMED("sachy"), false},      /* cs */
    {NAMED("sach"), false},       /* sk */
    {NAMED("sah"), false},        /* hr, ro */
    {NAMED("sakk"), false},       /* hu */
    {NAMED("male"), false},       /* et */
    {NAMED("satranc"), false},    /* tr */
    {NAMED("de"), false},         /* ajedrez aleatorio de Fischer */
    {NAMED("a"), false},          /* szachy Fischera */
    {NAMED("\xD0\xA8\xD0\xB0\xD1\x85\xD0\xBC\xD0\xB0\xD1\x82\xD1\x8B"), false}, /* Шахматы */
    {NAMED("\xD1\x88\xD0\xB0\xD1\x85\xD0\xBC\xD0\xB0\xD1\x82\xD1\x8B"), false}, /* шахматы */
    {NAMED("\xD0\xA4\xD0\xB8\xD1\x88\xD0\xB5\xD1\x80\xD0\xB0"), true},          /* Фишера */
};

static bool is_960(const unsigned char *name, size_t n)
{
    bool own = false;
    for (size_t at = 0; at < n;) {
        size_t i = 0;
        while (i < FM_COUNT_OF(words_of_960) &&
               (words_of_960[i].length > n - at ||
                memcmp(name + at, words_of_960[i].word, words_of_960[i].length) != 0))
            i++;
        if (i == FM_COUNT_OF(words_of_960))
            return false;
        own = own || words_of_960[i].own;
        at += words_of_960[i].length;
    }
    return own;
}

const struct fm_variant *fm_variant_named(struct fm_text name)
{
    for (size_t i = 0; i < FM_COUNT_OF(fm_variants); i++)
        if (fm_text_is_nocase(name, fm_variants[i].name))
            return &fm_variants[i];
    return NULL;
}

/* The letter under the accent, of those in the words above; 0 = none of them. */
static unsigned char without_accent(unsigned code)
{
    switch (code & ~0x20u) {
    case 0xC1: /* Á á */
        return 'a';
    case 0xC7: /* Ç ç */
        return 'c';
    case 0xC8: /* È è */
    case 0xC9: /* É é */
        return 'e';
    case 0xD3: /* Ó ó */
        return 'o';
    default:
        return 0;
    }
}

/* One character that is not ASCII, in UTF-8 or Latin-1: its plain letter in *letter, or 0 where it
 * is a dash or blank; *letter as it was where it is neither. @return its bytes. */
static size_t read_wide(const unsigned char *p, size_t n, unsigned char *letter)
{
    const bool dash = n > 2 && p[0] == 0xE2 && p[1] == 0x80;
    const bool latin = n > 1 && p[0] == 0xC3, with_caron = n > 1 && p[0] == 0xC5;
    unsigned char plain = 0;
    if (dash || (n > 1 && p[0] == 0xC2 && p[1] == 0xA0)) {
        *letter = 0;
        return dash ? 3 : 2;
    }
    if (with_caron && (p[1] == 0xA0 || p[1] == 0xA1)) /* Š š */
        plain = 's';
    else if (latin)
        plain = without_accent(p[1] | 0x40u);
    if (plain != 0) {
        *letter = plain;
        return 2;
    }
    plain = without_accent(*p);
    if (plain != 0 && !(n > 1 && (p[1] & 0xC0) == 0x80))
        *letter = plain;
    return 1;
}

enum { REDUCED_MAX = 48 }; /* letters of the longest name, with space to spare */

/* Letters and digits of a name, in lower case and without accents; false if it has more of them
 * than any known one. */
static bool reduce(struct fm_text value, unsigned char *out, size_t size, size_t *length)
{
    size_t n = 0;
    for (size_t i = 0, taken = 1; i < value.n; i += taken) {
        unsigned char c = fm_ascii_lower(value.p[i]);
        taken = c < 0x80 ? 1 : read_wide(value.p + i, value.n - i, &c);
        if (c < 0x80 && (c < 'a' || c > 'z') && (c < '0' || c > '9'))
            continue;
        if (n == size)
            return false;
        out[n++] = c;
    }
    *length = n;
    return true;
}

/* The variant that goes by its own name, "chess" after it or not; NULL if none does. */
static const struct fm_variant *by_own_name(const unsigned char *name, size_t n)
{
    static const char suffix[] = "chess";
    const size_t s = sizeof suffix - 1;
    for (const struct fm_variant *v = fm_variants; v < fm_variants + FM_VARIANT_COUNT; v++) {
        unsigned char own[REDUCED_MAX];
        size_t length;
        if (!reduce(fm_text_of(v->name), own, sizeof own, &length) || n < length ||
            memcmp(name, own, length) != 0)
            continue;
        if (n == length || (n == length + s && memcmp(name + length, suffix, s) == 0))
            return v;
    }
    return NULL;
}

enum fm_variant_tag fm_variant_of_tag(struct fm_text value, const struct fm_variant **variant)
{
    unsigned char reduced[REDUCED_MAX];
    size_t n;
    value = fm_text_trim(value);
    if (value.n == 0 || fm_text_is(value, "?") || fm_text_is(value, "-"))
        return FM_TAG_NO_VARIANT;
    if (!reduce(value, reduced, sizeof reduced, &n))
        return FM_TAG_UNSUPPORTED;
    if (is_960(reduced, n)) {
        *variant = &fm_variants[FM_CHESS960];
        return FM_TAG_KNOWN;
    }
    const struct fm_variant *const own = by_own_name(reduced, n);
    if (own != NULL) {
        *variant = own;
        return FM_TAG_KNOWN;
    }
    for (size_t i = 0; i < FM_COUNT_OF(spellings); i++) {
        if (n != spellings[i].length || memcmp(reduced, spellings[i].name, n) != 0)
            continue;
        if (spellings[i].variant < 0)
            return spellings[i].variant == NO_CASTLING ? FM_TAG_NO_CASTLING : FM_TAG_FROM_POSITION;
        *variant = &fm_variants[spellings[i].variant];
        return FM_TAG_KNOWN;
    }
    return FM_TAG_UNSUPPORTED;
}
