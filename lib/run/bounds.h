/* SPDX-License-Identifier: MIT */
/* What bounds memory. Of what this folder holds, the constants are here; those of lower folders are in
 * their headers, and a user's are keys of profiles. bounds.c is the table of them all, with the sum
 * that the manual promises: `fenmill help memory`. */
#ifndef FM_RUN_BOUNDS_H
#define FM_RUN_BOUNDS_H
#include "fenmill.h"

enum {
    FM_THREADS_MAX = 256,
    FM_THREAD_BYTES = 24 * 1024 * 1024, /* what each takes at most: docs/reliability.md */

    /* Blocks in the ring, beside one for each thread: as many that wait to be written, at most so many.
     * Each of READING threads may have taken SMALL_INPUTS inputs, and as many again are read
     * meanwhile. */
    FM_RING_WAITING = 8,
    FM_RING_READING = 16,
    FM_SMALL_INPUTS = 16,
    /* Bytes for each of them: of input, and of what came of it and waits. */
    FM_RING_BYTES = 1024 * 1024,
    /* What a block gives back when it is written: input of more than two blocks' size, or this; the
     * split of more games or tags; buffers of outputs. Those in the ring for small inputs alone are
     * many, and keep less. */
    FM_KEPT_INPUT = 512 * 1024,
    FM_KEPT_GAMES = 1 << 14,
    FM_KEPT_TAGS = 1 << 16,
    FM_KEPT_MAX = 8 * 1024 * 1024,
    FM_KEPT_SMALL = 256 * 1024,

    /* What came of a block is written at the end of a game if it is more. */
    FM_PART_BYTES = 4 * 1024 * 1024,
    /* What a stage has gathered goes on in blocks of so many bytes. */
    FM_GATHERED_BYTES = 256 * 1024,

    FM_READER_AHEAD = 2 * 1024 * 1024, /* bytes that wait for the caller of a reader */

    /* `fenmill merge`: what is sorted, a row of a table, a file of statistics. */
    FM_MERGE_MEMORY = 256 << 20,
    FM_MERGE_ROW_MAX = 64 << 20,
    FM_MERGE_STATS_MAX = 64 << 20
};

/** A row of the table as `help` lists it. @return false after the last. */
bool fm_bound_row(size_t index, struct fm_list_item *out);

#endif
