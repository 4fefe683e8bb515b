/* SPDX-License-Identifier: MIT */
/* Memory of three kinds: a buffer that grows at its end, an arena that is freed in one step, pages
 * that go back to the system. */
#ifndef FM_BASE_MEMORY_H
#define FM_BASE_MEMORY_H
#include "base/macros.h"
#include "base/text.h"

/** Bytes that grow. Zero-initialised is empty; the owner calls fm_buf_free(). */
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

/** The used bytes. */
static inline struct fm_text fm_buf_text(const struct fm_buf *buf)
{
    return (struct fm_text){buf->p, buf->n};
}
/** Those from an offset on. */
static inline struct fm_text fm_buf_text_from(const struct fm_buf *buf, size_t begin)
{
    return (struct fm_text){buf->p + begin, buf->n - begin};
}

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
/** The same of a text that is NUL-terminated. */
FM_MUST_CHECK static inline enum fm_status fm_buf_append_words(struct fm_buf *buf,
                                                               const char *words)
{
    return fm_buf_append_text(buf, fm_text_of(words));
}
/** Append several texts: FM_APPEND(buf, FM_TEXT(" "), opcode). */
#define FM_APPEND(buf, ...) \
    fm_buf_append_texts(buf, (const struct fm_text[]){__VA_ARGS__}, \
                        sizeof((const struct fm_text[]){__VA_ARGS__}) / sizeof(struct fm_text))
FM_MUST_CHECK enum fm_status fm_buf_append_texts(struct fm_buf *buf, const struct fm_text *texts,
                                                 size_t count);
FM_MUST_CHECK enum fm_status fm_buf_append_u64(struct fm_buf *buf, uint64_t number);

/** Memory that is freed in one step: what belongs to one game, or to one profile. Zero-initialised
 * is empty; the owner calls fm_arena_free(). Addresses stay valid until reset or free. */
struct fm_arena {
    struct fm_arena_chunk *chunk; /* newest first */
    size_t used;                  /* bytes used of the newest chunk */
    size_t held;                  /* bytes of all chunks */
};

/** Free everything; the arena is then empty and may be used again. */
void fm_arena_free(struct fm_arena *arena);
/** Keep one chunk, of at most 1 MiB: the next function. */
void fm_arena_empty(struct fm_arena *arena);
/** Forget everything, keep one chunk for reuse. Most arenas that are reset for each game or record
 * were never used. */
static inline void fm_arena_reset(struct fm_arena *arena)
{
    if (arena->held > 0)
        fm_arena_empty(arena);
}
/** @return @p n bytes aligned for any type, not cleared, or NULL when memory is out. n may be 0. */
void *fm_arena_alloc(struct fm_arena *arena, size_t n);
/** Copy a text; p is NULL and n 0 when memory is out and the text was not empty. */
struct fm_text fm_arena_copy(struct fm_arena *arena, struct fm_text text);

/* Pages. malloc() keeps some of what is freed, for each thread by itself, and the memory of a
 * process would stay above its limit. */

/** Bytes from which on large pages are requested, and of which there are whole ones where
 * a size is a multiple of it. */
#define FM_LARGE_PAGE ((size_t)2 * 1024 * 1024)

/** @return @p n bytes, cleared, or NULL: no memory. Small memory comes from malloc(). */
void *fm_pages_alloc(size_t n);
/** Make more of @p old bytes, which may move: what is added is cleared.
 * @param p  NULL with old 0, or of this or fm_pages_alloc(). @return NULL: no memory, and @p p is
 * as it was. */
void *fm_pages_grow(void *p, size_t old, size_t n);
/** @param p  NULL, or of the two above. @param n  as it was then. */
void fm_pages_free(void *p, size_t n);

/** Copy a caller's struct, which begins with its size, to @p out of @p known bytes: members that it
 * does not have are 0. The caller may have been built against another version of the header.
 * @return false: it has no size, or members that are not known here and not 0. */
FM_MUST_CHECK bool fm_given(void *out, size_t known, const void *given);
/** The reverse: copy a struct of @p known bytes to a caller's, whose size stays: what is not known
 * here is 0, what the caller does not know is left out. @return false: the caller's has no size. */
FM_MUST_CHECK bool fm_give(void *out, const void *made, size_t known);
/** Copy a text to a caller's memory, with a final NUL.
 * @param[out] length  of the text, also where it does not fit; may be NULL.
 * @return FM_OK; FM_NO_ROOM: @p out is as before. */
FM_MUST_CHECK enum fm_status fm_give_text(struct fm_text text, char *out, size_t size,
                                          size_t *length);

#endif
