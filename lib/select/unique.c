/* Uniqueness over a run: see unique.h. New keys gather in memory; when these are too many they go
 * to a temporary store on disk, and a Bloom filter tells of most new keys that the disk need not be
 * asked. A lasting store is only read until the run has ended well. */
#include <config.h>
#include "select/unique.h"
#include <stdlib.h>
#include "select/keyset.h"
#include "select/store.h"

enum {
    FILTER_SHARE = 4,
    FILTER_PROBES = 6,
    WORDS_A_LINE = 8
}; /* a filter's probes stay in one cache line */

struct fm_unique {
    struct fm_keyset recent;  /* not yet on disk */
    uint64_t memory;          /* bytes for `recent` and the filter */
    struct fm_store *spilled; /* temporary; NULL = all fits in memory */
    struct fm_store *lasting; /* of earlier runs; NULL = none */
    uint64_t *filter;         /* of the keys in `spilled`; owned */
    size_t lines;             /* of the filter, a power of two */
};

enum fm_status fm_unique_new(uint64_t memory, const char *store, struct fm_unique **out,
                             struct fm_error *error)
{
    struct fm_unique *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->memory = memory;
    const enum fm_status status =
        store == NULL ? FM_OK : fm_store_new(store, &made->lasting, error);
    if (status == FM_OK)
        *out = made;
    else
        fm_unique_free(made);
    return status;
}

void fm_unique_free(struct fm_unique *unique)
{
    if (unique == NULL)
        return;
    fm_keyset_free(&unique->recent);
    fm_store_free(unique->spilled);
    fm_store_free(unique->lasting);
    free(unique->filter);
    free(unique);
}

/* ---- the filter: six bits of one cache line a key ---- */

static bool filter_has(const struct fm_unique *unique, struct fm_hash128 key)
{
    const uint64_t *line = unique->filter + (key.hi & (unique->lines - 1)) * WORDS_A_LINE;
    uint64_t bits = fm_hash_mix(key.hi ^ key.lo);
    for (unsigned i = 0; i < FILTER_PROBES; i++, bits >>= 9)
        if (!(line[bits >> 6 & (WORDS_A_LINE - 1)] >> (bits & 63) & 1))
            return false;
    return true;
}

static void filter_add(struct fm_unique *unique, struct fm_hash128 key)
{
    uint64_t *line = unique->filter + (key.hi & (unique->lines - 1)) * WORDS_A_LINE;
    uint64_t bits = fm_hash_mix(key.hi ^ key.lo);
    for (unsigned i = 0; i < FILTER_PROBES; i++, bits >>= 9)
        line[bits >> 6 & (WORDS_A_LINE - 1)] |= UINT64_C(1) << (bits & 63);
}

/* ---- memory to disk ---- */

static enum fm_status start_spilling(struct fm_unique *unique, struct fm_error *error)
{
    const uint64_t room = unique->memory / FILTER_SHARE / (WORDS_A_LINE * sizeof *unique->filter);
    unique->lines = 1;
    while (unique->lines * 2 <= room)
        unique->lines *= 2;
    unique->filter = calloc(unique->lines * WORDS_A_LINE, sizeof *unique->filter);
    if (unique->filter == NULL)
        return FM_NO_MEMORY;
    return fm_store_new(NULL, &unique->spilled, error);
}

/* Bring the keys together at the front of the table; the table is then to be cleared. */
static size_t gather(struct fm_keyset *set)
{
    size_t count = 0;
    for (size_t i = 0; i < set->cap; i++)
        if ((set->keys[i].lo | set->keys[i].hi) != 0)
            set->keys[count++] = set->keys[i];
    return count;
}

static enum fm_status spill(struct fm_unique *unique, struct fm_error *error)
{
    if (unique->spilled == NULL)
        FM_TRY(start_spilling(unique, error));
    const bool zero = unique->recent.zero;
    const size_t count = gather(&unique->recent);
    for (size_t i = 0; i < count; i++)
        filter_add(unique, unique->recent.keys[i]);
    const enum fm_status status = fm_store_add(unique->spilled, unique->recent.keys, count, error);
    fm_keyset_clear(&unique->recent);
    unique->recent.zero = zero; /* stays in memory: it takes no place */
    return status;
}

static enum fm_status probe_one(struct fm_unique *unique, struct fm_hash128 key, bool *fresh,
                                struct fm_error *error)
{
    const uint64_t room = unique->memory - unique->memory / FILTER_SHARE;
    bool known = false;
    if (unique->spilled != NULL && filter_has(unique, key))
        FM_TRY(fm_store_has(unique->spilled, key, &known, error));
    if (!known && unique->lasting != NULL)
        FM_TRY(fm_store_has(unique->lasting, key, &known, error));
    *fresh = false;
    if (known)
        return FM_OK;
    if (fm_keyset_next_bytes(&unique->recent) > room && unique->recent.count > 0)
        FM_TRY(spill(unique, error));
    return fm_keyset_add(&unique->recent, key, fresh);
}

enum fm_status fm_unique_probe(struct fm_unique *unique, const struct fm_hash128 *keys,
                               size_t count, bool *fresh, struct fm_error *error)
{
    for (size_t i = 0; i < count; i++)
        FM_TRY(probe_one(unique, keys[i], &fresh[i], error));
    return FM_OK;
}

enum fm_status fm_unique_commit(struct fm_unique *unique, struct fm_error *error)
{
    if (unique->lasting == NULL)
        return FM_OK;
    static const struct fm_hash128 nought = {0, 0};
    if (unique->spilled != NULL)
        FM_TRY(fm_store_add_all(unique->lasting, unique->spilled, error));
    struct fm_hash128 zero = nought;
    if (unique->recent.zero)
        FM_TRY(fm_store_add(unique->lasting, &zero, 1, error));
    const size_t count = gather(&unique->recent);
    FM_TRY(fm_store_add(unique->lasting, unique->recent.keys, count, error));
    fm_keyset_clear(&unique->recent);
    return fm_store_sync(unique->lasting, error);
}
