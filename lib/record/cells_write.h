/* SPDX-License-Identifier: MIT */
/* What a row of a table becomes: a record of EPD, or a game. */
#ifndef FM_RECORD_CELLS_WRITE_H
#define FM_RECORD_CELLS_WRITE_H
#include "pgn/game_list.h"
#include "record/columns.h"
#include "record/rewrite.h"

/** Append the EPD record of a row that is a position, a line. Moves of operations are played and
 * written in SAN, scores are for the side to move; with operations, so are the counters. Of puzzles
 * it is the position after the first move, `bm` the move that solves it, `pv` all of them. Of
 * lichess's evaluations the deepest counts, of equal ones that with most nodes.
 * @param wanted   how positions are read.
 * @param scratch  memory that is used only during the call.
 * @param[out] start  the position of the row, read; but for puzzles, fields of the record.
 * @param[out] ply  of the position.
 * @param notes    warnings are added.
 * @return FM_OK, FM_REJECTED (error; *out as before), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_cells_write_epd(const struct fm_cells *row,
                                                const struct fm_rewrite *wanted,
                                                struct fm_arena *scratch, struct fm_buf *out,
                                                struct fm_fen_edit *start, unsigned *ply,
                                                struct fm_warnings *notes, struct fm_error *error);
enum { FM_CELLS_TAGS_MAX = FM_COLUMNS_MAX + 4 };
/** Fill the tags, the movetext and the outcome of a row that is a game. The result is that of the
 * column, else that after the moves.
 * @param made  memory of texts that are no spans of the row; emptied.
 * @param[out] tags  room for FM_CELLS_TAGS_MAX.
 * @param game  `moves` is where the cell begins; gets RESULT_SPELLING where a result is none.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_cells_make_game(const struct fm_cells *row, struct fm_buf *made,
                                                struct fm_tag *tags, struct fm_game *game);

#endif
