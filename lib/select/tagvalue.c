/* Numbers and partial dates: exact, in whole numbers, so that a rule means the same on every
 * machine. */
#include <config.h>
#include "select/tagvalue.h"

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

/* Take at most `most` digits off the front of a text. Returns how many there were. */
static size_t take_digits(struct fm_text *text, size_t most, int64_t *number)
{
    size_t n = 0;
    *number = 0;
    while (n < text->n && n < most && is_digit(text->p[n]))
        *number = *number * 10 + (text->p[n++] - '0');
    text->p += n;
    text->n -= n;
    return n;
}

static bool take_byte(struct fm_text *text, unsigned char byte)
{
    if (text->n == 0 || *text->p != byte)
        return false;
    text->p++;
    text->n--;
    return true;
}

bool fm_tag_number(struct fm_text text, int64_t *out)
{
    enum { WHOLE_MAX = 12, FRACTION_MAX = 6 };
    int64_t whole, fraction = 0;
    const bool minus = take_byte(&text, '-');
    if (!minus)
        (void)take_byte(&text, '+');
    if (take_digits(&text, WHOLE_MAX, &whole) == 0)
        return false;
    if (take_byte(&text, '.')) {
        size_t places = take_digits(&text, FRACTION_MAX, &fraction);
        if (places == 0)
            return false;
        for (; places < FRACTION_MAX; places++)
            fraction *= 10;
    }
    if (text.n != 0)
        return false;
    const int64_t number = whole * FM_NUMBER_UNIT + fraction;
    *out = minus ? -number : number;
    return true;
}

/* One part of a date behind its separator: one or two digits from 1 to `most`, or question marks
 * (-1). */
static bool take_part(struct fm_text *text, unsigned char separator, int64_t most, int64_t *part)
{
    if (!take_byte(text, separator))
        return false;
    if (take_byte(text, '?')) {
        (void)take_byte(text, '?');
        *part = -1;
        return true;
    }
    return take_digits(text, 2, part) > 0 && *part >= 1 && *part <= most;
}

bool fm_tag_date(struct fm_text text, int64_t *from, int64_t *to)
{
    enum { MONTHS = 12, DAYS = 31, YEAR = 10000, MONTH = 100 };
    int64_t year, month = -1, day = -1;
    if (take_digits(&text, 4, &year) != 4)
        return false;
    const unsigned char separator =
        text.n > 0 && (*text.p == '-' || *text.p == '/') ? *text.p : '.';
    if (text.n > 0 && !take_part(&text, separator, MONTHS, &month))
        return false;
    if (text.n > 0 && !take_part(&text, separator, DAYS, &day))
        return false;
    if (text.n > 0)
        return false;
    if (month < 0) /* a day of an unknown month tells nothing of the order */
        day = -1;
    *from = year * YEAR + (month < 0 ? 1 : month) * MONTH + (day < 0 ? 1 : day);
    *to = year * YEAR + (month < 0 ? MONTHS : month) * MONTH + (day < 0 ? DAYS : day);
    return true;
}
