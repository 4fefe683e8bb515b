/* SPDX-License-Identifier: MIT */
/* Lines of the table of puzzles that lichess gives away (CSV, database.lichess.org), as EPD
 * records: the position after the first move, which only leads there; the solution and what else is
 * known of the puzzle as operations. */
#ifndef FM_RECORD_PUZZLE_H
#define FM_RECORD_PUZZLE_H
#include "base/memory.h"
#include "record/rewrite.h"

/* The columns that are read. */
enum fm_puzzle_column {
    FM_PUZZLE_ID,
    FM_PUZZLE_FEN,
    FM_PUZZLE_MOVES,
    FM_PUZZLE_RATING,
    FM_PUZZLE_DEVIATION,
    FM_PUZZLE_POPULARITY,
    FM_PUZZLE_PLAYS,
    FM_PUZZLE_THEMES,
    FM_PUZZLE_URL,
    FM_PUZZLE_OPENING,
    FM_PUZZLE_COLUMNS
};

/* The places of these columns in a table. Zero-initialised: there is no table. */
struct fm_puzzle_table {
    unsigned char least, most; /* fewest and most columns of a line */
    /* Number of each column, from 1; 0 = not in the table. */
    unsigned char at[FM_PUZZLE_COLUMNS];
};

/* The table of lines without a header: lichess's order; columns at the end may be missing. */
extern const struct fm_puzzle_table fm_puzzle_standard;

/** Is the line the header of such a table: are there columns FEN and Moves, in any case of letters?
 * @param[out] table  the places of its columns; untouched if it is not. */
bool fm_puzzle_read_header(struct fm_text line, struct fm_puzzle_table *table);
/** Is the line a header of this table? */
bool fm_puzzle_is_header(struct fm_text line, const struct fm_puzzle_table *table);
/** Append the EPD record of a line. `bm` is the move that solves the puzzle, `pv` the whole
 * solution, `id` the name. c0 to c6 are themes, rating, opening, popularity, plays, URL and rating
 * deviation; fmvn and hmvc are there if the FEN has counters. X-FEN, with the en passant square
 * after each double step.
 * @param wanted   how positions are read.
 * @param scratch  memory that is used only during the call.
 * @param notes    warnings are added.
 * @return FM_OK, FM_REJECTED (error: BAD_PUZZLE, BAD_FEN, ILLEGAL_MOVE ...; *out as before),
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_puzzle_write_epd(struct fm_text line,
                                                 const struct fm_puzzle_table *table,
                                                 const struct fm_rewrite *wanted,
                                                 struct fm_arena *scratch, struct fm_buf *out,
                                                 struct fm_warnings *notes, struct fm_error *error);

#endif
