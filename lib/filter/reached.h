/* A position to be reached: written as FEN (or its first four fields) or as the moves that lead
 * there. */
#ifndef FM_FILTER_REACHED_H
#define FM_FILTER_REACHED_H
#include "base/base.h"
#include "board/variant.h"

struct fm_reached {
    bool wanted;
    unsigned files;        /* of its board */
    struct fm_hash128 key; /* position_hash(): counters do not matter, en passant only if legal */
};

/** @param text     with a `/`: a FEN; else moves, their numbers may stand there.
 * @param variant   where moves begin, and the rules of a FEN; NULL = usual chess, the FEN's own.
 * @param[out] error  what = the FEN or move that cannot be read.
 * @return FM_OK, FM_BAD_PROFILE, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_reached_read(struct fm_text text, const struct fm_variant *variant,
                                             struct fm_reached *out, struct fm_error *error);

#endif
