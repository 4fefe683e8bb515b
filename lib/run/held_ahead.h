/* SPDX-License-Identifier: MIT */
/* Blocks that were held, read back one ahead by a thread of its own: at the end of a run the others
 * have ended, and reading takes as long as what the stages then do. */
#ifndef FM_RUN_HELD_AHEAD_H
#define FM_RUN_HELD_AHEAD_H
#include "base/thread.h"
#include "run/held.h"

enum { FM_HELD_BLOCKS = 2 };

struct fm_held_ahead {
    struct fm_held *held;
    struct fm_block blocks[FM_HELD_BLOCKS]; /* block number n is at n % FM_HELD_BLOCKS */
    /* true: the caller has block number `used`; only the caller's thread uses this field */
    bool given;
    bool threaded; /* true: `thread` reads; false: the caller's thread reads */
    pthread_t thread;
    pthread_mutex_t lock;   /* guards all fields below */
    pthread_cond_t changed; /* signals a change of any field below */
    /* number of blocks read so far, and of blocks that the caller has finished with */
    uint64_t read, used;
    bool ended;            /* true: no more blocks are read */
    enum fm_status status; /* status of the last read */
    struct fm_error error;
};

/** Begin to read. @param own_thread  false: blocks are read when they are wanted.
 * @return FM_OK, FM_NO_MEMORY; fm_held_ahead_stop() after FM_OK. */
FM_MUST_CHECK enum fm_status fm_held_ahead_start(struct fm_held_ahead *ahead, struct fm_held *held,
                                                 bool own_thread);
/** Take the next block, in order; the one before is used up.
 * @param[out] block  NULL: there is none. @return as
 * fm_held_next(). */
FM_MUST_CHECK enum fm_status fm_held_ahead_next(struct fm_held_ahead *ahead,
                                                struct fm_block **block, struct fm_error *error);
/** Stop the reading thread, at any time. */
void fm_held_ahead_stop(struct fm_held_ahead *ahead);

#endif
