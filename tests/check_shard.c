/* SPDX-License-Identifier: MIT */
/* Where inputs are cut into shards: at places that a few bytes before them show, whatever the cut
 * begins with, and so that the games on both sides are those of the whole. */
#include <config.h>
#include <stdlib.h>
#include <string.h>
#include "check_main.h"
#include "run/shard.h"
#include "pgn/split.h"
#include "scratch.h"

static const char *const texts[] = {
    "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n\n[Event \"c\"]\n\n1. c4 *\n",
    "{ lead }\n\n; more\n\n[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n",
    "[Event \"a\"]\n\n1. e4 { open\n\n[Event \"b\"]\n\n1. d4 ( 1. c4\n\n[Event \"c\"]\n\n1. f4 *",
    "[Event \"a\"]\r\n\r\n1. e4 { [Event \"in\"]\r\n [Event \"in\"] } *\r\n\r\n[Event \"b\"]\r\n\r\n*\r\n",
    "[Site \"s\"]\n\n[Event \"a\"]\n\n1. e4 *\n \t \n\xef\xbb\xbf[Event \"b\"]\n\n1. d4 *\n",
    "[Event \"a\"]\n1. e4 *\n[Event \"b\"]\n1. d4 *\n1. c4 *\n\n[Event \"c\"]\n\n*\r\r[Event \"d\"]\r*",
    "text\n\n[Event \"a\"]\n\n1. e4 \"] x\n\n]\n\n[Event \"b\"]\n\n] x\n\n[Event \"c\"]\n*\n",
    "[Event \"a\"]\n*\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n"
    "                                                                                             "
    "                                                                      \n[Event \"b\"]\n*\n",
};
enum { TEXTS = (int)(sizeof texts / sizeof *texts), SIZE_MAX_OF = 1024 };

/* A copy of a part of a text, padded. */
static struct fm_text padded(const char *text, size_t n, unsigned char *room)
{
    memset(room, 0, SIZE_MAX_OF + FM_TEXT_PADDING);
    memcpy(room, text, n);
    return (struct fm_text){room, n};
}

/* The first place to cut at or after an offset, seen from `before` bytes before it. */
static size_t cut(const char *text, size_t from, size_t before)
{
    static unsigned char room[SIZE_MAX_OF + FM_TEXT_PADDING];
    const size_t begin = from < before ? 0 : from - before;
    const struct fm_text part = padded(text + begin, strlen(text) - begin, room);
    return begin + fm_split_first_hard_within(part, from - begin);
}

START_TEST(a_cut_is_the_same_from_everywhere)
{
    const char *text = texts[_i];
    const size_t n = strlen(text);
    ck_assert_uint_lt(n, SIZE_MAX_OF);
    for (size_t from = 0; from <= n; from++) {
        const size_t at = cut(text, from, FM_SPLIT_BEFORE);
        ck_assert_uint_eq(cut(text, from, n), at);
        ck_assert_uint_ge(at, from);
        if (from < at) /* nothing is skipped */
            ck_assert_uint_eq(cut(text, from + 1, FM_SPLIT_BEFORE), at);
    }
}
END_TEST

/* Where the spans of a part of a text begin, added to a list. */
static void add_starts(const char *text, size_t begin, size_t end, size_t *starts, size_t *count)
{
    static unsigned char room[SIZE_MAX_OF + FM_TEXT_PADDING];
    struct fm_split split = {.count = 0};
    if (begin == end)
        return;
    ck_assert_int_eq(fm_split_block(&split, padded(text + begin, end - begin, room)), FM_OK);
    for (size_t i = 0; i < split.count; i++)
        starts[(*count)++] = (begin + split.games[i].begin) * 2 + split.games[i].stray;
    fm_split_free(&split);
}

START_TEST(games_of_the_parts_are_those_of_the_whole)
{
    static unsigned char room[SIZE_MAX_OF + FM_TEXT_PADDING];
    static size_t whole[SIZE_MAX_OF], parts[SIZE_MAX_OF];
    const char *text = texts[_i];
    const size_t n = strlen(text);
    size_t count = 0, cuts = 0;
    bool known;
    add_starts(text, 0, n, whole, &count);
    const size_t lead = fm_split_lead(padded(text, n, room), &known);
    for (size_t from = lead + 1; from < n; from++) {
        size_t got = 0;
        const size_t at = cut(text, from, FM_SPLIT_BEFORE);
        cuts += at == from;
        add_starts(text, 0, at, parts, &got);
        add_starts(text, at, n, parts, &got);
        ck_assert_uint_eq(got, count);
        ck_assert_mem_eq(parts, whole, count * sizeof *whole);
    }
    ck_assert_uint_gt(cuts + (_i == TEXTS - 1), 0);
}
END_TEST

START_TEST(the_lead_is_known_or_not)
{
    static const struct {
        const char *text;
        bool known;
        size_t lead;
    } cases[] = {
        {"[Event \"a\"]", true, 0},
        {"{ c }\n\n[Event \"a\"]", true, 7},
        {"{ c }\n", false, 6},
        {"{ open \n[Event \"a\"]\n", false, 0},
        {"{ open \n\n[Event \"a\"]\n", true, 0},
        {"; c", false, 3},
        {"\n\n{ a } { b", false, 8},
    };
    static unsigned char room[SIZE_MAX_OF + FM_TEXT_PADDING];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool known;
        const struct fm_text text = padded(cases[i].text, strlen(cases[i].text), room);
        ck_assert_uint_eq(fm_split_lead(text, &known), cases[i].lead);
        ck_assert_int_eq(known, cases[i].known);
    }
}
END_TEST

/* How many shards of so many read the whole of input i. */
static unsigned whole_in(const struct fm_inputs *inputs, size_t i, uint64_t of)
{
    unsigned found = 0;
    for (uint64_t number = 1; number <= of; number++) {
        struct fm_shard shard = {.begins = NULL};
        uint64_t at[2];
        ck_assert_int_eq(fm_shard_lay(&shard, inputs), FM_OK);
        fm_shard_choose(&shard, number, of);
        found += fm_shard_of(&shard, i, at) == FM_SHARD_WHOLE;
        fm_shard_free(&shard);
    }
    return found;
}

/* One that is not there fails in each: none knows where its cuts would be. */
START_TEST(an_input_without_bytes_is_in_one_shard)
{
    char empty[] = "empty", missing[] = "no such file";
    char *names[] = {empty, missing, empty};
    const struct fm_inputs inputs = {.size = sizeof inputs, .names = names, .count = 3};
    scratch_enter();
    scratch_write(empty, FM_TEXT(""));
    for (uint64_t of = 1; of < 5; of++)
        for (size_t i = 0; i < 3; i++)
            ck_assert_uint_eq(whole_in(&inputs, i, of), names[i] == missing ? of : 1);
    scratch_leave();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("shard");
    TCase *tcase = tcase_create("cuts");
    suite_add_tcase(suite, tcase);
    tcase_add_loop_test(tcase, a_cut_is_the_same_from_everywhere, 0, TEXTS);
    tcase_add_loop_test(tcase, games_of_the_parts_are_those_of_the_whole, 0, TEXTS);
    tcase_add_test(tcase, the_lead_is_known_or_not);
    tcase_add_test(tcase, an_input_without_bytes_is_in_one_shard);
    return run_tap(suite);
}
