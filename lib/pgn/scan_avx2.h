/* Sets of bytes among the next 64, as bit masks: with AVX2. See scan_plain.h. */
#ifndef FM_PGN_SCAN_AVX2_H
#define FM_PGN_SCAN_AVX2_H
#include <immintrin.h>
#include "base/base.h"

#define SCAN_AVX2 __attribute__((target("avx2,bmi"))) FM_INLINE

SCAN_AVX2 __m256i load_avx2(const unsigned char *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

SCAN_AVX2 __m256i equal_avx2(__m256i v, char c)
{
    return _mm256_cmpeq_epi8(v, _mm256_set1_epi8(c));
}

SCAN_AVX2 __m256i within_avx2(__m256i v, char first, char more)
{
    const __m256i x = _mm256_sub_epi8(v, _mm256_set1_epi8(first));
    return _mm256_cmpeq_epi8(_mm256_min_epu8(x, _mm256_set1_epi8(more)), x);
}

/* A byte is a mark if the sets of its low and of its high half meet. Bits of the sets: 1
 * controls below 10, 2 those above, 4 `%()*-/`, 8 `:;`, 16 `[`, 32 `{}` and DEL. */
SCAN_AVX2 uint64_t marks32_avx2(const unsigned char *p)
{
    const __m256i low_sets =
        _mm256_setr_epi8(3, 3, 3, 3, 3, 7, 3, 3, 7, 6, 14, 58, 2, 38, 3, 39, /* */
                         3, 3, 3, 3, 3, 7, 3, 3, 7, 6, 14, 58, 2, 38, 3, 39);
    const __m256i high_sets =
        _mm256_setr_epi8(1, 2, 4, 8, 0, 16, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, /* */
                         1, 2, 4, 8, 0, 16, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m256i v = load_avx2(p), half = _mm256_set1_epi8(0x0F);
    const __m256i low = _mm256_shuffle_epi8(low_sets, v); /* 0 for what is not ASCII */
    const __m256i high =
        _mm256_shuffle_epi8(high_sets, _mm256_and_si256(_mm256_srli_epi16(v, 4), half));
    const __m256i none = _mm256_cmpeq_epi8(_mm256_and_si256(low, high), _mm256_setzero_si256());
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_andnot_si256(v, none));
}

SCAN_AVX2 uint64_t tag_marks32_avx2(const unsigned char *p)
{
    const __m256i v = load_avx2(p);
    const __m256i m = _mm256_or_si256(equal_avx2(v, '"'), equal_avx2(v, '\\'));
    return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(m, within_avx2(v, 0, 0x1F)));
}

SCAN_AVX2 uint64_t closes32_avx2(const unsigned char *p)
{
    const __m256i v = load_avx2(p);
    return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(equal_avx2(v, '}'), equal_avx2(v, '[')));
}

SCAN_AVX2 uint64_t hards32_avx2(const unsigned char *p)
{
    /* Not ASCII is negative. */
    const __m256i line = _mm256_cmpgt_epi8(_mm256_set1_epi8('\r' + 1), load_avx2(p - 1));
    return (uint32_t)_mm256_movemask_epi8(_mm256_and_si256(equal_avx2(load_avx2(p), '['), line));
}

SCAN_AVX2 uint64_t scan_equal_avx2(const unsigned char *p, char c)
{
    return (uint32_t)_mm256_movemask_epi8(equal_avx2(load_avx2(p), c)) |
           (uint64_t)(uint32_t)_mm256_movemask_epi8(equal_avx2(load_avx2(p + 32), c)) << 32;
}

#define SCAN64_AVX2(name) \
    SCAN_AVX2 uint64_t scan_##name##_avx2(const unsigned char *p) \
    { \
        return name##32_avx2(p) | name##32_avx2(p + 32) << 32; \
    }
SCAN64_AVX2(marks)
SCAN64_AVX2(tag_marks)
SCAN64_AVX2(closes)
SCAN64_AVX2(hards)

#endif
