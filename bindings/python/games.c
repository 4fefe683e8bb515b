/* SPDX-License-Identifier: MIT */
/* Games of native.h. */
#include "native.h"
#include <stdlib.h>
#include <string.h>

static bool put_text(struct py_texts *texts, struct fm_text text)
{
    if (text.n >= SIZE_MAX / 4 || texts->used >= SIZE_MAX / 4)
        return false;
    if (texts->room - texts->used < text.n + 1) {
        const size_t room = (texts->used + text.n + 256) * 2;
        unsigned char *const grown = realloc(texts->bytes, room);
        if (grown == NULL)
            return false;
        texts->bytes = grown;
        texts->room = room;
    }
    if (texts->count++ > 0)
        texts->bytes[texts->used++] = PY_SEPARATOR;
    unsigned char *const to = texts->bytes + texts->used;
    for (size_t i = 0; i < text.n; i++)
        to[i] = text.p[i] == PY_SEPARATOR ? ' ' : text.p[i];
    texts->used += text.n;
    return true;
}

static void clear(struct py_texts *texts)
{
    texts->used = 0;
    texts->count = 0;
}

/* The names of the library's tables fit; what does not is cut off. */
static void copy_name(char *to, size_t size, const char *from)
{
    const size_t n = from == NULL ? 0 : strlen(from);
    const size_t most = n < size ? n : size - 1;
    memcpy(to, from == NULL ? "" : from, most);
    to[most] = '\0';
}

static bool begin_game(struct py_games *games, const struct fm_item *item)
{
    struct py_game *const game = &games->game;
    struct fm_text name, value;
    game->listed = item->listed;
    game->offset = item->offset;
    game->length = item->length;
    game->number = item->number;
    game->positions = 0;
    copy_name(game->class_name, sizeof game->class_name, item->class_name);
    copy_name(game->variant, sizeof game->variant, item->variant);
    copy_name(game->result, sizeof game->result, item->result);
    clear(&game->input);
    clear(&game->tags);
    for (size_t i = 0; i < game->fields; i++)
        clear(&game->values[i]);
    const char *const input = item->input == NULL ? "" : item->input;
    if (!put_text(&game->input, (struct fm_text){(const unsigned char *)input, strlen(input)}))
        return false;
    for (size_t i = 0; fm_reader_tag(games->reader, i, &name, &value); i++)
        if (!put_text(&game->tags, name) || !put_text(&game->tags, value))
            return false;
    return true;
}

static bool put_position(struct py_game *game, const struct fm_item *item)
{
    if (game->positions == game->positions_room) {
        const size_t room = game->positions_room == 0 ? 256 : game->positions_room * 2;
        uint32_t *grown = realloc(game->plies, room * sizeof *grown);
        if (grown == NULL)
            return false;
        game->plies = grown;
        grown = realloc(game->depths, room * sizeof *grown);
        if (grown == NULL)
            return false;
        game->depths = grown;
        game->positions_room = room;
    }
    for (size_t i = 0; i < game->fields; i++)
        if (!put_text(&game->values[i], item->values[i]))
            return false;
    game->plies[game->positions] = item->ply;
    game->depths[game->positions++] = item->depth;
    return true;
}

enum fm_status py_games_next(struct py_games *games, const struct fm_error **fault,
                             struct fm_error *error)
{
    const struct fm_item *item;
    for (;;) {
        const enum fm_status status = fm_reader_next(games->reader, &item, error);
        if (status != FM_OK)
            return status;
        bool done = true;
        switch (item->kind) {
        case FM_ITEM_GAME_START:
            done = begin_game(games, item);
            break;
        case FM_ITEM_POSITION:
            done = put_position(&games->game, item);
            break;
        case FM_ITEM_GAME_END:
            *fault = NULL;
            return FM_OK;
        case FM_ITEM_REJECTED:
        case FM_ITEM_WARNING:
        case FM_ITEM_INPUT_FAILED:
            *fault = item->error;
            if (item->error != NULL)
                return FM_OK;
            break;
        case FM_ITEM_VARIATION_START:
        case FM_ITEM_VARIATION_END:
            break;
        }
        if (!done)
            return FM_NO_MEMORY;
    }
}

enum fm_status py_games_new(struct fm_profile *profile, const struct fm_inputs *inputs,
                            const char *const *fields, size_t field_count, unsigned threads,
                            bool variations, bool warnings, bool start, bool alone,
                            struct py_games **out, struct fm_error *error)
{
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    options.start = start;
    options.alone = alone;
    struct py_games *games = calloc(1, sizeof *games);
    if (games == NULL) {
        fm_profile_free(profile);
        return FM_NO_MEMORY;
    }
    games->profile = profile;
    options.inputs = inputs;
    options.profile = profile;
    options.threads = threads;
    options.fields = fields;
    options.field_count = field_count;
    options.variations = variations;
    options.warnings = warnings;
    games->game.values = calloc(field_count, sizeof *games->game.values);
    games->game.fields = games->game.values == NULL ? 0 : field_count;
    const enum fm_status status = games->game.fields < field_count
                                      ? FM_NO_MEMORY
                                      : fm_reader_new(&options, &games->reader, error);
    if (status == FM_OK)
        *out = games;
    else
        py_games_free(games);
    return status;
}

void py_games_free(struct py_games *games)
{
    if (games == NULL)
        return;
    fm_reader_free(games->reader);
    fm_profile_free(games->profile);
    for (size_t i = 0; i < games->game.fields; i++)
        free(games->game.values[i].bytes);
    free(games->game.values);
    free(games->game.input.bytes);
    free(games->game.tags.bytes);
    free(games->game.plies);
    free(games->game.depths);
    free(games);
}

/* Field number `index` of a FEN: 2 the castling rights, 3 the en passant square. Is it a dash? */
static bool is_dash(const char *fen, const char *end, unsigned index)
{
    while (index-- > 0) {
        fen = memchr(fen, ' ', (size_t)(end - fen));
        if (fen == NULL)
            return false;
        fen++;
    }
    return end - fen >= 2 && fen[0] == '-' && fen[1] == ' ';
}

size_t py_fens(const char *fens, size_t n, const char *variant, enum fm_castling_dialect castling,
               enum fm_en_passant en_passant, enum fm_counters counters, char *out)
{
    const char *const end = fens + n;
    const bool same_castling = castling == FM_CASTLING_XFEN || castling == FM_CASTLING_KEEP;
    const bool same_passant = en_passant == FM_EP_ALWAYS || en_passant == FM_EP_KEEP;
    char *to = out;
    for (const char *next, *fen = fens; fen < end; fen = next + 1) {
        struct fm_position *position;
        size_t length = 0;
        next = memchr(fen, PY_SEPARATOR, (size_t)(end - fen));
        if (next == NULL)
            next = end;
        if (fen > fens)
            *to++ = PY_SEPARATOR;
        if (next - fen >= FM_FEN_SIZE)
            continue;
        if (counters == FM_COUNTERS_FIELDS && (same_castling || is_dash(fen, next, 2)) &&
            (same_passant || is_dash(fen, next, 3))) {
            memcpy(to, fen, (size_t)(next - fen));
            to += next - fen;
            continue;
        }
        const struct fm_text text = {(const unsigned char *)fen, (size_t)(next - fen)};
        const enum fm_status status = fm_position_new(text, variant, &position, NULL);
        if (status == FM_NO_MEMORY)
            return SIZE_MAX;
        if (status != FM_OK)
            continue;
        (void)fm_position_fen(position, castling, en_passant, counters, to, FM_FEN_SIZE, &length);
        fm_position_free(position);
        to += length;
    }
    return (size_t)(to - out);
}

bool py_positions(const char *fens, size_t n, const char *variant, struct fm_position **out)
{
    const char *const end = fens + n;
    for (const char *next, *fen = fens; fen < end; fen = next + 1) {
        next = memchr(fen, PY_SEPARATOR, (size_t)(end - fen));
        if (next == NULL)
            next = end;
        const struct fm_text text = {(const unsigned char *)fen, (size_t)(next - fen)};
        if (fm_position_new(text, variant, out++, NULL) != FM_OK)
            return false;
    }
    return true;
}

void py_positions_free(struct fm_position **positions, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fm_position_free(positions[i]);
}
