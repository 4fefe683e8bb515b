/* SPDX-License-Identifier: MIT */
/* lib/io/file_set.c by way of outputs: more files than may be open, and what becomes of one whose bytes are
 * lost when it is closed to open another. */
#include <config.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include "check_main.h"
#include "io/output.h"
#include "scratch.h"

enum { FILES = 100, MANY = 32, NAME = 16 };

static struct fm_file_set *set;
static char names[FILES][NAME];
static struct fm_output *outputs[FILES];

static void start(void)
{
    scratch_enter();
    ck_assert_int_eq(fm_file_set_new("", false, &set), 0);
}

static void end(void)
{
    fm_file_set_free(set);
    ck_assert_uint_eq(scratch_hidden(".", NULL), 0);
    scratch_leave();
}

static enum fm_status add(size_t i, const char *before, const char *after)
{
    struct fm_file_id id;
    const struct fm_compression how = {.pool = NULL};
    (void)snprintf(names[i], NAME, "%s%u%s", before, (unsigned)i, after);
    ck_assert_int_eq(fm_file_set_check(set, names[i], &id), 0);
    return fm_output_open_in(set, names[i], names[i], how, &outputs[i], NULL);
}

static void put(size_t i, unsigned round)
{
    char line[NAME];
    const int n = snprintf(line, sizeof line, "%u %u\n", (unsigned)i, round);
    ck_assert_int_eq(fm_output_write(outputs[i], line, (size_t)n, NULL), FM_OK);
}

/* The descriptor that the next file gets. */
static int next_descriptor(void)
{
    const int fd = dup(STDERR_FILENO);
    ck_assert_int_ge(fd, 0);
    (void)close(fd);
    return fd;
}

static int count_descriptors(void)
{
    enum { TRIED = 1000 };
    int count = 0;
    for (int fd = 0; fd < TRIED; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

START_TEST(many_files_take_few_descriptors)
{
    const int before = count_descriptors();
    for (unsigned round = 0; round < 3; round++)
        for (size_t i = 0; i < FILES; i++) {
            if (round == 0)
                ck_assert_int_eq(_i == 0 ? add(i, "", ".txt") : add(i, "below/", ".gz"), FM_OK);
            put(i, round);
            ck_assert_int_le(count_descriptors(), before + MANY);
        }
    for (size_t i = 0; i < FILES; i++)
        ck_assert_int_eq(fm_output_prepare(outputs[i], NULL), FM_OK);
    ck_assert_int_le(count_descriptors(), before + MANY);
    ck_assert_int_eq(fm_file_set_sync(set), 0);
    ck_assert_uint_eq(scratch_count(), 1); /* the hidden folder */
    for (size_t i = 0; i < FILES; i++)
        ck_assert_int_eq(fm_output_commit(outputs[i], NULL), FM_OK);
    for (size_t i = 0; i < FILES && _i == 0; i++) {
        char text[3 * NAME];
        (void)snprintf(text, sizeof text, "%u 0\n%u 1\n%u 2\n", (unsigned)i, (unsigned)i,
                       (unsigned)i);
        ck_assert(scratch_holds(names[i], fm_text_of(text)));
    }
    ck_assert_int_eq(access(names[FILES - 1], F_OK), 0);
}
END_TEST

/* A close that fails: the descriptor is taken away before, and lower ones are free, so that no other file
 * gets it. */
START_TEST(lost_bytes_are_the_loss_of_their_file)
{
    int lower[2 * MANY];
    for (size_t i = 0; i < FM_COUNT_OF(lower); i++)
        lower[i] = dup(STDERR_FILENO);
    const int taken = next_descriptor();
    ck_assert_int_eq(add(0, "", ""), FM_OK);
    put(0, 0);
    for (size_t i = 0; i < FM_COUNT_OF(lower); i++)
        (void)close(lower[i]);
    ck_assert_int_eq(close(taken), 0);
    for (size_t i = 1; i <= MANY; i++) {
        ck_assert_int_eq(add(i, "", ""), FM_OK);
        put(i, 0);
    }
    struct fm_error error = {.status = FM_OK};
    ck_assert_int_eq(fm_output_prepare(outputs[0], &error), FM_OUTPUT_FAILED);
    ck_assert_int_eq(error.os_error, EBADF);
    ck_assert_str_eq(error.input, "0");
    ck_assert_int_eq(fm_output_commit(outputs[0], NULL), FM_OUTPUT_FAILED);
    for (size_t i = 1; i <= MANY; i++)
        ck_assert_int_eq(fm_output_commit(outputs[i], NULL), FM_OK);
    ck_assert_int_ne(access("0", F_OK), 0);
    ck_assert_int_eq(access("32", F_OK), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("file_set");
    TCase *files = tcase_create("files");
    tcase_add_loop_test(files, many_files_take_few_descriptors, 0, 2);
    tcase_add_test(files, lost_bytes_are_the_loss_of_their_file);
    tcase_add_checked_fixture(files, start, end);
    suite_add_tcase(suite, files);
    return run_tap(suite);
}
