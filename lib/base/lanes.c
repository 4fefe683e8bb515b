/* SPDX-License-Identifier: MIT */
/* Lines, ASCII and rare bytes, a vector at a time: a line ends at each LF, and at each CR that
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
        survey->rare |= p[i] == '&' || p[i] == 0x03;
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

FM_INLINE void add_rounds(const lanes *hits, const lanes *all, struct fm_survey *survey)
{
    const words sums = (words)*hits, bits = (words)*all;
    for (size_t i = 0; i < LANES / 8; i++) {
        survey->lines += sum_of_bytes(sums[i]);
        survey->ascii &= (bits[i] & UINT64_C(0x8080808080808080)) == 0;
    }
}

/* Look at `rounds` vectors; reads one byte after them. */
FM_INLINE void survey_rounds(const unsigned char *p, size_t rounds, struct fm_survey *survey)
{
    lanes hits = {0}, all = {0}, rare = {0};
    for (size_t i = 0; i < rounds; i++, p += LANES) {
        lanes here, after;
        memcpy(&here, p, sizeof here);
        memcpy(&after, p + 1, sizeof after);
        hits -= (here == '\n') | ((here == '\r') & (after != '\n'));
        all |= here;
        rare |= (here == '&') | (here == 0x03);
    }
    const words found = (words)rare;
    for (size_t i = 0; i < LANES / 8; i++)
        survey->rare |= found[i] != 0;
    add_rounds(&hits, &all, survey);
}

/* All but the last bytes. @param usual  quicker, tried until it refuses; or NULL. */
FM_INLINE void survey_vectors(struct fm_text *text, struct fm_survey *survey,
                              bool (*usual)(const unsigned char *, size_t, struct fm_survey *))
{
    while (text->n > LANES) {
        size_t rounds = (text->n - 1) / LANES;
        rounds = rounds < ROUNDS_MAX ? rounds : ROUNDS_MAX;
        if (usual == NULL || !usual(text->p, rounds, survey)) {
            usual = NULL;
            survey_rounds(text->p, rounds, survey);
        }
        text->p += rounds * LANES;
        text->n -= rounds * LANES;
    }
}

#    if defined(__x86_64__)
/* The same with half the operations, where lines end with LF and nothing is rare: a look-up by the
 * low half of a byte gives the one of LF, CR and the rare ones that has it, or none. Those other
 * than LF have bits that it lacks. @return false: there is one, and nothing was counted. */
__attribute__((target("avx2"))) static bool survey_usual(const unsigned char *p, size_t rounds,
                                                         struct fm_survey *survey)
{
    typedef char bytes VECTOR;
#        define BY_HALF -1, -1, -1, 3, -1, -1, '&', -1, -1, -1, '\n', -1, -1, '\r', -1, -1
    const bytes by_half = {BY_HALF, BY_HALF};
    lanes hits = {0}, all = {0}, found = {0};
    for (size_t i = 0; i < rounds; i++, p += LANES) {
        lanes here;
        memcpy(&here, p, sizeof here);
        const lanes hit = (lanes)__builtin_ia32_pshufb256(by_half, (bytes)here) == here;
        hits -= hit;
        found |= hit & here;
        all |= here;
    }
    const words others = (words)(found & ~'\n');
    if ((others[0] | others[1] | others[2] | others[3]) != 0)
        return false;
    add_rounds(&hits, &all, survey);
    return true;
}

__attribute__((target("avx2"))) static void survey_avx2(struct fm_text *text,
                                                        struct fm_survey *survey)
{
    survey_vectors(text, survey, survey_usual);
}
#    endif
#endif

struct fm_survey fm_survey_text(struct fm_text text, unsigned char next)
{
    struct fm_survey survey = {.lines = 0, .ascii = true};
#if defined(__GNUC__)
#    if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        survey_avx2(&text, &survey);
#    endif
    survey_vectors(&text, &survey, NULL);
#endif
    survey_bytes(text.p, text.n, next, &survey);
    return survey;
}
