/* SPDX-License-Identifier: MIT */
/* Typed values, and batches of positions as columns of them. */
#ifndef FM_READER_BATCH_H
#define FM_READER_BATCH_H
#include "fenmill.h"
#include "base/memory.h"

/* The memory of a batch. What `shown` points to is in its buffers. */
struct fm_batch_memory {
    struct fm_batch shown;
    struct fm_batch_column *making; /* array, one for each column */
    struct fm_column *columns;      /* array, `shown.columns` */
    struct fm_buf plies, depths, games;
    struct fm_buf starts, start_places; /* items, and where they are */
};

/** May be NULL. */
void fm_batch_free(struct fm_batch_memory *batch);
/** Whether the next item is there without waiting for threads; that of a message is not counted. */
bool fm_reader_has_more(struct fm_reader *reader);

#endif
