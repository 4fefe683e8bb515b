/* Numbers and partial dates as they stand in tags and in rules about tags. */
#ifndef FM_FILTER_TAGVALUE_H
#define FM_FILTER_TAGVALUE_H
#include "base/base.h"

enum { FM_NUMBER_UNIT = 1000000 }; /* numbers are kept in millionths */

/** Read a whole text as a decimal number: sign, up to 12 digits, up to 6 after a point.
 * @return false, *out untouched, if it is anything else. */
FM_MUST_CHECK bool fm_tag_number(struct fm_text text, int64_t *out);
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

#endif
