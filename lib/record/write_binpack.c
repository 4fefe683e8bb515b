/* SPDX-License-Identifier: MIT */
/* Training data as Stockfish's trainer has them (docs/binpack.md of its tools; binpack.h of
 * nnue-pytorch). A file is blocks: BINP, the size in four bytes, the lowest first, chains. A chain
 * is a position with its move, score, ply and result in 32 bytes, the number of plies that follow
 * in two, and of each of these some bits: which of the own pieces moves, which of its targets it
 * moves to, and by how much the score differs. A block ends at the first chain that would begin
 * after 1 MiB. But for the size numbers are big-endian.
 * https://github.com/official-stockfish/nnue-pytorch */
#include <config.h>
#define BOARD_FILES 8
#include "record/record.h"
#include "record/chain.h"
#include "record/packed_board.h"

enum {
    BINPACK_BLOCK = 1 << 20,
    BINPACK_HEAD = 8,                   /* bytes before a block */
    BINPACK_STEM = FM_PACKED_BYTES + 2, /* bytes of a chain without moves */
    BINPACK_MOVE = 4,                   /* bytes that a move takes at most, begun ones apart */
    BINPACK_PLY_MAX = 0x3fff,           /* 14 bits */
    BINPACK_SCORE = 4,
    BINPACK_MORE = 0x10 /* bits of a part of a score, and the mark of another */
};

/* By the letter of a FEN; E is a pawn that can be taken en passant, U and u are rooks that may
 * castle, M is Black's king if he is to move. */
static const unsigned char binpack_codes[128] = {
    ['P'] = 0, ['p'] = 1, ['N'] = 2,  ['n'] = 3,  ['B'] = 4,  ['b'] = 5,  ['R'] = 6,  ['r'] = 7,
    ['Q'] = 8, ['q'] = 9, ['K'] = 10, ['k'] = 11, ['E'] = 12, ['U'] = 13, ['u'] = 14, ['M'] = 15};

/* The sign in the lowest bit, and the value as it is or, if it is negative, less one. */
FM_INLINE unsigned binpack_number(int number)
{
    const unsigned word = (uint16_t)number;
    return word & 0x8000 ? (uint16_t)((word ^ 0x7fff) << 1) | 1 : (uint16_t)(word << 1);
}

/* Bits that an index below a number takes. */
FM_INLINE unsigned bits_below(unsigned count)
{
    return count < 2 ? 0 : 32 - (unsigned)__builtin_clz(count - 1);
}

static bb pawn_targets(const struct fm_position_8x8 *pos, unsigned from, bool ep)
{
    const bb occupied = pos->all[0] | pos->all[1];
    const bool black = pos->black;
    const unsigned step = black ? from - STRIDE : from + STRIDE,
                   second = black ? step - STRIDE : step + STRIDE;
    bb targets =
        fm_view_attacks_8x8(&pos->view, from) & (pos->all[!black] | (ep ? bb_of(pos->ep) : 0));
    if (bb_has(occupied, step))
        return targets;
    targets |= bb_of(step);
    return rank_of(from) != (black ? 6 : 1) || bb_has(occupied, second) ? targets
                                                                        : targets | bb_of(second);
}

/* The move in bits. */
static void code_move(const struct fm_position_8x8 *pos, struct fm_move move, bool ep,
                      struct fm_chain_entry *entry)
{
    const unsigned us = pos->black;
    const bb own = pos->all[us];
    const bb targets = move.kind == FM_PAWN ? pawn_targets(pos, move.from, ep)
                                            : fm_view_attacks_8x8(&pos->view, move.from) & ~own;
    unsigned count = bb_count(targets), index = bb_count(targets & (bb_of(move.to) - 1));
    if (move.promotion != FM_NO_KIND) {
        index = index * 4 + fm_packed_promotion(move);
        count *= 4;
    } else if (move.kind == FM_KING) { /* castling comes after the targets, the a side first */
        const unsigned rights = pos->rights >> 2 * us, h_side = rights >> FM_KING_SIDE & 1,
                       a_side = rights >> FM_QUEEN_SIDE & 1;
        if (move.type == FM_MOVE_CASTLE)
            index = count + (move.side == FM_KING_SIDE ? a_side : 0);
        count += h_side + a_side;
    }
    const unsigned more = bits_below(count);
    entry->move = (uint16_t)(bb_count(own & (bb_of(move.from) - 1)) << more | index);
    entry->bits = (uint8_t)(bits_below(bb_count(own)) + more);
}

/* The move by itself: type, squares, piece of a promotion. */
static unsigned binpack_move(struct fm_move move)
{
    unsigned type = move.type == FM_MOVE_CASTLE ? 2 : move.type == FM_MOVE_EN_PASSANT ? 3 : 0;
    unsigned piece = 0;
    if (move.promotion != FM_NO_KIND) {
        type = 1;
        piece = fm_packed_promotion(move);
    }
    return type << 14 | (unsigned)move.from << 8 | (unsigned)move.to << 2 | piece;
}

static void put_stem_of(const struct fm_record_input *in, bool ep, struct fm_chain_entry *entry)
{
    const struct fm_position_8x8 *const pos = in->position;
    const uint64_t occupied = pos->all[0] | pos->all[1];
    const int white = entry->half_points - 1, result = pos->black ? -white : white;
    unsigned char board[SQUARES];
    fm_mark_castling(pos, board);
    if (pos->black)
        board[bb_first(pos->pieces[FM_BLACK][FM_KING])] = 'M';
    if (ep)
        board[pos->black ? pos->ep + STRIDE : pos->ep - STRIDE] = 'E';
    unsigned char *at = fm_put_big(entry->head, 8, occupied);
    at = fm_put_codes(at, occupied, board, binpack_codes, 0, 0);
    at = fm_put_big(at, 2, binpack_move(*in->next));
    at = fm_put_big(at, 2, binpack_number(entry->score));
    at = fm_put_big(at, 2, in->ply | binpack_number(result) << 14);
    fm_put_big(at, 2, pos->halfmove);
}

static enum fm_status write_binpack(const struct fm_record_input *in, struct fm_buf *out)
{
    const struct fm_position_8x8 *const pos = in->position;
    struct fm_chain_entry entry;
    if (pos->halfmove > UINT8_MAX || in->ply > BINPACK_PLY_MAX || !fm_chain_entry_begin(in, &entry))
        return FM_OK;
    const bool ep = pos->ep != NO_SQUARE && fm_position_shows_ep_8x8(pos, FM_EP_LEGAL);
    if (pos->black)
        entry.score = (int16_t)-entry.score;
    if (!in->follows)
        put_stem_of(in, ep, &entry);
    code_move(pos, *in->next, ep, &entry);
    return fm_buf_append(out, &entry, sizeof entry);
}

/* Append bits, the highest first; there are bytes for them. */
static void put_bits(struct fm_chain *chain, unsigned value, unsigned count)
{
    struct fm_buf *const to = &chain->block;
    while (count > 0) {
        if (chain->room == 0) {
            to->p[to->n++] = 0;
            chain->room = 8;
        }
        const unsigned now = count < chain->room ? count : chain->room;
        const unsigned part = value >> (count - now) & ((1u << now) - 1);
        chain->room = (uint8_t)(chain->room - now);
        to->p[to->n - 1] = (unsigned char)(to->p[to->n - 1] | part << chain->room);
        count -= now;
    }
}

/* A position that follows. The score is that of the side to move, so the last one counts with the
 * other sign. */
static enum fm_status put_next(struct fm_chain *chain, const struct fm_chain_entry *entry)
{
    const int change = entry->score + chain->score;
    FM_TRY(fm_buf_reserve(&chain->block, BINPACK_MOVE));
    put_bits(chain, entry->move, entry->bits);
    unsigned left = binpack_number(change);
    do {
        const unsigned part = left & (BINPACK_MORE - 1);
        left >>= BINPACK_SCORE;
        put_bits(chain, part | (left != 0 ? BINPACK_MORE : 0), BINPACK_SCORE + 1);
    } while (left != 0);
    chain->plies++;
    return FM_OK;
}

/* Write the block, if there is one. */
static enum fm_status end_block(struct fm_chain *chain, struct fm_buf *out)
{
    const size_t n = chain->block.n;
    if (n == 0)
        return FM_OK;
    FM_TRY(fm_buf_reserve(out, BINPACK_HEAD + n));
    unsigned char *at = out->p + out->n;
    memcpy(at, "BINP", 4);
    at = fm_put_little(at + 4, 4, (uint32_t)n);
    memcpy(at, chain->block.p, n);
    out->n += BINPACK_HEAD + n;
    chain->block.n = 0;
    return FM_OK;
}

static void end_chain(struct fm_chain *chain)
{
    if (chain->open)
        fm_put_big(chain->block.p + chain->count_at, 2, chain->plies);
    chain->open = false;
}

static enum fm_status put_stem(struct fm_chain *chain, const struct fm_chain_entry *entry,
                               struct fm_buf *out)
{
    end_chain(chain);
    if (chain->block.n >= BINPACK_BLOCK)
        FM_TRY(end_block(chain, out));
    FM_TRY(fm_buf_reserve(&chain->block, BINPACK_STEM));
    memcpy(chain->block.p + chain->block.n, entry->head, FM_PACKED_BYTES);
    chain->count_at = chain->block.n + FM_PACKED_BYTES;
    chain->block.n += BINPACK_STEM;
    chain->plies = 0;
    chain->room = 0;
    return FM_OK;
}

static enum fm_status join_binpack(struct fm_chain *chain, struct fm_text entries,
                                   struct fm_buf *out)
{
    struct fm_chain_entry entry;
    if (entries.n == 0) {
        end_chain(chain);
        return end_block(chain, out);
    }
    while (fm_chain_take(&entries, &entry)) {
        FM_TRY(fm_chain_goes_on(chain, &entry) && chain->plies < UINT16_MAX
                   ? put_next(chain, &entry)
                   : put_stem(chain, &entry, out));
        fm_chain_add(chain, &entry);
    }
    return FM_OK;
}

const struct fm_format_row fm_format_binpack = {
    .help = "Stockfish's binpack: training data of neural networks, in chains (binary)",
    .traits = FM_FORMAT_BINARY | FM_FORMAT_CASTLING | FM_FORMAT_CASTLING_STANDARD,
    .needs = FM_NEEDS_ANNOTATION | FM_NEEDS_EVAL | FM_NEEDS_AHEAD | FM_NEEDS_PLACE,
    .write = write_binpack,
    .join = join_binpack};
