/* SPDX-License-Identifier: MIT */
/* The ring of blocks: see ring.h. */
#include <config.h>
#include "run/ring.h"
#include <stdlib.h>
#include "run/bounds.h"
#include "io/input.h"

enum fm_status fm_ring_make(struct fm_ring *ring, const struct fm_ring_limits *limits,
                            struct fm_commit *commit)
{
    const size_t count = limits->blocks;
    *ring = (struct fm_ring){.commit = commit, .limits = *limits};
    if (pthread_mutex_init(&ring->lock, NULL) != 0 || pthread_cond_init(&ring->freed, NULL) != 0 ||
        pthread_cond_init(&ring->numbered, NULL) != 0)
        return FM_NO_MEMORY;
    ring->blocks = calloc(count, sizeof *ring->blocks);
    ring->slots = calloc(count, sizeof *ring->slots);
    ring->spare = calloc(count, sizeof *ring->spare);
    if (ring->blocks == NULL || ring->slots == NULL || ring->spare == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        FM_TRY(fm_block_make(&ring->blocks[i], commit->plan->sinks));
    while (ring->spare_n < count) {
        ring->spare[ring->spare_n] = &ring->blocks[count - 1 - ring->spare_n];
        ring->spare_n++;
    }
    return FM_OK;
}

void fm_ring_free(struct fm_ring *ring)
{
    for (size_t i = 0; i < ring->limits.blocks && ring->blocks != NULL; i++)
        fm_block_free(&ring->blocks[i]);
    if (ring->limits.blocks > 0) {
        pthread_cond_destroy(&ring->numbered);
        pthread_cond_destroy(&ring->freed);
        pthread_mutex_destroy(&ring->lock);
    }
    free(ring->blocks);
    free(ring->slots);
    free(ring->spare);
    *ring = (struct fm_ring){.bytes = 0};
}

static struct fm_block **slot_of(const struct fm_ring *ring, uint64_t number)
{
    return &ring->slots[number % ring->limits.blocks];
}

static struct fm_block *block_at(const struct fm_ring *ring, uint64_t number)
{
    return *slot_of(ring, number);
}

/* Whether another block may be given out. How many bytes it has is only known when it is read, so
 * at most one block more than the limits allow is in memory. */
static bool has_room(const struct fm_ring *ring)
{
    const struct fm_ring_limits *limits = &ring->limits;
    const uint64_t count = ring->taken - ring->written;
    if (count < limits->common_blocks)
        return ring->bytes <= limits->bytes;
    return count < limits->blocks && ring->bytes <= limits->small_bytes;
}

struct fm_block *fm_ring_take(struct fm_ring *ring, bool wait)
{
    struct fm_block *block = NULL;
    pthread_mutex_lock(&ring->lock);
    while (wait && !has_room(ring) && !ring->stopping)
        pthread_cond_wait(&ring->freed, &ring->lock);
    if (has_room(ring) && !ring->stopping) {
        block = ring->spare[--ring->spare_n];
        *slot_of(ring, ring->taken++) = block;
        fm_block_clear(block);
    }
    pthread_mutex_unlock(&ring->lock);
    return block;
}

void fm_ring_weigh(struct fm_ring *ring, struct fm_block *block)
{
    pthread_mutex_lock(&ring->lock);
    block->ring.weight = block->n;
    ring->bytes += block->ring.weight;
    pthread_mutex_unlock(&ring->lock);
}

void fm_ring_give_back(struct fm_ring *ring)
{
    pthread_mutex_lock(&ring->lock);
    ring->spare[ring->spare_n++] = block_at(ring, --ring->taken);
    ring->stopping = true;
    pthread_mutex_unlock(&ring->lock);
}

/* Before the work, when it is not known what comes of a block: each thread may go above the limit
 * by what comes of one. */
void fm_ring_await_room(struct fm_ring *ring, const struct fm_block *block)
{
    pthread_mutex_lock(&ring->lock);
    while (ring->results > ring->limits.results && ring->written < block->seq)
        pthread_cond_wait(&ring->freed, &ring->lock);
    pthread_mutex_unlock(&ring->lock);
}

/* The numbers of a block are a prefix sum over the blocks before it. Blocks are counted in any
 * order; the sum goes on, here, as far as there is no gap, so it also covers blocks that were
 * counted before this one and come after it. A block that waits needs only earlier blocks, and
 * these never wait for it: each calls this before it waits for anything. */
void fm_ring_count(struct fm_ring *ring, struct fm_block *block, bool wait)
{
    pthread_mutex_lock(&ring->lock);
    block->numbers.counted = true;
    while (ring->counted < ring->taken && block_at(ring, ring->counted)->numbers.counted) {
        struct fm_block *next = block_at(ring, ring->counted);
        if (next->input.first) {
            ring->lines = next->input.lines_passed;
            ring->games = next->input.games_passed;
            ring->over = false;
        }
        next->numbers.lines_before = ring->lines;
        next->numbers.games_before = ring->games;
        next->numbers.run_before = ring->run_games;
        next->numbers.listed_before = ring->listed;
        const uint64_t games = ring->over ? 0 : next->numbers.games;
        ring->lines += next->numbers.lines;
        ring->games += games;
        ring->run_games += games;
        ring->listed += next->listed ? games : 0;
        ring->over |= next->input.over;
        ring->counted++;
        pthread_cond_broadcast(&ring->numbered);
    }
    while (wait && ring->counted <= block->seq)
        pthread_cond_wait(&ring->numbered, &ring->lock);
    pthread_mutex_unlock(&ring->lock);
}

/* Free what a large block, or one of very many games, has grown to: the ring would keep it for
 * every slot. */
static void release_input(const struct fm_ring *ring, struct fm_block *block)
{
    fm_input_close(block->input.closes);
    block->input.closes = NULL;
    if (block->cap > ring->limits.common) {
        free(block->bytes);
        block->bytes = NULL;
        block->cap = 0;
    }
    if (block->cap == 0 || block->split.cap > FM_KEPT_GAMES || block->split.tag_cap > FM_KEPT_TAGS)
        fm_split_free(&block->split);
}

/* The functions of the steps are called with the lock held, and give it up while the step runs.
 * `ordering` keeps other threads out of the ordered steps meanwhile. */
static void enter_order(struct fm_ring *ring)
{
    ring->ordering = true;
    pthread_mutex_unlock(&ring->lock);
}

/* Wakes fm_ring_part(), which waits for the ordered steps, and fm_ring_take(). */
static void leave_order(struct fm_ring *ring)
{
    pthread_mutex_lock(&ring->lock);
    ring->ordering = false;
    pthread_cond_broadcast(&ring->freed);
}

/* Everything of the block is given back before `written` grows: from then on the slot is the
 * reader's. */
static void ring_write(struct fm_ring *ring, struct fm_block *block)
{
    enter_order(ring);
    const bool more = fm_commit_write(ring->commit, block);
    release_input(ring, block);
    fm_block_clear_outputs(block);
    if (block >= ring->blocks + ring->limits.common_blocks)
        fm_block_empty(block, FM_KEPT_SMALL);
    leave_order(ring);
    ring->bytes -= block->ring.weight;
    ring->results -= block->ring.results;
    block->numbers.counted = false;
    block->ring.state = FM_BLOCK_WORKED_ON;
    ring->spare[ring->spare_n++] = block;
    ring->written++;
    ring->stopping = ring->stopping || !more;
}

/* Do one step that is due. Writing comes first: it frees a slot, for which the reader may wait.
 * Then deciding, which makes work for other threads. A block in another state belongs to a thread
 * that will come here itself when it is done with it, so nothing is ever left over.
 * @return false: none is due. */
static bool do_step(struct fm_ring *ring)
{
    struct fm_block *block = block_at(ring, ring->written);
    if (!ring->ordering && ring->written < ring->decided &&
        block->ring.state == FM_BLOCK_FINISHED) {
        ring_write(ring, block);
        return true;
    }
    block = block_at(ring, ring->decided);
    if (!ring->ordering && ring->decided < ring->taken && block->ring.state == FM_BLOCK_MADE) {
        enter_order(ring);
        fm_commit_decide(ring->commit, block);
        leave_order(ring);
        block->ring.state = FM_BLOCK_DECIDED;
        ring->decided++;
        return true;
    }
    for (uint64_t i = ring->written; i < ring->decided; i++) {
        block = block_at(ring, i);
        if (block->ring.state != FM_BLOCK_DECIDED)
            continue;
        block->ring.state = FM_BLOCK_FINISHING;
        pthread_mutex_unlock(&ring->lock);
        fm_commit_finish(ring->commit, block);
        pthread_mutex_lock(&ring->lock);
        block->ring.state = FM_BLOCK_FINISHED;
        return true;
    }
    return false;
}

void fm_ring_done(struct fm_ring *ring, struct fm_block *block)
{
    pthread_mutex_lock(&ring->lock);
    block->ring.state = FM_BLOCK_MADE;
    block->ring.results = fm_block_held(block);
    ring->results += block->ring.results;
    bool more;
    do {
        while (do_step(ring))
            continue;
        pthread_mutex_unlock(&ring->lock);
        more = fm_encode_pool_help(ring->commit->stages.run.pool);
        pthread_mutex_lock(&ring->lock);
    } while (more);
    pthread_mutex_unlock(&ring->lock);
}

/* While this block is the earliest that is not written, and not MADE, no other block can enter an
 * ordered step: so all three steps may run here as one. `written` does not grow, the block goes
 * on. */
bool fm_ring_part(struct fm_ring *ring, struct fm_block *block)
{
    pthread_mutex_lock(&ring->lock);
    while (ring->written < block->seq || ring->ordering)
        pthread_cond_wait(&ring->freed, &ring->lock);
    enter_order(ring);
    fm_commit_decide(ring->commit, block);
    fm_commit_finish(ring->commit, block);
    const bool more = fm_commit_write(ring->commit, block);
    leave_order(ring);
    ring->stopping = ring->stopping || !more;
    pthread_mutex_unlock(&ring->lock);
    fm_block_clear_outputs(block);
    return more;
}

void fm_ring_stop(struct fm_ring *ring)
{
    pthread_mutex_lock(&ring->lock);
    ring->stopping = true;
    pthread_cond_broadcast(&ring->freed);
    pthread_mutex_unlock(&ring->lock);
}
