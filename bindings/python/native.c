/* SPDX-License-Identifier: MIT */
/* native.h. */
#include "native.h"
#include <stdlib.h>
#include <string.h>

static struct fm_text text_of(const char *p, size_t n)
{
    return (struct fm_text){(const unsigned char *)p, n};
}

enum fm_status py_position_new(const char *fen, size_t n, const char *variant,
                               struct fm_position **out, struct fm_error *error)
{
    return fm_position_new(text_of(fen, n), variant, out, error);
}

enum fm_status py_board_read(const char *fen, size_t n, struct fm_board *out,
                             struct fm_error *error)
{
    return fm_board_read(text_of(fen, n), out, error);
}

enum fm_status py_epd_read(const char *line, size_t n, struct fm_epd **out, struct fm_error *error)
{
    return fm_epd_read(text_of(line, n), out, error);
}

enum fm_status py_epd_set(struct fm_epd *epd, const char *opcode, const char *value, size_t n)
{
    const struct fm_text text = text_of(value, n);
    return fm_epd_set(epd, opcode, value == NULL ? NULL : &text);
}

enum fm_status py_profile_read(struct fm_profile *profile, const char *name, const char *yaml,
                               size_t n, struct fm_error *error)
{
    return fm_profile_read(profile, name, text_of(yaml, n), error);
}

/* By the library's own text, so that both are always the same: castling depends on the variant. */
static void take_target(const struct fm_position *position, const struct fm_legal_move *move,
                        unsigned *file, unsigned *rank)
{
    char uci[FM_MOVE_SIZE];
    *file = move->to_file;
    *rank = move->to_rank;
    if ((move->flags & FM_LEGAL_CASTLING) == 0 ||
        fm_position_move_text(position, move, FM_MOVE_UCI, uci, sizeof uci) != FM_OK)
        return;
    *file = (unsigned)(uci[2] - 'a');
    *rank = (unsigned)(uci[3] - '1');
}

static uint32_t pack(const struct fm_position *position, const struct fm_legal_move *move)
{
    static const char letters[] = "PNBRQKAC";
    const unsigned files = fm_position_files(position);
    unsigned to_file, to_rank;
    if (move->flags & FM_LEGAL_NULL)
        return PY_MOVE_NULL;
    take_target(position, move, &to_file, &to_rank);
    const char *const promotion = move->promotion == 0 ? NULL : strchr(letters, move->promotion);
    uint32_t packed = move->from_rank * files + move->from_file;
    packed |= (to_rank * files + to_file) << 8;
    packed |= promotion == NULL ? 0 : (uint32_t)(promotion - letters + 1) << 16;
    packed |= move->captured != 0 ? (uint32_t)PY_MOVE_CAPTURE : 0;
    packed |= move->piece == 'P' ? (uint32_t)PY_MOVE_PAWN : 0;
    packed |= move->flags & FM_LEGAL_EN_PASSANT ? (uint32_t)PY_MOVE_EN_PASSANT : 0;
    if (move->flags & FM_LEGAL_CASTLING)
        packed |=
            PY_MOVE_CASTLING | (move->rook_file < move->from_file ? (uint32_t)PY_MOVE_A_SIDE : 0);
    return packed;
}

size_t py_moves(const struct fm_position *position, uint32_t *out, size_t room)
{
    const size_t count = fm_position_moves(position, NULL, 0);
    if (room < count)
        return count;
    struct fm_legal_move *moves = malloc((count + 1) * sizeof *moves);
    if (moves == NULL)
        return SIZE_MAX;
    (void)fm_position_moves(position, moves, count);
    for (size_t i = 0; i < count; i++)
        out[i] = pack(position, &moves[i]);
    free(moves);
    return count;
}

enum fm_status py_find(const struct fm_position *position, const char *text, size_t n,
                       uint32_t *out, struct fm_error *error)
{
    struct fm_legal_move move;
    const enum fm_status status = fm_position_find(position, text_of(text, n), &move, error);
    if (status == FM_OK)
        *out = pack(position, &move);
    return status;
}

enum fm_status py_move_text(const struct fm_position *position, const char *text, size_t n,
                            enum fm_move_form form, char *out, struct fm_error *error)
{
    struct fm_legal_move move;
    const enum fm_status status = fm_position_find(position, text_of(text, n), &move, error);
    return status == FM_OK ? fm_position_move_text(position, &move, form, out, FM_MOVE_SIZE)
                           : status;
}

bool py_gives_check(const struct fm_position *position, const char *text, size_t n)
{
    struct fm_legal_move move;
    return fm_position_find(position, text_of(text, n), &move, NULL) == FM_OK &&
           fm_position_gives_check(position, &move);
}

enum fm_status py_play(const struct fm_position *position, const char *text, size_t n,
                       struct fm_position **out, uint32_t *played, struct fm_error *error)
{
    struct fm_position *after;
    struct fm_legal_move move;
    enum fm_status status = fm_position_find(position, text_of(text, n), &move, error);
    if (status == FM_OK)
        status = fm_position_copy(position, &after);
    if (status != FM_OK)
        return status;
    const uint32_t packed = pack(position, &move);
    status = fm_position_make_move(after, &move);
    if (status != FM_OK) {
        fm_position_free(after);
        return status;
    }
    *out = after;
    *played = packed;
    return FM_OK;
}

void py_report(void *reports, const struct fm_error *error)
{
    struct py_reports *const to = reports;
    if (to->left == 0)
        return;
    to->left--;
    to->pass(to->user, error);
}
