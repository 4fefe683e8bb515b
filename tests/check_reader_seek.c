/* SPDX-License-Identifier: MIT */
/* Readers: from a place of an index each game is read as in a whole pass; games are skipped; batches
 * have the same values as items; values have the types of their fields. */
#include <config.h>
#include <stdio.h>
#include <stdlib.h>
#include "check_main.h"
#include "fenmill.h"
#include "scratch.h"
#include "transcript.h"

enum { GAMES_MAX = 64 };

/* What a pass has found: of each game its place and its items as text. */
struct pass {
    struct fm_game_place places[GAMES_MAX];
    struct fm_buf games[GAMES_MAX];
    size_t count;
};

static struct fm_reader *new_reader(const char *file, unsigned threads)
{
    struct fm_reader *reader = NULL;
    struct fm_reader_options options = reader_options(threads);
    options.file = file;
    options.alone = threads == 3;
    ck_assert_int_eq(fm_reader_new(&options, &reader, NULL), FM_OK);
    return reader;
}

static void put_game(struct fm_reader *reader, const struct fm_item *item, struct fm_buf *to)
{
    while (item->kind != FM_ITEM_GAME_END) {
        put_item(to, reader, item);
        ck_assert_int_eq(fm_reader_next(reader, &item, NULL), FM_OK);
    }
}

static void read_pass(const char *file, struct pass *pass)
{
    struct fm_reader *reader = new_reader(file, 2);
    const struct fm_item *item;
    memset(pass, 0, sizeof *pass);
    while (fm_reader_next(reader, &item, NULL) == FM_OK) {
        if (item->kind != FM_ITEM_GAME_START)
            continue;
        ck_assert_uint_lt(pass->count, GAMES_MAX);
        pass->places[pass->count] = fm_reader_place(reader);
        put_game(reader, item, &pass->games[pass->count++]);
    }
    fm_reader_free(reader);
    ck_assert_uint_gt(pass->count, 0);
}

static void free_pass(struct pass *pass)
{
    for (size_t i = 0; i < pass->count; i++)
        fm_buf_free(&pass->games[i]);
}

static void assert_game(struct fm_reader *reader, const struct fm_item *item,
                        const struct pass *pass, size_t game)
{
    struct fm_buf got = {NULL, 0, 0};
    ck_assert_int_eq(item->kind, FM_ITEM_GAME_START);
    ck_assert_uint_eq(item->line, pass->places[game].line);
    put_game(reader, item, &got);
    ck_assert_msg(fm_text_equal(fm_buf_text(&got), fm_buf_text(&pass->games[game])), "%zu: %.*s",
                  game, (int)got.n, (const char *)got.p);
    fm_buf_free(&got);
}

/* The next start of a game. */
static const struct fm_item *next_start(struct fm_reader *reader)
{
    const struct fm_item *item;
    do
        ck_assert_int_eq(fm_reader_next(reader, &item, NULL), FM_OK);
    while (item->kind != FM_ITEM_GAME_START);
    return item;
}

static void compress(const char *from, const char *to)
{
    struct fm_buf plain = scratch_read(from);
    struct fm_output *output;
    ck_assert_int_eq(fm_output_open(to, true, &output, NULL), FM_OK);
    ck_assert_int_eq(fm_output_write(output, plain.p, plain.n, NULL), FM_OK);
    ck_assert_int_eq(fm_output_commit(output, NULL), FM_OK);
    fm_buf_free(&plain);
}

/* Each game from the last to the first, then two in a row, then after the end. */
START_TEST(a_game_is_read_from_its_place)
{
    static struct pass pass;
    const bool packed = _i % 2 == 1;
    const char *file = sample_path(sample_files[_i / 2]);
    read_pass(file, &pass);
    if (packed)
        compress(file, "x.gz");
    struct fm_reader *reader = new_reader(packed ? "x.gz" : file, _i % 4 < 2 ? 1 : 3);
    for (size_t i = pass.count; i-- > 0;) {
        ck_assert_int_eq(fm_reader_seek(reader, &pass.places[i], NULL), FM_OK);
        assert_game(reader, next_start(reader), &pass, i);
    }
    ck_assert_int_eq(fm_reader_seek(reader, &pass.places[pass.count / 2], NULL), FM_OK);
    for (size_t i = pass.count / 2; i < pass.count; i++)
        assert_game(reader, next_start(reader), &pass, i);
    const struct fm_item *item;
    while (fm_reader_next(reader, &item, NULL) == FM_OK)
        ;
    ck_assert_ptr_nonnull(fm_reader_totals(reader));
    ck_assert_int_eq(fm_reader_seek(reader, &pass.places[0], NULL), FM_OK);
    ck_assert_ptr_null(fm_reader_totals(reader)); /* it is not at the end any more */
    assert_game(reader, next_start(reader), &pass, 0);
    fm_reader_free(reader);
    free_pass(&pass);
}
END_TEST

/* The numbers of lines are those of the text. */
START_TEST(places_have_the_lines_of_the_text)
{
    static struct pass pass;
    const char *file = sample_path(sample_files[_i]);
    read_pass(file, &pass);
    struct fm_buf text = scratch_read(sample_path(sample_files[_i]));
    uint64_t line = 1;
    for (size_t i = 0, at = 0; i < pass.count; i++) {
        for (; at < pass.places[i].offset; at++)
            line += text.p[at] == '\n';
        ck_assert_uint_eq(pass.places[i].line, line);
        ck_assert(at == 0 || text.p[at - 1] == '\n');
    }
    fm_buf_free(&text);
    free_pass(&pass);
}
END_TEST

START_TEST(games_are_skipped)
{
    static struct pass pass;
    const char *file = sample_path("classic.pgn");
    read_pass(file, &pass);
    struct fm_reader *reader = new_reader(file, 2);
    const struct fm_item *item;
    ck_assert_int_eq(fm_reader_skip(reader, 2, NULL), FM_OK);
    assert_game(reader, next_start(reader), &pass, 2);
    item = next_start(reader); /* in the middle of one */
    ck_assert_int_eq(fm_reader_next(reader, &item, NULL), FM_OK);
    ck_assert_int_eq(fm_reader_skip(reader, 1, NULL), FM_OK);
    assert_game(reader, next_start(reader), &pass, 5);
    ck_assert_int_eq(fm_reader_seek(reader, &pass.places[1], NULL), FM_OK);
    ck_assert_int_eq(fm_reader_skip(reader, 0, NULL), FM_OK);
    assert_game(reader, next_start(reader), &pass, 1);
    ck_assert_int_eq(fm_reader_skip(reader, 1000, NULL), FM_END);
    fm_reader_free(reader);
    free_pass(&pass);
}
END_TEST

/* The number of the next game or rejected game; 0: there is none. */
static uint64_t next_number(struct fm_reader *reader, uint64_t *rejected)
{
    const struct fm_item *item;
    while (fm_reader_next(reader, &item, NULL) == FM_OK) {
        *rejected += item->kind == FM_ITEM_REJECTED;
        if (item->kind == FM_ITEM_REJECTED)
            return item->error->game;
        if (item->kind == FM_ITEM_GAME_START)
            return item->number;
    }
    return 0;
}

/* Rejected games count: in a whole pass they come after as many. */
START_TEST(rejected_games_are_skipped)
{
    struct fm_reader *pass = new_reader(sample_path("mixed.pgn"), 1), *reader;
    uint64_t rejected = 0, ignored = 0, games = 0, number;
    do {
        number = next_number(pass, &rejected);
        reader = new_reader(sample_path("mixed.pgn"), 1);
        ck_assert_int_eq(fm_reader_skip(reader, games, NULL), FM_OK);
        ck_assert_uint_eq(next_number(reader, &ignored), number);
        fm_reader_free(reader);
        games++;
    } while (number != 0);
    ck_assert_uint_gt(rejected, 0);
    ck_assert_uint_gt(games, rejected + 3);
    fm_reader_free(pass);
}
END_TEST

/* The head of a member of a tar archive (ustar). */
static void put_tar_head(struct fm_buf *to, const char *name, size_t size)
{
    unsigned char head[512] = {0};
    unsigned sum = 0;
    snprintf((char *)head, 100, "%s", name);
    snprintf((char *)head + 100, 60, "%07o", 0644u);
    snprintf((char *)head + 124, 12, "%011o", (unsigned)size);
    snprintf((char *)head + 136, 12, "%011o", 0u);
    memset(head + 148, ' ', 8);
    head[156] = '0';
    memcpy(head + 257, "ustar\00000", 8);
    for (size_t i = 0; i < sizeof head; i++)
        sum += head[i];
    snprintf((char *)head + 148, 8, "%06o", sum);
    ck_assert_int_eq(fm_buf_append(to, head, sizeof head), FM_OK);
}

/* A tar archive of two files, of which the second one has the game. */
static struct fm_buf make_tar(void)
{
    static const unsigned char zeros[1024];
    struct fm_buf tar = {NULL, 0, 0};
    struct fm_text game = FM_TEXT("[White \"Ada\"]\n\n1. e4 e5 *\n");
    put_tar_head(&tar, "a.pgn", 0);
    put_tar_head(&tar, "b.pgn", game.n);
    ck_assert_int_eq(fm_buf_append_text(&tar, game), FM_OK);
    ck_assert_int_eq(fm_buf_append(&tar, zeros, 512 - game.n % 512), FM_OK);
    ck_assert_int_eq(fm_buf_append(&tar, zeros, sizeof zeros), FM_OK);
    return tar;
}

static ptrdiff_t read_nothing(void *user, void *to, size_t room)
{
    (void)user, (void)to, (void)room;
    return 0;
}

static void assert_no_seek(const struct fm_reader_options *options, const char *what)
{
    const struct fm_game_place first = {0, 1, 1};
    struct fm_reader *reader;
    struct fm_error error;
    ck_assert_int_eq(fm_reader_new(options, &reader, NULL), FM_OK);
    const enum fm_status status = fm_reader_seek(reader, &first, &error);
    ck_assert_msg(status == FM_BAD_USE && error.status == FM_BAD_USE, "%s: %u", what, status);
    ck_assert_msg(error.detail.n > 0, "%s: without a reason", what);
    ck_assert_int_eq(fm_reader_seek(reader, &first, NULL), FM_BAD_USE);
    fm_reader_free(reader);
}

/* Only of one file, or of memory, are places those of its text. */
START_TEST(a_place_of_what_is_no_file_is_refused)
{
    /* A ZIP archive of an empty file: its head, the directory, the end. */
    static const unsigned char zip[] =
        "PK\3\4\12\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\5\0\0\0a.pgn"
        "PK\1\2\36\3\12\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\5\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
        "a.pgnPK\5\6\0\0\0\0\1\0\1\0\63\0\0\0\43\0\0\0\0";
    struct fm_reader_options fed = FM_READER_OPTIONS_INIT, file = fed, memory = fed, several = fed;
    struct fm_buf tar = make_tar();
    assert_no_seek(&fed, "fed bytes");
    file.file = "-";
    assert_no_seek(&file, "standard input");
#ifndef _WIN32
    file.file = "/dev/null";
    assert_no_seek(&file, "a device");
#endif
    scratch_write("x.tar", fm_buf_text(&tar));
    file.file = "x.tar";
    assert_no_seek(&file, "a tar archive");
    compress("x.tar", "x.tgz.gz");
    file.file = "x.tgz.gz";
    assert_no_seek(&file, "a compressed one");
    scratch_write("x.zip", (struct fm_text){zip, sizeof zip - 1});
    file.file = "x.zip";
    assert_no_seek(&file, "a ZIP archive");
    memory.memory = fm_buf_text(&tar);
    assert_no_seek(&memory, "a tar archive in memory");
    const struct fm_byte_source source = {.size = sizeof source, .read = read_nothing};
    const struct fm_byte_source *const sources[] = {&source, &source};
    char one[] = "one", two[] = "two";
    char *names[] = {one, two};
    struct fm_inputs inputs = {
        .size = sizeof inputs, .names = names, .count = 1, .sources = sources};
    several.inputs = &inputs;
    assert_no_seek(&several, "a source of bytes");
    inputs.sources = NULL;
    inputs.count = 2;
    assert_no_seek(&several, "two files");
    fm_buf_free(&tar);
}
END_TEST

/* What is refused changes nothing: the items go on. */
START_TEST(a_place_that_cannot_be_is_refused)
{
    static struct pass pass;
    const struct fm_game_place none[] = {{0, 0, 1}, {0, 1, 0}};
    const char *file = sample_path("classic.pgn");
    read_pass(file, &pass);
    struct fm_reader *reader = new_reader(file, 1);
    const struct fm_item *item = next_start(reader);
    for (size_t i = 0; i < FM_COUNT_OF(none); i++)
        ck_assert_int_eq(fm_reader_seek(reader, &none[i], NULL), FM_BAD_USE);
    assert_game(reader, item, &pass, 0);
    assert_game(reader, next_start(reader), &pass, 1);
    fm_reader_free(reader);
    free_pass(&pass);
}
END_TEST

/* Of memory, as of a file. */
START_TEST(a_place_in_memory_is_gone_to)
{
    static struct pass pass;
    struct fm_reader_options options = reader_options(1);
    struct fm_reader *reader;
    const char *file = sample_path("classic.pgn");
    struct fm_buf text = scratch_read(file);
    read_pass(file, &pass);
    options.memory = fm_buf_text(&text);
    ck_assert_int_eq(fm_reader_new(&options, &reader, NULL), FM_OK);
    for (size_t i = pass.count; i-- > 0;) {
        ck_assert_int_eq(fm_reader_seek(reader, &pass.places[i], NULL), FM_OK);
        const struct fm_item *const item = next_start(reader);
        ck_assert_uint_eq(item->offset, pass.places[i].offset);
        ck_assert_uint_eq(item->number, pass.places[i].number);
        ck_assert_uint_eq(item->line, pass.places[i].line);
    }
    fm_reader_free(reader);
    free_pass(&pass);
    fm_buf_free(&text);
}
END_TEST

static const struct {
    const char *name;
    enum fm_value_type type;
} typed[] = {
    {"fen", FM_TYPE_TEXT},       {"{ply}", FM_TYPE_INTEGER},    {"result.score", FM_TYPE_REAL},
    {"White", FM_TYPE_TEXT},     {"fullmove", FM_TYPE_INTEGER}, {"eval.position", FM_TYPE_INTEGER},
    {"{White} x", FM_TYPE_TEXT}, {"next", FM_TYPE_TEXT},
};
enum { TYPED = sizeof typed / sizeof *typed };

static struct fm_reader *new_typed(const char *file)
{
    static const char *fields[TYPED];
    struct fm_reader *reader;
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    for (size_t i = 0; i < TYPED; i++) {
        fields[i] = typed[i].name;
        ck_assert_int_eq(fm_field_type(fields[i]), typed[i].type);
    }
    options.file = file;
    options.fields = fields;
    options.field_count = TYPED;
    options.start = true;
    ck_assert_int_eq(fm_reader_new(&options, &reader, NULL), FM_OK);
    return reader;
}

static void assert_cell(const struct fm_column *column, size_t row, const struct fm_value *value)
{
    ck_assert_int_eq(column->type, value->type);
    ck_assert_int_eq(column->valid[row / 8] >> row % 8 & 1, !value->missing);
    if (value->type == FM_TYPE_INTEGER) {
        ck_assert_int_eq(column->integers[row], value->integer);
        ck_assert_ptr_null(column->reals);
    } else if (value->type == FM_TYPE_REAL) {
        ck_assert(column->reals[row] >= value->real && column->reals[row] <= value->real);
    } else {
        const struct fm_text got = {column->bytes + column->offsets[row],
                                    column->offsets[row + 1] - column->offsets[row]};
        ck_assert(fm_text_equal(got, value->text));
    }
}

/* A value as text and as number are the same. */
static void assert_number(const struct fm_value *value)
{
    char text[64];
    if (value->type == FM_TYPE_INTEGER && !value->missing)
        snprintf(text, sizeof text, "%lld", (long long)value->integer);
    else if (value->type == FM_TYPE_REAL && !value->missing)
        snprintf(text, sizeof text, "%.1f", value->real);
    else
        return;
    ck_assert_msg(fm_text_equal(fm_text_of(text), value->text), "%s", text);
}

START_TEST(batches_have_the_values_of_items)
{
    static const size_t rows[] = {1, 7, 100000};
    const char *file = sample_path(sample_files[_i / 3]);
    struct fm_reader *items = new_typed(file), *batches = new_typed(file);
    const struct fm_item *item = NULL;
    const struct fm_batch *batch;
    enum fm_status status, end = FM_OK;
    struct fm_value value;
    while ((status = fm_reader_next_batch(batches, rows[_i % 3], &batch, NULL)) == FM_OK) {
        ck_assert(batch->count <= rows[_i % 3] && (batch->count > 0 || batch->fault != NULL));
        ck_assert_uint_eq(batch->column_count, TYPED);
        for (size_t i = 0; i < TYPED; i++) {
            size_t missing = 0;
            for (size_t row = 0; row < batch->count; row++)
                missing += !(batch->columns[i].valid[row / 8] >> row % 8 & 1);
            ck_assert_uint_eq(batch->columns[i].missing, missing);
        }
        for (size_t row = 0; row < batch->count; row++) {
            do { /* what is wrong ends a batch */
                ck_assert_int_eq(fm_reader_next(items, &item, NULL), FM_OK);
                ck_assert_ptr_null(item->error);
            } while (item->kind != FM_ITEM_POSITION);
            ck_assert_uint_eq(batch->plies[row], item->ply);
            ck_assert_uint_eq(batch->depths[row], item->depth);
            ck_assert_uint_lt(batch->games[row], batch->start_count);
            ck_assert_uint_eq(batch->starts[batch->games[row]]->offset, item->offset);
            ck_assert_uint_eq(batch->starts[batch->games[row]]->number, item->number);
            for (size_t i = 0; i < TYPED; i++) {
                ck_assert(fm_reader_value(items, i, &value));
                assert_cell(&batch->columns[i], row, &value);
                assert_number(&value);
            }
            ck_assert(!fm_reader_value(items, TYPED, &value));
        }
        if (batch->fault == NULL)
            continue;
        do
            ck_assert_int_eq(fm_reader_next(items, &item, NULL), FM_OK);
        while (item->error == NULL);
        ck_assert_int_eq(batch->fault->kind, item->kind);
        ck_assert_uint_eq(batch->fault->error->offset, item->error->offset);
    }
    while ((end = fm_reader_next(items, &item, NULL)) == FM_OK)
        ck_assert_int_ne(item->kind, FM_ITEM_POSITION);
    ck_assert_int_eq(status, end);
    ck_assert_int_eq(fm_reader_next_batch(batches, 0, &batch, NULL), FM_BAD_USE);
    fm_reader_free(items);
    fm_reader_free(batches);
}
END_TEST

/* One default everywhere: the reader has the positions of the program. */
START_TEST(the_start_position_is_wanted_by_an_option)
{
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    const struct fm_item *item;
    struct fm_reader *reader;
    uint64_t counts[2] = {0, 0}, games = 0;
    options.file = sample_path("classic.pgn");
    for (int start = 0; start < 2; start++) {
        options.start = start;
        ck_assert_int_eq(fm_reader_new(&options, &reader, NULL), FM_OK);
        while (fm_reader_next(reader, &item, NULL) == FM_OK) {
            counts[start] += item->kind == FM_ITEM_POSITION;
            games += start && item->kind == FM_ITEM_GAME_START;
        }
        fm_reader_free(reader);
    }
    ck_assert_uint_eq(counts[0] + games, counts[1]);
}
END_TEST

int main(void)
{
    find_samples();
    Suite *const s = suite_create("reader_seek");
    TCase *const tc = tcase_create("reader_seek");
    tcase_add_checked_fixture(tc, scratch_enter, scratch_leave);
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, a_game_is_read_from_its_place, 0, 2 * SAMPLE_FILES);
    tcase_add_loop_test(tc, places_have_the_lines_of_the_text, 0, SAMPLE_FILES);
    tcase_add_test(tc, games_are_skipped);
    tcase_add_test(tc, rejected_games_are_skipped);
    tcase_add_test(tc, a_place_that_cannot_be_is_refused);
    tcase_add_test(tc, a_place_of_what_is_no_file_is_refused);
    tcase_add_test(tc, a_place_in_memory_is_gone_to);
    tcase_add_loop_test(tc, batches_have_the_values_of_items, 0, 3 * SAMPLE_FILES);
    tcase_add_test(tc, the_start_position_is_wanted_by_an_option);
    suite_add_tcase(s, tc);
    return run_tap(s);
}
