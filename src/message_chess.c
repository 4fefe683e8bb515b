/* The chess in messages: moves, FEN fields, impossible positions, which game it was. */
#include <config.h>
#include "message_chess.h"
#include <inttypes.h>
#include "printable.h"

enum { NAME_MAX_BYTES = 40, MOVE_MAX_BYTES = 120 };

static const char *piece_name(unsigned char letter)
{
    switch (letter) {
    case 'P':
        return "pawn";
    case 'N':
        return "knight";
    case 'B':
        return "bishop";
    case 'R':
        return "rook";
    case 'Q':
        return "queen";
    case 'K':
        return "king";
    case 'A':
    case 'J':
        return "archbishop";
    case 'C':
        return "chancellor";
    default:
        return "piece";
    }
}

/* "no white knight can reach h3" */
static void put_reach(FILE *to, const char *who, const struct fm_error *error, const char *colour,
                      const char *piece)
{
    fprintf(to, "%s %s %s can %s", who, colour, piece,
            error->to[0] != '\0' ? "reach " : "go there");
    fputs(error->to, to);
}

static void put_why(FILE *to, const struct fm_error *error)
{
    const char *colour = error->black ? "black" : "white";
    const char *side = error->black ? "Black" : "White";
    const char *piece = piece_name(error->piece);
    switch (error->why) {
    case FM_WHY_NONE:
    case FM_WHY_COUNT:
        fputs(fm_reason_meaning(error->reason), to);
        break;
    case FM_WHY_NO_PIECE:
        put_reach(to, "no", error, colour, piece);
        break;
    case FM_WHY_KING_IN_CHECK:
        fprintf(to, "the %s king would be in check", colour);
        break;
    case FM_WHY_OWN_PIECE:
        fprintf(to, "a %s piece is on %s", colour,
                error->to[0] != '\0' ? error->to : "that square");
        break;
    case FM_WHY_NO_RIGHT:
        fprintf(to, "%s has no such castling right", side);
        break;
    case FM_WHY_CASTLING_BLOCKED:
        fprintf(to, "%s cannot castle: a piece is in the way", side);
        break;
    case FM_WHY_CASTLING_ATTACKED:
        fprintf(to, "%s cannot castle out of check, through it or into it", side);
        break;
    case FM_WHY_PROMOTION_MISSING:
        fputs("a pawn on the last rank must promote; the new piece is not given", to);
        break;
    case FM_WHY_PROMOTION_WRONG:
        fputs("a pawn cannot promote to that", to);
        break;
    case FM_WHY_SEVERAL:
        put_reach(to, "more than one", error, colour, piece);
        break;
    case FM_WHY_NOT_A_MOVE:
        fputs("this is no move in any known notation", to);
        break;
    case FM_WHY_GAME_OVER:
        fputs("the game is over: mate or stalemate is on the board", to);
        break;
    }
}

static void put_field(FILE *to, enum fm_fen_field field)
{
    static const char *const names[] = {
        [FM_FIELD_NONE] = NULL,
        [FM_FIELD_PLACEMENT] = "the placement of the pieces (field 1)",
        [FM_FIELD_SIDE] = "the side to move (field 2)",
        [FM_FIELD_CASTLING] = "the castling rights (field 3)",
        [FM_FIELD_EN_PASSANT] = "the en passant square (field 4)",
        [FM_FIELD_HALFMOVE] = "the halfmove clock (field 5)",
        [FM_FIELD_FULLMOVE] = "the move number (field 6)",
        [FM_FIELD_EXTRA] = "the text after the last field",
    };
    if (field == FM_FIELD_NONE)
        fputs(fm_reason_meaning(FM_REASON_BAD_FEN), to);
    else
        fprintf(to, "the FEN is wrong in %s", names[field]);
}

static void put_faults(FILE *to, unsigned faults)
{
    static const struct {
        enum fm_fault fault;
        const char *text;
    } table[] = {
        {FM_FAULT_EMPTY_BOARD, "the board is empty"},
        {FM_FAULT_NO_WHITE_KING, "White has no king"},
        {FM_FAULT_NO_BLACK_KING, "Black has no king"},
        {FM_FAULT_TOO_MANY_KINGS, "a side has more than one king"},
        {FM_FAULT_TOO_MANY_PIECES, "a side has too many pieces"},
        {FM_FAULT_TOO_MANY_PAWNS, "a side has too many pawns"},
        {FM_FAULT_PAWN_ON_LAST_RANK, "a pawn is on the first or last rank"},
        {FM_FAULT_OPPOSITE_CHECK, "the side that is not to move is in check"},
        {FM_FAULT_IMPOSSIBLE_CHECK, "no move can have given this check"},
        {FM_FAULT_TOO_MANY_PROMOTED, "a side has more promoted pieces than missing pawns"},
    };
    const char *before = "the position is impossible: ";
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if ((faults & (unsigned)table[i].fault) != 0) {
            fprintf(to, "%s%s", before, table[i].text);
            before = ", ";
        }
    }
    if (faults == 0)
        fputs(fm_reason_meaning(FM_REASON_IMPOSSIBLE_POSITION), to);
}

void fm_chess_put(FILE *to, const struct fm_error *error)
{
    if (error->reason == FM_REASON_BAD_FEN)
        put_field(to, error->field);
    else if (error->reason == FM_REASON_IMPOSSIBLE_POSITION)
        put_faults(to, error->faults);
    else
        put_why(to, error);
    if (error->reason == FM_REASON_VARIATION_UNPLAYABLE && error->why != FM_WHY_NONE)
        fputs("; the rest of this variation is left out", to);
}

static void put_name(FILE *to, struct fm_text name)
{
    if (name.n == 0)
        putc('?', to);
    else
        fm_printable_put(to, name, NAME_MAX_BYTES);
}

static bool starts_with_year(struct fm_text date)
{
    for (size_t i = 0; i < 4; i++)
        if (i >= date.n || date.p[i] < '0' || date.p[i] > '9')
            return false;
    return true;
}

void fm_chess_put_place(FILE *to, const struct fm_error *error)
{
    const bool named = error->white.n > 0 || error->black_name.n > 0;
    if (error->game > 0 && error->reason != FM_REASON_STRAY_TEXT) {
        fprintf(to, "%s %" PRIu64, error->listed ? "record" : "game", error->game);
        if (named) {
            fputs(" (", to);
            put_name(to, error->white);
            fputs(" - ", to);
            put_name(to, error->black_name);
            if (starts_with_year(error->date))
                fprintf(to, ", %.4s", (const char *)error->date.p);
            putc(')', to);
        }
        fputs(": ", to);
    }
    if (error->variation)
        fputs("in a variation: ", to);
    if (error->move > 0) {
        fprintf(to, "%u%s ", error->move, error->black ? "..." : ".");
        fm_printable_put(to, error->what, MOVE_MAX_BYTES);
        fprintf(to, " (ply %u): ", error->ply);
    } else if (error->ply > 0) {
        fprintf(to, "after ply %u: ", error->ply);
    }
}
