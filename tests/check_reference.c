/* SPDX-License-Identifier: MIT */
#include <config.h>
/* The reference implementation alone against the vectors: path counts, FEN dialects, readings of castling fields,
 * games. Only what agrees with other programs' results may test the library. */
#include <stdlib.h>
#include <string.h>
#include "reference/ref_fen.h"
#include "reference/ref_pgn.h"
#include "starts.h"
#include "tap.h"
#include "vectors.h"

static struct tap tap;

static const char *variant_of_table(const char *name)
{
    if (strcmp(name, "dfrc") == 0 || strcmp(name, "castle960") == 0)
        return "chess960";
    return strcmp(name, "chess480-seed") == 0 ? "chess480" : name;
}

static void check_perft(const char *folder, const char *name)
{
    const unsigned long long limit = vectors_long() ? 10000000 : 30000;
    struct vector_file v;
    unsigned rows = 0, wrong = 0;
    if (!vector_open(&v, folder, name)) {
        tap_point(&tap, false, "%s/%s", folder, name);
        return;
    }
    while (vector_next(&v)) {
        struct ref_position pos;
        const unsigned long long want = strtoull(v.field[3], NULL, 10);
        if (want > limit)
            continue;
        rows++;
        const bool read = ref_read_fen(v.field[1], variant_of_table(v.field[0]), &pos);
        const unsigned long long got =
            read ? ref_perft(&pos, (unsigned)strtoul(v.field[2], NULL, 10)) : 0;
        if (got != want && wrong++ < 5)
            tap_note("%s:%u: %s depth %s: %llu, want %llu", name, v.row, v.field[1], v.field[2],
                     got, want);
    }
    vector_close(&v);
    tap_point(&tap, rows && !wrong, "%s/%s: %u counts of at most %llu", folder, name, rows, limit);
}

static bool play_uci(struct ref_position *pos, char *list)
{
    for (char *save = NULL, *word = strtok_r(list, " ", &save); word;
         word = strtok_r(NULL, " ", &save)) {
        struct ref_move moves[REF_MOVES_MAX];
        const int which = ref_find_uci(moves, ref_moves(pos, moves), word);
        if (which < 0)
            return false;
        ref_play(pos, &moves[which]);
    }
    return true;
}

static bool dialects_agree(const struct ref_position *pos, char *const *want)
{
    static const struct {
        enum ref_dialect dialect;
        enum ref_ep ep;
    } columns[] = {{REF_SHREDDER, REF_EP_ALWAYS},
                   {REF_XFEN, REF_EP_PSEUDO_LEGAL},
                   {REF_SHREDDER, REF_EP_LEGAL},
                   {REF_XFEN, REF_EP_LEGAL},
                   {REF_FEN, REF_EP_ALWAYS}};
    char fen[REF_FEN_SIZE];
    const bool plain = strcmp(want[5], "yes") == 0;
    for (int i = 0; i < 5; i++) {
        const bool written = ref_write_fen(pos, columns[i].dialect, columns[i].ep, fen);
        if (columns[i].dialect == REF_FEN && !plain ? written
                                                    : !written || strcmp(fen, want[i]) != 0) {
            tap_note("column %d: %s, want %s", i, written ? fen : "nothing", want[i]);
            return false;
        }
    }
    return true;
}

static void check_dialects(const char *folder)
{
    struct vector_file v;
    unsigned rows = 0, wrong = 0;
    if (vector_open(&v, folder, "fen/fen_dialects.tsv")) {
        while (vector_next(&v)) {
            struct ref_position pos;
            rows++;
            const bool ok = ref_read_fen(v.field[2], NULL, &pos) && play_uci(&pos, v.field[3]) &&
                            dialects_agree(&pos, &v.field[4]);
            if (!ok && wrong++ < 5)
                tap_note("fen_dialects.tsv:%u: id %s", v.row, v.field[0]);
        }
        vector_close(&v);
    }
    tap_point(&tap, rows && !wrong, "%s/fen/fen_dialects.tsv: %u rows", folder, rows);
}

/* The arrays that start_row_960() makes are those of the table. */
static void check_numbers(const char *folder)
{
    struct vector_file v;
    unsigned rows = 0, wrong = 0;
    if (vector_open(&v, folder, "misc/sp960.tsv")) {
        while (vector_next(&v)) {
            char row[9];
            rows++;
            start_row_960((unsigned)strtoul(v.field[0], NULL, 10), row);
            wrong += strcmp(row, v.field[1]) != 0;
        }
        vector_close(&v);
    }
    tap_point(&tap, rows && !wrong, "%s/misc/sp960.tsv: %u rows", folder, rows);
}

/* The castling field of a FEN that was just written; what ref_read_fen() refuses is ERR. */
static void castling_field(const struct ref_position *pos, enum ref_dialect dialect, char out[8])
{
    char fen[REF_FEN_SIZE];
    if (!ref_write_fen(pos, dialect, REF_EP_ALWAYS, fen) || sscanf(fen, "%*s %*s %7s", out) != 1)
        strcpy(out, "?");
}

static void check_castling_reading(const char *folder)
{
    struct vector_file v;
    unsigned rows = 0, wrong = 0;
    if (vector_open(&v, folder, "fen/castling_reading.tsv")) {
        while (vector_next(&v)) {
            struct ref_position pos;
            char shredder[8] = "ERR", xfen[8] = "ERR";
            rows++;
            if (ref_read_fen(v.field[1], NULL, &pos)) {
                castling_field(&pos, REF_SHREDDER, shredder);
                castling_field(&pos, REF_XFEN, xfen);
            }
            if ((strcmp(shredder, v.field[2]) != 0 || strcmp(xfen, v.field[3]) != 0) && wrong++ < 5)
                tap_note("castling_reading.tsv:%u: %s %s, want %s %s", v.row, shredder, xfen,
                         v.field[2], v.field[3]);
        }
        vector_close(&v);
    }
    tap_point(&tap, rows && !wrong, "%s/fen/castling_reading.tsv: %u rows", folder, rows);
}

/* One game against the lines of both lists, each right after the game's #game line; returns its
 * plies, or -1. */
static long check_game(struct ref_game *game, bool canonical, struct vector_file *xfen,
                       struct vector_file *full)
{
    char fen[REF_FEN_SIZE];
    const char *count = strstr(xfen->line, "plies=");
    const long plies = count ? strtol(count + 6, NULL, 10) : -1;
    for (long ply = 0; ply < plies; ply++) {
        if (!ref_game_step(game) || !vector_line(xfen) || !vector_line(full))
            return -1;
        if (canonical && strcmp(game->token, game->san) != 0)
            return -1;
        if (!ref_write_fen(&game->pos, REF_XFEN, REF_EP_PSEUDO_LEGAL, fen) ||
            strcmp(fen, xfen->line) != 0 ||
            !ref_write_fen(&game->pos, REF_SHREDDER, REF_EP_ALWAYS, fen) ||
            strcmp(fen, full->line) != 0)
            return -1;
    }
    return ref_game_step(game) || game->failed ? -1 : plies;
}

static void check_games(const char *folder, const char *set)
{
    char name[64];
    struct vector_file xfen, full;
    long games = 0, plies = 0;
    const bool canonical =
        strncmp(set, "messy", 5) != 0; /* its moves are as a program writes them */
    bool ok = true;
    snprintf(name, sizeof name, "pgn/%s.pgn", set);
    char *text = vector_text(folder, name);
    snprintf(name, sizeof name, "pgn/%s.xfen.fens", set);
    if (!text || !vector_open(&xfen, folder, name)) {
        tap_point(&tap, false, "%s/pgn/%s.pgn", folder, set);
        free(text);
        return;
    }
    snprintf(name, sizeof name, "pgn/%s.full.fens", set);
    ok = vector_open(&full, folder, name);
    struct ref_game game = {.next = text};
    while (ok && ref_game_begin(&game)) {
        const long n = vector_line(&xfen) && vector_line(&full)
                           ? check_game(&game, canonical, &xfen, &full)
                           : -1;
        ok = n >= 0;
        if (!ok)
            tap_note("pgn/%s: game %ld, line %u of the lists, token '%s'", set, games + 1, xfen.row,
                     game.token);
        games++;
        plies += n;
    }
    tap_point(&tap, ok && games && !vector_line(&xfen), "%s/pgn/%s.pgn: %ld games, %ld plies",
              folder, set, games, plies);
    vector_close(&xfen);
    vector_close(&full);
    free(text);
}

static void check_folder(const char *folder)
{
    static const char *const tables[] = {"std",       "frc960", "dfrc",
                                         "castle960", "tenby8", "chess480"};
    static const char *const sets[] = {
        "std",          "frc_xfen",      "frc_shredder", "frc_inner",        "dfrc",
        "setup",        "capablanca",    "caparandom",   "caparandom_inner", "gothic",
        "embassy",      "janus",         "janus_J",      "setup_capablanca", "setup_caparandom",
        "setup_gothic", "setup_embassy", "setup_janus",  "setup_janus_J",    "messy8x8",
        "messy10x8"};
    char name[64];
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        snprintf(name, sizeof name, "perft/%s.tsv", tables[i]);
        check_perft(folder, name);
    }
    check_dialects(folder);
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        check_games(folder, sets[i]);
}

/* The tree's own rows of these tables are in vectors/, and cli/conformance.test reads them. */
static void check_whole(const char *folder)
{
    check_folder(folder);
    check_castling_reading(folder);
    check_numbers(folder);
}

int main(void)
{
    check_folder(vectors_here());
    if (vectors_whole())
        check_whole(vectors_whole());
    else
        tap_skip(&tap, "the whole set of vectors", "FENMILL_VECTORS is not set");
    return tap_done(&tap);
}
