/* What every room of the library uses: must-check calls, text spans, a growable buffer, an arena.
 * Nothing here knows about chess. */
#ifndef FM_BASE_BASE_H
#define FM_BASE_BASE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "fenmill.h"

/** Return from the caller with the status of a call that did not succeed. */
#define FM_TRY(expr) \
    do { \
        const enum fm_status fm_try_status_ = (expr); \
        if (fm_try_status_ != FM_OK) \
            return fm_try_status_; \
    } while (0)

#if defined(__GNUC__)
#  define FM_LIKELY(x) __builtin_expect(!!(x), 1)
#  define FM_UNLIKELY(x) __builtin_expect(!!(x), 0)
#  define FM_INLINE static inline __attribute__((always_inline))
#  define FM_NOINLINE __attribute__((noinline))
#  define FM_COLD __attribute__((cold, noinline))
#else
#  define FM_LIKELY(x) (x)
#  define FM_UNLIKELY(x) (x)
#  define FM_INLINE static inline
#  define FM_NOINLINE
#  define FM_COLD
#endif

#define FM_COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* Text that a reader hands on is followed by at least this many readable bytes, all NUL behind the last block, so
 * that scanners may look ahead and load vectors without a test. */
#define FM_TEXT_PADDING 64

/** The text of a string literal. */
#define FM_TEXT(literal) ((struct fm_text){(const unsigned char *)(literal), sizeof(literal) - 1})

static inline struct fm_text fm_text_of(const char *s)
{
    return (struct fm_text){(const unsigned char *)s, s == NULL ? 0 : strlen(s)};
}

static inline struct fm_text fm_text_between(const unsigned char *begin, const unsigned char *end)
{
    return (struct fm_text){begin, (size_t)(end - begin)};
}

static inline bool fm_text_equal(struct fm_text a, struct fm_text b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

/** Equal but for the case of ASCII letters. */
bool fm_text_equal_nocase(struct fm_text a, struct fm_text b);
/** Without ASCII blanks, tabs and line ends at both ends. */
struct fm_text fm_text_trim(struct fm_text t);
/** Read a whole text of 1..19 decimal digits. @return false if it is anything else. */
FM_MUST_CHECK bool fm_text_to_u64(struct fm_text t, uint64_t *out);
/** The candidate nearest to a misspelled word (edit distance at most a third of its length), or NULL.
 * @param names  NULL-terminated list. */
const char *fm_nearest_name(struct fm_text word, const char *const *names);

/** Warnings of one reading: a set of reasons, each counted once. */
struct fm_reading {
    uint64_t warnings[2]; /* bit (reason) of [reason / 64] */
};
static inline void fm_reading_note(struct fm_reading *r, enum fm_reason reason)
{
    r->warnings[(unsigned)reason / 64] |= UINT64_C(1) << ((unsigned)reason % 64);
}
static inline bool fm_reading_has(const struct fm_reading *r, enum fm_reason reason)
{
    return r->warnings[(unsigned)reason / 64] >> ((unsigned)reason % 64) & 1;
}

/** Bytes that grow at their end. Zero-initialised is empty; the owner calls fm_buf_free(). */
struct fm_buf {
    unsigned char *p;
    size_t n, cap; /* used and allocated bytes */
};

void fm_buf_free(struct fm_buf *buf);
/** Make room for @p more bytes behind the used ones. @return FM_OK or FM_NO_MEMORY (buffer unchanged). */
FM_MUST_CHECK enum fm_status fm_buf_grow(struct fm_buf *buf, size_t more);

FM_MUST_CHECK static inline enum fm_status fm_buf_reserve(struct fm_buf *buf, size_t more)
{
    return FM_LIKELY(buf->cap - buf->n >= more) ? FM_OK : fm_buf_grow(buf, more);
}

FM_MUST_CHECK enum fm_status fm_buf_append(struct fm_buf *buf, const void *bytes, size_t n);
FM_MUST_CHECK enum fm_status fm_buf_append_text(struct fm_buf *buf, struct fm_text text);
FM_MUST_CHECK enum fm_status fm_buf_append_u64(struct fm_buf *buf, uint64_t number);

/** Memory that is freed all at once. Zero-initialised is empty. Addresses stay valid until reset or free. */
struct fm_arena {
    struct fm_arena_chunk *chunk; /* newest first */
    size_t used;                  /* bytes used of the newest chunk */
};

void fm_arena_free(struct fm_arena *arena);
/** Forget everything, keep one chunk for reuse. */
void fm_arena_reset(struct fm_arena *arena);
/** @return @p n bytes aligned for any type, not cleared, or NULL when memory is out. */
void *fm_arena_alloc(struct fm_arena *arena, size_t n);
/** Copy a text; p is NULL and n 0 when memory is out and the text was not empty. */
struct fm_text fm_arena_copy(struct fm_arena *arena, struct fm_text text);

/** Write a number in decimal without leading zeros; returns the end. At most 20 bytes. */
unsigned char *fm_put_u64(unsigned char *out, uint64_t number);
/** Line ends in the text: LF, CR LF and a lone CR count one each. A CR at the very end counts unless @p next (the
 * byte behind, 0 if none) is LF. */
uint64_t fm_count_lines(struct fm_text text, unsigned char next);
/** 128-bit hash of bytes (not for security): the same on every platform. */
struct fm_hash128 {
    uint64_t lo, hi;
};
struct fm_hash128 fm_hash128_of(const void *bytes, size_t n, uint64_t seed);

#endif
