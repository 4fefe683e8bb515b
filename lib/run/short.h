/* SPDX-License-Identifier: MIT */
/* The short way for records of lists. Most records can be read, chosen, written and marked from
 * their text and a view of their board, without a position. Such records in a row become one
 * item. The results are those of fm_work_record(), which takes every record that the short way
 * cannot decide on. */
#ifndef FM_RUN_SHORT_H
#define FM_RUN_SHORT_H
#include "run/worker.h"

struct fm_short_way {
    const struct fm_route *route; /* the only output; NULL = no record of the block goes this way */
    bool looks;     /* true: a condition, key, sample, field or sort order needs the board */
    bool describes; /* true: the record is made from fields */
    bool spells;    /* true: a field or the sort order uses the FEN */
    /* true: a key or mask needs the piece on each square; false: sets of squares are enough */
    bool squares;
    bool is_normal; /* true: operations that are added have the form that the standard requires */
    /* Two items under construction: records in a row that are kept, and those that a condition
     * on positions rejected. count 0 = none. The counters of both are in worker->active[0]. */
    struct fm_block_item kept, lost;
    /* values for fields; those that no record of a list has stay empty */
    struct fm_record_input in;
};

/** Find out whether records of the block can go the short way, and which of its steps they need. */
void fm_short_begin(const struct fm_worker *worker, struct fm_short_way *way);
/** Begin a series of records that may go the short way; fm_work_short_8x8() reads each into @p
 * record. */
void fm_short_start(struct fm_worker *worker, struct fm_short_way *way, struct fm_listed *record);
/** End the series: its records become items. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_short_end(struct fm_worker *worker, struct fm_short_way *way);

#endif
