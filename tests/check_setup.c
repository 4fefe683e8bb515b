/* SPDX-License-Identifier: MIT */
#include <config.h>
/* FEN text to a setup and back: fields, faults of form, tolerances, castling letters, start
 * numbers, impossible positions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "board/castling.h"
#include "board/fen_read.h"
#include "board/fen_write.h"
#include "board/placement.h"
#include "check_main.h"
#include "vectors.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define KINGS "4k3/8/8/8/8/8/8/4K3"

static struct fm_text text_of(const char *s)
{
    return fm_text_of(s);
}

static enum fm_status read_as(const char *fen, const struct fm_variant *variant,
                              struct fm_setup *setup, struct fm_warnings *reading)
{
    struct fm_error error = {0};
    return fm_setup_read(text_of(fen), variant, false, setup, NULL, reading, &error);
}

static const char *written(const struct fm_setup *setup, enum fm_castling_dialect dialect)
{
    static char out[FM_FEN_MAX + 1];
    unsigned char *const end = fm_setup_write_fen(setup, dialect, true, true, (unsigned char *)out);
    if (end == NULL)
        return "not representable";
    *end = 0;
    return out;
}

/* ---- faults of form -------------------------------------------------------------------------- */

static const struct {
    const char *fen;
    enum fm_fen_field field;
    const char *what;
} bad[] = {
    {"", FM_FIELD_PLACEMENT, ""},
    {"hello", FM_FIELD_PLACEMENT, "hello"},
    {"?", FM_FIELD_PLACEMENT, "?"},
    {"8/8/8/8/8/8/8 w - - 0 1", FM_FIELD_PLACEMENT, "8/8/8/8/8/8/8"},
    {KINGS "/8 w - - 0 1", FM_FIELD_PLACEMENT, KINGS "/8"},
    {"4k3/8/8/7/8/8/8/4K3 w - - 0 1", FM_FIELD_PLACEMENT, "7"},
    {"4k3/8/8/8p/8/8/8/4K3 w - - 0 1", FM_FIELD_PLACEMENT, "8p"},
    {"4k4/9/9/9/9/9/9/4K4 w - - 0 1", FM_FIELD_PLACEMENT, "4k4"},
    {"4k3/44/8/8/8/8/8/4K3 w - - 0 1", FM_FIELD_PLACEMENT, "44/8/8/8/8/8/4K3"},
    {"4k3/0p7/8/8/8/8/8/4K3 w - - 0 1", FM_FIELD_PLACEMENT, "0p7/8/8/8/8/8/4K3"},
    {"4ka2/8/8/8/8/8/8/4K3 w - - 0 1", FM_FIELD_PLACEMENT, "4ka2/8/8/8/8/8/8/4K3"},
    {"4k3/8/8/3x4/8/8/8/4K3 w - - 0 1", FM_FIELD_PLACEMENT, "3x4/8/8/8/4K3"},
    {START "[] w KQkq - 0 1", FM_FIELD_PLACEMENT, "RNBQKBNR[]"},
    {START, FM_FIELD_SIDE, ""},
    {START " x KQkq - 0 1", FM_FIELD_SIDE, "x"},
    {START " white KQkq - 0 1", FM_FIELD_SIDE, "white"},
    {START " w", FM_FIELD_CASTLING, ""},
    {START " w KQkqX - 0 1", FM_FIELD_CASTLING, "KQkqX"},
    {START " w IQkq - 0 1", FM_FIELD_CASTLING, "IQkq"},
    {START " w -- - 0 1", FM_FIELD_CASTLING, "--"},
    {START " w s - 0 1", FM_FIELD_CASTLING, "s"},
    {START " w KQ-kq - 0 1", FM_FIELD_CASTLING, "KQ-kq"},
    {START " w KQkq", FM_FIELD_EN_PASSANT, ""},
    {START " w KQkq e 0 1", FM_FIELD_EN_PASSANT, "e"},
    {START " w KQkq i3 0 1", FM_FIELD_EN_PASSANT, "i3"},
    {START " w KQkq e9 0 1", FM_FIELD_EN_PASSANT, "e9"},
    {START " w KQkq bm e4;", FM_FIELD_EN_PASSANT, "bm"},
};

START_TEST(names_the_field)
{
    struct fm_setup setup;
    struct fm_error error = {0};
    ck_assert_int_eq(fm_setup_read(text_of(bad[_i].fen), NULL, false, &setup, NULL, NULL, &error),
                     FM_REJECTED);
    ck_assert_int_eq(error.reason, FM_REASON_BAD_FEN);
    ck_assert_msg(error.field == bad[_i].field, "%s: field %d", bad[_i].fen, error.field);
    ck_assert_msg(fm_text_equal(error.what, text_of(bad[_i].what)), "%s: %.*s", bad[_i].fen,
                  (int)error.what.n, (const char *)error.what.p);
}
END_TEST

/* ---- tolerances ------------------------------------------------------------------------------ */

#define NONE FM_REASON_NONE

static const struct {
    const char *fen, *want; /* as X-FEN */
    enum fm_reason notes[3];
} tolerated[] = {
    {START " w KQkq - 0 1", START " w KQkq - 0 1", {NONE}},
    {START " w KQkq -", START " w KQkq - 0 1", {NONE}},
    {START " w KQkq - id \"x_y\";", START " w KQkq - 0 1", {NONE}},
    {START " w KQkq - 7", START " w KQkq - 7 1", {FM_REASON_FEN_COUNTERS}},
    {START " w KQkq - 3 0", START " w KQkq - 3 1", {FM_REASON_FEN_COUNTERS}},
    {START " w KQkq - 99999999999999999999999 1",
     START " w KQkq - 9999999 1",
     {FM_REASON_FEN_COUNTERS}},
    {"  " START "  w  KQkq  -  5  39 ", START " w KQkq - 5 39", {FM_REASON_FEN_LAYOUT}},
    {START "\tw KQkq - 5 39", START " w KQkq - 5 39", {FM_REASON_FEN_LAYOUT}},
    {START "_w_KQkq_-_5_39", START " w KQkq - 5 39", {FM_REASON_FEN_LAYOUT}},
    {START " w KQkq - 5 39;", START " w KQkq - 5 39", {FM_REASON_FEN_LAYOUT}},
    {START " w KQkq - 5 39 ;", START " w KQkq - 5 39", {FM_REASON_FEN_LAYOUT}},
    {START " w KQkq -;", START " w KQkq - 0 1", {FM_REASON_FEN_LAYOUT}},
    {START " w KQkq - 5 39 bm e4;", START " w KQkq - 5 39", {FM_REASON_FEN_LAYOUT}},
    {START " w KQkq - ;D1 20 ;D2 400", START " w KQkq - 0 1", {FM_REASON_FEN_LAYOUT}},
    {START " W KQkq - 5 39", START " w KQkq - 5 39", {FM_REASON_FEN_LAYOUT}},
    {START " w kqKQ - 0 1", START " w KQkq - 0 1", {FM_REASON_CASTLING_ORDER}},
    {START " w AHah - 0 1", START " w KQkq - 0 1", {FM_REASON_CASTLING_ORDER}},
    {START " w KKkq - 0 1", START " w Kkq - 0 1", {FM_REASON_CASTLING_TWICE}},
    {START " w GQkq - 0 1", START " w Qkq - 0 1", {FM_REASON_CASTLING_WITHOUT_ROOK}},
    {"4k3/8/8/8/8/8/8/RR2K1RR w GH - 0 1",
     "4k3/8/8/8/8/8/8/RR2K1RR w K - 0 1",
     {FM_REASON_CASTLING_TWICE}},
    {"4k3/8/8/8/8/8/8/RR2K1RR w KG - 0 1",
     "4k3/8/8/8/8/8/8/RR2K1RR w K - 0 1",
     {FM_REASON_CASTLING_TWICE}},
    {"4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1", {NONE}},
    {"4k3/8/8/8/8/8/8/4K3 w s- - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", {NONE}},
    {"r3k2r/8/8/8/8/8/8/R3K2R w sKQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w sKQkq - 0 1", {NONE}},
    {"r3k2r/8/8/8/8/8/8/R3K2R w mHAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w mKQkq - 0 1", {NONE}},
    {KINGS " w - e6 0 1", KINGS " w - - 0 1", {FM_REASON_EN_PASSANT_IMPOSSIBLE}},
    {"4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1", "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1", {NONE}},
    {"4k3/8/8/4p3/8/8/8/4K3 w - e3 0 1",
     "4k3/8/8/4p3/8/8/8/4K3 w - - 0 1",
     {FM_REASON_EN_PASSANT_IMPOSSIBLE}},
    {"4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1",
     "4k3/4p3/8/4p3/8/8/8/4K3 w - - 0 1",
     {FM_REASON_EN_PASSANT_IMPOSSIBLE}},
    {"rjnbkqbnjr/pppppppppp/10/10/10/4P5/PPPP1PPPPP/RJNBKQBNJR b KQkq - 0 1",
     "ranbkqbnar/pppppppppp/10/10/10/4P5/PPPP1PPPPP/RANBKQBNAR b KQkq - 0 1",
     {NONE}},
    {"4k5/9p/10/3CA5/10/10/10/R3K4R w JA - 0 1",
     "4k5/9p/10/3CA5/10/10/10/R3K4R w KQ - 0 1",
     {NONE}},
    {"rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11",
     "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11",
     {NONE}},
};

START_TEST(tolerates_and_says_so)
{
    struct fm_setup setup;
    struct fm_warnings notes = {0}, want = {0};
    ck_assert_int_eq(read_as(tolerated[_i].fen, NULL, &setup, &notes), FM_OK);
    ck_assert_str_eq(written(&setup, FM_CASTLING_XFEN), tolerated[_i].want);
    for (unsigned i = 0; i < 3 && tolerated[_i].notes[i] != NONE; i++)
        fm_warnings_note(&want, tolerated[_i].notes[i]);
    for (unsigned i = 1; i < FM_REASON_COUNT; i++)
        ck_assert_msg(fm_warnings_has(&notes, i) == fm_warnings_has(&want, i), "%s: %s",
                      tolerated[_i].fen, fm_reason_name(i));
}
END_TEST

/* ---- which variant --------------------------------------------------------------------------- */

static const struct {
    const char *fen, *given, *want;
    enum fm_style style;
    enum fm_reason note;
} variants[] = {
    {START " w KQkq - 0 1", NULL, "standard", FM_STYLE_TRADITIONAL, NONE},
    {START " w HAha - 0 1", "standard", "standard", FM_STYLE_TRADITIONAL, NONE},
    {START " w KQkq - 0 1", "chess960", "chess960", FM_STYLE_TRADITIONAL, NONE},
    {"bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1", NULL, "chess960",
     FM_STYLE_TRADITIONAL, NONE},
    {"bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w - - 0 1", NULL, "standard",
     FM_STYLE_TRADITIONAL, NONE},
    {"4k3/8/8/8/8/8/8/R3K1R1 w K - 0 1", "standard", "chess960", FM_STYLE_TRADITIONAL,
     FM_REASON_VARIANT_MISMATCH},
    {START " w KQkq - 0 1", "gothic", "standard", FM_STYLE_TRADITIONAL, FM_REASON_VARIANT_MISMATCH},
    {START " w mKQkq - 0 1", NULL, "chess480", FM_STYLE_MODERN, NONE},
    {START " w mKQkq - 0 1", "chess480-lewis", "chess480-lewis", FM_STYLE_LEWIS, NONE},
    {START " w sKQkq - 0 1", "chess960", "chess960", FM_STYLE_SYMMETRIC,
     FM_REASON_CASTLING_STYLE_MISMATCH},
    {START " w s- - 0 1", "chess960", "chess960", FM_STYLE_SYMMETRIC, NONE},
    {"rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1", NULL, "gothic",
     FM_STYLE_TRADITIONAL, NONE},
    {"rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq - 0 1", NULL, "caparandom",
     FM_STYLE_TRADITIONAL, NONE},
    {"rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w mKQkq - 0 1", NULL, "embassy",
     FM_STYLE_MODERN, NONE},
    {"rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq - 0 1", "embassy", "embassy",
     FM_STYLE_MODERN, NONE},
    {"ranbkqbnar/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBKQBNAR w sKQkq - 0 1", NULL, "janus",
     FM_STYLE_SYMMETRIC, NONE},
    {"rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", NULL, "capablanca",
     FM_STYLE_TRADITIONAL, NONE},
    {"rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w mKQkq - 0 1", "capablanca",
     "capablanca", FM_STYLE_MODERN, NONE},
    {"5k4/10/10/10/10/10/10/1R3K2R1 w KQ - 0 1", NULL, "caparandom", FM_STYLE_TRADITIONAL, NONE},
    {"5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1", NULL, "capablanca", FM_STYLE_TRADITIONAL, NONE},
};

START_TEST(finds_the_variant)
{
    struct fm_setup setup;
    struct fm_warnings notes = {0}, want = {0};
    const struct fm_variant *const given =
        variants[_i].given == NULL ? NULL : fm_variant_named(text_of(variants[_i].given));
    ck_assert((variants[_i].given == NULL) == (given == NULL));
    ck_assert_int_eq(read_as(variants[_i].fen, given, &setup, &notes), FM_OK);
    ck_assert_msg(strcmp(setup.variant->name, variants[_i].want) == 0, "%s: %s", variants[_i].fen,
                  setup.variant->name);
    ck_assert_int_eq(setup.style, variants[_i].style);
    if (variants[_i].note != NONE)
        fm_warnings_note(&want, variants[_i].note);
    ck_assert_mem_eq(&notes, &want, sizeof notes);
}
END_TEST

static const struct {
    const char *tag, *want; /* NULL: not a known one */
    enum fm_variant_tag kind;
} tags[] = {
    {"", NULL, FM_TAG_NO_VARIANT},
    {"?", NULL, FM_TAG_NO_VARIANT},
    {"Standard", "standard", FM_TAG_KNOWN},
    {" normal ", "standard", FM_TAG_KNOWN},
    {"CHESS", "standard", FM_TAG_KNOWN},
    {"Chess960", "chess960", FM_TAG_KNOWN},
    {"chess 960", "chess960", FM_TAG_KNOWN},
    {"chess-960", "chess960", FM_TAG_KNOWN},
    {"fischerandom", "chess960", FM_TAG_KNOWN},
    {"Fischerandom", "chess960", FM_TAG_KNOWN},
    {"Fischer Random", "chess960", FM_TAG_KNOWN},
    {"Fisher Random", "chess960", FM_TAG_KNOWN},
    {"Fischerrandom", "chess960", FM_TAG_KNOWN},
    {"freestyle", "chess960", FM_TAG_KNOWN},
    {"960", "chess960", FM_TAG_KNOWN},
    {"wild/fr", "chess960", FM_TAG_KNOWN},
    {"wild 22", "chess960", FM_TAG_KNOWN},
    {"FRC", "chess960", FM_TAG_KNOWN},
    {"Schach960", "chess960", FM_TAG_KNOWN},
    {"Schach 960", "chess960", FM_TAG_KNOWN},
    {"Fischer-Schach", "chess960", FM_TAG_KNOWN},
    {"Fischer Random Chess (Chess 960)", "chess960", FM_TAG_KNOWN},
    {"\xC3\x89"
     "checs 960",
     "chess960", FM_TAG_KNOWN}, /* UTF-8 */
    {"\xC9"
     "checs 960",
     "chess960", FM_TAG_KNOWN}, /* Latin-1 */
    {"\xC3\xA9"
     "checs al\xC3\xA9"
     "atoires Fischer",
     "chess960", FM_TAG_KNOWN},
    {"Ajedrez aleatorio de Fischer", "chess960", FM_TAG_KNOWN},
    {"Xadrez aleat\xC3\xB3rio de Fischer", "chess960", FM_TAG_KNOWN},
    {"Scacchi960", "chess960", FM_TAG_KNOWN},
    {"Schaken 960", "chess960", FM_TAG_KNOWN},
    {"szachy Fischera", "chess960", FM_TAG_KNOWN},
    {"\xC5\xA0"
     "achy 960",
     "chess960", FM_TAG_KNOWN},
    {"\xD0\xA8\xD0\xB0\xD1\x85\xD0\xBC\xD0\xB0\xD1\x82\xD1\x8B-960", "chess960", FM_TAG_KNOWN},
    {"Chess\xE2\x80\x91"
     "960",
     "chess960", FM_TAG_KNOWN}, /* U+2011 */
    {"Chess\xC2\xA0"
     "960",
     "chess960", FM_TAG_KNOWN}, /* U+00A0 */
    {"Freestyle Chess 960", "chess960", FM_TAG_KNOWN},
    {"Double Chess960", "chess960", FM_TAG_KNOWN},
    {"DFRC", "chess960", FM_TAG_KNOWN},
    {"Chess9LX", "chess960", FM_TAG_KNOWN},
    {"Capablanca960", "caparandom", FM_TAG_KNOWN},
    {"caparandom", "caparandom", FM_TAG_KNOWN},
    {"Gothic", "gothic", FM_TAG_KNOWN},
    {"embassy", "embassy", FM_TAG_KNOWN},
    {"Janus", "janus", FM_TAG_KNOWN},
    {"Chess480", "chess480", FM_TAG_KNOWN},
    {"chess480-lewis", "chess480-lewis", FM_TAG_KNOWN},
    {"From Position", NULL, FM_TAG_FROM_POSITION},
    {"wild/0", NULL, FM_TAG_FROM_POSITION},
    {"wild/8a", NULL, FM_TAG_FROM_POSITION},
    {"wild/8A", NULL, FM_TAG_FROM_POSITION},
    {"Shuffle Chess", NULL, FM_TAG_NO_CASTLING},
    {"nocastle", NULL, FM_TAG_NO_CASTLING},
    {"No castling", NULL, FM_TAG_NO_CASTLING},
    {"Crazyhouse", NULL, FM_TAG_UNSUPPORTED},
    {"Antichess", NULL, FM_TAG_UNSUPPORTED},
    {"Atomic", NULL, FM_TAG_UNSUPPORTED},
    {"Three-check", NULL, FM_TAG_UNSUPPORTED},
    {"King of the Hill", NULL, FM_TAG_UNSUPPORTED},
    {"Racing Kings", NULL, FM_TAG_UNSUPPORTED},
    {"Horde", NULL, FM_TAG_UNSUPPORTED},
    {"Seirawan960", NULL, FM_TAG_UNSUPPORTED},
    {"Capahouse960", NULL, FM_TAG_UNSUPPORTED},
    {"Crazyhouse960", NULL, FM_TAG_UNSUPPORTED},
    {"Atomic Chess960", NULL, FM_TAG_UNSUPPORTED},
    {"Fischer Clock", NULL, FM_TAG_UNSUPPORTED},
    {"Random Chess", NULL, FM_TAG_UNSUPPORTED},
    {"Schach", NULL, FM_TAG_UNSUPPORTED},
    {"Chess9600", NULL, FM_TAG_UNSUPPORTED},
    {"Chess 960 \xD1\x88", NULL, FM_TAG_UNSUPPORTED},
    {"960\xC3", NULL, FM_TAG_UNSUPPORTED},
    {"wild/23", NULL, FM_TAG_UNSUPPORTED},
    {"Schach\xC3\xA4", NULL, FM_TAG_UNSUPPORTED},
    {"...", NULL, FM_TAG_UNSUPPORTED},
    {"a name that is longer than any known one and a half", NULL, FM_TAG_UNSUPPORTED},
};

START_TEST(knows_the_tags)
{
    const struct fm_variant *variant = NULL;
    ck_assert_msg(fm_variant_of_tag(text_of(tags[_i].tag), &variant) == tags[_i].kind, "%s",
                  tags[_i].tag);
    ck_assert((variant == NULL) == (tags[_i].want == NULL));
    if (variant != NULL)
        ck_assert_str_eq(variant->name, tags[_i].want);
}
END_TEST

START_TEST(variants_end)
{
    ck_assert_ptr_null(fm_variant_name(FM_VARIANT_COUNT));
    ck_assert_ptr_null(fm_variant_start("crazyhouse"));
}
END_TEST

START_TEST(variant_starts_read_as_themselves)
{
    struct fm_setup setup;
    struct fm_warnings notes = {0};
    const struct fm_variant *const v = &fm_variants[_i];
    ck_assert_int_eq(v->id, _i);
    ck_assert_ptr_eq(fm_variant_named(text_of(v->name)), v);
    ck_assert_str_eq(fm_variant_name((unsigned)_i), v->name);
    ck_assert_ptr_eq(fm_variant_start(v->name), v->start);
    if (v->start == NULL)
        return;
    ck_assert_int_eq(read_as(v->start, NULL, &setup, &notes), FM_OK);
    ck_assert_ptr_eq(setup.variant, v);
    ck_assert_int_eq(setup.style, v->style);
    ck_assert_uint_eq(fm_setup_faults(&setup), 0);
    ck_assert_str_eq(written(&setup, FM_CASTLING_XFEN), v->start);
    ck_assert_uint_eq(notes.warnings[0] | notes.warnings[1], 0);
}
END_TEST

/* ---- fields ---------------------------------------------------------------------------------- */

START_TEST(spans_the_fields)
{
    struct fm_setup setup;
    struct fm_fen_fields f;
    struct fm_error error;
    const char *const epd = KINGS "  w - - 3 17  bm Kd2; id \"a_b\"; ";
    ck_assert_int_eq(fm_setup_read(text_of(epd), NULL, false, &setup, &f, NULL, &error), FM_OK);
    ck_assert(fm_text_equal(f.placement, FM_TEXT(KINGS)));
    ck_assert(fm_text_equal(f.side, FM_TEXT("w")) && fm_text_equal(f.castling, FM_TEXT("-")));
    ck_assert(fm_text_equal(f.en_passant, FM_TEXT("-")) && fm_text_equal(f.halfmove, FM_TEXT("3")));
    ck_assert(fm_text_equal(f.fullmove, FM_TEXT("17")) &&
              fm_text_equal(f.rest, FM_TEXT("bm Kd2; id \"a_b\";")));
    ck_assert(setup.counters_given && setup.halfmove == 3 && setup.fullmove == 17);

    ck_assert_int_eq(
        fm_setup_read(FM_TEXT(KINGS " b - - 12bm"), NULL, false, &setup, &f, NULL, &error), FM_OK);
    ck_assert(!setup.counters_given && f.halfmove.n == 0 && fm_text_equal(f.rest, FM_TEXT("12bm")));
}
END_TEST

static const struct {
    const char *fen;
    bool exact;
} exactness[] = {
    {START " w KQkq - 0 1", true},
    {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", true},
    {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", false},
    {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 1 1", true},
    {"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -", false},
};

START_TEST(tells_whether_the_square_is_exact)
{
    struct fm_setup setup;
    ck_assert_int_eq(read_as(exactness[_i].fen, NULL, &setup, NULL), FM_OK);
    ck_assert_msg(setup.ep_exact == exactness[_i].exact, "%s", exactness[_i].fen);
}
END_TEST

/* ---- impossible positions -------------------------------------------------------------------- */

static const struct {
    const char *fen;
    unsigned faults;
} impossible[] = {
    {START " w KQkq - 0 1", 0},
    {"8/8/8/8/8/8/8/8 w - - 0 1",
     FM_FAULT_EMPTY_BOARD | FM_FAULT_NO_WHITE_KING | FM_FAULT_NO_BLACK_KING},
    {"8/8/8/8/8/8/8/4K3 w - - 0 1", FM_FAULT_NO_BLACK_KING},
    {"4k3/8/8/8/8/8/8/8 w - - 0 1", FM_FAULT_NO_WHITE_KING},
    {"4k3/8/8/8/8/8/8/K3K3 w - - 0 1", FM_FAULT_TOO_MANY_KINGS},
    {"rnbqkbnr/ppppNNpp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     FM_FAULT_TOO_MANY_PIECES | FM_FAULT_TOO_MANY_PROMOTED},
    {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", FM_FAULT_TOO_MANY_PAWNS},
    {"P3k3/8/8/8/8/8/8/4K2p w - - 0 1", FM_FAULT_PAWN_ON_LAST_RANK},
    {"4k3/8/8/8/8/8/8/4K2P w - - 0 1", FM_FAULT_PAWN_ON_LAST_RANK},
    {"4k3/8/8/8/8/8/8/4K2r b - - 0 1", FM_FAULT_OPPOSITE_CHECK},
    {"4k3/8/8/8/8/8/8/4K2r w - - 0 1", 0},
    {"8/8/8/8/8/3k4/4K3/8 w - - 0 1", FM_FAULT_OPPOSITE_CHECK},
    {"4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", FM_FAULT_OPPOSITE_CHECK},
    {"4k3/3p4/8/8/8/8/3P4/4K3 w - - 0 1", 0},
    {"4k3/8/5N2/8/8/8/8/4K3 w - - 0 1", FM_FAULT_OPPOSITE_CHECK},
    {"4k3/8/5N2/1B6/8/8/8/4RK2 b - - 0 1", FM_FAULT_IMPOSSIBLE_CHECK},
    {"B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1", 0},
    {"K6N/6N1/8/5k2/7N/8/p7/8 b - - 0 1", 0},
    {"kqq5/qq6/q7/8/8/5RRR/5RRR/5RRK w - - 0 1", 0},
    {"rnbnkbnn/bbbbnnnn/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 0},
    {"QQQQQQQQ/QQQQQQQQ/8/8/8/8/8/4k3 b - - 0 1",
     FM_FAULT_NO_WHITE_KING | FM_FAULT_TOO_MANY_PROMOTED},
    {"5k4/10/2A7/10/10/10/10/5K4 w - - 0 1", 0},
    {"5k4/10/4A5/10/10/10/10/5K4 w - - 0 1", FM_FAULT_OPPOSITE_CHECK},
    {"5k4/10/10/2A7/10/10/10/5K4 w - - 0 1", FM_FAULT_OPPOSITE_CHECK},
    {"5k4/10/10/5C4/10/10/10/5K4 w - - 0 1", FM_FAULT_OPPOSITE_CHECK},
    {"5k4/PPPPPPPPPP/RRRRRRRRR1/10/10/10/10/5K4 b - - 0 1", 0},
    {"5k4/PPPPPPPPPP/RRRRRRRRRR/10/10/10/10/5K4 b - - 0 1",
     FM_FAULT_TOO_MANY_PIECES | FM_FAULT_TOO_MANY_PROMOTED},
};

START_TEST(finds_all_faults)
{
    struct fm_setup setup;
    ck_assert_int_eq(read_as(impossible[_i].fen, NULL, &setup, NULL), FM_OK);
    ck_assert_msg(fm_setup_faults(&setup) == impossible[_i].faults, "%s: %x", impossible[_i].fen,
                  fm_setup_faults(&setup));
}
END_TEST

/* ---- the fast ways and the careful ones ------------------------------------------------------ */

/* A generator of test data: the same on every machine. */
static unsigned next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*state >> 33);
}

static void scatter_pieces(struct fm_setup *setup, uint64_t *state)
{
    static const char letters[] = "PPNBRQpnbrqKk";
    *setup = (struct fm_setup){.files = 8, .ep_file = FM_NO_FILE, .fullmove = 1};
    memset(setup->rook, FM_NO_FILE, sizeof setup->rook);
    setup->pieces[next_random(state) % 8][next_random(state) % 8] = 'K';
    setup->pieces[next_random(state) % 8][next_random(state) % 8] = 'k';
    for (unsigned n = next_random(state) % 26; n > 0; n--) {
        unsigned char *const square =
            &setup->pieces[next_random(state) % 8][next_random(state) % 8];
        if (*square == 0)
            *square = (unsigned char)
                letters[next_random(state) % (sizeof letters - 1 - (n < 25 ? 2 : 0))];
    }
    setup->black = next_random(state) % 2;
}

/* What is read without rows is what is read with them, and has no other warning than for its layout. */
static bool reads_sets(const char *fen, const struct fm_setup *rows)
{
    struct fm_setup sets;
    struct fm_fen_fields f, g;
    struct fm_warnings notes = {{0}}, all = {{0}};
    struct fm_error error;
    if (!fm_setup_read_sets(text_of(fen), NULL, false, &sets, &f, &notes))
        return false;
    ck_assert_int_eq(
        fm_setup_read(text_of(fen), NULL, false, &(struct fm_setup){0}, &g, &all, &error), FM_OK);
    ck_assert_mem_eq(notes.warnings, all.warnings, sizeof all.warnings);
    fm_warnings_clear(&all, FM_REASON_FEN_LAYOUT);
    ck_assert_msg(fm_warnings_is_empty(&all), "%s", fen);
    ck_assert_mem_eq(&f, &g, sizeof f);
    ck_assert(sets.possible && rows->possible && sets.files == rows->files);
    ck_assert_mem_eq(sets.rook, rows->rook, sizeof sets.rook);
    ck_assert_int_eq(sets.black, rows->black);
    ck_assert_int_eq(sets.ep_file, rows->ep_file);
    ck_assert_int_eq(sets.ep_exact, rows->ep_exact);
    ck_assert_int_eq(sets.counters_given, rows->counters_given);
    ck_assert(sets.halfmove == rows->halfmove && sets.fullmove == rows->fullmove);
    ck_assert(sets.variant == rows->variant && sets.style == rows->style);
    ck_assert_mem_eq(&sets.sets, &rows->sets, offsetof(struct fm_plain, fits));
    for (unsigned sq = 0; sq < 64; sq++) {
        const unsigned char piece = rows->pieces[sq / 8][sq % 8];
        ck_assert_int_eq((sets.sets.colour[FM_WHITE] | sets.sets.colour[FM_BLACK]) >> sq & 1,
                         piece != 0);
        ck_assert_int_eq(sets.sets.pawns >> sq & 1, (piece | 0x20) == 'p');
        ck_assert_int_eq(sets.sets.straight >> sq & 1, piece != 0 && strchr("RQrq", piece) != NULL);
    }
    return true;
}

START_TEST(both_ways_check_equally)
{
    uint64_t state = 1;
    unsigned seen = 0, without_rows = 0;
    for (unsigned i = 0; i < 20000; i++) {
        struct fm_setup made, read;
        scatter_pieces(&made, &state);
        const char *const fen = written(&made, FM_CASTLING_XFEN);
        ck_assert_int_eq(read_as(fen, NULL, &read, NULL), FM_OK);
        ck_assert_mem_eq(read.pieces, made.pieces, sizeof made.pieces);
        ck_assert(!made.possible);
        ck_assert_msg(read.possible == (fm_setup_faults(&made) == 0), "%s", fen);
        without_rows += reads_sets(fen, &read);
        read.possible = false;
        ck_assert_msg(fm_setup_faults(&read) == fm_setup_faults(&made), "%s", fen);
        seen |= fm_setup_faults(&made);
    }
    ck_assert_uint_eq(
        seen & (FM_FAULT_OPPOSITE_CHECK | FM_FAULT_IMPOSSIBLE_CHECK | FM_FAULT_TOO_MANY_KINGS |
                FM_FAULT_PAWN_ON_LAST_RANK | FM_FAULT_NO_WHITE_KING),
        FM_FAULT_OPPOSITE_CHECK | FM_FAULT_IMPOSSIBLE_CHECK | FM_FAULT_TOO_MANY_KINGS |
            FM_FAULT_PAWN_ON_LAST_RANK | FM_FAULT_NO_WHITE_KING);
    ck_assert_uint_ge(without_rows, 1000);
}
END_TEST

/* Rights of each kind, squares and counters, read without rows; and what is not read so. */
static const struct {
    const char *fen;
    bool taken;
} listed[] = {
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", true},
    {"r3k2r/8/8/8/8/8/8/R3K2R b Hq -", true},
    {"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 3 4", true},
    {"rnbqkbnr/pp1ppppp/8/8/2pPP3/8/PPP2PPP/RNBQKBNR b KQkq d3 0 2", true},
    {"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", true},
    {"4k3/8/8/8/8/8/8/4K3 w - - 7 40", true},
    {"4k3/8/8/8/8/8/8/4K3 w  - - 0 1", true}, /* an unusual layout */
    {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", true},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1;", true},
    {"4k3/8/8/8/8/8/8/4K3 w - -  ", true},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false}, /* an array */
    {"qrnbknbr/pppppppp/8/8/8/8/PPPPPPPP/QRNBKNBR b - -", false},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkqH - 0 1", false}, /* a warning */
    {"r3k2r/8/8/8/8/8/8/R3K3 w K - 0 1", false},
    {"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", false},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0", false},
    {"4k3/8/8/8/8/8/8/4K2r b - - 0 1", false}, /* not possible */
    {"4k3/8/8/8/8/8/8/8 w - - 0 1", false},
    {"5k4/10/10/10/10/10/10/5K4 w - - 0 1", false}, /* 10x8 */
    {"4k3/8/8/8/8/8/8/4K3 x - - 0 1", false},
    {"4k3/8/8/8/8/8/4K3 w - - 0 1", false},
    {"", false},
};

START_TEST(reads_without_rows)
{
    struct fm_setup setup = {.possible = false};
    (void)read_as(listed[_i].fen, NULL, &setup, NULL);
    ck_assert_msg(reads_sets(listed[_i].fen, &setup) == listed[_i].taken, "%s", listed[_i].fen);
}
END_TEST

/* What the fast readers take the careful one takes too, and of 8x8 nearly all the other way round. */
START_TEST(each_way_reads_the_same_placement)
{
    static const char bytes[] = "/123456789 0pPkKxA/8\x80";
    static const char *const tails[] = {"", " w - -", " w KQkq - 0 1",
                                        " b HAha e3 12 345 c0 \"as long as the eye can see\";"};
    const enum fm_plain_path path = (enum fm_plain_path)_i;
    uint64_t state = 2;
    unsigned taken = 0, left = 0;
    if (path > fm_plain_best_path())
        return;
    for (unsigned i = 0; i < 100000; i++) {
        struct fm_setup made, careful;
        struct fm_plain pieces;
        unsigned char rows[FM_RANKS][FM_MAX_FILES], text[2 * FM_FEN_MAX];
        struct fm_text wrong;
        bool letter_j;
        scatter_pieces(&made, &state);
        unsigned char *const end = fm_setup_write_fen(&made, FM_CASTLING_XFEN, true, true, text);
        const size_t whole =
            (size_t)((unsigned char *)memchr(text, ' ', (size_t)(end - text)) - text);
        for (unsigned n = next_random(&state) % 3; n > 0; n--)
            text[next_random(&state) % whole] =
                (unsigned char)bytes[next_random(&state) % (sizeof bytes - 1)];
        const char *const tail = tails[next_random(&state) % FM_COUNT_OF(tails)];
        memcpy(text + whole, tail, strlen(tail) + 1);
        /* memory of just this size, so that a read past its end is seen */
        const size_t n = whole + strlen(tail);
        unsigned char *const copy = malloc(n);
        memcpy(copy, text, n);
        const unsigned char *const blank = memchr(copy, ' ', n);
        const struct fm_text field = {copy, blank == NULL ? n : (size_t)(blank - copy)};
        const size_t got =
            fm_placement_read_plain_by(path, (struct fm_text){copy, n}, rows, &pieces);
        const bool ok = fm_placement_read(field, &careful, &letter_j, &wrong) && careful.files == 8;
        ck_assert_msg(got == 0 || (ok && got == field.n), "%.*s", (int)field.n,
                      (const char *)field.p);
        if (got > 0)
            ck_assert_mem_eq(rows, careful.pieces, sizeof rows);
        struct fm_plain alone;
        ck_assert_uint_eq(fm_placement_read_plain_by(path, (struct fm_text){copy, n}, NULL, &alone),
                          got);
        ck_assert(got == 0 || memcmp(&alone, &pieces, offsetof(struct fm_plain, fits)) == 0);
        taken += got > 0;
        left += ok && got == 0;
        free(copy);
    }
    ck_assert(taken > 20000 && taken < 80000);
    ck_assert_uint_eq(left, 0);
}
END_TEST

/* ---- notation without rules ------------------------------------------------------------------ */

static const struct {
    const char *fen, *xfen, *shredder;
} notation[] = {
    {"8/8/8/2k5/4K3/8/8/8", "8/8/8/2k5/4K3/8/8/8 w - - 0 1", "8/8/8/2k5/4K3/8/8/8 w - - 0 1"},
    {"8/8/8/8/8/8/8/8 w KQkq - 0 1", "8/8/8/8/8/8/8/8 w KQkq - 0 1",
     "8/8/8/8/8/8/8/8 w HAha - 0 1"},
    {"P7/8/8/8/8/8/8/p3K3 b Gb e3 2 3", "P7/8/8/8/8/8/8/p3K3 b Gb e3 2 3",
     "P7/8/8/8/8/8/8/p3K3 b Gb e3 2 3"},
    {"8/8/8/8/8/8/8/1R2K1R1 w GQ - 0 1", "8/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1",
     "8/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"},
};

START_TEST(keeps_mere_notation)
{
    struct fm_setup setup;
    struct fm_error error;
    ck_assert_int_eq(
        fm_setup_read(text_of(notation[_i].fen), NULL, true, &setup, NULL, NULL, &error), FM_OK);
    ck_assert_str_eq(written(&setup, FM_CASTLING_XFEN), notation[_i].xfen);
    ck_assert_str_eq(written(&setup, FM_CASTLING_SHREDDER), notation[_i].shredder);
}
END_TEST

/* ---- vectors --------------------------------------------------------------------------------- */

static const char *castling_of(const struct fm_setup *setup, enum fm_castling_dialect dialect)
{
    static char out[8];
    unsigned char *const end = fm_setup_write_castling(setup, dialect, (unsigned char *)out);
    if (end == NULL)
        return "not representable";
    *end = 0;
    return out;
}

static void each_row_of(const char *folder, const char *name, unsigned least,
                        void (*row)(char *const *field))
{
    struct vector_file v;
    unsigned rows = 0;
    ck_assert(vector_open(&v, folder, name));
    while (vector_next(&v)) {
        row(v.field);
        rows++;
    }
    vector_close(&v);
    ck_assert_uint_ge(rows, least);
}

static void each_row(const char *name, unsigned least, void (*row)(char *const *field))
{
    each_row_of(vectors_whole() != NULL ? vectors_whole() : vectors_here(), name, least, row);
}

/* The tree's own rows of these are in vectors/, and cli/conformance.test reads them. */
static void each_row_of_whole(const char *name, unsigned least, void (*row)(char *const *field))
{
    if (vectors_whole() != NULL)
        each_row_of(vectors_whole(), name, least, row);
}

/* Columns: position, FEN, rights in Shredder-FEN and X-FEN, or ERR. */
static void castling_row(char *const *field)
{
    struct fm_setup setup;
    const enum fm_status status = read_as(field[1], NULL, &setup, NULL);
    if (strcmp(field[2], "ERR") == 0) {
        ck_assert_msg(status == FM_REJECTED, "%s", field[1]);
        return;
    }
    ck_assert_msg(status == FM_OK, "%s", field[1]);
    ck_assert_msg(strcmp(castling_of(&setup, FM_CASTLING_SHREDDER), field[2]) == 0, "%s", field[1]);
    ck_assert_msg(strcmp(castling_of(&setup, FM_CASTLING_XFEN), field[3]) == 0, "%s", field[1]);
}

static const struct {
    const char *fen, *given, *want;
} classic[] = {
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", NULL, "KQkq"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w sKQkq - 0 1", NULL, "not representable"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w s- - 0 1", NULL, "-"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w mKQkq - 0 1", NULL, "KQkq"},
    {"r3k4r/10/10/10/10/10/10/R3K4R w mKQkq - 0 1", "embassy", "KQkq"},
    {"r3k4r/10/10/10/10/10/10/R3K4R w mKQkq - 0 1", "capablanca", "not representable"},
    {"4k3/8/8/8/8/8/8/4K1RR w G - 0 1", NULL, "not representable"},
    {"4k3/8/8/8/8/8/8/3K2R1 w G - 0 1", NULL, "K"},
};

START_TEST(classic_letters_say_what_they_can)
{
    struct fm_setup setup;
    const struct fm_variant *const given =
        classic[_i].given == NULL ? NULL : fm_variant_named(text_of(classic[_i].given));
    ck_assert_int_eq(read_as(classic[_i].fen, given, &setup, NULL), FM_OK);
    ck_assert_str_eq(castling_of(&setup, FM_CASTLING_FEN), classic[_i].want);
}
END_TEST

START_TEST(castling_fields_as_the_vectors)
{
    each_row_of_whole("fen/castling_reading.tsv", 140, castling_row);
}
END_TEST

static const char *castling_field(const char *fen)
{
    static char out[16];
    return sscanf(fen, "%*s %*s %15s", out) == 1 ? out : "";
}

/* Each spelling of a position reads as the same rights; columns as in check_dialects.c. */
static void dialect_row(char *const *field)
{
    enum { START_FEN = 2, FULL = 4, XFEN = 5, CLASSIC = 8, LOSSLESS = 9 };
    static const int spellings[] = {FULL, XFEN, CLASSIC};
    const bool lossless = strcmp(field[LOSSLESS], "yes") == 0;
    struct fm_setup setup, start;
    ck_assert(read_as(field[START_FEN], NULL, &start, NULL) == FM_OK &&
              fm_setup_faults(&start) == 0);
    for (unsigned i = 0; i < (lossless ? 3 : 2); i++) {
        ck_assert(read_as(field[spellings[i]], NULL, &setup, NULL) == FM_OK &&
                  fm_setup_faults(&setup) == 0);
        ck_assert_str_eq(castling_of(&setup, FM_CASTLING_SHREDDER), castling_field(field[FULL]));
        ck_assert_str_eq(castling_of(&setup, FM_CASTLING_XFEN), castling_field(field[XFEN]));
        ck_assert_str_eq(castling_of(&setup, FM_CASTLING_FEN),
                         lossless ? castling_field(field[CLASSIC]) : "not representable");
        if (spellings[i] != CLASSIC)
            ck_assert_str_eq(
                written(&setup, spellings[i] == FULL ? FM_CASTLING_SHREDDER : FM_CASTLING_XFEN),
                field[spellings[i]]);
    }
}

START_TEST(dialects_as_the_vectors)
{
    each_row("fen/fen_dialects.tsv", 100, dialect_row);
}
END_TEST

/* Columns: number, array, X-FEN, Shredder-FEN. */
static void number_row(char *const *field)
{
    struct fm_setup made, read;
    const int number = atoi(field[0]);
    fm_setup_from_sp((unsigned)number, &made);
    ck_assert_str_eq(written(&made, FM_CASTLING_XFEN), field[2]);
    ck_assert_str_eq(written(&made, FM_CASTLING_SHREDDER), field[3]);
    ck_assert_int_eq(read_as(field[3], NULL, &read, NULL), FM_OK);
    ck_assert_int_eq(fm_setup_sp(&read), number);
    ck_assert(fm_setup_is_standard_start(&read) == (number == 518));
}

START_TEST(start_numbers_as_the_vectors)
{
    each_row_of_whole("misc/sp960.tsv", 60, number_row);
}
END_TEST

START_TEST(start_numbers_come_back)
{
    struct fm_setup setup, other;
    for (unsigned n = 0; n < 960; n++) {
        fm_setup_from_sp(n, &setup);
        ck_assert_int_eq(fm_setup_sp(&setup), (int)n);
        ck_assert_int_eq(read_as(written(&setup, FM_CASTLING_XFEN), NULL, &other, NULL), FM_OK);
        ck_assert_mem_eq(setup.rook, other.rook, sizeof setup.rook);
        ck_assert_mem_eq(setup.pieces, other.pieces, sizeof setup.pieces);
    }
    ck_assert_int_eq(
        read_as("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBRN w Qkq - 0 1", NULL, &setup, NULL),
        FM_OK);
    ck_assert_int_eq(fm_setup_sp(&setup), -1);
    ck_assert_int_eq(
        read_as("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", NULL, &setup, NULL),
        FM_OK);
    ck_assert_int_eq(fm_setup_sp(&setup), 0);
    ck_assert_int_eq(
        read_as("bbbnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBBNNRKR w KQkq - 0 1", NULL, &setup, NULL),
        FM_OK);
    ck_assert_int_eq(fm_setup_sp(&setup), -1);
}
END_TEST

#define ADD_TABLE(tc, test, table) \
    tcase_add_loop_test(tc, test, 0, (int)(sizeof(table) / sizeof *(table)))

int main(void)
{
    Suite *const s = suite_create("setup");
    TCase *const tc = tcase_create("setup");
    ADD_TABLE(tc, names_the_field, bad);
    ADD_TABLE(tc, tolerates_and_says_so, tolerated);
    ADD_TABLE(tc, finds_the_variant, variants);
    ADD_TABLE(tc, knows_the_tags, tags);
    tcase_add_loop_test(tc, variant_starts_read_as_themselves, 0, FM_VARIANT_COUNT);
    tcase_add_test(tc, variants_end);
    tcase_add_test(tc, spans_the_fields);
    ADD_TABLE(tc, tells_whether_the_square_is_exact, exactness);
    ADD_TABLE(tc, finds_all_faults, impossible);
    tcase_add_test(tc, both_ways_check_equally);
    ADD_TABLE(tc, reads_without_rows, listed);
    tcase_add_loop_test(tc, each_way_reads_the_same_placement, FM_PLAIN_ANY, FM_PLAIN_BMI2 + 1);
    ADD_TABLE(tc, keeps_mere_notation, notation);
    ADD_TABLE(tc, classic_letters_say_what_they_can, classic);
    tcase_add_test(tc, castling_fields_as_the_vectors);
    tcase_add_test(tc, dialects_as_the_vectors);
    tcase_add_test(tc, start_numbers_as_the_vectors);
    tcase_add_test(tc, start_numbers_come_back);
    suite_add_tcase(s, tc);
    return run_tap(s);
}
