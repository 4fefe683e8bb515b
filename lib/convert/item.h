/* SPDX-License-Identifier: MIT */
/* Blocks as they go to a reader (lib/reader) instead of outputs: the rows of the only output, whose names tell
 * all of their game, and its records, which have FM_FORMAT_VALUES. So the stages treat these as games whose
 * records go to files of their own. */
#ifndef FM_CONVERT_ITEM_H
#define FM_CONVERT_ITEM_H
#include "convert/worker.h"

/* The name of the rows of a game: this, then parts (base/parts.h): the name of the input, with its NUL, then
 * name and value of each tag. */
struct fm_item_head {
    uint64_t offset, length;                   /* of the game in the decompressed input */
    uint64_t number;                           /* in the input; 0 = unknown, in a shard */
    const char *class_name, *variant, *result; /* static */
    size_t tag_count;
    bool listed;
};

/* What is before the values of a record. */
struct fm_item_row {
    uint32_t ply;
    struct fm_move next; /* that is played in the position; all zeros: none */
};

/** @return its end, where the values begin. */
FM_INLINE unsigned char *fm_item_put_row(unsigned char *at, unsigned ply,
                                         const struct fm_move *next)
{
    struct fm_item_row row = {.ply = ply};
    if (next != NULL)
        row.next = *next;
    memcpy(at, &row, sizeof row);
    return at + sizeof row;
}

/** Let the blocks of a plan, whose only output is of FM_FORMAT_VALUES, go to a reader. */
void fm_item_plan(struct fm_plan *plan, struct fm_delivery *delivery);
/** Add the name for the rows of the game or record worked on to the texts of its block.
 * @return FM_OK, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_item_add_head(struct fm_worker *worker,
                                              const struct fm_record_input *in, uint32_t *place);

#endif
