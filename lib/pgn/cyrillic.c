/* Cyrillic text has whole words of bytes that are not ASCII, where Western languages have single
 * letters among ASCII ones. Which encoding it is in shows in two ways: read rightly, capitals come
 * first in a word or are all of it (cp1251 and KOI8-R have the cases swapped, cp866 shifted), and
 * the letters are about as frequent as Russian has them. */
#include <config.h>
#include "pgn/cyrillic.h"

enum { WORD_MIN = 2, RUN_MIN = 3, LETTERS_MIN = 5, WRONG_WORD = 30, FOREIGN_BYTE = 20 };

static const enum fm_encoding candidates[] = {FM_ENCODING_CP1251, FM_ENCODING_KOI8_R,
                                              FM_ENCODING_CP866};

/* From U+0430 to U+044F: ten times the binary logarithm of how much more frequent than one in 32 a
 * letter is in Russian. */
static const signed char weights[32] = {
    /* а */ 14, -10, 5,  -9, 0,   14,  -17, -10, 12,  -14, 2,   5,  0,  11,  18,  -1,
    /* р */ 6,  8,   10, -2, -36, -17, -27, -11, -21, -31, -60, -7, -8, -33, -23, -6,
};

/* What one encoding makes of a text. */
struct reading_as {
    const uint16_t *upper;
    int64_t score;
    uint64_t letters; /* in words that can be Russian */
};

static bool is_ascii_letter(unsigned char c)
{
    c = fm_ascii_lower(c);
    return c >= 'a' && c <= 'z';
}

static bool is_letter(unsigned code)
{
    return code >= 0x400 && code < 0x460;
}

static bool is_capital(unsigned code)
{
    return code < 0x430;
}

static int weight_of(unsigned code)
{
    enum { UNUSUAL = -20 }; /* other languages' letters */
    if (is_capital(code) && code >= 0x410)
        code += 0x20;
    return code >= 0x430 && code < 0x450 ? weights[code - 0x430] : UNUSUAL;
}

/* One word of Cyrillic letters; `alone`: no other letter touches it. */
static void weigh_word(struct reading_as *as, struct fm_text word, bool alone)
{
    size_t capitals = 0;
    int64_t sum = 0;
    for (size_t i = 0; i < word.n; i++) {
        const unsigned code = as->upper[word.p[i] - 0x80];
        capitals += is_capital(code);
        sum += weight_of(code);
    }
    const bool first = is_capital(as->upper[word.p[0] - 0x80]);
    const bool cased = capitals == 0 || capitals == word.n || (capitals == 1 && first);
    if (!alone || !cased) {
        as->score -= (int64_t)word.n * WRONG_WORD;
    } else if (word.n >= WORD_MIN) {
        as->score += sum;
        as->letters += word.n;
    }
}

/* Quotes, dashes, the number sign and the like, which Russian text has between its words. */
static bool is_mark(unsigned code)
{
    return code == 0xA0 || code == 0xAB || code == 0xBB || (code >= 0x2010 && code <= 0x2026) ||
           code == 0x2116;
}

/* A run of bytes that are not ASCII, within a text. */
static void weigh_run(struct reading_as *as, struct fm_text run, bool after_letter,
                      bool before_letter)
{
    for (size_t i = 0; i < run.n;) {
        size_t n = 0;
        while (i + n < run.n && is_letter(as->upper[run.p[i + n] - 0x80]))
            n++;
        if (n == 0) {
            as->score -= is_mark(as->upper[run.p[i] - 0x80]) ? 0 : FOREIGN_BYTE;
            i++;
            continue;
        }
        const bool touched = (i == 0 && after_letter) || (i + n == run.n && before_letter);
        weigh_word(as, (struct fm_text){run.p + i, n}, !touched);
        i += n;
    }
}

/* The next run at or after p; empty at the end. */
static struct fm_text next_run(const unsigned char *p, const unsigned char *end)
{
    const unsigned char *begin = fm_encoding_skip_ascii(p, end);
    for (p = begin; p < end && *p >= 0x80;)
        p++;
    return fm_text_between(begin, p);
}

/* Cheap, and enough for nearly all texts in Western languages. */
static bool has_long_run(struct fm_text text)
{
    const unsigned char *const end = text.p + text.n;
    for (struct fm_text run = next_run(text.p, end); run.n > 0; run = next_run(run.p + run.n, end))
        if (run.n >= RUN_MIN)
            return true;
    return false;
}

enum fm_encoding fm_cyrillic_guess(struct fm_text text)
{
    enum fm_encoding best = FM_ENCODING_AUTO;
    int64_t score = 0;
    if (text.n == 0 || !has_long_run(text))
        return best;
    const unsigned char *const end = text.p + text.n;
    for (size_t i = 0; i < FM_COUNT_OF(candidates); i++) {
        struct reading_as as = {.upper = fm_encoding_upper(candidates[i])};
        for (struct fm_text run = next_run(text.p, end); run.n > 0;
             run = next_run(run.p + run.n, end))
            weigh_run(&as, run, run.p > text.p && is_ascii_letter(run.p[-1]),
                      run.p + run.n < end && is_ascii_letter(run.p[run.n]));
        if (as.letters >= LETTERS_MIN && as.score > score) {
            best = candidates[i];
            score = as.score;
        }
    }
    return best;
}
