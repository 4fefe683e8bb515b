/* SPDX-License-Identifier: MIT */
/* The reader: the inputs, one after the other, cut into blocks of whole games or lines. Used by one
 * thread at a time. */
#ifndef FM_RUN_SOURCE_H
#define FM_RUN_SOURCE_H
#include "run/shard_output.h"
#include "run/slice.h"
#include "profile/profile.h"

struct fm_source {
    const struct fm_profile_input *options;
    size_t limit; /* most bytes of a game or line */
    /* treatment of lists; AUTO: lists that the user did not name are skipped */
    enum fm_lists lists;
    /* threads that decode ahead; the caller holds its token; NULL = none */
    struct fm_decode_pool *pool;
    bool shared;                /* true: several threads work, so each may read a block itself */
    unsigned scale;             /* log2 of how much larger than usual the blocks are (claim.h) */
    struct fm_intake intake;    /* the inputs */
    struct fm_intake_item item; /* the open input, if its `input` is not NULL */
    struct fm_slice slice;      /* part of the open input that is read */
    struct fm_detected found;   /* kind of the open input */
    bool fresh;                 /* true: no block of the open input was given out yet */
    bool ended;                 /* true: the open input is read to its end or its failure */
    enum fm_status failed; /* FM_OK or FM_INPUT_FAILED, when `ended`; the reason is in `item` */
    bool draining;         /* true: the reader is inside a game or line that is too large */
    bool at_boundary; /* true: the next block begins at a hard boundary or at the start of a line */
    bool claimed;     /* true: blocks of the open input were given out unread (claim.h) */
    uint64_t offset;  /* offset of the next block in the open input */
    uint64_t column;  /* column of the first byte of the next block, 0.. */
    uint64_t raw_before; /* compressed bytes of the inputs already closed */
    uint64_t seq;
    /* where a shard's part begins inside of its first input; input 0 = at the start of one */
    struct fm_shard_place begins;
    struct fm_game_place from; /* place where the first input is read from; number 0 = its start */
    struct fm_buf carry;       /* text that was read and belongs to the next block */
    struct fm_split split;     /* splitter to find a cut where no hard boundary is near */
};

void fm_source_free(struct fm_source *source);
/** Fill the next block; who works it calls fm_claim_read() first. @param[out] more  false: there is
 * none, @p block is as before.
 * @return FM_OK or FM_NO_MEMORY; an input that has failed is marked in its last block (failed,
 * failure). */
FM_MUST_CHECK enum fm_status fm_source_next(struct fm_source *source, struct fm_block *block,
                                            bool *more);
/** Whether what other shards read follows. Only to be called after the last block.
 * @param[out] at  where it goes on in the last input; UINT64_MAX = with another input. */
bool fm_source_is_followed(const struct fm_source *source, uint64_t *at);
/** Where the shard's part ends inside of its last input; input 0 = at the end of one. */
struct fm_shard_place fm_source_ends(const struct fm_source *source);

#endif
