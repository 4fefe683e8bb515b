/* SPDX-License-Identifier: MIT */
/* PCRE2, kept within a budget. Its own match limit counts anew at each place where a match may
 * begin, and not at all the bytes that one item passes over: `a+b` on a million a's costs 10^12
 * such bytes and no step. So every pattern is compiled with a callout before each item, and the
 * callout counts: itself, and how far the place has moved since the one before. References back to
 * a group compare bytes between callouts, and are refused. */
#include <config.h>
#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>
#include "filter/pattern.h"

enum { BYTES_A_STEP = 8, MESSAGE_SIZE = 200, KIB = 1024 };

struct fm_pattern {
    pcre2_code *code;
};

struct fm_matcher {
    pcre2_match_context *context;
    pcre2_match_data *data; /* keeps PCRE2's stack from text to text */
    uint64_t steps;         /* budget for one text: `input.max-match-steps` */
    uint64_t left;          /* steps that are left for the text matched now */
    size_t place;           /* offset in the text matched now, at the last callout */
};

static enum fm_status refuse_pattern(struct fm_arena *arena, const char *text, size_t at,
                                     const char **why)
{
    char whole[MESSAGE_SIZE + 64];
    int n = snprintf(whole, sizeof whole, "%s (at byte %zu of the regular expression)", text, at);
    const struct fm_text copy =
        fm_arena_copy(arena, (struct fm_text){(const unsigned char *)whole, (size_t)n + 1});
    *why = (const char *)copy.p;
    return copy.p == NULL ? FM_NO_MEMORY : FM_BAD_PROFILE;
}

enum fm_status fm_pattern_new(struct fm_text text, bool nocase, struct fm_arena *arena,
                              struct fm_pattern **out, const char **why)
{
    /* Byte order and line ends as POSIX has them: . is any character, $ the very end. */
    const uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY |
                             PCRE2_AUTO_CALLOUT | PCRE2_NEVER_BACKSLASH_C;
    int fault = 0;
    PCRE2_SIZE at = 0;
    if (text.n == 0)
        return refuse_pattern(arena, "the regular expression is empty", 0, why);
    pcre2_code *code =
        pcre2_compile(text.p, text.n, options | (nocase ? PCRE2_CASELESS : 0), &fault, &at, NULL);
    if (code == NULL && (fault == PCRE2_ERROR_HEAP_FAILED || fault == PCRE2_ERROR_NOMEMORY))
        return FM_NO_MEMORY;
    if (code == NULL) {
        PCRE2_UCHAR message[MESSAGE_SIZE];
        (void)pcre2_get_error_message(fault, message, sizeof message);
        return refuse_pattern(arena, (const char *)message, at, why);
    }
    uint32_t highest = 0;
    (void)pcre2_pattern_info(code, PCRE2_INFO_BACKREFMAX, &highest);
    struct fm_pattern *made = highest > 0 ? NULL : malloc(sizeof *made);
    if (made == NULL) {
        pcre2_code_free(code);
        return highest > 0
                   ? refuse_pattern(arena, "it refers back to an earlier group", text.n, why)
                   : FM_NO_MEMORY;
    }
    made->code = code;
    *out = made;
    return FM_OK;
}

void fm_pattern_free(struct fm_pattern *pattern)
{
    if (pattern == NULL)
        return;
    pcre2_code_free(pattern->code);
    free(pattern);
}

static int count_steps(pcre2_callout_block *block, void *user)
{
    struct fm_matcher *matcher = user;
    const size_t to = block->current_position, from = matcher->place;
    const uint64_t cost = 1 + (to > from ? (to - from) / BYTES_A_STEP : 0);
    matcher->place = to;
    if (cost > matcher->left)
        return PCRE2_ERROR_MATCHLIMIT;
    matcher->left -= cost;
    return 0;
}

static uint32_t at_most_32_bits(uint64_t number)
{
    return number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
}

enum fm_status fm_matcher_new(uint64_t steps, uint64_t memory, struct fm_matcher **out)
{
    struct fm_matcher *made = calloc(1, sizeof *made);
    FM_TRY_MADE(made);
    made->steps = steps;
    made->context = pcre2_match_context_create(NULL);
    made->data = pcre2_match_data_create(1, NULL);
    if (made->context == NULL || made->data == NULL) {
        fm_matcher_free(made);
        return FM_NO_MEMORY;
    }
    pcre2_set_match_limit(made->context, at_most_32_bits(steps));
    pcre2_set_depth_limit(made->context, at_most_32_bits(steps));
    pcre2_set_heap_limit(made->context, at_most_32_bits(memory / KIB));
    pcre2_set_callout(made->context, count_steps, made);
    *out = made;
    return FM_OK;
}

void fm_matcher_free(struct fm_matcher *matcher)
{
    if (matcher == NULL)
        return;
    pcre2_match_data_free(matcher->data);
    pcre2_match_context_free(matcher->context);
    free(matcher);
}

enum fm_match fm_pattern_match(const struct fm_pattern *pattern, struct fm_text text,
                               struct fm_matcher *matcher)
{
    matcher->left = matcher->steps;
    matcher->place = 0;
    const int found = pcre2_match(pattern->code, text.n == 0 ? (PCRE2_SPTR) "" : text.p, text.n, 0,
                                  PCRE2_NO_UTF_CHECK, matcher->data, matcher->context);
    if (found >= 0)
        return FM_MATCH_YES;
    return found == PCRE2_ERROR_NOMATCH    ? FM_MATCH_NO
           : found == PCRE2_ERROR_NOMEMORY ? FM_MATCH_NO_MEMORY
                                           : FM_MATCH_LIMIT;
}

void fm_pattern_version(char text[FM_LIBRARY_VERSION])
{
    if (pcre2_config(PCRE2_CONFIG_VERSION, NULL) <= FM_LIBRARY_VERSION)
        (void)pcre2_config(PCRE2_CONFIG_VERSION, text);
    else
        text[0] = 0;
}
