/* Line ends, sixteen bytes at a time: a line ends at each LF, and at each CR that no LF follows. */
#include <config.h>
#include <string.h>
#include "base/count.h"
#include "base/macros.h"

static uint64_t count_bytes(const unsigned char *p, size_t n, unsigned char next)
{
    uint64_t lines = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned char behind = i + 1 < n ? p[i + 1] : next;
        lines += p[i] == '\n' || (p[i] == '\r' && behind != '\n');
    }
    return lines;
}

#if defined(__GNUC__)
typedef signed char lanes __attribute__((vector_size(16)));

enum { LANES = sizeof(lanes), ROUNDS_MAX = 127 }; /* a lane holds up to 127 hits */

FM_INLINE lanes load(const unsigned char *p)
{
    lanes v;
    memcpy(&v, p, sizeof v);
    return v;
}

/* Count the line ends that begin in `rounds` vectors; reads one byte behind them. */
static uint64_t count_rounds(const unsigned char *p, size_t rounds)
{
    lanes hits = {0};
    for (size_t i = 0; i < rounds; i++, p += LANES) {
        const lanes here = load(p), behind = load(p + 1);
        hits -= (here == '\n') | ((here == '\r') & (behind != '\n'));
    }
    uint64_t lines = 0;
    for (size_t i = 0; i < LANES; i++)
        lines += (unsigned char)hits[i];
    return lines;
}

uint64_t fm_count_lines(struct fm_text text, unsigned char next)
{
    uint64_t lines = 0;
    while (text.n > LANES) {
        size_t rounds = (text.n - 1) / LANES;
        if (rounds > ROUNDS_MAX)
            rounds = ROUNDS_MAX;
        lines += count_rounds(text.p, rounds);
        text.p += rounds * LANES;
        text.n -= rounds * LANES;
    }
    return lines + count_bytes(text.p, text.n, next);
}
#else
uint64_t fm_count_lines(struct fm_text text, unsigned char next)
{
    return count_bytes(text.p, text.n, next);
}
#endif
