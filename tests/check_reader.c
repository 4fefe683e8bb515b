/* SPDX-License-Identifier: MIT */
/* Readers: the items of an input are the same wherever its bytes come from and whatever the threads, and
 * say what the program writes of it. */
#include <config.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "check_main.h"
#include "fenmill.h"
#include "scratch.h"

static const char *const files[] = {"annotated.pgn", "chess960.pgn", "classic.pgn", "german.pgn",
                                    "mixed.pgn",     "starts.fen",   "suite.epd",   "puzzles.csv"};

/* Read before a scratch directory is entered, where `srcdir` may lead elsewhere. */
static char data[4096];

static const char *path_of(const char *file)
{
    static char path[sizeof data + 32];
    snprintf(path, sizeof path, "%s/%s", data, file);
    return path;
}

static void put(struct fm_buf *to, const char *text)
{
    ck_assert_int_eq(fm_buf_append(to, text, strlen(text)), FM_OK);
}

static void put_text(struct fm_buf *to, const char *before, struct fm_text text)
{
    put(to, before);
    ck_assert_int_eq(fm_buf_append_text(to, text), FM_OK);
}

static void put_tags(struct fm_buf *to, const struct fm_reader *reader, const struct fm_item *item)
{
    struct fm_text name, value, again;
    char first[64];
    for (size_t i = 0; i < item->tag_count; i++) {
        ck_assert(fm_reader_tag(reader, i, &name, &value));
        put_text(to, i == 0 ? " [" : "; ", name);
        put_text(to, "=", value);
        snprintf(first, sizeof first, "%.*s", (int)name.n, (const char *)name.p);
        ck_assert(fm_reader_tag_value(reader, first, &again));
    }
    ck_assert(!fm_reader_tag(reader, item->tag_count, &name, &value));
    ck_assert(!fm_reader_tag_value(reader, "No such tag", &value));
    put(to, item->tag_count > 0 ? "]" : "");
}

/* A line for an item, without the name of its input. */
static void put_item(struct fm_buf *to, const struct fm_reader *reader, const struct fm_item *item)
{
    static const char *const kinds[] = {"game",  "position", "variation", "/variation",
                                        "/game", "rejected", "warning",   "failed"};
    char line[1024];
    snprintf(line, sizeof line, "%s", kinds[item->kind]);
    put(to, line);
    if (item->kind == FM_ITEM_GAME_START) {
        snprintf(line, sizeof line, " %lu at %lu+%lu %s %s %s%s", (unsigned long)item->number,
                 (unsigned long)item->offset, (unsigned long)item->length, item->class_name,
                 item->variant, item->result, item->listed ? " listed" : "");
        put(to, line);
        put_tags(to, reader, item);
    } else if (item->error != NULL) {
        struct fm_error error = *item->error;
        error.input = NULL;
        if (item->kind == FM_ITEM_INPUT_FAILED)
            error.what.n = 0;
        (void)fm_error_text(&error, line, sizeof line);
        put(to, " ");
        put(to, line);
    } else if (item->kind != FM_ITEM_GAME_END) {
        snprintf(line, sizeof line, " %u/%u", item->ply, item->depth);
        put(to, line);
    }
    for (size_t i = 0; i < item->value_count; i++)
        put_text(to, " | ", item->values[i]);
    put(to, "\n");
}

static const char *const wanted[] = {"fen",  "last", "last.uci", "next",  "comment",
                                     "nags", "eval", "White",    "{game}"};

static struct fm_reader_options all_options(unsigned threads)
{
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    options.threads = threads;
    options.fields = wanted;
    options.field_count = FM_COUNT_OF(wanted);
    options.variations = options.warnings = true;
    return options;
}

/* All that is left to be read. @param rest  what is fed, in pieces of so many bytes. */
static struct fm_buf transcript(struct fm_reader *reader, struct fm_text rest, size_t piece,
                                enum fm_status *status)
{
    struct fm_buf made = {NULL, 0, 0};
    const struct fm_item *item;
    struct fm_error error;
    for (;;) {
        *status = fm_reader_next(reader, &item, &error);
        if (*status == FM_OK) {
            put_item(&made, reader, item);
        } else if (*status != FM_NEEDS_INPUT) {
            break;
        } else if (rest.n == 0) {
            fm_reader_feed_end(reader);
        } else {
            const size_t n = rest.n < piece ? rest.n : piece;
            ck_assert_int_eq(fm_reader_feed(reader, rest.p, n), FM_OK);
            rest = (struct fm_text){rest.p + n, rest.n - n};
        }
    }
    ck_assert_int_eq(fm_reader_next(reader, &item, &error), *status); /* it stays */
    ck_assert_int_eq(error.status, *status);
    return made;
}

static struct fm_buf read_all(const struct fm_reader_options *options, struct fm_text rest,
                              size_t piece, enum fm_status *status)
{
    struct fm_reader *reader;
    ck_assert_int_eq(fm_reader_new(options, &reader, NULL), FM_OK);
    struct fm_buf made = transcript(reader, rest, piece, status);
    fm_reader_free(reader);
    return made;
}

static void assert_reads(const struct fm_reader_options *options, struct fm_text rest, size_t piece,
                         const struct fm_buf *as, enum fm_status end)
{
    enum fm_status status;
    struct fm_buf made = read_all(options, rest, piece, &status);
    ck_assert_int_eq(status, end);
    if (made.n != as->n || memcmp(made.p, as->p, as->n) != 0)
        ck_abort_msg("got:\n%.*s\nnot:\n%.*s", (int)made.n, (const char *)made.p, (int)as->n,
                     (const char *)as->p);
    fm_buf_free(&made);
}

static void assert_text(struct fm_buf *made, const char *expected)
{
    put(made, "");
    ck_assert_int_eq(fm_buf_append(made, "", 1), FM_OK);
    ck_assert_str_eq((const char *)made->p, expected);
    fm_buf_free(made);
}

static struct fm_text text_of(const struct fm_buf *buf)
{
    return (struct fm_text){buf->p, buf->n};
}

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
    struct fm_reader_options options = all_options(1);
    struct fm_buf plain = scratch_read(path_of(files[_i])), packed = compressed(text_of(&plain));
    enum fm_status end;
    options.file = path_of(files[_i]);
    struct fm_buf expected = read_all(&options, (struct fm_text){NULL, 0}, 1, &end);
    ck_assert_uint_gt(expected.n, 0);
    ck_assert_int_eq(end, FM_END);
    for (unsigned threads = 1; threads <= 4; threads += 3) {
        options = all_options(threads);
        options.file = path_of(files[_i]);
        assert_reads(&options, (struct fm_text){NULL, 0}, 1, &expected, end);
        options.file = NULL;
        options.memory = text_of(&plain);
        assert_reads(&options, (struct fm_text){NULL, 0}, 1, &expected, end);
        options.memory = text_of(&packed);
        assert_reads(&options, (struct fm_text){NULL, 0}, 1, &expected, end);
        options.memory.p = NULL;
        for (size_t i = 0; i < FM_COUNT_OF(pieces); i++) {
            assert_reads(&options, text_of(&plain), pieces[i], &expected, end);
            assert_reads(&options, text_of(&packed), pieces[i], &expected, end);
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
    put(user, line);
    put(user, "\n");
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
    const char *path = path_of(files[_i]);
    struct fm_reader_options options = all_options(3);
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
        put(&items, line);
    }
    fm_reader_free(reader);
    ck_assert(fm_text_equal(text_of(&items), text_of(&rows)));
    ck_assert(fm_text_equal(text_of(&errors), text_of(&messages)));
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
    options.file = with.file = path_of(files[_i]);
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

static const char branched[] = "[Event \"a \\\"b\\\"\"]\n[White \"M\xfcller\"]\n\n"
                               "1. e4 (1. d4 d5 (1... Nf6 2. c4) (1... f5)) 1... e5 $1 {!} *\n\n"
                               "[Event \"c\"]\n\n1. e4 e5 2. Qd9 *\n\n[Event \"d\"]\n\n1-0\n";

START_TEST(the_items_of_a_game)
{
    static const char *const fields[] = {"last", "comment"};
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    enum fm_status status;
    options.memory = FM_TEXT(branched);
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
    const struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    const struct fm_item *item;
    struct fm_reader *reader;
    enum fm_status status;
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
    struct fm_buf made = transcript(reader, FM_TEXT(""), 1, &status);
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
    struct fm_buf plain = {NULL, 0, 0}, once = scratch_read(path_of("classic.pgn"));
    const struct fm_item *item;
    struct fm_reader *reader;
    struct fm_error error;
    enum fm_status status;
    size_t games = 0, rejected = 0, failed = 0;
    for (unsigned i = 0; i < 200; i++)
        ck_assert_int_eq(fm_buf_append_text(&plain, text_of(&once)), FM_OK);
    struct fm_buf packed = compressed(text_of(&plain));
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

/* Freed after so many items, with much that was not read. */
START_TEST(a_reader_may_be_left)
{
    struct fm_reader_options options = all_options((unsigned)_i % 2 == 0 ? 1 : 4);
    struct fm_buf plain = {NULL, 0, 0}, once = scratch_read(path_of("classic.pgn"));
    const struct fm_item *item;
    for (unsigned i = 0; i < 100; i++)
        ck_assert_int_eq(fm_buf_append_text(&plain, text_of(&once)), FM_OK);
    options.memory = text_of(&plain);
    for (unsigned items = 0; items < 2000; items = items * 5 + 1) {
        struct fm_reader *reader;
        ck_assert_int_eq(fm_reader_new(&options, &reader, NULL), FM_OK);
        for (unsigned i = 0; i < items; i++)
            ck_assert_int_eq(fm_reader_next(reader, &item, NULL), FM_OK);
        if (items % 2 == 1) {
            fm_reader_cancel(reader);
            enum fm_status status;
            while ((status = fm_reader_next(reader, &item, NULL)) == FM_OK)
                ;
            ck_assert_int_eq(status, FM_CANCELLED);
        }
        fm_reader_free(reader);
    }
    options.memory.p = NULL;
    struct fm_reader *fed;
    ck_assert_int_eq(fm_reader_new(&options, &fed, NULL), FM_OK);
    ck_assert_int_eq(fm_reader_feed(fed, plain.p, plain.n / 2), FM_OK);
    fm_reader_feed_end(fed);
    ck_assert_int_eq(fm_reader_next(fed, &item, NULL), FM_OK);
    fm_reader_free(fed);
    fm_reader_free(NULL);
    fm_buf_free(&plain);
    fm_buf_free(&once);
}
END_TEST

#ifndef INSTRUMENTED
/* What a child finds of its parent's reader; the alarm ends one that waits. */
static bool is_refused_here(struct fm_reader *reader)
{
    const struct fm_item *item;
    struct fm_error error;
    enum fm_status status;
    alarm(60);
    while ((status = fm_reader_next(reader, &item, &error)) == FM_OK &&
           item->kind != FM_ITEM_GAME_START)
        ; /* of the game that the parent has begun */
    const bool refused = status == FM_BAD_USE && error.status == FM_BAD_USE &&
                         fm_reader_feed(reader, "x", 1) == FM_BAD_USE;
    fm_reader_feed_end(reader);
    fm_reader_cancel(reader);
    fm_reader_free(reader);
    return refused;
}

static bool reads_anew(const struct fm_reader_options *options)
{
    const struct fm_item *item;
    struct fm_reader *reader;
    if (fm_reader_new(options, &reader, NULL) != FM_OK)
        return false;
    const bool reads = fm_reader_next(reader, &item, NULL) == FM_OK;
    fm_reader_free(reader);
    return reads;
}

START_TEST(a_child_has_none_of_the_threads)
{
    struct fm_reader_options options = all_options((unsigned)_i % 2 == 0 ? 1 : 4);
    struct fm_buf plain = {NULL, 0, 0}, once = scratch_read(path_of("classic.pgn"));
    const struct fm_item *item;
    struct fm_reader *reader;
    for (unsigned i = 0; i < 300; i++)
        ck_assert_int_eq(fm_buf_append_text(&plain, text_of(&once)), FM_OK);
    options.memory = text_of(&plain);
    for (unsigned items = 0; items <= 5000; items += 2500) {
        ck_assert_int_eq(fm_reader_new(&options, &reader, NULL), FM_OK);
        for (unsigned i = 0; i < items; i++)
            ck_assert_int_eq(fm_reader_next(reader, &item, NULL), FM_OK);
        const pid_t child = fork();
        if (child == 0)
            _exit(is_refused_here(reader) && reads_anew(&options) ? 0 : 1);
        int status = -1;
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        ck_assert_int_eq(status, 0);
        ck_assert_int_eq(fm_reader_next(reader, &item, NULL), FM_OK); /* the parent goes on */
        fm_reader_free(reader);
    }
    fm_buf_free(&plain);
    fm_buf_free(&once);
}
END_TEST
#endif

static enum fm_status refused(const struct fm_reader_options *options, struct fm_error *error)
{
    struct fm_reader *reader;
    return fm_reader_new(options, &reader, error);
}

static void assert_names(const struct fm_reader_options *options, const char *member)
{
    struct fm_error error;
    ck_assert_int_eq(refused(options, &error), FM_BAD_USE);
    ck_assert_int_eq(error.status, FM_BAD_USE);
    ck_assert(fm_text_equal(error.what, fm_text_of(member)));
    ck_assert_uint_gt(error.detail.n, 0);
}

START_TEST(options_are_checked)
{
    static const char *const fields[] = {"fen", "{last} {nxt}"}, *const missing[] = {"fen", NULL};
    static const struct fm_byte_source empty = {.size = 0}, *const bytes = &empty;
    char file[] = "x.pgn", *name = file;
    struct fm_inputs inputs = {.size = 0};
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    struct fm_profile *profile;
    struct fm_error error;
    options.fields = fields;
    options.field_count = 2;
    ck_assert_int_eq(refused(&options, &error), FM_BAD_PROFILE);
    ck_assert(fm_text_equal(error.what, FM_TEXT("{last} {nxt}")));
    options = (struct fm_reader_options)FM_READER_OPTIONS_INIT;
    options.threads = 257;
    assert_names(&options, "threads");
    options.threads = 0;
    options.size = 0;
    assert_names(&options, "size");
    ck_assert_int_eq(refused(NULL, NULL), FM_BAD_USE);
    options = (struct fm_reader_options)FM_READER_OPTIONS_INIT;
    ck_assert_int_eq(fm_profile_new(&profile), FM_OK);
    options.profile = profile;
    assert_names(&options, "profile"); /* not finished */
    ck_assert_int_eq(fm_profile_set(profile, "positions.sample.total", "5", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_finish(profile, NULL), FM_OK);
    ck_assert_int_eq(refused(&options, &error), FM_BAD_PROFILE);
    options.profile = NULL;
    options.inputs = &inputs;
    assert_names(&options, "inputs"); /* no size */
    inputs =
        (struct fm_inputs){.size = sizeof inputs, .names = &name, .count = 1, .sources = &bytes};
    assert_names(&options, "inputs"); /* no size of a source */
    options = (struct fm_reader_options)FM_READER_OPTIONS_INIT;
    options.fields = missing;
    options.field_count = 2;
    assert_names(&options, "fields");
    fm_profile_free(profile);
}
END_TEST

static bool put_visited(void *user, struct fm_reader *reader, const struct fm_item *item)
{
    put_item(user, reader, item);
    return true;
}

static bool stop_at(void *user, struct fm_reader *reader, const struct fm_item *item)
{
    (void)reader, (void)item;
    return --*(int *)user > 0;
}

START_TEST(a_visitor_sees_all_items)
{
    struct fm_reader_options options = all_options(2);
    struct fm_reader *reader;
    struct fm_buf visited = {NULL, 0, 0};
    enum fm_status end;
    int left = 5;
    struct fm_visitor visitor = {.size = sizeof visitor,
                                 .user = &visited,
                                 .game_start = put_visited,
                                 .position = put_visited,
                                 .variation_start = put_visited,
                                 .variation_end = put_visited,
                                 .game_end = put_visited,
                                 .fault = put_visited};
    options.memory = FM_TEXT(branched);
    ck_assert_int_eq(fm_reader_new(&options, &reader, NULL), FM_OK);
    ck_assert_int_eq(fm_reader_visit(reader, &visitor, NULL), FM_END);
    fm_reader_free(reader);
    assert_reads(&options, FM_TEXT(""), 1, &visited, FM_END);
    fm_buf_free(&visited);
    visitor = (struct fm_visitor){.size = sizeof visitor, .user = &left, .position = stop_at};
    ck_assert_int_eq(fm_reader_new(&options, &reader, NULL), FM_OK);
    ck_assert_int_eq(fm_reader_visit(reader, &visitor, NULL), FM_CANCELLED);
    ck_assert_int_eq(left, 0);
    struct fm_buf rest = transcript(reader, FM_TEXT(""), 1, &end);
    ck_assert_int_eq(end, FM_END);
    ck_assert_uint_gt(rest.n, 0);
    fm_buf_free(&rest);
    fm_reader_free(reader);
}
END_TEST

static void assert_same_position(const struct fm_position *one, const struct fm_position *other)
{
    enum { MOVES_MAX = 512 };
    static struct fm_legal_move moves[MOVES_MAX], others[MOVES_MAX];
    uint64_t identity[2], again[2];
    char fen[FM_FEN_SIZE], same[FM_FEN_SIZE];
    for (unsigned castling = FM_CASTLING_XFEN; castling <= FM_CASTLING_SHREDDER; castling++)
        for (unsigned ep = FM_EP_ALWAYS; ep <= FM_EP_LEGAL; ep++) {
            ck_assert_int_eq(
                fm_position_fen(one, castling, ep, FM_COUNTERS_FIELDS, fen, sizeof fen, NULL),
                fm_position_fen(other, castling, ep, FM_COUNTERS_FIELDS, same, sizeof same, NULL));
            ck_assert_str_eq(fen, same);
        }
    fm_position_identity(one, identity);
    fm_position_identity(other, again);
    ck_assert_uint_eq(identity[0], again[0]);
    ck_assert_uint_eq(identity[1], again[1]);
    ck_assert_uint_eq(fm_position_key(one), fm_position_key(other));
    ck_assert_str_eq(fm_position_variant(one), fm_position_variant(other));
    ck_assert_uint_eq(fm_position_warning(one, 0), fm_position_warning(other, 0));
    const size_t count = fm_position_moves(one, moves, MOVES_MAX);
    ck_assert_uint_eq(fm_position_moves(other, others, MOVES_MAX), count);
    ck_assert_mem_eq(moves, others, count * sizeof *moves);
}

/* Each FEN style, positions that do not follow each other, items that are passed over. */
static const char *const settings[][2] = {{"output.en-passant", "pseudo-legal"},
                                          {"output.en-passant", "always"},
                                          {"output.en-passant", "legal"},
                                          {"output.castling", "shredder"},
                                          {"output.counters", "none"},
                                          {"positions.every", "3"},
                                          {"positions.check", "yes"},
                                          {"input.variations", "replay"}};

START_TEST(an_item_becomes_the_position_of_its_fen)
{
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    const struct fm_item *item;
    struct fm_reader *reader;
    struct fm_position *position, *read;
    struct fm_profile *profile;
    ck_assert_int_eq(fm_profile_new(&profile), FM_OK);
    ck_assert_int_eq(fm_profile_set(profile, settings[_i][0], settings[_i][1], NULL), FM_OK);
    ck_assert_int_eq(fm_profile_finish(profile, NULL), FM_OK);
    options.profile = profile;
    for (unsigned file = 0; file < FM_COUNT_OF(files) * 3; file++) {
        options.file = path_of(files[file / 3]);
        ck_assert_int_eq(fm_reader_new(&options, &reader, NULL), FM_OK);
        for (unsigned n = 0; fm_reader_next(reader, &item, NULL) == FM_OK;) {
            if (item->kind != FM_ITEM_POSITION) {
                ck_assert_int_eq(fm_reader_position(reader, &position, NULL), FM_BAD_USE);
                continue;
            }
            if (n++ % (file % 3 * 4 + 1) >= file % 3 + 1) /* all; two of five; three of nine */
                continue;
            ck_assert_int_eq(fm_position_new(item->fen, item->variant, &read, NULL), FM_OK);
            ck_assert_int_eq(fm_reader_position(reader, &position, NULL), FM_OK);
            assert_same_position(position, read);
            fm_position_free(position);
            fm_position_free(read);
        }
        fm_reader_free(reader);
    }
    fm_profile_free(profile);
}
END_TEST

static void *read_file(void *user)
{
    struct fm_reader_options options = all_options(2);
    enum fm_status end;
    options.file = user;
    struct fm_buf *made = malloc(sizeof *made);
    ck_assert_ptr_nonnull(made);
    *made = read_all(&options, FM_TEXT(""), 1, &end);
    return made;
}

START_TEST(readers_are_independent)
{
    pthread_t threads[3];
    void *made[3];
    char path[sizeof data + 32];
    snprintf(path, sizeof path, "%s", path_of("mixed.pgn"));
    bool started[3]; /* none under no-threads.test */
    for (size_t i = 0; i < 3; i++)
        started[i] = pthread_create(&threads[i], NULL, read_file, path) == 0;
    for (size_t i = 0; i < 3; i++)
        if (!started[i])
            made[i] = read_file(path);
        else
            ck_assert_int_eq(pthread_join(threads[i], &made[i]), 0);
    for (size_t i = 0; i < 3; i++) {
        ck_assert(fm_text_equal(text_of(made[i]), text_of(made[0])));
        if (i > 0) {
            fm_buf_free(made[i]);
            free(made[i]);
        }
    }
    fm_buf_free(made[0]);
    free(made[0]);
}
END_TEST

static void find_data(void)
{
    const char *srcdir = getenv("srcdir");
    char here[2048] = "";
    if (srcdir == NULL || *srcdir != '/')
        ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    snprintf(data, sizeof data, "%s%s%s/data", here, *here ? "/" : "",
             srcdir == NULL ? "." : srcdir);
}

int main(void)
{
    Suite *s = suite_create("reader");
    TCase *t = tcase_create("reader");
    const int count = (int)FM_COUNT_OF(files);
    find_data();
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
    tcase_add_loop_test(t, a_reader_may_be_left, 0, 2);
#ifndef INSTRUMENTED /* the allocator of a sanitizer keeps a lock that a thread had at the fork() */
    /* In an emulator no process with threads can be forked; in valgrind (CK_FORK=no) what the child leaves is lost. */
    if (getenv("EMULATED") == NULL && getenv("CK_FORK") == NULL)
        tcase_add_loop_test(t, a_child_has_none_of_the_threads, 0, 2);
#endif
    tcase_add_test(t, options_are_checked);
    tcase_add_test(t, a_visitor_sees_all_items);
    tcase_add_loop_test(t, an_item_becomes_the_position_of_its_fen, 0, (int)FM_COUNT_OF(settings));
    tcase_add_test(t, readers_are_independent);
    suite_add_tcase(s, t);
    return run_tap(s);
}
