/* SPDX-License-Identifier: MIT */
/* Reading one block ahead: see held_ahead.h. */
#include <config.h>
#include "run/held_ahead.h"

/* Read the next block, for which there is room. The lock is held, and given up meanwhile. */
static void read_ahead(struct fm_held_ahead *ahead)
{
    struct fm_block *block = &ahead->blocks[ahead->read % FM_HELD_BLOCKS];
    struct fm_error error = {.status = FM_OK};
    bool more = false;
    pthread_mutex_unlock(&ahead->lock);
    fm_block_clear(block);
    block->listed = block->input.first = false;
    const enum fm_status status = fm_held_next(ahead->held, block, &more, &error);
    pthread_mutex_lock(&ahead->lock);
    ahead->status = status;
    ahead->error = error;
    ahead->ended = ahead->ended || status != FM_OK || !more;
    ahead->read += more;
    pthread_cond_signal(&ahead->changed);
}

static void *run_ahead(void *user)
{
    struct fm_held_ahead *ahead = user;
    pthread_mutex_lock(&ahead->lock);
    while (!ahead->ended)
        if (ahead->read < ahead->used + FM_HELD_BLOCKS)
            read_ahead(ahead);
        else
            pthread_cond_wait(&ahead->changed, &ahead->lock);
    pthread_mutex_unlock(&ahead->lock);
    return NULL;
}

static void free_blocks(struct fm_held_ahead *ahead)
{
    for (size_t i = 0; i < FM_HELD_BLOCKS; i++)
        fm_block_free(&ahead->blocks[i]);
}

enum fm_status fm_held_ahead_start(struct fm_held_ahead *ahead, struct fm_held *held,
                                   bool own_thread)
{
    *ahead = (struct fm_held_ahead){.held = held};
    enum fm_status status = FM_OK;
    for (size_t i = 0; i < FM_HELD_BLOCKS && status == FM_OK; i++)
        status = fm_block_make(&ahead->blocks[i], held->plan->sinks);
    if (status == FM_OK && pthread_mutex_init(&ahead->lock, NULL) != 0)
        status = FM_NO_MEMORY;
    if (status != FM_OK) {
        free_blocks(ahead);
        return status;
    }
    if (pthread_cond_init(&ahead->changed, NULL) != 0) {
        pthread_mutex_destroy(&ahead->lock);
        free_blocks(ahead);
        return FM_NO_MEMORY;
    }
    ahead->threaded = own_thread && fm_thread_start(&ahead->thread, 0, run_ahead, ahead) == FM_OK;
    return FM_OK;
}

/* Blocks that were read before a failure are given before the failure is reported. */
enum fm_status fm_held_ahead_next(struct fm_held_ahead *ahead, struct fm_block **block,
                                  struct fm_error *error)
{
    enum fm_status status = FM_OK;
    *block = NULL;
    pthread_mutex_lock(&ahead->lock);
    ahead->used += ahead->given;
    pthread_cond_signal(&ahead->changed);
    while (ahead->read == ahead->used && !ahead->ended)
        if (ahead->threaded)
            pthread_cond_wait(&ahead->changed, &ahead->lock);
        else
            read_ahead(ahead);
    ahead->given = ahead->read > ahead->used;
    if (ahead->given) {
        *block = &ahead->blocks[ahead->used % FM_HELD_BLOCKS];
    } else if (ahead->status != FM_OK) {
        status = ahead->status;
        *error = ahead->error;
    }
    pthread_mutex_unlock(&ahead->lock);
    return status;
}

void fm_held_ahead_stop(struct fm_held_ahead *ahead)
{
    pthread_mutex_lock(&ahead->lock);
    ahead->ended = true;
    pthread_cond_signal(&ahead->changed);
    pthread_mutex_unlock(&ahead->lock);
    if (ahead->threaded)
        (void)pthread_join(ahead->thread, NULL);
    pthread_cond_destroy(&ahead->changed);
    pthread_mutex_destroy(&ahead->lock);
    free_blocks(ahead);
}
