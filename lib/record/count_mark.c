/* Marks of counts, and filling them in. */
#include <config.h>
#include "record/count_mark.h"

/* The second byte. A mean that is missing is nothing, or `null` in JSON. */
enum { COUNT = 'c', MEAN = 's', MEAN_OR_NULL = 'n' };

enum fm_status fm_count_mark_put(struct fm_buf *out, bool score)
{
    const unsigned char mark[FM_COUNT_MARK_BYTES] = {FM_COUNT_MARK_BYTE, score ? MEAN : COUNT};
    return fm_buf_append(out, mark, sizeof mark);
}

void fm_count_mark_nullable(unsigned char *mark)
{
    if (mark[0] == FM_COUNT_MARK_BYTE && mark[1] == MEAN)
        mark[1] = MEAN_OR_NULL;
}

/* The mean in ten thousandths, a half rounded up. */
static enum fm_status put_mean(struct fm_buf *out, uint64_t scored, uint64_t half_points_sum)
{
    enum { UNIT = 10000, DIGITS = 4 };
    if (scored == 0)
        return FM_OK;
    uint64_t mean = (half_points_sum * UNIT + scored) / (2 * scored);
    unsigned char digits[DIGITS + 2] = {(unsigned char)('0' + mean / UNIT), '.'};
    for (unsigned i = DIGITS + 1; i > 1; i--, mean /= 10)
        digits[i] = (unsigned char)('0' + mean % 10);
    return fm_buf_append(out, digits, sizeof digits);
}

enum fm_status fm_count_marks_fill(struct fm_text record, uint64_t count, uint64_t scored,
                                   uint64_t half_points_sum, struct fm_buf *out)
{
    const unsigned char *at = record.p, *end = record.p + record.n, *mark;
    while (at < end && (mark = memchr(at, FM_COUNT_MARK_BYTE, (size_t)(end - at))) != NULL &&
           end - mark >= FM_COUNT_MARK_BYTES) {
        FM_TRY(fm_buf_append(out, at, (size_t)(mark - at)));
        if (mark[1] == COUNT)
            FM_TRY(fm_buf_append_u64(out, count));
        else if (scored == 0 && mark[1] == MEAN_OR_NULL)
            FM_TRY(fm_buf_append_text(out, FM_TEXT("null")));
        else
            FM_TRY(put_mean(out, scored, half_points_sum));
        at = mark + FM_COUNT_MARK_BYTES;
    }
    return fm_buf_append(out, at, (size_t)(end - at));
}
