/* SPDX-License-Identifier: MIT */
#include <config.h>
/* Reads training data of standard input and writes a line of text for each position, so that tests compare it with text of
 * fenmill:   training_text binpack|viriformat [chess960]
 *
 *     FEN (X-FEN, en passant if legal; of a binpack four fields and the clock)|move (with chess960 the king takes the rook)|score for
 *     White|result for White in half points|ply, of a binpack
 *
 * Rules and boards are those of tests/reference. Written from the formats' documents; exits with 1 and a message at the first thing that is none of the format.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reference/ref.h"
#include "reference/ref_fen.h"
#include "reference/ref_san.h"

enum { PACKED = 32, BLOCK_MAX = 100 << 20 };
static unsigned char *input;
static size_t size;
static bool chess960;

static void fail(const char *what, size_t at)
{
    fprintf(stderr, "byte %zu: %s\n", at, what);
    exit(1);
}

static uint64_t little(const unsigned char *at, int bytes)
{
    uint64_t number = 0;
    while (bytes-- > 0)
        number = number << 8 | at[bytes];
    return number;
}

static uint64_t big(const unsigned char *at, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++)
        number = number << 8 | at[i];
    return number;
}

/* The sign is in the lowest bit; a negative number has its other bits turned. */
static int number_of(unsigned word)
{
    const int value = (int)(word >> 1 & 0x7fff);
    return word & 1 ? -value - 1 : value;
}

static void clear(struct ref_position *pos)
{
    memset(pos, 0, sizeof *pos);
    memset(pos->pieces, '.', sizeof pos->pieces);
    pos->files = 8;
    pos->rook[0][0] = pos->rook[0][1] = pos->rook[1][0] = pos->rook[1][1] = -1;
    pos->promotions = "NBRQ";
    pos->ep_file = -1;
    pos->fullmove = 1;
}

/* A rook with a right, on which side of its king is known when all pieces are there. */
static void give_rights(struct ref_position *pos, const unsigned char rooks[64])
{
    for (int black = 0; black < 2; black++)
        for (int file = 0, king = -1; file < 8; file++) {
            const int rank = black ? 7 : 0;
            if (pos->pieces[rank][file] == (black ? 'k' : 'K'))
                king = file;
            if (rooks[rank * 8 + file])
                pos->rook[black][king < 0 ? REF_A_SIDE : REF_H_SIDE] = file;
        }
}

static void unpack(struct ref_position *pos, uint64_t occupied, const unsigned char *codes,
                   const char *letters)
{
    unsigned char rooks[64] = {0};
    clear(pos);
    for (int sq = 0, n = 0; sq < 64; sq++) {
        if (!(occupied >> sq & 1))
            continue;
        if (n == 32)
            fail("more than 32 pieces", (size_t)(codes - input));
        char letter = letters[codes[n / 2] >> n % 2 * 4 & 15];
        n++;
        if (letter == '!')
            fail("a code of no piece", (size_t)(codes - input));
        rooks[sq] = letter == 'U' || letter == 'u';
        if (letter == 'U')
            letter = 'R';
        if (letter == 'u')
            letter = 'r';
        if (letter == 'M') {
            letter = 'k';
            pos->black = 1;
        }
        if (letter == 'E') {
            pos->ep_file = sq % 8;
            letter = sq < 32 ? 'P' : 'p';
        }
        pos->pieces[sq / 8][sq % 8] = letter;
    }
    give_rights(pos, rooks);
}

static void play(struct ref_position *pos, int from, int to, char promotion, size_t at)
{
    struct ref_move moves[REF_MOVES_MAX];
    const int count = ref_moves(pos, moves);
    for (int i = 0; i < count; i++)
        if (moves[i].from_rank * 8 + moves[i].from_file == from &&
            moves[i].to_rank * 8 + moves[i].to_file == to && moves[i].promotion == promotion) {
            ref_play(pos, &moves[i]);
            return;
        }
    fail("an illegal move", at);
}

static void print(const struct ref_position *pos, int from, int to, char promotion, int score,
                  int half, long ply)
{
    char fen[REF_FEN_SIZE];
    const char target = pos->pieces[to / 8][to % 8];
    if (!chess960 && ref_kind(pos->pieces[from / 8][from % 8]) == 'K' && target != '.' &&
        ref_is_black(target) == pos->black)
        to = to > from ? from + 2 : from - 2;
    if (!ref_write_fen(pos, REF_XFEN, REF_EP_LEGAL, fen))
        fail("a position without a FEN", 0);
    if (ply >= 0)
        *strrchr(fen, ' ') = '\0';
    printf("%s|%c%c%c%c", fen, 'a' + from % 8, '1' + from / 8, 'a' + to % 8, '1' + to / 8);
    if (promotion != 0)
        putchar(promotion + ('a' - 'A'));
    printf("|%d|%d", score, half);
    if (ply >= 0)
        printf("|%ld", ply);
    putchar('\n');
}

/* ---- viriformat ---- */

static void read_viriformat(void)
{
    size_t at = 0;
    while (at < size) {
        struct ref_position pos;
        const unsigned char *head = input + at;
        if (size - at < PACKED + 4)
            fail("a game is cut off", at);
        unpack(&pos, little(head, 8), head + 8, "PNBRQKU!pnbrqku!");
        pos.black = head[24] >> 7;
        pos.ep_file = (head[24] & 127) == 64 ? -1 : (head[24] & 7);
        pos.halfmove = head[25];
        pos.fullmove = (unsigned long)little(head + 26, 2);
        if (head[30] > 2 || head[28] != 0 || head[29] != 0 || head[31] != 0)
            fail("no result, or another field is not 0", at);
        for (at += PACKED; size - at >= 4 && little(input + at, 4) != 0; at += 4) {
            const unsigned move = (unsigned)little(input + at, 2), type = move >> 14;
            const int from = move & 63, to = move >> 6 & 63,
                      score = (int16_t)little(input + at + 2, 2);
            const char promotion = "NBRQ"[move >> 12 & 3],
                       piece = ref_kind(pos.pieces[from / 8][from % 8]);
            const char target = pos.pieces[to / 8][to % 8];
            if (type != 3 && (move >> 12 & 3) != 0)
                fail("a piece, but no promotion", at);
            if ((type == 2) !=
                    (piece == 'K' && target != '.' && ref_is_black(target) == pos.black) ||
                (type == 1) != (piece == 'P' && target == '.' && from % 8 != to % 8))
                fail("another type of move", at);
            print(&pos, from, to, type == 3 ? promotion : 0, score, head[30], -1);
            play(&pos, from, to, type == 3 ? promotion : 0, at);
        }
        if (size - at < 4)
            fail("a game has no end", at);
        at += 4;
    }
}

/* ---- binpack ---- */

struct bits {
    const unsigned char *at;
    unsigned done; /* bits of it */
};

static unsigned take(struct bits *bits, unsigned count)
{
    unsigned number = 0;
    while (count-- > 0) {
        if (bits->at >= input + size)
            fail("a chain is cut off", size);
        number = number << 1 | (*bits->at >> (7 - bits->done) & 1);
        if (++bits->done == 8) {
            bits->done = 0;
            bits->at++;
        }
    }
    return number;
}

static unsigned width(unsigned below)
{
    unsigned bits = 0;
    while (1u << bits < below)
        bits++;
    return bits;
}

static bool takes_ep(const struct ref_position *pos)
{
    struct ref_move moves[REF_MOVES_MAX];
    const int count = ref_moves(pos, moves);
    for (int i = 0; i < count; i++)
        if (ref_is_en_passant(pos, &moves[i]))
            return true;
    return false;
}

/* The squares that a piece could move to, whatever becomes of its king, and without castling. */
static uint64_t targets_of(const struct ref_position *pos, int from)
{
    static const int steps[8][2] = {{0, 1}, {1, 0},  {0, -1},  {-1, 0},
                                    {1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
    static const int jumps[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                    {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    const char kind = ref_kind(pos->pieces[from / 8][from % 8]);
    const int file = from % 8, rank = from / 8, up = pos->black ? -1 : 1;
    uint64_t set = 0;
    if (kind == 'P') {
        for (int side = -1; side <= 1; side += 2) {
            const int f = file + side, r = rank + up;
            if (f < 0 || f > 7)
                continue;
            const char there = pos->pieces[r][f];
            if (there != '.' ? ref_is_black(there) != pos->black
                             : f == pos->ep_file && r == (pos->black ? 2 : 5) && takes_ep(pos))
                set |= UINT64_C(1) << (r * 8 + f);
        }
        for (int r = rank + up, n = 0;
             n < (rank == (pos->black ? 6 : 1) ? 2 : 1) && pos->pieces[r][file] == '.';
             n++, r += up)
            set |= UINT64_C(1) << (r * 8 + file);
        return set;
    }
    for (int i = kind == 'B' ? 4 : 0; i < (kind == 'R' ? 4 : 8); i++) {
        const int *step = kind == 'N' ? jumps[i] : steps[i];
        for (int f = file + step[0], r = rank + step[1]; f >= 0 && f < 8 && r >= 0 && r < 8;
             f += step[0], r += step[1]) {
            const char there = pos->pieces[r][f];
            if (there == '.' || ref_is_black(there) != pos->black)
                set |= UINT64_C(1) << (r * 8 + f);
            if (there != '.' || kind == 'N' || kind == 'K')
                break;
        }
    }
    return set;
}

static int nth(uint64_t set, unsigned n, size_t at)
{
    for (int sq = 0; sq < 64; sq++)
        if ((set >> sq & 1) && n-- == 0)
            return sq;
    fail("a number of no square", at);
    return 0;
}

static unsigned count_of(uint64_t set)
{
    unsigned n = 0;
    for (; set != 0; set &= set - 1)
        n++;
    return n;
}

static void take_move(struct bits *bits, const struct ref_position *pos, int *from, int *to,
                      char *promotion)
{
    const size_t at = (size_t)(bits->at - input);
    uint64_t own = 0;
    for (int sq = 0; sq < 64; sq++) {
        const char piece = pos->pieces[sq / 8][sq % 8];
        if (piece != '.' && ref_is_black(piece) == pos->black)
            own |= UINT64_C(1) << sq;
    }
    *from = nth(own, take(bits, width(count_of(own))), at);
    *promotion = 0;
    const char kind = ref_kind(pos->pieces[*from / 8][*from % 8]);
    const uint64_t targets = targets_of(pos, *from);
    const unsigned count = count_of(targets);
    if (kind == 'P' && *from / 8 == (pos->black ? 1 : 6)) {
        const unsigned index = take(bits, width(count * 4));
        *to = nth(targets, index / 4, at);
        *promotion = "NBRQ"[index % 4];
        return;
    }
    const int *rook = pos->rook[pos->black];
    const unsigned rights = kind != 'K' ? 0 : (rook[0] >= 0 ? 1u : 0) + (rook[1] >= 0 ? 1u : 0);
    const unsigned index = take(bits, width(count + rights));
    if (index < count)
        *to = nth(targets, index, at);
    else if (index >= count + rights)
        fail("a number of no move", at);
    else
        *to =
            *from / 8 * 8 + rook[index == count && rook[REF_A_SIDE] >= 0 ? REF_A_SIDE : REF_H_SIDE];
}

static int take_number(struct bits *bits)
{
    unsigned number = 0, shift = 0, part;
    do {
        part = take(bits, 5);
        number |= (part & 15) << shift;
        shift += 4;
    } while (part & 16);
    return number_of(number);
}

/* A chain. @return its end. */
static size_t read_chain(size_t at, size_t end)
{
    struct ref_position pos;
    const unsigned char *head = input + at;
    if (end - at < PACKED + 2)
        fail("a chain is cut off", at);
    unpack(&pos, big(head, 8), head + 8, "PpNnBbRrQqKkEUuM");
    const unsigned move = (unsigned)big(head + 24, 2), type = move >> 14,
                   word = (unsigned)big(head + 28, 2);
    int from = move >> 8 & 63, to = move >> 2 & 63;
    char promotion = type == 1 ? "NBRQ"[move & 3] : 0;
    int score = number_of((unsigned)big(head + 26, 2));
    const int result = number_of(word >> 14), white = pos.black ? -result : result;
    const char target = pos.pieces[to / 8][to % 8];
    long ply = word & 0x3fff;
    pos.halfmove = (unsigned long)big(head + 30, 2);
    if ((type == 2) != (target != '.' && ref_is_black(target) == pos.black))
        fail("another type of move", at);
    if ((type == 3) !=
        (ref_kind(pos.pieces[from / 8][from % 8]) == 'P' && target == '.' && from % 8 != to % 8))
        fail("another type of move", at);
    struct bits bits = {head + PACKED + 2, 0};
    for (unsigned left = (unsigned)big(head + PACKED, 2);; left--) {
        print(&pos, from, to, promotion, pos.black ? -score : score, white + 1, ply);
        play(&pos, from, to, promotion, at);
        if (left == 0)
            break;
        take_move(&bits, &pos, &from, &to, &promotion);
        score = (int16_t)(take_number(&bits) - score);
        ply++;
    }
    return (size_t)(bits.at - input) + (bits.done > 0);
}

static void read_binpack(void)
{
    size_t at = 0;
    unsigned long blocks = 0, chains = 0;
    for (; at < size; blocks++) {
        if (size - at < 8 || memcmp(input + at, "BINP", 4) != 0)
            fail("no block", at);
        const size_t end = at + 8 + little(input + at + 4, 4);
        if (end > size || end - at > BLOCK_MAX)
            fail("a block is cut off", at);
        for (at += 8; at < end; chains++)
            at = read_chain(at, end);
        if (at != end)
            fail("a chain is longer than its block", end);
    }
    fprintf(stderr, "%lu blocks, %lu chains\n", blocks, chains);
}

int main(int argc, char **argv)
{
    size_t room = 1 << 20;
    input = malloc(room);
    for (size_t n; input != NULL && (n = fread(input + size, 1, room - size, stdin)) > 0;) {
        size += n;
        if (size == room)
            input = realloc(input, room *= 2);
    }
    if (input == NULL || argc < 2)
        return 2;
    chess960 = argc > 2;
    if (strcmp(argv[1], "binpack") == 0)
        read_binpack();
    else
        read_viriformat();
    free(input);
    return 0;
}
