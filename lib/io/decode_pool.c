/* SPDX-License-Identifier: MIT */
/* The token, the queue of batches, and cutting them: see decode_pool.h.
 *
 * The lock guards the token, who waits, the states of batches and of spare decoders; everything
 * else of the queue is the token holder's. A thread that waits for the token owns no block of the
 * run, and one that decodes waits for nothing, so there is no deadlock.
 *
 * A batch ends where it decodes to enough, where its buffer is full, and before anything that is no
 * member of known size. What was gathered after it begins the next one; so the last batch in
 * the queue is open, or its bytes are for the reader. */
#include <config.h>
#include "io/decode_pool.h"
#include <stdlib.h>

/* Two batches a thread: one that it decodes and one that waits. A member takes at most a third of
 * the memory, so that enough of them are in memory side by side. */
enum { BATCHES_A_THREAD = 2, MEMBERS_IN_MEMORY = 3 };

/* Bytes of a batch: enough that handing it over costs nothing against decoding it, few enough for
 * the cache of who decodes it. */
enum { RAW_BATCH = 128 * 1024, PLAIN_BATCH = 256 * 1024 };

/* Some decoders end a member only with room left. */
enum { SLACK = 64 };

enum cut { CUT_READ, CUT_CLOSE, CUT_STUCK };

/* The state of a decoder that nobody uses now. */
struct spare {
    const struct fm_decoder *decoder;
    void *state;
};

struct fm_decode_pool {
    pthread_mutex_t lock;
    pthread_cond_t turn;    /* the token is free, or a batch waits */
    pthread_cond_t decoded; /* a batch that was taken is decoded */
    bool held;              /* the token */
    unsigned waiting;       /* threads that wait for `turn` */
    struct spare *spares;   /* as many as threads at most; owned */
    size_t spare_n;
    struct fm_batch *batches;     /* a ring; owned */
    const struct fm_codec *codec; /* of the first member in the queue */
    const void *inside;           /* as in batches: one for the whole queue */
    size_t size, first, count;
    struct fm_room *kept; /* buffers not in use, two for each batch at most; owned */
    size_t kept_n;
    size_t bytes, bytes_max; /* of all buffers */
};

/* The decoder stops at a member's end, so that wrong sizes in headers are found out: what follows
 * is then no member, or the last one is not complete. */
static bool decode_member(const struct fm_decoder *decoder, void *state, struct fm_flow *flow)
{
    struct fm_text ignored;
    enum fm_flow_state result = FM_FLOW_MORE;
    while (result == FM_FLOW_MORE) {
        const size_t in_n = flow->in_n, out_n = flow->out_n;
        result = decoder->feed(state, flow, &ignored);
        if (result == FM_FLOW_MORE && flow->in_n == in_n && flow->out_n == out_n)
            return false; /* cut short, or no room */
    }
    return result == FM_FLOW_END;
}

/* Make the decoder ready for what these bytes begin with. */
static bool start_member(const struct fm_batch *batch, struct fm_text bytes, void **state)
{
    const struct fm_decoder *decoder = &batch->codec->coder->decoder;
    const struct fm_codec *codec;
    if (batch->inside != NULL)
        return decoder->parts.start(state, batch->inside) == FM_OK;
    return fm_codec_find(bytes, true, &codec) && codec == batch->codec &&
           decoder->start(state) == FM_OK;
}

bool fm_batch_decode(struct fm_batch *batch, void **state)
{
    const struct fm_decoder *decoder = &batch->codec->coder->decoder;
    struct fm_flow flow = {batch->raw.p, batch->members_n, batch->plain.p, batch->plain.cap};
    while (flow.in_n > 0) {
        const struct fm_text rest = {flow.in, flow.in_n};
        if (!start_member(batch, rest, state) || !decode_member(decoder, *state, &flow))
            return false;
    }
    batch->plain_n = batch->plain.cap - flow.out_n;
    return true;
}

enum fm_status fm_decode_pool_new(unsigned threads, struct fm_decode_pool **out)
{
    struct fm_decode_pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL)
        return FM_NO_MEMORY;
    pool->size = (size_t)BATCHES_A_THREAD * threads + 2;
    pool->bytes_max = (size_t)FM_DECODE_BYTES * (threads - 1);
    pool->batches = calloc(pool->size, sizeof *pool->batches);
    pool->spares = calloc(threads, sizeof *pool->spares);
    pool->kept = calloc(2 * pool->size, sizeof *pool->kept);
    const bool made = pool->batches != NULL && pool->spares != NULL && pool->kept != NULL;
    if (!made || pthread_mutex_init(&pool->lock, NULL) != 0)
        goto no_lock;
    if (pthread_cond_init(&pool->turn, NULL) != 0)
        goto no_turn;
    if (pthread_cond_init(&pool->decoded, NULL) != 0)
        goto no_decoded;
    *out = pool;
    return FM_OK;
no_decoded:
    pthread_cond_destroy(&pool->turn);
no_turn:
    pthread_mutex_destroy(&pool->lock);
no_lock:
    free(pool->kept);
    free(pool->spares);
    free(pool->batches);
    free(pool);
    return FM_NO_MEMORY;
}

static void free_room(struct fm_decode_pool *pool, struct fm_room room)
{
    pool->bytes -= room.cap;
    free(room.p);
}

void fm_decode_pool_free(struct fm_decode_pool *pool)
{
    if (pool == NULL)
        return;
    fm_decode_pool_clear(pool);
    while (pool->kept_n > 0)
        free_room(pool, pool->kept[--pool->kept_n]);
    for (size_t i = 0; i < pool->spare_n; i++)
        pool->spares[i].decoder->end(pool->spares[i].state);
    pthread_cond_destroy(&pool->decoded);
    pthread_cond_destroy(&pool->turn);
    pthread_mutex_destroy(&pool->lock);
    free(pool->kept);
    free(pool->spares);
    free(pool->batches);
    free(pool);
}

static struct fm_batch *batch_at(const struct fm_decode_pool *pool, size_t i)
{
    return &pool->batches[(pool->first + i) % pool->size];
}

static struct fm_batch *first_waiting(const struct fm_decode_pool *pool)
{
    for (size_t i = 0; i < pool->count; i++)
        if (batch_at(pool, i)->state == FM_BATCH_WAITING)
            return batch_at(pool, i);
    return NULL;
}

static struct spare take_spare(struct fm_decode_pool *pool, const struct fm_decoder *decoder)
{
    struct spare spare = {decoder, NULL};
    if (pool->spare_n > 0)
        spare = pool->spares[--pool->spare_n];
    if (spare.decoder != decoder) {
        spare.decoder->end(spare.state);
        spare = (struct spare){decoder, NULL};
    }
    return spare;
}

static void decode(struct fm_decode_pool *pool, struct fm_batch *batch)
{
    struct spare spare = take_spare(pool, &batch->codec->coder->decoder);
    batch->state = FM_BATCH_TAKEN;
    pthread_mutex_unlock(&pool->lock);
    const bool whole = fm_batch_decode(batch, &spare.state);
    pthread_mutex_lock(&pool->lock);
    batch->state = whole ? FM_BATCH_WHOLE : FM_BATCH_RAW;
    pool->spares[pool->spare_n++] = spare;
    pthread_cond_signal(&pool->decoded);
}

void fm_decode_pool_enter(struct fm_decode_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    while (pool->held) {
        struct fm_batch *batch = first_waiting(pool);
        if (batch != NULL) {
            decode(pool, batch);
            continue;
        }
        pool->waiting++;
        pthread_cond_wait(&pool->turn, &pool->lock);
        pool->waiting--;
    }
    pool->held = true;
    pthread_mutex_unlock(&pool->lock);
}

void fm_decode_pool_leave(struct fm_decode_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->held = false;
    const bool awaited = pool->waiting > 0;
    pthread_mutex_unlock(&pool->lock);
    if (awaited)
        pthread_cond_signal(&pool->turn);
}

/* Bytes of memory that a member may take. */
static size_t member_limit(const struct fm_decode_pool *pool)
{
    return pool->bytes_max / MEMBERS_IN_MEMORY;
}

bool fm_decode_pool_is_short(const struct fm_decode_pool *pool)
{
    return pool->count == 1;
}

struct fm_batch *fm_decode_pool_first(const struct fm_decode_pool *pool)
{
    return pool->count > 0 ? batch_at(pool, 0) : NULL;
}

static struct fm_batch *last_batch(const struct fm_decode_pool *pool)
{
    return pool->count > 0 ? batch_at(pool, pool->count - 1) : NULL;
}

static bool queue_full(const struct fm_decode_pool *pool)
{
    return pool->count == pool->size;
}

/* Keep a buffer for another batch; where there are many, the smallest is none that will be missed.
 */
static void keep(struct fm_decode_pool *pool, struct fm_room *room)
{
    struct fm_room least = *room;
    *room = (struct fm_room){NULL, 0};
    if (least.p == NULL)
        return;
    if (pool->kept_n < 2 * pool->size) {
        pool->kept[pool->kept_n++] = least;
        return;
    }
    for (size_t i = 0; i < pool->kept_n; i++) {
        const struct fm_room other = pool->kept[i];
        if (other.cap < least.cap) {
            pool->kept[i] = least;
            least = other;
        }
    }
    free_room(pool, least);
}

/* The open and empty batch that can be put after the last; the queue is not full. */
static struct fm_batch *spare_batch(struct fm_decode_pool *pool)
{
    struct fm_batch *batch = batch_at(pool, pool->count);
    keep(pool, &batch->raw);
    keep(pool, &batch->plain);
    *batch = (struct fm_batch){.state = FM_BATCH_OPEN, .inside = pool->inside};
    return batch;
}

static void push_spare(struct fm_decode_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->count++;
    pthread_mutex_unlock(&pool->lock);
}

/* The smallest buffer kept that is large enough; without one, the last. */
static size_t best_kept(const struct fm_decode_pool *pool, size_t wanted)
{
    size_t best = pool->kept_n;
    for (size_t i = 0; i < pool->kept_n; i++)
        if (pool->kept[i].cap >= wanted &&
            (best == pool->kept_n || pool->kept[i].cap < pool->kept[best].cap))
            best = i;
    return best;
}

/* A new buffer; its address is NULL if there is no memory now. */
static struct fm_room new_room(struct fm_decode_pool *pool, size_t wanted)
{
    while (pool->bytes + wanted > pool->bytes_max && pool->kept_n > 0)
        free_room(pool, pool->kept[--pool->kept_n]);
    struct fm_room made = {NULL, wanted};
    if (pool->bytes + wanted <= pool->bytes_max)
        made.p = malloc(wanted);
    if (made.p != NULL)
        pool->bytes += wanted;
    return made;
}

/* Make room for at least so many bytes, of which the first n are kept, within the memory that all
 * batches may take. @return false: there is none now. */
static bool reserve(struct fm_decode_pool *pool, struct fm_room *room, size_t n, size_t wanted)
{
    enum { ROUND = 64 * 1024 };
    if (wanted <= room->cap)
        return true;
    struct fm_room made;
    const size_t best = best_kept(pool, wanted);
    if (best < pool->kept_n) {
        made = pool->kept[best];
        pool->kept[best] = pool->kept[--pool->kept_n];
    } else {
        made = new_room(pool, (wanted + ROUND - 1) / ROUND * ROUND);
    }
    if (made.p == NULL)
        return false;
    if (n > 0)
        memcpy(made.p, room->p, n);
    keep(pool, room);
    *room = made;
    return true;
}

/* Let the batch be decoded. */
static void post(struct fm_decode_pool *pool, struct fm_batch *batch)
{
    pthread_mutex_lock(&pool->lock);
    batch->state = FM_BATCH_WAITING;
    const bool awaited = pool->waiting > 0;
    pthread_mutex_unlock(&pool->lock);
    if (awaited)
        pthread_cond_signal(&pool->turn);
}

/* The bytes of an open batch are for the reader. */
static void give_up(struct fm_decode_pool *pool, struct fm_batch *batch)
{
    pthread_mutex_lock(&pool->lock);
    batch->state = FM_BATCH_RAW;
    pthread_mutex_unlock(&pool->lock);
}

bool fm_decode_pool_claim(struct fm_decode_pool *pool, bool plain)
{
    struct fm_batch *batch = batch_at(pool, 0);
    pthread_mutex_lock(&pool->lock);
    while (batch->state == FM_BATCH_TAKEN) {
        struct fm_batch *other = first_waiting(pool);
        if (other != NULL)
            decode(pool, other);
        else
            pthread_cond_wait(&pool->decoded, &pool->lock);
    }
    const bool whole = plain && batch->state == FM_BATCH_WHOLE;
    if (!whole)
        batch->state = FM_BATCH_RAW;
    pthread_mutex_unlock(&pool->lock);
    return whole;
}

/* The first batch is used up. */
static void drop_first(struct fm_decode_pool *pool)
{
    struct fm_batch *batch = batch_at(pool, 0);
    keep(pool, &batch->raw);
    keep(pool, &batch->plain);
    pthread_mutex_lock(&pool->lock);
    pool->first = (pool->first + 1) % pool->size;
    pool->count--;
    pthread_mutex_unlock(&pool->lock);
}

void fm_decode_pool_clear(struct fm_decode_pool *pool)
{
    while (pool->count > 0) {
        (void)fm_decode_pool_claim(pool, false);
        drop_first(pool);
    }
}

uint64_t fm_decode_pool_queued(const struct fm_decode_pool *pool)
{
    uint64_t queued = 0;
    for (size_t i = 0; i < pool->count; i++)
        queued += batch_at(pool, i)->raw_n - batch_at(pool, i)->at;
    return queued;
}

static enum fm_extent_state measure_by(const struct fm_decode_pool *pool,
                                       const struct fm_codec *codec, struct fm_text rest,
                                       struct fm_extent *extent)
{
    const struct fm_decoder *decoder = &codec->coder->decoder;
    if (pool->inside != NULL)
        return decoder->parts.measure(pool->inside, rest, member_limit(pool), extent);
    return decoder->measure(rest, member_limit(pool), extent);
}

static enum fm_extent_state measure(struct fm_decode_pool *pool, struct fm_batch *batch,
                                    struct fm_text rest, bool ended, struct fm_extent *extent)
{
    const struct fm_codec *codec;
    if (pool->inside != NULL) {
        batch->codec = pool->codec;
        return measure_by(pool, pool->codec, rest, extent);
    }
    if (!fm_codec_find(rest, ended, &codec))
        return FM_EXTENT_MORE;
    if (codec == NULL || codec->coder == NULL || codec->coder->decoder.measure == NULL)
        return FM_EXTENT_NONE;
    if (batch->members_n == 0)
        batch->codec = codec;
    else if (batch->codec != codec)
        return FM_EXTENT_NONE;
    return measure_by(pool, codec, rest, extent);
}

/* Count the members that are whole. */
static enum cut gather(struct fm_decode_pool *pool, struct fm_batch *batch, bool ended)
{
    for (;;) {
        const struct fm_text rest = {batch->raw.p + batch->members_n,
                                     batch->raw_n - batch->members_n};
        struct fm_extent extent = {0, 0};
        const enum fm_extent_state state = measure(pool, batch, rest, ended, &extent);
        const bool some = batch->members_n > 0;
        if (state == FM_EXTENT_KNOWN && extent.raw <= rest.n) {
            if (batch->wanted > 0 && batch->wanted + extent.plain > PLAIN_BATCH)
                return CUT_CLOSE;
            batch->members_n += extent.raw;
            batch->wanted += extent.plain;
            batch->unended = batch->codec->coder->decoder.reported != NULL && extent.plain > 0;
            continue;
        }
        if (state == FM_EXTENT_NONE || ended)
            return some ? CUT_CLOSE : CUT_STUCK;
        if (some && (batch->raw_n >= batch->target || batch->wanted >= PLAIN_BATCH))
            return CUT_CLOSE;
        return CUT_READ;
    }
}

/* An open batch after the last that begins with these bytes. @return false: no memory now. */
static bool add_batch(struct fm_decode_pool *pool, struct fm_text bytes)
{
    struct fm_batch *batch = spare_batch(pool);
    const size_t target = bytes.n > RAW_BATCH ? bytes.n : RAW_BATCH;
    if (!reserve(pool, &batch->raw, batch->raw_n, target))
        return false;
    memcpy(batch->raw.p, bytes.p, bytes.n);
    batch->raw_n = bytes.n;
    batch->target = target;
    push_spare(pool);
    return true;
}

/* End the last batch after its whole members. @return false: no memory now. */
static bool close_batch(struct fm_decode_pool *pool, struct fm_batch *batch)
{
    const struct fm_text rest = {batch->raw.p + batch->members_n, batch->raw_n - batch->members_n};
    if (!reserve(pool, &batch->plain, 0, batch->wanted + SLACK) || !add_batch(pool, rest))
        return false;
    batch->raw_n = batch->members_n;
    post(pool, batch);
    return true;
}

/* Room to read to. @return false: no memory now. */
static bool make_room(struct fm_decode_pool *pool, struct fm_batch *batch)
{
    const size_t target = batch->raw_n < batch->target ? batch->target : batch->target * 2;
    if (!reserve(pool, &batch->raw, batch->raw_n, target))
        return false;
    batch->target = target;
    return true;
}

bool fm_decode_pool_begin(struct fm_decode_pool *pool, const struct fm_codec *codec,
                          const void *inside, struct fm_text bytes, bool ended)
{
    struct fm_extent extent;
    if (inside == NULL && (codec->coder == NULL || codec->coder->decoder.measure == NULL))
        return false;
    pool->codec = codec;
    pool->inside = inside;
    switch (measure_by(pool, codec, bytes, &extent)) {
    case FM_EXTENT_NONE:
        return false;
    case FM_EXTENT_MORE:
        return !ended && add_batch(pool, bytes);
    case FM_EXTENT_KNOWN:
        break;
    }
    return add_batch(pool, bytes);
}

bool fm_decode_pool_cut(struct fm_decode_pool *pool, bool ended, unsigned char **to, size_t *room)
{
    struct fm_batch *batch;
    while ((batch = last_batch(pool)) != NULL && batch->state == FM_BATCH_OPEN &&
           !queue_full(pool)) {
        const enum cut cut = gather(pool, batch, ended);
        if (cut == CUT_READ && make_room(pool, batch)) {
            *to = batch->raw.p + batch->raw_n;
            *room = batch->target - batch->raw_n;
            return true;
        }
        if (cut == CUT_CLOSE && close_batch(pool, batch))
            continue;
        /* Where only memory lacks, the batches before it will leave some. */
        if (cut == CUT_STUCK || batch == fm_decode_pool_first(pool))
            give_up(pool, batch);
        return false;
    }
    return false;
}

void fm_decode_pool_filled(struct fm_decode_pool *pool, size_t n)
{
    batch_at(pool, pool->count - 1)->raw_n += n;
}

/* Copy from where the first batch is used up to. @return bytes copied. */
static size_t take(struct fm_decode_pool *pool, const unsigned char *bytes, size_t n,
                   unsigned char *to, size_t room)
{
    struct fm_batch *batch = batch_at(pool, 0);
    const size_t got = n - batch->at < room ? n - batch->at : room;
    if (got > 0)
        memcpy(to, bytes + batch->at, got);
    batch->at += got;
    if (batch->at == n)
        drop_first(pool);
    return got;
}

size_t fm_decode_pool_raw(struct fm_decode_pool *pool, unsigned char *to, size_t room)
{
    const struct fm_batch *batch = batch_at(pool, 0);
    (void)fm_decode_pool_claim(pool, false);
    return take(pool, batch->raw.p, batch->raw_n, to, room);
}

size_t fm_decode_pool_plain(struct fm_decode_pool *pool, unsigned char *to, size_t room)
{
    const struct fm_batch *batch = batch_at(pool, 0);
    return take(pool, batch->plain.p, batch->plain_n, to, room);
}
