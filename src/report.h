/* SPDX-License-Identifier: MIT */
/* What a run reports: progress, summary, statistics. */
#ifndef FM_SRC_REPORT_H
#define FM_SRC_REPORT_H
#include "examples.h"
#include "settings.h"
#include "print.h"
#include "stream.h"

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
    struct fm_examples *examples;         /* of messages; owned; NULL = there is no page */
    const struct fm_converter *converter; /* of the run, for the counts of conditions */
    double seconds;
    uint64_t profile;                    /* fm_profile_hash() */
    bool writes;                         /* there are outputs; false: it was only read */
    struct fm_lost_list inputs, outputs; /* that failed */
};

/* A member of struct fm_totals that is a count, where it is printed. */
struct fm_counter {
    const char *name;
    size_t at;          /* FM_TOTAL_AT() */
    bool optional, bad; /* it is not there if it is 0; else it is marked */
};
#define FM_TOTAL_AT(member) .at = offsetof(struct fm_totals, member)
static inline uint64_t fm_counter_value(const struct fm_counter *counter,
                                        const struct fm_totals *totals)
{
    return *(const uint64_t *)(const void *)((const char *)totals + counter->at);
}

/* Names of a group of counts of games: in JSON, in the table of --stats; titles of its chart and of what is
 * counted there. */
struct fm_group_names {
    const char *json, *table, *chart, *names;
};
extern const struct fm_group_names fm_group_names[FM_COUNT_GROUPS];

struct fm_progress {
    bool shown;
    bool terminal;      /* one line rewritten; else a new line now and then */
    size_t width;       /* of the line that the terminal shows; 0 = none */
    uint64_t size;      /* of all inputs as they are on disk; 0 = unknown */
    double began, last; /* seconds of the monotonic clock */
};

/** @param inputs  read for their sizes only. */
void fm_progress_start(struct fm_progress *progress, const struct fm_settings *settings,
                       char *const *inputs, size_t count);
/** Show the progress, several times a second at most. @param raw_bytes  read from disk, as
 * compressed there. */
void fm_progress_show(struct fm_progress *progress, const struct fm_totals *totals,
                      uint64_t raw_bytes);
/** Remove the line, before anything else is printed and at the end. */
void fm_progress_hide(struct fm_progress *progress);
/** Seconds since fm_progress_start(). */
double fm_progress_seconds(const struct fm_progress *progress);

/** One or a few lines; nothing with -q. */
void fm_summary_print(const struct fm_settings *settings, const struct fm_report *report);

/** As JSON. @param name  of the file: one in .txt gets a table for people. */
void fm_stats_put(struct fm_stream *to, const struct fm_report *report, const char *name);
/** The page of --report. @param inputs  their names as the user gave them. */
void fm_report_page(struct fm_stream *to, const struct fm_report *report, const char *const *inputs,
                    size_t count);

#endif
