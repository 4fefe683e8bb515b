/* SPDX-License-Identifier: MIT */
/* Measures what threads cannot share: reading and cutting (under the reader's token), and writing
 * (the ordered commit). Prints nanoseconds per MB of input for each, and from the time that the
 * whole takes on one thread, how many threads can be kept busy:
 *     serial SECONDS-ON-ONE-THREAD RECORDS INPUT
 * RECORDS is what the run writes; it is written twice more to standard output, a file, in pieces of
 * a block's size, and the second time counts: the pages are there already. All times are of CPU.
 *
 * Of compressed members that other threads can decode, reading is counted a second time with such
 * threads: what is left to the one that holds the token. */
#include <config.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "run/source.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); /* others may be busy */
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "serial: %s\n", what);
        exit(3);
    }
}

/* An input that is not there. */
static void missing(void *user, const struct fm_error *error)
{
    (void)user;
    (void)error;
    check(false, "the input is not there");
}

/* Read and cut the whole input; with a decode pool, pause before each block until its other threads
 * have decoded what they can. @return seconds; *bytes and *blocks are counted. */
static double read_all(const struct fm_profile_input *options, const struct fm_inputs *inputs,
                       struct fm_decode_pool *pool, uint64_t *bytes, uint64_t *blocks)
{
    const struct timespec in = {.tv_nsec = 2000000};
    struct fm_source source = {
        .options = options, .limit = (size_t)options->max_game_bytes, .pool = pool, .shared = true};
    struct fm_block block = {.n = 0};
    bool more = true;
    *bytes = *blocks = 0;
    check(fm_intake_start(&source.intake, inputs, missing, NULL) == FM_OK, "no memory");
    const double begin = now();
    for (;;) {
        if (pool != NULL)
            nanosleep(&in, NULL);
        check(fm_source_next(&source, &block, &more) == FM_OK, "no memory");
        if (!more)
            break;
        check(block.input.failed == FM_OK, "the input cannot be read");
        *bytes += block.n;
        ++*blocks;
    }
    const double seconds = now() - begin;
    fm_input_close(block.input.closes);
    fm_source_free(&source);
    free(block.bytes);
    return seconds;
}

static void *wait_in_turn(void *user)
{
    fm_decode_pool_enter(user);
    fm_decode_pool_leave(user);
    return NULL;
}

/* The same, with other threads that decode as much as they can. */
static double read_helped(const struct fm_profile_input *options, const struct fm_inputs *inputs)
{
    enum { HELPERS = 7 };
    pthread_t helpers[HELPERS];
    struct fm_decode_pool *pool;
    uint64_t bytes, blocks;
    check(fm_decode_pool_new(HELPERS + 1, &pool) == FM_OK, "no memory");
    fm_decode_pool_enter(pool);
    for (int i = 0; i < HELPERS; i++)
        check(fm_thread_start(&helpers[i], 0, wait_in_turn, pool) == FM_OK, "no thread");
    const double seconds = read_all(options, inputs, pool, &bytes, &blocks);
    fm_decode_pool_leave(pool);
    for (int i = 0; i < HELPERS; i++)
        (void)pthread_join(helpers[i], NULL);
    fm_decode_pool_free(pool);
    return seconds;
}

/* Write what a run wrote to standard output, in pieces as large as a block's records. */
static double write_all(const char *records, uint64_t blocks)
{
    const int fd = open(records, O_RDONLY);
    check(fd >= 0, "the records cannot be read");
    const off_t size = lseek(fd, 0, SEEK_END);
    check(size > 0 && blocks > 0, "no records");
    const size_t piece = (size_t)size / blocks + 1;
    unsigned char *bytes = malloc(piece);
    check(bytes != NULL && lseek(fd, 0, SEEK_SET) == 0, "no memory");
    double seconds = 0;
    for (ssize_t got; (got = read(fd, bytes, piece)) > 0;) {
        const double begin = now();
        check(write(STDOUT_FILENO, bytes, (size_t)got) == got, "cannot write");
        seconds += now() - begin;
    }
    free(bytes);
    close(fd);
    check(lseek(STDOUT_FILENO, 0, SEEK_SET) == 0, "standard output must be a file");
    return seconds;
}

int main(int argc, char **argv)
{
    check(argc == 4, "usage: serial SECONDS-ON-ONE-THREAD RECORDS INPUT");
    const double whole = strtod(argv[1], NULL);
    const struct fm_inputs inputs = {.size = sizeof inputs, .names = &argv[3], .count = 1};
    struct fm_profile *profile;
    check(fm_profile_new(&profile) == FM_OK && fm_profile_finish(profile, NULL) == FM_OK,
          "no profile");
    uint64_t bytes, blocks;
    const double warm = read_all(&profile->input, &inputs, NULL, &bytes, &blocks);
    double reads = read_all(&profile->input, &inputs, NULL, &bytes, &blocks);
    reads = warm < reads ? warm : reads;
    const double helped = read_helped(&profile->input, &inputs);
    (void)write_all(argv[2], blocks);
    const double writes = write_all(argv[2], blocks), mb = (double)bytes / 1e6;
    fprintf(stderr,
            "serial part, ns per MB: read and cut %.0f, write %.0f; the whole on one thread %.0f\n",
            reads / mb * 1e9, writes / mb * 1e9, whole / mb * 1e9);
    fprintf(stderr, "read and cut with others decoding: %.0f\n", helped / mb * 1e9);
    reads = helped < reads ? helped : reads;
    const double longest = reads > writes ? reads : writes;
    fprintf(
        stderr,
        "each of the two tokens is held alone, so the longer one bounds the threads: %.1f of them\n",
        whole / longest);
    for (unsigned threads = 1; threads <= 64; threads *= 2)
        fprintf(stderr, "    %2u threads: at most %.1f times one\n", threads,
                threads < whole / longest ? threads : whole / longest);
    fm_profile_free(profile);
    return 0;
}
