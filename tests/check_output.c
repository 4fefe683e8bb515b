/* SPDX-License-Identifier: MIT */
/* lib/io, writing: files that appear whole or not at all, what may be replaced, compression,
 * failures. */
#include <config.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include "check_main.h"
#include "io/input.h"
#include "io/output.h"
#include "scratch.h"

#define OLD FM_TEXT("old content\n")
#define NEW FM_TEXT("new content\n")

static struct fm_output *open_output(const char *name, bool force)
{
    struct fm_output *output = NULL;
    ck_assert_int_eq(fm_output_open(name, force, &output, NULL), FM_OK);
    return output;
}

static void write_text(struct fm_output *output, struct fm_text text)
{
    ck_assert_int_eq(fm_output_write(output, text.p, text.n, NULL), FM_OK);
}

static void expect_refused(const char *name, bool force, enum fm_status status, int os_error)
{
    struct fm_output *output = NULL;
    struct fm_error error;
    ck_assert_int_eq(fm_output_open(name, force, &output, &error), status);
    ck_assert_ptr_null(output);
    ck_assert_int_eq(error.status, status);
    ck_assert_int_eq(error.os_error, os_error);
    ck_assert_str_eq(error.input, name);
    ck_assert(fm_text_equal(error.what, fm_text_of(name)));
}

/* Bytes that do not repeat. */
static struct fm_buf make_bytes(size_t n)
{
    struct fm_buf buf = {NULL, 0, 0};
    for (uint64_t i = 0; buf.n < n; i++)
        ck_assert_int_eq(fm_buf_append_u64(&buf, i), FM_OK);
    return buf;
}

static mode_t mode_of(const char *name)
{
    struct stat st;
    ck_assert_int_eq(stat(name, &st), 0);
    return st.st_mode & 07777;
}

START_TEST(file_appears_when_it_is_whole)
{
    const mode_t mask = umask(027);
    struct fm_output *output = open_output("out", false);
    ck_assert_uint_le(scratch_hidden(".", NULL), 1); /* none where files need no name */
    write_text(output, NEW);
    ck_assert_int_ne(access("out", F_OK), 0);
    ck_assert_int_eq(fm_output_commit(output, NULL), FM_OK);
    ck_assert(scratch_holds("out", NEW));
    ck_assert_uint_eq(mode_of("out"), 0640);
    ck_assert_uint_eq(scratch_count(), 1);
    umask(mask);
}
END_TEST

START_TEST(discarded_file_never_appears)
{
    struct fm_output *output = open_output("out", false);
    write_text(output, NEW);
    fm_output_discard(output);
    ck_assert_uint_eq(scratch_count(), 0);
    scratch_write("out", OLD);
    output = open_output("out", true);
    write_text(output, NEW);
    fm_output_discard(output);
    ck_assert(scratch_holds("out", OLD));
    ck_assert_uint_eq(scratch_count(), 1);
    fm_output_discard(NULL);
    ck_assert_int_eq(fm_output_commit(NULL, NULL), FM_OK);
}
END_TEST

START_TEST(existing_file_needs_force)
{
    scratch_write("out", OLD);
    expect_refused("out", false, FM_OUTPUT_FAILED, EEXIST);
    ck_assert_int_eq(chmod("out", 0604), 0);
    struct fm_output *output = open_output("out", true);
    char temporary[SCRATCH_NAME_MAX];
    ck_assert_uint_eq(scratch_hidden(".", temporary), 1);
    ck_assert_uint_eq(mode_of(temporary), 0604);
    write_text(output, NEW);
    ck_assert(scratch_holds("out", OLD));
    ck_assert_int_eq(fm_output_commit(output, NULL), FM_OK);
    ck_assert(scratch_holds("out", NEW));
    ck_assert_uint_eq(mode_of("out"), 0604);
    ck_assert_uint_eq(scratch_count(), 1);
}
END_TEST

START_TEST(file_that_appears_meanwhile_is_kept)
{
    struct fm_error error;
    struct fm_output *output = open_output("out", false);
    write_text(output, NEW);
    scratch_write("out", OLD);
    ck_assert_int_eq(fm_output_commit(output, &error), FM_OUTPUT_FAILED);
    ck_assert_int_eq(error.os_error, EEXIST);
    ck_assert(scratch_holds("out", OLD));
    ck_assert_uint_eq(scratch_count(), 1);
    output = open_output("forced", true);
    write_text(output, NEW);
    scratch_write("forced", OLD);
    ck_assert_int_eq(fm_output_commit(output, NULL), FM_OK);
    ck_assert(scratch_holds("forced", NEW));
}
END_TEST

START_TEST(two_outputs_do_not_meet)
{
    struct fm_output *one = open_output("out", false), *two = open_output("out", false);
    ck_assert_uint_le(scratch_hidden(".", NULL), 2);
    write_text(one, OLD);
    write_text(two, NEW);
    ck_assert_int_eq(fm_output_commit(one, NULL), FM_OK);
    ck_assert_int_eq(fm_output_commit(two, NULL), FM_OUTPUT_FAILED);
    ck_assert(scratch_holds("out", OLD));
    ck_assert_uint_eq(scratch_count(), 1);
}
END_TEST

START_TEST(links_are_followed)
{
    struct stat st;
    ck_assert_int_eq(mkdir("below", 0777), 0);
    scratch_write("below/real", OLD);
    ck_assert_int_eq(symlink("below/real", "link"), 0);
    expect_refused("link", false, FM_OUTPUT_FAILED, EEXIST);
    struct fm_output *output = open_output("link", true);
    write_text(output, NEW);
    ck_assert_int_eq(fm_output_commit(output, NULL), FM_OK);
    ck_assert_int_eq(lstat("link", &st), 0);
    ck_assert(S_ISLNK(st.st_mode));
    ck_assert(scratch_holds("below/real", NEW));
    ck_assert_int_eq(symlink("nowhere", "dangling"), 0);
    expect_refused("dangling", false, FM_OUTPUT_FAILED, EEXIST);
    ck_assert_uint_eq(scratch_count(), 3);
    output = open_output("dangling", true);
    write_text(output, NEW);
    ck_assert_int_eq(fm_output_commit(output, NULL), FM_OK);
    ck_assert_int_eq(lstat("dangling", &st), 0);
    ck_assert(S_ISLNK(st.st_mode));
    ck_assert(scratch_holds("nowhere", NEW));
    ck_assert_int_eq(symlink("round", "round"), 0);
    expect_refused("round", true, FM_OUTPUT_FAILED, ELOOP);
}
END_TEST

/* The hidden name of a file that will be replaced. */
static void hidden_name(char name[SCRATCH_NAME_MAX])
{
    ck_assert_uint_eq(scratch_hidden(".", name), 1);
}

START_TEST(temporary_files_tell_whose_they_are)
{
    static const char suffix[] = ".fenmill-";
    char long_name[256], hidden[SCRATCH_NAME_MAX];
    memset(long_name, 'x', 255);
    memcpy(long_name + 240, "\xC3\xBC", 2); /* not cut in halves */
    long_name[255] = '\0';
    const char *const names[] = {"out.fen", long_name};
    for (size_t i = 0; i < FM_COUNT_OF(names); i++) {
        scratch_write(names[i], OLD);
        struct fm_output *output = open_output(names[i], true);
        hidden_name(hidden);
        const size_t n = strlen(hidden), kept = n - 14;
        ck_assert(i == 1 || n == 1 + strlen(names[i]) + 13);
        ck_assert_int_eq(memcmp(hidden + 1, names[i], kept), 0);
        ck_assert_int_eq(memcmp(hidden + n - 13, suffix, sizeof suffix - 1), 0);
        ck_assert(i == 0 || hidden[n - 14] == 'x');
        write_text(output, NEW);
        ck_assert_int_eq(fm_output_commit(output, NULL), FM_OK);
        ck_assert(scratch_holds(names[i], NEW));
    }
    ck_assert_uint_eq(scratch_count(), 2);
}
END_TEST

/* A process that holds an output open until it is killed. */
static pid_t start_holder(const char *name, bool force)
{
    int ready[2];
    char byte;
    ck_assert_int_eq(pipe(ready), 0);
    const pid_t child = fork();
    if (child == 0) {
        struct fm_output *output;
        if (fm_output_open(name, force, &output, NULL) != FM_OK || write(ready[1], "", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    close(ready[1]);
    ck_assert_int_eq(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return child;
}

START_TEST(what_a_killed_run_left_is_swept)
{
    int status;
    scratch_write("out", OLD);
    scratch_write(".mine.fenmill-ABCD", OLD);
    scratch_write(".fenmill-abcd", OLD);
    const pid_t child = start_holder("out", true);
    ck_assert_uint_eq(scratch_hidden(".", NULL), 3);
    fm_output_discard(open_output("other", false));
    ck_assert_uint_eq(scratch_hidden(".", NULL), 3); /* it is alive */
    ck_assert_int_eq(kill(child, SIGKILL), 0);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_uint_eq(scratch_hidden(".", NULL), 3);
    ck_assert_int_eq(mkdir(".names.fenmill-00zz", 0700), 0);
    scratch_write(".names.fenmill-00zz/0", OLD);
    fm_output_discard(open_output("other", false));
    ck_assert_uint_eq(scratch_hidden(".", NULL), 2); /* names that only look similar */
    ck_assert(scratch_holds("out", OLD));
}
END_TEST

START_TEST(killed_run_leaves_nothing_to_see)
{
    int status;
    const pid_t child = start_holder("out", false);
    ck_assert_int_eq(kill(child, SIGKILL), 0);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_ne(access("out", F_OK), 0);
    ck_assert_uint_le(scratch_hidden(".", NULL), 1);
}
END_TEST

START_TEST(several_outputs_are_prepared_before_one_is_named)
{
    struct fm_output *one = open_output("one", false), *two = open_output("two", false);
    write_text(one, NEW);
    write_text(two, NEW);
    ck_assert_int_eq(fm_output_prepare(one, NULL), FM_OK);
    ck_assert_int_eq(fm_output_prepare(one, NULL), FM_OK);
    ck_assert_int_ne(access("one", F_OK), 0);
    fm_output_discard(open_output("other", false)); /* prepared files are not swept */
    ck_assert_int_eq(fm_output_commit(one, NULL), FM_OK);
    ck_assert_int_eq(fm_output_prepare(two, NULL), FM_OK);
    fm_output_discard(two);
    ck_assert(scratch_holds("one", NEW));
    ck_assert_uint_eq(scratch_count(), 1);
    ck_assert_int_eq(fm_output_prepare(NULL, NULL), FM_OK);
}
END_TEST

START_TEST(folder_that_vanishes_is_reported)
{
    ck_assert_int_eq(mkdir("below", 0777), 0);
    struct fm_output *output = open_output("below/out", false);
    write_text(output, NEW);
    char hidden[SCRATCH_NAME_MAX], path[SCRATCH_NAME_MAX + 8];
    if (scratch_hidden("below", hidden) == 1) {
        snprintf(path, sizeof path, "below/%s", hidden);
        ck_assert_int_eq(unlink(path), 0);
    }
    ck_assert_int_eq(rmdir("below"), 0);
    struct fm_error error = {.status = FM_OK};
    ck_assert_int_eq(fm_output_commit(output, &error), FM_OUTPUT_FAILED);
    ck_assert_int_eq(error.os_error, ENOENT);
    ck_assert_uint_eq(scratch_count(), 0);
}
END_TEST

START_TEST(other_directories_are_written)
{
    ck_assert_int_eq(mkdir("below", 0777), 0);
    struct fm_output *output = open_output("below/out", false);
    ck_assert_uint_le(scratch_hidden("below", NULL), 1);
    write_text(output, NEW);
    ck_assert_int_eq(fm_output_commit(output, NULL), FM_OK);
    ck_assert(scratch_holds("below/out", NEW));
}
END_TEST

START_TEST(impossible_places_are_refused)
{
    expect_refused("missing/out", false, FM_OUTPUT_FAILED, ENOENT);
    expect_refused(".", true, FM_OUTPUT_FAILED, EISDIR);
    expect_refused("", false, FM_OUTPUT_FAILED, ENOENT);
    expect_refused("", true, FM_OUTPUT_FAILED, ENOENT);
    expect_refused("missing/", false, FM_OUTPUT_FAILED, ENOENT);
    scratch_write("file", OLD);
    expect_refused("file/out", false, FM_OUTPUT_FAILED, ENOTDIR);
    ck_assert_int_eq(mkdir("closed", 0555), 0);
    if (geteuid() != 0)
        expect_refused("closed/out", false, FM_OUTPUT_FAILED, EACCES);
    ck_assert_uint_eq(scratch_count(), 2);
}
END_TEST

START_TEST(suffixes_that_cannot_be_written_are_refused)
{
    static const char *const names[] = {"a.bz2", "a.xz", "a.XZ", "a.zip", "a.7z", "a.lz4"};
    for (size_t i = 0; i < FM_COUNT_OF(names); i++)
        expect_refused(names[i], true, FM_BAD_USE, 0);
#ifndef HAVE_ZSTD
    expect_refused("a.zst", true, FM_BAD_USE, 0);
#endif
    struct fm_output *output = open_output(".gz", false); /* a name, not a suffix */
    write_text(output, NEW);
    ck_assert_int_eq(fm_output_commit(output, NULL), FM_OK);
    ck_assert(scratch_holds(".gz", NEW));
}
END_TEST

START_TEST(writes_of_every_size_arrive)
{
    static const size_t sizes[] = {1, 0, 100, 65536, 131071, 131072, 131073, 5, 300000, 7};
    struct fm_buf bytes = make_bytes(1000000);
    struct fm_output *output = open_output("out", false);
    size_t at = 0;
    for (size_t i = 0; i < FM_COUNT_OF(sizes); at += sizes[i++])
        write_text(output, (struct fm_text){bytes.p + at, sizes[i]});
    ck_assert_int_eq(fm_output_commit(output, NULL), FM_OK);
    ck_assert(scratch_holds("out", (struct fm_text){bytes.p, at}));
    fm_buf_free(&bytes);
}
END_TEST

static void expect_reads(const char *name, struct fm_text text)
{
    struct fm_buf got = {NULL, 0, 0};
    struct fm_input *input;
    ck_assert_int_eq(fm_buf_reserve(&got, text.n + 1), FM_OK);
    ck_assert_int_eq(fm_input_open(name, &input, NULL), FM_OK);
    ck_assert_int_eq(fm_input_read(input, got.p, text.n + 1, &got.n, NULL), FM_OK);
    ck_assert(fm_text_equal((struct fm_text){got.p, got.n}, text));
    fm_input_close(input);
    fm_buf_free(&got);
}

START_TEST(compressed_files_are_whole)
{
    static const char *const names[] = {"a.gz", "b.GZ", "empty.gz", "a.zst", "empty.zst"};
    struct fm_buf bytes = make_bytes(300000);
    for (size_t i = 0; i < FM_COUNT_OF(names); i++) {
        struct fm_output *output;
        if (fm_output_open(names[i], false, &output, NULL) == FM_BAD_USE)
            continue;
        const bool empty = names[i][0] == 'e';
        for (size_t at = 0; !empty && at < bytes.n; at += 27777)
            write_text(output,
                       (struct fm_text){bytes.p + at, bytes.n - at < 27777 ? bytes.n - at : 27777});
        ck_assert_int_eq(fm_output_commit(output, NULL), FM_OK);
        struct fm_buf file = scratch_read(names[i]);
        ck_assert_uint_gt(file.n, 8);
        ck_assert_uint_lt(file.n, bytes.n / 2);
        fm_buf_free(&file);
        expect_reads(names[i], (struct fm_text){bytes.p, empty ? 0 : bytes.n});
    }
    ck_assert_uint_ge(scratch_count(), 3);
    struct fm_buf one = scratch_read("a.gz"), two = scratch_read("b.GZ");
    ck_assert(fm_text_equal((struct fm_text){one.p, one.n}, (struct fm_text){two.p, two.n}));
    fm_buf_free(&one);
    fm_buf_free(&two);
    fm_buf_free(&bytes);
}
END_TEST

START_TEST(devices_are_written_directly)
{
    struct fm_output *output = open_output("/dev/null", false);
    ck_assert_uint_eq(scratch_count(), 0);
    write_text(output, NEW);
    ck_assert_int_eq(fm_output_commit(output, NULL), FM_OK);
    ck_assert_int_eq(access("/dev/null", W_OK), 0);
}
END_TEST

/* A failure stays: later writes and the commit tell it again. */
static void expect_failure(struct fm_output *output, struct fm_text text, enum fm_status status,
                           int os_error)
{
    struct fm_error error = {.status = FM_OK};
    ck_assert_int_eq(fm_output_write(output, text.p, text.n, NULL), status);
    ck_assert_int_eq(fm_output_write(output, text.p, 1, &error), status);
    ck_assert_int_eq(error.os_error, os_error);
    error.os_error = 0;
    ck_assert_int_eq(fm_output_commit(output, &error), status);
    ck_assert_int_eq(error.status, status);
    ck_assert_int_eq(error.os_error, os_error);
}

START_TEST(full_disk_is_reported)
{
    struct fm_error error;
    struct fm_buf bytes = make_bytes(400000);
    if (access("/dev/full", W_OK) != 0)
        return;
    expect_failure(open_output("/dev/full", false), (struct fm_text){bytes.p, bytes.n},
                   FM_OUTPUT_FAILED, ENOSPC);
    struct fm_output *output = open_output("/dev/full", false);
    write_text(output, NEW);
    ck_assert_int_eq(fm_output_commit(output, &error),
                     FM_OUTPUT_FAILED); /* found as late as here */
    ck_assert_int_eq(error.os_error, ENOSPC);
    fm_buf_free(&bytes);
}
END_TEST

/* A limit on the size of files stands for a disk that fills up. */
START_TEST(file_that_cannot_be_finished_is_removed)
{
    static const char *const names[] = {"out", "out.gz"};
    struct rlimit before, limit;
    struct fm_buf bytes = make_bytes(1000000);
    scratch_write("out", OLD);
    scratch_write("out.gz", OLD);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    for (size_t i = 0; i < FM_COUNT_OF(names); i++) {
        struct fm_output *output = open_output(names[i], true);
        limit = (struct rlimit){200000, before.rlim_max};
        ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
        expect_failure(output, (struct fm_text){bytes.p, bytes.n}, FM_OUTPUT_FAILED, EFBIG);
        ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
        ck_assert(scratch_holds(names[i], OLD));
    }
    ck_assert_uint_eq(scratch_count(), 2);
    fm_buf_free(&bytes);
}
END_TEST

/* Standard output for the time of a test. */
static int replace_stdout(int fd)
{
    const int before = dup(STDOUT_FILENO);
    ck_assert_int_ge(before, 0);
    ck_assert_int_eq(dup2(fd, STDOUT_FILENO), STDOUT_FILENO);
    return before;
}

static void restore_stdout(int before)
{
    ck_assert_int_eq(dup2(before, STDOUT_FILENO), STDOUT_FILENO);
    close(before);
}

START_TEST(closed_pipe_has_its_own_status)
{
    struct fm_buf bytes = make_bytes(400000);
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    close(ends[0]);
    signal(SIGPIPE, SIG_IGN);
    const int before = replace_stdout(ends[1]);
    close(ends[1]);
    struct fm_output *large = open_output("-", false), *small = open_output("-", false);
    expect_failure(large, (struct fm_text){bytes.p, bytes.n}, FM_PIPE_CLOSED, EPIPE);
    write_text(small, NEW);
    ck_assert_int_eq(fm_output_commit(small, NULL), FM_PIPE_CLOSED); /* found as late as here */
    restore_stdout(before);
    fm_buf_free(&bytes);
}
END_TEST

START_TEST(standard_output_is_written)
{
    static const char *const names[] = {"-", "/dev/stdout", "to"};
    for (size_t i = 0; i < FM_COUNT_OF(names); i++) {
        const int fd = open("to", O_WRONLY | O_CREAT | O_TRUNC, 0666);
        ck_assert_int_ge(fd, 0);
        const int before = replace_stdout(fd);
        close(fd);
        struct fm_output *output = open_output(names[i], false);
        ck_assert_uint_eq(scratch_hidden(".", NULL), 0);
        write_text(output, OLD);
        ck_assert_int_eq(fm_output_commit(output, NULL), FM_OK);
        output = open_output(names[i], false); /* still open, and at its place */
        write_text(output, NEW);
        ck_assert_int_eq(fm_output_commit(output, NULL), FM_OK);
        restore_stdout(before);
        ck_assert(scratch_holds("to", FM_TEXT("old content\nnew content\n")));
    }
}
END_TEST

/* The system makes the pages of a file many at a time only where a write begins and ends with
 * them. */
START_TEST(files_are_written_in_whole_pieces)
{
    enum { PIECE = 128 * 1024 };
    static const size_t sizes[] = {100, 200000, 40000, 600000};
    struct fm_buf bytes = make_bytes(900000);
    struct stat st;
    size_t at = 0;
    const int fd = open("to", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    ck_assert_int_ge(fd, 0);
    const int before = replace_stdout(fd);
    struct fm_output *output = open_output("-", false);
    for (size_t i = 0; i < FM_COUNT_OF(sizes); i++) {
        write_text(output, (struct fm_text){bytes.p + at, sizes[i]});
        at += sizes[i];
        ck_assert_int_eq(fstat(fd, &st), 0);
        ck_assert_uint_eq((size_t)st.st_size, at - at % PIECE);
    }
    ck_assert_int_eq(fm_output_commit(output, NULL), FM_OK);
    restore_stdout(before);
    close(fd);
    ck_assert(scratch_holds("to", (struct fm_text){bytes.p, at}));
    fm_buf_free(&bytes);
}
END_TEST

static void on_alarm(int number)
{
    (void)number;
}

/* A child that reads slowly and copies what it reads to a file. */
static pid_t start_reader(int fd, const char *name)
{
    const pid_t child = fork();
    unsigned char bytes[20000];
    ssize_t got;
    if (child != 0)
        return child;
    close(STDOUT_FILENO); /* the writing end: it would wait for itself */
    const int copy = open(name, O_WRONLY | O_CREAT, 0666);
    while ((got = read(fd, bytes, sizeof bytes)) > 0) {
        if (write(copy, bytes, (size_t)got) != got)
            _exit(1);
        usleep(3000);
    }
    _exit(0);
}

/* Short and interrupted writes, to a pipe that is full most of the time, with and without waiting
 * calls. */
START_TEST(slow_reader_gets_everything)
{
    const struct sigaction action = {.sa_handler = on_alarm};
    const struct itimerval timer = {{0, 5000}, {0, 5000}}, never = {{0, 0}, {0, 0}};
    struct fm_buf bytes = make_bytes(500000);
    int ends[2], status;
    ck_assert_int_eq(pipe(ends), 0);
    const int before = replace_stdout(ends[1]);
    close(ends[1]);
    const pid_t child = start_reader(ends[0], "copy");
    if (child == 0)
        _exit(1);
    close(ends[0]);
    if (_i == 1)
        ck_assert_int_eq(fcntl(STDOUT_FILENO, F_SETFL, O_NONBLOCK), 0);
    ck_assert_int_eq(sigaction(SIGALRM, &action, NULL), 0);
    ck_assert_int_eq(setitimer(ITIMER_REAL, &timer, NULL), 0);
    struct fm_output *output = open_output("-", false);
    write_text(output, (struct fm_text){bytes.p, 100});
    write_text(output, (struct fm_text){bytes.p + 100, bytes.n - 100});
    ck_assert_int_eq(fm_output_commit(output, NULL), FM_OK);
    ck_assert_int_eq(setitimer(ITIMER_REAL, &never, NULL), 0);
    restore_stdout(before);
    while (waitpid(child, &status, 0) < 0)
        ck_assert_int_eq(errno, EINTR);
    ck_assert_int_eq(status, 0);
    ck_assert(scratch_holds("copy", (struct fm_text){bytes.p, bytes.n}));
    fm_buf_free(&bytes);
}
END_TEST

START_TEST(named_pipes_are_written_directly)
{
    int status;
    ck_assert_int_eq(mkfifo("fifo", 0666), 0);
    const pid_t child = fork();
    if (child == 0) {
        const int fd = open("fifo", O_RDONLY);
        unsigned char bytes[100];
        const ssize_t got = read(fd, bytes, sizeof bytes);
        _exit(got == (ssize_t)NEW.n && memcmp(bytes, NEW.p, NEW.n) == 0 ? 0 : 1);
    }
    struct fm_output *output = open_output("fifo", false);
    write_text(output, NEW);
    ck_assert_int_eq(fm_output_commit(output, NULL), FM_OK);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    ck_assert_uint_eq(scratch_count(), 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("output");
    TCase *files = tcase_create("files"), *direct = tcase_create("direct"),
          *failures = tcase_create("failures");
    TCase *const cases[] = {files, direct, failures};
    tcase_add_test(files, file_appears_when_it_is_whole);
    tcase_add_test(files, discarded_file_never_appears);
    tcase_add_test(files, existing_file_needs_force);
    tcase_add_test(files, file_that_appears_meanwhile_is_kept);
    tcase_add_test(files, two_outputs_do_not_meet);
    tcase_add_test(files, links_are_followed);
    tcase_add_test(files, temporary_files_tell_whose_they_are);
    tcase_add_test(files, what_a_killed_run_left_is_swept);
    tcase_add_test(files, killed_run_leaves_nothing_to_see);
    tcase_add_test(files, several_outputs_are_prepared_before_one_is_named);
    tcase_add_test(failures, folder_that_vanishes_is_reported);
    tcase_add_test(files, other_directories_are_written);
    tcase_add_test(files, writes_of_every_size_arrive);
    tcase_add_test(files, compressed_files_are_whole);
    tcase_add_test(direct, devices_are_written_directly);
    tcase_add_test(direct, standard_output_is_written);
    tcase_add_test(direct, files_are_written_in_whole_pieces);
    tcase_add_loop_test(direct, slow_reader_gets_everything, 0, 2);
    tcase_add_test(direct, named_pipes_are_written_directly);
    tcase_add_test(failures, impossible_places_are_refused);
    tcase_add_test(failures, suffixes_that_cannot_be_written_are_refused);
    tcase_add_test(failures, full_disk_is_reported);
    tcase_add_test(failures, file_that_cannot_be_finished_is_removed);
    tcase_add_test(failures, closed_pipe_has_its_own_status);
    for (size_t i = 0; i < FM_COUNT_OF(cases); i++) {
        tcase_add_checked_fixture(cases[i], scratch_enter, scratch_leave);
        tcase_set_timeout(cases[i], 60);
        suite_add_tcase(suite, cases[i]);
    }
    return run_tap(suite);
}
