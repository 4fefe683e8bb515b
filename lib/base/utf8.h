/* SPDX-License-Identifier: MIT */
/* UTF-8 and other bytes (RFC 3629), and the text of JSON strings; fm_utf8_length() is in
 * fenmill.h. */
#ifndef FM_BASE_UTF8_H
#define FM_BASE_UTF8_H
#include "base/base.h"

/** Bytes of a dash at p that is no hyphen, p < end: U+2010 to U+2015, U+2212, and the two of
 * Windows-1252; 0 = there is none. */
size_t fm_utf8_dash_length(const unsigned char *p, const unsigned char *end);
/** Make a blank of every control character in place: C0, DEL, and, where the text is UTF-8, C1 and
 * the separators U+2028 and U+2029.
 * @param[out] changed  set to true if there was any; may be NULL.
 * @return its length then. */
size_t fm_utf8_blank_controls(unsigned char *text, size_t n, bool *changed);
/** Characters of well-formed text. */
size_t fm_utf8_count(const unsigned char *p, size_t n);
/** Append a text as the inside of a JSON string. Bytes that are not UTF-8 are written as the
 * Latin-1 character of that number.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_json_text(struct fm_buf *out, struct fm_text text);

#endif
