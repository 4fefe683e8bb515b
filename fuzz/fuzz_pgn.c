/* SPDX-License-Identifier: MIT */
/* Any bytes as PGN: the spans of the splitter tile them, do not depend on where the bytes are cut
 * at hard boundaries, and the lexer stays within each game and comes to its end. */
#include <config.h>
#include "fuzz.h"
#include "pgn/lexer.h"
#include "pgn/split.h"

static void check_tags(const struct fm_split *split, const struct fm_game *game,
                       const unsigned char *bytes)
{
    FUZZ_REQUIRE(game->first_tag <= split->tag_count &&
                 game->tag_count <= split->tag_count - game->first_tag);
    for (size_t i = 0; i < game->tag_count; i++) {
        const struct fm_tag *tag = &split->tags[game->first_tag + i];
        FUZZ_REQUIRE(tag->id < FM_TAG_IDS);
        FUZZ_REQUIRE(fuzz_within(tag->name, bytes + game->begin, bytes + game->end));
        FUZZ_REQUIRE(fuzz_within(tag->value, bytes + game->begin, bytes + game->end));
    }
}

static void check_tokens(const struct fm_game *game, const unsigned char *bytes)
{
    struct fm_warnings notes = {0};
    struct fm_lexer lexer = {.at = bytes + game->moves,
                             .end = bytes + game->moves_end,
                             .notes = &notes,
                             .numbers = true};
    enum fm_token token;
    do {
        const unsigned char *before = lexer.at;
        fm_lexer_to_token(&lexer);
        FUZZ_REQUIRE(lexer.at >= before && lexer.at <= lexer.end);
        token = fm_lexer_next(&lexer);
        FUZZ_REQUIRE(lexer.at <= lexer.end);
        FUZZ_REQUIRE(token == FM_TOKEN_END || lexer.at > before);
        if (token == FM_TOKEN_MOVE || token == FM_TOKEN_COMMENT)
            FUZZ_REQUIRE(fuzz_within(lexer.text, bytes + game->moves, lexer.end));
        if (token == FM_TOKEN_OPEN)
            fm_lexer_skip_variation(&lexer);
        FUZZ_REQUIRE(lexer.at <= lexer.end);
    } while (token != FM_TOKEN_END);
    FUZZ_REQUIRE(lexer.at == lexer.end);
}

static void check_games(const struct fm_split *split, const unsigned char *bytes, size_t size)
{
    size_t at = 0;
    for (size_t i = 0; i < split->count; i++) {
        const struct fm_game *game = &split->games[i];
        FUZZ_REQUIRE(game->begin == at && game->end > at);
        at = game->end;
        if (game->stray)
            continue;
        FUZZ_REQUIRE(game->begin <= game->tags_end && game->tags_end <= game->moves);
        FUZZ_REQUIRE(game->moves <= game->moves_end && game->moves_end <= game->end);
        check_tags(split, game, bytes);
        check_tokens(game, bytes);
    }
    FUZZ_REQUIRE(at == size);
}

/* Cut at every hard boundary, each piece alone: the same spans in the same order. */
static void check_cuts(const struct fm_split *whole, const unsigned char *bytes, size_t size)
{
    struct fm_split piece = {0};
    const struct fm_text all = {bytes, size};
    size_t from = 0, number = 0;
    while (from < size) {
        const size_t to = fm_split_first_hard(all, from + 1);
        FUZZ_REQUIRE(to > from && to <= size);
        unsigned char *copy = fuzz_padded(bytes + from, to - from);
        FUZZ_REQUIRE(fm_split_block(&piece, (struct fm_text){copy, to - from}) == FM_OK);
        for (size_t i = 0; i < piece.count; i++, number++) {
            FUZZ_REQUIRE(number < whole->count);
            FUZZ_REQUIRE(piece.games[i].begin + from == whole->games[number].begin);
            FUZZ_REQUIRE(piece.games[i].end + from == whole->games[number].end);
            FUZZ_REQUIRE(piece.games[i].stray == whole->games[number].stray);
            FUZZ_REQUIRE(piece.games[i].broken == whole->games[number].broken);
            FUZZ_REQUIRE(piece.games[i].result == whole->games[number].result);
        }
        free(copy);
        if (to < size) {
            const size_t last = fm_split_last_hard((struct fm_text){bytes, size});
            FUZZ_REQUIRE(last >= to && last < size);
        }
        from = to;
    }
    FUZZ_REQUIRE(number == whole->count);
    fm_split_free(&piece);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fm_split split = {0};
    unsigned char *bytes = fuzz_padded(data, size);
    FUZZ_REQUIRE(fm_split_block(&split, (struct fm_text){bytes, size}) == FM_OK);
    check_games(&split, bytes, size);
    check_cuts(&split, bytes, size);
    fm_split_free(&split);
    free(bytes);
    return 0;
}
