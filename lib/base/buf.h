/* Bytes that grow at their end. */
#ifndef FM_BASE_BUF_H
#define FM_BASE_BUF_H
#include "base/macros.h"
#include "fenmill.h"

/** Zero-initialised is empty; the owner calls fm_buf_free(). */
struct fm_buf {
    unsigned char *p;
    size_t n, cap; /* used and allocated bytes */
};

/** Free the bytes; the buffer is then empty and may be used again. */
void fm_buf_free(struct fm_buf *buf);
/** Make room for @p more bytes after the used ones. @return FM_OK or FM_NO_MEMORY (buffer
 * unchanged). */
FM_MUST_CHECK enum fm_status fm_buf_grow(struct fm_buf *buf, size_t more);

/** The same; inline where there is room already. */
FM_MUST_CHECK static inline enum fm_status fm_buf_reserve(struct fm_buf *buf, size_t more)
{
    return FM_LIKELY(buf->cap - buf->n >= more) ? FM_OK : fm_buf_grow(buf, more);
}

/** Bytes that reserving so many would allocate beside those there are; 0 = none. */
size_t fm_buf_growth(const struct fm_buf *buf, size_t more);

/** Append bytes that do not lie in the buffer itself. All return FM_OK or FM_NO_MEMORY (buffer
 * unchanged). */
FM_MUST_CHECK enum fm_status fm_buf_append(struct fm_buf *buf, const void *bytes, size_t n);
/** The same for a few bytes, a line end for example. */
FM_MUST_CHECK static inline enum fm_status fm_buf_append_short(struct fm_buf *buf,
                                                               const void *bytes, size_t n)
{
    FM_TRY(fm_buf_reserve(buf, n));
    for (const unsigned char *p = bytes, *end = p + n; p < end; p++)
        buf->p[buf->n++] = *p;
    return FM_OK;
}
FM_MUST_CHECK enum fm_status fm_buf_append_text(struct fm_buf *buf, struct fm_text text);
FM_MUST_CHECK enum fm_status fm_buf_append_u64(struct fm_buf *buf, uint64_t number);

#endif
