/* SPDX-License-Identifier: MIT */
/* Blocks as they go to a reader (lib/reader) instead of outputs: records of the only output, in rows of
 * tsv without a header, and for each game that has any a segment whose name tells all of the game. So the
 * stages treat these as games whose records go to files of their own. */
#ifndef FM_CONVERT_ITEM_H
#define FM_CONVERT_ITEM_H
#include "convert/worker.h"

/* The name of the segment of a game begins with this; parts follow (base/parts.h): the name of the input,
 * with its NUL, then name and value of each tag. */
struct fm_item_head {
    uint64_t offset, length;                   /* of the game in the decompressed input */
    uint64_t number;                           /* in the input; 0 = unknown, in a shard */
    const char *class_name, *variant, *result; /* static */
    size_t tag_count;
    /* Rows are of the FEN alone, its length in a byte before it, and of one ply after the other, from `ply`
     * on: */
    bool sized;
    unsigned ply;
    bool listed;
};

/* Who takes the blocks of a converter. */
struct fm_delivery {
    void *user;
    /* In the order of blocks, by one thread at a time. The block's records and segments may be taken from
     * it. @return FM_OK, FM_NO_MEMORY, FM_CANCELLED. */
    enum fm_status (*take)(void *user, struct fm_block *block);
};

/** Let the blocks of a plan, whose only output has rows of tsv without a header, go to a reader. */
void fm_item_plan(struct fm_plan *plan, const struct fm_delivery *delivery);
/** Make the name of the segment of the game or record worked on, in the block's arena.
 * @return FM_OK, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_item_make_head(struct fm_worker *worker,
                                               const struct fm_active_route *active,
                                               const struct fm_record_input *in,
                                               struct fm_text *out);
#endif
