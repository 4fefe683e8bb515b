/* {count} and {score} are known at the end of the run only: until then a mark of two bytes is where
 * each belongs. */
#ifndef FM_RECORD_COUNT_MARK_H
#define FM_RECORD_COUNT_MARK_H
#include "base/base.h"

/* The first byte of a mark. Other values never hold it: a control character becomes a blank, or is
 * escaped. */
enum { FM_COUNT_MARK_BYTE = 0x1A, FM_COUNT_MARK_BYTES = 2 };

/** Append the mark of {count}, or of {score}. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_count_mark_put(struct fm_buf *out, bool score);
/** Change a mark of {score} so that it becomes `null` if no result is known. */
void fm_count_mark_nullable(unsigned char *mark);
/** Append a record with the counts of the run in place of its marks.
 * @param scored  how many of @p count had a result. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_count_marks_fill(struct fm_text record, uint64_t count,
                                                 uint64_t scored, uint64_t half_points_sum,
                                                 struct fm_buf *out);

#endif
