/* The token and the queue of pieces: see decode pool.h. The lock guards the token, who waits, the states
 * of pieces and of spare decoders; everything else of the queue is the token holder's. A thread
 * that waits for the token owns no block of the pipeline, and one that decodes waits for nothing,
 * so there is no deadlock. */
#include <config.h>
#include "io/decode_pool.h"
#include <stdlib.h>

enum { PIECES_A_THREAD = 2, MEMBERS_IN_MEMORY = 3 };

/* Bytes of pieces in memory for each thread beyond the first. */
#define BYTES_A_THREAD ((size_t)10 << 20)

/* The state of a decoder that nobody uses now. */
struct spare {
    const struct fm_decoder *decoder;
    void *state;
};

struct fm_decode_pool {
    struct fm_mutex lock;
    struct fm_cond turn;    /* the token is free, or a piece waits */
    struct fm_cond decoded; /* a piece that was taken is decoded */
    bool held;              /* the token */
    unsigned waiting;       /* threads that wait for `turn` */
    struct spare *spares;   /* as many as threads at most; owned */
    size_t spare_n;
    struct fm_piece *pieces; /* a ring; owned */
    size_t size, first, count;
    struct fm_room *kept; /* buffers not in use, two for each piece at most; owned */
    size_t kept_n;
    size_t bytes, bytes_max; /* of all buffers */
};

enum fm_status fm_decode_pool_new(unsigned threads, struct fm_decode_pool **out)
{
    struct fm_decode_pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL)
        return FM_NO_MEMORY;
    pool->size = (size_t)PIECES_A_THREAD * threads + 2;
    pool->bytes_max = BYTES_A_THREAD * (threads - 1);
    pool->pieces = calloc(pool->size, sizeof *pool->pieces);
    pool->spares = calloc(threads, sizeof *pool->spares);
    pool->kept = calloc(2 * pool->size, sizeof *pool->kept);
    const bool made = pool->pieces != NULL && pool->spares != NULL && pool->kept != NULL;
    if (!made || fm_mutex_init(&pool->lock) != FM_OK)
        goto no_lock;
    if (fm_cond_init(&pool->turn) != FM_OK)
        goto no_turn;
    if (fm_cond_init(&pool->decoded) != FM_OK)
        goto no_decoded;
    *out = pool;
    return FM_OK;
no_decoded:
    fm_cond_destroy(&pool->turn);
no_turn:
    fm_mutex_destroy(&pool->lock);
no_lock:
    free(pool->kept);
    free(pool->spares);
    free(pool->pieces);
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
    fm_cond_destroy(&pool->decoded);
    fm_cond_destroy(&pool->turn);
    fm_mutex_destroy(&pool->lock);
    free(pool->kept);
    free(pool->spares);
    free(pool->pieces);
    free(pool);
}

/* ---- the token, and decoding; under the lock ---- */

static struct fm_piece *piece_at(const struct fm_decode_pool *pool, size_t i)
{
    return &pool->pieces[(pool->first + i) % pool->size];
}

static struct fm_piece *first_waiting(const struct fm_decode_pool *pool)
{
    for (size_t i = 0; i < pool->count; i++)
        if (piece_at(pool, i)->state == FM_PIECE_WAITING)
            return piece_at(pool, i);
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

static void decode(struct fm_decode_pool *pool, struct fm_piece *piece)
{
    struct spare spare = take_spare(pool, &piece->codec->coder->decoder);
    piece->state = FM_PIECE_TAKEN;
    fm_mutex_unlock(&pool->lock);
    const bool whole = fm_piece_decode(piece, &spare.state);
    fm_mutex_lock(&pool->lock);
    piece->state = whole ? FM_PIECE_WHOLE : FM_PIECE_RAW;
    pool->spares[pool->spare_n++] = spare;
    fm_cond_signal(&pool->decoded);
}

void fm_decode_pool_enter(struct fm_decode_pool *pool)
{
    fm_mutex_lock(&pool->lock);
    while (pool->held) {
        struct fm_piece *piece = first_waiting(pool);
        if (piece != NULL) {
            decode(pool, piece);
            continue;
        }
        pool->waiting++;
        fm_cond_wait(&pool->turn, &pool->lock);
        pool->waiting--;
    }
    pool->held = true;
    fm_mutex_unlock(&pool->lock);
}

void fm_decode_pool_leave(struct fm_decode_pool *pool)
{
    fm_mutex_lock(&pool->lock);
    pool->held = false;
    const bool awaited = pool->waiting > 0;
    fm_mutex_unlock(&pool->lock);
    if (awaited)
        fm_cond_signal(&pool->turn);
}

/* ---- the queue ---- */

size_t fm_decode_pool_member_limit(const struct fm_decode_pool *pool)
{
    return pool->bytes_max / MEMBERS_IN_MEMORY;
}

struct fm_piece *fm_decode_pool_first(const struct fm_decode_pool *pool)
{
    return pool->count > 0 ? piece_at(pool, 0) : NULL;
}

struct fm_piece *fm_decode_pool_last(const struct fm_decode_pool *pool)
{
    return pool->count > 0 ? piece_at(pool, pool->count - 1) : NULL;
}

bool fm_decode_pool_full(const struct fm_decode_pool *pool)
{
    return pool->count == pool->size;
}

/* Keep a buffer for another piece; where there are many, the smallest is none that will be missed.
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

struct fm_piece *fm_decode_pool_spare(struct fm_decode_pool *pool)
{
    struct fm_piece *piece = piece_at(pool, pool->count);
    keep(pool, &piece->raw);
    keep(pool, &piece->plain);
    *piece = (struct fm_piece){.state = FM_PIECE_OPEN};
    return piece;
}

void fm_decode_pool_add(struct fm_decode_pool *pool)
{
    fm_mutex_lock(&pool->lock);
    pool->count++;
    fm_mutex_unlock(&pool->lock);
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

bool fm_decode_pool_reserve(struct fm_decode_pool *pool, struct fm_room *room, size_t n,
                            size_t wanted)
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

void fm_decode_pool_post(struct fm_decode_pool *pool, struct fm_piece *piece)
{
    fm_mutex_lock(&pool->lock);
    piece->state = FM_PIECE_WAITING;
    const bool awaited = pool->waiting > 0;
    fm_mutex_unlock(&pool->lock);
    if (awaited)
        fm_cond_signal(&pool->turn);
}

void fm_decode_pool_give_up(struct fm_decode_pool *pool, struct fm_piece *piece)
{
    fm_mutex_lock(&pool->lock);
    piece->state = FM_PIECE_RAW;
    fm_mutex_unlock(&pool->lock);
}

bool fm_decode_pool_claim(struct fm_decode_pool *pool, bool plain)
{
    struct fm_piece *piece = piece_at(pool, 0);
    fm_mutex_lock(&pool->lock);
    while (piece->state == FM_PIECE_TAKEN) {
        struct fm_piece *other = first_waiting(pool);
        if (other != NULL)
            decode(pool, other);
        else
            fm_cond_wait(&pool->decoded, &pool->lock);
    }
    const bool whole = plain && piece->state == FM_PIECE_WHOLE;
    if (!whole)
        piece->state = FM_PIECE_RAW;
    fm_mutex_unlock(&pool->lock);
    return whole;
}

void fm_decode_pool_drop(struct fm_decode_pool *pool)
{
    struct fm_piece *piece = piece_at(pool, 0);
    keep(pool, &piece->raw);
    keep(pool, &piece->plain);
    fm_mutex_lock(&pool->lock);
    pool->first = (pool->first + 1) % pool->size;
    pool->count--;
    fm_mutex_unlock(&pool->lock);
}

void fm_decode_pool_clear(struct fm_decode_pool *pool)
{
    while (pool->count > 0) {
        (void)fm_decode_pool_claim(pool, false);
        fm_decode_pool_drop(pool);
    }
}
