/* SPDX-License-Identifier: MIT */
#include <config.h>
/* Move texts against the vectors: each is read in its language, matched against the legal moves,
 * played and written. The fast reader of SAN (8x8) may pass a text on to the careful one, but
 * never see another move in it. */
#include <stdlib.h>
#include <string.h>
#define BOARD_FILES 8
#include "board/board.h"
#include "board/dispatch.h"
#include "board/fen_read.h"
#include "tap.h"
#include "vectors.h"

enum { LANGUAGE = 2, LEVEL, EXPECT, FEN, TEXT, UCI, SAN, XFEN, FULL };

static struct tap tap;

struct game {
    const struct fm_board_ops *ops;
    void *board;
    unsigned files;
};

static bool set_up(struct game *g, const char *fen)
{
    struct fm_setup setup;
    struct fm_error error;
    if (fm_setup_read(fm_text_of(fen), NULL, false, &setup, NULL, NULL, &error) != FM_OK ||
        fm_setup_faults(&setup) != 0)
        return false;
    g->files = setup.files;
    g->ops = fm_board_ops_for(setup.files);
    g->board = malloc(g->ops->size);
    if (g->board == NULL)
        return false;
    g->ops->make(&setup, g->board);
    return true;
}

/* What the reader makes of a text: "ok", "ambiguous", "illegal", "null". */
static const char *find(const struct game *g, const char *text, const char *language,
                        struct fm_move *move)
{
    struct fm_notation readings[2];
    const char *worst = "illegal";
    const unsigned n = fm_notation_read(fm_text_of(text), fm_language_named(fm_text_of(language)),
                                        g->files, readings);
    for (unsigned i = 0; i < n; i++) {
        uint32_t tolerances = 0;
        struct fm_error error = {.status = FM_OK};
        const enum fm_reason reason =
            g->ops->find(g->board, &readings[i], move, &tolerances, &error);
        if (reason == FM_REASON_NONE)
            return move->type == FM_MOVE_NULL ? "null" : "ok";
        if (reason == FM_REASON_AMBIGUOUS_MOVE)
            worst = "ambiguous";
    }
    return worst;
}

static bool is_text(const unsigned char *begin, const unsigned char *end, const char *want,
                    const char *what)
{
    if (fm_text_equal(fm_text_between(begin, end), fm_text_of(want)))
        return true;
    tap_note("%s %.*s, want %s", what, (int)(end - begin), (const char *)begin, want);
    return false;
}

static bool writes_position(const struct game *g, enum fm_castling_dialect castling,
                            enum fm_en_passant en_passant, const char *want)
{
    const struct fm_fen_style style = {
        .castling = castling, .en_passant = en_passant, .counters = FM_COUNTERS_FIELDS};
    unsigned char out[FM_FEN_MAX];
    const unsigned char *const end = g->ops->write(g->board, &style, out);
    return end != NULL && is_text(out, end, want, "position");
}

/* The move found is the one of the row, and so is the position after it. */
static bool plays_as(struct game *g, struct fm_move move, char *const *field)
{
    unsigned char out[32];
    if (strcmp(field[EXPECT], "ok") == 0 &&
        (!is_text(out, g->ops->write_uci(g->board, move, true, out), field[UCI], "move") ||
         !is_text(out, g->ops->write_san(g->board, move, out), field[SAN], "SAN")))
        return false;
    if (!*field[XFEN]) /* the rows of vectors/ are of the move alone */
        return true;
    g->ops->play(g->board, move);
    return writes_position(g, FM_CASTLING_XFEN, FM_EP_PSEUDO_LEGAL, field[XFEN]) &&
           writes_position(g, FM_CASTLING_SHREDDER, FM_EP_ALWAYS, field[FULL]);
}

/* The fast reader agrees with the row, or passes. */
static bool fast_agrees(const struct game *g, char *const *field)
{
    unsigned char text[FM_TEXT_PADDING + 64] = {0}, out[32];
    struct fm_move move;
    if (g->files != 8 || strcmp(field[LANGUAGE], "en") != 0 || strlen(field[TEXT]) >= 64)
        return true;
    memcpy(text, field[TEXT], strlen(field[TEXT]));
    if (fm_position_read_san_8x8(g->board, text, &move) == NULL)
        return true;
    return strcmp(field[EXPECT], "ok") == 0 &&
           is_text(out, g->ops->write_uci(g->board, move, true, out), field[UCI], "fast: move");
}

/* `bxc4` with no b-pawn to play it: sources disagree, here it is the bishop. A disputed refusal
 * may be a move. */
static bool may_differ(char *const *field)
{
    return strcmp(field[LEVEL], "disputed") == 0 && strcmp(field[EXPECT], "illegal") == 0 &&
           strcmp(field[TEXT], "bxc4") == 0;
}

static bool row_agrees(char *const *field)
{
    struct game g;
    struct fm_move move;
    if (!set_up(&g, field[FEN]))
        return false;
    const char *const found = find(&g, field[TEXT], field[LANGUAGE], &move);
    bool ok = strcmp(found, field[EXPECT]) == 0;
    if (!ok && may_differ(field))
        ok = strcmp(found, "ok") == 0;
    else if (!ok)
        tap_note("%s, want %s", found, field[EXPECT]);
    else if (strcmp(found, "ok") == 0 || strcmp(found, "null") == 0)
        ok = fast_agrees(&g, field) && plays_as(&g, move, field);
    else
        ok = fast_agrees(&g, field);
    free(g.board);
    return ok;
}

/* A row of vectors/ (id level rule task option first second answer note) as one of the larger set; false: it is of
 * another task. The answer is cut. */
static bool as_row(char *const *from, char **field)
{
    static char empty[] = "", ok[] = "ok", null[] = "null";
    char *save, *answer = from[7];
    if (strcmp(from[3], "san") != 0)
        return false;
    for (int i = 0; i < VECTOR_FIELDS_MAX; i++)
        field[i] = empty;
    field[0] = from[0], field[LEVEL] = from[1], field[LANGUAGE] = from[4];
    field[FEN] = from[5], field[TEXT] = from[6];
    if (strcmp(strtok_r(answer, " ", &save), "no") == 0) {
        field[EXPECT] = strtok_r(NULL, " ", &save);
        return true;
    }
    field[UCI] = strtok_r(NULL, " ", &save);
    field[SAN] = strtok_r(NULL, " ", &save);
    field[EXPECT] = strcmp(field[UCI], "0000") == 0 ? null : ok;
    return true;
}

static void check_table(const char *folder, const char *name, const char *level)
{
    struct vector_file v;
    unsigned rows = 0, wrong = 0;
    const bool here = strcmp(folder, vectors_here()) == 0;
    if (vector_open(&v, folder, name)) {
        while (vector_next(&v)) {
            char *made[VECTOR_FIELDS_MAX];
            char *const *const field = here ? made : v.field;
            if ((here && !as_row(v.field, made)) || strcmp(field[LEVEL], level) != 0)
                continue;
            rows++;
            if (row_agrees(field))
                continue;
            wrong++;
            tap_note("row %s: %s \"%s\" in %s", field[0], field[LANGUAGE], field[TEXT], field[FEN]);
        }
        vector_close(&v);
    }
    tap_point(&tap, rows > 0 && wrong == 0, "%s of %s: %u rows, %u wrong", level, name, rows,
              wrong);
}

static void check_level(const char *level)
{
    check_table(vectors_here(), "../../vectors/san.tsv", level);
    check_table(vectors_here(), "../../vectors/tenby8.tsv", level);
    if (vectors_whole())
        check_table(vectors_whole(), "san/san.tsv", level);
}

int main(void)
{
    check_level("strict");
    check_level("lenient");
    check_level("disputed");
    return tap_done(&tap);
}
