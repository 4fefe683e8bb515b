/* SPDX-License-Identifier: MIT */
/* Reading the conditions on positions: material, pictures of the board, positions to be reached. */
#include <config.h>
#include "filter/position_filter.h"
#include "board/dispatch.h"

enum { ANY_NUMBER = 255 };

/* Count letters of pieces; false at any other byte. */
static bool count_pieces(struct fm_text pieces, uint8_t count[FM_KINDS])
{
    memset(count, 0, FM_KINDS);
    for (size_t i = 0; i < pieces.n; i++) {
        const unsigned char *kind = memchr(fm_kind_letters, pieces.p[i], FM_KINDS);
        if (kind == NULL || pieces.p[i] == 'K' || count[kind - fm_kind_letters] == ANY_NUMBER - 1)
            return false;
        count[kind - fm_kind_letters]++;
    }
    return true;
}

static void any_number(uint8_t most[FM_KINDS])
{
    memset(most, ANY_NUMBER, FM_KINDS);
}

bool fm_material_side_read(struct fm_text pieces, uint8_t least[FM_KINDS], uint8_t most[FM_KINDS])
{
    size_t points = 0;
    while (points + 1 < pieces.n && !(pieces.p[points] == '.' && pieces.p[points + 1] == '.'))
        points++;
    if (pieces.n == 0) {
        memset(least, 0, FM_KINDS);
        any_number(most);
        return true;
    }
    if (points + 1 >= pieces.n) {
        const bool read = count_pieces(pieces, least);
        memcpy(most, least, FM_KINDS);
        return read;
    }
    const struct fm_text low = {pieces.p, points},
                         high = {pieces.p + points + 2, pieces.n - points - 2};
    if (!count_pieces(low, least) || !count_pieces(high, most))
        return false;
    if (high.n == 0)
        any_number(most);
    for (unsigned kind = 0; kind < FM_KINDS; kind++)
        if (least[kind] > most[kind])
            return false;
    return true;
}

/* KRPvKR, and KRPKR as files of tablebases are named. */
static bool read_signature(struct fm_text text, struct fm_material *out)
{
    const unsigned char *black = memchr(text.p + 1, 'K', text.n - 1);
    if (*text.p != 'K' || black == NULL)
        return false;
    const struct fm_text sides[2] = {fm_text_between(text.p + 1, black - (black[-1] == 'v')),
                                     fm_text_between(black + 1, text.p + text.n)};
    for (unsigned colour = 0; colour < 2; colour++) {
        if (!count_pieces(sides[colour], out->least[colour]))
            return false;
        memcpy(out->most[colour], out->least[colour], FM_KINDS);
    }
    out->either = true;
    return true;
}

/* {white: "Q..", black: ""}, as the profile keeps it: both sides, in this order. */
static bool read_sides(struct fm_text text, struct fm_material *out)
{
    const unsigned char *p = text.p, *end = text.p + text.n;
    for (unsigned colour = 0; colour < 2; colour++) {
        const unsigned char *open = memchr(p, '"', (size_t)(end - p));
        const unsigned char *close =
            open == NULL ? NULL : memchr(open + 1, '"', (size_t)(end - open - 1));
        if (close == NULL || !fm_material_side_read(fm_text_between(open + 1, close),
                                                    out->least[colour], out->most[colour]))
            return false;
        p = close + 1;
    }
    out->either = false;
    return true;
}

bool fm_material_read(struct fm_text text, struct fm_material *out)
{
    struct fm_material made = {.either = false};
    const bool read =
        text.n > 0 && (*text.p == '{' ? read_sides(text, &made) : read_signature(text, &made));
    /* `{...}` has no letters for kings, and allows positions without them; `KRPvKR` names them. */
    for (unsigned colour = 0; read && colour < 2; colour++)
        if (*text.p == '{')
            made.most[colour][FM_KING] = ANY_NUMBER;
        else
            made.least[colour][FM_KING] = made.most[colour][FM_KING] = 1;
    for (unsigned colour = 0; colour < 2; colour++)
        for (unsigned kind = 0; kind < FM_KINDS; kind++)
            if (made.least[colour][kind] > 0 || made.most[colour][kind] < ANY_NUMBER)
                made.bounded[colour] |= 1u << kind;
    if (read)
        *out = made;
    return read;
}

/* One rank; false if it is none. mask->files is the width of the ranks before it; 0: not known, as
 * all were `*`. */
static bool read_rank(struct fm_text text, unsigned rank, struct fm_board_mask *mask)
{
    static const char pieces[] = "PNBRQACJKpnbrqacjk";
    unsigned file = 0;
    if (fm_text_is(text, "*"))
        return true;
    for (size_t i = 0; i < text.n; i++) {
        const unsigned char c = text.p[i];
        unsigned empty = 0;
        if (c >= '1' && c <= '9') {
            const bool ten = c == '1' && i + 1 < text.n && text.p[i + 1] == '0';
            empty = ten ? FM_MASK_FILES : (unsigned)(c - '0');
            i += ten;
        } else if (c == 0 || (c != '?' && strchr(pieces, c) == NULL)) {
            return false;
        }
        const unsigned squares = empty > 0 ? empty : 1;
        if (file + squares > FM_MASK_FILES)
            return false;
        const unsigned char letter = c == 'J' ? 'A' : c == 'j' ? 'a' : c;
        for (unsigned k = 0; c != '?' && k < squares; k++)
            mask->squares[mask->count++] =
                (struct fm_mask_square){(uint8_t)(file + k), (uint8_t)rank, empty > 0 ? 0 : letter};
        file += squares;
    }
    const bool fits =
        (file == 8 || file == FM_MASK_FILES) && (mask->files == 0 || mask->files == file);
    mask->files = file;
    return fits;
}

bool fm_board_mask_read(struct fm_text text, struct fm_board_mask *out)
{
    struct fm_board_mask mask = {.count = 0};
    const unsigned char *at = text.p, *end = text.p + text.n;
    for (unsigned rank = FM_MASK_RANKS; rank-- > 0;) {
        const unsigned char *slash = at == end ? NULL : memchr(at, '/', (size_t)(end - at));
        if ((slash == NULL) != (rank == 0) ||
            !read_rank(fm_text_between(at, slash == NULL ? end : slash), rank, &mask))
            return false;
        at = slash == NULL ? end : slash + 1;
    }
    *out = mask;
    return true;
}

enum fm_status fm_contains_make(const struct fm_profile_contains *given, struct fm_arena *arena,
                                struct fm_contains *out)
{
    struct fm_material *material = fm_arena_alloc(arena, sizeof *material);
    struct fm_board_mask *mask = fm_arena_alloc(arena, sizeof *mask);
    if (material == NULL || mask == NULL)
        return FM_NO_MEMORY;
    *out = (struct fm_contains){
        .wanted = fm_has_contains(given),
        .material = fm_material_read(given->material, material) ? material : NULL,
        .mask = given->board.n > 0 && fm_board_mask_read(given->board, mask) ? mask : NULL,
        .moves = given->moves};
    return FM_OK;
}

/* `12.`, `12...`: nothing but digits and points; `1.e4` becomes `e4`. */
static struct fm_text without_number(struct fm_text word)
{
    size_t digits = 0;
    while (digits < word.n && word.p[digits] >= '0' && word.p[digits] <= '9')
        digits++;
    size_t points = digits;
    while (points < word.n && word.p[points] == '.')
        points++;
    const bool number = points > digits || digits == word.n;
    return number ? fm_text_after(word, points) : word;
}

static enum fm_status play_moves(struct fm_position *position, struct fm_text moves,
                                 struct fm_error *error)
{
    const unsigned char *at = moves.p, *end = moves.p + moves.n;
    while (at < end) {
        const unsigned char *word = at;
        while (at<end && * at> ' ')
            at++;
        const struct fm_text whole = fm_text_between(word, at), move = without_number(whole);
        struct fm_error ignored;
        if (move.n > 0 && fm_position_play(position, move, &ignored) != FM_OK)
            return fm_refuse_profile(error, whole, "this move cannot be played here");
        while (at < end && *at <= ' ')
            at++;
    }
    return FM_OK;
}

/* Read one position, and add it. */
static enum fm_status add_reached(struct fm_text text, const struct fm_variant *variant,
                                  struct fm_reached *out, struct fm_error *error)
{
    struct fm_position *position = NULL;
    struct fm_error ignored;
    const bool fen = text.n > 0 && memchr(text.p, '/', text.n) != NULL;
    const struct fm_variant *rules = variant == NULL && !fen ? &fm_variants[FM_STANDARD] : variant;
    if (out->count == FM_REACHED_MAX)
        return fm_refuse_profile(error, text,
                                 "there are 64 positions before this one: leave some out");
    if (!fen && rules->start == NULL)
        return fm_refuse_profile(error, text,
                                 "this variant has no fixed start position: give a FEN");
    const struct fm_text start = fen ? text : fm_text_of(rules->start);
    enum fm_status status =
        fm_position_new(start, rules == NULL ? NULL : rules->name, &position, &ignored);
    if (status == FM_NO_MEMORY)
        return status;
    if (status != FM_OK)
        return fm_refuse_profile(error, text, "neither a FEN of a possible position nor moves");
    if (!fen)
        status = play_moves(position, text, error);
    if (status == FM_OK) {
        out->of[out->count].files = fm_position_files(position);
        out->of[out->count++].key = fm_position_hash(position);
    }
    fm_position_free(position);
    return status;
}

enum fm_status fm_reached_read(struct fm_text text, const struct fm_variant *variant,
                               struct fm_reached *out, struct fm_error *error)
{
    struct fm_reached made = {.count = 0};
    while (text.n > 0)
        FM_TRY(add_reached(fm_text_take(&text, FM_TEXTS_APART), variant, &made, error));
    *out = made;
    return FM_OK;
}
