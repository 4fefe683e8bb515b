/* Numbers and partial dates as they stand in tags and in rules about tags. */
#ifndef FM_SELECT_TAGVALUE_H
#define FM_SELECT_TAGVALUE_H
#include "base/base.h"

enum { FM_NUMBER_UNIT = 1000000 }; /* numbers are kept in millionths */

/** Read a whole text as a decimal number: sign, up to 12 digits, up to 6 behind a point.
 * @return false, *out untouched, if it is anything else. */
FM_MUST_CHECK bool fm_tag_number(struct fm_text text, int64_t *out);
/** Read a whole text as a date: yyyy, yyyy.mm or yyyy.mm.dd (also with - or /), unknown parts as
 * question marks. The result is the first and the last day (yyyymmdd) that it can mean.
 * @return false, nothing set, if it is anything else, or if the year is unknown. */
FM_MUST_CHECK bool fm_tag_date(struct fm_text text, int64_t *from, int64_t *to);

#endif
