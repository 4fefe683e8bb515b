/* Whether a setup can be a position: the set of reasons why not.
 *
 * Only what no game and no odds array can show is a fault; suites hold nine queens, armies
 * without pawns and studies. Every FEN and EPD record comes through here. Setups of either width
 * are counted eight squares at a time and looked over from the kings; 8x8 that was read in plain
 * form comes as a row of squares. */
#include <config.h>
#include "board/validate.h"
#include "board/squares.h"

/* ---- men ------------------------------------------------------------------------------------- */

enum { MEN_BYTES = FM_RANKS * FM_MAX_FILES, WORD = sizeof(uint64_t) };
_Static_assert(MEN_BYTES % WORD == 0 && sizeof((struct fm_setup){0}.men) == MEN_BYTES,
               "men are whole words");

struct census {
    unsigned men[2], pawns[2], kings[2]; /* kings and pawns are men too */
    bool pawn_on_edge;
};

static bool holds_pawn(const unsigned char row[FM_MAX_FILES])
{
    unsigned pawns = 0;
    for (unsigned f = 0; f < FM_MAX_FILES; f++)
        pawns += (row[f] & 0xDF) == 'P';
    return pawns > 0;
}

/* A letter has bit 6 set, and bit 5 if it is small. */
static void take_census(const struct fm_setup *s, struct census *c)
{
    uint64_t men = 0, black = 0, pawns = 0, black_pawns = 0, kings = 0, black_kings = 0;
    for (unsigned i = 0; i < MEN_BYTES; i += WORD) {
        const uint64_t word = fm_eight_load(&s->men[0][0] + i);
        const uint64_t small = word >> 5 & FM_EIGHT(1), capitals = word & FM_EIGHT(0xDF);
        const uint64_t pawn = fm_eight_equal(capitals, 'P'), king = fm_eight_equal(capitals, 'K');
        men += word >> 6 & FM_EIGHT(1);
        black += small;
        pawns += pawn;
        black_pawns += pawn & small;
        kings += king;
        black_kings += king & small;
    }
    c->men[FM_BLACK] = fm_eight_sum(black);
    c->men[FM_WHITE] = fm_eight_sum(men) - c->men[FM_BLACK];
    c->pawns[FM_BLACK] = fm_eight_sum(black_pawns);
    c->pawns[FM_WHITE] = fm_eight_sum(pawns) - c->pawns[FM_BLACK];
    c->kings[FM_BLACK] = fm_eight_sum(black_kings);
    c->kings[FM_WHITE] = fm_eight_sum(kings) - c->kings[FM_BLACK];
    c->pawn_on_edge = holds_pawn(s->men[0]) || holds_pawn(s->men[FM_RANKS - 1]);
}

/* ---- checks ---------------------------------------------------------------------------------- */

/* The men with a border that ends every walk and that no leap crosses. */
enum { BORDER_WIDTH = 2, STRIDE = FM_MAX_FILES + BORDER_WIDTH, BORDER = 1 };
struct walled {
    unsigned char at[(FM_RANKS + 2 * BORDER_WIDTH) * STRIDE + BORDER_WIDTH];
};

static void wall_in(const struct fm_setup *s, struct walled *w)
{
    unsigned char *to = w->at + BORDER_WIDTH * STRIDE + BORDER_WIDTH;
    memset(w->at, BORDER, sizeof w->at);
    for (unsigned rank = 0; rank < FM_RANKS; rank++, to += STRIDE)
        if (s->files == 8)
            memcpy(to, s->men[rank], 8);
        else
            memcpy(to, s->men[rank], FM_MAX_FILES);
}

/* How a kind of man attacks. */
enum { STRAIGHT = 1, DIAGONAL = 2, LEAP = 4, STEP = 8 };
static const unsigned char attacks[32] = {
    /* by letter & 31 */
    ['N' & 31] = LEAP,
    ['B' & 31] = DIAGONAL,
    ['R' & 31] = STRAIGHT,
    ['Q' & 31] = STRAIGHT | DIAGONAL,
    ['A' & 31] = DIAGONAL | LEAP,
    ['C' & 31] = STRAIGHT | LEAP,
    ['K' & 31] = STEP,
};

static bool is_of(unsigned char man, unsigned colour)
{
    return man > BORDER && (man >> 5 & 1) == colour;
}

/* How many men of one colour attack the square at `king`. */
static unsigned count_attackers(const unsigned char *king, unsigned attacker)
{
    static const signed char straight[4] = {1, -1, STRIDE, -STRIDE};
    static const signed char diagonal[4] = {STRIDE + 1, STRIDE - 1, -STRIDE + 1, -STRIDE - 1};
    static const signed char leaps[8] = {2 * STRIDE + 1,  2 * STRIDE - 1, STRIDE + 2,
                                         STRIDE - 2,      -STRIDE + 2,    -STRIDE - 2,
                                         -2 * STRIDE + 1, -2 * STRIDE - 1};
    const int pawns = attacker == FM_WHITE ? -STRIDE : STRIDE; /* from where they attack */
    const unsigned char pawn = attacker == FM_WHITE ? 'P' : 'p';
    unsigned count = (unsigned)(king[pawns + 1] == pawn) + (king[pawns - 1] == pawn);
    for (unsigned i = 0; i < 8; i++) {
        const unsigned char man = king[leaps[i]];
        count += is_of(man, attacker) && (attacks[man & 31] & LEAP);
    }
    for (unsigned i = 0; i < 8; i++) {
        const int line = i < 4 ? straight[i] : diagonal[i - 4];
        const unsigned char *p = king + line;
        while (*p == 0)
            p += line;
        const unsigned how = (i < 4 ? STRAIGHT : DIAGONAL) | (p == king + line ? STEP : 0);
        count += is_of(*p, attacker) && (attacks[*p & 31] & how);
    }
    return count;
}

/* A move gives one check itself and uncovers at most one more. Two checks that no move gives
 * (two knights, two bishops on one line) stand in perft and endgame suites; they harm nothing. */
static unsigned check_faults(const struct fm_setup *s, const struct census *c)
{
    const unsigned mover = s->black ? FM_BLACK : FM_WHITE, other = mover ^ 1;
    struct walled walled;
    unsigned faults = 0;
    wall_in(s, &walled);
    if (c->kings[other] == 1 &&
        count_attackers(memchr(walled.at, other == FM_BLACK ? 'k' : 'K', sizeof walled.at), mover) >
            0)
        faults |= FM_FAULT_OPPOSITE_CHECK;
    if (c->kings[mover] == 1 &&
        count_attackers(memchr(walled.at, mover == FM_BLACK ? 'k' : 'K', sizeof walled.at), other) >
            2)
        faults |= FM_FAULT_IMPOSSIBLE_CHECK;
    return faults;
}

/* ---- men as sets ----------------------------------------------------------------------------- */

/* 8x8 in sets of squares, bit 8 * rank + file: no walk, and nothing for the processor to guess. */
struct sets {
    uint64_t colour[2], pawns, knights, kings;
    uint64_t diagonal, straight; /* bishops and queens; rooks and queens */
};

static unsigned count_bits(uint64_t set)
{
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    return fm_eight_sum((set + (set >> 4)) & FM_EIGHT(0x0F));
}

static unsigned first_bit(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}

/* What a slider on a square of this line sees: subtraction finds the next man above, mirrored
 * the next below. */
static uint64_t see_line(uint64_t occupied, uint64_t line, uint64_t square)
{
    const uint64_t men = occupied & line & ~square, mirrored = __builtin_bswap64(men);
    return ((men - square) ^ __builtin_bswap64(mirrored - __builtin_bswap64(square))) & line &
           ~square;
}

/* The same along a rank, where mirroring ranks does not help. */
static uint64_t see_rank(uint64_t occupied, unsigned square)
{
    const uint64_t bit = UINT64_C(1) << square, rank = UINT64_C(0xFF) << (square & 56);
    const uint64_t below = rank & (bit - 1), above = rank & ~below & ~bit;
    const uint64_t men_above = occupied & above;
    const uint64_t farthest =
        UINT64_C(1) << (63 - __builtin_clzll((occupied & below) | UINT64_C(1) << (square & 56)));
    return (above & (men_above ^ (men_above - 1))) | (below & ~(farthest - 1));
}

static uint64_t diagonal_of(unsigned square)
{
    const int shift = 8 * (int)(square & 7) - (int)(square & 56); /* of a1-h8, in ranks */
    const uint64_t main_line = UINT64_C(0x8040201008040201);
    return shift >= 0 ? main_line >> shift : main_line << -shift;
}

static uint64_t antidiagonal_of(unsigned square)
{
    const int shift = 56 - 8 * (int)(square & 7) - (int)(square & 56); /* of a8-h1 */
    const uint64_t main_line = UINT64_C(0x0102040810204080);
    return shift >= 0 ? main_line >> shift : main_line << -shift;
}

/* Squares a king's, a knight's and a pawn's step away. */
static uint64_t aside(uint64_t set, unsigned files)
{
    const uint64_t not_left = FM_EIGHT(0xFFu << files & 0xFF), not_right = FM_EIGHT(0xFFu >> files);
    return (set << files & not_left) | (set >> files & not_right);
}

static uint64_t king_steps(uint64_t king)
{
    const uint64_t row = king | aside(king, 1);
    return (row | row << 8 | row >> 8) & ~king;
}

static uint64_t knight_leaps(uint64_t king)
{
    const uint64_t one = aside(king, 1), two = aside(king, 2);
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

/* The men of one colour that attack the king's square. */
static uint64_t attackers_of(const struct sets *s, uint64_t king, enum fm_colour colour)
{
    const unsigned square = first_bit(king);
    const uint64_t occupied = s->colour[FM_WHITE] | s->colour[FM_BLACK];
    const uint64_t beside = aside(king, 1), file = FM_EIGHT(1) << (square & 7);
    const uint64_t straight = see_line(occupied, file, king) | see_rank(occupied, square);
    const uint64_t diagonal = see_line(occupied, diagonal_of(square), king) |
                              see_line(occupied, antidiagonal_of(square), king);
    const uint64_t attackers = (straight & s->straight) | (diagonal & s->diagonal) |
                               (knight_leaps(king) & s->knights) | (king_steps(king) & s->kings) |
                               ((colour == FM_WHITE ? beside >> 8 : beside << 8) & s->pawns);
    return attackers & s->colour[colour];
}

static bool is_one(uint64_t set)
{
    return set != 0 && (set & (set - 1)) == 0;
}

static unsigned check_faults_of_sets(const struct sets *s, bool black)
{
    const enum fm_colour mover = black ? FM_BLACK : FM_WHITE, other = black ? FM_WHITE : FM_BLACK;
    const uint64_t king = s->kings & s->colour[mover], other_king = s->kings & s->colour[other];
    unsigned faults = 0;
    if (is_one(other_king) && attackers_of(s, other_king, mover) != 0)
        faults |= FM_FAULT_OPPOSITE_CHECK;
    if (is_one(king)) {
        uint64_t checkers = attackers_of(s, king, other);
        checkers &= checkers - 1;
        if ((checkers & (checkers - 1)) != 0)
            faults |= FM_FAULT_IMPOSSIBLE_CHECK;
    }
    return faults;
}

/* The sets of one row of squares; its last rank is the first. */
static void gather(const unsigned char *squares, struct sets *s)
{
    const struct fm_squares all = fm_squares_load(squares), capitals = fm_squares_capitals(all);
    const uint64_t queens = fm_squares_equal(capitals, 'Q'), black = fm_squares_with_bit(all, 5);
    s->colour[FM_BLACK] = __builtin_bswap64(black);
    s->colour[FM_WHITE] = __builtin_bswap64(fm_squares_with_bit(all, 6) & ~black);
    s->pawns = __builtin_bswap64(fm_squares_equal(capitals, 'P'));
    s->knights = __builtin_bswap64(fm_squares_equal(capitals, 'N'));
    s->diagonal = __builtin_bswap64(fm_squares_equal(capitals, 'B') | queens);
    s->straight = __builtin_bswap64(fm_squares_equal(capitals, 'R') | queens);
    s->kings = __builtin_bswap64(fm_squares_equal(capitals, 'K'));
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* What the numbers of men alone tell. */
static unsigned number_faults(const struct census *c, unsigned files)
{
    const unsigned most = 2 * files;
    unsigned faults = c->pawn_on_edge ? FM_FAULT_PAWN_ON_LAST_RANK : 0;
    if (c->men[FM_WHITE] + c->men[FM_BLACK] == 0)
        faults |= FM_FAULT_EMPTY_BOARD;
    if (c->kings[FM_WHITE] == 0)
        faults |= FM_FAULT_NO_WHITE_KING;
    if (c->kings[FM_BLACK] == 0)
        faults |= FM_FAULT_NO_BLACK_KING;
    for (unsigned colour = FM_WHITE; colour <= FM_BLACK; colour++) {
        if (c->kings[colour] > 1)
            faults |= FM_FAULT_TOO_MANY_KINGS;
        if (c->men[colour] > most)
            faults |= FM_FAULT_TOO_MANY_MEN;
        if (c->pawns[colour] > files)
            faults |= FM_FAULT_TOO_MANY_PAWNS;
        /* whatever the men are: an odds game may start with any officers, so only their number
         * tells */
        if (c->men[colour] - c->kings[colour] > most - 1)
            faults |= FM_FAULT_TOO_MANY_PROMOTED;
    }
    return faults;
}

unsigned fm_faults_of_squares(const unsigned char *squares, bool black)
{
    struct sets s;
    gather(squares, &s);
    struct census c = {.pawn_on_edge = (s.pawns & UINT64_C(0xFF000000000000FF)) != 0};
    for (unsigned colour = FM_WHITE; colour <= FM_BLACK; colour++) {
        const uint64_t kings = s.kings & s.colour[colour];
        c.men[colour] = count_bits(s.colour[colour]);
        c.pawns[colour] = count_bits(s.pawns & s.colour[colour]);
        c.kings[colour] = is_one(kings) ? 1 : count_bits(kings);
    }
    return number_faults(&c, 8) | check_faults_of_sets(&s, black);
}

unsigned fm_setup_faults(const struct fm_setup *setup)
{
    struct census c;
    if (setup->judged)
        return setup->faults;
    take_census(setup, &c);
    return number_faults(&c, setup->files) | check_faults(setup, &c);
}
