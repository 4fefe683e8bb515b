/* SPDX-License-Identifier: MIT */
/* How a FEN is written: one writer for each of its fields, used for positions and for setups. The
 * placement and the en passant square are write_tmpl.h's, the castling field is castling.h's. */
#ifndef FM_BOARD_FEN_WRITE_H
#define FM_BOARD_FEN_WRITE_H
#include "board/castling.h"
#include "board/setup.h"

/* A blank and a counter of one or two digits; the last byte is the length. */
enum { FM_COUNTER_TEXTS = 100 };
extern const unsigned char fm_counter_texts[FM_COUNTER_TEXTS][4];

/** Write the side to move between two blanks. Four bytes are stored; returns the end, three on. */
FM_INLINE unsigned char *fm_put_side(bool black, unsigned char *out)
{
    memcpy(out, black ? " b " : " w ", 4);
    return out + 3;
}

/** Write both counters, a blank before each; the rare large ones for fm_put_counters(). */
unsigned char *fm_put_large_counters(uint32_t halfmove, uint32_t fullmove, unsigned char *out);
FM_INLINE unsigned char *fm_put_counters(uint32_t halfmove, uint32_t fullmove, unsigned char *out)
{
    if (FM_UNLIKELY(halfmove >= FM_COUNTER_TEXTS || fullmove >= FM_COUNTER_TEXTS))
        return fm_put_large_counters(halfmove, fullmove, out);
    memcpy(out, fm_counter_texts[halfmove], 4);
    out += fm_counter_texts[halfmove][3];
    memcpy(out, fm_counter_texts[fullmove], 4);
    return out + fm_counter_texts[fullmove][3];
}

/** Write the en passant square of a setup, or `-` if it is not shown; at most four bytes are
 * stored. */
unsigned char *fm_setup_write_ep(const struct fm_setup *setup, bool shown, unsigned char *out);
/** Write the whole FEN of a setup, whether or not it is a position.
 * @param write_ep  write its en passant square: fm_setup_shows_ep() tells what a rule wants.
 * @param out       room for FM_FEN_MAX bytes.
 * @return the end, or NULL as fm_setup_write_castling(). */
unsigned char *fm_setup_write_fen(const struct fm_setup *setup, enum fm_castling_dialect dialect,
                                  bool write_ep, bool counters, unsigned char *out);

/** Whether a rule writes the en passant square of a setup without faults: LEGAL and PSEUDO_LEGAL
 * only where it can be taken on, the others where there is one. */
bool fm_setup_shows_ep(const struct fm_setup *setup, enum fm_en_passant rule);

#endif
