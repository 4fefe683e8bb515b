/* SPDX-License-Identifier: MIT */
/* Forms of tag values: see tag_forms.h. Each game of `check` comes through here, so that most tags
 * cost a look at their first and last byte, and at the end of their names. */
#include <config.h>
#include "pgn/tag_forms.h"
#include "pgn/result.h"

/* Two digits from @p least to @p most, or two question marks. */
static bool is_part(const unsigned char *p, unsigned least, unsigned most)
{
    if (p[0] == '?' && p[1] == '?')
        return true;
    const unsigned number = (p[0] - '0') * 10u + (p[1] - '0');
    return fm_byte_is_digit(p[0]) && fm_byte_is_digit(p[1]) && number >= least && number <= most;
}

bool fm_tag_date_is_standard(struct fm_text value)
{
    enum { MONTHS = 12, DAYS = 31, LENGTH = 10 };
    const unsigned char *const p = value.p;
    if (value.n != LENGTH || p[4] != '.' || p[7] != '.')
        return false;
    for (unsigned i = 0; i < 4; i++)
        if (!fm_byte_is_digit(p[i]) && p[i] != '?')
            return false;
    return is_part(p + 5, 1, MONTHS) && is_part(p + 8, 1, DAYS);
}

/* A number of at most four digits; `-`, `?` or nothing: there is none (PGN standard 9.1.2). */
static bool is_rating(struct fm_text value)
{
    enum { DIGITS = 4 };
    size_t n = 0;
    while (n < value.n && fm_byte_is_digit(value.p[n]))
        n++;
    return (n == value.n && n <= DIGITS) ||
           (value.n == 1 && (value.p[0] == '-' || value.p[0] == '?'));
}

/* Date, EventDate, UTCDate ... */
static bool is_of_date(const struct fm_tag *tag)
{
    enum { DATE = 4 };
    return tag->name.n > DATE && tag->name.p[tag->name.n - 1] == 'e' &&
           memcmp(tag->name.p + tag->name.n - DATE, "Date", DATE) == 0;
}

/* Is a value in a form of its own, by what the tag is for? */
static enum fm_reason form_of(const struct fm_tag *tag, struct fm_text bare)
{
    switch (tag->id) {
    case FM_TAG_OTHER:
        return !is_of_date(tag) || bare.n == 0 || fm_tag_date_is_standard(bare)
                   ? FM_REASON_NONE
                   : FM_REASON_DATE_FORM;
    case FM_TAG_DATE:
        return fm_tag_date_is_standard(bare) ? FM_REASON_NONE : FM_REASON_DATE_FORM;
    case FM_TAG_WHITE_ELO:
    case FM_TAG_BLACK_ELO:
        return is_rating(bare) ? FM_REASON_NONE : FM_REASON_RATING_FORM;
    case FM_TAG_RESULT: /* the four of the standard (8.1.1.7) */
        return fm_name_index(fm_result_names, bare) >= 0 ? FM_REASON_NONE : FM_REASON_RESULT_FORM;
    default: /* any text, or what the start is read from */
        return FM_REASON_NONE;
    }
}

void fm_tags_note_forms(const struct fm_tag *tags, size_t count, struct fm_warnings *notes)
{
    for (size_t i = 0; i < count; i++) {
        struct fm_text bare = tags[i].value;
        if (bare.n > 0 && (fm_tag_is_blank(bare.p[0]) || fm_tag_is_blank(bare.p[bare.n - 1]))) {
            bare = fm_text_trim(bare);
            fm_warnings_note_at(notes, FM_REASON_BLANKS_AROUND, tags[i].value);
        }
        const enum fm_reason reason = form_of(&tags[i], bare);
        if (FM_UNLIKELY(reason != FM_REASON_NONE))
            fm_warnings_note_at(notes, reason, tags[i].value);
    }
}
