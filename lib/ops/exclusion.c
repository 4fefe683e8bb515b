/* SPDX-License-Identifier: MIT */
/* A set of keys in memory or in order in a file: see exclusion.h. Keys are hashes, so their
 * first bits part them evenly; where the keys of the same bits begin is in memory. */
#include <config.h>
#include "ops/exclusion.h"
#include "base/lanes.h"
#include <stdlib.h>
#include "base/table.h"
#include "ops/sorter.h"

enum {
    KEY = sizeof(struct fm_hash128),
    PAGE_KEYS = 256, /* keys that are read from the file in one step */
    CHUNK = 4096,
    FILTER_KEY_BYTES = 2, /* bytes of the filter per key, where memory is enough */
    SLOT_KEYS = 64,       /* most keys of a slot on average, where memory is enough */
    SLOT_BITS_MAX = 24
};

struct fm_exclusion {
    uint64_t memory;
    struct fm_table set;      /* all keys, while they fit in memory */
    struct fm_spool *sorting; /* temporary file of the sorter */
    /* sorter; exists from the first key that does not fit in memory until all keys are added */
    struct fm_sorter *sorter;
    struct fm_spool *spool; /* temporary file of `keys` alone */
    struct fm_stream keys;  /* all different keys, in order */
    struct fm_hash128 last; /* key appended to `keys` last */
    uint64_t count;         /* number of keys given to the sorter, repeated ones included */
    unsigned slot_bits;     /* number of first bits of a key, which are the number of its slot */
    /* number of keys before the first key of each slot, and one last entry with the number of
     * all; owned */
    uint64_t *slots;
    uint64_t slots_begun;
    uint64_t *filter;      /* bits of the filter; NULL = all keys are in `set`; owned */
    uint64_t filter_words; /* 1.. */
    /* folder of the temporary files; the caller's string, valid until all keys are added */
    const char *folder;
    const atomic_bool *cancelled;
    _Atomic enum fm_status failed; /* status of the last look-up that failed; FM_OK = none */
    atomic_int os_error;
};

enum fm_status fm_exclusion_new(const char *folder, uint64_t memory, const atomic_bool *cancelled,
                                struct fm_exclusion **out)
{
    struct fm_exclusion *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->memory = memory;
    made->folder = folder;
    made->cancelled = cancelled;
    made->set.row = KEY;
    atomic_init(&made->failed, FM_OK);
    atomic_init(&made->os_error, 0);
    *out = made;
    return FM_OK;
}

void fm_exclusion_free(struct fm_exclusion *exclusion)
{
    if (exclusion == NULL)
        return;
    fm_sorter_free(exclusion->sorter);
    fm_spool_free(exclusion->sorting);
    if (exclusion->spool != NULL)
        fm_stream_drop(exclusion->spool, &exclusion->keys);
    fm_spool_free(exclusion->spool);
    fm_table_free(&exclusion->set);
    free(exclusion->filter);
    free(exclusion->slots);
    free(exclusion);
}

static enum fm_status sort_key(struct fm_exclusion *e, struct fm_hash128 key,
                               struct fm_error *error)
{
    unsigned char bytes[KEY];
    fm_big_endian_store(bytes, KEY / 2, key.hi);
    fm_big_endian_store(bytes + KEY / 2, KEY / 2, key.lo);
    e->count++;
    return fm_sorter_add(e->sorter, (struct fm_text){bytes, KEY}, FM_TEXT(""), error);
}

/* Three quarters of the memory are for the set, the rest for the sorter that takes it over. */
enum fm_status fm_exclusion_add(struct fm_exclusion *exclusion, struct fm_hash128 key,
                                struct fm_error *error)
{
    unsigned char fresh;
    if (exclusion->sorter != NULL)
        return sort_key(exclusion, key, error);
    while (fm_set_add(&exclusion->set, &key, 1, &fresh) == 0) {
        bool grown;
        FM_TRY(fm_set_grow(&exclusion->set, exclusion->memory / 4 * 3, &grown));
        if (grown)
            continue;
        /* The memory is full: what is in it is given to the sorter. */
        const uint64_t memory = exclusion->memory / 4;
        FM_TRY(fm_spool_new(exclusion->folder, fm_spool_chunk(memory), exclusion->cancelled,
                            &exclusion->sorting));
        FM_TRY(fm_sorter_new(exclusion->sorting, memory, &exclusion->sorter));
        for (const void *row = NULL; (row = fm_table_next(&exclusion->set, row)) != NULL;) {
            struct fm_hash128 known;
            memcpy(&known, row, KEY);
            FM_TRY(sort_key(exclusion, known, error));
        }
        fm_table_free(&exclusion->set);
        return sort_key(exclusion, key, error);
    }
    return FM_OK;
}

static bool is_equal(struct fm_hash128 a, struct fm_hash128 b)
{
    return a.lo == b.lo && a.hi == b.hi;
}

/* The word of the filter that a key sets four bits of. */
static uint64_t *word_of(const struct fm_exclusion *e, struct fm_hash128 key, uint64_t *bits)
{
    *bits = UINT64_C(1) << (key.lo & 63) | UINT64_C(1) << (key.lo >> 6 & 63) |
            UINT64_C(1) << (key.lo >> 12 & 63) | UINT64_C(1) << (key.lo >> 18 & 63);
    return &e->filter[(key.lo >> 24 ^ key.hi) % e->filter_words];
}

static uint64_t slot_of(const struct fm_exclusion *e, struct fm_hash128 key)
{
    return key.hi >> 1 >> (63 - e->slot_bits);
}

/* The slots up to one begin before the key that comes next. */
static void begin_slots(struct fm_exclusion *e, uint64_t slot)
{
    while (e->slots_begun <= slot)
        e->slots[e->slots_begun++] = e->keys.bytes / KEY;
}

static enum fm_status put_sorted(void *user, const struct fm_pair *pair, struct fm_error *error)
{
    struct fm_exclusion *e = user;
    const unsigned char *const bytes = pair->key.p;
    const struct fm_hash128 key = {.hi = fm_big_endian(bytes, KEY / 2),
                                   .lo = fm_big_endian(bytes + KEY / 2, KEY / 2)};
    uint64_t bits;
    if (e->keys.bytes > 0 && is_equal(key, e->last))
        return FM_OK;
    e->last = key;
    uint64_t *const word = word_of(e, key, &bits);
    *word |= bits;
    begin_slots(e, slot_of(e, key));
    return fm_stream_append(e->spool, &e->keys, &key, KEY, error);
}

/* While the sorter has its quarter of the memory, the filter takes half of it, slots the rest. */
enum fm_status fm_exclusion_finish(struct fm_exclusion *exclusion, struct fm_error *error)
{
    struct fm_exclusion *e = exclusion;
    if (e->sorter == NULL)
        return FM_OK;
    const uint64_t enough = e->count * FILTER_KEY_BYTES, most = e->memory / 2;
    e->filter_words = (enough < most ? enough : most) / sizeof *e->filter + 1;
    e->filter = calloc((size_t)e->filter_words, sizeof *e->filter);
    while (e->slot_bits < SLOT_BITS_MAX && e->count >> e->slot_bits > SLOT_KEYS &&
           sizeof *e->slots << (e->slot_bits + 1) <= e->memory / 4)
        e->slot_bits++;
    e->slots = calloc(((size_t)1 << e->slot_bits) + 1, sizeof *e->slots);
    if (e->filter == NULL || e->slots == NULL)
        return FM_NO_MEMORY;
    FM_TRY(fm_spool_new(e->folder, CHUNK, NULL, &e->spool));
    FM_TRY(fm_sorter_each(e->sorter, put_sorted, e, error));
    begin_slots(e, (uint64_t)1 << e->slot_bits);
    fm_sorter_free(e->sorter);
    fm_spool_free(e->sorting);
    e->sorter = NULL;
    e->sorting = NULL;
    return fm_stream_finish(e->spool, &e->keys, error);
}

/* Few keys have one slot where memory is enough: they are read in one step. */
static enum fm_status find_key(struct fm_exclusion *e, struct fm_hash128 key, bool *found,
                               struct fm_error *error)
{
    struct fm_hash128 page[PAGE_KEYS];
    uint64_t at = e->slots[slot_of(e, key)];
    const uint64_t end = e->slots[slot_of(e, key) + 1];
    *found = false;
    while (at < end && !*found) {
        const size_t count = end - at < PAGE_KEYS ? (size_t)(end - at) : PAGE_KEYS;
        FM_TRY(fm_stream_read_at(e->spool, &e->keys, at * KEY, page, count * KEY, error));
        for (size_t i = 0; i < count && !*found; i++)
            *found = is_equal(page[i], key);
        at += count;
    }
    return FM_OK;
}

bool fm_exclusion_has(struct fm_exclusion *exclusion, struct fm_hash128 key)
{
    struct fm_error failure = {.os_error = 0};
    uint64_t bits;
    if (exclusion->filter == NULL) {
        unsigned char missing;
        fm_set_find(&exclusion->set, &key, 1, &missing);
        return !missing;
    }
    const uint64_t *const word = word_of(exclusion, key, &bits);
    if ((*word & bits) != bits)
        return false;
    bool found = true;
    const enum fm_status status = find_key(exclusion, key, &found, &failure);
    if (FM_UNLIKELY(status != FM_OK)) {
        atomic_store(&exclusion->os_error, failure.os_error);
        atomic_store(&exclusion->failed, status);
    }
    return found || status != FM_OK;
}

enum fm_status fm_exclusion_check(struct fm_exclusion *exclusion, struct fm_error *error)
{
    const enum fm_status status = atomic_load(&exclusion->failed);
    if (status == FM_OUTPUT_FAILED)
        *error = (struct fm_error){.status = status,
                                   .os_error = atomic_load(&exclusion->os_error),
                                   .what = FM_TEXT("temporary file of excluded positions")};
    return status;
}
