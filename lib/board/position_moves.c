/* SPDX-License-Identifier: MIT */
/* The public calls on the moves of a position. */
#include <config.h>
#include "fenmill.h"
#include "board/dispatch.h"

/* Does UCI name the rook of every castling here, as engines have it wherever `UCI_Chess960` is set?
 * It does in the games that fm_class_of_setup() calls neither classic nor setup: a prefix of the
 * castling field makes other rules, too. */
static bool names_rooks(const struct fm_position *position)
{
    struct fm_setup setup;
    position->ops->setup(position->board, &setup);
    return position->variant->id != FM_STANDARD || setup.style != FM_STYLE_TRADITIONAL;
}

static enum fm_status find(const struct fm_position *position, struct fm_text text,
                           struct fm_move *out, struct fm_error *error)
{
    struct fm_notation readings[2];
    struct fm_error reported = {
        .status = FM_REJECTED, .reason = FM_REASON_UNREADABLE_MOVE, .why = FM_WHY_NOT_A_MOVE};
    const unsigned count = fm_notation_read(text, fm_languages, position->files, readings);
    for (unsigned i = 0; i < count; i++) {
        struct fm_error fault = {.status = FM_OK};
        uint32_t tolerances = 0;
        if (position->ops->find(position->board, &readings[i], out, &tolerances, &fault) ==
            FM_REASON_NONE)
            return FM_OK;
        if (i == 0 || fault.reason == FM_REASON_AMBIGUOUS_MOVE)
            reported = fault;
    }
    if (error != NULL) {
        *error = reported;
        error->what = text;
        error->black = fm_position_black_to_move(position);
    }
    return FM_REJECTED;
}

enum fm_status fm_position_play(struct fm_position *position, struct fm_text move,
                                struct fm_error *error)
{
    struct fm_move found;
    FM_TRY(find(position, move, &found, error));
    position->ops->play(position->board, found);
    return FM_OK;
}

enum fm_status fm_position_find(const struct fm_position *position, struct fm_text text,
                                struct fm_legal_move *out, struct fm_error *error)
{
    struct fm_move found;
    FM_TRY(find(position, text, &found, error));
    position->ops->describe(position->board, found, out);
    return FM_OK;
}

size_t fm_position_moves(const struct fm_position *position, struct fm_legal_move *out, size_t room)
{
    struct fm_move moves[FM_MOVES_MAX];
    const size_t count = position->ops->moves(position->board, moves);
    for (size_t i = 0; i < count && i < room; i++)
        position->ops->describe(position->board, moves[i], &out[i]);
    return count;
}

size_t fm_position_piece_moves(const struct fm_position *position, unsigned file, unsigned rank,
                               struct fm_legal_move *out, size_t room)
{
    struct fm_move moves[FM_MOVES_MAX];
    if (file >= position->files || rank >= FM_RANKS)
        return 0;
    const size_t count = position->ops->piece_moves(position->board, file, rank, moves);
    for (size_t i = 0; i < count && i < room; i++)
        position->ops->describe(position->board, moves[i], &out[i]);
    return count;
}

static enum fm_status refuse_squares(const struct fm_position *position, enum fm_why why,
                                     unsigned from_file, unsigned from_rank, struct fm_error *error)
{
    if (error != NULL)
        *error = (struct fm_error){
            .status = FM_REJECTED,
            .reason =
                why == FM_WHY_PROMOTION_MISSING ? FM_REASON_AMBIGUOUS_MOVE : FM_REASON_ILLEGAL_MOVE,
            .why = why,
            .black = fm_position_black_to_move(position),
            .piece = (unsigned char)fm_position_piece(position, from_file, from_rank) & 0xDFu};
    return FM_REJECTED;
}

enum fm_status fm_position_find_squares(const struct fm_position *position, unsigned from_file,
                                        unsigned from_rank, unsigned to_file, unsigned to_rank,
                                        char promotion, struct fm_legal_move *out,
                                        struct fm_error *error)
{
    struct fm_legal_move moves[FM_MOVES_MAX];
    enum fm_why why = FM_WHY_NO_PIECE;
    const size_t count =
        fm_position_piece_moves(position, from_file, from_rank, moves, FM_MOVES_MAX);
    for (size_t i = 0; i < count; i++) {
        const struct fm_legal_move *move = &moves[i];
        const bool castles = (move->flags & FM_LEGAL_CASTLING) != 0;
        const bool there = move->to_file == to_file && move->to_rank == to_rank;
        /* A king's step of one file is no castling, though it may end where that does. */
        const bool far = move->to_file > from_file + 1 || move->to_file + 1u < from_file;
        const bool fits =
            castles ? (there && far) || (move->rook_file == to_file && move->from_rank == to_rank)
                    : there;
        if (fits && move->promotion == promotion) {
            *out = *move;
            return FM_OK;
        }
        if (fits)
            why = promotion == 0 ? FM_WHY_PROMOTION_MISSING : FM_WHY_PROMOTION_WRONG;
    }
    return refuse_squares(position, why, from_file, from_rank, error);
}

enum fm_status fm_position_null_move(const struct fm_position *position, struct fm_legal_move *out)
{
    return fm_position_find(position, FM_TEXT("--"), out, NULL);
}

bool fm_position_takes(const struct fm_position *position, const struct fm_legal_move *given,
                       struct fm_move *out)
{
    struct fm_move moves[FM_MOVES_MAX];
    memcpy(out, &given->code, sizeof *out);
    if (out->type == FM_MOVE_NULL)
        return !position->ops->in_check(position->board);
    if (given->from_file >= position->files || given->from_rank >= FM_RANKS)
        return false;
    const unsigned count =
        position->ops->piece_moves(position->board, given->from_file, given->from_rank, moves);
    for (unsigned i = 0; i < count; i++)
        if (memcmp(&moves[i], out, sizeof *out) == 0)
            return true;
    return false;
}

bool fm_position_is_legal(const struct fm_position *position, const struct fm_legal_move *move)
{
    struct fm_move legal;
    return fm_position_takes(position, move, &legal);
}

bool fm_position_gives_check(const struct fm_position *position, const struct fm_legal_move *move)
{
    struct fm_move legal;
    return fm_position_takes(position, move, &legal) &&
           position->ops->gives_check(position->board, legal);
}

enum fm_status fm_position_make_move(struct fm_position *position, const struct fm_legal_move *move)
{
    struct fm_move legal;
    if (!fm_position_takes(position, move, &legal))
        return FM_BAD_USE;
    position->ops->play(position->board, legal);
    return FM_OK;
}

/* Does the king castle from and with the squares of chess, so that his way alone (e1g1) says it? */
static bool castles_classically(const struct fm_position *position,
                                const struct fm_legal_move *move)
{
    return position->files == 8 && move->from_file == 4 &&
           (move->rook_file == 0 || move->rook_file == 7);
}

enum fm_status fm_position_move_text(const struct fm_position *position,
                                     const struct fm_legal_move *move, enum fm_move_form form,
                                     char *out, size_t size)
{
    unsigned char text[FM_MOVE_TEXT_MAX], *end = text;
    struct fm_move legal;
    if (!fm_position_takes(position, move, &legal))
        return FM_BAD_USE;
    switch (form) {
    case FM_MOVE_SAN:
        end = position->ops->write_san(position->board, legal, text);
        break;
    case FM_MOVE_LAN:
        end = position->ops->write_lan(position->board, legal, text);
        break;
    case FM_MOVE_UCI:
        end = position->ops->write_uci(position->board, legal, names_rooks(position), text);
        break;
    case FM_MOVE_UCI_960:
        end = position->ops->write_uci(position->board, legal, true, text);
        break;
    case FM_MOVE_UCI_CLASSIC:
        end = position->ops->write_uci(position->board, legal, !castles_classically(position, move),
                                       text);
        break;
    }
    return end == text ? FM_BAD_USE : fm_give_text(fm_text_between(text, end), out, size, NULL);
}

void fm_position_divide(const struct fm_position *position, unsigned depth,
                        void (*each)(void *user, const char *uci, const char *san, uint64_t count),
                        void *user)
{
    struct fm_move moves[FM_MOVES_MAX];
    const struct fm_board_ops *const ops = position->ops;
    const void *const board = position->board;
    if (depth == 0)
        return;
    const bool rooks = names_rooks(position);
    const unsigned n = ops->moves(board, moves);
    for (unsigned i = 0; i < n; i++) {
        unsigned char uci[FM_MOVE_TEXT_MAX], san[FM_MOVE_TEXT_MAX];
        *ops->write_uci(board, moves[i], rooks, uci) = '\0';
        *ops->write_san(board, moves[i], san) = '\0';
        each(user, (const char *)uci, (const char *)san,
             ops->perft_after(board, moves[i], depth - 1));
    }
}
