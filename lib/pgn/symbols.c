/* SPDX-License-Identifier: MIT */
/* The table of symbols: see symbols.h. NAGs to 139 are the PGN standard's (section 10), those from 140 on
 * what ChessBase and Scid write. Spellings in ASCII are Scid's and the Informant's, those beyond it what
 * ChessBase, lichess and chess.com print; of a symbol that both sides have it is White's NAG. */
#include <config.h>
#include "pgn/symbols.h"
#include "pgn/bytes.h"

static const struct symbol {
    const char *text;
    uint8_t nag;
    bool follows; /* only directly after a move, its marks or NAGs */
} symbols[] = {
    {"\xE2\x96\xA1", 7, false}, /* U+25A1: forced, the only move */
    {"[]", 8, false},
    {"=", 10, true},
    {"\xE2\x88\x9E", 13, false}, /* U+221E: unclear */
    {"~", 13, false},
    {"inf", 13, false},
    {"unclear", 13, false},
    {"\xE2\xA9\xB2", 14, false}, /* U+2A72: White is slightly better */
    {"+=", 14, false},
    {"+/=", 14, false},
    {"\xE2\xA9\xB1", 15, false}, /* U+2A71: Black is slightly better */
    {"=+", 15, false},
    {"=/+", 15, false},
    {"\xC2\xB1", 16, false}, /* U+00B1: White is better */
    {"\xB1", 16, false},     /* the same in Windows-1252 */
    {"+/-", 16, false},
    {"\xE2\x88\x93", 17, false}, /* U+2213: Black is better */
    {"-/+", 17, false},
    {"+-", 18, false},
    {"+\xE2\x88\x92", 18, false},
    {"+\xE2\x80\x93", 18, false},
    {"-+", 19, false},
    {"\xE2\x88\x92+", 19, false},
    {"\xE2\x80\x93+", 19, false},
    {"+--", 20, false},
    {"\xE2\xA8\x80", 22, false}, /* U+2A00: zugzwang */
    {"\xE2\x97\x8B", 26, false}, /* U+25CB: more space */
    {"\xE2\x9F\xB3", 32, false}, /* U+27F3: ahead in development */
    {"\xE2\x86\x91", 36, false}, /* U+2191: initiative */
    {"\xE2\x86\x92", 40, false}, /* U+2192: attack */
    {"+>", 40, false},
    {"->", 41, false},             /* of Black, in Scid */
    {"=/\xE2\x88\x9E", 44, false}, /* compensation */
    {"\xE2\x88\x9E=", 44, false},
    {"\xE2\xAF\xB9", 44, false}, /* U+2BF9 */
    {"=/&", 44, false},
    {"~=", 44, false},
    {"\xE2\x87\x86", 132, false}, /* U+21C6: counterplay */
    {"\xE2\x87\x84", 132, false}, /* U+21C4 */
    {"<=>", 149, false},          /* a file, in Scid */
    {"\xE2\x8A\x95", 138, false}, /* U+2295: time trouble */
    {"\xE2\x88\x86", 140, false}, /* U+2206: with the idea */
    {"\xCE\x94", 140, false},     /* U+0394, a Greek letter that looks like it */
    {"\xE2\x96\xB3", 140, false}, /* U+25B3 */
    {"/\\", 140, false},
    {"\xE2\x88\x87", 141, false}, /* U+2207: aimed against */
    {"\xE2\x8C\x93", 142, false}, /* U+2313: better is */
    {"RR", 145, false},           /* editor's comment */
    {"N", 146, true},             /* novelty */
    {"TN", 146, false},
    {"\xE2\x8A\xA5", 148, false}, /* U+22A5: ending */
    {"_|_", 148, false},
    {"\xE2\x87\x94", 149, false}, /* U+21D4: file */
    {"\xE2\x87\x97", 150, false}, /* U+21D7: diagonal */
    {"\xE2\x97\xAB", 151, false}, /* U+25EB: bishop pair */
    {"||", 190, false},           /* et cetera, in Scid */
    {"D", 220, true},             /* diagram, in ChessBase */
    {"\xE2\x8A\x9E", 241, false}, /* U+229E: centre */
    {"\xE2\x9F\xAB", 242, false}, /* U+27EB: king side */
    {"\xE2\x9F\xAA", 243, false}, /* U+27EA: queen side */
    {"\xE2\x9C\x95", 244, false}, /* U+2715: weak point */
};

unsigned fm_symbol_nag(struct fm_text text, bool follows)
{
    for (size_t i = 0; i < FM_COUNT_OF(symbols); i++)
        if ((follows || !symbols[i].follows) && fm_text_equal(text, fm_text_of(symbols[i].text)))
            return symbols[i].nag;
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
