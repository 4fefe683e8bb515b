/* SPDX-License-Identifier: MIT */
/* ZIP archives as inputs of a run: what is read of them, and that no damage goes by unreported. */
#include <config.h>
#include <stdio.h>
#include <unistd.h>
#define ZLIB_CONST
#include <zlib.h>
#include "check_main.h"
#include "run/intake.h"
#include "scratch.h"

#define GAME(name) "[Event \"" name "\"]\n\n1. e4 e5 1-0\n\n"

enum { STORED = 0, DEFLATED = 8, ENCRYPTED = 1, SIZES_FOLLOW = 8 };

/* An archive that is being made. */
struct archive {
    struct fm_buf bytes, directory;
    unsigned count;
    bool large; /* zip64 */
};

static void put(struct fm_buf *to, uint64_t number, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char byte = 0;
        if (i < 8) /* no shift beyond the width of a number */
            byte = (unsigned char)(number >> 8 * i);
        ck_assert_int_eq(fm_buf_append(to, &byte, 1), FM_OK);
    }
}

static void put_text(struct fm_buf *to, struct fm_text text)
{
    ck_assert_int_eq(fm_buf_append_text(to, text), FM_OK);
}

static struct fm_text deflate_text(struct fm_text text, unsigned char *to, size_t room)
{
    z_stream z = {.next_in = text.p, .avail_in = (unsigned)text.n};
    z.next_out = to;
    z.avail_out = (unsigned)room;
    ck_assert_int_eq(deflateInit2(&z, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    ck_assert_int_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
    const struct fm_text made = {to, room - z.avail_out};
    ck_assert_int_eq(deflateEnd(&z), Z_OK);
    return made;
}

/* What both headers hold of a member. */
struct member {
    struct fm_text name, raw;
    uint64_t plain;
    uint32_t crc;
    unsigned method, flags;
};

static void put_sizes(struct fm_buf *to, const struct member *member, bool follow, bool large)
{
    put(to, follow ? 0 : member->crc, 4);
    put(to, follow ? 0 : large ? UINT32_MAX : member->raw.n, 4);
    put(to, follow ? 0 : large ? UINT32_MAX : member->plain, 4);
    put(to, member->name.n, 2);
}

static void put_member(struct archive *archive, const struct member *member)
{
    struct fm_buf *local = &archive->bytes, *entry = &archive->directory;
    const bool follow = (member->flags & SIZES_FOLLOW) != 0, large = archive->large;
    const uint64_t at = local->n;
    put(local, 0x04034b50, 4);
    put(local, 20, 2);
    put(local, member->flags, 2);
    put(local, member->method, 2);
    put(local, 0, 4);
    put_sizes(local, member, follow, false);
    put(local, 5, 2); /* an extra field that says nothing */
    put_text(local, member->name);
    put(local, 0x99990001, 4);
    put(local, 7, 1);
    put_text(local, member->raw);
    if (follow)
        put(local, 0x08074b50, 4), put(local, member->crc, 4), put(local, member->raw.n, 4),
            put(local, member->plain, 4);
    put(entry, 0x02014b50, 4);
    put(entry, 20, 4);
    put(entry, member->flags, 2);
    put(entry, member->method, 2);
    put(entry, 0, 4);
    put_sizes(entry, member, false, large);
    put(entry, large ? 28 : 0, 2);
    put(entry, 0, 2 + 2 + 2 + 4);
    put(entry, large ? UINT32_MAX : at, 4);
    put_text(entry, member->name);
    if (large)
        put(entry, 1, 2), put(entry, 24, 2), put(entry, member->plain, 8),
            put(entry, member->raw.n, 8), put(entry, at, 8);
    archive->count++;
}

static void add(struct archive *archive, const char *name, struct fm_text text, unsigned method,
                unsigned flags)
{
    unsigned char packed[4096];
    const bool deflated = method == DEFLATED;
    const struct member member = {
        .name = fm_text_of(name),
        .raw = deflated ? deflate_text(text, packed, sizeof packed) : text,
        .plain = text.n,
        .crc = (uint32_t)crc32(crc32(0, NULL, 0), text.p, (unsigned)text.n),
        .method = method,
        .flags = flags};
    put_member(archive, &member);
}

/* Put the directory and the end after it. */
static void finish(struct archive *archive, const char *comment)
{
    struct fm_buf *to = &archive->bytes;
    const uint64_t at = to->n, size = archive->directory.n;
    const bool large = archive->large;
    put_text(to, (struct fm_text){archive->directory.p, archive->directory.n});
    const uint64_t end64 = to->n;
    if (large) {
        put(to, 0x06064b50, 4), put(to, 44, 8), put(to, 45, 4), put(to, 0, 8);
        put(to, archive->count, 8), put(to, archive->count, 8), put(to, size, 8), put(to, at, 8);
        put(to, 0x07064b50, 4), put(to, 0, 4), put(to, end64, 8), put(to, 1, 4);
    }
    put(to, 0x06054b50, 4), put(to, 0, 4);
    put(to, large ? UINT16_MAX : archive->count, 2);
    put(to, large ? UINT16_MAX : archive->count, 2);
    put(to, large ? UINT32_MAX : size, 4);
    put(to, large ? UINT32_MAX : at, 4);
    put(to, strlen(comment), 2);
    put_text(to, fm_text_of(comment));
    fm_buf_free(&archive->directory);
}

/* ---- reading them ---- */

struct outcome {
    enum fm_status status;
    struct fm_totals totals;
    struct fm_buf games; /* kept */
    char reasons[512];   /* of inputs that failed or were skipped, in their order */
};

static void on_message(void *user, const struct fm_error *error)
{
    struct outcome *outcome = user;
    if (error->status != FM_INPUT_FAILED)
        return;
    const size_t n = strlen(outcome->reasons);
    snprintf(outcome->reasons + n, sizeof outcome->reasons - n, "%s %s;", error->input,
             fm_reason_name(error->reason));
}

static struct outcome read_inputs(char *name, const char *const *include)
{
    bool found = false;
    const struct fm_inputs inputs = {
        .size = sizeof inputs, .names = &name, .found = &found, .count = 1, .include = include};
    const struct fm_destinations to = {
        .size = sizeof to, .output = "out", .log = "log", .force = true};
    struct outcome outcome = {.reasons = ""};
    const struct fm_events events = {
        .size = sizeof events, .user = &outcome, .message = on_message, .warnings = true};
    struct fm_profile *profile;
    struct fm_converter *converter;
    struct fm_error error;
    ck_assert_int_eq(fm_profile_new(&profile), FM_OK);
    ck_assert_int_eq(fm_profile_set(profile, "output.format", "pgn", &error), FM_OK);
    ck_assert_int_eq(fm_profile_finish(profile, &error), FM_OK);
    ck_assert_int_eq(fm_converter_new(profile, 1, &converter, &error), FM_OK);
    ck_assert_int_eq(fm_converter_to(converter, &to, &error), FM_OK);
    outcome.status = fm_converter_run(converter, &inputs, &events, &error);
    outcome.totals = *fm_converter_totals(converter);
    fm_converter_free(converter);
    fm_profile_free(profile);
    outcome.games = scratch_read("out");
    return outcome;
}

static struct outcome read_bytes(struct fm_text bytes)
{
    char name[] = "z";
    scratch_write(name, bytes);
    return read_inputs(name, NULL);
}

static void expect(struct archive *archive, const char *games, const char *reasons)
{
    struct outcome outcome = read_bytes((struct fm_text){archive->bytes.p, archive->bytes.n});
    ck_assert_str_eq(outcome.reasons, reasons);
    ck_assert_msg(
        fm_text_equal((struct fm_text){outcome.games.p, outcome.games.n}, fm_text_of(games)),
        "%.*s", (int)outcome.games.n, (const char *)outcome.games.p);
    const bool failed = outcome.totals.inputs_failed > 0;
    ck_assert_int_eq(outcome.status, failed ? FM_INPUT_FAILED : FM_OK);
    fm_buf_free(&outcome.games);
    fm_buf_free(&archive->bytes);
}

START_TEST(members_are_read)
{
    struct archive archive = {.large = _i == 1};
    add(&archive, "b.pgn", FM_TEXT(GAME("b")), DEFLATED, 0);
    add(&archive, "a/", FM_TEXT(""), STORED, 0);
    add(&archive, "a/a.pgn", FM_TEXT(GAME("a")), STORED, 0);
    add(&archive, "empty.pgn", FM_TEXT(""), STORED, 0);
    add(&archive, "none.pgn", FM_TEXT(""), DEFLATED, 0);
    add(&archive, "notes", FM_TEXT("hello"), STORED, 0);
    add(&archive, ".hidden.pgn", FM_TEXT(GAME("h")), STORED, 0);
    add(&archive, "__MACOSX/._b.pgn", FM_TEXT(GAME("h")), STORED, 0);
    add(&archive, ".git/b.pgn", FM_TEXT(GAME("h")), STORED, 0);
    add(&archive, "b.pgn~", FM_TEXT(GAME("h")), STORED, 0);
    add(&archive, "../up.pgn", FM_TEXT(GAME("up")), DEFLATED, _i == 1 ? 0 : SIZES_FOLLOW);
    finish(&archive, _i == 2 ? "a comment PK\5\6" : "");
    expect(&archive, GAME("b") GAME("a") GAME("up"), "z/notes not-chess;");
}
END_TEST

START_TEST(members_fail_alone)
{
    struct archive archive = {.count = 0};
    static const unsigned char gzip[] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3};
    add(&archive, "a.pgn", FM_TEXT(GAME("a")), STORED, ENCRYPTED);
    add(&archive, "b.pgn", FM_TEXT(GAME("b")), 12, 0);
    add(&archive, "c.pgn", FM_TEXT(GAME("c")), 77, 0);
    add(&archive, "d.zip", FM_TEXT("PK\3\4abcdef"), STORED, 0);
    add(&archive, "e.gz", (struct fm_text){gzip, sizeof gzip}, DEFLATED, 0);
    add(&archive, "f\nf.pgn", FM_TEXT("hello"), STORED, 0);
    add(&archive, "g.pgn", FM_TEXT(GAME("g")), STORED, 0);
    finish(&archive, "");
    expect(&archive, GAME("g"),
           "z/a.pgn input-unreadable;z/b.pgn input-unreadable;z/c.pgn input-unreadable;"
           "z/d.zip input-unreadable;z/e.gz input-damaged;z/f\nf.pgn not-chess;");
}
END_TEST

/* A NUL in a name costs nothing: the name has ? there. */
START_TEST(names_may_have_any_byte)
{
    struct archive archive = {.count = 0};
    add(&archive, "a.pgn", FM_TEXT(GAME("a")), STORED, 0);
    add(&archive, "QbQ.pgn", FM_TEXT(GAME("b")), STORED, 0);
    add(&archive, "cQ.pgn", FM_TEXT("hello"), STORED, 0);
    add(&archive, "d.pgnQ", FM_TEXT(GAME("d")), STORED, 0);
    finish(&archive, "");
    for (size_t i = 0; i < archive.bytes.n; i++)
        if (archive.bytes.p[i] == 'Q')
            archive.bytes.p[i] = '\0';
    expect(&archive, GAME("a") GAME("b") GAME("d"), "z/c?.pgn not-chess;");
}
END_TEST

/* A member whose bytes are not those of the directory: what was whole before that counts. */
START_TEST(damaged_members_fail_alone)
{
    struct archive archive = {.count = 0};
    add(&archive, "a.pgn", FM_TEXT(GAME("a") GAME("b")), STORED, 0);
    add(&archive, "c.pgn", FM_TEXT(GAME("c")), STORED, 0);
    finish(&archive, "");
    archive.bytes.p[30 + 5 + 5 + sizeof GAME("a") + 7] = 'x'; /* in the name of the second event */
    expect(&archive, GAME("a") "[Event \"x\"]\n\n1. e4 e5 1-0\n\n" GAME("c"),
           "z/a.pgn input-damaged;");
}
END_TEST

START_TEST(what_is_no_chess_is_reported)
{
    struct archive archive = {.count = 0};
    add(&archive, "a.txt", FM_TEXT("hello"), STORED, 0);
    finish(&archive, "");
    expect(&archive, "", "z/a.txt not-chess;z not-chess;");
    archive = (struct archive){.count = 0};
    finish(&archive, "");
    expect(&archive, "", "");
}
END_TEST

START_TEST(patterns_narrow_members)
{
    static const char *const patterns[] = {"?.pgn", "b.*", NULL};
    struct archive archive = {.count = 0};
    char name[] = "z";
    add(&archive, "d/a.pgn", FM_TEXT(GAME("a")), STORED, 0);
    add(&archive, "b.PGN", FM_TEXT(GAME("b")), STORED, 0);
    add(&archive, "cc.pgn", FM_TEXT(GAME("c")), STORED, 0);
    finish(&archive, "");
    scratch_write(name, (struct fm_text){archive.bytes.p, archive.bytes.n});
    struct outcome outcome = read_inputs(name, patterns);
    ck_assert_uint_eq(outcome.totals.games, 2);
    fm_buf_free(&outcome.games);
    fm_buf_free(&archive.bytes);
}
END_TEST

START_TEST(members_must_not_overlap)
{
    struct archive archive = {.count = 0};
    add(&archive, "a.pgn", FM_TEXT(GAME("a")), STORED, 0);
    const size_t entry = archive.directory.n;
    add(&archive, "b.pgn", FM_TEXT(GAME("b")), STORED, 0);
    memset(archive.directory.p + entry + 42, 0, 4); /* its header is the first's */
    finish(&archive, "");
    expect(&archive, "", "z input-damaged;");
}
END_TEST

/* Read every member by itself, without a run. @return whether all was well. */
static bool read_members(struct fm_text bytes, struct fm_buf *out)
{
    char name[] = "z", *names = name;
    const struct fm_inputs inputs = {.size = sizeof inputs, .names = &names, .count = 1};
    struct fm_intake intake = {.inputs = NULL};
    struct fm_intake_item item;
    unsigned char piece[4096];
    bool more = true, good = true;
    scratch_write(name, bytes);
    out->n = 0;
    ck_assert_int_eq(fm_intake_start(&intake, &inputs, NULL, NULL), FM_OK);
    for (;;) {
        ck_assert_int_eq(fm_intake_next(&intake, &item, &more), FM_OK);
        if (!more)
            break;
        size_t got = item.input != NULL;
        good = good && (item.archive_ends || (item.input != NULL && item.member));
        while (got > 0 && good) {
            good = fm_input_read(item.input, piece, sizeof piece, &got, NULL) == FM_OK;
            if (good)
                ck_assert_int_eq(fm_buf_append(out, piece, got), FM_OK);
        }
        fm_input_close(item.input);
    }
    fm_intake_free(&intake);
    return good;
}

/* Each cut and each bit of a small archive is reported, or changes nothing. What is no archive any
 * more is named by its damaged start, see check_detect. */
START_TEST(no_damage_goes_by)
{
    struct archive archive = {.large = _i == 1};
    struct fm_buf got = {NULL, 0, 0};
    add(&archive, "a.pgn", FM_TEXT(GAME("a") GAME("b")), DEFLATED, 0);
    add(&archive, "b.pgn", FM_TEXT(GAME("c")), STORED, _i == 0 ? SIZES_FOLLOW : 0);
    finish(&archive, "");
    const struct fm_text all = FM_TEXT(GAME("a") GAME("b") GAME("c"));
    ck_assert(read_members((struct fm_text){archive.bytes.p, archive.bytes.n}, &got));
    for (size_t n = 1; n < archive.bytes.n; n++)
        ck_assert(!read_members((struct fm_text){archive.bytes.p, n}, &got));
    for (size_t bit = 0; bit < 8 * archive.bytes.n; bit++) {
        archive.bytes.p[bit / 8] ^= (unsigned char)(1u << bit % 8);
        const bool good = read_members((struct fm_text){archive.bytes.p, archive.bytes.n}, &got);
        ck_assert_msg(!good || fm_text_equal((struct fm_text){got.p, got.n}, all),
                      "bit %zu of byte %zu of %zu", bit % 8, bit / 8, archive.bytes.n);
        archive.bytes.p[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    fm_buf_free(&got);
    fm_buf_free(&archive.bytes);
}
END_TEST

START_TEST(pipes_are_refused)
{
    struct archive archive = {.count = 0};
    int ends[2];
    char name[] = "-";
    const int before = dup(STDIN_FILENO);
    add(&archive, "a.pgn", FM_TEXT(GAME("a")), STORED, 0);
    finish(&archive, "");
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq((int)write(ends[1], archive.bytes.p, archive.bytes.n), (int)archive.bytes.n);
    close(ends[1]);
    ck_assert_int_eq(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    close(ends[0]);
    struct outcome outcome = read_inputs(name, NULL);
    ck_assert_str_eq(outcome.reasons, "- zip-needs-file;");
    ck_assert_int_eq(outcome.status, FM_INPUT_FAILED);
    ck_assert_int_eq(dup2(before, STDIN_FILENO), STDIN_FILENO);
    close(before);
    fm_buf_free(&outcome.games);
    fm_buf_free(&archive.bytes);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("zip");
    TCase *tcase = tcase_create("zip");
    tcase_set_timeout(tcase, 300);
    tcase_add_checked_fixture(tcase, scratch_enter, scratch_leave);
    tcase_add_loop_test(tcase, members_are_read, 0, 3);
    tcase_add_test(tcase, members_fail_alone);
    tcase_add_test(tcase, names_may_have_any_byte);
    tcase_add_test(tcase, damaged_members_fail_alone);
    tcase_add_test(tcase, what_is_no_chess_is_reported);
    tcase_add_test(tcase, patterns_narrow_members);
    tcase_add_test(tcase, members_must_not_overlap);
    tcase_add_loop_test(tcase, no_damage_goes_by, 0, 2);
    tcase_add_test(tcase, pipes_are_refused);
    suite_add_tcase(suite, tcase);
    return run_tap(suite);
}
