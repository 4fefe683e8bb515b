/* A plain placement on any machine: its characters one by one, in a loop without a branch but its
 * own end. All is judged when they are in their places. */
#ifndef FM_BOARD_PLAIN_ANY_H
#define FM_BOARD_PLAIN_ANY_H
#include "board/plain.h"
#include "board/squares.h"

/* A slash takes a place as a piece does, so each rank is one place longer than its squares. */
enum {
    PLAIN_FILES = 8,
    PLAIN_STRIDE = PLAIN_FILES + 1,
    PLAIN_PLACES = FM_RANKS * PLAIN_STRIDE - 1, /* and the longest text */
    PLAIN_SQUARES = FM_RANKS * PLAIN_FILES
};

/* How many places a character takes; 0 ends the field. */
static const unsigned char plain_widths[256] = {
    ['P'] = 1, ['N'] = 1, ['B'] = 1, ['R'] = 1, ['Q'] = 1, ['K'] = 1, ['p'] = 1,
    ['n'] = 1, ['b'] = 1, ['r'] = 1, ['q'] = 1, ['k'] = 1, ['/'] = 1, ['1'] = 1,
    ['2'] = 2, ['3'] = 3, ['4'] = 4, ['5'] = 5, ['6'] = 6, ['7'] = 7, ['8'] = 8,
};

/* Put each character in its place, a digit in the first that it takes. More than the longest text
 * is not read, so nothing is written after what that could fill.
 * @return bytes read, 0 = not all places are taken. */
static size_t plain_put(struct fm_text text, unsigned char places[PLAIN_PLACES * FM_RANKS + 1])
{
    const size_t most = text.n < PLAIN_PLACES ? text.n : PLAIN_PLACES;
    size_t at = 0, n = 0;
    memset(places, 0, PLAIN_PLACES);
    while (n < most) {
        const unsigned char c = text.p[n];
        const unsigned width = plain_widths[c];
        if (width == 0)
            break;
        places[at] = c;
        at += width;
        n++;
    }
    return at == PLAIN_PLACES ? n : 0;
}

/* The letters of a rank. A letter has bit 6, a digit bit 4 and not bit 6, a slash bit 5 and neither.
 * @param[in,out] wrong  bits are set if a slash is there, and unless each run of empty squares is
 *        one digit. */
static uint64_t plain_rank(uint64_t places, uint64_t *wrong)
{
    const uint64_t letters = places >> 6 & FM_EIGHT(1), empty = letters ^ FM_EIGHT(1);
    const uint64_t digits = places >> 4 & empty, slashes = places >> 5 & empty & ~digits;
    *wrong |= slashes | (digits ^ (empty & ~(empty << 8)));
    return places & (letters * 0xFF);
}

static size_t plain_read_any(struct fm_text text, unsigned char rows[FM_RANKS][FM_MAX_FILES],
                             struct fm_plain *pieces)
{
    unsigned char places[PLAIN_PLACES * FM_RANKS + 1], squares[PLAIN_SQUARES];
    const size_t n = plain_put(text, places);
    uint64_t wrong = 0;
    if (n == 0 || (n < text.n && text.p[n] != ' '))
        return 0;
    for (unsigned i = 0; i < FM_RANKS; i++) {
        const unsigned char *const from = places + i * PLAIN_STRIDE;
        const uint64_t row = plain_rank(fm_eight_load(from), &wrong);
        wrong |= i + 1 < FM_RANKS ? (uint64_t)(from[PLAIN_FILES] ^ '/') : 0;
        fm_eight_store(squares + i * PLAIN_FILES, row);
        fm_eight_store(rows[FM_RANKS - 1 - i], row);
        memset(rows[FM_RANKS - 1 - i] + PLAIN_FILES, 0, FM_MAX_FILES - PLAIN_FILES);
    }
    const struct fm_squares all = fm_squares_load(squares), capitals = fm_squares_capitals(all);
    const uint64_t queens = fm_squares_equal(capitals, 'Q'), black = fm_squares_with_bit(all, 5);
    pieces->colour[FM_BLACK] = __builtin_bswap64(black);
    pieces->colour[FM_WHITE] = __builtin_bswap64(fm_squares_with_bit(all, 6) & ~black);
    pieces->pawns = __builtin_bswap64(fm_squares_equal(capitals, 'P'));
    pieces->knights = __builtin_bswap64(fm_squares_equal(capitals, 'N'));
    pieces->diagonal = __builtin_bswap64(fm_squares_equal(capitals, 'B') | queens);
    pieces->straight = __builtin_bswap64(fm_squares_equal(capitals, 'R') | queens);
    pieces->kings = __builtin_bswap64(fm_squares_equal(capitals, 'K'));
    pieces->fits = plain_fits(pieces);
    return wrong == 0 ? n : 0;
}

#endif
