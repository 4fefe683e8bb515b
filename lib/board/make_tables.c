/* SPDX-License-Identifier: MIT */
/* Build tool: prints the tables of one board as C, for #include by the templates. Runs on the
 * machine that builds, never on the one that will run fenmill; it shares no code with the
 * library. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 bits;

/* A text that is no move is looked up as a pawn's would be, up to three rows after its own: all of
 * these are empty. */
enum {
    RANKS = 8,
    KINDS = 8,
    PAWN_STEPS = 8,
    PAWN_TAKES = 10,
    PAWN_ATTACKS = 12,
    NO_MOVE = 15,
    SOURCES = NO_MOVE + 4
};
static int files, shift;

static int on_board(int file, int rank)
{
    return file >= 0 && file < files && rank >= 0 && rank < RANKS;
}
static int square(int file, int rank)
{
    return rank << shift | file;
}
static bits bit(int file, int rank)
{
    return on_board(file, rank) ? (bits)1 << square(file, rank) : 0;
}

static void put(bits b)
{
    printf("BB(0x%016llxu, 0x%016llxu),", (unsigned long long)(b >> 64), (unsigned long long)b);
}

/* All squares on one line through a square, itself not. */
static bits line(int file, int rank, int df, int dr)
{
    bits b = 0;
    for (int n = -files; n <= files; n++)
        if (n != 0)
            b |= bit(file + n * df, rank + n * dr);
    return b;
}

static bits rook_lines(int f, int r)
{
    return line(f, r, 1, 0) | line(f, r, 0, 1);
}
static bits bishop_lines(int f, int r)
{
    return line(f, r, 1, 1) | line(f, r, 1, -1);
}

static bits hops(int f, int r, int a, int b)
{
    return bit(f + a, r + b) | bit(f + a, r - b) | bit(f - a, r + b) | bit(f - a, r - b) |
           bit(f + b, r + a) | bit(f + b, r - a) | bit(f - b, r + a) | bit(f - b, r - a);
}

/* The squares from which a piece of this sort could reach a square of an empty board. Pawns' rows
 * are by colour: stepping and taking without promoting, and attacking. */
static bits sources(int sort, int f, int r)
{
    switch (sort) {
    case 1:
        return hops(f, r, 1, 2);
    case 2:
        return bishop_lines(f, r);
    case 3:
        return rook_lines(f, r);
    case 4:
        return bishop_lines(f, r) | rook_lines(f, r);
    case 5:
        return bishop_lines(f, r) | hops(f, r, 1, 2);
    case 6:
        return rook_lines(f, r) | hops(f, r, 1, 2);
    case 7:
        return hops(f, r, 1, 1) | hops(f, r, 0, 1);
    case PAWN_STEPS:
        return r < 2 || r == RANKS - 1 ? 0 : bit(f, r - 1) | (r == 3 ? bit(f, r - 2) : 0);
    case PAWN_STEPS + 1:
        return r > RANKS - 3 || r == 0 ? 0 : bit(f, r + 1) | (r == RANKS - 4 ? bit(f, r + 2) : 0);
    case PAWN_TAKES:
        return r == RANKS - 1 ? 0 : bit(f - 1, r - 1) | bit(f + 1, r - 1);
    case PAWN_TAKES + 1:
        return r == 0 ? 0 : bit(f - 1, r + 1) | bit(f + 1, r + 1);
    case PAWN_ATTACKS:
        return bit(f - 1, r - 1) | bit(f + 1, r - 1);
    case PAWN_ATTACKS + 1:
        return bit(f - 1, r + 1) | bit(f + 1, r + 1);
    default:
        return 0;
    }
}

static void put_sources(void)
{
    printf("static const bb sources[%d][%d] = {\n", SOURCES, RANKS << shift);
    for (int sort = 0; sort < SOURCES; sort++) {
        printf("{");
        for (int sq = 0; sq < RANKS << shift; sq++)
            put(sq % (1 << shift) < files ? sources(sort, sq % (1 << shift), sq >> shift) : 0);
        printf("},\n");
    }
    printf("};\n");
}

static void put_lines(void)
{
    printf("static const struct lines lines[%d] = {\n", RANKS << shift);
    for (int sq = 0; sq < RANKS << shift; sq++) {
        const int f = sq % (1 << shift), r = sq >> shift, real = f < files;
        printf("{");
        put(real ? line(f, r, 0, 1) : 0);
        put(real ? line(f, r, 1, 1) : 0);
        put(real ? line(f, r, 1, -1) : 0);
        printf("},\n");
    }
    printf("};\n");
}

/* The squares that a rook attacks on its own rank, by its file and by the occupied squares between
 * the edges. */
static void put_rank_reach(void)
{
    printf("static const uint%d_t rank_reach[%d][%d] = {\n", files > 8 ? 16 : 8, files,
           1 << (files - 2));
    for (int f = 0; f < files; f++) {
        printf("{");
        for (int inner = 0; inner < 1 << (files - 2); inner++) {
            int reach = 0;
            for (int g = f + 1; g < files; g++) {
                reach |= 1 << g;
                if (inner << 1 >> g & 1)
                    break;
            }
            for (int g = f - 1; g >= 0; g--) {
                reach |= 1 << g;
                if (inner << 1 >> g & 1)
                    break;
            }
            printf("%d,", reach);
        }
        printf("},\n");
    }
    printf("};\n");
}

/* Squares as text, for every byte; all but squares are the dash of no en passant. The last byte is
 * the length. */
static void put_square_texts(void)
{
    printf("static const unsigned char square_texts[256][4] = {\n");
    for (int sq = 0; sq < 256; sq++) {
        const int f = sq % (1 << shift), r = sq >> shift;
        if (on_board(f, r))
            printf("{'%c','%d',0,2},", 'a' + f, r + 1);
        else
            printf("{'-',0,0,1},");
    }
    printf("};\n");
}

/* The squares strictly between two that share a line. */
static bits between(int a, int b)
{
    const int width = 1 << shift, df = b % width - a % width, dr = (b >> shift) - (a >> shift);
    const int n = abs(df) > abs(dr) ? abs(df) : abs(dr);
    bits set = 0;
    if (df == 0 || dr == 0 || abs(df) == abs(dr))
        for (int i = 1; i < n; i++)
            set |= bit(a % width + i * (df / n), (a >> shift) + i * (dr / n));
    return set;
}

/* 8x8: by the two squares. */
static void put_between_squares(void)
{
    printf("static const bb between_squares[64][64] = {\n");
    for (int a = 0; a < 64; a++) {
        printf("{");
        for (int b = 0; b < 64; b++)
            put(between(a, b));
        printf("},\n");
    }
    printf("};\n");
}

/* 10x8, where that would take too much cache: by the difference, which with 16 squares a rank tells
 * the line; as distances from the lower square. */
static void put_between_by_difference(void)
{
    const int span = square(files - 1, RANKS - 1);
    printf("enum { BETWEEN_SPAN = %d };\nstatic const bb between_by[%d] = {\n", span, 2 * span + 1);
    for (int d = -span; d <= span; d++) {
        bits set = 0;
        for (int f = 0; f < files && set == 0; f++) {
            const int to = f + abs(d);
            if (to % (1 << shift) < files && to >> shift < RANKS)
                set = between(f, to) >> f;
        }
        put(set);
    }
    printf("};\n");
}

/* How the text of a rank is picked from its squares: a file, or the digit of a run of empty
 * squares; then a slash. */
static void put_ranks(void)
{
    const int width = 16;
    printf("static const unsigned char rank_length[%d] = {", 1 << files);
    for (int set = 0; set < 1 << files; set++) {
        int n = 0;
        for (int f = 0; f < files; f++)
            n += (set >> f & 1) || f == 0 || (set >> (f - 1) & 1);
        printf("%d,", set == 0 && files > 9 ? 2 : n);
    }
    printf("};\n_Alignas(16) static const unsigned char rank_picks[%d][%d] = {\n", 1 << files,
           width);
    for (int set = 0; set < 1 << files; set++) {
        int n = 0, run = 0;
        printf("{");
        for (int f = 0; f <= files; f++) {
            if (f < files && !(set >> f & 1)) {
                run++;
                continue;
            }
            if (run > 9)
                n += printf("PICK_DIGIT(%d),", run / 10) > 0;
            if (run > 0)
                n += printf("PICK_DIGIT(%d),", run % 10) > 0;
            run = 0;
            if (f < files)
                n += printf("%d,", f) > 0;
        }
        printf("PICK_SLASH},\n");
    }
    printf("};\n");
}

/* The same without a shuffle: the digits to put on the first square of each run (ten are two
 * digits), and the squares to move down by one, two, four and eight places to close the gaps. */
static void put_rank_moves(void)
{
    enum { ROUNDS = 4 };
    const int rounds = files <= 8 ? 3 : ROUNDS;
    printf("static const struct rank_moves { bb digits, by[%d]; } rank_moves[%d] = {\n", rounds,
           1 << files);
    for (int set = 0; set < 1 << files; set++) {
        bits digits = 0, by[ROUNDS] = {0};
        int gone = 0;
        for (int f = 0, run = 0; f < files; f++) {
            int length = 0;
            run = set >> f & 1 ? 0 : run + 1;
            while (run == 1 && f + length < files && !(set >> (f + length) & 1))
                length++;
            if (length > 9)
                digits |= (bits)('1' | '0' << 8) << (8 * f);
            else if (length > 0)
                digits |= (bits)('0' + length) << (8 * f);
            gone += run > 1;
            for (int i = 0, at = f; i < rounds && run <= 1; i++)
                if (gone >> i & 1) {
                    by[i] |= (bits)0xff << (8 * at);
                    at -= 1 << i;
                }
        }
        printf("{");
        put(digits);
        printf("{");
        for (int i = 0; i < rounds; i++)
            put(by[i]);
        printf("}},\n");
    }
    printf("};\n");
}

/* The origin squares that a sign before the target allows: a file, a rank, or all (nothing, or the
 * capture mark). */
static void put_prefixes(void)
{
    printf("static const bb prefix_masks[256] = {\n");
    for (int f = 0; f < files; f++) {
        printf("['%c'] = ", 'a' + f);
        put(line(f, 0, 0, 1) | bit(f, 0));
    }
    for (int r = 0; r < RANKS; r++) {
        printf("['%d'] = ", r + 1);
        put(line(0, r, 1, 0) | bit(0, r));
    }
    printf("[0] = ~(bb)0, ['x'] = ~(bb)0};\n");
}

/* Rows of sources by the first letter of a move (pawns: a file; row 0 for what is none), and kinds
 * by FEN letter. */
static void put_letters(void)
{
    static const char kinds[] = "PNBRQACK";
    unsigned char by_san[256], by_fen[256];
    memset(by_san, 0, sizeof by_san);
    memset(by_fen, KINDS, sizeof by_fen);
    for (int kind = 0; kind < KINDS; kind++) {
        const int known = files > 8 || (kinds[kind] != 'A' && kinds[kind] != 'C');
        if (known && kind != 0)
            by_san[(unsigned char)kinds[kind]] = (unsigned char)kind;
        if (known)
            by_fen[(unsigned char)kinds[kind]] = by_fen[(unsigned char)kinds[kind] | 0x20] =
                (unsigned char)kind;
    }
    if (files > 8)
        by_san['J'] = by_san['A']; /* Janus */
    for (int f = 0; f < files; f++)
        by_san['a' + f] = PAWN_STEPS;
    printf("static const unsigned char san_rows[256] = {");
    for (int c = 0; c < 256; c++)
        printf("%d,", by_san[c]);
    printf("};\nstatic const unsigned char letter_kinds[256] = {");
    for (int c = 0; c < 256; c++)
        printf("%d,", by_fen[c]);
    printf("};\n");
}

/* The bytes that may follow a move. */
static void put_ends(void)
{
    printf("static const bool is_delimiter[256] = {");
    for (int c = 0; c < 256; c++)
        printf("%d,", c <= ' ' || strchr(".)}{(;$[", c) != NULL);
    printf("};\n");
}

int main(int argc, char **argv)
{
    files = argc == 2 ? atoi(argv[1]) : 0;
    if (files != 8 && files != 10)
        return 2;
    shift = files == 8 ? 3 : 4;
    printf("/* Made by make_tables.c: the tables of the %dx%d board. */\n", files, RANKS);
    put_sources();
    put_lines();
    put_rank_reach();
    put_square_texts();
    if (files == 8)
        put_between_squares();
    else
        put_between_by_difference();
    put_ranks();
    put_rank_moves();
    put_prefixes();
    put_letters();
    put_ends();
    return ferror(stdout) || fclose(stdout) != 0;
}
