/* SPDX-License-Identifier: MIT */
/* Parts: texts one after the other, each after its length, for files that the same program reads
 * again on the same kind of machine. */
#ifndef FM_BASE_PARTS_H
#define FM_BASE_PARTS_H
#include "base/memory.h"
#include "base/text.h"

/** @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK static inline enum fm_status fm_part_put(struct fm_buf *to, const void *bytes,
                                                       size_t n)
{
    const uint64_t length = n;
    FM_TRY(fm_buf_reserve(to, sizeof length + n));
    memcpy(to->p + to->n, &length, sizeof length);
    if (n > 0)
        memcpy(to->p + to->n + sizeof length, bytes, n);
    to->n += sizeof length + n;
    return FM_OK;
}

/** End the part that was put at @p at: it has all bytes appended since then. */
static inline void fm_part_end(struct fm_buf *to, size_t at)
{
    const uint64_t length = to->n - at - sizeof length;
    memcpy(to->p + at, &length, sizeof length);
}

/** Take the first part. @return false: there is none, or not all of it. */
FM_MUST_CHECK static inline bool fm_part_take(struct fm_text *from, struct fm_text *part)
{
    uint64_t length;
    if (from->n < sizeof length)
        return false;
    memcpy(&length, from->p, sizeof length);
    if (length > from->n - sizeof length)
        return false;
    *part = (struct fm_text){from->p + sizeof length, (size_t)length};
    *from = (struct fm_text){part->p + part->n, from->n - sizeof length - part->n};
    return true;
}

#endif
