/* SPDX-License-Identifier: MIT */
/* Numbers and partial dates: exact, in whole numbers, so that a rule means the same on every
 * machine. */
#include <config.h>
#include "filter/tagvalue.h"

/* Take at most `most` digits off the front of a text. Returns how many there were. */
static size_t take_digits(struct fm_text *text, size_t most, int64_t *number)
{
    size_t n = 0;
    *number = 0;
    while (n < text->n && n < most && fm_byte_is_digit(text->p[n]))
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

bool fm_tag_eco(struct fm_text text, int64_t *out)
{
    enum { CODES = 100 };
    if (text.n < 3 || text.p[0] < 'A' || text.p[0] > 'E' || text.p[1] < '0' || text.p[1] > '9' ||
        text.p[2] < '0' || text.p[2] > '9')
        return false;
    *out = (text.p[0] - 'A') * CODES + (text.p[1] - '0') * 10 + (text.p[2] - '0');
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
    const bool has_year = text.n > 0 && fm_byte_is_digit(*text.p);
    if (!fm_tag_date_parts(text, &date) || !has_year)
        return false;
    if (date.month == 0) /* without its month a day does not help to order dates */
        date.day = 0;
    *from = date.year * YEAR + (date.month == 0 ? 1 : date.month) * MONTH +
            (date.day == 0 ? 1 : date.day);
    *to = date.year * YEAR + (date.month == 0 ? MONTHS : date.month) * MONTH +
          (date.day == 0 ? DAYS : date.day);
    return true;
}

enum { GAME_MOVES = 40, LONGEST_SECONDS = 100000000 };

const char *const fm_time_class_names[FM_TIME_CLASSES + 1] = {
    "bullet", "blitz", "rapid", "classical", "correspondence", "unknown", NULL};

static bool read_seconds(struct fm_text text, uint64_t *out)
{
    return fm_text_to_u64(text, out) && *out <= LONGEST_SECONDS;
}

/* The part before a byte, taken off the text; false if the byte is not there. */
static bool cut_at(struct fm_text *text, unsigned char mark, struct fm_text *before)
{
    const unsigned char *at = text->n == 0 ? NULL : memchr(text->p, mark, text->n);
    if (at == NULL)
        return false;
    const unsigned char *end = text->p + text->n;
    *before = fm_text_between(text->p, at);
    *text = fm_text_between(at + 1, end);
    return true;
}

/* Seconds that 40 moves of the first period take. */
static bool estimate(struct fm_text control, uint64_t *out)
{
    struct fm_text period = control, before;
    uint64_t moves = GAME_MOVES, base, increment = 0;
    if (cut_at(&control, ':', &before))
        period = before;
    if (period.n > 0 && *period.p == '*') { /* a sand glass */
        period.p++;
        period.n--;
    }
    if (cut_at(&period, '/', &before) &&
        (!fm_text_to_u64(before, &moves) || moves == 0 || moves > LONGEST_SECONDS))
        return false;
    if (cut_at(&period, '+', &before)) {
        if (!read_seconds(period, &increment))
            return false;
        period = before;
    }
    if (!read_seconds(period, &base))
        return false;
    *out = base * GAME_MOVES / moves + GAME_MOVES * increment;
    return true;
}

enum fm_time_class fm_time_class_of(struct fm_text control)
{
    static const uint64_t below[] = {180, 480, 1500, 86400};
    uint64_t seconds;
    control = fm_text_trim(control);
    if (fm_text_is(control, "-"))
        return FM_TIME_CORRESPONDENCE;
    if (!estimate(control, &seconds))
        return FM_TIME_UNKNOWN;
    unsigned class_ = FM_TIME_BULLET;
    while (class_ < FM_COUNT_OF(below) && seconds >= below[class_])
        class_++;
    return (enum fm_time_class)class_;
}

enum fm_time_class fm_time_class_of_game(const struct fm_tag *tags, size_t count)
{
    const struct fm_tag *tag = fm_tag_find(tags, count, FM_TAG_TIME_CONTROL);
    return tag == NULL ? FM_TIME_UNKNOWN : fm_time_class_of(tag->value);
}
