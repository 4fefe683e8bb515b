/* SPDX-License-Identifier: MIT */
/* Readers: the items of an input are the same wherever its bytes come from and whatever the threads, and
 * say what the program writes of it. */
#include <config.h>
#include <stdio.h>
#include <stdlib.h>
#include "check_main.h"
#include "fenmill.h"
#include "scratch.h"
#include "transcript.h"

/* The bytes of a file as the library compresses them. */
static struct fm_buf compressed(struct fm_text plain)
{
    struct fm_output *output;
    ck_assert_int_eq(fm_output_open("x.gz", true, &output, NULL), FM_OK);
    ck_assert_int_eq(fm_output_write(output, plain.p, plain.n, NULL), FM_OK);
    ck_assert_int_eq(fm_output_commit(output, NULL), FM_OK);
    return scratch_read("x.gz");
}

START_TEST(items_do_not_depend_on_the_way_of_the_bytes)
{
    static const size_t pieces[] = {1, 7, 65536};
    struct fm_reader_options options = reader_options(1);
    struct fm_buf plain = scratch_read(sample_path(sample_files[_i])),
                  packed = compressed(fm_buf_text(&plain));
    enum fm_status end;
    options.file = sample_path(sample_files[_i]);
    struct fm_buf expected = read_all(&options, (struct fm_text){NULL, 0}, 1, &end);
    ck_assert_uint_gt(expected.n, 0);
    ck_assert_int_eq(end, FM_END);
    for (unsigned threads = 1; threads <= 4; threads += 3) {
        options = reader_options(threads);
        options.file = sample_path(sample_files[_i]);
        assert_reads(&options, (struct fm_text){NULL, 0}, 1, &expected, end);
        options.file = NULL;
        options.memory = fm_buf_text(&plain);
        assert_reads(&options, (struct fm_text){NULL, 0}, 1, &expected, end);
        options.memory = fm_buf_text(&packed);
        assert_reads(&options, (struct fm_text){NULL, 0}, 1, &expected, end);
        options.alone = true;
        assert_reads(&options, (struct fm_text){NULL, 0}, 1, &expected, end);
        options.memory.p = NULL;
        assert_reads(&options, fm_buf_text(&plain), 1000, &expected, end);
        options.alone = false;
        for (size_t i = 0; i < FM_COUNT_OF(pieces); i++) {
            assert_reads(&options, fm_buf_text(&plain), pieces[i], &expected, end);
            assert_reads(&options, fm_buf_text(&packed), pieces[i], &expected, end);
        }
    }
    fm_buf_free(&expected);
    fm_buf_free(&plain);
    fm_buf_free(&packed);
}
END_TEST

static int take(void *user, const void *bytes, size_t n)
{
    return fm_buf_append(user, bytes, n) == FM_OK ? 0 : 1;
}

static void note_message(void *user, const struct fm_error *error)
{
    char line[1024];
    (void)fm_error_text(error, line, sizeof line);
    put_words(user, line);
    put_words(user, "\n");
}

/* What a converter writes of a file, and its messages. */
static void convert(const char *path, struct fm_buf *rows, struct fm_buf *messages)
{
    struct fm_profile *profile;
    struct fm_converter *converter;
    char *name = (char *)(uintptr_t)path;
    const struct fm_inputs inputs = {.size = sizeof inputs, .names = &name, .count = 1};
    const struct fm_destinations to = {.size = sizeof to, .write = take, .write_user = rows};
    const struct fm_events events = {
        .size = sizeof events, .user = messages, .message = note_message, .warnings = true};
    ck_assert_int_eq(fm_profile_new(&profile), FM_OK);
    ck_assert_int_eq(fm_profile_set(profile, "output.format", "tsv", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_set(profile, "output.header", "no", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_set(profile, "positions.plies", "0..", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_set(profile, "input.variations", "replay", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_set(profile, "output.columns",
                                    "[fen, last, last.uci, next, comment, nags, eval, White, "
                                    "game, ply, depth]",
                                    NULL),
                     FM_OK);
    ck_assert_int_eq(fm_profile_finish(profile, NULL), FM_OK);
    ck_assert_int_eq(fm_converter_new(profile, 1, &converter, NULL), FM_OK);
    ck_assert_int_eq(fm_converter_to(converter, &to, NULL), FM_OK);
    const enum fm_status status = fm_converter_run(converter, &inputs, &events, NULL);
    ck_assert(status == FM_OK || status == FM_REJECTED);
    fm_converter_free(converter);
    fm_profile_free(profile);
}

START_TEST(values_and_messages_are_those_of_a_converter)
{
    struct fm_buf rows = {NULL, 0, 0}, messages = rows, items = rows, errors = rows;
    const char *path = sample_path(sample_files[_i]);
    struct fm_reader_options options = reader_options(3);
    const struct fm_item *item;
    struct fm_reader *reader;
    char line[64];
    convert(path, &rows, &messages);
    options.file = path;
    ck_assert_int_eq(fm_reader_new(&options, &reader, NULL), FM_OK);
    while (fm_reader_next(reader, &item, NULL) == FM_OK) {
        if (item->error != NULL)
            note_message(&errors, item->error);
        if (item->kind != FM_ITEM_POSITION)
            continue;
        for (size_t i = 0; i < item->value_count; i++)
            put_text(&items, i > 0 ? "\t" : "", item->values[i]);
        snprintf(line, sizeof line, "\t%u\t%u\n", item->ply, item->depth);
        put_words(&items, line);
    }
    fm_reader_free(reader);
    ck_assert(fm_text_equal(fm_buf_text(&items), fm_buf_text(&rows)));
    ck_assert(fm_text_equal(fm_buf_text(&errors), fm_buf_text(&messages)));
    fm_buf_free(&rows);
    fm_buf_free(&items);
    fm_buf_free(&messages);
    fm_buf_free(&errors);
}
END_TEST

/* The FENs alone go another way. */
START_TEST(fens_alone_are_the_same)
{
    struct fm_reader_options options = FM_READER_OPTIONS_INIT, with = options;
    static const char *const more[] = {"ply", "fen"};
    const struct fm_item *item, *other;
    struct fm_reader *reader, *beside;
    enum fm_status status;
    options.file = with.file = sample_path(sample_files[_i]);
    with.fields = more;
    with.field_count = 2;
    ck_assert_int_eq(fm_reader_new(&options, &reader, NULL), FM_OK);
    ck_assert_int_eq(fm_reader_new(&with, &beside, NULL), FM_OK);
    do {
        status = fm_reader_next(reader, &item, NULL);
        ck_assert_int_eq(fm_reader_next(beside, &other, NULL), status);
        if (status != FM_OK)
            break;
        ck_assert_int_eq(item->kind, other->kind);
        ck_assert_uint_eq(item->ply, other->ply);
        ck_assert(fm_text_equal(item->fen, other->fen));
        ck_assert(item->kind != FM_ITEM_POSITION ||
                  (item->value_count == 1 && fm_text_equal(item->values[0], item->fen) &&
                   other->value_count == 2 && fm_text_equal(other->values[1], item->fen)));
    } while (status == FM_OK);
    fm_reader_free(reader);
    fm_reader_free(beside);
}
END_TEST

START_TEST(the_items_of_a_game)
{
    static const char *const fields[] = {"last", "comment"};
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    enum fm_status status;
    options.start = true;
    options.memory = fm_text_of(branched);
    options.fields = fields;
    options.field_count = 2;
    options.variations = true;
    struct fm_buf made = read_all(&options, options.memory, 1, &status);
    ck_assert_int_eq(status, FM_END);
    assert_text(&made, "game 1 at 0+98 classic standard * [Event=a \"b\"; White=Müller]\n"
                       "position 0/0 |  | \n"
                       "variation 0/1\n"
                       "position 0/1 |  | \n"
                       "position 1/1 | d4 | \n"
                       "variation 0/2\n"
                       "position 1/2 | d4 | \n"
                       "position 2/2 | Nf6 | \n"
                       "position 3/2 | c4 | \n"
                       "/variation 0/2\n"
                       "variation 0/2\n"
                       "position 1/2 | d4 | \n"
                       "position 2/2 | f5 | \n"
                       "/variation 0/2\n"
                       "position 2/1 | d5 | \n"
                       "/variation 0/1\n"
                       "position 1/0 | e4 | \n"
                       "position 2/0 | e5 | !\n"
                       "/game\n"
                       "warning warning: game 1 (Müller - ?): the text is not UTF-8 and is read as "
                       "Windows-1252 (--encoding names another) [encoding-windows-1252]\n"
                       "rejected game 2: 2. Qd9 (ply 3): this is no move in any known notation\n"
                       "game 3 at 130+17 classic standard 1-0 [Event=d]\n"
                       "position 0/0 |  | \n"
                       "/game\n");
}
END_TEST

START_TEST(a_profile_chooses)
{
    static const char games[] = "[White \"A\"]\n[Black \"x\"]\n\n1. e4 e5 *\n\n"
                                "[White \"B\"]\n[Black \"x\"]\n\n1. d4 d5 *\n\n"
                                "[White \"A\"]\n[Black \"y\"]\n\n1. e4 e5 2. Nf3 *\n\n"
                                "[White \"A\"]\n[Black \"z\"]\n\n1. e4 e5 *\n";
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    static const char *const fields[] = {"last", "Black"};
    struct fm_profile *profile;
    enum fm_status status;
    ck_assert_int_eq(fm_profile_new(&profile), FM_OK);
    ck_assert_int_eq(fm_profile_set(profile, "games.tags.White", "A", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_set(profile, "positions.plies", "2..", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_set(profile, "positions.unique", "position", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_finish(profile, NULL), FM_OK);
    options.profile = profile;
    options.memory = FM_TEXT(games);
    options.fields = fields;
    options.field_count = 2;
    for (options.threads = 1; options.threads < 4; options.threads++) {
        struct fm_buf made = read_all(&options, options.memory, 1, &status);
        assert_text(&made, "game 1 at 0+37 classic standard * [White=A; Black=x]\n"
                           "position 2/0 | e5 | x\n"
                           "/game\n"
                           "game 3 at 74+44 classic standard * [White=A; Black=y]\n"
                           "position 3/0 | Nf3 | y\n"
                           "/game\n");
    }
    fm_profile_free(profile);
}
END_TEST

START_TEST(records_are_numbered_as_they_are_given)
{
    static const char *const fields[] = {"record", "no. {record} of {White}: {record}"};
    static const char games[] = "[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. e4 d5 *\n";
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    struct fm_profile *profile;
    enum fm_status status;
    options.start = true;
    ck_assert_int_eq(fm_profile_new(&profile), FM_OK);
    ck_assert_int_eq(fm_profile_set(profile, "positions.unique", "position", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_finish(profile, NULL), FM_OK);
    options.profile = profile;
    options.memory = FM_TEXT(games);
    options.fields = fields;
    options.field_count = 2;
    struct fm_buf made = read_all(&options, options.memory, 1, &status);
    assert_text(&made, "game 1 at 0+25 classic standard * [White=A]\n"
                       "position 0/0 | 1 | no. 1 of A: 1\n"
                       "position 1/0 | 2 | no. 2 of A: 2\n"
                       "position 2/0 | 3 | no. 3 of A: 3\n"
                       "/game\n"
                       "game 2 at 25+24 classic standard * [White=B]\n"
                       "position 2/0 | 4 | no. 4 of B: 4\n"
                       "/game\n");
    options.field_count = 0;
    made = read_all(&options, options.memory, 1, &status);
    assert_text(&made, "game 1 at 0+25 classic standard * [White=A]\n"
                       "position 0/0\nposition 1/0\nposition 2/0\n/game\n"
                       "game 2 at 25+24 classic standard * [White=B]\n"
                       "position 2/0\n/game\n");
    fm_profile_free(profile);
}
END_TEST

START_TEST(what_is_fed_is_waited_for)
{
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    const struct fm_item *item;
    struct fm_reader *reader;
    enum fm_status status;
    options.start = true;
    ck_assert_int_eq(fm_reader_new(&options, &reader, NULL), FM_OK);
    ck_assert_int_eq(fm_reader_next(reader, &item, NULL), FM_NEEDS_INPUT);
    ck_assert_int_eq(fm_reader_next(reader, &item, NULL), FM_NEEDS_INPUT);
    ck_assert_int_eq(fm_reader_feed(reader, "1. e", 4), FM_OK);
    ck_assert_int_eq(fm_reader_feed(reader, NULL, 0), FM_OK);
    ck_assert_int_eq(fm_reader_feed(reader, "4 *", 3), FM_OK);
    ck_assert_int_eq(fm_reader_next(reader, &item, NULL), FM_NEEDS_INPUT);
    ck_assert_ptr_null(fm_reader_totals(reader));
    fm_reader_feed_end(reader);
    ck_assert_int_eq(fm_reader_feed(reader, "x", 1), FM_BAD_USE);
    struct fm_buf made = read_rest(reader, FM_TEXT(""), 1, &status);
    ck_assert_int_eq(status, FM_END);
    ck_assert_uint_eq(fm_reader_totals(reader)->kept, 1);
    assert_text(&made, "game 1 at 0+7 classic standard *\n"
                       "position 0/0 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
                       "position 1/0 | rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
                       "/game\n");
    fm_reader_free(reader);
}
END_TEST

START_TEST(nothing_is_read_from_nothing)
{
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    enum fm_status status;
    struct fm_buf made = read_all(&options, FM_TEXT(""), 1, &status);
    ck_assert_int_eq(status, FM_END);
    ck_assert_uint_eq(made.n, 0);
    options.memory = FM_TEXT("");
    made = read_all(&options, FM_TEXT(""), 1, &status);
    ck_assert_int_eq(status, FM_END);
    ck_assert_uint_eq(made.n, 0);
}
END_TEST

START_TEST(a_broken_input_is_read_up_to_there)
{
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    struct fm_buf plain = {NULL, 0, 0}, once = scratch_read(sample_path("classic.pgn"));
    const struct fm_item *item;
    struct fm_reader *reader;
    struct fm_error error;
    enum fm_status status;
    size_t games = 0, rejected = 0, failed = 0;
    for (unsigned i = 0; i < 200; i++)
        ck_assert_int_eq(fm_buf_append_text(&plain, fm_buf_text(&once)), FM_OK);
    struct fm_buf packed = compressed(fm_buf_text(&plain));
    options.memory = (struct fm_text){packed.p, packed.n - packed.n / 4};
    ck_assert_int_eq(fm_reader_new(&options, &reader, NULL), FM_OK);
    while ((status = fm_reader_next(reader, &item, &error)) == FM_OK) {
        ck_assert_uint_eq(failed, 0); /* it comes last */
        games += item->kind == FM_ITEM_GAME_END;
        rejected += item->kind == FM_ITEM_REJECTED;
        failed += item->kind == FM_ITEM_INPUT_FAILED;
    }
    ck_assert_int_eq(status, FM_INPUT_FAILED);
    char words[100]; /* the item has named the input */
    (void)fm_error_text(&error, words, sizeof words);
    ck_assert_str_eq(words, "cannot read an input");
    ck_assert_uint_gt(games, 10);
    ck_assert_uint_le(rejected, 1);
    ck_assert_uint_eq(failed, 1);
    fm_reader_free(reader);
    fm_buf_free(&packed);
    fm_buf_free(&plain);
    fm_buf_free(&once);
}
END_TEST

START_TEST(a_missing_file_has_failed)
{
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    enum fm_status status;
    options.file = "missing.pgn";
    struct fm_buf made = read_all(&options, FM_TEXT(""), 1, &status);
    ck_assert_int_eq(status, FM_INPUT_FAILED);
    ck_assert_uint_gt(made.n, 0);
    fm_buf_free(&made);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("reader");
    TCase *t = tcase_create("reader");
    const int count = SAMPLE_FILES;
    find_samples();
    tcase_add_checked_fixture(t, scratch_enter, scratch_leave);
    tcase_add_loop_test(t, items_do_not_depend_on_the_way_of_the_bytes, 0, count);
    tcase_add_loop_test(t, values_and_messages_are_those_of_a_converter, 0, count);
    tcase_add_loop_test(t, fens_alone_are_the_same, 0, count);
    tcase_add_test(t, the_items_of_a_game);
    tcase_add_test(t, a_profile_chooses);
    tcase_add_test(t, records_are_numbered_as_they_are_given);
    tcase_add_test(t, what_is_fed_is_waited_for);
    tcase_add_test(t, nothing_is_read_from_nothing);
    tcase_add_test(t, a_broken_input_is_read_up_to_there);
    tcase_add_test(t, a_missing_file_has_failed);
    suite_add_tcase(s, t);
    return run_tap(s);
}
