/* SPDX-License-Identifier: MIT */
/* The raw bytes of an input on their way to a decoder: those held here come first, then those in
 * the queue of a decode pool, then those still in the file. One thread at a time. */
#ifndef FM_IO_RAW_FEED_H
#define FM_IO_RAW_FEED_H
#include "base/base.h"
#include "io/codec.h"
#include "io/decode_pool.h"
#include "io/raw_file.h"

/** Bytes of the first call: a small file takes no other. */
enum { FM_RAW_FEED_HEAD = 4096 };

struct fm_raw_feed {
    struct fm_raw_file file;
    struct fm_decode_pool *pool;          /* the caller's; NULL = none */
    unsigned char *held;                  /* `head`, or more bytes, allocated */
    size_t at, n, cap;                    /* of them: first unused, after the last, room */
    unsigned char head[FM_RAW_FEED_HEAD]; /* last, as it is not initialised */
};

/** Nothing is held, and there is no file yet. */
void fm_raw_feed_init(struct fm_raw_feed *feed);
/** Close the file too. */
void fm_raw_feed_close(struct fm_raw_feed *feed);
/** Whether the queue of the decode pool has bytes of the file. */
bool fm_raw_feed_is_ahead(const struct fm_raw_feed *feed);
/** Whether no bytes come after those held. */
bool fm_raw_feed_has_ended(const struct fm_raw_feed *feed);
/** The bytes held. */
struct fm_text fm_raw_feed_unused(const struct fm_raw_feed *feed);
/** Where in the file the bytes held begin, or, where none are, those that come next; between members
 * and before the first batch of the pool. */
uint64_t fm_raw_feed_offset(const struct fm_raw_feed *feed);
/** Go on from that offset of the file: nothing is held, and nothing is ahead. */
void fm_raw_feed_go_on(struct fm_raw_feed *feed, uint64_t offset);
/** Hold more bytes, after those that are unused; there may be none. */
void fm_raw_feed_fill(struct fm_raw_feed *feed);
/** Hold at least one byte, if there is one. */
void fm_raw_feed_hold(struct fm_raw_feed *feed);
/** Hold as much at a time as feeds a decoder well. @return FM_OK, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_raw_feed_enlarge(struct fm_raw_feed *feed);
/** Find what begins with the next bytes; reads as much as is needed to decide.
 * @param[out] out  a codec, or NULL for anything else.
 * @return false: there are no bytes, or the file has failed before that was clear. */
FM_MUST_CHECK bool fm_raw_feed_find_codec(struct fm_raw_feed *feed, const struct fm_codec **out);
/** Drop zero bytes. */
void fm_raw_feed_skip_zeros(struct fm_raw_feed *feed);
/** How many bytes a decoder gets next, of those it wants: fewer at the end, and, if @p alone, where
 * a batch of the decode pool begins, so that this is left to the pool. */
size_t fm_raw_feed_measure(struct fm_raw_feed *feed, uint64_t wanted, bool alone);
/** Read ahead as far as the decode pool has room; @p wait for a pipe without bytes only if the first
 * batch needs some. */
void fm_raw_feed_read_ahead(struct fm_raw_feed *feed, bool wait);
/** Let the decode pool, which is not ahead, begin with the bytes held. @return false: it cannot
 * (fm_decode_pool_begin()). */
FM_MUST_CHECK bool fm_raw_feed_begin_ahead(struct fm_raw_feed *feed, const struct fm_codec *codec,
                                           const void *inside);

#endif
