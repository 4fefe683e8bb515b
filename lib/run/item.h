/* SPDX-License-Identifier: MIT */
/* Blocks as they go to a reader (lib/reader) instead of outputs: the rows of the only output,
 * whose names tell all of their game, and its records, which have FM_FORMAT_VALUES. So the
 * stages treat these as games whose records go to files of their own. */
#ifndef FM_RUN_ITEM_H
#define FM_RUN_ITEM_H
#include "board/dispatch.h"
#include "run/worker.h"

/* A record begins with its ply, a uint32_t. Where positions are lent, this follows, before the
 * values. */
struct fm_item_position {
    struct fm_move next; /* move that is played in the position; all zeros = none */
    /* Bytes of the position, which come next; 0: the move of the record before leads to it. */
    uint32_t size;
};
/* Bytes that all before the values fits in. */
enum { FM_ITEM_HEAD_MAX = sizeof(uint32_t) + sizeof(struct fm_item_position) + FM_POSITION_BYTES };

/** Write a struct fm_item_position and @p size bytes of a position. @param next  NULL: none is
 * played. @return the end. */
FM_INLINE unsigned char *fm_item_put_position(unsigned char *at, const void *board, size_t size,
                                              const struct fm_move *next)
{
    struct fm_item_position head = {.size = (uint32_t)size};
    if (next != NULL)
        head.next = *next;
    memcpy(at, &head, sizeof head);
    if (size > 0)
        memcpy(at + sizeof head, board, size);
    return at + sizeof head + size;
}

/** Add the name for the rows of the current game or record to the texts of its block. The name is
 * the item of its start, then parts (base/parts.h): the name of the input, with its NUL, and name
 * and value of each tag.
 * @return FM_OK, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_item_add_head(struct fm_worker *worker,
                                              const struct fm_record_input *in, uint32_t *place);

#endif
