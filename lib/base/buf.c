/* A growable buffer: capacity doubles, so that appending costs constant time on average. */
#include <config.h>
#include <stdlib.h>
#include "base/buf.h"
#include "base/text.h"

enum { CAP_MIN = 256 };

void fm_buf_free(struct fm_buf *buf)
{
    free(buf->p);
    *buf = (struct fm_buf){NULL, 0, 0};
}

static size_t next_cap(const struct fm_buf *buf, size_t more)
{
    const size_t need = buf->n + more, twice = buf->cap * 2;
    const size_t cap = need > CAP_MIN ? need : CAP_MIN;
    return cap < twice && twice <= PTRDIFF_MAX ? twice : cap;
}

size_t fm_buf_growth(const struct fm_buf *buf, size_t more)
{
    return buf->cap - buf->n >= more ? 0 : next_cap(buf, more);
}

FM_COLD enum fm_status fm_buf_grow(struct fm_buf *buf, size_t more)
{
    if (more > PTRDIFF_MAX - buf->n) /* no object is larger */
        return FM_NO_MEMORY;
    const size_t cap = next_cap(buf, more);
    unsigned char *p = realloc(buf->p, cap);
    if (p == NULL)
        return FM_NO_MEMORY;
    buf->p = p;
    buf->cap = cap;
    return FM_OK;
}

enum fm_status fm_buf_append(struct fm_buf *buf, const void *bytes, size_t n)
{
    FM_TRY(fm_buf_reserve(buf, n));
    if (n > 0)
        memcpy(buf->p + buf->n, bytes, n);
    buf->n += n;
    return FM_OK;
}

enum fm_status fm_buf_append_text(struct fm_buf *buf, struct fm_text text)
{
    return fm_buf_append(buf, text.p, text.n);
}

enum fm_status fm_buf_append_u64(struct fm_buf *buf, uint64_t number)
{
    FM_TRY(fm_buf_reserve(buf, 20));
    buf->n = (size_t)(fm_put_u64(buf->p + buf->n, number) - buf->p);
    return FM_OK;
}
