/* The variants whose rules are known, and the names that PGN Variant tags give them.
 *
 * Names in the wild differ in case, blanks and punctuation; they are compared as letters and
 * digits alone. What stands in neither list is an unsupported variant, never normal chess by
 * default. */
#include <config.h>
#include "board/variant.h"

#define BACK_10 "/pppppppppp/10/10/10/10/PPPPPPPPPP/"

const struct fm_variant fm_variants[FM_VARIANT_COUNT] = {
    {"standard", FM_STANDARD, 8, FM_STYLE_TRADITIONAL, "QRBN",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false},
    {"chess960", FM_CHESS960, 8, FM_STYLE_TRADITIONAL, "QRBN", NULL, false},
    {"capablanca", FM_CAPABLANCA, 10, FM_STYLE_TRADITIONAL, "QCARBN",
     "rnabqkbcnr" BACK_10 "RNABQKBCNR w KQkq - 0 1", false},
    {"caparandom", FM_CAPARANDOM, 10, FM_STYLE_TRADITIONAL, "QCARBN", NULL, false},
    {"gothic", FM_GOTHIC, 10, FM_STYLE_TRADITIONAL, "QCARBN",
     "rnbqckabnr" BACK_10 "RNBQCKABNR w KQkq - 0 1", false},
    {"embassy", FM_EMBASSY, 10, FM_STYLE_MODERN, "QCARBN",
     "rnbqkcabnr" BACK_10 "RNBQKCABNR w mKQkq - 0 1", false},
    {"janus", FM_JANUS, 10, FM_STYLE_SYMMETRIC, "QARBN",
     "ranbkqbnar" BACK_10 "RANBKQBNAR w sKQkq - 0 1", true},
    {"chess480", FM_CHESS480, 8, FM_STYLE_MODERN, "QRBN", NULL, false},
    {"chess480-lewis", FM_CHESS480_LEWIS, 8, FM_STYLE_LEWIS, "QRBN", NULL, false},
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

/* Spellings seen in files, reduced to lower-case letters and digits. */
static const struct {
    const char *name;
    unsigned char length;
    signed char variant; /* enum fm_variant_id, or FROM_POSITION */
} spellings[] = {
#define FROM_POSITION (-1)
#define NAMED(spelling) (spelling), sizeof(spelling) - 1
    {NAMED("chess960"), FM_CHESS960},
    {NAMED("960"), FM_CHESS960},
    {NAMED("960chess"), FM_CHESS960},
    {NAMED("chess960random"), FM_CHESS960},
    {NAMED("fischerandom"), FM_CHESS960},
    {NAMED("fischerandomchess"), FM_CHESS960},
    {NAMED("fischerrandom"), FM_CHESS960},
    {NAMED("fischerrandomchess"), FM_CHESS960},
    {NAMED("fischerrandom960"), FM_CHESS960},
    {NAMED("fischerandom960"), FM_CHESS960},
    {NAMED("fischerrandomchess960"), FM_CHESS960},
    {NAMED("chess960fischerrandom"), FM_CHESS960},
    {NAMED("fisherrandom"), FM_CHESS960},
    {NAMED("fisherandom"), FM_CHESS960},
    {NAMED("fisherrandomchess"), FM_CHESS960},
    {NAMED("fischer"), FM_CHESS960},
    {NAMED("frc"), FM_CHESS960},
    {NAMED("frc960"), FM_CHESS960},
    {NAMED("chess960frc"), FM_CHESS960},
    {NAMED("dfrc"), FM_CHESS960},
    {NAMED("doublefischerrandom"), FM_CHESS960},
    {NAMED("doublefischerrandomchess"), FM_CHESS960},
    {NAMED("doublechess960"), FM_CHESS960},
    {NAMED("freestyle"), FM_CHESS960},
    {NAMED("freestylechess"), FM_CHESS960},
    {NAMED("chess9lx"), FM_CHESS960},
    {NAMED("wildfr"), FM_CHESS960},
    {NAMED("wild22"), FM_CHESS960},

    {NAMED("standard"), FM_STANDARD},
    {NAMED("standardchess"), FM_STANDARD},
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

    {NAMED("capablanca"), FM_CAPABLANCA},
    {NAMED("capablancachess"), FM_CAPABLANCA},
    {NAMED("capablancaschess"), FM_CAPABLANCA},
    {NAMED("caparandom"), FM_CAPARANDOM},
    {NAMED("caparandomchess"), FM_CAPARANDOM},
    {NAMED("capablancarandom"), FM_CAPARANDOM},
    {NAMED("capablancarandomchess"), FM_CAPARANDOM},
    {NAMED("capablanca960"), FM_CAPARANDOM},
    {NAMED("crc"), FM_CAPARANDOM},
    {NAMED("gothic"), FM_GOTHIC},
    {NAMED("gothicchess"), FM_GOTHIC},
    {NAMED("embassy"), FM_EMBASSY},
    {NAMED("embassychess"), FM_EMBASSY},
    {NAMED("janus"), FM_JANUS},
    {NAMED("januschess"), FM_JANUS},
    {NAMED("janusschach"), FM_JANUS},
    {NAMED("chess480"), FM_CHESS480},
    {NAMED("480"), FM_CHESS480},
    {NAMED("chess480lewis"), FM_CHESS480_LEWIS},
};

const struct fm_variant *fm_variant_named(struct fm_text name)
{
    for (size_t i = 0; i < FM_COUNT_OF(fm_variants); i++)
        if (fm_text_equal(name, fm_text_of(fm_variants[i].name)))
            return &fm_variants[i];
    return NULL;
}

/* Lower-case letters and digits of a name; false if it has more of them than any known one, or
 * other scripts. */
static bool reduce(struct fm_text value, unsigned char *out, size_t size, size_t *length)
{
    size_t n = 0;
    for (size_t i = 0; i < value.n; i++) {
        const unsigned char c = fm_ascii_lower(value.p[i]);
        if (c >= 0x80)
            return false;
        if ((c < 'a' || c > 'z') && (c < '0' || c > '9'))
            continue;
        if (n == size)
            return false;
        out[n++] = c;
    }
    *length = n;
    return true;
}

enum fm_variant_tag fm_variant_of_tag(struct fm_text value, const struct fm_variant **variant)
{
    unsigned char reduced[32];
    size_t n;
    value = fm_text_trim(value);
    if (value.n == 0 || fm_text_equal(value, FM_TEXT("?")) || fm_text_equal(value, FM_TEXT("-")))
        return FM_TAG_NO_VARIANT;
    if (!reduce(value, reduced, sizeof reduced, &n))
        return FM_TAG_UNSUPPORTED;
    for (size_t i = 0; i < FM_COUNT_OF(spellings); i++) {
        if (n != spellings[i].length || memcmp(reduced, spellings[i].name, n) != 0)
            continue;
        if (spellings[i].variant == FROM_POSITION)
            return FM_TAG_FROM_POSITION;
        *variant = &fm_variants[spellings[i].variant];
        return FM_TAG_KNOWN;
    }
    return FM_TAG_UNSUPPORTED;
}
