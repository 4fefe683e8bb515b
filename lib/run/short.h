/* SPDX-License-Identifier: MIT */
/* The short way of records of lists. What becomes of most of them follows from their text and a view of their
 * board: they are read, chosen, written and marked without a position, and those in a row are one item. It
 * gives what fm_work_record() gives; what it is not sure of it leaves to that. */
#ifndef FM_RUN_SHORT_H
#define FM_RUN_SHORT_H
#include "run/worker.h"

struct fm_short_way {
    const struct fm_route *route; /* the only output; NULL: no record of the block goes this way */
    bool looks;                   /* a condition, key, sample, field or order is to be answered */
    bool describes;               /* the record is made of fields */
    bool spells;                  /* a field or the order is the FEN itself */
    bool squares;                 /* a key or mask looks at them; else sets are enough */
    bool is_normal;               /* operations that are made are as the standard requires */
    /* Records in a row that differ in nothing but their places, kept ones and those that a condition on
     * positions lost; count 0: none. Their other numbers are in worker->active[0]. */
    struct fm_block_item kept, lost;
    struct fm_record_input in; /* for fields: what no record has stays empty */
};

/** Find out whether records of the block can go this way, and which of its steps they need. */
void fm_short_begin(const struct fm_worker *worker, struct fm_short_way *way);
/** Records follow that may go it: each is read into @p record, by fm_work_short_8x8(). */
void fm_short_start(struct fm_worker *worker, struct fm_short_way *way, struct fm_listed *record);
/** Those in a row end here: they become items. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_short_end(struct fm_worker *worker, struct fm_short_way *way);

#endif
