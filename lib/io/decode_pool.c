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
    struct spare *spares;   /* free decoders, at most one a thread; owned */
    size_t spare_n;
    struct fm_decode_batch *batches; /* a ring; owned */
    const struct fm_codec *codec;    /* codec of the first member in the queue */
    const void *inside;              /* as in batches: one for the whole queue */
    size_t size, first, count;
    struct fm_room *kept; /* buffers not in use, two for each batch at most; owned */
    size_t kept_n;
    size_t bytes, bytes_max; /* bytes of all buffers, and their limit */
};

/* The decoder stops at a member's end, so that wrong sizes in headers are found out: what follows
 * is then no member, or the last one is not complete. */
bool fm_batch_decode(struct fm_decode_batch *batch, void **state)
{
    const struct fm_decoder *decoder = &batch->codec->coder->decoder;
    struct fm_flow flow = {batch->raw.p, batch->members_n, batch->plain.p, batch->plain.cap};
    batch->verified = true;
    batch->verified_n = 0;
    while (flow.in_n > 0) {
        const struct fm_codec *codec;
        const bool known = batch->inside != NULL ||
                           (fm_codec_find((struct fm_text){flow.in, flow.in_n}, true, &codec) &&
                            codec == batch->codec);
        if (!known || (batch->inside != NULL ? decoder->parts.start(state, batch->inside)
                                             : decoder->start(state)) != FM_OK)
            return false;
        enum fm_flow_state result = FM_FLOW_MORE;
        const size_t out_n = flow.out_n;
        while (result == FM_FLOW_MORE) {
            struct fm_text ignored;
            const struct fm_flow before = flow;
            result = decoder->feed(*state, &flow, &ignored);
            if (result == FM_FLOW_MORE && flow.in_n == before.in_n && flow.out_n == before.out_n)
                return false; /* cut short, or no room */
        }
        if (result != FM_FLOW_END)
            return false;
        if (out_n > flow.out_n) {
            const bool holds = decoder->verifies == NULL || decoder->verifies(*state);
            batch->verified = batch->verified && holds;
            batch->verified_n = holds ? batch->plain.cap - flow.out_n : batch->verified_n;
        }
    }
    batch->plain_n = batch->plain.cap - flow.out_n;
    return true;
}

enum fm_status fm_decode_pool_new(unsigned threads, struct fm_decode_pool **out)
{
    struct fm_decode_pool *pool = calloc(1, sizeof *pool);
    FM_TRY_MADE(pool);
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

static struct fm_decode_batch *batch_at(const struct fm_decode_pool *pool, size_t i)
{
    return &pool->batches[(pool->first + i) % pool->size];
}

struct fm_decode_batch *fm_decode_pool_first(const struct fm_decode_pool *pool)
{
    return pool->count > 0 ? batch_at(pool, 0) : NULL;
}

bool fm_decode_pool_is_short(const struct fm_decode_pool *pool)
{
    return pool->count == 1;
}

/* ---- decoding -------------------------------------------------------------------------------- */

/* Decode the first batch that waits, without the lock, which is held before and after. @return
 * false: none does. */
static bool decode_one(struct fm_decode_pool *pool)
{
    size_t i = 0;
    while (i < pool->count && batch_at(pool, i)->state != FM_BATCH_WAITING)
        i++;
    if (i == pool->count)
        return false;
    struct fm_decode_batch *batch = batch_at(pool, i);
    struct spare spare = {&batch->codec->coder->decoder, NULL}, last = spare;
    if (pool->spare_n > 0)
        last = pool->spares[--pool->spare_n];
    if (last.decoder == spare.decoder)
        spare.state = last.state;
    else
        last.decoder->end(last.state);
    batch->state = FM_BATCH_TAKEN;
    pthread_mutex_unlock(&pool->lock);
    const bool whole = fm_batch_decode(batch, &spare.state);
    pthread_mutex_lock(&pool->lock);
    batch->state = whole ? FM_BATCH_WHOLE : FM_BATCH_RAW;
    pool->spares[pool->spare_n++] = spare;
    pthread_cond_signal(&pool->decoded);
    return true;
}

void fm_decode_pool_enter(struct fm_decode_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    while (pool->held)
        if (!decode_one(pool)) {
            pool->waiting++;
            pthread_cond_wait(&pool->turn, &pool->lock);
            pool->waiting--;
        }
    pool->held = true;
    pthread_mutex_unlock(&pool->lock);
}

/* The lock is held; it is given up, and a thread that waits for its turn called. */
static void unlock_and_call(struct fm_decode_pool *pool)
{
    const bool awaited = pool->waiting > 0;
    pthread_mutex_unlock(&pool->lock);
    if (awaited)
        pthread_cond_signal(&pool->turn);
}

void fm_decode_pool_leave(struct fm_decode_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->held = false;
    unlock_and_call(pool);
}

bool fm_decode_pool_claim(struct fm_decode_pool *pool, bool plain)
{
    struct fm_decode_batch *batch = batch_at(pool, 0);
    pthread_mutex_lock(&pool->lock);
    while (batch->state == FM_BATCH_TAKEN)
        if (!decode_one(pool))
            pthread_cond_wait(&pool->decoded, &pool->lock);
    const bool whole = plain && batch->state == FM_BATCH_WHOLE;
    if (!whole)
        batch->state = FM_BATCH_RAW;
    pthread_mutex_unlock(&pool->lock);
    return whole;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Keep a buffer for another batch. */
static void keep(struct fm_decode_pool *pool, struct fm_room *room)
{
    if (room->p != NULL && pool->kept_n < 2 * pool->size)
        pool->kept[pool->kept_n++] = *room;
    else
        free_room(pool, *room);
    *room = (struct fm_room){NULL, 0};
}

/* Make room for at least so many bytes, of which the first n are kept, within the memory that all
 * batches may take: the smallest buffer kept that is large enough, or a new one. @return false:
 * there is no memory now. */
static bool reserve(struct fm_decode_pool *pool, struct fm_room *room, size_t n, size_t wanted)
{
    enum { ROUND = 64 * 1024 };
    size_t best = pool->kept_n;
    if (wanted <= room->cap)
        return true;
    for (size_t i = 0; i < pool->kept_n; i++)
        if (pool->kept[i].cap >= wanted &&
            (best == pool->kept_n || pool->kept[i].cap < pool->kept[best].cap))
            best = i;
    struct fm_room made = {NULL, (wanted + ROUND - 1) / ROUND * ROUND};
    if (best < pool->kept_n) {
        made = pool->kept[best];
        pool->kept[best] = pool->kept[--pool->kept_n];
    } else {
        while (pool->bytes + made.cap > pool->bytes_max && pool->kept_n > 0)
            free_room(pool, pool->kept[--pool->kept_n]);
        if (pool->bytes + made.cap <= pool->bytes_max)
            made.p = malloc(made.cap);
        if (made.p == NULL)
            return false;
        pool->bytes += made.cap;
    }
    if (n > 0)
        memcpy(made.p, room->p, n);
    keep(pool, room);
    *room = made;
    return true;
}

/* The first batch is used up. */
static void drop_first(struct fm_decode_pool *pool)
{
    struct fm_decode_batch *batch = batch_at(pool, 0);
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

size_t fm_decode_pool_take(struct fm_decode_pool *pool, bool plain, unsigned char *to, size_t room)
{
    struct fm_decode_batch *batch = batch_at(pool, 0);
    if (!plain)
        (void)fm_decode_pool_claim(pool, false);
    const size_t n = plain ? batch->plain_n : batch->raw_n;
    const size_t got = n - batch->at < room ? n - batch->at : room;
    if (got > 0)
        memcpy(to, (plain ? batch->plain.p : batch->raw.p) + batch->at, got);
    batch->at += got;
    if (batch->at == n)
        drop_first(pool);
    return got;
}

/* ---- cutting --------------------------------------------------------------------------------- */

/* The member of this codec, or the part of one, that these bytes begin with. */
static enum fm_extent_state measure(const struct fm_decode_pool *pool, const struct fm_codec *codec,
                                    struct fm_text rest, struct fm_extent *extent)
{
    const size_t limit = pool->bytes_max / MEMBERS_IN_MEMORY;
    if (pool->inside != NULL && codec->coder->decoder.parts.measure != NULL)
        return codec->coder->decoder.parts.measure(pool->inside, rest, limit, extent);
    if (pool->inside != NULL || codec == NULL || codec->coder == NULL ||
        codec->coder->decoder.measure == NULL)
        return FM_EXTENT_NONE;
    return codec->coder->decoder.measure(rest, limit, extent);
}

/* Count the members that are whole. */
static enum cut count_members(struct fm_decode_pool *pool, struct fm_decode_batch *batch,
                              bool ended)
{
    for (;;) {
        const struct fm_text rest = {batch->raw.p + batch->members_n,
                                     batch->raw_n - batch->members_n};
        const bool some = batch->members_n > 0;
        const struct fm_codec *codec = pool->codec;
        struct fm_extent extent = {0, 0};
        enum fm_extent_state state = FM_EXTENT_MORE;
        if (pool->inside != NULL || fm_codec_find(rest, ended, &codec))
            state = some && codec != batch->codec ? FM_EXTENT_NONE
                                                  : measure(pool, codec, rest, &extent);
        if (state == FM_EXTENT_KNOWN && extent.raw <= rest.n) {
            if (batch->wanted > 0 && batch->wanted + extent.plain > PLAIN_BATCH)
                return CUT_CLOSE;
            batch->codec = codec;
            batch->members_n += extent.raw;
            batch->wanted += extent.plain;
            batch->unended = codec->coder->decoder.reported != NULL && extent.plain > 0;
            continue;
        }
        if (state == FM_EXTENT_NONE || ended)
            return some ? CUT_CLOSE : CUT_STUCK;
        return some && (batch->raw_n >= batch->target || batch->wanted >= PLAIN_BATCH) ? CUT_CLOSE
                                                                                       : CUT_READ;
    }
}

/* An open batch after the last that begins with these bytes; the queue is not full. @return false:
 * no memory now. */
static bool add_batch(struct fm_decode_pool *pool, struct fm_text bytes)
{
    struct fm_decode_batch *batch = batch_at(pool, pool->count);
    keep(pool, &batch->raw);
    keep(pool, &batch->plain);
    *batch = (struct fm_decode_batch){.state = FM_BATCH_OPEN,
                                      .inside = pool->inside,
                                      .target = bytes.n > RAW_BATCH ? bytes.n : RAW_BATCH};
    if (!reserve(pool, &batch->raw, 0, batch->target))
        return false;
    memcpy(batch->raw.p, bytes.p, bytes.n);
    batch->raw_n = bytes.n;
    pthread_mutex_lock(&pool->lock);
    pool->count++;
    pthread_mutex_unlock(&pool->lock);
    return true;
}

bool fm_decode_pool_begin(struct fm_decode_pool *pool, const struct fm_codec *codec,
                          const void *inside, struct fm_text bytes, bool ended)
{
    struct fm_extent extent;
    pool->codec = codec;
    pool->inside = inside;
    const enum fm_extent_state state = measure(pool, codec, bytes, &extent);
    return state != FM_EXTENT_NONE && (state == FM_EXTENT_KNOWN || !ended) &&
           add_batch(pool, bytes);
}

bool fm_decode_pool_cut(struct fm_decode_pool *pool, bool ended, unsigned char **to, size_t *room)
{
    while (pool->count > 0 && pool->count < pool->size) {
        struct fm_decode_batch *batch = batch_at(pool, pool->count - 1);
        if (batch->state != FM_BATCH_OPEN)
            return false;
        const enum cut cut = count_members(pool, batch, ended);
        const size_t n = batch->members_n,
                     target = batch->raw_n < batch->target ? batch->target : batch->target * 2;
        if (cut == CUT_READ && reserve(pool, &batch->raw, batch->raw_n, target)) {
            batch->target = target;
            *to = batch->raw.p + batch->raw_n;
            *room = target - batch->raw_n;
            return true;
        }
        /* The batch ends after its whole members; the rest begins the next one. */
        const bool closed = cut == CUT_CLOSE &&
                            reserve(pool, &batch->plain, 0, batch->wanted + SLACK) &&
                            add_batch(pool, (struct fm_text){batch->raw.p + n, batch->raw_n - n});
        /* Where only memory lacks, the batches before it will leave some. */
        if (!closed && cut != CUT_STUCK && pool->count > 1)
            return false;
        pthread_mutex_lock(&pool->lock);
        batch->raw_n = closed ? n : batch->raw_n;
        batch->state = closed ? FM_BATCH_WAITING : FM_BATCH_RAW;
        unlock_and_call(pool);
        if (!closed)
            return false;
    }
    return false;
}

uint64_t fm_decode_pool_raw(const struct fm_decode_pool *pool)
{
    uint64_t n = 0;
    for (size_t i = 0; i < pool->count; i++)
        n += batch_at(pool, i)->raw_n - batch_at(pool, i)->at;
    return n;
}

void fm_decode_pool_filled(struct fm_decode_pool *pool, size_t n)
{
    batch_at(pool, pool->count - 1)->raw_n += n;
}
