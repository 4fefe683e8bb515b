/* Warnings of one reading: of a game, a FEN, a move. */
#ifndef FM_BASE_READING_H
#define FM_BASE_READING_H
#include "fenmill.h"

/** A set of reasons, each counted once. Zero-initialised is empty. */
struct fm_reading {
    uint64_t warnings[2]; /* bit (reason) of [reason / 64] */
};
_Static_assert(FM_REASON_COUNT <= 128, "fm_reading holds a bit for each reason");

static inline void fm_reading_note(struct fm_reading *r, enum fm_reason reason)
{
    r->warnings[(unsigned)reason / 64] |= UINT64_C(1) << ((unsigned)reason % 64);
}

static inline void fm_reading_unnote(struct fm_reading *r, enum fm_reason reason)
{
    r->warnings[(unsigned)reason / 64] &= ~(UINT64_C(1) << ((unsigned)reason % 64));
}

static inline bool fm_reading_has(const struct fm_reading *r, enum fm_reason reason)
{
    return r->warnings[(unsigned)reason / 64] >> ((unsigned)reason % 64) & 1;
}

/* Nothing was noted. */
static inline bool fm_reading_is_clean(const struct fm_reading *r)
{
    return (r->warnings[0] | r->warnings[1]) == 0;
}

#endif
