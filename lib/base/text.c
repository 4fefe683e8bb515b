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

bool fm_text_equal_nocase(struct fm_text a, struct fm_text b)
{
    if (a.n != b.n)
        return false;
    for (size_t i = 0; i < a.n; i++)
        if (fm_ascii_lower(a.p[i]) != fm_ascii_lower(b.p[i]))
            return false;
    return true;
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

static const char digit_pairs[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
    "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
    "8081828384858687888990919293949596979899";

unsigned char *fm_put_u64(unsigned char *out, uint64_t number)
{
    unsigned char digits[20];
    size_t at = sizeof digits;
    /* Counters of plies are nearly all as small. */
    if (FM_LIKELY(number < 10)) {
        *out = (unsigned char)('0' + number);
        return out + 1;
    }
    if (FM_LIKELY(number < 100)) {
        memcpy(out, digit_pairs + number * 2, 2);
        return out + 2;
    }
    while (number >= 10) {
        at -= 2;
        memcpy(digits + at, digit_pairs + number % 100 * 2, 2);
        number /= 100;
    }
    if (number > 0)
        digits[--at] = (unsigned char)('0' + number);
    memcpy(out, digits + at, sizeof digits - at);
    return out + (sizeof digits - at);
}
