/* SPDX-License-Identifier: MIT */
/* Characters of move tokens: UTF-8 or Windows-1252 in, each with the plain character that it
 * means; and the marks after a move, none of which tells which move is meant: all are read and
 * none is relied on. */
#include <config.h>
#include "board/glyphs.h"
#include "base/utf8.h"
#include "board/languages.h"

enum { DROP = 0xFE }; /* instead of a plain character: the glyph means nothing */

/* The next character, and where the one after it begins. A byte that is not UTF-8 is itself. */
static const unsigned char *decode(const unsigned char *p, const unsigned char *end, uint32_t *code,
                                   bool *utf8)
{
    const size_t length = fm_utf8_length(p, (size_t)(end - p));
    *utf8 = length > 1;
    if (!*utf8) {
        *code = *p;
        return p + 1;
    }
    uint32_t c = *p & (0xFFu >> (length + 1)); /* the bits of a lead byte after its length */
    for (size_t i = 1; i < length; i++)
        c = c << 6 | (p[i] & 0x3Fu);
    *code = c;
    return p + length;
}

/* The characters of Windows-1252 that moves are written with. */
static uint32_t from_windows_1252(uint32_t byte)
{
    switch (byte) {
    case 0x86:
        return 0x2020;
    case 0x87:
        return 0x2021;
    case 0x96:
        return 0x2013;
    case 0x97:
        return 0x2014;
    default:
        return byte;
    }
}

/* The plain character that one beyond ASCII looks like, or 0. */
static unsigned char look_of(uint32_t code)
{
    switch (code) {
    case 0x0430:
        return 'a';
    case 0x0441:
        return 'c';
    case 0x0435:
        return 'e';
    case 0x0445:
        return 'x';
    case 0x0425:
        return 'X';
    case 0x041E:
    case 0x039F:
        return 'O';
    case 0x043E:
    case 0x03BF:
        return 'o';
    default:
        return 0;
    }
}

/* The meaning of a character beyond ASCII, by convention. */
static unsigned char plain_of(uint32_t code)
{
    static const unsigned char kinds[6] = {FM_KING,   FM_QUEEN,  FM_ROOK,
                                           FM_BISHOP, FM_KNIGHT, FM_PAWN};
    if (code >= 0x2654 && code <= 0x265F)
        return (unsigned char)(FM_GLYPH_FIGURINE + kinds[(code - 0x2654) % 6]);
    switch (code) {
    case 0xFE0E:
    case 0xFE0F:
        return DROP;
    case 0x00A0:
    case 0x2009:
    case 0x202F:
        return ' ';
    case 0x2010:
    case 0x2011:
    case 0x2012:
    case 0x2013:
    case 0x2014:
    case 0x2015:
    case 0x2212:
        return '-';
    case 0x00D7:
        return 'x';
    case 0x2020:
    case 0x2021:
        return '+';
    case 0x203C:
    case 0x2047:
    case 0x2048:
    case 0x2049:
        return '!';
    case 0x00B1:
    case 0x2213:
    case 0x2A71:
    case 0x2A72:
    case 0x221E:
    case 0x25A1:
    case 0x2191:
    case 0x2192:
    case 0x21C4:
    case 0x21C6:
    case 0x2295:
    case 0x2299:
    case 0x2313:
    case 0x2206:
    case 0x25B3:
        return FM_GLYPH_MARK;
    default:
        return FM_GLYPH_OTHER;
    }
}

static struct fm_glyph glyph_of(uint32_t code)
{
    struct fm_glyph g = {(uint16_t)(code > 0xFFFF ? 0xFFFF : code), 0, true};
    g.plain = look_of(code);
    if (g.plain == 0) {
        g.lookalike = false;
        g.plain = plain_of(code);
    }
    return g;
}

bool fm_glyphs_read(struct fm_text token, struct fm_glyphs *out)
{
    if (token.n == 0)
        return false;
    const unsigned char *p = token.p, *const end = token.p + token.n;
    unsigned n = 0;
    while (p < end) {
        struct fm_glyph g = {*p, *p, false};
        if (*p < 0x80) {
            p++;
        } else {
            uint32_t code;
            bool utf8;
            p = decode(p, end, &code, &utf8);
            g = glyph_of(utf8 ? code : from_windows_1252(code));
        }
        if (g.plain == DROP)
            continue;
        if (n == FM_GLYPHS_MAX || g.plain == 0)
            return false;
        out->at[n++] = g;
    }
    out->at[n] = (struct fm_glyph){0, 0, false};
    return true;
}

bool fm_glyphs_repair_digits(struct fm_glyphs *glyphs)
{
    bool repaired = false;
    for (struct fm_glyph *g = glyphs->at; g->plain != 0; g++)
        if (g->plain == 'l' || g->plain == 'I' || g->plain == '|') {
            g->plain = '1';
            g->lookalike = repaired = true;
        }
    return repaired;
}

uint16_t fm_glyph_small(uint16_t code)
{
    const bool capital = (code >= 'A' && code <= 'Z') || (code >= 0x0410 && code <= 0x042F);
    return (uint16_t)(capital ? code + 0x20 : code);
}

enum { SUFFIX_MARKS_MAX = 2 }; /* largest number of ! and ? after a move, by the PGN standard */

enum use { CHECK = 1, EN_PASSANT = 2, CAPTURE = 4, UNUSUAL = 8, FINE = 0 };

/* Of those with the same beginning the longest is first. Small letters match capitals too. */
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
    {"/ep", EN_PASSANT},
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

/* How many glyphs a mark takes here, 0 if it is not here. Blanks may follow a full stop
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
    if (g[-1].plain >= 'a' && g->plain == '.') /* the period of an abbreviation */
        g++;
    return (unsigned)(g - glyph);
}

/* One mark of the table; the number of its glyphs, 0 if none is here. */
static unsigned read_mark(const struct fm_glyph *glyph, uint32_t *tolerances, bool *capture)
{
    for (size_t i = 0; i < FM_COUNT_OF(marks); i++) {
        const unsigned n = length_of(glyph, marks[i].text);
        if (n == 0)
            continue;
        const bool dagger = glyph->plain == '+' && glyph->code != '+';
        const unsigned use = marks[i].use | (dagger ? CHECK : FINE);
        *tolerances |= (use & CHECK ? FM_TOLERANCE(MOVE_CHECK_MARK) : 0) |
                       (use & EN_PASSANT ? FM_TOLERANCE(MOVE_EN_PASSANT) : 0) |
                       (use & CAPTURE ? FM_TOLERANCE(MOVE_CAPTURE) : 0) |
                       (use & UNUSUAL ? FM_TOLERANCE(MOVE_SUFFIX) : 0);
        *capture |= (use & (CAPTURE | EN_PASSANT)) != 0;
        return n;
    }
    return 0;
}

bool fm_marks_read(const struct fm_glyph *glyph, uint32_t *tolerances, bool *capture)
{
    unsigned suffixes = 0;
    while (glyph->plain != 0) {
        if (glyph->plain == ' ') {
            glyph++;
        } else if (glyph->plain == '!' || glyph->plain == '?') {
            suffixes += glyph->code == glyph->plain ? 1 : SUFFIX_MARKS_MAX;
            glyph++;
        } else if (glyph->plain == FM_GLYPH_MARK) {
            *tolerances |= FM_TOLERANCE(MOVE_SUFFIX);
            glyph++;
        } else {
            const unsigned n = read_mark(glyph, tolerances, capture);
            if (n == 0)
                return false;
            glyph += n;
        }
    }
    if (suffixes > SUFFIX_MARKS_MAX)
        *tolerances |= FM_TOLERANCE(MOVE_SUFFIX);
    return true;
}
