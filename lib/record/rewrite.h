/* SPDX-License-Identifier: MIT */
/* Rewriting a position as text: a FEN, or an EPD line with everything after the position
 * kept as it is. Nothing is replayed. */
#ifndef FM_RECORD_REWRITE_H
#define FM_RECORD_REWRITE_H
#include "record/fen_edit.h"

/** Read a line. Operations are checked, and what the reading drops or repairs is noted in the edit.
 * Under `repair` a line that is a number from 0 to 959 is the Chess960 start position of that number.
 * @param wanted  only how positions are read counts: notation, repair, variant.
 * @return FM_OK, FM_REJECTED (error: BAD_FEN, IMPOSSIBLE_POSITION). */
FM_MUST_CHECK enum fm_status fm_fen_edit_read(struct fm_fen_edit *edit, struct fm_text line,
                                              const struct fm_rewrite *wanted,
                                              struct fm_error *error);
/** The same for most records: what fm_setup_read_sets() reads, with operations in which nothing is to be
 * noted (fm_epd_is_plain()) or without any. Then it can be written, where neither operations nor the en
 * passant square depend on moves, but the pieces of its setup are in sets alone.
 * @param wanted  only `variant` counts. @return false: it is not of that kind, or not known to be. */
bool fm_fen_edit_read_shortly(struct fm_fen_edit *edit, struct fm_text line,
                              const struct fm_rewrite *wanted);
/** Append the line rewritten, without its line end: operations, or any text after a FEN, verbatim
 * unless counters or normalize change them, or the line becomes EPD. Notes OPERATIONS_DROPPED where `bare`
 * leaves out more than counters.
 * @param wanted  with the same reading as before.
 * @return FM_OK, FM_REJECTED (error: CASTLING_NOT_REPRESENTABLE, ...), FM_NO_MEMORY; the buffer is as
 * before unless FM_OK. */
FM_MUST_CHECK enum fm_status fm_fen_edit_write(struct fm_fen_edit *edit,
                                               const struct fm_rewrite *wanted, struct fm_buf *out,
                                               struct fm_error *error);
/** Append a text with the line in it, of which no more than the castling field is to change: what is around
 * the line is copied.
 * @param edit   read by fm_fen_edit_read_shortly(); its square, if it has one, is kept.
 * @param whole  the text.
 * @return FM_OK, FM_NO_MEMORY, or FM_REJECTED, and nothing was appended: more may change, or the dialect
 * cannot express the rights; fm_fen_edit_write() decides. */
FM_MUST_CHECK enum fm_status fm_fen_edit_copy(struct fm_fen_edit *edit,
                                              const struct fm_rewrite *wanted, struct fm_text whole,
                                              struct fm_buf *out);
/** The same of the fields alone. */
FM_MUST_CHECK enum fm_status fm_fen_edit_write_position(struct fm_fen_edit *edit,
                                                        const struct fm_rewrite *wanted,
                                                        struct fm_buf *out, struct fm_error *error);
/** Both steps: read a line and append it rewritten. @return as these; the warnings are added to
 * @p notes. */
FM_MUST_CHECK enum fm_status fm_rewrite_line(struct fm_text line, const struct fm_rewrite *wanted,
                                             struct fm_buf *out, struct fm_warnings *notes,
                                             struct fm_error *error);
/** Does a rewritten text read back as the same position: pieces, side, rights and their style where
 * the dialect can express it, counters unless NONE, and the en passant square if the rule keeps
 * it (--verify)? Both are read under @p wanted. */
bool fm_rewrite_verified(struct fm_text before, struct fm_text after,
                         const struct fm_rewrite *wanted);

#endif
