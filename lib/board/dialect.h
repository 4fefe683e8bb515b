/* SPDX-License-Identifier: MIT */
/* The dialects of FEN: how each writes castling rights and the en passant square. Sources:
 * docs/dialects.md. */
#ifndef FM_BOARD_DIALECT_H
#define FM_BOARD_DIALECT_H
#include "base/warnings.h"
#include "board/fen_read.h"
#include "board/fen_write.h"

struct fm_dialect {
    enum fm_castling_dialect castling;
    enum fm_en_passant en_passant;
};

/* In the order of the words of `input.dialect` and `output.dialect`. */
#define FM_DIALECT_NAMES "fen", "xfen", "shredder", "lichess", "stockfish"
extern const struct fm_dialect fm_dialects[];

/** Note the fields of a FEN that the dialect writes in another way.
 * @param setup  without faults, read from these fields. */
void fm_dialect_note(const struct fm_dialect *dialect, const struct fm_setup *setup,
                     const struct fm_fen_fields *fields, struct fm_warnings *notes);

#endif
