/* SPDX-License-Identifier: MIT */
/* Boards: squares, side and rights that can be set freely. Included by fenmill.h. */
#ifndef FENMILL_BOARDS_H
#define FENMILL_BOARDS_H
#include <fenmill/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a FEN shows, as plain members to read and change; it need not be a possible position (eight
 * queens, a board without kings). Start with FM_BOARD_INIT, the empty board of 8x8, or with a
 * board that a call fills, whose `size` is set before. */
struct fm_board {
    size_t size;        /* sizeof(struct fm_board) */
    unsigned files;     /* 8 or 10 */
    char pieces[8][10]; /* [rank 0..7][file 0..]: the FEN letter, or 0 */
    bool black;         /* true: Black is to move */
    /* Reasons why it is no position: set of enum fm_fault; 0 = it is one. Filled by calls; those
     * that are given a board do not look at it. */
    unsigned faults;
    /* [0 White, 1 Black][0 towards the last file, O-O; 1 towards the a file]: file of the rook that
     * has the right to castle; -1 = no right */
    signed char castling[2][2];
    signed char en_passant; /* file of the double step just made; -1 = none */
    /* Castling style, as X-FEN has it: 's' king one square from the edge, 'm' king moves two files
     * (10x8: three); 0 = that of the variant. */
    char prefix;
    uint32_t halfmove; /* plies since the last pawn move or capture */
    uint32_t fullmove; /* number of the move, from 1 */
    /* A name of fm_variant_name(); NULL = found from the board, as from a FEN. */
    const char *variant;
};
/* clang-format off */
#define FM_BOARD_INIT \
    {sizeof(struct fm_board), 8, {{0}}, false, 0, {{-1, -1}, {-1, -1}}, -1, 0, 0, 1, 0}
/* clang-format on */

/** Read a board, as `validate: notation` does: fields after the placement may be missing, rights
 * and the en passant square are kept as they are written. fm_position_new() drops those that do not
 * count, with a warning, so `faults` has none of them; fm_board_faults() names them.
 * @param[out] error  as for fm_position_new(). @return FM_OK, FM_REJECTED (bad-fen), FM_BAD_USE (no
 * size). */
FM_API FM_MUST_CHECK enum fm_status fm_board_read(struct fm_text fen, struct fm_board *out,
                                                  struct fm_error *error);
/** The board of a position. @return FM_OK, FM_BAD_USE (no size). */
FM_API enum fm_status fm_position_board(const struct fm_position *position, struct fm_board *out);
/** Why a board is no position of its variant: set of enum fm_fault; 0 = it is one.
 * FM_FAULT_BAD_BOARD alone: no size, files, prefix or variant that there is. */
FM_API unsigned fm_board_faults(const struct fm_board *board);
/** Write the board as a FEN of six fields, in X-FEN, with a final NUL; the en passant square is
 * written wherever there is one. As fm_position_fen().
 * @return FM_OK; FM_NO_ROOM; FM_REJECTED: a square or right that no FEN can have (FM_FAULT_LETTER,
 * FM_FAULT_CASTLING); FM_BAD_USE: FM_FAULT_BAD_BOARD. */
FM_API FM_MUST_CHECK enum fm_status fm_board_fen(const struct fm_board *board, char *out,
                                                 size_t size, size_t *length);
/** Make the position of a board.
 * @param[out] out    to be freed with fm_position_free().
 * @param[out] error  filled unless FM_OK is returned; may be NULL.
 * @return FM_OK, FM_REJECTED (impossible-position with the set of faults), FM_BAD_USE
 * (FM_FAULT_BAD_BOARD), FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_position_new_board(const struct fm_board *board,
                                                          struct fm_position **out,
                                                          struct fm_error *error);

#ifdef __cplusplus
}
#endif
#endif
