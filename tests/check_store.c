/* SPDX-License-Identifier: MIT */
/* What is remembered: streams in the temporary file, keys, counts and samples, with so little memory
 * that every way through the file is taken, against a plain answer; and the store between runs. */
#include <config.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "check_main.h"
#include "scratch.h"
#include "ops/groups.h"
#include "ops/run_sample.h"
#include "ops/store.h"
#include "ops/unique.h"

enum { CHUNK = 64 };

static struct fm_error error;

static struct fm_spool *spool_new(size_t chunk)
{
    struct fm_spool *spool = NULL;
    ck_assert_int_eq(fm_spool_new("/tmp", chunk, NULL, &spool), FM_OK);
    return spool;
}

/* A byte that differs from stream to stream and place to place. */
static unsigned char byte_of(size_t stream, size_t at)
{
    return (unsigned char)fm_hash_mix(stream * 1000003 + at);
}

/* ---- streams ---- */

static void write_bytes(struct fm_spool *spool, struct fm_stream *stream, size_t number,
                        size_t from, size_t n)
{
    unsigned char bytes[512];
    for (size_t i = 0; i < n; i++)
        bytes[i] = byte_of(number, from + i);
    ck_assert_int_eq(fm_stream_append(spool, stream, bytes, n, &error), FM_OK);
}

static void read_bytes(struct fm_spool *spool, struct fm_stream *stream, size_t number, size_t from,
                       size_t n)
{
    unsigned char bytes[512];
    ck_assert_int_eq(fm_stream_read(spool, stream, bytes, n, &error), FM_OK);
    for (size_t i = 0; i < n; i++)
        ck_assert_msg(bytes[i] == byte_of(number, from + i), "stream %zu, byte %zu", number,
                      from + i);
}

/* Streams of every length around the borders of chunks, written and read in turn. */
START_TEST(streams_are_read_as_written)
{
    enum { STREAMS = 5 * CHUNK, PARTS = 3 };
    struct fm_spool *spool = spool_new(CHUNK);
    struct fm_stream streams[STREAMS] = {{.buf = NULL}};
    for (size_t part = 0; part < PARTS; part++)
        for (size_t i = 0; i < STREAMS; i++)
            write_bytes(spool, &streams[i], i, part * i, i);
    for (size_t i = 0; i < STREAMS; i++)
        ck_assert_int_eq(fm_stream_finish(spool, &streams[i], &error), FM_OK);
    for (size_t part = 0; part < PARTS; part++)
        for (size_t i = 0; i < STREAMS; i++)
            read_bytes(spool, &streams[i], i, part * i, i);
    for (size_t i = 0; i < STREAMS; i++) {
        ck_assert_uint_eq(streams[i].bytes, 0);
        ck_assert_ptr_null(streams[i].buf);
        fm_stream_drop(spool, &streams[i]);
    }
    fm_spool_free(spool);
    fm_spool_free(NULL);
}
END_TEST

START_TEST(numbers_of_every_length)
{
    struct fm_spool *spool = spool_new(CHUNK);
    struct fm_stream stream = {.buf = NULL};
    for (unsigned bits = 0; bits < 64; bits++)
        for (uint64_t less = 0; less < 2; less++)
            ck_assert_int_eq(
                fm_stream_append_number(spool, &stream, (UINT64_C(1) << bits) - less, &error),
                FM_OK);
    ck_assert_int_eq(fm_stream_append_number(spool, &stream, UINT64_MAX, &error), FM_OK);
    ck_assert_int_eq(fm_stream_finish(spool, &stream, &error), FM_OK);
    uint64_t number;
    for (unsigned bits = 0; bits < 64; bits++)
        for (uint64_t less = 0; less < 2; less++) {
            ck_assert_int_eq(fm_stream_read_number(spool, &stream, &number, &error), FM_OK);
            ck_assert_uint_eq(number, (UINT64_C(1) << bits) - less);
        }
    ck_assert_int_eq(fm_stream_read_number(spool, &stream, &number, &error), FM_OK);
    ck_assert_uint_eq(number, UINT64_MAX);
    fm_spool_free(spool);
}
END_TEST

/* The descriptor that the next open() gives: the spool's, when it opens its file. */
static int next_descriptor(void)
{
    const int fd = dup(0);
    close(fd);
    return fd;
}

/* What is read or dropped, half written too, makes room: the file does not grow. */
START_TEST(chunks_are_used_again)
{
    enum { BYTES = 40 * CHUNK, ROUNDS = 100 };
    const int fd = next_descriptor();
    struct fm_spool *spool = spool_new(CHUNK);
    struct stat about;
    off_t most = 0;
    for (size_t round = 0; round < ROUNDS; round++) {
        struct fm_stream kept = {.buf = NULL}, dropped = {.buf = NULL}, cut = {.buf = NULL};
        for (size_t at = 0; at < BYTES; at += 256) {
            write_bytes(spool, &kept, round, at, 256);
            write_bytes(spool, &dropped, 7, at, 256);
            write_bytes(spool, &cut, 8, at, 256);
        }
        ck_assert_int_eq(fm_stream_finish(spool, &kept, &error), FM_OK);
        ck_assert_int_eq(fm_stream_finish(spool, &cut, &error), FM_OK);
        read_bytes(spool, &cut, 8, 0, 256);
        for (size_t at = 0; at < BYTES; at += 256)
            read_bytes(spool, &kept, round, at, 256);
        fm_stream_drop(spool, &dropped);
        fm_stream_drop(spool, &cut);
        ck_assert_int_eq(fstat(fd, &about), 0);
        most = round == 0 ? about.st_size : most;
        ck_assert_int_le(about.st_size, most + CHUNK); /* the last may be written in part */
    }
    ck_assert_int_gt(most, 0);
    ck_assert_uint_eq(about.st_nlink, 0); /* nothing of it has a name */
    fm_spool_free(spool);
    ck_assert_int_ne(fstat(fd, &about), 0);
}
END_TEST

/* A second process would not see these failures; so the file is made to fail in this one. */
START_TEST(failures_have_names)
{
    struct fm_spool *spool = NULL;
    struct fm_stream stream = {.buf = NULL};
    unsigned char bytes[2 * CHUNK] = {0};
    ck_assert_int_eq(fm_spool_new("/nowhere/at/all", CHUNK, NULL, &spool), FM_OK);
    ck_assert_int_eq(fm_stream_append(spool, &stream, bytes, sizeof bytes, &error),
                     FM_OUTPUT_FAILED);
    ck_assert_int_eq(error.os_error, ENOENT);
    ck_assert(fm_text_equal(error.what, FM_TEXT("temporary file in /nowhere/at/all")));
    fm_stream_drop(spool, &stream);
    fm_spool_free(spool);

    const int fd = next_descriptor(), full = open("/dev/full", O_RDWR);
    ck_assert_int_ge(full, 0);
    const int moved = fcntl(full, F_DUPFD, fd + 10);
    close(full);
    spool = spool_new(CHUNK);
    ck_assert_int_eq(fm_stream_append(spool, &stream, bytes, sizeof bytes, &error), FM_OK);
    ck_assert_int_eq(dup2(moved, fd), fd);
    ck_assert_int_eq(fm_stream_append(spool, &stream, bytes, sizeof bytes, &error),
                     FM_OUTPUT_FAILED);
    ck_assert_int_eq(error.os_error, ENOSPC);
    close(moved);
    fm_stream_drop(spool, &stream);
    fm_spool_free(spool);
}
END_TEST

START_TEST(work_can_be_cancelled)
{
    atomic_bool cancelled;
    struct fm_spool *spool = NULL;
    struct fm_stream stream = {.buf = NULL};
    unsigned char bytes[2 * CHUNK] = {0};
    atomic_init(&cancelled, false);
    ck_assert_int_eq(fm_spool_new(NULL, CHUNK, &cancelled, &spool), FM_OK);
    ck_assert_int_eq(fm_stream_append(spool, &stream, bytes, sizeof bytes, &error), FM_OK);
    atomic_store(&cancelled, true);
    ck_assert_int_eq(fm_stream_append(spool, &stream, bytes, sizeof bytes, &error), FM_CANCELLED);
    fm_stream_drop(spool, &stream);
    fm_spool_free(spool);
}
END_TEST

/* What is in memory and in the file at the same time comes in one order, whatever of it is where;
 * where all fits in memory there is no file. Streams that are dropped midway leave nothing. */
START_TEST(streams_begin_in_memory)
{
    enum { BYTES = 2000 };
    struct stat about;
    for (size_t most = 0; most < BYTES + 4 * CHUNK; most += 23) {
        const int fd = next_descriptor();
        struct fm_spool *spool = spool_new(CHUNK);
        struct fm_stream read = {.most = most}, cut = {.most = most}, dropped = {.most = most};
        for (size_t at = 0; at < BYTES; at += 250) {
            write_bytes(spool, &read, 1, at, 250);
            write_bytes(spool, &cut, 2, at, 250);
            write_bytes(spool, &dropped, 3, at, 250);
        }
        ck_assert_int_eq(fm_stream_finish(spool, &read, &error), FM_OK);
        ck_assert_int_eq(fm_stream_finish(spool, &cut, &error), FM_OK);
        ck_assert_int_eq(fstat(fd, &about), most < BYTES ? 0 : -1);
        for (size_t at = 0; at < BYTES; at += 125)
            read_bytes(spool, &read, 1, at, 125);
        read_bytes(spool, &cut, 2, 0, 125);
        ck_assert_uint_eq(read.bytes, 0);
        ck_assert_ptr_null(read.buf);
        fm_stream_drop(spool, &read);
        fm_stream_drop(spool, &cut);
        fm_stream_drop(spool, &dropped);
        fm_spool_free(spool);
    }
}
END_TEST

/* ---- keys ---- */

/* Keys that come again soon, late and never, all the same one, zero, and ones that differ in their
 * last bits only, so that one part has a quarter of them: more than are settled in one step. */
enum { KEYS = 6000 };
static struct fm_hash128 key_at(size_t i)
{
    const uint64_t draw = fm_hash_mix(i);
    const uint64_t number = draw % 4 == 0 ? i / 2 : draw % 3000;
    if (number % 4 == 3)
        return (struct fm_hash128){UINT64_MAX, UINT64_MAX - number};
    if (number % 500 == 0)
        return (struct fm_hash128){0, 0};
    if (number % 50 == 1)
        return (struct fm_hash128){number, 0};
    if (number % 50 == 2)
        return (struct fm_hash128){0, number};
    return (struct fm_hash128){fm_hash_mix(number + 1), fm_hash_mix(~number)};
}

static bool same_key(struct fm_hash128 a, struct fm_hash128 b)
{
    return a.lo == b.lo && a.hi == b.hi;
}

/* For each key, the place of the first one like it. */
static const size_t *firsts(void)
{
    static size_t first[KEYS];
    static struct fm_hash128 keys[KEYS];
    if (first[KEYS - 1] != 0)
        return first;
    for (size_t i = 0; i < KEYS; i++)
        keys[i] = key_at(i);
    for (size_t i = 0; i < KEYS; i++)
        for (first[i] = 0; !same_key(keys[first[i]], keys[i]); first[i]++)
            ;
    return first;
}

/* All keys, with answers as they are found. */
static struct {
    struct fm_hash128 key;
    unsigned char answer;
} probed[KEYS];

/* Batches of keys, which enter in order and are answered by several threads. */
struct probing {
    struct fm_unique *unique;
    size_t batch;         /* keys in each */
    pthread_mutex_t lock; /* of what follows; entering under it gives the order */
    size_t at;            /* keys that have entered */
    bool undecided;
};

/* Each thread has two batches enter, and the second of them answered first: so batches are answered
 * in another order than that of entering, by threads whose they are not. */
static void *probe(void *user)
{
    enum { AT_A_TIME = 2, BATCH_MAX = 128 };
    struct probing *probing = user;
    struct fm_unique_batch batches[AT_A_TIME];
    _Alignas(struct fm_hash128) unsigned char scratch[AT_A_TIME][BATCH_MAX * FM_UNIQUE_SCRATCH];
    for (;;) {
        size_t entered = 0;
        pthread_mutex_lock(&probing->lock);
        for (; entered < AT_A_TIME && probing->at < KEYS; entered++) {
            const size_t left = KEYS - probing->at;
            batches[entered] =
                (struct fm_unique_batch){.rows = (const unsigned char *)&probed[probing->at],
                                         .row = sizeof *probed,
                                         .answers = &probed[probing->at].answer,
                                         .step = sizeof *probed,
                                         .count = left < probing->batch ? left : probing->batch,
                                         .scratch = scratch[entered]};
            fm_unique_enter(probing->unique, &batches[entered]);
            probing->at += batches[entered].count;
        }
        pthread_mutex_unlock(&probing->lock);
        for (size_t i = entered; i-- > 0;) {
            struct fm_error failure;
            bool undecided;
            ck_assert_int_eq(fm_unique_answer(probing->unique, &batches[i], &undecided, &failure),
                             FM_OK);
            pthread_mutex_lock(&probing->lock);
            probing->undecided = probing->undecided || undecided;
            pthread_mutex_unlock(&probing->lock);
        }
        if (entered == 0)
            return NULL;
    }
}

/* @param known  keys that are seen before the run: those with the first @p known places. */
static void probe_keys(uint64_t memory, size_t batch, size_t known, size_t threads)
{
    static struct fm_hash128 keys[KEYS];
    struct fm_spool *spool = spool_new(CHUNK);
    struct probing probing = {.batch = batch};
    pthread_t started[8];
    const size_t *first = firsts();
    for (size_t i = 0; i < KEYS; i++)
        probed[i].key = keys[i] = key_at(i);
    ck_assert_int_eq(pthread_mutex_init(&probing.lock, NULL), 0);
    ck_assert_int_eq(fm_unique_new(spool, memory, NULL, &probing.unique), FM_OK);
    ck_assert_int_eq(fm_unique_preload(probing.unique, keys, known, &error), FM_OK);
    for (size_t i = 1; i < threads; i++)
        ck_assert_int_eq(pthread_create(&started[i], NULL, probe, &probing), 0);
    (void)probe(&probing);
    for (size_t i = 1; i < threads; i++)
        ck_assert_int_eq(pthread_join(started[i], NULL), 0);
    ck_assert_int_eq(fm_unique_settle(probing.unique, (unsigned)threads, &error), FM_OK);
    for (size_t i = 0; i < KEYS; i++) {
        const unsigned char want = first[i] == i && i >= known ? FM_ANSWER_FRESH : FM_ANSWER_SEEN;
        unsigned char *answer = &probed[i].answer;
        ck_assert_int_eq(fm_unique_result(probing.unique, *answer, answer, &error), FM_OK);
        ck_assert_msg(*answer == want, "memory %ju, known %zu, key %zu: %u", (uintmax_t)memory,
                      known, i, *answer);
    }
    ck_assert(memory > 20000 || probing.undecided);
    ck_assert(memory < 1000000 || !probing.undecided);
    fm_unique_free(probing.unique);
    fm_spool_free(spool);
    pthread_mutex_destroy(&probing.lock);
}

/* From no memory at all to enough: each step moves the border between what is known and what is
 * put off. */
START_TEST(first_keys_are_found_in_any_memory)
{
    for (uint64_t memory = 0; memory < 140000; memory += memory < 8000 ? 1999 : 11003)
        probe_keys(memory, 1 + memory % 97, 0, 1);
    probe_keys(1 << 20, 100, 0, 1);
    probe_keys(UINT64_C(1) << 40, 128, 0, 1);
}
END_TEST

START_TEST(first_keys_are_found_by_many_threads)
{
    for (size_t round = 0; round < 40; round++) {
        probe_keys(1 << 20, 1 + round, 0, 8);
        probe_keys(24000, 128, round, 2 + round % 7);
    }
}
END_TEST

START_TEST(earlier_keys_are_never_first)
{
    static const size_t knowns[] = {1, 10, 500, 3000, KEYS - 1, KEYS};
    for (size_t i = 0; i < FM_COUNT_OF(knowns); i++) {
        probe_keys(0, 64, knowns[i], 1);
        probe_keys(40000, 64, knowns[i], 1);
        probe_keys(1 << 20, 64, knowns[i], 2);
    }
}
END_TEST

/* ---- groups ---- */

/* Bytes of a group by its number: of every length up to 40, some the beginning of others, with zeros. */
enum { GROUPS = 700, GROUP_MAX = 40 };
static size_t fixed; /* bytes of each group; 0 = they differ */

static struct fm_text group_at(size_t i, unsigned char *bytes)
{
    const size_t n = i % (GROUP_MAX + 1);
    if (fixed > 0) { /* all of one length, and bytes at the ends of the range */
        memset(bytes, i % 2 == 0 ? 0xFF : 0, fixed);
        bytes[i / 512 % fixed] = (unsigned char)(i >> 8);
        bytes[fixed - 1] = (unsigned char)i;
        return (struct fm_text){bytes, fixed};
    }
    memset(bytes, 'r', n);
    if (n > 2)
        memcpy(bytes + n - 2, (unsigned char[]){(unsigned char)(i / 41), 0}, 2);
    return (struct fm_text){bytes, n};
}

/* What was met: a few groups often, most of them a few times. */
static size_t group_of(size_t met)
{
    const uint64_t hash = fm_hash_mix(met);
    return hash % 3 == 0 ? hash / 3 % 7 : hash / 3 % GROUPS;
}

static uint64_t counts_of(size_t met)
{
    return fm_counts_of_one((int)(met % 4) - 1, met % 8 >= 4);
}

struct counted {
    size_t groups;
    unsigned char last[GROUP_MAX];
    struct fm_text before;
    uint64_t sum, times;
};

/* By their bytes alone: those of several numbers are equal. */
static struct fm_counts counts_wanted(struct fm_text group, uint64_t times)
{
    static bool same[GROUPS];
    struct fm_counts sum = {0};
    for (size_t i = 0; i < GROUPS; i++) {
        unsigned char bytes[GROUP_MAX];
        same[i] = fm_text_equal(group, group_at(i, bytes));
    }
    for (size_t met = 0; met < KEYS; met++)
        for (uint64_t k = 0; k < times && same[group_of(met)]; k++)
            fm_counts_add(counts_of(met), &sum);
    return sum;
}

static enum fm_status check_group(void *user, struct fm_text group, const struct fm_counts *counts,
                                  struct fm_error *unused)
{
    struct counted *counted = user;
    const struct fm_counts wanted = counts_wanted(group, counted->times);
    (void)unused;
    ck_assert(counted->groups == 0 || fm_text_compare(counted->before, group) < 0);
    ck_assert_uint_eq(counts->count, wanted.count);
    ck_assert_uint_eq(counts->wins, wanted.wins);
    ck_assert_uint_eq(counts->draws, wanted.draws);
    ck_assert_uint_eq(counts->losses, wanted.losses);
    ck_assert_uint_eq(counts->mover_wins, wanted.mover_wins);
    ck_assert_uint_gt(counts->count, 0);
    if (group.n > 0)
        memcpy(counted->last, group.p, group.n);
    counted->before = (struct fm_text){counted->last, group.n};
    counted->groups++;
    counted->sum += counts->count;
    return FM_OK;
}

static enum fm_status count_group(void *user, struct fm_text group, const struct fm_counts *counts,
                                  struct fm_error *unused)
{
    struct counted *counted = user;
    (void)group, (void)unused;
    ck_assert_uint_eq(counts->wins, counts->count);
    counted->groups++;
    counted->sum += counts->count;
    return FM_OK;
}

static void count_groups(uint64_t memory, size_t bytes_of_all)
{
    struct fm_spool *spool = spool_new(CHUNK);
    struct fm_groups *groups = NULL;
    struct counted counted = {.times = 2};
    fixed = bytes_of_all;
    ck_assert_int_eq(fm_groups_new(spool, bytes_of_all, memory, &groups), FM_OK);
    for (size_t met = 0, count; met < 2 * KEYS; met += count) {
        unsigned char bytes[FM_GROUPED_MOST][GROUP_MAX];
        struct fm_grouped records[FM_GROUPED_MOST];
        for (count = 0; count < 1 + met % FM_GROUPED_MOST && met + count < 2 * KEYS; count++) {
            const size_t one = (met + count) % KEYS;
            records[count].group = group_at(group_of(one), bytes[count]);
            records[count].counts = counts_of(one);
        }
        ck_assert_int_eq(fm_groups_add(groups, records, count, &error), FM_OK);
    }
    ck_assert_int_eq(fm_groups_each(groups, check_group, &counted, &error), FM_OK);
    ck_assert_uint_eq(counted.sum, 2 * KEYS);
    fm_groups_free(groups);
    fm_groups_free(NULL);
    fm_spool_free(spool);
}

START_TEST(groups_in_any_memory)
{
    static const uint64_t memories[] = {0, 12000, 40000, 100000, 1 << 20, 1 << 30};
    for (size_t i = 0; i < FM_COUNT_OF(memories); i++) {
        count_groups(memories[i], 0);
    }
}
END_TEST

/* Two texts of two words have the same hash if the second words differ as what the first ones give
 * does (groups.c): only their bytes tell them apart. */
START_TEST(groups_of_one_hash)
{
    enum { LENGTH = 16, TIMES = 5 };
    unsigned char texts[2][LENGTH];
    uint64_t sums[2] = {0, 0};
    struct fm_spool *spool = spool_new(CHUNK);
    struct fm_groups *groups = NULL;
    for (uint64_t i = 0; i < 2; i++) {
        const uint64_t first = (fm_hash_rotate(LENGTH, 5) ^ i) * FM_HASH_C1;
        fm_eight_store(texts[i], i);
        fm_eight_store(texts[i] + 8, first);
    }
    ck_assert_int_eq(fm_groups_new(spool, 0, 1 << 20, &groups), FM_OK);
    for (size_t i = 0; i < 2 * TIMES; i++) {
        struct fm_grouped one = {{texts[i % 2], LENGTH}, fm_counts_of_one(2, false), 0};
        ck_assert_int_eq(fm_groups_add(groups, &one, 1, &error), FM_OK);
        sums[i % 2] = one.hash;
    }
    ck_assert_uint_eq(sums[0], sums[1]);
    struct counted counted = {.groups = 0};
    ck_assert_int_eq(fm_groups_each(groups, count_group, &counted, &error), FM_OK);
    ck_assert_uint_eq(counted.groups, 2);
    ck_assert_uint_eq(counted.sum, 2 * TIMES);
    fm_groups_free(groups);
    fm_spool_free(spool);
}
END_TEST

/* Groups that are numbers, and the longest that are not any more. */
START_TEST(short_groups_in_any_memory)
{
    static const uint64_t memories[] = {0, 12000, 40000, 100000, 1 << 20, 1 << 30};
    for (size_t i = 0; i < FM_COUNT_OF(memories); i++) {
        count_groups(memories[i], 2);
        count_groups(memories[i], 10);
        count_groups(memories[i], 11);
    }
}
END_TEST

/* Counts that are too large for a few bits; of a group of any length, and of one that is a
 * number. */
START_TEST(groups_that_come_often)
{
    enum { TIMES = 100000 };
    for (size_t bytes = 0; bytes < 2; bytes++) {
        struct fm_spool *spool = spool_new(CHUNK);
        struct fm_groups *groups = NULL;
        struct counted counted = {.groups = 0};
        ck_assert_int_eq(fm_groups_new(spool, bytes, 1 << 20, &groups), FM_OK);
        struct fm_grouped one = {.group = FM_TEXT("a"), .counts = fm_counts_of_one(2, false)};
        for (unsigned i = 0; i < TIMES; i++)
            ck_assert_int_eq(fm_groups_add(groups, &one, 1, &error), FM_OK);
        ck_assert_int_eq(fm_groups_each(groups, count_group, &counted, &error), FM_OK);
        ck_assert_uint_eq(counted.groups, 1);
        ck_assert_uint_eq(counted.sum, TIMES);
        fm_groups_free(groups);
        fm_spool_free(spool);
    }
}
END_TEST

/* ---- samples ---- */

enum { OFFERED = 3000 };

struct drawn {
    size_t at;            /* the next to be given */
    const uint64_t *hash; /* of all */
    uint64_t size;
};

static bool is_drawn(const struct drawn *drawn, size_t i)
{
    uint64_t before = 0;
    for (size_t k = 0; k < OFFERED; k++)
        before += drawn->hash[k] < drawn->hash[i] || (drawn->hash[k] == drawn->hash[i] && k < i);
    return before < drawn->size;
}

static enum fm_status check_drawn(void *user, struct fm_text text, struct fm_error *unused)
{
    struct drawn *drawn = user;
    (void)unused;
    while (drawn->at < OFFERED && !is_drawn(drawn, drawn->at))
        drawn->at++;
    ck_assert_uint_lt(drawn->at, OFFERED);
    ck_assert_uint_eq(text.n, drawn->at % 90);
    for (size_t i = 0; i < text.n; i++)
        ck_assert_uint_eq(text.p[i], byte_of(drawn->at, i));
    drawn->at++;
    return FM_OK;
}

/* @param equal  offers in a row that have one hash. */
static void draw_sample(uint64_t memory, uint64_t size, size_t equal)
{
    static uint64_t hashes[OFFERED];
    struct fm_spool *spool = spool_new(CHUNK);
    struct fm_run_sample *sample = NULL;
    ck_assert_int_eq(fm_run_sample_new(spool, memory, size, true, &sample), FM_OK);
    for (size_t i = 0; i < OFFERED; i++) {
        unsigned char text[90];
        for (size_t k = 0; k < i % 90; k++)
            text[k] = byte_of(i, k);
        hashes[i] = equal > 100 ? UINT64_MAX : fm_hash_mix(i / equal);
        ck_assert_int_eq(
            fm_run_sample_offer(sample, hashes[i], (struct fm_text){text, i % 90}, &error), FM_OK);
    }
    struct drawn drawn = {0, hashes, size};
    ck_assert_int_eq(fm_run_sample_each(sample, check_drawn, &drawn, &error), FM_OK);
    while (drawn.at < OFFERED)
        ck_assert(!is_drawn(&drawn, drawn.at++));
    fm_run_sample_free(sample);
    fm_run_sample_free(NULL);
    fm_spool_free(spool);
}

START_TEST(samples_are_the_smallest_in_any_memory)
{
    static const uint64_t sizes[] = {0, 1, 2, 100, 1000, 2999, 3000, 3001, 1000000000};
    static const uint64_t memories[] = {0, 2000, 20000, 100000, 1 << 20};
    for (size_t i = 0; i < FM_COUNT_OF(sizes); i++)
        for (size_t k = 0; k < FM_COUNT_OF(memories); k++) {
            draw_sample(memories[k], sizes[i], 1 + i % 3);
            if (k % 2 == 0)
                draw_sample(memories[k], sizes[i], 1000);
        }
}
END_TEST

/* ---- the store between runs ---- */

static enum fm_status count_loaded(void *user, const struct fm_hash128 *keys, size_t count,
                                   struct fm_error *unused)
{
    size_t *loaded = user;
    (void)unused;
    for (size_t i = 0; i < count; i++)
        ck_assert(same_key(keys[i], key_at((*loaded)++)));
    return FM_OK;
}

/* Open and read a store, and give its status. */
static enum fm_status load(const char *path, size_t *loaded)
{
    struct fm_arena texts = {0};
    struct fm_store *store = NULL;
    *loaded = 0;
    enum fm_status status = fm_store_open(path, FM_TEXT("position"), &texts, &store, &error);
    if (status == FM_OK)
        status = fm_store_load(store, count_loaded, loaded, &error);
    fm_store_free(store);
    fm_arena_free(&texts);
    return status;
}

/* One run that adds keys. */
static void extend(const char *path, size_t from, size_t to, bool commits)
{
    struct fm_arena texts = {0};
    struct fm_store *store = NULL;
    size_t loaded = 0;
    ck_assert_int_eq(fm_store_open(path, FM_TEXT("position"), &texts, &store, &error), FM_OK);
    ck_assert_int_eq(fm_store_load(store, count_loaded, &loaded, &error), FM_OK);
    ck_assert_uint_eq(loaded, from);
    for (size_t i = from; i < to; i++)
        ck_assert_int_eq(fm_store_add(store, key_at(i), &error), FM_OK);
    ck_assert_int_eq(fm_store_finish(store, &error), FM_OK);
    if (commits)
        ck_assert_int_eq(fm_store_commit(store, &error), FM_OK);
    fm_store_free(store);
    fm_arena_free(&texts);
}

START_TEST(stores_keep_keys)
{
    const char *const path = "store";
    size_t loaded;
    extend(path, 0, 10, false);
    ck_assert_int_ne(access(path, F_OK), 0); /* made by a run that failed */
    extend(path, 0, 0, true);
    ck_assert_int_eq(load(path, &loaded), FM_OK);
    ck_assert_uint_eq(loaded, 0);
    extend(path, 0, 5, true);
    extend(path, 5, 5000, false);
    extend(path, 5, 5001, true);
    extend(path, 5001, KEYS, true);
    ck_assert_int_eq(load(path, &loaded), FM_OK);
    ck_assert_uint_eq(loaded, KEYS);
}
END_TEST

/* Every cut, every flipped bit, and a byte too much. */
START_TEST(damage_is_found)
{
    const char *const path = "store";
    size_t loaded;
    extend(path, 0, 3, true);
    extend(path, 3, 20, true);
    struct fm_buf whole = scratch_read(path);
    const size_t n = whole.n;
    ck_assert_int_eq(fm_buf_append(&whole, "", 1), FM_OK);
    unsigned char *bytes = whole.p;
    ck_assert_int_eq(load(path, &loaded), FM_OK);
    for (size_t cut = 0; cut < n; cut++) {
        scratch_write(path, (struct fm_text){bytes, cut});
        ck_assert_msg(load(path, &loaded) == FM_INPUT_FAILED, "cut at %zu", cut);
        ck_assert_uint_gt(error.detail.n, 0);
    }
    for (size_t bit = 0; bit < 8 * n; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        scratch_write(path, (struct fm_text){bytes, n});
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        ck_assert_msg(load(path, &loaded) == FM_INPUT_FAILED, "bit %zu", bit);
    }
    scratch_write(path, (struct fm_text){bytes, n + 1});
    ck_assert_int_eq(load(path, &loaded), FM_INPUT_FAILED);
    scratch_write(path, (struct fm_text){bytes, n});
    ck_assert_int_eq(load(path, &loaded), FM_OK);
    fm_buf_free(&whole);
}
END_TEST

START_TEST(stores_are_locked_and_of_one_kind)
{
    const char *const path = "store";
    size_t loaded;
    struct fm_arena texts = {0};
    struct fm_store *store = NULL, *other = NULL;
    ck_assert_int_eq(fm_store_open(path, FM_TEXT("position"), &texts, &store, &error), FM_OK);
    ck_assert_int_eq(load(path, &loaded), FM_OUTPUT_FAILED);
    ck_assert(fm_text_equal(error.detail, FM_TEXT("in use by another run")));
    ck_assert(fm_store_is(store, path));
    ck_assert_int_eq(fm_store_load(store, count_loaded, &loaded, &error), FM_OK);
    ck_assert_int_eq(fm_store_add(store, key_at(0), &error), FM_OK);
    ck_assert_int_eq(fm_store_finish(store, &error), FM_OK);
    ck_assert_int_eq(fm_store_commit(store, &error), FM_OK);
    fm_store_free(store);
    ck_assert_int_eq(fm_store_open(path, FM_TEXT("board"), &texts, &other, &error), FM_OK);
    ck_assert_int_eq(fm_store_load(other, count_loaded, &loaded, &error), FM_BAD_USE);
    fm_store_free(other);
    ck_assert_int_eq(access(path, F_OK), 0);

    /* Something else has taken the name meanwhile. */
    loaded = 0;
    ck_assert_int_eq(fm_store_open(path, FM_TEXT("position"), &texts, &store, &error), FM_OK);
    ck_assert_int_eq(fm_store_load(store, count_loaded, &loaded, &error), FM_OK);
    ck_assert_int_eq(fm_store_add(store, key_at(1), &error), FM_OK);
    ck_assert_int_eq(fm_store_finish(store, &error), FM_OK);
    ck_assert_int_eq(unlink(path), 0);
    scratch_write(path, FM_TEXT("mine"));
    ck_assert_int_eq(fm_store_commit(store, &error), FM_OUTPUT_FAILED);
    fm_store_free(store);
    ck_assert(scratch_holds(path, FM_TEXT("mine")));
    fm_arena_free(&texts);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store");
    TCase *file = tcase_create("file"), *memory = tcase_create("memory"),
          *store = tcase_create("store");
    tcase_add_checked_fixture(store, scratch_enter, scratch_leave);
    tcase_set_timeout(memory, 300);
    tcase_add_test(file, streams_are_read_as_written);
    tcase_add_test(file, numbers_of_every_length);
    tcase_add_test(file, chunks_are_used_again);
    tcase_add_test(file, failures_have_names);
    tcase_add_test(file, work_can_be_cancelled);
    tcase_add_test(file, streams_begin_in_memory);
    tcase_add_test(memory, first_keys_are_found_in_any_memory);
    tcase_add_test(memory, first_keys_are_found_by_many_threads);
    tcase_add_test(memory, earlier_keys_are_never_first);
    tcase_add_test(memory, groups_in_any_memory);
    tcase_add_test(memory, groups_of_one_hash);
    tcase_add_test(memory, short_groups_in_any_memory);
    tcase_add_test(memory, groups_that_come_often);
    tcase_add_test(memory, samples_are_the_smallest_in_any_memory);
    tcase_add_test(store, stores_keep_keys);
    tcase_add_test(store, damage_is_found);
    tcase_add_test(store, stores_are_locked_and_of_one_kind);
    suite_add_tcase(suite, file);
    suite_add_tcase(suite, memory);
    suite_add_tcase(suite, store);
    return run_tap(suite);
}
