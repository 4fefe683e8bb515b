/* SPDX-License-Identifier: MIT */
/* The reports of a run: progress, summary, statistics. */
#ifndef FM_SRC_REPORT_H
#define FM_SRC_REPORT_H
#include "examples.h"
#include "settings.h"
#include "print.h"
#include "stream.h"

/* An input or output that failed. */
struct fm_lost {
    char *name;            /* owned */
    enum fm_reason reason; /* reason of the failure; only of inputs */
};

struct fm_lost_list {
    struct fm_lost *of; /* array of failed inputs or outputs, in order; owned */
    size_t count;
};

struct fm_report {
    struct fm_totals totals;
    uint64_t rejected[FM_REASON_COUNT];       /* records rejected for this reason */
    uint64_t warnings[FM_REASON_COUNT];       /* warnings of this reason, one a record */
    uint64_t facts[FM_REASON_COUNT];          /* facts of this reason, one a record */
    struct fm_count *counts[FM_COUNT_GROUPS]; /* counts of games by group; owned */
    size_t count_sizes[FM_COUNT_GROUPS];      /* number of counts in each group */
    /* Messages for the page; owned; NULL = there is no page. */
    struct fm_examples *examples;
    /* Converter of the run, for the counts of conditions. */
    const struct fm_converter *converter;
    double seconds;   /* duration of the run */
    uint64_t profile; /* fm_profile_hash() of the profile */
    bool writes;      /* true: there are outputs; false: the inputs are only read */
    struct fm_lost_list inputs, outputs; /* inputs and outputs that failed */
};

/* A count in struct fm_totals, and how it is printed. */
struct fm_counter {
    const char *name;
    size_t at; /* place in the struct: FM_TOTAL_AT() */
    /* `optional`: left out where it is 0; `bad`: marked where it is not 0 */
    bool optional, bad;
};
#define FM_TOTAL_AT(member) .at = offsetof(struct fm_totals, member)
static inline uint64_t fm_counter_value(const struct fm_counter *counter,
                                        const struct fm_totals *totals)
{
    return *(const uint64_t *)(const void *)((const char *)totals + counter->at);
}

/* Names of a group of counts of games: in JSON, in the table of --stats; titles of its chart and of
 * what is counted there. */
struct fm_group_names {
    const char *json, *table, *chart, *names;
};
extern const struct fm_group_names fm_group_names[FM_COUNT_GROUPS];

struct fm_progress {
    bool shown;
    bool terminal;      /* true: one line is rewritten; false: a new line now and then */
    size_t width;       /* length of the line on the terminal; 0 = there is none */
    uint64_t size;      /* bytes of all inputs on disk; 0 = unknown */
    double began, last; /* start and last display, in seconds of the monotonic clock */
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

/** Print the summary, one or a few lines; nothing with -q. */
void fm_summary_print(const struct fm_settings *settings, const struct fm_report *report);

/** Write the statistics as JSON. @param name  of the file: one in .txt gets a table for
 * people. */
void fm_stats_put(struct fm_stream *to, const struct fm_report *report, const char *name);
/** Write the page of --report. @param inputs  their names as the user gave them. */
void fm_report_page(struct fm_stream *to, const struct fm_report *report, const char *const *inputs,
                    size_t count);

#endif
