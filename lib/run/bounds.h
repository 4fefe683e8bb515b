/* SPDX-License-Identifier: MIT */
/* Bounds of memory. The constants of this folder are here; those of lower folders are in their
 * headers, and users set others by keys of profiles. bounds.c is the table of all bounds, with
 * the sum that the manual promises: `fenmill help memory`. */
#ifndef FM_RUN_BOUNDS_H
#define FM_RUN_BOUNDS_H
#include "fenmill.h"

enum {
    FM_THREADS_MAX = 256,
    FM_THREAD_BYTES = 24 * 1024 * 1024, /* most bytes that one thread takes: docs/reliability.md */

    /* Blocks in the ring. Each thread has one to work on and one that waits to be written, of
     * the latter at most FM_RING_WAITING in all. For small inputs there are more: each of
     * FM_RING_READING threads may hold FM_SMALL_INPUTS of them, while as many again are read. */
    FM_RING_WAITING = 8,
    FM_RING_READING = 16,
    FM_SMALL_INPUTS = 16,
    /* Bytes in the ring for each block that is not for small inputs: so many of input, and as
     * many of results that wait to be written. */
    FM_RING_BYTES = 1024 * 1024,
    /* Memory that a written block keeps for the next input; larger buffers are freed. Its input
     * buffer keeps two blocks' size, or FM_KEPT_INPUT if that is more; its split so many games
     * and tags; its output buffers FM_KEPT_MAX. The many blocks for small inputs keep
     * FM_KEPT_SMALL. */
    FM_KEPT_INPUT = 512 * 1024,
    FM_KEPT_GAMES = 1 << 14,
    FM_KEPT_TAGS = 1 << 16,
    FM_KEPT_MAX = 8 * 1024 * 1024,
    FM_KEPT_SMALL = 256 * 1024,

    /* When the results of a block exceed this size, they are written at the end of a game,
     * before the block ends. */
    FM_PART_BYTES = 4 * 1024 * 1024,
    /* Bytes per block when a stage passes gathered records on. */
    FM_GATHERED_BYTES = 256 * 1024,

    /* Bytes of the largest tree, whatever `max-game` is. */
    FM_TREE_BYTES = 1 << 30,

    FM_READER_AHEAD = 2 * 1024 * 1024, /* bytes that wait for the caller of a reader */

    /* Most bytes for `fenmill merge`: memory to sort in, a row of a table, a file of statistics. */
    FM_MERGE_MEMORY = 256 << 20,
    FM_MERGE_ROW_MAX = 64 << 20,
    FM_MERGE_STATS_MAX = 64 << 20
};

/** A row of the table as `help` lists it. @return false after the last. */
bool fm_bound_row(size_t index, struct fm_list_item *out);

#endif
