/* Whether a setup can be a position: the set of reasons why not.
 *
 * Only what no game and no odds array can show is a fault; suites hold nine queens, armies without pawns and studies. */
#include <config.h>
#include "board/setup.h"

struct census {
    unsigned men[2], pawns[2], kings[2]; /* kings and pawns are men too */
    int king_rank[2], king_file[2]; /* of the last one met */
    bool pawn_on_edge;
};

static void take_census(const struct fm_setup *s, struct census *c)
{
    memset(c, 0, sizeof *c);
    for (int rank = 0; rank < FM_RANKS; rank++)
        for (int file = 0; file < s->files; file++) {
            const unsigned char man = s->men[rank][file];
            if (man == 0)
                continue;
            const unsigned colour = man >> 5 & 1, kind = man & 0xDF;
            c->men[colour]++;
            if (kind == 'P') {
                c->pawns[colour]++;
                c->pawn_on_edge |= rank == 0 || rank == FM_RANKS - 1;
            } else if (kind == 'K') {
                c->kings[colour]++;
                c->king_rank[colour] = rank;
                c->king_file[colour] = file;
            }
        }
}

/* ---- checks ----------------------------------------------------------------------------------------------------- */

static const signed char lines[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
static const signed char leaps[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/* The man on a square, 0 also off the board. */
static unsigned char man_at(const struct fm_setup *s, int rank, int file)
{
    return rank < 0 || rank >= FM_RANKS || file < 0 || file >= s->files ? 0 : s->men[rank][file];
}

static bool is_leaper(unsigned char kind)
{
    return kind == 'N' || kind == 'A' || kind == 'C';
}

static bool is_slider(unsigned char kind, bool diagonal)
{
    return kind == 'Q' || (diagonal ? kind == 'B' || kind == 'A' : kind == 'R' || kind == 'C');
}

/* Whether the first man in a direction is of that colour and attacks the square where the walk began. */
static bool attacks_along(const struct fm_setup *s, unsigned attacker, int rank, int file, const signed char line[2])
{
    const int dr = line[0], df = line[1];
    int distance = 0;
    unsigned char man;
    do {
        rank += dr, file += df, distance++;
        man = man_at(s, rank, file);
    } while (man == 0 && rank >= 0 && rank < FM_RANKS && file >= 0 && file < s->files);
    if (man == 0 || (man >> 5 & 1) != attacker)
        return false;
    const unsigned char kind = man & 0xDF;
    const bool diagonal = dr != 0 && df != 0;
    if (is_slider(kind, diagonal))
        return true;
    return distance == 1 && (kind == 'K' || (kind == 'P' && diagonal && dr == (attacker == FM_WHITE ? -1 : 1)));
}

/* How many men of one colour attack a square. */
static unsigned count_attackers(const struct fm_setup *s, unsigned attacker, int rank, int file)
{
    unsigned count = 0;
    for (unsigned i = 0; i < 8; i++) {
        const unsigned char man = man_at(s, rank + leaps[i][0], file + leaps[i][1]);
        count += man != 0 && (man >> 5 & 1) == attacker && is_leaper(man & 0xDF);
        count += attacks_along(s, attacker, rank, file, lines[i]);
    }
    return count;
}

/* A move gives one check itself and uncovers at most one more. Two checks that no move gives (two knights, two bishops
 * on one line) stand in perft and endgame suites; they harm nothing. */
static unsigned check_faults(const struct fm_setup *s, const struct census *c)
{
    const unsigned mover = s->black ? FM_BLACK : FM_WHITE, other = mover ^ 1;
    unsigned faults = 0;
    if (c->kings[other] == 1 && count_attackers(s, mover, c->king_rank[other], c->king_file[other]) > 0)
        faults |= FM_FAULT_OPPOSITE_CHECK;
    if (c->kings[mover] == 1 && count_attackers(s, other, c->king_rank[mover], c->king_file[mover]) > 2)
        faults |= FM_FAULT_IMPOSSIBLE_CHECK;
    return faults;
}

/* ---- the whole -------------------------------------------------------------------------------------------------- */

/* Men besides the king, whatever they are: an odds game may start with any officers, so only their number tells. */
static bool promoted_too_many(const struct census *c, unsigned colour, unsigned men_max)
{
    return c->men[colour] - c->kings[colour] > men_max - 1;
}

unsigned fm_setup_faults(const struct fm_setup *setup)
{
    const unsigned pawns_max = setup->files, men_max = 2u * setup->files;
    struct census c;
    unsigned faults = 0;
    take_census(setup, &c);
    if (c.men[FM_WHITE] + c.men[FM_BLACK] == 0)
        faults |= FM_FAULT_EMPTY_BOARD;
    if (c.kings[FM_WHITE] == 0)
        faults |= FM_FAULT_NO_WHITE_KING;
    if (c.kings[FM_BLACK] == 0)
        faults |= FM_FAULT_NO_BLACK_KING;
    if (c.kings[FM_WHITE] > 1 || c.kings[FM_BLACK] > 1)
        faults |= FM_FAULT_TOO_MANY_KINGS;
    if (c.men[FM_WHITE] > men_max || c.men[FM_BLACK] > men_max)
        faults |= FM_FAULT_TOO_MANY_MEN;
    if (c.pawns[FM_WHITE] > pawns_max || c.pawns[FM_BLACK] > pawns_max)
        faults |= FM_FAULT_TOO_MANY_PAWNS;
    if (promoted_too_many(&c, FM_WHITE, men_max) || promoted_too_many(&c, FM_BLACK, men_max))
        faults |= FM_FAULT_TOO_MANY_PROMOTED;
    if (c.pawn_on_edge)
        faults |= FM_FAULT_PAWN_ON_LAST_RANK;
    return faults | check_faults(setup, &c);
}
