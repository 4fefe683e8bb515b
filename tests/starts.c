/* SPDX-License-Identifier: MIT */
#include <config.h>
#include "starts.h"
/* Start positions are made as boards, tried, and made again until nobody is in check. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reference/ref_fen.h"

/* SplitMix64. */
unsigned chance_below(struct chance *chance, unsigned limit)
{
    uint64_t z = chance->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (unsigned)((z ^ (z >> 31)) >> 33) % limit;
}

/* Put a piece on the which-th free square of a row. */
static void put_free(char *row, unsigned which, char piece)
{
    while (*row != '.' || which-- > 0)
        row++;
    *row = piece;
}

void start_row_960(unsigned number, char row[9])
{
    static const unsigned char knights[10][2] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1},
                                                 {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 3}};
    memcpy(row, "........", 9);
    row[number % 4 * 2 + 1] = 'B';
    number /= 4;
    row[number % 4 * 2] = 'B';
    number /= 4;
    put_free(row, number % 6, 'Q');
    number /= 6;
    put_free(row, knights[number][0], 'N');
    put_free(row, knights[number][1], 'N');
    put_free(row, 0, 'R');
    put_free(row, 0, 'K');
    put_free(row, 0, 'R');
}

void start_row_random(struct chance *chance, char row[11])
{
    static const char others[] = "QACNN";
    memcpy(row, "..........", 11);
    row[chance_below(chance, 5) * 2] = 'B';
    row[chance_below(chance, 5) * 2 + 1] = 'B';
    for (unsigned i = 0; others[i]; i++)
        put_free(row, chance_below(chance, 8 - i), others[i]);
    put_free(row, 0, 'R');
    put_free(row, 0, 'K');
    put_free(row, 0, 'R');
}

static void lower(const char *row, char out[11])
{
    do
        *out++ = *row ? (char)(*row - 'A' + 'a') : '\0';
    while (*row++);
}

void start_from_rows(const char *white, const char *black, const char *prefix, const char *variant,
                     struct ref_position *out)
{
    char fen[REF_FEN_SIZE], small[11];
    const int files = (int)strlen(white);
    lower(black, small);
    snprintf(fen, sizeof fen, "%s/%.*s/%d/%d/%d/%d/%.*s/%s w %sKQkq - 0 1", small, files,
             "pppppppppp", files, files, files, files, files, "PPPPPPPPPP", white, prefix);
    if (!ref_read_fen(fen, variant, out))
        abort();
}

static bool quiet(const struct ref_position *pos)
{
    return !ref_in_check(pos, 0) && !ref_in_check(pos, 1);
}

static void empty_board(const char *variant, int files, struct ref_position *out)
{
    const char *fen =
        files == 10 ? "10/10/10/10/10/10/10/10 w - - 0 1" : "8/8/8/8/8/8/8/8 w - - 0 1";
    if (!ref_read_fen(fen, variant, out))
        abort();
}

static void put_anywhere(struct chance *chance, struct ref_position *pos, char piece,
                         int first_rank, int last_rank)
{
    for (int tries = 0; tries < 50; tries++) {
        const unsigned rank =
            (unsigned)first_rank + chance_below(chance, (unsigned)(last_rank - first_rank + 1));
        char *square = &pos->pieces[rank][chance_below(chance, (unsigned)pos->files)];
        if (*square != '.')
            continue;
        *square = piece;
        return;
    }
}

static void put_pieces(struct chance *chance, struct ref_position *pos, unsigned count)
{
    const char *pieces = pos->files == 10 ? "NBRQACnbrqac" : "NBRQnbrq";
    while (count-- > 0)
        put_anywhere(chance, pos, pieces[chance_below(chance, (unsigned)strlen(pieces))], 0, 7);
}

void start_sparse(struct chance *chance, const char *variant, int files, struct ref_position *out)
{
    do {
        empty_board(variant, files, out);
        out->black = (int)chance_below(chance, 2);
        out->fullmove = 1 + chance_below(chance, 300);
        put_anywhere(chance, out, 'K', 0, 7);
        put_anywhere(chance, out, 'k', 0, 7);
        for (unsigned i = chance_below(chance, 4); i-- > 0;)
            put_anywhere(chance, out, 'P', 5, 6);
        for (unsigned i = chance_below(chance, 4); i-- > 0;)
            put_anywhere(chance, out, 'p', 1, 2);
        for (unsigned i = chance_below(chance, 4); i-- > 0;)
            put_anywhere(chance, out, 'P', 1, 4);
        for (unsigned i = chance_below(chance, 4); i-- > 0;)
            put_anywhere(chance, out, 'p', 3, 6);
        put_pieces(chance, out, chance_below(chance, 5));
    } while (!quiet(out));
}

/* A home rank with its king, up to four rooks, and a right on each side for one of them. */
static void put_home(struct chance *chance, struct ref_position *pos, int black)
{
    char *row = pos->pieces[black ? REF_RANKS - 1 : 0];
    const int king = (int)chance_below(chance, (unsigned)pos->files);
    row[king] = black ? 'k' : 'K';
    for (unsigned i = 1 + chance_below(chance, 4); i-- > 0;) {
        const int file = (int)chance_below(chance, (unsigned)pos->files);
        const int side = file > king ? REF_H_SIDE : REF_A_SIDE;
        if (file == king)
            continue;
        row[file] = black ? 'r' : 'R';
        if (chance_below(chance, 4))
            pos->rook[black][side] = file;
    }
}

void start_castling(struct chance *chance, const char *variant, int files, enum ref_style style,
                    struct ref_position *out)
{
    do {
        empty_board(variant, files, out);
        out->style = style;
        out->black = (int)chance_below(chance, 2);
        out->halfmove = chance_below(chance, 50);
        out->fullmove = 60 + chance_below(chance, 40);
        put_home(chance, out, 0);
        put_home(chance, out, 1);
        put_pieces(chance, out, chance_below(chance, 4));
    } while (!quiet(out));
}

bool start_walks_sparse(struct chance *chance, const char *variant, int files, int count,
                        start_walk *walk, int plies)
{
    bool ok = true;
    while (ok && count-- > 0) {
        struct ref_position start;
        start_sparse(chance, variant, files, &start);
        ok = walk(variant, &start, plies);
    }
    return ok;
}

bool start_walks_castling(struct chance *chance, const char *variant, int files,
                          enum ref_style style, int count, start_walk *walk, int plies)
{
    bool ok = true;
    while (ok && count-- > 0) {
        struct ref_position start;
        start_castling(chance, variant, files, style, &start);
        ok = walk(variant, &start, plies);
    }
    return ok;
}
