/* SPDX-License-Identifier: MIT */
/* Training data as viridithas has them, `Game` of viriformat 3 (README.md, src/dataformat.rs): the
 * position that a game begins with, in 32 bytes; each move with the score of the position that it
 * is played in, for White; four bytes of 0. Numbers are little-endian. Where a position is left
 * out, the game ends, and the next position begins another.
 * https://github.com/cosmobobak/viriformat */
#include <config.h>
#define BOARD_FILES 8
#include "record/record.h"
#include "record/chain.h"
#include "record/packed_board.h"

enum { VIRI_NO_EP = 64, VIRI_BLACK = 128, VIRI_PAIR = 4 };
enum { VIRI_CASTLING_ROOK = 6, VIRI_BLACK_PIECE = 8 }; /* codes; P, N, B, R, Q, K are 0 to 5 */

/* Squares, piece of a promotion, type: 1 en passant, 2 castling (the king takes the rook), 3
 * promotion. */
static uint16_t viri_move(struct fm_move move)
{
    unsigned type = 0, piece = 0;
    if (move.promotion != FM_NO_KIND) {
        type = 3;
        piece = fm_packed_promotion(move);
    } else if (move.type == FM_MOVE_EN_PASSANT) {
        type = 1;
    } else if (move.type == FM_MOVE_CASTLE) {
        type = 2;
    }
    return (uint16_t)(move.from | (unsigned)move.to << 6 | piece << 12 | type << 14);
}

static void put_viri_head(const struct fm_position_8x8 *pos, struct fm_chain_entry *entry)
{
    const bool ep = fm_position_shows_ep_8x8(pos, FM_EP_LEGAL);
    struct fm_packed_board board;
    fm_packed_begin(pos, 0, 3, FM_BLACK, &board);
    fm_packed_recode(&board, fm_castling_rooks(pos, FM_WHITE), VIRI_CASTLING_ROOK);
    fm_packed_recode(&board, fm_castling_rooks(pos, FM_BLACK),
                     VIRI_CASTLING_ROOK | VIRI_BLACK_PIECE);
    unsigned char *at = fm_packed_put(fm_put_little(entry->head, 8, board.occupied), &board);
    *at++ = (unsigned char)((pos->black ? VIRI_BLACK : 0) | (ep ? pos->ep : VIRI_NO_EP));
    *at++ = (unsigned char)pos->halfmove;
    at = fm_put_little(at, 2, pos->fullmove);
    at = fm_put_little(at, 2, 0); /* the score is with the move */
    *at++ = entry->half_points;
    *at = 0;
}

static enum fm_status write_viriformat(const struct fm_record_input *in, struct fm_buf *out)
{
    const struct fm_position_8x8 *const pos = in->position;
    struct fm_chain_entry entry;
    if (pos->halfmove > UINT8_MAX || pos->fullmove > UINT16_MAX ||
        !fm_chain_entry_begin(in, &entry))
        return FM_OK;
    if (entry.has_head)
        put_viri_head(pos, &entry);
    entry.move = viri_move(*in->next);
    return fm_chain_entry_end(&entry, out);
}

static enum fm_status join_viriformat(struct fm_chain *chain, struct fm_text entries,
                                      struct fm_buf *out)
{
    struct fm_chain_entry entry;
    const bool ends = entries.n == 0;
    while (fm_chain_take(&entries, &entry)) {
        FM_TRY(fm_buf_reserve(out, VIRI_PAIR + FM_PACKED_BYTES + VIRI_PAIR));
        unsigned char *at = out->p + out->n;
        if (!fm_chain_goes_on(chain, &entry)) {
            if (chain->open)
                at = fm_put_little(at, 4, 0);
            memcpy(at, entry.head, FM_PACKED_BYTES);
            at += FM_PACKED_BYTES;
        }
        at = fm_put_little(at, 2, entry.move);
        at = fm_put_little(at, 2, (uint16_t)entry.score);
        out->n = (size_t)(at - out->p);
        fm_chain_add(chain, &entry);
    }
    if (!ends || !chain->open)
        return FM_OK;
    FM_TRY(fm_buf_reserve(out, VIRI_PAIR));
    out->n = (size_t)(fm_put_little(out->p + out->n, 4, 0) - out->p);
    chain->open = false;
    return FM_OK;
}

const struct fm_format_row fm_format_viriformat = {
    .help = "viridithas' games with scores: training data of neural networks (binary)",
    .traits = FM_FORMAT_BINARY | FM_FORMAT_SEQUENCE | FM_FORMAT_CASTLING,
    .needs = FM_NEEDS_ANNOTATION | FM_NEEDS_EVAL | FM_NEEDS_AHEAD | FM_NEEDS_PLACE,
    .write = write_viriformat,
    .join = join_viriformat};
