/* SPDX-License-Identifier: MIT */
/* The part of an input that a shard reads. It begins at the first boundary (a hard boundary of
 * PGN, or the start of a line of a list) at or after a place in the text, and ends at the first
 * one at or after another. Each is found by looking at a few bytes before it alone, so that the
 * shards on both sides of it find the same. The first bytes of the input show its format, as in a
 * run that reads all. */
#ifndef FM_RUN_SLICE_H
#define FM_RUN_SLICE_H
#include "run/block.h"
#include "run/detect.h"
#include "run/intake.h"

/* Zero-initialised, with `to` UINT64_MAX: the whole input. */
struct fm_slice {
    bool set;          /* true: a part of the input, which may be the whole */
    uint64_t from, to; /* range in the text of the input; 0 = its start, UINT64_MAX = its end */
    /* boundary where the part was found to end; UINT64_MAX = none: the part goes to the end of
     * the input */
    uint64_t ended;
};

/** Go to the part of an input that was just opened.
 * @param[out] found  what the input is.
 * @param[out] text   the first bytes of the part, for the reader to begin with; emptied first.
 * @param[out] offset of the part in the text.
 * @param[out] any    false: no boundary is in the part.
 * @return FM_OK, FM_INPUT_FAILED (it cannot be read here, or is not what its access points say),
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_slice_open(struct fm_slice *slice,
                                           const struct fm_intake_item *item,
                                           const struct fm_profile_input *options,
                                           struct fm_detected *found, struct fm_buf *text,
                                           uint64_t *offset, bool *any, struct fm_error *error);
/** How much to have of text from an offset on, of which n bytes were read: not much more than
 * the part has. */
size_t fm_slice_want(const struct fm_slice *slice, uint64_t offset, size_t n, size_t want);
/** Where the part ends in text that was read of it, which begins with a game or line; n = it goes
 * on.
 * @param offset  of the text.  @param kind  of the input. */
size_t fm_slice_end(const struct fm_slice *slice, enum fm_block_kind kind, struct fm_text text,
                    uint64_t offset);

#endif
