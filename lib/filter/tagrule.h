/* SPDX-License-Identifier: MIT */
/* Rules on tags: those under `tags:` in a profile, parsed once, evaluated for each game.
 *
 *     "*"                 the game has the tag          "-"  it has not
 *     ">= 2400"           > >= < <= on numbers or dates
 *     "2400..2500"        a range; either end may be open
 *     "B20..B99"          codes of openings (the tag ECO)
 *     "2010..2019.05"     dates (tags whose name ends in Date) may lack day and month
 *     "~ rapid|blitz"     regular expression, of PCRE2
 *     "~* Rapid"          the same, the case of letters does not matter
 *     "@ Mikhail Tal"     has these words, in any order; case and accents do not matter
 *     "@~ tal"            the same for a part of a text: Stahlberg, too
 *     "1-0" or "= 1-0"    equal
 *     "=" "!="            the value is missing or empty; it is not
 *     "!= *" "!~ x" "!~* x" "!@ x" "!@~ x"    the opposite
 *
 * Values are compared as UTF-8, whatever the game is in.
 *
 * A date of a game with unknown parts means every day that it can be; a rule holds when it holds
 * for all of them. */
#ifndef FM_FILTER_TAGRULE_H
#define FM_FILTER_TAGRULE_H
#include "base/base.h"
#include "pgn/encoding.h"
#include "pgn/tags.h"
#include "filter/pattern.h"

enum fm_tag_test_kind {
    FM_TEST_PRESENT,
    FM_TEST_EMPTY, /* a missing tag meets this one alone */
    FM_TEST_TEXT,
    FM_TEST_NUMBER,
    FM_TEST_DATE,
    FM_TEST_ECO,
    FM_TEST_REGEX,
    FM_TEST_WORDS,
    FM_TEST_PART
};

struct fm_tag_test {
    enum fm_tag_test_kind kind;
    bool negate;            /* the rule holds when its test does not, a missing tag included */
    bool nocase;            /* FM_TEST_REGEX: the case of letters does not matter */
    struct fm_text written; /* text of the test, as the profile has it */
    /* FM_TEST_TEXT: text to be equal to; FM_TEST_REGEX: pattern; FM_TEST_WORDS, FM_TEST_PART:
     * folded words */
    struct fm_text value;
    /* Bounds of the interval, inclusive. FM_TEST_NUMBER: millionths, FM_TEST_DATE: yyyymmdd,
     * FM_TEST_ECO: fm_tag_eco(). */
    int64_t from, to;
    /* Compiled pattern; set from fm_tag_rules_compile() to fm_tag_rules_free(). */
    struct fm_pattern *regex;
};

/* A rule. It holds when any of the tests that are not negated holds (or there are none), and
 * all negated ones. */
struct fm_tag_rule {
    struct fm_text tag;
    struct fm_tag_test *tests;
    size_t count;
};

/* The state of an evaluation, one a thread; it has the reason where there is no answer. */
struct fm_rule_context {
    /* Memory for values with escapes, or not ASCII; reset by the caller. */
    struct fm_arena *scratch;
    struct fm_matcher *matcher; /* NULL: no rule is a regular expression */
    enum fm_encoding encoding;  /* encoding of the values */
    /* FM_OK, FM_REJECTED (a limit was reached) or FM_NO_MEMORY; unless FM_OK, answers mean
     * nothing. */
    enum fm_status status;
    /* Unless FM_OK: the tag that was looked at, and where its value is. */
    struct fm_text tag;
    const unsigned char *at;
};

/** Parse one test.
 * @param tag      name of the tag, which decides whether numbers are dates.
 * @param arena    owns the texts of the test.
 * @param[out] why plain words, with FM_BAD_PROFILE.
 * @return FM_OK, FM_BAD_PROFILE (the test cannot be read), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tag_test_read(struct fm_text tag, struct fm_text written,
                                              struct fm_arena *arena, struct fm_tag_test *out,
                                              const char **why);
/** Compile the regular expressions. On failure those compiled so far are to be freed as well.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tag_rules_compile(struct fm_tag_rule *rules, size_t count,
                                                  struct fm_arena *arena);
/** Free what fm_tag_rules_compile() made; the rules themselves are the arena's. */
void fm_tag_rules_free(struct fm_tag_rule *rules, size_t count);
/** Does the rule hold for the tags of a game? The answer counts only if context->status is FM_OK
 * after the call; a status other than FM_OK stays until the caller sets it back. Any number of
 * threads may call this at the same time, each with a context of its own. */
bool fm_tag_rule_holds(const struct fm_tag_rule *rule, const struct fm_tag *tags, size_t count,
                       struct fm_rule_context *context);

#endif
