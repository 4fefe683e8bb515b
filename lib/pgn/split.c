/* Blocks of PGN to spans, and where blocks may be cut. Chooses the instruction set; the work is
 * split_tmpl.h's, compiled below once for each, and splitter.c's. */
#include <config.h>
#include "pgn/split.h"
#include <stdlib.h>
#include "pgn/boundary.h"
#include "pgn/scan_plain.h"
#include "pgn/splitter.h"

/* Of each bit: whether it and those below it hold an odd number of ones. */
FM_INLINE uint64_t parity(uint64_t bits)
{
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    return bits ^ bits << 32;
}

#define SPLIT(name) name##_plain
#define SPLIT_TARGET
#include "pgn/split_tmpl.h"
#undef SPLIT
#undef SPLIT_TARGET

#if defined(__SSE2__)
#    include "pgn/scan_sse2.h"
#    define SPLIT(name) name##_sse2
#    define SPLIT_TARGET
#    include "pgn/split_tmpl.h"
#    undef SPLIT
#    undef SPLIT_TARGET
#endif

#if defined(__x86_64__) && defined(__GNUC__)
#    include "pgn/scan_avx2.h"
#    define SPLIT(name) name##_avx2
#    define SPLIT_TARGET __attribute__((target("avx2,bmi")))
#    include "pgn/split_tmpl.h"
#    undef SPLIT
#    undef SPLIT_TARGET
#endif

enum fm_split_path fm_split_best_path(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"))
        return FM_SPLIT_AVX2;
#endif
#if defined(__SSE2__)
    return FM_SPLIT_SSE2;
#else
    return FM_SPLIT_PLAIN;
#endif
}

enum fm_status fm_split_block_by(struct fm_split *split, struct fm_text block,
                                 enum fm_split_path path)
{
    struct fm_splitter s = {.out = split, .begin = block.p, .end = block.p + block.n};
    split->count = 0;
    split->tag_count = 0;
    split->braces.count = 0;
    split->settled = SIZE_MAX;
    switch (path) {
    case FM_SPLIT_AVX2:
#if defined(__x86_64__) && defined(__GNUC__)
        fm_splitter_run_avx2(&s);
        break;
#endif
    case FM_SPLIT_SSE2:
#if defined(__SSE2__)
        fm_splitter_run_sse2(&s);
        break;
#endif
    case FM_SPLIT_PLAIN:
        fm_splitter_run_plain(&s);
        break;
    }
    if (split->braces.count > 0)
        split->braces.at[split->braces.count] = UINT32_MAX;
    if (block.n >= UINT32_MAX) /* places would not be told apart */
        split->braces.count = 0;
    /* The last start may itself be for want of more text: a `1` that is the beginning of `1-0`. */
    const size_t others = split->count > 0 ? split->count - 1 : 0;
    if (split->settled > others)
        split->settled = others;
    return s.no_memory ? FM_NO_MEMORY : FM_OK;
}

enum fm_status fm_split_block(struct fm_split *split, struct fm_text block)
{
    return fm_split_block_by(split, block, fm_split_best_path());
}

void fm_split_free(struct fm_split *split)
{
    free(split->games);
    free(split->tags);
    free(split->braces.at);
    *split = (struct fm_split){0};
}

size_t fm_split_last_hard(struct fm_text bytes)
{
    const size_t lead = fm_splitter_lead(bytes);
    if (bytes.n <= lead + 1)
        return 0;
    const unsigned char *const floor = bytes.p + lead + 1, *found = NULL;
    switch (fm_split_best_path()) {
    case FM_SPLIT_AVX2:
#if defined(__x86_64__) && defined(__GNUC__)
        found = last_hard_avx2(bytes, floor);
        break;
#endif
    case FM_SPLIT_SSE2:
#if defined(__SSE2__)
        found = last_hard_sse2(bytes, floor);
        break;
#endif
    case FM_SPLIT_PLAIN:
        found = last_hard_plain(bytes, floor);
        break;
    }
    return found == NULL ? 0 : (size_t)(found - bytes.p);
}

size_t fm_split_first_hard(struct fm_text bytes, size_t from)
{
    const size_t lead = from == 0 ? 0 : fm_splitter_lead(bytes);
    if (from > 0 && from <= lead)
        from = lead + 1;
    while (from < bytes.n) {
        const unsigned char *p = memchr(bytes.p + from, '[', bytes.n - from);
        if (p == NULL)
            break;
        if (fm_boundary_is_hard(p, bytes.p, bytes.p + bytes.n))
            return (size_t)(p - bytes.p);
        from = (size_t)(p - bytes.p) + 1;
    }
    return bytes.n;
}
