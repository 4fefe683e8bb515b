/* SPDX-License-Identifier: MIT */
/* Rules on tags: how each reads, what each holds for, what is refused. */
#include <config.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include "check_main.h"
#include "filter/pattern.h"
#include "filter/tagrule.h"
#include "filter/tagvalue.h"

enum { STEPS = 10000000, MEMORY = 16 << 20 };

/* Does a rule of several tests (one a line) hold for a game that has these tags (name=value, one a
 * line)? */
static bool holds_in(enum fm_encoding encoding, const char *tag, const char *tests,
                     const char *tags)
{
    struct fm_arena arena = {0};
    struct fm_tag_test test[4];
    struct fm_tag_rule rule = {.tag = fm_text_of(tag), .tests = test};
    struct fm_tag game[4] = {{.id = FM_TAG_OTHER}};
    size_t count = 0;
    for (const char *at = tests; *at != 0; at += at[strcspn(at, "\n")] != 0) {
        const char *why = NULL;
        const struct fm_text text = {(const unsigned char *)at, strcspn(at, "\n")};
        ck_assert_msg(fm_tag_test_read(rule.tag, text, &arena, &test[rule.count], &why) == FM_OK,
                      "%s: %s", tests, why);
        ck_assert(fm_text_equal(test[rule.count++].written, fm_text_trim(text)));
        at += text.n;
    }
    for (const char *at = tags; *at != 0; at += at[strcspn(at, "\n")] != 0) {
        const size_t n = strcspn(at, "\n"), name = strcspn(at, "=");
        game[count].name = (struct fm_text){(const unsigned char *)at, name};
        game[count].value = (struct fm_text){(const unsigned char *)at + name + 1, n - name - 1};
        game[count].escaped = memchr(at, '\\', n) != NULL;
        count++;
        at += n;
    }
    struct fm_rule_context context = {.scratch = &arena, .encoding = encoding};
    ck_assert_int_eq(fm_tag_rules_compile(&rule, 1, &arena), FM_OK);
    ck_assert_int_eq(fm_matcher_new(STEPS, MEMORY, &context.matcher), FM_OK);
    const bool result = fm_tag_rule_holds(&rule, game, count, &context);
    ck_assert_int_eq(context.status, FM_OK);
    fm_matcher_free(context.matcher);
    fm_tag_rules_free(&rule, 1);
    fm_arena_free(&arena);
    return result;
}

static bool holds(const char *tag, const char *tests, const char *tags)
{
    return holds_in(FM_ENCODING_UTF8, tag, tests, tags);
}

static const struct {
    const char *tag, *tests, *tags;
    bool holds;
} rows[] = {
    /* presence */
    {"FEN", "*", "FEN=?", true},
    {"FEN", "*", "Fen=?", false},
    {"FEN", "-", "Event=x", true},
    {"FEN", "-", "FEN=", false},
    /* texts */
    {"Result", "1-0", "Result=1-0", true},
    {"Result", "1-0", "Result= 1-0 ", true},
    {"Result", "1-0", "Result=1-00", false},
    {"Result", "1-0\n0-1", "Result=0-1", true},
    {"Result", "1-0\n0-1", "Result=1/2-1/2", false},
    {"Result", "1-0", "", false},
    {"White", "carlsen", "White=Carlsen", false},
    {"White", "= -", "White=-", true},
    {"White", "= *", "White=*", true},
    {"White", "= 1..2", "White=1..2", true},
    {"White", "A..B", "White=A..B", true},
    /* no value: the tag is missing or empty */
    {"White", "= ", "White=", true},
    {"White", "=", "White=  ", true},
    {"White", "=", "", true},
    {"White", "", "", true},
    {"White", "=", "White=?", false},
    {"White", "!=", "White=?", true},
    {"White", "!=", "White=", false},
    {"White", "!=", "", false},
    {"White", "=\nA", "White=A", true},
    {"White", "=\nA", "White=B", false},
    {"Date", "=", "", true},
    {"Date", "!=", "Date=2010", true},
    {"ECO", "!=", "Date=2010", false},
    {"White", "Fran\xc3\xa7ois", "White=Fran\xc3\xa7ois", true},
    {"Site", "Hotel \"A\"", "Site=Hotel \\\"A\\\"", true},
    {"Round", "1.10", "Round=1.1", false},
    /* words: whole ones, in any order, without case and accents */
    {"White", "@ Tal", "White=Tal,Mikhail", true},
    {"White", "@ mikhail tal", "White=Tal, Mikhail N.", true},
    {"White", "@ tal", "White=Ostal, A", false},
    {"White", "@ tal", "White=Talas, B", false},
    {"White", "@ tal", "White=", false},
    {"White", "@ STAHLBERG", "White=St\xc3\xa5hlberg, G", true},
    {"White", "@ St\xc3\xa5hlberg", "White=Stahlberg, G", true},
    {"White", "@ muller", "White=M\xc3\x9cLLER", true},
    {"White", "@ muller", "White=Mu\xcc\x88ller", true},
    {"White", "@ strasse",
     "White=Stra\xc3\x9f"
     "e",
     true},
    {"White", "@ o'kelly", "White=O\xe2\x80\x99Kelly, A", true},
    {"White", "@ \xd0\xa2\xd0\xb0\xd0\xbb\xd1\x8c",
     "White=\xd0\xa2\xd0\x90\xd0\x9b\xd0\xac, \xd0\x9c", true},
    {"White", "@~ ahlb", "White=St\xc3\xa5hlberg, G", true},
    {"White", "@~ tal m", "White=Ostal, Mia", true},
    {"White", "@~ tal", "White=Petrosian", false},
    {"White", "!@ tal", "White=Tal, M", false},
    {"White", "!@ tal", "", true},
    {"White", "!@~ tal", "White=Ostal", false},
    {"White", "@ tal\n@ petrosian", "White=Petrosian, T", true},
    {"White", "a", "White=a\nWhite=b", true}, /* of a tag twice the first counts */
    {"White", "b", "White=a\nWhite=b", false},
    /* not so */
    {"Result", "!= *", "Result=1-0", true},
    {"Result", "!= *", "Result=*", false},
    {"Result", "!= *", "", true},
    {"Result", "!= *\n!= 1-0", "Result=1-0", false},
    {"Result", "!= *\n!= 1-0", "Result=0-1", true},
    {"Event", "~ open\n!~ blitz", "Event=open rapid", true},
    {"Event", "~ open\n!~ blitz", "Event=open blitz", false},
    {"Event", "~ open\n!~ blitz", "Event=closed", false},
    /* numbers */
    {"WhiteElo", ">= 2400", "WhiteElo=2400", true},
    {"WhiteElo", ">=2400", "WhiteElo=02400", true},
    {"WhiteElo", ">= 2400", "WhiteElo=2399", false},
    {"WhiteElo", ">= 2400", "WhiteElo=10000", true},
    {"WhiteElo", "> 2400", "WhiteElo=2400", false},
    {"WhiteElo", "> 2400", "WhiteElo=2400.000001", true},
    {"WhiteElo", "< 2400", "WhiteElo=2399.9", true},
    {"WhiteElo", "<= 2400", "WhiteElo=2400.0", true},
    {"WhiteElo", "< 2400", "WhiteElo=?", false},
    {"WhiteElo", "< 2400", "WhiteElo=-", false},
    {"WhiteElo", "< 2400", "WhiteElo=", false},
    {"WhiteElo", "< 2400", "WhiteElo=2300 Elo", false},
    {"WhiteElo", "< 2400", "WhiteElo=9999999999999",
     false}, /* more digits than a number here has */
    {"WhiteElo", "2400..2500", "WhiteElo=2450", true},
    {"WhiteElo", "2400..2500", "WhiteElo=2501", false},
    {"WhiteElo", "..2500", "WhiteElo=2500", true},
    {"WhiteElo", "2400..", "WhiteElo=2399", false},
    {"Score", "-1.5 .. -0.5", "Score=-1", true},
    {"Score", "-1.5 .. -0.5", "Score=1", false},
    {"Round", "1..3", "Round=3", true},
    /* dates */
    {"Date", "2010", "Date=2010.??.??", true},
    {"Date", "2010", "Date=2010.05.31", true},
    {"Date", "2010", "Date=2011.01.01", false},
    {"Date", "2010.05", "Date=2010.05.??", true},
    {"Date", "2010.05", "Date=2010.??.??", false},
    {"Date", "2010.05.31", "Date=2010-05-31", true},
    {"Date", "2010.05.31", "Date=2010/5/31", true},
    {"Date", "2010..2019", "Date=2019.12.31", true},
    {"Date", "2010..2019", "Date=2020.01.01", false},
    {"Date", "2010.05..2010.07", "Date=2010.06.??", true},
    {"Date", "2010.05..2010.07", "Date=2010.??.??", false},
    {"Date", "..1999", "Date=1999", true},
    {"UTCDate", "> 2010", "UTCDate=2010.12.31", false},
    {"UTCDate", "> 2010", "UTCDate=2011.01.01", true},
    {"UTCDate", ">= 2010.05", "UTCDate=2010.05.01", true},
    {"UTCDate", "< 2010.05", "UTCDate=2010.04.30", true},
    {"UTCDate", "<= 2010.05", "UTCDate=2010.05.31", true},
    {"UTCDate", "<= 2010.05", "UTCDate=????.??.??", false},
    {"EventDate", "!= 2010", "EventDate=2010.01.01", false},
    {"EventDate", "!= 2010", "EventDate=2011.01.01", true},
    {"Date", "????.??.??", "Date=????.??.??", true},
    {"Date", "> 2010", "Date=31.12.2011", false},
    {"Date", "> 2010", "Date=2011.13.01", false},
    /* regular expressions */
    {"Event", "~ rapid|blitz", "Event=Super blitz cup", true},
    {"Event", "~ rapid|blitz", "Event=Blitz", false},
    {"Event", "~* rapid|blitz", "Event=Blitz", true},
    {"Event", "!~* rapid|blitz", "Event=BLITZ", false},
    {"Event", "~ ^Cup$", "Event=Cup", true},
    {"Event", "~ ^Cup$", "Event=World Cup", false},
    {"Event", "~ ^$", "Event=", true},
    {"Event", "~ .", "Event=", false},
    {"Event", "~ a{2,3}b", "Event=xaab", true},
    {"Event", "~ []a]x", "Event=]x", true},
    {"Event", "~ \\.", "Event=a.b", true},
    {"Event", "~ a.b",
     "Event=a\xc3\xa9"
     "b",
     true},
    {"Event", "~ ^.$", "Event=\xc3\xa9", true},
    {"Event", "~* \xc3\x89t\xc3\xa9", "Event=\xc3\xa9t\xc3\x89", true},
    {"Event", "~ \\bM\\w+r$", "Event=K. M\xc3\xbcller", true},
    {"Event", "~ (?i)blitz", "Event=BLITZ", true},
};

START_TEST(values_are_compared_as_utf8)
{
    ck_assert(holds_in(FM_ENCODING_1252, "White", "M\xc3\xbcller", "White=M\xfcller"));
    ck_assert(!holds_in(FM_ENCODING_UTF8, "White", "M\xc3\xbcller", "White=M\xfcller"));
    ck_assert(holds_in(FM_ENCODING_1252, "White", "~ ^M.ller$", "White=M\xfcller"));
    ck_assert(
        holds_in(FM_ENCODING_CP1251, "White", "~* ^\xd1\x82\xd0\xb0", "White=\xd2\xe0\xeb\xfc"));
    ck_assert(holds_in(FM_ENCODING_UTF8, "White", "~ ^M.ller$", "White=M\xfcller"));
}
END_TEST

START_TEST(rules_hold_for_what_they_say)
{
    for (size_t i = 0; i < FM_COUNT_OF(rows); i++)
        ck_assert_msg(holds(rows[i].tag, rows[i].tests, rows[i].tags) == rows[i].holds,
                      "row %u: %s: %s for %s", (unsigned)i, rows[i].tag, rows[i].tests,
                      rows[i].tags);
}
END_TEST

START_TEST(values_end_where_they_end)
{
    /* Spans have no NUL after them: the byte that follows must not count. */
    ck_assert(holds("Event", "~ ^blitz$", "Event=blitz\nSite=x"));
    ck_assert(!holds("Event", "~ x", "Event=blitz\nSite=x"));
}
END_TEST

static const struct {
    const char *tag, *test;
} bad[] = {
    {"WhiteElo", ">= "},
    {"WhiteElo", ">= x"},
    {"WhiteElo", "< 1,5"},
    {"WhiteElo", "> 2010.05.31"},
    {"WhiteElo", "2400..25OO"},
    {"WhiteElo", ".."},
    {"WhiteElo", "2500..2400"},
    {"WhiteElo", "> 1234567890123"},
    {"WhiteElo", "> 1.1234567"},
    {"Date", "> 201"},
    {"Date", "> 2010.13"},
    {"Date", "2010..2009"},
    {"Date", "2010..x"},
    {"Date", "> 2010.05-31"},
    {"Date", "> ????.??.??"},
    {"Event", "~"},
    {"Event", "~ ("},
    {"Event", "~ [a"},
    {"Event", "~ *a("},
    {"Event", "~ (a)\\1"},
    {"Event", "~ e++++++++++++++++++++++++"},
    {"Event", "~ ((a{99}){99}){99}"},
    {"Event", "~ a\xff"},
    {"Event", "~ \\C"},
};

START_TEST(what_cannot_be_meant_is_refused)
{
    for (size_t i = 0; i < FM_COUNT_OF(bad); i++) {
        struct fm_arena arena = {0};
        struct fm_tag_test test;
        const char *why = NULL;
        const enum fm_status status =
            fm_tag_test_read(fm_text_of(bad[i].tag), fm_text_of(bad[i].test), &arena, &test, &why);
        ck_assert_msg(status == FM_BAD_PROFILE && why != NULL, "%s: %s", bad[i].tag, bad[i].test);
        fm_arena_free(&arena);
    }
}
END_TEST

/* What a pattern makes of a text of n times one letter, and one letter after it. */
static enum fm_match match_long(const char *pattern, char letter, size_t n, char last,
                                uint64_t steps, uint64_t memory)
{
    struct fm_arena arena = {0};
    struct fm_pattern *compiled = NULL;
    struct fm_matcher *matcher = NULL;
    const char *why = NULL;
    unsigned char *text = malloc(n + 1);
    ck_assert_ptr_nonnull(text);
    memset(text, letter, n);
    text[n] = (unsigned char)last;
    ck_assert_int_eq(fm_pattern_new(fm_text_of(pattern), false, &arena, &compiled, &why), FM_OK);
    ck_assert_int_eq(fm_matcher_new(steps, memory, &matcher), FM_OK);
    const enum fm_match match = fm_pattern_match(compiled, (struct fm_text){text, n + 1}, matcher);
    fm_matcher_free(matcher);
    fm_pattern_free(compiled);
    fm_arena_free(&arena);
    free(text);
    return match;
}

START_TEST(matching_is_bounded)
{
    enum { MILLION = 1000000 };
    /* Each of these takes minutes to years unless it is stopped; some cost PCRE2 no step. */
    static const char *const slow[] = {"a.*[bc]",
                                       "a+[bc]",
                                       "a[^xy]*[xy]",
                                       "(a*)*[bc]",
                                       "(a|aa)+$[bc]",
                                       "(?:a?){99}[bc]",
                                       "a.*?[bc]",
                                       "(*NO_START_OPT)a+[bc]",
                                       "(?=a+[bc])[ac]",
                                       "(*NO_START_OPT)a+b",
                                       "(*NO_AUTO_POSSESS)a+[bc]"};
    for (size_t i = 0; i < FM_COUNT_OF(slow); i++)
        ck_assert_msg(match_long(slow[i], 'a', MILLION, 'a', STEPS, MEMORY) == FM_MATCH_LIMIT, "%s",
                      slow[i]);
    ck_assert_int_ne(match_long("a.*b", 'a', MILLION, 'a', STEPS, MEMORY), FM_MATCH_YES);
    ck_assert_int_eq(match_long("a.*b", 'a', MILLION, 'b', STEPS, MEMORY), FM_MATCH_YES);
    ck_assert_int_eq(match_long("blitz|ab$", 'a', MILLION, 'b', STEPS, MEMORY), FM_MATCH_YES);
    ck_assert_int_eq(match_long("^a*$", 'a', MILLION, 'b', STEPS, MEMORY), FM_MATCH_NO);
    ck_assert_int_eq(match_long("x", 'a', MILLION, 'b', STEPS, MEMORY), FM_MATCH_NO);
    /* Each limit by itself. */
    ck_assert_int_eq(match_long("^(a|b)*c", 'a', MILLION, 'c', 100 * MILLION, 1 << 20),
                     FM_MATCH_LIMIT);
    ck_assert_int_eq(match_long("^(a|b)*c", 'a', MILLION, 'c', 100 * MILLION, 1 << 30),
                     FM_MATCH_YES);
    ck_assert_int_eq(match_long("aaab", 'a', 100, 'b', 100, MEMORY), FM_MATCH_LIMIT);
    ck_assert_int_eq(match_long("aaab", 'a', 100, 'b', 1000, MEMORY), FM_MATCH_YES);
}
END_TEST

START_TEST(limits_are_not_answers)
{
    struct fm_arena arena = {0};
    const char *why = NULL;
    static const char *const tests[] = {"~ (a*)*[bc]", "!~ (a*)*[bc]"};
    char value[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    const struct fm_tag game = {.name = FM_TEXT("Event"), .value = fm_text_of(value)};
    for (size_t i = 0; i < FM_COUNT_OF(tests); i++) {
        struct fm_tag_test test;
        struct fm_tag_rule rule = {.tag = FM_TEXT("Event"), .tests = &test, .count = 1};
        struct fm_rule_context context = {.scratch = &arena};
        ck_assert_int_eq(fm_tag_test_read(rule.tag, fm_text_of(tests[i]), &arena, &test, &why),
                         FM_OK);
        ck_assert_int_eq(fm_tag_rules_compile(&rule, 1, &arena), FM_OK);
        ck_assert_int_eq(fm_matcher_new(1000, MEMORY, &context.matcher), FM_OK);
        (void)fm_tag_rule_holds(&rule, &game, 1, &context);
        ck_assert_int_eq(context.status, FM_REJECTED);
        ck_assert(fm_text_equal(context.tag, FM_TEXT("Event")) && context.at == game.value.p);
        fm_matcher_free(context.matcher);
        fm_tag_rules_free(&rule, 1);
    }
    fm_arena_free(&arena);
}
END_TEST

START_TEST(faults_of_patterns_have_a_place)
{
    struct fm_arena arena = {0};
    struct fm_pattern *compiled = NULL;
    const char *why = NULL;
    ck_assert_int_eq(fm_pattern_new(FM_TEXT("ab(c"), false, &arena, &compiled, &why),
                     FM_BAD_PROFILE);
    ck_assert_str_eq(why, "missing closing parenthesis (at byte 4 of the regular expression)");
    fm_arena_free(&arena);
}
END_TEST

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static struct fm_text random_text(uint32_t *state, const char *letters, size_t most, char *to)
{
    const size_t n = next_random(state) % (most + 1), choice = strlen(letters);
    for (size_t i = 0; i < n; i++)
        to[i] = letters[next_random(state) % choice];
    to[n] = 0;
    return (struct fm_text){(const unsigned char *)to, n};
}

/* Rules that were written for POSIX regular expressions mean what they meant. */
/* musl's (1.2.3) finds no end of text in ^$|$. */
static bool matches_patterns(void)
{
    regex_t regex;
    if (regcomp(&regex, "^$|$", REG_EXTENDED | REG_NOSUB) != 0)
        return false;
    const bool found = regexec(&regex, "x", 0, NULL, 0) == 0;
    regfree(&regex);
    return found;
}

START_TEST(posix_patterns_match_as_they_did)
{
    if (!matches_patterns())
        return;
    uint32_t state = 1;
    unsigned found = 0, tried = 0;
    struct fm_matcher *matcher = NULL;
    ck_assert_int_eq(fm_matcher_new(STEPS, MEMORY, &matcher), FM_OK);
    for (unsigned i = 0; i < 40000; i++) {
        char written[2][16];
        const struct fm_text pattern = random_text(&state, "abAab|^$\\.()*", 7, written[0]);
        const struct fm_text text = random_text(&state, "abAB.|$", 6, written[1]);
        const bool nocase = i % 2;
        struct fm_pattern *compiled = NULL;
        struct fm_arena arena = {0};
        const char *why = NULL;
        regex_t regex;
        /* \a and the like are PCRE2's own; a star after nothing is an error there. */
        if (strstr(written[0], "\\a") != NULL || strstr(written[0], "\\b") != NULL ||
            strstr(written[0], "\\A") != NULL || strstr(written[0], "(*") != NULL ||
            regcomp(&regex, written[0], REG_EXTENDED | REG_NOSUB | (nocase ? REG_ICASE : 0)) != 0)
            continue;
        if (fm_pattern_new(pattern, nocase, &arena, &compiled, &why) == FM_OK) {
            const bool want = regexec(&regex, written[1], 0, NULL, 0) == 0;
            ck_assert_msg((fm_pattern_match(compiled, text, matcher) == FM_MATCH_YES) == want,
                          "%s in %s, nocase %d", written[0], written[1], nocase);
            tried++;
            found += want;
            fm_pattern_free(compiled);
        }
        fm_arena_free(&arena);
        regfree(&regex);
    }
    fm_matcher_free(matcher);
    ck_assert(found > 1000 && tried - found > 1000);
}
END_TEST

START_TEST(numbers_are_exact)
{
    int64_t number = 0;
    ck_assert(fm_tag_number(FM_TEXT("-0.000001"), &number) && number == -1);
    ck_assert(fm_tag_number(FM_TEXT("+999999999999.999999"), &number) &&
              number == INT64_C(999999999999999999));
    static const char *const bad_numbers[] = {"",    "-",   "+",   ".",   "1.",   ".5",
                                              "1e3", "0x1", "1 2", "--1", "1.2.3"};
    for (size_t i = 0; i < FM_COUNT_OF(bad_numbers); i++)
        ck_assert_msg(!fm_tag_number(fm_text_of(bad_numbers[i]), &number), "%s", bad_numbers[i]);
}
END_TEST

START_TEST(dates_stand_for_all_days_they_can_mean)
{
    static const struct {
        const char *text;
        int64_t from, to;
    } dates[] = {{"2010", 20100101, 20101231},       {"2010.05", 20100501, 20100531},
                 {"2010.05.07", 20100507, 20100507}, {"2010.??.07", 20100101, 20101231},
                 {"2010.?", 20100101, 20101231},     {"0001-01-01", 10101, 10101}};
    static const char *const bad_dates[] = {"",       "201",        "20100",      "2010.",
                                            "2010.0", "2010.13",    "2010.01.32", "2010.01.01.01",
                                            "????",   "2010.01-01", "2010 01",    "x"};
    int64_t from, to;
    for (size_t i = 0; i < FM_COUNT_OF(dates); i++)
        ck_assert_msg(fm_tag_date(fm_text_of(dates[i].text), &from, &to) && from == dates[i].from &&
                          to == dates[i].to,
                      "%s", dates[i].text);
    for (size_t i = 0; i < FM_COUNT_OF(bad_dates); i++)
        ck_assert_msg(!fm_tag_date(fm_text_of(bad_dates[i]), &from, &to), "%s", bad_dates[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tagrule");
    TCase *rules = tcase_create("rules"), *values = tcase_create("values");
    tcase_add_test(rules, rules_hold_for_what_they_say);
    tcase_add_test(rules, values_end_where_they_end);
    tcase_add_test(rules, what_cannot_be_meant_is_refused);
    tcase_add_test(rules, values_are_compared_as_utf8);
    tcase_add_test(rules, matching_is_bounded);
    tcase_add_test(rules, limits_are_not_answers);
    tcase_add_test(rules, faults_of_patterns_have_a_place);
    tcase_add_test(rules, posix_patterns_match_as_they_did);
    tcase_add_test(values, numbers_are_exact);
    tcase_add_test(values, dates_stand_for_all_days_they_can_mean);
    suite_add_tcase(suite, rules);
    suite_add_tcase(suite, values);
    return run_tap(suite);
}
