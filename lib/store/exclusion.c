/* SPDX-License-Identifier: MIT */
/* A set of keys in memory or in order in a file: see exclusion.h. Keys are hashes, so where one is in
 * the file follows from its value, but for a few pages. */
#include <config.h>
#include "store/exclusion.h"
#include <stdlib.h>
#include "base/table.h"
#include "store/sorter.h"

enum {
    KEY = sizeof(struct fm_hash128),
    PAGE_KEYS = 256,
    CHUNK = (int)sizeof(uint64_t) + PAGE_KEYS * KEY, /* a page, and what a spool adds to it */
    FILTER_KEY_BYTES = 2                             /* of the filter, for each key */
};

struct fm_exclusion {
    uint64_t memory;
    struct fm_table set;      /* while all fits in memory */
    struct fm_spool *sorting; /* of the sorter */
    struct fm_sorter *sorter; /* from the first key on that does not fit until all are there */
    struct fm_spool *spool;   /* of `keys` alone */
    struct fm_stream keys;    /* in order, each once, as bytes that sort */
    struct fm_hash128 last;   /* of them */
    uint64_t count;           /* of them; before, with repeated ones */
    uint64_t *filter;         /* NULL = all fits in memory; owned */
    uint64_t filter_words;    /* 1.. */
    const char *folder;       /* owned by the caller until all keys are there */
    const atomic_bool *cancelled;
    _Atomic enum fm_status failed; /* of a look-up: FM_OK until one fails, and why it does */
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

static void free_sorter(struct fm_exclusion *e)
{
    fm_sorter_free(e->sorter);
    fm_spool_free(e->sorting);
    e->sorter = NULL;
    e->sorting = NULL;
}

void fm_exclusion_free(struct fm_exclusion *exclusion)
{
    if (exclusion == NULL)
        return;
    free_sorter(exclusion);
    if (exclusion->spool != NULL)
        fm_stream_drop(exclusion->spool, &exclusion->keys);
    fm_spool_free(exclusion->spool);
    fm_table_free(&exclusion->set);
    free(exclusion->filter);
    free(exclusion);
}

static void put_key(struct fm_hash128 key, unsigned char to[KEY])
{
    fm_sort_number_put(to, KEY / 2, key.hi);
    fm_sort_number_put(to + KEY / 2, KEY / 2, key.lo);
}

static struct fm_hash128 get_key(const unsigned char *from)
{
    return (struct fm_hash128){.hi = fm_sort_number_get(from, KEY / 2),
                               .lo = fm_sort_number_get(from + KEY / 2, KEY / 2)};
}

static enum fm_status sort_key(struct fm_exclusion *e, struct fm_hash128 key,
                               struct fm_error *error)
{
    unsigned char bytes[KEY];
    put_key(key, bytes);
    e->count++;
    return fm_sorter_add(e->sorter, (struct fm_text){bytes, KEY}, FM_TEXT(""), error);
}

/* The memory is full: what is in it is given to the sorter, of whose memory chunks take an eighth. */
static enum fm_status overflow(struct fm_exclusion *e, struct fm_error *error)
{
    enum { CHUNKS = 512, CHUNK_MIN = 512, CHUNK_MAX = 256 * 1024 };
    const uint64_t memory = e->memory / 4, chunk = memory / CHUNKS;
    FM_TRY(fm_spool_new(e->folder,
                        chunk < CHUNK_MIN   ? CHUNK_MIN
                        : chunk > CHUNK_MAX ? CHUNK_MAX
                                            : (size_t)chunk,
                        e->cancelled, &e->sorting));
    FM_TRY(fm_sorter_new(e->sorting, memory, &e->sorter));
    for (const void *row = NULL; (row = fm_table_next(&e->set, row)) != NULL;) {
        struct fm_hash128 key;
        memcpy(&key, row, KEY);
        FM_TRY(sort_key(e, key, error));
    }
    fm_table_free(&e->set);
    return FM_OK;
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
        FM_TRY(overflow(exclusion, error));
        return sort_key(exclusion, key, error);
    }
    return FM_OK;
}

/* The word of the filter that a key sets four bits of. */
static uint64_t *word_of(const struct fm_exclusion *e, struct fm_hash128 key, uint64_t *bits)
{
    *bits = UINT64_C(1) << (key.lo & 63) | UINT64_C(1) << (key.lo >> 6 & 63) |
            UINT64_C(1) << (key.lo >> 12 & 63) | UINT64_C(1) << (key.lo >> 18 & 63);
    return &e->filter[(key.lo >> 24 ^ key.hi) % e->filter_words];
}

static enum fm_status put_sorted(void *user, struct fm_text bytes, struct fm_text value,
                                 struct fm_error *error)
{
    struct fm_exclusion *e = user;
    const struct fm_hash128 key = get_key(bytes.p);
    uint64_t bits;
    (void)value;
    if (e->keys.bytes > 0 && key.lo == e->last.lo && key.hi == e->last.hi)
        return FM_OK;
    e->last = key;
    *word_of(e, key, &bits) |= bits;
    return fm_stream_append(e->spool, &e->keys, bytes.p, bytes.n, error);
}

/* While the sorter has its quarter of the memory, the filter takes half of it. */
enum fm_status fm_exclusion_finish(struct fm_exclusion *exclusion, struct fm_error *error)
{
    struct fm_exclusion *e = exclusion;
    if (e->sorter == NULL)
        return FM_OK;
    const uint64_t enough = e->count * FILTER_KEY_BYTES, most = e->memory / 2;
    e->filter_words = (enough < most ? enough : most) / sizeof *e->filter + 1;
    e->filter = calloc((size_t)e->filter_words, sizeof *e->filter);
    if (e->filter == NULL)
        return FM_NO_MEMORY;
    FM_TRY(fm_spool_new(e->folder, CHUNK, NULL, &e->spool));
    FM_TRY(fm_sorter_each(e->sorter, put_sorted, e, error));
    FM_TRY(fm_stream_finish(e->spool, &e->keys, error));
    free_sorter(e);
    e->count = e->keys.bytes / KEY;
    return FM_OK;
}

static int compare(struct fm_hash128 a, struct fm_hash128 b)
{
    return a.hi != b.hi ? (a.hi < b.hi ? -1 : 1) : (a.lo > b.lo) - (a.lo < b.lo);
}

static bool is_in_page(const unsigned char *page, size_t count, struct fm_hash128 key)
{
    size_t low = 0;
    while (low < count) {
        const size_t middle = low + (count - low) / 2;
        const int order = compare(get_key(page + middle * KEY), key);
        if (order == 0)
            return true;
        if (order < 0)
            low = middle + 1;
        else
            count = middle;
    }
    return false;
}

/* Pages between two keys, if keys lie evenly; at least one. */
static uint64_t pages_between(const struct fm_exclusion *e, uint64_t low, uint64_t high)
{
    const double range = 18446744073709551616.0; /* 2^64 */
    return (uint64_t)((double)(high - low) / range * (double)e->count / PAGE_KEYS) + 1;
}

/* Keys lie evenly but for the square root of their number, so each page that is read leads to one
 * that is far nearer. Each also narrows what is left, so that the search ends. */
static enum fm_status find(struct fm_exclusion *e, struct fm_hash128 key, bool *found,
                           struct fm_error *error)
{
    unsigned char page[PAGE_KEYS * KEY];
    uint64_t low = 0, end = (e->count + PAGE_KEYS - 1) / PAGE_KEYS;
    uint64_t at = pages_between(e, 0, key.hi) - 1;
    *found = false;
    while (low < end) {
        at = at < low ? low : at >= end ? end - 1 : at;
        const uint64_t rest = e->count - at * PAGE_KEYS;
        const size_t count = rest < PAGE_KEYS ? (size_t)rest : PAGE_KEYS;
        FM_TRY(fm_stream_read_at(e->spool, &e->keys, at * sizeof page, page, count * KEY, error));
        const struct fm_hash128 first = get_key(page), last = get_key(page + (count - 1) * KEY);
        if (compare(key, first) < 0) {
            const uint64_t less = pages_between(e, key.hi, first.hi);
            end = at;
            at = less < at ? at - less : 0;
        } else if (compare(key, last) > 0) {
            low = at + 1;
            at += pages_between(e, last.hi, key.hi);
        } else {
            *found = is_in_page(page, count, key);
            return FM_OK;
        }
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
    if ((*word_of(exclusion, key, &bits) & bits) != bits)
        return false;
    bool found = true;
    const enum fm_status status = find(exclusion, key, &found, &failure);
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
