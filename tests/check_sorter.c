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

static void (*const kinds[])(struct pair *) = {key_random, key_like_others, key_of_few,
                                               key_ascending, key_descending};

static int by_key_and_number(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    const int order =
        fm_text_compare((struct fm_text){x->key, x->n}, (struct fm_text){y->key, y->n});
    return order != 0 ? order : x->number < y->number ? -1 : 1;
}

/* 0 to 79 bytes that tell the pair. */
static struct fm_text value_of(size_t number, unsigned char *bytes)
{
    const size_t n = number % 80;
    for (size_t i = 0; i < n; i++)
        bytes[i] = (unsigned char)fm_hash_mix(number * 1000003 + i);
    return (struct fm_text){bytes, n};
}

static enum fm_status check_pair(void *user, struct fm_text key, struct fm_text value,
                                 struct fm_error *unused)
{
    size_t *at = user;
    unsigned char bytes[80];
    (void)unused;
    ck_assert_uint_lt(*at, PAIRS);
    const struct pair *want = &pairs[(*at)++];
    ck_assert(fm_text_equal(key, (struct fm_text){want->key, want->n}));
    ck_assert(fm_text_equal(value, value_of(want->number, bytes)));
    return FM_OK;
}

static void sort_pairs(void (*kind)(struct pair *), size_t count, uint64_t memory)
{
    struct fm_spool *spool = NULL;
    struct fm_sorter *sorter = NULL;
    unsigned char bytes[80];
    size_t given = 0;
    ck_assert_int_eq(fm_spool_new("/tmp", CHUNK, NULL, &spool), FM_OK);
    ck_assert_int_eq(fm_sorter_new(spool, memory, &sorter), FM_OK);
    for (size_t i = 0; i < count; i++) {
        pairs[i].number = i;
        kind(&pairs[i]);
        ck_assert_int_eq(fm_sorter_add(sorter, (struct fm_text){pairs[i].key, pairs[i].n},
                                       value_of(i, bytes), &error),
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
                sort_pairs(kinds[k], counts[i], memories[m]);
}
END_TEST

/* Keys and values that are larger than the memory: half of the pairs differ in the last byte of the
 * key alone, the other half in the last byte of the value. */

enum { LARGE = 3 << 20, MANY = 40 };

static unsigned char huge[LARGE];

static enum fm_status check_huge(void *user, struct fm_text key, struct fm_text value,
                                 struct fm_error *unused)
{
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

/* What the taker returns ends the sort, as does a file that cannot be made. */

static enum fm_status refuse_third(void *user, struct fm_text key, struct fm_text value,
                                   struct fm_error *unused)
{
    (void)key, (void)value, (void)unused;
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
    tcase_add_test(sorts, larger_than_the_memory);
    tcase_add_test(sorts, failures_end_it);
    suite_add_tcase(suite, sorts);
    return run_tap(suite);
}
