/* SPDX-License-Identifier: MIT */
/* lib/run, blocks of plain files that threads read side by side: what they hold, and where such
 * a file ends that becomes shorter, grows, or has something else in it meanwhile. */
#include <config.h>
#include <stdio.h>
#include <unistd.h>
#include "check_main.h"
#include "run/source.h"
#include "run/claim.h"
#include "scratch.h"

enum { PIECE = 20000, GAMES = 1500, BLOCKS = 64 };

static struct fm_buf text;
static struct fm_profile *profile;
static struct fm_source source;
static struct fm_block blocks[BLOCKS];
static size_t count;

/* Games of 40 to 5000 bytes. */
static void setup(void)
{
    scratch_enter();
    text.n = 0;
    for (int i = 0; i < GAMES; i++) {
        char game[6000];
        const int n = snprintf(game, sizeof game, "[Event \"%d\"]\n\n1. e4 {%*d} *\n\n", i,
                               i % 40 == 0 ? 4900 : i % 90, i);
        ck_assert_int_eq(fm_buf_append(&text, game, (size_t)n), FM_OK);
    }
    ck_assert_int_eq(fm_profile_new(&profile), FM_OK);
    profile->input.block_bytes = PIECE;
    memset(blocks, 0, sizeof blocks);
    count = 0;
}

static void teardown(void)
{
    fm_source_free(&source);
    for (size_t i = 0; i < BLOCKS; i++) {
        free(blocks[i].bytes);
        fm_input_close(blocks[i].input.closes);
    }
    fm_profile_free(profile);
    scratch_leave();
}

static void missing(void *user, const struct fm_error *error)
{
    (void)user;
    (void)error;
    ck_abort();
}

static void start(void)
{
    static char name[] = "games.pgn";
    static char *names[] = {name};
    static const struct fm_inputs inputs = {.size = sizeof inputs, .names = names, .count = 1};
    scratch_write(name, (struct fm_text){text.p, text.n});
    source = (struct fm_source){.options = &profile->input, .limit = 1 << 20, .shared = true};
    ck_assert_int_eq(fm_intake_start(&source.intake, &inputs, missing, NULL), FM_OK);
}

/* @return false: there is none. */
static bool next(void)
{
    bool more;
    ck_assert_uint_lt(count, BLOCKS);
    ck_assert_int_eq(fm_source_next(&source, &blocks[count], &more), FM_OK);
    count += more;
    return more;
}

/* Go on until so many blocks wait to be read. */
static void claim(size_t wanted)
{
    size_t waiting = 0;
    while (waiting < wanted) {
        ck_assert(next());
        waiting += blocks[count - 1].claim.from != NULL && blocks[count - 1].claim.unread > 1000;
    }
}

/* The blocks hold the text from their first to this byte, each game whole. */
static void expect_text(size_t end)
{
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        const struct fm_block *block = &blocks[i];
        if (block->n == 0)
            continue;
        ck_assert_uint_eq(block->offset, at);
        ck_assert_uint_le(at + block->n, end);
        ck_assert_mem_eq(block->bytes, text.p + at, block->n);
        ck_assert_mem_eq(block->bytes, "[Event \"", 8);
        at += block->n;
    }
    ck_assert_uint_eq(at, end);
}

START_TEST(blocks_hold_the_file)
{
    size_t waiting = 0;
    start();
    while (next())
        waiting += blocks[count - 1].claim.from != NULL;
    ck_assert_uint_gt(waiting, count / 2);
    for (size_t i = count; i > 0; i--) /* in any order */
        fm_claim_read(&blocks[i - 1]);
    expect_text(text.n);
    for (size_t i = 0; i < count; i++) {
        ck_assert_int_eq(blocks[i].input.last, i + 1 == count);
        ck_assert_int_eq(blocks[i].input.failed, FM_OK);
        ck_assert(!blocks[i].input.over);
        ck_assert_int_eq(blocks[i].input.closes != NULL, i + 1 == count);
        ck_assert_uint_eq(blocks[i].next_byte, i + 1 == count ? 0 : '[');
    }
}
END_TEST

/* Of games that are larger than a block, the blocks become larger. With one thread, none waits. */
START_TEST(blocks_of_large_games_are_larger)
{
    size_t waiting = 0;
    text.n = 0;
    for (int i = 0; i < 60; i++) {
        static char game[26000];
        const int n =
            snprintf(game, sizeof game, "[Event \"%d\"]\n\n1. e4 {%*d} *\n\n", i, 24900, i);
        ck_assert_int_eq(fm_buf_append(&text, game, (size_t)n), FM_OK);
    }
    start();
    source.shared = _i == 0;
    while (next())
        waiting += blocks[count - 1].claim.from != NULL;
    if (_i == 0)
        ck_assert_uint_gt(waiting, count / 3);
    else
        ck_assert_uint_eq(waiting, 0);
    for (size_t i = 0; i < count; i++)
        fm_claim_read(&blocks[i]);
    expect_text(text.n);
}
END_TEST

START_TEST(a_file_may_grow)
{
    start();
    claim(3);
    FILE *file = fopen("games.pgn", "ab");
    static const char more[] = "[Event \"more\"]\n\n1. d4 *\n\n";
    for (int i = 0; i < 2000; i++) {
        ck_assert_int_eq(fputs(more, file) < 0, 0);
        ck_assert_int_eq(fm_buf_append(&text, more, sizeof more - 1), FM_OK);
    }
    ck_assert_int_eq(fclose(file), 0);
    while (next())
        continue;
    for (size_t i = 0; i < count; i++)
        fm_claim_read(&blocks[i]);
    expect_text(text.n);
    ck_assert(blocks[count - 1].input.grown);
    ck_assert_int_eq(blocks[count - 1].input.failed, FM_OK);
}
END_TEST

/* Shorter by so much that the first of two blocks ends in its first byte, in its middle, or before
 * the part that was read to find its end; nothing after that byte is there, and the input has failed. */
START_TEST(a_file_may_become_shorter)
{
    start();
    claim(2);
    const struct fm_block *first = &blocks[count - 2];
    const size_t into = _i == 0 ? 0 : _i == 1 ? first->claim.unread / 2 : first->claim.unread - 1;
    const size_t end = (size_t)first->offset + into;
    ck_assert_ptr_nonnull(first->claim.from);
    for (size_t i = 0; i < count - 2; i++)
        fm_claim_read(&blocks[i]);
    ck_assert_int_eq(truncate("games.pgn", (off_t)end), 0);
    while (next())
        continue;
    for (size_t i = 0; i < count; i++)
        fm_claim_read(&blocks[i]);
    ck_assert_int_eq(blocks[count - 1].input.failed, FM_INPUT_FAILED);
    ck_assert_int_eq(first->input.failed, FM_INPUT_FAILED);
    ck_assert_int_eq(first->input.failure.reason, FM_REASON_INPUT_CHANGED);
    ck_assert(first->cut);
    ck_assert(first->input.over);
    ck_assert(first->input.last);
    ck_assert_uint_eq(first->n, into);
    ck_assert_uint_eq(first->next_byte, 0);
    count = (size_t)(first - blocks) + 1; /* what comes later is dropped */
    expect_text(end);
}
END_TEST

START_TEST(compressed_data_end_it)
{
    static const unsigned char gzip[] = {0x1f, 0x8b, 0x08};
    const size_t at = 6 * PIECE + 500; /* no block is searched for its end there */
    memcpy(text.p + at, gzip, sizeof gzip);
    start();
    while (next())
        continue;
    for (size_t i = 0; i < count; i++)
        fm_claim_read(&blocks[i]);
    size_t ends = 0;
    while (!blocks[ends].input.over)
        ends++;
    ck_assert_int_eq(blocks[ends].input.failed, FM_INPUT_FAILED);
    ck_assert_int_eq(blocks[ends].input.failure.reason, FM_REASON_INPUT_DAMAGED);
    ck_assert_uint_eq(blocks[ends].input.failure.offset, at);
    ck_assert(!blocks[ends].cut);
    count = ends + 1;
    expect_text(at);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("claim");
    TCase *tcase = tcase_create("files");
    suite_add_tcase(suite, tcase);
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, blocks_hold_the_file);
    tcase_add_loop_test(tcase, blocks_of_large_games_are_larger, 0, 2);
    tcase_add_test(tcase, a_file_may_grow);
    tcase_add_loop_test(tcase, a_file_may_become_shorter, 0, 3);
    tcase_add_test(tcase, compressed_data_end_it);
    return run_tap(suite);
}
