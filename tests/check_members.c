/* SPDX-License-Identifier: MIT */
/* lib/io, members decoded side by side: with a decode pool an input gives what it gives without one, byte
 * for byte and fault for fault, whatever is in the file. */
#include <config.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef HAVE_LZMA
#    include <lzma.h>
#endif
#ifdef HAVE_ZSTD
#    include <zstd.h>
#endif
#include "base/lanes.h"
#include "check_main.h"
#include "compressed.h"
#include "io/codec.h"
#include "io/input.h"
#include "scratch.h"

/* ---- what members hold ---- */

static void append(struct fm_buf *buf, struct fm_text text)
{
    ck_assert_int_eq(fm_buf_append_text(buf, text), FM_OK);
}

static struct fm_text text_of(const struct fm_buf *buf)
{
    return (struct fm_text){buf->p, buf->n};
}

/* Moves of a kind: a new one after so many that repeat (1 = hardly compressible). */
static struct fm_buf make_text(size_t n, uint64_t seed, unsigned every)
{
    static const char *const moves[] = {"e4 ", "Nf3 ", "O-O ", "Bxc6+ ",
                                        "1. ", "d5 ",  "12. ", "Qe2\n"};
    struct fm_buf text = {NULL, 0, 0};
    for (uint64_t i = seed; text.n < n; i++) {
        const uint64_t hash = fm_hash_mix(i);
        if (hash % every == 0)
            ck_assert_int_eq(fm_buf_append_u64(&text, hash), FM_OK);
        else
            append(&text, fm_text_of(moves[hash >> 32 & 7]));
    }
    text.n = n;
    return text;
}

/* A member as bgzip writes it. */
static void append_bgzip(struct fm_buf *file, struct fm_text text)
{
    const struct fm_encoder *encoder = &fm_encoder_gzip;
    void *state = NULL;
    size_t n;
    ck_assert_uint_le(text.n, 65280);
    if (text.n == 0) {
        ck_assert_int_eq(encoder->finish(text, file), FM_OK);
        return;
    }
    ck_assert_int_eq(encoder->start(6, &state), FM_OK);
    ck_assert_int_eq(fm_buf_reserve(file, encoder->packed_max), FM_OK);
    ck_assert_int_eq(encoder->encode(state, text, file->p + file->n, &n), FM_OK);
    ck_assert_uint_eq(n, (size_t)fm_little_endian(file->p + file->n + 16, 2) + 1);
    file->n += n;
    encoder->end(state);
}

#ifdef HAVE_ZSTD
/* A frame of any size, which does not say it. */
static void append_zstd(struct fm_buf *file, struct fm_text text)
{
    ZSTD_CCtx *context = ZSTD_createCCtx();
    ck_assert_int_eq(fm_buf_reserve(file, ZSTD_compressBound(text.n)), FM_OK);
    ZSTD_outBuffer out = {file->p + file->n, file->cap - file->n, 0};
    ZSTD_inBuffer in = {text.p, text.n, 0};
    (void)ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    while (in.pos < in.size)
        ck_assert(!ZSTD_isError(ZSTD_compressStream2(context, &out, &in, ZSTD_e_continue)));
    ck_assert_uint_eq(ZSTD_compressStream2(context, &out, &in, ZSTD_e_end), 0);
    file->n += out.pos;
    (void)ZSTD_freeCCtx(context);
}
#endif

#ifdef HAVE_LZMA
/* A stream whose blocks have their sizes in their headers. */
static void append_blocks(struct fm_buf *file, struct fm_text text, size_t block, lzma_check check)
{
    lzma_stream xz = LZMA_STREAM_INIT;
    const lzma_mt options = {.threads = 1, .block_size = block, .preset = 0, .check = check};
    ck_assert_int_eq(lzma_stream_encoder_mt(&xz, &options), LZMA_OK);
    ck_assert_int_eq(fm_buf_reserve(file, 2 * text.n + 4000), FM_OK);
    xz.next_in = text.p;
    xz.avail_in = text.n;
    xz.next_out = file->p + file->n;
    xz.avail_out = file->cap - file->n;
    ck_assert_int_eq(lzma_code(&xz, LZMA_FINISH), LZMA_STREAM_END);
    file->n += xz.total_out;
    lzma_end(&xz);
}
#endif

enum kind { BGZIP, ZSTD, XZ, KINDS };

static bool have(enum kind kind)
{
    static const bool known[KINDS] = {
        [BGZIP] = true,
#ifdef HAVE_ZSTD
        [ZSTD] = true,
#endif
#ifdef HAVE_LZMA
        [XZ] = true,
#endif
    };
    return known[kind];
}

/* One member of this kind. */
static void append_member(struct fm_buf *file, enum kind kind, struct fm_text text)
{
#ifdef HAVE_ZSTD
    if (kind == ZSTD) {
        append_zstd(file, text);
        return;
    }
#endif
#ifdef HAVE_LZMA
    if (kind == XZ) {
        append_blocks(file, text, 20000, LZMA_CHECK_CRC64);
        return;
    }
#endif
    (void)kind;
    append_bgzip(file, text);
}

/* ---- reading, alone and with a decode pool ---- */

struct outcome {
    struct fm_buf bytes;
    enum fm_status status;
    struct fm_error error;
};

/* What the memory that is read to holds before. */
static unsigned char fill = 'x';

static struct outcome drain(const char *name, size_t room, struct fm_decode_pool *pool, bool slowly)
{
    struct outcome outcome = {.status = FM_OK};
    struct fm_input *input;
    size_t got = 1;
    ck_assert_int_eq(fm_input_open(name, &input, NULL), FM_OK);
    fm_input_share(input, pool);
    while (got > 0 && outcome.status == FM_OK) {
        if (slowly)
            usleep(2000); /* the others decode all there is */
        ck_assert_int_eq(fm_buf_reserve(&outcome.bytes, room), FM_OK);
        unsigned char *to = outcome.bytes.p + outcome.bytes.n;
        memset(to, fill++, room); /* what is not written shows */
        outcome.status = fm_input_read(input, to, room, &got, &outcome.error);
        if (outcome.status == FM_OK)
            outcome.bytes.n += got;
    }
    fm_input_close(input);
    return outcome;
}

static void *wait_in_turn(void *user)
{
    fm_decode_pool_enter(user);
    fm_decode_pool_leave(user);
    return NULL;
}

enum { HELPERS_MAX = 4 };

struct team {
    struct fm_decode_pool *pool;
    pthread_t threads[HELPERS_MAX];
    unsigned helpers;
};

/* All but the caller wait for the token, which the caller holds. */
static void team_start(struct team *team, unsigned helpers)
{
    team->helpers = helpers;
    ck_assert_int_eq(fm_decode_pool_new(helpers + 1, &team->pool), FM_OK);
    fm_decode_pool_enter(team->pool);
    for (unsigned i = 0; i < helpers; i++)
        ck_assert_int_eq(fm_thread_start(&team->threads[i], 0, wait_in_turn, team->pool), FM_OK);
}

static void team_end(struct team *team)
{
    fm_decode_pool_leave(team->pool);
    for (unsigned i = 0; i < team->helpers; i++)
        (void)pthread_join(team->threads[i], NULL);
    fm_decode_pool_free(team->pool);
}

static void expect_same(const struct outcome *alone, const struct outcome *helped)
{
    ck_assert_int_eq(helped->status, alone->status);
    ck_assert_uint_eq(helped->bytes.n, alone->bytes.n);
    ck_assert(fm_text_equal(text_of(&helped->bytes), text_of(&alone->bytes)));
    if (alone->status == FM_OK)
        return;
    ck_assert_int_eq(helped->error.os_error, alone->error.os_error);
    ck_assert_uint_eq(helped->error.offset, alone->error.offset);
    ck_assert(fm_text_equal(helped->error.detail, alone->error.detail));
}

/* @return the status of all of them. */
static enum fm_status compare(struct fm_text file, bool slowly)
{
    static const size_t sizes[] = {5000, 300000};
    enum fm_status status = FM_OK;
    scratch_write("c", file);
    for (size_t i = 0; i < FM_COUNT_OF(sizes); i++) {
        struct outcome alone = drain("c", sizes[i], NULL, false);
        for (unsigned helpers = 1; helpers <= 3; helpers += 2) {
            struct team team;
            team_start(&team, helpers);
            struct outcome helped = drain("c", sizes[i], team.pool, slowly && i == 1);
            team_end(&team);
            expect_same(&alone, &helped);
            fm_buf_free(&helped.bytes);
        }
        status = alone.status;
        fm_buf_free(&alone.bytes);
    }
    return status;
}

static void expect_good(const struct fm_buf *file)
{
    ck_assert_int_eq(compare(text_of(file), false), FM_OK);
    ck_assert_int_eq(compare(text_of(file), true), FM_OK);
}

/* ---- files that are as they should be ---- */

static const size_t sizes[] = {65280, 65280, 0, 1, 65280, 300, 65280, 0, 0, 40000, 65280, 65280};

/* Members of these sizes, twice over; the last ones of all are empty, as bgzip ends a file. */
static struct fm_buf make_file(enum kind kind, unsigned every)
{
    struct fm_buf file = {NULL, 0, 0};
    for (size_t i = 0; i < 2 * FM_COUNT_OF(sizes); i++) {
        struct fm_buf text = make_text(sizes[i % FM_COUNT_OF(sizes)], i * 7919, every);
        append_member(&file, kind, text_of(&text));
        fm_buf_free(&text);
    }
    append_member(&file, kind, FM_TEXT(""));
    return file;
}

START_TEST(members_are_read)
{
    static const unsigned everies[] = {1, 3, 1000000};
    if (!have((enum kind)_i))
        return;
    for (size_t i = 0; i < FM_COUNT_OF(everies); i++) {
        struct fm_buf file = make_file((enum kind)_i, everies[i]);
        expect_good(&file);
        fm_buf_free(&file);
    }
}
END_TEST

/* Frames from small ones to those that are too large to be decoded ahead. */
START_TEST(large_frames_are_read)
{
    static const size_t frames[] = {100000, 900000, 10, 1100000, 1100000, 6000000, 500000, 3000000};
    struct fm_buf file = {NULL, 0, 0};
    if (!have(ZSTD))
        return;
    for (size_t i = 0; i < FM_COUNT_OF(frames); i++) {
        struct fm_buf text = make_text(frames[i], i, i % 2 == 0 ? 2 : 100000);
        append_member(&file, ZSTD, text_of(&text));
        fm_buf_free(&text);
    }
    expect_good(&file);
    fm_buf_free(&file);
}
END_TEST

/* Skippable frames, known and huge; all compressions in turn; gzip that does not tell its size. */
START_TEST(kinds_may_change)
{
    static const unsigned char skippable[] = {0x50, 0x2a, 0x4d, 0x18, 4,   0,
                                              0,    0,    'a',  'b',  'c', 'd'};
    static const unsigned char large[] = {0x5f, 0x2a, 0x4d, 0x18, 0, 0, 0x40, 0};
    static const unsigned char inside[0x400000];
    struct fm_buf file = {NULL, 0, 0};
    for (size_t round = 0; round < 3; round++) {
        for (int kind = 0; kind < KINDS; kind++) {
            struct fm_buf text = make_text(65280, round, 3);
            for (int i = 0; have((enum kind)kind) && i < 6; i++)
                append_member(&file, (enum kind)kind, text_of(&text));
            if (have(ZSTD))
                append(&file, (struct fm_text){skippable, sizeof skippable});
            fm_buf_free(&text);
        }
        for (size_t i = 0; i < FM_COUNT_OF(compressed); i++)
            if (compressed[i].readable)
                append(&file, compressed[i].second);
        if (have(ZSTD) && round == 1) {
            append(&file, (struct fm_text){large, sizeof large});
            append(&file, (struct fm_text){inside, sizeof inside});
        }
    }
    expect_good(&file);
    fm_buf_free(&file);
}
END_TEST

START_TEST(zeros_may_stand_between)
{
    static const unsigned char zeros[140000];
    struct fm_buf file = {NULL, 0, 0};
    for (size_t i = 0; i < 20; i++) {
        struct fm_buf text = make_text(65280, i, 3);
        append_bgzip(&file, text_of(&text));
        if (i % 7 == 3)
            append(&file, (struct fm_text){zeros, i == 10 ? sizeof zeros : i});
        fm_buf_free(&text);
    }
    append_bgzip(&file, FM_TEXT(""));
    expect_good(&file);
    fm_buf_free(&file);
}
END_TEST

/* ---- files that are not ---- */

/* One byte changed, everywhere in the headers and here and there in the rest. */
START_TEST(damage_is_the_same)
{
    unsigned found = 0, tried = 0;
    if (!have((enum kind)_i))
        return;
    struct fm_buf file = make_file((enum kind)_i, 3);
    struct fm_buf first = {NULL, 0, 0};
    struct fm_buf text = make_text(sizes[0], 0, 3);
    append_member(&first, (enum kind)_i, text_of(&text));
    for (size_t at = first.n; at < file.n; at += at < first.n + 30 ? 1 : 9001) {
        const unsigned char before = file.p[at];
        file.p[at] ^= (unsigned char)(1u << at % 8);
        found += compare(text_of(&file), at % 4 == 0) != FM_OK;
        tried++;
        file.p[at] = before;
    }
    ck_assert_uint_gt(found, tried / 2);
    fm_buf_free(&text);
    fm_buf_free(&first);
    fm_buf_free(&file);
}
END_TEST

/* Nothing is given that was not decoded, nor anything that was there before. */
START_TEST(damage_gives_no_garbage)
{
    if (!have((enum kind)_i))
        return;
    struct fm_buf text = make_text(_i == BGZIP ? 65280 : 300000, 1, 10), file = {NULL, 0, 0};
    append_member(&file, (enum kind)_i, text_of(&text));
    for (size_t at = 0; at < file.n; at += 401) {
        file.p[at] ^= (unsigned char)(1u << at % 8);
        scratch_write("c", text_of(&file));
        struct outcome one = drain("c", 300000, NULL, false),
                       other = drain("c", 300000, NULL, false);
        expect_same(&one, &other);
        fm_buf_free(&one.bytes);
        fm_buf_free(&other.bytes);
        file.p[at] ^= (unsigned char)(1u << at % 8);
    }
    fm_buf_free(&file);
    fm_buf_free(&text);
}
END_TEST

START_TEST(cut_files_are_the_same)
{
    if (!have((enum kind)_i))
        return;
    struct fm_buf file = make_file((enum kind)_i, 3);
    for (size_t n = file.n - 1; n > file.n / 3; n -= n > file.n - 40 ? 1 : 15013)
        (void)compare((struct fm_text){file.p, n}, n % 4 == 0);
    fm_buf_free(&file);
}
END_TEST

/* A file of bgzip ends with an empty member; without it the file was cut, wherever members are decoded. */
START_TEST(an_end_marker_is_missed)
{
    struct fm_buf file = {NULL, 0, 0};
    for (size_t i = 0; i < 30; i++) {
        struct fm_buf text = make_text(i % 2 == 0 ? 65280 : 100, i, 3);
        append_bgzip(&file, text_of(&text));
        if (i == 0 || i == 1 || i == 29)
            ck_assert_int_eq(compare(text_of(&file), i == 29), FM_INPUT_FAILED);
        fm_buf_free(&text);
    }
    append(&file, compressed[0].second); /* a member that is not of bgzip needs no marker */
    expect_good(&file);
    fm_buf_free(&file);
}
END_TEST

START_TEST(garbage_is_the_same)
{
    static const char *const garbage[] = {"x", "[Event \"?\"]\n", "\x1f", "\x28\xb5\x2f",
                                          "PK\3\4...."};
    for (size_t i = 0; have((enum kind)_i) && i < FM_COUNT_OF(garbage); i++) {
        struct fm_buf file = make_file((enum kind)_i, 3);
        append(&file, fm_text_of(garbage[i]));
        ck_assert_int_eq(compare(text_of(&file), true), FM_INPUT_FAILED);
        struct fm_buf more = make_file((enum kind)_i, 3);
        append(&file, text_of(&more));
        fm_buf_free(&more);
        ck_assert_int_eq(compare(text_of(&file), true), FM_INPUT_FAILED);
        fm_buf_free(&file);
    }
}
END_TEST

#ifdef HAVE_LZMA
/* Streams of blocks, with bytes between them. */
static struct fm_buf make_blocks(void)
{
    static const unsigned char padding[8];
    struct fm_buf file = {NULL, 0, 0};
    struct fm_buf text = make_text(60000, 1, 3);
    append_blocks(&file, text_of(&text), 13000, LZMA_CHECK_CRC64);
    append(&file, (struct fm_text){padding, sizeof padding});
    append_blocks(&file, text_of(&text), 50000, LZMA_CHECK_CRC32);
    append_blocks(&file, text_of(&text), 20000, LZMA_CHECK_SHA256);
    fm_buf_free(&text);
    return file;
}

/* Blocks that are decoded ahead, and one that is too large for it. */
START_TEST(large_blocks_are_read)
{
    struct fm_buf file = make_blocks(), text = make_text(5000000, 2, 1000000);
    append_blocks(&file, text_of(&text), 4000000, LZMA_CHECK_CRC64);
    append_blocks(&file, text_of(&text), 1000000, LZMA_CHECK_CRC64);
    expect_good(&file);
    fm_buf_free(&text);
    fm_buf_free(&file);
}
END_TEST

/* Bytes of a header, the blocks, the last index and footer: changed, and the file cut there. */
START_TEST(blocks_are_checked)
{
    struct fm_buf file = make_blocks();
    unsigned found = 0, tried = 0;
    enum { MAGIC = 6, START = 40, STEP = 7919, END = 110 }; /* END: index and footer */
    for (size_t at = MAGIC; at < file.n; at += at < START || at + END > file.n ? 1
                                               : at + STEP + END > file.n ? file.n - END + 1 - at
                                                                          : STEP) {
        const unsigned char before = file.p[at];
        file.p[at] ^= (unsigned char)(1u << at % 8);
        found += compare(text_of(&file), at % 16 == 0) != FM_OK;
        file.p[at] = before;
        (void)compare((struct fm_text){file.p, at}, false);
        tried++;
    }
    ck_assert_uint_eq(found, tried);
    fm_buf_free(&file);
}
END_TEST

/* A good block that is there twice: it is not in the index. */
START_TEST(index_is_checked)
{
    struct fm_buf text = make_text(80000, 1, 3), one = {NULL, 0, 0}, file = {NULL, 0, 0};
    enum { HEADER = 12 };
    append_blocks(&one, text_of(&text), 20000, LZMA_CHECK_CRC32);
    struct fm_extent extent;
    void *state = NULL;
    struct fm_flow flow = {one.p, HEADER, NULL, 0};
    struct fm_text detail;
    const struct fm_decoder *decoder = &fm_coder_xz.decoder;
    ck_assert_int_eq(decoder->start(&state), FM_OK);
    ck_assert_int_eq(decoder->feed(state, &flow, &detail), FM_FLOW_PART);
    const struct fm_text blocks = {one.p + HEADER, one.n - HEADER};
    ck_assert_int_eq(decoder->parts.measure(state, blocks, 1000000, &extent), FM_EXTENT_KNOWN);
    ck_assert_uint_eq(extent.plain, 20000);
    ck_assert_int_eq(decoder->parts.measure(state, blocks, 20000, &extent), FM_EXTENT_NONE);
    append(&file, (struct fm_text){one.p, HEADER + extent.raw}); /* twice the first */
    append(&file, blocks);
    ck_assert_int_eq(compare(text_of(&file), true), FM_INPUT_FAILED);
    decoder->end(state);
    fm_buf_free(&file);
    fm_buf_free(&one);
    fm_buf_free(&text);
}
END_TEST
#endif

/* BC fields and lengths that lie, one member or several. */
START_TEST(lies_are_found_out)
{
    static const int lies[] = {-20000, -27, -1, 1, 8, 27, 20000};
    enum { SIZE_AT = 16 };
    for (size_t i = 0; i < FM_COUNT_OF(lies); i++) {
        struct fm_buf file = {NULL, 0, 0};
        for (size_t k = 0; k < 20; k++) {
            struct fm_buf text = make_text(65280, k, 3);
            const size_t begin = file.n;
            append_bgzip(&file, text_of(&text));
            if (k == 7 || (k == 9 && i % 2 == 0)) {
                const unsigned size = (unsigned)(file.n - begin - 1) + (unsigned)lies[i];
                file.p[begin + SIZE_AT] = (unsigned char)(size & 255);
                file.p[begin + SIZE_AT + 1] = (unsigned char)(size >> 8);
            }
            fm_buf_free(&text);
        }
        const size_t last = file.n - 1;
        append_bgzip(&file, FM_TEXT(""));
        expect_good(&file);   /* gzip itself does not look at the field */
        file.p[last] ^= 0x40; /* the length of the last: beyond all that was allowed */
        ck_assert_int_eq(compare(text_of(&file), true), FM_INPUT_FAILED);
        fm_buf_free(&file);
    }
}
END_TEST

/* ---- batches and sizes by themselves ---- */

static void expect_decoded(struct fm_text file, bool good)
{
    struct fm_buf room = make_text(200000, 1, 2);
    struct fm_buf raw = {NULL, 0, 0};
    const struct fm_codec *codec;
    void *state = NULL;
    append(&raw, file);
    ck_assert(fm_codec_find(file, true, &codec));
    ck_assert_ptr_nonnull(codec);
    for (size_t lack = 0; lack <= good; lack++) {
        struct fm_decode_batch batch = {.raw = {raw.p, raw.n},
                                        .raw_n = raw.n,
                                        .members_n = raw.n - lack,
                                        .codec = codec,
                                        .plain = {room.p, room.n}};
        ck_assert(fm_batch_decode(&batch, &state) == (good && lack == 0));
        batch.plain.cap = 1; /* too little */
        ck_assert(!fm_batch_decode(&batch, &state));
    }
    codec->coder->decoder.end(state);
    fm_buf_free(&raw);
    fm_buf_free(&room);
}

START_TEST(batches_are_whole_or_not)
{
    if (!have((enum kind)_i))
        return;
    struct fm_buf text = make_text(60000, 3, 3), file = {NULL, 0, 0};
    for (int i = 0; i < 3; i++) {
        append_member(&file, (enum kind)_i, i == 1 ? FM_TEXT("") : text_of(&text));
        expect_decoded(text_of(&file), true);
    }
    file.p[file.n - 1] ^= 1;
    expect_decoded(text_of(&file), false);
    file.p[file.n - 1] ^= 1;
    append(&file, FM_TEXT("x"));
    expect_decoded(text_of(&file), false);
    fm_buf_free(&file);
    fm_buf_free(&text);
}
END_TEST

static void expect_extent(enum kind kind, struct fm_text member, size_t raw, size_t plain)
{
    const size_t limit = 1000000;
    const struct fm_decoder *decoder =
        kind == BGZIP ? &fm_coder_gzip.decoder : &fm_coder_zstd.decoder;
    struct fm_extent extent;
    for (size_t n = 4; n <= member.n; n++) {
        const struct fm_text part = {member.p, n};
        const enum fm_extent_state state = decoder->measure(part, limit, &extent);
        if (raw == 0) {
            ck_assert_int_ne(state, FM_EXTENT_KNOWN);
            continue;
        }
        ck_assert_int_ne(state, FM_EXTENT_NONE);
        ck_assert_int_eq(state == FM_EXTENT_KNOWN, n >= raw);
        if (state == FM_EXTENT_KNOWN) {
            ck_assert_uint_eq(extent.raw, raw);
            ck_assert_uint_eq(extent.plain, plain);
        }
    }
}

START_TEST(gzip_gives_its_size)
{
    struct fm_buf file = {NULL, 0, 0};
    append_bgzip(&file, FM_TEXT(FIRST_TEXT));
    expect_extent(BGZIP, text_of(&file), file.n, sizeof FIRST_TEXT - 1);
    file.p[file.n - 2] = 1; /* 65549 bytes */
    expect_extent(BGZIP, text_of(&file), 0, 0);
    file.p[file.n - 2] = 0;
    file.p[12] = 'X'; /* another field */
    expect_extent(BGZIP, text_of(&file), 0, 0);
    file.p[12] = 'B';
    file.p[10] = 5; /* does not hold it */
    expect_extent(BGZIP, text_of(&file), 0, 0);
    expect_extent(BGZIP, compressed[0].first, 0, 0);
    fm_buf_free(&file);
}
END_TEST

/* Frames by hand: RFC 8878. */
START_TEST(zstd_gives_its_size)
{
#define MAGIC 0x28, 0xb5, 0x2f, 0xfd
    /* window 1 KiB; blocks: raw of 2 bytes, one byte 9 times, compressed of 3, the last empty */
    static const unsigned char blocks[] = {MAGIC, 0,          0, 2 << 3, 0,   0,          'a',
                                           'b',   9 << 3 | 2, 0, 0,      'c', 3 << 3 | 4, 0,
                                           0,     1,          2, 3,      1,   0,          0};
    /* the same with a size of 2^16 + 256 + 1 bytes, and one of 2^32 */
    static const unsigned char sized[] = {MAGIC, 0x40, 58, 0x01, 0x00, 1, 0, 0};
    static const unsigned char huge[] = {MAGIC, 0xc0, 58, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0};
    static const unsigned char too_large[] = {MAGIC, 0,    0,
                                              0x08,  0x20, 0}; /* a block of 1025 bytes */
    static const unsigned char reserved[] = {MAGIC, 0, 0, 6, 0, 0};
    static const unsigned char skip[] = {0x5a, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 'x', 'y'};
    if (!have(ZSTD))
        return;
    expect_extent(ZSTD, (struct fm_text){blocks, sizeof blocks}, sizeof blocks, 2 + 9 + 1024);
    expect_extent(ZSTD, (struct fm_text){sized, sizeof sized}, sizeof sized, 257);
    expect_extent(ZSTD, (struct fm_text){huge, sizeof huge}, 0, 0);
    expect_extent(ZSTD, (struct fm_text){too_large, sizeof too_large}, 0, 0);
    expect_extent(ZSTD, (struct fm_text){reserved, sizeof reserved}, 0, 0);
    struct fm_extent extent;
    ck_assert_int_eq(
        fm_coder_zstd.decoder.measure((struct fm_text){skip, sizeof skip}, 100, &extent),
        FM_EXTENT_KNOWN);
    ck_assert(extent.raw == sizeof skip && extent.plain == 0);
    ck_assert_int_eq(fm_coder_zstd.decoder.measure((struct fm_text){skip, sizeof skip}, 9, &extent),
                     FM_EXTENT_NONE);
}
END_TEST

/* ---- ends ---- */

/* The input is closed while others decode; the pool goes on with the next one. */
START_TEST(an_input_may_be_left)
{
    struct fm_buf file = make_file(BGZIP, 3);
    struct team team;
    scratch_write("c", text_of(&file));
    team_start(&team, 3);
    for (size_t i = 0; i < 20; i++) {
        struct fm_input *input;
        unsigned char byte[100];
        size_t got = 1;
        ck_assert_int_eq(fm_input_open("c", &input, NULL), FM_OK);
        fm_input_share(input, team.pool);
        for (size_t k = 0; k < i * 70; k++)
            ck_assert_int_eq(fm_input_read(input, byte, sizeof byte, &got, NULL), FM_OK);
        ck_assert_uint_gt(got, 0);
        fm_input_close(input);
    }
    team_end(&team);
    fm_buf_free(&file);
}
END_TEST

/* What is verified is read two times, and the pool helps each time, also where a part ends. */
START_TEST(verified_parts_are_read_ahead)
{
    struct fm_buf file = make_file(BGZIP, 3);
    struct team team;
    scratch_write("c", text_of(&file));
    team_start(&team, 1);
    for (unsigned i = 0; i < 2; i++) {
        const uint64_t at[2] = {i * file.n / 2, (i + 1) * file.n / 2};
        struct fm_input_mark marks[2];
        struct fm_input *input;
        unsigned char byte[100];
        size_t got = 0;
        bool any = false;
        ck_assert_int_eq(fm_input_open("c", &input, NULL), FM_OK);
        fm_input_verify(input);
        fm_input_share(input, team.pool);
        fm_input_read_little(input);
        for (size_t k = 0; k < 700; k++) /* beyond the first member, which is never ahead */
            ck_assert_int_eq(fm_input_read(input, byte, sizeof byte, &got, NULL), FM_OK);
        ck_assert(!fm_raw_is_ahead(fm_input_file(input)));
        ck_assert_int_eq(fm_input_find_access(input, at, marks, &any, NULL), FM_OK);
        ck_assert(any);
        fm_input_go_between(input, &marks[0], &marks[1]);
        for (size_t k = 0; k < 700; k++)
            ck_assert_int_eq(fm_input_read(input, byte, sizeof byte, &got, NULL), FM_OK);
        ck_assert_uint_gt(got, 0);
        ck_assert(fm_raw_is_ahead(fm_input_file(input)));
        fm_input_close(input);
    }
    team_end(&team);
    fm_buf_free(&file);
}
END_TEST

/* Standard input: pieces are cut as they come. */
START_TEST(pipes_are_read)
{
    struct fm_buf file = make_file(BGZIP, 3);
    const int before = dup(STDIN_FILENO);
    scratch_write("c", text_of(&file));
    struct outcome alone = drain("c", 50000, NULL, false);
    for (int i = 0; i < 4; i++) {
        int ends[2];
        ck_assert_int_eq(pipe(ends), 0);
        ck_assert_int_eq(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
        const pid_t child = fork();
        ck_assert_int_ge(child, 0);
        if (child == 0) {
            for (size_t at = 0, n; at < file.n; at += n) {
                n = file.n - at < 9000 ? file.n - at : 9000;
                if (write(ends[1], file.p + at, n) != (ssize_t)n)
                    _exit(1);
                if (i % 2 == 1)
                    usleep(300);
            }
            _exit(0);
        }
        close(ends[0]);
        close(ends[1]);
        struct team team;
        team_start(&team, 2);
        struct outcome helped = drain("-", 50000, team.pool, i / 2 == 1);
        team_end(&team);
        int status;
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        ck_assert_int_eq(status, 0);
        expect_same(&alone, &helped);
        fm_buf_free(&helped.bytes);
    }
    ck_assert_int_eq(dup2(before, STDIN_FILENO), STDIN_FILENO);
    close(before);
    fm_buf_free(&alone.bytes);
    fm_buf_free(&file);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("members");
    TCase *good = tcase_create("good"), *bad = tcase_create("bad"), *parts = tcase_create("parts");
    TCase *const cases[] = {good, bad, parts};
    tcase_add_loop_test(good, members_are_read, 0, KINDS);
    tcase_add_test(good, large_frames_are_read);
    tcase_add_test(good, kinds_may_change);
    tcase_add_test(good, zeros_may_stand_between);
    tcase_add_test(good, pipes_are_read);
    tcase_add_test(good, an_input_may_be_left);
    tcase_add_test(good, verified_parts_are_read_ahead);
    tcase_add_loop_test(bad, damage_is_the_same, 0, KINDS);
    tcase_add_loop_test(bad, damage_gives_no_garbage, 0, KINDS);
    tcase_add_loop_test(bad, cut_files_are_the_same, 0, KINDS);
    tcase_add_test(bad, an_end_marker_is_missed);
    tcase_add_loop_test(bad, garbage_is_the_same, 0, KINDS);
    tcase_add_test(bad, lies_are_found_out);
#ifdef HAVE_LZMA
    tcase_add_test(good, large_blocks_are_read);
    tcase_add_test(bad, blocks_are_checked);
    tcase_add_test(bad, index_is_checked);
#endif
    tcase_add_loop_test(parts, batches_are_whole_or_not, 0, XZ);
    tcase_add_test(parts, gzip_gives_its_size);
    tcase_add_test(parts, zstd_gives_its_size);
    for (size_t i = 0; i < FM_COUNT_OF(cases); i++) {
        tcase_add_checked_fixture(cases[i], scratch_enter, scratch_leave);
        tcase_set_timeout(cases[i], 120);
        suite_add_tcase(suite, cases[i]);
    }
    return run_tap(suite);
}
