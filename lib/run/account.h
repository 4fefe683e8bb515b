/* SPDX-License-Identifier: MIT */
/* The counts of a run: totals, by class, reason and tags, and what each condition left. They are
 * added where blocks are written in order, from the block's items and rows, when it is known
 * what becomes of them: so nothing is ever taken back. */
#ifndef FM_RUN_ACCOUNT_H
#define FM_RUN_ACCOUNT_H
#include "run/block.h"
#include "run/plan.h"

/* Totals by class and reason: they grow with these tables, and are no part of the public ones. */
struct fm_tally {
    uint64_t by_class[FM_CLASSES];         /* games */
    uint64_t by_reason[FM_REASON_COUNT];   /* records rejected, or with a warning or a fact */
    uint64_t rejected_by[FM_REASON_COUNT]; /* rejected records alone */
};

struct fm_account {
    const struct fm_plan *plan;
    struct fm_totals totals;
    struct fm_tally tally;
    struct fm_census census;        /* counts of games by their tags, with plan->counts */
    struct fm_funnel_count *funnel; /* array, one count per step of plan->funnel; owned */
    struct fm_explained *explained; /* NULL = nothing is explained; owned */
    /* Of the input that is read: the last `unverified` of its blocks, and the number of games after
     * that. */
    uint64_t unverified_from, unverified;
    struct fm_buf shard; /* members of statistics that tell a shard, with plan->counts; owned */
};

/* One game or record that is explained: the same counts of it alone (fm_explanation). */
struct fm_explained {
    struct fm_account counts; /* counts of it alone; their own `explained` is NULL */
    bool read, decided;       /* read: the item is counted; decided: its outcome is counted */
    struct fm_buf input;      /* name of the input, NUL included */
    uint64_t offset;          /* offset of the item in the decompressed input */
    struct fm_buf text, log;
    unsigned char class_, reason; /* class and reason, as in its struct fm_block_item */
    uint64_t *records;            /* array, one number of written records per output; owned */
};

/** @return FM_OK or FM_NO_MEMORY; fm_account_free() after either. */
FM_MUST_CHECK enum fm_status fm_account_start(struct fm_account *account,
                                              const struct fm_plan *plan);
void fm_account_free(struct fm_account *account);
/** Count the items of a block: what they are and, unless its games may still be dropped as
 * duplicates, what becomes of them. A block that was held for that is counted again, for the rest.
 * @return FM_OK, or FM_NO_MEMORY for what is explained. */
FM_MUST_CHECK enum fm_status fm_account_items(struct fm_account *account, struct fm_block *block);
/** Count what is written of a block to its outputs. */
void fm_account_rows(struct fm_account *account, const struct fm_block *block);
/** Count positions that a condition of an output rejected. @param lost  how many. */
void fm_account_lost(struct fm_account *account, const struct fm_route *route,
                     enum fm_position_step step, uint64_t lost);
/** Count changes to a record that its output format made necessary. */
void fm_account_warnings(struct fm_account *account, const struct fm_warnings *notes);

#endif
