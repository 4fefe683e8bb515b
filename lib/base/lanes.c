/* SPDX-License-Identifier: MIT */
/* Lines, ASCII and certain bytes, a vector at a time: a line ends at each LF, and at each CR that
 * no LF follows. */
#include <config.h>
#include <string.h>
#include "base/lanes.h"
#include "base/macros.h"

static void survey_bytes(const unsigned char *p, size_t n, unsigned char next,
                         struct fm_survey *survey)
{
    for (size_t i = 0; i < n; i++) {
        const unsigned char after = i + 1 < n ? p[i + 1] : next;
        survey->lines += p[i] == '\n' || (p[i] == '\r' && after != '\n');
        survey->ascii &= p[i] < 0x80;
    }
}

#if defined(__GNUC__)
/* Compilers take vectors that are longer than the machine's apart byte by byte. */
#    if defined(__x86_64__)
#        define VECTOR __attribute__((vector_size(32)))
#    else
#        define VECTOR __attribute__((vector_size(16)))
#    endif
typedef signed char lanes VECTOR;
typedef uint64_t words VECTOR;

enum { LANES = sizeof(lanes), ROUNDS_MAX = 127 }; /* a lane holds up to 127 hits */

static uint64_t sum_of_bytes(uint64_t bytes)
{
    const uint64_t even = UINT64_C(0x00FF00FF00FF00FF);
    return ((bytes & even) + (bytes >> 8 & even)) * UINT64_C(0x0001000100010001) >> 48;
}

/* Look at `rounds` vectors; reads one byte after them. */
FM_INLINE void survey_rounds(const unsigned char *p, size_t rounds, struct fm_survey *survey)
{
    lanes hits = {0}, all = {0};
    for (size_t i = 0; i < rounds; i++, p += LANES) {
        lanes here, after;
        memcpy(&here, p, sizeof here);
        memcpy(&after, p + 1, sizeof after);
        hits -= (here == '\n') | ((here == '\r') & (after != '\n'));
        all |= here;
    }
    const words sums = (words)hits, bits = (words)all;
    for (size_t i = 0; i < LANES / 8; i++) {
        survey->lines += sum_of_bytes(sums[i]);
        survey->ascii &= (bits[i] & UINT64_C(0x8080808080808080)) == 0;
    }
}

static void survey_rounds_any(const unsigned char *p, size_t rounds, struct fm_survey *survey)
{
    survey_rounds(p, rounds, survey);
}

#    if defined(__x86_64__)
__attribute__((target("avx2"))) static void survey_rounds_avx2(const unsigned char *p,
                                                               size_t rounds,
                                                               struct fm_survey *survey)
{
    survey_rounds(p, rounds, survey);
}
#    endif

struct fm_survey fm_survey_text(struct fm_text text, unsigned char next)
{
    struct fm_survey survey = {.lines = 0, .ascii = true};
    void (*look)(const unsigned char *, size_t, struct fm_survey *) = survey_rounds_any;
#    if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        look = survey_rounds_avx2;
#    endif
    while (text.n > LANES) {
        size_t rounds = (text.n - 1) / LANES;
        if (rounds > ROUNDS_MAX)
            rounds = ROUNDS_MAX;
        look(text.p, rounds, &survey);
        text.p += rounds * LANES;
        text.n -= rounds * LANES;
    }
    survey_bytes(text.p, text.n, next, &survey);
    return survey;
}
#else
struct fm_survey fm_survey_text(struct fm_text text, unsigned char next)
{
    struct fm_survey survey = {.lines = 0, .ascii = true};
    survey_bytes(text.p, text.n, next, &survey);
    return survey;
}
#endif

uint64_t fm_count_lines(struct fm_text text, unsigned char next)
{
    return fm_survey_text(text, next).lines;
}

/* Without an early end, so that compilers take vectors. */
FM_INLINE bool lacks(struct fm_text text, unsigned char a, unsigned char b)
{
    unsigned char found = 0;
    for (size_t i = 0; i < text.n; i++)
        found |= text.p[i] | (text.p[i] == a || text.p[i] == b ? 0x80 : 0);
    return found < 0x80;
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static bool lacks_avx2(struct fm_text text, unsigned char a,
                                                       unsigned char b)
{
    return lacks(text, a, b);
}
#endif

bool fm_text_lacks(struct fm_text text, unsigned char a, unsigned char b)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        return lacks_avx2(text, a, b);
#endif
    return lacks(text, a, b);
}
