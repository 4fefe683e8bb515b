/* SPDX-License-Identifier: MIT */
/* What an input is: PGN, a list of FEN and EPD, or no chess at all. The first line of its text that
 * decides counts; the name where no line does. The same for every size of blocks, for files and
 * pipes, for plain and compressed bytes. */
#ifndef FM_RUN_DETECT_H
#define FM_RUN_DETECT_H
#include "run/block.h"
#include "profile/profile.h"
#include "record/puzzle.h"

enum { FM_DETECT_BYTES = 64 * 1024 }; /* looked at, at most */

struct fm_detected {
    enum fm_block_kind kind;        /* GAMES, LINES; NOTHING: it is no chess */
    bool doubtful;                  /* GAMES: no line shows it, nor the name */
    struct fm_text foreign;         /* NOTHING: what it is, "a PDF document" */
    struct fm_puzzle_table puzzles; /* LINES: of a table of puzzles */
};

/** @param start   the first FM_DETECT_BYTES of the text, or all of it; more is not looked at. Padded.
 * @param name    of the input.
 * @param format  the profile's `input: format`; anything but auto decides. */
struct fm_detected fm_detect(struct fm_text start, const char *name, enum fm_input_format format);
/** Does the name end like chess or like compressed data: `.pgn`, `.epd`, `.fen`, `.gz`, `.zip`? */
bool fm_detect_suffix(const char *name);
/** What a file of another program is by its suffix (`.cbg`, `.si5`); empty where that says nothing. */
struct fm_text fm_detect_foreign(const char *name);
/** Is it more than blanks, comments, escape lines and marks of byte order? */
bool fm_detect_text(struct fm_text text);

/* A line of a list: where in it the FEN or EPD is. */

/** Take off what is around a record in some lists: `position fen`, a number, quotes, the columns
 * after a FEN.
 * @param line  without blanks at its ends.
 * @param[out] record  what is left.
 * @return whether there was anything of that, and no moves of a game after it. */
bool fm_listed_unframe(struct fm_text line, struct fm_text *record);
/** Does the line hold what is meant for a position? It may be wrong, or another game's. */
bool fm_listed_is_position(struct fm_text line);

#endif
