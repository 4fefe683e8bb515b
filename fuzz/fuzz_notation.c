/* SPDX-License-Identifier: MIT */
/* Any bytes as moves. First each token is taken apart without a board, in every language; then the
 * whole is played: the first byte chooses the variant, the lines that follow are moves, legal or
 * not. A move that is refused changes nothing. */
#include <config.h>
#include "board/notation.h"
#include "fuzz.h"

enum { FEN_SIZE = 192, PLIES_MAX = 64 };

static void check_reading(const struct fm_notation *notation, unsigned files)
{
    FUZZ_REQUIRE(notation->from_file >= -1 && notation->from_file < (int)files);
    FUZZ_REQUIRE(notation->to_file >= -1 && notation->to_file < (int)files);
    FUZZ_REQUIRE(notation->from_rank >= -1 && notation->from_rank < FM_RANKS);
    FUZZ_REQUIRE(notation->to_rank >= -1 && notation->to_rank < FM_RANKS);
    FUZZ_REQUIRE(notation->promotion >= 0 && notation->promotion <= FM_NO_KIND);
    FUZZ_REQUIRE(notation->kinds < 1U << FM_KINDS);
    FUZZ_REQUIRE(notation->type != FM_NOTE_CASTLE || notation->side == FM_KING_SIDE ||
                 notation->side == FM_QUEEN_SIDE);
    FUZZ_REQUIRE(notation->type != FM_NOTE_MOVE ||
                 (notation->kinds != 0 && notation->to_file >= 0));
}

static void check_apart(struct fm_text token)
{
    unsigned char *copy = fuzz_padded(token.p, token.n);
    for (const struct fm_language *language = fm_languages; language->code != NULL; language++)
        for (unsigned files = 8; files <= 10; files += 2) {
            struct fm_notation readings[2];
            const unsigned count =
                fm_notation_read((struct fm_text){copy, token.n}, language, files, readings);
            FUZZ_REQUIRE(count <= 2);
            for (unsigned i = 0; i < count; i++)
                check_reading(&readings[i], files);
        }
    free(copy);
}

static void write_fen(const struct fm_position *position, char out[FEN_SIZE])
{
    FUZZ_REQUIRE(fm_position_fen(position, FM_CASTLING_XFEN, FM_EP_ALWAYS, FM_COUNTERS_FIELDS, out,
                                 FEN_SIZE, NULL) == FM_OK);
}

static void check_played(struct fm_position *position, struct fm_text token)
{
    char before[FEN_SIZE], after[FEN_SIZE];
    struct fm_error error;
    const bool black = fm_position_black_to_move(position);
    write_fen(position, before);
    const enum fm_status status = fm_position_play(position, token, &error);
    write_fen(position, after);
    FUZZ_REQUIRE(status == FM_OK || status == FM_REJECTED);
    FUZZ_REQUIRE((status == FM_OK) == (strcmp(before, after) != 0));
    FUZZ_REQUIRE(fm_position_black_to_move(position) == (status == FM_OK ? !black : black));
    FUZZ_REQUIRE(status == FM_OK || error.reason != FM_REASON_NONE);
}

static struct fm_position *new_position(uint8_t byte)
{
    struct fm_position *position;
    unsigned count = 0;
    while (fm_variant_name(count) != NULL)
        count++;
    const char *name = fm_variant_name(byte % count), *start = fm_variant_start(name);
    if (start == NULL)
        FUZZ_REQUIRE(fm_position_new_sp(byte * 3U, &position) == FM_OK);
    else
        FUZZ_REQUIRE(fm_position_new((struct fm_text){(const unsigned char *)start, strlen(start)},
                                     name, &position, NULL) == FM_OK);
    return position;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct fm_position *position = new_position(data[0]);
    unsigned plies = 0;
    for (size_t at = 1; at < size && plies < PLIES_MAX; plies++) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        const struct fm_text token = {data + at,
                                      end == NULL ? size - at : (size_t)(end - data) - at};
        check_apart(token);
        check_played(position, token);
        at += token.n + 1;
    }
    fm_position_free(position);
    return 0;
}
