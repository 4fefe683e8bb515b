/* SPDX-License-Identifier: MIT */
/* lib/io, the inputs of a command line: directories, lists of names. */
#include <config.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "check_main.h"
#include "scratch.h"

/* Compare with names that end in NULL, then free. */
static void expect(struct fm_inputs *got, const char *const *want)
{
    for (size_t i = 0; i < got->count; i++)
        ck_assert_pstr_eq(got->names[i], want[i]);
    ck_assert_ptr_null(want[got->count]);
    fm_inputs_free(got);
}

static enum fm_status expand(const char *const *names, size_t count, const char *list,
                             struct fm_inputs **got, struct fm_error *error)
{
    const struct fm_input_search search = {
        .size = sizeof search, .names = names, .count = count, .files_from = list};
    return fm_inputs_expand(&search, got, error);
}

static void expect_given(const char *name, bool recursive, const char *const *want)
{
    const struct fm_input_search search = {
        .size = sizeof search, .names = &name, .count = 1, .recursive = recursive};
    struct fm_inputs *got;
    ck_assert_int_eq(fm_inputs_expand(&search, &got, NULL), FM_OK);
    expect(got, want);
}

static void expect_list(struct fm_text list, const char *const *want)
{
    struct fm_inputs *got;
    scratch_write("list", list);
    ck_assert_int_eq(expand(NULL, 0, "list", &got, NULL), FM_OK);
    expect(got, want);
}

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

/* d: B a b.pgn ä .hidden, a pipe, links to a file, to a directory and to nothing; d/a/x d/a/y;
 * d/c/.h/z d/c/deep/z */
static void make_tree(void)
{
    static const char *const directories[] = {"d", "d/a", "d/c", "d/c/.h", "d/c/deep", "d/empty"};
    static const char *const files[] = {"d/B",   "d/b.pgn",  "d/\xc3\xa4", "d/.hidden", "d/a/y",
                                        "d/a/x", "d/c/.h/z", "d/c/deep/z", "d/a.before"};
    for (size_t i = 0; i < FM_COUNT_OF(directories); i++)
        ck_assert_int_eq(mkdir(directories[i], 0777), 0);
    for (size_t i = 0; i < FM_COUNT_OF(files); i++)
        scratch_write(files[i], FM_TEXT("x"));
    ck_assert_int_eq(mkfifo("d/pipe", 0666), 0);
    ck_assert_int_eq(symlink("../d", "d/circle"), 0);
    ck_assert_int_eq(symlink("B", "d/to-file"), 0);
    ck_assert_int_eq(symlink("nothing", "d/to-nothing"), 0);
}

START_TEST(names_stay_as_they_are)
{
    struct fm_inputs *got;
    const char *const names[] = {"-", "missing", "./x//y", "-"};
    ck_assert_int_eq(expand(names, 4, NULL, &got, NULL), FM_OK);
    expect(got, NAMES("-", "missing", "./x//y", "-"));
    ck_assert_int_eq(expand(NULL, 0, NULL, &got, NULL), FM_OK);
    ck_assert_uint_eq(got->count, 0);
    ck_assert_ptr_null(got->names);
    fm_inputs_free(got);
}
END_TEST

START_TEST(directories_are_read_in_byte_order)
{
    make_tree();
    expect_given("d", false,
                 NAMES("d/B", "d/a.before", "d/b.pgn", "d/to-file", "d/to-nothing", "d/\xc3\xa4"));
    expect_given(
        "d//", false,
        NAMES("d//B", "d//a.before", "d//b.pgn", "d//to-file", "d//to-nothing", "d//\xc3\xa4"));
    expect_given("d/circle/a", false, NAMES("d/circle/a/x", "d/circle/a/y"));
    expect_given("d/c/.h", false, NAMES("d/c/.h/z"));
    expect_given("d/empty", true, NAMES(NULL));
    expect_given("d/c", false, NAMES(NULL));
    expect_given("d/pipe", true, NAMES("d/pipe"));
}
END_TEST

START_TEST(directories_below_are_read_on_request)
{
    make_tree();
    expect_given("d", true,
                 NAMES("d/B", "d/a/x", "d/a/y", "d/a.before", "d/b.pgn", "d/c/deep/z", "d/to-file",
                       "d/to-nothing", "d/\xc3\xa4"));
}
END_TEST

/* Backups are left out; patterns narrow what is found and nothing that is named. */
START_TEST(found_names_are_narrowed)
{
    static const char *const patterns[] = {"*.pgn", "[x-z]", NULL};
    const struct fm_input_search search = {.size = sizeof search,
                                           .names = NAMES("d", "d/B"),
                                           .count = 2,
                                           .recursive = true,
                                           .include = patterns};
    struct fm_inputs *got;
    make_tree();
    scratch_write("d/c/deep/z~", FM_TEXT("x"));
    scratch_write("d/b.pgn~", FM_TEXT("x"));
    ck_assert_int_eq(fm_inputs_expand(&search, &got, NULL), FM_OK);
    ck_assert_uint_eq(got->count, 5);
    for (size_t i = 0; i < got->count; i++)
        ck_assert_int_eq(got->found[i], i < 4);
    expect(got, NAMES("d/a/x", "d/a/y", "d/b.pgn", "d/c/deep/z", "d/B"));
    expect_given("d/c", true, NAMES("d/c/deep/z"));
}
END_TEST

/* Of regular files, of links to them where they are named; 0 of all else, so also of a link that was
 * found, which may lead anywhere. */
START_TEST(inodes_are_those_of_the_files)
{
    const char *const names[] = {"d", "d/pipe", "d/to-file", "-"};
    struct fm_inputs *got;
    struct stat st;
    make_tree();
    ck_assert_int_eq(expand(names, 4, NULL, &got, NULL), FM_OK);
    ck_assert_uint_eq(got->count, 9);
    for (size_t i = 0; i < got->count; i++) {
        const bool link = got->found[i] && lstat(got->names[i], &st) == 0 && S_ISLNK(st.st_mode);
        const bool regular = !link && stat(got->names[i], &st) == 0 && S_ISREG(st.st_mode);
        ck_assert_uint_eq(got->inodes[i], regular ? st.st_ino : 0);
    }
    fm_inputs_free(got);
}
END_TEST

START_TEST(deep_trees_are_read)
{
    char path[4000] = "t";
    size_t n = 1;
    for (int i = 0; i < 900; i++) {
        ck_assert_int_eq(mkdir(path, 0777), 0);
        memcpy(path + n, "/d", 3);
        n += 2;
    }
    scratch_write(path, FM_TEXT("x"));
    expect_given("t", true, NAMES(path));
}
END_TEST

START_TEST(unreadable_directory_stays_a_name)
{
    make_tree();
    ck_assert_int_eq(chmod("d/c", 0), 0);
    if (geteuid() != 0) {
        expect_given("d/c", true, NAMES("d/c"));
        expect_given("d", true,
                     NAMES("d/B", "d/a/x", "d/a/y", "d/a.before", "d/b.pgn", "d/c", "d/to-file",
                           "d/to-nothing", "d/\xc3\xa4"));
    }
    ck_assert_int_eq(chmod("d/c", 0700), 0);
}
END_TEST

START_TEST(lists_hold_names)
{
    make_tree();
    expect_list(FM_TEXT(""), NAMES(NULL));
    expect_list(FM_TEXT("\n\n"), NAMES(NULL));
    expect_list(FM_TEXT("one\n two with blanks \nlast"), NAMES("one", " two with blanks ", "last"));
    expect_list(FM_TEXT("one\r\n\r\ntwo\r\n"), NAMES("one", "two"));
    expect_list(FM_TEXT("a\nb\0c\r\0\0e"), NAMES("a\nb", "c\r", "e"));
    expect_list(FM_TEXT("one\nd/a\n-\n"), NAMES("one", "d/a/x", "d/a/y", "-"));
}
END_TEST

START_TEST(lists_follow_names)
{
    struct fm_inputs *got;
    scratch_write("list", FM_TEXT("two\nthree\n"));
    ck_assert_int_eq(expand(NAMES("one"), 1, "list", &got, NULL), FM_OK);
    expect(got, NAMES("one", "two", "three"));
}
END_TEST

START_TEST(lists_come_from_standard_input)
{
    struct fm_inputs *got;
    struct fm_error error;
    const int before = dup(STDIN_FILENO);
    static const char *const lists[] = {"one\ntwo\n", "one\n-\n"};
    for (int i = 0; i < 2; i++) {
        scratch_write("list", fm_text_of(lists[i]));
        const int fd = open("list", O_RDONLY);
        ck_assert_int_eq(dup2(fd, STDIN_FILENO), STDIN_FILENO);
        close(fd);
        const enum fm_status status = expand(NULL, 0, "-", &got, &error);
        ck_assert_int_eq(status, i == 0 ? FM_OK : FM_INPUT_FAILED);
        if (status == FM_OK)
            expect(got, NAMES("one", "two"));
    }
    ck_assert_uint_eq(error.line, 2); /* a list on standard input cannot name standard input */
    ck_assert_int_eq(dup2(before, STDIN_FILENO), STDIN_FILENO);
    close(before);
}
END_TEST

START_TEST(missing_list_is_reported)
{
    struct fm_inputs *got = NULL;
    struct fm_error error;
    ck_assert_int_eq(expand(NAMES("one"), 1, "missing", &got, &error), FM_INPUT_FAILED);
    ck_assert_int_eq(error.os_error, ENOENT);
    ck_assert(fm_text_equal(error.what, FM_TEXT("missing")));
    ck_assert_ptr_null(got);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("expand");
    TCase *tcase = tcase_create("expand");
    tcase_add_checked_fixture(tcase, scratch_enter, scratch_leave);
    tcase_add_test(tcase, names_stay_as_they_are);
    tcase_add_test(tcase, directories_are_read_in_byte_order);
    tcase_add_test(tcase, directories_below_are_read_on_request);
    tcase_add_test(tcase, found_names_are_narrowed);
    tcase_add_test(tcase, inodes_are_those_of_the_files);
    tcase_add_test(tcase, deep_trees_are_read);
    tcase_add_test(tcase, unreadable_directory_stays_a_name);
    tcase_add_test(tcase, lists_hold_names);
    tcase_add_test(tcase, lists_follow_names);
    tcase_add_test(tcase, lists_come_from_standard_input);
    tcase_add_test(tcase, missing_list_is_reported);
    suite_add_tcase(suite, tcase);
    return run_tap(suite);
}
