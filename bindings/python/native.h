/* SPDX-License-Identifier: MIT */
/* What the module has of its own in C, to cross the border between Python and C once and not for each move. It is on
 * fenmill.h alone, and knows nothing of Python. build_fenmill.py makes the declarations of cffi from what is here and in
 * the library's headers. */
#ifndef FENMILL_PYTHON_NATIVE_H
#define FENMILL_PYTHON_NATIVE_H
#include <fenmill.h>

/** A legal move with its texts. */
struct py_move {
    struct fm_legal_move move;
    char san[FM_MOVE_SIZE], lan[FM_MOVE_SIZE], uci[FM_MOVE_SIZE];
};

/* The library's calls for text that is bytes in Python, which cffi passes as they are. */
enum fm_status py_position_new(const char *fen, size_t n, const char *variant,
                               struct fm_position **out, struct fm_error *error);
enum fm_status py_board_read(const char *fen, size_t n, struct fm_board *out,
                             struct fm_error *error);
enum fm_status py_epd_read(const char *line, size_t n, struct fm_epd **out, struct fm_error *error);
/** @param value  NULL removes the operation. */
enum fm_status py_epd_set(struct fm_epd *epd, const char *opcode, const char *value, size_t n);

/** All legal moves, if there is room for them. @return how many there are; SIZE_MAX: no memory. */
size_t py_moves(const struct fm_position *position, struct py_move *out, size_t room);
/** The move that a text means. */
enum fm_status py_find(const struct fm_position *position, const char *text, size_t n,
                       struct py_move *out, struct fm_error *error);
/** The position after a move. @param[out] out  to be freed; @p position is as before. */
enum fm_status py_play(const struct fm_position *position, const char *text, size_t n,
                       struct fm_position **out, struct py_move *played, struct fm_error *error);

#endif
