/* SPDX-License-Identifier: MIT */
/* Values of tags: numbers and partial dates, also in rules about tags, and time controls. */
#ifndef FM_FILTER_TAGVALUE_H
#define FM_FILTER_TAGVALUE_H
#include "pgn/tags.h"

enum { FM_NUMBER_UNIT = 1000000 }; /* numbers are kept in millionths */

/** Read a whole text as a decimal number: sign, up to 12 digits, up to 6 after a point.
 * @return false, *out untouched, if it is anything else. */
FM_MUST_CHECK bool fm_tag_number(struct fm_text text, int64_t *out);
/** Read the code of an opening that a text begins with, B90 or B90a, as a number in their order.
 * @return false, *out untouched, if it begins with none. */
FM_MUST_CHECK bool fm_tag_eco(struct fm_text text, int64_t *out);
/* A date of which parts may be unknown. */
struct fm_date {
    uint16_t year;            /* 1..9999; 0 = unknown */
    unsigned char month, day; /* 1..12, 1..31; 0 = unknown */
};

/** Read a whole text as a date: yyyy, yyyy.mm or yyyy.mm.dd (also with - or /), unknown parts as
 * question marks.
 * @return false, *out all unknown, if it is anything else. */
bool fm_tag_date_parts(struct fm_text text, struct fm_date *out);
/** The same as the first and the last day (yyyymmdd) that the date can mean.
 * @return false, nothing set, if it is anything else, or if the year is unknown. */
FM_MUST_CHECK bool fm_tag_date(struct fm_text text, int64_t *from, int64_t *to);

/* Classes of time controls. */
enum fm_time_class {
    FM_TIME_BULLET,
    FM_TIME_BLITZ,
    FM_TIME_RAPID,
    FM_TIME_CLASSICAL,
    FM_TIME_CORRESPONDENCE,
    FM_TIME_UNKNOWN,
    FM_TIME_CLASSES
};

extern const char *const fm_time_class_names[FM_TIME_CLASSES + 1]; /* NULL-terminated */

/** The class of a TimeControl tag (PGN standard 9.6.1): `300+3`, `40/7200:3600`, `1/86400`, `*180`,
 * `-`.
 *
 * The estimate is base + 40 * increment; a first period of N moves is taken as if it were one of
 * 40. Below 180 seconds: bullet, 480 blitz, 1500 rapid, a day classical; a day and more, and
 * `-`, correspondence.
 * @return FM_TIME_UNKNOWN for anything else, `?` and an empty value included. */
enum fm_time_class fm_time_class_of(struct fm_text control);
/** That of a game, by its tags. */
enum fm_time_class fm_time_class_of_game(const struct fm_tag *tags, size_t count);

#endif
