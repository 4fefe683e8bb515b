/* SPDX-License-Identifier: MIT */
/* Where raw bytes are held and how many: see raw_feed.h. */
#include <config.h>
#include "io/raw_feed.h"
#include <stdlib.h>

/* Compressed bytes held at a time: enough that a call of the decoder fills a block, little enough
 * for the cache. */
enum { HELD_SIZE = 128 * 1024 };

void fm_raw_feed_init(struct fm_raw_feed *feed)
{
    memset(feed, 0, offsetof(struct fm_raw_feed, head));
    feed->held = feed->head;
    feed->cap = FM_RAW_FEED_HEAD;
}

bool fm_raw_feed_is_ahead(const struct fm_raw_feed *feed)
{
    return feed->pool != NULL && fm_decode_pool_first(feed->pool) != NULL;
}

void fm_raw_feed_close(struct fm_raw_feed *feed)
{
    if (fm_raw_feed_is_ahead(feed))
        fm_decode_pool_clear(feed->pool);
    if (feed->held != feed->head)
        free(feed->held);
    fm_raw_file_close(&feed->file);
}

bool fm_raw_feed_has_ended(const struct fm_raw_feed *feed)
{
    return feed->file.ended && !fm_raw_feed_is_ahead(feed);
}

struct fm_text fm_raw_feed_unused(const struct fm_raw_feed *feed)
{
    return (struct fm_text){feed->held + feed->at, feed->n - feed->at};
}

uint64_t fm_raw_feed_offset(const struct fm_raw_feed *feed)
{
    const uint64_t queued = fm_raw_feed_is_ahead(feed) ? fm_decode_pool_queued(feed->pool) : 0;
    return feed->file.bytes - queued - (feed->n - feed->at);
}

void fm_raw_feed_go_on(struct fm_raw_feed *feed, uint64_t offset)
{
    if (fm_raw_feed_is_ahead(feed))
        fm_decode_pool_clear(feed->pool);
    feed->at = feed->n = 0;
    feed->file.ended = false;
    feed->file.bytes = offset;
}

void fm_raw_feed_fill(struct fm_raw_feed *feed)
{
    if (feed->at > 0) {
        feed->n -= feed->at;
        memmove(feed->held, feed->held + feed->at, feed->n);
        feed->at = 0;
    }
    unsigned char *to = feed->held + feed->n;
    const size_t room = feed->cap - feed->n;
    feed->n += fm_raw_feed_is_ahead(feed) ? fm_decode_pool_raw(feed->pool, to, room)
                                          : fm_raw_file_read(&feed->file, to, room);
}

void fm_raw_feed_hold(struct fm_raw_feed *feed)
{
    while (feed->at == feed->n && !fm_raw_feed_has_ended(feed))
        fm_raw_feed_fill(feed);
}

enum fm_status fm_raw_feed_enlarge(struct fm_raw_feed *feed)
{
    if (feed->held != feed->head)
        return FM_OK;
    unsigned char *held = malloc(HELD_SIZE);
    if (held == NULL)
        return FM_NO_MEMORY;
    memcpy(held, feed->head, feed->n);
    feed->held = held;
    feed->cap = HELD_SIZE;
    return FM_OK;
}

bool fm_raw_feed_find_codec(struct fm_raw_feed *feed, const struct fm_codec **out)
{
    for (;;) {
        fm_raw_feed_hold(feed);
        const struct fm_text unused = fm_raw_feed_unused(feed);
        const bool ended = fm_raw_feed_has_ended(feed);
        if (unused.n > 0 && fm_codec_find(unused, ended && !feed->file.failed, out))
            return true;
        if (ended)
            break;
        fm_raw_feed_fill(feed);
    }
    *out = NULL;
    return false;
}

void fm_raw_feed_skip_zeros(struct fm_raw_feed *feed)
{
    do {
        while (feed->at < feed->n && feed->held[feed->at] == 0)
            feed->at++;
        if (feed->at < feed->n)
            return;
        fm_raw_feed_hold(feed);
    } while (feed->at < feed->n);
}

/* Whether the bytes held are those up to the first batch, and that is untouched. */
static bool before_batch(const struct fm_raw_feed *feed)
{
    return fm_raw_feed_is_ahead(feed) && fm_decode_pool_first(feed->pool)->at == 0;
}

size_t fm_raw_feed_measure(struct fm_raw_feed *feed, uint64_t wanted, bool alone)
{
    while (fm_raw_feed_unused(feed).n < wanted && !fm_raw_feed_has_ended(feed)) {
        if (alone && feed->at < feed->n && before_batch(feed))
            break;
        fm_raw_feed_fill(feed);
    }
    const size_t n = fm_raw_feed_unused(feed).n;
    return n < wanted ? n : (size_t)wanted;
}

void fm_raw_feed_read_ahead(struct fm_raw_feed *feed, bool wait)
{
    unsigned char *to;
    size_t room;
    while (fm_decode_pool_cut(feed->pool, feed->file.ended, &to, &room)) {
        const bool may_wait = wait && fm_decode_pool_is_short(feed->pool);
        if (!may_wait && !fm_raw_file_ready(&feed->file))
            break;
        fm_decode_pool_filled(feed->pool, fm_raw_file_read(&feed->file, to, room));
    }
}

bool fm_raw_feed_begin_ahead(struct fm_raw_feed *feed, const struct fm_codec *codec,
                             const void *inside)
{
    if (!fm_decode_pool_begin(feed->pool, codec, inside, fm_raw_feed_unused(feed),
                              feed->file.ended))
        return false;
    feed->at = feed->n = 0;
    return true;
}
