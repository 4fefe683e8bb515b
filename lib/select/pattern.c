/* POSIX regular expressions. Libraries differ in what they do with large or deep patterns (some
 * recurse, some take memory by the product of all bounds), so such patterns are refused before
 * the library sees them. */
#include <config.h>
#include <regex.h>
#include <stdlib.h>
#include "select/pattern.h"

enum {
    LENGTH_MAX = 1000,  /* bytes of a pattern */
    DEPTH_MAX = 20,     /* open parentheses */
    REPEATS_MAX = 1000, /* product of all {bounds} */
    COPY_MAX = 256      /* bytes of a text that is copied to the stack to get its NUL */
};

/* Pass over a bracket expression; `at` is behind its opening bracket. A ] that comes first is an
 * ordinary member. */
static size_t skip_bracket(struct fm_text pattern, size_t at)
{
    if (at < pattern.n && pattern.p[at] == '^')
        at++;
    if (at < pattern.n && pattern.p[at] == ']')
        at++;
    while (at < pattern.n && pattern.p[at] != ']') {
        const unsigned char kind =
            pattern.p[at] == '[' && at + 1 < pattern.n ? pattern.p[at + 1] : 0;
        at++;
        if (kind == ':' || kind == '.' || kind == '=') { /* [:alpha:] holds a bracket of its own */
            at++;
            while (at + 1 < pattern.n && !(pattern.p[at] == kind && pattern.p[at + 1] == ']'))
                at++;
            at += 2;
        }
    }
    return at + 1;
}

/* The largest number in a bound; `at` is behind its opening brace. */
static uint64_t bound_of(struct fm_text pattern, size_t at)
{
    uint64_t largest = 1, number = 0;
    for (; at < pattern.n && pattern.p[at] != '}'; at++) {
        const unsigned digit = (unsigned)pattern.p[at] - '0';
        number = digit > 9 ? 0 : number * 10 + digit;
        if (number > largest)
            largest = number;
        if (number > REPEATS_MAX)
            break;
    }
    return largest;
}

static const char *size_fault(struct fm_text pattern)
{
    uint64_t repeats = 1;
    size_t depth = 0, at = 0;
    while (at < pattern.n && depth <= DEPTH_MAX && repeats <= REPEATS_MAX) {
        const unsigned char c = pattern.p[at++];
        if (c == '\\') {
            if (at < pattern.n && pattern.p[at] >= '1' && pattern.p[at] <= '9')
                return "a regular expression cannot refer back to an earlier part";
            at++;
        } else if (c == '[') {
            at = skip_bracket(pattern, at);
        } else if (c == '{') {
            repeats *= bound_of(pattern, at);
        } else if (c == '(') {
            depth++;
        } else if (c == ')' && depth > 0) {
            depth--;
        }
    }
    if (depth > DEPTH_MAX)
        return "the regular expression has too many open parentheses";
    return repeats > REPEATS_MAX ? "the regular expression repeats its parts too often" : NULL;
}

static int compile(regex_t *regex, struct fm_text pattern, bool nocase)
{
    return regcomp(regex, (const char *)pattern.p,
                   REG_EXTENDED | REG_NOSUB | (nocase ? REG_ICASE : 0));
}

const char *fm_pattern_fault(struct fm_text pattern)
{
    regex_t regex;
    if (pattern.n == 0)
        return "the regular expression is empty";
    if (pattern.n > LENGTH_MAX)
        return "the regular expression is too long";
    if (memchr(pattern.p, 0, pattern.n) != NULL)
        return "the regular expression holds a NUL";
    const char *fault = size_fault(pattern);
    if (fault != NULL)
        return fault;
    if (compile(&regex, pattern, false) != 0)
        return "this is no POSIX extended regular expression";
    regfree(&regex);
    return NULL;
}

enum fm_status fm_pattern_new(struct fm_text pattern, bool nocase, void **out)
{
    regex_t *regex = malloc(sizeof *regex);
    if (regex == NULL)
        return FM_NO_MEMORY;
    if (compile(regex, pattern, nocase) != 0) {
        free(regex);
        return FM_NO_MEMORY;
    }
    *out = regex;
    return FM_OK;
}

void fm_pattern_free(void *compiled)
{
    if (compiled == NULL)
        return;
    regfree(compiled);
    free(compiled);
}

bool fm_pattern_matches(const void *compiled, struct fm_text text)
{
    const regex_t *regex = compiled;
#ifdef REG_STARTEND
    regmatch_t span = {.rm_so = 0, .rm_eo = (regoff_t)text.n};
    if (text.n > INT32_MAX)
        return false;
    return regexec(regex, text.n == 0 ? "" : (const char *)text.p, 0, &span, REG_STARTEND) == 0;
#else
    char few[COPY_MAX], *copy = text.n < sizeof few ? few : malloc(text.n + 1);
    if (copy == NULL)
        return false;
    if (text.n > 0)
        memcpy(copy, text.p, text.n);
    copy[text.n] = 0;
    const bool matches = regexec(regex, copy, 0, NULL, 0) == 0;
    if (copy != few)
        free(copy);
    return matches;
#endif
}
