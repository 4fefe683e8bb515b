/* SPDX-License-Identifier: MIT */
/* native.h. */
#include "native.h"
#include <stdlib.h>

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

static enum fm_status write_texts(const struct fm_position *position, struct py_move *move)
{
    enum fm_status status =
        fm_position_move_text(position, &move->move, FM_MOVE_SAN, move->san, sizeof move->san);
    if (status == FM_OK)
        status =
            fm_position_move_text(position, &move->move, FM_MOVE_LAN, move->lan, sizeof move->lan);
    if (status == FM_OK)
        status =
            fm_position_move_text(position, &move->move, FM_MOVE_UCI, move->uci, sizeof move->uci);
    return status;
}

size_t py_moves(const struct fm_position *position, struct py_move *out, size_t room)
{
    const size_t count = fm_position_moves(position, NULL, 0);
    if (room < count)
        return count;
    struct fm_legal_move *moves = malloc((count + 1) * sizeof *moves);
    if (moves == NULL)
        return SIZE_MAX;
    (void)fm_position_moves(position, moves, count);
    for (size_t i = 0; i < count; i++) {
        out[i].move = moves[i];
        (void)write_texts(position, &out[i]);
    }
    free(moves);
    return count;
}

enum fm_status py_find(const struct fm_position *position, const char *text, size_t n,
                       struct py_move *out, struct fm_error *error)
{
    const enum fm_status status = fm_position_find(position, text_of(text, n), &out->move, error);
    return status == FM_OK ? write_texts(position, out) : status;
}

enum fm_status py_uci(const struct fm_position *position, const char *text, size_t n,
                      enum fm_move_form form, char *out, struct fm_error *error)
{
    struct fm_legal_move move;
    const enum fm_status status = fm_position_find(position, text_of(text, n), &move, error);
    return status == FM_OK ? fm_position_move_text(position, &move, form, out, FM_MOVE_SIZE)
                           : status;
}

enum fm_status py_play(const struct fm_position *position, const char *text, size_t n,
                       struct fm_position **out, struct py_move *played, struct fm_error *error)
{
    struct fm_position *after;
    enum fm_status status = py_find(position, text, n, played, error);
    if (status == FM_OK)
        status = fm_position_copy(position, &after);
    if (status != FM_OK)
        return status;
    status = fm_position_make_move(after, &played->move);
    if (status == FM_OK)
        *out = after;
    else
        fm_position_free(after);
    return status;
}

void py_report(void *reports, const struct fm_error *error)
{
    struct py_reports *const to = reports;
    if (to->left == 0)
        return;
    to->left--;
    to->pass(to->user, error);
}
