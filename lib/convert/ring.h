/* The ring: blocks on their way from the reader through the workers to the ordered commit. Every
 * field is guarded by `lock`, but for a block's own fields, which belong to the thread that holds
 * the block. */
#ifndef FM_CONVERT_RING_H
#define FM_CONVERT_RING_H
#include "base/thread.h"
#include "convert/block.h"

struct fm_ring {
    struct fm_mutex lock;
    struct fm_cond freed;    /* a block was committed */
    struct fm_cond numbered; /* `counted` went on */
    struct fm_block *blocks; /* block of number n at n % size; owned */
    size_t size;
    uint64_t taken;        /* blocks handed to workers */
    uint64_t counted;      /* blocks whose numbers and those of all before them are known */
    uint64_t committed;    /* blocks written */
    uint64_t lines, games; /* before block `counted`, in its input */
    size_t common;         /* bytes that a block usually has at most */
    size_t large,
        large_max;   /* bytes of larger blocks that are not committed, and how many may be */
    bool committing; /* one thread is in the commit */
    bool stopping;   /* no more blocks are wanted */
};

/** @param sinks  buffers in each block.
 * @param common  bytes that a block usually has at most. Larger ones, of large games, wait until
 * few of them are on their way, so that memory is bounded. @return FM_OK or FM_NO_MEMORY (the ring is then empty, free
 * is harmless). */
FM_MUST_CHECK enum fm_status fm_ring_make(struct fm_ring *ring, size_t size, size_t sinks,
                                          size_t common);
void fm_ring_free(struct fm_ring *ring);
/** Wait for the place of the next block. @return NULL when the run is stopping. The caller holds
 * the reader's token. */
struct fm_block *fm_ring_take(struct fm_ring *ring);
/** The block just taken is read. The caller still holds the reader's token. */
void fm_ring_weigh(struct fm_ring *ring, const struct fm_block *block);
/** Nothing came of the block just taken. */
void fm_ring_give_back(struct fm_ring *ring);
/** The block's lines and games are counted; with @p wait, wait until those before it are too
 * (line_base, game_base). */
void fm_ring_count(struct fm_ring *ring, struct fm_block *block, bool wait);
/** The block is worked. @p commit is called for every block whose turn has come, in order, by one
 * thread at a time; it returns false to stop the run. */
void fm_ring_done(struct fm_ring *ring, struct fm_block *block,
                  bool (*commit)(void *user, struct fm_block *block), void *user);
/** What has come of the block so far is to be committed before it is worked to its end: waits for
 * its turn, calls @p commit, and empties the block's outputs. The earliest block waits for nothing.
 * @return false where the run is to stop. */
bool fm_ring_part(struct fm_ring *ring, struct fm_block *block,
                  bool (*commit)(void *user, struct fm_block *block), void *user);
void fm_ring_stop(struct fm_ring *ring);

#endif
