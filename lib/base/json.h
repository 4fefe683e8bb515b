/* JSON's one hard part: text inside quotes. */
#ifndef FM_BASE_JSON_H
#define FM_BASE_JSON_H
#include "base/base.h"

/** Append a text as the inside of a JSON string. Bytes that are not UTF-8 are written as the
 * Latin-1 character of that number.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_json_text(struct fm_buf *out, struct fm_text text);

#endif
