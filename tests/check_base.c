/* SPDX-License-Identifier: MIT */
/* lib/base: text, numbers, near names, buffers, the arena, line counts, the hash, reasons, threads.
 */
#include <config.h>
#include <signal.h>
#include <stdio.h>
#include "base/base.h"
#include "base/table.h"
#include "base/thread.h"
#include "base/utf8.h"
#include "check_main.h"

START_TEST(text_compares_without_case)
{
    ck_assert(fm_text_equal_nocase(FM_TEXT("SetUp"), FM_TEXT("sEtuP")));
    ck_assert(!fm_text_equal_nocase(FM_TEXT("SetUp"), FM_TEXT("SetU")));
    ck_assert(!fm_text_equal_nocase(FM_TEXT("@["), FM_TEXT("`{"))); /* one bit off letters */
    ck_assert(!fm_text_equal_nocase(FM_TEXT("\xc4"), FM_TEXT("\xe4")));
    ck_assert(fm_text_equal((struct fm_text){NULL, 0}, FM_TEXT("")));
}
END_TEST

START_TEST(text_is_trimmed)
{
    ck_assert(fm_text_equal(fm_text_trim(FM_TEXT(" \t\r\n a b \n\v\f")), FM_TEXT("a b")));
    ck_assert_uint_eq(fm_text_trim(FM_TEXT(" \n ")).n, 0);
    ck_assert_uint_eq(fm_text_trim((struct fm_text){NULL, 0}).n, 0);
    ck_assert(fm_text_equal(fm_text_trim(FM_TEXT("\xa0x")), FM_TEXT("\xa0x")));
}
END_TEST

START_TEST(numbers_are_read_whole)
{
    static const char *const bad[] = {"",
                                      "-1",
                                      "+1",
                                      " 1",
                                      "1 ",
                                      "1a",
                                      "18446744073709551616",
                                      "99999999999999999999",
                                      "000000000000000000001"};
    uint64_t number = 7;
    for (size_t i = 0; i < FM_COUNT_OF(bad); i++)
        ck_assert_msg(!fm_text_to_u64(fm_text_of(bad[i]), &number), "%s", bad[i]);
    ck_assert_uint_eq(number, 7);
    ck_assert(fm_text_to_u64(FM_TEXT("18446744073709551615"), &number));
    ck_assert_uint_eq(number, UINT64_MAX);
    ck_assert(fm_text_to_u64(FM_TEXT("007"), &number));
    ck_assert_uint_eq(number, 7);

    static const char *const no[] = {
        "", "-", "+1", "--1", "- 1", "9223372036854775808", "-9223372036854775808"};
    int64_t below = 7;
    for (size_t i = 0; i < FM_COUNT_OF(no); i++)
        ck_assert_msg(!fm_text_to_i64(fm_text_of(no[i]), &below), "%s", no[i]);
    ck_assert_int_eq(below, 7);
    ck_assert(fm_text_to_i64(FM_TEXT("-9223372036854775807"), &below));
    ck_assert_int_eq(below, INT64_MIN + 1);
    ck_assert(fm_text_to_i64(FM_TEXT("12"), &below));
    ck_assert_int_eq(below, 12);
}
END_TEST

START_TEST(numbers_are_written)
{
    uint64_t number = 0;
    for (int i = 0; i < 200; i++, number = number * 3 + (uint64_t)i) {
        char want[32];
        unsigned char got[32];
        const int n = snprintf(want, sizeof want, "%llu", (unsigned long long)number);
        const unsigned char *end = fm_put_u64(got, number);
        ck_assert_int_eq(end - got, n);
        ck_assert_int_eq(memcmp(got, want, (size_t)n), 0);
    }
    unsigned char largest[20];
    ck_assert(fm_put_u64(largest, UINT64_MAX) == largest + 20);
    ck_assert_int_eq(memcmp(largest, "18446744073709551615", 20), 0);
    ck_assert(fm_put_i64(largest, INT64_MIN) == largest + 20);
    ck_assert_int_eq(memcmp(largest, "-9223372036854775808", 20), 0);
    ck_assert(fm_put_i64(largest, 12) == largest + 2);
}
END_TEST

START_TEST(near_names_are_found)
{
    static const char *const names[] = {"format",   "castling", "en-passant",
                                        "counters", "fen",      NULL};
    static const struct {
        const char *word, *want;
    } rows[] = {
        {"formta", "format"},
        {"castlin", "castling"},
        {"casstling", "castling"},
        {"En_Passant", "en-passant"},
        {"fne", "fen"},
        {"conters", "counters"},
        {"xyz", NULL},
        {"", NULL},
        {"fn", NULL},
        {"fe", "fen"},
        {"castl", NULL},
        {"cas", NULL},
        {"FEN", "fen"},
        {"cuonetrs", "counters"},
    };
    for (size_t i = 0; i < FM_COUNT_OF(rows); i++)
        ck_assert_pstr_eq(fm_name_suggest(fm_text_of(rows[i].word), names), rows[i].want);
    unsigned char far[200];
    memset(far, 'f', sizeof far);
    ck_assert_ptr_null(fm_name_suggest((struct fm_text){far, sizeof far}, names));
    ck_assert_ptr_null(fm_name_suggest((struct fm_text){far, 63}, names));
}
END_TEST

START_TEST(buffer_announces_its_growth)
{
    static const size_t sizes[] = {1, 255, 1, 300, 40, 5000, 0, 3000, 1};
    struct fm_buf buf = {NULL, 0, 0};
    for (size_t i = 0; i < FM_COUNT_OF(sizes); i++) {
        const size_t growth = fm_buf_growth(&buf, sizes[i]), before = buf.cap;
        ck_assert_int_eq(fm_buf_reserve(&buf, sizes[i]), FM_OK);
        ck_assert_uint_eq(buf.cap, growth > 0 ? growth : before);
        ck_assert_uint_ge(buf.cap - buf.n, sizes[i]);
        buf.n += sizes[i];
    }
    fm_buf_free(&buf);
}
END_TEST

START_TEST(buffer_grows)
{
    struct fm_buf buf = {NULL, 0, 0};
    ck_assert_int_eq(fm_buf_append(&buf, NULL, 0), FM_OK);
    for (unsigned i = 0; i < 1000; i++) {
        ck_assert_int_eq(fm_buf_append_u64(&buf, i), FM_OK);
        ck_assert_int_eq(fm_buf_append_text(&buf, FM_TEXT(",")), FM_OK);
    }
    ck_assert_uint_eq(buf.n, 10 * 2 + 90 * 3 + 900 * 4);
    ck_assert_int_eq(memcmp(buf.p, "0,1,2,", 6), 0);
    ck_assert_int_eq(memcmp(buf.p + buf.n - 8, "998,999,", 8), 0);
    const struct fm_buf before = buf;
    ck_assert_int_eq(fm_buf_grow(&buf, SIZE_MAX), FM_NO_MEMORY);
    ck_assert_int_eq(fm_buf_grow(&buf, PTRDIFF_MAX - buf.n + 1), FM_NO_MEMORY);
    ck_assert_int_eq(memcmp(&before, &buf, sizeof buf), 0);
    ck_assert_int_eq(fm_buf_reserve(&buf, 100000), FM_OK);
    ck_assert_uint_ge(buf.cap - buf.n, 100000);
    fm_buf_free(&buf);
    ck_assert_ptr_null(buf.p);
}
END_TEST

static bool is_filled(const unsigned char *p, size_t n, unsigned char with)
{
    size_t i = 0;
    while (i < n && p[i] == with)
        i++;
    return i == n;
}

START_TEST(arena_keeps_what_it_gave)
{
    enum { PIECES = 250 };
    static const size_t sizes[] = {0, 1, 15, 16, 17, 100, 8192, 8193, 70000};
    struct fm_arena arena = {0};
    for (int round = 0; round < 3; round++) {
        unsigned char *pieces[PIECES];
        for (size_t i = 0; i < PIECES; i++) {
            pieces[i] = fm_arena_alloc(&arena, sizes[i % FM_COUNT_OF(sizes)]);
            ck_assert_ptr_nonnull(pieces[i]);
            ck_assert_uint_eq((uintptr_t)pieces[i] % _Alignof(max_align_t), 0);
            memset(pieces[i], (int)i, sizes[i % FM_COUNT_OF(sizes)]);
        }
        for (size_t i = 0; i < PIECES; i++)
            ck_assert(is_filled(pieces[i], sizes[i % FM_COUNT_OF(sizes)], (unsigned char)i));
        fm_arena_reset(&arena);
    }
    ck_assert_ptr_null(fm_arena_alloc(&arena, SIZE_MAX));
    ck_assert_ptr_null(fm_arena_alloc(&arena, PTRDIFF_MAX));
    ck_assert_ptr_nonnull(fm_arena_alloc(&arena, 1));
    fm_arena_free(&arena);
    fm_arena_free(&arena);
    fm_arena_reset(&arena);
}
END_TEST

START_TEST(arena_copies_text)
{
    struct fm_arena arena = {0};
    char text[] = "Kasparov";
    const struct fm_text copy = fm_arena_copy(&arena, fm_text_of(text));
    memset(text, 'x', sizeof text - 1);
    ck_assert(fm_text_equal(copy, FM_TEXT("Kasparov")));
    ck_assert_uint_eq(fm_arena_copy(&arena, FM_TEXT("")).n, 0);
    fm_arena_free(&arena);
}
END_TEST

static uint64_t count_simply(const unsigned char *p, size_t n, unsigned char next)
{
    uint64_t lines = 0;
    for (size_t i = 0; i < n; i++)
        if (p[i] == '\n')
            lines++;
        else if (p[i] == '\r' && (i + 1 < n ? p[i + 1] : next) != '\n')
            lines++;
    return lines;
}

static bool is_ascii_simply(const unsigned char *p, size_t n)
{
    size_t i = 0;
    while (i < n && p[i] < 0x80)
        i++;
    return i == n;
}

static bool is_rare_simply(const unsigned char *p, size_t n)
{
    return memchr(p, '&', n) != NULL || memchr(p, 0x03, n) != NULL;
}

START_TEST(lines_are_counted)
{
    enum { SIZE = 400 };
    /* The last ones have the low halves of those that are looked for. */
    static const unsigned char alphabet[] = {'a', '\n', '*', '\r', 0, 0xff, '\n' | 0x80, '\t',
                                             ' ', 0x03, '&', 0x13, 6, '-',  '&' | 0x80};
    static const size_t letters[] = {3, 4, 9, sizeof alphabet};
    uint64_t state = 1;
    for (size_t n = 0; n <= SIZE; n++) {
        unsigned char *text = malloc(n + 1); /* exact, so that a sanitizer sees reads outside */
        ck_assert_ptr_nonnull(text);
        for (size_t i = 0; i < n; i++)
            text[i] = alphabet[fm_hash_mix(state++) % letters[n % FM_COUNT_OF(letters)]];
        unsigned char *tight = realloc(text, n > 0 ? n : 1);
        ck_assert_ptr_nonnull(tight);
        ck_assert_uint_eq(fm_survey_text((struct fm_text){tight, n}, '\n').lines,
                          count_simply(tight, n, '\n'));
        ck_assert_uint_eq(fm_survey_text((struct fm_text){tight, n}, 0).lines,
                          count_simply(tight, n, 0));
        const struct fm_survey survey = fm_survey_text((struct fm_text){tight, n}, 0);
        ck_assert_uint_eq(survey.lines, count_simply(tight, n, 0));
        ck_assert_int_eq(survey.ascii, is_ascii_simply(tight, n));
        ck_assert_int_eq(survey.rare, is_rare_simply(tight, n));
        free(tight);
    }
}
END_TEST

START_TEST(lines_in_long_texts_are_counted)
{
    enum { SIZE = 100000 };
    unsigned char *text = malloc(SIZE);
    ck_assert_ptr_nonnull(text);
    memset(text, '\n', SIZE);
    ck_assert_uint_eq(fm_survey_text((struct fm_text){text, SIZE}, 0).lines, SIZE);
    for (size_t i = 0; i < SIZE; i += SIZE / 101) {
        text[i] = i % 2 == 0 ? '&' : 0x03;
        const struct fm_survey survey = fm_survey_text((struct fm_text){text, SIZE}, 0);
        ck_assert_uint_eq(survey.lines, SIZE - 1);
        ck_assert(survey.rare);
        text[i] = '\n';
    }
    memset(text, '\r', SIZE);
    ck_assert_uint_eq(fm_survey_text((struct fm_text){text, SIZE}, 0).lines, SIZE);
    ck_assert_uint_eq(fm_survey_text((struct fm_text){text, SIZE}, '\n').lines, SIZE - 1);
    for (size_t i = 1; i < SIZE; i += 2)
        text[i] = '\n';
    ck_assert_uint_eq(fm_survey_text((struct fm_text){text, SIZE}, 0).lines, SIZE / 2);
    for (size_t i = 0; i < SIZE; i += SIZE / 101) {
        ck_assert(fm_survey_text((struct fm_text){text, SIZE}, 0).ascii);
        text[i] |= 0x80;
        ck_assert(!fm_survey_text((struct fm_text){text, SIZE}, 0).ascii);
        text[i] &= 0x7F;
    }
    free(text);
}
END_TEST

/* A row with something after its key. */
struct row {
    struct fm_hash128 key;
    uint64_t number;
};

enum { TABLE_KEYS = 1500 };

/* The key {0, 0}, which marks free places; two of the last place of any table; all others spread. */
static struct fm_hash128 table_key(uint64_t i)
{
    if (i == 7)
        return (struct fm_hash128){0, 0};
    if (i == 8 || i == 9)
        return (struct fm_hash128){UINT64_MAX, i};
    return (struct fm_hash128){fm_hash_mix(i + 1), i};
}

/* Each key is new the first time, and growing takes what was announced. */
static void table_fill(struct fm_table *table)
{
    for (uint64_t i = 0; i < TABLE_KEYS; i++) {
        bool fresh = false;
        const size_t before = fm_table_bytes(table), growth = fm_table_growth(table, 1);
        ck_assert_ptr_null(fm_table_find(table, table_key(i)));
        struct row *row = fm_table_add(table, table_key(i), &fresh);
        ck_assert_ptr_nonnull(row);
        ck_assert(fresh && row->number == 0);
        ck_assert(row->key.lo == table_key(i).lo && row->key.hi == table_key(i).hi);
        row->number = i + 1;
        ck_assert_uint_eq(fm_table_bytes(table), before + growth);
    }
    ck_assert_uint_eq(table->count, TABLE_KEYS - 1);
}

START_TEST(table_finds_its_rows)
{
    struct fm_table table = {.row = sizeof(struct row)};
    ck_assert_ptr_null(fm_table_next(&table, NULL));
    ck_assert_uint_eq(fm_table_bytes(&table), 0);
    for (unsigned round = 0; round < 2; round++) {
        uint64_t seen = 0, sum = 0;
        table_fill(&table);
        for (uint64_t i = 0; i < TABLE_KEYS; i++) {
            bool fresh = true;
            const struct row *row = fm_table_find(&table, table_key(i));
            ck_assert_ptr_nonnull(row);
            ck_assert_uint_eq(row->number, i + 1);
            ck_assert_ptr_eq(fm_table_add(&table, table_key(i), &fresh), row);
            ck_assert(!fresh);
        }
        for (const struct row *row = NULL; (row = fm_table_next(&table, row)) != NULL; seen++)
            sum += row->number;
        ck_assert_uint_eq(seen, TABLE_KEYS);
        ck_assert_uint_eq(sum, TABLE_KEYS * (TABLE_KEYS + 1) / 2);
        fm_table_clear(&table);
        ck_assert_ptr_null(fm_table_next(&table, NULL));
        ck_assert_ptr_null(fm_table_find(&table, table_key(7)));
    }
    fm_table_free(&table);
    ck_assert_uint_eq(fm_table_bytes(&table), 0);
    table_fill(&table);
    fm_table_free(&table);
}
END_TEST

/* Two keys fit where two were announced to fit, and not one more. */
START_TEST(table_announces_its_growth)
{
    struct fm_table table = {.row = sizeof(struct row)};
    for (uint64_t i = 0; i < TABLE_KEYS; i += 2) {
        bool fresh;
        const size_t growth = fm_table_growth(&table, 2);
        const size_t before = fm_table_bytes(&table);
        ck_assert_ptr_nonnull(fm_table_add(&table, table_key(i + 10), &fresh));
        ck_assert_ptr_nonnull(fm_table_add(&table, table_key(i + 11), &fresh));
        ck_assert_uint_eq(fm_table_bytes(&table), before + growth);
        ck_assert(4 * table.count < 3 * table.cap + 4);
    }
    fm_table_free(&table);
}
END_TEST

/* Keys of a set: zero, many of the first and of the last place of any table, so that they lie before
 * and after it, and wrap around; all others spread. */
static struct fm_hash128 set_key(uint64_t i)
{
    const uint64_t number = fm_hash_mix(i) % 40000;
    if (number == 0)
        return (struct fm_hash128){0, 0};
    if (number < 300)
        return (struct fm_hash128){number % 2 == 0 ? 0 : UINT64_MAX, number};
    return (struct fm_hash128){fm_hash_mix(number), number};
}

/* Adds keys in batches, growing a set by steps of all sizes, and compares each answer. */
static void fill_set(uint64_t most, size_t batch)
{
    enum { KEYS = 60000, NUMBERS = 40000, LEAST = 1024 };
    static bool seen[NUMBERS];
    struct fm_table set = {.row = sizeof(struct fm_hash128)};
    struct fm_hash128 keys[256];
    unsigned char fresh[256];
    size_t in = 0;
    bool grown = true;
    memset(seen, 0, sizeof seen);
    for (uint64_t at = 0; at < KEYS && grown;) {
        for (size_t i = 0; i < batch; i++)
            keys[i] = set_key(at + i);
        const size_t done = fm_set_add(&set, keys, batch, fresh);
        for (size_t i = 0; i < done; i++) {
            bool *before = &seen[fm_hash_mix(at + i) % NUMBERS];
            ck_assert_uint_eq(fresh[i], !*before);
            in += !*before;
            *before = true;
        }
        at += done;
        if (done < batch) {
            ck_assert_int_eq(fm_set_grow(&set, most, &grown), FM_OK);
            ck_assert(fm_table_bytes(&set) <= (most < LEAST ? LEAST : most));
        }
    }
    ck_assert(grown == (most > 500000));
    ck_assert_uint_eq(set.count + set.zero, in);
    for (uint64_t at = 0; at + batch <= KEYS; at += batch) {
        for (size_t i = 0; i < batch; i++)
            keys[i] = set_key(at + i);
        fm_set_find(&set, keys, batch, fresh);
        for (size_t i = 0; i < batch; i++)
            ck_assert_uint_eq(fresh[i], !seen[fm_hash_mix(at + i) % NUMBERS]);
    }
    fm_table_free(&set);
}

START_TEST(set_answers_as_it_grows)
{
    fill_set(UINT64_MAX, 256);
    fill_set(UINT64_MAX, 1);
    for (uint64_t most = 0; most < 500000; most += most / 3 + 100)
        fill_set(most, 97);
}
END_TEST

START_TEST(table_without_memory_stays_as_it_is)
{
    static const size_t sizes[] = {PTRDIFF_MAX / 32, PTRDIFF_MAX / 8 * 2, (size_t)1 << 52};
    for (size_t i = 0; i < FM_COUNT_OF(sizes); i++) {
        struct fm_table table = {.row = sizes[i]};
        bool fresh;
        ck_assert_ptr_null(fm_table_add(&table, table_key(1), &fresh));
        ck_assert(table.cap == 0 && table.count == 0 && table.rows == NULL);
        ck_assert_ptr_null(fm_table_find(&table, table_key(1)));
        fm_table_free(&table);
    }
}
END_TEST

/* Published values of MurmurHash3_x64_128: h1 then h2. */
START_TEST(hash_is_the_published_one)
{
    static const struct {
        const char *text;
        uint64_t seed, lo, hi;
    } rows[] = {
        {"", 0, 0, 0},
        {"hello", 0, UINT64_C(0xcbd8a7b341bd9b02), UINT64_C(0x5b1e906a48ae1d19)},
        {"The quick brown fox jumps over the lazy dog", 0, UINT64_C(0xe34bbc7bbc071b6c),
         UINT64_C(0x7a433ca9c49a9347)},
    };
    for (size_t i = 0; i < FM_COUNT_OF(rows); i++) {
        const struct fm_hash128 hash =
            fm_hash128_of(rows[i].text, strlen(rows[i].text), rows[i].seed);
        ck_assert_uint_eq(hash.lo, rows[i].lo);
        ck_assert_uint_eq(hash.hi, rows[i].hi);
    }
}
END_TEST

/* Words of eight bytes are passed over as a whole: every byte, at every place of a text of two. */
START_TEST(special_bytes_are_found_anywhere)
{
    enum { LENGTH = 19 };
    struct fm_buf out = {NULL, 0, 0};
    for (unsigned byte = 0; byte < 0x80; byte++)
        for (size_t n = 1; n <= LENGTH; n++)
            for (size_t at = 0; at < n; at++) {
                unsigned char text[LENGTH], member[LENGTH + 8];
                memset(text, '~', sizeof text);
                text[at] = (unsigned char)byte;
                static const char from[] = "\"\\\n\r\t\b\f", to[] = "\"\\nrtbf";
                const char *known = byte == 0 ? NULL : strchr(from, (int)byte);
                const bool control = byte < 0x20 || byte == 0x7F;
                const int length = snprintf((char *)member, sizeof member,
                                            known != NULL ? "%.*s\\%c%.*s"
                                            : control     ? "%.*s\\u%04x%.*s"
                                                          : "%.*s%c%.*s",
                                            (int)at, "~~~~~~~~~~~~~~~~~~~",
                                            known != NULL ? (unsigned)to[known - from] : byte,
                                            (int)(n - at - 1), "~~~~~~~~~~~~~~~~~~~");
                out.n = 0;
                ck_assert_int_eq(fm_json_text(&out, (struct fm_text){text, n}), FM_OK);
                ck_assert_uint_eq(out.n, (size_t)length);
                ck_assert_mem_eq(out.p, member, out.n);
                ck_assert_uint_eq(fm_utf8_blank_controls(text, n, NULL), n);
                ck_assert_uint_eq(text[at], control ? ' ' : byte);
            }
    fm_buf_free(&out);
}
END_TEST

/* SMHasher's own check: the hash of the hashes of 0, 01, 0102, ... with seeds 256 - length. Its
 * first four bytes are 0x6384BA69 for MurmurHash3_x64_128. */
START_TEST(hash_passes_smhasher)
{
    unsigned char key[256], hashes[256 * 16];
    for (unsigned i = 0; i < 256; i++) {
        key[i] = (unsigned char)i;
        const struct fm_hash128 hash = fm_hash128_of(key, i, 256 - i);
        for (unsigned k = 0; k < 8; k++) {
            hashes[i * 16 + k] = (unsigned char)(hash.lo >> (8 * k));
            hashes[i * 16 + 8 + k] = (unsigned char)(hash.hi >> (8 * k));
        }
    }
    ck_assert_uint_eq((uint32_t)fm_hash128_of(hashes, sizeof hashes, 0).lo, 0x6384ba69);
}
END_TEST

START_TEST(reasons_have_names)
{
    for (int i = FM_REASON_NONE; i < FM_REASON_COUNT; i++) {
        const char *name = fm_reason_name((enum fm_reason)i);
        ck_assert_uint_gt(strlen(name), 0);
        ck_assert_uint_eq(strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(name));
        ck_assert_uint_gt(strlen(fm_reason_meaning((enum fm_reason)i)), 0);
        ck_assert_ptr_nonnull(strchr("RWMS", fm_reason_kind((enum fm_reason)i)));
        for (int k = FM_REASON_NONE; k < i; k++)
            ck_assert_str_ne(name, fm_reason_name((enum fm_reason)k));
    }
    ck_assert_str_eq(fm_reason_name(FM_REASON_ILLEGAL_MOVE), "illegal-move");
    ck_assert_int_eq(fm_reason_kind(FM_REASON_ILLEGAL_MOVE), 'R');
    ck_assert_int_eq(fm_reason_kind(FM_REASON_CASTLING_REPAIRED), 'M');
    ck_assert_str_eq(fm_reason_name((enum fm_reason)FM_REASON_COUNT), "none");
}
END_TEST

/* A struct of a caller who knows less than the library, as much, and more. */
START_TEST(given_structs_may_be_older_and_newer)
{
    struct known {
        size_t size;
        int a, b;
    } known;
    struct {
        struct known known;
        int later;
    } given = {.known = {.size = offsetof(struct known, b), .a = 1, .b = 2}};
    ck_assert(fm_given(&known, sizeof known, &given));
    ck_assert_int_eq(known.a, 1);
    ck_assert_int_eq(known.b, 0);
    ck_assert_uint_eq(known.size, sizeof known);
    given.known.size = sizeof known;
    ck_assert(fm_given(&known, sizeof known, &given));
    ck_assert_int_eq(known.b, 2);
    given.known.size = sizeof given;
    ck_assert(fm_given(&known, sizeof known, &given));
    given.later = 1;
    ck_assert(!fm_given(&known, sizeof known, &given));
    given.known.size = 0;
    ck_assert(!fm_given(&known, sizeof known, &given));
}
END_TEST

/* And the calls take them so. */
START_TEST(structs_without_size_are_refused)
{
    struct fm_profile *profile;
    struct fm_converter *converter;
    struct fm_inputs *found = NULL;
    struct fm_destinations to = {.force = true};
    struct fm_inputs inputs = {.count = 0};
    struct fm_events events = {.warnings = false};
    const char *name = "nothing.json";
    const struct fm_input_search search = {.count = 0};
    const struct fm_merging merging = {.names = &name, .count = 1, .output = "-"};
    ck_assert_int_eq(fm_profile_new(&profile), FM_OK);
    ck_assert_int_eq(fm_profile_finish(profile, NULL), FM_OK);
    ck_assert_int_eq(fm_converter_new(profile, 1, &converter, NULL), FM_OK);
    ck_assert_int_eq(fm_converter_to(converter, &to, NULL), FM_BAD_USE);
    to.size =
        offsetof(struct fm_destinations, force); /* it does not count: there is no such member */
    ck_assert_int_eq(fm_converter_to(converter, &to, NULL), FM_OK);
    ck_assert_int_eq(fm_converter_run(converter, &inputs, NULL, NULL), FM_BAD_USE);
    inputs.size = sizeof inputs;
    ck_assert_int_eq(fm_converter_run(converter, &inputs, &events, NULL), FM_BAD_USE);
    events.size = sizeof events;
    ck_assert_int_eq(fm_converter_run(converter, &inputs, &events, NULL), FM_OK);
    ck_assert_int_eq(fm_inputs_expand(&search, &found, NULL), FM_BAD_USE);
    ck_assert_int_eq(fm_merge(&merging, NULL), FM_BAD_USE);
    fm_converter_free(converter);
    fm_profile_free(profile);
}
END_TEST

START_TEST(warnings_are_a_set)
{
    struct fm_warnings reading = {{0}};
    for (int i = FM_REASON_NONE + 1; i < FM_REASON_COUNT; i += 2)
        fm_warnings_note(&reading, (enum fm_reason)i);
    for (int i = FM_REASON_NONE + 1; i < FM_REASON_COUNT; i++)
        ck_assert_int_eq(fm_warnings_has(&reading, (enum fm_reason)i), i % 2);
}
END_TEST

/* Two threads that take turns. */
struct turns {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int count;         /* guarded by mutex */
    bool signals_held; /* written by the thread, read after the join */
};

static void *take_turns(void *user)
{
    struct turns *turns = user;
    sigset_t held;
    pthread_sigmask(SIG_SETMASK, NULL, &held);
    turns->signals_held = sigismember(&held, SIGINT) == 1;
    pthread_mutex_lock(&turns->mutex);
    while (turns->count < 1000) {
        while (turns->count % 2 == 0)
            pthread_cond_wait(&turns->changed, &turns->mutex);
        turns->count++;
        pthread_cond_broadcast(&turns->changed);
    }
    pthread_mutex_unlock(&turns->mutex);
    return NULL;
}

static void run_turns(size_t stack)
{
    struct turns turns = {.count = 0};
    pthread_t thread;
    ck_assert_int_eq(pthread_mutex_init(&turns.mutex, NULL), 0);
    ck_assert_int_eq(pthread_cond_init(&turns.changed, NULL), 0);
    ck_assert_int_eq(fm_thread_start(&thread, stack, take_turns, &turns), FM_OK);
    pthread_mutex_lock(&turns.mutex);
    while (turns.count < 1000) {
        while (turns.count % 2 != 0)
            pthread_cond_wait(&turns.changed, &turns.mutex);
        turns.count++;
        pthread_cond_broadcast(&turns.changed);
    }
    pthread_mutex_unlock(&turns.mutex);
    (void)pthread_join(thread, NULL);
    ck_assert_int_ge(turns.count, 1000);
    ck_assert(turns.signals_held);
    pthread_cond_destroy(&turns.changed);
    pthread_mutex_destroy(&turns.mutex);
}

START_TEST(threads_take_turns)
{
    sigset_t held;
    run_turns(0);
    run_turns(1);
    run_turns(300001);
    pthread_sigmask(SIG_SETMASK, NULL, &held);
    ck_assert_int_eq(sigismember(&held, SIGINT), 0);
}
END_TEST

START_TEST(thread_that_cannot_start_is_reported)
{
    pthread_t thread;
    ck_assert_int_eq(fm_thread_start(&thread, SIZE_MAX / 2, take_turns, NULL), FM_NO_MEMORY);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("base");
    TCase *text = tcase_create("text"), *memory = tcase_create("memory"),
          *other = tcase_create("other");
    tcase_add_test(text, text_compares_without_case);
    tcase_add_test(text, text_is_trimmed);
    tcase_add_test(text, numbers_are_read_whole);
    tcase_add_test(text, numbers_are_written);
    tcase_add_test(text, near_names_are_found);
    tcase_add_test(text, lines_are_counted);
    tcase_add_test(text, lines_in_long_texts_are_counted);
    tcase_add_test(memory, buffer_grows);
    tcase_add_test(memory, buffer_announces_its_growth);
    tcase_add_test(memory, table_finds_its_rows);
    tcase_add_test(memory, table_announces_its_growth);
    tcase_add_test(memory, table_without_memory_stays_as_it_is);
    tcase_add_test(memory, set_answers_as_it_grows);
    tcase_add_test(memory, arena_keeps_what_it_gave);
    tcase_add_test(memory, arena_copies_text);
    tcase_add_test(other, hash_is_the_published_one);
    tcase_add_test(other, special_bytes_are_found_anywhere);
    tcase_add_test(other, hash_passes_smhasher);
    tcase_add_test(other, reasons_have_names);
    tcase_add_test(other, given_structs_may_be_older_and_newer);
    tcase_add_test(other, structs_without_size_are_refused);
    tcase_add_test(other, warnings_are_a_set);
    tcase_add_test(other, threads_take_turns);
    tcase_add_test(other, thread_that_cannot_start_is_reported);
    suite_add_tcase(suite, text);
    suite_add_tcase(suite, memory);
    suite_add_tcase(suite, other);
    return run_tap(suite);
}
