/* SPDX-License-Identifier: MIT */
/* lib/io, compressed outputs: their bytes depend on the text alone, whoever compresses it and however
 * it comes; they are members of bgzip, and frames of zstd with their table. */
#include <config.h>
#include "base/lanes.h"
#include "check_main.h"
#include "io/encode_stream.h"
#include "io/input.h"
#include "io/output.h"
#include "scratch.h"

static const char *const names[] = {"x.gz", "x.zst"};
enum { GZIP, ZSTD, KINDS };

static const struct fm_encoder *encoder_of(int kind)
{
    const struct fm_encoder *encoder = NULL;
    struct fm_text ignored;
    (void)!fm_encoder_find(fm_text_of(names[kind]), &encoder, &ignored);
    return encoder; /* NULL: not in this build */
}

/* Every so manyth word is new; 1: nothing that could be compressed. */
static struct fm_buf make_text(size_t n, unsigned every)
{
    struct fm_buf text = {NULL, 0, 0};
    ck_assert_int_eq(fm_buf_reserve(&text, n + 8), FM_OK);
    for (uint64_t i = 0; text.n < n; i++, text.n += 8)
        fm_eight_store(text.p + text.n, fm_hash_mix(i % every == 0 ? i : i % 97));
    text.n = n;
    return text;
}

static enum fm_status append(void *user, const unsigned char *bytes, size_t n)
{
    return fm_buf_append(user, bytes, n);
}

static struct fm_encode_stream *open_stream(struct fm_encode_pool *pool, int kind,
                                            struct fm_buf *file)
{
    struct fm_encode_stream *stream;
    ck_assert_int_eq(fm_encode_stream_new(pool, encoder_of(kind), 3, append, file, &stream), FM_OK);
    return stream;
}

/* The text comes in pieces of so many bytes. */
static struct fm_buf encode(struct fm_encode_pool *pool, int kind, const struct fm_buf *text,
                            size_t some)
{
    struct fm_buf file = {NULL, 0, 0};
    struct fm_encode_stream *stream = open_stream(pool, kind, &file);
    for (size_t at = 0, n; at < text->n; at += n) {
        n = text->n - at < some ? text->n - at : some;
        ck_assert_int_eq(fm_encode_stream_add(stream, text->p + at, n), FM_OK);
    }
    ck_assert_int_eq(fm_encode_stream_finish(stream), FM_OK);
    fm_encode_stream_free(stream);
    return file;
}

static void expect_equal(const struct fm_buf *one, const struct fm_buf *other)
{
    ck_assert_uint_eq(one->n, other->n);
    ck_assert(one->n == 0 || memcmp(one->p, other->p, one->n) == 0);
}

static void expect_reads(const struct fm_buf *file, const struct fm_buf *text)
{
    struct fm_input *input;
    struct fm_buf got = {NULL, 0, 0};
    size_t n = 1;
    scratch_write("x", (struct fm_text){file->p, file->n});
    ck_assert_int_eq(fm_input_open("x", &input, NULL), FM_OK);
    for (; n > 0; got.n += n) {
        ck_assert_int_eq(fm_buf_reserve(&got, 100000), FM_OK);
        ck_assert_int_eq(fm_input_read(input, got.p + got.n, 100000, &n, NULL), FM_OK);
    }
    fm_input_close(input);
    expect_equal(&got, text);
    fm_buf_free(&got);
}

/* Members (SAM specification, 4.1), each of 65280 bytes of text but the last, and the empty one. */
static void expect_members(const struct fm_buf *file, size_t text)
{
    static const unsigned char begin[] = {0x1f, 0x8b, 8, 4, 0,   0,   0, 0,
                                          0,    0xff, 6, 0, 'B', 'C', 2, 0};
    size_t at = 0;
    for (;;) {
        ck_assert_uint_le(at + 28, file->n);
        ck_assert(memcmp(file->p + at, begin, sizeof begin) == 0);
        const size_t n = (size_t)fm_little_endian(file->p + at + 16, 2) + 1;
        ck_assert_uint_le(at + n, file->n);
        ck_assert_uint_eq(fm_little_endian(file->p + at + n - 4, 4), text < 65280 ? text : 65280);
        at += n;
        if (text == 0) {
            ck_assert_uint_eq(n, 28);
            break;
        }
        text -= text < 65280 ? text : 65280;
    }
    ck_assert_uint_eq(at, file->n);
}

/* Frames of 1 MiB but the last, which know their size and have a checksum; the table agrees. */
static void expect_frames(const struct fm_buf *file, size_t text)
{
    enum { FRAME = 1 << 20 };
    const size_t frames = text == 0 ? 1 : (text + FRAME - 1) / FRAME, n = 8 * frames + 17;
    ck_assert_uint_gt(file->n, n);
    const unsigned char *table = file->p + file->n - n, *foot = file->p + file->n - 9;
    ck_assert_uint_eq(fm_little_endian(table, 4), 0x184D2A5E);
    ck_assert_uint_eq(fm_little_endian(table + 4, 4), n - 8);
    ck_assert_uint_eq(fm_little_endian(foot, 4), frames);
    ck_assert_uint_eq(foot[4], 0);
    ck_assert_uint_eq(fm_little_endian(foot + 5, 4), 0x8F92EAB1);
    size_t at = 0;
    for (size_t i = 0; i < frames; i++) {
        const unsigned char *entry = table + 8 + 8 * i;
        ck_assert_uint_eq(fm_little_endian(file->p + at, 4), 0xFD2FB528);
        ck_assert_uint_ne(file->p[at + 4] & 4, 0);    /* checksum */
        ck_assert_uint_ne(file->p[at + 4] & 0xe0, 0); /* content size */
        ck_assert_uint_eq(fm_little_endian(entry + 4, 4), i + 1 < frames ? FRAME : text);
        at += (size_t)fm_little_endian(entry, 4);
        text -= i + 1 < frames ? FRAME : text;
    }
    ck_assert_uint_eq(at, file->n - n);
}

START_TEST(bytes_depend_on_the_text_alone)
{
    const struct fm_encoder *encoder = encoder_of(_i);
    static const unsigned everies[] = {1, 3, 1000000};
    if (encoder == NULL)
        return;
    const size_t p = encoder->piece,
                 sizes[] = {0, 1, 65279, 65280, 65281, p - 1, p, p + 1, 5 * p + 7};
    for (size_t i = 0; i < FM_COUNT_OF(sizes) * FM_COUNT_OF(everies); i++) {
        struct fm_buf text = make_text(sizes[i / 3], everies[i % 3]);
        struct fm_buf alone = encode(NULL, _i, &text, SIZE_MAX);
        for (unsigned threads = 1; threads <= 4; threads += 3) {
            struct fm_encode_pool *pool;
            ck_assert_int_eq(fm_encode_pool_new(threads, NULL, &pool), FM_OK);
            fm_encode_pool_start_helpers(pool);
            struct fm_buf other = encode(pool, _i, &text, threads == 1 ? 1 + p / 3 : 77777);
            expect_equal(&alone, &other);
            fm_encode_pool_stop_helpers(pool);
            fm_encode_pool_free(pool);
            fm_buf_free(&other);
        }
        (_i == GZIP ? expect_members : expect_frames)(&alone, text.n);
        expect_reads(&alone, &text);
        fm_buf_free(&alone);
        fm_buf_free(&text);
    }
}
END_TEST

/* Of one pool, each with text of its own; with helpers, and with none that ever come. */
START_TEST(streams_do_not_meet)
{
    enum { STREAMS = 6, SOME = 150000 };
    struct fm_encode_pool *pool;
    struct fm_encode_stream *streams[STREAMS];
    struct fm_buf files[STREAMS] = {{NULL, 0, 0}}, texts[STREAMS];
    const int kinds = encoder_of(ZSTD) == NULL ? 1 : 2;
    ck_assert_int_eq(fm_encode_pool_new(3, NULL, &pool), FM_OK);
    if (_i == 1)
        fm_encode_pool_start_helpers(pool);
    for (int i = 0; i < STREAMS; i++) {
        texts[i] = make_text(4000000 + (size_t)i * 500000, 2 + (unsigned)i);
        streams[i] = open_stream(pool, i % kinds, &files[i]);
    }
    for (size_t at = 0; at < texts[STREAMS - 1].n; at += SOME)
        for (int i = 0; i < STREAMS; i++)
            if (at < texts[i].n)
                ck_assert_int_eq(
                    fm_encode_stream_add(streams[i], texts[i].p + at,
                                         texts[i].n - at < SOME ? texts[i].n - at : SOME),
                    FM_OK);
    for (int i = 0; i < STREAMS; i++) {
        ck_assert_int_eq(fm_encode_stream_finish(streams[i]), FM_OK);
        struct fm_buf alone = encode(NULL, i % kinds, &texts[i], SIZE_MAX);
        expect_equal(&files[i], &alone);
        fm_encode_stream_free(streams[i]);
        fm_buf_free(&alone);
        fm_buf_free(&files[i]);
        fm_buf_free(&texts[i]);
    }
    fm_encode_pool_stop_helpers(pool);
    fm_encode_pool_free(pool);
}
END_TEST

START_TEST(pieces_in_memory_are_bounded)
{
    enum { PIECES = 200 };
    struct fm_encode_pool *pool;
    struct fm_piece *pieces[PIECES];
    const struct fm_encoder *encoder = encoder_of(GZIP);
    const unsigned threads = _i == 0 ? 1 : _i == 1 ? 2 : 256;
    size_t n = 0;
    ck_assert_int_eq(fm_encode_pool_new(threads, NULL, &pool), FM_OK);
    for (bool posted = true; posted; n++) {
        ck_assert_uint_lt(n, PIECES);
        pieces[n] = fm_encode_pool_open(pool, encoder, 1);
        ck_assert_ptr_nonnull(pieces[n]);
        posted = fm_encode_pool_post(pool, pieces[n]);
    }
    const size_t bytes = (n - 1) * encoder->packed_max;
    ck_assert_uint_ge(bytes, threads == 1 ? 0 : threads == 2 ? 2 << 20 : 20 << 20);
    ck_assert_uint_le(bytes, threads == 1 ? 0 : threads == 2 ? 4 << 20 : 24 << 20);
    for (size_t i = 0; i < n; i++) /* there is room again */
        fm_encode_pool_give_back(pool, pieces[i]);
    pieces[0] = fm_encode_pool_open(pool, encoder, 1);
    ck_assert(fm_encode_pool_post(pool, pieces[0]) == (threads > 1));
    fm_encode_pool_give_back(pool, pieces[0]);
    ck_assert(!fm_encode_pool_help(pool));
    fm_encode_pool_free(pool);
}
END_TEST

/* Takes so many bytes, then fails. */
struct narrow {
    size_t room;
};

static enum fm_status take(void *user, const unsigned char *bytes, size_t n)
{
    struct narrow *narrow = user;
    (void)bytes;
    if (n > narrow->room)
        return FM_PIPE_CLOSED;
    narrow->room -= n;
    return FM_OK;
}

static enum fm_status add_all(struct fm_encode_stream *stream, const struct fm_buf *text)
{
    for (size_t at = 0; at < text->n; at += 100000)
        FM_TRY(fm_encode_stream_add(stream, text->p + at,
                                    text->n - at < 100000 ? text->n - at : 100000));
    return fm_encode_stream_finish(stream);
}

START_TEST(failures_are_passed_on)
{
    struct fm_buf text = make_text(9000000, 2);
    struct fm_buf file = encode(NULL, GZIP, &text, SIZE_MAX);
    for (size_t room = 0; room < file.n; room += file.n / 7) {
        struct narrow narrow = {room};
        struct fm_encode_pool *pool;
        struct fm_encode_stream *stream;
        ck_assert_int_eq(fm_encode_pool_new(3, NULL, &pool), FM_OK);
        fm_encode_pool_start_helpers(pool);
        ck_assert_int_eq(fm_encode_stream_new(pool, encoder_of(GZIP), 3, take, &narrow, &stream),
                         FM_OK);
        ck_assert_int_eq(add_all(stream, &text), FM_PIPE_CLOSED);
        fm_encode_stream_free(stream); /* while helpers compress */
        fm_encode_pool_stop_helpers(pool);
        fm_encode_pool_free(pool);
    }
    fm_buf_free(&file);
    fm_buf_free(&text);
}
END_TEST

START_TEST(a_cancelled_run_compresses_no_more)
{
    struct fm_buf text = make_text(3000000, 2), file = {NULL, 0, 0};
    struct fm_encode_pool *pool;
    atomic_bool cancelled;
    atomic_init(&cancelled, false);
    ck_assert_int_eq(fm_encode_pool_new(2, &cancelled, &pool), FM_OK);
    struct fm_encode_stream *stream = open_stream(pool, GZIP, &file);
    ck_assert_int_eq(fm_encode_stream_add(stream, text.p, 300000), FM_OK);
    atomic_store(&cancelled, true);
    ck_assert(!fm_encode_pool_help(pool)); /* one waits */
    ck_assert_int_eq(fm_encode_stream_add(stream, text.p, text.n), FM_CANCELLED);
    fm_encode_stream_free(stream);
    fm_encode_pool_free(pool);
    fm_buf_free(&file);
    fm_buf_free(&text);
}
END_TEST

START_TEST(levels_are_checked)
{
    struct fm_text detail = {NULL, 0};
    for (int i = 0; i < KINDS; i++) {
        const struct fm_encoder *encoder = encoder_of(i);
        const unsigned most = i == GZIP ? 9 : 19;
        for (unsigned level = 0; encoder != NULL && level <= 20; level++)
            ck_assert_int_eq(fm_level_check(fm_text_of(names[i]), level, &detail),
                             level >= 1 && level <= most ? FM_OK : FM_BAD_USE);
    }
    ck_assert_int_eq(fm_level_check(FM_TEXT("x.fen"), 1, &detail), FM_BAD_USE);
    ck_assert_int_eq(fm_level_check(FM_TEXT("x.xz"), 1, &detail), FM_BAD_USE);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("encode");
    TCase *good = tcase_create("good"), *bad = tcase_create("bad");
    TCase *const cases[] = {good, bad};
    tcase_add_loop_test(good, bytes_depend_on_the_text_alone, 0, KINDS);
    tcase_add_loop_test(good, streams_do_not_meet, 0, 2);
    tcase_add_loop_test(good, pieces_in_memory_are_bounded, 0, 3);
    tcase_add_test(good, levels_are_checked);
    tcase_add_test(bad, failures_are_passed_on);
    tcase_add_test(bad, a_cancelled_run_compresses_no_more);
    for (size_t i = 0; i < FM_COUNT_OF(cases); i++) {
        tcase_add_checked_fixture(cases[i], scratch_enter, scratch_leave);
        tcase_set_timeout(cases[i], 120);
        suite_add_tcase(suite, cases[i]);
    }
    return run_tap(suite);
}
