/* SPDX-License-Identifier: MIT */
#include <config.h>
/* FEN in every dialect against the vectors: positions reached by play from the start of each row,
 * what is made of unusual castling fields, and Scharnagl's numbers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fenmill.h"
#include "tap.h"
#include "vectors.h"

enum { FEN_SIZE = 192 };
enum { START = 2, MOVES, FULL, XFEN, SHREDDER_LEGAL, LICHESS, CLASSIC_ALWAYS, CLASSIC_LOSSLESS };

static struct tap tap;

static struct fm_text text_of(const char *text)
{
    return (struct fm_text){(const unsigned char *)text, strlen(text)};
}

static bool play_all(struct fm_position *pos, char *moves)
{
    for (char *save = NULL, *word = strtok_r(moves, " ", &save); word;
         word = strtok_r(NULL, " ", &save))
        if (fm_position_play(pos, text_of(word), NULL) != FM_OK) {
            tap_note("%s refused", word);
            return false;
        }
    return true;
}

/* Does the position have this text (NULL: none) in that dialect? */
static bool writes(const struct fm_position *pos, enum fm_castling_dialect castling,
                   enum fm_en_passant en_passant, const char *want)
{
    char got[FEN_SIZE];
    size_t n;
    (void)fm_position_fen(pos, castling, en_passant, FM_COUNTERS_FIELDS, got, sizeof got, &n);
    const bool ok = want ? n == strlen(want) && strcmp(got, want) == 0 : n == 0;
    if (!ok)
        tap_note("%s, want %s", n ? got : "(nothing)", want ? want : "(nothing)");
    return ok;
}

static bool writes_all(const struct fm_position *pos, char *const *field)
{
    const bool lossless = strcmp(field[CLASSIC_LOSSLESS], "yes") == 0;
    return writes(pos, FM_CASTLING_SHREDDER, FM_EP_ALWAYS, field[FULL]) &&
           writes(pos, FM_CASTLING_XFEN, FM_EP_PSEUDO_LEGAL, field[XFEN]) &&
           writes(pos, FM_CASTLING_SHREDDER, FM_EP_LEGAL, field[SHREDDER_LEGAL]) &&
           writes(pos, FM_CASTLING_XFEN, FM_EP_LEGAL, field[LICHESS]) &&
           writes(pos, FM_CASTLING_FEN, FM_EP_ALWAYS, lossless ? field[CLASSIC_ALWAYS] : NULL);
}

/* Read the position anew from its own `full` spelling: what is written must be the same. */
static bool reads_back(char *const *field)
{
    struct fm_position *pos;
    if (fm_position_new(text_of(field[FULL]), NULL, &pos, NULL) != FM_OK)
        return false;
    const bool ok = writes_all(pos, field);
    fm_position_free(pos);
    return ok;
}

static bool dialect_row_agrees(char *const *field)
{
    struct fm_position *pos;
    if (fm_position_new(text_of(field[START]), NULL, &pos, NULL) != FM_OK)
        return false;
    const bool ok = play_all(pos, field[MOVES]) && writes_all(pos, field) && reads_back(field);
    fm_position_free(pos);
    return ok;
}

static bool castling_field_is(const struct fm_position *pos, enum fm_castling_dialect castling,
                              const char *want)
{
    char fen[FEN_SIZE], got[16] = "";
    (void)fm_position_fen(pos, castling, FM_EP_ALWAYS, FM_COUNTERS_FIELDS, fen, sizeof fen, NULL);
    if (sscanf(fen, "%*s %*s %15s", got) == 1 && strcmp(got, want) == 0)
        return true;
    tap_note("%s, want %s", got, want);
    return false;
}

/* Some rows leave Black in check with White to move. What the letters mean does not depend on whose
 * move it is: let it be Black's then. */
static enum fm_status read_either_way(const char *fen, struct fm_position **pos,
                                      struct fm_error *error)
{
    const enum fm_status status = fm_position_new(text_of(fen), NULL, pos, error);
    if (status != FM_REJECTED || error->reason != FM_REASON_IMPOSSIBLE_POSITION ||
        error->faults != FM_FAULT_OPPOSITE_CHECK)
        return status;
    char other[FEN_SIZE];
    const size_t n = strcspn(fen, " ");
    snprintf(other, sizeof other, "%.*s b%s", (int)n, fen, fen + n + 2);
    return fm_position_new(text_of(other), NULL, pos, error);
}

/* Columns: name, FEN, its rights in Shredder-FEN and in X-FEN; ERR = to be refused. */
static bool reading_row_agrees(char *const *field)
{
    struct fm_position *pos;
    struct fm_error error;
    const enum fm_status status = read_either_way(field[1], &pos, &error);
    if (status != FM_OK)
        return strcmp(field[2], "ERR") == 0 && status == FM_REJECTED &&
               error.reason == FM_REASON_BAD_FEN && error.field == FM_FIELD_CASTLING;
    const bool ok = castling_field_is(pos, FM_CASTLING_SHREDDER, field[2]) &&
                    castling_field_is(pos, FM_CASTLING_XFEN, field[3]);
    fm_position_free(pos);
    return ok;
}

/* Columns: number, array, X-FEN, Shredder-FEN. */
static bool number_row_agrees(char *const *field)
{
    struct fm_position *pos;
    const unsigned number = (unsigned)strtoul(field[0], NULL, 10);
    if (fm_position_new_sp(number, &pos) != FM_OK)
        return false;
    const bool ok = fm_position_sp(pos) == (int)number &&
                    writes(pos, FM_CASTLING_XFEN, FM_EP_PSEUDO_LEGAL, field[2]) &&
                    writes(pos, FM_CASTLING_SHREDDER, FM_EP_ALWAYS, field[3]);
    fm_position_free(pos);
    return ok;
}

static void check_table(const char *folder, const char *name, bool (*agrees)(char *const *field))
{
    struct vector_file v;
    unsigned rows = 0, wrong = 0;
    if (vector_open(&v, folder, name)) {
        while (wrong < 5 && vector_next(&v)) {
            rows++;
            if (agrees(v.field))
                continue;
            wrong++;
            tap_note("%s:%u: %s %s", name, v.row, v.field[0], v.field[1]);
        }
        vector_close(&v);
    }
    tap_point(&tap, rows && !wrong, "%s/%s: %u rows", folder, name, rows);
}

static void check_folder(const char *folder)
{
    check_table(folder, "fen/fen_dialects.tsv", dialect_row_agrees);
}

/* The tree's own rows of these are in vectors/, and cli/conformance.test reads them. */
static void check_whole(const char *folder)
{
    check_folder(folder);
    check_table(folder, "fen/castling_reading.tsv", reading_row_agrees);
    check_table(folder, "misc/sp960.tsv", number_row_agrees);
}

/* Kings on a file with rooks on two others, all rights. */
static void put_array(char *out, unsigned files, unsigned king, unsigned outer, unsigned inner)
{
    char rank[16] = "", *at = rank;
    unsigned empty = 0;
    for (unsigned f = 0; f < files; f++) {
        const char piece = f == king ? 'k' : f == outer || f == inner ? 'r' : 0;
        if (piece == 0) {
            empty++;
            continue;
        }
        if (empty > 0)
            *at++ = (char)('0' + empty);
        empty = 0;
        *at++ = piece;
    }
    if (empty > 0)
        *at++ = (char)('0' + empty);
    char white[16];
    for (unsigned i = 0; i < 16; i++)
        white[i] = rank[i] >= 'a' ? (char)(rank[i] - 'a' + 'A') : rank[i];
    const char *const wide = files == 10 ? "10" : "8";
    sprintf(out, "%s/%s/%s/%s/%s/%s/%s/%s w %c%c%c%c - 0 1", rank, wide, wide, wide, wide, wide,
            wide, white, (int)('A' + outer), (int)('A' + inner), (int)('a' + outer),
            (int)('a' + inner));
}

/* The position written in a dialect castles as it did when it is read back; X-FEN needs no variant
 * for that, but for Chess480 by Lewis. */
static bool castles_the_same(const struct fm_position *pos, const char *variant,
                             enum fm_castling_dialect dialect)
{
    char text[FEN_SIZE];
    struct fm_position *again;
    const bool named = dialect != FM_CASTLING_XFEN || strcmp(variant, "chess480-lewis") == 0;
    if (fm_position_fen(pos, dialect, FM_EP_ALWAYS, FM_COUNTERS_FIELDS, text, sizeof text, NULL) !=
        FM_OK)
        return dialect == FM_CASTLING_FEN;
    if (fm_position_new(text_of(text), named ? variant : NULL, &again, NULL) != FM_OK)
        return false;
    const bool same = fm_position_perft(pos, 2) == fm_position_perft(again, 2);
    fm_position_free(again);
    if (!same)
        tap_note("%s: %s", variant, text);
    return same;
}

static bool variant_reads_back(const char *variant, unsigned files, unsigned *count)
{
    bool ok = true;
    for (unsigned king = 1; king + 1 < files; king++)
        for (unsigned outer = king + 1; outer < files; outer++)
            for (unsigned inner = 0; inner < king; inner++) {
                char fen[FEN_SIZE];
                struct fm_position *pos;
                put_array(fen, files, king, outer, inner);
                if (fm_position_new(text_of(fen), variant, &pos, NULL) != FM_OK)
                    return false;
                for (unsigned dialect = FM_CASTLING_FEN; dialect <= FM_CASTLING_SHREDDER; dialect++)
                    ok = castles_the_same(pos, variant, dialect) && ok;
                fm_position_free(pos);
                ++*count;
            }
    return ok;
}

/* All variants, wherever king and rooks are. */
static void check_variants(void)
{
    const char *variant;
    for (unsigned i = 0; (variant = fm_variant_name(i)) != NULL; i++) {
        struct fm_list_item row;
        unsigned count = 0;
        const bool listed = fm_list_row(FM_LIST_VARIANTS, i, &row);
        const unsigned files = listed && strncmp(row.meaning, "8x8", 3) == 0 ? 8 : 10;
        const bool ok = variant_reads_back(variant, files, &count);
        tap_point(&tap, ok && count > 50, "%s: %u arrays in three dialects castle the same",
                  variant, count);
    }
}

int main(void)
{
    check_variants();
    check_folder(vectors_here());
    if (vectors_whole())
        check_whole(vectors_whole());
    else
        tap_skip(&tap, "the whole set of dialects", "FENMILL_VECTORS is not set");
    return tap_done(&tap);
}
