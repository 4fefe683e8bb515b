/* The marks after a move. None of them says which move is meant, so all are read and none
 * believed. */
#include <config.h>
#include "board/marks.h"

enum { SUFFIX_MARKS_MAX = 2 }; /* of ! and ?, by the PGN standard */

enum use { CHECK = 1, EN_PASSANT = 2, CAPTURE = 4, UNUSUAL = 8, FINE = 0 };

/* Longest first among those that begin alike. Small letters stand for capitals too. */
static const struct {
    const char *text;
    enum use use;
} marks[] = {
    {"+/-", UNUSUAL},
    {"+/=", UNUSUAL},
    {"+-", UNUSUAL},
    {"+=", UNUSUAL},
    {"++", CHECK},
    {"+", FINE},
    {"-/+", UNUSUAL},
    {"-+", UNUSUAL},
    {"=/+", UNUSUAL},
    {"=+", UNUSUAL},
    {"=", UNUSUAL},
    {"#", FINE},
    {"(=)", UNUSUAL},
    {"(!)", UNUSUAL},
    {"(?)", UNUSUAL},
    {"(!?)", UNUSUAL},
    {"(?!)", UNUSUAL},
    {"(!!)", UNUSUAL},
    {"(?"
     "?)",
     UNUSUAL},
    {"(+)", CHECK},
    {"(#)", CHECK},
    {"(ep)", EN_PASSANT},
    {"(e.p.)", EN_PASSANT},
    {"e.p", EN_PASSANT},
    {"ep", EN_PASSANT},
    {"double", CHECK},
    {"dbl", CHECK},
    {"disc", CHECK},
    {"dis", CHECK},
    {"check", CHECK},
    {"ch", CHECK},
    {"mate", CHECK},
    {"matt", CHECK},
    {"mat", CHECK},
    {"X", CHECK},
    {":", CAPTURE},
    {"TN", UNUSUAL},
    {"N", UNUSUAL},
};

/* How many glyphs a mark takes here, 0 if it does not stand here. Blanks may follow a full stop
 * ("e. p."). */
static unsigned length_of(const struct fm_glyph *glyph, const char *mark)
{
    const struct fm_glyph *g = glyph;
    for (const char *m = mark; *m != 0; m++, g++) {
        while (m != mark && m[-1] == '.' && g->plain == ' ')
            g++;
        const unsigned char c =
            *m >= 'a' && *m <= 'z' ? (unsigned char)fm_glyph_small(g->plain) : g->plain;
        if (c != (unsigned char)*m || g->lookalike)
            return 0;
    }
    if (g[-1].plain >= 'a' && g->plain == '.') /* of an abbreviation */
        g++;
    return (unsigned)(g - glyph);
}

static uint32_t tolerance_of(enum use use)
{
    return (use & CHECK ? FM_TOLERANCE(MOVE_CHECK_MARK) : 0) |
           (use & EN_PASSANT ? FM_TOLERANCE(MOVE_EN_PASSANT) : 0) |
           (use & CAPTURE ? FM_TOLERANCE(MOVE_CAPTURE) : 0) |
           (use & UNUSUAL ? FM_TOLERANCE(MOVE_SUFFIX) : 0);
}

/* One mark of the table; the number of its glyphs, 0 if none stands here. */
static unsigned read_mark(const struct fm_glyph *glyph, struct fm_notation *notation)
{
    for (size_t i = 0; i < FM_COUNT_OF(marks); i++) {
        const unsigned n = length_of(glyph, marks[i].text);
        if (n == 0)
            continue;
        const bool dagger = glyph->plain == '+' && glyph->code != '+';
        notation->tolerances |= tolerance_of(marks[i].use | (dagger ? CHECK : FINE));
        notation->capture |= (marks[i].use & (CAPTURE | EN_PASSANT)) != 0;
        return n;
    }
    return 0;
}

bool fm_marks_read(const struct fm_glyph *glyph, struct fm_notation *notation)
{
    unsigned suffixes = 0;
    while (glyph->plain != 0) {
        if (glyph->plain == ' ') {
            glyph++;
        } else if (glyph->plain == '!' || glyph->plain == '?') {
            suffixes += glyph->code == glyph->plain ? 1 : SUFFIX_MARKS_MAX;
            glyph++;
        } else if (glyph->plain == FM_GLYPH_MARK) {
            notation->tolerances |= FM_TOLERANCE(MOVE_SUFFIX);
            glyph++;
        } else {
            const unsigned n = read_mark(glyph, notation);
            if (n == 0)
                return false;
            glyph += n;
        }
    }
    if (suffixes > SUFFIX_MARKS_MAX)
        notation->tolerances |= FM_TOLERANCE(MOVE_SUFFIX);
    return true;
}
