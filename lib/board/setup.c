/* SPDX-License-Identifier: MIT */
/* Start arrays of 8x8 chess by Scharnagl's numbers 0..959, both ways. */
#include <config.h>
#include "board/setup.h"

enum { FILES = 8, BISHOPS = 4, QUEENS = 6, KNIGHT_PAIRS = 10 };

/* Squares of the two knights among the five that are still free. */
static const unsigned char knight_pairs[KNIGHT_PAIRS][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                                            {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};

/* Put a piece on the n-th free file. */
static void put_on_free(unsigned char row[FILES], unsigned n, unsigned char piece)
{
    unsigned f = 0;
    while (row[f] != 0 || n-- > 0)
        f++;
    row[f] = piece;
}

static void array_of(unsigned number, unsigned char row[FILES])
{
    memset(row, 0, FILES);
    row[number % BISHOPS * 2 + 1] = 'B';
    number /= BISHOPS;
    row[number % BISHOPS * 2] = 'B';
    number /= BISHOPS;
    put_on_free(row, number % QUEENS, 'Q');
    number /= QUEENS;
    const unsigned char *const pair = knight_pairs[number];
    put_on_free(row, pair[1], 'N');
    put_on_free(row, pair[0], 'N');
    put_on_free(row, 0, 'R');
    put_on_free(row, 0, 'K');
    put_on_free(row, 0, 'R');
}

void fm_setup_from_sp(unsigned number, struct fm_setup *out)
{
    unsigned char row[FILES];
    array_of(number % 960, row);
    *out = (struct fm_setup){
        .files = FILES, .ep_file = -1, .ep_exact = true, .counters_given = true, .fullmove = 1};
    out->variant = &fm_variants[number == FM_SP_STANDARD ? FM_STANDARD : FM_CHESS960];
    for (unsigned f = 0; f < FILES; f++) {
        out->pieces[0][f] = row[f];
        out->pieces[1][f] = 'P';
        out->pieces[6][f] = 'p';
        out->pieces[7][f] = (unsigned char)(row[f] | 0x20);
        if (row[f] == 'R')
            out->rook[FM_WHITE][FM_KING_SIDE] = (int8_t)f; /* the last one stays */
    }
    const unsigned char *const a_rook = memchr(row, 'R', FILES);
    out->rook[FM_WHITE][FM_QUEEN_SIDE] = (int8_t)(a_rook - row);
    memcpy(out->rook[FM_BLACK], out->rook[FM_WHITE], sizeof out->rook[FM_WHITE]);
}

static bool is_row_of(const unsigned char row[FM_MAX_FILES], unsigned char piece)
{
    for (unsigned f = 0; f < FILES; f++)
        if (row[f] != piece)
            return false;
    return true;
}

/* Pawns at home, nothing between them, the black back rank like the white one. */
static bool is_start_shape(const struct fm_setup *s)
{
    if (!fm_setup_may_be_array(s) || s->files != FILES || !is_row_of(s->pieces[1], 'P') ||
        !is_row_of(s->pieces[6], 'p'))
        return false;
    for (unsigned rank = 2; rank < 6; rank++)
        if (!is_row_of(s->pieces[rank], 0))
            return false;
    for (unsigned f = 0; f < FILES; f++)
        if (s->pieces[7][f] != (s->pieces[0][f] | 0x20))
            return false;
    return true;
}

/* The number of this file among those that hold neither of two pieces, counted from 0. */
static unsigned place_among_free(const unsigned char row[FILES], const char *taken, unsigned file)
{
    unsigned place = 0;
    for (unsigned f = 0; f < file; f++)
        place += row[f] == 0 || strchr(taken, row[f]) == NULL;
    return place;
}

/* The number that an array would have if it is one of the 960. */
static unsigned number_of(const unsigned char row[FILES])
{
    unsigned bishop[2] = {0, 0}, queen = 0, knights[2] = {0, 0}, count = 0, pair = 0;
    for (unsigned f = 0; f < FILES; f++) {
        if (row[f] == 'B')
            bishop[f % 2] = f / 2;
        else if (row[f] == 'Q')
            queen = place_among_free(row, "B", f);
        else if (row[f] == 'N')
            knights[count++ % 2] = place_among_free(row, "BQ", f);
    }
    while (pair < KNIGHT_PAIRS - 1 &&
           (knight_pairs[pair][0] != knights[0] || knight_pairs[pair][1] != knights[1]))
        pair++;
    return ((pair * QUEENS + queen % QUEENS) * BISHOPS + bishop[0]) * BISHOPS + bishop[1];
}

int fm_setup_sp(const struct fm_setup *setup)
{
    unsigned char row[FILES];
    if (!is_start_shape(setup))
        return -1;
    const unsigned number = number_of(setup->pieces[0]);
    array_of(number, row);
    return memcmp(row, setup->pieces[0], FILES) == 0 ? (int)number : -1;
}
