/* SPDX-License-Identifier: MIT */
#include <config.h>
#include "transcript.h"
#include "check_main.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const sample_files[SAMPLE_FILES] = {"annotated.pgn", "chess960.pgn", "classic.pgn",
                                                "german.pgn",    "mixed.pgn",    "starts.fen",
                                                "suite.epd",     "puzzles.csv"};

/* Read before a scratch directory is entered, where `srcdir` may lead elsewhere. */
static char data[4096];

const char *sample_path(const char *file)
{
    static char path[SAMPLE_PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", data, file);
    return path;
}

void put_words(struct fm_buf *to, const char *text)
{
    ck_assert_int_eq(fm_buf_append(to, text, strlen(text)), FM_OK);
}

void put_text(struct fm_buf *to, const char *before, struct fm_text text)
{
    put_words(to, before);
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
    put_words(to, item->tag_count > 0 ? "]" : "");
}

/* A line for an item, without the name of its input. */
void put_item(struct fm_buf *to, const struct fm_reader *reader, const struct fm_item *item)
{
    static const char *const kinds[] = {"game",  "position", "variation", "/variation",
                                        "/game", "rejected", "warning",   "failed"};
    char line[1024];
    snprintf(line, sizeof line, "%s", kinds[item->kind]);
    put_words(to, line);
    if (item->kind == FM_ITEM_GAME_START) {
        snprintf(line, sizeof line, " %lu at %lu+%lu %s %s %s%s", (unsigned long)item->number,
                 (unsigned long)item->offset, (unsigned long)item->length, item->class_name,
                 item->variant, item->result, item->listed ? " listed" : "");
        put_words(to, line);
        put_tags(to, reader, item);
    } else if (item->error != NULL) {
        struct fm_error error = *item->error;
        error.input = NULL;
        if (item->kind == FM_ITEM_INPUT_FAILED)
            error.what.n = 0;
        (void)fm_error_text(&error, line, sizeof line);
        put_words(to, " ");
        put_words(to, line);
    } else if (item->kind != FM_ITEM_GAME_END) {
        snprintf(line, sizeof line, " %u/%u", item->ply, item->depth);
        put_words(to, line);
    }
    for (size_t i = 0; i < item->value_count; i++)
        put_text(to, " | ", item->values[i]);
    put_words(to, "\n");
}

static const char *const wanted[] = {"fen",  "last", "last.uci", "next",  "comment",
                                     "nags", "eval", "White",    "{game}"};

struct fm_reader_options reader_options(unsigned threads)
{
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    options.threads = threads;
    options.start = true;
    options.fields = wanted;
    options.field_count = FM_COUNT_OF(wanted);
    options.variations = options.warnings = true;
    return options;
}

/* All that is left to be read. @param rest  what is fed, in pieces of so many bytes. */
struct fm_buf read_rest(struct fm_reader *reader, struct fm_text rest, size_t piece,
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

struct fm_buf read_all(const struct fm_reader_options *options, struct fm_text rest, size_t piece,
                       enum fm_status *status)
{
    struct fm_reader *reader;
    ck_assert_int_eq(fm_reader_new(options, &reader, NULL), FM_OK);
    struct fm_buf made = read_rest(reader, rest, piece, status);
    fm_reader_free(reader);
    return made;
}

void assert_reads(const struct fm_reader_options *options, struct fm_text rest, size_t piece,
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

void assert_text(struct fm_buf *made, const char *expected)
{
    put_words(made, "");
    ck_assert_int_eq(fm_buf_append(made, "", 1), FM_OK);
    ck_assert_str_eq((const char *)made->p, expected);
    fm_buf_free(made);
}

void find_samples(void)
{
    const char *srcdir = getenv("srcdir");
    char here[2048] = "";
    if (srcdir == NULL || *srcdir != '/')
        ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    snprintf(data, sizeof data, "%s%s%s/data", here, *here ? "/" : "",
             srcdir == NULL ? "." : srcdir);
}

const char branched[] = "[Event \"a \\\"b\\\"\"]\n[White \"M\xfcller\"]\n\n"
                        "1. e4 (1. d4 d5 (1... Nf6 2. c4) (1... f5)) 1... e5 $1 {!} *\n\n"
                        "[Event \"c\"]\n\n1. e4 e5 2. Qd9 *\n\n[Event \"d\"]\n\n1-0\n";
