/* SPDX-License-Identifier: MIT */
/* Reading a FEN, or the position fields of an EPD, into a setup: one reader for each field. */
#ifndef FM_BOARD_FEN_READ_H
#define FM_BOARD_FEN_READ_H
#include "board/fen_fields.h"
#include "board/placement.h"
#include "board/setup.h"

/** Read a FEN, or the position fields of an EPD (4 fields, or 6 when fields 5 and 6 are numbers; 5
 * is FEN_COUNTERS).
 *
 * Width comes from the first rank (8 or 10 files); the castling field may be classic, X-FEN,
 * Shredder-FEN or mixed, with prefix s or m, see fm_castling_read(). A prefix beats the variant's
 * style; CASTLING_STYLE_MISMATCH where that matters. An en passant square that fits no double step
 * is dropped (EN_PASSANT_IMPOSSIBLE). FEN_LAYOUT notes `_`, tabs or several blanks between fields,
 * blanks around, a capital W or B, counters before EPD operations, a stray `;` (not given in
 * fields->rest), and text after that does not begin like an operation. Without counters nothing is
 * noted and counters_given is false: the caller decides whether they, or a rest, are an error.
 * @param variant  NULL: from the shape (8x8: standard, chess960 if a right needs it, with m
 * chess480; 10x8: janus with a J and s, the others by their start arrays and the prefix of their
 * style, else capablanca or, if rights or prefix need it, caparandom: a J is no style). One that
 * does not fit (width; standard with rights it cannot have) is VARIANT_MISMATCH, and the shape
 *        counts.
 * @param notation_only  `validate: notation`: no kings needed, rights and en passant are kept as
 *        written where they can be, and the fields after the placement may be missing (White, no
 *        rights, no square).
 * @param[out] out      undefined unless FM_OK is returned.
 * @param[out] fields   likewise; may be NULL.
 * @param[in,out] notes  warnings are added; may be NULL.
 * @return FM_OK, or FM_REJECTED with error->reason FM_REASON_BAD_FEN, error->field, error->what. */
FM_MUST_CHECK enum fm_status fm_setup_read(struct fm_text text, const struct fm_variant *variant,
                                           bool notation_only, struct fm_setup *out,
                                           struct fm_fen_fields *fields, struct fm_warnings *notes,
                                           struct fm_error *error);
/** The same for most records of a list: of 8x8, in plain form, surely possible, without a warning
 * but FEN_LAYOUT and those of castling letters, and no array that a game begins with. The meaning
 * of each field is as above.
 * @param placed   what fm_placements_read_plain() found at the head of the text; NULL: not read.
 * @param squares  false: the pieces are in out->sets alone.
 * @return false: it is not of that kind, or not known to be; fm_setup_read() decides. */
bool fm_setup_read_sets(struct fm_text text, const struct fm_placed *placed,
                        const struct fm_variant *variant, bool squares, struct fm_setup *out,
                        struct fm_fen_fields *fields, struct fm_warnings *notes);
/** The set of enum fm_fault that make the position impossible under its variant; 0 = possible.
 *
 * Only what no game and no handicap position can show: IMPOSSIBLE_CHECK is more than two checkers
 * (suites hold double checks that no move gives); TOO_MANY_PROMOTED is more than 15 pieces (10x8:
 * 19) beside the king, so it comes with TOO_MANY_PIECES unless the king is missing (a handicap
 * position may have any pieces). */
unsigned fm_setup_faults(const struct fm_setup *setup);

#endif
