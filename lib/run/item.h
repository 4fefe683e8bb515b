/* SPDX-License-Identifier: MIT */
/* Blocks as they go to a reader (lib/reader) instead of outputs: the rows of the only output,
 * whose names tell all of their game, and its records, which have FM_FORMAT_VALUES. So the
 * stages treat these as games whose records go to files of their own. */
#ifndef FM_RUN_ITEM_H
#define FM_RUN_ITEM_H
#include "board/dispatch.h"
#include "run/worker.h"

/* A record begins with its ply, a uint32_t. Where positions are lent, it begins instead with the
 * move that is played in its position, a struct fm_move, all zeros = none. Its last byte is a mark:
 * 0: the move of the record before leads to the position, and the ply is one more; else this and a
 * position follow. The values come next. */
struct fm_item_position {
    uint32_t ply;
    uint32_t size; /* bytes of the position, which comes next */
};
enum {
    FM_ITEM_MARK = offsetof(struct fm_move, zero),
    /* Bytes that all before the values fits in. */
    FM_ITEM_HEAD_MAX = sizeof(struct fm_move) + sizeof(struct fm_item_position) + FM_POSITION_BYTES
};

/** Write the head of a record with a position that is lent. @param next  NULL: no move is played.
 * @param size  of the position; 0 = it follows by the move before. @return the end. */
FM_INLINE unsigned char *fm_item_put_position(unsigned char *at, uint32_t ply, const void *board,
                                              size_t size, const struct fm_move *next)
{
    const struct fm_item_position placed = {ply, (uint32_t)size};
    static const struct fm_move none;
    memcpy(at, next != NULL ? next : &none, sizeof *next);
    if (FM_LIKELY(size == 0))
        return at + sizeof *next;
    at[FM_ITEM_MARK] = 1;
    at += sizeof *next;
    memcpy(at, &placed, sizeof placed);
    memcpy(at + sizeof placed, board, size);
    return at + sizeof placed + size;
}

/** Add the name for the rows of the current game or record to the texts of its block. The name is
 * the item of its start, then parts (base/parts.h): the name of the input, with its NUL, and name
 * and value of each tag.
 * @return FM_OK, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_item_add_head(struct fm_worker *worker,
                                              const struct fm_record_input *in, uint32_t *place);

#endif
