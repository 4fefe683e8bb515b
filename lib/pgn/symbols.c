/* SPDX-License-Identifier: MIT */
/* The table of symbols: see symbols.h. NAGs to 139 are the PGN standard's (section 10), those from
 * 140 on what ChessBase and Scid write. Spellings in ASCII are Scid's and the Informant's, those
 * beyond it what ChessBase, lichess and chess.com print; of a symbol that both sides have it is
 * White's NAG. */
#include <config.h>
#include "pgn/symbols.h"
#include <stdlib.h>
#include "pgn/bytes.h"

static const struct symbol {
    const char *text;
    int16_t nag; /* below 0: minus the NAG, only directly after a move, its marks or NAGs */
} symbols[] = {
    {"\xE2\x96\xA1", 7}, /* U+25A1: forced, the only move */
    {"[]", 8},
    {"=", -10},
    {"\xE2\x88\x9E", 13}, /* U+221E: unclear */
    {"~", 13},
    {"inf", 13},
    {"unclear", 13},
    {"\xE2\xA9\xB2", 14}, /* U+2A72: White is slightly better */
    {"+=", 14},
    {"+/=", 14},
    {"\xE2\xA9\xB1", 15}, /* U+2A71: Black is slightly better */
    {"=+", 15},
    {"=/+", 15},
    {"\xC2\xB1", 16}, /* U+00B1: White is better */
    {"\xB1", 16},     /* the sign above, in Windows-1252 */
    {"+/-", 16},
    {"\xE2\x88\x93", 17}, /* U+2213: Black is better */
    {"-/+", 17},
    {"+-", 18},
    {"+\xE2\x88\x92", 18},
    {"+\xE2\x80\x93", 18},
    {"-+", 19},
    {"\xE2\x88\x92+", 19},
    {"\xE2\x80\x93+", 19},
    {"+--", 20},
    {"\xE2\xA8\x80", 22}, /* U+2A00: zugzwang */
    {"\xE2\x97\x8B", 26}, /* U+25CB: more space */
    {"\xE2\x9F\xB3", 32}, /* U+27F3: ahead in development */
    {"\xE2\x86\x91", 36}, /* U+2191: initiative */
    {"\xE2\x86\x92", 40}, /* U+2192: attack */
    {"+>", 40},
    {"->", 41},             /* Scid: the same for Black */
    {"=/\xE2\x88\x9E", 44}, /* compensation */
    {"\xE2\x88\x9E=", 44},
    {"\xE2\xAF\xB9", 44}, /* U+2BF9 */
    {"=/&", 44},
    {"~=", 44},
    {"\xE2\x87\x86", 132}, /* U+21C6: counterplay */
    {"\xE2\x87\x84", 132}, /* U+21C4 */
    {"<=>", 149},          /* a file, in Scid */
    {"\xE2\x8A\x95", 138}, /* U+2295: time trouble */
    {"\xE2\x88\x86", 140}, /* U+2206: with the idea */
    {"\xCE\x94", 140},     /* U+0394, a Greek letter that looks like it */
    {"\xE2\x96\xB3", 140}, /* U+25B3 */
    {"/\\", 140},
    {"\xE2\x88\x87", 141}, /* U+2207: aimed against */
    {"\xE2\x8C\x93", 142}, /* U+2313: better is */
    {"RR", 145},           /* editor's comment */
    {"N", -146},           /* novelty */
    {"TN", 146},
    {"\xE2\x8A\xA5", 148}, /* U+22A5: ending */
    {"_|_", 148},
    {"\xE2\x87\x94", 149}, /* U+21D4: file */
    {"\xE2\x87\x97", 150}, /* U+21D7: diagonal */
    {"\xE2\x97\xAB", 151}, /* U+25EB: bishop pair */
    {"||", 190},           /* et cetera, in Scid */
    {"D", -220},           /* diagram, in ChessBase */
    {"\xE2\x8A\x9E", 241}, /* U+229E: centre */
    {"\xE2\x9F\xAB", 242}, /* U+27EB: king side */
    {"\xE2\x9F\xAA", 243}, /* U+27EA: queen side */
    {"\xE2\x9C\x95", 244}, /* U+2715: weak point */
};

unsigned fm_symbol_nag(struct fm_text text, bool follows)
{
    for (size_t i = 0; i < FM_COUNT_OF(symbols); i++)
        if ((follows || symbols[i].nag > 0) && fm_text_is(text, symbols[i].text))
            return (unsigned)abs(symbols[i].nag);
    return 0;
}

unsigned fm_symbol_after(struct fm_text move)
{
    enum { SYMBOL_MAX = 5 }; /* bytes of the longest */
    move = fm_text_without_tail(move, "!?");
    for (size_t n = move.n <= SYMBOL_MAX ? move.n - (move.n > 0) : SYMBOL_MAX; n > 0; n--) {
        const struct fm_text end = {move.p + move.n - n, n};
        if (!fm_byte_is(end.p[n - 1], FM_BYTE_NAME) && !fm_byte_is(*end.p, FM_BYTE_NAME) &&
            fm_symbol_nag(end, false) != 0)
            return fm_symbol_nag(end, false);
    }
    return 0;
}
