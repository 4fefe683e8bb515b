/* SPDX-License-Identifier: MIT */
/* Any bytes as a FEN under any variant: what is read can be written in every dialect that can
 * express it, reads back as the same position, and its moves can be counted. The first byte chooses
 * the variant; the rest is the FEN. */
#include <config.h>
#include "fuzz.h"

enum { FEN_SIZE = 192 };

static struct fm_text text_of(const char *text)
{
    return (struct fm_text){(const unsigned char *)text, strlen(text)};
}

static const char *choose_variant(uint8_t byte)
{
    unsigned count = 0;
    while (fm_variant_name(count) != NULL)
        count++;
    return byte % (count + 1) == count ? NULL : fm_variant_name(byte % (count + 1));
}

static size_t write_fen(const struct fm_position *position, enum fm_castling_dialect castling,
                        char out[FEN_SIZE])
{
    size_t n;
    const enum fm_status status =
        fm_position_fen(position, castling, FM_EP_ALWAYS, FM_COUNTERS_FIELDS, out, FEN_SIZE, &n);
    FUZZ_REQUIRE(n < FEN_SIZE && strlen(out) == n && (n > 0) == (status == FM_OK));
    return n;
}

/* X-FEN can express every position; another dialect expresses it exactly or refuses. */
static void check_round_trip(const struct fm_position *position, const char *variant)
{
    static const enum fm_castling_dialect dialects[] = {FM_CASTLING_XFEN, FM_CASTLING_SHREDDER,
                                                        FM_CASTLING_FEN};
    char want[FEN_SIZE], given[FEN_SIZE], got[FEN_SIZE];
    FUZZ_REQUIRE(write_fen(position, FM_CASTLING_XFEN, want) > 0);
    for (size_t i = 0; i < FM_COUNT_OF(dialects); i++) {
        struct fm_position *again;
        if (write_fen(position, dialects[i], given) == 0) {
            FUZZ_REQUIRE(dialects[i] == FM_CASTLING_FEN);
            continue;
        }
        FUZZ_REQUIRE(fm_position_new(text_of(given), variant, &again, NULL) == FM_OK);
        FUZZ_REQUIRE(write_fen(again, dialects[i], got) > 0 && strcmp(given, got) == 0);
        /* Shredder-FEN has no castling prefix: only a style that the variant implies is kept. */
        if (dialects[i] == FM_CASTLING_XFEN || strpbrk(want, "sm") == NULL) {
            FUZZ_REQUIRE(write_fen(again, FM_CASTLING_XFEN, got) > 0 && strcmp(want, got) == 0);
            FUZZ_REQUIRE(fm_position_key(position) == fm_position_key(again));
        }
        fm_position_free(again);
    }
}

struct sum {
    const struct fm_position *position;
    const char *variant;
    uint64_t moves;
};

/* Each move listed can be played by both of its names, and leads to a position that reads back. */
static void play(void *user, const char *uci, const char *san, uint64_t count)
{
    struct sum *sum = user;
    const char *const names[] = {uci, san};
    char from[FEN_SIZE], after[2][FEN_SIZE];
    sum->moves += count;
    FUZZ_REQUIRE(write_fen(sum->position, FM_CASTLING_XFEN, from) > 0);
    for (size_t i = 0; i < FM_COUNT_OF(names); i++) {
        struct fm_position *next;
        FUZZ_REQUIRE(fm_position_new(text_of(from), sum->variant, &next, NULL) == FM_OK);
        FUZZ_REQUIRE(fm_position_play(next, text_of(names[i]), NULL) == FM_OK);
        FUZZ_REQUIRE(write_fen(next, FM_CASTLING_XFEN, after[i]) > 0);
        /* A counter that is read is cut to a limit; one that moves increase may pass it. */
        if (i == 0 && strstr(from, " 9999999") == NULL)
            check_round_trip(next, sum->variant);
        fm_position_free(next);
    }
    FUZZ_REQUIRE(strcmp(after[0], after[1]) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fm_position *position;
    struct fm_error error;
    if (size == 0)
        return 0;
    const char *variant = choose_variant(data[0]);
    const enum fm_status status =
        fm_position_new((struct fm_text){data + 1, size - 1}, variant, &position, &error);
    if (status != FM_OK) {
        FUZZ_REQUIRE(status == FM_REJECTED);
        FUZZ_REQUIRE(error.reason == FM_REASON_BAD_FEN ||
                     error.reason == FM_REASON_IMPOSSIBLE_POSITION);
        FUZZ_REQUIRE((error.reason == FM_REASON_BAD_FEN) == (error.field != FM_FIELD_NONE));
        FUZZ_REQUIRE((error.reason == FM_REASON_IMPOSSIBLE_POSITION) == (error.faults != 0));
        return 0;
    }
    struct sum sum = {.position = position, .variant = variant};
    check_round_trip(position, variant);
    fm_position_divide(position, 1, play, &sum);
    FUZZ_REQUIRE(sum.moves == fm_position_perft(position, 1));
    FUZZ_REQUIRE(sum.moves == 0 || fm_position_perft(position, 2) < UINT64_MAX);
    fm_position_free(position);
    return 0;
}
