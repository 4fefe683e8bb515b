/* SPDX-License-Identifier: MIT */
/* Marks of {record}, and filling them in. */
#include <config.h>
#include "record/record_mark.h"
#include "base/lanes.h"

/* More than any number of 64 bits, so no field gives it; in a text of the input it is as likely as
 * one of 10^20 numbers. */
static const unsigned char mark_text[20] = "79028431665937204186";

enum fm_status fm_record_mark_put(struct fm_buf *out)
{
    return fm_buf_append(out, mark_text, sizeof mark_text);
}

/* The first mark, or NULL. */
static const unsigned char *find_mark(const unsigned char *p, const unsigned char *end)
{
    while ((size_t)(end - p) >= sizeof mark_text) {
        const size_t places = (size_t)(end - p) - sizeof mark_text + 1;
        p = memchr(p, mark_text[0], places);
        if (p == NULL || memcmp(p, mark_text, sizeof mark_text) == 0)
            return p;
        p++;
    }
    return NULL;
}

unsigned char *fm_record_marks_fill(struct fm_text record, uint64_t number, unsigned char *to)
{
    const unsigned char *at = record.p, *const end = record.p + record.n, *mark;
    while ((mark = find_mark(at, end)) != NULL) {
        memmove(to, at, (size_t)(mark - at));
        to = fm_put_u64(to + (mark - at), number);
        at = mark + sizeof mark_text;
    }
    memmove(to, at, (size_t)(end - at));
    return to + (end - at);
}
