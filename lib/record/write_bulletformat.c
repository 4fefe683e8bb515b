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

/* By the letter of a FEN, as White sees it: own pieces from 0, those of the other side from 8. For
 * Black the case of the letters is exchanged. */
static const unsigned char bullet_codes[128] = {
    ['P'] = 0, ['N'] = 1, ['B'] = 2,  ['R'] = 3,  ['Q'] = 4,  ['K'] = 5,
    ['p'] = 8, ['n'] = 9, ['b'] = 10, ['r'] = 11, ['q'] = 12, ['k'] = 13};

/* The board is turned around by its ranks, which are bytes. */
static uint64_t occupied_for(const struct fm_position_8x8 *pos)
{
    const uint64_t all = pos->all[0] | pos->all[1];
    return pos->black ? __builtin_bswap64(all) : all;
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
    const uint64_t occupied = occupied_for(pos);
    const unsigned king = bb_first(pos->pieces[us][FM_KING]);
    const unsigned other = bb_first(pos->pieces[1 - us][FM_KING]);
    unsigned char *at = fm_put_little(out->p + out->n, 8, occupied);
    at = fm_put_codes(at, occupied, pos->board, bullet_codes, turn, us ? 'a' - 'A' : 0);
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
