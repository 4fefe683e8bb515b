/* SPDX-License-Identifier: MIT */
/* A converter whose inputs and output are the caller's: bytes in memory or from a function, plain or
 * compressed, and a function that takes what is written. The same comes out as with files. */
#include <config.h>
#include <errno.h>
#include <unistd.h>
#include "check_main.h"
#include "fenmill.h"
#include "scratch.h"

static const char games[] = "[Event \"a\"]\n[White \"Ann\"]\n\n1. e4 e5 2. Nf3 *\n\n"
                            "[Event \"b\"]\n\n1. d4 d5 2. Qd9 *\n\n[Event \"c\"]\n\n1. c4 c5 1-0\n";

/* What a function reads: pieces of some size, then an end or a failure. */
struct pieces {
    struct fm_text left;
    size_t piece;
    int os_error; /* after the last byte; 0 = the end */
};

static ptrdiff_t read_piece(void *user, void *to, size_t room)
{
    struct pieces *pieces = user;
    size_t n = pieces->left.n < pieces->piece ? pieces->left.n : pieces->piece;
    n = n < room ? n : room;
    if (n == 0)
        return -pieces->os_error;
    memcpy(to, pieces->left.p, n);
    pieces->left.p += n;
    pieces->left.n -= n;
    return (ptrdiff_t)n;
}

/* What a function takes: so many bytes, then it fails. */
struct taken {
    struct fm_buf bytes;
    size_t most;
    int os_error;
};

static int take(void *user, const void *bytes, size_t n)
{
    struct taken *taken = user;
    if (n > taken->most - taken->bytes.n)
        return taken->os_error;
    return fm_buf_append(&taken->bytes, bytes, n) == FM_OK ? 0 : ENOMEM;
}

static struct taken takes(size_t most, int os_error)
{
    return (struct taken){.bytes = {NULL, 0, 0}, .most = most, .os_error = os_error};
}

/* Outputs get their names. */
struct naming {
    struct fm_converter *converter;
    bool cancels;
    unsigned calls;
};

static void on_naming(void *user)
{
    struct naming *naming = user;
    ck_assert_int_ne(access("out.fen", F_OK), 0);
    naming->calls++;
    if (naming->cancels)
        fm_converter_cancel(naming->converter);
}

/* Run a converter over one input. @param source  NULL: a file of the name. @param output  a name, which may
 * be NULL with @p taken. */
static enum fm_status convert_with(const char *name, const struct fm_byte_source *source,
                                   const char *output, struct taken *taken, struct naming *naming,
                                   struct fm_error *error)
{
    struct fm_destinations to = {.size = sizeof to, .output = output};
    char *names = (char *)(uintptr_t)name;
    const struct fm_inputs inputs = {.size = sizeof inputs,
                                     .names = &names,
                                     .count = 1,
                                     .sources = source == NULL ? NULL : &source};
    struct fm_profile *profile;
    struct fm_converter *converter;
    if (taken != NULL) {
        to.write = take;
        to.write_user = taken;
    }
    ck_assert_int_eq(fm_profile_new(&profile), FM_OK);
    ck_assert_int_eq(fm_profile_finish(profile, error), FM_OK);
    ck_assert_int_eq(fm_converter_new(profile, 2, &converter, error), FM_OK);
    enum fm_status status = fm_converter_to(converter, &to, error);
    struct fm_events events = {.size = sizeof events, .user = naming, .naming = on_naming};
    if (naming != NULL)
        naming->converter = converter;
    if (status == FM_OK)
        status = fm_converter_run(converter, &inputs, naming == NULL ? NULL : &events, error);
    fm_converter_free(converter);
    fm_profile_free(profile);
    return status;
}

static enum fm_status convert(const char *name, const struct fm_byte_source *source,
                              const char *output, struct taken *taken, struct fm_error *error)
{
    return convert_with(name, source, output, taken, NULL, error);
}

/* The bytes of a file with that content, as the library writes it. */
static struct fm_buf file_of(const char *name)
{
    struct fm_output *output;
    struct fm_error error;
    ck_assert_int_eq(fm_output_open(name, true, &output, &error), FM_OK);
    ck_assert_int_eq(fm_output_write(output, games, sizeof games - 1, &error), FM_OK);
    ck_assert_int_eq(fm_output_commit(output, &error), FM_OK);
    return scratch_read(name);
}

static void assert_same(const struct taken *taken, const char *name)
{
    ck_assert(taken->bytes.n > 0);
    ck_assert(scratch_holds(name, (struct fm_text){taken->bytes.p, taken->bytes.n}));
}

START_TEST(bytes_of_the_caller_read_as_a_file)
{
    static const char *const names[] = {"in.pgn", "in.pgn.gz"};
    static const size_t sizes[] = {1, 7, 100, SIZE_MAX};
    struct fm_error error;
    struct fm_buf raw = file_of(names[_i]);
    ck_assert_int_eq(convert(names[_i], NULL, "out.fen", NULL, &error), FM_REJECTED);
    const struct fm_byte_source memory = {.size = sizeof memory, .bytes = {raw.p, raw.n}};
    struct taken taken = takes(SIZE_MAX, 0);
    ck_assert_int_eq(convert("memory", &memory, NULL, &taken, &error), FM_REJECTED);
    assert_same(&taken, "out.fen");
    for (size_t i = 0; i < FM_COUNT_OF(sizes); i++) {
        struct pieces pieces = {.left = {raw.p, raw.n}, .piece = sizes[i]};
        const struct fm_byte_source source = {
            .size = sizeof source, .read = read_piece, .user = &pieces};
        taken.bytes.n = 0;
        ck_assert_int_eq(convert("called", &source, "name.fen", &taken, &error), FM_REJECTED);
        assert_same(&taken, "out.fen");
        ck_assert(pieces.left.n == 0);
    }
    fm_buf_free(&taken.bytes);
    fm_buf_free(&raw);
}
END_TEST

START_TEST(an_output_is_compressed_by_the_suffix_of_its_name)
{
    const struct fm_byte_source memory = {.size = sizeof memory, .bytes = FM_TEXT(games)};
    struct taken taken = takes(SIZE_MAX, 0);
    struct fm_error error;
    ck_assert_int_eq(convert("memory", &memory, "out.fen.gz", NULL, &error), FM_REJECTED);
    ck_assert_int_eq(convert("memory", &memory, "x.fen.gz", &taken, &error), FM_REJECTED);
    assert_same(&taken, "out.fen.gz");
    ck_assert_uint_eq(scratch_count(), 1);
    fm_buf_free(&taken.bytes);
}
END_TEST

START_TEST(a_read_that_fails_is_an_input_that_failed)
{
    struct pieces pieces = {.left = FM_TEXT(games), .piece = 50, .os_error = EIO};
    const struct fm_byte_source source = {
        .size = sizeof source, .read = read_piece, .user = &pieces};
    struct taken taken = takes(SIZE_MAX, 0);
    struct fm_error error;
    ck_assert_int_eq(convert("called", &source, NULL, &taken, &error), FM_INPUT_FAILED);
    ck_assert(taken.bytes.n > 0); /* what came before it */
    fm_buf_free(&taken.bytes);
}
END_TEST

START_TEST(a_write_that_fails_is_an_output_that_failed)
{
    const struct fm_byte_source memory = {.size = sizeof memory, .bytes = FM_TEXT(games)};
    struct taken full = takes(10, ENOSPC), gone = takes(10, EPIPE);
    struct fm_error error;
    ck_assert_int_eq(convert("memory", &memory, "called", &full, &error), FM_OUTPUT_FAILED);
    ck_assert_int_eq(error.os_error, ENOSPC);
    ck_assert_int_eq(convert("memory", &memory, NULL, &gone, &error), FM_PIPE_CLOSED);
}
END_TEST

/* Until then a run can be cancelled, and then no output has its name. */
START_TEST(outputs_get_their_names_together)
{
    const struct fm_byte_source memory = {.size = sizeof memory, .bytes = FM_TEXT(games)};
    struct naming named = {.calls = 0}, cancelled = {.cancels = true};
    struct fm_error error;
    ck_assert_int_eq(convert_with("memory", &memory, "out.fen", NULL, &cancelled, &error),
                     FM_CANCELLED);
    ck_assert_int_eq(cancelled.calls, 1);
    ck_assert_int_ne(access("out.fen", F_OK), 0);
    ck_assert_int_eq(convert_with("memory", &memory, "out.fen", NULL, &named, &error), FM_REJECTED);
    ck_assert_int_eq(named.calls, 1);
    ck_assert_int_eq(access("out.fen", F_OK), 0);
}
END_TEST

START_TEST(a_source_has_its_size)
{
    const struct fm_byte_source memory = {.bytes = FM_TEXT("8/8/8/8/8/8/8/K1k5 w - - 0 1\n")};
    struct taken taken = {.most = 0};
    struct fm_error error;
    ck_assert_int_eq(convert("memory", &memory, NULL, &taken, &error), FM_BAD_USE);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("callbacks");
    TCase *t = tcase_create("callbacks");
    tcase_add_checked_fixture(t, scratch_enter, scratch_leave);
    tcase_add_loop_test(t, bytes_of_the_caller_read_as_a_file, 0, 2);
    tcase_add_test(t, an_output_is_compressed_by_the_suffix_of_its_name);
    tcase_add_test(t, a_read_that_fails_is_an_input_that_failed);
    tcase_add_test(t, a_write_that_fails_is_an_output_that_failed);
    tcase_add_test(t, outputs_get_their_names_together);
    tcase_add_test(t, a_source_has_its_size);
    suite_add_tcase(s, t);
    return run_tap(s);
}
