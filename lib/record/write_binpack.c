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
    BINPACK_MOVE = 8,                   /* bytes written with a move: more than it takes */
    BINPACK_PLY_MAX = 0x3fff,           /* 14 bits */
    BINPACK_SCORE = 4,
    BINPACK_MORE = 0x10 /* bits of a part of a score, and the mark of another */
};

/* Codes beside those of pieces: 0 to 10 for P, N, B, R, Q, K, and one more for Black's. */
enum {
    BINPACK_EP_PAWN = 12, /* a pawn that can be taken en passant */
    BINPACK_CASTLING_WHITE = 13,
    BINPACK_CASTLING_BLACK = 14, /* rooks that may castle */
    BINPACK_BLACK_MOVES = 15     /* Black's king if he is to move */
};

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

/* Where a pawn moves to, without a branch. */
static bb pawn_targets(const struct fm_position_8x8 *pos, unsigned from, bool ep)
{
    static const bb first_file = UINT64_C(0x0101010101010101);
    const bool black = pos->black;
    const bb occupied = pos->all[0] | pos->all[1], pawn = bb_of(from);
    const bb sides = (pawn & ~first_file) >> 1 | (pawn & ~(first_file << 7)) << 1;
    const bb takes = (black ? sides >> STRIDE : sides << STRIDE) &
                     (pos->all[!black] | (ep ? bb_of(pos->ep) : 0));
    const bb step = (black ? pawn >> STRIDE : pawn << STRIDE) & ~occupied;
    const bb second = rank_of(from) != (black ? 6 : 1) ? 0
                      : black                          ? step >> STRIDE
                                                       : step << STRIDE;
    return takes | step | (second & ~occupied);
}

/* @param counts  true: the machine counts bits. */
FM_INLINE unsigned count_of(bb set, bool counts)
{
    return counts ? (unsigned)__builtin_popcountll(set) : bb_count(set);
}

/* The move in bits. @param targets  of its piece. @param counts  constant. */
FM_INLINE void code_move_by(const struct fm_position_8x8 *pos, struct fm_move move, bb targets,
                            bool counts, struct fm_chain_entry *entry)
{
    const unsigned us = pos->black;
    const bb own = pos->all[us];
    unsigned count = count_of(targets, counts),
             index = count_of(targets & (bb_of(move.to) - 1), counts);
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
    entry->move = (uint16_t)(count_of(own & (bb_of(move.from) - 1), counts) << more | index);
    entry->bits = (uint8_t)(bits_below(count_of(own, counts)) + more);
}

#ifdef FM_PACKED_BMI2
FM_PACKED_BMI2 static void code_move_popcnt(const struct fm_position_8x8 *pos, struct fm_move move,
                                            bb targets, struct fm_chain_entry *entry)
{
    code_move_by(pos, move, targets, true, entry);
}
#else
#    define code_move_popcnt(pos, move, targets, entry) \
        code_move_by(pos, move, targets, false, entry)
#endif

static void code_move(const struct fm_position_8x8 *pos, struct fm_move move, bool ep,
                      struct fm_chain_entry *entry)
{
    const bb targets = move.kind == FM_PAWN
                           ? pawn_targets(pos, move.from, ep)
                           : fm_view_attacks_8x8(&pos->view, move.from) & ~pos->all[pos->black];
    if (fm_plain_best_path() >= FM_PLAIN_BMI2)
        code_move_popcnt(pos, move, targets, entry);
    else
        code_move_by(pos, move, targets, false, entry);
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
    const int white = entry->half_points - 1, result = pos->black ? -white : white;
    struct fm_packed_board board;
    fm_packed_begin(pos, 1, 0, FM_BLACK, &board);
    fm_packed_recode(&board, fm_castling_rooks(pos, FM_WHITE), BINPACK_CASTLING_WHITE);
    fm_packed_recode(&board, fm_castling_rooks(pos, FM_BLACK), BINPACK_CASTLING_BLACK);
    if (pos->black)
        fm_packed_recode(&board, pos->pieces[FM_BLACK][FM_KING], BINPACK_BLACK_MOVES);
    if (ep)
        fm_packed_recode(&board, bb_of(pos->black ? pos->ep + STRIDE : pos->ep - STRIDE),
                         BINPACK_EP_PAWN);
    unsigned char *at = fm_packed_put(fm_put_big(entry->head, 8, board.occupied), &board);
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
    if (entry.has_head)
        put_stem_of(in, ep, &entry);
    code_move(pos, *in->next, ep, &entry);
    return fm_chain_entry_end(&entry, out);
}

/* Append bits, the highest first, at most 56. Eight bytes are written, the rest of them is 0. */
static void put_bits(struct fm_chain *chain, uint64_t value, unsigned count)
{
    struct fm_buf *const to = &chain->block;
    const unsigned room = chain->room, begun = room > 0, used = begun * (8 - room);
    unsigned char *const at = to->p + to->n - begun;
    const uint64_t before = begun ? (uint64_t)*at << 56 : 0;
    fm_put_big(at, 8, before | value << (64 - used - count));
    to->n = (size_t)(at - to->p) + (used + count + 7) / 8;
    chain->room = (uint8_t)(-(used + count) & 7);
}

/* A position that follows: the move, and the change of the score, in parts of four bits, the lowest
 * first, each with the mark of another. The score is that of the side to move, so the last one
 * counts with the other sign. */
static enum fm_status put_next(struct fm_chain *chain, const struct fm_chain_entry *entry)
{
    enum { PART = BINPACK_SCORE + 1, LAST = 3 * PART };
    const unsigned left = binpack_number(entry->score + chain->score);
    const unsigned unused = (unsigned)__builtin_clz((left | 1) << 16) / BINPACK_SCORE * PART;
    const unsigned parts = (left & 15) << LAST | (left >> 4 & 15) << (LAST - PART) |
                           (left >> 8 & 15) << (LAST - 2 * PART) | left >> 12;
    const unsigned marks = 0x84210u >> unused & ~(2u * BINPACK_MORE - 1);
    FM_TRY(fm_buf_reserve(&chain->block, BINPACK_MOVE));
    put_bits(chain, (uint64_t)entry->move << (20 - unused) | parts >> unused | marks,
             entry->bits + 20 - unused);
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
