/* SPDX-License-Identifier: MIT */
/* Training data as text: a position with its score and the result of its game, as trainers and
 * tuners of evaluations read and write them. One table has the forms; `--for` writes the same
 * (profile/consumer.c). Scores are centipawns, of whose view each form says. */
#ifndef FM_RECORD_TRAINING_H
#define FM_RECORD_TRAINING_H
#include "base/memory.h"
#include "base/warnings.h"
#include "board/fen_read.h"
#include "pgn/result.h"

/* What the text after a FEN says of the position. Zero-initialised: it is no training text. */
struct fm_training {
    bool found;            /* true: the text is in one of the forms */
    bool has_score;        /* true: the form has a score */
    int centipawns;        /* score for White */
    enum fm_result result; /* NONE: the form has none */
};

/** Read the text after the fields of a FEN:
 *   `| 35 | 1.0`  bullet, score and result for White (`chess.rs` of bulletformat; Stockfish's
 *                 binpack tools write 1, 0.5 and 0)
 *   `[0.5]`       for White (Ethereal's Tuning.pdf; README of GediminasMasaitis/texel-tuner)
 *   `; 0.5`       for White; also 1-0, 1/2-1/2 and 0-1
 *   `,35,2`       for the side to move, 2 half points (`game.c` of c-chess-cli)
 * A stroke shows the first form, which the rest must follow then, and `[0.7]` the second. Any other
 * text is none of these: `0.35` may be an evaluation in pawns.
 * @param remark  the text (fm_epd_remark()).
 * @param[in,out] fields, setup, notes  get a move number to which the text was joined.
 * @param[out] out  untouched if it is no training text.
 * @return FM_OK, FM_REJECTED (error: BAD_TRAINING, what). */
FM_MUST_CHECK enum fm_status fm_training_read(struct fm_text remark, struct fm_fen_fields *fields,
                                              struct fm_setup *setup, struct fm_warnings *notes,
                                              struct fm_training *out, struct fm_error *error);
/** Read a result for White: 1.0, 1, 1-0 and the like. @return false, and *out untouched: none. */
bool fm_training_result(struct fm_text text, enum fm_result *out);
/** Read a score: digits, with a sign or without. @return false, and *out untouched: it is none. */
bool fm_training_score(struct fm_text text, bool negated, int *out);
/** Write the same as EPD operations, a blank before each: `c9` (result) and `ce` (score for the
 * side to move). @param at  room for FM_TRAINING_MAX bytes. @return the end. */
enum { FM_TRAINING_MAX = 40 };
unsigned char *fm_training_write(const struct fm_training *training, bool black, unsigned char *at);
/** Append them. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_training_put(const struct fm_training *training, bool black,
                                             struct fm_buf *out);

#endif
