/* SPDX-License-Identifier: MIT */
/* {record} is known only where a record is written: until then a mark is where it belongs. It has
 * 20 digits, as the largest numbers, so every format treats it as the number that it will be. */
#ifndef FM_RECORD_RECORD_MARK_H
#define FM_RECORD_RECORD_MARK_H
#include "base/base.h"

/** Append the mark. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_record_mark_put(struct fm_buf *out);
/** Copy a record with its number in place of its marks. @param to  at @p record or before it.
 * @return the end of the copy, which is never longer. */
unsigned char *fm_record_marks_fill(struct fm_text record, uint64_t number, unsigned char *to);

#endif
