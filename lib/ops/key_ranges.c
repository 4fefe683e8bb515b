/* SPDX-License-Identifier: MIT */
/* Pairs by ranges of keys: see key_ranges.h. Memory comes in pages, and each range has a list of
 * parts of them. A range is divided into WAYS, so of all pairs about one in so many is moved. */
#include <config.h>
#include "ops/key_ranges.h"
#include <stdlib.h>

enum {
    PAGE_MIN = 4 * 1024,
    PAGE_MAX = 2 * 1024 * 1024,
    PAGES = 16, /* least number of pages in memory */
    CHUNK_MAX = 8 * 1024,
    CHUNKS = 4,         /* least number of chunks of a page */
    WAYS = 16,          /* most parts that a range is divided into */
    SAMPLE = 16 * WAYS, /* most of its pairs that are looked at for that, about */
    RANGE =
        2048 * 1024, /* bytes of a range from which on it is divided: it is sorted in the cache */
    RANGES = 2048,   /* of much memory, as many ranges */
    BOUND_MAX = 256  /* most bytes of a bound */
};

/* A part of a page, or memory of its own for a pair that is larger. */
struct fm_chunk {
    struct fm_chunk *next;
    size_t size, used; /* bytes of `bytes` */
    unsigned char bytes[];
};

static struct fm_key_range *ranges_of(const struct fm_key_ranges *ranges, size_t *count)
{
    *count = ranges->ranges.n / sizeof(struct fm_key_range);
    return (void *)ranges->ranges.p;
}

void fm_key_ranges_init(struct fm_key_ranges *ranges, uint64_t memory)
{
    const uint64_t page = memory / PAGES;
    const size_t size = page < PAGE_MIN ? PAGE_MIN : page > PAGE_MAX ? PAGE_MAX : (size_t)page;
    const size_t chunk = size / CHUNKS < CHUNK_MAX ? size / CHUNKS / 16 * 16 : CHUNK_MAX;
    *ranges = (struct fm_key_ranges){
        .memory = {.most = memory, .page = size / chunk * chunk, .chunk = chunk}};
}

/* Bytes of a chunk that are for pairs. */
static size_t room_of(const struct fm_key_ranges *ranges)
{
    return ranges->memory.chunk - sizeof(struct fm_chunk);
}

/* Most bytes that a pair takes: one that may not fit into a chunk has one of its own. */
static size_t needed_by(const struct fm_pair *pair)
{
    return 3 * FM_NUMBER_MAX + pair->key.n + pair->rest.n;
}

/* Is it a part of a page, and not a chunk of one pair's own? */
static bool is_of_page(const struct fm_key_ranges *ranges, const struct fm_chunk *chunk)
{
    return chunk->size == room_of(ranges);
}

static void give_back(struct fm_key_ranges *ranges, struct fm_chunk *list)
{
    for (struct fm_chunk *chunk = list, *next; chunk != NULL; chunk = next) {
        next = chunk->next;
        if (is_of_page(ranges, chunk)) {
            chunk->next = ranges->memory.spare;
            ranges->memory.spare = chunk;
        } else {
            ranges->memory.held -= sizeof *chunk + chunk->size;
            fm_pages_free(chunk, sizeof *chunk + chunk->size);
        }
    }
}

void fm_key_ranges_free(struct fm_key_ranges *ranges)
{
    size_t count;
    const struct fm_key_range *range = ranges_of(ranges, &count);
    for (size_t i = 0; i < count; i++)
        give_back(ranges, range[i].first);
    for (size_t i = 0; i < ranges->memory.pages.n / sizeof(void *); i++)
        fm_pages_free(((void **)(void *)ranges->memory.pages.p)[i], ranges->memory.page);
    fm_arena_free(&ranges->texts);
    struct fm_buf *const bufs[] = {
        &ranges->ranges,        &ranges->bounds,      &ranges->lowest,      &ranges->stamps,
        &ranges->given.entries, &ranges->given.stack, &ranges->memory.pages};
    for (size_t i = 0; i < FM_COUNT_OF(bufs); i++)
        fm_buf_free(bufs[i]);
}

/* Ranges. */

static size_t most_of(const struct fm_key_ranges *ranges)
{
    const uint64_t most = ranges->memory.most / RANGES;
    return most > SIZE_MAX / 4 ? SIZE_MAX / 4 : most > RANGE ? (size_t)most : RANGE;
}

static fm_bound bound_of(struct fm_text key)
{
    return (fm_bound)fm_key_eight(key, 0) << 64 | fm_key_eight(key, 8);
}

/* The last of the bounds that begin with less than this; with `same`, or with the same. No branch
 * is made of a comparison. */
FM_INLINE size_t search(const fm_bound *bounds, size_t rest, fm_bound own, bool same)
{
    size_t at = 0, half;
    for (; rest > 1; rest -= half) {
        half = rest / 2;
        at += half & (0 - (size_t)(same ? bounds[at + half] <= own : bounds[at + half] < own));
    }
    return at;
}

/* Which range does a key belong to: the last one whose bound is not above it. Most keys follow one
 * of the same range. */
static size_t find(struct fm_key_ranges *ranges, struct fm_text key)
{
    const fm_bound *const bounds = (void *)ranges->bounds.p;
    const struct fm_text *const lowest = (void *)ranges->lowest.p;
    const fm_bound own = bound_of(key);
    const size_t count = ranges->bounds.n / sizeof *bounds;
    size_t last = ranges->found, half;
    if (last + 1 >= count || own < bounds[last] || bounds[last + 1] <= own)
        ranges->found = last = search(bounds, count, own, true);
    if (FM_LIKELY(bounds[last] != own || fm_text_compare(lowest[last], key) <= 0))
        return last;
    size_t at = search(bounds, last + 1, own, false);
    for (size_t rest = last + 1 - at; rest > 1; rest -= half) {
        half = rest / 2;
        if (fm_text_compare(lowest[at + half], key) <= 0)
            at += half;
    }
    return at;
}

/* Make room for a range at an index, with a bound. */
static enum fm_status insert(struct fm_key_ranges *ranges, size_t at, struct fm_text lowest)
{
    const fm_bound bound = bound_of(lowest);
    const uint32_t none = 0;
    const struct fm_key_range range = {.slot = (uint32_t)(ranges->stamps.n / sizeof none)};
    const struct fm_text text = fm_arena_copy(&ranges->texts, lowest);
    if (text.p == NULL && lowest.n > 0)
        return FM_NO_MEMORY;
    FM_TRY(fm_buf_append(&ranges->stamps, &none, sizeof none));
    const struct {
        struct fm_buf *of;
        const void *one;
        size_t size;
    } lists[] = {{&ranges->ranges, &range, sizeof range},
                 {&ranges->bounds, &bound, sizeof bound},
                 {&ranges->lowest, &text, sizeof text}};
    for (size_t i = 0; i < FM_COUNT_OF(lists); i++)
        FM_TRY(fm_buf_reserve(lists[i].of, lists[i].size));
    for (size_t i = 0; i < FM_COUNT_OF(lists); i++) {
        struct fm_buf *const of = lists[i].of;
        unsigned char *const to = of->p + at * lists[i].size;
        memmove(to + lists[i].size, to, of->n - at * lists[i].size);
        memcpy(to, lists[i].one, lists[i].size);
        of->n += lists[i].size;
    }
    return FM_OK;
}

static void stamp(struct fm_key_ranges *ranges, const struct fm_key_range *range)
{
    ((uint32_t *)(void *)ranges->stamps.p)[range->slot]++;
}

bool fm_key_ranges_keep(const struct fm_key_ranges *ranges, struct fm_place place)
{
    return ((const uint32_t *)(void *)ranges->stamps.p)[place.slot] == place.stamp;
}

/* Memory. */

/* A new page, if there may be one. */
static enum fm_status take_page(struct fm_key_ranges *ranges)
{
    const uint64_t entries = 2 * ranges->crowd * sizeof(struct fm_pair_entry);
    if (ranges->count > 0 &&
        ranges->memory.held + ranges->memory.page + entries > ranges->memory.most)
        return FM_NO_ROOM;
    unsigned char *page = fm_pages_alloc(ranges->memory.page);
    const enum fm_status status =
        page == NULL ? FM_NO_MEMORY : fm_buf_append(&ranges->memory.pages, &page, sizeof page);
    if (status != FM_OK) {
        fm_pages_free(page, ranges->memory.page);
        return status;
    }
    ranges->memory.held += ranges->memory.page;
    ranges->memory.cut = 0;
    return FM_OK;
}

/* The newest chunk has all pairs that it will have. */
static void close_chunk(struct fm_key_range *range)
{
    if (range->last != NULL)
        range->last->used = (size_t)(range->to - range->last->bytes);
}

static void add_chunk(struct fm_key_range *range, struct fm_chunk *chunk)
{
    close_chunk(range);
    *(range->last == NULL ? &range->first : &range->last->next) = chunk;
    range->last = chunk;
    range->bytes += sizeof *chunk + chunk->size;
    range->to = chunk->bytes + chunk->used;
    range->end = chunk->bytes + chunk->size;
}

/* Cut a free chunk, of a new page if need be. */
static enum fm_status cut_chunk(struct fm_key_ranges *ranges)
{
    struct fm_range_memory *const memory = &ranges->memory;
    unsigned char *page;
    if (memory->pages.n == 0 || memory->cut == memory->page)
        FM_TRY(take_page(ranges));
    memcpy(&page, memory->pages.p + memory->pages.n - sizeof page, sizeof page);
    struct fm_chunk *const chunk = (void *)(page + memory->cut);
    *chunk = (struct fm_chunk){.next = memory->spare, .size = room_of(ranges)};
    memory->cut += memory->chunk;
    memory->spare = chunk;
    return FM_OK;
}

/* Add a chunk to a range. */
static enum fm_status take_range_chunk(struct fm_key_ranges *ranges, struct fm_key_range *range,
                                       size_t needed)
{
    struct fm_chunk *chunk;
    if (needed > room_of(ranges)) {
        const size_t bytes = sizeof *chunk + needed;
        if (ranges->count > 0 && ranges->memory.held + bytes > ranges->memory.most)
            return FM_NO_ROOM;
        chunk = fm_pages_alloc(bytes);
        if (chunk == NULL)
            return FM_NO_MEMORY;
        ranges->memory.held += bytes;
        *chunk = (struct fm_chunk){.size = needed};
    } else {
        if (ranges->memory.spare == NULL)
            FM_TRY(cut_chunk(ranges));
        chunk = ranges->memory.spare;
        ranges->memory.spare = chunk->next;
        *chunk = (struct fm_chunk){.size = chunk->size};
    }
    add_chunk(range, chunk);
    if (range->count > ranges->crowd)
        ranges->crowd = range->count;
    return FM_OK;
}

/* Have as many free chunks as the pairs of a range may need in another order, in which they may
 * fill them worse: two neighbours have more bytes of pairs than there is room in one, but for those
 * before a pair with a chunk of its own, and at the end of a part. Once it is FM_OK, no move
 * fails. */
static enum fm_status have_spare(struct fm_key_ranges *ranges, struct fm_key_range *range)
{
    size_t bytes = 0, needed = WAYS;
    close_chunk(range);
    for (const struct fm_chunk *chunk = range->first; chunk != NULL; chunk = chunk->next)
        if (is_of_page(ranges, chunk))
            bytes += chunk->used;
        else
            needed++;
    needed += 2 * bytes / room_of(ranges) + 1;
    for (const struct fm_chunk *chunk = ranges->memory.spare; chunk != NULL && needed > 0;
         chunk = chunk->next)
        needed--;
    for (; needed > 0; needed--)
        FM_TRY(cut_chunk(ranges));
    return FM_OK;
}

/* Sort the pairs of a range, or of each `step` one. */
static enum fm_status sort_range(struct fm_key_ranges *ranges, size_t index, size_t step)
{
    size_t count;
    struct fm_key_range *range = ranges_of(ranges, &count) + index;
    const struct fm_text *lowest = (struct fm_text *)(void *)ranges->lowest.p + index;
    const size_t same = index + 1 < count ? fm_keys_same(lowest[0], lowest[1], 0) : 0;
    const size_t bytes = 2 * (range->count / step + 1) * sizeof(struct fm_pair_entry);
    size_t next = 1;
    ranges->given.at = ranges->given.end = NULL;
    if (range->count == 0)
        return FM_OK;
    close_chunk(range);
    ranges->given.entries.n = 0;
    FM_TRY(fm_buf_reserve(&ranges->given.entries, bytes));
    struct fm_pair_entry *to = (void *)ranges->given.entries.p;
    ranges->given.at = to;
    for (struct fm_chunk *chunk = range->first; chunk != NULL; chunk = chunk->next) {
        const unsigned char *const end = chunk->bytes + chunk->used;
        for (unsigned char *record = chunk->bytes; record < end;) {
            const struct fm_pair pair = fm_pair_read(record);
            if (--next == 0) {
                *to++ = (struct fm_pair_entry){fm_pair_word(pair.key, same), record};
                next = step;
            }
            record += pair.rest.p + pair.rest.n - record;
        }
    }
    ranges->given.end = to;
    return fm_pairs_sort(ranges->given.at, to, (size_t)(to - ranges->given.at), same,
                         &ranges->given.stack);
}

/* Make ranges after one, each with a bound that is as short as possible: the one, and those, are to
 * get about as many of its pairs each. @return FM_OK or FM_NO_MEMORY. */
static enum fm_status divide(struct fm_key_ranges *ranges, size_t index, size_t *made)
{
    const struct fm_range_given *const given = &ranges->given;
    struct fm_pair_entry *cut = given->at, *last = cut;
    const size_t count = (size_t)(given->end - cut);
    *made = 0;
    for (size_t i = 1; i < WAYS; i++) {
        size_t same = 0;
        struct fm_text key = FM_NO_TEXT;
        if (cut < given->at + i * count / WAYS)
            cut = given->at + i * count / WAYS;
        for (; cut < given->end && cut > given->at; cut++) {
            const struct fm_text before = fm_pair_read(cut[-1].record).key;
            key = fm_pair_read(cut->record).key;
            same = fm_keys_same(before, key, 0);
            if (same < key.n)
                break;
        }
        if (cut == given->end)
            break;
        if (cut == last || same >= BOUND_MAX)
            continue;
        last = cut;
        FM_TRY(insert(ranges, index + ++*made, (struct fm_text){key.p, same + 1}));
    }
    return FM_OK;
}

/* Move a pair to the range that it belongs to now. One that has its own chunk goes there with it.
 * @return where the next one of its chunk is. */
static enum fm_status move(struct fm_key_ranges *ranges, struct fm_chunk *chunk,
                           unsigned char **record)
{
    size_t count;
    const struct fm_pair pair = fm_pair_read(*record);
    struct fm_key_range *const range = ranges_of(ranges, &count) + find(ranges, pair.key);
    const size_t n = (size_t)(pair.rest.p + pair.rest.n - *record);
    range->count++;
    if (!is_of_page(ranges, chunk)) {
        add_chunk(range, chunk);
        range->end = range->to; /* it stays its own */
    } else {
        if ((size_t)(range->end - range->to) < n)
            FM_TRY(take_range_chunk(ranges, range, n));
        memcpy(range->to, *record, n);
        range->to += n;
    }
    *record += n;
    return FM_OK;
}

/* Divide a range that is too large, if that is possible, by a sample of its pairs; else it is
 * looked at again once it is twice as large. */
static enum fm_status split(struct fm_key_ranges *ranges, size_t index)
{
    size_t all, made;
    struct fm_key_range *range = ranges_of(ranges, &all) + index;
    range->most *= 2;
    if (range->count > ranges->crowd)
        ranges->crowd = range->count;
    const enum fm_status spare = have_spare(ranges, range);
    if (spare != FM_OK)
        return spare == FM_NO_ROOM ? FM_OK : spare;
    FM_TRY(sort_range(ranges, index, range->count / SAMPLE + 1));
    FM_TRY(divide(ranges, index, &made));
    ranges->given.at = ranges->given.end = NULL;
    if (made == 0)
        return FM_OK;
    range = ranges_of(ranges, &all) + index;
    struct fm_chunk *chunk = range->first, *next;
    stamp(ranges, range);
    *range = (struct fm_key_range){.slot = range->slot};
    for (size_t i = 0; i <= made; i++)
        range[i].most = most_of(ranges);
    for (; chunk != NULL; chunk = next) {
        unsigned char *record = chunk->bytes, *const end = record + chunk->used;
        next = chunk->next;
        chunk->next = NULL;
        while (record < end) /* after FM_NO_ROOM the rest would be lost */
            if (move(ranges, chunk, &record) != FM_OK)
                return FM_NO_MEMORY;
        if (is_of_page(ranges, chunk))
            give_back(ranges, chunk);
    }
    return FM_OK;
}

enum fm_status fm_key_ranges_add(struct fm_key_ranges *ranges, const struct fm_pair *pair)
{
    const struct fm_text key = pair->key, rest = pair->rest;
    const size_t needed = needed_by(pair);
    enum { LINE = 64 };
    size_t count, index;
    if (FM_UNLIKELY(ranges->ranges.n == 0)) {
        FM_TRY(insert(ranges, 0, FM_NO_TEXT));
        ranges_of(ranges, &count)->most = most_of(ranges);
    }
    for (;;) {
        index = find(ranges, key);
        struct fm_key_range *const range = ranges_of(ranges, &count) + index;
        unsigned char *const record = range->to;
        if (FM_LIKELY((size_t)(range->end - record) >= needed)) {
            unsigned char *at = fm_number_put(record, key.n);
            at = fm_number_put(at, (uint64_t)rest.n << 1 | (pair->shared > 0));
            if (pair->shared > 0)
                at = fm_number_put(at, pair->shared);
            if (key.n > 0)
                memcpy(at, key.p, key.n);
            at += key.n;
            if (rest.n > 0)
                memcpy(at, rest.p, rest.n);
            range->to = at + rest.n;
            /* Its next pair comes after those of many other ranges. */
            FM_PREFETCH(range->to + LINE);
            FM_PREFETCH(range->to + 2 * LINE);
            range->count++;
            ranges->newest = record;
            ranges->value = at;
            ranges->place =
                (struct fm_place){range->slot, ((uint32_t *)(void *)ranges->stamps.p)[range->slot]};
            ranges->key_max = key.n > ranges->key_max ? key.n : ranges->key_max;
            ranges->count++;
            return FM_OK;
        }
        if (range->bytes + 2 * range->count * sizeof(struct fm_pair_entry) < range->most)
            FM_TRY(take_range_chunk(ranges, range, needed));
        else
            FM_TRY(split(ranges, index));
    }
}

void fm_key_ranges_empty(struct fm_key_ranges *ranges)
{
    size_t count;
    struct fm_key_range *range = ranges_of(ranges, &count);
    for (size_t i = 0; i < count; i++) {
        give_back(ranges, range[i].first);
        stamp(ranges, &range[i]);
        range[i] = (struct fm_key_range){.slot = range[i].slot, .most = most_of(ranges)};
    }
    ranges->count = ranges->crowd = ranges->given.turn = 0;
    ranges->given.at = ranges->given.end = NULL;
    fm_buf_free(&ranges->given.entries);
}

enum fm_status fm_key_ranges_next(struct fm_key_ranges *ranges, const unsigned char **record)
{
    enum { AHEAD = 8, LINE = 64 };
    size_t count;
    while (ranges->given.at == ranges->given.end) {
        (void)ranges_of(ranges, &count);
        if (ranges->given.turn == count) {
            *record = NULL;
            return FM_OK;
        }
        FM_TRY(sort_range(ranges, ranges->given.turn++, 1));
    }
    if (ranges->given.end - ranges->given.at > AHEAD) {
        FM_PREFETCH(ranges->given.at[AHEAD].record);
        FM_PREFETCH(ranges->given.at[AHEAD].record + LINE);
    }
    *record = ranges->given.at++->record;
    return FM_OK;
}
