/* SPDX-License-Identifier: MIT */
/* The splitter and the lexer on small texts: where games begin and end, their tags, results and
 * notes; tokens. */
#include <config.h>
#include <stdlib.h>
#include "check_main.h"
#include "pgn/lexer.h"
#include "pgn/tags.h"
#include "pgn/word.h"
#include "pgn_text.h"

#define TEXT(literal) \
    { \
        (const unsigned char *)(literal), sizeof(literal) - 1 \
    }

struct row {
    struct fm_text text;
    const char *want; /* see pgn_text.h */
};

/* clang-format off */
static const struct row spans[] = {
    {TEXT(""),
     ""},
    {TEXT("[Event \"a\"]\n[Site \"b\"]\n\n1. e4 e5 1-0\n"),
     "@0 [Event=a|Site=b] 1. e4 e5 => 1-0"},
    {TEXT("[Event \"a\"]\n\n1. e4 1/2-1/2\n\n[Event \"b\"]\n\n1. d4 0-1\n\n"),
     "@0 [Event=a] 1. e4 => 1/2 // @28 [Event=b] 1. d4 => 0-1"},
    {TEXT("1. e4 * 1. d4 *"),
     "@0 1. e4 => * // @8 1. d4 => *"},
    {TEXT("1. e4 e5"),
     "@0 1. e4 e5 => none !result-missing"},
    {TEXT("e4 e5 Nf3 *"),
     "@0 e4 e5 Nf3 => *"},
    {TEXT("e2e4 e7e5 *"),
     "@0 e2e4 e7e5 => *"},
    {TEXT("1. \xe2\x99\x98""f3 *"),
     "@0 1. <E2><99><98>f3 => *"},
    {TEXT("1-0"),
     "@0  => 1-0 !no-moves"},
    {TEXT("*\n*\n"),
     "@0  => * !no-moves,unknown-token"},
    {TEXT("* *"),
     "@0  => * !no-moves,unknown-token"},
    {TEXT("1. e4 {ab} 1-0 {cd} ; ef\n$1 ! (2. d4) 0-1 ) 1. d4 *"),
     "@0 1. e4 {ab} => 1-0 !stray-close,unknown-token // @44 1. d4 => *"},
    {TEXT("1. e4 1-0 White is lost.\n\n[Event \"a\"]\n*"),
     "@0 1. e4 => 1-0 // @10 stray // @26 [Event=a]  => * !no-moves"},
    {TEXT("[Result \"1-0 ff\"]\n\n1. e4 1-0 ff\n"),
     "@0 [Result=1-0 ff] 1. e4 => 1-0 !result-spelling"},
    {TEXT("1. e4 (1. d4 1-0) 1... e5 {0-1} ; 1/2-1/2\n 2. d4 1-0"),
     "@0 1. e4 (1. d4 1-0) 1... e5 {0-1} ; 1/2-1/2\\n 2. d4 => 1-0"},
    {TEXT("[Event \"a\"]\n\n1. e4 (1. d4\n\n[Event \"b\"]\n\n1. d4 *\n"),
     "@0 [Event=a] 1. e4 (1. d4 => none BROKEN unclosed-variation@19 !result-missing // @27 [Event=b] 1. d4 => *"},
    {TEXT("[Event \"a\"]\n\n1. e4 {open\n\n[Event \"b\"]\n\n1. d4 *\n"),
     "@0 [Event=a] 1. e4 {open => none BROKEN unclosed-comment@19 !result-missing // @26 [Event=b] 1. d4 => *"},
    {TEXT("[Event \"a\"]\n\n1. e4 {no\n[Event \"b\"]\nyes} *\n"),
     "@0 [Event=a] 1. e4 {no\\n[Event \"b\"]\\nyes} => *"},
    {TEXT("[Event \"a\"]\r\n\r\n1. e4 {open\r\n \r\n[Event \"b\"]\r\n\r\n1. d4 *\r\n"),
     "@0 [Event=a] 1. e4 {open => none BROKEN unclosed-comment@21 !result-missing // @31 [Event=b] 1. d4 => *"},
    {TEXT("[Event \"a\"]\r\r1. e4 {open\r\r[Event \"b\"]\r\r1. d4 *\r"),
     "@0 [Event=a] 1. e4 {open => none BROKEN unclosed-comment@19 !result-missing // @26 [Event=b] 1. d4 => *"},
    {TEXT("[Event \"a\"]\n\n1. e4 e5\n[White \"b\"]\n1. d4 *\n"),
     "@0 [Event=a] 1. e4 e5 => none !result-missing // @22 [White=b] 1. d4 => *"},
    {TEXT("[Event \"a\"]\n\n1. e4 (1. d4 (1. c4\n  [White \"b\"]\n1. d4 *\n"),
     "@0 [Event=a] 1. e4 (1. d4 (1. c4 => none BROKEN unclosed-variation@19 !result-missing // @35 [White=b] 1. d4 => *"},
    {TEXT("[Event \"a\"]\n\n12. Nf3 e[Event \"b\"]\n*\n"),
     "@0 [Event=a] 12. Nf3 e => none !result-missing // @22 [Event=b]  => * !no-moves"},
    {TEXT("[Event \"a\"]\n\n1. e4 [%clk 1] e5 [Site \"x\"] *\n"),
     "@0 [Event=a] 1. e4 [%clk 1] e5 [Site \"x\"] => * !unknown-token"},
    {TEXT("[Event \"a\"]\n\n[Event \"b\"]\n\n[Event \"c\"]\n"),
     "@0 [Event=a]  => none !no-movetext,no-moves // @13 [Event=b]  => none !no-movetext,no-moves // @26 [Event=c]  => none !no-movetext,no-moves"},
    {TEXT("[Site \"a\"]\n\n[Event \"b\"]\n\n[White \"c\"]\n\n*\n"),
     "@0 [Site=a|Event=b|White=c]  => * !no-moves"},
    {TEXT("[White \"a\"]\n\n[White \"b\"]\n\n*\n"),
     "@0 [White=a]  => none !no-movetext,no-moves // @13 [White=b]  => * !no-moves"},
    {TEXT("[White \"a\"]\n[White \"b\"]\n\n*\n"),
     "@0 [White=a|White=b]  => * !duplicate-tag,no-moves"},
    {TEXT("[Event \"a\"]\n{one}\n[White \"b\"]\n% no [Site \"x\"]\n[Black \"c\"]\n\n*\n"),
     "@0 [Event=a|White=b|Black=c]  => * !no-moves"},
    {TEXT("{one} ; two\n% three\n\n[Event \"a\"]\n\n*\n"),
     "@0 [Event=a]  => * !no-moves"},
    {TEXT("[Event \"a\"]\n\n1. e4\n\n\ne5 2. d4\n*\n"),
     "@0 [Event=a] 1. e4\\n\\n\\ne5 2. d4 => *"},
    {TEXT("[Event \"a\"]\n\n1. e4 ; ( { 1-0\n% 0-1 {\ne5 *\n"),
     "@0 [Event=a] 1. e4 ; ( { 1-0\\n% 0-1 {\\ne5 => *"},
    {TEXT("[Event \"a\"]\n\n{ a { b } c } 1. e4 ) *\n"),
     "@0 [Event=a] { a { b } c } 1. e4 ) => * !stray-close"},
    {TEXT("Hello, this is no game.\nNeither is this.\n"),
     "@0 stray"},
    {TEXT(" \n\n"),
     "@0 stray"},
    {TEXT("{only a comment}\n"),
     "@0 stray"},
    {TEXT("prose\n\n[Event \"a\"]\n*\nprose\n1. e4 *\n"),
     "@0 stray // @7 [Event=a]  => * !no-moves // @21 stray // @27 1. e4 => *"},
    {TEXT("\xef\xbb\xbf[Event \"a\"]\n*\n\xef\xbb\xbf[Event \"b\"]\n*\n"),
     "@0 [Event=a]  => * !no-moves // @20 [Event=b]  => * !no-moves"},
    {TEXT("[Event \"a\"] [Site \"b\"]\n[ White\n  \"c\" ]1. e4 *\n"),
     "@0 [Event=a|Site=b|White=c] 1. e4 => *"},
    {TEXT("[EventDate \"2014.08.26\"] 0-1\n\n[Event \"b\"]\n*\n"),
     "@0 [EventDate=2014.08.26]  => 0-1 !no-moves // @30 [Event=b]  => * !no-moves"},
    {TEXT("[Event \"a\"]\n\n1. e4 1-0\x00\x00\n\n[Event \"b\"]\n*\n"),
     "@0 [Event=a] 1. e4 => 1-0 !control-character // @26 [Event=b]  => * !no-moves"},
    {TEXT("[Event \"a\xff\"]\n\n1. e4 {\xff} \xff *\n"),
     "@0 [Event=a<FF>] 1. e4 {<FF>} <FF> => *"},
    {TEXT("[Event \"a\"]\n\n(((((1. e4))))) 1. e4 *\n"),
     "@0 [Event=a] (((((1. e4))))) 1. e4 => *"},
    {TEXT("[Site \"Skopje, hotel \"Aleksandar Palace\"\"]\n*\n"),
     "@0 [Site=Skopje, hotel \"Aleksandar Palace\"]  => * !malformed-tag,no-moves"},
    {TEXT("[Event \"Tournament \\\"]\n[Site \"x\"]\n*\n"),
     "@0 [Event=Tournament \\|Site=x]  => * !malformed-tag,no-moves"},
    {TEXT("[A \"b\\\"\"] [B \"A]]\"]\n*\n"),
     "@0 [A=b\\\"|B=A]]]  => * !no-moves"},
    {TEXT("[Event = \"a\"]\n*\n"),
     "@0 [Event=a]  => * !malformed-tag,no-moves"},
    {TEXT("[WhiteElo\"2000\"]\n*\n"),
     "@0 [WhiteElo=2000]  => * !malformed-tag,no-moves"},
    {TEXT("[Annotator: \"me\"]\n*\n"),
     "@0 [Annotator=me]  => * !malformed-tag,no-moves"},
    {TEXT("[Event \"a\"]\n[\"Somewhere\"]\n*\n"),
     "@0 [Event=a|=Somewhere]  => * !malformed-tag,no-moves"},
    {TEXT("[Event \"a\"]\n[Site]\n*\n"),
     "@0 [Event=a|Site=]  => * !malformed-tag,no-moves"},
    {TEXT("[Event \"a\"]\n[WhiteElo 2000]\n*\n"),
     "@0 [Event=a|WhiteElo=2000]  => * !malformed-tag,no-moves"},
    {TEXT("[Event \"a\"]\n[Black Elo \"2000\"]\n[White-Elo\"1\"]\n[Site x \"y\" z]\n[Round 1\"]\n*\n"),
     "@0 [Event=a|=2000|=1|Site=x \"y\" z|Round=1\"]  => * !malformed-tag,no-moves"},
    {TEXT("[Site \"Somewhere\non the Earth\"]\n*\n"),
     "@0 [Site=Somewhere\\non the Earth]  => * !malformed-tag,no-moves"},
    {TEXT("[Event \"a\"\n\n*\n"),
     "@0 [Event=a]  => * !malformed-tag,no-moves"},
    {TEXT("[Event \"a\"]\n[Site \"open\n1. e4 *\n"),
     "@0 [Event=a|Site=open] 1. e4 => * !malformed-tag"},
    {TEXT("[Event \"a\"]\n[%~<|> \"b\"]\n*\n"),
     "@0 [Event=a|=%~<|> \"b\"]  => * !malformed-tag,no-moves"},
    {TEXT("[Event \"a\"]\n[Site \"b\" %~<|>]\n*\n"),
     "@0 [Event=a|Site=b]  => * !malformed-tag,no-moves"},
    {TEXT("[pgn] 1. e4 e5 [/pgn]\n"),
     "@0 [pgn=] 1. e4 e5 [/pgn] => none !malformed-tag,result-missing,unknown-token"},
    {TEXT("[INFO] starting\n[INFO] done\n"),
     "@0 stray"},
    {TEXT("1. e4 1/2\n"),
     "@0 1. e4 => 1/2 !result-spelling"},
    {TEXT("1. e4 1/2 - 1/2\n"),
     "@0 1. e4 => 1/2 !result-spelling"},
    {TEXT("1. e4 1:0\n"),
     "@0 1. e4 => 1-0 !result-spelling"},
    {TEXT("1. e4 1 - 0\n"),
     "@0 1. e4 => 1-0 !result-spelling"},
    {TEXT("1. e4 \xc2\xbd-\xc2\xbd\n"),
     "@0 1. e4 => 1/2 !result-spelling"},
    {TEXT("1. e4 \xbd\n"),
     "@0 1. e4 => 1/2 !result-spelling"},
    {TEXT("1. e4 0\xe2\x80\x93""1\n"),
     "@0 1. e4 => 0-1 !result-spelling"},
    {TEXT("1. e4 1\x96""0\n"),
     "@0 1. e4 => 1-0 !result-spelling"},
    {TEXT("1. e4 O-1\n"),
     "@0 1. e4 => 0-1 !result-spelling"},
    {TEXT("[Event \"a\"]\n\n1. Qxf7#1-0\n"),
     "@0 [Event=a] 1. Qxf7# => 1-0 !result-spelling"},
    {TEXT("[Event \"a\"]\n\n1. e41-0\n"),
     "@0 [Event=a] 1. e4 => 1-0 !result-spelling"},
    {TEXT("1. e4 1-0[Event \"a\"]\n*\n"),
     "@0 1. e4 => 1-0 // @9 [Event=a]  => * !no-moves"},
    {TEXT("1. e4 1-01. d4 0-1"),
     "@0 1. e4 => 1-0 // @9 1. d4 => 0-1"},
    {TEXT("1. e4*"),
     "@0 1. e4 => *"},
    {TEXT("[Result \"0-0\"]\n\n1. e4 0-0\n"),
     "@0 [Result=0-0] 1. e4 => * !result-spelling"},
    {TEXT("[Result \"1-0\"]\n\n1. e4 0-0\n"),
     "@0 [Result=1-0] 1. e4 0-0 => none !result-missing"},
    {TEXT("[Event \"a\"]\n\n+/-\n"),
     "@0 [Event=a]  => 1-0 !no-moves,result-spelling"},
    {TEXT("[Event \"a\"]\n\n1. e4 +/-\n"),
     "@0 [Event=a] 1. e4 +/- => none !result-missing"},
    {TEXT("[Result \"?\"]\n\n1. e4 ?\n"),
     "@0 [Result=?] 1. e4 => * !result-spelling"},
    {TEXT("1. e2-e4 O-O 0-0 0-0-0 a1-b1 1-0"),
     "@0 1. e2-e4 O-O 0-0 0-0-0 a1-b1 => 1-0"},
    {TEXT("1. e4 e8/Q 11/2 0:10:00 +0.25/12 1:0.5 *"),
     "@0 1. e4 e8/Q 11/2 0:10:00 +0.25/12 1:0.5 => *"},
    {TEXT("[Result \"0-1\"]\n\n1. e4 1-0\n"),
     "@0 [Result=0-1] 1. e4 => 1-0 !result-mismatch"},
};

static const struct row tokens[] = {
    {TEXT("1. e4 e5 2.Nf3 Nc6 3 Bb5 a6"), "m:e4 m:e5 m:Nf3 m:Nc6 m:Bb5 m:a6"},
    {TEXT("1...e5 2. ... Nc6 3 . d4 16..... Rh6:"), "m:e5 m:Nc6 m:d4 m:Rh6: !move-number-form"},
    {TEXT("1\xe2\x80\xa6""e5 12Nf3 1e4"), "m:e5 m:Nf3 m:e4 !move-number-form"},
    {TEXT("e4!? e5?? 2. Nf3 ! ?? !!! $18. $300 $"), "m:e4!? m:e5?? m:Nf3 n:1 n:4 n:3 n:18 o:$300 o:$ !unknown-token,move-suffix"},
    {TEXT("e4{a}e5;b\nNf3"), "m:e4 c:a m:e5 c:b m:Nf3"},
    {TEXT("e4 {open"), "m:e4 c:open"},
    {TEXT("% no\ne4\n%no\r\ne5 %"), "m:e4 m:e5 o:% !unknown-token"},
    {TEXT("e8(Q) (1. d4 (1. c4) {)} ) e8=Q+!? axb8(N)#"), "m:e8(Q) ( m:d4 ( m:c4 ) c:) ) m:e8=Q+!? m:axb8(N)#"},
    {TEXT("exd6 e.p. exd6e.p. exd6 ep exd6 e. p. +"), "m:exd6 m:exd6e.p. m:exd6 m:exd6 !move-en-passant-form,move-check-mark"},
    {TEXT("Bxf7 dbl ch Qh7 mate De3 + Nf3 (=)"), "m:Bxf7 m:Qh7 m:De3 m:Nf3 !move-check-mark,move-suffix"},
    {TEXT("Nf3 +- \xc2\xb1 \xe2\x88\x9e = N D RR +/= inf"), "m:Nf3 o:+- o:<C2><B1> o:<E2><88><9E> o:= o:N o:D o:RR o:+/= o:inf !unknown-token"},
    {TEXT("-- Z0 @@@@ \xe2\x80\x93\xe2\x80\x93"), "m:-- m:Z0 m:@@@@ m:<E2><80><93><E2><80><93>"},
    {TEXT("O-O O-O-O 0-0 0-0-0 o-o 00 O\xe2\x80\x93O"), "m:O-O m:O-O-O m:0-0 m:0-0-0 m:o-o m:00 m:O<E2><80><93>O"},
    {TEXT("5254 5755 12345 12"), "m:5254 m:5755 m:12345"},
    {TEXT("(1-0 1/2 *) 1/2"), "( r:1-0 r:1/2 r:* ) r:1/2 !result-spelling"},
    {TEXT("\xe2\x99\x98""f3 e\xe2\x80\x93""e4 e5\xc2\xa0Nf3\xa0""d4 \xef\xbb\xbf""a4"), "m:<E2><99><98>f3 m:e<E2><80><93>e4 m:e5 m:Nf3 m:d4 m:a4"},
    {TEXT("b1= Q cxd8= R+ e4= e5"), "m:b1= Q m:cxd8= R+ m:e4= m:e5"},
    {TEXT("e4, e5 } < > [x] \"Nf3\""), "m:e4 o:, m:e5 o:< > o:[x] o:\" m:Nf3 o:\" !stray-close,unknown-token"},
    {TEXT("d4 34. d"), "m:d4 m:d"},
    {TEXT("e4.e5 1.e4.e5"), "m:e4 m:e5 m:e4 m:e5"},
    {TEXT("a\x01""b\x7f""c4"), "m:a m:b m:c4 !control-character"},
};
/* clang-format on */

START_TEST(spans_are_found)
{
    char *got = pgn_spans(spans[_i].text);
    ck_assert_str_eq(got, spans[_i].want);
    free(got);
}
END_TEST

START_TEST(tokens_are_found)
{
    char *got = pgn_tokens(tokens[_i].text);
    ck_assert_str_eq(got, tokens[_i].want);
    free(got);
}
END_TEST

enum { NONE = 999 };

START_TEST(hard_boundaries_are_found)
{
    static const struct {
        struct fm_text text;
        size_t first,
            last; /* NONE: fm_split_first_hard() gives the size; fm_split_last_hard() gives 0 */
    } rows[] = {
        {TEXT("x\n\n[Event \"a\"]"), 3, 3},
        {TEXT("x\r\n\r\n[Event \"a\"]"), 5, 5},
        {TEXT("x\r\r[Event \"a\"]"), 3, 3},
        {TEXT("x\n \t\n[Event \"a\"]"), 5, 5},
        {TEXT("x\n\n\n\n[Event \"a"), 5, 5},
        {TEXT("x\n\n\xef\xbb\xbf[Event \"a\"]"), 6, 6},
        {TEXT("x\n\n[Event \"a\"]\ny\n\n[Event \"b\"]\n"), 3, 18},
        {TEXT("x\n[Event \"a\"]"), NONE, 0},
        {TEXT("x\r\n[Event \"a\"]"), NONE, 0},
        {TEXT("x\n\n [Event \"a\"]"), NONE, 0},
        {TEXT("x\n\n[Site \"a\"]"), NONE, 0},
        {TEXT("[Site \"a\"]\n\n[Event \"a\"]"), NONE, 0},
        {TEXT("[Site \"a\" ]\n\n\n[Event \"a\"]"), NONE, 0},
        {TEXT("{ [%clk 1]\n\n[Event \"a\"]"), 12, 12},
        {TEXT("\n\n[Event \"a\"]"), NONE, 0},
        {TEXT("% x\n{ y } ; z\n\n[Event \"a\"]"), NONE, 0},
        {TEXT("{ y\n\n[Event \"a\"]"), 5, 5},
        {TEXT("x\n\n[Event"), NONE, 0},
    };
    for (size_t i = 0; i < FM_COUNT_OF(rows); i++) {
        unsigned char *bytes = pgn_padded(rows[i].text);
        const struct fm_text text = {bytes, rows[i].text.n};
        ck_assert_msg(fm_split_last_hard(text) == rows[i].last, "row %zu: last %zu", i,
                      fm_split_last_hard(text));
        const size_t first = rows[i].first == NONE ? text.n : rows[i].first;
        ck_assert_msg(fm_split_first_hard(text, 1) == first, "row %zu: first %zu", i,
                      fm_split_first_hard(text, 1));
        free(bytes);
    }
}
END_TEST

START_TEST(results_of_tags_are_read)
{
    static const struct {
        const char *value;
        enum fm_result result;
    } rows[] = {
        {"1-0", FM_RESULT_WHITE},   {" 0-1 ", FM_RESULT_BLACK}, {"1/2-1/2", FM_RESULT_DRAW},
        {"1/2", FM_RESULT_DRAW},    {"*", FM_RESULT_UNKNOWN},   {"1-0 ff", FM_RESULT_WHITE},
        {"0-0", FM_RESULT_UNKNOWN}, {"-/+", FM_RESULT_BLACK},   {"\xc2\xbd", FM_RESULT_DRAW},
        {"", FM_RESULT_NONE},       {"white", FM_RESULT_NONE},  {"10-0", FM_RESULT_NONE},
        {"1-0-0", FM_RESULT_NONE},  {"O-O", FM_RESULT_NONE},
    };
    for (size_t i = 0; i < FM_COUNT_OF(rows); i++)
        ck_assert_msg(fm_result_of_tag(fm_text_of(rows[i].value)) == rows[i].result, "%s",
                      rows[i].value);
}
END_TEST

START_TEST(tags_are_found_and_unescaped)
{
    unsigned char *bytes = pgn_padded(
        FM_TEXT("[Event \"a\"]\n[Eventual \"C:\\x \\\"q\\\" \\\\\"]\n[TimeControl \"60\"]\n"
                "[TimeContact \"1\"]\n[Event \"b\"]\n\n*"));
    struct fm_split split = {0};
    ck_assert_int_eq(fm_split_block(&split, (struct fm_text){bytes, strlen((const char *)bytes)}),
                     FM_OK);
    ck_assert_uint_eq(split.count, 1);
    ck_assert_uint_eq(split.games[0].tag_count, 5);
    ck_assert(fm_warnings_has(&split.games[0].notes, FM_REASON_DUPLICATE_TAG));
    const struct fm_tag *tag = fm_tag_find(split.tags, 5, FM_TAG_EVENT);
    ck_assert(tag != NULL && fm_text_equal(tag->value, FM_TEXT("a")));
    tag = fm_tag_find(split.tags, 5, FM_TAG_TIME_CONTROL);
    ck_assert(tag != NULL && fm_text_equal(tag->value, FM_TEXT("60")));
    ck_assert_int_eq(split.tags[3].id, FM_TAG_OTHER);
    ck_assert_ptr_null(fm_tag_find(split.tags, 5, FM_TAG_FEN));
    tag = fm_tag_named(split.tags, 5, FM_TEXT("Eventual"));
    ck_assert_ptr_nonnull(tag);
    struct fm_arena arena = {0};
    struct fm_text value;
    ck_assert_int_eq(fm_tag_value(tag, &arena, &value), FM_OK);
    ck_assert(fm_text_equal(value, FM_TEXT("C:\\x \"q\" \\")));
    ck_assert_int_eq(fm_tag_value(&split.tags[0], &arena, &value), FM_OK);
    ck_assert_ptr_eq(value.p, split.tags[0].value.p);
    fm_arena_free(&arena);
    fm_split_free(&split);
    free(bytes);
}
END_TEST

/* Repeat a piece until it fills a megabyte; one game must come of it, and the lexer must come to
 * its end. */
static void read_repeated(const char *before, const char *piece, size_t *games, size_t *read)
{
    enum { SIZE = 1 << 20 };
    unsigned char *bytes = malloc(SIZE + FM_TEXT_PADDING);
    ck_assert_ptr_nonnull(bytes);
    size_t n = strlen(before);
    memcpy(bytes, before, n);
    for (const size_t size = strlen(piece); n + size <= SIZE; n += size)
        memcpy(bytes + n, piece, size);
    memset(bytes + n, 0, FM_TEXT_PADDING);
    struct fm_split split = {0};
    ck_assert_int_eq(fm_split_block(&split, (struct fm_text){bytes, n}), FM_OK);
    *games = split.count;
    *read = 0;
    struct fm_warnings notes = {{0}};
    struct fm_lexer lexer = {.at = bytes + split.games[0].moves,
                             .end = bytes + split.games[0].moves_end,
                             .notes = &notes};
    for (enum fm_token token = fm_lexer_next(&lexer); token != FM_TOKEN_END;
         token = fm_lexer_next(&lexer), ++*read)
        if (token == FM_TOKEN_OPEN)
            fm_lexer_skip_variation(&lexer);
    ck_assert_ptr_eq(lexer.at, lexer.end);
    fm_split_free(&split);
    free(bytes);
}

START_TEST(giants_are_survived)
{
    static const struct {
        const char *before, *piece;
        size_t games, tokens;
    } rows[] = {
        {"[Event \"a\"]\n\n1. e4 ", "(", 1, 2},
        {"[Event \"a\"]\n\n1. e4 ", "{", 1, 2},
        {"[Event \"a\"]\n\n1. e4 ", "\"", 1, 1048558},
        {"[Event \"a\"]\n\n1. e4 ", "[Event \"", 1, 393208},
        {"[Event \"a\"]\n", "[", 1, 0},
        {"[Event \"a\"]\n", "[Site \"", 1, 0},
        {"", "[Event \"a\"]\n\n", 80659, 0},
        {"", "a", 1, 0},
        {"", "* ", 1, 0},
        {"[Event \"a\"]\n\n1. e4 ; ", "x", 1, 2},
        {"[Event \"a\"]\n\n", "1", 1, 0},
    };
    for (size_t i = 0; i < FM_COUNT_OF(rows); i++) {
        size_t games, read;
        read_repeated(rows[i].before, rows[i].piece, &games, &read);
        ck_assert_msg(games == rows[i].games && read == rows[i].tokens, "%s: %zu games, %zu tokens",
                      rows[i].piece, games, read);
    }
}
END_TEST

/* Append a filling, over and over, up to n bytes. */
static void fill(char **at, const char *filling, size_t n)
{
    for (size_t i = 0; i < n; i++)
        *(*at)++ = filling[i % strlen(filling)];
}

/* `1. e4`, blanks, a comment, and what follows. @return bytes. */
static size_t put_commented(char *out, size_t blanks, const char *filling, size_t inside,
                            const char *tail)
{
    char *at = out;
    fill(&at, "1. e4", 5);
    fill(&at, " ", blanks);
    fill(&at, "{", 1);
    fill(&at, filling, inside);
    fill(&at, tail, strlen(tail));
    return (size_t)(at - out);
}

/* The game of a text by one path, which has no other. */
static struct fm_game only_game(struct fm_text text, enum fm_split_path path)
{
    struct fm_split split = {0};
    unsigned char *bytes = pgn_padded(text);
    ck_assert_int_eq(fm_split_block_by(&split, (struct fm_text){bytes, text.n}, path), FM_OK);
    ck_assert_uint_eq(split.count, 1);
    const struct fm_game game = split.games[0];
    fm_split_free(&split);
    free(bytes);
    return game;
}

/* Short and long, one after the other; those of a variation that was skipped are not in the way.
 * The last 64 bytes of a block are read without: here they are blanks. */
START_TEST(comments_are_known)
{
    enum { AFTER = 64, TEXT_MOST = 256 };
    static const struct row rows[] = {
        {TEXT("1. e4 {a} e5 {} Nf3 {bc} *"), "a..bc."},
        {TEXT("1. e4 {a} ({b} d4 {c}) e5 {d} *"), "a.d."},
        {TEXT("{a} 1. e4 {b} ; {c}\n {d} *"), ".b.d."}, /* that before the moves is not */
        {TEXT("1. e4 {a thousand things, of which none is of any use at all to anybody} d5 {b} *"),
         "a thousand things, of which none is of any use at all to anybody.b."},
    };
    for (size_t i = 0; i < FM_COUNT_OF(rows); i++) {
        char found[128], *at = found, text[TEXT_MOST], *end = text;
        fill(&end, (const char *)rows[i].text.p, rows[i].text.n);
        fill(&end, " ", AFTER);
        const struct fm_text all = {(const unsigned char *)text, (size_t)(end - text)};
        unsigned char *bytes = pgn_padded(all);
        struct fm_split split = {0};
        ck_assert_int_eq(fm_split_block(&split, (struct fm_text){bytes, all.n}), FM_OK);
        struct fm_comments comments = fm_split_comments_of(&split, &split.games[0], bytes);
        struct fm_lexer lexer = {.at = bytes, .end = bytes + rows[i].text.n - 1};
        for (enum fm_token token; (token = fm_lexer_next(&lexer)) != FM_TOKEN_END;) {
            if (token == FM_TOKEN_OPEN)
                fm_lexer_skip_variation(&lexer);
            if (token != FM_TOKEN_COMMENT || lexer.text.p[-1] != '{')
                continue;
            const unsigned char *open = lexer.text.p - 1;
            const unsigned char *close = fm_comments_close(&comments, open);
            if (close != NULL)
                fill(&at, (const char *)open + 1, (size_t)(close - open) - 1);
            fill(&at, ".", 1);
        }
        *at = '\0';
        ck_assert_str_eq(found, rows[i].want);
        fm_split_free(&split);
        free(bytes);
    }
}
END_TEST

/* Whatever the windows that the splitter looks through. */
START_TEST(comments_are_passed_wherever_they_stand)
{
    static const char *const fillings[] = {"x", "{ ", " 1-0 ", "\n[", "; % ( ", "\xBF[Event "};
    static const char tail[] = "} {} (2. d4 {)}) *\n";
    char text[512];
    for (size_t blanks = 0; blanks < 67; blanks++) {
        for (size_t inside = 0; inside < 6 * 67; inside++) {
            const char *filling = fillings[inside % FM_COUNT_OF(fillings)];
            const enum fm_split_path path = (enum fm_split_path)(inside / 7 % 3);
            if (path > fm_split_best_path())
                continue;
            const size_t length = inside / 2;
            const size_t n = put_commented(text, blanks, filling, length, tail);
            const struct fm_game whole =
                only_game((struct fm_text){(const unsigned char *)text, n}, path);
            ck_assert_int_eq(whole.broken, FM_REASON_NONE);
            ck_assert_int_eq(whole.result, FM_RESULT_UNKNOWN);
            ck_assert_uint_eq(whole.moves_end, n - 2);
            ck_assert_uint_eq(whole.notes.warnings[0] | whole.notes.warnings[1], 0);
            const struct fm_game open =
                only_game((struct fm_text){(const unsigned char *)text, n - sizeof tail + 1}, path);
            ck_assert_int_eq(open.broken, FM_REASON_UNCLOSED_COMMENT);
            ck_assert_uint_eq(open.broken_at, 5 + blanks);
            ck_assert_uint_eq(open.end, n - sizeof tail + 1);
        }
    }
}
END_TEST

START_TEST(numbers_are_given_on_request)
{
    static const unsigned want[] = {1, 0, 12, 12, 0, 3, 4, 5};
    static const bool black[] = {false, false, false, true, false, false, true, false};
    const struct fm_text text = FM_TEXT("1. e4 e5 12 Nf3 12... Nc6 Bb5 3.a6 4..... Nf6 5Nc3");
    unsigned char *bytes = pgn_padded(text);
    for (int numbers = 0; numbers < 2; numbers++) {
        struct fm_lexer lexer = {.at = bytes, .end = bytes + text.n, .numbers = numbers};
        for (size_t i = 0; i < FM_COUNT_OF(want); i++) {
            ck_assert_int_eq(fm_lexer_next(&lexer), FM_TOKEN_MOVE);
            ck_assert_uint_eq(lexer.move_number, numbers ? want[i] : 0);
            ck_assert_int_eq(lexer.move_number > 0 && lexer.black_number, numbers && black[i]);
        }
        ck_assert_int_eq(fm_lexer_next(&lexer), FM_TOKEN_END);
    }
    free(bytes);
}
END_TEST

START_TEST(words_are_moves)
{
    static const struct {
        const char *text;
        bool move;
    } words[] = {
        {"e4", true},
        {"Nf3+", true},
        {"exd5!?", true},
        {"e8=Q#", true},
        {"e8/Q", true},
        {"Nbd7:", true},
        {"e2-e4", true},
        {"Rxe5-", true},
        {"e4.", true},
        {"O-O", true},
        {"e4&", false},
        {"e4_", false},

        {"e45", false},
        {"e9", false},
        {"k4", false},
        {"N", false},
        {"Nf3abcdefghijklmnopqrstuvwxyz", false},
    };
    for (size_t i = 0; i < FM_COUNT_OF(words); i++) {
        const struct fm_text text = fm_text_of(words[i].text);
        unsigned char *bytes = pgn_padded(text);
        ck_assert_msg(fm_word_is_move(bytes, bytes + text.n, false) == words[i].move, "%s",
                      words[i].text);
        free(bytes);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pgn");
    TCase *games = tcase_create("games"), *lexer = tcase_create("lexer");
    tcase_add_loop_test(games, spans_are_found, 0, (int)FM_COUNT_OF(spans));
    tcase_add_test(games, hard_boundaries_are_found);
    tcase_add_test(games, results_of_tags_are_read);
    tcase_add_test(games, tags_are_found_and_unescaped);
    tcase_add_test(games, giants_are_survived);
    tcase_add_test(games, comments_are_passed_wherever_they_stand);
    tcase_add_test(games, comments_are_known);
    tcase_add_loop_test(lexer, tokens_are_found, 0, (int)FM_COUNT_OF(tokens));
    tcase_add_test(lexer, numbers_are_given_on_request);
    tcase_add_test(lexer, words_are_moves);
    suite_add_tcase(suite, games);
    suite_add_tcase(suite, lexer);
    return run_tap(suite);
}
