/* SPDX-License-Identifier: MIT */
#include <config.h>
/* Move tokens taken apart: every form beyond plain SAN, each with the tolerances it needs;
 * languages; what is no move. */
#include <stdio.h>
#include <string.h>
#include "board/notation.h"
#include "check_main.h"
#include "vectors.h"

enum { DESCRIPTION_SIZE = 512 };

static void append(char *to, const char *text)
{
    const size_t n = strlen(to);
    snprintf(to + n, DESCRIPTION_SIZE - n, "%s", text);
}

static void append_square(char *to, int file, int rank)
{
    char text[3] = "??";
    if (file < 0 && rank < 0)
        return;
    if (file >= 0)
        text[0] = (char)('a' + file);
    if (rank >= 0)
        text[1] = (char)('1' + rank);
    append(to, text);
}

static void append_kinds(char *to, unsigned kinds)
{
    char letter[2] = "";
    if (kinds == (1u << FM_KINDS) - 1) {
        append(to, "*");
        return;
    }
    for (unsigned k = 0; k < FM_KINDS; k++)
        if (kinds >> k & 1) {
            letter[0] = (char)fm_kind_letters[k];
            append(to, letter);
        }
}

static void append_tolerances(char *to, uint32_t set)
{
    for (unsigned i = 0; i < 32; i++) {
        if (!(set >> i & 1))
            continue;
        const char *const name = fm_reason_name((enum fm_reason)(FM_REASON_MOVE_LETTER_CASE + i));
        append(to, " ");
        append(to, strncmp(name, "move-", 5) == 0 ? name + 5 : name);
    }
}

/* "N g1xf3=Q long-form": kinds, squares, promotion, tolerances. */
static void append_reading(char *to, const struct fm_notation *n)
{
    if (n->type == FM_NOTE_NULL) {
        append(to, "null");
    } else if (n->type == FM_NOTE_CASTLE) {
        append(to, n->side == FM_KING_SIDE ? "O-O" : "O-O-O");
    } else {
        char promotion[3] = "=";
        append_kinds(to, n->kinds);
        append(to, " ");
        append_square(to, n->from_file, n->from_rank);
        append(to, n->capture ? "x" : "-");
        append_square(to, n->to_file, n->to_rank);
        promotion[1] = n->promotion < FM_NO_KIND ? (char)fm_kind_letters[n->promotion] : 0;
        append(to, promotion[1] == 0 ? "" : promotion);
    }
    append_tolerances(to, n->tolerances);
}

static const char *describe(const char *text, const char *language, unsigned files)
{
    static char out[DESCRIPTION_SIZE];
    struct fm_notation n[2];
    const struct fm_language *const l = fm_language_named(fm_text_of(language));
    ck_assert_ptr_nonnull(l);
    const unsigned count = fm_notation_read(fm_text_of(text), l, files, n);
    out[0] = 0;
    for (unsigned i = 0; i < count; i++) {
        append(out, i > 0 ? " | " : "");
        append_reading(out, &n[i]);
    }
    return out;
}

struct row {
    const char *language, *text, *want;
};

static const struct row plain[] = {
    {"en", "e4", "P -e4"},          {"en", "Nf3", "N -f3"},
    {"en", "exd5", "P e?xd5"},      {"en", "Nbd2", "N b?-d2"},
    {"en", "R1e2", "R ?1-e2"},      {"en", "Qxe7+", "Q xe7"},
    {"en", "Qe7#", "Q -e7"},        {"en", "e8=Q", "P -e8=Q"},
    {"en", "exd8=N+", "P e?xd8=N"}, {"en", "O-O", "O-O"},
    {"en", "O-O-O+", "O-O-O"},      {"en", "Nf3!?", "N -f3"},
    {"en", "e4!!", "P -e4"},        {"en", "bxc3", "P b?xc3 | B xc3 letter-case"},
    {"en", "axb3", "P a?xb3"},
};

static const struct row long_forms[] = {
    {"en", "e2-e4", "* e2-e4 long-form"},
    {"en", "e2e4", "* e2-e4 coordinates"},
    {"en", "e7e8q", "* e7-e8=Q coordinates"},
    {"en", "e7-e8=Q", "* e7-e8=Q long-form"},
    {"en", "e7e8Q", "* e7-e8=Q coordinates promotion-form"},
    {"en", "Ng1f3", "N g1-f3 long-form"},
    {"en", "Ng1-f3", "N g1-f3 long-form"},
    {"en", "Ng1xf3", "N g1xf3 long-form"},
    {"en", "N-f3", "N -f3 long-form"},
    {"en", "N1-f3", "N ?1-f3 long-form"},
    {"en",
     "e2\xE2\x80\x93"
     "e4",
     "* e2-e4 dash long-form"},
    {"en",
     "e2\xE2\x80\x90"
     "e4",
     "* e2-e4 dash long-form"},
    {"en",
     "e2\xE2\x80\x91"
     "e4",
     "* e2-e4 dash long-form"},
    {"en",
     "e2\xE2\x88\x92"
     "e4",
     "* e2-e4 dash long-form"},
    {"en",
     "e2\x96"
     "e4",
     "* e2-e4 dash long-form"},
    {"en", "E2-E4", "* e2-e4 letter-case long-form"},
    {"en", "B2B4", "B ?2-b4 letter-case | * b2-b4 letter-case coordinates"},
    {"en", "5254", "* e2-e4 coordinates"},
    {"en", "57581", "* e7-e8=Q coordinates"},
    {"en", "57584", "* e7-e8=N coordinates"},
    {"de", "Dd4-e3 +", "Q d4-e3 long-form"},
    {"de", "e5xd6 e.p.", "* e5xd6 long-form en-passant-form"},
    {"en", "NF3", "N -f3 letter-case"},
    {"en", "E4", "P -e4 letter-case"},
    {"de", "D4", "P -d4 letter-case"},
    {"de", "DD4", "Q -d4 letter-case"},
};

static const struct row captures[] = {
    {"en", "BXa6", "B xa6 capture-mark"},
    {"en", "B:a6", "B xa6 capture-mark"},
    {"en", "Ba6:", "B xa6 capture-mark"},
    {"en",
     "B\xC3\x97"
     "a6",
     "B xa6 capture-mark"},
    {"en",
     "B\xD7"
     "a6",
     "B xa6 capture-mark"},
    {"en", "e:d6", "P e?xd6 capture-mark"},
    {"en", "ed6", "P e?-d6 capture-mark"},
    {"en", "de6:", "P d?xe6 capture-mark"},
    {"en", "exd", "P e?xd? short-pawn"},
    {"en", "ed", "P e?-d? capture-mark short-pawn"},
    {"en", "exd6 e.p.", "P e?xd6 en-passant-form"},
    {"en", "exd6e.p.", "P e?xd6 en-passant-form"},
    {"en", "exd6ep", "P e?xd6 en-passant-form"},
    {"en", "exd6/ep+", "P e?xd6 en-passant-form"},
    {"en", "exd6 e. p.", "P e?xd6 en-passant-form"},
    {"en", "ed6 ep+", "P e?xd6 capture-mark en-passant-form"},
    {"en", "e5:d6", "* e5xd6 long-form capture-mark"},
};

static const struct row promotions[] = {
    {"en", "e8Q", "P -e8=Q promotion-form"},
    {"en", "e8(Q)", "P -e8=Q promotion-form"},
    {"en", "e8/Q", "P -e8=Q promotion-form"},
    {"en", "e8=(Q)+", "P -e8=Q promotion-form"},
    {"en", "e8= Q", "P -e8=Q promotion-form"},
    {"en", "e8= Q+", "P -e8=Q promotion-form"},
    {"en", "e8=q", "P -e8=Q letter-case"},
    {"en", "e8q", "P -e8=Q letter-case promotion-form"},
    {"en", "e8", "P -e8"},
    {"en", "e8=", "P -e8 suffix"},
    {"en", "e8ch", "P -e8 check-mark"},
    {"fr", "e8ch", "P -e8 check-mark"},
    {"fr", "e8c", "P -e8=N letter-case promotion-form"},
    {"en", "e8N", "P -e8=N promotion-form"},
    {"en", "e4N", "P -e4 suffix"},
    {"en", "e4=N", "P -e4=N"},
    {"en", "ab=Q", "P a?-b?=Q capture-mark short-pawn"},
    {"en", "axb=Q", "P a?xb?=Q short-pawn"},
    {"en", "Ra8N", "R -a8 suffix"},
    {"de", "a7xb8D", "* a7xb8=Q long-form promotion-form"},
    {"de", "e8=S", "P -e8=N"},
    {"en", "e8=\xE2\x99\x9B", "P -e8=Q figurine"},
};

static const struct row castlings[] = {
    {"en", "0-0", "O-O castling-form"},
    {"en", "0-0-0", "O-O-O castling-form"},
    {"en", "o-o", "O-O castling-form"},
    {"en", "OO", "O-O castling-form"},
    {"en", "000", "O-O-O castling-form"},
    {"en", "0000", "null null-move"},
    {"en", "O\xE2\x80\x93O", "O-O castling-form"},
    {"en",
     "0\xE2\x80\x91"
     "0\xE2\x80\x91"
     "0",
     "O-O-O castling-form"},
    {"en", "\xD0\x9E-\xD0\x9E", "O-O castling-form lookalike"},
    {"en", "\xCE\x9F-\xCE\x9F-\xCE\x9F", "O-O-O castling-form lookalike"},
    {"en", "O-O!", "O-O"},
    {"en", "O-O-O ch", "O-O-O check-mark"},
    {"en", "O-OO", ""},
    {"en", "O-O-O-O", ""},
    {"en", "O", ""},
    {"en", "O-", ""},
    {"en", "O-O-", ""},
    {"et", "Od3", "B -d3"},
    {"et", "O-O", "O-O"},
};

static const struct row suffixes[] = {
    {"en", "Bxf7++", "B xf7 check-mark"},
    {"en", "Bf7 dis ch", "B -f7 check-mark"},
    {"en", "Bf7 dbl. ch.", "B -f7 check-mark"},
    {"en", "Qf7 mate", "Q -f7 check-mark"},
    {"cs", "Qf7X", "Q -f7 check-mark"},
    {"cs", "Df7X", "Q -f7 check-mark"},
    {"en", "Qf7X", "Q -f7 check-mark"},
    {"en", "Kb1 (=)", "K -b1 suffix"},
    {"en", "e4=", "P -e4 suffix"},
    {"en", "Nf3N", "N -f3 suffix"},
    {"en", "Nf3!N", "N -f3 suffix"},
    {"en", "e4!!!", "P -e4 suffix"},
    {"en", "e4+-", "P -e4 suffix"},
    {"en", "e4\xC2\xB1", "P -e4 suffix"},
    {"en", "e4+/=", "P -e4 suffix"},
    {"en", "e4\xE2\x81\x89", "P -e4"},
    {"en", "Qf7\xE2\x80\xA0", "Q -f7 check-mark"},
    {"en", "Nf3 ++ !?", "N -f3 check-mark"},
};

static const struct row letters[] = {
    {"en", "nf3", "N -f3 letter-case"},
    {"en", "bc4", "P b?-c4 capture-mark | B -c4 letter-case"},
    {"en", "b4", "P -b4"},
    {"en", "b1c3", "* b1-c3 coordinates"},
    {"en", "bb4", "P b?-b4 | B -b4 letter-case"},
    {"en", "Pe4", "P -e4 pawn-letter"},
    {"en", "Pxd6", "P xd6 pawn-letter"},
    {"en", "pe4", "P -e4 letter-case pawn-letter"},
    {"de", "Be4", "P -e4 pawn-letter"},
    {"de", "be4", "P b?-e4 capture-mark"},
    {"de", "Pe4", "P -e4 pawn-letter"},
    {"de", "Sf3", "N -f3"},
    {"de", "dd4", "P d?-d4 | Q -d4 letter-case"},
    {"nl", "Pf3", "N -f3"},
    {"nl", "Oe4", "P -e4 pawn-letter"},
    {"pl", "Hd4", "Q -d4"},
    {"hu", "Hd4", "N -d4"},
    {"is", "Hd4", "R -d4"},
    {"fr", "Rd1", "K -d1"},
    {"fi", "Rd1", "N -d1"},
    {"es", "Ad3", "B -d3"},
    {"cs", "Jd4", "N -d4"},
    {"ro", "Nd3", "B -d3"},
    {"et", "Ld3", "Q -d3"},
    {"ru",
     "\xD0\x9A"
     "f3",
     "N -f3"},
    {"ru",
     "\xD0\x9A\xD1\x80"
     "f3",
     "K -f3"},
    {"ru", "\xD0\x9A:e5", "N xe5 capture-mark"},
    {"ru",
     "\xD0\xA4"
     "e3",
     "Q -e3"},
    {"ru",
     "\xD0\x9B"
     "he1",
     "R h?-e1"},
    {"ru",
     "\xD0\xA1"
     "a3",
     "B -a3"},
    {"ru",
     "\xD0\xBA"
     "f3",
     "N -f3 letter-case"},
    {"ru",
     "\xD0\xBF"
     "e4",
     "P -e4 letter-case pawn-letter"},
    {"ru",
     "\xD0\xB5"
     "4",
     "P -e4 lookalike"},
    {"ru",
     "\xD0\x9A\xD1\x85\xD0\xB5"
     "5",
     "N xe5 lookalike"},
    {"ru",
     "\xD1\x81"
     "d4",
     "P c?-d4 capture-mark lookalike | B -d4 letter-case"},
    {"ru-latn", "Kpf3", "K -f3"},
    {"ru-latn", "Kf3", "N -f3"},
    {"bg-latn", "Tzf3", "K -f3"},
    {"bg-latn", "Tf3", "R -f3"},
    {"en",
     "\xE2\x99\x98"
     "f3",
     "N -f3 figurine"},
    {"en",
     "\xE2\x99\x9E\xEF\xB8\x8F"
     "f3",
     "N -f3 figurine"},
    {"en",
     "\xE2\x99\x97\xEF\xB8\x8E"
     "xd5",
     "B xd5 figurine"},
    {"de",
     "\xE2\x99\x95"
     "d3",
     "Q -d3 figurine"},
    {"figurine",
     "\xE2\x99\x99"
     "e4",
     "P -e4 figurine pawn-letter"},
    {"figurine", "Nf3", ""},
    {"figurine", "e4", "P -e4"},
};

static const struct row lookalikes[] = {
    {"de", "Kc1-bl (=)", "K c1-b1 long-form suffix lookalike"},
    {"en", "NfI", "N -f1 lookalike"},
    {"en", "Ra|", "R -a1 lookalike"},
    {"en", "0-l", ""},
};

static const struct row others[] = {
    {"en", "--", "null null-move"},
    {"en", "Z0", "null null-move"},
    {"en", "@@@@", "null null-move"},
    {"en", "null", "null null-move"},
    {"en", "Pass", "null null-move"},
    {"en", "\xE2\x80\x93\xE2\x80\x93", "null null-move"},
    {"en", "", ""},
    {"en", "x", ""},
    {"en", "xe4", ""},
    {"en", "e", ""},
    {"en", "e9", ""},
    {"en", "i4", ""},
    {"en", "Nf", ""},
    {"en", "N", ""},
    {"en", "Sf3", ""},
    {"en", "e4e", ""},
    {"en", "e4e5e6", ""},
    {"en", "Nf3Nf6", ""},
    {"en", "hello", ""},
    {"en", "ac", ""},
    {"en", "ch", ""},
    {"en", "e-d5", ""},
    {"en", "P@e4", ""},
    {"en", "N@f3", ""},
    {"en", "Ab3", ""},
    {"en", "1-0", ""},
    {"en", "e4\xFF", ""},
    {"en", "e8=", "P -e8 suffix"},
    {"en", "e8=X", "P -e8 check-mark suffix"},
    {"en", "e8(Q", ""},
    {"en", "\xE2\x99", ""},
    {"en", "+", ""},
    {"en", "dxe5 but this is no mark at all", ""},
    {"en", "Nf3 !? !? !? !? !? !? !? !? !? !? !? !? !? !? !? !? !?", ""},
};

static const struct row wide[] = {
    {"en", "Ac3", "A -c3"},
    {"en", "Jc3", "A -c3"},
    {"en", "Ci3", "C -i3"},
    {"en", "j4", "P -j4"},
    {"en", "c8=A+", "P -c8=A"},
    {"en", "h8(C)", "P -h8=C promotion-form"},
    {"en", "J4", "P -j4 letter-case"},
    {"en", "Rj1-i1", "R j1-i1 long-form"},
    {"en", "i7j8q", "* i7-j8=Q coordinates"},
    {"en", "cxd5", "P c?xd5 | C xd5 letter-case"},
    {"en", "5254", ""},
    {"es", "Cc3", "N -c3"},
    {"es", "Jc3", "A -c3"},
    {"de", "Cc3", "C -c3"},
    {"en", "a8=j", "P -a8=A letter-case"},
};

static void check_row(const struct row *row, unsigned files)
{
    const char *const got = describe(row->text, row->language, files);
    ck_assert_msg(strcmp(got, row->want) == 0, "%s \"%s\": \"%s\", want \"%s\"", row->language,
                  row->text, got, row->want);
}

#define TABLE_TEST(table, files) \
    START_TEST(reads_##table) \
    { \
        check_row(&table[_i], files); \
    } \
    END_TEST

TABLE_TEST(plain, 8)
TABLE_TEST(long_forms, 8)
TABLE_TEST(captures, 8)
TABLE_TEST(promotions, 8)
TABLE_TEST(castlings, 8)
TABLE_TEST(suffixes, 8)
TABLE_TEST(letters, 8)
TABLE_TEST(lookalikes, 8)
TABLE_TEST(others, 8)
TABLE_TEST(wide, 10)

/* Each language of the table has its row in san/languages.tsv: its letters, pawn first, and one
 * pattern of moves written with them, which read as these. */
START_TEST(languages_are_complete)
{
    static const struct {
        enum fm_kind kind;
        const char *read; /* of the move */
    } columns[] = {{FM_PAWN, NULL},        {FM_KNIGHT, "N -f3"}, {FM_BISHOP, "B -b5"},
                   {FM_ROOK, "R a?xd1"},   {FM_QUEEN, "Q xd1"},  {FM_KING, "K -f2"},
                   {FM_NO_KIND, "P -e8=Q"}};
    enum { FIRST_LETTER = 2, FIRST_MOVE = 8 };
    const struct fm_language *const l = &fm_languages[_i];
    struct vector_file v;
    ck_assert(vector_open(&v, vectors_here(), "san/languages.tsv"));
    bool found = false;
    while (!found && vector_next(&v))
        found = strcmp(v.field[0], l->code) == 0;
    ck_assert_msg(found, "%s has no row in tests/vectors/san/languages.tsv", l->code);
    ck_assert_str_eq(v.field[1], l->name);
    for (unsigned k = 0; k < FM_COUNT_OF(columns) - 1; k++) {
        const char *const letter = l->letters[columns[k].kind];
        ck_assert_str_eq(v.field[FIRST_LETTER + k], letter == NULL ? "-" : letter);
    }
    const char *move = strtok(v.field[FIRST_MOVE], " ");
    for (unsigned k = 1; k < FM_COUNT_OF(columns); k++, move = strtok(NULL, " ")) {
        ck_assert_ptr_nonnull(move);
        const char *const got = describe(move, l->code, 8);
        ck_assert_msg(strncmp(got, columns[k].read, strlen(columns[k].read)) == 0, "%s: %s: %s",
                      l->code, move, got);
    }
    vector_close(&v);
}
END_TEST

/* An independent reference, letters typed from the sources that are named. */
START_TEST(languages_have_the_published_letters)
{
    static const struct {
        const char *code, *letters; /* pawn knight bishop rook queen king */
    } reference[] = {
        /* PGN standard, section 17 */
        {"cs", "PJSVDK"},
        {"da", "BSLTDK"},
        {"nl", "OPLTDK"},
        {"en", "PNBRQK"},
        {"et", "PROVLK"},
        {"fi", "PRLTDK"},
        {"fr", "PCFTDR"},
        {"de", "BSLTDK"},
        {"hu", "GHFBVK"},
        {"is", "PRBHDK"},
        {"it", "PCATDR"},
        {"no", "BSLTDK"},
        {"pl", "PSGWHK"},
        {"pt", "PCBTDR"},
        {"ro", "PCNTDR"},
        {"es", "PCATDR"},
        {"sv", "BSLTDK"},
        /* names of the pieces: peó cavall alfil torre dama rei; pešiak jazdec strelec veža dáma kráľ */
        {"ca", "PCATDR"},
        {"sk", "PJSVDK"},
        /* pješak skakač lovac top dama kralj: sh.wikipedia.org/wiki/Šahovska_notacija */
        {"hr", "PSLTDK"},
    };
    static const enum fm_kind kinds[6] = {FM_PAWN, FM_KNIGHT, FM_BISHOP,
                                          FM_ROOK, FM_QUEEN,  FM_KING};
    for (size_t i = 0; i < FM_COUNT_OF(reference); i++) {
        const struct fm_language *const l = fm_language_named(fm_text_of(reference[i].code));
        ck_assert_ptr_nonnull(l);
        for (unsigned k = 0; k < FM_COUNT_OF(kinds); k++)
            ck_assert_msg(l->letters[kinds[k]][0] == reference[i].letters[k] &&
                              l->letters[kinds[k]][1] == 0,
                          "%s", l->code);
    }
}
END_TEST

START_TEST(languages_are_in_order)
{
    ck_assert_str_eq(fm_languages[0].code, "en");
    ck_assert_ptr_null(fm_language_named(FM_TEXT("xx")));
}
END_TEST

static int count_languages(void)
{
    int n = 0;
    while (fm_languages[n].code != NULL)
        n++;
    return n;
}

#define ADD_TABLE(tc, table) tcase_add_loop_test(tc, reads_##table, 0, (int)FM_COUNT_OF(table))

int main(void)
{
    Suite *const s = suite_create("notation");
    TCase *const tc = tcase_create("notation");
    ADD_TABLE(tc, plain);
    ADD_TABLE(tc, long_forms);
    ADD_TABLE(tc, captures);
    ADD_TABLE(tc, promotions);
    ADD_TABLE(tc, castlings);
    ADD_TABLE(tc, suffixes);
    ADD_TABLE(tc, letters);
    ADD_TABLE(tc, lookalikes);
    ADD_TABLE(tc, others);
    ADD_TABLE(tc, wide);
    tcase_add_loop_test(tc, languages_are_complete, 0, count_languages());
    tcase_add_test(tc, languages_have_the_published_letters);
    tcase_add_test(tc, languages_are_in_order);
    suite_add_tcase(s, tc);
    return run_tap(s);
}
