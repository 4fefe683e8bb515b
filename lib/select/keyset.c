/* A set of 128-bit keys: see keyset.h. The keys are hashes already, so their low bits are the
 * place. */
#include <config.h>
#include "select/keyset.h"
#include <stdlib.h>

enum { FIRST_CAP = 64 };

void fm_keyset_free(struct fm_keyset *set)
{
    free(set->keys);
    *set = (struct fm_keyset){.cap = 0};
}

void fm_keyset_clear(struct fm_keyset *set)
{
    if (set->count > 0)
        memset(set->keys, 0, set->cap * sizeof *set->keys);
    set->count = 0;
    set->zero = false;
}

static bool is_full(const struct fm_keyset *set)
{
    return set->count + 1 > set->cap - set->cap / 4;
}

size_t fm_keyset_next_bytes(const struct fm_keyset *set)
{
    const size_t more = !is_full(set)   ? 0
                        : set->cap == 0 ? FIRST_CAP
                                        : 2 * set->cap; /* old and new table while it grows */
    return (set->cap + more) * sizeof *set->keys;
}

/* The place of the key, or the free place where it would go. */
static size_t find(const struct fm_hash128 *keys, size_t cap, struct fm_hash128 key)
{
    size_t at = (size_t)key.lo & (cap - 1);
    while ((keys[at].lo | keys[at].hi) != 0 && (keys[at].lo != key.lo || keys[at].hi != key.hi))
        at = (at + 1) & (cap - 1);
    return at;
}

static enum fm_status grow(struct fm_keyset *set)
{
    const size_t cap = set->cap == 0 ? FIRST_CAP : 2 * set->cap;
    struct fm_hash128 *keys = cap > PTRDIFF_MAX / sizeof *keys ? NULL : calloc(cap, sizeof *keys);
    if (keys == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < set->cap; i++)
        if ((set->keys[i].lo | set->keys[i].hi) != 0)
            keys[find(keys, cap, set->keys[i])] = set->keys[i];
    free(set->keys);
    set->keys = keys;
    set->cap = cap;
    return FM_OK;
}

enum fm_status fm_keyset_add(struct fm_keyset *set, struct fm_hash128 key, bool *fresh)
{
    if ((key.lo | key.hi) == 0) {
        *fresh = !set->zero;
        set->zero = true;
        return FM_OK;
    }
    if (is_full(set))
        FM_TRY(grow(set));
    const size_t at = find(set->keys, set->cap, key);
    *fresh = (set->keys[at].lo | set->keys[at].hi) == 0;
    if (*fresh) {
        set->keys[at] = key;
        set->count++;
    }
    return FM_OK;
}
