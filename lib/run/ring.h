/* SPDX-License-Identifier: MIT */
/* The ring: blocks between the reader and the outputs.
 *
 * A block is in a slot of the ring for one round: `taken` by the thread that reads it, worked by
 * the same thread (FM_BLOCK_WORKED_ON), then decided on, finished and written, each by any thread
 * that has finished its own work:
 *
 *     written <= decided <= counted <= taken <= written + size      (counts of blocks)
 *
 *     0 ...... written ......... decided ............ taken
 *              |to be finished   |worked on,          |
 *              |and written      |or made             |
 *
 * Which block gets into a slot is left open: the one written last is used again first, as its
 * memory is in the cache of who wrote it. Where there are more slots than `common_blocks`, they are
 * for small inputs: there may be as many blocks as together have the bytes of a few.
 *
 * Deciding and writing are the ordered steps: blocks come to each in the order of their numbers,
 * and one thread at a time is in either of them (`ordering`). Finishing has no order.
 *
 * No thread waits for a later block, only for earlier ones, so there is no deadlock: the earliest
 * block that is not written always has a worker that waits for nothing. No thread waits for a step
 * to become due either: the thread that makes it due does steps until none is due. Then, before it
 * takes another block, it helps with what was written (compressing it), so that as much of that is
 * done as comes.
 *
 * Who may touch what: all fields of the ring are guarded by `lock`, but for `commit` and the
 * limits, which are const. The fields of a block belong to the thread that does something with
 * it now, as its state shows; except `ring`, which is always guarded, and `numbers`, which are
 * guarded from fm_ring_count() on. */
#ifndef FM_RUN_RING_H
#define FM_RUN_RING_H
#include "base/thread.h"
#include "run/commit.h"

/* Limits on the blocks in memory. While there are too many blocks or bytes, no new block is
 * given out; but one block always is. */
struct fm_ring_limits {
    size_t blocks;        /* most blocks in the ring, of any size */
    size_t common_blocks; /* number of blocks from which on `small_bytes` limits their input */
    size_t small_bytes;   /* most bytes of input while `common_blocks` or more are in memory */
    size_t bytes;         /* most bytes of input in blocks, so that few large games are in memory */
    /* bytes of results that wait to be written; above this, threads wait before they work on
     * another block */
    size_t results;
    size_t common; /* capacity in bytes above which a block frees its memory after use */
};

struct fm_ring {
    struct fm_commit *commit; /* decides on blocks, finishes and writes them; not owned */
    pthread_mutex_t lock;
    pthread_cond_t freed;    /* a block was written, or the ordered steps are free again */
    pthread_cond_t numbered; /* `counted` grew */
    struct fm_ring_limits limits;
    struct fm_block *blocks; /* limits.blocks of them; owned */
    struct fm_block **slots; /* block of number n at n % limits.blocks; owned */
    struct fm_block **spare; /* blocks not in a slot, the one written last at the end; owned */
    size_t spare_n;
    uint64_t taken;        /* blocks given to threads */
    uint64_t counted;      /* blocks whose numbers and those of all before them are known */
    uint64_t decided;      /* blocks whose records are decided on */
    uint64_t written;      /* blocks whose slot is free again */
    uint64_t lines, games; /* numbers of lines and games before block `counted` in its input */
    uint64_t run_games;    /* number of games before block `counted` in the run */
    uint64_t listed;       /* number of records of lists before block `counted` in the run */
    size_t bytes;          /* bytes of input in the blocks in slots */
    size_t results;        /* bytes of results of blocks that are worked and not yet written */
    bool over;             /* true: the input ended before block `counted`, which is dropped */
    bool ordering;         /* true: a thread is in an ordered step */
    bool stopping;         /* true: no more blocks are given out */
};

/** @param commit  does the steps after the work; started; must outlive the ring.
 * @return FM_OK or FM_NO_MEMORY. fm_ring_free() after either. */
FM_MUST_CHECK enum fm_status fm_ring_make(struct fm_ring *ring, const struct fm_ring_limits *limits,
                                          struct fm_commit *commit);
void fm_ring_free(struct fm_ring *ring);
/** Take the place of the next block; with @p wait, wait until there is one. @return NULL when there
 * is none, or the run is stopping. The caller holds the reader's token. */
struct fm_block *fm_ring_take(struct fm_ring *ring, bool wait);
/** The block just taken is read. The caller still holds the reader's token. */
void fm_ring_weigh(struct fm_ring *ring, struct fm_block *block);
/** Wait while too much of other blocks is to be written. The earliest block waits for nothing. */
void fm_ring_await_room(struct fm_ring *ring, const struct fm_block *block);
/** There was nothing left to read: the block just taken is unused, and the last. */
void fm_ring_give_back(struct fm_ring *ring);
/** The block's lines and games are counted; with @p wait, wait until those before it are too
 * (`lines_before`, `games_before`, `run_before`, `listed_before`). */
void fm_ring_count(struct fm_ring *ring, struct fm_block *block, bool wait);
/** The block is worked to its end; the caller must not touch it any more. Does steps that are due,
 * of this block and others, until there is none. */
void fm_ring_done(struct fm_ring *ring, struct fm_block *block);
/** The results of the block so far are to be written before it is worked to its end: waits for its
 * turn, does its steps, and empties the block's outputs. The earliest block waits for nothing.
 * @return false where the run is to stop. */
bool fm_ring_part(struct fm_ring *ring, struct fm_block *block);
void fm_ring_stop(struct fm_ring *ring);

#endif
