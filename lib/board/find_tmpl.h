/* SPDX-License-Identifier: MIT */
/* Template: from a move taken apart (any notation) to the one legal move that is meant, or to the
 * reason why there is none. */

#define TOLERANCE(symbol) (1u << (FM_REASON_##symbol - FM_REASON_MOVE_LETTER_CASE))

static bool fits(int8_t given, unsigned is)
{
    return given < 0 || (unsigned)given == is;
}

static bool fits_square(int8_t file, int8_t rank, unsigned sq)
{
    return fits(file, file_of(sq)) && fits(rank, rank_of(sq));
}

/* A king's move by which castling is meant: onto the own rook, or a jump of two squares or more to
 * the target. A step of one square is a king's move. */
static bool fits_castling(const struct BFN(position) * pos, const struct fm_notation *note,
                          enum fm_side side)
{
    const struct BFN(castle) *c = &pos->castles[pos->black][side];
    const int jump = (int)file_of(c->king_to) - (int)file_of(c->king_from);
    if (!(note->kinds >> FM_KING & 1) || note->to_file < 0 || note->to_rank < 0 ||
        note->promotion != FM_NO_KIND ||
        !fits_square(note->from_file, note->from_rank, c->king_from))
        return false;
    return fits_square(note->to_file, note->to_rank, c->rook_from) ||
           (fits_square(note->to_file, note->to_rank, c->king_to) && (jump > 1 || jump < -1));
}

/* The square that the text of a move has as its target. Of en passant some texts name the captured
 * pawn's. */
enum target { TARGET_REACHED, TARGET_CAPTURED_PAWN };

/* All but the promotion agrees. */
static bool fits_but_promotion(const struct BFN(position) * pos, const struct fm_notation *note,
                               struct fm_move move, enum target target)
{
    const bool en_passant = move.type == FM_MOVE_EN_PASSANT;
    if (move.type == FM_MOVE_CASTLE)
        return target == TARGET_REACHED && fits_castling(pos, note, (enum fm_side)move.side);
    if (!(note->kinds >> move.kind & 1) ||
        !fits_square(note->from_file, note->from_rank, move.from))
        return false;
    if (target == TARGET_CAPTURED_PAWN)
        return en_passant &&
               fits_square(note->to_file, note->to_rank, victim_square(move.to, true));
    if (note->to_rank < 0 && (move.kind != FM_PAWN || move.captured == FM_NO_KIND))
        return false; /* `exd`: only pawns take like that */
    return fits_square(note->to_file, note->to_rank, move.to);
}

/* The result of the search. */
struct finding {
    struct fm_move move; /* the last that fits */
    unsigned found;      /* moves that fit */
    unsigned other;      /* moves that would, but for the promotion */
};

static struct finding search(const struct BFN(position) * pos, const struct fm_notation *note,
                             const struct fm_move *moves, unsigned n, enum target target)
{
    struct finding f = {.found = 0, .other = 0};
    for (unsigned i = 0; i < n; i++) {
        if (!fits_but_promotion(pos, note, moves[i], target))
            continue;
        if (moves[i].promotion != (uint8_t)note->promotion) {
            f.other++;
            continue;
        }
        f.move = moves[i];
        f.found++;
    }
    return f;
}

static enum fm_reason refuse(struct fm_error *error, enum fm_reason reason, enum fm_why why,
                             unsigned char piece, const struct fm_notation *note)
{
    if (error == NULL)
        return reason;
    error->status = FM_REJECTED;
    error->reason = reason;
    error->why = why;
    error->piece = piece;
    if (note->type == FM_NOTE_MOVE && note->to_file >= 0 && note->to_rank >= 0) {
        error->to[0] = (char)('a' + note->to_file);
        error->to[1] = (char)('1' + note->to_rank);
        error->to[2] = '\0';
    }
    return reason;
}

/* The letter of the piece that should have moved: the only kind that it may be, or the piece on the
 * origin. */
static unsigned char piece_meant(const struct BFN(position) * pos, const struct fm_notation *note)
{
    if (note->from_file >= 0 && note->from_rank >= 0) {
        const unsigned char there =
            pos->board[square_of((unsigned)note->from_file, (unsigned)note->from_rank)];
        if (there != 0)
            return there & 0xDF;
    }
    for (unsigned kind = 0; kind < FM_KINDS; kind++)
        if (note->kinds == 1u << kind)
            return fm_kind_letters[kind];
    return 0;
}

/* Why no legal move fits, in the order of what helps most. */
static enum fm_why why_none(const struct BFN(position) * pos, const struct fm_notation *note,
                            unsigned legal_moves, unsigned promotions)
{
    struct fm_move moves[FM_MOVES_MAX];
    if (legal_moves == 0)
        return FM_WHY_GAME_OVER;
    if (promotions > 0)
        return note->promotion == FM_NO_KIND ? FM_WHY_PROMOTION_MISSING : FM_WHY_PROMOTION_WRONG;
    for (unsigned side = FM_KING_SIDE; side <= FM_QUEEN_SIDE; side++)
        if ((pos->rights >> (2 * pos->black + side) & 1) &&
            fits_castling(pos, note, (enum fm_side)side))
            return castling_fault(pos, (enum fm_side)side);
    if (note->to_file >= 0 && note->to_rank >= 0 &&
        bb_has(pos->all[pos->black], square_of((unsigned)note->to_file, (unsigned)note->to_rank)))
        return FM_WHY_OWN_PIECE;
    const unsigned n = gather_untried(pos, moves);
    const struct finding f = search(pos, note, moves, n, TARGET_REACHED);
    return f.found + f.other > 0 ? FM_WHY_KING_IN_CHECK : FM_WHY_NO_PIECE;
}

/* Janus and its like, with the king on the left half: XBoard, Cute Chess and SMIRF have O-O on the
 * side of the a file, X-FEN and Fairy-Stockfish on the other. */
static bool side_is_disputed(const struct BFN(position) * pos)
{
    return FILES > 8 && (pos->style == FM_STYLE_SYMMETRIC || pos->style == FM_STYLE_MODERN) &&
           file_of(king_square(&pos->view, pos->black)) < FILES / 2;
}

static enum fm_reason find_castling(const struct BFN(position) * pos,
                                    const struct fm_notation *note, struct fm_move *move,
                                    uint32_t *tolerances, struct fm_error *error)
{
    const enum fm_side other = note->side == FM_KING_SIDE ? FM_QUEEN_SIDE : FM_KING_SIDE;
    const enum fm_why why = castling_fault(pos, note->side);
    if (why == FM_WHY_NONE) {
        *move = castling_move(pos, note->side);
    } else if (side_is_disputed(pos) && castling_fault(pos, other) == FM_WHY_NONE) {
        *move = castling_move(pos, other);
        *tolerances |= TOLERANCE(MOVE_CASTLING_SIDE);
    } else {
        return refuse(error, FM_REASON_ILLEGAL_MOVE, why, fm_kind_letters[FM_KING], note);
    }
    *tolerances |= note->tolerances;
    return FM_REASON_NONE;
}

/* A null move is none out of check. */
static enum fm_reason find_null(const struct BFN(position) * pos, const struct fm_notation *note,
                                struct fm_move *move, uint32_t *tolerances, struct fm_error *error)
{
    const unsigned king = king_square(&pos->view, pos->black);
    if (BFN(view_in_check)(&pos->view))
        return refuse(error, FM_REASON_ILLEGAL_MOVE, FM_WHY_KING_IN_CHECK, 0, note);
    *move = fm_move_of(king, king, FM_KING, FM_NO_KIND, FM_MOVE_NULL, FM_NO_KIND, 0);
    *tolerances |= note->tolerances | TOLERANCE(NULL_MOVE);
    return FM_REASON_NONE;
}

/* Where the text differs from SAN, as only the board can tell. */
static uint32_t tolerances_of(const struct fm_notation *note, struct fm_move move,
                              enum target target)
{
    uint32_t unusual = target == TARGET_CAPTURED_PAWN ? TOLERANCE(MOVE_EN_PASSANT) : 0;
    if (note->tolerances & TOLERANCE(MOVE_COORDINATES))
        return unusual;
    if (move.type == FM_MOVE_CASTLE)
        return unusual | TOLERANCE(MOVE_CASTLING);
    return note->capture == (move.captured != FM_NO_KIND) ? unusual
                                                          : unusual | TOLERANCE(MOVE_CAPTURE);
}

enum fm_reason BFN(position_find)(const struct BFN(position) * pos, const struct fm_notation *note,
                                  struct fm_move *move, uint32_t *tolerances,
                                  struct fm_error *error)
{
    struct fm_move moves[FM_MOVES_MAX];
    if (note->type == FM_NOTE_CASTLE)
        return find_castling(pos, note, move, tolerances, error);
    if (note->type == FM_NOTE_NULL)
        return find_null(pos, note, move, tolerances, error);
    /* Only the moves of a piece whose square is given can fit. */
    const bool placed = note->from_file >= 0 && note->from_rank >= 0;
    const unsigned n =
        placed ? moves_from(pos,
                            bb_of(square_of((unsigned)note->from_file, (unsigned)note->from_rank)),
                            moves)
               : BFN(position_moves)(pos, moves);
    enum target target = TARGET_REACHED;
    struct finding f = search(pos, note, moves, n, target);
    if (f.found == 0 && f.other == 0) {
        const struct finding en_passant = search(pos, note, moves, n, TARGET_CAPTURED_PAWN);
        if (en_passant.found > 0) {
            f = en_passant;
            target = TARGET_CAPTURED_PAWN;
        }
    }
    if (f.found == 1) {
        *move = f.move;
        *tolerances |= note->tolerances | tolerances_of(note, f.move, target);
        return FM_REASON_NONE;
    }
    if (f.found > 1)
        return refuse(error, FM_REASON_AMBIGUOUS_MOVE, FM_WHY_SEVERAL, piece_meant(pos, note),
                      note);
    const unsigned all = placed ? BFN(position_moves)(pos, moves) : n;
    const enum fm_why why = why_none(pos, note, all, f.other);
    return refuse(
        error, why == FM_WHY_PROMOTION_MISSING ? FM_REASON_AMBIGUOUS_MOVE : FM_REASON_ILLEGAL_MOVE,
        why, piece_meant(pos, note), note);
}
