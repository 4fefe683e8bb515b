/* Sets of bytes among the next 64, as bit masks: with SSE2, which every x86-64 has. See
 * scan_plain.h. */
#ifndef FM_PGN_SCAN_SSE2_H
#define FM_PGN_SCAN_SSE2_H
#include <emmintrin.h>
#include "base/base.h"

FM_INLINE __m128i load_sse2(const unsigned char *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

FM_INLINE __m128i equal_sse2(__m128i v, char c)
{
    return _mm_cmpeq_epi8(v, _mm_set1_epi8(c));
}

/* Bytes from first to first + more. */
FM_INLINE __m128i within_sse2(__m128i v, char first, char more)
{
    const __m128i x = _mm_sub_epi8(v, _mm_set1_epi8(first));
    return _mm_cmpeq_epi8(_mm_min_epu8(x, _mm_set1_epi8(more)), x);
}

/* Bits of v with `bits` set on both sides equal c. */
FM_INLINE __m128i equal_with_sse2(__m128i v, char bits, char c)
{
    return equal_sse2(_mm_or_si128(v, _mm_set1_epi8(bits)), c);
}

FM_INLINE uint64_t marks16_sse2(const unsigned char *p)
{
    const __m128i v = load_sse2(p);
    __m128i m = within_sse2(v, '(', 2);                 /* ( ) * */
    m = _mm_or_si128(m, equal_with_sse2(v, 2, '/'));    /* - / */
    m = _mm_or_si128(m, equal_with_sse2(v, 1, ';'));    /* : ; */
    m = _mm_or_si128(m, equal_with_sse2(v, 0x20, '{')); /* [ { */
    m = _mm_or_si128(m, equal_with_sse2(v, 2, 0x7F));   /* } DEL */
    m = _mm_or_si128(m, equal_sse2(v, '%'));
    m = _mm_or_si128(m, within_sse2(v, 0, 8));              /* NUL to BS */
    m = _mm_or_si128(m, within_sse2(v, 0x0E, 0x1F - 0x0E)); /* SO to US */
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(m, v)); /* and all that is not ASCII */
}

FM_INLINE uint64_t tag_marks16_sse2(const unsigned char *p)
{
    const __m128i v = load_sse2(p);
    const __m128i m = _mm_or_si128(equal_sse2(v, '"'), equal_sse2(v, '\\'));
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(m, within_sse2(v, 0, 0x1F)));
}

FM_INLINE uint64_t closes16_sse2(const unsigned char *p)
{
    const __m128i v = load_sse2(p);
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(equal_sse2(v, '}'), equal_sse2(v, '[')));
}

FM_INLINE uint64_t hards16_sse2(const unsigned char *p)
{
    /* Not ASCII is negative. */
    const __m128i line = _mm_cmpgt_epi8(_mm_set1_epi8('\r' + 1), load_sse2(p - 1));
    return (unsigned)_mm_movemask_epi8(_mm_and_si128(equal_sse2(load_sse2(p), '['), line));
}

FM_INLINE uint64_t equal16_sse2(const unsigned char *p, char c)
{
    return (unsigned)_mm_movemask_epi8(equal_sse2(load_sse2(p), c));
}

FM_INLINE uint64_t scan_equal_sse2(const unsigned char *p, char c)
{
    return equal16_sse2(p, c) | equal16_sse2(p + 16, c) << 16 | equal16_sse2(p + 32, c) << 32 |
           equal16_sse2(p + 48, c) << 48;
}

#define SCAN64_SSE2(name) \
    FM_INLINE uint64_t scan_##name##_sse2(const unsigned char *p) \
    { \
        return name##16_sse2(p) | name##16_sse2(p + 16) << 16 | name##16_sse2(p + 32) << 32 | \
               name##16_sse2(p + 48) << 48; \
    }
SCAN64_SSE2(marks)
SCAN64_SSE2(tag_marks)
SCAN64_SSE2(closes)
SCAN64_SSE2(hards)

#endif
