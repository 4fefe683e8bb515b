/* SPDX-License-Identifier: MIT */
/* Prints games of which many are equal: N different ones, each twice in a row, and then all once more in
 * the opposite order; so that equals are on both sides of wherever memory is full.
 *
 *     repeats start|moves N
 *
 * start: they differ in their start position, and have no moves; in the second half every second FEN
 * has other counters. moves: they differ in a player's name. */
#include <config.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SQUARES = 32, FIRST = 16 }; /* ranks 6 to 3 */

/* Two kings in corners, and four pieces on squares that the number chooses: 863,040 positions. */
static void put_fen(unsigned long number, const char *counters)
{
    static const char pieces[] = "Ppbn";
    char board[65] = "";
    printf("[SetUp \"1\"]\n[FEN \"");
    memset(board, '1', 64);
    board[7] = 'k';
    board[56] = 'K';
    for (unsigned i = 0, left = SQUARES; i < 4; i++, left--) {
        unsigned long at = number % left, square = FIRST;
        number /= left;
        for (; board[square] != '1' || at > 0; square++)
            at -= board[square] == '1';
        board[square] = pieces[i];
    }
    for (int square = 0; square < 64; square++) {
        int empty = 0;
        while (board[square] == '1' && (square & 7) != 7)
            empty++, square++;
        empty += board[square] == '1';
        if (empty > 0)
            putchar('0' + empty);
        if (board[square] != '1')
            putchar(board[square]);
        if ((square & 7) == 7 && square < 63)
            putchar('/');
    }
    printf(" w - - %s\"]\n\n*\n\n", counters);
}

static void put_game(unsigned long number)
{
    printf("[White \"A %lu\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n", number);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 99;
    const int games = strcmp(argv[1], "moves") == 0;
    const unsigned long n = strtoul(argv[2], NULL, 10);
    for (unsigned long i = 0; i < 3 * n; i++) {
        const unsigned long number = i < 2 * n ? i / 2 : 3 * n - 1 - i;
        if (games)
            put_game(number);
        else
            put_fen(number, i >= 2 * n && number % 2 != 0 ? "3 9" : "0 1");
    }
    return 0;
}
