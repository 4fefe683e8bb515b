/* Whether a setup can be a position: the set of reasons why not.
 *
 * Only what no game and no odds array can show is a fault; suites hold nine queens, armies
 * without pawns and studies. Setups of either width are counted eight squares at a time and looked
 * over from the kings; of most, plain.c has found already that nothing is wrong. */
#include <config.h>
#include "board/setup.h"
#include "base/eight.h"

/* ---- pieces ------------------------------------------------------------------------------------- */

enum { PIECE_BYTES = FM_RANKS * FM_MAX_FILES, WORD = sizeof(uint64_t) };
_Static_assert(PIECE_BYTES % WORD == 0 && sizeof((struct fm_setup){0}.pieces) == PIECE_BYTES,
               "men are whole words");

struct census {
    unsigned pieces[2], pawns[2], kings[2]; /* kings and pawns are pieces too */
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
    uint64_t pieces = 0, black = 0, pawns = 0, black_pawns = 0, kings = 0, black_kings = 0;
    for (unsigned i = 0; i < PIECE_BYTES; i += WORD) {
        const uint64_t word = fm_eight_load(&s->pieces[0][0] + i);
        const uint64_t small = word >> 5 & FM_EIGHT(1), capitals = word & FM_EIGHT(0xDF);
        const uint64_t pawn = fm_eight_equal(capitals, 'P'), king = fm_eight_equal(capitals, 'K');
        pieces += word >> 6 & FM_EIGHT(1);
        black += small;
        pawns += pawn;
        black_pawns += pawn & small;
        kings += king;
        black_kings += king & small;
    }
    c->pieces[FM_BLACK] = fm_eight_sum(black);
    c->pieces[FM_WHITE] = fm_eight_sum(pieces) - c->pieces[FM_BLACK];
    c->pawns[FM_BLACK] = fm_eight_sum(black_pawns);
    c->pawns[FM_WHITE] = fm_eight_sum(pawns) - c->pawns[FM_BLACK];
    c->kings[FM_BLACK] = fm_eight_sum(black_kings);
    c->kings[FM_WHITE] = fm_eight_sum(kings) - c->kings[FM_BLACK];
    c->pawn_on_edge = holds_pawn(s->pieces[0]) || holds_pawn(s->pieces[FM_RANKS - 1]);
}

/* ---- checks ---------------------------------------------------------------------------------- */

/* The pieces with a border that ends every walk and that no leap crosses. */
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
            memcpy(to, s->pieces[rank], 8);
        else
            memcpy(to, s->pieces[rank], FM_MAX_FILES);
}

/* How a kind of piece attacks. */
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

static bool is_of(unsigned char piece, unsigned colour)
{
    return piece > BORDER && (piece >> 5 & 1) == colour;
}

/* How many pieces of one colour attack the square at `king`. */
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
        const unsigned char piece = king[leaps[i]];
        count += is_of(piece, attacker) && (attacks[piece & 31] & LEAP);
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

/* ---- the whole ------------------------------------------------------------------------------- */

/* What the numbers of pieces alone tell. */
static unsigned number_faults(const struct census *c, unsigned files)
{
    const unsigned most = 2 * files;
    unsigned faults = c->pawn_on_edge ? FM_FAULT_PAWN_ON_LAST_RANK : 0;
    if (c->pieces[FM_WHITE] + c->pieces[FM_BLACK] == 0)
        faults |= FM_FAULT_EMPTY_BOARD;
    if (c->kings[FM_WHITE] == 0)
        faults |= FM_FAULT_NO_WHITE_KING;
    if (c->kings[FM_BLACK] == 0)
        faults |= FM_FAULT_NO_BLACK_KING;
    for (unsigned colour = FM_WHITE; colour <= FM_BLACK; colour++) {
        if (c->kings[colour] > 1)
            faults |= FM_FAULT_TOO_MANY_KINGS;
        if (c->pieces[colour] > most)
            faults |= FM_FAULT_TOO_MANY_PIECES;
        if (c->pawns[colour] > files)
            faults |= FM_FAULT_TOO_MANY_PAWNS;
        /* whatever the pieces are: an odds game may start with any pieces other than pawns, so only their number
         * tells */
        if (c->pieces[colour] - c->kings[colour] > most - 1)
            faults |= FM_FAULT_TOO_MANY_PROMOTED;
    }
    return faults;
}

unsigned fm_setup_faults(const struct fm_setup *setup)
{
    struct census c;
    if (setup->possible)
        return 0;
    take_census(setup, &c);
    return number_faults(&c, setup->files) | check_faults(setup, &c);
}
