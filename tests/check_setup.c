/* SPDX-License-Identifier: MIT */
#include <config.h>
/* FEN text to a setup and back: fields, faults of form, tolerances, castling letters, start
 * numbers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "board/castling.h"
#include "board/fen_read.h"
#include "board/fen_write.h"
#include "check_main.h"
#include "setups.h"
#include "vectors.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define KINGS "4k3/8/8/8/8/8/8/4K3"

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
    ck_assert_int_eq(
        fm_setup_read(fm_text_of(bad[_i].fen), NULL, false, &setup, NULL, NULL, &error),
        FM_REJECTED);
    ck_assert_int_eq(error.reason, FM_REASON_BAD_FEN);
    ck_assert_msg(error.field == bad[_i].field, "%s: field %d", bad[_i].fen, error.field);
    ck_assert_msg(fm_text_equal(error.what, fm_text_of(bad[_i].what)), "%s: %.*s", bad[_i].fen,
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
    ck_assert_int_eq(setup_read(tolerated[_i].fen, NULL, &setup, &notes), FM_OK);
    ck_assert_str_eq(setup_text(&setup, FM_CASTLING_XFEN), tolerated[_i].want);
    for (unsigned i = 0; i < 3 && tolerated[_i].notes[i] != NONE; i++)
        fm_warnings_note(&want, tolerated[_i].notes[i]);
    for (unsigned i = 1; i < FM_REASON_COUNT; i++)
        ck_assert_msg(fm_warnings_has(&notes, i) == fm_warnings_has(&want, i), "%s: %s",
                      tolerated[_i].fen, fm_reason_name(i));
}
END_TEST

/* ---- fields ---------------------------------------------------------------------------------- */

START_TEST(spans_the_fields)
{
    struct fm_setup setup;
    struct fm_fen_fields f;
    struct fm_error error;
    const char *const epd = KINGS "  w - - 3 17  bm Kd2; id \"a_b\"; ";
    ck_assert_int_eq(fm_setup_read(fm_text_of(epd), NULL, false, &setup, &f, NULL, &error), FM_OK);
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
    ck_assert_int_eq(setup_read(exactness[_i].fen, NULL, &setup, NULL), FM_OK);
    ck_assert_msg(setup.ep_exact == exactness[_i].exact, "%s", exactness[_i].fen);
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
        fm_setup_read(fm_text_of(notation[_i].fen), NULL, true, &setup, NULL, NULL, &error), FM_OK);
    ck_assert_str_eq(setup_text(&setup, FM_CASTLING_XFEN), notation[_i].xfen);
    ck_assert_str_eq(setup_text(&setup, FM_CASTLING_SHREDDER), notation[_i].shredder);
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
    const enum fm_status status = setup_read(field[1], NULL, &setup, NULL);
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
        classic[_i].given == NULL ? NULL : fm_variant_named(fm_text_of(classic[_i].given));
    ck_assert_int_eq(setup_read(classic[_i].fen, given, &setup, NULL), FM_OK);
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
    ck_assert(setup_read(field[START_FEN], NULL, &start, NULL) == FM_OK &&
              fm_setup_faults(&start) == 0);
    for (unsigned i = 0; i < (lossless ? 3 : 2); i++) {
        ck_assert(setup_read(field[spellings[i]], NULL, &setup, NULL) == FM_OK &&
                  fm_setup_faults(&setup) == 0);
        ck_assert_str_eq(castling_of(&setup, FM_CASTLING_SHREDDER), castling_field(field[FULL]));
        ck_assert_str_eq(castling_of(&setup, FM_CASTLING_XFEN), castling_field(field[XFEN]));
        ck_assert_str_eq(castling_of(&setup, FM_CASTLING_FEN),
                         lossless ? castling_field(field[CLASSIC]) : "not representable");
        if (spellings[i] != CLASSIC)
            ck_assert_str_eq(
                setup_text(&setup, spellings[i] == FULL ? FM_CASTLING_SHREDDER : FM_CASTLING_XFEN),
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
    ck_assert_str_eq(setup_text(&made, FM_CASTLING_XFEN), field[2]);
    ck_assert_str_eq(setup_text(&made, FM_CASTLING_SHREDDER), field[3]);
    ck_assert_int_eq(setup_read(field[3], NULL, &read, NULL), FM_OK);
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
        ck_assert_int_eq(setup_read(setup_text(&setup, FM_CASTLING_XFEN), NULL, &other, NULL),
                         FM_OK);
        ck_assert_mem_eq(setup.rook, other.rook, sizeof setup.rook);
        ck_assert_mem_eq(setup.pieces, other.pieces, sizeof setup.pieces);
    }
    ck_assert_int_eq(
        setup_read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBRN w Qkq - 0 1", NULL, &setup, NULL),
        FM_OK);
    ck_assert_int_eq(fm_setup_sp(&setup), -1);
    ck_assert_int_eq(
        setup_read("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", NULL, &setup, NULL),
        FM_OK);
    ck_assert_int_eq(fm_setup_sp(&setup), 0);
    ck_assert_int_eq(
        setup_read("bbbnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBBNNRKR w KQkq - 0 1", NULL, &setup, NULL),
        FM_OK);
    ck_assert_int_eq(fm_setup_sp(&setup), -1);
}
END_TEST

int main(void)
{
    Suite *const s = suite_create("setup");
    TCase *const tc = tcase_create("setup");
    ADD_TABLE(tc, names_the_field, bad);
    ADD_TABLE(tc, tolerates_and_says_so, tolerated);
    tcase_add_test(tc, spans_the_fields);
    ADD_TABLE(tc, tells_whether_the_square_is_exact, exactness);
    ADD_TABLE(tc, keeps_mere_notation, notation);
    ADD_TABLE(tc, classic_letters_say_what_they_can, classic);
    tcase_add_test(tc, castling_fields_as_the_vectors);
    tcase_add_test(tc, dialects_as_the_vectors);
    tcase_add_test(tc, start_numbers_as_the_vectors);
    tcase_add_test(tc, start_numbers_come_back);
    suite_add_tcase(s, tc);
    return run_tap(s);
}
