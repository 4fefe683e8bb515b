/* SPDX-License-Identifier: MIT */
/* Entries of training data in the text form of Stockfish's tools (`.plain`): the lines fen, move,
 * score, ply and result, and `e` at the end. Each is an EPD record. */
#ifndef FM_RECORD_ENTRY_H
#define FM_RECORD_ENTRY_H
#include "record/rewrite.h"

/** The end of the entry that begins at @p from: where the next line `fen ...` begins, or the end of
 * the text. */
size_t fm_entry_end(struct fm_text text, size_t from);
/** The last place where an entry begins; 0: there is none after the first byte. */
size_t fm_entry_last(struct fm_text text);
/** Do these lines begin an entry: `fen` and a position, then `move`? @param text  from `fen` on. */
bool fm_entry_begins(struct fm_text text);
/** Append the EPD record of an entry, a line, which fm_fen_edit_reread() then reads: c9 and ce
 * (score and result are for the side to move: `emitPlainEntry` of Stockfish's tools,
 * `convert_plain` of nodchip's), fmvn, hmvc, and the move as sm. The four fields of the position
 * are copied.
 * @param wanted  how positions are read.
 * @param[out] start  the position, read, with what is after it in the record.
 * @param[out] ply  of the line `ply`, which counts more than the number of the move.
 * @param notes   warnings are added.
 * @return FM_OK, FM_REJECTED (error: BAD_TRAINING, BAD_FEN, ILLEGAL_MOVE ...), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_entry_write_epd(struct fm_text entry,
                                                const struct fm_rewrite *wanted, struct fm_buf *out,
                                                struct fm_fen_edit *start, unsigned *ply,
                                                struct fm_warnings *notes, struct fm_error *error);
/** Read a line that was made of one that is read, so that its position is not read again.
 * @param edit  that line, read under the same @p wanted, but for `sets`.
 * @param line  its fields, copied from the placement on; or the first four, and operations as the
 * standard requires, which are not checked.
 * @param knows_after  true: edit->after is that of the line.
 * @return as fm_fen_edit_read(); notes of the first reading are not repeated. */
FM_MUST_CHECK enum fm_status fm_fen_edit_reread(struct fm_fen_edit *edit, struct fm_text line,
                                                bool knows_after, const struct fm_rewrite *wanted,
                                                struct fm_error *error);

#endif
