/* Numbers and partial dates: exact, in whole numbers, so that a rule means the same on every
 * machine. */
#include <config.h>
#include "filter/tagvalue.h"

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

/* One part of a date after its separator: one or two digits from 1 to `most`, or question marks
 * (0). */
static bool take_part(struct fm_text *text, unsigned char separator, int64_t most,
                      unsigned char *part)
{
    int64_t number;
    if (!take_byte(text, separator))
        return false;
    if (take_byte(text, '?')) {
        (void)take_byte(text, '?');
        *part = 0;
        return true;
    }
    if (take_digits(text, 2, &number) == 0 || number < 1 || number > most)
        return false;
    *part = (unsigned char)number;
    return true;
}

static bool take_year(struct fm_text *text, uint16_t *year)
{
    enum { DIGITS = 4 };
    int64_t number;
    if (text->n >= DIGITS && memcmp(text->p, "????", DIGITS) == 0) {
        text->p += DIGITS;
        text->n -= DIGITS;
        *year = 0;
        return true;
    }
    if (take_digits(text, DIGITS, &number) != DIGITS)
        return false;
    *year = (uint16_t)number;
    return true;
}

bool fm_tag_date_parts(struct fm_text text, struct fm_date *out)
{
    enum { MONTHS = 12, DAYS = 31 };
    struct fm_date date = {0, 0, 0};
    *out = date;
    if (!take_year(&text, &date.year))
        return false;
    const unsigned char separator =
        text.n > 0 && (*text.p == '-' || *text.p == '/') ? *text.p : '.';
    if (text.n > 0 && !take_part(&text, separator, MONTHS, &date.month))
        return false;
    if (text.n > 0 && !take_part(&text, separator, DAYS, &date.day))
        return false;
    if (text.n > 0)
        return false;
    *out = date;
    return true;
}

bool fm_tag_date(struct fm_text text, int64_t *from, int64_t *to)
{
    enum { MONTHS = 12, DAYS = 31, YEAR = 10000, MONTH = 100 };
    struct fm_date date;
    const bool has_year = text.n > 0 && is_digit(*text.p);
    if (!fm_tag_date_parts(text, &date) || !has_year)
        return false;
    if (date.month == 0) /* a day of an unknown month says nothing of the order */
        date.day = 0;
    *from = date.year * YEAR + (date.month == 0 ? 1 : date.month) * MONTH +
            (date.day == 0 ? 1 : date.day);
    *to = date.year * YEAR + (date.month == 0 ? MONTHS : date.month) * MONTH +
          (date.day == 0 ? DAYS : date.day);
    return true;
}
