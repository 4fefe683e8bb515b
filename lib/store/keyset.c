/* A set of 128-bit keys: see keyset.h. The keys are hashes already, so `lo` as a fraction of 2^64 is
 * the place: a table may have any size, it grows by half and not to twice, and growing goes through
 * both tables in one direction. */
#include <config.h>
#include "store/keyset.h"
#include "base/pages.h"

enum { FIRST_CAP = 32 };

void fm_keyset_free(struct fm_keyset *set)
{
    fm_pages_free(set->keys, fm_keyset_bytes(set));
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

static size_t next_cap(const struct fm_keyset *set)
{
    return set->cap == 0 ? FIRST_CAP : set->cap + set->cap / 2;
}

size_t fm_keyset_growth(const struct fm_keyset *set)
{
    return is_full(set) ? next_cap(set) * sizeof *set->keys : 0;
}

__extension__ typedef unsigned __int128 wide;

static size_t place_of(size_t cap, struct fm_hash128 key)
{
    return (size_t)((wide)key.lo * cap >> 64);
}

/* The place of the key, or the free place where it would go. */
static size_t find(const struct fm_hash128 *keys, size_t cap, struct fm_hash128 key)
{
    size_t at = place_of(cap, key);
    while ((keys[at].lo | keys[at].hi) != 0 && (keys[at].lo != key.lo || keys[at].hi != key.hi))
        at = at + 1 == cap ? 0 : at + 1;
    return at;
}

static enum fm_status grow(struct fm_keyset *set)
{
    const size_t cap = next_cap(set);
    struct fm_hash128 *keys =
        cap > PTRDIFF_MAX / sizeof *keys ? NULL : fm_pages_alloc(cap * sizeof *keys);
    if (keys == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < set->cap; i++)
        if ((set->keys[i].lo | set->keys[i].hi) != 0)
            keys[find(keys, cap, set->keys[i])] = set->keys[i];
    fm_pages_free(set->keys, fm_keyset_bytes(set));
    set->keys = keys;
    set->cap = cap;
    return FM_OK;
}

void fm_keyset_prefetch(const struct fm_keyset *set, struct fm_hash128 key)
{
#if defined(__GNUC__)
    if (set->cap > 0)
        __builtin_prefetch(&set->keys[place_of(set->cap, key)], 1);
#endif
}

bool fm_keyset_has(const struct fm_keyset *set, struct fm_hash128 key)
{
    if ((key.lo | key.hi) == 0)
        return set->zero;
    if (set->cap == 0)
        return false;
    const struct fm_hash128 there = set->keys[find(set->keys, set->cap, key)];
    return (there.lo | there.hi) != 0;
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
