/* An arena of chunks, the newest first. What is too large for a common chunk gets one of its own,
 * which is put after the newest, so that the rest of the newest is not lost. */
#include <config.h>
#include <stdalign.h>
#include <stdlib.h>
#include "base/arena.h"
#include "base/macros.h"
#include "base/text.h"

struct fm_arena_chunk {
    struct fm_arena_chunk *next; /* older */
    size_t size;                 /* of bytes */
    alignas(max_align_t) unsigned char bytes[];
};

enum { CHUNK_SIZE = 32 * 1024, KEEP_MAX = 1024 * 1024 };

static void free_chunks(struct fm_arena_chunk *chunk)
{
    while (chunk != NULL) {
        struct fm_arena_chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
}

void fm_arena_free(struct fm_arena *arena)
{
    free_chunks(arena->chunk);
    *arena = (struct fm_arena){NULL, 0, 0};
}

void fm_arena_reset(struct fm_arena *arena)
{
    struct fm_arena_chunk *kept = NULL, *chunk = arena->chunk;
    while (chunk != NULL) {
        struct fm_arena_chunk *next = chunk->next;
        struct fm_arena_chunk *drop = chunk;
        if (chunk->size <= KEEP_MAX && (kept == NULL || chunk->size > kept->size)) {
            drop = kept;
            kept = chunk;
            kept->next = NULL;
        }
        free(drop);
        chunk = next;
    }
    *arena = (struct fm_arena){kept, 0, kept == NULL ? 0 : kept->size};
}

static struct fm_arena_chunk *new_chunk(size_t size)
{
    struct fm_arena_chunk *chunk = NULL;
    if (size <= PTRDIFF_MAX - sizeof *chunk) /* no object is larger */
        chunk = malloc(sizeof *chunk + size);
    if (chunk != NULL)
        *chunk = (struct fm_arena_chunk){.next = NULL, .size = size};
    return chunk;
}

FM_COLD static void *alloc_more(struct fm_arena *arena, size_t n)
{
    const bool own = n > CHUNK_SIZE / 4;
    struct fm_arena_chunk *chunk = new_chunk(own ? n : CHUNK_SIZE);
    if (chunk == NULL)
        return NULL;
    arena->held += chunk->size;
    if (own && arena->chunk != NULL) {
        chunk->next = arena->chunk->next;
        arena->chunk->next = chunk;
    } else {
        chunk->next = arena->chunk;
        arena->chunk = chunk;
        arena->used = n;
    }
    return chunk->bytes;
}

void *fm_arena_alloc(struct fm_arena *arena, size_t n)
{
    const size_t align = alignof(max_align_t);
    if (FM_UNLIKELY(n > SIZE_MAX - align))
        return NULL;
    n = (n + align - 1) / align * align;
    if (FM_UNLIKELY(arena->chunk == NULL || arena->chunk->size - arena->used < n))
        return alloc_more(arena, n);
    void *p = arena->chunk->bytes + arena->used;
    arena->used += n;
    return p;
}

struct fm_text fm_arena_copy(struct fm_arena *arena, struct fm_text text)
{
    unsigned char *p = text.n == 0 ? NULL : fm_arena_alloc(arena, text.n);
    if (p == NULL)
        return (struct fm_text){NULL, 0};
    memcpy(p, text.p, text.n);
    return (struct fm_text){p, text.n};
}
