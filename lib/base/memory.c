/* SPDX-License-Identifier: MIT */
/* Buffers, arenas, pages: see memory.h. */
#include <config.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "os/os.h"

/* Capacity doubles, so that appending costs constant time on average. */
enum { CAP_MIN = 256 };

void fm_buf_free(struct fm_buf *buf)
{
    free(buf->p);
    *buf = (struct fm_buf){NULL, 0, 0};
}

static size_t next_cap(const struct fm_buf *buf, size_t more)
{
    const size_t need = buf->n + more, twice = buf->cap * 2;
    const size_t cap = need > CAP_MIN ? need : CAP_MIN;
    return cap < twice && twice <= PTRDIFF_MAX ? twice : cap;
}

size_t fm_buf_growth(const struct fm_buf *buf, size_t more)
{
    return buf->cap - buf->n >= more ? 0 : next_cap(buf, more);
}

FM_COLD enum fm_status fm_buf_grow(struct fm_buf *buf, size_t more)
{
    if (more > PTRDIFF_MAX - buf->n) /* no object is larger */
        return FM_NO_MEMORY;
    const size_t cap = next_cap(buf, more);
    unsigned char *p = realloc(buf->p, cap);
    FM_TRY_MADE(p);
    buf->p = p;
    buf->cap = cap;
    return FM_OK;
}

enum fm_status fm_buf_append(struct fm_buf *buf, const void *bytes, size_t n)
{
    FM_TRY(fm_buf_reserve(buf, n));
    if (n > 0)
        memcpy(buf->p + buf->n, bytes, n);
    buf->n += n;
    return FM_OK;
}

enum fm_status fm_buf_append_text(struct fm_buf *buf, struct fm_text text)
{
    return fm_buf_append(buf, text.p, text.n);
}

enum fm_status fm_buf_append_texts(struct fm_buf *buf, const struct fm_text *texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        FM_TRY(fm_buf_append_text(buf, texts[i]));
    return FM_OK;
}

enum fm_status fm_buf_append_u64(struct fm_buf *buf, uint64_t number)
{
    FM_TRY(fm_buf_reserve(buf, 20));
    buf->n = (size_t)(fm_put_u64(buf->p + buf->n, number) - buf->p);
    return FM_OK;
}

/* Chunks, the newest first. Memory that is too large for a common chunk gets a chunk of its own. It
 * is put after the newest chunk, so that the rest of that is not lost. */

struct fm_arena_chunk {
    struct fm_arena_chunk *next; /* older */
    size_t size;                 /* bytes that it has room for */
    alignas(max_align_t) unsigned char bytes[];
};

enum { CHUNK_SIZE = 32 * 1024, KEEP_MAX = 1024 * 1024 };

void fm_arena_free(struct fm_arena *arena)
{
    for (struct fm_arena_chunk *chunk = arena->chunk, *next; chunk != NULL; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    *arena = (struct fm_arena){NULL, 0, 0};
}

void fm_arena_empty(struct fm_arena *arena)
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

FM_COLD static void *alloc_more(struct fm_arena *arena, size_t n)
{
    const bool own = n > CHUNK_SIZE / 4;
    const size_t size = own ? n : CHUNK_SIZE;
    struct fm_arena_chunk *chunk = NULL;
    if (size <= PTRDIFF_MAX - sizeof *chunk) /* no object is larger */
        chunk = malloc(sizeof *chunk + size);
    if (chunk == NULL)
        return NULL;
    struct fm_arena_chunk **place = &arena->chunk;
    if (own && *place != NULL)
        place = &(*place)->next;
    else
        arena->used = n;
    *chunk = (struct fm_arena_chunk){.next = *place, .size = size};
    *place = chunk;
    arena->held += size;
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
        return FM_NO_TEXT;
    memcpy(p, text.p, text.n);
    return (struct fm_text){p, text.n};
}

/* From here on the part of a page that is lost does not matter. */
#define OWN_PAGES ((size_t)64 * 1024)

void *fm_pages_alloc(size_t n)
{
    if (n > PTRDIFF_MAX - FM_LARGE_PAGE)
        return NULL;
    return n < OWN_PAGES ? calloc(1, n) : fm_os_pages(n, n >= FM_LARGE_PAGE ? FM_LARGE_PAGE : 0);
}

void *fm_pages_grow(void *p, size_t old, size_t n)
{
    void *made = NULL;
    /* Pages get another address, and are not copied, where the system can do that and large ones
     * are not better. */
    if (old >= OWN_PAGES && n < FM_LARGE_PAGE)
        made = fm_os_pages_move(p, old, n, NULL);
    const bool moved = made != NULL;
    if (!moved)
        made = fm_pages_alloc(n);
    if (made != NULL && n >= OWN_PAGES && n < FM_LARGE_PAGE)
        fm_os_pages_use(made, moved ? old : 0, n);
    if (!moved && made != NULL && old > 0 &&
        (old < FM_LARGE_PAGE || fm_os_pages_move(p, old, n, made) == NULL)) {
        memcpy(made, p, old);
        fm_pages_free(p, old);
    }
    return made;
}

void fm_pages_free(void *p, size_t n)
{
    if (n < OWN_PAGES)
        free(p);
    else if (p != NULL)
        fm_os_pages_free(p, n);
}

bool fm_given(void *out, size_t known, const void *given)
{
    size_t size;
    const unsigned char *bytes = given;
    memcpy(&size, given, sizeof size);
    for (size_t i = known; i < size; i++)
        if (bytes[i] != 0)
            return false;
    memset(out, 0, known);
    memcpy(out, given, size < known ? size : known);
    memcpy(out, &known, sizeof known);
    return size >= sizeof size;
}

bool fm_give(void *out, const void *made, size_t known)
{
    size_t size;
    memcpy(&size, out, sizeof size);
    if (size < sizeof size)
        return false;
    memset(out, 0, size);
    memcpy(out, made, size < known ? size : known);
    memcpy(out, &size, sizeof size);
    return true;
}

enum fm_status fm_give_text(struct fm_text text, char *out, size_t size, size_t *length)
{
    if (length != NULL)
        *length = text.n;
    if (text.n >= size)
        return FM_NO_ROOM;
    memcpy(out, text.p, text.n);
    out[text.n] = '\0';
    return FM_OK;
}
