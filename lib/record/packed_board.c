/* SPDX-License-Identifier: MIT */
/* The codes of a packed board: see packed_board.h. The bits of the occupied squares are gathered,
 * those of the first 16 and of the other 16 spread to every fourth bit, and joined: without a
 * branch, with the instructions for it (pext and pdep) or without. */
#include <config.h>
#define BOARD_FILES 8
#include "record/packed_board.h"
#include <string.h>

/* Each fourth bit, and the pieces of half of the codes. */
static const uint64_t every_fourth = UINT64_C(0x1111111111111111);
enum { HALF = 16, STEPS = 6 };

/* Gather the bits of the occupied squares: what moves to the right by an uneven number of places
 * moves by 1, and so on by 2, 4 ... 32, so that none meets another (compress of Hacker's Delight,
 * 7-4). All four sets move in one step, for compilers that have vectors. */
static void gather(uint64_t occupied, uint64_t bits[FM_CODE_BITS])
{
    uint64_t free = ~occupied << 1, left = occupied; /* places without a bit before each one */
    for (unsigned i = 0; i < FM_CODE_BITS; i++)
        bits[i] &= occupied;
    for (unsigned step = 0; step < STEPS; step++) {
        uint64_t moves = free; /* places with an uneven number of them */
        for (unsigned shift = 1; shift < 64; shift *= 2)
            moves ^= moves << shift;
        const uint64_t moving = moves & left;
        left = (left ^ moving) | moving >> (1u << step);
        free &= ~moves;
        for (unsigned i = 0; i < FM_CODE_BITS; i++) {
            const uint64_t moved = bits[i] & moving;
            bits[i] = (bits[i] ^ moved) | moved >> (1u << step);
        }
    }
}

/* The lowest 16 bits, each in a place of four. */
FM_INLINE uint64_t spread(uint64_t bits)
{
    bits &= 0xFFFF;
    bits = (bits | bits << 24) & UINT64_C(0x000000FF000000FF);
    bits = (bits | bits << 12) & UINT64_C(0x000F000F000F000F);
    bits = (bits | bits << 6) & UINT64_C(0x0303030303030303);
    return (bits | bits << 3) & every_fourth;
}

static unsigned char *put_any(unsigned char *at, const struct fm_packed_board *board)
{
    uint64_t bits[FM_CODE_BITS], low = 0, high = 0;
    memcpy(bits, board->bits, sizeof bits);
    gather(board->occupied, bits);
    for (unsigned i = 0; i < FM_CODE_BITS; i++) {
        low |= spread(bits[i]) << i;
        high |= spread(bits[i] >> HALF) << i;
    }
    return fm_put_little(fm_put_little(at, 8, low), 8, high);
}

#ifdef FM_PACKED_BMI2
#    include <immintrin.h>
FM_PACKED_BMI2 static unsigned char *put_bmi2(unsigned char *at,
                                              const struct fm_packed_board *board)
{
    uint64_t low = 0, high = 0;
    FM_UNROLLED
    for (unsigned i = 0; i < FM_CODE_BITS; i++) {
        const uint64_t bits = _pext_u64(board->bits[i], board->occupied);
        low |= _pdep_u64(bits, every_fourth << i);
        high |= _pdep_u64(bits >> HALF, every_fourth << i);
    }
    return fm_put_little(fm_put_little(at, 8, low), 8, high);
}
#else
#    define put_bmi2 put_any
#endif

unsigned char *fm_packed_put_by(enum fm_plain_path path, unsigned char *at,
                                const struct fm_packed_board *board)
{
    return path >= FM_PLAIN_BMI2 ? put_bmi2(at, board) : put_any(at, board);
}

unsigned char *fm_packed_put(unsigned char *at, const struct fm_packed_board *board)
{
    return fm_packed_put_by(fm_plain_best_path(), at, board);
}
