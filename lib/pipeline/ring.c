/* The ring of blocks: see ring.h. No thread ever waits for a later block, only for earlier ones, so
 * there is no deadlock: the earliest block that is not committed always has a worker that waits for
 * nothing. */
#include <config.h>
#include "pipeline/ring.h"
#include <stdlib.h>

enum fm_status fm_ring_make(struct fm_ring *ring, size_t size, size_t sinks)
{
    *ring = (struct fm_ring){.size = size, .sinks = sinks};
    FM_TRY(fm_mutex_init(&ring->lock));
    FM_TRY(fm_cond_init(&ring->freed));
    FM_TRY(fm_cond_init(&ring->numbered));
    ring->blocks = calloc(size, sizeof *ring->blocks);
    if (ring->blocks == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < size; i++) {
        ring->blocks[i].out = calloc(sinks + 1, sizeof *ring->blocks[i].out);
        ring->blocks[i].keys = calloc(sinks + 1, sizeof *ring->blocks[i].keys);
        ring->blocks[i].runs = calloc(sinks + 1, sizeof *ring->blocks[i].runs);
        if (ring->blocks[i].out == NULL || ring->blocks[i].keys == NULL ||
            ring->blocks[i].runs == NULL)
            return FM_NO_MEMORY;
    }
    return FM_OK;
}

void fm_ring_free(struct fm_ring *ring)
{
    for (size_t i = 0; i < ring->size && ring->blocks != NULL; i++) {
        struct fm_block *block = &ring->blocks[i];
        for (size_t k = 0; k < ring->sinks && block->out != NULL; k++)
            fm_buf_free(&block->out[k]);
        for (size_t k = 0; k < ring->sinks && block->keys != NULL; k++)
            fm_buf_free(&block->keys[k]);
        for (size_t k = 0; k < ring->sinks && block->runs != NULL; k++)
            fm_buf_free(&block->runs[k]);
        free(block->out);
        free(block->keys);
        free(block->runs);
        free(block->bytes);
        fm_split_free(&block->split);
        fm_arena_free(&block->arena);
    }
    if (ring->size > 0) {
        fm_cond_destroy(&ring->numbered);
        fm_cond_destroy(&ring->freed);
        fm_mutex_destroy(&ring->lock);
    }
    free(ring->blocks);
    *ring = (struct fm_ring){.size = 0};
}

static void block_clear(const struct fm_ring *ring, struct fm_block *block)
{
    for (size_t i = 0; i < ring->sinks; i++)
        block->out[i].n = block->keys[i].n = block->runs[i].n = 0;
    fm_arena_reset(&block->arena);
    block->messages = NULL;
    block->message_tail = &block->messages;
    block->input_notes = (struct fm_reading){{0}};
    block->segments = block->segment_last = NULL;
    block->game_marks = NULL;
    block->game_tail = &block->game_marks;
    block->segment_tail = &block->segments;
    memset(&block->totals, 0, sizeof block->totals);
    block->status = FM_OK;
    block->lines = block->games = 0;
    block->split.count = 0;
    block->counted = block->done = false;
}

struct fm_block *fm_ring_take(struct fm_ring *ring)
{
    fm_mutex_lock(&ring->lock);
    while (ring->taken - ring->committed >= ring->size && !ring->stopping)
        fm_cond_wait(&ring->freed, &ring->lock);
    struct fm_block *block = ring->stopping ? NULL : &ring->blocks[ring->taken++ % ring->size];
    if (block != NULL)
        block_clear(ring, block);
    fm_mutex_unlock(&ring->lock);
    return block;
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
        fm_mutex_lock(&ring->lock);
        next->done = next->counted = false;
        ring->committed++;
        ring->stopping = ring->stopping || !more;
        fm_cond_broadcast(&ring->freed);
    }
    ring->committing = false;
    fm_mutex_unlock(&ring->lock);
}

void fm_ring_stop(struct fm_ring *ring)
{
    fm_mutex_lock(&ring->lock);
    ring->stopping = true;
    fm_cond_broadcast(&ring->freed);
    fm_mutex_unlock(&ring->lock);
}
