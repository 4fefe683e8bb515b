/* SPDX-License-Identifier: MIT */
/* How a reader is used: its options, visitors, positions, threads and child processes; one that is left. */
#include <config.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "check_main.h"
#include "fenmill.h"
#include "scratch.h"
#include "transcript.h"

/* Freed after so many items, with much that was not read. */
START_TEST(a_reader_may_be_left)
{
    struct fm_reader_options options = reader_options((unsigned)_i % 2 == 0 ? 1 : 4);
    struct fm_buf plain = {NULL, 0, 0}, once = scratch_read(sample_path("classic.pgn"));
    const struct fm_item *item;
    for (unsigned i = 0; i < 100; i++)
        ck_assert_int_eq(fm_buf_append_text(&plain, fm_buf_text(&once)), FM_OK);
    options.memory = fm_buf_text(&plain);
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
    struct fm_reader_options options = reader_options((unsigned)_i % 2 == 0 ? 1 : 4);
    struct fm_buf plain = {NULL, 0, 0}, once = scratch_read(sample_path("classic.pgn"));
    const struct fm_item *item;
    struct fm_reader *reader;
    for (unsigned i = 0; i < 300; i++)
        ck_assert_int_eq(fm_buf_append_text(&plain, fm_buf_text(&once)), FM_OK);
    options.memory = fm_buf_text(&plain);
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
    const enum fm_status status = fm_reader_new(options, &reader, error);
    if (error != NULL)
        ck_assert_int_eq(error->status, status);
    return status;
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
    struct fm_reader_options options = reader_options(2);
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
    options.memory = fm_text_of(branched);
    ck_assert_int_eq(fm_reader_new(&options, &reader, NULL), FM_OK);
    ck_assert_int_eq(fm_reader_visit(reader, &visitor, NULL), FM_END);
    fm_reader_free(reader);
    assert_reads(&options, FM_TEXT(""), 1, &visited, FM_END);
    fm_buf_free(&visited);
    visitor = (struct fm_visitor){.size = sizeof visitor, .user = &left, .position = stop_at};
    ck_assert_int_eq(fm_reader_new(&options, &reader, NULL), FM_OK);
    ck_assert_int_eq(fm_reader_visit(reader, &visitor, NULL), FM_CANCELLED);
    ck_assert_int_eq(left, 0);
    struct fm_buf rest = read_rest(reader, FM_TEXT(""), 1, &end);
    ck_assert_int_eq(end, FM_END);
    ck_assert_uint_gt(rest.n, 0);
    fm_buf_free(&rest);
    fm_reader_free(reader);
}
END_TEST

/* @param least  least rule of en passant squares that both know. @param counters  NONE: one does not
 * know them. */
static void assert_same_position(const struct fm_position *one, const struct fm_position *other,
                                 enum fm_en_passant least, enum fm_counters counters)
{
    enum { MOVES_MAX = 512 };
    static struct fm_legal_move moves[MOVES_MAX], others[MOVES_MAX];
    uint64_t identity[2], again[2];
    char fen[FM_FEN_SIZE], same[FM_FEN_SIZE];
    for (unsigned castling = FM_CASTLING_XFEN; castling <= FM_CASTLING_SHREDDER; castling++)
        for (unsigned ep = least; ep <= FM_EP_LEGAL; ep++) {
            ck_assert_int_eq(
                fm_position_fen(one, castling, ep, counters, fen, sizeof fen, NULL),
                fm_position_fen(other, castling, ep, counters, same, sizeof same, NULL));
            ck_assert_str_eq(fen, same);
        }
    fm_position_identity(one, identity);
    fm_position_identity(other, again);
    ck_assert_uint_eq(identity[0], again[0]);
    ck_assert_uint_eq(identity[1], again[1]);
    ck_assert_uint_eq(fm_position_key(one), fm_position_key(other));
    ck_assert_str_eq(fm_position_variant(one), fm_position_variant(other));
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
                                          {"positions.unique", "position"},
                                          {"positions.sample.per-game", "9"},
                                          {"input.variations", "replay"}};

/* The position that an item lends is that of its FEN, and the move that of its field. */
static void assert_lends(const struct fm_item *item, const struct fm_position *read)
{
    char move[FM_MOVE_SIZE] = "";
    ck_assert_ptr_nonnull(item->position);
    unsigned blanks = 0;
    for (size_t i = 0; i < item->fen.n; i++)
        blanks += item->fen.p[i] == ' ';
    assert_same_position(item->position, read, FM_EP_LEGAL,
                         blanks == 5 ? FM_COUNTERS_FIELDS : FM_COUNTERS_NONE);
    if (item->next != NULL)
        ck_assert_int_eq(
            fm_position_move_text(item->position, item->next, FM_MOVE_UCI, move, sizeof move),
            FM_OK);
    ck_assert(fm_text_equal(item->values[1], fm_text_of(move)));
}

/* Where a position is, and which one it is. */
static uint64_t mix(uint64_t hash, const struct fm_item *item, const struct fm_position *position)
{
    uint64_t identity[2];
    fm_position_identity(position, identity);
    return hash * 31 + identity[0] + item->ply * UINT64_C(7919) + item->depth;
}

/* Read a file by its FENs, or as it lends positions. @return the number of positions. */
static uint64_t read_positions(struct fm_reader_options *options, uint64_t *hash)
{
    static const char *const fields[] = {"fen", "next.uci"};
    const struct fm_item *item;
    struct fm_reader *reader;
    struct fm_position *position, *read;
    uint64_t count = 0;
    *hash = 0;
    options->fields = fields;
    options->field_count = FM_COUNT_OF(fields);
    ck_assert_int_eq(fm_reader_new(options, &reader, NULL), FM_OK);
    while (fm_reader_next(reader, &item, NULL) == FM_OK) {
        if (item->kind != FM_ITEM_POSITION) {
            ck_assert_ptr_null(item->position);
            ck_assert_int_eq(fm_reader_position(reader, &position, NULL), FM_BAD_USE);
            continue;
        }
        count++;
        ck_assert_int_eq(fm_position_new(item->fen, item->variant, &read, NULL), FM_OK);
        *hash = mix(*hash, item, read);
        if (options->positions)
            assert_lends(item, read);
        ck_assert_int_eq(fm_reader_position(reader, &position, NULL), FM_OK);
        assert_same_position(position, options->positions ? item->position : read, FM_EP_ALWAYS,
                             FM_COUNTERS_FIELDS);
        fm_position_free(position);
        fm_position_free(read);
    }
    fm_reader_free(reader);
    return count;
}

/* The same with no field at all. @param[out] moves  hash of the moves that are lent. */
static uint64_t read_lent(struct fm_reader_options options, uint64_t *hash, uint64_t *moves)
{
    const struct fm_item *item;
    struct fm_reader *reader;
    uint64_t count = 0;
    options.positions = true;
    options.fields = NULL;
    options.field_count = 0;
    *hash = *moves = 0;
    ck_assert_int_eq(fm_reader_new(&options, &reader, NULL), FM_OK);
    while (fm_reader_next(reader, &item, NULL) == FM_OK)
        if (item->kind == FM_ITEM_POSITION) {
            count++;
            ck_assert_uint_eq(item->value_count, 0);
            *hash = mix(*hash, item, item->position);
            *moves = *moves * 31 + (item->next != NULL ? item->next->code : 0);
        }
    fm_reader_free(reader);
    return count;
}

START_TEST(an_item_becomes_the_position_of_its_fen)
{
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    struct fm_profile *profile;
    ck_assert_int_eq(fm_profile_new(&profile), FM_OK);
    ck_assert_int_eq(fm_profile_set(profile, settings[_i][0], settings[_i][1], NULL), FM_OK);
    ck_assert_int_eq(fm_profile_finish(profile, NULL), FM_OK);
    options.profile = profile;
    for (unsigned file = 0; file < SAMPLE_FILES; file++) {
        uint64_t read, one, other, moves, again;
        options.file = sample_path(sample_files[file]);
        options.threads = 1;
        options.positions = false;
        const uint64_t count = read_positions(&options, &read);
        options.positions = true;
        ck_assert_uint_eq(read_positions(&options, &one), count);
        ck_assert_uint_eq(read, one);
        ck_assert_uint_eq(read_lent(options, &one, &moves), count);
        ck_assert_uint_eq(read, one);
        options.threads = 3;
        ck_assert_uint_eq(read_lent(options, &other, &again), count);
        ck_assert_uint_eq(read, other);
        ck_assert_uint_eq(moves, again);
    }
    fm_profile_free(profile);
}
END_TEST

START_TEST(boards_that_are_not_checked_are_not_lent)
{
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    struct fm_reader *reader;
    struct fm_profile *profile;
    struct fm_error error;
    ck_assert_int_eq(fm_profile_new(&profile), FM_OK);
    ck_assert_int_eq(fm_profile_set(profile, "input.validate", "notation", NULL), FM_OK);
    ck_assert_int_eq(fm_profile_finish(profile, NULL), FM_OK);
    options.file = sample_path("suite.epd");
    options.profile = profile;
    options.positions = true;
    ck_assert_int_eq(fm_reader_new(&options, &reader, &error), FM_BAD_PROFILE);
    ck_assert(fm_text_equal(error.what, FM_TEXT("input.validate")));
    fm_profile_free(profile);
}
END_TEST

/* A pipe that stays open and gives nothing: only a cancellation ends the wait for it. */
static void *cancel_soon(void *user)
{
    const struct timespec while_it_waits = {.tv_nsec = 200 * 1000 * 1000};
    nanosleep(&while_it_waits, NULL);
    fm_reader_cancel(user);
    return NULL;
}

START_TEST(a_reader_that_waits_for_bytes_is_cancelled)
{
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    const struct fm_item *item;
    struct fm_reader *reader;
    pthread_t thread;
    ck_assert_int_eq(mkfifo("pipe", 0600), 0);
    const int writer = open("pipe", O_RDWR);
    ck_assert_int_ge(writer, 0);
    options.file = "pipe";
    options.threads = (unsigned)_i;
    ck_assert_int_eq(fm_reader_new(&options, &reader, NULL), FM_OK);
    if (pthread_create(&thread, NULL, cancel_soon, reader) == 0) { /* none under no-threads.test */
        alarm(60);
        ck_assert_int_eq(fm_reader_next(reader, &item, NULL), FM_CANCELLED);
        alarm(0);
        ck_assert_int_eq(pthread_join(thread, NULL), 0);
    }
    fm_reader_free(reader);
    close(writer);
}
END_TEST

static void *read_file(void *user)
{
    struct fm_reader_options options = reader_options(2);
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
    char path[SAMPLE_PATH_SIZE];
    snprintf(path, sizeof path, "%s", sample_path("mixed.pgn"));
    bool started[3]; /* none under no-threads.test */
    for (size_t i = 0; i < 3; i++)
        started[i] = pthread_create(&threads[i], NULL, read_file, path) == 0;
    for (size_t i = 0; i < 3; i++)
        if (!started[i])
            made[i] = read_file(path);
        else
            ck_assert_int_eq(pthread_join(threads[i], &made[i]), 0);
    for (size_t i = 0; i < 3; i++) {
        ck_assert(fm_text_equal(fm_buf_text(made[i]), fm_buf_text(made[0])));
        if (i > 0) {
            fm_buf_free(made[i]);
            free(made[i]);
        }
    }
    fm_buf_free(made[0]);
    free(made[0]);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("reader-use");
    TCase *t = tcase_create("reader-use");
    find_samples();
    tcase_add_checked_fixture(t, scratch_enter, scratch_leave);
    tcase_add_loop_test(t, a_reader_may_be_left, 0, 2);
#ifndef INSTRUMENTED /* the allocator of a sanitizer keeps a lock that a thread had at the fork() */
    /* In an emulator no process with threads can be forked; in valgrind (CK_FORK=no) what the child leaves is lost. */
    if (getenv("EMULATED") == NULL && getenv("CK_FORK") == NULL)
        tcase_add_loop_test(t, a_child_has_none_of_the_threads, 0, 2);
#endif
    tcase_add_test(t, options_are_checked);
    tcase_add_test(t, a_visitor_sees_all_items);
    tcase_add_loop_test(t, an_item_becomes_the_position_of_its_fen, 0, (int)FM_COUNT_OF(settings));
    tcase_add_test(t, boards_that_are_not_checked_are_not_lent);
    tcase_add_loop_test(t, a_reader_that_waits_for_bytes_is_cancelled, 1, 3);
    tcase_add_test(t, readers_are_independent);
    suite_add_tcase(s, t);
    return run_tap(s);
}
