/* SPDX-License-Identifier: MIT */
/* Blocks as they go to a reader (lib/reader) instead of outputs: the rows of the only output,
 * whose names tell all of their game, and its records, which have FM_FORMAT_VALUES. So the
 * stages treat these as games whose records go to files of their own. */
#ifndef FM_RUN_ITEM_H
#define FM_RUN_ITEM_H
#include "run/worker.h"

/* The head of a record, before its values. */
struct fm_item_row {
    uint32_t ply;
    struct fm_move next; /* move that is played in the position; all zeros = none */
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

/** Add the name for the rows of the current game or record to the texts of its block. The name is
 * the item of its start, then parts (base/parts.h): the name of the input, with its NUL, and name
 * and value of each tag.
 * @return FM_OK, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_item_add_head(struct fm_worker *worker,
                                              const struct fm_record_input *in, uint32_t *place);

#endif
