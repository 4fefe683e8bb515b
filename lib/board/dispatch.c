/* SPDX-License-Identifier: MIT */
/* The public positions: one handle for both widths. A FEN is read by fen_read.c, a move is
 * taken apart by notation.c, everything else is done by the board itself. */
#include <config.h>
#include "board/dispatch.h"
#include <stdlib.h>

const struct fm_board_ops *fm_board_ops_for(unsigned files)
{
    return files == 8 ? &fm_board_ops_8x8 : &fm_board_ops_10x8;
}

enum fm_status fm_position_make(const struct fm_setup *setup, const struct fm_warnings *notes,
                                struct fm_position **out)
{
    const struct fm_board_ops *ops = fm_board_ops_for(setup->files);
    struct fm_position *position = malloc(sizeof *position + ops->size);
    FM_TRY_MADE(position);
    position->ops = ops;
    position->variant = setup->variant;
    position->files = setup->files;
    position->notes = *notes;
    ops->make(setup, position->board);
    *out = position;
    return FM_OK;
}

enum fm_status fm_position_new_sp(unsigned number, struct fm_position **out)
{
    struct fm_setup setup;
    if (number >= 960)
        return FM_BAD_USE;
    const struct fm_warnings clean = {{0}};
    fm_setup_from_sp(number, &setup);
    return fm_position_make(&setup, &clean, out);
}

enum fm_reason fm_position_warning(const struct fm_position *position, size_t index)
{
    for (unsigned reason = 1; reason < FM_REASON_COUNT; reason++)
        if (fm_warnings_has(&position->notes, (enum fm_reason)reason) && index-- == 0)
            return (enum fm_reason)reason;
    return FM_REASON_NONE;
}

void fm_position_free(struct fm_position *position)
{
    free(position);
}

enum fm_status fm_position_copy(const struct fm_position *position, struct fm_position **out)
{
    const size_t size = sizeof *position + position->ops->size;
    struct fm_position *copy = malloc(size);
    FM_TRY_MADE(copy);
    memcpy(copy, position, size);
    *out = copy;
    return FM_OK;
}

/* The counters as EPD operations, in ASCII order. */
static unsigned char *put_counter_ops(const struct fm_setup *setup, unsigned char *out)
{
    static const char fullmove[] = " fmvn ", halfmove[] = "; hmvc ";
    memcpy(out, fullmove, sizeof fullmove - 1);
    out = fm_put_u64(out + sizeof fullmove - 1, setup->fullmove);
    memcpy(out, halfmove, sizeof halfmove - 1);
    out = fm_put_u64(out + sizeof halfmove - 1, setup->halfmove);
    *out++ = ';';
    return out;
}

enum fm_status fm_position_fen(const struct fm_position *position,
                               enum fm_castling_dialect castling, enum fm_en_passant en_passant,
                               enum fm_counters counters, char *out, size_t size, size_t *length)
{
    unsigned char text[FM_FEN_MAX + 64];
    if (length != NULL)
        *length = 0;
    if (size > 0)
        out[0] = '\0';
    if ((unsigned)castling > FM_CASTLING_SHREDDER || (unsigned)en_passant > FM_EP_LEGAL ||
        (unsigned)counters > FM_COUNTERS_NONE)
        return FM_BAD_USE;
    const struct fm_fen_style style = {
        .castling = castling == FM_CASTLING_KEEP ? FM_CASTLING_XFEN : castling,
        .en_passant = en_passant == FM_EP_KEEP ? FM_EP_ALWAYS : en_passant,
        .counters = counters == FM_COUNTERS_KEEP ? FM_COUNTERS_FIELDS : counters,
    };
    unsigned char *end = position->ops->write(position->board, &style, text);
    if (end != NULL && counters == FM_COUNTERS_OPS) {
        struct fm_setup setup;
        position->ops->setup(position->board, &setup);
        end = put_counter_ops(&setup, end);
    }
    if (end == NULL)
        return FM_REJECTED;
    return fm_give_text(fm_text_between(text, end), out, size, length);
}

const char *fm_position_variant(const struct fm_position *position)
{
    return position->variant->name;
}

unsigned fm_position_files(const struct fm_position *position)
{
    return position->files;
}

char fm_position_piece(const struct fm_position *position, unsigned file, unsigned rank)
{
    return file < position->files && rank < FM_RANKS
               ? (char)position->ops->piece(position->board, file, rank)
               : '\0';
}

bool fm_position_in_check(const struct fm_position *position)
{
    return position->ops->in_check(position->board);
}

unsigned fm_position_state(const struct fm_position *position)
{
    struct fm_move moves[FM_MOVES_MAX];
    const bool check = position->ops->in_check(position->board);
    const bool over = position->ops->moves(position->board, moves) == 0;
    return (check ? FM_STATE_CHECK : 0u) | (check && over ? FM_STATE_MATE : 0u) |
           (!check && over ? FM_STATE_STALEMATE : 0u) |
           (position->ops->is_insufficient(position->board) ? FM_STATE_INSUFFICIENT : 0u);
}

int fm_position_sp(const struct fm_position *position)
{
    struct fm_setup setup;
    position->ops->setup(position->board, &setup);
    return fm_setup_sp(&setup);
}

uint64_t fm_position_key(const struct fm_position *position)
{
    return position->ops->key(position->board);
}

struct fm_hash128 fm_position_hash(const struct fm_position *position)
{
    return position->ops->hash(position->board);
}

void fm_position_identity(const struct fm_position *position, uint64_t out[2])
{
    const struct fm_hash128 hash = fm_position_hash(position);
    out[0] = hash.lo;
    out[1] = hash.hi;
}

uint64_t fm_position_perft(const struct fm_position *position, unsigned depth)
{
    return position->ops->perft(position->board, depth);
}
