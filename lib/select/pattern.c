/* POSIX regular expressions. Libraries differ in what they do with large or deep patterns (some
 * recurse, some take memory by the product of all bounds), so such patterns are refused before
 * the library sees them. A pattern of plain words ("rapid|blitz", "^Rated") is searched for
 * without the library: faster, and without the lock that glibc takes for each search, on which
 * threads would wait. */
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

/* ---- plain words ---- */

/* A word of a pattern without special characters. */
struct word {
    struct fm_text text; /* in lower case if the case does not matter */
    bool at_start, at_end;
};

struct pattern {
    regex_t regex;      /* only where there are no words */
    struct word *words; /* any of them; NULL = the regular expression counts */
    size_t count;
    bool nocase;
    unsigned char bytes[]; /* of the words */
};

/* Take a word apart up to the next | or the end.
 * @return the bytes it takes in the pattern, or 0 if it is no plain word. */
static size_t read_word(struct fm_text pattern, unsigned char *to, struct word *word)
{
    static const char special[] = ".[]()*+?{}^$";
    size_t at = 0, n = 0;
    *word = (struct word){.at_start = pattern.n > 0 && *pattern.p == '^'};
    for (at = word->at_start; at < pattern.n && pattern.p[at] != '|'; at++) {
        unsigned char c = pattern.p[at];
        if (c == '$' && (at + 1 == pattern.n || pattern.p[at + 1] == '|')) {
            word->at_end = true;
            continue;
        }
        if (c == '\\' && at + 1 < pattern.n &&
            memchr("\\|.[]()*+?{}^$", pattern.p[at + 1], 14) != NULL)
            c = pattern.p[++at];
        else if (c == '\\' || memchr(special, c, sizeof special - 1) != NULL)
            return 0;
        to[n++] = c;
    }
    word->text = (struct fm_text){to, n};
    return n == 0 ? 0 : at;
}

/* Fill the words of a pattern if it is made of nothing else. */
static bool read_words(struct fm_text text, struct pattern *pattern)
{
    unsigned char *to = pattern->bytes;
    for (size_t at = 0; at <= text.n; at++) {
        struct word *word = &pattern->words[pattern->count++];
        const size_t taken = read_word((struct fm_text){text.p + at, text.n - at}, to, word);
        if (taken == 0)
            return false;
        for (size_t i = 0; pattern->nocase && i < word->text.n; i++)
            to[i] = fm_ascii_lower(to[i]);
        to += word->text.n;
        at += taken;
    }
    return true;
}

static bool stands_at(const unsigned char *p, struct fm_text word, bool nocase)
{
    if (!nocase)
        return memcmp(p, word.p, word.n) == 0;
    for (size_t i = 0; i < word.n; i++)
        if (fm_ascii_lower(p[i]) != word.p[i])
            return false;
    return true;
}

static bool word_found(const struct word *word, bool nocase, struct fm_text text)
{
    const size_t n = word->text.n;
    if (text.n < n)
        return false;
    const size_t last = word->at_start ? 0 : text.n - n;
    for (size_t at = word->at_end ? text.n - n : 0; at <= last; at++) {
        const unsigned char *p =
            nocase ? text.p + at : memchr(text.p + at, *word->text.p, last - at + 1);
        if (p == NULL)
            return false;
        if (stands_at(p, word->text, nocase))
            return true;
        at = (size_t)(p - text.p);
    }
    return false;
}

/* ---- public ---- */

enum fm_status fm_pattern_new(struct fm_text text, bool nocase, void **out)
{
    struct pattern *pattern = malloc(sizeof *pattern + text.n);
    if (pattern == NULL)
        return FM_NO_MEMORY;
    *pattern = (struct pattern){.nocase = nocase};
    pattern->words = malloc((text.n / 2 + 1) * sizeof *pattern->words);
    if (pattern->words != NULL && !read_words(text, pattern)) {
        free(pattern->words);
        pattern->words = NULL;
        if (compile(&pattern->regex, text, nocase) == 0) {
            *out = pattern;
            return FM_OK;
        }
    } else if (pattern->words != NULL) {
        *out = pattern;
        return FM_OK;
    }
    free(pattern);
    return FM_NO_MEMORY;
}

void fm_pattern_free(void *compiled)
{
    struct pattern *pattern = compiled;
    if (pattern == NULL)
        return;
    if (pattern->words == NULL)
        regfree(&pattern->regex);
    free(pattern->words);
    free(pattern);
}

static bool regex_matches(const regex_t *regex, struct fm_text text)
{
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

bool fm_pattern_matches(const void *compiled, struct fm_text text)
{
    const struct pattern *pattern = compiled;
    if (pattern->words == NULL)
        return regex_matches(&pattern->regex, text);
    for (size_t i = 0; i < pattern->count; i++)
        if (word_found(&pattern->words[i], pattern->nocase, text))
            return true;
    return false;
}
