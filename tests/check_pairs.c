/* SPDX-License-Identifier: MIT */
/* Pairs in memory and in the temporary file, drawn by seeds: keys and values of many kinds, in
 * memory from nearly none to more than they need, filled, given and emptied several times. What is
 * given is compared with qsort() of all pairs; and memory is held, divided and refused as the
 * headers say. Groups of few bytes against plain sums. */
#include <config.h>
#include "check_main.h"
#include "base/lanes.h"
#include "ops/short_groups.h"
#include "ops/sorter.h"

enum { PAIRS_MAX = 60000, KEYS_MAX = 8 << 20, NOISE = 1 << 19, SEEDS = 90, WATCHED = 64 };

/* A pair that was added: where its key is in `keys`, how long its value is in `noise`. */
struct added {
    size_t key, key_n, value_n, number;
    bool changed; /* true: its first byte was inverted in its place */
};

/* A pair that may still be where it was. */
struct watched {
    struct added *of; /* NULL = none */
    unsigned char *value;
    struct fm_place place;
};

/* What keys and values of one set are made of. */
struct kind {
    uint64_t seed;
    size_t prefix, letters, length, distinct;
    size_t order; /* 0 random, 1 ascending, 2 descending */
    size_t sizes; /* kind of the sizes of values */
    size_t chunk; /* bytes of a part of memory */
};

/* ck_assert() tells the parent process where it is, each time: that is slow. */
#define HOLDS(condition) \
    do { \
        if (!(condition)) \
            ck_abort_msg("%s", #condition); \
    } while (0)

static struct fm_error error;
static unsigned char keys[KEYS_MAX], noise[NOISE];
static struct added added[PAIRS_MAX];
static size_t added_count, keys_n, drawn;
static struct watched watched[WATCHED];

/* Random numbers: the same ones for the same seed. */
static size_t draw(const struct kind *kind, size_t below)
{
    return (size_t)(fm_hash_mix(kind->seed * 1000000007 + drawn++) >> 8) % below;
}

static struct kind kind_of(uint64_t seed)
{
    static const size_t prefixes[] = {0, 0, 3, 7, 8, 14, 15, 16, 17, 250, 255, 256, 300};
    static const size_t letters[] = {2, 3, 256, 256}, lengths[] = {1, 4, 12, 18, 40, 90};
    static const size_t distinct[] = {1, 7, 900, PAIRS_MAX, PAIRS_MAX, PAIRS_MAX};
    struct kind kind = {.seed = seed};
    drawn = 0;
    kind.prefix = prefixes[draw(&kind, FM_COUNT_OF(prefixes))];
    kind.letters = letters[draw(&kind, FM_COUNT_OF(letters))];
    kind.length = lengths[draw(&kind, FM_COUNT_OF(lengths))];
    kind.distinct = distinct[draw(&kind, FM_COUNT_OF(distinct))];
    kind.order = draw(&kind, 5);
    kind.sizes = draw(&kind, 7);
    return kind;
}

static size_t value_size(const struct kind *kind)
{
    const size_t some = draw(kind, 24);
    switch (kind->sizes) {
    case 0: /* small ones alone */
        return some;
    case 1: /* about as large as a part of memory */
        return kind->chunk - 48 - kind->prefix % 40 + 3 * some;
    case 2: /* two or three of them fill a part, or do not */
        return kind->chunk / (some % 2 == 0 ? 2 : 3) + some;
    case 3: /* a few are far larger */
        return some > 0 ? some : 3 * kind->chunk + draw(kind, 20 * kind->chunk);
    case 4: /* many are, and there is room after them for the smallest */
        return some > 3 ? some / 4 : kind->chunk + some;
    default:
        return 60 + some;
    }
}

/* Make the next pair. @return its texts; NULL where there is no room for more. */
static struct added *make_pair(const struct kind *kind, struct fm_pair *pair)
{
    if (added_count == PAIRS_MAX || keys_n + kind->prefix + kind->length + 8 > KEYS_MAX)
        return NULL;
    struct added *one = &added[added_count];
    const uint64_t of = added_count % kind->distinct;
    const uint64_t hash = fm_hash_mix(kind->seed + of * UINT64_C(0x9E3779B97F4A7C15));
    unsigned char *to = keys + keys_n;
    size_t n = kind->prefix;
    memset(to, 'r', n);
    if (kind->order == 1 || kind->order == 2) {
        fm_big_endian_store(to + n, 4, kind->order == 1 ? of : PAIRS_MAX - of);
        n += 4;
    }
    for (size_t i = hash % (kind->length + 1); i > 0; i--, n++)
        to[n] = (unsigned char)(fm_hash_mix(hash + i) % kind->letters * (kind->letters < 4));
    for (size_t i = 0; kind->letters == 256 && i < n - kind->prefix; i++)
        if (kind->order != 1 && kind->order != 2)
            to[kind->prefix + i] = (unsigned char)fm_hash_mix(hash - i);
    *one = (struct added){keys_n, n, value_size(kind), added_count, false};
    HOLDS(one->value_n + 4096 < NOISE);
    keys_n += n;
    added_count++;
    *pair = (struct fm_pair){{to, n}, {noise + one->number % 4096, one->value_n}, 0};
    return one;
}

static int by_key(const void *a, const void *b)
{
    const struct added *x = a, *y = b;
    const int order = fm_text_compare((struct fm_text){keys + x->key, x->key_n},
                                      (struct fm_text){keys + y->key, y->key_n});
    return order != 0 ? order : x->number < y->number ? -1 : 1;
}

static void check_value(const struct added *one, const unsigned char *p, size_t n)
{
    HOLDS(n == one->value_n);
    if (n == 0)
        return;
    HOLDS(p[0] == (noise[one->number % 4096] ^ (one->changed ? 0xFF : 0)));
    HOLDS(memcmp(p + 1, noise + one->number % 4096 + 1, n - 1) == 0);
}

static void check_given(const struct added *one, struct fm_text key, struct fm_text value)
{
    HOLDS(fm_text_equal(key, (struct fm_text){keys + one->key, one->key_n}));
    check_value(one, value.p, value.n);
}

/* A pair that is still kept is where it was, and is changed there. */
static void change(const struct watched *one, bool kept)
{
    if (!kept || one->of->value_n == 0)
        return;
    check_value(one->of, one->value, one->of->value_n);
    one->value[0] ^= 0xFF;
    one->of->changed = !one->of->changed;
}

static void start_set(void)
{
    added_count = keys_n = 0;
    memset(watched, 0, sizeof watched);
    for (size_t i = 0; noise[0] == 0 && i < NOISE; i++)
        noise[i] = (unsigned char)(fm_hash_mix(i) | 1);
}

/* Ranges. */

static const uint64_t memories[] = {0,       20000,   300000,   1 << 20,
                                    3 << 20, 6 << 20, 20 << 20, 64 << 20};

/* What is true whenever a pair was added. @param single  bytes that the pair itself may take beyond
 * the memory. */
static void check_added(const struct fm_key_ranges *ranges, const struct added *one, size_t count)
{
    const struct fm_pair pair = fm_pair_read(ranges->newest);
    check_given(one, pair.key, pair.rest);
    HOLDS(ranges->value == pair.rest.p);
    HOLDS(ranges->count == count);
    HOLDS(fm_key_ranges_keep(ranges, ranges->place));
    if (count > 1 && ranges->memory.held > ranges->memory.most) /* it was so from the first on */
        HOLDS(ranges->memory.held <= ranges->memory.page + 4096 +
                                         added[one->number - count + 1].value_n +
                                         added[one->number - count + 1].key_n);
}

/* No room, although there was some? */
static void check_full(const struct fm_key_ranges *ranges, const struct fm_pair *pair)
{
    const uint64_t entries = 2 * ranges->crowd * sizeof(struct fm_pair_entry);
    const uint64_t own = pair->key.n + pair->rest.n + 256;
    const uint64_t more = own > ranges->memory.page ? own : ranges->memory.page + own;
    HOLDS(ranges->count > 0);
    HOLDS(ranges->memory.held + entries + more > ranges->memory.most);
}

/* Ranges hold all pairs; one of more bytes than a cache has is there only where keys do not divide
 * it, or memory has no room for that. */
static void check_divided(const struct fm_key_ranges *ranges, const struct kind *kind)
{
    enum { LARGEST = 2 << 20 };
    const struct fm_key_range *range = (const void *)ranges->ranges.p;
    const size_t count = ranges->ranges.n / sizeof *range;
    size_t pairs = 0, largest = 0;
    for (size_t i = 0; i < count; i++) {
        pairs += range[i].count;
        largest = range[i].bytes > largest ? range[i].bytes : largest;
    }
    const struct fm_text *const lowest = (const void *)ranges->lowest.p;
    for (size_t i = 1; i < count; i++)
        HOLDS(fm_text_compare(lowest[i - 1], lowest[i]) < 0);
    HOLDS(pairs == ranges->count);
    if (kind->distinct < PAIRS_MAX || kind->prefix > 250 || ranges->memory.most < 64 << 20 ||
        (kind->order != 1 && kind->order != 2))
        return;
    HOLDS(largest <= LARGEST + kind->chunk * 24 + (16 << 10));
}

static void give_all(struct fm_key_ranges *ranges, size_t first)
{
    const unsigned char *record;
    qsort(added + first, added_count - first, sizeof *added, by_key);
    for (size_t i = first; i < added_count; i++) {
        HOLDS(fm_key_ranges_next(ranges, &record) == FM_OK);
        HOLDS(record != NULL);
        const struct fm_pair pair = fm_pair_read(record);
        check_given(&added[i], pair.key, pair.rest);
    }
    for (int i = 0; i < 2; i++) {
        HOLDS(fm_key_ranges_next(ranges, &record) == FM_OK);
        HOLDS(record == NULL);
    }
}

/* Bytes of pages that are free: each free part begins with the address of the next one. */
static size_t bytes_free(const struct fm_key_ranges *ranges)
{
    const struct fm_range_memory *const memory = &ranges->memory;
    size_t n = memory->pages.n > 0 ? memory->page - memory->cut : 0;
    const void *part = memory->spare;
    for (; part != NULL; memcpy(&part, part, sizeof part))
        n += memory->chunk;
    return n;
}

/* Forget all pairs. Memory stays, but for that of single pairs, and all of it is free. */
static void empty(struct fm_key_ranges *ranges)
{
    fm_key_ranges_empty(ranges);
    HOLDS(bytes_free(ranges) == ranges->memory.held);
    HOLDS(ranges->count == 0);
    HOLDS(ranges->memory.held == ranges->memory.pages.n / sizeof(void *) * ranges->memory.page);
    for (size_t i = 0; i < WATCHED; i++)
        HOLDS(watched[i].of == NULL || !fm_key_ranges_keep(ranges, watched[i].place));
    memset(watched, 0, sizeof watched);
}

static void fill_ranges(uint64_t seed)
{
    struct kind kind = kind_of(seed);
    struct fm_key_ranges ranges;
    struct fm_pair pair;
    struct added *one;
    size_t bytes = 0, longest = 0, first = 0;
    fm_key_ranges_init(&ranges, memories[draw(&kind, FM_COUNT_OF(memories))]);
    kind.chunk = ranges.memory.chunk;
    start_set();
    for (size_t batch = 0; batch < 3; batch++) {
        const size_t most = draw(&kind, 3) > 0 ? PAIRS_MAX : draw(&kind, 100);
        while (added_count - first < most && bytes < (batch + 1) * (5 << 20) &&
               (one = make_pair(&kind, &pair)) != NULL) {
            const enum fm_status status = fm_key_ranges_add(&ranges, &pair);
            if (status == FM_NO_ROOM) {
                check_full(&ranges, &pair);
                added_count--;
                keys_n -= one->key_n;
                break;
            }
            HOLDS(status == FM_OK);
            check_added(&ranges, one, added_count - first);
            longest = one->key_n > longest ? one->key_n : longest;
            HOLDS(ranges.key_max == longest);
            bytes += one->key_n + one->value_n;
            struct watched *const at = &watched[draw(&kind, WATCHED)];
            if (at->of != NULL)
                change(at, fm_key_ranges_keep(&ranges, at->place));
            if (draw(&kind, 3) == 0)
                *at = (struct watched){one, ranges.value, ranges.place};
        }
        check_divided(&ranges, &kind);
        give_all(&ranges, first);
        empty(&ranges);
        first = added_count;
    }
    fm_key_ranges_free(&ranges);
}

START_TEST(ranges_of_any_pairs)
{
    fill_ranges((uint64_t)_i + 1);
}
END_TEST

/* A range that becomes too large is divided into parts of about the same size. */
START_TEST(ranges_are_even)
{
    enum { SIZE = 100, ALL = 28000 };
    struct fm_key_ranges ranges;
    unsigned char key[8];
    size_t most = 0;
    start_set();
    fm_key_ranges_init(&ranges, 64 << 20);
    for (size_t i = 0; i < ALL; i++) {
        fm_big_endian_store(key, sizeof key, fm_hash_mix(i));
        const struct fm_pair pair = {{key, sizeof key}, {noise, SIZE}, 0};
        HOLDS(fm_key_ranges_add(&ranges, &pair) == FM_OK);
    }
    const struct fm_key_range *range = (const void *)ranges.ranges.p;
    const size_t count = ranges.ranges.n / sizeof *range;
    HOLDS(count == 16);
    for (size_t i = 0; i < count; i++)
        most = range[i].count > most ? range[i].count : most;
    HOLDS(most < 2 * ALL / 16);
    HOLDS(ranges.memory.held < 9 << 20);
    fm_key_ranges_free(&ranges);
}
END_TEST

/* The sorter. */

static enum fm_status check_sorted(void *user, const struct fm_pair *pair, struct fm_error *unused)
{
    size_t *at = user;
    (void)unused;
    HOLDS(*at < added_count);
    check_given(&added[(*at)++], pair->key, pair->rest);
    return FM_OK;
}

static void sort_any(uint64_t seed)
{
    static const size_t chunks[] = {512, 4096};
    struct kind kind = kind_of(seed * 77);
    struct fm_spool *spool = NULL;
    struct fm_sorter *sorter = NULL;
    struct fm_pair pair;
    size_t given = 0, bytes = 0;
    const size_t chunk = chunks[draw(&kind, FM_COUNT_OF(chunks))];
    const uint64_t memory = memories[draw(&kind, FM_COUNT_OF(memories))];
    const size_t most = draw(&kind, 8) > 0 ? PAIRS_MAX : draw(&kind, 100);
    kind.chunk = 1024;
    start_set();
    HOLDS(fm_spool_new("/tmp", chunk, NULL, &spool) == FM_OK);
    HOLDS(fm_sorter_new(spool, memory, &sorter) == FM_OK);
    HOLDS(fm_sorter_is_empty(sorter));
    for (struct added *one;
         added_count < most && bytes < 2 << 20 && (one = make_pair(&kind, &pair)) != NULL;) {
        struct watched now = {.of = one};
        HOLDS(fm_sorter_add(sorter, pair.key, pair.rest, &error) == FM_OK);
        HOLDS(!fm_sorter_is_empty(sorter));
        now.value = fm_sorter_last(sorter, &now.place);
        HOLDS(fm_sorter_keeps(sorter, now.place));
        check_given(one, (struct fm_text){now.value - one->key_n, one->key_n},
                    (struct fm_text){now.value, one->value_n});
        struct watched *const at = &watched[draw(&kind, WATCHED)];
        if (at->of != NULL)
            change(at, fm_sorter_keeps(sorter, at->place));
        if (draw(&kind, 3) == 0)
            *at = now;
        bytes += one->key_n + one->value_n;
    }
    qsort(added, added_count, sizeof *added, by_key);
    HOLDS(fm_sorter_each(sorter, check_sorted, &given, &error) == FM_OK);
    HOLDS(given == added_count);
    fm_sorter_free(sorter);
    fm_spool_free(spool);
}

START_TEST(sorts_of_any_pairs)
{
    sort_any((uint64_t)_i + 1);
}
END_TEST

/* Each number of pairs up to some, of keys with nothing, much and all in common. */
START_TEST(each_small_number)
{
    for (size_t n = 0; n < 100; n++)
        for (uint64_t seed = 1; seed <= 12; seed++) {
            struct kind kind = kind_of(seed * 31);
            struct fm_key_ranges ranges;
            struct fm_pair pair;
            fm_key_ranges_init(&ranges, 1 << 20);
            kind.sizes = 0;
            start_set();
            while (added_count < n && make_pair(&kind, &pair) != NULL)
                HOLDS(fm_key_ranges_add(&ranges, &pair) == FM_OK);
            give_all(&ranges, 0);
            fm_key_ranges_free(&ranges);
        }
}
END_TEST

/* Words and codes of keys. */

static struct fm_text short_key(uint64_t seed, unsigned char *to)
{
    const size_t n = fm_hash_mix(seed) % 20;
    for (size_t i = 0; i < n; i++) /* mostly equal, so that keys differ late */
        to[i] = (unsigned char)(fm_hash_mix(seed * 64 + i) % 6 == 0 ? 0xFF : 0);
    return (struct fm_text){to, n};
}

START_TEST(words_and_codes)
{
    unsigned char bytes[3][32];
    for (uint64_t seed = 0; seed < 100000; seed++) {
        const struct fm_text a = short_key(3 * seed, bytes[0]);
        const struct fm_text b = short_key(3 * seed + 1, bytes[1]);
        const struct fm_text base = short_key(3 * seed + 2, bytes[2]);
        size_t same = 0;
        while (same < a.n && same < b.n && a.p[same] == b.p[same])
            same++;
        const int order = fm_text_compare(a, b);
        for (size_t from = 0; from <= same; from++) {
            HOLDS(fm_keys_same(a, b, from) == same);
            const uint64_t x = fm_pair_word(a, from), y = fm_pair_word(b, from);
            HOLDS(x == y || (x < y) == (order < 0));
            HOLDS(x != y || (x & 0xFF) == FM_PAIR_MORE || order == 0);
            HOLDS(x != y || same == a.n || same - from >= FM_PAIR_WORD);
        }
        if (fm_text_compare(base, a) > 0 || fm_text_compare(base, b) > 0)
            continue;
        const uint64_t x = fm_code_of(a, fm_keys_same(base, a, 0));
        const uint64_t y = fm_code_of(b, fm_keys_same(base, b, 0));
        HOLDS(x == y || (x < y) == (order < 0));
        HOLDS(x != y || fm_code_end(x) == SIZE_MAX || order == 0);
        HOLDS(x != y || fm_code_end(x) != SIZE_MAX || same >= fm_code_same(x) + FM_CODE_BLOCK);
        HOLDS(x >= y || fm_code_of(b, same) == y);
        HOLDS(fm_code_end(x) == SIZE_MAX || fm_code_end(x) == a.n);
        HOLDS(fm_code_same(x) <= fm_keys_same(base, a, 0));
        HOLDS(x < FM_CODE_LAST);
    }
}
END_TEST

/* Groups of few bytes. */

enum { GROUPS = 5000, TIMES = 30000 };

struct sums {
    uint64_t sum[GROUPS]; /* packed counts may not fit: those of the number of occurrences */
    uint64_t wins[GROUPS];
    size_t bytes, given, rows;
    uint64_t last; /* number that the last group is, and one more */
};

static size_t group_bytes(uint64_t seed, size_t number, size_t bytes, unsigned char *to)
{
    for (size_t i = 0; i < bytes; i++)
        to[i] = 0;
    /* Some differ in their first byte, some in their last. */
    const size_t at = fm_hash_mix(seed) % 3 == 0 || bytes < 4 ? 0 : bytes - 3;
    if (bytes >= 3)
        fm_big_endian_store(to + at, 3, number * 3 + 1);
    else
        fm_big_endian_store(to, bytes, number);
    return at;
}

static enum fm_status add_sum(void *user, struct fm_text group, uint64_t packed,
                              struct fm_error *unused)
{
    struct sums *sums = user;
    struct fm_counts counts = {.count = 0};
    unsigned char last[16];
    (void)unused;
    HOLDS(group.n == sums->bytes);
    const size_t at = group_bytes(sums->last >> 32, 0, sums->bytes, last);
    const uint64_t number = sums->bytes >= 3 ? (fm_big_endian(group.p + at, 3) - 1) / 3
                                             : fm_big_endian(group.p, sums->bytes);
    HOLDS(number < GROUPS);
    group_bytes(sums->last >> 32, number, sums->bytes, last);
    HOLDS(memcmp(group.p, last, group.n) == 0);
    /* In order; one that comes again has as many as fit. */
    HOLDS(number + 1 >= (sums->last & UINT32_MAX));
    sums->given += number + 1 > (sums->last & UINT32_MAX);
    sums->last = (sums->last >> 32 << 32) | (number + 1);
    fm_counts_add(packed, &counts);
    HOLDS(counts.count > 0);
    sums->sum[number] -= counts.count;
    sums->wins[number] -= counts.wins;
    sums->rows++;
    return FM_OK;
}

static void sum_groups(uint64_t seed, size_t bytes, uint64_t memory)
{
    static struct sums sums;
    const size_t distinct = bytes < 2 ? 200 : fm_hash_mix(seed) % 5 == 0 ? 3 : GROUPS;
    struct fm_short_groups *groups = NULL;
    unsigned char group[16];
    size_t since = 0;
    memset(&sums, 0, sizeof sums);
    sums.bytes = bytes;
    HOLDS(fm_short_groups_new(bytes, memory, &groups) == FM_OK);
    for (size_t i = 0; i <= TIMES; i++) {
        const uint64_t hash = fm_hash_mix(seed * TIMES + i);
        const size_t number = hash % (hash >> 32 & 1 ? distinct : distinct / 8 + 1);
        const uint64_t won = hash >> 40 & 1;
        const uint64_t one = fm_counts_of_one(2 * (int)won, false);
        memset(group, (int)(hash >> 48 & 0xFF),
               sizeof group); /* what is after it is no part of it */
        group_bytes(seed, number, bytes, group);
        const enum fm_status status =
            i == TIMES ? FM_NO_ROOM : fm_short_groups_add(groups, group, one);
        if (status == FM_OK) {
            sums.sum[number]++;
            sums.wins[number] += won;
            since++;
            continue;
        }
        HOLDS(status == FM_NO_ROOM);
        sums.given = sums.rows = 0;
        sums.last = seed << 32;
        HOLDS(fm_short_groups_take(groups, add_sum, &sums, &error) == FM_OK);
        /* Each is given once, but for those of very many occurrences. */
        HOLDS(sums.rows - sums.given <= 2 * since / FM_COUNT_MAX);
        if (i < TIMES) /* half of the memory was of different groups, or it is very little */
            HOLDS(sums.rows >= memory / 16 * 15 / 16 / 2 || memory < 4096);
        if (i < TIMES)
            i--;
        HOLDS(since > 0 || i >= TIMES);
        since = 0;
    }
    for (size_t k = 0; k < GROUPS; k++)
        HOLDS(sums.sum[k] == 0 && sums.wins[k] == 0);
    fm_short_groups_free(groups);
}

START_TEST(short_groups_are_sums)
{
    static const uint64_t group_memories[] = {0, 3000, 20000, 60000, 200000, 1 << 24};
    fm_short_groups_free(NULL);
    for (size_t bytes = 1; bytes <= FM_SHORT_GROUP_MAX; bytes++)
        for (size_t m = 0; m < FM_COUNT_OF(group_memories); m++)
            sum_groups(bytes * 16 + m, bytes, group_memories[m]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pairs");
    TCase *pairs = tcase_create("pairs");
    tcase_set_timeout(pairs, 300);
    tcase_add_test(pairs, words_and_codes);
    tcase_add_test(pairs, each_small_number);
    tcase_add_test(pairs, ranges_are_even);
    tcase_add_test(pairs, short_groups_are_sums);
    tcase_add_loop_test(pairs, sorts_of_any_pairs, 0, SEEDS);
    tcase_add_loop_test(pairs, ranges_of_any_pairs, 0, SEEDS);
    suite_add_tcase(suite, pairs);
    return run_tap(suite);
}
