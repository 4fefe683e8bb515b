/* SPDX-License-Identifier: MIT */
/* Repairs of tag values: see tag_repair.h. What is repaired is what pgn/tag_forms.h reports. */
#include <config.h>
#include "filter/tag_repair.h"
#include "filter/tagvalue.h"
#include "pgn/tag_forms.h"

enum { DATE_LENGTH = 10, MONTHS = 12, DAYS = 31 };

bool fm_tag_may_repair(const struct fm_tag *tag, bool *date)
{
    struct fm_warnings forms = {{0}};
    fm_tags_note_forms(tag, 1, &forms);
    *date = fm_warnings_has(&forms, FM_REASON_DATE_FORM);
    return tag->name.n > 0 && tag->id != FM_TAG_FEN && tag->id != FM_TAG_SETUP &&
           tag->id != FM_TAG_VARIANT && tag->id != FM_TAG_RESULT &&
           (*date || fm_warnings_has(&forms, FM_REASON_BLANKS_AROUND));
}

/* One or two digits. @return 0: there are none. */
static unsigned take_number(struct fm_text *text)
{
    unsigned number = 0;
    for (unsigned i = 0; i < 2 && text->n > 0 && fm_byte_is_digit(*text->p); i++) {
        number = number * 10 + (*text->p++ - '0');
        text->n--;
    }
    return number;
}

/* Day, month and year, or month, day and year: one of both numbers is no month, or they are the
 * same. */
static bool read_year_last(struct fm_text text, struct fm_date *out)
{
    const unsigned first = take_number(&text);
    const unsigned char sign = text.n > 0 ? *text.p : 0;
    text = text.n > 0 ? fm_text_after(text, 1) : text;
    const unsigned second = take_number(&text);
    const unsigned month = first > MONTHS ? second : first, day = first > MONTHS ? first : second;
    if (sign == 0 || memchr("./-", sign, 3) == NULL || text.n == 0 || *text.p != sign ||
        month == 0 || month > MONTHS || day == 0 || day > DAYS || (day <= MONTHS && day != month))
        return false;
    const struct fm_text year = fm_text_after(text, 1);
    if (year.n != 4 || !fm_tag_date_parts(year, out))
        return false;
    out->month = (unsigned char)month;
    out->day = (unsigned char)day;
    return true;
}

static bool is_unknown(struct fm_text text)
{
    size_t marks = 0;
    while (marks < text.n && text.p[marks] == '?')
        marks++;
    return marks == text.n;
}

/* A number of so many digits; 0: question marks. */
static unsigned char *put_part(unsigned char *out, unsigned number, unsigned digits)
{
    unsigned rest = number;
    for (unsigned i = digits; i > 0; i--, rest /= 10)
        out[i - 1] = number == 0 ? '?' : (unsigned char)('0' + rest % 10);
    return out + digits;
}

static enum fm_status repair_date(struct fm_arena *arena, struct fm_text *value)
{
    struct fm_date date = {0, 0, 0};
    if (!is_unknown(*value) && !fm_tag_date_parts(*value, &date) && !read_year_last(*value, &date))
        return FM_OK;
    unsigned char *const text = fm_arena_alloc(arena, DATE_LENGTH);
    FM_TRY_MADE(text);
    unsigned char *at = put_part(text, date.year, 4);
    *at++ = '.';
    at = put_part(at, date.month, 2);
    *at++ = '.';
    (void)put_part(at, date.day, 2);
    *value = (struct fm_text){text, DATE_LENGTH};
    return FM_OK;
}

enum fm_status fm_tag_repair(bool date, struct fm_arena *arena, struct fm_text *value,
                             bool *repaired)
{
    const struct fm_text before = *value;
    while (value->n > 0 && fm_tag_is_blank(value->p[value->n - 1]))
        value->n--;
    while (value->n > 0 && fm_tag_is_blank(*value->p))
        *value = fm_text_after(*value, 1);
    if (date)
        FM_TRY(repair_date(arena, value));
    *repaired = !fm_text_equal(*value, before);
    return FM_OK;
}
