/* SPDX-License-Identifier: MIT */
/* Records of positions into a buffer: the same bytes as a converter writes of a list with the same values. */
#include <config.h>
#include <stdio.h>
#include "check_main.h"
#include "fenmill.h"
#include "base/base.h"

enum { ROOM = 1024 };

/* A profile of one output. @param keys  names and values, NULL-terminated. */
static struct fm_profile *profile_of(const char *const *keys)
{
    struct fm_profile *profile;
    ck_assert_int_eq(fm_profile_new(&profile), FM_OK);
    for (; *keys != NULL; keys += 2)
        ck_assert_int_eq(fm_profile_set(profile, keys[0], keys[1], NULL), FM_OK);
    ck_assert_int_eq(fm_profile_finish(profile, NULL), FM_OK);
    return profile;
}

static int take(void *user, const void *bytes, size_t n)
{
    return fm_buf_append(user, bytes, n) == FM_OK ? 0 : 1;
}

/* What a converter writes of an EPD record. */
static struct fm_buf converted(const struct fm_profile *profile, const char *epd)
{
    struct fm_buf made = {NULL, 0, 0};
    struct fm_converter *converter;
    char name[] = "x.epd", *names = name;
    const struct fm_byte_source memory = {.size = sizeof memory, .bytes = fm_text_of(epd)};
    const struct fm_byte_source *sources = &memory;
    const struct fm_inputs inputs = {
        .size = sizeof inputs, .names = &names, .count = 1, .sources = &sources};
    const struct fm_destinations to = {.size = sizeof to, .write = take, .write_user = &made};
    ck_assert_int_eq(fm_converter_new(profile, 1, &converter, NULL), FM_OK);
    ck_assert_int_eq(fm_converter_to(converter, &to, NULL), FM_OK);
    ck_assert_int_eq(fm_converter_run(converter, &inputs, NULL, NULL), FM_OK);
    fm_converter_free(converter);
    return made;
}

#define POSITION "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq -"

static const char *const outputs[][9] = {
    {"output.format", "fen", NULL},
    {"output.format", "fen", "output.castling", "shredder", NULL},
    {"output.format", "tsv", "output.columns",
     "[fen, side, ply, halfmove, fullmove, next, next.uci, result, result.mover, eval, "
     "eval.mover, pieces, material, phase, check, state, key, variant]",
     NULL},
    {"output.format", "csv", "output.columns", "[next, result.score, {position: fen}]", NULL},
    {"output.format", "jsonl", "output.columns", "[fen, eval.position, phase, next.uci]", NULL},
    {"output.format", "text", "output.line", "\"{fen};{result.score};{eval}\"", NULL},
    {"output.format", "plain", NULL}};

START_TEST(records_are_those_of_a_converter)
{
    const struct fm_named_text tags[] = {{FM_TEXT("Result"), FM_TEXT("1-0")}};
    struct fm_profile *profile = profile_of(outputs[_i]);
    struct fm_buf wanted =
        converted(profile, POSITION " c9 \"1-0\"; ce 35; fmvn 9; hmvc 4; sm O-O-O;\n");
    struct fm_formatter *formatter;
    struct fm_position *position;
    struct fm_legal_move next;
    struct fm_record record = FM_RECORD_INIT;
    char out[ROOM];
    size_t n;
    ck_assert_int_eq(fm_position_new(FM_TEXT(POSITION " 4 9"), NULL, &position, NULL), FM_OK);
    ck_assert_int_eq(fm_position_find(position, FM_TEXT("O-O-O"), &next, NULL), FM_OK);
    ck_assert_int_eq(fm_formatter_new(profile, &formatter, NULL), FM_OK);
    record.position = position;
    record.next = &next;
    record.tags = tags;
    record.tag_count = 1;
    record.has_eval = true;
    record.eval = 35;
    const struct fm_text head = fm_formatter_head(formatter);
    for (unsigned i = 0; i < 3; i++) { /* no record leaves anything in the next */
        ck_assert_int_eq(fm_formatter_write(formatter, &record, out, sizeof out, &n), FM_OK);
        ck_assert_uint_eq(strlen(out), n);
        ck_assert_uint_eq(wanted.n, head.n + n);
        ck_assert_msg(memcmp(wanted.p + head.n, out, n) == 0, "%s\n%.*s", out, (int)wanted.n,
                      (const char *)wanted.p);
    }
    ck_assert(head.n == 0 || memcmp(wanted.p, head.p, head.n) == 0);
    ck_assert_int_eq(fm_formatter_write(formatter, &record, out, n, &n), FM_NO_ROOM);
    ck_assert_uint_eq(n, wanted.n - head.n);
    ck_assert_str_eq(out, "");
    ck_assert_int_eq(fm_formatter_write(formatter, &record, out, n + 1, NULL), FM_OK);
    ck_assert_int_eq(fm_formatter_write(formatter, &record, NULL, 0, NULL), FM_NO_ROOM);
    record.size =
        offsetof(struct fm_record, tags); /* of a caller who knows no more: all else is 0 */
    ck_assert_int_eq(fm_formatter_write(formatter, &record, out, sizeof out, NULL), FM_OK);
    record.size = 0;
    ck_assert_int_eq(fm_formatter_write(formatter, &record, out, sizeof out, NULL), FM_BAD_USE);
    fm_formatter_free(formatter);
    fm_position_free(position);
    fm_profile_free(profile);
    fm_buf_free(&wanted);
}
END_TEST

/* What is written of a position with these tags. */
static enum fm_status format(const char *const *keys, const char *fen,
                             const struct fm_named_text *tags, size_t count, char *out)
{
    struct fm_profile *profile = profile_of(keys);
    struct fm_formatter *formatter;
    struct fm_position *position;
    struct fm_record record = FM_RECORD_INIT;
    ck_assert_int_eq(fm_position_new(fm_text_of(fen), NULL, &position, NULL), FM_OK);
    ck_assert_int_eq(fm_formatter_new(profile, &formatter, NULL), FM_OK);
    record.position = position;
    record.tags = tags;
    record.tag_count = count;
    const enum fm_status status = fm_formatter_write(formatter, &record, out, ROOM, NULL);
    fm_formatter_free(formatter);
    fm_position_free(position);
    fm_profile_free(profile);
    return status;
}

START_TEST(epd_has_the_callers_values)
{
    static const char *const keys[] = {"output.format", "epd", "output.ops",
                                       "{id: \"{Suite}.{Number}\", c0: \"{Theme}\"}", NULL};
    const struct fm_named_text tags[] = {{FM_TEXT("Suite"), FM_TEXT("WAC \"x\"")},
                                         {FM_TEXT("Number"), FM_TEXT("7")}};
    char out[ROOM];
    ck_assert_int_eq(format(keys, "4k3/8/8/8/8/8/8/4K2R w K - 3 20", tags, 2, out), FM_OK);
    ck_assert_str_eq(out, "4k3/8/8/8/8/8/8/4K2R w K - fmvn 20; hmvc 3; id \"WAC 'x'.7\";\n");
}
END_TEST

START_TEST(what_cannot_be_written_is_refused)
{
    static const char *const fen[] = {"output.castling", "fen", NULL};
    static const char *const line[] = {"output.format", "text", "output.line", "{eval} {fen}",
                                       NULL};
    char out[ROOM] = "x";
    ck_assert_int_eq(format(fen, "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", NULL, 0, out), FM_REJECTED);
    ck_assert_str_eq(out, "");
    ck_assert_int_eq(format(line, "4k3/8/8/8/8/8/8/RR2K3 w - - 0 1", NULL, 0, out), FM_OK);
    ck_assert_str_eq(out, ""); /* skipped, as it has no evaluation */
}
END_TEST

START_TEST(fields_of_games_are_refused)
{
    static const char *const fields[] = {"last", "last.uci", "game",   "plies", "moves",
                                         "path", "depth",    "record", "clock", "comment"};
    struct fm_formatter *formatter;
    struct fm_error error;
    for (size_t i = 0; i < FM_COUNT_OF(fields); i++) {
        char columns[64];
        snprintf(columns, sizeof columns, "[fen, %s]", fields[i]);
        const char *const keys[] = {"output.format", "tsv", "output.columns", columns, NULL};
        struct fm_profile *profile = profile_of(keys);
        ck_assert_int_eq(fm_formatter_new(profile, &formatter, &error), FM_BAD_PROFILE);
        ck_assert_msg(fm_text_equal(error.what, fm_text_of(fields[i])), "%s", fields[i]);
        fm_profile_free(profile);
    }
    static const char *const pgn[] = {"output.format", "pgn", NULL};
    struct fm_profile *profile = profile_of(pgn);
    ck_assert_int_eq(fm_formatter_new(profile, &formatter, &error), FM_BAD_PROFILE);
    fm_profile_free(profile);
    ck_assert_int_eq(fm_formatter_new(NULL, &formatter, NULL), FM_BAD_USE);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("formatter");
    TCase *t = tcase_create("formatter");
    tcase_add_loop_test(t, records_are_those_of_a_converter, 0, (int)FM_COUNT_OF(outputs));
    tcase_add_test(t, epd_has_the_callers_values);
    tcase_add_test(t, what_cannot_be_written_is_refused);
    tcase_add_test(t, fields_of_games_are_refused);
    suite_add_tcase(s, t);
    return run_tap(s);
}
