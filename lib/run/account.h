/* SPDX-License-Identifier: MIT */
/* The counts of a run: totals, by class, reason and tags, and what each condition left. They are added
 * where blocks are written in order, from the block's items and rows, when it is known what becomes of
 * them: so nothing is ever taken back. */
#ifndef FM_RUN_ACCOUNT_H
#define FM_RUN_ACCOUNT_H
#include "run/block.h"
#include "run/plan.h"

/* Totals by class and reason: they grow with these tables, and are no part of the public ones. */
struct fm_tally {
    uint64_t by_class[FM_CLASSES];         /* games */
    uint64_t by_reason[FM_REASON_COUNT];   /* records rejected, or with a warning or a fact */
    uint64_t rejected_by[FM_REASON_COUNT]; /* of these, the rejected */
};

struct fm_account {
    const struct fm_plan *plan;
    struct fm_totals totals;
    struct fm_tally tally;
    struct fm_census census;        /* with plan->counts */
    struct fm_funnel_count *funnel; /* one for each step of the plan; owned */
    struct fm_explained *explained; /* NULL = nothing is explained; owned */
};

/* One game or record that is explained: the same counts of it alone (fm_explanation). */
struct fm_explained {
    struct fm_account counts; /* its `explained` is NULL */
    bool read, decided;       /* it was counted; what becomes of it was, too */
    struct fm_buf input;      /* name of its input, with the NUL */
    uint64_t offset;          /* there */
    struct fm_buf text, log;
    unsigned char class_, reason; /* as of its item */
    uint64_t *records;            /* of each output; owned */
};

/** @return FM_OK or FM_NO_MEMORY; fm_account_free() after either. */
FM_MUST_CHECK enum fm_status fm_account_start(struct fm_account *account,
                                              const struct fm_plan *plan);
void fm_account_free(struct fm_account *account);
/** Count the items of a block: what they are and, unless its games may still be dropped as duplicates,
 * what becomes of them. A block that was held for that is counted again, for the rest.
 * @return FM_OK, or FM_NO_MEMORY for what is explained. */
FM_MUST_CHECK enum fm_status fm_account_items(struct fm_account *account, struct fm_block *block);
/** Count what is written of a block to its outputs. */
void fm_account_rows(struct fm_account *account, const struct fm_block *block);
/** So many positions were lost by a condition of an output. */
void fm_account_lost(struct fm_account *account, const struct fm_route *route,
                     enum fm_position_step step, uint64_t lost);
/** What of a record was changed so that its format can have it. */
void fm_account_warnings(struct fm_account *account, const struct fm_warnings *notes);

#endif
