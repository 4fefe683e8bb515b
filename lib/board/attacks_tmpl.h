/* SPDX-License-Identifier: MIT */
/* Template: lines, attacks and checks. Nothing here is called from outside the board's own unit. */

/* The lines through a square, without it. */
struct lines {
    bb file, diagonal, antidiagonal;
};

/* Where the text of a rank comes from: a file of its squares, or the letter itself with the highest
 * bit. After it is a slash. */
#define PICK_DIGIT(n) (0x80 | ('0' + (n)))
#define PICK_SLASH (0x80 | '/')
#if BOARD_FILES == 8
#    include "lib/board/tables_8x8.h"
#else
#    include "lib/board/tables_10x8.h"
#endif

/* Rows of `sources`: by kind, but for pawns; after these, pawns by colour, that step or take
 * without promoting, and that attack. The first is empty. */
enum {
    NO_ROW = FM_PAWN,
    PAWN_STEPS = FM_KINDS,
    PAWN_TAKES = PAWN_STEPS + 2,
    PAWN_ATTACKS = PAWN_TAKES + 2
};

/* The squares strictly between two on one line; none where they share no line. */
FM_INLINE bb between(unsigned a, unsigned b)
{
#if BOARD_FILES == 8
    return between_squares[a][b];
#else
    return between_by[(int)a - (int)b + BETWEEN_SPAN] << (a < b ? a : b);
#endif
}

/* Attacks along one line, by subtraction from both ends (o ^ (o - 2r)). The borrow of o - r ends at
 * the first piece beyond the square, which so is attacked. The other direction is the same on the
 * reversed board. Three lines of 64 squares take 1.5 KiB; magic tables would take ten times the
 * cache. */
FM_INLINE bb line_attacks(bb occupied, unsigned sq, bb line)
{
    const bb o = occupied & line;
    return ((o - bb_of(sq)) ^ bb_reverse(bb_reverse(o) - bb_reverse(bb_of(sq)))) & line;
}

/* Reversing bytes keeps the order along a rank, so ranks are looked up instead: by the square's
 * file and the occupied files but the two edges, which stop nothing that they do not end. */
FM_INLINE bb rank_attacks(unsigned sq, bb occupied)
{
    const unsigned shift = sq & ~(unsigned)(STRIDE - 1);
    return (bb)rank_reach[file_of(sq)][(unsigned)bb_from(occupied, shift) >> 1 & (FILE_SET >> 2)]
           << shift;
}

FM_INLINE bb bishop_attacks(unsigned sq, bb occupied)
{
    return line_attacks(occupied, sq, lines[sq].diagonal) |
           line_attacks(occupied, sq, lines[sq].antidiagonal);
}

FM_INLINE bb rook_attacks(unsigned sq, bb occupied)
{
    return line_attacks(occupied, sq, lines[sq].file) | rank_attacks(sq, occupied);
}

/* The squares that a piece attacks, pawns apart. */
static bb kind_attacks(unsigned kind, unsigned sq, bb occupied)
{
    switch ((enum fm_kind)kind) {
    case FM_BISHOP:
        return bishop_attacks(sq, occupied);
    case FM_ROOK:
        return rook_attacks(sq, occupied);
    case FM_QUEEN:
        return bishop_attacks(sq, occupied) | rook_attacks(sq, occupied);
    case FM_ARCHBISHOP:
        return bishop_attacks(sq, occupied) | sources[FM_KNIGHT][sq];
    case FM_CHANCELLOR:
        return rook_attacks(sq, occupied) | sources[FM_KNIGHT][sq];
    case FM_KNIGHT:
    case FM_KING:
    case FM_PAWN:
    case FM_KINDS:
        break;
    }
    return sources[kind][sq];
}

FM_INLINE bb occupied_of(const struct BFN(view) * pos)
{
    return pos->all[FM_WHITE] | pos->all[FM_BLACK];
}

/* The pieces of one colour that move like a bishop, a rook, a knight. */
FM_INLINE bb diagonal_pieces(const struct BFN(view) * pos, unsigned colour)
{
    const bb *pieces = pos->pieces[colour];
    return FILES <= 8 ? pieces[FM_BISHOP] | pieces[FM_QUEEN]
                      : pieces[FM_BISHOP] | pieces[FM_QUEEN] | pieces[FM_ARCHBISHOP];
}

FM_INLINE bb straight_pieces(const struct BFN(view) * pos, unsigned colour)
{
    const bb *pieces = pos->pieces[colour];
    return FILES <= 8 ? pieces[FM_ROOK] | pieces[FM_QUEEN]
                      : pieces[FM_ROOK] | pieces[FM_QUEEN] | pieces[FM_CHANCELLOR];
}

FM_INLINE bb hopping_pieces(const struct BFN(view) * pos, unsigned colour)
{
    const bb *pieces = pos->pieces[colour];
    return FILES <= 8 ? pieces[FM_KNIGHT]
                      : pieces[FM_KNIGHT] | pieces[FM_ARCHBISHOP] | pieces[FM_CHANCELLOR];
}

/* The pieces of one colour that attack a square, were the board occupied so. Backwards from the
 * square: what a piece there would attack is where such a piece attacks it from. */
static FM_NOINLINE bb attackers(const struct BFN(view) * pos, unsigned sq, bb occupied, unsigned by)
{
    return (sources[FM_KNIGHT][sq] & hopping_pieces(pos, by)) |
           (sources[FM_KING][sq] & pos->pieces[by][FM_KING]) |
           (sources[PAWN_ATTACKS + by][sq] & pos->pieces[by][FM_PAWN]) |
           (bishop_attacks(sq, occupied) & diagonal_pieces(pos, by)) |
           (rook_attacks(sq, occupied) & straight_pieces(pos, by));
}

FM_INLINE unsigned king_square(const struct BFN(view) * pos, unsigned colour)
{
    return bb_first(pos->pieces[colour][FM_KING]);
}

static bb checkers(const struct BFN(view) * pos)
{
    return attackers(pos, king_square(pos, pos->black), occupied_of(pos), !pos->black);
}

/* The pieces of one colour that would attack a square along a line, were nothing between. */
FM_INLINE bb snipers_at(const struct BFN(view) * pos, unsigned sq, unsigned by)
{
    return (sources[FM_BISHOP][sq] & diagonal_pieces(pos, by)) |
           (sources[FM_ROOK][sq] & straight_pieces(pos, by));
}

/* The pieces of one colour that are alone between their king and an enemy who would attack it along
 * that line. */
static bb pinned(const struct BFN(view) * pos, unsigned us)
{
    const unsigned king = king_square(pos, us);
    const bb occupied = occupied_of(pos);
    bb snipers = snipers_at(pos, king, !us);
    bb pins = 0;
    while (snipers != 0) {
        const bb screen = between(king, bb_pop(&snipers)) & occupied;
        if ((screen & (screen - 1)) == 0)
            pins |= screen & pos->all[us];
    }
    return pins;
}

/* The square of the piece that a capture removes. */
FM_INLINE unsigned victim_square(unsigned to, bool en_passant)
{
    return to ^ (unsigned)en_passant << RANK_SHIFT;
}

/* Is the king safe after this move (no castling), whatever stood before? */
static FM_NOINLINE bool king_is_safe_after(const struct BFN(view) * pos, unsigned from, unsigned to,
                                           bool is_king, bool en_passant)
{
    const unsigned us = pos->black;
    const bb victim = bb_of(victim_square(to, en_passant));
    const bb occupied = ((occupied_of(pos) & ~bb_of(from)) & ~victim) | bb_of(to);
    const unsigned king = is_king ? to : king_square(pos, us);
    return (attackers(pos, king, occupied, !us) & ~victim) == 0;
}
