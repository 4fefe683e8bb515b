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

/* The move that a caller gives, if it is a legal one of this position: a null move, or one of its
 * list. */
static bool is_legal(const struct fm_position *position, const struct fm_legal_move *given,
                     struct fm_move *out)
{
    struct fm_move moves[FM_MOVES_MAX];
    const unsigned count = position->ops->moves(position->board, moves);
    memcpy(out, &given->code, sizeof *out);
    if (out->type == FM_MOVE_NULL)
        return !position->ops->in_check(position->board);
    for (unsigned i = 0; i < count; i++)
        if (memcmp(&moves[i], out, sizeof *out) == 0)
            return true;
    return false;
}

enum fm_status fm_position_make_move(struct fm_position *position, const struct fm_legal_move *move)
{
    struct fm_move legal;
    if (!is_legal(position, move, &legal))
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
    if (!is_legal(position, move, &legal))
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
    const size_t n = (size_t)(end - text);
    if (n == 0)
        return FM_BAD_USE;
    if (n >= size)
        return FM_NO_ROOM;
    memcpy(out, text, n);
    out[n] = '\0';
    return FM_OK;
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
