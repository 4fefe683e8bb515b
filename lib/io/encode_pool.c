/* SPDX-License-Identifier: MIT */
/* The list of waiting pieces, and the coders: see encode_pool.h.
 *
 * The lock guards both, the states of pieces, the spare ones, and the count of bytes. Who
 * compresses a piece waits for nothing, and a writer waits only for a piece that is taken: so there
 * is no deadlock, also if no other thread ever comes. */
#include <config.h>
#include "io/encode_pool.h"
#include <stdlib.h>
#include "base/thread.h"

/* What a thread compresses with; a spare one while no thread uses it. */
struct coder {
    struct coder *next;
    const struct fm_encoder *encoder;
    unsigned level;
    void *state;         /* the encoder's */
    unsigned char out[]; /* encoder->packed_max */
};

struct fm_encode_pool {
    unsigned threads;
    const atomic_bool *cancelled; /* flag that ends the run; NULL = none */
    pthread_mutex_t lock;
    pthread_cond_t posted; /* a piece waits, or the helpers are to end */
    pthread_cond_t done;   /* a piece was compressed */
    struct fm_piece *waiting, **last;
    struct fm_piece *spare_pieces;
    struct coder *spare_coders; /* free encoders, at most one a thread */
    size_t bytes, bytes_max;    /* bytes of the pieces that were posted, and their limit */
    pthread_t *helpers;         /* threads - 1; NULL: none is wanted; owned */
    unsigned helper_count, idle;
    bool ending; /* the helpers are to end */
};

static void free_coder(struct coder *coder)
{
    coder->encoder->end(coder->state);
    free(coder);
}

/* Compress a piece with a spare coder that fits, or a new one in the place of another. Called with
 * the lock held, which is given up meanwhile. The compressed bytes take the place of the text: a
 * piece is one buffer all the time, and hardly more than a fifth of the coder's is ever used. */
static void compress(struct fm_encode_pool *pool, struct fm_piece *piece)
{
    const struct fm_encoder *encoder = piece->encoder;
    struct coder **from = &pool->spare_coders, *coder, *other = NULL;
    while ((coder = *from) != NULL && (coder->encoder != encoder || coder->level != piece->level))
        from = &coder->next;
    if (coder == NULL) {
        from = &pool->spare_coders;
        other = *from;
    }
    if (*from != NULL)
        *from = (*from)->next;
    piece->state = FM_PIECE_TAKEN;
    pthread_mutex_unlock(&pool->lock);
    if (other != NULL)
        free_coder(other);
    if (coder == NULL && (coder = malloc(sizeof *coder + encoder->packed_max)) != NULL) {
        *coder = (struct coder){.encoder = encoder, .level = piece->level};
        if (encoder->start(piece->level, &coder->state) != FM_OK) {
            free(coder);
            coder = NULL;
        }
    }
    piece->status = FM_NO_MEMORY;
    if (coder != NULL)
        piece->status = encoder->encode(coder->state, (struct fm_text){piece->bytes, piece->plain},
                                        coder->out, &piece->packed);
    if (piece->status == FM_OK)
        memcpy(piece->bytes, coder->out, piece->packed);
    pthread_mutex_lock(&pool->lock);
    if (coder != NULL) {
        coder->next = pool->spare_coders;
        pool->spare_coders = coder;
    }
    piece->state = FM_PIECE_DONE;
    pthread_cond_broadcast(&pool->done);
}

/* Take this piece out of those that wait, or the first (NULL). @return NULL: it does not wait. */
static struct fm_piece *take_waiting(struct fm_encode_pool *pool, const struct fm_piece *wanted)
{
    struct fm_piece **link = &pool->waiting;
    while (*link != NULL && wanted != NULL && *link != wanted)
        link = &(*link)->waiting;
    struct fm_piece *piece = *link;
    if (piece == NULL)
        return NULL;
    *link = piece->waiting;
    if (pool->last == &piece->waiting)
        pool->last = link;
    return piece;
}

bool fm_encode_pool_is_cancelled(const struct fm_encode_pool *pool)
{
    return pool->cancelled != NULL && atomic_load_explicit(pool->cancelled, memory_order_relaxed);
}

bool fm_encode_pool_help(struct fm_encode_pool *pool)
{
    if (fm_encode_pool_is_cancelled(pool))
        return false;
    pthread_mutex_lock(&pool->lock);
    struct fm_piece *piece = take_waiting(pool, NULL);
    if (piece != NULL)
        compress(pool, piece);
    pthread_mutex_unlock(&pool->lock);
    return piece != NULL;
}

enum fm_status fm_encode_pool_new(unsigned threads, const atomic_bool *cancelled,
                                  struct fm_encode_pool **out)
{
    const unsigned most = threads + 2 < FM_ENCODE_THREADS ? threads + 2 : FM_ENCODE_THREADS;
    struct fm_encode_pool *pool = calloc(1, sizeof *pool);
    FM_TRY_MADE(pool);
    pool->threads = threads;
    pool->cancelled = cancelled;
    pool->last = &pool->waiting;
    pool->bytes_max = threads > 1 ? (size_t)FM_ENCODE_BYTES * most : 0;
    if (pthread_mutex_init(&pool->lock, NULL) != 0)
        goto no_lock;
    if (pthread_cond_init(&pool->posted, NULL) != 0)
        goto no_posted;
    if (pthread_cond_init(&pool->done, NULL) != 0)
        goto no_done;
    *out = pool;
    return FM_OK;
no_done:
    pthread_cond_destroy(&pool->posted);
no_posted:
    pthread_mutex_destroy(&pool->lock);
no_lock:
    free(pool);
    return FM_NO_MEMORY;
}

unsigned fm_encode_pool_threads(const struct fm_encode_pool *pool)
{
    return pool->threads;
}

void fm_encode_pool_free(struct fm_encode_pool *pool)
{
    if (pool == NULL)
        return;
    for (struct fm_piece *piece; (piece = pool->spare_pieces) != NULL;) {
        pool->spare_pieces = piece->next;
        free(piece);
    }
    for (struct coder *coder; (coder = pool->spare_coders) != NULL;) {
        pool->spare_coders = coder->next;
        free_coder(coder);
    }
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->posted);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

static void *helper_run(void *user)
{
    struct fm_encode_pool *pool = user;
    pthread_mutex_lock(&pool->lock);
    while (!pool->ending) {
        struct fm_piece *piece = take_waiting(pool, NULL);
        if (piece != NULL) {
            compress(pool, piece);
        } else {
            pool->idle++;
            pthread_cond_wait(&pool->posted, &pool->lock);
            pool->idle--;
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

void fm_encode_pool_start_helpers(struct fm_encode_pool *pool)
{
    if (pool->threads > 1)
        pool->helpers = calloc(pool->threads - 1, sizeof *pool->helpers);
}

void fm_encode_pool_stop_helpers(struct fm_encode_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->ending = true;
    pthread_cond_broadcast(&pool->posted);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->helper_count; i++)
        (void)pthread_join(pool->helpers[i], NULL);
    free(pool->helpers);
    pool->helpers = NULL;
    pool->helper_count = 0;
    pool->ending = false;
}

struct fm_piece *fm_encode_pool_open(struct fm_encode_pool *pool, const struct fm_encoder *encoder,
                                     unsigned level)
{
    pthread_mutex_lock(&pool->lock);
    struct fm_piece **from = &pool->spare_pieces;
    while (*from != NULL && (*from)->encoder != encoder)
        from = &(*from)->next;
    struct fm_piece *piece = *from;
    if (piece != NULL)
        *from = piece->next;
    pthread_mutex_unlock(&pool->lock);
    if (piece == NULL)
        piece = malloc(sizeof *piece + encoder->packed_max);
    if (piece != NULL)
        *piece = (struct fm_piece){.encoder = encoder, .level = level};
    return piece;
}

bool fm_encode_pool_post(struct fm_encode_pool *pool, struct fm_piece *piece)
{
    pthread_mutex_lock(&pool->lock);
    const size_t bytes = pool->bytes + piece->encoder->packed_max;
    const bool room = bytes <= pool->bytes_max;
    if (room) {
        const bool several = pool->waiting != NULL;
        pool->bytes = bytes;
        piece->counted = true;
        piece->state = FM_PIECE_WAITING;
        *pool->last = piece;
        pool->last = &piece->waiting;
        /* The writer comes for the first of several itself: a helper is started for the second. */
        if (pool->idle > 0)
            pthread_cond_signal(&pool->posted);
        else if (several && pool->helpers != NULL && pool->helper_count + 1 < pool->threads &&
                 fm_thread_start(&pool->helpers[pool->helper_count], 0, helper_run, pool) == FM_OK)
            pool->helper_count++;
    }
    pthread_mutex_unlock(&pool->lock);
    return room;
}

bool fm_encode_pool_is_done(struct fm_encode_pool *pool, const struct fm_piece *piece)
{
    pthread_mutex_lock(&pool->lock);
    const bool done = piece->state == FM_PIECE_DONE;
    pthread_mutex_unlock(&pool->lock);
    return done;
}

void fm_encode_pool_claim(struct fm_encode_pool *pool, struct fm_piece *piece)
{
    pthread_mutex_lock(&pool->lock);
    while (piece->state != FM_PIECE_DONE) {
        struct fm_piece *mine =
            piece->state == FM_PIECE_OPEN
                ? piece
                : take_waiting(pool, piece->state == FM_PIECE_TAKEN ? NULL : piece);
        if (mine != NULL)
            compress(pool, mine);
        else
            pthread_cond_wait(&pool->done, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
}

void fm_encode_pool_give_back(struct fm_encode_pool *pool, struct fm_piece *piece)
{
    if (piece == NULL)
        return;
    pthread_mutex_lock(&pool->lock);
    if (piece->state == FM_PIECE_WAITING)
        (void)take_waiting(pool, piece);
    while (piece->state == FM_PIECE_TAKEN)
        pthread_cond_wait(&pool->done, &pool->lock);
    if (piece->counted)
        pool->bytes -= piece->encoder->packed_max;
    piece->next = pool->spare_pieces;
    pool->spare_pieces = piece;
    pthread_mutex_unlock(&pool->lock);
}
