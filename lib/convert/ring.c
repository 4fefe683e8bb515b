/* The ring of blocks: see ring.h. No thread ever waits for a later block, only for earlier ones, so
 * there is no deadlock: the earliest block that is not committed always has a worker that waits for
 * nothing. */
#include <config.h>
#include "convert/ring.h"
#include <stdlib.h>

enum fm_status fm_ring_make(struct fm_ring *ring, size_t size, size_t sinks, size_t common)
{
    enum { LARGE_A_BLOCK = 1024 * 1024 };
    *ring = (struct fm_ring){.size = size, .common = common, .large_max = size * LARGE_A_BLOCK};
    FM_TRY(fm_mutex_init(&ring->lock));
    FM_TRY(fm_cond_init(&ring->freed));
    FM_TRY(fm_cond_init(&ring->numbered));
    ring->blocks = calloc(size, sizeof *ring->blocks);
    if (ring->blocks == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < size; i++)
        FM_TRY(fm_block_make(&ring->blocks[i], sinks));
    return FM_OK;
}

void fm_ring_free(struct fm_ring *ring)
{
    for (size_t i = 0; i < ring->size && ring->blocks != NULL; i++)
        fm_block_free(&ring->blocks[i]);
    if (ring->size > 0) {
        fm_cond_destroy(&ring->numbered);
        fm_cond_destroy(&ring->freed);
        fm_mutex_destroy(&ring->lock);
    }
    free(ring->blocks);
    *ring = (struct fm_ring){.size = 0};
}

struct fm_block *fm_ring_take(struct fm_ring *ring)
{
    fm_mutex_lock(&ring->lock);
    while ((ring->taken - ring->committed >= ring->size || ring->large > ring->large_max) &&
           !ring->stopping)
        fm_cond_wait(&ring->freed, &ring->lock);
    struct fm_block *block = ring->stopping ? NULL : &ring->blocks[ring->taken++ % ring->size];
    if (block != NULL)
        fm_block_clear(block);
    fm_mutex_unlock(&ring->lock);
    return block;
}

static size_t weight_of(const struct fm_ring *ring, const struct fm_block *block)
{
    return block->n > ring->common ? block->n : 0;
}

void fm_ring_weigh(struct fm_ring *ring, const struct fm_block *block)
{
    fm_mutex_lock(&ring->lock);
    ring->large += weight_of(ring, block);
    fm_mutex_unlock(&ring->lock);
}

/* What a large block, or one of very many games, has grown to. */
static void release_input(const struct fm_ring *ring, struct fm_block *block)
{
    enum { KEPT_GAMES = 1 << 14, KEPT_TAGS = 1 << 16 };
    if (block->cap > ring->common) {
        free(block->bytes);
        block->bytes = NULL;
        block->cap = 0;
    }
    if (block->cap == 0 || block->split.cap > KEPT_GAMES || block->split.tag_cap > KEPT_TAGS)
        fm_split_free(&block->split);
}

void fm_ring_give_back(struct fm_ring *ring)
{
    fm_mutex_lock(&ring->lock);
    ring->taken--;
    ring->stopping = true;
    fm_mutex_unlock(&ring->lock);
}

void fm_ring_count(struct fm_ring *ring, struct fm_block *block, bool wait)
{
    fm_mutex_lock(&ring->lock);
    block->counted = true;
    while (ring->counted < ring->taken && ring->blocks[ring->counted % ring->size].counted) {
        struct fm_block *next = &ring->blocks[ring->counted % ring->size];
        if (next->input_first)
            ring->lines = ring->games = 0;
        next->line_base = ring->lines;
        next->game_base = ring->games;
        ring->lines += next->lines;
        ring->games += next->games;
        ring->counted++;
        fm_cond_broadcast(&ring->numbered);
    }
    while (wait && ring->counted <= block->seq)
        fm_cond_wait(&ring->numbered, &ring->lock);
    fm_mutex_unlock(&ring->lock);
}

void fm_ring_done(struct fm_ring *ring, struct fm_block *block,
                  bool (*commit)(void *user, struct fm_block *block), void *user)
{
    fm_mutex_lock(&ring->lock);
    block->done = true;
    if (ring->committing) {
        fm_mutex_unlock(&ring->lock);
        return;
    }
    ring->committing = true;
    while (ring->committed < ring->taken && ring->blocks[ring->committed % ring->size].done) {
        struct fm_block *next = &ring->blocks[ring->committed % ring->size];
        fm_mutex_unlock(&ring->lock);
        const bool more = commit(user, next);
        const size_t weight = weight_of(ring, next);
        release_input(ring, next);
        fm_block_clear_outputs(next);
        fm_mutex_lock(&ring->lock);
        ring->large -= weight;
        next->done = next->counted = false;
        ring->committed++;
        ring->stopping = ring->stopping || !more;
        fm_cond_broadcast(&ring->freed);
    }
    ring->committing = false;
    fm_cond_broadcast(&ring->freed); /* a part of the next block may be waiting */
    fm_mutex_unlock(&ring->lock);
}

bool fm_ring_part(struct fm_ring *ring, struct fm_block *block,
                  bool (*commit)(void *user, struct fm_block *block), void *user)
{
    fm_mutex_lock(&ring->lock);
    while (ring->committed < block->seq || ring->committing)
        fm_cond_wait(&ring->freed, &ring->lock);
    ring->committing = true;
    fm_mutex_unlock(&ring->lock);
    const bool more = commit(user, block);
    fm_mutex_lock(&ring->lock);
    ring->committing = false;
    ring->stopping = ring->stopping || !more;
    fm_cond_broadcast(&ring->freed);
    fm_mutex_unlock(&ring->lock);
    fm_block_clear_outputs(block);
    return more;
}

void fm_ring_stop(struct fm_ring *ring)
{
    fm_mutex_lock(&ring->lock);
    ring->stopping = true;
    fm_cond_broadcast(&ring->freed);
    fm_mutex_unlock(&ring->lock);
}
