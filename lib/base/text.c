/* SPDX-License-Identifier: MIT */
/* Spans of text. Digits are written two at a time: record counters and offsets pass through here.
 */
#include <config.h>
#include "base/text.h"
#include "base/macros.h"

int fm_text_compare(struct fm_text a, struct fm_text b)
{
    const size_t n = a.n < b.n ? a.n : b.n;
    const int order = n == 0 ? 0 : memcmp(a.p, b.p, n);
    return order != 0 ? order : (a.n > b.n) - (a.n < b.n);
}

bool fm_bytes_equal_nocase(const unsigned char *a, const unsigned char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (fm_ascii_lower(a[i]) != fm_ascii_lower(b[i]))
            return false;
    return true;
}

/* n is a multiple of eight: a constant, so that compilers take several words in one step. */
static inline bool all_ascii(const unsigned char *p, size_t n)
{
    uint64_t all = 0, word;
    for (size_t i = 0; i < n; i += sizeof word) {
        memcpy(&word, p + i, sizeof word);
        all |= word;
    }
    return (all & UINT64_C(0x8080808080808080)) == 0;
}

const unsigned char *fm_skip_ascii(const unsigned char *p, const unsigned char *end)
{
    enum { LONG = 256, SHORT = 32 };
    while (end - p >= LONG && all_ascii(p, LONG))
        p += LONG;
    while (end - p >= SHORT && all_ascii(p, SHORT))
        p += SHORT;
    while (p < end && *p < 0x80)
        p++;
    return p;
}

bool fm_text_has_controls(struct fm_text text)
{
    for (size_t i = 0; i < text.n; i++)
        if (text.p[i] < ' ' || text.p[i] == 0x7F)
            return true;
    return false;
}

static bool is_blank(unsigned char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

struct fm_text fm_text_trim(struct fm_text t)
{
    while (t.n > 0 && is_blank(t.p[t.n - 1]))
        t.n--;
    while (t.n > 0 && is_blank(*t.p)) {
        t.p++;
        t.n--;
    }
    return t;
}

int fm_name_index(const char *const *names, struct fm_text word)
{
    for (int i = 0; names[i] != NULL; i++)
        if (fm_text_is(word, names[i]))
            return i;
    return -1;
}

bool fm_text_to_u64(struct fm_text t, uint64_t *out)
{
    uint64_t number = 0;
    if (t.n == 0 || t.n > 20)
        return false;
    for (size_t i = 0; i < t.n; i++) {
        const unsigned digit = (unsigned)t.p[i] - '0';
        if (digit > 9 || number > (UINT64_MAX - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    *out = number;
    return true;
}

bool fm_text_to_i64(struct fm_text t, int64_t *out)
{
    const bool minus = t.n > 0 && *t.p == '-';
    uint64_t number;
    if (!fm_text_to_u64(fm_text_after(t, minus), &number) || number > INT64_MAX)
        return false;
    *out = minus ? -(int64_t)number : (int64_t)number;
    return true;
}

const char fm_digit_pairs[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
    "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
    "8081828384858687888990919293949596979899";

unsigned char *fm_put_large_u64(unsigned char *out, uint64_t number)
{
    unsigned char digits[20];
    size_t at = sizeof digits;
    while (number >= 10) {
        at -= 2;
        memcpy(digits + at, fm_digit_pairs + number % 100 * 2, 2);
        number /= 100;
    }
    if (number > 0)
        digits[--at] = (unsigned char)('0' + number);
    memcpy(out, digits + at, sizeof digits - at);
    return out + (sizeof digits - at);
}

/* The nearest name by optimal string alignment (insert, delete, replace, swap neighbours), in three
 * rows of a fixed size: longer words have no near name, which no key or option misses. Near is a
 * distance of at most a third of the word's length; case and the difference between - and _ do not
 * count; of equals the first. */
enum { WORD_MAX = 63 };

static unsigned char fold(unsigned char c)
{
    return c == '_' ? '-' : fm_ascii_lower(c);
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Fill row i + 1 of the distance table from the two rows above it. */
static void fill_row(struct fm_text a, struct fm_text b, size_t i, const size_t *above2,
                     const size_t *above, size_t *row)
{
    row[0] = i + 1;
    for (size_t k = 0; k < b.n; k++) {
        const unsigned char ca = fold(a.p[i]), cb = fold(b.p[k]);
        size_t best = smaller(smaller(above[k + 1], row[k]) + 1, above[k] + (ca != cb));
        if (i > 0 && k > 0 && ca == fold(b.p[k - 1]) && fold(a.p[i - 1]) == cb)
            best = smaller(best, above2[k - 1] + 1);
        row[k + 1] = best;
    }
}

static size_t distance(struct fm_text a, struct fm_text b)
{
    size_t rows[3][WORD_MAX + 1];
    for (size_t k = 0; k <= b.n; k++)
        rows[0][k] = k;
    for (size_t i = 0; i < a.n; i++)
        fill_row(a, b, i, rows[(i + 2) % 3], rows[i % 3], rows[(i + 1) % 3]);
    return rows[a.n % 3][b.n];
}

const char *fm_name_suggest(struct fm_text word, const char *const *names)
{
    const char *nearest = NULL;
    size_t least = word.n / 3 + 1;
    if (word.n > WORD_MAX)
        return NULL;
    for (; *names != NULL; names++) {
        const struct fm_text name = fm_text_of(*names);
        const bool is_all_but_one = /* of a word of three letters, `op` of `ops` */
            word.n == 2 && name.n == 3 && memcmp(word.p, name.p, 2) == 0;
        const size_t d = name.n > WORD_MAX ? SIZE_MAX : is_all_but_one ? 0 : distance(word, name);
        if (d < least) {
            least = d;
            nearest = *names;
        }
    }
    return nearest;
}
