/* What a run came to, as its reports tell it. */
#ifndef FM_SRC_REPORT_H
#define FM_SRC_REPORT_H
#include "option.h"

/* An input or output that failed. */
struct fm_lost {
    char *name;            /* owned */
    enum fm_reason reason; /* of inputs */
};

struct fm_lost_list {
    struct fm_lost *of; /* in their order; owned */
    size_t count;
};

struct fm_report {
    struct fm_totals totals;
    uint64_t rejected[FM_REASON_COUNT];       /* records rejected for this reason */
    uint64_t warnings[FM_REASON_COUNT];       /* warnings of this reason, one a record */
    uint64_t facts[FM_REASON_COUNT];          /* facts of this reason, one a record */
    struct fm_count *counts[FM_COUNT_GROUPS]; /* of games; owned */
    size_t count_sizes[FM_COUNT_GROUPS];
    const struct fm_converter *converter; /* of the run, for the counts of conditions */
    double seconds;
    bool writes;                         /* there are outputs; false: it was only read */
    struct fm_lost_list inputs, outputs; /* that failed */
};

/** Remember an input or output that failed; what memory has no room for is left out. Skipped ones are none. */
void fm_report_lost(struct fm_report *report, const struct fm_error *error);
void fm_report_free(struct fm_report *report);

#endif
