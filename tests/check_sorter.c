/* SPDX-License-Identifier: MIT */
/* Sorting in memory and in the temporary file, with so little memory that runs are merged several
 * times, against qsort() of all pairs with their numbers. */
#include <config.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "check_main.h"
#include "ops/sorter.h"

enum { CHUNK = 64, PAIRS = 30000, KEY_MAX = 40 };

/* What a pair is made of: its key by the kind of the case, its value by its number. */
struct pair {
    unsigned char key[KEY_MAX];
    size_t n, number;
};

static struct fm_error error;
static struct pair pairs[PAIRS];

static void key_random(struct pair *pair)
{
    const uint64_t hash = fm_hash_mix(pair->number);
    pair->n = hash % (KEY_MAX + 1);
    for (size_t i = 0; i < pair->n; i++)
        pair->key[i] = (unsigned char)fm_hash_mix(hash + i);
}

/* Keys that begin equally, and some that are the beginning of others. */
static void key_like_others(struct pair *pair)
{
    const uint64_t hash = fm_hash_mix(pair->number);
    memset(pair->key, 'r', sizeof pair->key);
    pair->n = 6 + hash % 12;
    pair->key[pair->n - 1] = (unsigned char)(hash >> 32 & 3);
}

/* Five keys, one of them empty. */
static void key_of_few(struct pair *pair)
{
    pair->n = fm_hash_mix(pair->number) % 5;
    memset(pair->key, 'x', pair->n);
}

static void key_ascending(struct pair *pair)
{
    pair->n = 4;
    for (size_t i = 0; i < 4; i++)
        pair->key[i] = (unsigned char)(pair->number >> (24 - 8 * i));
}

static void key_descending(struct pair *pair)
{
    key_ascending(pair);
    for (size_t i = 0; i < 4; i++)
        pair->key[i] ^= 0xFF;
}

/* Bytes at the ends of the range, from no byte to many: each is the beginning of others, and those
 * that end are next to those that go on with zeros. */
static void key_of_ends(struct pair *pair)
{
    static const unsigned char ends[] = {0, 0, 0, 1, 0xFE, 0xFF, 0xFF, 0xFF};
    const uint64_t hash = fm_hash_mix(pair->number);
    pair->n = hash % (KEY_MAX + 1);
    for (size_t i = 0; i < pair->n; i++)
        pair->key[i] = i < 3 * (hash >> 32 & 7) ? 0 : ends[fm_hash_mix(hash + i) & 7];
}

/* Two bytes, so that most keys differ late, and after any number of bytes. */
static void key_of_two(struct pair *pair)
{
    const uint64_t hash = fm_hash_mix(pair->number), other = fm_hash_mix(hash);
    pair->n = KEY_MAX - hash % 3;
    for (size_t i = 0; i < KEY_MAX; i++)
        pair->key[i] = i < (hash >> 8) % KEY_MAX ? 'a' : (unsigned char)('a' + (other >> i & 1));
}

static void (*const kinds[])(struct pair *) = {key_random,    key_like_others, key_of_few,
                                               key_ascending, key_descending,  key_of_ends,
                                               key_of_two};

static int by_key_and_number(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    const int order =
        fm_text_compare((struct fm_text){x->key, x->n}, (struct fm_text){y->key, y->n});
    return order != 0 ? order : x->number < y->number ? -1 : 1;
}

enum { VALUE_MAX = 80 + KEY_MAX };

/* 0 to 79 bytes that tell the pair, in most of them after a part of its key. */
static struct fm_text value_of(const struct pair *pair, unsigned char *bytes)
{
    const size_t n = pair->number % 80;
    const size_t most = pair->n > FM_PAIR_TEXT ? pair->n - FM_PAIR_TEXT : 0;
    const size_t of_key = pair->number % 5 == 0 ? 0 : pair->number % (most + 1);
    memcpy(bytes, pair->key + FM_PAIR_TEXT, of_key);
    for (size_t i = 0; i < n; i++)
        bytes[of_key + i] = (unsigned char)fm_hash_mix(pair->number * 1000003 + i);
    return (struct fm_text){bytes, of_key + n};
}

static enum fm_status check_pair(void *user, const struct fm_pair *pair, struct fm_error *unused)
{
    size_t *at = user;
    unsigned char bytes[VALUE_MAX];
    (void)unused;
    if (*at >= PAIRS)
        ck_abort_msg("too many pairs");
    const struct pair *want = &pairs[(*at)++];
    /* Each ck_assert() tells the parent process where it is: that is slow. */
    const struct fm_text value = value_of(want, bytes);
    if (!fm_text_equal(pair->key, (struct fm_text){want->key, want->n}) ||
        value.n != pair->shared + pair->rest.n ||
        !fm_text_equal((struct fm_text){value.p, pair->shared}, fm_pair_shared(pair)) ||
        !fm_text_equal(fm_text_after(value, pair->shared), pair->rest))
        ck_abort_msg("another pair than number %zu", want->number);
    return FM_OK;
}

static void sort_pairs(void (*kind)(struct pair *), size_t count, uint64_t memory, bool text)
{
    struct fm_spool *spool = NULL;
    struct fm_sorter *sorter = NULL;
    unsigned char bytes[VALUE_MAX];
    size_t given = 0;
    ck_assert_int_eq(fm_spool_new("/tmp", CHUNK, NULL, &spool), FM_OK);
    ck_assert_int_eq(fm_sorter_new(spool, memory, &sorter), FM_OK);
    for (size_t i = 0; i < count; i++) {
        pairs[i].number = i;
        kind(&pairs[i]);
        const struct fm_text key = {pairs[i].key, pairs[i].n}, value = value_of(&pairs[i], bytes);
        const size_t of_key = text ? value.n - pairs[i].number % 80 : 0;
        const struct fm_pair pair = {key, {value.p + of_key, value.n - of_key}, of_key};
        ck_assert_int_eq(text ? fm_sorter_add_pair(sorter, &pair, &error)
                              : fm_sorter_add(sorter, key, value, &error),
                         FM_OK);
    }
    qsort(pairs, count, sizeof *pairs, by_key_and_number);
    ck_assert_int_eq(fm_sorter_each(sorter, check_pair, &given, &error), FM_OK);
    ck_assert_uint_eq(given, count);
    fm_sorter_free(sorter);
    fm_sorter_free(NULL);
    fm_spool_free(spool);
}

START_TEST(in_any_memory)
{
    static const uint64_t memories[] = {0, 100000, 1 << 20, 1 << 30};
    static const size_t counts[] = {0, 1, 2, 3, 100, PAIRS};
    for (size_t k = 0; k < FM_COUNT_OF(kinds); k++)
        for (size_t m = 0; m < FM_COUNT_OF(memories); m++)
            for (size_t i = 0; i < FM_COUNT_OF(counts); i++)
                for (int text = 0; text < 2; text++)
                    sort_pairs(kinds[k], counts[i], memories[m], text);
}
END_TEST

/* Keys that are equal for more bytes than a code counts, and then differ or end: the number of the
 * pair tells where it comes. */

enum { LONG = 60000, LONG_PAIRS = 300 };

static enum fm_status check_long(void *user, const struct fm_pair *pair, struct fm_error *unused)
{
    size_t *at = user, number;
    (void)unused;
    memcpy(&number, pair->rest.p, sizeof number);
    ck_assert_uint_eq(number, *at);
    ck_assert_uint_eq(pair->key.n, LONG + number);
    ++*at;
    return FM_OK;
}

START_TEST(equal_for_long)
{
    static const uint64_t memories[] = {1 << 20, 1 << 30};
    static unsigned char key[LONG + LONG_PAIRS];
    for (size_t m = 0; m < FM_COUNT_OF(memories); m++) {
        struct fm_spool *spool = NULL;
        struct fm_sorter *sorter = NULL;
        size_t given = 0;
        ck_assert_int_eq(fm_spool_new("/tmp", 512, NULL, &spool), FM_OK);
        ck_assert_int_eq(fm_sorter_new(spool, memories[m], &sorter), FM_OK);
        for (size_t i = 0; i < LONG_PAIRS; i++) {
            const size_t number = i * 7 % LONG_PAIRS; /* each of them once */
            const struct fm_text value = {(const void *)&number, sizeof number};
            ck_assert_int_eq(
                fm_sorter_add(sorter, (struct fm_text){key, LONG + number}, value, &error), FM_OK);
        }
        ck_assert_int_eq(fm_sorter_each(sorter, check_long, &given, &error), FM_OK);
        ck_assert_uint_eq(given, LONG_PAIRS);
        fm_sorter_free(sorter);
        fm_spool_free(spool);
    }
}
END_TEST

/* Keys and values that are larger than the memory: half of the pairs differ in the last byte of the
 * key alone, the other half in the last byte of the value. */

enum { LARGE = 3 << 20, MANY = 40 };

static unsigned char huge[LARGE];

static enum fm_status check_huge(void *user, const struct fm_pair *pair, struct fm_error *unused)
{
    const struct fm_text key = pair->key, value = pair->rest;
    size_t *at = user;
    (void)unused;
    const bool of_key = *at < MANY / 2;
    ck_assert_uint_eq(key.n, of_key ? LARGE : 1);
    ck_assert_uint_eq(value.n, of_key ? 1 : LARGE);
    ck_assert_uint_eq(key.p[key.n - 1], of_key ? *at : 'z');
    ck_assert_uint_eq(value.p[value.n - 1], *at);
    ++*at;
    return FM_OK;
}

START_TEST(larger_than_the_memory)
{
    struct fm_spool *spool = NULL;
    struct fm_sorter *sorter = NULL;
    size_t given = 0;
    ck_assert_int_eq(fm_spool_new("/tmp", 512, NULL, &spool), FM_OK);
    ck_assert_int_eq(fm_sorter_new(spool, 1 << 20, &sorter), FM_OK);
    for (size_t i = 0; i < MANY; i++) {
        const unsigned char number =
            (unsigned char)(i % 2 == 0 ? MANY / 2 - 1 - i / 2 : MANY / 2 + i / 2);
        const struct fm_text large = {huge, LARGE}, z = FM_TEXT("z"), small = {&number, 1};
        huge[LARGE - 1] = number;
        const bool of_key = i % 2 == 0;
        ck_assert_int_eq(fm_sorter_add(sorter, of_key ? large : z, of_key ? small : large, &error),
                         FM_OK);
    }
    ck_assert_int_eq(fm_sorter_each(sorter, check_huge, &given, &error), FM_OK);
    ck_assert_uint_eq(given, MANY);
    fm_sorter_free(sorter);
    fm_spool_free(spool);
}
END_TEST

/* Pairs of two sizes that fill memory well as they come and badly in the order of keys: one of each
 * comes, and keys are in the order of sizes, or the other way round; and pairs that are about as
 * large as the parts of memory, or larger. A range may have no room to be divided, and loses
 * nothing. */

enum { SIZES = 2, UNEVEN = 7000, UNEVEN_MAX = 9000 };

struct uneven {
    size_t given;
    unsigned char last[9];
};

static enum fm_status check_uneven(void *user, const struct fm_pair *pair, struct fm_error *unused)
{
    const struct fm_text key = pair->key;
    struct uneven *seen = user;
    (void)unused;
    ck_assert_uint_eq(key.n, sizeof seen->last);
    ck_assert(seen->given == 0 || memcmp(seen->last, key.p, key.n) < 0);
    ck_assert_mem_eq(pair->rest.p, key.p, key.n);
    memcpy(seen->last, key.p, key.n);
    seen->given++;
    return FM_OK;
}

/* @param by_size  keys are in the order of sizes; else pairs come in that order. */
static void sort_uneven(const size_t sizes[SIZES], bool by_size, uint64_t memory)
{
    static unsigned char value[UNEVEN_MAX];
    struct fm_spool *spool = NULL;
    struct fm_sorter *sorter = NULL;
    struct uneven seen = {.given = 0};
    ck_assert_int_eq(fm_spool_new("/tmp", 1 << 16, NULL, &spool), FM_OK);
    ck_assert_int_eq(fm_sorter_new(spool, memory, &sorter), FM_OK);
    for (size_t i = 0; i < UNEVEN; i++) {
        const size_t kind = by_size ? i % SIZES : i * SIZES / UNEVEN;
        value[0] = by_size ? (unsigned char)kind : 0;
        fm_big_endian_store(value + 1, 8, fm_hash_mix(i));
        ck_assert_int_eq(fm_sorter_add(sorter, (struct fm_text){value, sizeof seen.last},
                                       (struct fm_text){value, sizes[kind]}, &error),
                         FM_OK);
    }
    ck_assert_int_eq(fm_sorter_each(sorter, check_uneven, &seen, &error), FM_OK);
    ck_assert_uint_eq(seen.given, UNEVEN);
    fm_sorter_free(sorter);
    fm_spool_free(spool);
}

START_TEST(uneven_pairs)
{
    static const size_t sizes[][SIZES] = {
        {4900, 3200}, {8140, 100}, {8145, 8120}, {100, UNEVEN_MAX}};
    for (size_t i = 0; i < SIZES * FM_COUNT_OF(sizes); i++)
        for (uint64_t memory = 4 << 20; memory <= 12 << 20; memory += 512 << 10)
            sort_uneven(sizes[i / SIZES], i % SIZES == 0, memory);
}
END_TEST

/* What the taker returns ends the sort, as does a file that cannot be made. */

static enum fm_status refuse_third(void *user, const struct fm_pair *pair, struct fm_error *unused)
{
    (void)pair, (void)unused;
    return ++*(unsigned *)user == 3 ? FM_PIPE_CLOSED : FM_OK;
}

START_TEST(failures_end_it)
{
    static const char *const folders[] = {"/tmp", "/nowhere/at/all"};
    for (size_t k = 0; k < FM_COUNT_OF(folders); k++) {
        struct fm_spool *spool = NULL;
        struct fm_sorter *sorter = NULL;
        unsigned taken = 0;
        enum fm_status status = FM_OK;
        ck_assert_int_eq(fm_spool_new(folders[k], CHUNK, NULL, &spool), FM_OK);
        ck_assert_int_eq(fm_sorter_new(spool, 20000, &sorter), FM_OK);
        for (size_t i = 0; status == FM_OK && i < PAIRS; i++) {
            pairs[i].number = i;
            key_random(&pairs[i]);
            status = fm_sorter_add(sorter, (struct fm_text){pairs[i].key, pairs[i].n},
                                   FM_TEXT("value"), &error);
        }
        ck_assert_int_eq(status, k == 0 ? FM_OK : FM_OUTPUT_FAILED);
        if (status == FM_OK)
            ck_assert_int_eq(fm_sorter_each(sorter, refuse_third, &taken, &error), FM_PIPE_CLOSED);
        fm_sorter_free(sorter);
        fm_spool_free(spool);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sorter");
    TCase *sorts = tcase_create("sorter");
    tcase_set_timeout(sorts, 300);
    tcase_add_test(sorts, in_any_memory);
    tcase_add_test(sorts, equal_for_long);
    tcase_add_test(sorts, larger_than_the_memory);
    tcase_add_test(sorts, uneven_pairs);
    tcase_add_test(sorts, failures_end_it);
    suite_add_tcase(suite, sorts);
    return run_tap(suite);
}
