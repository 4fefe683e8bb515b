/* SPDX-License-Identifier: MIT */
/* lib/io, reading: plain and compressed files, members of every kind and number, damage, pipes,
 * failures. */
#include <config.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include "check_main.h"
#include "compressed.h"
#include "base/lanes.h"
#include "io/codec.h"
#include "io/input.h"
#include "io/output.h"
#include "scratch.h"

/* What reading an input to its end came to. */
struct outcome {
    struct fm_buf bytes;
    enum fm_status status;
    struct fm_error error;
};

static struct outcome drain(struct fm_input *input, size_t room)
{
    struct outcome outcome = {.status = FM_OK};
    size_t got = 1;
    while (got > 0 && outcome.status == FM_OK) {
        ck_assert_int_eq(fm_buf_reserve(&outcome.bytes, room), FM_OK);
        unsigned char *to = outcome.bytes.p + outcome.bytes.n;
        outcome.status = fm_input_read(input, to, room, &got, &outcome.error);
        if (outcome.status == FM_OK)
            outcome.bytes.n += got;
    }
    return outcome;
}

static struct outcome read_by(const char *name, size_t room)
{
    struct fm_input *input;
    ck_assert_int_eq(fm_input_open(name, &input, NULL), FM_OK);
    const struct outcome outcome = drain(input, room);
    struct fm_error again;
    size_t got = 99;
    unsigned char byte;
    ck_assert_int_eq(fm_input_read(input, &byte, 1, &got, &again), outcome.status);
    if (outcome.status == FM_OK)
        ck_assert_uint_eq(got, 0);
    else
        ck_assert(again.os_error == outcome.error.os_error &&
                  again.offset == outcome.error.offset &&
                  fm_text_equal(again.detail, outcome.error.detail));
    fm_input_close(input);
    return outcome;
}

static const size_t sizes[] = {1, 2, 5, 6, 7, 13, 64, 4096, 300000};

static void expect(const char *name, struct fm_text text)
{
    for (size_t i = 0; i < FM_COUNT_OF(sizes); i++) {
        if (text.n / sizes[i] > 5000)
            continue;
        struct outcome outcome = read_by(name, sizes[i]);
        ck_assert_int_eq(outcome.status, FM_OK);
        ck_assert_uint_eq(outcome.bytes.n, text.n);
        ck_assert(fm_text_equal((struct fm_text){outcome.bytes.p, outcome.bytes.n}, text));
        fm_buf_free(&outcome.bytes);
    }
}

static bool contains(struct fm_text text, const char *word)
{
    return memmem(text.p, text.n, word, strlen(word)) != NULL;
}

/* It fails by what is in the file, after just this text, and the detail has this word (NULL =
 * any). */
static void expect_damage(const char *name, struct fm_text text, const char *word)
{
    for (size_t i = 0; i < FM_COUNT_OF(sizes); i++) {
        struct outcome outcome = read_by(name, sizes[i]);
        ck_assert_int_eq(outcome.status, FM_INPUT_FAILED);
        ck_assert_int_eq(outcome.error.status, FM_INPUT_FAILED);
        ck_assert_int_eq(outcome.error.os_error, 0);
        ck_assert_uint_gt(outcome.error.detail.n, 0);
        ck_assert(word == NULL || contains(outcome.error.detail, word));
        ck_assert_str_eq(outcome.error.input, name);
        ck_assert(fm_text_equal(outcome.error.what, fm_text_of(name)));
        ck_assert_uint_eq(outcome.error.offset, text.n);
        ck_assert(fm_text_equal((struct fm_text){outcome.bytes.p, outcome.bytes.n}, text));
        fm_buf_free(&outcome.bytes);
    }
}

static void append(struct fm_buf *buf, struct fm_text text)
{
    ck_assert_int_eq(fm_buf_append_text(buf, text), FM_OK);
}

static void write_and_free(const char *name, struct fm_buf *buf)
{
    scratch_write(name, (struct fm_text){buf->p, buf->n});
    fm_buf_free(buf);
}

START_TEST(plain_files_are_read)
{
    static const char *const texts[] = {"",
                                        "x",
                                        "B",
                                        "BZ",
                                        "BZh",
                                        "BZh9",
                                        "PK",
                                        "(\xb5/",
                                        "\x1f",
                                        "\xfd\x37zXZ",
                                        "7z",
                                        "R",
                                        "BZh9 is no bzip2",
                                        "P*Not zstd",
                                        "[Event \"?\"]\n",
                                        "\x1f\x8c",
                                        "0123456789abcdef",
                                        "0123456789abcdefg"};
    for (size_t i = 0; i < FM_COUNT_OF(texts); i++) {
        scratch_write("plain", fm_text_of(texts[i]));
        expect("plain", fm_text_of(texts[i]));
    }
    struct fm_buf large = {NULL, 0, 0};
    for (unsigned i = 0; large.n < 700001; i++)
        ck_assert_int_eq(fm_buf_append_u64(&large, i), FM_OK);
    scratch_write("plain", (struct fm_text){large.p, large.n});
    expect("plain", (struct fm_text){large.p, large.n});
    fm_buf_free(&large);
}
END_TEST

START_TEST(every_member_is_read)
{
    const struct compressed *codec = &compressed[_i];
    struct fm_buf file = {NULL, 0, 0};
    if (!codec->readable) {
        scratch_write("c", codec->first);
        expect_damage("c", FM_TEXT(""), codec->name);
        return;
    }
    scratch_write("c", codec->nothing);
    expect("c", FM_TEXT(""));
    scratch_write("c", codec->first);
    expect("c", FM_TEXT(FIRST_TEXT));
    append(&file, codec->first);
    append(&file, codec->nothing);
    append(&file, codec->second);
    append(&file, codec->first);
    append(&file, codec->nothing);
    write_and_free("c", &file);
    expect("c", FM_TEXT(FIRST_TEXT SECOND_TEXT FIRST_TEXT));
}
END_TEST

/* Members that lie across every place of the buffer of compressed bytes. */
START_TEST(many_members_are_read)
{
    const struct compressed *codec = &compressed[_i];
    struct fm_buf file = {NULL, 0, 0}, text = {NULL, 0, 0};
    if (!codec->readable)
        return;
    while (file.n < 400000) {
        append(&file, codec->first);
        append(&file, codec->second);
        append(&text, FM_TEXT(FIRST_TEXT SECOND_TEXT));
    }
    write_and_free("c", &file);
    expect("c", (struct fm_text){text.p, text.n});
    fm_buf_free(&text);
}
END_TEST

START_TEST(members_of_several_kinds_are_read)
{
    struct fm_buf file = {NULL, 0, 0}, text = {NULL, 0, 0};
    for (size_t i = 0; i < FM_COUNT_OF(compressed); i++) {
        if (!compressed[i].readable)
            continue;
        append(&file, compressed[i].first);
        append(&file, compressed[i].second);
        append(&text, FM_TEXT(FIRST_TEXT SECOND_TEXT));
    }
    write_and_free("c", &file);
    expect("c", (struct fm_text){text.p, text.n});
    fm_buf_free(&text);
}
END_TEST

START_TEST(every_truncation_is_found)
{
    const struct compressed *codec = &compressed[_i];
    if (!codec->readable)
        return;
    for (size_t n = 6; n < codec->second.n; n++) { /* a shorter file may be plain text */
        struct fm_buf file = {NULL, 0, 0};
        append(&file, codec->first);
        append(&file, (struct fm_text){codec->second.p, n});
        write_and_free("c", &file);
        struct outcome outcome = read_by("c", 7);
        const struct fm_text got = {outcome.bytes.p, outcome.bytes.n};
        ck_assert_int_eq(outcome.status, FM_INPUT_FAILED);
        ck_assert(contains(outcome.error.detail, "too early"));
        ck_assert_uint_ge(got.n, sizeof FIRST_TEXT - 1);
        ck_assert_int_eq(memcmp(got.p, FIRST_TEXT SECOND_TEXT, got.n), 0);
        fm_buf_free(&outcome.bytes);
    }
}
END_TEST

/* A changed byte is found, or (in a header's spare fields) changes nothing. What came before it has
 * been returned. */
START_TEST(every_damaged_byte_is_found)
{
    const struct compressed *codec = &compressed[_i];
    unsigned found = 0;
    if (!codec->readable)
        return;
    for (size_t at = 0; at < codec->second.n; at++) {
        struct fm_buf file = {NULL, 0, 0};
        append(&file, codec->first);
        append(&file, codec->second);
        file.p[codec->first.n + at] ^= 0x5a;
        write_and_free("c", &file);
        struct outcome outcome = read_by("c", 7);
        const struct fm_text got = {outcome.bytes.p, outcome.bytes.n};
        found += outcome.status == FM_INPUT_FAILED;
        if (outcome.status == FM_OK)
            ck_assert(fm_text_equal(got, FM_TEXT(FIRST_TEXT SECOND_TEXT)));
        else
            ck_assert_int_eq(outcome.status, FM_INPUT_FAILED);
        ck_assert_uint_ge(got.n, sizeof FIRST_TEXT - 1);
        ck_assert_int_eq(memcmp(got.p, FIRST_TEXT, sizeof FIRST_TEXT - 1), 0);
        fm_buf_free(&outcome.bytes);
    }
    ck_assert_uint_ge(found, codec->second.n - 8);
}
END_TEST

START_TEST(what_follows_is_not_ignored)
{
    static const char *const garbage[] = {"x", "garbage after", "BZh", "\x1f"};
    const struct compressed *codec = &compressed[_i];
    if (!codec->readable)
        return;
    for (size_t i = 0; i < FM_COUNT_OF(garbage); i++) {
        struct fm_buf file = {NULL, 0, 0};
        append(&file, codec->first);
        append(&file, fm_text_of(garbage[i]));
        write_and_free("c", &file);
        expect_damage("c", FM_TEXT(FIRST_TEXT), "follows");
    }
}
END_TEST

START_TEST(zeros_may_follow)
{
    static const unsigned char zeros[200000];
    const struct compressed *codec = &compressed[_i];
    struct fm_buf file = {NULL, 0, 0};
    if (!codec->readable)
        return;
    append(&file, codec->first);
    append(&file, (struct fm_text){zeros, sizeof zeros});
    append(&file, codec->second);
    append(&file, (struct fm_text){zeros, 4});
    write_and_free("c", &file);
    if (codec->zeros_follow)
        expect("c", FM_TEXT(FIRST_TEXT SECOND_TEXT));
    else
        expect_damage("c", FM_TEXT(FIRST_TEXT), "follows");
}
END_TEST

#ifdef HAVE_ZSTD
START_TEST(skippable_frames_are_skipped)
{
    static const unsigned char skippable[] = {0x5b, 0x2a, 0x4d, 0x18, 5,   0,  0,
                                              0,    's',  'k',  'i',  'p', '!'};
    const struct fm_text skip = {skippable, sizeof skippable};
    struct fm_buf file = {NULL, 0, 0};
    scratch_write("c", skip);
    expect("c", FM_TEXT(""));
    append(&file, skip);
    append(&file, (struct fm_text){first_zst, sizeof first_zst});
    append(&file, skip);
    append(&file, skip);
    append(&file, (struct fm_text){second_zst, sizeof second_zst});
    append(&file, skip);
    write_and_free("c", &file);
    expect("c", FM_TEXT(FIRST_TEXT SECOND_TEXT));
    scratch_write("c", (struct fm_text){skippable, sizeof skippable - 1});
    expect_damage("c", FM_TEXT(""), "too early");
}
END_TEST
#endif

/* Far more than any window or buffer, written by the output and read back. */
START_TEST(long_streams_are_read)
{
    static const char *const names[] = {"long.gz", "long.zst"};
    struct fm_buf text = {NULL, 0, 0};
    for (uint64_t i = 0; text.n < 2000000; i++)
        ck_assert_int_eq(fm_buf_append_u64(&text, i % 3 == 0 ? fm_hash_mix(i) : i % 1000), FM_OK);
    for (size_t i = 0; i < FM_COUNT_OF(names); i++) {
        struct fm_output *output;
        if (fm_output_open(names[i], false, &output, NULL) == FM_BAD_USE)
            continue;
        ck_assert_int_eq(fm_output_write(output, text.p, text.n, NULL), FM_OK);
        ck_assert_int_eq(fm_output_commit(output, NULL), FM_OK);
        struct outcome outcome = read_by(names[i], 65537);
        ck_assert_int_eq(outcome.status, FM_OK);
        ck_assert(fm_text_equal((struct fm_text){outcome.bytes.p, outcome.bytes.n},
                                (struct fm_text){text.p, text.n}));
        fm_buf_free(&outcome.bytes);
    }
    fm_buf_free(&text);
}
END_TEST

static bool is_listed(const char *name)
{
    struct fm_list_item item;
    for (size_t i = 0; fm_list_row(FM_LIST_COMPRESSIONS, i, &item); i++)
        if (strcmp(item.name, name) == 0)
            return true;
    return false;
}

/* Wherever it is, also across the places where vectors begin. */
START_TEST(a_magic_number_is_found_in_text)
{
    enum { SIZE = 100 };
    unsigned char text[SIZE];
    const struct fm_codec *codec;
    size_t codecs = 0;
    for (size_t i = 0; (codec = fm_codec_at(i)) != NULL; i++) {
        const size_t length = codec->inside.length;
        codecs += length > 0;
        for (size_t n = length; length > 0 && n <= SIZE; n++) {
            memset(text, 'x', n);
            ck_assert_uint_eq(fm_codec_search((struct fm_text){text, n}), n);
            for (size_t at = 0; at + length <= n; at++) {
                memset(text, 'x', n);
                memcpy(text + at, codec->inside.bytes, length);
                ck_assert_uint_eq(fm_codec_search((struct fm_text){text, n}), at);
                const struct fm_survey survey = fm_survey_text((struct fm_text){text, n}, 0);
                ck_assert(survey.rare || !survey.ascii); /* else it is not looked for */
                ck_assert_uint_eq(fm_codec_search((struct fm_text){text, n - 1}),
                                  at + length == n ? n - 1 : at);
            }
        }
    }
    ck_assert_uint_eq(codecs, 5);
}
END_TEST

/* The table says what each file of a codec defines, and first bytes and suffixes lead to one row. */
START_TEST(codecs_are_in_one_table)
{
    const struct fm_codec *codec, *found;
    for (size_t i = 0; (codec = fm_codec_at(i)) != NULL; i++) {
        for (size_t k = 0; k < FM_COUNT_OF(codec->start) && codec->start[k].length > 0; k++) {
            const struct fm_text head = {codec->start[k].bytes, codec->start[k].length};
            ck_assert(fm_codec_find(head, true, &found) && found == codec);
            ck_assert(!fm_codec_find((struct fm_text){head.p, head.n - 1}, false, &found));
            ck_assert(fm_codec_find((struct fm_text){head.p, head.n - 1}, true, &found));
            ck_assert_ptr_null(found);
        }
        unsigned char name[20] = "X";
        memcpy(name + 1, codec->suffix, strlen(codec->suffix));
        if (*codec->suffix != '\0')
            ck_assert_ptr_eq(fm_codec_of_name(fm_text_of((const char *)name)), codec);
        if (*codec->suffix != '\0')
            ck_assert_ptr_null(fm_codec_of_name(fm_text_of(codec->suffix)));
        const struct fm_encoder *encoder = NULL;
        struct fm_text detail = {NULL, 0};
        const enum fm_status status =
            fm_encoder_find(fm_text_of((const char *)name), &encoder, &detail);
        if (*codec->suffix != '\0')
            ck_assert_int_eq(status, fm_codec_writes(codec) ? FM_OK : FM_BAD_USE);
        ck_assert_int_eq(encoder != NULL, *codec->suffix != '\0' && fm_codec_writes(codec));
        ck_assert_int_eq(is_listed(codec->name), fm_codec_reads(codec));
    }
    ck_assert_ptr_eq(fm_codec_of_name(FM_TEXT("a.PGN.Gz")), fm_codec_at(0));
    ck_assert_ptr_null(fm_codec_of_name(FM_TEXT("a.gz.pgn")));
}
END_TEST

START_TEST(archives_are_refused)
{
    static const struct {
        const char *name;
        struct fm_text bytes;
    } rows[] = {
        {"ZIP", {(const unsigned char *)"PK\x03\x04\x14\0\0\0", 8}},
        {"7-Zip", {(const unsigned char *)"7z\xbc\xaf\x27\x1c\0\4", 8}},
        {"RAR", {(const unsigned char *)"Rar!\x1a\x07\x01\0", 8}},
        {"lz4", {(const unsigned char *)"\x04\x22\x4d\x18\x64\x40", 6}},
        {"lzip", {(const unsigned char *)"LZIP\x01\x0c", 6}},
        {"compress", {(const unsigned char *)"\x1f\x9d\x90", 3}},
    };
    for (size_t i = 0; i < FM_COUNT_OF(rows); i++) {
        const struct fm_codec *codec; /* one that has a coder by now is tried by damage.test */
        if (fm_codec_find(rows[i].bytes, true, &codec) && codec != NULL && fm_codec_reads(codec))
            continue;
        scratch_write("c", rows[i].bytes);
        expect_damage("c", FM_TEXT(""), rows[i].name);
    }
    for (size_t i = 0; i < FM_COUNT_OF(compressed); i++)
        ck_assert_int_eq(is_listed(compressed[i].name), compressed[i].readable);
}
END_TEST

static void expect_no_open(const char *name, int os_error)
{
    struct fm_input *input = NULL;
    struct fm_error error;
    ck_assert_int_eq(fm_input_open(name, &input, &error), FM_INPUT_FAILED);
    ck_assert_ptr_null(input);
    ck_assert_int_eq(error.status, FM_INPUT_FAILED);
    ck_assert_int_eq(error.os_error, os_error);
    ck_assert_str_eq(error.input, name);
    ck_assert(fm_text_equal(error.what, fm_text_of(name)));
}

START_TEST(what_cannot_be_opened_is_reported)
{
    expect_no_open("missing", ENOENT);
    expect_no_open(".", EISDIR);
    expect_no_open("", ENOENT);
    scratch_write("file", FM_TEXT("x"));
    expect_no_open("file/below", ENOTDIR);
    ck_assert_int_eq(chmod("file", 0), 0);
    if (geteuid() != 0)
        expect_no_open("file", EACCES);
    fm_input_close(NULL);
}
END_TEST

/* A file that can be opened but not read at its start: the memory of this process, where nothing is
 * at address 0. */
START_TEST(what_cannot_be_read_is_reported)
{
    struct fm_input *input;
    struct fm_error error;
    unsigned char byte;
    size_t got;
    if (access("/proc/self/mem", R_OK) != 0)
        return;
    ck_assert_int_eq(fm_input_open("/proc/self/mem", &input, NULL), FM_OK);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(fm_input_read(input, &byte, 1, &got, &error), FM_INPUT_FAILED);
        ck_assert_int_eq(error.os_error, EIO);
    }
    fm_input_close(input);
}
END_TEST

START_TEST(sizes_are_reported)
{
    const struct fm_text texts[] = {compressed[0].first,
                                    FM_TEXT("plain text of more than a few bytes")};
    for (size_t i = 0; i < FM_COUNT_OF(texts); i++) {
        struct fm_input *input;
        scratch_write("file", texts[i]);
        ck_assert_int_eq(fm_input_open("file", &input, NULL), FM_OK);
        ck_assert_uint_eq(fm_input_raw_bytes(input), 0);
        struct outcome outcome = drain(input, 10);
        ck_assert_uint_eq(fm_input_raw_bytes(input), texts[i].n);
        fm_buf_free(&outcome.bytes);
        fm_input_close(input);
    }
}
END_TEST

static void on_alarm(int number)
{
    (void)number;
}

/* Alarms that interrupt every call that waits. */
static void set_alarms(suseconds_t every)
{
    const struct sigaction action = {.sa_handler = on_alarm};
    const struct itimerval timer = {{0, every}, {0, every}};
    ck_assert_int_eq(sigaction(SIGALRM, &action, NULL), 0);
    ck_assert_int_eq(setitimer(ITIMER_REAL, &timer, NULL), 0);
}

/* A child that writes the text in small pieces, slowly, then ends. */
static pid_t start_writer(int fd, struct fm_text text)
{
    const pid_t child = fork();
    if (child != 0)
        return child;
    for (size_t i = 0; i < text.n; i += 3) {
        if (write(fd, text.p + i, text.n - i < 3 ? text.n - i : 3) < 0)
            _exit(1);
        usleep(2000);
    }
    _exit(0);
}

static void wait_for(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) < 0)
        ck_assert_int_eq(errno, EINTR);
    ck_assert_int_eq(status, 0);
}

/* Standard input, a slow pipe, with or without waiting calls, interrupted all the time. */
START_TEST(slow_pipes_are_read)
{
    const struct fm_text texts[] = {FM_TEXT(FIRST_TEXT SECOND_TEXT), compressed[0].second};
    const int before = dup(STDIN_FILENO);
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    if (_i / 2 == 1)
        ck_assert_int_eq(fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK), 0);
    const pid_t child = start_writer(ends[1], texts[_i % 2]);
    ck_assert_int_gt(child, 0);
    close(ends[0]);
    close(ends[1]);
    set_alarms(3000);
    struct fm_input *input;
    ck_assert_int_eq(fm_input_open("-", &input, NULL), FM_OK);
    struct outcome outcome = drain(input, 1000);
    set_alarms(0);
    fm_input_close(input);
    ck_assert_int_eq(fcntl(STDIN_FILENO, F_GETFD), 0); /* standard input stays open */
    ck_assert_int_eq(dup2(before, STDIN_FILENO), STDIN_FILENO);
    close(before);
    wait_for(child);
    const struct fm_text want = _i % 2 == 0 ? texts[0] : FM_TEXT(SECOND_TEXT);
    ck_assert_int_eq(outcome.status, FM_OK);
    ck_assert(fm_text_equal((struct fm_text){outcome.bytes.p, outcome.bytes.n}, want));
    fm_buf_free(&outcome.bytes);
}
END_TEST

int main(void)
{
    const int codecs = (int)FM_COUNT_OF(compressed);
    Suite *suite = suite_create("input");
    TCase *files = tcase_create("files"), *members = tcase_create("members"),
          *failures = tcase_create("failures");
    TCase *const cases[] = {files, members, failures};
    tcase_add_test(files, plain_files_are_read);
    tcase_add_test(files, long_streams_are_read);
    tcase_add_test(files, sizes_are_reported);
    tcase_add_loop_test(files, slow_pipes_are_read, 0, 4);
    tcase_add_loop_test(members, every_member_is_read, 0, codecs);
    tcase_add_loop_test(members, many_members_are_read, 0, codecs);
    tcase_add_test(members, members_of_several_kinds_are_read);
    tcase_add_loop_test(members, zeros_may_follow, 0, codecs);
#ifdef HAVE_ZSTD
    tcase_add_test(members, skippable_frames_are_skipped);
#endif
    tcase_add_loop_test(failures, every_truncation_is_found, 0, codecs);
    tcase_add_loop_test(failures, every_damaged_byte_is_found, 0, codecs);
    tcase_add_loop_test(failures, what_follows_is_not_ignored, 0, codecs);
    tcase_add_test(failures, codecs_are_in_one_table);
    tcase_add_test(failures, a_magic_number_is_found_in_text);
    tcase_add_test(failures, archives_are_refused);
    tcase_add_test(failures, what_cannot_be_opened_is_reported);
    tcase_add_test(failures, what_cannot_be_read_is_reported);
    for (size_t i = 0; i < FM_COUNT_OF(cases); i++) {
        tcase_add_checked_fixture(cases[i], scratch_enter, scratch_leave);
        tcase_set_timeout(cases[i], 60);
        suite_add_tcase(suite, cases[i]);
    }
    return run_tap(suite);
}
