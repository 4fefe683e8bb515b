/* Memory that is freed all in one step: what belongs to one game, or to one profile. */
#ifndef FM_BASE_ARENA_H
#define FM_BASE_ARENA_H
#include "fenmill.h"

/** Zero-initialised is empty; the owner calls fm_arena_free(). Addresses stay valid until reset or
 * free. */
struct fm_arena {
    struct fm_arena_chunk *chunk; /* newest first */
    size_t used;                  /* bytes used of the newest chunk */
    size_t held;                  /* bytes of all chunks */
};

/** Free everything; the arena is then empty and may be used again. */
void fm_arena_free(struct fm_arena *arena);
/** Forget everything, keep one chunk (of at most 1 MiB) for reuse. */
void fm_arena_reset(struct fm_arena *arena);
/** @return @p n bytes aligned for any type, not cleared, or NULL when memory is out. n may be 0. */
void *fm_arena_alloc(struct fm_arena *arena, size_t n);
/** Copy a text; p is NULL and n 0 when memory is out and the text was not empty. */
struct fm_text fm_arena_copy(struct fm_arena *arena, struct fm_text text);

#endif
