/* SPDX-License-Identifier: MIT */
/* The kind of an input: PGN, a list of FEN and EPD, or no chess at all. The first line that
 * shows the kind decides; if no line does, the name decides. The answer does not depend on the
 * size of blocks, on file or pipe, or on compression. */
#ifndef FM_RUN_DETECT_H
#define FM_RUN_DETECT_H
#include "run/block.h"
#include "profile/profile.h"
#include "record/columns.h"

enum { FM_DETECT_BYTES = 64 * 1024 }; /* number of bytes that detection looks at, at most */

struct fm_detected {
    enum fm_block_kind kind; /* FM_BLOCK_GAMES, a list, or FM_BLOCK_NOTHING: no chess text */
    bool doubtful; /* FM_BLOCK_GAMES: true if neither a line nor the name shows that it is PGN */
    struct fm_text foreign; /* FM_BLOCK_NOTHING: kind of file, for messages: "a PDF document" */
    /* how rows are read; where `apart` is 0 it is no table, and the rest is not set */
    struct fm_columns columns;
};

/** @param start   the first FM_DETECT_BYTES of the text, or all of it; more is not looked at.
 * Padded.
 * @param name    of the input.
 * @param options  of the profile: `input.format`, which decides unless it is auto, and columns. */
void fm_detect(struct fm_text start, const char *name, const struct fm_profile_input *options,
               struct fm_detected *out);
/** Does the name end like chess or like compressed data: `.pgn`, `.epd`, `.fen`, `.gz`, `.zip`? */
bool fm_detect_suffix(const char *name);
/** The kind of a file of another program, by its suffix (`.cbg`, `.si5`); empty if the suffix is
 * not known. */
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
