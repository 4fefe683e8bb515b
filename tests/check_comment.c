/* SPDX-License-Identifier: MIT */
/* Scores and clocks in comments; encodings. */
#include <config.h>
#include <stdlib.h>
#include "check_main.h"
#include "pgn/comment.h"
#include "pgn/encoding.h"
#include "pgn_text.h"

enum { NO_SCORE = 99999, NO_TIME = 99999999 };

static const struct row {
    const char *text;
    int white, black; /* the score for White, after White's and after Black's move */
    int mate;         /* moves, for White, after White's move; 0 = none */
    unsigned depth;
    unsigned clock, elapsed; /* ms */
} rows[] = {
    {"a fine move", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {" [%eval 0.35] [%clk 1:05:23] ", 35, 35, 0, 0, 3923000, NO_TIME},
    {"[%eval -1.2,20]", -120, -120, 0, 20, NO_TIME, NO_TIME},
    {"[%eval .5]", 50, 50, 0, 0, NO_TIME, NO_TIME},
    {"[%eval 3]", 300, 300, 0, 0, NO_TIME, NO_TIME},
    {"[%eval 0.356]", 36, 36, 0, 0, NO_TIME, NO_TIME},
    {"[%eval 123456789012345678901.5]", 100000, 100000, 0, 0, NO_TIME, NO_TIME},
    {"[%eval #3]", 32761, 32762, 3, 0, NO_TIME, NO_TIME},
    {"[%eval #-3]", -32762, -32761, -3, 0, NO_TIME, NO_TIME},
    {"[%clk 0:00:05.9][%emt 0:00:27]", NO_SCORE, NO_SCORE, 0, 0, 5900, 27000},
    {"[%emt 12.5]", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, 12500},
    {"[%clk\n0:00:20] [%eval\r\n-1.5]", -150, -150, 0, 0, 20000, NO_TIME},
    {"1/2-1/2 wins", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"1/2", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"0.25/12-", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"[%clk 3:20]", NO_SCORE, NO_SCORE, 0, 0, 200000, NO_TIME},
    {"[%csl Gd4][%cal Ge2e4] x [%eval 1.0]", 100, 100, 0, 0, NO_TIME, NO_TIME},
    {"[%eval ] [%clk x] [%", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"[%evaluation 1.0]", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"+0.25/12 3.1s", 25, -25, 0, 12, NO_TIME, 3100},
    {"-0.18/43 27s", -18, 18, 0, 43, NO_TIME, 27000},
    {"[%eval 999.98]", 99998, 99998, 0, 0, NO_TIME, NO_TIME},
    {"[%eval 1000.00]", 100000, 100000, 0, 0, NO_TIME, NO_TIME},
    {"[%eval -0.07][%eval 12.34]", 1234, 1234, 0, 0, NO_TIME, NO_TIME},
    {"[%eval 0.346]", 35, 35, 0, 0, NO_TIME, NO_TIME},
    {"[%eval -1.23", -123, -123, 0, 0, NO_TIME, NO_TIME},
    {"[%eval 1.2x] [%eval -x] [%eval 1.2.3]", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"[%eval 0.30 ] [%eval +1.5,]", 30, 30, 0, 0, NO_TIME, NO_TIME},
    /* ChessBase: centipawns and depth */
    {"[%eval -35,20] [%emt 0:00:05]", -35, -35, 0, 20, NO_TIME, 5000},
    {"[%eval 0,\n1]", 0, 0, 0, 1, NO_TIME, NO_TIME},
    {"[%eval #-3,20]", -32762, -32761, -3, 20, NO_TIME, NO_TIME},
    {"a comment that is longer than thirty-two bytes, then [%clk 0:00:07] [%eval -2.50]", -250,
     -250, 0, 0, 7000, NO_TIME},
    {"0.00/1 250ms, book", 0, 0, 0, 1, NO_TIME, 250},
    {"+M5/20 0.1s", 32762, -32762, 3, 20, NO_TIME, 100},
    {"-M6/20 0.1s", -32761, 32761, -3, 20, NO_TIME, 100},
    {"1-0 was possible", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"12. Nf3 is better [%clk 0:01:00]", NO_SCORE, NO_SCORE, 0, 0, 60000, NO_TIME},
    {"d=14, sd=38, mt=15433, tl=1787567, s=54526, pv=e4 e6, tb=0, wv=-0.53, R50=50,", -53, -53, 0,
     14, 1787567, 15433},
    /* TCEC: the first seasons have White's view in ev=, later ones the mover's, and wv= beside it */
    {" ev=9.23, d=24, pd=Nd8, mt=00:00:20, tl=00:23:47, s=34878 kN/s, pv=Kf6", 923, 923, 0, 24,
     1427000, 20000},
    {"ev=-#24, d=22, mt=00:00:26, tl=00:20:09", -32719, -32720, -24, 22, 1209000, 26000},
    {"ev=0,d=1,tl=02:00:00 ", 0, 0, 0, 1, 7200000, NO_TIME},
    {"d=5, mt=18, tl=-262, wv=#3,", 32762, 32761, 3, 5, NO_TIME, 18},
    {"ev=-3.00, d=1, wv=3.00, ", 300, 300, 0, 1, NO_TIME, NO_TIME},
    {"wv=3.00, d=1, ev=-3.00,", 300, 300, 0, 1, NO_TIME, NO_TIME},
    {"book, mb=+0+0+0+0+0,", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    /* cutechess, fastchess: results, further fields, no score */
    {"0.00/1 0s", 0, 0, 0, 1, NO_TIME, 0},
    {"-M4/3 0.01s, White mates", -32763, 32763, -2, 3, NO_TIME, 10},
    {"+0.35/12 1.234s, tl=59.500s, latency=0.001s, n=12, pv=\"e2e4, tl=1.000s\"", 35, -35, 0, 12,
     59500, 1234},
    {"/12 1.2s", NO_SCORE, NO_SCORE, 0, 12, NO_TIME, 1200},
    {"/0 0.000s, White disconnects", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, 0},
    {"0.56s", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, 560},
    {"book", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"+0.35/12 1.2s [%clk 0:00:59]", 35, -35, 0, 12, 59000, 1200},
    {"+0.35/12 1.2s [%eval 0.10]", 10, 10, 0, 0, NO_TIME, 1200},
    /* OpenBench: depth and deepest line, milliseconds, nodes */
    {"+0.57 17/28 583 363004", 57, -57, 0, 17, NO_TIME, 583},
    {"0.00 1/0 0 12, White mates", 0, 0, 0, 1, NO_TIME, 0},
    {"-M6 20/31 100 4000 [%clk 0:00:07]", -32761, 32761, -3, 20, 7000, 100},
    {"+0.57 17/28 583", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"+0.57 17/28 583 of 12", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"57 17/28 583 363004", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"+0.5 17/28 583 363004", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    /* c-chess-cli: centipawns, mates in moves, milliseconds */
    {"35/12 34ms", 35, -35, 0, 12, NO_TIME, 34},
    {"-1735/12 34ms", -1735, 1735, 0, 12, NO_TIME, 34},
    {"M3/12 34ms", 32762, -32762, 3, 12, NO_TIME, 34},
    {"-M3/12 34ms", -32761, 32761, -3, 12, NO_TIME, 34},
    /* XBoard, Arena, CCRL, Banksia: seconds without unit */
    {"+0.35/12", 35, -35, 0, 12, NO_TIME, NO_TIME},
    {"+0.35/12 45", 35, -35, 0, 12, NO_TIME, 45000},
    {"+0.00/12 2.5", 0, 0, 0, 12, NO_TIME, 2500},
    {"+1.50/9 1:05", 150, -150, 0, 9, NO_TIME, 65000},
    {"+1.50/9 +105", 150, -150, 0, 9, NO_TIME, NO_TIME},
    {"+1.50/9 3 pawns up", 150, -150, 0, 9, NO_TIME, NO_TIME},
    {"(e4 e5\nNf3) +0.32/17 45", 32, -32, 0, 17, NO_TIME, 45000},
    {"+0.3/12 1.2; a comment", 30, -30, 0, 12, NO_TIME, 1200},
    /* ChessBase, Shredder: White's view, no plus */
    {"0.18/23 239", 18, 18, 0, 23, NO_TIME, 239000},
    {"2.29/34 83 (Rg7)", 229, 229, 0, 34, NO_TIME, 83000},
    {"-0.35/12 5", -35, 35, 0, 12, NO_TIME, 5000},
    /* not certain, or none */
    {"1.5/2 pts", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"1.5/2", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"1.5/2 3", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"0.35/12", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"+1.5/2 of the points", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"+12/5", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"-1/2 12", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"35/12 34s", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"M5/12", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"12/10/2024", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"+0.35/12/20 1s", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"+0.350.12s", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"5 seconds", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"1st move, 2s", NO_SCORE, NO_SCORE, 0, 0, NO_TIME, NO_TIME},
    {"(Rg7) is better [%clk 0:00:01]", NO_SCORE, NO_SCORE, 0, 0, 1000, NO_TIME},
    {"d=9, wv=-M12,", -32755, -32755, -6, 9, NO_TIME, NO_TIME},
};

START_TEST(comments_are_read)
{
    const struct row *row = &rows[_i];
    unsigned char *bytes = pgn_padded(fm_text_of(row->text));
    struct fm_comment comment = {0};
    fm_comment_read((struct fm_text){bytes, strlen(row->text)}, true, &comment);
    int white = NO_SCORE, black = NO_SCORE, mate = 0;
    ck_assert_int_eq(fm_comment_eval_white(&comment, FM_EVAL_OF_AUTO, false, &white),
                     row->white != NO_SCORE);
    ck_assert_int_eq(fm_comment_eval_white(&comment, FM_EVAL_OF_AUTO, true, &black),
                     row->black != NO_SCORE);
    ck_assert_int_eq(fm_comment_mate_white(&comment, false, &mate), row->mate != 0);
    ck_assert_int_eq(white, row->white);
    ck_assert_int_eq(black, row->black);
    ck_assert_int_eq(mate, row->mate);
    ck_assert_uint_eq(comment.has_depth ? comment.depth : 0, row->depth);
    ck_assert_uint_eq(comment.has_clock ? comment.clock_ms : NO_TIME, row->clock);
    ck_assert_uint_eq(comment.has_elapsed ? comment.elapsed_ms : NO_TIME, row->elapsed);
    free(bytes);
}
END_TEST

START_TEST(comments_add_up)
{
    struct fm_comment comment = {0};
    int score;
    static const char first[64 + FM_TEXT_PADDING] = "[%eval #1]",
                                 second[64 + FM_TEXT_PADDING] = "[%clk 0:00:01]",
                                 third[64 + FM_TEXT_PADDING] = "[%eval 0.1]";
    fm_comment_read(fm_text_of(first), true, &comment);
    fm_comment_read(fm_text_of(second), true, &comment);
    ck_assert(comment.is_mate && comment.has_clock);
    fm_comment_read(fm_text_of(third), true, &comment);
    ck_assert(!comment.is_mate && comment.has_clock);
    ck_assert(fm_comment_eval_white(&comment, FM_EVAL_OF_AUTO, false, &score));
    ck_assert_int_eq(score, 10);
    ck_assert(!fm_comment_mate_white(&comment, false, &score));
}
END_TEST

START_TEST(a_mate_on_the_board_has_a_side)
{
    struct fm_comment comment = {0};
    int white, black;
    static const char text[64 + FM_TEXT_PADDING] = "[%eval #0]";
    fm_comment_read(fm_text_of(text), true, &comment);
    ck_assert(fm_comment_eval_white(&comment, FM_EVAL_OF_AUTO, false, &white));
    ck_assert(fm_comment_eval_white(&comment, FM_EVAL_OF_AUTO, true, &black));
    ck_assert_int_eq(white, 32767);
    ck_assert_int_eq(black, -32767);
}
END_TEST

START_TEST(a_new_score_has_its_own_depth)
{
    static const char first[64 + FM_TEXT_PADDING] = "+0.35/12 1.2s";
    static const char *const next[] = {"[%eval 0.10]", "[%eval 0.1]", "wv=0.10,"};
    for (size_t i = 0; i < FM_COUNT_OF(next); i++) {
        struct fm_comment comment = {0};
        unsigned char *bytes = pgn_padded(fm_text_of(next[i]));
        fm_comment_read(fm_text_of(first), true, &comment);
        ck_assert(comment.has_depth);
        fm_comment_read((struct fm_text){bytes, strlen(next[i])}, true, &comment);
        ck_assert_int_eq(comment.centipawns, 10);
        ck_assert(!comment.has_depth);
        free(bytes);
    }
}
END_TEST

START_TEST(utf8_is_recognised)
{
    static const struct {
        const char *text;
        bool utf8;
    } texts[] = {
        {"", true},
        {"plain text that is longer than thirty-two bytes, and then some", true},
        {"\xc2\xa9 \xe2\x99\x98 \xf0\x9f\x98\x80 \xef\xbb\xbf", true},
        {"thirty-one bytes of ASCII text: \xc3\xa9 and more of it after it", true},
        {"\xed\x9f\xbf \xee\x80\x80 \xf4\x8f\xbf\xbf \xe0\xa0\x80 \xf0\x90\x80\x80", true},
        {"M\xfcller", false},
        {"\xc3", false},
        {"\xe2\x99", false},
        {"\xc0\x80", false}, /* overlong */
        {"\xe0\x9f\xbf", false},
        {"\xf0\x8f\xbf\xbf", false},
        {"\xed\xa0\x80", false},     /* a surrogate */
        {"\xf4\x90\x80\x80", false}, /* beyond U+10FFFF */
        {"\x80", false},
        {"\xff", false},
    };
    for (size_t i = 0; i < FM_COUNT_OF(texts); i++)
        ck_assert_msg(fm_encoding_is_utf8(fm_text_of(texts[i].text)) == texts[i].utf8, "row %zu",
                      i);
    ck_assert(fm_encoding_is_ascii(FM_TEXT("plain\n\x7f")));
    ck_assert(!fm_encoding_is_ascii(FM_TEXT("thirty-two bytes of plain text, then one \xe9")));
    ck_assert(fm_encoding_is_utf8((struct fm_text){NULL, 0}));
}
END_TEST

START_TEST(utf16_is_recognised)
{
    static const struct {
        struct fm_text text;
        bool utf16;
    } texts[] = {
#define TEXT(literal) {(const unsigned char *)(literal), sizeof(literal) - 1}
        {TEXT("\xff\xfe[\0"), true},
        {TEXT("\xfe\xff\0["), true},
        {TEXT("[\0E\0v\0"), true},
        {TEXT("\0[\0E\0v"), true},
        {TEXT("\xff\xfe\0\0[\0\0\0"), true},
        {TEXT("\0\0\xfe\xff\0\0\0["), true},
        {TEXT("[Event"), false},
        {TEXT("\xef\xbb\xbf[Event"), false},
        {TEXT("\xff"), false},
        {TEXT(""), false},
        {TEXT("\0\0\0\0"), false},
        {TEXT("[E\0\0"), false},
        {TEXT("\0[\0E\0v\0e\0n\0t\0 \0\"\x04\x12"), true}, /* a Cyrillic name follows */
        {TEXT("\0\x1a\0\x04\0\0\0\0"), false},             /* .cbg, .cba: numbers of two bytes */
        {TEXT("\0\x1a\0 \0 \0 "), false},
        {TEXT("\x01\0\x02\0\x03\0"), false},
        {TEXT("a\0b\0c\0\x1e\0"), false},
    };
    for (size_t i = 0; i < FM_COUNT_OF(texts); i++)
        ck_assert_msg(fm_encoding_is_utf16(texts[i].text) == texts[i].utf16, "row %zu", i);
}
END_TEST

START_TEST(tables_are_right)
{
    static const struct {
        enum fm_encoding encoding;
        const char *bytes, *utf8;
    } texts[] = {
        {FM_ENCODING_CP1251, "\xC0\xE0\xFF\xA8\xB8\xB9\xAB\x98", "АаяЁё№«\xc2\x98"},
        {FM_ENCODING_KOI8_R, "\xE1\xC1\xD1\xB3\xA3\x80\xBF\x9F", "АаяЁё─©÷"},
        {FM_ENCODING_CP866, "\x80\xA0\xEF\xF0\xF1\xFC\xC4\xFF", "АаяЁё№─\xc2\xa0"},
        {FM_ENCODING_CP437, "\x80\x81\xE1\x9B\xC4\xFE\xFF", "Çüß¢─■\xc2\xa0"},
        {FM_ENCODING_CP850, "\x80\x9B\x9D\xB5\xE1\xE7\xD5\xF2\xC4\xFF", "ÇøØÁßþı‗─\xc2\xa0"},
        {FM_ENCODING_1252, "\x80\x8A\x8D\x93\x9F\xA0\xFF", "€Š\xc2\x8d“Ÿ\xc2\xa0ÿ"},
        {FM_ENCODING_LATIN1, "\x80\x93\xFF", "\xc2\x80\xc2\x93ÿ"},
        {FM_ENCODING_UTF8, "\xC3\xBC\xFC\xE2\x82\xE2\x82\xAC",
         "ü\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd€"},
        {FM_ENCODING_AUTO, "\xC3\xBC", "ü"},
        {FM_ENCODING_AUTO, "\xC3\xBC\xFC", "Ã¼ü"},
    };
    for (size_t i = 0; i < FM_COUNT_OF(texts); i++) {
        struct fm_buf buf = {0};
        ck_assert_int_eq(fm_encoding_append(&buf, fm_text_of(texts[i].bytes), texts[i].encoding),
                         FM_OK);
        ck_assert_msg(fm_text_equal((struct fm_text){buf.p, buf.n}, fm_text_of(texts[i].utf8)),
                      "row %zu: %.*s", i, (int)buf.n, (const char *)buf.p);
        fm_buf_free(&buf);
    }
}
END_TEST

START_TEST(windows_1252_becomes_utf8)
{
    struct fm_buf buf = {0};
    ck_assert_int_eq(
        fm_encoding_append(
            &buf,
            FM_TEXT("M\xfcller \x80 \x96 \x9f \x81 \xff a line of more than thirty-two bytes"),
            FM_ENCODING_1252),
        FM_OK);
    ck_assert(fm_text_equal(
        (struct fm_text){buf.p, buf.n},
        FM_TEXT(
            "M\xc3\xbcller \xe2\x82\xac \xe2\x80\x93 \xc5\xb8 \xc2\x81 \xc3\xbf a line of more than thirty-two bytes")));
    ck_assert(fm_encoding_is_utf8((struct fm_text){buf.p, buf.n}));
    buf.n = 0;
    ck_assert_int_eq(fm_encoding_append(&buf, FM_TEXT("\x96\xe9"), FM_ENCODING_LATIN1), FM_OK);
    ck_assert_int_eq(fm_encoding_append(&buf, (struct fm_text){NULL, 0}, FM_ENCODING_LATIN1),
                     FM_OK);
    ck_assert(fm_text_equal((struct fm_text){buf.p, buf.n}, FM_TEXT("\xc2\x96\xc3\xa9")));
    fm_buf_free(&buf);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("comment");
    TCase *comments = tcase_create("comments"), *encodings = tcase_create("encodings");
    tcase_add_loop_test(comments, comments_are_read, 0, (int)FM_COUNT_OF(rows));
    tcase_add_test(comments, comments_add_up);
    tcase_add_test(comments, a_mate_on_the_board_has_a_side);
    tcase_add_test(comments, a_new_score_has_its_own_depth);
    tcase_add_test(encodings, utf8_is_recognised);
    tcase_add_test(encodings, utf16_is_recognised);
    tcase_add_test(encodings, tables_are_right);
    tcase_add_test(encodings, windows_1252_becomes_utf8);
    suite_add_tcase(suite, comments);
    suite_add_tcase(suite, encodings);
    return run_tap(suite);
}
