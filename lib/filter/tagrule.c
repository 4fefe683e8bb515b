/* SPDX-License-Identifier: MIT */
/* Tag rules: from their text to intervals, texts and regular expressions, and their evaluation.
 *
 * Every relation on numbers or dates becomes one inclusive interval of whole numbers (millionths,
 * or days as yyyymmdd), so evaluation is two comparisons and has no rounding. A rule decides what
 * is compared: the tag's name makes dates, the form of the operand numbers. A value that is not of
 * that kind does not hold, and so a negated test of it does. */
#include <config.h>
#include "filter/tagrule.h"
#include "base/fold.h"
#include "filter/pattern.h"
#include "filter/tagvalue.h"

struct relation {
    const char *sign;
    enum { EQUAL, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL, MATCH, WORDS, PART } type;
    bool negate, nocase;
};

/* The first that a text begins with is taken, so a longer sign is before those that it begins with:
 * `>=` before `>`, `!~*` before `!~`. */
static const struct relation relations[] = {
    {">=", GREATER_EQUAL, false, false}, {">", GREATER, false, false},
    {"<=", LESS_EQUAL, false, false},    {"<", LESS, false, false},
    {"!=", EQUAL, true, false},          {"=", EQUAL, false, false},
    {"!~*", MATCH, true, true},          {"!~", MATCH, true, false},
    {"~*", MATCH, false, true},          {"~", MATCH, false, false},
    {"!@~", PART, true, false},          {"!@", WORDS, true, false},
    {"@~", PART, false, false},          {"@", WORDS, false, false},
};

/* Date, UTCDate, EventDate (PGN standard 8.1.1.3, 9). */
static bool is_date_tag(struct fm_text tag)
{
    return tag.n >= 4 && memcmp(tag.p + tag.n - 4, "Date", 4) == 0;
}

static bool is_eco_tag(struct fm_text tag)
{
    return fm_text_is(tag, "ECO");
}

/* The relation that a text begins with, or NULL. @param[out] operand  the text after its sign. */
static const struct relation *relation_of(struct fm_text text, struct fm_text *operand)
{
    for (size_t i = 0; i < FM_COUNT_OF(relations); i++) {
        const struct fm_text sign = fm_text_of(relations[i].sign);
        if (fm_text_begins(text, sign)) {
            *operand = fm_text_trim(fm_text_after(text, sign.n));
            return &relations[i];
        }
    }
    return NULL;
}

/* The interval of an operand alone: one number, or the days that a date with unknown parts can
 * be. */
static bool interval_of(struct fm_text tag, struct fm_text operand, struct fm_tag_test *test)
{
    if (is_date_tag(tag)) {
        test->kind = FM_TEST_DATE;
        return fm_tag_date(operand, &test->from, &test->to);
    }
    test->kind = is_eco_tag(tag) ? FM_TEST_ECO : FM_TEST_NUMBER;
    if (is_eco_tag(tag) ? !fm_tag_eco(operand, &test->from) : !fm_tag_number(operand, &test->from))
        return false;
    test->to = test->from;
    return true;
}

static enum fm_status read_comparison(struct fm_text tag, struct fm_text operand,
                                      const struct relation *relation, struct fm_tag_test *test,
                                      const char **why)
{
    if (!interval_of(tag, operand, test)) {
        *why = is_date_tag(tag)  ? "a date must follow: 2010, 2010.05 or 2010.05.31"
               : is_eco_tag(tag) ? "an ECO code must follow: A00 to E99"
                                 : "a number must follow";
        return FM_BAD_PROFILE;
    }
    /* After a date with unknown parts is after its last day: > 2010 begins in 2011. The values are
     * far from the ends of int64_t, so one more or less cannot overflow. */
    const int64_t from = test->from, to = test->to;
    test->from = relation->type == GREATER         ? to + 1
                 : relation->type == GREATER_EQUAL ? from
                                                   : INT64_MIN;
    test->to = relation->type == LESS ? from - 1 : relation->type == LESS_EQUAL ? to : INT64_MAX;
    return FM_OK;
}

/* Compile the pattern to find its faults where the profile is read, and keep its text only: rules
 * are copied as values while profiles are merged, which a pattern with an owner cannot be. */
static enum fm_status read_pattern(struct fm_text operand, struct fm_arena *arena,
                                   struct fm_tag_test *test, const char **why)
{
    struct fm_pattern *pattern;
    FM_TRY(fm_pattern_new(operand, test->nocase, arena, &pattern, why));
    fm_pattern_free(pattern);
    test->kind = FM_TEST_REGEX;
    test->value = operand;
    return FM_OK;
}

static enum fm_status read_words(struct fm_text operand, bool part, struct fm_arena *arena,
                                 struct fm_tag_test *test, const char **why)
{
    test->kind = part ? FM_TEST_PART : FM_TEST_WORDS;
    test->value = fm_folded(operand, arena);
    *why = "a word must follow";
    return test->value.n > 1 ? FM_OK : test->value.n == 0 ? FM_NO_MEMORY : FM_BAD_PROFILE;
}

/* Offset of the two points of a range; text.n if there are none. */
static size_t find_points(struct fm_text text)
{
    for (size_t i = 0; i + 1 < text.n; i++)
        if (text.p[i] == '.' && text.p[i + 1] == '.')
            return i;
    return text.n;
}

/* A range begins with a number or its points; `Wijk..` is a text. */
static bool begins_like_range(struct fm_text tag, struct fm_text text)
{
    return text.n > 0 && (is_eco_tag(tag) || (text.p[0] >= '0' && text.p[0] <= '9') ||
                          text.p[0] == '.' || text.p[0] == '-');
}

/* An end that is left out leaves the interval open. The kind is that of an end that is there; both
 * are of one kind, as the tag decides it. */
static enum fm_status read_range(struct fm_text tag, struct fm_text text, size_t points,
                                 struct fm_tag_test *test, const char **why)
{
    const struct fm_text low = fm_text_trim((struct fm_text){text.p, points});
    const struct fm_text high = fm_text_trim(fm_text_after(text, points + 2));
    struct fm_tag_test from = {.from = INT64_MIN}, to = {.to = INT64_MAX};
    *why = is_date_tag(tag)  ? "a range is two dates with .. between"
           : is_eco_tag(tag) ? "a range is two ECO codes with .. between: B20..B99"
                             : "a range is two numbers with .. between";
    if (low.n + high.n == 0 || (low.n > 0 && !interval_of(tag, low, &from)) ||
        (high.n > 0 && !interval_of(tag, high, &to)))
        return FM_BAD_PROFILE;
    test->kind = low.n > 0 ? from.kind : to.kind;
    test->from = from.from;
    test->to = to.to;
    *why = "the range is empty: its end is before its start";
    return test->from > test->to ? FM_BAD_PROFILE : FM_OK;
}

/* A text without a relation, or the operand of = or !=. @param literal  it is such an operand,
 * which is never a range: so any text can be compared. A date with question marks is compared as a
 * text, as `????.??.??` would mean any day. `2010-2019` is no date: as a text it would never
 * hold. */
static enum fm_status read_plain(struct fm_text tag, struct fm_text text, bool literal,
                                 struct fm_tag_test *test, const char **why)
{
    struct fm_date unused;
    const size_t points = find_points(text);
    if (!literal && points < text.n && begins_like_range(tag, text))
        return read_range(tag, text, points, test, why);
    if (is_date_tag(tag) && interval_of(tag, text, test) && memchr(text.p, '?', text.n) == NULL)
        return FM_OK;
    if (is_date_tag(tag) && !literal && text.n > 0 && !fm_tag_date_parts(text, &unused)) {
        *why = "a date or a range is needed: 2010, 2010.05.31, 2010..2019; any other text after =";
        return FM_BAD_PROFILE;
    }
    test->kind = text.n == 0 ? FM_TEST_EMPTY : FM_TEST_TEXT;
    test->value = text;
    return FM_OK;
}

static enum fm_status read_test(struct fm_text tag, struct fm_text text, struct fm_arena *arena,
                                struct fm_tag_test *test, const char **why)
{
    struct fm_text operand;
    if (fm_text_is(text, "*") || fm_text_is(text, "-")) {
        test->kind = FM_TEST_PRESENT;
        test->negate = *text.p == '-';
        return FM_OK;
    }
    const struct relation *relation = relation_of(text, &operand);
    if (relation == NULL)
        return read_plain(tag, text, false, test, why);
    test->negate = relation->negate;
    test->nocase = relation->nocase;
    if (relation->type == MATCH)
        return read_pattern(operand, arena, test, why);
    if (relation->type == WORDS || relation->type == PART)
        return read_words(operand, relation->type == PART, arena, test, why);
    if (relation->type == EQUAL)
        return read_plain(tag, operand, true, test, why);
    return read_comparison(tag, operand, relation, test, why);
}

enum fm_status fm_tag_test_read(struct fm_text tag, struct fm_text written, struct fm_arena *arena,
                                struct fm_tag_test *out, const char **why)
{
    struct fm_tag_test test = {.written = fm_arena_copy(arena, fm_text_trim(written))};
    if (test.written.n < fm_text_trim(written).n)
        return FM_NO_MEMORY;
    FM_TRY(read_test(tag, test.written, arena, &test, why));
    *out = test;
    return FM_OK;
}

enum fm_status fm_tag_rules_compile(struct fm_tag_rule *rules, size_t count, struct fm_arena *arena)
{
    const char *why; /* not used: they have been compiled before, when they were read */
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < rules[i].count; k++) {
            struct fm_tag_test *test = &rules[i].tests[k];
            if (test->kind == FM_TEST_REGEX && test->regex == NULL)
                FM_TRY(fm_pattern_new(test->value, test->nocase, arena, &test->regex, &why));
        }
    return FM_OK;
}

void fm_tag_rules_free(struct fm_tag_rule *rules, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < rules[i].count; k++) {
            fm_pattern_free(rules[i].tests[k].regex);
            rules[i].tests[k].regex = NULL;
        }
}

/* An answer that was not found within the budget is none: the status is set, and the game is
 * rejected rather than guessed about. */
static bool matches(const struct fm_tag_test *test, struct fm_text value,
                    struct fm_rule_context *context)
{
    switch (fm_pattern_match(test->regex, value, context->matcher)) {
    case FM_MATCH_NO:
        return false;
    case FM_MATCH_YES:
        return true;
    case FM_MATCH_LIMIT:
        context->status = FM_REJECTED;
        break;
    case FM_MATCH_NO_MEMORY:
        context->status = FM_NO_MEMORY;
        break;
    }
    return false;
}

static bool has_words(const struct fm_tag_test *test, struct fm_text value,
                      struct fm_rule_context *context)
{
    const struct fm_text folded = fm_folded(value, context->scratch);
    if (folded.n == 0)
        context->status = FM_NO_MEMORY;
    return folded.n > 0 && fm_folded_has(folded, test->value, test->kind == FM_TEST_PART);
}

/* Does a value meet a test, negation apart? */
static bool meets(const struct fm_tag_test *test, struct fm_text value,
                  struct fm_rule_context *context)
{
    int64_t from, to;
    switch (test->kind) {
    case FM_TEST_PRESENT:
        return true;
    case FM_TEST_EMPTY:
    case FM_TEST_TEXT:
        return fm_text_equal(fm_text_trim(value), test->value);
    case FM_TEST_NUMBER:
        return fm_tag_number(fm_text_trim(value), &from) && from >= test->from && from <= test->to;
    case FM_TEST_ECO:
        return fm_tag_eco(fm_text_trim(value), &from) && from >= test->from && from <= test->to;
    case FM_TEST_DATE: /* every day that the value can be is in the interval */
        return fm_tag_date(fm_text_trim(value), &from, &to) && from >= test->from && to <= test->to;
    case FM_TEST_REGEX:
        return matches(test, value, context);
    case FM_TEST_WORDS:
    case FM_TEST_PART:
        return has_words(test, value, context);
    }
    return false;
}

/* The value that rules are about: escapes undone, UTF-8. */
static struct fm_text value_of(const struct fm_tag *tag, struct fm_rule_context *context)
{
    struct fm_text value;
    if (fm_tag_value(tag, context->scratch, &value) != FM_OK ||
        (!tag->utf8 &&
         fm_encoding_decode(context->scratch, value, context->encoding, &value) != FM_OK))
        context->status = FM_NO_MEMORY;
    return value;
}

bool fm_tag_rule_holds(const struct fm_tag_rule *rule, const struct fm_tag *tags, size_t count,
                       struct fm_rule_context *context)
{
    const struct fm_tag *tag = fm_tag_named(tags, count, rule->tag);
    const struct fm_text value = tag == NULL ? FM_NO_TEXT : value_of(tag, context);
    bool wanted = false, found = false; /* a test that is not negated: there is one; one holds */
    for (size_t i = 0; i < rule->count && context->status == FM_OK; i++) {
        const struct fm_tag_test *test = &rule->tests[i];
        /* A missing tag is as an empty one, and meets no other test, so negated ones hold. */
        const bool met = tag == NULL ? test->kind == FM_TEST_EMPTY : meets(test, value, context);
        if (context->status != FM_OK) {
            context->tag = tag->name;
            context->at = tag->value.p;
        }
        if (test->negate && met)
            return false;
        wanted |= !test->negate;
        found |= !test->negate && met;
    }
    return found || !wanted;
}
