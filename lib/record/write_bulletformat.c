/* SPDX-License-Identifier: MIT */
/* Training data as bullet has it, `ChessBoard` of bulletformat 1.8 (src/chess.rs), 32 bytes: the
 * set of occupied squares, a code of four bits for each, score, result, the squares of both kings,
 * three bytes of 0. All is as the side to move sees it: with Black to move the board is turned
 * around, and the colours are exchanged. Numbers are little-endian.
 * https://github.com/jw1912/bulletformat */
#include <config.h>
#define BOARD_FILES 8
#include "record/record.h"
#include "record/packed_board.h"
#include "record/score_fields.h"

enum { BULLET_TURN = 56 };

/* The codes as the side to move sees them: own pieces from 0, those of the other side from 8. The
 * board is turned around by its ranks, which are bytes. */
static void pack_bullet(const struct fm_position_8x8 *pos, struct fm_packed_board *out)
{
    fm_packed_begin(pos, 0, 3, !pos->black, out);
    if (!pos->black)
        return;
    out->occupied = __builtin_bswap64(out->occupied);
    for (unsigned i = 0; i < FM_CODE_BITS; i++)
        out->bits[i] = __builtin_bswap64(out->bits[i]);
}

static enum fm_status write_bulletformat(const struct fm_record_input *in, struct fm_buf *out)
{
    const struct fm_position_8x8 *const pos = in->position;
    const unsigned us = pos->black, turn = us ? BULLET_TURN : 0;
    const int half = fm_result_half_points(in->game->outcome);
    int score;
    if (half < 0 || !fm_score_position(in, &score) || score < -INT16_MAX || score > INT16_MAX)
        return FM_OK;
    FM_TRY(fm_buf_reserve(out, FM_PACKED_BYTES));
    struct fm_packed_board board;
    pack_bullet(pos, &board);
    const unsigned king = bb_first(pos->pieces[us][FM_KING]);
    const unsigned other = bb_first(pos->pieces[1 - us][FM_KING]);
    unsigned char *at = fm_put_little(out->p + out->n, 8, board.occupied);
    at = fm_packed_put(at, &board);
    at = fm_put_little(at, 2, (unsigned)(us ? -score : score));
    *at++ = (unsigned char)(us ? 2 - half : half);
    *at++ = (unsigned char)(king ^ turn);
    *at++ = (unsigned char)(other ^ turn ^ BULLET_TURN); /* as that side sees it */
    at = fm_put_little(at, 2, 0);
    *at++ = 0;
    out->n = (size_t)(at - out->p);
    return FM_OK;
}

const struct fm_format_row fm_format_bulletformat = {
    .help = "bullet's ChessBoard, 32 bytes a position: training data of neural networks (binary)",
    .traits = FM_FORMAT_BINARY,
    .needs = FM_NEEDS_ANNOTATION | FM_NEEDS_EVAL | FM_NEEDS_AHEAD,
    .write = write_bulletformat};
