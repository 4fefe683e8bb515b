/* The progress of a long run on standard error: how much is read, how fast, what came of it, the
 * time left. */
#ifndef FM_SRC_PROGRESS_H
#define FM_SRC_PROGRESS_H
#include "option.h"

struct fm_progress {
    bool shown;         /* is wanted at all */
    bool terminal;      /* one line rewritten; else a new line now and then */
    size_t width;       /* of the line that stands there now; 0 = none */
    uint64_t size;      /* of all inputs as they are on disk; 0 = unknown */
    double began, last; /* seconds of the monotonic clock */
};

/** @param inputs  read for their sizes only. */
void fm_progress_start(struct fm_progress *progress, const struct fm_settings *settings,
                       char *const *inputs, size_t count);
/** Show where things stand, several times a second at most. @param raw_bytes  read from disk, as
 * compressed there. */
void fm_progress_show(struct fm_progress *progress, const struct fm_totals *totals,
                      uint64_t raw_bytes);
/** Take the line away, before anything else is printed and at the end. */
void fm_progress_hide(struct fm_progress *progress);
/** Seconds since fm_progress_start(). */
double fm_progress_seconds(const struct fm_progress *progress);

#endif
