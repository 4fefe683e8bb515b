/* SPDX-License-Identifier: MIT */
/* Names of openings by position, from a file of the user's: each line or game of it names the
 * position that its moves lead to, so that transpositions are found. */
#ifndef FM_GAME_OPENINGS_H
#define FM_GAME_OPENINGS_H
#include "base/memory.h"
#include "base/table.h"

/** A name. Either text may be empty, not both. */
struct fm_opening {
    struct fm_text eco;  /* "B90" */
    struct fm_text name; /* "Sicilian Defense: Najdorf Variation" */
};

/** Const once it is read; zero-initialised is empty. */
struct fm_openings {
    struct fm_table table;    /* hash table: position to number of its opening */
    struct fm_opening *names; /* [1..count]; [0] is empty: no opening */
    size_t count, cap;
    /* fewest pieces of any named position; positions with fewer pieces have no name */
    unsigned least;
    struct fm_buf text;
    struct fm_arena arena; /* memory of the texts of `names` */
};

/** Read a file: a table with TABs between its columns eco, name and pgn (or uci, or epd), as
 * lichess has it, or games with the tags ECO, Opening, Variation and SubVariation. Of two that lead
 * to one position the later names it.
 * @param[out] out  zeroed; fm_openings_free() after any outcome.
 * @param error  its texts last as long as @p out.
 * @return FM_OK, FM_INPUT_FAILED, FM_BAD_PROFILE (error: input, line, what and detail or
 * reason), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_openings_read(const char *name, struct fm_openings *out,
                                              struct fm_error *error);
void fm_openings_free(struct fm_openings *openings);
/** The number of the opening whose position has this hash (position_hash() of 8x8); 0 = none. */
unsigned fm_openings_find(const struct fm_openings *openings, struct fm_hash128 position);

#endif
